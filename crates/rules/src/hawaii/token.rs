//! The 25 price tokens: where each token lies, and which tokens lie at a place.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::island::{PLACES, Place, Space};
use crate::{Seat, numbered::numbered};

/// How many price tokens the box holds.
pub const TOKENS: usize = 25;

numbered!(
    /// One of the 25 price tokens, the cheapest first. The printed figures tell what both sides
    /// show.
    Token, 25, "price token");

/// Where a token lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    #[default]
    Bag,
    /// On a purchase circle of a place; circle 0 is the one with a number.
    Circle(Place, u8),
    /// In the cove, fish up, at this position (from 0) of the shuffled cove.
    Cove(u8),
    /// Under a space of the turn order.
    Track(Space),
    /// In a player's area, number up.
    Bought(Seat),
    /// In a player's area, fish up.
    Fished(Seat),
}

/// Where each token lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<At>", into = "Vec<At>")]
pub struct Tokens([At; TOKENS]);

impl Tokens {
    /// Returns each token for whose spot `at` returns true.
    pub fn tokens_at(
        &self,
        mut at: impl FnMut(At) -> bool,
    ) -> impl DoubleEndedIterator<Item = Token> {
        Token::all().filter(move |token| at(self[*token]))
    }

    /// Returns each token with its spot, cheapest first.
    pub fn iter(&self) -> impl Iterator<Item = (Token, At)> {
        Token::all().zip(self.0.iter().copied())
    }
}

impl Index<Token> for Tokens {
    type Output = At;

    fn index(&self, token: Token) -> &At {
        &self.0[token]
    }
}

impl IndexMut<Token> for Tokens {
    fn index_mut(&mut self, token: Token) -> &mut At {
        &mut self.0[token]
    }
}

impl From<Tokens> for Vec<At> {
    fn from(tokens: Tokens) -> Vec<At> {
        tokens.0.to_vec()
    }
}

impl TryFrom<Vec<At>> for Tokens {
    type Error = Miscounted;

    fn try_from(list: Vec<At>) -> Result<Tokens, Miscounted> {
        <[At; TOKENS]>::try_from(list)
            .map(Tokens)
            .map_err(|list| Miscounted(list.len()))
    }
}

/// A list of spots has the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are {TOKENS} price tokens, not {0}")]
pub struct Miscounted(usize);

// --- Tokens by place, the inverse of `Tokens` ---

/// A set of tokens with one bit for each; as an iterator it yields the cheapest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TokenSet(u32);

impl Iterator for TokenSet {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let next = u8::try_from(self.0.trailing_zeros())
            .map(Token)
            .ok()
            .filter(|_| self.0 != 0)?;
        self.0 &= self.0 - 1;
        Some(next)
    }
}

/// The tokens at each place and in the cove, derived from [`Tokens`] for fast lookup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Laid {
    places: [TokenSet; PLACES],
    cove: TokenSet,
}

impl Laid {
    pub(super) fn of(tokens: &Tokens) -> Laid {
        let mut laid = Laid::default();
        for (token, at) in tokens.iter() {
            laid.change(token, at);
        }
        laid
    }

    /// Toggles whether a token lies at this spot: records that it arrives or leaves.
    pub(super) fn change(&mut self, token: Token, at: At) {
        match at {
            At::Circle(place, _) => self.places[place].0 ^= 1 << token.0,
            At::Cove(_) => self.cove.0 ^= 1 << token.0,
            At::Bag | At::Track(_) | At::Bought(_) | At::Fished(_) => {}
        }
    }

    /// Returns the tokens on the circles of a place.
    pub(super) fn place(&self, place: Place) -> TokenSet {
        self.places[place].clone()
    }

    pub(super) fn cove(&self) -> TokenSet {
        self.cove.clone()
    }
}
