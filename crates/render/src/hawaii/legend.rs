//! The legend, which explains the marks on a picture of the island, if there are any.

use super::super::{Ink, MARK_INK, MIN_FONT_SIZE, Pen, Point, Weight, to_f32};
use super::cards::{CARD_WIDTH, players_bottom};
use super::marks::Marks;
use super::measures::MARGIN;
use crate::key;
use lanai_rules::hawaii::view::View;
use lanai_text::Key;
use lanai_text::hawaii::Phrasebook;

/// The height of the legend, which is one line at the bottom of the picture.
pub(super) const LEGEND_HEIGHT: u16 = 46;

// The middle of a sample and the left edge of its text, from the left edge of an entry.
const SAMPLE_MIDDLE: f32 = 42.0;
const TEXT_LEFT: f32 = 92.0;
/// The fewest entries for which the line is divided, so that a single one is not far from the others.
const MIN_COLUMNS: usize = 3;

/// An entry of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LegendEntry {
    Walk,
    Turn,
    Marked,
    Choice,
}

impl LegendEntry {
    /// Returns an entry for each kind of mark that the picture contains.
    fn in_picture(view: &View, marks: &Marks) -> Vec<LegendEntry> {
        let shown = [
            (LegendEntry::Walk, marks.walks().next().is_some()),
            (
                LegendEntry::Turn,
                marks.has_several_turns() && !marks.turn_ends().is_empty(),
            ),
            (LegendEntry::Marked, marks.has_purchases()),
            (LegendEntry::Choice, !view.legal.is_empty()),
        ];
        shown
            .into_iter()
            .filter_map(|(entry, shown)| shown.then_some(entry))
            .collect()
    }

    fn text_key(self) -> Key {
        match self {
            LegendEntry::Walk => key::DRAW_LEGEND_WAY,
            LegendEntry::Turn => key::DRAW_LEGEND_TURN,
            LegendEntry::Marked => key::DRAW_LEGEND_DONE,
            LegendEntry::Choice => key::DRAW_LEGEND_CHOICE,
        }
    }
}

pub(super) fn draw_legend(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    let entries = LegendEntry::in_picture(view, marks);
    let width = CARD_WIDTH / to_f32(entries.len().max(MIN_COLUMNS));
    let y = to_f32(players_bottom(view.realms.len()) + LEGEND_HEIGHT / 2);
    for (number, entry) in entries.into_iter().enumerate() {
        let left = MARGIN + width * to_f32(number);
        draw_legend_sample(pen, entry, Point(left + SAMPLE_MIDDLE, y));
        let text = phrasebook.words.say(entry.text_key(), &[]);
        pen.draw_text(
            &text,
            Point(left + TEXT_LEFT, y),
            width - TEXT_LEFT - 8.0,
            Weight::Bold.px(MIN_FONT_SIZE),
            Ink::White,
        );
    }
}

fn draw_legend_sample(pen: &mut Pen<'_>, entry: LegendEntry, Point(x, y): Point) {
    match entry {
        LegendEntry::Walk => pen.draw_arrow(&[Point(x - 34.0, y), Point(x + 32.0, y)], Ink::Stone),
        LegendEntry::Turn => pen.draw_turn_number(1, None, Point(x, y), 20.0),
        LegendEntry::Marked => {
            let layers = [(0.0, Ink::White), (3.0, MARK_INK), (9.0, Ink::Glow)];
            pen.draw_nested_rects(Point(x - 32.0, y - 18.0), Point(64.0, 36.0), 10.0, layers);
        }
        LegendEntry::Choice => pen.draw_dashed_frame(Point(x - 28.0, y - 15.0), Point(56.0, 30.0)),
    }
}
