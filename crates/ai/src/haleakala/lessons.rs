//! The lesson for a first game of Haleakala, which ends with the learner's first delivery.

use crate::lessons::Teach;
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;

impl Teach for Haleakala {
    const STEPS: &'static [&'static str] = &["disc", "delivery", "sums"];

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
            ) => *event_seat == seat,
            _ => false,
        })
    }

    fn completes_lesson(seat: Seat, events: &[Event]) -> bool {
        Haleakala::demonstrates("delivery", seat, events)
    }
}
