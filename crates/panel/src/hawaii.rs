//! Implements [`PanelGame`] for Hawaii: the lists of choices, and the options of commands.
//!
//! The texts of choices are in `choices`.

mod choices;
mod pieces;

use crate::game::{ActionOption, BoardButton, PanelGame, Suggestion};
use crate::key;
use crate::labels::{label_text, without_command};
use lanai_render::Art;
use lanai_render::hawaii::tile_art;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::pieces::{Good, Goods, Level, Price, Tile};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;
use lanai_text::input::TypedGame;
use lanai_text::{TellActions, typed_name};

/// How many buttons Discord shows in a row.
const PLACES_PER_ROW: usize = 5;

impl PanelGame for Hawaii {
    fn action_keys(action: &Action) -> Vec<String> {
        match *action {
            Action::Move(place) => vec!["m".to_owned(), place.number().to_string()],
            Action::Fish(catch) => {
                let numbers = catch.0.map(|number| number.to_string());
                vec!["f".to_owned(), numbers.join("-")]
            }
            Action::Sail(dock) => vec!["s".to_owned(), dock.number().to_string()],
            Action::Wait => vec!["w".to_owned()],
            Action::Pass(space) => vec!["l".to_owned(), space.number().to_string()],
            Action::Buy { tile, price, level } => {
                vec![
                    tile.name().to_owned(),
                    price_key(price),
                    level.times().to_string(),
                ]
            }
            Action::Pay(goods) => vec![format!("p{}", goods_key(goods))],
            Action::Launch(fleet) => {
                vec![format!("b{}-{}-{}", fleet.fishing, fleet.one, fleet.two)]
            }
            Action::Pick(fruit) => vec![format!("f{}", Tile::fruit(fruit).name())],
            Action::Build(row) => vec![format!("v{}", row.number())],
            Action::TakeFrom(stack) => vec![format!("g{}", stack.number())],
            Action::Offer(goods) => vec![format!("k{}", goods_key(goods))],
            Action::Decline => vec!["k".to_owned()],
            Action::Harvest(good) => vec![format!("h{}", goods_key(Goods::of(good, 1)))],
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others keep the order of the rules"
    )]
    fn list_position(view: &View, action: &Action) -> usize {
        match *action {
            // Places are listed row by row from the top.
            Action::Move(place) => {
                let (row, halves) = view
                    .place(place)
                    .map_or((0, 0), |place| view.printed.ways.position(place.spot));
                usize::from(u8::MAX - row) << 8 | usize::from(halves)
            }
            // Purchases are listed by tile, and those of one tile by level and then by price.
            Action::Buy { tile, price, level } => {
                let kind = Tile::all().position(|other| other == tile).unwrap_or(0);
                let cost = usize::from(price.worth) << 1 | usize::from(price.spears);
                kind << 16 | usize::from(level.times()) << 8 | cost
            }
            _ => 0,
        }
    }

    /// Returns the tile and the side of a purchase, whatever its price.
    fn main_keys(action: &Action) -> Vec<String> {
        if let Action::Buy { tile, level, .. } = action {
            vec![tile.name().to_owned(), level.times().to_string()]
        } else {
            Hawaii::action_keys(action)
        }
    }

