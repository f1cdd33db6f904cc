//! What is taught of Haleakala: one delivery.

use crate::lessons::Teach;
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;

impl Teach for Haleakala {
    const STEPS: &'static [&'static str] = &["disc", "delivery", "sums"];

    fn shows(step: &str, seat: Seat, events: &[Event]) -> bool {
        // In a turn of the other player, cards may come, too.
        let sails = events
            .iter()
            .any(|event| matches!(event, Event::Sailed { .. }));
        events.iter().any(|event| match (step, event) {
            ("disc" | "sums", Event::Placed { seat: who, .. }) => *who == seat && !sails,
            ("delivery", Event::Received { seat: who, .. }) => *who == seat,
            _ => false,
        })
    }

    fn completes(seat: Seat, events: &[Event]) -> bool {
        Haleakala::shows("delivery", seat, events)
    }
}
