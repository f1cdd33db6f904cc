//! What a position of Haleakala looks like to a player: the beaches in the order in which the boat reaches them, then what both
//! have. Nothing that is hidden goes in.

use super::Opinion;
use crate::inputs::{Inputs, count};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::haleakala::board::{SEGMENTS, Segment, Shaman, Site, Terrain};
use lanai_rules::haleakala::options::Lava;
use lanai_rules::haleakala::pieces::{Card, Face, Holder, Keepsake, Lies, ScoringCard};
use lanai_rules::haleakala::printed::Printed;
use lanai_rules::haleakala::scoring::baskets;
use lanai_rules::haleakala::state::{Has, Player, State};
use lanai_rules::{Rules as _, Seat};

const BEACH: usize = 40;
const REST: usize = 96;

/// How many numbers describe a position.
pub(super) const INPUTS: usize = SEGMENTS * BEACH + REST;

/// More turns than these without a card make no difference.
const QUIET: u16 = 20;

/// What a player reckons with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Points that are scored at once.
    AtOnce,
    /// A beach, and what lies above it.
    Beach(Segment),
    /// What both have in hand.
    Hands,
    /// What the shamans could do.
    Shamans,
    /// The display, the piles and the lava.
    Display,
    /// What a scoring would bring.
    Scoring,
}

/// Describes the game as it stands.
pub(super) fn describe(game: &Haleakala, seat: Seat, inputs: &mut Inputs<'_, Topic>) {
    let state = game.state();
    let other = state.other(seat);
    let opinion = Opinion::of(game, seat);
    let opinions = [opinion.clone(), opinion.of_other()];
    let look = Look {
        game,
        state,
        printed: game.figures(),
        seat,
        other,
        opinions,
    };
    for (place, steps) in (0..6).enumerate() {
        inputs.about(Topic::Beach(state.boat.clockwise(steps)));
        look.beach(state.boat.clockwise(steps), inputs);
        inputs.ends(BEACH * (place + 1));
    }
    inputs.about(Topic::Hands);
    for player in [seat, look.other] {
        has(&state.players[player], inputs);
    }
    inputs.about(Topic::Shamans);
    look.shamans(inputs);
    inputs.about(Topic::Display);
    look.display(inputs);
    inputs.about(Topic::Scoring);
    look.points(inputs);
    inputs.ends(INPUTS);
}

struct Look<'a> {
    game: &'a Haleakala,
    state: &'a State,
    printed: &'a Printed,
    seat: Seat,
    other: Seat,
    /// What both would think of it at a glance.
    opinions: [Opinion<'a>; 2],
}

