//! The features of a Haleakala position. No feature depends on hidden information.
//!
//! The beaches come first, the one at the boat and then clockwise. Then come both players' hands,
//! the shamans, the display with the piles and the lava, and the points.

use super::HaleakalaHeuristic;
use crate::feature_writer::{FeatureWriter, count_as_f32};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::haleakala::board::{SEGMENTS, Segment, Shaman, Site, Terrain};
use lanai_rules::haleakala::options::Lava;
use lanai_rules::haleakala::pieces::{Card, DiscLocation, Face, Holder, Keepsake, ScoringCard};
use lanai_rules::haleakala::printed::Printed;
use lanai_rules::haleakala::scoring::baskets;
use lanai_rules::haleakala::state::{Collected, Player, State};
use lanai_rules::{Rules as _, Seat};

const BEACH_FEATURES: usize = 40;
const OTHER_FEATURES: usize = 96;

pub(super) const FEATURE_COUNT: usize = SEGMENTS * BEACH_FEATURES + OTHER_FEATURES;

const QUIET_TURNS_CAP: u16 = 20;

/// The subject of a group of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaleakalaTopic {
    /// The points scored in the turn itself.
    ImmediatePoints,
    Beach(Segment),
    Hands,
    Shamans,
    /// The display, the piles and the lava.
    Display,
    /// The points so far, those that a scoring would bring, and whose turn it is.
    Scoring,
}

pub(super) fn encode_features(
    game: &Haleakala,
    seat: Seat,
    features: &mut FeatureWriter<'_, HaleakalaTopic>,
) {
    let state = game.state();
    let other = state.other(seat);
    let heuristic = HaleakalaHeuristic::new(game, seat);
    let heuristics = [heuristic.clone(), heuristic.for_other_seat()];
    let encoder = HaleakalaEncoder {
        game,
        state,
        printed: game.figures(),
        seat,
        other,
        heuristics,
    };
    for (place, steps) in (0..6).enumerate() {
        features.begin_topic(HaleakalaTopic::Beach(state.boat.clockwise(steps)));
        encoder.encode_beach(state.boat.clockwise(steps), features);
        features.pad_to(BEACH_FEATURES * (place + 1));
    }
    features.begin_topic(HaleakalaTopic::Hands);
    for player in [seat, encoder.other] {
        encode_hand(&state.players[player], features);
    }
    features.begin_topic(HaleakalaTopic::Shamans);
    encoder.encode_shamans(features);
    features.begin_topic(HaleakalaTopic::Display);
    encoder.encode_display(features);
    features.begin_topic(HaleakalaTopic::Scoring);
    encoder.encode_points(features);
    features.pad_to(FEATURE_COUNT);
}

struct HaleakalaEncoder<'a> {
    game: &'a Haleakala,
    state: &'a State,
    printed: &'a Printed,
    seat: Seat,
    other: Seat,
    /// The heuristics of `seat` and `other`, whose values are features.
    heuristics: [HaleakalaHeuristic<'a>; 2],
}

