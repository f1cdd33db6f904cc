//! Rulebook section "Game setup": makes a new game.

use std::sync::Arc;

use tinyvec::{ArrayVec, TinyVec};

use super::island::{Chieftain, Gods, Island, IslandStack, Order, PLACES, Place, Places, Stacks};
use super::options::Options;
use super::payment::ExchangeHuts;
use super::pieces::{Fleet, God, Goods};
use super::printed::Printed;
use super::realm::Realm;
use super::state::{State, Step};
use super::{Hawaii, banker, streams};
use crate::chance::{Dice, Seed};
use crate::{BySeat, Seat, Seats};

/// Returns a new game before its first turn.
pub fn set_up(printed: &Arc<Printed>, seats: Seats, options: Options, seed: Seed) -> Hawaii {
    let order = draw_order(&seed, seats);
    let places = shuffle_places(&seed);
    let mut islands = IslandStack {
        hidden: Island::all().collect(),
        ..IslandStack::default()
    };
    shuffle_islands(&mut islands, &seed);
    let docks = std::array::from_fn(|_| islands.hidden.pop());
    let mut state = State {
        options,
        seed,
        round: 1,
        turn: 0,
        consecutive_waits: 0,
        huts_used: ExchangeHuts::default(),
        agenda: TinyVec::new(),
        places,
        tokens: banker::lay_out(printed, &seed, 1, &places, seats),
        stacks: Stacks::new(|tile| printed.tile_count(tile)),
        gods: stack_gods(printed, &seed),
        docks,
        islands,
        chieftains: BySeat::new(seats, |_| Chieftain::Beach),
        realms: BySeat::new(seats, |seat| first_realm(printed, order, seat)),
        order,
    };
    state.push_task(order[0], Step::Turn);
    Hawaii::of(printed, state)
}

fn shuffle_places(seed: &Seed) -> Places {
    let mut places = [Place::default(); PLACES];
    places
        .iter_mut()
        .zip(Place::all())
        .for_each(|(slot, place)| *slot = place);
    Dice::new(seed, streams::OF_PLACES).shuffle(&mut places);
    Places(places)
}

fn draw_order(seed: &Seed, seats: Seats) -> Order {
    let mut order: Order = seats.iter().collect();
    Dice::new(seed, streams::OF_ORDER).shuffle(&mut order);
    order
}

/// Returns two stacks of the same height with shuffled gods.
fn stack_gods(printed: &Printed, seed: &Seed) -> Gods {
    let each = usize::from(printed.sheet.supply.each_god);
    let mut gods: ArrayVec<[God; 12]> = God::ALL
        .into_iter()
        .flat_map(|god| std::iter::repeat_n(god, each))
        .collect();
    Dice::new(seed, streams::OF_GODS).shuffle(&mut gods);
    let (left, right) = gods.split_at(gods.len() / 2);
    Gods([
        left.iter().copied().collect(),
        right.iter().copied().collect(),
    ])
}

/// Turns the visited islands of the stack face down and shuffles the stack.
pub(super) fn shuffle_islands(islands: &mut IslandStack, seed: &Seed) {
    islands.hidden.extend(std::mem::take(&mut islands.visited));
    let stream = streams::OF_ISLANDS + u64::from(islands.shuffles);
    Dice::new(seed, stream).shuffle(&mut islands.hidden);
    islands.shuffles = islands.shuffles.saturating_add(1);
}

/// Returns a realm at the start: shells, feet, fruits by the turn order, and a fishing boat.
fn first_realm(printed: &Printed, order: Order, seat: Seat) -> Realm {
    let start = &printed.sheet.start;
    let place = order
        .iter()
        .position(|other| *other == seat)
        .unwrap_or_default();
    let fruits = start
        .fruits_by_order
        .get(place)
        .copied()
        .unwrap_or_default();
    Realm {
        ashore: Fleet {
            fishing: 1,
            ..Fleet::default()
        },
        goods: Goods {
            shells: start.shells,
            feet: start.feet,
            fruits,
        },
        ..Realm::default()
    }
}
