//! The shape of `assets/hawaii.toml`: every figure that is printed on a component, where it is
//! known from, and how sure that is. Reading and checking are in the parent.

use serde::{Deserialize, Serialize};

use crate::figures::Sourced;
use crate::hawaii::pieces::{Hut, Level};

/// A figure for each side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByLevel {
    /// Side I.
    pub one: u8,
    /// Side II.
    pub two: u8,
}

impl ByLevel {
    /// Returns the figure of this side.
    pub fn at(self, level: Level) -> u8 {
        match level {
            Level::One => self.one,
            Level::Two => self.two,
        }
    }
}

/// The whole file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// How the places lie.
    pub layout: Sourced<Layout>,
    /// What each player begins with.
    pub start: Sourced<Start>,
    /// The ten places.
    pub place: Vec<PlaceCard>,
    /// How many tiles of each kind.
    pub supply: Sourced<Supply>,
    /// The price tokens, by worth.
    pub token: Vec<TokenKind>,
    /// The five round indicators.
    pub round: Vec<RoundIndicator>,
    /// The bonus for the first space after the last round.
    pub last_round: Sourced<LastRound>,
    /// The four docks.
    pub dock: Vec<Sourced<DockCard>>,
    /// The ten islands.
    pub island: Vec<Sourced<IslandCard>>,
    /// The player boards.
    pub realm: RealmBoard,
    /// What the tiles do.
    pub tiles: Sourced<Effects>,
}

/// How the places lie: rows from the beach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// Places in each row.
    pub rows: Vec<u8>,
    /// How far each row begins from the left, in halves of a place.
    pub halves_from_left: Vec<u8>,
}

/// What each player begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    pub shells: u16,
    pub feet: u16,
    /// Fruits, by place in the turn order.
    pub fruits_by_order: Vec<u16>,
}

/// A place: a large rectangle with stacks of tiles and purchase circles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceCard {
    /// The word that files and commands use.
    pub name: String,
    /// What it sells: names of tiles, or `gods`.
    pub sells: Sourced<Sells>,
    /// Its purchase circles.
    pub circles: Sourced<Circles>,
}

/// What a place sells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sells {
    /// One or two kinds.
    pub tiles: Vec<String>,
}

/// The purchase circles of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circles {
    /// Circles without a number.
    pub blank: u8,
    pub number: u8,
}

/// How many tiles of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Supply {
    /// Of each of the five huts.
    pub each_hut: u8,
    /// Of each of the four fruits.
    pub each_fruit: u8,
    pub irrigation: u8,
    pub surfer: u8,
    /// Hula dancers.
    pub hula: u8,
    /// Boats, besides the fishing boats.
    pub boat: u8,
    pub kahuna: u8,
    pub tiki: u8,
    /// Of each of the six gods.
    pub each_god: u8,
}

/// The tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenKind {
    /// 2 to 6.
    pub worth: u8,
    pub number: Sourced<TokenNumbers>,
    /// How many fish are on their backs.
    pub back: Sourced<TokenBack>,
}

/// How many tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenNumbers {
    /// Orange ones.
    pub plain: u8,
    /// Red ones with crossed spears.
    pub spears: u8,
}

/// The backs of the tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenBack {
    pub fish: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundIndicator {
    /// What pleases the people.
    pub threshold: Sourced<Threshold>,
    /// What pleasing them is worth.
    pub points: Sourced<RoundPoints>,
    /// The income of every player after the round; none after the last.
    pub income: Option<Sourced<Income>>,
}

/// What pleases the people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threshold {
    /// The large number on the turtle's shell.
    pub sum: u8,
}

/// What pleasing the people is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundPoints {
    /// The highest sum.
    pub first: u8,
    /// The second highest.
    pub second: u8,
    /// All others who reach the number.
    pub others: u8,
}

/// The income of every player after a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Income {
    pub shells: u16,
    pub feet: u16,
}

/// The bonus for the first space after the last round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastRound {
    /// Points for the chieftain under space 1.
    pub first_space: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DockCard {
    /// What the way costs.
    pub feet: u8,
    /// What the way is worth.
    pub points: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IslandCard {
    /// What a visitor takes home.
    pub gift: Gift,
}

/// What a visitor takes home from an island. Tiles of two sides come on side II.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gift {
    Points(u8),
    Fruits(u16),
    Hut(Hut),
    /// A hula dancer.
    Hula,
    Surfer,
    /// A fruit tile of any kind.
    FruitTile,
    Kahunas(u8),
    Tikis(u8),
}

/// A player board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RealmBoard {
    /// How long the first village is before anything is built.
    pub start_huts: Sourced<StartHuts>,
    /// What the kahunas are worth, from the first village down.
    pub kahunas: Sourced<KahunaPoints>,
    /// The shells on the kahunas' spaces.
    pub kahuna_shells: Sourced<KahunaShells>,
    /// The columns over which the tikis stand, from the first one placed.
    pub tikis: Sourced<TikiColumns>,
    /// The feet on the tikis' spaces.
    pub tiki_feet: Sourced<TikiFeet>,
}

/// The hut printed on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartHuts {
    /// Huts printed in the first village.
    pub printed: u8,
}

/// What the kahunas are worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KahunaPoints {
    /// Points, from the first village down.
    pub points: Vec<u8>,
}

/// The shells on the kahunas' spaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KahunaShells {
    /// Shells, from the first village down.
    pub shells: Vec<u8>,
}

/// Where the tikis stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TikiColumns {
    /// Columns, from the first tiki placed; the seventh is for tables that play with seven.
    pub columns: Vec<u8>,
}

/// The feet on the tikis' spaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TikiFeet {
    /// Feet, from the first tiki placed.
    pub feet: Vec<u8>,
}

/// What the tiles do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effects {
    /// Shells after a round.
    pub shell_hut: ByLevel,
    /// Feet after a round.
    pub foot_hut: ByLevel,
    /// Fruits after a round.
    pub fruit: ByLevel,
    /// Points for a token with spears.
    pub spear_hut: ByLevel,
    /// Units of a payment that may be another good.
    pub exchange_hut: ByLevel,
    /// Points at the end.
    pub long_hut: ByLevel,
    /// Goods of the owner's choice after a round.
    pub irrigation: ByLevel,
    /// Points at the end for none to four fruit tiles in the village.
    pub irrigation_points: [u8; 5],
    /// By how much the people are easier to please.
    pub surfer: ByLevel,
    /// Points at the end for each tile of the village.
    pub hula: ByLevel,
    /// Room on the fishing boat.
    pub fishing_boat: u8,
    /// Room on a boat, whichever side.
    pub boat: u8,
    /// Feet printed on a boat.
    pub boat_feet: ByLevel,
    /// Points for a token with spears.
    pub ku: ByLevel,
    /// Feet after a round.
    pub ku_feet: ByLevel,
    /// Shells after a round.
    pub kane: ByLevel,
    /// Goods for the tiki that comes with KANE.
    pub kane_tiki: u16,
    /// What a walk costs at the most.
    pub pele: ByLevel,
    /// Points when the people are pleased.
    pub lono: ByLevel,
    /// Points at the end for each fruit shown.
    pub laka: ByLevel,
    /// Points at the end for each boat and surfer.
    pub kanaloa: ByLevel,
}
