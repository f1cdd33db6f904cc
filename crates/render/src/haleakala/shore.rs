//! The shore: number discs on the beaches, their sums, the numbers of the segments, cards and boat.

use super::drawing::{BOARD_FONT_SIZE, BoardDrawing};
use super::layout;
use crate::{Art, Colour, Ink, Point, Tone, Weight};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::pieces::{Card, Disc, DiscLocation, Keepsake};
use lanai_rules::haleakala::view::View;

// The heights of the pieces.
const DISC_HEIGHT: u16 = 66;
const CARD_HEIGHT: u16 = 92;
const BOAT_HEIGHT: u16 = 84;

pub(super) fn draw_shore(drawing: &mut BoardDrawing<'_>) {
    let view = drawing.view;
    for segment_view in &view.segments {
        draw_segment_number(drawing, segment_view.segment);
        for (slot, card) in segment_view.cards.into_iter().enumerate() {
            let at = layout::card_position(segment_view.segment, slot);
            match card {
                Some(card) => drawing
                    .pen
                    .draw_piece(card_art(card), at, CARD_HEIGHT, None),
                None => draw_empty_card(drawing, at),
            }
        }
        for player in &view.players {
            draw_beach(
                drawing,
                player.seat,
                player.invocation,
                segment_view.segment,
            );
        }
    }
    let at = layout::boat_position(view.boat);
    drawing
        .pen
        .draw_nested_circles(at, [(44.0, Ink::Foam), (38.0, Ink::Shallow)]);
    drawing.pen.draw_piece(Art::Fisher, at, BOAT_HEIGHT, None);
}

fn draw_segment_number(drawing: &mut BoardDrawing<'_>, segment: Segment) {
    let Point(x, y) = layout::number_position(segment);
    drawing
        .pen
        .canvas
        .fill_circle(Point(x, y + 4.0), 33.0, Ink::Ink);
    drawing
        .pen
        .draw_nested_circles(Point(x, y), [(33.0, Ink::Ink), (29.0, Ink::White)]);
    drawing.pen.draw_text_centred(
        &segment.number().to_string(),
        Point(x, y),
        Weight::Heavy.px(50),
        Ink::Ink,
    );
}

fn draw_empty_card(drawing: &mut BoardDrawing<'_>, Point(x, y): Point) {
    let width = f32::from(CARD_HEIGHT) * 0.66;
    let height = f32::from(CARD_HEIGHT) * 0.96;
    drawing.pen.canvas.draw_frame(
        Point(x - width / 2.0, y - height / 2.0),
        Point(width, height),
        9.0,
        4.0,
        Ink::Shallow,
    );
}

/// Returns the number discs of a seat on a beach, with their positions.
pub(super) fn discs_on_beach(view: &View, seat: Seat, at: Segment) -> Vec<(Disc, Point)> {
    let Some(player) = view.player(seat) else {
        return Vec::new();
    };
    let on: Vec<Disc> = player
        .discs
        .iter()
        .filter(|(_, lies)| *lies == DiscLocation::On(at))
        .map(|(disc, _)| *disc)
        .collect();
    let count = on.len() + usize::from(player.invocation == Some(DiscLocation::On(at)));
    on.into_iter()
        .enumerate()
        .map(|(place, disc)| (disc, layout::disc_position(seat, at, place, count)))
        .collect()
}

/// Returns the position of a seat's disc on a beach, or `None` if the disc is not there any more.
pub(super) fn find_disc_on_beach(
    view: &View,
    seat: Seat,
    disc: Disc,
    at: Segment,
) -> Option<Point> {
    discs_on_beach(view, seat, at)
        .into_iter()
        .find_map(|(other, spot)| (other == disc).then_some(spot))
}

/// Draws the discs of a seat on a beach, and their sum.
fn draw_beach(
    drawing: &mut BoardDrawing<'_>,
    seat: Seat,
    invocation: Option<DiscLocation>,
    segment: Segment,
) {
    let discs = discs_on_beach(drawing.view, seat, segment);
    for (disc, at) in &discs {
        drawing.draw_disc(seat, disc.number(), DISC_HEIGHT, *at);
    }
    if invocation == Some(DiscLocation::On(segment)) {
        let at = layout::disc_position(seat, segment, discs.len(), discs.len() + 1);
        drawing
            .pen
            .draw_piece(Art::DiscInvocation, at, DISC_HEIGHT, Some(seat));
    }
    if !discs.is_empty() {
        draw_sum(
            drawing,
            seat,
            drawing.view.sum(seat, segment),
            layout::sum_position(seat, segment),
        );
    }
}

/// Draws a seat's sum at a beach on a plate with the seat's badge.
fn draw_sum(drawing: &mut BoardDrawing<'_>, seat: Seat, sum: u8, Point(x, y): Point) {
    let text = sum.to_string();
    let width = if sum > 9 { 106.0 } else { 82.0 };
    let left = x - width / 2.0;
    let layers = [
        (0.0, Ink::Ink.into()),
        (4.0, Colour::for_seat(seat, Tone::Light)),
    ];
    drawing
        .pen
        .canvas
        .fill_rounded_rect(Point(left, y - 23.0), Point(width, 50.0), 23.0, Ink::Ink);
    drawing
        .pen
        .draw_nested_rects(Point(left, y - 24.0), Point(width, 48.0), 24.0, layers);
    drawing.pen.draw_badge(seat, Point(left + 24.0, y), 44);
    drawing.pen.draw_text_centred(
        &text,
        Point(x + 19.0, y),
        Weight::Heavy.px(BOARD_FONT_SIZE),
        Ink::Ink,
    );
}

pub fn card_art(card: Card) -> Art {
    match card {
        Card::Statue => Art::CardStatue,
        Card::Priestess => Art::CardPriestess,
        Card::Shell => Art::CardShell,
        Card::Lava => Art::CardLava,
        Card::Kept(kept) => keepsake_art(kept),
    }
}

pub(super) fn keepsake_art(kept: Keepsake) -> Art {
    match kept {
        Keepsake::Fish1 => Art::CardFish1,
        Keepsake::Fish2 => Art::CardFish2,
        Keepsake::Fish3 => Art::CardFish3,
        Keepsake::Fish4 => Art::CardFish4,
        Keepsake::Fish5 => Art::CardFish5,
        Keepsake::WhitePearl => Art::CardWhitePearl,
        Keepsake::BlackPearl => Art::CardBlackPearl,
        Keepsake::Nautilus => Art::CardNautilus,
    }
}
