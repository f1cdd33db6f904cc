//! The sheets of both players: name, points, discs in hand, shells, statues, fish, collected cards.

use super::drawing::BoardDrawing;
use super::layout::{SHEET_WIDTH, SHEETS_LEFT};
use super::marks::Marks;
use super::shore::keepsake_art;
use crate::key;
use crate::{Art, Colour, Ink, MARK_INK, MIN_FONT_SIZE, Point, Tone, Weight, to_f32};
use lanai_rules::Seat;
use lanai_rules::haleakala::pieces::{Disc, DiscLocation, Keepsake};
use lanai_rules::haleakala::view::{PlayerView, View};

// The top of the first sheet, the height of a sheet, and the distance of the tops.
pub(super) const FIRST_TOP: f32 = 14.0;
const SHEET_HEIGHT: f32 = 340.0;
const SHEET_DISTANCE: f32 = 361.0;

// The height of the head, and the middles of the other rows from the top of the sheet.
const HEAD_HEIGHT: f32 = 88.0;
const HAND_Y: f32 = 137.0;
const STOCK_Y: f32 = 206.0;
const KEPT_Y: f32 = 288.0;

// The margin and the usable width within a sheet.
const SHEET_INSET: f32 = 14.0;
const INNER_WIDTH: f32 = SHEET_WIDTH - 2.0 * SHEET_INSET;

// The width of a piece with its gap, and the margin of the row of stocks.
const PIECE_STEP: f32 = 48.0;
const STOCK_ROW_MARGIN: f32 = 8.0;

const DISC_HEIGHT: u16 = 60;
/// The invocation disc lies to the right of the number discs.
const INVOCATION_POSITION: u8 = 6;
const CARD_HEIGHT: u16 = 92;

pub(super) fn draw_player_sheets(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let view = drawing.view;
    for (place, player) in view.players.iter().enumerate() {
        let top = FIRST_TOP + SHEET_DISTANCE * to_f32(place);
        draw_player_sheet(drawing, player, top);
        if let Some(points) = marks.points_scored(player.seat) {
            let at = Point(SHEETS_LEFT + SHEET_WIDTH - 62.0, top + HEAD_HEIGHT + 6.0);
            let layers = [(0.0, Ink::White), (3.0, MARK_INK)];
            drawing.pen.draw_nested_rects(
                Point(at.0 - 48.0, at.1 - 24.0),
                Point(96.0, 48.0),
                24.0,
                layers,
            );
            drawing.pen.draw_text_centred(
                &format!("+{points}"),
                at,
                Weight::Heavy.px(36),
                Ink::White,
            );
        }
    }
}

fn draw_player_sheet(drawing: &mut BoardDrawing<'_>, player: &PlayerView, top: f32) {
    let acts = drawing.view.to_act == Some(player.seat);
    if acts {
        let layers = [(0.0, Ink::Ink), (3.0, Ink::Glow)];
        drawing.pen.draw_nested_rects(
            Point(SHEETS_LEFT - 9.0, top - 9.0),
            Point(SHEET_WIDTH + 18.0, SHEET_HEIGHT + 24.0),
            30.0,
            layers,
        );
    }
    drawing.draw_sheet_background(
        Point(SHEETS_LEFT, top),
        Point(SHEET_WIDTH, SHEET_HEIGHT),
        Ink::Paper,
    );
    draw_head(drawing, player, top);
    draw_hand(drawing, player, top + HAND_Y);
    draw_stock(drawing, player, top + STOCK_Y);
    draw_kept_cards(drawing, &player.kept, top + KEPT_Y);
}

