//! What is printed on the components: `assets/hawaii.toml`, read once and checked, with what
//! follows from it (which spots touch, what each token shows). Rules ask here and hold no figure
//! themselves.

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
/// A game has five rounds; villages, spaces of the turn order and kahunas are as many.
pub(super) const ROUNDS: usize = 5;
const TILES: usize = 126;

/// The figures of a box, checked, with what follows from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Sheet", into = "Sheet")]
pub struct Printed {
    /// The contents of the file.
    pub sheet: Sheet,
    /// How far it is from spot to spot.
    pub ways: Ways,
    wares: [Wares; PLACES],
    /// The same wares as sets, for fast lookup.
    kinds: [Kinds; PLACES],
    faces: [Face; TOKENS],
}

/// What one place sells.
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

/// Both sides of a price token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// The side with the number.
    pub price: Price,
    /// The side with fish.
    pub fish: u8,
}

impl Printed {
    /// Figures from the text of such a file.
    pub fn read(text: &str) -> Result<Printed, Flaw> {
        Printed::from_sheet(FILE.parse::<Sheet>(text)?)
    }

    /// Returns what a place sells.
    pub fn wares(&self, place: Place) -> &Wares {
        &self.wares[place]
    }

    /// Returns the kinds that a place sells.
    pub(super) fn kinds(&self, place: Place) -> Kinds {
        self.kinds[place]
    }

    /// Returns the place that sells this tile.
    pub fn selling_place(&self, tile: Tile) -> Option<Place> {
        Place::all().find(|place| self.kinds(*place).has(tile))
    }

    pub fn card(&self, place: Place) -> &PlaceCard {
        &self.sheet.place[place.index()]
    }

    /// Both sides of a token.
    pub fn face(&self, token: Token) -> Face {
        self.faces[token]
    }

    /// Returns the figures of a dock.
    pub fn dock(&self, dock: Dock) -> &DockCard {
        &self.sheet.dock[dock.index()]
    }

    /// Returns what an island gives.
    pub fn gift(&self, island: Island) -> Gift {
        self.sheet.island[island.index()].gift
    }

    /// Returns the indicator of a round, counted from 1.
    pub fn round(&self, round: u8) -> &RoundIndicator {
        &self.sheet.round[usize::from(round.clamp(1, 5)) - 1]
    }

    /// Returns what the tiles do.
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

/// The figures of a record, which is named in place of the file of the shipped ones.
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

/// No figure is so large that sums and products of figures could be too large for a purse or a
/// score.
fn check_sizes(sheet: &Sheet) -> Result<(), Flaw> {
    // Names are written on pictures and told at terminals.
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
    // How exchange huts are spent is reckoned in units of one and of two.
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

/// Returns the tokens in a row, by worth, the plain ones first.
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

    /// Checks that every kind is sold in one place, and that there are 126 tiles.
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
