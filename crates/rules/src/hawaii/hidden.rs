//! Draws everything that is hidden from all players again, each possibility with equal chance.
//!
//! Hidden from all players are the number sides of fish tokens, the tokens in the bag, the gods
//! below the tops of the stacks, the order of the islands, and all future chance.

use super::Hawaii;
use super::pieces::God;
use super::state::State;
use super::token::{At, TOKENS, Token};
use crate::chance::{Dice, shuffle};

impl Hawaii {
    /// Returns a game that looks the same to everyone, with everything hidden drawn again.
    pub(super) fn with_hidden_drawn(&self, dice: &mut Dice) -> Hawaii {
        let mut other = self.clone();
        other.state.seed = dice.seed();
        for fish in 1..=3 {
            other.deal_tokens(fish, dice);
        }
        deal_gods(&mut other.state, dice);
        shuffle(&mut other.state.islands.hidden, dice);
        other
    }

    /// Shuffles the unseen tokens with this number of fish among the spots where they lie.
    fn deal_tokens(&mut self, fish: u8, dice: &mut Dice) {
        let over = self.state.agenda.is_empty();
        let mut tokens = [Token::default(); TOKENS];
        let mut spots = [At::Bag; TOKENS];
        let mut number = 0;
        for (token, at) in self.state.tokens.iter() {
            // After the last round players have seen both sides of their fish tokens.
            let unseen =
                matches!(at, At::Bag | At::Cove(_)) || matches!(at, At::Fished(_)) && !over;
            if unseen && self.printed.face(token).fish == fish {
                (tokens[number], spots[number]) = (token, at);
                number += 1;
            }
        }
        shuffle(&mut spots[..number], dice);
        for (token, at) in tokens[..number].iter().zip(spots) {
            self.put_token(*token, at);
        }
    }
}

/// Shuffles all gods except the visible tops; both stacks keep their height.
fn deal_gods(state: &mut State, dice: &mut Dice) {
    let stacks = &mut state.gods.0;
    let mut below = [God::default(); 12];
    let spots = stacks.iter().flat_map(|stack| stack.iter().rev().skip(1));
    let number = spots
        .zip(&mut below)
        .map(|(god, slot)| *slot = *god)
        .count();
    shuffle(&mut below[..number], dice);
    let spots = stacks
        .iter_mut()
        .flat_map(|stack| stack.iter_mut().rev().skip(1));
    spots.zip(below).for_each(|(slot, god)| *slot = god);
}
