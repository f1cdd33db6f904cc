//! The legend: in a corner of the sea, what the marks on the volcano mean; if there are none, the sun shines there.

use super::drawing::BoardDrawing;
use super::marks::Marks;
use crate::haleakala::traces::{event_circle, is_ringed};
use crate::{Art, Ink, Point, SMALLEST, Weight, real};
use lanai_rules::haleakala::action::Event;

/// The middle of the first sample, from one line to the next, and where words begin and end.
const FIRST: Point = Point(912.0, 30.0);
const LINE: f32 = 42.0;
const WORDS: f32 = 946.0;
const END: f32 = 1078.0;

/// The last turns before discs stay where they are are worth a warning.
const QUIET: u16 = 20;

/// A line of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LegendEntry {
    /// Turns in which no player received a card, and their limit: after it, discs are no longer
    /// shuffled.
    Quiet(u16, u16),
    Turn,
    Way,
    Done,
    Gone,
    Choice,
}

impl LegendEntry {
    fn text_key(self) -> &'static str {
        match self {
            LegendEntry::Quiet(..) => "draw-hal-legend-quiet",
            LegendEntry::Turn => "draw-hal-legend-turn",
            LegendEntry::Way => "draw-hal-legend-way",
            LegendEntry::Done => "draw-hal-legend-done",
            LegendEntry::Gone => "draw-hal-legend-gone",
            LegendEntry::Choice => "draw-hal-legend-choice",
        }
    }
}

pub(super) fn draw_legend(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let kinds = legend_entries(drawing, marks);
    if kinds.is_empty() {
        drawing
            .pen
            .draw_piece(Art::Sun, Point(1014.0, 70.0), 104, None);
    }
    for (kind, line) in kinds.into_iter().zip(0..) {
        let y = FIRST.1 + LINE * real(line);
        draw_legend_sample(drawing, kind, Point(FIRST.0, y));
        let (turns, most) = if let LegendEntry::Quiet(turns, most) = kind {
            (turns, most)
        } else {
            (0, 0)
        };
        let fill = [("turns", turns.into()), ("most", most.into())];
        let text = drawing.phrasebook.words.say(kind.text_key(), &fill);
        let style = Weight::Bold.at(SMALLEST);
        drawing
            .pen
            .draw_text(&text, Point(WORDS, y), END - WORDS, style, Ink::Ink);
    }
}

/// Returns the kinds of marks in a picture.
fn legend_entries(drawing: &BoardDrawing<'_>, marks: &Marks) -> Vec<LegendEntry> {
    let view = drawing.view;
    let most = view
        .options
        .shuffling
        .quiet_turns()
        .filter(|_| view.quiet >= QUIET);
    let any = |wanted: fn(&Event) -> bool| marks.events.iter().any(|(_, event)| wanted(event));
    let is_done = |(_, event): &(usize, Event)| {
        matches!(event, Event::Laid { .. })
            || event_circle(drawing, event).is_some()
                && is_ringed(drawing, event, marks.has_several_turns())
    };
    let way = any(|it| {
        matches!(
            it,
            Event::Walked { .. } | Event::Sailed { .. } | Event::LavaMoved { .. }
        )
    });
    let marked = [
        (LegendEntry::Turn, marks.has_several_turns()),
        (LegendEntry::Way, way),
        (LegendEntry::Done, marks.events.iter().any(is_done)),
        (
            LegendEntry::Gone,
            any(|it| matches!(it, Event::Destroyed { .. })),
        ),
        (LegendEntry::Choice, !view.legal.is_empty()),
    ];
    let there = marked
        .into_iter()
        .filter_map(|(kind, there)| there.then_some(kind));
    most.map(|most| LegendEntry::Quiet(view.quiet.min(most), most))
        .into_iter()
        .chain(there)
        .collect()
}

fn draw_legend_sample(drawing: &mut BoardDrawing<'_>, kind: LegendEntry, Point(x, y): Point) {
    match kind {
        LegendEntry::Quiet(..) => drawing
            .pen
            .draw_piece(Art::Hourglass, Point(x, y), 40, None),
        LegendEntry::Turn => drawing.pen.draw_turn_number(1, None, Point(x, y), 20.0),
        LegendEntry::Way => drawing
            .pen
            .draw_arrow(&[Point(x - 22.0, y), Point(x + 20.0, y)], crate::MARK),
        LegendEntry::Done => drawing.pen.draw_marked_ring(Point(x, y), 13.0),
        LegendEntry::Gone => drawing.pen.draw_cross(Point(x, y)),
        LegendEntry::Choice => drawing.pen.draw_dashed_ring(Point(x, y), 15.0),
    }
}
