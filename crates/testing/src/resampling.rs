//! Another game that looks the same: everything that a viewer does not see is drawn anew. So tests find out whether a
//! view, a picture, a sentence or a panel leaks something.
//!
//! What is drawn depends on the view, not on what is really hidden, with one exception: in the middle of a turn
//! the purse of its seat stays, for it must still be able to pay. Each arrangement is as likely as any other:
//! what a viewer could conclude from past events (goods come and go in the open) is not weighed.

use std::array;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::GoodsShown;
use lanai_rules::hawaii::pieces::{God, Goods};
use lanai_rules::hawaii::state::{State, Step};
use lanai_rules::hawaii::token::{At, TOKENS, Token};
use lanai_rules::{Rules, Seat, Status, Viewer};

/// Of each good a purse that nobody sees is taken to hold up to so many.
const MOST_GOODS: u16 = 12;

/// A game of which tests know what is hidden from whom.
pub trait Resample: Rules {
    /// Another game that this viewer could not tell from this one by looking at it.
    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Self;
}

impl Resample for Hawaii {
    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Hawaii {
        let mut other = self.state().clone();
        other.seed = any_seed(dice);
        deal_fish(&mut other, dice);
        deal_gods(&mut other, dice);
        dice.shuffle(&mut other.islands.hidden);
        for seat in self
            .seats()
            .iter()
            .filter(|seat| purse_is_hidden(self, *seat, viewer))
        {
            other.realms[seat].goods = any_goods(dice);
        }
        again(other)
    }
}

/// Both players and the table know the same: all but the order of the piles, and all chance to come.
impl Resample for Haleakala {
    fn resample(&self, _viewer: Viewer, dice: &mut Dice) -> Haleakala {
        let mut other = self.state().clone();
        other.seed = any_seed(dice);
        for pile in &mut other.piles {
            dice.shuffle(pile);
        }
        again(other)
    }
}

fn again<G: Rules>(state: G::State) -> G {
    G::restore(&G::printed().unwrap(), state).unwrap()
}

fn any_seed(dice: &mut Dice) -> Seed {
    Seed::new(array::from_fn(|_| u8::try_from(dice.below(256)).unwrap()))
}

/// Tokens that lie fish up, or in the bag, change places with others that show as many fish.
fn deal_fish(state: &mut State, dice: &mut Dice) {
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

/// All gods but the tops are shuffled; both stacks stay as high as they are.
fn deal_gods(state: &mut State, dice: &mut Dice) {
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

/// A purse that this viewer sees stays, and so does that of a seat in the middle of its turn. Once the game is
/// over, all purses are open.
fn purse_is_hidden(game: &Hawaii, seat: Seat, viewer: Viewer) -> bool {
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

fn any_goods(dice: &mut Dice) -> Goods {
    let mut some = || u16::try_from(dice.below(u32::from(MOST_GOODS) + 1)).unwrap();
    Goods {
        shells: some(),
        feet: some(),
        fruits: some(),
    }
}
