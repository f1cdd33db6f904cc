//! Another game that looks the same: everything that a viewer does not see is drawn again, so that
//! tests find out whether a view, a picture, a sentence or a panel leaks something.
//!
//! What is drawn depends on the view, not on what is really hidden, with one exception: in the
//! middle of a turn the purse of its seat stays, for it must still be able to pay. Each arrangement
//! is as likely as any other: what a viewer could conclude from past events (goods come and go in
//! the open) is not weighed.

use std::array;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::GoodsShown;
use lanai_rules::hawaii::pieces::{God, Goods};
use lanai_rules::hawaii::state::{State, Step};
use lanai_rules::hawaii::token::{At, TOKENS, Token};
use lanai_rules::{Rules, Seat, Status, Viewer};

/// The most of each good that a hidden purse is assumed to hold.
const MAX_GOODS: u16 = 12;

/// A game whose hidden parts can be replaced.
pub trait Resample: Rules {
    /// Returns a random game that this viewer cannot tell from this one.
    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Self;
}

impl Resample for Hawaii {
    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Hawaii {
        let mut other = self.state().clone();
        other.seed = random_seed(dice);
        shuffle_fish(&mut other, dice);
        shuffle_gods(&mut other, dice);
        dice.shuffle(&mut other.islands.hidden);
        for seat in self
            .seats()
            .iter()
            .filter(|seat| is_purse_hidden(self, *seat, viewer))
        {
            other.realms[seat].goods = random_goods(dice);
        }
        again(other)
    }
}

/// Both players and the table know the same: only the piles and future chance are hidden.
impl Resample for Haleakala {
    fn resample(&self, _viewer: Viewer, dice: &mut Dice) -> Haleakala {
        let mut other = self.state().clone();
        other.seed = random_seed(dice);
        for pile in &mut other.piles {
            dice.shuffle(pile);
        }
        again(other)
    }
}

fn again<G: Rules>(state: G::State) -> G {
    G::restore(&G::printed().unwrap(), state).unwrap()
}

fn random_seed(dice: &mut Dice) -> Seed {
    Seed::new(array::from_fn(|_| u8::try_from(dice.below(256)).unwrap()))
}

/// Exchanges tokens that lie fish up or in the bag for others with as many fish.
fn shuffle_fish(state: &mut State, dice: &mut Dice) {
    let (printed, over) = (Hawaii::printed().unwrap(), state.agenda.is_empty());
    for fish in 1..=3 {
        let mut tokens = [Token::default(); TOKENS];
        let mut spots = [At::Bag; TOKENS];
        let mut number = 0;
        for (token, at) in state.tokens.iter() {
            let unseen =
                matches!(at, At::Bag | At::Cove(_)) || matches!(at, At::Fished(_)) && !over;
            if unseen && printed.face(token).fish == fish {
                (tokens[number], spots[number]) = (token, at);
                number += 1;
            }
        }
        dice.shuffle(&mut spots[..number]);
        for (token, at) in tokens[..number].iter().zip(spots) {
            state.tokens[*token] = at;
        }
    }
}

/// Shuffles all gods but the top ones; both stacks keep their height.
fn shuffle_gods(state: &mut State, dice: &mut Dice) {
    let stacks = &mut state.gods.0;
    let mut below = [God::default(); 12];
    let spots = || stacks.iter().flat_map(|stack| stack.iter().rev().skip(1));
    let number = spots()
        .zip(&mut below)
        .map(|(god, slot)| *slot = *god)
        .count();
    dice.shuffle(&mut below[..number]);
    let spots = stacks
        .iter_mut()
        .flat_map(|stack| stack.iter_mut().rev().skip(1));
    spots.zip(below).for_each(|(slot, god)| *slot = god);
}

/// Returns whether the viewer cannot see a purse. Purses are open once the game is over, and a seat
/// in the middle of its turn keeps its own.
fn is_purse_hidden(game: &Hawaii, seat: Seat, viewer: Viewer) -> bool {
    let state = game.state();
    let needed = state.agenda.last().is_some_and(|task| {
        task.seat == seat
            && !matches!(
                task.step,
                Step::Turn | Step::Harvest { .. } | Step::NextRound
            )
    });
    let seen = match state.options.goods {
        GoodsShown::Open => true,
        GoodsShown::Hidden => viewer.is(seat) || matches!(game.status(), Status::Over(_)),
    };
    !needed && !seen
}

fn random_goods(dice: &mut Dice) -> Goods {
    let mut some = || u16::try_from(dice.below(u32::from(MAX_GOODS) + 1)).unwrap();
    Goods {
        shells: some(),
        feet: some(),
        fruits: some(),
    }
}
