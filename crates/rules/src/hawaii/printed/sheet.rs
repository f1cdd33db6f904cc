//! The structure of `assets/hawaii.toml`: every printed figure, its source and how certain it is.
//! The parent module reads and checks the file.

use serde::{Deserialize, Serialize};

use crate::figures::Sourced;
use crate::hawaii::pieces::{Hut, Level};

/// One figure for each side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByLevel {
    /// Side I.
    pub one: u8,
    /// Side II.
    pub two: u8,
}

impl ByLevel {
    /// Returns the figure for this side.
    pub fn at(self, level: Level) -> u8 {
        match level {
            Level::One => self.one,
            Level::Two => self.two,
        }
    }
}

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The rows in which the places lie.
    pub layout: Sourced<Layout>,
    /// The goods with which each player begins.
    pub start: Sourced<Start>,
    /// The ten places.
    pub place: Vec<PlaceCard>,
    /// The number of tiles of each kind in the box.
    pub supply: Sourced<Supply>,
    /// The price tokens, one entry for each worth.
    pub token: Vec<TokenKind>,
    /// The five round indicators.
    pub round: Vec<RoundIndicator>,
    /// The bonus for space 1 of the turn order after the last round.
    pub last_round: Sourced<LastRound>,
    /// The four docks.
    pub dock: Vec<Sourced<DockCard>>,
    /// The ten islands.
    pub island: Vec<Sourced<IslandCard>>,
    pub realm: RealmBoard,
    /// The figures of the tiles' effects.
    pub tiles: Sourced<Effects>,
}

/// The rows in which the places lie, counted from the beach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// The number of places in each row.
    pub rows: Vec<u8>,
    /// How far each row begins from the left, in halves of a place.
    pub halves_from_left: Vec<u8>,
}

/// The goods with which each player begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    pub shells: u16,
    pub feet: u16,
    /// Fruits by position in the first turn order.
    pub fruits_by_order: Vec<u16>,
}

/// A place: a large rectangle with stacks of tiles and purchase circles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceCard {
    /// The word that files and commands use.
    pub name: String,
    /// The tiles that the place sells.
    pub sells: Sourced<Sells>,
    /// The purchase circles of the place.
    pub circles: Sourced<Circles>,
}

/// The tiles that a place sells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sells {
    /// The names of one or two kinds of tile, or `gods`.
    pub tiles: Vec<String>,
}

/// The purchase circles of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circles {
    /// The number of circles without a printed number.
    pub blank: u8,
    pub number: u8,
}

/// The number of tiles of each kind in the box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Supply {
    /// The number of tiles of each of the five huts.
    pub each_hut: u8,
    /// The number of tiles of each of the four fruits.
    pub each_fruit: u8,
    pub irrigation: u8,
    pub surfer: u8,
    /// The number of hula dancers.
    pub hula: u8,
    /// The number of boats, without the fishing boats.
    pub boat: u8,
    pub kahuna: u8,
    pub tiki: u8,
    /// The number of tiles of each of the six gods.
    pub each_god: u8,
}

/// The price tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenKind {
    /// The number on the tokens, 2 to 6.
    pub worth: u8,
    pub number: Sourced<TokenNumbers>,
    /// The fish side of these tokens.
    pub back: Sourced<TokenBack>,
}

/// The numbers of tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenNumbers {
    /// The number of plain orange tokens.
    pub plain: u8,
    /// The number of red tokens with crossed spears.
    pub spears: u8,
}

/// The fish side of the tokens of one worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenBack {
    pub fish: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundIndicator {
    /// The sum that pleases the people.
    pub threshold: Sourced<Threshold>,
    /// The points for pleasing the people.
    pub points: Sourced<RoundPoints>,
    /// The income of every player after the round; `None` after the last.
    pub income: Option<Sourced<Income>>,
}

/// The sum that pleases the people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threshold {
    /// The needed sum: the large number on the turtle's shell.
    pub sum: u8,
}

/// The points for pleasing the people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundPoints {
    /// For the highest sum.
    pub first: u8,
    /// For the second highest sum.
    pub second: u8,
    /// For all other players who reach the number.
    pub others: u8,
}

/// The income of every player after a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Income {
    pub shells: u16,
    pub feet: u16,
}

/// The bonus for space 1 of the turn order after the last round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastRound {
    /// Points for the chieftain under space 1.
    pub first_space: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DockCard {
    /// The cost of a visit in feet.
    pub feet: u8,
    /// The points of a visit.
    pub points: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IslandCard {
    /// What a visitor receives.
    pub gift: Gift,
}

/// What a visitor receives from an island. Village tiles come on side II.
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
    /// The huts printed on the board.
    pub start_huts: Sourced<StartHuts>,
    /// The points of the kahunas, from the first village down.
    pub kahunas: Sourced<KahunaPoints>,
    /// The shells on the kahunas' spaces.
    pub kahuna_shells: Sourced<KahunaShells>,
    /// The columns above which the tikis stand, from the first tiki placed.
    pub tikis: Sourced<TikiColumns>,
    /// The feet on the tikis' spaces.
    pub tiki_feet: Sourced<TikiFeet>,
}

/// The huts printed on the player board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartHuts {
    /// The number of huts printed in the first village.
    pub printed: u8,
}

/// The points that kahunas score at the end, by village.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KahunaPoints {
    /// Points for each kahuna, from the first village down.
    pub points: Vec<u8>,
}

/// The shells on the kahunas' spaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KahunaShells {
    /// Shells on each kahuna's space, from the first village down.
    pub shells: Vec<u8>,
}

/// The columns above which the tikis stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TikiColumns {
    /// Columns from the first tiki placed; the seventh is for tables that play with seven tikis.
    pub columns: Vec<u8>,
}

/// The feet on the tikis' spaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TikiFeet {
    /// Feet on each tiki's space, from the first tiki placed.
    pub feet: Vec<u8>,
}

/// The figures of the tiles' effects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effects {
    /// Shells gained after each round.
    pub shell_hut: ByLevel,
    /// Feet gained after each round.
    pub foot_hut: ByLevel,
    /// Fruits gained after each round.
    pub fruit: ByLevel,
    /// Points for taking a token with crossed spears.
    pub spear_hut: ByLevel,
    /// Units of one payment that a hut turns into other goods.
    pub exchange_hut: ByLevel,
    /// Points in the final scoring.
    pub long_hut: ByLevel,
    /// Goods of the owner's choice gained after each round.
    pub irrigation: ByLevel,
    /// Points in the final scoring for zero to four fruit tiles in the village.
    pub irrigation_points: [u8; 5],
    /// How much lower the sum is that pleases the people.
    pub surfer: ByLevel,
    /// Points in the final scoring for each tile of the village.
    pub hula: ByLevel,
    /// The largest load of the fishing boat, in feet or fish tokens.
    pub fishing_boat: u8,
    /// The largest load of a boat on either side, besides the printed feet.
    pub boat: u8,
    /// The number of feet printed on a boat.
    pub boat_feet: ByLevel,
    /// Points for taking a token with crossed spears.
    pub ku: ByLevel,
    /// Feet gained after each round.
    pub ku_feet: ByLevel,
    /// Shells gained after each round.
    pub kane: ByLevel,
    /// The number of goods that KANE takes for a tiki.
    pub kane_tiki: u16,
    /// The most feet that a walk can cost.
    pub pele: ByLevel,
    /// Points whenever the people are pleased.
    pub lono: ByLevel,
    /// Points in the final scoring for each fruit shown in scored villages.
    pub laka: ByLevel,
    /// Points in the final scoring for each boat, and for each surfer in a scored village.
    pub kanaloa: ByLevel,
}
