//! Why something cannot be done, with the number that is missing.

use super::{Fill, Teller};
use crate::rules::hawaii::{
    action::Refusal,
    pieces::{Good, Tile},
};

impl Teller<'_> {
    /// Which rule forbids it, and what is missing.
    pub fn refusal(&self, refusal: Refusal) -> String {
        use Refusal as No;
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match refusal {
            No::GameOver => ("game-over", vec![]),
            No::SomethingElseFirst => ("something-else-first", vec![]),
            No::NoPriceToken { place } => ("no-price-token", vec![("place", self.place(place).into())]),
            No::NoTile { place } => ("no-tile", vec![("place", self.place(place).into())]),
            No::NothingFits { place } => ("nothing-fits", vec![("place", self.place(place).into())]),
            No::NothingLeftToBuyWith { missing } => {
                ("nothing-left-to-buy-with", vec![("missing", missing.into())])
            }
            No::NotSoldHere { tile, place } => {
                ("not-sold-here", vec![("tile", self.tile(tile).into()), ("place", self.place(place).into())])
            }
            No::NoSuchPrice { price } => ("no-such-price", vec![("price", self.price(price).into())]),
            No::TooFewTiles { tile, missing } => {
                ("too-few-tiles", vec![("tile", self.tile(tile).into()), ("missing", missing.into())])
            }
            No::GodNotOnTop { god } => ("god-not-on-top", vec![("god", self.god(god).into())]),
            No::NoKahunaSpace { missing } => ("no-kahuna-space", vec![("missing", missing.into())]),
            No::NoTikiSpace { missing } => ("no-tiki-space", vec![("missing", missing.into())]),
            No::NoVillageFor { tile } => ("no-village-for", vec![("tile", self.tile(tile.into()).into())]),
            No::GodOnlyOnce { god } => ("god-only-once", vec![("god", self.god(god).into())]),
            No::OneGodPerVillage { row } => ("one-god-per-village", vec![("row", row.number().into())]),
            No::SecondOfItsKind { tile, row } => {
                let tile = self.tile(tile.into()).into();
                ("second-of-its-kind", vec![("tile", tile), ("row", row.number().into())])
            }
            No::VillageNeedsHut { row, .. } => ("village-needs-hut", vec![("row", row.number().into())]),
            No::RowSkipped { next } => ("row-skipped", vec![("next", next.number().into())]),
            No::TooLittle { good, missing } => {
                ("too-little", vec![("good", good_name(good)), ("missing", missing.into())])
            }
            No::WrongSum { cost, paid } => ("wrong-sum", vec![("cost", cost.into()), ("paid", paid.into())]),
            No::NotInPurse { good, missing } => {
                ("not-in-purse", vec![("good", good_name(good)), ("missing", missing.into())])
            }
            No::Mixed { turned, power } => {
                ("mixed", vec![("turned", turned.into()), ("power", power.into())])
            }
            No::FishNothing => ("fish-nothing", vec![]),
            No::NotInCove { fish, missing } => {
                ("not-in-cove", vec![("fish", fish.into()), ("missing", missing.into())])
            }
            No::BoatsTooSmall { missing } => ("boats-too-small", vec![("missing", missing.into())]),
            No::NotAshore => ("not-ashore", vec![]),
            No::MoreBoatsThanNeeded => ("more-boats-than-needed", vec![]),
            No::NoIsland { dock } => ("no-island", vec![("dock", dock.number().into())]),
            No::EverybodyWaited => ("everybody-waited", vec![]),
            No::NoSuchSpace { spaces } => ("no-such-space", vec![("spaces", spaces.into())]),
            No::SpaceTaken { space } => ("space-taken", vec![("space", space.number().into())]),
            No::NoFruitTile { fruit } => {
                ("no-fruit-tile", vec![("tile", self.tile(Tile::fruit(fruit)).into())])
            }
            No::KaneTakes { goods } => ("kane-takes", vec![("goods", goods.into())]),
        };
        self.say(&format!("refusal-{name}"), &fill)
    }
}

/// The word by which a sentence chooses between goods.
fn good_name(good: Good) -> Fill<'static> {
    Fill::from(match good {
        Good::Shell => "shells",
        Good::Foot => "feet",
        Good::Fruit => "fruits",
    })
}
