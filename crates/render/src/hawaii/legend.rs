//! The legend, which explains the marks on a picture of the island, if there are any.

use super::super::{Ink, MARK_INK, MIN_FONT_SIZE, Pen, Point, Weight};
use super::marks::Marks;
use super::side::{SIDE_LEFT, SIDE_WIDTH};
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;

// The top of the legend, its line height, and the left edge of its texts.
const LEGEND_TOP: f32 = 532.0;
const LINE_HEIGHT: f32 = 54.0;
const TEXT_LEFT: f32 = 92.0;

/// A line of the legend.
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

    fn text_key(self) -> &'static str {
        match self {
            LegendEntry::Walk => "draw-legend-way",
            LegendEntry::Turn => "draw-legend-turn",
            LegendEntry::Marked => "draw-legend-done",
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
    let entries = LegendEntry::in_picture(view, marks);
    let mut y = LEGEND_TOP + LINE_HEIGHT / 2.0;
    for entry in entries {
        draw_legend_sample(pen, entry, Point(SIDE_LEFT + 46.0, y));
        let text = phrasebook.words.say(entry.text_key(), &[]);
        let at = Point(SIDE_LEFT + TEXT_LEFT, y);
        pen.draw_text(
            &text,
            at,
            SIDE_WIDTH - TEXT_LEFT,
            Weight::Bold.px(MIN_FONT_SIZE),
            Ink::White,
        );
        y += LINE_HEIGHT;
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
