//! The figures printed on the components, read from `assets/hawaii.toml` and checked.
//!
//! This includes what follows from them, such as distances and the sides of each token. The other
//! modules contain no figures of their own.

mod sheet;

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

pub use sheet::{
    ByLevel, Circles, DockCard, Effects, Gift, Income, PlaceCard, RoundIndicator, Sheet,
};

use super::island::{Dock, Island, PLACES, Place, Spot, Ways};
use super::kinds::Kinds;
use super::pieces::{Price, STACKED_KINDS, Tile, VillageTile};
use super::token::{TOKENS, Token};
use crate::figures::{Asset, Flaw};

const FILE: Asset = Asset("assets/hawaii.toml");
/// The number of rounds of a game.
pub(super) const ROUNDS: usize = 5;
const TILES: usize = 126;

/// The printed figures of the game, checked, with values derived from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Sheet", into = "Sheet")]
pub struct Printed {
    /// The contents of the file.
    pub sheet: Sheet,
    /// The distances between spots, derived from the layout.
    pub ways: Ways,
    wares: [Wares; PLACES],
    /// The wares of each place as a set, for fast lookup.
    kinds: [Kinds; PLACES],
    faces: [Face; TOKENS],
}

/// The stacks that one place sells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wares {
    /// One or two plain stacks.
    Stacks(ArrayVec<[Tile; 2]>),
    /// The two stacks of gods.
    Gods,
}

impl Wares {
    fn kinds(self) -> Kinds {
        match self {
            Wares::Gods => Kinds::GODS,
            Wares::Stacks(tiles) => tiles.into_iter().collect(),
        }
    }
}

/// What both sides of a price token show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// The price on the number side.
    pub price: Price,
    /// The number of fish on the other side, 1 to 3.
    pub fish: u8,
}

impl Printed {
    /// Parses and checks the text of a file like `assets/hawaii.toml`.
    pub fn read(text: &str) -> Result<Printed, Flaw> {
        Printed::from_sheet(FILE.parse::<Sheet>(text)?)
    }

    /// Returns the stacks that a place sells.
    pub fn wares(&self, place: Place) -> &Wares {
        &self.wares[place]
    }

    /// Returns the kinds of tile that a place sells.
    pub(super) fn kinds(&self, place: Place) -> Kinds {
        self.kinds[place]
    }

    /// Returns the place that sells this tile; in checked figures, every tile has one.
    pub fn selling_place(&self, tile: Tile) -> Option<Place> {
        Place::all().find(|place| self.kinds(*place).has(tile))
    }

    pub fn card(&self, place: Place) -> &PlaceCard {
        &self.sheet.place[place.index()]
    }

    pub fn place_named(&self, name: &str) -> Option<Place> {
        Place::all().find(|place| self.card(*place).name == name)
    }

    /// Returns what both sides of a token show.
    pub fn face(&self, token: Token) -> Face {
        self.faces[token]
    }

    /// Returns the figures of a dock.
    pub fn dock(&self, dock: Dock) -> &DockCard {
        &self.sheet.dock[dock.index()]
    }

    pub fn gift(&self, island: Island) -> Gift {
        self.sheet.island[island.index()].gift
    }

    /// Returns the indicator of a round, counted from 1.
    pub fn round(&self, round: u8) -> &RoundIndicator {
        &self.sheet.round[usize::from(round.clamp(1, 5)) - 1]
    }

    /// Returns the figures of the tiles' effects.
    pub fn effects(&self) -> &Effects {
        &self.sheet.tiles
    }

    /// Returns how many tiles of this kind the box holds; of a god, how many of that god.
    pub fn tile_count(&self, tile: Tile) -> u8 {
        let supply = &self.sheet.supply;
        match tile {
            Tile::Village(VillageTile::Hut(_)) => supply.each_hut,
            Tile::Village(VillageTile::Fruit(_)) => supply.each_fruit,
            Tile::Village(VillageTile::Irrigation) => supply.irrigation,
            Tile::Village(VillageTile::Surfer) => supply.surfer,
            Tile::Village(VillageTile::Hula) => supply.hula,
            Tile::Village(VillageTile::God(_)) => supply.each_god,
            Tile::Boat => supply.boat,
            Tile::Kahuna => supply.kahuna,
            Tile::Tiki => supply.tiki,
        }
    }
}

