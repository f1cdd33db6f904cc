//! The lesson for a first game of Hawaii, which ends when the learner leaves a round.

use crate::lessons::Teach;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::{Level, VillageTile};

/// The number of purchases that complete the step "people".
const PURCHASES: usize = 3;

impl Teach for Hawaii {
    const STEPS: &'static [&'static str] = &["village", "sides", "fish", "people", "order"];

    fn demonstrates(step: &str, seat: Seat, events: &[Event]) -> bool {
        events.iter().any(|event| match (step, event) {
            (
                "village",
                Event::Built {
                    seat: event_seat,
                    tile: VillageTile::Hut(_),
                    level,
                    ..
                },
            ) => *event_seat == seat && *level == Level::One,
            (
                "sides",
                Event::Built {
                    seat: event_seat,
                    level,
                    ..
                },
            ) => *event_seat == seat && *level == Level::Two,
            (
                "fish",
                Event::Fished {
                    seat: event_seat, ..
                },
            )
            | (
                "people",
                Event::TookPrice {
                    seat: event_seat, ..
                },
            )
            | (
                "order",
                Event::Left {
                    seat: event_seat, ..
                },
            ) => *event_seat == seat,
            _ => false,
        })
    }

    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Event>]) -> bool {
        let seen = turns
            .iter()
            .filter(|events| Hawaii::demonstrates(step, seat, events))
            .count();
        seen >= if step == "people" { PURCHASES } else { 1 }
    }

    fn completes_lesson(seat: Seat, events: &[Event]) -> bool {
        Hawaii::demonstrates("order", seat, events)
    }
}
