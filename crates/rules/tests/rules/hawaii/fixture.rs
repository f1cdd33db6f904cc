//! A table in any state, and verbs to play on it.
//!
//! [`Table`] begins bare: seats in turn order, 13 shells and 7 feet each, places in the order of the file of
//! figures, all tokens in the bag. What a test adds comes out of the supply, so that the laws of
//! conservation hold. [`Play`] has the verbs of the rulebook, and checks with every action that the list of legal
//! ones says the same as the judge.

mod play;
mod table;

use std::sync::Arc;

use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::island::{Dock, Place, Row, Space};
use lanai_rules::hawaii::pieces::{Fleet, Fruit, God, Goods, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::hawaii::token::Token;
use lanai_rules::{Rules, Seat, Seats, Title};

pub(in crate::hawaii) use self::{play::Play, table::Table};
pub(in crate::hawaii) use lanai_rules::hawaii::pieces::Level::{One as I, Two as II};

/// The players of the rulebook's examples, in turn order.
pub(in crate::hawaii) const RED: u8 = 1;
pub(in crate::hawaii) const GREEN: u8 = 2;
pub(in crate::hawaii) const BLUE: u8 = 3;
pub(in crate::hawaii) const YELLOW: u8 = 4;
pub(in crate::hawaii) const WHITE: u8 = 5;

// --- Names ---

pub(in crate::hawaii) fn printed() -> Arc<Printed> {
    Hawaii::printed().unwrap()
}

pub(in crate::hawaii) fn seat(player: u8) -> Seat {
    Seat::from_number(player).unwrap()
}

pub(in crate::hawaii) fn seats(players: u8) -> Seats {
    Seats::of(Title::Hawaii, players).unwrap()
}

pub(in crate::hawaii) fn place(name: &str) -> Place {
    let printed = printed();
    Place::all()
        .find(|place| printed.card(*place).name == name)
        .unwrap()
}

pub(in crate::hawaii) fn tile(name: &str) -> Tile {
    Tile::try_from(name.to_owned()).unwrap()
}

pub(in crate::hawaii) fn village_tile(name: &str) -> VillageTile {
    tile(name).try_into().unwrap()
}

pub(in crate::hawaii) fn god(name: &str) -> God {
    God::ALL
        .into_iter()
        .find(|god| Tile::god(*god).name() == name)
        .unwrap()
}

pub(in crate::hawaii) fn fruit(name: &str) -> Fruit {
    Fruit::ALL
        .into_iter()
        .find(|fruit| Tile::fruit(*fruit).name() == name)
        .unwrap()
}

pub(in crate::hawaii) fn row(number: u8) -> Row {
    Row::from_number(number).unwrap()
}

pub(in crate::hawaii) fn dock(number: u8) -> Dock {
    Dock::from_number(number).unwrap()
}

pub(in crate::hawaii) fn space(number: u8) -> Space {
    Space::from_number(number).unwrap()
}

pub(in crate::hawaii) fn goods(shells: u16, feet: u16, fruits: u16) -> Goods {
    Goods {
        shells,
        feet,
        fruits,
    }
}

/// An orange token.
pub(in crate::hawaii) fn plain(worth: u8) -> Price {
    Price {
        worth,
        spears: false,
    }
}

/// A token with crossed spears.
pub(in crate::hawaii) fn red(worth: u8) -> Price {
    Price {
        worth,
        spears: true,
    }
}

/// The order in which a bag is emptied: these worths first, then all other tokens.
pub(in crate::hawaii) fn bag(worths: &[u8]) -> [Token; 25] {
    let face = |token: &Token| printed().face(*token).price.worth;
    let mut left: Vec<Token> = Token::all().collect();
    let mut drawn = Vec::new();
    for worth in worths {
        let position = left
            .iter()
            .position(|token| face(token) == *worth)
            .expect("the bag has such a token");
        drawn.push(left.remove(position));
    }
    drawn.extend(left);
    drawn.try_into().unwrap()
}

// --- Actions without a verb, for refusals ---

pub(in crate::hawaii) fn buy(name: &str, price: Price, level: Level) -> Action {
    Action::Buy {
        tile: tile(name),
        price,
        level,
    }
}

pub(in crate::hawaii) fn walk(name: &str) -> Action {
    Action::Move(place(name))
}

pub(in crate::hawaii) fn pay(shells: u16, feet: u16, fruits: u16) -> Action {
    Action::Pay(goods(shells, feet, fruits))
}

pub(in crate::hawaii) fn fish(catch: [u8; 3]) -> Action {
    Action::Fish(Catch(catch))
}

pub(in crate::hawaii) fn sail(number: u8) -> Action {
    Action::Sail(dock(number))
}

pub(in crate::hawaii) fn pass(number: u8) -> Action {
    Action::Pass(space(number))
}

pub(in crate::hawaii) fn launch(fishing: u8, one: u8, two: u8) -> Action {
    Action::Launch(Fleet { fishing, one, two })
}

pub(in crate::hawaii) fn offer(shells: u16, feet: u16, fruits: u16) -> Action {
    Action::Offer(goods(shells, feet, fruits))
}
