//! Replaces everything in a game that a viewer does not see by random values. Tests use such games
//! to find out whether a view, a picture, a sentence or a panel leaks something.
//!
//! The random values depend on the view, not on what is really hidden, with one exception: a seat
//! in the middle of its turn keeps its purse, because it must still be able to pay. All
//! arrangements are equally likely, even if past events make some unlikely (goods are gained and
//! paid in the open).

use std::array;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::GoodsShown;
use lanai_rules::hawaii::pieces::{God, Goods};
use lanai_rules::hawaii::state::{State, Step};
use lanai_rules::hawaii::token::{At, TOKENS, Token};
use lanai_rules::{Rules, Seat, Status, Viewer};

/// The maximum number of each good that a hidden purse is assumed to contain.
const MAX_GOODS: u16 = 12;

/// A game whose hidden parts can be replaced by random ones.
pub trait Resample: Rules {
    /// Returns a random game that this viewer cannot distinguish from `self`.
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

/// Every viewer has the same information: only the piles and future chance are hidden.
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

/// Exchanges tokens whose price is hidden (in the bag, in the cove, or caught by a player) for
/// others with as many fish.
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

/// Shuffles all gods except the top one of each stack; both stacks keep their heights.
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

/// Returns whether the purse of a seat is hidden from the viewer and may be replaced.
///
/// Purses are open once the game is over. A seat in the middle of its turn keeps its purse.
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
