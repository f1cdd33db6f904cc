//! The kinds of pieces in the box: cards and discs. Their figures are in `printed`.

use serde::{Deserialize, Serialize};

use super::board::Segment;
use crate::{Seat, numbered::numbered};

// --- Cards ---

/// The face of a palm card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Builds a statue where the shaman stands.
    #[default]
    Statue,
    /// Lets its receiver move a lava disc.
    Priestess,
    /// Pays for purchases from the display.
    Shell,
    /// Is kept by its receiver.
    Kept(Keepsake),
    /// Puts a lava disc on the volcano when it is drawn. It never lies beside the board.
    Lava,
}

impl Card {
    /// Returns the word that commands use.
    pub fn name(self) -> &'static str {
        match self {
            Card::Statue => "statue",
            Card::Priestess => "lava-priestess",
            Card::Shell => "shell",
            Card::Kept(kept) => kept.name(),
            Card::Lava => "lava",
        }
    }
}

/// A card that players collect; there is one of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keepsake {
    #[serde(rename = "fish-1")]
    Fish1,
    #[serde(rename = "fish-2")]
    Fish2,
    #[serde(rename = "fish-3")]
    Fish3,
    #[serde(rename = "fish-4")]
    Fish4,
    #[serde(rename = "fish-5")]
    Fish5,
    WhitePearl,
    BlackPearl,
    Nautilus,
}

impl Keepsake {
    pub const ALL: [Keepsake; 8] = [
        Keepsake::Fish1,
        Keepsake::Fish2,
        Keepsake::Fish3,
        Keepsake::Fish4,
        Keepsake::Fish5,
        Keepsake::WhitePearl,
        Keepsake::BlackPearl,
        Keepsake::Nautilus,
    ];

    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the word that commands use.
    pub fn name(self) -> &'static str {
        match self {
            Keepsake::Fish1 => "fish-1",
            Keepsake::Fish2 => "fish-2",
            Keepsake::Fish3 => "fish-3",
            Keepsake::Fish4 => "fish-4",
            Keepsake::Fish5 => "fish-5",
            Keepsake::WhitePearl => "white-pearl",
            Keepsake::BlackPearl => "black-pearl",
            Keepsake::Nautilus => "nautilus",
        }
    }

    /// Returns how many baskets of fish the card shows.
    pub fn baskets(self) -> u16 {
        match self {
            Keepsake::Fish1 => 1,
            Keepsake::Fish2 => 2,
            Keepsake::Fish3 => 3,
            Keepsake::Fish4 => 4,
            Keepsake::Fish5 => 5,
            Keepsake::WhitePearl | Keepsake::BlackPearl | Keepsake::Nautilus => 0,
        }
    }
}

/// A scoring card of the display; there are five.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoringCard {
    Butterflies,
    StatueMajority,
    CompleteSegment,
    Forest,
    Mountain,
}

impl ScoringCard {
    pub const ALL: [ScoringCard; 5] = [
        ScoringCard::Butterflies,
        ScoringCard::StatueMajority,
        ScoringCard::CompleteSegment,
        ScoringCard::Forest,
        ScoringCard::Mountain,
    ];

    pub fn index(self) -> usize {
        self as usize
    }
}

/// What can be bought from the display.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ware {
    Card(ScoringCard),
    /// The lava priestess, who can be bought once in a round.
    Priestess,
}

impl Ware {
    /// Everything on the display.
    pub const ALL: [Ware; 6] = [
        Ware::Card(ScoringCard::Butterflies),
        Ware::Card(ScoringCard::StatueMajority),
        Ware::Card(ScoringCard::CompleteSegment),
        Ware::Card(ScoringCard::Forest),
        Ware::Card(ScoringCard::Mountain),
        Ware::Priestess,
    ];

    /// Returns the word that commands use.
    pub fn name(self) -> &'static str {
        match self {
            Ware::Card(ScoringCard::Butterflies) => "butterflies",
            Ware::Card(ScoringCard::StatueMajority) => "statue-majority",
            Ware::Card(ScoringCard::CompleteSegment) => "complete-segment",
            Ware::Card(ScoringCard::Forest) => "forest-statues",
            Ware::Card(ScoringCard::Mountain) => "mountain-statues",
            Ware::Priestess => "lava-priestess",
        }
    }
}

// --- Discs ---

numbered!(
    /// A player's number disc, 1 to 5.
    Disc, 5, "number disc");

/// Where a player's number disc or invocation disc lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscLocation {
    /// The disc is in front of its owner.
    #[default]
    InHand,
    /// The disc lies on the beach of this segment.
    On(Segment),
}

/// Where a scoring card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The card lies on the display.
    #[default]
    Display,
    /// A player bought the card in this round.
    Seat(Seat),
}

/// Whether the lava priestess on the display can still be bought in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// The lava priestess can be bought.
    #[default]
    Up,
    /// The lava priestess was bought in this round.
    Down,
}
