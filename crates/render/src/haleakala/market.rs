//! The display with its six wares, and, in the corners of the sea, the round, the piles of cards
//! and the remaining lava.

use super::drawing::{BOARD_FONT_SIZE, BoardDrawing};
use crate::key;
use crate::{Art, Ink, Point, Weight, to_f32};
use lanai_rules::haleakala::pieces::{Face, Holder, ScoringCard, Ware};

// The top and the height of the display, the middles of its rows, and the height of wares.
pub(super) const DISPLAY_TOP: f32 = 736.0;
const DISPLAY_HEIGHT: f32 = 300.0;
const ROW_MIDDLES: [f32; 2] = [DISPLAY_TOP + 60.0, DISPLAY_TOP + 200.0];
const WARE_HEIGHT: u16 = 98;
/// The vertical distance from the middle of a ware to its price.
const PRICE_DISTANCE: f32 = 73.0;

// Points beside the round, the piles and the lava that is left.
pub(super) const ROUND_CORNER: Point = Point(204.0, 72.0);
pub(super) const PILES_CORNER: Point = Point(36.0, 890.0);
pub(super) const LAVA_STOCK: Point = Point(1036.0, 966.0);

/// Where the display is: its left edge and its width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Display {
    pub(super) left: f32,
    pub(super) width: f32,
}

impl Display {
    pub(super) fn ware_position(self, ware: Ware) -> Point {
        let place = Ware::ALL.iter().position(|other| *other == ware);
        let place = place.unwrap_or(0);
        Point(
            self.left + self.width * (to_f32(place % 3) * 2.0 + 1.0) / 6.0,
            ROW_MIDDLES[usize::from(place > 2)],
        )
    }
}

pub(super) fn draw_display(drawing: &mut BoardDrawing<'_>) {
    let Display { left, width } = drawing.display;
    drawing.draw_sheet_background(
        Point(left, DISPLAY_TOP),
        Point(width, DISPLAY_HEIGHT),
        Ink::WoodLight,
    );
    drawing.pen.canvas.fill_rounded_rect(
        Point(left + 8.0, DISPLAY_TOP + 8.0),
        Point(width - 16.0, DISPLAY_HEIGHT - 16.0),
        16.0,
        Ink::Thatch,
    );
    for ware in Ware::ALL {
        draw_ware(drawing, ware, drawing.display.ware_position(ware));
    }
}

fn draw_ware(drawing: &mut BoardDrawing<'_>, ware: Ware, at: Point) {
    let view = drawing.view;
    let bought = ware == Ware::Priestess && view.priestess == Face::Down;
    let art = if bought {
        Art::ScorePriestessDown
    } else {
        ware_art(ware)
    };
    drawing.pen.draw_piece(art, at, WARE_HEIGHT, None);
    let holder = view.display.iter().find_map(|(card, holder)| match holder {
        Holder::Seat(seat) if ware == Ware::Card(*card) => Some(*seat),
        Holder::Seat(_) | Holder::Display => None,
    });
    if let Some(holder) = holder {
        drawing
            .pen
            .draw_badge(holder, Point(at.0, at.1 + PRICE_DISTANCE - 22.0), 60);
    } else if ware != Ware::Priestess || view.priestess == Face::Up {
        let cost = i32::from(view.printed.cost(ware));
        for shell in 0..cost {
            let x = at.0 + (to_f32(shell) - to_f32(cost - 1) / 2.0) * 40.0;
            drawing
                .pen
                .draw_piece(Art::Shell, Point(x, at.1 + PRICE_DISTANCE), 40, None);
        }
    }
}

pub(super) fn draw_corners(drawing: &mut BoardDrawing<'_>) {
    draw_round(drawing);
    draw_piles(drawing);
    draw_remaining_lava(drawing);
}

fn draw_round(drawing: &mut BoardDrawing<'_>) {
    let round = format!("{} / 2", drawing.view.round.number());
    let x = 36.0;
    let y = 14.0;
    let width = 164.0;
    drawing.draw_sheet_background(Point(x, y), Point(width, 116.0), Ink::Wood);
    drawing.pen.canvas.fill_rounded_rect(
        Point(x + 7.0, y + 7.0),
        Point(width - 14.0, 102.0),
        16.0,
        Ink::WoodLight,
    );
    let word = drawing.phrasebook.words.say(key::DRAW_HAL_ROUND, &[]);
    let at = Point(x + width / 2.0, y + 32.0);
    drawing.pen.draw_text_centred_within(
        &word,
        at,
        width - 20.0,
        Weight::Bold.px(BOARD_FONT_SIZE),
        Ink::Ink,
    );
    drawing.pen.draw_text_centred(
        &round,
        Point(x + width / 2.0, y + 78.0),
        Weight::Heavy.px(52),
        Ink::Ink,
    );
}

/// Draws the three piles with their palms and the number of cards left.
fn draw_piles(drawing: &mut BoardDrawing<'_>) {
    let view = drawing.view;
    for (pile, left) in (0..).zip(view.piles) {
        let x = 70.0 + 66.0 * to_f32(pile);
        let y = 950.0;
        if left > 0 {
            for below in [6.0, 3.0, 0.0] {
                drawing
                    .pen
                    .draw_piece(Art::CardBack, Point(x + below, y + below), 96, None);
            }
            drawing
                .pen
                .draw_outlined_number(&left.to_string(), Point(x, y + 2.0), 46);
        } else {
            drawing.pen.canvas.draw_frame(
                Point(x - 31.0, y - 45.0),
                Point(62.0, 90.0),
                9.0,
                4.0,
                Ink::Shallow,
            );
        }
        for palm in 0..=pile {
            let x = x + (to_f32(palm) - to_f32(pile) / 2.0) * 17.0;
            drawing
                .pen
                .draw_piece(Art::Palm, Point(x, y + 74.0), 36, None);
        }
    }
}

fn draw_remaining_lava(drawing: &mut BoardDrawing<'_>) {
    let left = i32::from(drawing.view.lava_left);
    let all = i32::from(drawing.view.printed.sheet.pieces.lava_discs).max(1);
    let step = (170.0 / to_f32(all)).min(58.0);
    for disc in 0..all {
        let at = Point(1036.0 - step * to_f32(disc), 1012.0);
        if disc < left {
            drawing.pen.draw_piece(Art::LavaDisc, at, 58, None);
        } else {
            drawing.pen.canvas.draw_ring(at, 24.0, 4.0, Ink::Shallow);
        }
    }
}

pub fn ware_art(ware: Ware) -> Art {
    match ware {
        Ware::Card(ScoringCard::Butterflies) => Art::ScoreButterflies,
        Ware::Card(ScoringCard::StatueMajority) => Art::ScoreMajority,
        Ware::Card(ScoringCard::CompleteSegment) => Art::ScoreSegment,
        Ware::Card(ScoringCard::Forest) => Art::ScoreForest,
        Ware::Card(ScoringCard::Mountain) => Art::ScoreMountain,
        Ware::Priestess => Art::ScorePriestess,
    }
}
