//! Hawaii in a chat: the stages of its menus and what its commands can hold.

use super::game::{ActionOption, AtTable, PanelStep, Suggestion};
use crate::rules::Seat;
use crate::rules::hawaii::action::{Action, Catch, Event};
use crate::rules::hawaii::island::{Dock, Place};
use crate::rules::hawaii::pieces::{Fleet, Good, Goods, Level, Price, Tile};
use crate::rules::hawaii::state::Step;
use crate::rules::hawaii::view::View;
use crate::rules::hawaii::{Hawaii, boats};
use crate::words::hawaii::Teller;
use crate::words::{Fill, TellActions};

impl AtTable for Hawaii {
    fn panel_steps(teller: &Teller<'_>, view: &View, action: &Action) -> Vec<PanelStep> {
        let say = |name: &str| teller.words.say(name, &[]);
        let about = || meaning(&Hawaii::action(teller, view, action));
        let whole = |key: String| vec![PanelStep::new(key, about())];
        // A kind of thing to do, and what to do it with.
        let pair = |kind: [&str; 2], key: String, about: String| {
            vec![PanelStep::new(kind[0], say(kind[1])), PanelStep::new(key, about)]
        };
        match *action {
            Action::Move(place) => {
                let about = place_and_wares(teller, view, place);
                pair(["m", "chat-kind-move"], place.number().to_string(), about)
            }
            Action::Fish(catch) => {
                let key = catch.0.map(|number| number.to_string()).join("-");
                pair(["f", "chat-kind-fish"], key, teller.catch(catch))
            }
            Action::Sail(dock) => {
                let about = dock_and_way(teller, view, dock);
                pair(["s", "chat-kind-sail"], dock.number().to_string(), about)
            }
            Action::Wait => vec![PanelStep::new("w", say("chat-kind-wait"))],
            Action::Pass(space) => pair(["l", "chat-kind-pass"], space.number().to_string(), about()),
            Action::Buy { tile, price, level } => {
                let side = if level == Level::One { "chat-level-one" } else { "chat-level-two" };
                let goods = Goods::of(Good::Shell, u16::from(price.worth * level.times()));
                let fill =
                    [("tile", Fill::from(teller.tile_at(tile, level))), ("cost", teller.goods(goods).into())];
                vec![
                    PanelStep::new(tile.name(), teller.tile(tile)),
                    PanelStep::new(price_key(price), teller.price(price)),
                    PanelStep::new(level.times().to_string(), teller.words.say(side, &fill)),
                ]
            }
            Action::Pay(goods) => whole(format!("p{}", goods_key(goods))),
            Action::Launch(fleet) => {
                let key = format!("b{}-{}-{}", fleet.fishing, fleet.one, fleet.two);
                vec![PanelStep::new(key, boats_and_cost(teller, view, fleet))]
            }
            Action::Pick(fruit) => whole(format!("f{}", Tile::fruit(fruit).name())),
            Action::Build(row) => whole(format!("v{}", row.number())),
            Action::TakeFrom(stack) => whole(format!("g{}", stack.number())),
            Action::Offer(goods) => whole(format!("k{}", goods_key(goods))),
            Action::Decline => whole("k".to_owned()),
            Action::Harvest(good) => whole(format!("h{}", goods_key(Goods::of(good, 1)))),
        }
    }

