//! Sentences about Hawaii. This module names its pieces; its submodules describe events, actions,
//! refusals, rules and the board.

mod actions;
mod alt;
mod board;
mod brief;
mod events;
mod outcomes;
mod reasons;
mod round_end;
mod topics;

pub use topics::describe_effect;

use super::{Fill, Key};
use crate::key;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Catch;
use lanai_rules::hawaii::island::{Chieftain, Place};
use lanai_rules::hawaii::pieces::{Fleet, God, Good, Goods, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;

/// A phrasebook whose sentences are about Hawaii.
pub type Phrasebook<'a> = super::Phrasebook<'a, Hawaii>;

impl Phrasebook<'_> {
    /// Returns the name of a tile, without saying which side is up.
    pub fn tile(&self, tile: Tile) -> String {
        self.words
            .mark_piece(tile.name(), self.say(key::TILE.member(tile.name()), &[]))
    }

    pub fn god(&self, god: God) -> String {
        self.tile(Tile::god(god))
    }

    /// Returns the name of a tile with its side; for kahunas and tikis, returns their number
    /// instead.
    pub fn tile_with_side(&self, tile: Tile, level: Level) -> String {
        match tile {
            Tile::Kahuna => self.kahunas(level.times()),
            Tile::Tiki => self.tikis(level.times()),
            Tile::Village(_) | Tile::Boat => {
                let name = if level == Level::One {
                    key::TILE_ONE
                } else {
                    key::TILE_TWO
                };
                self.say(name, &[("tile", Fill::from(self.tile(tile)))])
            }
        }
    }

    pub fn building(&self, tile: VillageTile, level: Level) -> String {
        self.tile_with_side(tile.into(), level)
    }

    pub fn kahunas(&self, number: u8) -> String {
        self.words
            .mark_piece("kahuna", self.say(key::KAHUNAS, &[("n", number.into())]))
    }

    pub fn tikis(&self, number: u8) -> String {
        self.words
            .mark_piece("tiki", self.say(key::TIKIS, &[("n", number.into())]))
    }

    /// Lists shells, feet and fruits with their numbers, without those of which there are none.
    pub fn goods(&self, goods: Goods) -> String {
        let named = [
            self.name_counted("shell", key::GOODS_SHELLS, goods.shells),
            self.name_counted("foot", key::GOODS_FEET, goods.feet),
            self.name_counted("fruit", key::GOODS_FRUITS, goods.fruits),
        ];
        self.list_or_none(named.into_iter().flatten(), key::GOODS_NOTHING)
    }

    /// Names pieces of one kind with their number, or returns `None` if there are none.
    fn name_counted<'b>(
        &self,
        piece: &str,
        sentence: Key,
        number: impl Into<u32> + Into<Fill<'b>> + Copy,
    ) -> Option<String> {
        if Into::<u32>::into(number) == 0 {
            return None;
        }
        let said = self.say(sentence, &[("n", number.into())]);
        Some(self.words.mark_piece(piece, said))
    }

    /// Joins the parts in a list, or returns the sentence `none` if there are no parts.
    fn list_or_none(&self, parts: impl Iterator<Item = String>, none: Key) -> String {
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            self.say(none, &[])
        } else {
            self.words.join_list(&parts)
        }
    }

    pub fn price(&self, price: Price) -> String {
        let name = if price.spears {
            key::PRICE_SPEARS
        } else {
            key::PRICE_PLAIN
        };
        self.say(name, &[("worth", price.worth.into())])
    }

    /// Returns the name of a place, the same one that pictures and menus show.
    pub fn place(&self, place: Place) -> String {
        self.say(key::PLACE.member(&self.printed.card(place).name), &[])
    }

    pub fn chieftain_place(&self, chieftain: Chieftain) -> String {
        match chieftain {
            Chieftain::Beach => self.say(key::AT_BEACH, &[]),
            Chieftain::Cove => self.say(key::AT_COVE, &[]),
            Chieftain::Dock(dock) => self.say(key::AT_DOCK, &[("dock", dock.number().into())]),
            Chieftain::Place(place) => {
                self.say(key::AT_PLACE, &[("place", Fill::from(self.place(place)))])
            }
            Chieftain::Left(space) => self.say(key::AT_LEFT, &[("space", space.number().into())]),
        }
    }

    pub fn boats(&self, boats: Fleet) -> String {
        let named = [
            self.name_counted("fishing-boat", key::BOAT_FISHING, boats.fishing),
            self.name_counted("one-boat", key::BOAT_ONE, boats.one),
            self.name_counted("two-boat", key::BOAT_TWO, boats.two),
        ];
        self.list_or_none(named.into_iter().flatten(), key::BOARD_NONE)
    }

    pub fn catch(&self, catch: Catch) -> String {
        let shown = (1_u8..).zip(catch.0).filter(|(_, number)| *number > 0);
        let tokens = shown.map(|(fish, n)| {
            let tokens_text = self.say(key::FISH_TOKENS, &[("n", n.into()), ("fish", fish.into())]);
            self.words.mark_piece(&format!("fish-{fish}"), tokens_text)
        });
        self.list_or_none(tokens, key::BOARD_COVE_EMPTY)
    }

    pub fn gift(&self, gift: Gift) -> String {
        match gift {
            Gift::Points(points) => self.points(points.into()),
            Gift::Fruits(fruits) => self.goods(Goods::of(Good::Fruit, fruits)),
            Gift::Hut(hut) => self.gift_tile(Tile::hut(hut)),
            Gift::Hula => self.gift_tile(VillageTile::Hula.into()),
            Gift::Surfer => self.gift_tile(VillageTile::Surfer.into()),
            Gift::FruitTile => self.say(key::GIFT_FRUIT_TILE, &[]),
            Gift::Kahunas(number) => self.kahunas(number),
            Gift::Tikis(number) => self.tikis(number),
        }
    }

    fn gift_tile(&self, tile: Tile) -> String {
        let tile = self.tile_with_side(tile, Level::Two);
        self.say(key::GIFT_TILE, &[("tile", Fill::from(&tile))])
    }
}
