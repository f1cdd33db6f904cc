//! The legend: what the marks on a picture of the island mean, if there are any.

use super::super::{Ink, MARK, Pen, Point, SMALLEST, Weight};
use super::marks::Marks;
use super::side::{LEFT, WIDE};
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;

/// Where it begins, how high a line is, and where words begin in one.
const TOP: f32 = 532.0;
const LINE: f32 = 54.0;
const WORDS: f32 = 92.0;

/// A line of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LegendEntry {
    Way,
    Turn,
    Done,
    Choice,
}

impl LegendEntry {
    /// Returns the kinds of marks in a picture.
    fn all(view: &View, marks: &Marks) -> Vec<LegendEntry> {
        let there = [
            (LegendEntry::Way, marks.walks().next().is_some()),
            (
                LegendEntry::Turn,
                marks.has_several_turns() && !marks.turn_ends().is_empty(),
            ),
            (LegendEntry::Done, marks.has_purchases()),
            (LegendEntry::Choice, !view.legal.is_empty()),
        ];
        there
            .into_iter()
            .filter_map(|(kind, there)| there.then_some(kind))
            .collect()
    }

    fn text_key(self) -> &'static str {
        match self {
            LegendEntry::Way => "draw-legend-way",
            LegendEntry::Turn => "draw-legend-turn",
            LegendEntry::Done => "draw-legend-done",
            LegendEntry::Choice => "draw-legend-choice",
        }
    }
}

pub(super) fn draw_legend(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    let kinds = LegendEntry::all(view, marks);
    let mut y = TOP + LINE / 2.0;
    for kind in kinds {
        draw_legend_sample(pen, kind, Point(LEFT + 46.0, y));
        let text = phrasebook.words.say(kind.text_key(), &[]);
        let at = Point(LEFT + WORDS, y);
        pen.draw_text(
            &text,
            at,
            WIDE - WORDS,
            Weight::Bold.at(SMALLEST),
            Ink::White,
        );
        y += LINE;
    }
}

fn draw_legend_sample(pen: &mut Pen<'_>, kind: LegendEntry, Point(x, y): Point) {
    match kind {
        LegendEntry::Way => pen.draw_arrow(&[Point(x - 34.0, y), Point(x + 32.0, y)], Ink::Stone),
        LegendEntry::Turn => pen.draw_turn_number(1, None, Point(x, y), 20.0),
        LegendEntry::Done => {
            let layers = [(0.0, Ink::White), (3.0, MARK), (9.0, Ink::Glow)];
            pen.draw_nested_rects(Point(x - 32.0, y - 18.0), Point(64.0, 36.0), 10.0, layers);
        }
        LegendEntry::Choice => pen.draw_dashed_frame(Point(x - 28.0, y - 15.0), Point(56.0, 30.0)),
    }
}
