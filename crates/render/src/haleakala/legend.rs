//! The legend in a corner of the sea, which explains the marks on the volcano. Without marks, a sun
//! is drawn instead.

use super::drawing::BoardDrawing;
use super::marks::Marks;
use crate::haleakala::traces::{event_circle, is_ringed};
use crate::key;
use crate::{Art, Ink, MIN_FONT_SIZE, Point, Weight, to_f32};
use lanai_rules::haleakala::action::Event;
use lanai_text::Key;

// The centre of the first sample, the line height, and the edges of the texts.
const FIRST_SAMPLE: Point = Point(912.0, 30.0);
const LINE_HEIGHT: f32 = 42.0;
const TEXT_LEFT: f32 = 946.0;
const TEXT_RIGHT: f32 = 1078.0;

/// The number of turns without a card received from which on the legend shows that number.
const QUIET_TURNS_WARNING: u16 = 20;

/// A line of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LegendEntry {
    /// The number of turns in which no player received a card, and the limit of the house rule
    /// `FortyTurns`, after which no disc may be taken back.
    QuietTurns(u16, u16),
    Turn,
    Movement,
    Marked,
    Destroyed,
    Choice,
}

impl LegendEntry {
    fn text_key(self) -> Key {
        match self {
            LegendEntry::QuietTurns(..) => key::DRAW_HAL_LEGEND_QUIET,
            LegendEntry::Turn => key::DRAW_HAL_LEGEND_TURN,
            LegendEntry::Movement => key::DRAW_HAL_LEGEND_WAY,
            LegendEntry::Marked => key::DRAW_HAL_LEGEND_DONE,
            LegendEntry::Destroyed => key::DRAW_HAL_LEGEND_GONE,
            LegendEntry::Choice => key::DRAW_HAL_LEGEND_CHOICE,
        }
    }
}

pub(super) fn draw_legend(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let entries = legend_entries(drawing, marks);
    if entries.is_empty() {
        drawing
            .pen
            .draw_piece(Art::Sun, Point(1014.0, 70.0), 104, None);
    }
    for (entry, line) in entries.into_iter().zip(0..) {
        let y = FIRST_SAMPLE.1 + LINE_HEIGHT * to_f32(line);
        draw_legend_sample(drawing, entry, Point(FIRST_SAMPLE.0, y));
        let (turns, limit) = if let LegendEntry::QuietTurns(turns, limit) = entry {
            (turns, limit)
        } else {
            (0, 0)
        };
        let fill = [("turns", turns.into()), ("most", limit.into())];
        let text = drawing.phrasebook.words.say(entry.text_key(), &fill);
        let style = Weight::Bold.px(MIN_FONT_SIZE);
        drawing.pen.draw_text(
            &text,
            Point(TEXT_LEFT, y),
            TEXT_RIGHT - TEXT_LEFT,
            style,
            Ink::Ink,
        );
    }
}

/// Returns an entry for each kind of mark that the picture contains.
fn legend_entries(drawing: &BoardDrawing<'_>, marks: &Marks) -> Vec<LegendEntry> {
    let view = drawing.view;
    let limit = view
        .options
        .shuffling
        .quiet_turns()
        .filter(|_| view.quiet >= QUIET_TURNS_WARNING);
    let mut has_movement = false;
    let mut has_marked = false;
    let mut has_destroyed = false;
    for (_, event) in &marks.events {
        has_movement |= matches!(
            event,
            Event::Walked { .. } | Event::Sailed { .. } | Event::LavaMoved { .. }
        );
        has_destroyed |= matches!(event, Event::Destroyed { .. });
        has_marked |= matches!(event, Event::Laid { .. })
            || event_circle(drawing, event).is_some()
                && is_ringed(drawing, event, marks.has_several_turns());
    }
    let shown = [
        (LegendEntry::Turn, marks.has_several_turns()),
        (LegendEntry::Movement, has_movement),
        (LegendEntry::Marked, has_marked),
        (LegendEntry::Destroyed, has_destroyed),
        (LegendEntry::Choice, !view.legal.is_empty()),
    ];
    limit
        .map(|limit| LegendEntry::QuietTurns(view.quiet.min(limit), limit))
        .into_iter()
        .chain(
            shown
                .into_iter()
                .filter(|(_, is_shown)| *is_shown)
                .map(|(entry, _)| entry),
        )
        .collect()
}

fn draw_legend_sample(drawing: &mut BoardDrawing<'_>, entry: LegendEntry, Point(x, y): Point) {
    match entry {
        LegendEntry::QuietTurns(..) => {
            drawing
                .pen
                .draw_piece(Art::Hourglass, Point(x, y), 40, None)
        }
        LegendEntry::Turn => drawing.pen.draw_turn_number(1, None, Point(x, y), 20.0),
        LegendEntry::Movement => drawing
            .pen
            .draw_arrow(&[Point(x - 22.0, y), Point(x + 20.0, y)], crate::MARK_INK),
        LegendEntry::Marked => drawing.pen.draw_marked_ring(Point(x, y), 13.0),
        LegendEntry::Destroyed => drawing.pen.draw_cross(Point(x, y)),
        LegendEntry::Choice => drawing.pen.draw_dashed_ring(Point(x, y), 15.0),
    }
}
