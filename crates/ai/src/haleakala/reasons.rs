//! What a turn of Haleakala is good for, as a player would say it.

use super::features::HaleakalaTopic;
use crate::TakenTurn;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::haleakala::board::{Segment, Site};
use lanai_rules::haleakala::pieces::{Card, Ware};
use lanai_rules::haleakala::state::State;
use lanai_rules::{Rules as _, Seat};

/// What a turn is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaleakalaReason {
    /// Points scored in the turn itself.
    Points(u16),
    /// The player now has the higher sum on this beach.
    Ahead(Segment),
    /// The player's sum on this beach is higher than before.
    Stronger(Segment),
    Statue(Site),
    /// A card that is received.
    Card(Card),
    /// The number of discs in hand after the turn.
    InHand(u8),
    /// The site to which the shaman walks.
    Shaman(Site),
    Bought(Ware),
    /// How many more points the next scoring brings.
    Scoring(u16),
}

/// Returns the reason that a topic gives for a turn, if any.
pub(super) fn reason(
    taken: &TakenTurn<'_, Haleakala>,
    topic: HaleakalaTopic,
) -> Option<HaleakalaReason> {
    let facts = HaleakalaTurnFacts { taken };
    match topic {
        HaleakalaTopic::ImmediatePoints => facts
            .find_event(|event| {
                if let Event::Scored { points, .. } = event {
                    Some(points.total())
                } else {
                    None
                }
            })
            .filter(|points| *points > 0)
            .map(HaleakalaReason::Points),
        HaleakalaTopic::Beach(at) => facts.beach(at),
        HaleakalaTopic::Hands => facts.hands(),
        HaleakalaTopic::Shamans => facts.find_event(|event| {
            if let Event::Walked { to, .. } = event {
                Some(HaleakalaReason::Shaman(*to))
            } else {
                None
            }
        }),
        HaleakalaTopic::Display => facts.find_event(|event| {
            if let Event::Bought { ware, .. } = event {
                Some(HaleakalaReason::Bought(*ware))
            } else {
                None
            }
        }),
        HaleakalaTopic::Scoring => facts.scoring(),
    }
}

struct HaleakalaTurnFacts<'a> {
    taken: &'a TakenTurn<'a, Haleakala>,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a reason")]
impl HaleakalaTurnFacts<'_> {
    /// Returns the first match among the events of this seat.
    fn find_event<T>(&self, matches: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.taken
            .events
            .iter()
            .filter(|event| seat_of(event) == Some(self.taken.seat))
            .find_map(matches)
    }

    fn beach(&self, at: Segment) -> Option<HaleakalaReason> {
        let built = self.find_event(|event| match event {
            Event::Built { site, .. } if site.segment == at => Some(HaleakalaReason::Statue(*site)),
            _ => None,
        });
        let other = self.taken.before.state().other(self.taken.seat);
        let mine = self.taken.seat;
        let [before, after] = [self.taken.before, self.taken.after].map(Haleakala::state);
        let ahead = |state: &State| state.sum(mine, at) > state.sum(other, at);
        let stronger = after.sum(mine, at) > before.sum(mine, at);
        built
            .or_else(|| (ahead(after) && !ahead(before)).then_some(HaleakalaReason::Ahead(at)))
            .or_else(|| stronger.then_some(HaleakalaReason::Stronger(at)))
    }

    fn hands(&self) -> Option<HaleakalaReason> {
        let card = self.find_event(|event| {
            if let Event::Received { card, .. } = event {
                Some(*card)
            } else {
                None
            }
        });
        let [before, after] =
            [self.taken.before, self.taken.after].map(|game| game.state().in_hand(self.taken.seat));
        card.map(HaleakalaReason::Card)
            .or_else(|| (after > before).then_some(HaleakalaReason::InHand(after)))
    }

    fn scoring(&self) -> Option<HaleakalaReason> {
        let [before, after] =
            [self.taken.before, self.taken.after].map(|game| (game.state().round, game));
        let more = |(round, game): (_, &Haleakala)| game.points_of(self.taken.seat, round).total();
        // A scoring in between changes the round, and the two sums cannot be compared.
        let grown = (before.0 == after.0).then(|| more(after).saturating_sub(more(before)))?;
        (grown > 0).then_some(HaleakalaReason::Scoring(grown))
    }
}

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
