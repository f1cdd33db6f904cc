//! What a turn of Haleakala is good for, as a player would say it.

use super::looks::Topic;
use crate::Taken;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::haleakala::board::{Segment, Site};
use lanai_rules::haleakala::pieces::{Card, Ware};
use lanai_rules::haleakala::state::State;
use lanai_rules::{Rules as _, Seat};

/// What a turn is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// So many points are scored at once.
    Points(u16),
    /// The higher sum lies on this beach now.
    Ahead(Segment),
    /// More lies on this beach.
    Stronger(Segment),
    /// A statue is built here.
    Statue(Site),
    /// This card comes.
    Card(Card),
    /// So many discs are in hand again.
    InHand(u8),
    /// The shaman stands here.
    Shaman(Site),
    Bought(Ware),
    /// The next scoring brings so much more.
    Scoring(u16),
}

/// What there is to be said of a topic, after a turn.
pub(super) fn reason(taken: &Taken<'_, Haleakala>, topic: Topic) -> Option<Reason> {
    let facts = Facts { taken };
    match topic {
        Topic::AtOnce => facts
            .own(|event| {
                if let Event::Scored { points, .. } = event {
                    Some(points.total())
                } else {
                    None
                }
            })
            .filter(|points| *points > 0)
            .map(Reason::Points),
        Topic::Beach(at) => facts.beach(at),
        Topic::Hands => facts.hands(),
        Topic::Shamans => facts.own(|event| {
            if let Event::Walked { to, .. } = event {
                Some(Reason::Shaman(*to))
            } else {
                None
            }
        }),
        Topic::Display => facts.own(|event| {
            if let Event::Bought { ware, .. } = event {
                Some(Reason::Bought(*ware))
            } else {
                None
            }
        }),
        Topic::Scoring => facts.scoring(),
    }
}

struct Facts<'a> {
    taken: &'a Taken<'a, Haleakala>,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a reason")]
impl Facts<'_> {
    /// What events of this seat tell.
    fn own<T>(&self, tells: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.taken
            .events
            .iter()
            .filter(|event| seat_of(event) == Some(self.taken.seat))
            .find_map(tells)
    }

    fn beach(&self, at: Segment) -> Option<Reason> {
        let built = self.own(|event| match event {
            Event::Built { site, .. } if site.segment == at => Some(Reason::Statue(*site)),
            _ => None,
        });
        let other = self.taken.before.state().other(self.taken.seat);
        let mine = self.taken.seat;
        let [before, after] = [self.taken.before, self.taken.after].map(Haleakala::state);
        let ahead = |state: &State| state.sum(mine, at) > state.sum(other, at);
        let stronger = after.sum(mine, at) > before.sum(mine, at);
        built
            .or_else(|| (ahead(after) && !ahead(before)).then_some(Reason::Ahead(at)))
            .or_else(|| stronger.then_some(Reason::Stronger(at)))
    }

    fn hands(&self) -> Option<Reason> {
        let card = self.own(|event| {
            if let Event::Received { card, .. } = event {
                Some(*card)
            } else {
                None
            }
        });
        let [before, after] =
            [self.taken.before, self.taken.after].map(|game| game.state().in_hand(self.taken.seat));
        card.map(Reason::Card)
            .or_else(|| (after > before).then_some(Reason::InHand(after)))
    }

    fn scoring(&self) -> Option<Reason> {
        let [before, after] =
            [self.taken.before, self.taken.after].map(|game| (game.state().round, game));
        let more = |(round, game): (_, &Haleakala)| game.points_of(self.taken.seat, round).total();
        // Where a scoring came in between, the two are not of one kind.
        let grown = (before.0 == after.0).then(|| more(after).saturating_sub(more(before)))?;
        (grown > 0).then_some(Reason::Scoring(grown))
    }
}

/// To whom something happened of which there are reasons.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a reason")]
fn seat_of(event: &Event) -> Option<Seat> {
    match *event {
        Event::Scored { seat, .. }
        | Event::Built { seat, .. }
        | Event::Received { seat, .. }
        | Event::Walked { seat, .. }
        | Event::Bought { seat, .. } => Some(seat),
        _ => None,
    }
}
