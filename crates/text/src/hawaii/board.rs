//! Describes the board as text, for terminals, for screen readers, and for when a picture is not
//! available.

use super::{Fill, Phrasebook};
use crate::hawaii::alt;
use crate::{Key, key};
use crate::{Scene, TellViews};
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::{Good, Goods};
use lanai_rules::hawaii::printed::Wares;
use lanai_rules::hawaii::view::{GodStackView, PlaceView, RealmView, SpaceView, View, VillageView};

impl TellViews for Hawaii {
    fn progress_lines(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
        vec![title_line(phrasebook, view), order_line(phrasebook, view)]
    }

    /// Describes the round, the turn order, the places, the cove and the docks.
    fn describe_board(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let mut lines = vec![
            title_line(phrasebook, view),
            phrasebook.turn_sentence(view.to_act),
            order_line(phrasebook, view),
        ];
        let spaces: Vec<_> = view
            .spaces
            .iter()
            .map(|space| turn_order_space(phrasebook, space))
            .collect();
        lines.push(phrasebook.say(
            key::BOARD_SPACES,
            &[("list", Fill::from(spaces.join(", ")))],
        ));
        let rows = view.places.iter().map(|place| row_of_place(view, place));
        for row in (0..=rows.max().unwrap_or_default()).rev() {
            lines.push(phrasebook.say(key::BOARD_ROW, &[("row", (row + 1).into())]));
            for place in &view.places {
                if row_of_place(view, place) == row {
                    lines.push(format!("  {}", place_line(phrasebook, view, place)));
                }
            }
        }
        lines.push(phrasebook.say(
            key::BOARD_COVE,
            &[("catch", phrasebook.catch(view.cove).into())],
        ));
        for dock in &view.docks {
            let feet = Goods::of(Good::Foot, dock.feet.into());
            let gift = dock.gift.map_or_else(
                || phrasebook.say(key::GIFT_GONE, &[]),
                |gift| phrasebook.gift(gift),
            );
            let fill = [
                ("dock", dock.dock.number().into()),
                ("feet", phrasebook.goods(feet).into()),
                ("points", phrasebook.points(dock.points.into()).into()),
                ("gift", gift.into()),
            ];
            lines.push(phrasebook.say(key::BOARD_DOCK, &fill));
        }
        lines.push(phrasebook.say(
            key::BOARD_ISLANDS,
            &[("hidden", view.islands_hidden.into())],
        ));
        lines.join("\n")
    }

    fn describe_players(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        view.realms
            .iter()
            .map(|realm| realm_lines(phrasebook, view, realm))
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn describe_player(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> String {
        view.realm(seat)
            .map(|realm| realm_lines(phrasebook, view, realm))
            .unwrap_or_default()
    }

    fn describe_picture(phrasebook: &Phrasebook<'_>, view: &View, scene: Scene) -> String {
        match scene {
            Scene::Board => alt::describe_island(phrasebook, view),
            Scene::Realm(seat) => alt::describe_realms(phrasebook, view, view.realm(seat)),
            Scene::Realms => alt::describe_realms(phrasebook, view, &view.realms),
        }
    }
}

fn row_of_place(view: &View, place: &PlaceView) -> u8 {
    view.printed.ways.position(place.spot).0
}

pub(super) fn order_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let order: Vec<_> = view
        .order
        .iter()
        .map(|seat| phrasebook.player_name(*seat).to_owned())
        .collect();
    phrasebook.say(key::BOARD_ORDER, &[("list", Fill::from(order.join(", ")))])
}

/// Returns a line about the round: the sum that the people want, and the points for reaching it.
pub(super) fn title_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let indicator = view.printed.round(view.round);
    let fill = [
        ("round", view.round.into()),
        ("sum", indicator.threshold.sum.into()),
        ("first", indicator.points.first.into()),
        ("second", indicator.points.second.into()),
        ("others", indicator.points.others.into()),
    ];
    phrasebook.say(key::BOARD_TITLE, &fill)
}

fn turn_order_space(phrasebook: &Phrasebook<'_>, view: &SpaceView) -> String {
    let space = ("space", Fill::from(view.space.number()));
    match (view.taken_by, view.price) {
        (Some(seat), _) => phrasebook.say(
            key::BOARD_SPACE_TAKEN,
            &[space, ("who", Fill::from(phrasebook.player_name(seat)))],
        ),
        (None, Some(price)) => phrasebook.say(
            key::BOARD_SPACE_PRICE,
            &[space, ("price", Fill::from(phrasebook.price(price)))],
        ),
        (None, None) => phrasebook.say(key::BOARD_SPACE_FREE, &[space]),
    }
}

