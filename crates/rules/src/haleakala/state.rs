//! The state of a game: where every piece is, and an agenda of the next decisions.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::action::Round;
use super::board::{BySegment, SEGMENTS, Segment, Shaman, Site, Terrain};
use super::options::Options;
use super::pieces::{Card, Disc, DiscLocation, Face, Holder, ScoringCard};
use super::printed::Cards;
use crate::{BySeat, Seat, Seats, chance::Seed};

/// The whole state of a game, hidden parts included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub options: Options,
    pub seed: Seed,
    /// The current round: before or after the first scoring.
    pub round: Round,
    /// The player who had the first turn.
    #[serde(rename = "starter")]
    pub start_player: Seat,
    /// The player whose turn it is, or whose turn was the last one.
    pub turn: Seat,
    /// The number of turns in a row in which no player received a card.
    pub quiet: u16,
    /// The open tasks, the next one last. Empty when the game is over.
    pub agenda: ArrayVec<[Task; 12]>,
    /// The segment in whose water the boat lies.
    pub boat: Segment,
    /// The cards beside each segment.
    pub slots: BySegment<[Option<Card>; 2]>,
    /// The three piles, the next card last.
    pub piles: [Cards; 3],
    /// The number of lava discs on each crater.
    pub lava: BySegment<u8>,
    /// The owner of the statue on each terrain of each segment; the terrains from the beach up.
    pub statues: BySegment<[Option<Seat>; 3]>,
    /// The holder of each scoring card, in the order of [`ScoringCard::ALL`].
    pub display: [Holder; 5],
    /// Whether the lava priestess on the display can still be bought in this round.
    pub priestess: Face,
    /// The number of cards that were carried out, spent or drawn as lava, by kind: statue,
    /// priestess, shell, lava.
    pub discarded: [u8; 4],
    pub players: BySeat<Player>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Where the number discs 1 to 5 lie.
    pub discs: [DiscLocation; 5],
    /// Where the invocation disc lies. In the base game it stays in the box, recorded as in hand.
    pub invocation: DiscLocation,
    /// Where the shaman stands.
    pub shaman: Shaman,
    /// Shells in hand.
    pub shells: u8,
    /// Which collected cards the player has, in the order of [`super::pieces::Keepsake::ALL`].
    pub kept: [Collected; 8],
    /// Points on the scoring track.
    pub points: u16,
}

/// Whether a player has a collected card, each of which exists once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Collected {
    #[default]
    #[serde(rename = "not")]
    No,
    #[serde(rename = "it")]
    Yes,
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
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// How to use the turn: place or take a disc, invoke, or move the boat.
    #[default]
    Turn,
    /// Where the shaman walks, if at all.
    Shaman,
    /// Which card beside the boat to receive.
    Choose,
    /// No choice: the player with the lower sum receives nothing.
    Nothing,
    /// Which lava disc to move, and in which direction.
    Priestess,
    /// What to buy with shells, if anything.
    Purchase,
    /// No choice: the number discs come back from the beach beside the boat.
    DiscsBack,
    /// No choice: empty spaces beside the boat are filled.
    Refill,
    /// No choice: the volcano erupts and points are counted.
    Scoring,
}

impl State {
    /// Returns the number of seats, always two.
    pub fn seats(&self) -> Seats {
        self.players.seats()
    }

    /// Returns the opponent of this seat.
    pub fn other(&self, seat: Seat) -> Seat {
        self.seats()
            .iter()
            .find(|other| *other != seat)
            .unwrap_or(seat)
    }

    /// Returns the sum of a player's number discs on a beach.
    pub fn sum(&self, seat: Seat, at: Segment) -> u8 {
        self.sums(seat)[at]
    }

    pub fn sums(&self, seat: Seat) -> BySegment<u8> {
        let mut sums = [0; SEGMENTS];
        for (disc, lies) in Disc::all().zip(self.players[seat].discs) {
            if let DiscLocation::On(at) = lies {
                sums[at] += disc.number();
            }
        }
        sums
    }

    /// Returns how many number discs a player has in hand.
    pub fn in_hand(&self, seat: Seat) -> u8 {
        self.players[seat]
            .discs
            .iter()
            .map(|lies| u8::from(*lies == DiscLocation::InHand))
            .sum()
    }

    /// Returns the owner of the statue on a site.
    pub fn statue(&self, site: Site) -> Option<Seat> {
        self.statues[site.segment][site.terrain.index()]
    }

    /// Returns how many of a player's statues stand on this kind of terrain.
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

    /// Returns how many of a player's statues stand on the island.
    pub fn statues_of(&self, seat: Seat) -> u16 {
        self.statues_by_terrain(seat).iter().sum()
    }

    /// Returns the number of lava discs on the volcano.
    pub fn lava_out(&self) -> u8 {
        self.lava.iter().sum()
    }

    /// Returns the index of the pile to draw from: the first that is not empty.
    pub fn current_pile(&self) -> Option<usize> {
        self.piles.iter().position(|pile| !pile.is_empty())
    }

    pub fn holder(&self, card: ScoringCard) -> Holder {
        self.display[card.index()]
    }

    /// Pushes a task onto the agenda, so that it comes before all tasks already there.
    pub(super) fn push_task(&mut self, seat: Seat, step: Step) {
        // Twelve tasks are more than a delivery to both players with its purchases and a scoring
        // need.
        self.agenda.push(Task { seat, step });
    }

    /// Counts a card as discarded; collected cards are never discarded.
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
