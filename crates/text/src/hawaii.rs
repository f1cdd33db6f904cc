//! Sentences about Hawaii. This module names its pieces; the others tell events, actions, refusals,
//! rules and the board.

mod actions;
mod alt;
mod board;
mod brief;
mod events;
mod reasons;
mod round_end;
mod topics;

pub use topics::describe_effect;

use super::Fill;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Catch;
use lanai_rules::hawaii::island::{Chieftain, Place};
use lanai_rules::hawaii::pieces::{Fleet, God, Good, Goods, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;

/// A phrasebook for Hawaii.
pub type Phrasebook<'a> = super::Phrasebook<'a, Hawaii>;

impl Phrasebook<'_> {
    /// Returns the name of a tile, without its side.
    pub fn tile(&self, tile: Tile) -> String {
        self.words
            .of_piece(tile.name(), self.say(&format!("tile-{}", tile.name()), &[]))
    }

    pub fn god(&self, god: God) -> String {
        self.tile(Tile::god(god))
    }

    /// Returns the name of a tile with its side, or a number of kahunas or tikis.
    pub fn tile_at(&self, tile: Tile, level: Level) -> String {
        match tile {
            Tile::Kahuna => self.kahunas(level.times()),
            Tile::Tiki => self.tikis(level.times()),
            Tile::Village(_) | Tile::Boat => {
                let name = if level == Level::One {
                    "tile-one"
                } else {
                    "tile-two"
                };
                self.say(name, &[("tile", Fill::from(self.tile(tile)))])
            }
        }
    }

    pub fn building(&self, tile: VillageTile, level: Level) -> String {
        self.tile_at(tile.into(), level)
    }

    pub fn kahunas(&self, number: u8) -> String {
        self.words
            .of_piece("kahuna", self.say("kahunas", &[("n", number.into())]))
    }

    pub fn tikis(&self, number: u8) -> String {
        self.words
            .of_piece("tiki", self.say("tikis", &[("n", number.into())]))
    }

    /// Lists shells, feet and fruits, without those that are zero.
    pub fn goods(&self, goods: Goods) -> String {
        let named = [
            ("shell", "goods-shells", goods.shells),
            ("foot", "goods-feet", goods.feet),
            ("fruit", "goods-fruits", goods.fruits),
        ];
        self.listed(self.counted(named), "goods-nothing")
    }

    /// Names pieces with their numbers, without those that are zero. Each has a piece and the name
    /// of its sentence.
    fn counted<'b, N: Into<u32> + Into<Fill<'b>> + Copy>(
        &self,
        named: [(&'static str, &'static str, N); 3],
    ) -> impl Iterator<Item = String> {
        let there = named
            .into_iter()
            .filter(|(.., number)| Into::<u32>::into(*number) > 0);
        there.map(|(piece, name, n)| {
            self.words
                .of_piece(piece, self.say(name, &[("n", n.into())]))
        })
    }

    /// Lists the parts, or says that there are none.
    fn listed(&self, parts: impl Iterator<Item = String>, none: &str) -> String {
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            self.say(none, &[])
        } else {
            self.words.list(&parts)
        }
    }

    pub fn price(&self, price: Price) -> String {
        let name = if price.spears {
            "price-spears"
        } else {
            "price-plain"
        };
        self.say(name, &[("worth", price.worth.into())])
    }

    /// Returns the name of a place, which is the same on pictures, in menus and in sentences.
    pub fn place(&self, place: Place) -> String {
        self.say(&format!("place-{}", self.printed.card(place).name), &[])
    }

    pub fn standing_at(&self, chieftain: Chieftain) -> String {
        match chieftain {
            Chieftain::Beach => self.say("at-beach", &[]),
            Chieftain::Cove => self.say("at-cove", &[]),
            Chieftain::Dock(dock) => self.say("at-dock", &[("dock", dock.number().into())]),
            Chieftain::Place(place) => {
                self.say("at-place", &[("place", Fill::from(self.place(place)))])
            }
            Chieftain::Left(space) => self.say("at-left", &[("space", space.number().into())]),
        }
    }

    pub fn boats(&self, boats: Fleet) -> String {
        let named = [
            ("fishing-boat", "boat-fishing", boats.fishing),
            ("one-boat", "boat-one", boats.one),
            ("two-boat", "boat-two", boats.two),
        ];
        self.listed(self.counted(named), "board-none")
    }

    pub fn catch(&self, catch: Catch) -> String {
        let there = (1_u8..).zip(catch.0).filter(|(_, number)| *number > 0);
        let tokens = there.map(|(fish, n)| {
            let said = self.say("fish-tokens", &[("n", n.into()), ("fish", fish.into())]);
            self.words.of_piece(&format!("fish-{fish}"), said)
        });
        self.listed(tokens, "board-cove-empty")
    }

    pub fn gift(&self, gift: Gift) -> String {
        let tile = |tile: Tile| {
            let tile = self.tile_at(tile, Level::Two);
            self.say("gift-tile", &[("tile", Fill::from(&tile))])
        };
        match gift {
            Gift::Points(points) => self.points(points.into()),
            Gift::Fruits(fruits) => self.goods(Goods::of(Good::Fruit, fruits)),
            Gift::Hut(hut) => tile(Tile::hut(hut)),
            Gift::Hula => tile(VillageTile::Hula.into()),
            Gift::Surfer => tile(VillageTile::Surfer.into()),
            Gift::FruitTile => self.say("gift-fruit-tile", &[]),
            Gift::Kahunas(number) => self.kahunas(number),
            Gift::Tikis(number) => self.tikis(number),
        }
    }
}
