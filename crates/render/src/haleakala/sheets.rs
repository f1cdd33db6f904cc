//! The sheets of both players: name, points, discs in hand, shells, statues, fish, collected cards.

use super::drawing::BoardDrawing;
use super::layout::{SHEET, SHEETS};
use super::marks::Marks;
use super::shore::keepsake_art;
use crate::{Art, Colour, Ink, MARK, Point, SMALLEST, Tone, Weight, real};
use lanai_rules::Seat;
use lanai_rules::haleakala::pieces::{Keepsake, Lies};
use lanai_rules::haleakala::view::PlayerView;

/// Where the first sheet begins, how high each is, and from one to the next.
const TOP: f32 = 14.0;
const HIGH: f32 = 340.0;
const NEXT: f32 = 361.0;

/// The rows of a sheet, from its top: the head, then the middles of the others.
const HEAD: f32 = 88.0;
const HAND: f32 = 137.0;
const STOCK: f32 = 206.0;
const KEPT: f32 = 288.0;

/// Where things begin and how much room there is within a sheet.
const INSET: f32 = 14.0;
const ROOM: f32 = SHEET - 2.0 * INSET;

/// A piece with the gap behind it, and the edges of the row of stocks.
const PIECE: f32 = 48.0;
const EDGE: f32 = 8.0;

const DISC: u16 = 60;
const CARD: u16 = 92;

