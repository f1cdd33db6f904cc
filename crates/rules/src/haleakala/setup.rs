//! Rulebook section "Setup": makes a new game.

use std::sync::Arc;

use tinyvec::ArrayVec;

use super::Haleakala;
use super::action::Round;
use super::board::Shaman;
use super::options::{Lava, Options};
use super::pieces::{Card, Face, Holder};
use super::printed::{Cards, Printed};
use super::state::{Player, State, Step};
use crate::chance::{Dice, Seed};
use crate::{BySeat, Seat, Seats};

// The numbers of random streams are part of the edition of the rules and never change.
/// The stream that decides who has the first turn.
const STARTER_STREAM: u64 = 0;
/// The stream of the first pile; each further pile has the next number.
const PILE_STREAMS: u64 = 1;

/// Returns a new game before its first turn.
pub fn set_up(printed: &Arc<Printed>, seats: Seats, options: Options, seed: Seed) -> Haleakala {
    let mut piles = [0, 1, 2].map(|pile| shuffled(printed, options, pile, &seed));
    let mut slots = [[None; 2]; 6];
    slots
        .iter_mut()
        .flatten()
        .for_each(|slot| *slot = piles[0].pop());
    let start_player = draw_start_player(&seed, seats);
    let hut = |seat: Seat| Shaman::Hut(printed.huts[seat.index() % 2]);
    let player = |seat| Player {
        shaman: hut(seat),
        ..Player::default()
    };
    let mut state = State {
        options,
        seed,
        round: Round::First,
        start_player,
        turn: start_player,
        quiet: 0,
        agenda: ArrayVec::new(),
        boat: printed.jetty,
        slots,
        piles,
        lava: [0; 6],
        statues: [[None; 3]; 6],
        display: [Holder::Display; 5],
        priestess: Face::Up,
        discarded: [0; 4],
        players: BySeat::new(seats, player),
    };
    state.push_task(start_player, Step::Turn);
    Haleakala {
        printed: Arc::clone(printed),
        state,
    }
}

/// Returns a shuffled pile. In the tactical variant the lava cards stay in the box.
fn shuffled(printed: &Printed, options: Options, pile: u8, seed: &Seed) -> Cards {
    let cards = printed.pile(usize::from(pile)).into_iter();
    let mut cards: Cards = cards
        .filter(|card| options.lava == Lava::Drawn || *card != Card::Lava)
        .collect();
    Dice::new(seed, PILE_STREAMS + u64::from(pile)).shuffle(&mut cards);
    cards
}

fn draw_start_player(seed: &Seed, seats: Seats) -> Seat {
    let drawn = Dice::new(seed, STARTER_STREAM).below(u32::from(seats.number()));
    seats
        .iter()
        .zip(0..)
        .find(|(_, number)| *number == drawn)
        .map_or(Seat::default(), |(seat, _)| seat)
}
