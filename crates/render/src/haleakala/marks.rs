//! Marks: the events of the last turn or turns that a picture shows, and who acted in them.

use lanai_rules::{Seat, haleakala::action::Event};

#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// The events, each with the number of its turn.
    pub(super) events: Vec<(usize, Event)>,
    /// The seat that acted in each turn, or `None` if unknown. Empty if there is only one turn,
    /// which is shown without a number.
    pub(super) turns: Vec<Option<Seat>>,
}

impl Marks {
    pub(super) fn from_turns(turns: &[Vec<Event>]) -> Marks {
        let numbered = (1..).zip(turns);
        let events =
            numbered.flat_map(|(turn, events)| events.iter().map(move |event| (turn, *event)));
        Marks {
            events: events.collect(),
            turns: if turns.len() > 1 {
                acting_seats(turns)
            } else {
                Vec::new()
            },
        }
    }

    /// Returns whether there are several turns; only then are turns numbered.
    pub(super) fn has_several_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    pub(super) fn points_scored(&self, seat: Seat) -> Option<u16> {
        let points = self.events.iter().filter_map(|(_, event)| {
            let Event::Scored {
                seat: scorer,
                points,
            } = event
            else {
                return None;
            };
            (*scorer == seat).then(|| points.total())
        });
        points.reduce(|sum, points| sum + points)
    }
}

/// Returns the seat that acted in each turn. The events of a sailing boat name no seat, but seats
/// take turns alternately.
fn acting_seats(turns: &[Vec<Event>]) -> Vec<Option<Seat>> {
    let begun: Vec<usize> = (0..turns.len())
        .filter(|turn| starts_turn(&turns[*turn]))
        .collect();
    let known = begun.iter().enumerate().find_map(|(place, turn)| {
        let seat = acting_seat(&turns[*turn])?;
        Some(KnownTurn { place, seat })
    });
    turns
        .iter()
        .enumerate()
        .map(|(turn, events)| acting_seat(events).or_else(|| alternate_seat(known, &begun, turn)))
        .collect()
}

/// A turn, by its index among the turns that have begun, and the seat that acted in it.
#[derive(Clone, Copy)]
struct KnownTurn {
    place: usize,
    seat: Seat,
}

/// Returns the seat that acted in a turn. Seats alternate, so one known turn is enough.
fn alternate_seat(known: Option<KnownTurn>, begun: &[usize], turn: usize) -> Option<Seat> {
    let KnownTurn { place, seat } = known?;
    if place % 2 == begun.binary_search(&turn).ok()? % 2 {
        Some(seat)
    } else {
        Seat::from_number(3_u8.checked_sub(seat.number())?)
    }
}

/// Returns whether these events begin a turn, rather than settle a decision within one.
fn starts_turn(events: &[Event]) -> bool {
    let first = events.first();
    first.is_some_and(|event| {
        matches!(
            event,
            Event::Placed { .. } | Event::TookBack { .. } | Event::Sailed { .. }
        )
    })
}

/// Returns the seat that the first event names, if there is one.
fn acting_seat(events: &[Event]) -> Option<Seat> {
    match *events.first()? {
        Event::Placed { seat, .. }
        | Event::Invoked { seat, .. }
        | Event::TookBack { seat, .. }
        | Event::Walked { seat, .. }
        | Event::Received { seat, .. }
        | Event::NothingLeft { seat }
        | Event::Built { seat, .. }
        | Event::InVain { seat, .. }
        | Event::LavaMoved { seat, .. }
        | Event::LavaLeft { seat }
        | Event::InvocationBack { seat }
        | Event::Bought { seat, .. }
        | Event::BoughtNothing { seat } => Some(seat),
        Event::Sailed { .. }
        | Event::DiscsBack { .. }
        | Event::Laid { .. }
        | Event::LavaRose { .. }
        | Event::NoLavaLeft { .. }
        | Event::ScoringBegins { .. }
        | Event::Destroyed { .. }
        | Event::Scored { .. }
        | Event::SecondRound => None,
    }
}