fn god_stack_line(phrasebook: &Phrasebook<'_>, stack: GodStackView) -> String {
    let Some(god) = stack.top else {
        return phrasebook.say(key::BOARD_GODS_GONE, &[]);
    };
    phrasebook.say(
        key::BOARD_GODS,
        &[
            ("gods", phrasebook.god(god).into()),
            ("left", stack.left.into()),
        ],
    )
}

pub(super) fn place_line(phrasebook: &Phrasebook<'_>, view: &View, place: &PlaceView) -> String {
    let wares: Vec<String> = match view.printed.wares(place.place) {
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

    let fill = [
        ("name", Fill::from(phrasebook.place(place.place))),
        (
            "wares",
            join_or(phrasebook, &wares, key::BOARD_PLACE_NOBODY).into(),
        ),
        (
            "prices",
            join_or(phrasebook, &prices, key::BOARD_PLACE_NOBODY).into(),
        ),
    ];
    let line = phrasebook.say(key::BOARD_PLACE, &fill);
    let players_here: Vec<_> = view
        .realms
        .iter()
        .filter(|realm| realm.chieftain == Chieftain::Place(place.place))
        .map(|realm| phrasebook.player_name(realm.seat).to_owned())
        .collect();
    if players_here.is_empty() {
        return line;
    }
    format!(
        "{line}; {}",
        phrasebook.say(
            key::BOARD_HERE,
            &[("list", Fill::from(players_here.join(", ")))]
        )
    )
}

/// Joins the items in a list, or returns the sentence `none` if there are no items.
pub(super) fn join_or(phrasebook: &Phrasebook<'_>, items: &[String], none: Key) -> String {
    if items.is_empty() {
        phrasebook.say(none, &[])
    } else {
        items.join(", ")
    }
}

/// Describes a realm's points, goods, villages, kahunas, tikis, boats and price tokens.
pub(super) fn realm_lines(phrasebook: &Phrasebook<'_>, view: &View, realm: &RealmView) -> String {
    let head = [
        ("who", phrasebook.player_name(realm.seat).into()),
        ("seat", realm.seat.number().into()),
        ("points", phrasebook.points(realm.points).into()),
        ("at", phrasebook.chieftain_place(realm.chieftain).into()),
    ];
    let mut lines = vec![phrasebook.say(key::BOARD_REALM, &head)];
    lines.push(match realm.goods {
        Some(goods) => phrasebook.say(
            key::BOARD_GOODS,
            &[("goods", phrasebook.goods(goods).into())],
        ),
        None => phrasebook.say(key::BOARD_GOODS_HIDDEN, &[]),
    });
    let begun = realm.villages.iter().filter(|village| village.length > 0);
    lines.extend(begun.map(|village| village_line(phrasebook, village)));
    let spirits = [
        ("kahunas", phrasebook.kahunas(realm.kahunas).into()),
        ("tikis", phrasebook.tikis(realm.tikis).into()),
    ];
    lines.push(phrasebook.say(key::BOARD_SPIRITS, &spirits));
    let boats = [
        ("ashore", phrasebook.boats(realm.ashore).into()),
        ("launched", phrasebook.boats(realm.launched).into()),
    ];
    lines.push(phrasebook.say(key::BOARD_BOATS, &boats));
    let prices: Vec<_> = realm
        .prices
        .iter()
        .map(|price| phrasebook.price(*price))
        .collect();
    let prices = join_or(phrasebook, &prices, key::BOARD_NONE);
    let tokens = [
        ("prices", prices.into()),
        ("sum", realm.open_sum().into()),
        ("needed", realm.needed.into()),
        ("fish", realm.fish.total().into()),
    ];
    lines.push(phrasebook.say(key::BOARD_TOKENS, &tokens));
    // At the end of the game, these points are already on the scoring track.
    if view.standings.is_none() {
        let worth = phrasebook.points(realm.at_the_end.total());
        lines.push(phrasebook.say(key::BOARD_END, &[("points", worth.into())]));
    }
    // The lines below the head are indented.
    lines.join("\n  ")
}

pub(super) fn village_line(phrasebook: &Phrasebook<'_>, village: &VillageView) -> String {
    let printed = village.length - village.tiles.len();
    let start = std::iter::repeat_with(|| phrasebook.say(key::BOARD_START_HUT, &[])).take(printed);
    let tiles = village
        .tiles
        .iter()
        .map(|building| phrasebook.building(building.tile, building.level));
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
    phrasebook.say(key::BOARD_VILLAGE, &fill)
}
