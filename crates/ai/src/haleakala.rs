//! The heuristic of the greedy policy for Haleakala, which looks one delivery ahead.
//!
//! A beach is worth its cards to the player with the higher sum there, and more if the boat comes
//! soon. All weights are estimates in points.

mod features;
mod lessons;
mod reasons;

use tinyvec::ArrayVec;

use super::feature_writer::count_as_f32;
use super::{Evaluate, FeatureWriter, TakenTurn, index_of_highest};
use features::HaleakalaTopic;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Round};
use lanai_rules::haleakala::board::{BySegment, Segment, Shaman, Site, Terrain, within_reach};
use lanai_rules::haleakala::pieces::{Card, Disc, DiscLocation, Keepsake, ScoringCard, Ware};
use lanai_rules::haleakala::printed::Printed;
use lanai_rules::haleakala::state::{Collected, Player, State};
use lanai_rules::{BySeat, Rules as _, Seat};
pub use reasons::HaleakalaReason;

/// The extra value of a site for each statue that the player already has in its segment.
const SAME_SEGMENT_BONUS: f32 = 0.4;
/// The weight of a beach that the boat reaches later, relative to one that it reaches now.
const LATER_DELIVERY_WEIGHT: f32 = 0.35;

/// The number of turns without a received card after which the planner no longer takes discs back.
const MAX_QUIET_TURNS: u16 = 20;

impl Evaluate for Haleakala {
    fn greedy_choice(&self, seat: Seat, legal: &[Action]) -> usize {
        let heuristic = HaleakalaHeuristic::new(self, seat);
        index_of_highest(legal.iter().map(|action| heuristic.action_value(*action)))
    }

    const NETWORKS: &[(&'static str, &'static [u8])] = &[(
        "haleakala-2.net",
        include_bytes!("../../../assets/policies/haleakala-2.net"),
    )];
    const FEATURE_COUNT: usize = features::FEATURE_COUNT;
    const EVALUATION_NOISE: [f32; 2] = [0.09, 0.03];
    const DISCOUNT: f32 = 0.98;

    type Topic = HaleakalaTopic;
    type Reason = HaleakalaReason;
    const IMMEDIATE_POINTS: HaleakalaTopic = HaleakalaTopic::ImmediatePoints;

    fn encode_features(&self, seat: Seat, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
        features::encode_features(self, seat, features);
    }

    fn reason(taken: &TakenTurn<'_, Haleakala>, topic: HaleakalaTopic) -> Option<HaleakalaReason> {
        reasons::reason(taken, topic)
    }

    /// Keeps the first action; the number of a placed disc and all later actions are details.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has details")]
    fn without_details(actions: &[Action]) -> Vec<Action> {
        let disc = Disc::default();
        let first = actions.first().map(|action| match *action {
            Action::Place { at, .. } => Action::Place { disc, at },
            Action::Invoke { .. } => Action::Invoke { disc },
            other => other,
        });
        first.into_iter().collect()
    }

    fn points(&self, seat: Seat) -> u16 {
        self.state().players[seat].points
    }

    /// Drops taking discs back after many turns without a received card.
    ///
    /// The rules set no limit to placing discs and taking them back, so two players who both gain
    /// by waiting would never finish.
    fn prune(&self, legal: &mut Vec<Action>) {
        let has_others = legal
            .iter()
            .any(|action| !matches!(action, Action::Take { .. }));
        if self.state().quiet >= MAX_QUIET_TURNS && has_others {
            legal.retain(|action| !matches!(action, Action::Take { .. }));
        }
    }
}

/// Values actions from one player's point of view.
#[derive(Clone)]
struct HaleakalaHeuristic<'a> {
    state: &'a State,
    printed: &'a Printed,
    own: Seat,
    other: Seat,
    sums: BySeat<BySegment<u8>>,
    /// Whether each player has statues left to build.
    has_statues_left: BySeat<bool>,
}

impl<'a> HaleakalaHeuristic<'a> {
    fn new(game: &'a Haleakala, own: Seat) -> HaleakalaHeuristic<'a> {
        let state = game.state();
        let sums = BySeat::new(state.seats(), |seat| state.sums(seat));
        let printed = game.figures();
        let each = u16::from(printed.sheet.pieces.statues_each);
        let has_statues_left = BySeat::new(state.seats(), |seat| state.statues_of(seat) < each);
        HaleakalaHeuristic {
            state,
            printed,
            own,
            other: state.other(own),
            sums,
            has_statues_left,
        }
    }

    fn for_other_seat(&self) -> HaleakalaHeuristic<'a> {
        HaleakalaHeuristic {
            own: self.other,
            other: self.own,
            ..self.clone()
        }
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.state.players[seat]
    }

