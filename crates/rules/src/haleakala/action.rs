//! The actions, events and refusals of Haleakala.

use serde::{Deserialize, Serialize};

use super::board::{Direction, Segment, Shaman, Site};
use super::pieces::{Card, Disc, ScoringCard, Ware};
use crate::Seat;

/// One decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    // --- A turn ---
    /// Put a number disc on a beach. Beside the boat the disc moves the boat; on another beach it
    /// lets the shaman walk.
    Place {
        disc: Disc,
        /// The segment of the beach.
        at: Segment,
    },
    /// Put a number disc beside the boat and the invocation disc with it.
    Invoke {
        disc: Disc,
    },
    /// Take a number disc back from its beach, which lets the shaman walk.
    Take {
        disc: Disc,
    },
    /// Move the boat one segment clockwise; allowed only without a number disc in hand.
    Boat,
    // --- Decisions within a turn ---
    /// Let the shaman walk to this site.
    Walk(Site),
    /// Let the shaman stay where it is.
    Stay,
    /// Receive this card from beside the boat.
    Choose(Card),
    /// Move a lava disc to the crater next to it.
    Lava {
        /// The segment of the crater that the disc leaves.
        from: Segment,
        /// The direction in which the disc moves.
        direction: Direction,
    },
    LeaveLava,
    /// Buy this from the display.
    Buy(Ware),
    BuyNothing,
}

/// Why a disc of lava comes onto the volcano.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LavaFrom {
    /// A lava card was drawn while refilling the spaces.
    Card,
    /// A player invoked it with the invocation disc.
    Invocation,
}

/// One of the two rounds, each of which ends with a scoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Ends when the second pile, the cards with two palms, is exhausted.
    #[default]
    First,
    /// The round that ends with the game.
    Second,
}

impl Round {
    /// Returns 1 or 2.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// The points that one player scores in one scoring, by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoredPoints {
    pub statues: u16,
    /// Points for the most baskets of fish.
    pub fish: u16,
    pub pearls: u16,
    pub nautilus: u16,
    /// Points of the scoring cards, in the order of `ScoringCard::ALL`.
    pub cards: [u16; 5],
    /// Points for shells left, at the second scoring only.
    pub shells: u16,
}

impl ScoredPoints {
    pub fn total(self) -> u16 {
        self.statues
            + self.fish
            + self.pearls
            + self.nautilus
            + self.cards.iter().sum::<u16>()
            + self.shells
    }
}

/// Something that happened. All events are public: only the order of the piles is secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A player put a number disc on a beach.
    Placed {
        seat: Seat,
        disc: Disc,
        at: Segment,
    },
    /// The invocation disc was put beside the boat, together with a number disc.
    Invoked {
        seat: Seat,
        at: Segment,
    },
    /// A player took a number disc back from a beach.
    TookBack {
        seat: Seat,
        disc: Disc,
        from: Segment,
    },
    /// A player's shaman walked.
    Walked {
        seat: Seat,
        from: Shaman,
        to: Site,
    },
    /// The fishing boat moved clockwise.
    Sailed {
        from: Segment,
        to: Segment,
    },
    /// A player received a card from beside the boat.
    Received {
        seat: Seat,
        card: Card,
        at: Segment,
    },
    /// The player with the lower sum gets nothing, because no other kind of card was left.
    NothingLeft {
        seat: Seat,
    },
    /// A player built a statue.
    Built {
        seat: Seat,
        site: Site,
    },
    /// A player's card had no effect: nothing could be built or moved.
    InVain {
        seat: Seat,
        card: Card,
    },
    /// A player moved a lava disc to the next crater.
    LavaMoved {
        seat: Seat,
        from: Segment,
        to: Segment,
    },
    LavaLeft {
        seat: Seat,
    },
    /// A player got the invocation disc back.
    InvocationBack {
        seat: Seat,
    },
    /// A player bought a scoring card or the lava priestess from the display.
    Bought {
        seat: Seat,
        ware: Ware,
        shells: u8,
    },
    BoughtNothing {
        seat: Seat,
    },
    /// Both players got their number discs back from this beach.
    DiscsBack {
        at: Segment,
    },
    /// A drawn card was laid on an empty space beside a segment.
    Laid {
        card: Card,
        at: Segment,
    },
    /// A lava disc came onto the volcano.
    LavaRose {
        at: Segment,
        from: LavaFrom,
    },
    /// No lava disc was left for a drawn lava card or an invocation.
    NoLavaLeft {
        at: Segment,
        from: LavaFrom,
    },
    ScoringBegins {
        round: Round,
    },
    /// Lava destroyed a statue.
    Destroyed {
        seat: Seat,
        site: Site,
    },
    /// A player scored points at the end of a round.
    Scored {
        seat: Seat,
        points: ScoredPoints,
    },
    SecondRound,
}

/// Which rule forbids an action, and what is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    GameOver,
    /// Another decision has to be made first.
    SomethingElseFirst,
    /// The disc already lies on a beach.
    DiscNotInHand {
        disc: Disc,
        at: Segment,
    },
    /// The disc is in hand, so it cannot be taken back.
    DiscInHand {
        disc: Disc,
    },
    /// Both players would have this same sum on the beach.
    EqualSums {
        sum: u8,
        at: Segment,
    },
    /// There are no invocation discs in the base game.
    NoInvocation,
    /// The invocation disc already lies on a beach.
    InvocationNotInHand {
        at: Segment,
    },
    /// The boat moves alone only when no number disc is in hand.
    DiscsInHand {
        discs: u8,
    },
    /// The house rule on shuffling discs forbids taking one back until a player receives a card.
    TooManyQuietTurns {
        turns: u16,
    },
    /// The shaman already stands there, or would need more than two steps or more than one step up.
    TooFar,
    /// The other player's shaman stands there.
    OtherShaman,
    /// This card does not lie beside the boat.
    NoSuchCard {
        card: Card,
    },
    /// No lava disc lies on this crater.
    NoLava {
        at: Segment,
    },
    /// By the table's options a lava priestess must move a lava disc.
    MustMoveLava,
    /// The scoring card was already bought in this round.
    Sold {
        card: ScoringCard,
    },
    /// The lava priestess on the display was already bought in this round.
    PriestessGone,
    /// The player needs `missing` more shells.
    TooFewShells {
        missing: u8,
    },
}