impl From<Printed> for Sheet {
    fn from(printed: Printed) -> Sheet {
        printed.sheet
    }
}

/// Checks the figures in a record; a flaw names the record's field `printed` instead of a file.
impl TryFrom<Sheet> for Printed {
    type Error = Flaw;

    fn try_from(sheet: Sheet) -> Result<Printed, Flaw> {
        Printed::from_sheet(sheet).map_err(|flaw| flaw.with_file("printed"))
    }
}

impl Printed {
    fn from_sheet(sheet: Sheet) -> Result<Printed, Flaw> {
        check_sizes(&sheet)?;
        check_counts(&sheet)?;
        let mut wares = [Wares::Gods; PLACES];
        for (wares, card) in wares.iter_mut().zip(&sheet.place) {
            *wares = read_wares(card)?;
        }
        let faces = lay_out_faces(&sheet)?;
        let ways = Ways::between(&sheet.layout.rows, &sheet.layout.halves_from_left);
        let printed = Printed {
            sheet,
            ways,
            wares,
            kinds: wares.map(Wares::kinds),
            faces,
        };
        printed.check_ways()?;
        printed.check_tiles()?;
        Ok(printed)
    }
}

/// Checks the names of the places, and that no sum or product of figures can overflow.
fn check_sizes(sheet: &Sheet) -> Result<(), Flaw> {
    // Names are drawn on pictures and typed in commands, so only plain letters are allowed.
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    for card in &sheet.place {
        let strange = card
            .name
            .chars()
            .filter(|letter| !is_plain(*letter))
            .count();
        FILE.within(
            "the letters beside a to z in the name of a place",
            "0",
            strange,
            0..=0,
        )?;
        FILE.within(
            "the letters of a place's name",
            "1 to 30",
            card.name.len(),
            1..=30,
        )?;
    }
    FILE.small(sheet, |group| if group == "tiles" { 20 } else { 99 })
}

fn check_counts(sheet: &Sheet) -> Result<(), Flaw> {
    let layout = &sheet.layout;
    FILE.within("the number of places", "10", sheet.place.len(), 10..=10)?;
    FILE.within(
        "the places in all rows",
        "10",
        layout.rows.iter().map(|n| usize::from(*n)).sum::<usize>(),
        10..=10,
    )?;
    FILE.within(
        "the rows",
        "as many as halves_from_left",
        layout.rows.len(),
        1..=10,
    )?;
    FILE.within(
        "halves_from_left",
        "one for each row",
        layout.halves_from_left.len(),
        layout.rows.len()..=layout.rows.len(),
    )?;
    for halves in &layout.halves_from_left {
        FILE.within("the halves from the left", "0 to 20", *halves, 0..=20)?;
    }
    FILE.within(
        "fruits_by_order",
        "5",
        sheet.start.fruits_by_order.len(),
        5..=5,
    )?;
    FILE.within("the rounds", "5", sheet.round.len(), ROUNDS..=ROUNDS)?;
    FILE.within("the docks", "4", sheet.dock.len(), 4..=4)?;
    FILE.within("the islands", "10", sheet.island.len(), 10..=10)?;
    FILE.within(
        "the kahunas' points",
        "5",
        sheet.realm.kahunas.points.len(),
        5..=5,
    )?;
    FILE.within(
        "the kahunas' shells",
        "5",
        sheet.realm.kahuna_shells.shells.len(),
        5..=5,
    )?;
    FILE.within(
        "the tikis' columns",
        "7",
        sheet.realm.tikis.columns.len(),
        7..=7,
    )?;
    FILE.within(
        "the tikis' feet",
        "7",
        sheet.realm.tiki_feet.feet.len(),
        7..=7,
    )?;
    // The code that spends exchange huts relies on one unit on side I and two on side II.
    FILE.within("exchange_hut.one", "1", sheet.tiles.exchange_hut.one, 1..=1)?;
    FILE.within("exchange_hut.two", "2", sheet.tiles.exchange_hut.two, 2..=2)?;
    for (index, round) in sheet.round.iter().enumerate() {
        let paid = usize::from(round.income.is_some());
        let due = usize::from(index + 1 < ROUNDS);
        FILE.within(
            "the incomes of a round",
            "one after rounds 1 to 4, none after 5",
            paid,
            due..=due,
        )?;
    }
    for card in &sheet.place {
        FILE.within(
            "the blank circles of a place",
            "0 to 2",
            card.circles.blank,
            0..=2,
        )?;
    }
    let circles = sheet
        .place
        .iter()
        .map(|card| usize::from(card.circles.blank) + 1)
        .sum::<usize>();
    FILE.within("the circles of all places", "10 to 21", circles, 10..=21)
}

