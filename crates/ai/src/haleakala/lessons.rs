//! The lesson for Haleakala: a first delivery, and the turns before a scoring.

use crate::lessons::{LessonPart, Teach};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::{Rules as _, Seat};

/// With this many cards left in the pile that ends the first round, the second part starts.
const LATE_PILE: usize = 5;
/// The number of placed discs that complete the step "sums"; the first one completes "disc".
const DISCS: usize = 2;

impl Teach for Haleakala {
    fn steps(part: LessonPart) -> &'static [&'static str] {
        match part {
            LessonPart::First => &["disc", "sums", "delivery"],
            LessonPart::Second => &["statue", "priestess", "shell", "eruption"],
        }
    }

    fn has_numbered_steps(part: LessonPart) -> bool {
        // Which cards come before the eruption ends the second part depends on both players.
        part == LessonPart::First
    }

    fn demonstrates(step: &str, seat: Seat, events: &[Event]) -> bool {
        // Without the boat's move: a disc that moves the boat is no example of placing one for
        // later.
        let sails = events
            .iter()
            .any(|event| matches!(event, Event::Sailed { .. }));
        events.iter().any(|event| match (step, event) {
            (
                "disc" | "sums",
                Event::Placed {
                    seat: event_seat, ..
                },
            ) => *event_seat == seat && !sails,
            (
                "delivery",
                Event::Received {
                    seat: event_seat, ..
                },
            )
            | (
                "statue",
                Event::Built {
                    seat: event_seat, ..
                },
            )
            | (
                "priestess",
                Event::LavaMoved {
                    seat: event_seat, ..
                },
            )
            | (
                "shell",
                Event::Bought {
                    seat: event_seat, ..
                },
            ) => *event_seat == seat,
            ("eruption", Event::ScoringBegins { .. }) => true,
            _ => false,
        })
    }

    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Event>]) -> bool {
        let seen = turns
            .iter()
            .filter(|events| Haleakala::demonstrates(step, seat, events))
            .count();
        seen >= if step == "sums" { DISCS } else { 1 }
    }

    fn completes_part(part: LessonPart, seat: Seat, events: &[Event]) -> bool {
        let step = match part {
            LessonPart::First => "delivery",
            LessonPart::Second => "eruption",
        };
        Haleakala::demonstrates(step, seat, events)
    }

    fn is_late(&self) -> bool {
        self.state().piles[1].len() <= LATE_PILE
    }
}
