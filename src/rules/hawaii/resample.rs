//! Another game that looks the same: everything that a viewer does not see is drawn anew. Computer players may
//! look ahead in such games without peeking; tests compare views.
//!
//! What is drawn depends on the view, not on what is really hidden, with one exception: in the middle of a turn
//! the purse of its seat stays, for it must still be able to pay. Each arrangement is as likely as any other:
//! what a viewer could conclude from past events (goods come and go in the open) is not weighed.

use super::{
    Hawaii,
    island::Gods,
    options::GoodsShown,
    pieces::{God, Goods},
    state::Step,
    token::{At, TOKENS, Token},
};
use crate::rules::{Rules as _, Seat, Status, Viewer, chance::Dice};

/// Of each good a purse that nobody sees is taken to hold up to so many.
const MOST_GOODS: u16 = 12;

impl Hawaii {
    /// See [`crate::rules::Rules::resample`].
    pub(super) fn resampled(&self, viewer: Viewer, dice: &mut Dice) -> Hawaii {
        let mut other = self.clone();
        other.state.seed = dice.seed();
        other.deal_fish(dice);
        other.deal_gods(dice);
        dice.shuffle(&mut other.state.islands.hidden);
        for seat in self.seats().iter().filter(|seat| self.purse_is_hidden(*seat, viewer)) {
            other.state.realms[seat].goods = any_goods(dice);
        }
        other
    }

    /// Tokens that lie fish up, or in the bag, change places with others that show as many fish.
    fn deal_fish(&mut self, dice: &mut Dice) {
        for fish in 1..=3 {
            let mut tokens = [Token::default(); TOKENS];
            let mut spots = [At::Bag; TOKENS];
            let mut number = 0;
            for (token, at) in self.state.tokens.iter() {
                let unseen = matches!(at, At::Bag | At::Cove(_) | At::Fished(_));
                if unseen && self.printed.face(token).fish == fish {
                    (tokens[number], spots[number]) = (token, at);
                    number += 1;
                }
            }
            dice.shuffle(&mut spots[..number]);
            for (token, at) in tokens[..number].iter().zip(spots) {
                self.state.tokens[*token] = at;
            }
        }
    }

    /// All gods but the tops are shuffled; both stacks stay as high as they are.
    fn deal_gods(&mut self, dice: &mut Dice) {
        let Gods(stacks) = &mut self.state.gods;
        let mut below = [God::default(); 12];
        let spots = || stacks.iter().flat_map(|stack| stack.iter().rev().skip(1));
        let number = spots().zip(&mut below).map(|(god, slot)| *slot = *god).count();
        dice.shuffle(&mut below[..number]);
        let spots = stacks.iter_mut().flat_map(|stack| stack.iter_mut().rev().skip(1));
        spots.zip(below).for_each(|(slot, god)| *slot = god);
    }

    /// A purse that this viewer sees stays, and so does that of a seat in the middle of its turn. Once the game is
    /// over, all purses are open.
    fn purse_is_hidden(&self, seat: Seat, viewer: Viewer) -> bool {
        let needed = self.state.agenda.last().is_some_and(|task| {
            task.seat == seat && !matches!(task.step, Step::Turn | Step::Harvest { .. } | Step::NextRound)
        });
        let seen = match self.state.options.goods {
            GoodsShown::Open => true,
            GoodsShown::Hidden => viewer.is(seat) || matches!(self.status(), Status::Over(_)),
        };
        !needed && !seen
    }
}

fn any_goods(dice: &mut Dice) -> Goods {
    let mut some = || u16::try_from(dice.below(u32::from(MOST_GOODS) + 1)).unwrap_or(MOST_GOODS);
    Goods { shells: some(), feet: some(), fruits: some() }
}
