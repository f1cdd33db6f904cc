//! The reasons for a turn of Haleakala, in the terms that players use.

use super::features::HaleakalaTopic;
use crate::TakenTurn;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::haleakala::board::{Segment, Site};
use lanai_rules::haleakala::pieces::{Card, Ware};

use lanai_rules::{Rules as _, Seat};

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaleakalaReason {
    /// The points scored in the turn itself.
    Points(u16),
    /// The player now has the higher sum on this beach.
    Ahead(Segment),
    /// The player's sum on this beach is higher than before.
    Stronger(Segment),
    Statue(Site),
    /// The card that the player receives.
    Card(Card),
    /// The number of discs in hand after the turn.
    InHand(u8),
    /// The site to which the shaman walks.
    Shaman(Site),
    Bought(Ware),
    /// How many more points the next scoring would bring.
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
        HaleakalaTopic::Beach(at) => facts.beach_gain(at),
        HaleakalaTopic::Hands => facts.hand_gain(),
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
        HaleakalaTopic::Scoring => facts.scoring_gain(),
    }
}

struct HaleakalaTurnFacts<'a> {
    taken: &'a TakenTurn<'a, Haleakala>,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a reason")]
impl HaleakalaTurnFacts<'_> {
    /// Returns the first result of `matches` among the events of the turn's seat.
    fn find_event<T>(&self, matches: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.taken
            .events
            .iter()
            .filter(|event| seat_of(event) == Some(self.taken.seat))
            .find_map(matches)
    }

    fn beach_gain(&self, at: Segment) -> Option<HaleakalaReason> {
        let built = self.find_event(|event| match event {
            Event::Built { site, .. } if site.segment == at => Some(HaleakalaReason::Statue(*site)),
            _ => None,
        });
        let other = self.taken.before.state().other(self.taken.seat);
        let mine = self.taken.seat;
        let [before, after] = [self.taken.before, self.taken.after].map(Haleakala::state);
        let was_ahead = before.sum(mine, at) > before.sum(other, at);
        let is_ahead = after.sum(mine, at) > after.sum(other, at);
        if built.is_some() {
            built
        } else if is_ahead && !was_ahead {
            Some(HaleakalaReason::Ahead(at))
        } else if after.sum(mine, at) > before.sum(mine, at) {
            Some(HaleakalaReason::Stronger(at))
        } else {
            None
        }
    }

    fn hand_gain(&self) -> Option<HaleakalaReason> {
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

    fn scoring_gain(&self) -> Option<HaleakalaReason> {
        let TakenTurn {
            before,
            after,
            seat,
            ..
        } = *self.taken;
        let round = before.state().round;
        // Points of different rounds cannot be compared, and a scoring changes the round.
        if after.state().round != round {
            return None;
        }
        let points_before = before.points_of(seat, round).total();
        let gain = after
            .points_of(seat, round)
            .total()
            .saturating_sub(points_before);
        (gain > 0).then_some(HaleakalaReason::Scoring(gain))
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
