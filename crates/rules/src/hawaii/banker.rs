//! Lays out the price tokens, as the banker does before each round.

use super::island::{Places, Spot};
use super::printed::Printed;
use super::streams;
use super::token::{At, TOKENS, Token, Tokens};
use crate::Seats;
use crate::chance::{Dice, Seed};

/// Shuffles all tokens in the bag and lays out those that a round needs; the rest stays in the bag.
pub fn lay_out(printed: &Printed, seed: &Seed, round: u8, places: &Places, seats: Seats) -> Tokens {
    let mut bag: [Token; TOKENS] = std::array::from_fn(|_| Token::default());
    bag.iter_mut()
        .zip(Token::all())
        .for_each(|(slot, token)| *slot = token);
    Dice::new(seed, streams::OF_TOKENS + u64::from(round)).shuffle(&mut bag);
    lay_out_drawn(printed, bag, seed, round, places, seats)
}

/// Lays out tokens in the order in which they are drawn from `bag`.
pub fn lay_out_drawn(
    printed: &Printed,
    bag: [Token; TOKENS],
    seed: &Seed,
    round: u8,
    places: &Places,
    seats: Seats,
) -> Tokens {
    let mut tokens = Tokens::default();
    let mut bag = bag.into_iter();
    for spot in Spot::all() {
        lay_out_place(printed, &mut bag, &mut tokens, places, spot);
    }
    shuffle_cove(&mut tokens, seed, round);
    lay_out_track(printed, bag.take(seats.count() - 1), &mut tokens);
    tokens
}

/// Lays a token on each blank circle of a place, then one on the circle with a number.
///
/// If the last token would lift the place's sum above the number, it goes to the cove.
fn lay_out_place(
    printed: &Printed,
    bag: &mut impl Iterator<Item = Token>,
    tokens: &mut Tokens,
    places: &Places,
    spot: Spot,
) {
    let place = places.0[spot];
    let circles = &printed.card(place).circles;
    let mut sum = 0;
    for (token, circle) in bag.by_ref().take(usize::from(circles.blank)).zip(1..) {
        tokens[token] = At::Circle(place, circle);
        sum += printed.face(token).price.worth;
    }
    if let Some(token) = bag.next() {
        let fits = sum + printed.face(token).price.worth <= circles.number;
        tokens[token] = if fits {
            At::Circle(place, 0)
        } else {
            At::Cove(0)
        };
    }
}

/// Shuffles the cove, so that a fish token cannot be recognised by where it came from.
///
/// A player who fishes takes the first token in this order that shows the wanted number of fish.
fn shuffle_cove(tokens: &mut Tokens, seed: &Seed, round: u8) {
    let mut cove = [Token::default(); TOKENS];
    let mut number = 0;
    for token in tokens.tokens_at(|at| at == At::Cove(0)) {
        cove[number] = token;
        number += 1;
    }
    Dice::new(seed, streams::OF_COVE + u64::from(round)).shuffle(&mut cove[..number]);
    for (token, position) in cove[..number].iter().zip(0..) {
        tokens[*token] = At::Cove(position);
    }
}

/// Lays tokens under the turn order: the lowest under space 2, the next under space 3, and so on.
///
/// Of two tokens of the same worth, the one with spears counts as higher.
fn lay_out_track(printed: &Printed, drawn: impl Iterator<Item = Token>, tokens: &mut Tokens) {
    let mut track = tinyvec::ArrayVec::<[Token; crate::MAX_SEATS]>::new();
    track.extend(drawn);
    track.sort_by_key(|token| printed.face(*token).price);
    for (token, space) in track.iter().zip(super::island::Space::all().skip(1)) {
        tokens[*token] = At::Track(space);
    }
}
