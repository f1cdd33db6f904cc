//! The kinds of pieces in the box: goods, tiles, token sides and boats. Their figures are in
//! `printed`.

use std::ops::{AddAssign, Index, IndexMut, SubAssign};

use serde::{Deserialize, Serialize};

// --- Goods ---

/// One of the three goods with which players pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Good {
    /// Pays for tiles.
    Shell,
    /// Pays for walks, fish and islands.
    Foot,
    /// Pays for everything that shells or feet pay for.
    Fruit,
}

impl Good {
    /// All three goods, in their usual order: shells, feet, fruits.
    pub const ALL: [Good; 3] = [Good::Shell, Good::Foot, Good::Fruit];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goods {
    pub shells: u16,
    pub feet: u16,
    pub fruits: u16,
}

impl Goods {
    pub fn of(good: Good, amount: u16) -> Goods {
        let mut goods = Goods::default();
        goods[good] = amount;
        goods
    }

    pub fn total(self) -> u16 {
        self.shells
            .saturating_add(self.feet)
            .saturating_add(self.fruits)
    }

    /// Returns whether the argument contains at least these.
    pub fn within(self, purse: Goods) -> bool {
        self.shells <= purse.shells && self.feet <= purse.feet && self.fruits <= purse.fruits
    }
}

impl Index<Good> for Goods {
    type Output = u16;

    fn index(&self, good: Good) -> &u16 {
        match good {
            Good::Shell => &self.shells,
            Good::Foot => &self.feet,
            Good::Fruit => &self.fruits,
        }
    }
}

impl IndexMut<Good> for Goods {
    fn index_mut(&mut self, good: Good) -> &mut u16 {
        match good {
            Good::Shell => &mut self.shells,
            Good::Foot => &mut self.feet,
            Good::Fruit => &mut self.fruits,
        }
    }
}

impl AddAssign for Goods {
    fn add_assign(&mut self, other: Goods) {
        self.shells += other.shells;
        self.feet += other.feet;
        self.fruits += other.fruits;
    }
}

impl SubAssign for Goods {
    fn sub_assign(&mut self, other: Goods) {
        self.shells -= other.shells;
        self.feet -= other.feet;
        self.fruits -= other.fruits;
    }
}

// --- Place tiles ---

/// The side of a tile that is up: I for the price, II for twice the price.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Side I.
    #[default]
    One,
    /// Side II.
    Two,
}

impl Level {
    /// Both sides.
    pub const ALL: [Level; 2] = [Level::One, Level::Two];

    /// Returns 1 for side I and 2 for side II: the multiple of the price, and the number of kahunas
    /// or tikis.
    pub fn times(self) -> u8 {
        match self {
            Level::One => 1,
            Level::Two => 2,
        }
    }
}

/// The five kinds of hut. Only a hut may begin a village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hut {
    Shell,
    Foot,
    Spear,
    Exchange,
    Long,
}

/// The four kinds of fruit tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fruit {
    Breadfruit,
    Taro,
    Coconut,
    Banana,
}

impl Fruit {
    pub const ALL: [Fruit; 4] = [
        Fruit::Breadfruit,
        Fruit::Taro,
        Fruit::Coconut,
        Fruit::Banana,
    ];
}

/// The six gods.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum God {
    #[default]
    Ku,
    Kane,
    Pele,
    Lono,
    Laka,
    Kanaloa,
}

impl God {
    pub const ALL: [God; 6] = [
        God::Ku,
        God::Kane,
        God::Pele,
        God::Lono,
        God::Laka,
        God::Kanaloa,
    ];
}

/// A rectangular tile, which is built in a village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Tile", try_from = "Tile")]
pub enum VillageTile {
    /// One of the five huts.
    Hut(Hut),
    /// One of the four fruits.
    Fruit(Fruit),
    /// Brings goods of the owner's choice on side II, and points for the fruit tiles of its
    /// village.
    #[default]
    Irrigation,
    /// Lowers the sum that pleases the people.
    Surfer,
    /// A hula dancer, who scores points for the tiles of her village.
    Hula,
    /// One of the six gods.
    God(God),
}

impl VillageTile {
    /// Returns the tile's index among all kinds of village tile, the six gods last.
    pub(super) fn index(self) -> usize {
        match self {
            VillageTile::Hut(hut) => hut as usize,
            VillageTile::Fruit(fruit) => 5 + fruit as usize,
            VillageTile::Irrigation => 9,
            VillageTile::Surfer => 10,
            VillageTile::Hula => 11,
            VillageTile::God(god) => 12 + god as usize,
        }
    }
}

/// Any tile that a place sells, serialized as its [`Tile::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Tile {
    /// A tile that stands in a village.
    Village(VillageTile),
    /// A boat, which lies on the water side of a realm.
    #[default]
    Boat,
    /// A kahuna, which stands at the head of a village.
    Kahuna,
    /// A tiki, which stands above the villages.
    Tiki,
}

/// The number of kinds of tile that lie in plain stacks: all except the gods.
pub const STACKED_KINDS: usize = 15;