impl Look<'_> {
    fn beach(&self, at: Segment, inputs: &mut Inputs<'_, Topic>) {
        let sums = &self.opinions[0].sums;
        let mine = sums[self.seat][at];
        let theirs = sums[self.other][at];
        inputs.number(mine, 8.0);
        inputs.number(theirs, 8.0);
        inputs.yes(mine > theirs);
        inputs.yes(theirs > mine);
        for seat in [self.seat, self.other] {
            let discs = self.state.players[seat]
                .discs
                .iter()
                .filter(|lies| **lies == Lies::On(at));
            inputs.number(count(discs.count()), 3.0);
        }
        self.cards(self.state.slots[at], inputs);
        (1..=3).for_each(|discs| inputs.yes(self.state.lava[at] >= discs));
        for owner in self.state.statues[at] {
            inputs.yes(owner == Some(self.seat));
            inputs.yes(owner == Some(self.other));
        }
        for seat in [self.seat, self.other] {
            let shaman = self.state.players[seat].shaman;
            for terrain in Terrain::ALL {
                inputs.yes(
                    shaman
                        == Shaman::At(Site {
                            segment: at,
                            terrain,
                        }),
                );
            }
            inputs.yes(shaman == Shaman::Hut(at));
        }
        let [mine, theirs] = &self.opinions;
        inputs.number(mine.balance(at, 0), 5.0);
        for opinion in [mine, theirs] {
            let cards = self.state.slots[at].into_iter().flatten();
            let worth = cards.map(|card| opinion.of_card(opinion.mine, card));
            inputs.number(worth.fold(0.0, f32::max), 5.0);
        }
        inputs.number(mine.of_lava(at), 3.0);
    }

    fn cards(&self, slots: [Option<Card>; 2], inputs: &mut Inputs<'_, Topic>) {
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
                Card::Kept(it) => {
                    baskets += it.baskets();
                    butterflies += u8::from(self.printed.has_butterfly(it));
                    kept[it.index()] = true;
                }
            }
        }
        inputs.yes(statues > 0);
        inputs.yes(statues > 1);
        inputs.yes(priestesses > 0);
        inputs.yes(shells > 0);
        inputs.yes(shells > 1);
        inputs.number(baskets, 5.0);
        for pearl in [
            Keepsake::WhitePearl,
            Keepsake::BlackPearl,
            Keepsake::Nautilus,
        ] {
            inputs.yes(kept[pearl.index()]);
        }
        inputs.number(butterflies, 1.0);
        inputs.number(all, 2.0);
    }

    /// What the shamans could do for both.
    fn shamans(&self, inputs: &mut Inputs<'_, Topic>) {
        for opinion in &self.opinions {
            inputs.number(opinion.of_walks(), 5.0);
            if let Shaman::At(site) = opinion.player(opinion.mine).shaman {
                inputs.number(opinion.of_site(opinion.mine, site), 5.0);
            } else {
                inputs.yes(false);
            }
        }
    }

    fn display(&self, inputs: &mut Inputs<'_, Topic>) {
        for card in ScoringCard::ALL {
            for seat in [self.seat, self.other] {
                inputs.yes(self.state.holder(card) == Holder::Seat(seat));
                inputs.number(self.game.card_points(seat, card), 10.0);
            }
        }
        inputs.yes(self.state.priestess == Face::Up);
        self.state
            .piles
            .iter()
            .for_each(|pile| inputs.number(count(pile.len()), 15.0));
        inputs.number(self.state.lava_out(), 9.0);
        inputs.yes(self.state.round == Round::Second);
    }

    fn points(&self, inputs: &mut Inputs<'_, Topic>) {
        let [mine, theirs] =
            [self.seat, self.other].map(|seat| f32::from(self.state.players[seat].points));
        inputs.number(mine - theirs, 20.0);
        let [my_fish, their_fish] =
            [self.seat, self.other].map(|seat| f32::from(baskets(self.state, seat)));
        inputs.number(my_fish - their_fish, 5.0);
        inputs.yes(my_fish > their_fish);
        inputs.yes(their_fish > my_fish);
        let scored =
            [self.seat, self.other].map(|seat| self.game.points_of(seat, self.state.round));
        for points in scored {
            inputs.number(points.statues, 10.0);
            inputs.number(points.pearls, 4.0);
            inputs.number(points.total(), 20.0);
        }
        let [mine, theirs] = [
            f32::from(scored[0].total()) + mine,
            f32::from(scored[1].total()) + theirs,
        ];
        inputs.number(mine - theirs, 20.0);
        inputs.number(self.state.statues_of(self.seat), 6.0);
        inputs.number(self.state.statues_of(self.other), 6.0);
        inputs.yes(self.game.status().to_act() == Some(self.seat));
        inputs.number(self.state.quiet.min(QUIET), 20.0);
        inputs.yes(self.state.options.lava == Lava::Drawn);
    }
}

/// What a player has in hand.
fn has(player: &Player, inputs: &mut Inputs<'_, Topic>) {
    player
        .discs
        .iter()
        .for_each(|lies| inputs.yes(*lies == Lies::InHand));
    inputs.yes(player.invocation == Lies::InHand);
    inputs.number(player.shells, 4.0);
    inputs.yes(player.shells >= 2);
    inputs.yes(player.shells >= 3);
    player
        .kept
        .iter()
        .for_each(|has| inputs.yes(*has == Has::It));
}