    fn action_value(&self, action: Action) -> f32 {
        match action {
            Action::Place { disc, at } if at == self.state.boat => {
                let number = disc.number();
                self.delivery_value(at.clockwise(number)) + self.beach_value(at, i16::from(number))
                    - self.beach_value(at, 0)
            }
            Action::Invoke { disc } => {
                let to = self.state.boat.clockwise(disc.number());
                self.delivery_value(to) + self.lava_value(to) - 0.2
            }
            Action::Place { disc, at } => {
                self.beach_value(at, i16::from(disc.number())) - self.beach_value(at, 0)
                    + 0.15 * self.walk_gain()
                    - 0.05 * f32::from(disc.number())
            }
            Action::Take { disc } => {
                let lies = Disc::all()
                    .zip(self.player(self.own).discs)
                    .find(|(own, _)| *own == disc);
                let at = if let Some((_, DiscLocation::On(at))) = lies {
                    at
                } else {
                    self.state.boat
                };
                self.beach_value(at, -i16::from(disc.number())) - self.beach_value(at, 0)
                    + 0.15 * self.walk_gain()
                    - 0.3
            }
            Action::Boat => self.delivery_value(self.state.boat.clockwise(1)),
            Action::Walk(site) => self.site_value(self.own, site),
            Action::Stay => match self.player(self.own).shaman {
                Shaman::At(site) => self.site_value(self.own, site),
                Shaman::Hut(_) => 0.0,
            },
            Action::Choose(card) => {
                self.card_value(self.own, card) + 0.6 * self.card_value(self.other, card)
            }
            Action::Lava { from, direction } => {
                self.lava_value(from.next(direction)) - self.lava_value(from)
            }
            Action::LeaveLava => 0.0,
            Action::Buy(ware) => self.ware_value(ware) - 1.1 * f32::from(self.printed.cost(ware)),
            Action::BuyNothing => 0.1,
        }
    }

    fn scorings_left(&self) -> f32 {
        match self.state.round {
            Round::First => 1.7,
            Round::Second => 1.0,
        }
    }

    // --- Cards ---

    fn card_value(&self, player: Seat, card: Card) -> f32 {
        match card {
            Card::Statue => match self.player(player).shaman {
                Shaman::At(site) if self.has_statues_left[player] => self.site_value(player, site),
                Shaman::At(_) | Shaman::Hut(_) => 0.0,
            },
            Card::Priestess => 0.5,
            Card::Shell => 1.6,
            Card::Kept(kept) => self.keepsake_value(player, kept),
            Card::Lava => 0.0,
        }
    }

    fn keepsake_value(&self, player: Seat, kept: Keepsake) -> f32 {
        let kept_cards = &self.player(player).kept;
        let butterfly = if self.printed.has_butterfly(kept) {
            0.4
        } else {
            0.0
        };
        butterfly
            + match kept {
                Keepsake::WhitePearl => {
                    let has_black = kept_cards[Keepsake::BlackPearl.index()] == Collected::Yes;
                    (if has_black { 2.0 } else { 1.3 }) * self.scorings_left()
                }
                Keepsake::BlackPearl => {
                    let has_white = kept_cards[Keepsake::WhitePearl.index()] == Collected::Yes;
                    (if has_white { 3.0 } else { 2.3 }) * self.scorings_left()
                }
                Keepsake::Nautilus => 3.0,
                Keepsake::Fish1
                | Keepsake::Fish2
                | Keepsake::Fish3
                | Keepsake::Fish4
                | Keepsake::Fish5 => 0.45 * f32::from(kept.baskets()) * self.scorings_left(),
            }
    }

    // --- Sites and lava ---

    /// Returns the value of a statue at a site; zero if the site is taken.
    fn site_value(&self, player: Seat, site: Site) -> f32 {
        let statues = self.state.statues[site.segment];
        if statues[site.terrain.index()].is_some() {
            return 0.0;
        }
        let points = &self.printed.sheet.points;
        let (worth, reach) = match site.terrain {
            Terrain::Grassland => (points.grassland, 3),
            Terrain::Forest => (points.forest, 2),
            Terrain::Mountain => (points.mountain, 1),
        };
        let doomed = self.state.lava[site.segment] >= reach;
        let safety = if doomed { 0.05 } else { 0.85 };
        let company = statues
            .iter()
            .filter(|owner| **owner == Some(player))
            .count();
        safety * f32::from(worth) * self.scorings_left()
            + SAME_SEGMENT_BONUS * count_as_f32(company)
    }