impl Tile {
    /// Every kind of tile that lies in a plain stack.
    pub const STACKED: [Tile; STACKED_KINDS] = [
        Tile::hut(Hut::Shell),
        Tile::hut(Hut::Foot),
        Tile::hut(Hut::Spear),
        Tile::hut(Hut::Exchange),
        Tile::hut(Hut::Long),
        Tile::fruit(Fruit::Breadfruit),
        Tile::fruit(Fruit::Taro),
        Tile::fruit(Fruit::Coconut),
        Tile::fruit(Fruit::Banana),
        Tile::Village(VillageTile::Irrigation),
        Tile::Village(VillageTile::Surfer),
        Tile::Village(VillageTile::Hula),
        Tile::Boat,
        Tile::Kahuna,
        Tile::Tiki,
    ];

    pub const fn hut(hut: Hut) -> Tile {
        Tile::Village(VillageTile::Hut(hut))
    }

    pub const fn fruit(fruit: Fruit) -> Tile {
        Tile::Village(VillageTile::Fruit(fruit))
    }

    pub const fn god(god: God) -> Tile {
        Tile::Village(VillageTile::God(god))
    }

    /// Returns every kind of tile.
    pub fn all() -> impl Iterator<Item = Tile> {
        Tile::STACKED.into_iter().chain(God::ALL.map(Tile::god))
    }

    /// Returns the word that files and commands use.
    pub fn name(self) -> &'static str {
        match self {
            Tile::Village(VillageTile::Hut(Hut::Shell)) => "shell-hut",
            Tile::Village(VillageTile::Hut(Hut::Foot)) => "foot-hut",
            Tile::Village(VillageTile::Hut(Hut::Spear)) => "spear-hut",
            Tile::Village(VillageTile::Hut(Hut::Exchange)) => "exchange-hut",
            Tile::Village(VillageTile::Hut(Hut::Long)) => "long-hut",
            Tile::Village(VillageTile::Fruit(Fruit::Breadfruit)) => "breadfruit",
            Tile::Village(VillageTile::Fruit(Fruit::Taro)) => "taro",
            Tile::Village(VillageTile::Fruit(Fruit::Coconut)) => "coconut",
            Tile::Village(VillageTile::Fruit(Fruit::Banana)) => "banana",
            Tile::Village(VillageTile::Irrigation) => "irrigation",
            Tile::Village(VillageTile::Surfer) => "surfer",
            Tile::Village(VillageTile::Hula) => "hula",
            Tile::Village(VillageTile::God(God::Ku)) => "ku",
            Tile::Village(VillageTile::God(God::Kane)) => "kane",
            Tile::Village(VillageTile::God(God::Pele)) => "pele",
            Tile::Village(VillageTile::God(God::Lono)) => "lono",
            Tile::Village(VillageTile::God(God::Laka)) => "laka",
            Tile::Village(VillageTile::God(God::Kanaloa)) => "kanaloa",
            Tile::Boat => "boat",
            Tile::Kahuna => "kahuna",
            Tile::Tiki => "tiki",
        }
    }
}

impl From<Tile> for &'static str {
    fn from(tile: Tile) -> &'static str {
        tile.name()
    }
}

impl TryFrom<String> for Tile {
    type Error = NotATile;

    fn try_from(name: String) -> Result<Tile, NotATile> {
        Tile::all().find(|tile| tile.name() == name).ok_or(NotATile)
    }
}

impl From<VillageTile> for Tile {
    fn from(tile: VillageTile) -> Tile {
        Tile::Village(tile)
    }
}

impl TryFrom<Tile> for VillageTile {
    type Error = NotATile;

    fn try_from(tile: Tile) -> Result<VillageTile, NotATile> {
        match tile {
            Tile::Village(tile) => Ok(tile),
            Tile::Boat | Tile::Kahuna | Tile::Tiki => Err(NotATile),
        }
    }
}

/// The text is not the name of a tile, or the tile is not a village tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no such tile")]
pub struct NotATile;

/// The number side of a price token, which is up on a purchase circle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The price in shells, 2 to 6.
    pub worth: u8,
    /// Whether the token is red with crossed spears instead of plain orange.
    pub spears: bool,
}

// --- Boats ---

/// The number of boats of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Small fishing boats: every player has one.
    pub fishing: u8,
    /// Boats on side I.
    pub one: u8,
    /// Boats on side II, with a foot printed on them.
    pub two: u8,
}

impl Fleet {
    /// Returns one boat on this side.
    pub fn of(level: Level) -> Fleet {
        match level {
            Level::One => Fleet {
                one: 1,
                ..Fleet::default()
            },
            Level::Two => Fleet {
                two: 1,
                ..Fleet::default()
            },
        }
    }

    pub fn total(self) -> u8 {
        self.fishing
            .saturating_add(self.one)
            .saturating_add(self.two)
    }

    /// Returns whether the argument contains at least these.
    pub fn within(self, fleet: Fleet) -> bool {
        self.fishing <= fleet.fishing && self.one <= fleet.one && self.two <= fleet.two
    }

    pub fn without(self, fleet: Fleet) -> Fleet {
        Fleet {
            fishing: self.fishing - fleet.fishing,
            one: self.one - fleet.one,
            two: self.two - fleet.two,
        }
    }
}

impl AddAssign for Fleet {
    /// Saturates, because the laws add up the fleets of a snapshot before they have checked its
    /// numbers.
    fn add_assign(&mut self, other: Fleet) {
        self.fishing = self.fishing.saturating_add(other.fishing);
        self.one = self.one.saturating_add(other.one);
        self.two = self.two.saturating_add(other.two);
    }
}