pub(super) fn draw_player_sheets(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let view = drawing.view;
    for (place, player) in view.players.iter().enumerate() {
        let top = TOP + NEXT * real(place);
        draw_player_sheet(drawing, player, top);
        if let Some(points) = marks.points_scored(player.seat) {
            let at = Point(SHEETS + SHEET - 62.0, top + HEAD + 6.0);
            let layers = [(0.0, Ink::White), (3.0, MARK)];
            drawing.pen.draw_nested_rects(
                Point(at.0 - 48.0, at.1 - 24.0),
                Point(96.0, 48.0),
                24.0,
                layers,
            );
            drawing.pen.draw_text_centred(
                &format!("+{points}"),
                at,
                Weight::Heavy.at(36),
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
            Point(SHEETS - 9.0, top - 9.0),
            Point(SHEET + 18.0, HIGH + 24.0),
            30.0,
            layers,
        );
    }
    drawing.draw_sheet(Point(SHEETS, top), Point(SHEET, HIGH), Ink::Paper);
    draw_head(drawing, player, top);
    draw_hand(drawing, player, top + HAND);
    draw_stock(drawing, player, top + STOCK);
    draw_kept_cards(drawing, &player.kept, top + KEPT);
}

fn draw_head(drawing: &mut BoardDrawing<'_>, player: &PlayerView, top: f32) {
    let seat = player.seat;
    let ground = Colour::of(seat, Tone::Main);
    drawing
        .pen
        .canvas
        .rounded(Point(SHEETS, top), Point(SHEET, HEAD), 22.0, ground);
    drawing.pen.canvas.rounded(
        Point(SHEETS, top + HEAD - 30.0),
        Point(SHEET, 30.0),
        0.0,
        ground,
    );
    drawing.pen.canvas.rounded(
        Point(SHEETS, top + HEAD - 4.0),
        Point(SHEET, 4.0),
        0.0,
        Ink::Ink,
    );
    drawing
        .pen
        .draw_badge(seat, Point(SHEETS + 44.0, top + HEAD / 2.0 - 2.0), 66);
    let points = player.points.to_string();
    let style = Weight::Heavy.at(70);
    let letters = drawing.pen.studio.letters();
    let right = SHEETS + SHEET - 16.0;
    let letter = drawing.pen.letter_on(seat);
    let wide = letters.width(&points, style);
    letters.ending(
        &mut drawing.pen.canvas,
        &points,
        Point(right, top + HEAD / 2.0 + 23.0),
        style,
        letter,
    );
    let name = drawing.pen.display_name(drawing.phrasebook.who(seat), seat);
    draw_name(
        drawing,
        &name,
        top + HEAD / 2.0 - 2.0,
        SHEET - 84.0 - 30.0 - wide,
        letter,
    );
    if let Some(state) = seat_status(drawing, seat) {
        draw_tag(drawing, &state, Point(SHEETS + 20.0, top + HEAD - 16.0));
    }
}

/// A name on one line, or on two if it is long.
fn draw_name(drawing: &mut BoardDrawing<'_>, name: &str, y: f32, room: f32, ink: Ink) {
    let letters = drawing.pen.studio.letters();
    let x = SHEETS + 84.0;
    let smaller = Weight::Bold.at(SMALLEST);
    let (fitting, style) = letters.fit(name, room, Weight::Bold.at(40), smaller.size);
    let lines = letters.wrap(name, room, smaller);
    let style = if fitting == name { style } else { smaller };
    let lines = match lines.as_slice() {
        [first, rest @ ..] if fitting != name => {
            vec![first.clone(), letters.shorten(&rest.join(" "), room, style)]
        }
        _ => vec![fitting],
    };
    let mut baseline =
        y + style.capitals() / 2.0 - style.leading() * if lines.len() > 1 { 0.5 } else { 0.0 };
    for line in lines {
        letters.draw(
            &mut drawing.pen.canvas,
            &line,
            Point(x, baseline),
            style,
            ink,
        );
        baseline += style.leading();
    }
}

/// Returns the text that says that it is the player's turn, or that they have won.
fn seat_status(drawing: &BoardDrawing<'_>, seat: Seat) -> Option<String> {
    let view = drawing.view;
    let won = view
        .standings
        .is_some_and(|standings| standings.winners().any(|winner| winner == seat));
    let name = if won {
        "draw-hal-winner"
    } else {
        "draw-hal-turn"
    };
    (won || view.to_act == Some(seat)).then(|| drawing.phrasebook.words.say(name, &[]))
}

/// A tag on the lower edge of the head.
fn draw_tag(drawing: &mut BoardDrawing<'_>, text: &str, Point(x, y): Point) {
    let letters = drawing.pen.studio.letters();
    let (text, style) = letters.fit(text, ROOM / 2.0, Weight::Bold.at(SMALLEST), SMALLEST);
    let wide = letters.width(&text, style) + 32.0;
    drawing.pen.draw_nested_rects(
        Point(x, y),
        Point(wide, 40.0),
        20.0,
        [(0.0, Ink::Ink), (3.0, Ink::Glow)],
    );
    drawing
        .pen
        .draw_text_centred(&text, Point(x + wide / 2.0, y + 20.0), style, Ink::Ink);
}

/// Draws the discs in hand, and gaps for the others.
fn draw_hand(drawing: &mut BoardDrawing<'_>, player: &PlayerView, y: f32) {
    let many = if player.invocation.is_some() {
        6.0
    } else {
        5.0
    };
    let place = |number: f32| Point(SHEETS + INSET + ROOM * (number + 0.5) / many, y);
    for (disc, lies) in &player.discs {
        let at = place(f32::from(disc.number()) - 1.0);
        match lies {
            Lies::InHand => drawing.draw_disc(player.seat, disc.number(), DISC, at),
            Lies::On(_) => draw_empty_disc(drawing, at),
        }
    }
    match player.invocation {
        Some(Lies::InHand) => {
            drawing
                .pen
                .draw_piece(Art::DiscInvocation, place(5.0), DISC, Some(player.seat));
        }
        Some(Lies::On(_)) => draw_empty_disc(drawing, place(5.0)),
        None => {}
    }
}

fn draw_empty_disc(drawing: &mut BoardDrawing<'_>, at: Point) {
    drawing.pen.canvas.circle(at, 26.0, Ink::PaperShade);
}

/// Draws shells, remaining statues, baskets of fish, and the points of a scoring now.
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
    drawing.pen.canvas.rounded(
        Point(SHEETS + INSET, y - 33.0),
        Point(ROOM, 66.0),
        18.0,
        Ink::PaperShade,
    );
    // The largest font size at which everything fits, with equal gaps.
    let letters = drawing.pen.studio.letters();
    let wide = |style| {
        stock
            .iter()
            .map(|(.., text)| PIECE + letters.width(text, style))
            .sum::<f32>()
    };
    let styles = (SMALLEST..=44).rev().map(|size| Weight::Heavy.at(size));
    let air = |style| (ROOM - 2.0 * EDGE - wide(style)) / 3.0;
    let style = styles.into_iter().find(|style| air(*style) >= EDGE);
    let style = style.unwrap_or(Weight::Heavy.at(SMALLEST));
    let air = air(style).clamp(0.0, 3.0 * EDGE);
    let mut x = SHEETS + INSET + EDGE;
    for (art, seat, text) in stock {
        drawing.pen.draw_piece(art, Point(x + 22.0, y), 44, seat);
        letters.draw(
            &mut drawing.pen.canvas,
            &text,
            Point(x + PIECE, y + 13.0),
            style,
            Ink::Ink,
        );
        x += PIECE + letters.width(&text, style) + air;
    }
}

/// Draws the collected cards side by side, overlapping if there are many.
fn draw_kept_cards(drawing: &mut BoardDrawing<'_>, kept: &[Keepsake], y: f32) {
    let wide = f32::from(CARD) * 0.7;
    let step = ((ROOM - wide) / real(kept.len().max(2) - 1)).min(wide + 14.0);
    for (place, kept) in kept.iter().enumerate() {
        let x = SHEETS + INSET + wide / 2.0 + step * real(place);
        drawing
            .pen
            .draw_piece(keepsake_art(*kept), Point(x, y), CARD, None);
    }
    if kept.is_empty() {
        for place in 0..4 {
            let x = SHEETS + INSET + (wide + 14.0) * real(place);
            drawing.pen.canvas.frame(
                Point(x + 3.0, y - 42.0),
                Point(wide - 6.0, 84.0),
                12.0,
                4.0,
                Ink::PaperShade,
            );
        }
    }
}