    /// Returns the harm that one more lava disc at a crater does to the opponent, less the harm to
    /// this player.
    fn lava_value(&self, at: Segment) -> f32 {
        let next = Terrain::ALL
            .into_iter()
            .rev()
            .nth(usize::from(self.state.lava[at]));
        let owner = next.and_then(|terrain| self.state.statues[at][terrain.index()]);
        let height = next.map_or(0.0, |terrain| 1.0 + count_as_f32(terrain.index()));
        match owner {
            Some(owner) if owner == self.own => -height,
            Some(_) => height,
            None => 0.0,
        }
    }

    /// Returns by how much the best reachable site is worth more than the shaman's current one.
    fn walk_gain(&self) -> f32 {
        let current = match self.player(self.own).shaman {
            Shaman::At(site) => self.site_value(self.own, site),
            Shaman::Hut(_) => 0.0,
        };
        let shaman = self.player(self.own).shaman;
        let mut best = current;
        for segment in Segment::all() {
            for terrain in Terrain::ALL {
                let site = Site { segment, terrain };
                if within_reach(shaman, site) {
                    best = best.max(self.site_value(self.own, site));
                }
            }
        }
        best - current
    }

    // --- Beaches ---

    /// Returns this player's value of a delivery less the opponent's, with `added` to this player's
    /// sum.
    fn delivery_balance(&self, at: Segment, added: i16) -> f32 {
        let own = i16::from(self.sums[self.own][at]) + added;
        let others = i16::from(self.sums[self.other][at]);
        if own <= 0 && others <= 0 {
            return 0.0;
        }
        let cards: ArrayVec<[Card; 2]> = self.state.slots[at].into_iter().flatten().collect();
        let (first, second, sign, both) = if own > others {
            (self.own, self.other, 1.0, others > 0)
        } else {
            (self.other, self.own, -1.0, own > 0)
        };
        let best = cards
            .iter()
            .map(|card| self.card_value(first, *card))
            .fold(0.0, f32::max);
        let rest = match *cards.as_slice() {
            [a, b] if a != b && both => {
                let takes_a = self.card_value(first, a) >= self.card_value(first, b);
                self.card_value(second, if takes_a { b } else { a })
            }
            _ => 0.0,
        };
        sign * (best - rest)
    }

    fn delivery_value(&self, at: Segment) -> f32 {
        self.delivery_balance(at, 0) - 0.1
    }

    /// Returns the value of a beach, weighted by how soon the boat can reach it.
    fn beach_value(&self, at: Segment, added: i16) -> f32 {
        let away = (at.index() + 6 - self.state.boat.index()) % 6;
        let soon = match away {
            0 => 0.3,
            1 | 2 => 1.0,
            3 | 4 => 0.8,
            _ => 0.6,
        };
        LATER_DELIVERY_WEIGHT * soon * self.delivery_balance(at, added)
            + if added > 0 { 0.1 } else { 0.0 }
    }

    // --- The display ---

    fn ware_value(&self, ware: Ware) -> f32 {
        match ware {
            Ware::Priestess => 0.6,
            Ware::Card(ScoringCard::Butterflies) => {
                let printed = &self.printed;
                let kept = Keepsake::ALL.into_iter().zip(self.player(self.own).kept);
                let butterflies = kept
                    .filter(|(kept, has)| *has == Collected::Yes && printed.has_butterfly(*kept));
                0.4 + count_as_f32(butterflies.count())
            }
            Ware::Card(ScoringCard::StatueMajority) => 2.0,
            Ware::Card(ScoringCard::CompleteSegment) => {
                let mine = [Some(self.own); 3];
                4.0 * count_as_f32(
                    Segment::all()
                        .filter(|at| self.state.statues[*at] == mine)
                        .count(),
                )
            }
            Ware::Card(ScoringCard::Forest) => {
                2.0 * f32::from(self.state.statues_on(self.own, Terrain::Forest))
            }
            Ware::Card(ScoringCard::Mountain) => {
                2.5 * f32::from(self.state.statues_on(self.own, Terrain::Mountain))
            }
        }
    }
}
