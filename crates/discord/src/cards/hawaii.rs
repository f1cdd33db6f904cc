//! Hawaii in a chat: how its choices are listed, and what its commands can hold. What choices say is in `choices`.

mod choices;
mod pieces;

use crate::cards::game::{ActionOption, AtTable, Suggestion};
use lanai_render::Art;
use lanai_render::hawaii::emblem;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Catch, Event, Refusal};
use lanai_rules::hawaii::island::{Dock, Place};
use lanai_rules::hawaii::pieces::{Good, Goods, Price, Tile};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;
use lanai_text::input::Spoken;
use lanai_text::{TellActions, typed};

impl AtTable for Hawaii {
    const MENUS: &'static [&'static str] = &[
        "chat-menu-walk",
        "chat-menu-beach",
        "chat-menu-pass",
        "chat-menu",
    ];

    fn keys(action: &Action) -> Vec<String> {
        let kind = |kind: &str, key: String| vec![kind.to_owned(), key];
        match *action {
            Action::Move(place) => kind("m", place.number().to_string()),
            Action::Fish(catch) => kind("f", catch.0.map(|number| number.to_string()).join("-")),
            Action::Sail(dock) => kind("s", dock.number().to_string()),
            Action::Wait => vec!["w".to_owned()],
            Action::Pass(space) => kind("l", space.number().to_string()),
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
        reason = "all others stand as they are listed"
    )]
    fn rank(view: &View, action: &Action) -> (usize, usize) {
        match *action {
            // Row by row from above, as one reads.
            Action::Move(place) => {
                let (row, halves) = view
                    .place(place)
                    .map_or((0, 0), |it| view.printed.ways.position(it.spot));
                (0, usize::from(u8::MAX - row) << 8 | usize::from(halves))
            }
            Action::Fish(_) | Action::Sail(_) | Action::Wait => (1, 0),
            Action::Pass(_) => (2, 0),
            // What costs less stands first.
            Action::Buy { tile, price, level } => {
                let kind = Tile::all().position(|other| other == tile).unwrap_or(0);
                let dear = usize::from(price.worth) << 1 | usize::from(price.spears);
                (3, kind << 16 | usize::from(level.times()) << 8 | dear)
            }
            _ => (3, 0),
        }
    }

    fn joins(action: &Action) -> bool {
        matches!(action, Action::Buy { .. })
    }

    /// What is bought says where: each tile is sold at one place.
    fn join(_first: &str, second: String) -> String {
        second
    }

    /// A village has its number, and payments lie nowhere.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all else is on no spot of the island"
    )]
    fn spot(action: &Action) -> Option<String> {
        match *action {
            Action::Move(_) | Action::Sail(_) | Action::Wait | Action::Pass(_) => {
                Some(Hawaii::keys(action).join("-"))
            }
            Action::Fish(_) => Some("cove".to_owned()),
            Action::Buy { tile, .. } => Some(tile.name().to_owned()),
            Action::Pick(fruit) => Some(Tile::fruit(fruit).name().to_owned()),
            _ => None,
        }
    }

    fn recurs(action: &Action) -> bool {
        matches!(
            action,
            Action::Harvest(_) | Action::Offer(_) | Action::Decline
        )
    }

    fn usual(view: &View, legal: &[Action]) -> Option<Action> {
        let said = Hawaii::follow_up(view, <Hawaii as Spoken>::Details::default());
        let realm = view.to_act.and_then(|seat| view.realm(seat));
        // A village counts when it is long.
        let long = |action: &Action| {
            let Action::Build(row) = *action else {
                return None;
            };
            realm?
                .villages
                .iter()
                .find(|it| it.row == row)
                .map(|it| it.length)
        };
        let longest = || {
            legal
                .iter()
                .rev()
                .filter(|it| long(it).is_some())
                .max_by_key(|it| long(it))
                .copied()
        };
        said.filter(|said| legal.contains(said))
            .or_else(longest)
            .or_else(|| {
                legal
                    .iter()
                    .min_by_key(|it| Hawaii::rank(view, it))
                    .copied()
            })
    }

    fn change(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        let say = |name: &str| phrasebook.words.say(name, &[]);
        match (action, view.my_step()) {
            (Action::Pay(_), Some(Step::Pay(bill))) => {
                let cost = phrasebook.goods(Goods::of(bill.good, bill.cost));
                phrasebook
                    .words
                    .say("chat-change-pay", &[("cost", cost.into())])
            }
            (Action::Buy { .. }, _) => say("chat-change-buy"),
            (Action::Build(_), _) => say("chat-change-village"),
            (Action::Launch(_), _) => say("chat-change-boats"),
            _ => say("chat-change"),
        }
    }

    fn choice(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        choices::choice(phrasebook, view, *action)
    }

    fn piece(view: &View, action: &Action) -> Option<Art> {
        pieces::piece(view, *action)
    }

    fn outcome(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        events: &[Event],
        seat: Seat,
    ) -> Vec<String> {
        choices::outcome(phrasebook, view, events, seat)
    }

    fn wishes(view: &View) -> Vec<Action> {
        if view.my_step() != Some(Step::Turn) {
            return Vec::new();
        }
        let mut walks: Vec<Action> = Place::all().map(Action::Move).collect();
        walks.sort_by_key(|walk| Hawaii::rank(view, walk));
        walks
            .into_iter()
            .chain(Dock::all().map(Action::Sail))
            .collect()
    }

    fn lack(phrasebook: &Phrasebook<'_>, wish: &Action, refusal: &Refusal) -> Option<String> {
        choices::lack(phrasebook, *wish, *refusal)
    }

    fn suggestion(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        match (wanted, *action) {
            (ActionOption::MoveTo, Action::Move(place)) => {
                let label = choices::place_and_wares(phrasebook, view, place);
                Some(Suggestion::new(label, typed(&phrasebook.place(place))))
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
                let words = parts
                    .iter()
                    .filter(|(_, number)| *number > 0)
                    .map(|(name, n)| format!("{n} {name}"));
                Some(Suggestion::new(
                    phrasebook.goods(goods),
                    words.collect::<Vec<_>>().join(" "),
                ))
            }
            (ActionOption::Village, Action::Build(row)) => {
                let label = meaning(&Hawaii::action(phrasebook, view, action));
                Some(Suggestion::new(label, row.number()))
            }
            (ActionOption::Fish, Action::Fish(catch)) => {
                Some(Suggestion::new(phrasebook.catch(catch), fish_words(catch)))
            }
            (ActionOption::Dock, Action::Sail(dock)) => {
                let label = format!(
                    "{}: {}",
                    dock.number(),
                    choices::dock_and_way(phrasebook, view, dock)
                );
                Some(Suggestion::new(label, dock.number()))
            }
            (ActionOption::Space, Action::Pass(space)) => {
                let label = format!(
                    "{}: {}",
                    space.number(),
                    meaning(&Hawaii::action(phrasebook, view, action))
                );
                Some(Suggestion::new(label, space.number()))
            }
            _ => None,
        }
    }

    fn agrees(typed: &Action, action: &Action, wanted: ActionOption) -> bool {
        match (typed, action, wanted) {
            (Action::Buy { tile, .. }, Action::Buy { tile: other, .. }, ActionOption::BuyPrice) => {
                tile == other
            }
            _ => true,
        }
    }

    fn liked(phrasebook: &Phrasebook<'_>, _kind: &str, piece: &str) -> Option<(String, Art)> {
        let tile = Tile::all().find(|tile| tile.name() == piece)?;
        Some((phrasebook.tile(tile), emblem(tile)))
    }

    fn purse(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> Option<String> {
        let goods = view.realm(seat)?.goods?;
        Some(
            phrasebook
                .words
                .say("chat-purse", &[("goods", phrasebook.goods(goods).into())]),
        )
    }
}

/// What a sentence of the list of choices says, without the command before the colon.
pub(crate) fn meaning(listed: &str) -> String {
    listed
        .split_once(':')
        .map_or(listed, |(_, meaning)| meaning)
        .trim()
        .to_owned()
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

/// Tokens as a command names them: by the fish they show, each as often as it is taken.
fn fish_words(catch: Catch) -> String {
    let fish = (1_u8..)
        .zip(catch.0)
        .flat_map(|(fish, number)| vec![fish.to_string(); usize::from(number)]);
    fish.collect::<Vec<_>>().join(" ")
}