fn draw_head(drawing: &mut BoardDrawing<'_>, player: &PlayerView, top: f32) {
    let seat = player.seat;
    let ground = Colour::for_seat(seat, Tone::Main);
    drawing.pen.canvas.fill_rounded_rect(
        Point(SHEETS_LEFT, top),
        Point(SHEET_WIDTH, HEAD_HEIGHT),
        22.0,
        ground,
    );
    drawing.pen.canvas.fill_rounded_rect(
        Point(SHEETS_LEFT, top + HEAD_HEIGHT - 30.0),
        Point(SHEET_WIDTH, 30.0),
        0.0,
        ground,
    );
    drawing.pen.canvas.fill_rounded_rect(
        Point(SHEETS_LEFT, top + HEAD_HEIGHT - 4.0),
        Point(SHEET_WIDTH, 4.0),
        0.0,
        Ink::Ink,
    );
    drawing.pen.draw_badge(
        seat,
        Point(SHEETS_LEFT + 44.0, top + HEAD_HEIGHT / 2.0 - 2.0),
        66,
    );
    let points = player.points.to_string();
    let style = Weight::Heavy.px(70);
    let fonts = drawing.pen.theme.fonts();
    let right = SHEETS_LEFT + SHEET_WIDTH - 16.0;
    let letter = drawing.pen.readable_ink(seat);
    let width = fonts.text_width(&points, style);
    fonts.draw_right_aligned(
        &mut drawing.pen.canvas,
        &points,
        Point(right, top + HEAD_HEIGHT / 2.0 + 23.0),
        style,
        letter,
    );
    let name = drawing
        .pen
        .display_name(drawing.phrasebook.player_name(seat), seat);
    draw_name(
        drawing,
        &name,
        top + HEAD_HEIGHT / 2.0 - 2.0,
        SHEET_WIDTH - 84.0 - 30.0 - width,
        letter,
    );
    if let Some(state) = seat_status(drawing, seat) {
        draw_tag(
            drawing,
            &state,
            Point(SHEETS_LEFT + 20.0, top + HEAD_HEIGHT - 16.0),
        );
    }
}

/// Draws a player's name on one line, or on two if it is too long for one.
fn draw_name(drawing: &mut BoardDrawing<'_>, name: &str, y: f32, room: f32, ink: Ink) {
    let fonts = drawing.pen.theme.fonts();
    let x = SHEETS_LEFT + 84.0;
    let smaller = Weight::Bold.px(MIN_FONT_SIZE);
    let (fitting, style) = fonts.fit_text(name, room, Weight::Bold.px(40), smaller.size);
    let lines = fonts.wrap_text(name, room, smaller);
    let style = if fitting == name { style } else { smaller };
    let lines = match lines.as_slice() {
        [first, rest @ ..] if fitting != name => {
            vec![
                first.clone(),
                fonts.shorten_text(&rest.join(" "), room, style),
            ]
        }
        _ => vec![fitting],
    };
    let mut baseline = y + style.capital_height() / 2.0
        - style.line_height() * if lines.len() > 1 { 0.5 } else { 0.0 };
    for line in lines {
        fonts.draw_text(
            &mut drawing.pen.canvas,
            &line,
            Point(x, baseline),
            style,
            ink,
        );
        baseline += style.line_height();
    }
}

/// Returns the text "your turn" or "winner" for a seat, if one of them applies.
fn seat_status(drawing: &BoardDrawing<'_>, seat: Seat) -> Option<String> {
    let view = drawing.view;
    let won = view
        .standings
        .is_some_and(|standings| standings.winners().any(|winner| winner == seat));
    let name = if won {
        key::DRAW_HAL_WINNER
    } else {
        key::DRAW_HAL_TURN
    };
    (won || view.to_act == Some(seat)).then(|| drawing.phrasebook.words.say(name, &[]))
}

/// Draws a text in a small frame with its corner at this point.
fn draw_tag(drawing: &mut BoardDrawing<'_>, text: &str, Point(x, y): Point) {
    let fonts = drawing.pen.theme.fonts();
    let (text, style) = fonts.fit_text(
        text,
        INNER_WIDTH / 2.0,
        Weight::Bold.px(MIN_FONT_SIZE),
        MIN_FONT_SIZE,
    );
    let width = fonts.text_width(&text, style) + 32.0;
    drawing.pen.draw_nested_rects(
        Point(x, y),
        Point(width, 40.0),
        20.0,
        [(0.0, Ink::Ink), (3.0, Ink::Glow)],
    );
    drawing
        .pen
        .draw_text_centred(&text, Point(x + width / 2.0, y + 20.0), style, Ink::Ink);
}

/// Draws the discs in the player's hand, and gaps for those that are on the board.
fn draw_hand(drawing: &mut BoardDrawing<'_>, player: &PlayerView, y: f32) {
    for (disc, lies) in &player.discs {
        let at = hand_position(player, disc.number(), y);
        match lies {
            DiscLocation::InHand => drawing.draw_disc(player.seat, disc.number(), DISC_HEIGHT, at),
            DiscLocation::On(_) => draw_empty_disc(drawing, at),
        }
    }
    let invocation_at = hand_position(player, INVOCATION_POSITION, y);
    match player.invocation {
        Some(DiscLocation::InHand) => {
            drawing.pen.draw_piece(
                Art::DiscInvocation,
                invocation_at,
                DISC_HEIGHT,
                Some(player.seat),
            );
        }
        Some(DiscLocation::On(_)) => draw_empty_disc(drawing, invocation_at),
        None => {}
    }
}

