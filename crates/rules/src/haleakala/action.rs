//! Actions, events and refusals.

use serde::{Deserialize, Serialize};

use super::board::{Direction, Segment, Shaman, Site};
use super::pieces::{Card, Disc, ScoringCard, Ware};
use crate::Seat;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    // --- A turn ---
    /// Put a number disc on a beach: beside the boat it moves the boat, elsewhere the shaman may
    /// walk.
    Place {
        disc: Disc,
        /// On which beach.
        at: Segment,
    },
    /// Put a number disc beside the boat and the invocation disc with it.
    Invoke {
        disc: Disc,
    },
    /// Take a number disc back from its beach; then the shaman may walk.
    Take {
        disc: Disc,
    },
    /// Move the boat one segment.
    Boat,
    // --- What has to be settled on the way ---
    /// Let the shaman walk.
    Walk(Site),
    /// Let the shaman stay.
    Stay,
    /// Receive this card.
    Choose(Card),
    /// Move a lava disc to the crater next to it.
    Lava {
        /// From here.
        from: Segment,
        /// This way.
        direction: Direction,
    },
    LeaveLava,
    /// Buy this.
    Buy(Ware),
    BuyNothing,
}

/// Why a disc of lava comes onto the volcano.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LavaFrom {
    /// A lava card was drawn.
    Card,
    /// A player invoked it.
    Invocation,
}

/// Which scoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Ends with the last card of two palms.
    #[default]
    First,
    /// Ends with the game.
    Second,
}

impl Round {
    /// 1 or 2.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// What one player scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoredPoints {
    pub statues: u16,
    /// The most baskets of fish.
    pub fish: u16,
    pub pearls: u16,
    pub nautilus: u16,
    /// Scoring cards, by card.
    pub cards: [u16; 5],
    /// Shells left.
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
    /// A number disc was put on a beach.
    Placed {
        seat: Seat,
        disc: Disc,
        at: Segment,
    },
    /// The invocation disc was put with it.
    Invoked {
        seat: Seat,
        at: Segment,
    },
    /// A number disc was taken back.
    TookBack {
        seat: Seat,
        disc: Disc,
        from: Segment,
    },
    /// A shaman walked.
    Walked {
        seat: Seat,
        from: Shaman,
        to: Site,
    },
    /// The boat moved.
    Sailed {
        from: Segment,
        to: Segment,
    },
    /// A player received a card.
    Received {
        seat: Seat,
        card: Card,
        at: Segment,
    },
    /// There were two equal cards, or only one: the player with the lower sum gets nothing.
    NothingLeft {
        seat: Seat,
    },
    /// A statue was built.
    Built {
        seat: Seat,
        site: Site,
    },
    /// A card could not be carried out.
    InVain {
        seat: Seat,
        card: Card,
    },
    /// A lava disc moved.
    LavaMoved {
        seat: Seat,
        from: Segment,
        to: Segment,
    },
    LavaLeft {
        seat: Seat,
    },
    /// The invocation disc came back.
    InvocationBack {
        seat: Seat,
    },
    /// Something was bought from the display.
    Bought {
        seat: Seat,
        ware: Ware,
        shells: u8,
    },
    BoughtNothing {
        seat: Seat,
    },
    /// The number discs came back from the beach.
    DiscsBack {
        at: Segment,
    },
    /// A card was laid on an empty space.
    Laid {
        card: Card,
        at: Segment,
    },
    /// A lava disc came onto the volcano.
    LavaRose {
        at: Segment,
        from: LavaFrom,
    },
    /// A lava disc should have come, but none is left.
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
    /// A player scored.
    Scored {
        seat: Seat,
        points: ScoredPoints,
    },
    /// The second round begins.
    SecondRound,
}

/// Which rule forbids an action, and what is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    GameOver,
    /// Something else has to be decided first.
    SomethingElseFirst,
    /// This disc lies on a beach.
    DiscNotInHand {
        disc: Disc,
        at: Segment,
    },
    /// This disc lies on no beach.
    DiscInHand {
        disc: Disc,
    },
    /// Both colours would have this sum on a beach.
    EqualSums {
        sum: u8,
        at: Segment,
    },
    /// There are no invocation discs in the base game.
    NoInvocation,
    /// The invocation disc lies on a beach.
    InvocationNotInHand {
        at: Segment,
    },
    /// The boat moves alone only when no number disc is in hand.
    DiscsInHand {
        discs: u8,
    },
    /// By the house rule no disc is taken back until a player receives a card.
    TooManyQuietTurns {
        turns: u16,
    },
    /// The shaman cannot get there in two steps, one of them up.
    TooFar,
    /// The other shaman stands there.
    OtherShaman,
    /// No such card lies here.
    NoSuchCard {
        card: Card,
    },
    /// There is no lava on this crater.
    NoLava {
        at: Segment,
    },
    /// The priestess must act.
    MustMoveLava,
    /// This card was bought already.
    Sold {
        card: ScoringCard,
    },
    /// The priestess of the display was bought in this round.
    PriestessGone,
    /// So many more shells are needed.
    TooFewShells {
        missing: u8,
    },
}
