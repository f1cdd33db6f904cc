//! The actions, events and refusals of Hawaii.

use serde::{Deserialize, Serialize};

use super::island::{Chieftain, Dock, GodStack, Island, Place, Row, Space};
use super::pieces::{Fleet, Fruit, God, Good, Goods, Level, Price, Tile, VillageTile};
use crate::Seat;

/// The numbers of fish tokens that show one, two and three fish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Catch(pub [u8; 3]);

impl Catch {
    pub fn total(self) -> u8 {
        self.0
            .iter()
            .fold(0, |sum, tokens| sum.saturating_add(*tokens))
    }
}

/// One decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    // --- Where the chieftain goes ---
    /// Walk to a place, or stay at it.
    Move(Place),
    /// Go to the cove and take these fish tokens.
    Fish(Catch),
    /// Go to a dock and visit its island.
    Sail(Dock),
    /// Go to the beach, or stay there, and do nothing.
    Wait,
    /// Leave the round: put the chieftain under this space of the turn order.
    Pass(Space),
    // --- Decisions within a turn ---
    /// Buy a tile and take a price token; side II costs twice the price.
    Buy {
        tile: Tile,
        /// The price on the token to take.
        price: Price,
        /// The side of the tile, which also says how often the price is paid.
        level: Level,
    },
    /// Pay with these goods.
    Pay(Goods),
    /// Launch these boats.
    Launch(Fleet),
    /// Take this fruit tile as an island's gift.
    Pick(Fruit),
    /// Build the bought or given tile in this row.
    Build(Row),
    /// Take the god from this stack, if the god lies on top of both.
    TakeFrom(GodStack),
    /// Give KANE these goods for a tiki.
    Offer(Goods),
    /// Give KANE nothing.
    Decline,
    /// Take one unit of this good from an irrigation.
    Harvest(Good),
}

/// What a player scored points for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Taking a token with crossed spears.
    Spears,
    Dock,
    Island,
    /// Pleasing the people at the end of a round.
    People,
    /// The god LONO, when the people are pleased.
    Lono,
    /// Standing under space 1 after the last round.
    FirstSpace,
}

/// Why an island gave a visitor nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoGift {
    /// No tile of the given kind is left.
    NoneLeft,
    /// The realm has no room for the tile.
    NoRoom,
}

/// What brought a player goods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// The income and the tiles' goods after a round.
    Income,
    Irrigation,
    Island,
    /// The figures printed on the space on which a kahuna or a tiki was put.
    Space,
}

/// The points that one realm scores at the end, by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalPoints {
    /// The points for kahunas at the heads of scored villages.
    pub kahunas: u16,
    pub irrigations: u16,
    /// The points for hula dancers.
    pub hulas: u16,
    pub long_huts: u16,
    pub laka: u16,
    pub kanaloa: u16,
}

impl FinalPoints {
    pub fn total(self) -> u16 {
        self.kahunas + self.irrigations + self.hulas + self.long_huts + self.laka + self.kanaloa
    }
}

/// Something that happened. All events are public, as at a real table, where tokens, tiles and
/// payments are handled in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A chieftain walked, stayed, or went to the beach.
    Moved {
        seat: Seat,
        from: Chieftain,
        to: Chieftain,
    },
    Paid {
        seat: Seat,
        goods: Goods,
    },
    /// KANE was given goods for a tiki.
    GaveKane {
        seat: Seat,
        goods: Goods,
    },
    /// A price token was taken from a place.
    TookPrice {
        seat: Seat,
        place: Place,
        price: Price,
    },
    /// A tile was built in a village.
    Built {
        seat: Seat,
        tile: VillageTile,
        level: Level,
        row: Row,
    },
    GotBoat {
        seat: Seat,
        level: Level,
    },
    GotKahunas {
        seat: Seat,
        number: u8,
    },
    GotTikis {
        seat: Seat,
        number: u8,
    },
    Gained {
        seat: Seat,
        goods: Goods,
        from: Gain,
    },
    Scored {
        seat: Seat,
        points: u16,
        reason: Reason,
    },
    /// A player took fish tokens from the cove.
    Fished {
        seat: Seat,
        catch: Catch,
    },
    Launched {
        seat: Seat,
        boats: Fleet,
    },
    Visited {
        seat: Seat,
        dock: Dock,
        island: Island,
    },
    /// An island gave its visitor nothing.
    NoGift {
        seat: Seat,
        why: NoGift,
    },
    /// KANE was given nothing.
    Declined {
        seat: Seat,
    },
    /// A player left the round, put the chieftain under this space and took the token there.
    Left {
        seat: Seat,
        space: Space,
        price: Option<Price>,
    },
    /// The next god of a stack became visible; `None` if the stack is empty now.
    GodUncovered {
        stack: u8,
        god: Option<God>,
    },
    /// The sum of a player's tokens was compared with the number that pleases the people.
    Summed {
        seat: Seat,
        sum: u16,
        needed: u16,
    },
    RoundOver {
        round: u8,
    },
    /// A round begins: tokens and islands are laid out again.
    RoundBegins {
        round: u8,
    },
    /// A realm was scored at the end.
    FinalScoring {
        seat: Seat,
        points: FinalPoints,
    },
}

