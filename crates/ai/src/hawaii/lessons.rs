//! The lesson for Hawaii: a first round, and a last one with the scoring of villages.

use crate::lessons::{LessonPart, Teach};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::{Level, VillageTile};
use lanai_rules::{Rules as _, Seat};

/// The number of purchases that complete the step "people".
const PURCHASES: usize = 3;
/// The round in which the second part takes place.
const LAST_ROUND: u8 = 5;

impl Teach for Hawaii {
    fn steps(part: LessonPart) -> &'static [&'static str] {
        match part {
            LessonPart::First => &["village", "sides", "fish", "people", "order"],
            LessonPart::Second => &["boat", "island", "tiki", "kahuna", "irrigation", "end"],
        }
    }

    fn has_numbered_steps(_part: LessonPart) -> bool {
        true
    }

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
                "order" | "end",
                Event::Left {
                    seat: event_seat, ..
                },
            )
            | (
                "boat",
                Event::GotBoat {
                    seat: event_seat, ..
                },
            )
            | (
                "tiki",
                Event::GotTikis {
                    seat: event_seat, ..
                },
            )
            | (
                "kahuna",
                Event::GotKahunas {
                    seat: event_seat, ..
                },
            )
            | (
                "island",
                Event::Visited {
                    seat: event_seat, ..
                },
            )
            | (
                "irrigation",
                Event::Built {
                    seat: event_seat,
                    tile: VillageTile::Irrigation,
                    ..
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

    fn completes_part(part: LessonPart, seat: Seat, events: &[Event]) -> bool {
        match part {
            LessonPart::First => Hawaii::demonstrates("order", seat, events),
            LessonPart::Second => events
                .iter()
                .any(|event| matches!(event, Event::FinalScoring { .. })),
        }
    }

    fn is_late(&self) -> bool {
        self.state().round == LAST_ROUND
    }
}