    /// Returns two rows of places as on the board, a row with the cove and the docks, and a row
    /// with the beach and the free spaces of the turn order.
    fn board_rows(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<Vec<BoardButton<Action>>> {
        if view.my_step() != Some(Step::Turn) {
            return Vec::new();
        }
        let words = phrasebook.words;
        let mut places = Vec::new();
        for walk in sorted_walks(view) {
            let name = choices::choice_label(phrasebook, view, walk);
            places.push(BoardButton::of_action::<Hawaii>(walk, String::new(), name));
        }
        let second_row = places.split_off(places.len().min(PLACES_PER_ROW));
        let mut sea = vec![BoardButton {
            keys: vec!["f".to_owned()],
            action: Action::Fish(view.cove),
            has_letter: true,
            label: String::new(),
            name: words.say(key::PANEL_SPOT_COVE, &[]),
        }];
        for dock in &view.docks {
            let sail = Action::Sail(dock.dock);
            let name = words.say(key::PANEL_SPOT_DOCK, &[("dock", dock.dock.number().into())]);
            sea.push(BoardButton::of_action::<Hawaii>(sail, String::new(), name));
        }
        let wait = words.say(key::PANEL_KIND_WAIT, &[]);
        let mut beach = vec![BoardButton::of_action::<Hawaii>(
            Action::Wait,
            wait.clone(),
            wait,
        )];
        for space in view.spaces.iter().filter(|space| space.taken_by.is_none()) {
            let pass = Action::Pass(space.space);
            let number = [("space", space.space.number().into())];
            let label = words.say(key::PANEL_SPOT_LEAVE, &number);
            let name = choices::choice_label(phrasebook, view, pass);
            beach.push(BoardButton::of_action::<Hawaii>(pass, label, name));
        }
        vec![places, second_row, sea, beach]
    }

    fn has_own_step(action: &Action) -> bool {
        matches!(action, Action::Buy { .. })
    }

    /// Returns `None` for villages, which have numbers, and for choices without a spot.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are on no spot of the island"
    )]
    fn board_spot(action: &Action) -> Option<String> {
        match *action {
            Action::Move(_) | Action::Sail(_) | Action::Wait | Action::Pass(_) => {
                Some(Hawaii::action_keys(action).join("-"))
            }
            Action::Fish(_) => Some("cove".to_owned()),
            Action::Buy { tile, .. } => Some(tile.name().to_owned()),
            Action::Pick(fruit) => Some(Tile::fruit(fruit).name().to_owned()),
            _ => None,
        }
    }

    /// Returns the places as on the board, row by row from the top, then the cove and the docks,
    /// the beach, and the spaces of the turn order.
    fn lettered_spots(view: &View) -> Vec<String> {
        let docks = view.docks.iter().map(|dock| Action::Sail(dock.dock));
        let spaces = view.spaces.iter().map(|space| Action::Pass(space.space));
        sorted_walks(view)
            .into_iter()
            .chain([Action::Fish(view.cove)])
            .chain(docks)
            .chain([Action::Wait])
            .chain(spaces)
            .filter_map(|action| Hawaii::board_spot(&action))
            .collect()
    }

    fn is_recurring(action: &Action) -> bool {
        matches!(
            action,
            Action::Harvest(_) | Action::Offer(_) | Action::Decline
        )
    }

    fn default_action(view: &View, legal: &[Action]) -> Option<Action> {
        let implied = Hawaii::follow_up(view, <Hawaii as TypedGame>::Details::default());
        if let Some(action) = implied.filter(|action| legal.contains(action)) {
            return Some(action);
        }
        // A long village is worth more, so the default is to build in the longest.
        let longest_village = legal
            .iter()
            .rev()
            .filter_map(|action| Some((village_length(view, *action)?, *action)))
            .max_by_key(|(length, _)| *length);
        if let Some((_, action)) = longest_village {
            return Some(action);
        }
        legal
            .iter()
            .min_by_key(|action| Hawaii::list_position(view, action))
            .copied()
    }

    fn change_label(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        let name = match (action, view.my_step()) {
            (Action::Pay(_), Some(Step::Pay(bill))) => {
                let cost = phrasebook.goods(Goods::of(bill.good, bill.cost));
                let fill = [("cost", cost.into())];
                return phrasebook.words.say(key::PANEL_CHANGE_PAY, &fill);
            }
            (Action::Buy { .. }, _) => key::PANEL_CHANGE_BUY,
            (Action::Build(_), _) => key::PANEL_CHANGE_VILLAGE,
            (Action::Launch(_), _) => key::PANEL_CHANGE_BOATS,
            _ => key::PANEL_CHANGE,
        };
        phrasebook.words.say(name, &[])
    }

    fn choice_label(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        choices::choice_label(phrasebook, view, *action)
    }

    /// Returns the side and the price of a purchase, or the fish on each token of a catch.
    fn short_label(phrasebook: &Phrasebook<'_>, action: &Action) -> Option<String> {
        if let Action::Fish(Catch(numbers)) = action {
            let tokens = numbers.iter().zip(1_usize..);
            let fish: Vec<String> = tokens
                .flat_map(|(number, fish)| vec![fish.to_string(); usize::from(*number)])
                .collect();
            return Some(fish.join(" + "));
        }
        let Action::Buy { price, level, .. } = action else {
            return None;
        };
        let name = if *level == Level::One {
            key::PANEL_SHORT_BUY
        } else {
            key::PANEL_SHORT_BUY_DOUBLE
        };
        let fill = [("price", phrasebook.price(*price).into())];
        Some(phrasebook.words.say(name, &fill))
    }

    fn piece_art(view: &View, action: &Action) -> Option<Art> {
        pieces::piece_art(view, *action)
    }

    fn suggest(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        match (wanted, *action) {
            (ActionOption::MoveTo, Action::Move(place)) => {
                let label = choices::describe_place(phrasebook, view, place);
                Some(Suggestion::new(label, typed_name(&phrasebook.place(place))))
            }
            (ActionOption::BuyWhat, Action::Buy { tile, .. }) => {
                Some(Suggestion::new(phrasebook.tile(tile), tile.name()))
            }
            (ActionOption::BuyPrice, Action::Buy { price, .. }) => {
                Some(Suggestion::new(phrasebook.price(price), price_key(price)))
            }
            (ActionOption::Pay, Action::Pay(goods)) => {
                let parts = [
                    ("shells", goods[Good::Shell]),
                    ("feet", goods[Good::Foot]),
                    ("fruits", goods[Good::Fruit]),
                ];
                let parts: Vec<String> = parts
                    .iter()
                    .filter(|(_, number)| *number > 0)
                    .map(|(name, number)| format!("{number} {name}"))
                    .collect();
                Some(Suggestion::new(phrasebook.goods(goods), parts.join(" ")))
            }
            (ActionOption::Village, Action::Build(row)) => {
                let label = without_command(&Hawaii::describe_action(phrasebook, view, action));
                Some(Suggestion::new(label, row.number()))
            }
            (ActionOption::Fish, Action::Fish(catch)) => Some(Suggestion::new(
                phrasebook.catch(catch),
                format_catch(catch),
            )),
            (ActionOption::Dock, Action::Sail(dock)) => {
                let label = label_text(
                    phrasebook.words,
                    &dock.number().to_string(),
                    &choices::describe_dock(phrasebook, view, dock),
                );
                Some(Suggestion::new(label, dock.number()))
            }
            (ActionOption::Space, Action::Pass(space)) => {
                let label = label_text(
                    phrasebook.words,
                    &space.number().to_string(),
                    &without_command(&Hawaii::describe_action(phrasebook, view, action)),
                );
                Some(Suggestion::new(label, space.number()))
            }
            _ => None,
        }
    }

    fn agrees_with_typed(typed: &Action, action: &Action, wanted: ActionOption) -> bool {
        match (typed, action, wanted) {
            (Action::Buy { tile, .. }, Action::Buy { tile: other, .. }, ActionOption::BuyPrice) => {
                tile == other
            }
            _ => true,
        }
    }

    fn find_piece(phrasebook: &Phrasebook<'_>, _kind: &str, piece: &str) -> Option<(String, Art)> {
        let tile = Tile::all().find(|tile| tile.name() == piece)?;
        Some((phrasebook.tile(tile), tile_art(tile)))
    }

    fn purse_line(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> Option<String> {
        let goods = view.realm(seat)?.goods?;
        Some(phrasebook.words.say(
            key::PANEL_PURSE,
            &[("goods", phrasebook.goods(goods).into())],
        ))
    }
}