impl HaleakalaEncoder<'_> {
    fn encode_beach(&self, at: Segment, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
        let sums = &self.heuristics[0].sums;
        let mine = sums[self.seat][at];
        let theirs = sums[self.other][at];
        features.push_scaled(mine, 8.0);
        features.push_scaled(theirs, 8.0);
        features.push_flag(mine > theirs);
        features.push_flag(theirs > mine);
        for seat in [self.seat, self.other] {
            let discs = self.state.players[seat]
                .discs
                .iter()
                .filter(|lies| **lies == DiscLocation::On(at));
            features.push_scaled(count_as_f32(discs.count()), 3.0);
        }
        self.encode_cards(self.state.slots[at], features);
        (1..=3).for_each(|discs| features.push_flag(self.state.lava[at] >= discs));
        for owner in self.state.statues[at] {
            features.push_flag(owner == Some(self.seat));
            features.push_flag(owner == Some(self.other));
        }
        for seat in [self.seat, self.other] {
            let shaman = self.state.players[seat].shaman;
            for terrain in Terrain::ALL {
                features.push_flag(
                    shaman
                        == Shaman::At(Site {
                            segment: at,
                            terrain,
                        }),
                );
            }
            features.push_flag(shaman == Shaman::Hut(at));
        }
        let [mine, theirs] = &self.heuristics;
        features.push_scaled(mine.delivery_balance(at, 0), 5.0);
        for heuristic in [mine, theirs] {
            let cards = self.state.slots[at].into_iter().flatten();
            let worth = cards.map(|card| heuristic.card_value(heuristic.own, card));
            features.push_scaled(worth.fold(0.0, f32::max), 5.0);
        }
        features.push_scaled(mine.lava_value(at), 3.0);
    }

    fn encode_cards(
        &self,
        slots: [Option<Card>; 2],
        features: &mut FeatureWriter<'_, HaleakalaTopic>,
    ) {
        let [
            mut statues,
            mut priestesses,
            mut shells,
            mut butterflies,
            mut all,
        ] = [0_u8; 5];
        let mut baskets = 0;
        let mut kept = [false; Keepsake::ALL.len()];
        for card in slots.into_iter().flatten() {
            all += 1;
            match card {
                Card::Statue => statues += 1,
                Card::Priestess => priestesses += 1,
                Card::Shell => shells += 1,
                Card::Lava => {}
                Card::Kept(keepsake) => {
                    baskets += keepsake.baskets();
                    butterflies += u8::from(self.printed.has_butterfly(keepsake));
                    kept[keepsake.index()] = true;
                }
            }
        }
        features.push_flag(statues > 0);
        features.push_flag(statues > 1);
        features.push_flag(priestesses > 0);
        features.push_flag(shells > 0);
        features.push_flag(shells > 1);
        features.push_scaled(baskets, 5.0);
        for pearl in [
            Keepsake::WhitePearl,
            Keepsake::BlackPearl,
            Keepsake::Nautilus,
        ] {
            features.push_flag(kept[pearl.index()]);
        }
        features.push_scaled(butterflies, 1.0);
        features.push_scaled(all, 2.0);
    }

    fn encode_shamans(&self, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
        for heuristic in &self.heuristics {
            features.push_scaled(heuristic.walk_gain(), 5.0);
            if let Shaman::At(site) = heuristic.player(heuristic.own).shaman {
                features.push_scaled(heuristic.site_value(heuristic.own, site), 5.0);
            } else {
                features.push_flag(false);
            }
        }
    }

    fn encode_display(&self, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
        for card in ScoringCard::ALL {
            for seat in [self.seat, self.other] {
                features.push_flag(self.state.holder(card) == Holder::Seat(seat));
                features.push_scaled(self.game.card_points(seat, card), 10.0);
            }
        }
        features.push_flag(self.state.priestess == Face::Up);
        self.state
            .piles
            .iter()
            .for_each(|pile| features.push_scaled(count_as_f32(pile.len()), 15.0));
        features.push_scaled(self.state.lava_out(), 9.0);
        features.push_flag(self.state.round == Round::Second);
    }

    fn encode_points(&self, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
        let [mine, theirs] =
            [self.seat, self.other].map(|seat| f32::from(self.state.players[seat].points));
        features.push_scaled(mine - theirs, 20.0);
        let [my_fish, their_fish] =
            [self.seat, self.other].map(|seat| f32::from(baskets(self.state, seat)));
        features.push_scaled(my_fish - their_fish, 5.0);
        features.push_flag(my_fish > their_fish);
        features.push_flag(their_fish > my_fish);
        let scored =
            [self.seat, self.other].map(|seat| self.game.points_of(seat, self.state.round));
        for points in scored {
            features.push_scaled(points.statues, 10.0);
            features.push_scaled(points.pearls, 4.0);
            features.push_scaled(points.total(), 20.0);
        }
        let [mine, theirs] = [
            f32::from(scored[0].total()) + mine,
            f32::from(scored[1].total()) + theirs,
        ];
        features.push_scaled(mine - theirs, 20.0);
        features.push_scaled(self.state.statues_of(self.seat), 6.0);
        features.push_scaled(self.state.statues_of(self.other), 6.0);
        features.push_flag(self.game.status().to_act() == Some(self.seat));
        features.push_scaled(self.state.quiet.min(QUIET_TURNS_CAP), 20.0);
        features.push_flag(self.state.options.lava == Lava::Drawn);
    }
}

fn encode_hand(player: &Player, features: &mut FeatureWriter<'_, HaleakalaTopic>) {
    player
        .discs
        .iter()
        .for_each(|lies| features.push_flag(*lies == DiscLocation::InHand));
    features.push_flag(player.invocation == DiscLocation::InHand);
    features.push_scaled(player.shells, 4.0);
    features.push_flag(player.shells >= 2);
    features.push_flag(player.shells >= 3);
    player
        .kept
        .iter()
        .for_each(|has| features.push_flag(*has == Collected::Yes));
}
