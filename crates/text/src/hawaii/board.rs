//! The board as text, for terminals, for screen readers, and if a picture is not available.

use super::{Fill, Phrasebook};
use crate::hawaii::alt;
use crate::{Scene, TellViews};
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::{Good, Goods};
use lanai_rules::hawaii::printed::Wares;
use lanai_rules::hawaii::view::{GodStackView, PlaceView, RealmView, SpaceView, View, VillageView};

impl TellViews for Hawaii {
    fn progress(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
        vec![title_line(phrasebook, view), order_line(phrasebook, view)]
    }

    /// Shows round, turn order, places, cove and docks.
    fn board(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let mut lines = vec![
            title_line(phrasebook, view),
            phrasebook.now(view.to_act),
            order_line(phrasebook, view),
        ];
        let spaces: Vec<_> = view
            .spaces
            .iter()
            .map(|space| turn_order_space(phrasebook, space))
            .collect();
        lines.push(phrasebook.say("board-spaces", &[("list", Fill::from(spaces.join(", ")))]));
        let row_of = |place: &PlaceView| view.printed.ways.position(place.spot).0;
        let rows = view.places.iter().map(row_of).max().unwrap_or_default();
        for row in (0..=rows).rev() {
            lines.push(phrasebook.say("board-row", &[("row", (row + 1).into())]));
            let places = view.places.iter().filter(|place| row_of(place) == row);
            lines.extend(places.map(|place| format!("  {}", place_line(phrasebook, view, place))));
        }
        lines.push(phrasebook.say(
            "board-cove",
            &[("catch", phrasebook.catch(view.cove).into())],
        ));
        for dock in &view.docks {
            let feet = Goods::of(Good::Foot, dock.feet.into());
            let gift = dock.gift.map_or_else(
                || phrasebook.say("gift-gone", &[]),
                |gift| phrasebook.gift(gift),
            );
            let fill = [
                ("dock", dock.dock.number().into()),
                ("feet", phrasebook.goods(feet).into()),
                ("points", phrasebook.points(dock.points.into()).into()),
                ("gift", gift.into()),
            ];
            lines.push(phrasebook.say("board-dock", &fill));
        }
        lines.push(phrasebook.say("board-islands", &[("hidden", view.islands_hidden.into())]));
        lines.join("\n")
    }

    fn players(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        view.realms
            .iter()
            .map(|realm| realm_lines(phrasebook, view, realm))
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn player(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> String {
        view.realm(seat)
            .map(|realm| realm_lines(phrasebook, view, realm))
            .unwrap_or_default()
    }

    fn described(phrasebook: &Phrasebook<'_>, view: &View, scene: Scene) -> String {
        match scene {
            Scene::Board => alt::describe_island(phrasebook, view),
            Scene::Realm(seat) => alt::describe_realms(phrasebook, view, view.realm(seat)),
            Scene::Realms => alt::describe_realms(phrasebook, view, &view.realms),
        }
    }
}

pub(super) fn order_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let order: Vec<_> = view
        .order
        .iter()
        .map(|seat| phrasebook.who(*seat).to_owned())
        .collect();
    phrasebook.say("board-order", &[("list", Fill::from(order.join(", ")))])
}

/// Returns the round, and what pleases the people.
pub(super) fn title_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let indicator = view.printed.round(view.round);
    let fill = [
        ("round", view.round.into()),
        ("sum", indicator.threshold.sum.into()),
        ("first", indicator.points.first.into()),
        ("second", indicator.points.second.into()),
        ("others", indicator.points.others.into()),
    ];
    phrasebook.say("board-title", &fill)
}

fn turn_order_space(phrasebook: &Phrasebook<'_>, view: &SpaceView) -> String {
    let space = ("space", Fill::from(view.space.number()));
    match (view.taken_by, view.price) {
        (Some(seat), _) => phrasebook.say(
            "board-space-taken",
            &[space, ("who", Fill::from(phrasebook.who(seat)))],
        ),
        (None, Some(price)) => phrasebook.say(
            "board-space-price",
            &[space, ("price", Fill::from(phrasebook.price(price)))],
        ),
        (None, None) => phrasebook.say("board-space-free", &[space]),
    }
}

fn god_stack_line(phrasebook: &Phrasebook<'_>, stack: GodStackView) -> String {
    let Some(god) = stack.top else {
        return phrasebook.say("board-gods-gone", &[]);
    };
    phrasebook.say(
        "board-gods",
        &[
            ("gods", phrasebook.god(god).into()),
            ("left", stack.left.into()),
        ],
    )
}

