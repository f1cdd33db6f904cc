//! Marks: what happened in the last turn or several, and whose turns they were.

use crate::rules::{
    Seat,
    haleakala::{
        action::Event,
        board::{Segment, Shaman, Site},
        pieces::{Card, Disc, Ware},
    },
};

/// What happened in a turn or several, as far as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// Each with the number of its turn.
    pub(super) marks: Vec<(usize, Mark)>,
    /// Who acted in each turn, as far as it can be told; nobody if it is one alone, which has no number.
    pub(super) turns: Vec<Option<Seat>>,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Placed(Seat, Disc, Segment),
    Cleared(Segment),
    Walked(Shaman, Site),
    Sailed(Segment, Segment),
    Laid(Card, Segment),
    Built(Site),
    Destroyed(Site),
    LavaMoved(Segment, Segment),
    LavaRose(Segment),
    Bought(Ware),
    Scored(Seat, u16),
}

impl Marks {
    /// The marks of these turns.
    pub(super) fn of(turns: &[Vec<Event>]) -> Marks {
        let of_turn = |(turn, events): (usize, &Vec<Event>)| {
            events.iter().filter_map(mark).map(move |mark| (turn, mark)).collect::<Vec<_>>()
        };
        let marks = (1..).zip(turns).flat_map(of_turn).collect();
        Marks { marks, turns: if turns.len() > 1 { actors(turns) } else { Vec::new() } }
    }

    /// Whether turns are told apart by numbers.
    pub(super) fn numbered(&self) -> bool {
        !self.turns.is_empty()
    }

    /// What a seat scored.
    pub(super) fn scored(&self, seat: Seat) -> Option<u16> {
        let points = self.marks.iter().filter_map(|(_, mark)| {
            if let Mark::Scored(scorer, points) = mark { (*scorer == seat).then_some(*points) } else { None }
        });
        points.reduce(|sum, points| sum + points)
    }
}

fn mark(event: &Event) -> Option<Mark> {
    Some(match *event {
        Event::Placed { seat, disc, at } => Mark::Placed(seat, disc, at),
        Event::TookBack { from: at, .. } | Event::DiscsBack { at } => Mark::Cleared(at),
        Event::Walked { from, to, .. } => Mark::Walked(from, to),
        Event::Sailed { from, to } => Mark::Sailed(from, to),
        Event::Laid { card, at } => Mark::Laid(card, at),
        Event::Built { site, .. } => Mark::Built(site),
        Event::Destroyed { site, .. } => Mark::Destroyed(site),
        Event::LavaMoved { from, to, .. } => Mark::LavaMoved(from, to),
        Event::LavaRose { at, .. } => Mark::LavaRose(at),
        Event::Bought { ware, .. } => Mark::Bought(ware),
        Event::Scored { seat, points } => Mark::Scored(seat, points.total()),
        Event::Invoked { .. }
        | Event::Received { .. }
        | Event::NothingLeft { .. }
        | Event::InVain { .. }
        | Event::LavaLeft { .. }
        | Event::InvocationBack { .. }
        | Event::BoughtNothing { .. }
        | Event::NoLavaLeft { .. }
        | Event::ScoringBegins { .. }
        | Event::SecondRound => return None,
    })
}

/// Who acted in each turn. A boat that sails alone is nobody's; but both seats begin turns one after the other.
fn actors(turns: &[Vec<Event>]) -> Vec<Option<Seat>> {
    let begun: Vec<usize> = (0..turns.len()).filter(|turn| begins(&turns[*turn])).collect();
    let known = begun.iter().enumerate().find_map(|(place, turn)| Some((place, actor(&turns[*turn])?)));
    let by_turns = |turn: usize| {
        let ((place, seat), own) = (known?, begun.binary_search(&turn).ok()?);
        if place % 2 == own % 2 { Some(seat) } else { other(seat) }
    };
    turns.iter().enumerate().map(|(turn, events)| actor(events).or_else(|| by_turns(turn))).collect()
}

fn other(seat: Seat) -> Option<Seat> {
    Seat::from_number(3_u8.checked_sub(seat.number())?)
}

/// Whether a turn begins with these events, and not something that had to be settled in one.
fn begins(events: &[Event]) -> bool {
    let first = events.first();
    first.is_some_and(|it| matches!(it, Event::Placed { .. } | Event::TookBack { .. } | Event::Sailed { .. }))
}

/// Who did what happened first, if that says it.
fn actor(events: &[Event]) -> Option<Seat> {
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
