//! A table in any state, and verbs to play on it.
//!
//! [`Table`] begins as a game does, with red to act and the boat at the jetty of segment 2; red's hut is in
//! segment 1, yellow's in segment 4. What a test lays out is swapped with something else, so that the laws of
//! conservation hold. [`Play`] has the verbs of the rules, and checks with every action that the list of legal ones
//! says the same as the judge.

mod play;
mod table;

use std::sync::Arc;

use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Segment, Site, Terrain};
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Ware};
use lanai_rules::haleakala::printed::Printed;
use lanai_rules::{Rules, Seat, Seats, Title};

pub(in crate::haleakala) use self::{play::Play, table::Table};
pub(in crate::haleakala) use lanai_rules::haleakala::board::Terrain::{
    Forest, Grassland, Mountain,
};
pub(in crate::haleakala) use lanai_rules::haleakala::pieces::Card::{
    Lava, Priestess, Shell, Statue,
};
pub(in crate::haleakala) use lanai_rules::haleakala::pieces::Keepsake::{
    BlackPearl, Fish1, Fish2, Fish3, Fish4, Fish5, Nautilus, WhitePearl,
};
pub(in crate::haleakala) use lanai_rules::haleakala::pieces::ScoringCard::{
    Butterflies, CompleteSegment, Forest as ForestCard, Mountain as MountainCard, StatueMajority,
};

/// The players, as the rules call them.
pub(in crate::haleakala) const RED: u8 = 1;
pub(in crate::haleakala) const YELLOW: u8 = 2;

// --- Names ---

pub(in crate::haleakala) fn printed() -> Arc<Printed> {
    Haleakala::printed().unwrap()
}

pub(in crate::haleakala) fn seats() -> Seats {
    Seats::of(Title::Haleakala, 2).unwrap()
}

pub(in crate::haleakala) fn seat(player: u8) -> Seat {
    Seat::from_number(player).unwrap()
}

pub(in crate::haleakala) fn segment(number: u8) -> Segment {
    Segment::from_number(number).unwrap()
}

pub(in crate::haleakala) fn disc(number: u8) -> Disc {
    Disc::from_number(number).unwrap()
}

pub(in crate::haleakala) fn site(number: u8, terrain: Terrain) -> Site {
    Site {
        segment: segment(number),
        terrain,
    }
}

pub(in crate::haleakala) fn kept(keepsake: Keepsake) -> Card {
    Card::Kept(keepsake)
}

// --- Actions ---

pub(in crate::haleakala) fn place(number: u8, at: u8) -> Action {
    Action::Place {
        disc: disc(number),
        at: segment(at),
    }
}

pub(in crate::haleakala) fn invoke(number: u8) -> Action {
    Action::Invoke { disc: disc(number) }
}

pub(in crate::haleakala) fn take(number: u8) -> Action {
    Action::Take { disc: disc(number) }
}

pub(in crate::haleakala) fn walk(at: u8, terrain: Terrain) -> Action {
    Action::Walk(site(at, terrain))
}

/// Lava from this crater to the next one clockwise.
pub(in crate::haleakala) fn clockwise(from: u8) -> Action {
    Action::Lava {
        from: segment(from),
        direction: Direction::Clockwise,
    }
}

/// Lava from this crater to the next one against the clock.
pub(in crate::haleakala) fn counterclockwise(from: u8) -> Action {
    Action::Lava {
        from: segment(from),
        direction: Direction::Counterclockwise,
    }
}

/// Buys the priestess of the display.
pub(in crate::haleakala) const BUY_PRIESTESS: Action = Action::Buy(Ware::Priestess);