fn read_wares(card: &PlaceCard) -> Result<Wares, Flaw> {
    if card.sells.tiles == ["gods"] {
        return Ok(Wares::Gods);
    }
    FILE.within(
        "the kinds that a place sells",
        "1 or 2",
        card.sells.tiles.len(),
        1..=2,
    )?;
    let stack = |name: &String| {
        let tile = Tile::STACKED.into_iter().find(|tile| tile.name() == name);
        let unknown = || format!("the place {} sells an unknown tile: {name}", card.name);
        tile.ok_or_else(|| FILE.unreadable(unknown()))
    };
    card.sells
        .tiles
        .iter()
        .map(stack)
        .collect::<Result<_, _>>()
        .map(Wares::Stacks)
}

/// Returns both sides of all tokens, sorted by worth, plain tokens before those with spears.
fn lay_out_faces(sheet: &Sheet) -> Result<[Face; TOKENS], Flaw> {
    let mut faces = Vec::new();
    for kind in &sheet.token {
        FILE.within("the worth of a token", "2 to 6", kind.worth, 2..=6)?;
        FILE.within("the fish on a token", "1 to 3", kind.back.fish, 1..=3)?;
        for (spears, number) in [(false, kind.number.plain), (true, kind.number.spears)] {
            let face = Face {
                price: Price {
                    worth: kind.worth,
                    spears,
                },
                fish: kind.back.fish,
            };
            faces.extend(std::iter::repeat_n(face, usize::from(number)));
        }
    }
    FILE.within("the number of tokens", "25", faces.len(), TOKENS..=TOKENS)?;
    faces.sort_by_key(|face| face.price);
    Ok(std::array::from_fn(|token| faces[token]))
}

impl Printed {
    /// Checks that every place can be reached from the beach.
    fn check_ways(&self) -> Result<(), Flaw> {
        Spot::all().try_for_each(|spot| {
            let steps = self.ways.from_beach(spot);
            FILE.within(
                "the steps from the beach to a place",
                "1 to 10",
                steps,
                1..=PLACES,
            )
        })
    }

    /// Checks that every kind of tile is sold at one place, and that there are 126 tiles.
    fn check_tiles(&self) -> Result<(), Flaw> {
        let sold: usize = self
            .sheet
            .place
            .iter()
            .map(|card| card.sells.tiles.len())
            .sum();
        FILE.within(
            "the stacks of all places",
            "16, the gods counted as one",
            sold,
            STACKED_KINDS + 1..=STACKED_KINDS + 1,
        )?;
        let homes = Tile::all()
            .filter(|tile| self.selling_place(*tile).is_some())
            .count();
        FILE.within("the kinds of tile with a place", "21", homes, 21..=21)?;
        let tiles = Tile::all()
            .map(|tile| usize::from(self.tile_count(tile)))
            .sum::<usize>();
        FILE.within("the number of tiles", "126", tiles, TILES..=TILES)?;
        FILE.within(
            "the number of each god",
            "2",
            self.sheet.supply.each_god,
            2..=2,
        )
    }
}
