//! The state of a game: where every piece is, and an agenda of the next decisions.

use serde::{Deserialize, Serialize};
use tinyvec::TinyVec;

use super::island::{
    Chieftain, Docks, Gods, IslandStack, Order, Place, Places, Row, Space, Stacks,
};
use super::options::Options;
use super::payment::{Bill, ExchangeHuts};
use super::pieces::{Level, Tile};
use super::realm::{Building, Realm};
use super::token::Tokens;
use crate::{BySeat, Seat, Seats, chance::Seed};

/// The whole state of a game, hidden parts included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub options: Options,
    pub seed: Seed,
    /// The current round, 1 to 5.
    pub round: u8,
    /// The turn order of this round (the sub-chiefs on the turn-order track).
    pub order: Order,
    /// The index in `order` of the player whose turn it is, or whose turn was the last one.
    pub turn: u8,
    /// The number of turns in a row in which a player waited.
    #[serde(rename = "waits")]
    pub consecutive_waits: u8,
    /// The exchange huts already used in this turn.
    pub huts_used: ExchangeHuts,
    /// The open tasks, the next one last. Empty when the game is over. Eight fit without
    /// allocating, enough for five harvests and the next round, or for one turn.
    pub agenda: TinyVec<[Task; 8]>,
    /// The places in the order of the spots on which they lie.
    pub places: Places,
    /// Where each price token lies.
    pub tokens: Tokens,
    /// The tiles that are left in plain stacks.
    pub stacks: Stacks,
    /// The two stacks of gods that are left.
    pub gods: Gods,
    /// The island at each dock.
    pub docks: Docks,
    /// The islands that do not lie at a dock.
    pub islands: IslandStack,
    /// Where each chieftain stands.
    pub chieftains: BySeat<Chieftain>,
    /// What each player owns.
    pub realms: BySeat<Realm>,
}

/// A task that a seat has to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub seat: Seat,
    pub step: Step,
}

/// What a task asks the player to decide. Tasks without a choice are carried out at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Where the chieftain goes in this turn.
    #[default]
    Turn,
    /// Which tile to buy at this place, and with which token.
    Shop(Place),
    Pay(Bill),
    /// Which boats to launch for this load of fish tokens or feet.
    Launch {
        load: u8,
    },
    /// Which fruit tile to take as an island's gift.
    Pick,
    /// The row in which to build this tile.
    Build(Building),
    /// The stack from which to take this god, if it matters; the god then goes into the row.
    WhichStack(Building, Row),
    /// No choice: boats, kahunas or tikis are added to the realm.
    Put(Tile, Level),
    /// Whether to give KANE goods for a tiki.
    Kane,
    /// Which good to take from an irrigation.
    Harvest {
        /// The number of goods left to choose, including this one.
        left: u16,
    },
    /// No choice: the next round is laid out.
    NextRound,
}

impl State {
    /// Returns the number of seats at the table.
    pub fn seats(&self) -> Seats {
        self.realms.seats()
    }

    /// Returns the seat whose turn it is, or whose turn was the last one.
    pub fn on_turn(&self) -> Seat {
        self.order
            .get(usize::from(self.turn))
            .copied()
            .unwrap_or_default()
    }

    /// Returns whether a seat has left the round.
    pub fn has_left(&self, seat: Seat) -> bool {
        matches!(self.chieftains[seat], Chieftain::Left(_))
    }

    /// Returns how many players have not left the round.
    pub fn count_players_left(&self) -> usize {
        self.chieftains
            .values()
            .filter(|at| !matches!(at, Chieftain::Left(_)))
            .count()
    }

    /// Returns the seat whose chieftain stands under a space of the turn order.
    pub fn left_for(&self, space: Space) -> Option<Seat> {
        let mut chieftains = self.chieftains.iter();
        chieftains
            .find(|(_, at)| **at == Chieftain::Left(space))
            .map(|(seat, _)| seat)
    }

    /// Returns the spaces of the turn order in this game.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        Space::all().take(self.seats().count())
    }

    /// Pushes a task onto the agenda, so that it comes before all tasks already there.
    pub(super) fn push_task(&mut self, seat: Seat, step: Step) {
        self.agenda.push(Task { seat, step });
    }
}