    fn suggestion(
        teller: &Teller<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        match (wanted, *action) {
            (ActionOption::MoveTo, Action::Move(place)) => {
                let label = place_and_wares(teller, view, place);
                Some(Suggestion::new(label, teller.place_name(place)))
            }
            (ActionOption::BuyWhat, Action::Buy { tile, .. }) => {
                Some(Suggestion::new(teller.tile(tile), tile.name()))
            }
            (ActionOption::BuyPrice, Action::Buy { price, .. }) => {
                Some(Suggestion::new(teller.price(price), price_key(price)))
            }
            (ActionOption::Pay, Action::Pay(goods)) => {
                let parts = [
                    ("shells", goods[Good::Shell]),
                    ("feet", goods[Good::Foot]),
                    ("fruits", goods[Good::Fruit]),
                ];
                let words =
                    parts.iter().filter(|(_, number)| *number > 0).map(|(name, n)| format!("{n} {name}"));
                Some(Suggestion::new(teller.goods(goods), words.collect::<Vec<_>>().join(" ")))
            }
            (ActionOption::Village, Action::Build(row)) => {
                let label = meaning(&Hawaii::action(teller, view, action));
                Some(Suggestion::new(label, row.number()))
            }
            (ActionOption::Fish, Action::Fish(catch)) => {
                Some(Suggestion::new(teller.catch(catch), fish_words(catch)))
            }
            (ActionOption::Dock, Action::Sail(dock)) => {
                let label = format!("{}: {}", dock.number(), dock_and_way(teller, view, dock));
                Some(Suggestion::new(label, dock.number()))
            }
            (ActionOption::Space, Action::Pass(space)) => {
                let label = format!("{}: {}", space.number(), meaning(&Hawaii::action(teller, view, action)));
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

    fn purse(teller: &Teller<'_>, view: &View, seat: Seat) -> Option<String> {
        let goods = view.realm(seat)?.goods?;
        Some(teller.words.say("chat-purse", &[("goods", teller.goods(goods).into())]))
    }

    fn sum_up(teller: &Teller<'_>, events: &[Event], seat: Seat) -> Option<String> {
        let (mut paid, mut points) = (Goods::default(), 0_u16);
        for event in events {
            if let Event::Paid { seat: who, goods } | Event::GaveKane { seat: who, goods } = *event
                && who == seat
            {
                for good in Good::ALL {
                    paid[good] += goods[good];
                }
            }
            if let Event::Scored { seat: who, points: more, .. } = *event
                && who == seat
            {
                points += more;
            }
        }
        let fill = [("goods", Fill::from(teller.goods(paid))), ("points", teller.points(points).into())];
        Some(teller.words.say("chat-cost-and-points", &fill))
    }
}

/// What a sentence of the list of choices says, without the command before the colon.
pub(super) fn meaning(listed: &str) -> String {
    listed.split_once(':').map_or(listed, |(_, meaning)| meaning).trim().to_owned()
}

/// What a dock has, and how far the way is: a foot for each step, less those printed on the boats.
fn dock_and_way(teller: &Teller<'_>, view: &View, dock: Dock) -> String {
    let what = meaning(&Hawaii::action(teller, view, &Action::Sail(dock)));
    let feet = teller.goods(Goods::of(Good::Foot, view.printed.dock(dock).feet.into()));
    teller.words.say("chat-dock-and-way", &[("what", what.into()), ("feet", feet.into())])
}

/// Boats that could be launched, and what that costs.
fn boats_and_cost(teller: &Teller<'_>, view: &View, fleet: Fleet) -> String {
    let what = meaning(&Hawaii::action(teller, view, &Action::Launch(fleet)));
    let Some(Step::Launch { load }) = view.my_step() else { return what };
    let cost = teller.goods(Goods::of(Good::Foot, boats::cost(view.printed.effects(), fleet, load)));
    teller.words.say("chat-boats-and-cost", &[("what", what.into()), ("feet", cost.into())])
}

/// Where a walk leads, and what could be bought there, with the cheapest token first.
fn place_and_wares(teller: &Teller<'_>, view: &View, place: Place) -> String {
    let wares = view.place(place).map(|place| {
        let wares = place.wares.iter().map(|(tile, _)| teller.tile(*tile)).collect::<Vec<_>>();
        let mut prices: Vec<Price> = place.circles.iter().filter_map(|circle| circle.price).collect();
        prices.sort();
        let prices: Vec<_> = prices.iter().map(|price| teller.price(*price)).collect();
        format!("{} ({})", wares.join(", "), prices.join(", "))
    });
    let fill = [("place", Fill::from(teller.place(place))), ("wares", wares.unwrap_or_default().into())];
    teller.words.say("chat-place-and-wares", &fill)
}

fn price_key(price: Price) -> String {
    format!("{}{}", price.worth, if price.spears { "s" } else { "" })
}

fn goods_key(goods: Goods) -> String {
    format!("{}-{}-{}", goods[Good::Shell], goods[Good::Foot], goods[Good::Fruit])
}

/// Tokens as a command names them: by the fish they show, each as often as it is taken.
fn fish_words(catch: Catch) -> String {
    let fish = (1_u8..).zip(catch.0).flat_map(|(fish, number)| vec![fish.to_string(); usize::from(number)]);
    fish.collect::<Vec<_>>().join(" ")
}