/// Which rule forbids an action, and what is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    GameOver,
    /// Another decision has to be made first.
    SomethingElseFirst,
    // --- Walking ---
    /// No price token is left at this place.
    NoPriceToken {
        place: Place,
    },
    /// No tile is left at this place.
    NoTile {
        place: Place,
    },
    /// The realm has no room for any tile that this place sells.
    NothingFits {
        place: Place,
    },
    /// The walk would leave `missing` shells too few to buy anything.
    NothingLeftToBuyWith {
        missing: u16,
    },
    // --- Buying ---
    /// This place does not sell this tile.
    NotSoldHere {
        tile: Tile,
        place: Place,
    },
    /// No token at this place shows this price.
    NoSuchPrice {
        price: Price,
    },
    /// Too few tiles of this kind are left: none, or one if side II needs two.
    TooFewTiles {
        tile: Tile,
        missing: u8,
    },
    /// The god lies on top of neither stack (or not of the chosen one).
    GodNotOnTop {
        god: God,
    },
    /// The realm lacks `missing` spaces for kahunas.
    NoKahunaSpace {
        missing: u8,
    },
    /// The realm lacks `missing` spaces for tikis.
    NoTikiSpace {
        missing: u8,
    },
    /// No village of the realm can take this tile.
    NoVillageFor {
        tile: VillageTile,
    },
    // --- Building ---
    /// Each god stands only once in a realm.
    GodOnlyOnce {
        god: God,
    },
    /// A village has at most one god.
    OneGodPerVillage {
        row: Row,
    },
    /// A village has at most one tile of a kind.
    SecondOfItsKind {
        tile: VillageTile,
        row: Row,
    },
    /// The row has no village yet, and a village begins with a hut.
    VillageNeedsHut {
        tile: VillageTile,
        row: Row,
    },
    /// New villages are begun from the top without gaps, so the next one is in row `next`.
    RowSkipped {
        next: Row,
    },
    // --- Paying ---
    /// The player has too few goods, even with fruits and exchange huts.
    TooLittle {
        good: Good,
        missing: u16,
    },
    /// The payment's total is not the cost.
    WrongSum {
        good: Good,
        cost: u16,
        paid: u16,
    },
    /// The player has fewer units of this good than the payment contains.
    NotInPurse {
        good: Good,
        missing: u16,
    },
    /// The payment mixes goods: `turned` units need exchange huts, which can turn only
    /// `exchange_capacity`.
    Mixed {
        turned: u16,
        #[serde(rename = "power")]
        exchange_capacity: u16,
    },
    // --- Beach ---
    /// The cove has no fish tokens.
    CoveEmpty,
    /// A player who fishes must take at least one token.
    FishNothing,
    /// The cove lacks `missing` of the tokens with this many fish.
    NotInCove {
        fish: u8,
        missing: u8,
    },
    /// The boats cannot hold the load.
    BoatsTooSmall {
        missing: u8,
    },
    /// The player does not have these boats ashore.
    NotAshore,
    /// A boat would be launched in vain: the others can carry the load at no higher cost.
    MoreBoatsThanNeeded,
    /// The island of this dock was already visited in this round.
    NoIsland {
        dock: Dock,
    },
    /// All players in the round have waited in a row, so this player has to act or leave.
    EverybodyWaited,
    /// The turn order has only `spaces` spaces, one for each player.
    NoSuchSpace {
        spaces: u8,
    },
    /// Another chieftain already stands under this space.
    SpaceTaken {
        space: Space,
    },
    // --- Gifts ---
    /// No tile of this fruit is left.
    NoFruitTile {
        fruit: Fruit,
    },
    /// KANE takes exactly this number of goods.
    KaneTakes {
        goods: u16,
    },
}