/// Returns the middle of a disc in the row of a player's hand, counted from 1.
fn hand_position(player: &PlayerView, number: u8, y: f32) -> Point {
    let count = if player.invocation.is_some() {
        INVOCATION_POSITION
    } else {
        INVOCATION_POSITION - 1
    };
    let share = (f32::from(number) - 0.5) / f32::from(count);
    Point(SHEETS_LEFT + SHEET_INSET + INNER_WIDTH * share, y)
}

/// Returns the middle of a number disc in a player's hand, or of its gap.
pub(super) fn disc_in_hand(view: &View, seat: Seat, disc: Disc) -> Option<Point> {
    let place = view.players.iter().position(|player| player.seat == seat)?;
    let y = FIRST_TOP + SHEET_DISTANCE * to_f32(place) + HAND_Y;
    Some(hand_position(&view.players[place], disc.number(), y))
}

fn draw_empty_disc(drawing: &mut BoardDrawing<'_>, at: Point) {
    drawing.pen.canvas.fill_circle(at, 26.0, Ink::PaperShade);
}

/// Draws shells, remaining statues, baskets of fish, and the points the player would score now.
fn draw_stock(drawing: &mut BoardDrawing<'_>, player: &PlayerView, y: f32) {
    let mut stock = vec![
        (Art::Shell, None, player.shells.to_string()),
        (
            Art::Statue,
            Some(player.seat),
            player.statues_left.to_string(),
        ),
        (Art::Fish, None, player.baskets().to_string()),
    ];
    if drawing.view.standings.is_none() {
        stock.push((Art::GiftPoints, None, format!("+{}", player.now.total())));
    }
    drawing.pen.canvas.fill_rounded_rect(
        Point(SHEETS_LEFT + SHEET_INSET, y - 33.0),
        Point(INNER_WIDTH, 66.0),
        18.0,
        Ink::PaperShade,
    );
    // The largest font size at which everything fits, with equal gaps.
    let fonts = drawing.pen.theme.fonts();
    let mut style = Weight::Heavy.px(44);
    let gap = loop {
        let widths = stock
            .iter()
            .map(|(.., text)| PIECE_STEP + fonts.text_width(text, style));
        let gap = (INNER_WIDTH - 2.0 * STOCK_ROW_MARGIN - widths.sum::<f32>()) / 3.0;
        if gap >= STOCK_ROW_MARGIN || style.size <= MIN_FONT_SIZE {
            break gap.clamp(0.0, 3.0 * STOCK_ROW_MARGIN);
        }
        style = style.with_size(style.size - 1);
    };
    let mut x = SHEETS_LEFT + SHEET_INSET + STOCK_ROW_MARGIN;
    for (art, seat, text) in stock {
        drawing.pen.draw_piece(art, Point(x + 22.0, y), 44, seat);
        fonts.draw_text(
            &mut drawing.pen.canvas,
            &text,
            Point(x + PIECE_STEP, y + 13.0),
            style,
            Ink::Ink,
        );
        x += PIECE_STEP + fonts.text_width(&text, style) + gap;
    }
}

/// Draws the collected cards side by side, overlapping if there are many.
fn draw_kept_cards(drawing: &mut BoardDrawing<'_>, kept: &[Keepsake], y: f32) {
    let width = f32::from(CARD_HEIGHT) * 0.7;
    let step = ((INNER_WIDTH - width) / to_f32(kept.len().max(2) - 1)).min(width + 14.0);
    for (place, kept) in kept.iter().enumerate() {
        let x = SHEETS_LEFT + SHEET_INSET + width / 2.0 + step * to_f32(place);
        drawing
            .pen
            .draw_piece(keepsake_art(*kept), Point(x, y), CARD_HEIGHT, None);
    }
    if kept.is_empty() {
        for place in 0..4 {
            let x = SHEETS_LEFT + SHEET_INSET + (width + 14.0) * to_f32(place);
            drawing.pen.canvas.draw_frame(
                Point(x + 3.0, y - 42.0),
                Point(width - 6.0, 84.0),
                12.0,
                4.0,
                Ink::PaperShade,
            );
        }
    }
}