/// Returns the walks to all places as on the board, row by row from the top.
fn sorted_walks(view: &View) -> Vec<Action> {
    let places = view.places.iter();
    let mut walks: Vec<Action> = places.map(|place| Action::Move(place.place)).collect();
    walks.sort_by_key(|walk| Hawaii::list_position(view, walk));
    walks
}

/// Returns the length of the village in which an action builds.
fn village_length(view: &View, action: Action) -> Option<usize> {
    let Action::Build(row) = action else {
        return None;
    };
    let realm = view.to_act.and_then(|seat| view.realm(seat))?;
    let village = realm.villages.iter().find(|village| village.row == row)?;
    Some(village.length)
}

fn price_key(price: Price) -> String {
    format!("{}{}", price.worth, if price.spears { "s" } else { "" })
}

fn goods_key(goods: Goods) -> String {
    format!(
        "{}-{}-{}",
        goods[Good::Shell],
        goods[Good::Foot],
        goods[Good::Fruit]
    )
}

/// Formats a catch as the command parses it: the number on each token, once for each token.
fn format_catch(catch: Catch) -> String {
    let fish = (1_u8..)
        .zip(catch.0)
        .flat_map(|(fish, number)| vec![fish.to_string(); usize::from(number)]);
    fish.collect::<Vec<_>>().join(" ")
}
