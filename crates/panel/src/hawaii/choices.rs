//! The texts of choices in Hawaii: their labels, and descriptions of docks and places.

use super::without_command;
use crate::key;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::{Dock, Place};
use lanai_rules::hawaii::pieces::{Good, Goods, Level, Price};
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;
use lanai_text::{Fill, TellActions};

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are worded as in the list of choices"
)]
pub(super) fn choice_label(phrasebook: &Phrasebook<'_>, view: &View, action: Action) -> String {
    let words = phrasebook.words;
    match action {
        Action::Move(place) => phrasebook.place(place),
        Action::Fish(catch) => {
            let fill = [("catch", phrasebook.catch(catch).into())];
            words.say(key::PANEL_CHOICE_FISH, &fill)
        }
        Action::Sail(dock) => {
            let gift = view
                .docks
                .iter()
                .find(|known| known.dock == dock)
                .and_then(|known| known.gift);
            let gift = gift.map(|gift| phrasebook.gift(gift)).unwrap_or_default();
            let fill = [("dock", dock.number().into()), ("gift", gift.into())];
            words.say(key::PANEL_CHOICE_SAIL, &fill)
        }
        Action::Wait => words.say(key::PANEL_KIND_WAIT, &[]),
        Action::Pass(space) => {
            let (name, price) = match view.space_price(space) {
                Some(price) => (key::PANEL_CHOICE_PASS_PRICE, phrasebook.price(price)),
                None => (key::PANEL_CHOICE_PASS, String::new()),
            };
            let fill = [("space", space.number().into()), ("price", price.into())];
            words.say(name, &fill)
        }
        Action::Buy { tile, price, level } => {
            let name = if level == Level::One {
                key::PANEL_CHOICE_BUY
            } else {
                key::PANEL_CHOICE_BUY_DOUBLE
            };
            let fill = [
                ("tile", Fill::from(phrasebook.tile_with_side(tile, level))),
                ("price", phrasebook.price(price).into()),
            ];
            words.say(name, &fill)
        }
        Action::Pay(goods) => phrasebook.goods(goods),
        Action::Launch(boats) => phrasebook.boats(boats),
        Action::Build(row) => words.say(key::PANEL_CHOICE_VILLAGE, &[("row", row.number().into())]),
        _ => without_command(&Hawaii::describe_action(phrasebook, view, &action)),
    }
}

/// Describes a dock and the feet that the way to it costs.
pub(super) fn describe_dock(phrasebook: &Phrasebook<'_>, view: &View, dock: Dock) -> String {
    let gift = without_command(&Hawaii::describe_action(
        phrasebook,
        view,
        &Action::Sail(dock),
    ));
    let feet = phrasebook.goods(Goods::of(Good::Foot, view.printed.dock(dock).feet.into()));
    phrasebook.words.say(
        key::PANEL_DOCK_AND_WAY,
        &[("what", gift.into()), ("feet", feet.into())],
    )
}

/// Describes a place, its tiles, and its prices, the cheapest first.
pub(super) fn describe_place(phrasebook: &Phrasebook<'_>, view: &View, place: Place) -> String {
    let wares = view.place(place).map(|place| {
        let wares = place
            .wares
            .iter()
            .map(|(tile, _)| phrasebook.tile(*tile))
            .collect::<Vec<_>>();
        let mut prices: Vec<Price> = place
            .circles
            .iter()
            .filter_map(|circle| circle.price)
            .collect();
        prices.sort();
        let prices: Vec<_> = prices
            .iter()
            .map(|price| phrasebook.price(*price))
            .collect();
        format!("{} ({})", wares.join(", "), prices.join(", "))
    });
    let fill = [
        ("place", Fill::from(phrasebook.place(place))),
        ("wares", wares.unwrap_or_default().into()),
    ];
    phrasebook.words.say(key::PANEL_PLACE_AND_WARES, &fill)
}
