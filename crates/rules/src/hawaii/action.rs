//! Actions, events and refusals.

use serde::{Deserialize, Serialize};

use super::island::{Chieftain, Dock, GodStack, Island, Place, Row, Space};
use super::pieces::{Fleet, Fruit, God, Good, Goods, Level, Price, Tile, VillageTile};
use crate::Seat;

/// Fish tokens by the number of fish they show: with one, with two, with three.
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

/// One decision.
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
    // --- What has to be settled on the way ---
    /// Buy this tile, with a token that shows this price, for the price or twice the price.
    Buy {
        tile: Tile,
        /// Which token.
        price: Price,
        /// The side that is up, which also says how often the price is paid.
        level: Level,
    },
    /// Hand over these goods.
    Pay(Goods),
    /// Launch these boats.
    Launch(Fleet),
    /// Take this fruit tile, as an island offers.
    Pick(Fruit),
    /// Build the tile in this row.
    Build(Row),
    /// Take the god, who lies on top of both stacks, from this one.
    TakeFrom(GodStack),
    /// Give KANE these two goods for a tiki.
    Offer(Goods),
    /// Give KANE nothing.
    Decline,
    /// Take one of these from an irrigation.
    Harvest(Good),
}

/// What points were for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Crossed spears on a token.
    Spears,
    Dock,
    Island,
    /// Pleasing the people, as the first, second or another.
    People,
    /// LONO, the people being pleased.
    Lono,
    /// Space 1 after the last round.
    FirstSpace,
}

/// What became of an island's gift.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoGift {
    /// No such tile is left.
    NoneLeft,
    /// There is no lawful spot for it.
    NoRoom,
}

/// What brought goods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// The payout after a round.
    Income,
    Irrigation,
    Island,
    /// The space on which a kahuna or a tiki was put.
    Space,
}

/// What one realm is worth at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalPoints {
    /// Kahunas at the heads of scored villages.
    pub kahunas: u16,
    pub irrigations: u16,
    /// Hula dancers.
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
    /// Goods were handed over.
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
    /// A boat was added.
    GotBoat {
        seat: Seat,
        level: Level,
    },
    /// Kahunas were put on their spaces.
    GotKahunas {
        seat: Seat,
        number: u8,
    },
    /// Tikis were put on their spaces.
    GotTikis {
        seat: Seat,
        number: u8,
    },
    /// Goods came in.
    Gained {
        seat: Seat,
        goods: Goods,
        from: Gain,
    },
    /// Points were scored.
    Scored {
        seat: Seat,
        points: u16,
        reason: Reason,
    },
    /// Fish tokens were taken.
    Fished {
        seat: Seat,
        catch: Catch,
    },
    /// Boats were launched.
    Launched {
        seat: Seat,
        boats: Fleet,
    },
    /// An island was visited.
    Visited {
        seat: Seat,
        dock: Dock,
        island: Island,
    },
    /// An island had nothing that could be taken.
    NoGift {
        seat: Seat,
        why: NoGift,
    },
    /// KANE was given nothing.
    Declined {
        seat: Seat,
    },
    /// A chieftain left the round for this space, and took the token there.
    Left {
        seat: Seat,
        space: Space,
        price: Option<Price>,
    },
    /// The next god of a stack, if any, can be seen.
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
    /// Something else has to be decided first.
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
    /// No tile of this place could be put into the realm.
    NothingFits {
        place: Place,
    },
    /// The walk would leave too few shells to buy anything.
    NothingLeftToBuyWith {
        missing: u16,
    },
    // --- Buying ---
    /// This place does not sell that.
    NotSoldHere {
        tile: Tile,
        place: Place,
    },
    /// No token here shows this price.
    NoSuchPrice {
        price: Price,
    },
    /// No such tile is left, or too few for twice the price.
    TooFewTiles {
        tile: Tile,
        missing: u8,
    },
    /// Only the tops of the stacks of gods can be bought.
    GodNotOnTop {
        god: God,
    },
    /// There is no room for so many kahunas.
    NoKahunaSpace {
        missing: u8,
    },
    /// There is no room for so many tikis.
    NoTikiSpace {
        missing: u8,
    },
    /// No village can take this tile.
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
    /// A village begins with a hut.
    VillageNeedsHut {
        tile: VillageTile,
        row: Row,
    },
    /// Villages are begun from the top, without gaps.
    RowSkipped {
        next: Row,
    },
    // --- Paying ---
    /// The purse is too small, even with fruits and exchange huts.
    TooLittle {
        good: Good,
        missing: u16,
    },
    /// The payment has another sum.
    WrongSum {
        good: Good,
        cost: u16,
        paid: u16,
    },
    /// More than there is.
    NotInPurse {
        good: Good,
        missing: u16,
    },
    /// Goods are not mixed, beyond what exchange huts turn.
    Mixed {
        turned: u16,
        power: u16,
    },
    // --- Beach ---
    /// To fish is to take at least one token.
    FishNothing,
    /// The cove has fewer such tokens.
    NotInCove {
        fish: u8,
        missing: u8,
    },
    /// The boats ashore are too small.
    BoatsTooSmall {
        missing: u8,
    },
    /// These boats are not ashore.
    NotAshore,
    /// These boats would go out in vain: fewer can carry as much for as little.
    MoreBoatsThanNeeded,
    /// The island of this dock was visited already.
    NoIsland {
        dock: Dock,
    },
    /// Everyone waited in a row: the next player has to act or leave.
    EverybodyWaited,
    /// There is no such space in a game of so many.
    NoSuchSpace {
        spaces: u8,
    },
    /// Another chieftain has this space.
    SpaceTaken {
        space: Space,
    },
    // --- Gifts ---
    /// No such fruit tile is left.
    NoFruitTile {
        fruit: Fruit,
    },
    /// KANE takes exactly so many goods.
    KaneTakes {
        goods: u16,
    },
}
