//! The state of a game: every piece in its place, and the agenda of what has to be decided next.

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

/// A whole game, hidden parts included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub options: Options,
    pub seed: Seed,
    /// 1 to 5.
    pub round: u8,
    /// The turn order of this round: the sub-chiefs above their track.
    pub order: Order,
    /// Whose turn it is, or was last, as a place in the order.
    pub turn: u8,
    /// How many players in a row chose to wait.
    pub waits: u8,
    /// Exchange huts that helped in this turn.
    pub huts_used: ExchangeHuts,
    /// What has to be settled, the next step last. Empty when the game is over. Eight fit without
    /// allocating: five harvests and the next round, or the steps of one turn.
    pub agenda: TinyVec<[Task; 8]>,
    /// The places, by spot.
    pub places: Places,
    /// Where each price token lies.
    pub tokens: Tokens,
    /// Tiles that are left.
    pub stacks: Stacks,
    /// Gods that are left.
    pub gods: Gods,
    /// Islands at the docks.
    pub docks: Docks,
    /// All other islands.
    pub islands: IslandStack,
    /// Where each chieftain stands.
    pub chieftains: BySeat<Chieftain>,
    /// What each player has.
    pub realms: BySeat<Realm>,
}

/// A task that a seat has to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub seat: Seat,
    pub step: Step,
}

/// The kinds of task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Where the chieftain goes.
    #[default]
    Turn,
    /// What to buy at this place.
    Shop(Place),
    Pay(Bill),
    /// Which boats carry so many tokens or feet.
    Launch {
        load: u8,
    },
    /// Which fruit tile to take from an island.
    Pick,
    /// In which row to build this tile.
    Build(Building),
    /// From which stack to take this god, who lies on top of both and goes into this row.
    WhichStack(Building, Row),
    /// Boats, kahunas or tikis take their only spots: nothing to decide.
    Put(Tile, Level),
    /// Whether to give KANE goods for a tiki.
    Kane,
    /// What to take from so many irrigations.
    Harvest {
        /// How many are left to choose.
        left: u16,
    },
    /// The next round is laid out: nothing to decide.
    NextRound,
}

impl State {
    /// Returns how many sit at the table.
    pub fn seats(&self) -> Seats {
        self.realms.seats()
    }

    /// Returns the seat whose turn it is, or was last.
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

    /// Returns how many have not left the round.
    pub fn count_players_left(&self) -> usize {
        self.chieftains
            .values()
            .filter(|at| !matches!(at, Chieftain::Left(_)))
            .count()
    }

    /// Returns who stands under a space of the turn order.
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

    /// Puts a task on the agenda, before everything that is already there.
    pub(super) fn first_settle(&mut self, seat: Seat, step: Step) {
        self.agenda.push(Task { seat, step });
    }
}
