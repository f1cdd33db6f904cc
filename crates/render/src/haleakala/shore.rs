//! The shore: number discs on the beaches and their sums, the numbers of the segments, cards and boat.

use super::drawing::{BoardDrawing, LETTERS};
use super::layout;
use crate::{Art, Colour, Ink, Point, Tone, Weight};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Lies};

/// The heights of the pieces.
const DISC: u16 = 66;
const CARD: u16 = 92;
const BOAT: u16 = 84;

pub(super) fn draw_shore(drawing: &mut BoardDrawing<'_>) {
    let view = drawing.view;
    for it in &view.segments {
        draw_segment_number(drawing, it.segment);
        for (slot, card) in it.cards.into_iter().enumerate() {
            let at = layout::card_position(it.segment, slot);
            match card {
                Some(card) => drawing.pen.draw_piece(card_art(card), at, CARD, None),
                None => draw_empty_card(drawing, at),
            }
        }
        for player in &view.players {
            draw_beach(drawing, player.seat, player.invocation, it.segment);
        }
    }
    let at = layout::boat_position(view.boat);
    drawing
        .pen
        .draw_nested_circles(at, [(44.0, Ink::Foam), (38.0, Ink::Shallow)]);
    drawing.pen.draw_piece(Art::Fisher, at, BOAT, None);
}

fn draw_segment_number(drawing: &mut BoardDrawing<'_>, segment: Segment) {
    let Point(x, y) = layout::number_position(segment);
    drawing.pen.canvas.circle(Point(x, y + 4.0), 33.0, Ink::Ink);
    drawing
        .pen
        .draw_nested_circles(Point(x, y), [(33.0, Ink::Ink), (29.0, Ink::White)]);
    drawing.pen.draw_text_centred(
        &segment.number().to_string(),
        Point(x, y),
        Weight::Heavy.at(50),
        Ink::Ink,
    );
}

fn draw_empty_card(drawing: &mut BoardDrawing<'_>, Point(x, y): Point) {
    let wide = f32::from(CARD) * 0.66;
    let high = f32::from(CARD) * 0.96;
    drawing.pen.canvas.frame(
        Point(x - wide / 2.0, y - high / 2.0),
        Point(wide, high),
        9.0,
        4.0,
        Ink::Shallow,
    );
}

/// The number discs of a colour on a beach, and where each lies.
pub(super) fn discs_on_beach(
    drawing: &BoardDrawing<'_>,
    seat: Seat,
    at: Segment,
) -> Vec<(Disc, Point)> {
    let Some(player) = drawing.view.player(seat) else {
        return Vec::new();
    };
    let on: Vec<Disc> = player
        .discs
        .iter()
        .filter(|(_, lies)| *lies == Lies::On(at))
        .map(|(disc, _)| *disc)
        .collect();
    let all = on.len() + usize::from(player.invocation == Some(Lies::On(at)));
    let spot = |place| layout::disc_position(seat, at, place, all);
    on.into_iter()
        .enumerate()
        .map(|(place, disc)| (disc, spot(place)))
        .collect()
}

/// Returns the position of a disc on a beach, if it is still there.
pub(super) fn disc_spot(
    drawing: &BoardDrawing<'_>,
    seat: Seat,
    disc: Disc,
    at: Segment,
) -> Option<Point> {
    discs_on_beach(drawing, seat, at)
        .into_iter()
        .find_map(|(other, spot)| (other == disc).then_some(spot))
}

/// The discs of a colour on a beach, and their sum.
fn draw_beach(
    drawing: &mut BoardDrawing<'_>,
    seat: Seat,
    invocation: Option<Lies>,
    segment: Segment,
) {
    let discs = discs_on_beach(drawing, seat, segment);
    for (disc, at) in &discs {
        drawing.draw_disc(seat, disc.number(), DISC, *at);
    }
    if invocation == Some(Lies::On(segment)) {
        let at = layout::disc_position(seat, segment, discs.len(), discs.len() + 1);
        drawing
            .pen
            .draw_piece(Art::DiscInvocation, at, DISC, Some(seat));
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

/// The sum of a colour, on a plate with the badge of its seat.
fn draw_sum(drawing: &mut BoardDrawing<'_>, seat: Seat, sum: u8, Point(x, y): Point) {
    let text = sum.to_string();
    let wide = if sum > 9 { 106.0 } else { 82.0 };
    let left = x - wide / 2.0;
    let layers = [(0.0, Ink::Ink.into()), (4.0, Colour::of(seat, Tone::Light))];
    drawing
        .pen
        .canvas
        .rounded(Point(left, y - 23.0), Point(wide, 50.0), 23.0, Ink::Ink);
    drawing
        .pen
        .draw_nested_rects(Point(left, y - 24.0), Point(wide, 48.0), 24.0, layers);
    drawing.pen.draw_badge(seat, Point(left + 24.0, y), 44);
    drawing.pen.draw_text_centred(
        &text,
        Point(x + 19.0, y),
        Weight::Heavy.at(LETTERS),
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