pub(super) fn place_line(phrasebook: &Phrasebook<'_>, view: &View, place: &PlaceView) -> String {
    let wares = match view.printed.wares(place.place) {
        Wares::Gods => view
            .god_stacks
            .iter()
            .map(|stack| god_stack_line(phrasebook, *stack))
            .collect(),
        Wares::Stacks(_) => place
            .wares
            .iter()
            .map(|(tile, left)| format!("{} {left}", phrasebook.tile(*tile)))
            .collect(),
    };
    let prices = place.circles.iter().filter_map(|circle| circle.price);
    let mut prices: Vec<_> = prices.collect();
    prices.sort();
    let prices: Vec<_> = prices
        .into_iter()
        .map(|price| phrasebook.price(price))
        .collect();
    let none = || phrasebook.say("board-place-nobody", &[]);
    let list = |items: Vec<String>| {
        if items.is_empty() {
            none()
        } else {
            items.join(", ")
        }
    };
    let fill = [
        ("name", Fill::from(phrasebook.place(place.place))),
        ("wares", Fill::from(list(wares))),
        ("prices", Fill::from(list(prices))),
    ];
    let line = phrasebook.say("board-place", &fill);
    let at = |realm: &&RealmView| realm.chieftain == Chieftain::Place(place.place);
    let here: Vec<_> = view
        .realms
        .iter()
        .filter(at)
        .map(|realm| phrasebook.who(realm.seat).to_owned())
        .collect();
    if here.is_empty() {
        return line;
    }
    format!(
        "{line}; {}",
        phrasebook.say("board-here", &[("list", Fill::from(here.join(", ")))])
    )
}

/// Describes a realm: points, goods, villages, kahunas, tikis, boats and tokens.
pub(super) fn realm_lines(phrasebook: &Phrasebook<'_>, view: &View, realm: &RealmView) -> String {
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| format!("  {}", phrasebook.say(name, fill));
    let head = [
        ("who", phrasebook.who(realm.seat).into()),
        ("seat", realm.seat.number().into()),
        ("points", phrasebook.points(realm.points).into()),
        ("at", phrasebook.standing_at(realm.chieftain).into()),
    ];
    let mut lines = vec![phrasebook.say("board-realm", &head)];
    lines.push(match realm.goods {
        Some(goods) => say("board-goods", &[("goods", phrasebook.goods(goods).into())]),
        None => say("board-goods-hidden", &[]),
    });
    let begun = realm.villages.iter().filter(|village| village.length > 0);
    lines.extend(begun.map(|village| format!("  {}", village_line(phrasebook, village))));
    let [kahunas, tikis] = [
        phrasebook.kahunas(realm.kahunas),
        phrasebook.tikis(realm.tikis),
    ];
    lines.push(say(
        "board-spirits",
        &[("kahunas", kahunas.into()), ("tikis", tikis.into())],
    ));
    let [ashore, launched] = [
        phrasebook.boats(realm.ashore),
        phrasebook.boats(realm.launched),
    ];
    lines.push(say(
        "board-boats",
        &[("ashore", ashore.into()), ("launched", launched.into())],
    ));
    let prices: Vec<_> = realm
        .prices
        .iter()
        .map(|price| phrasebook.price(*price))
        .collect();
    let prices = if prices.is_empty() {
        phrasebook.say("board-none", &[])
    } else {
        prices.join(", ")
    };
    let tokens = [
        ("prices", prices.into()),
        ("sum", realm.open_sum().into()),
        ("needed", realm.needed.into()),
        ("fish", realm.fish.total().into()),
    ];
    lines.push(say("board-tokens", &tokens));
    // At the end of the game, these points are already on the scoring track.
    if view.standings.is_none() {
        let worth = phrasebook.points(realm.at_the_end.total());
        lines.push(say("board-end", &[("points", worth.into())]));
    }
    lines.join("\n")
}

pub(super) fn village_line(phrasebook: &Phrasebook<'_>, village: &VillageView) -> String {
    let printed = village.length - village.tiles.len();
    let start = std::iter::repeat_with(|| phrasebook.say("board-start-hut", &[])).take(printed);
    let tiles = village
        .tiles
        .iter()
        .map(|it| phrasebook.building(it.tile, it.level));
    let tiles = start.chain(tiles).collect::<Vec<_>>().join(", ");
    let fill = [
        ("row", village.row.number().into()),
        ("tiles", Fill::from(&tiles)),
        ("length", village.length.into()),
        (
            "scored",
            Fill::from(if village.scored { "yes" } else { "no" }),
        ),
    ];
    phrasebook.say("board-village", &fill)
}
