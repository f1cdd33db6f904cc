//! The state of a game: every piece in its place, and the agenda of what has to be decided next.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::action::Round;
use super::board::{BySegment, SEGMENTS, Segment, Shaman, Site, Terrain};
use super::options::Options;
use super::pieces::{Card, Disc, Face, Holder, Lies, ScoringCard};
use super::printed::Cards;
use crate::{BySeat, Seat, Seats, chance::Seed};

/// A whole game, hidden parts included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub options: Options,
    pub seed: Seed,
    /// Before or after the first scoring.
    pub round: Round,
    /// Who began.
    pub starter: Seat,
    /// Whose turn it is, or was last.
    pub turn: Seat,
    /// Turns in a row in which no player received a card.
    pub quiet: u16,
    /// The open tasks, the next one last. Empty when the game is over.
    pub agenda: ArrayVec<[Task; 12]>,
    /// Where the boat lies.
    pub boat: Segment,
    /// The cards beside each segment.
    pub slots: BySegment<[Option<Card>; 2]>,
    /// The three piles, the next card last.
    pub piles: [Cards; 3],
    /// Lava discs on each crater.
    pub lava: BySegment<u8>,
    /// Whose statue stands on each terrain of each segment.
    pub statues: BySegment<[Option<Seat>; 3]>,
    /// Who has each scoring card.
    pub display: [Holder; 5],
    /// The lava priestess of the display.
    pub priestess: Face,
    /// Cards that were carried out, spent or drawn as lava, by kind: statue, priestess, shell,
    /// lava.
    pub discarded: [u8; 4],
    pub players: BySeat<Player>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Where each number disc lies, 1 to 5.
    pub discs: [Lies; 5],
    /// Where the invocation disc lies. In the base game it stays in the box.
    pub invocation: Lies,
    /// Where the shaman stands.
    pub shaman: Shaman,
    /// Shells in hand.
    pub shells: u8,
    /// Which collected cards he has, in the order of [`super::pieces::Keepsake::ALL`].
    pub kept: [Has; 8],
    /// On the scoring track.
    pub points: u16,
}

/// Whether a player has a card of which there is only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Has {
    #[default]
    Not,
    It,
}

/// A task that a seat has to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub seat: Seat,
    pub step: Step,
}

/// The kinds of task. Those without a choice are carried out at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Which action to take.
    #[default]
    Turn,
    /// Where the shaman walks.
    Shaman,
    /// Which card to receive.
    Choose,
    /// Nothing is left to receive: no choice.
    Nothing,
    /// Which lava disc to move.
    Priestess,
    /// What to buy with shells.
    Purchase,
    /// The number discs of the beach come back: no choice.
    DiscsBack,
    /// Empty spaces are filled: no choice.
    Refill,
    /// The volcano erupts and points are counted: no choice.
    Scoring,
}

impl State {
    /// Returns how many sit at the table: two.
    pub fn seats(&self) -> Seats {
        self.players.seats()
    }

    /// Returns the other player.
    pub fn other(&self, seat: Seat) -> Seat {
        self.seats()
            .iter()
            .find(|other| *other != seat)
            .unwrap_or(seat)
    }

    /// Returns the sum of a colour's number discs on a beach.
    pub fn sum(&self, seat: Seat, at: Segment) -> u8 {
        self.sums(seat)[at]
    }

    pub fn sums(&self, seat: Seat) -> BySegment<u8> {
        let mut sums = [0; SEGMENTS];
        for (disc, lies) in Disc::all().zip(self.players[seat].discs) {
            if let Lies::On(at) = lies {
                sums[at] += disc.number();
            }
        }
        sums
    }

    /// Returns how many number discs are in hand.
    pub fn in_hand(&self, seat: Seat) -> u8 {
        self.players[seat]
            .discs
            .iter()
            .map(|lies| u8::from(*lies == Lies::InHand))
            .sum()
    }

    /// Whose statue stands on a site.
    pub fn statue(&self, site: Site) -> Option<Seat> {
        self.statues[site.segment][site.terrain.index()]
    }

    /// Returns how many statues of a colour stand on a terrain.
    pub fn statues_on(&self, seat: Seat, terrain: Terrain) -> u16 {
        self.statues_by_terrain(seat)[terrain.index()]
    }

    pub fn statues_by_terrain(&self, seat: Seat) -> [u16; 3] {
        let mut number = [0; 3];
        for sites in &self.statues {
            for (number, owner) in number.iter_mut().zip(sites) {
                *number += u16::from(*owner == Some(seat));
            }
        }
        number
    }

    /// Returns how many statues of a colour stand on the island.
    pub fn statues_of(&self, seat: Seat) -> u16 {
        self.statues_by_terrain(seat).iter().sum()
    }

    /// Returns how many lava discs are on the volcano.
    pub fn lava_out(&self) -> u8 {
        self.lava.iter().sum()
    }

    /// Returns the pile from which cards come now: the first that is not empty.
    pub fn current_pile(&self) -> Option<usize> {
        self.piles.iter().position(|pile| !pile.is_empty())
    }

    pub fn holder(&self, card: ScoringCard) -> Holder {
        self.display[card.index()]
    }

    /// Puts a task on the agenda, before everything that is already there.
    pub(super) fn first_settle(&mut self, seat: Seat, step: Step) {
        // Twelve is enough: a delivery to both players with its purchases, and a scoring.
        self.agenda.push(Task { seat, step });
    }

    /// Counts a card as discarded.
    pub(super) fn discard(&mut self, card: Card) {
        let kind = match card {
            Card::Statue => 0,
            Card::Priestess => 1,
            Card::Shell => 2,
            Card::Lava => 3,
            Card::Kept(_) => return,
        };
        self.discarded[kind] += 1;
    }
}
