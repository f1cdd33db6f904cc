//! Alt texts of pictures within Discord's limit, in whole sentences with the most important first.
//! The module `board` describes the whole board without a limit.

use super::{Fill, Phrasebook};
use crate::hawaii::board;
use crate::key;
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::Goods;
use lanai_rules::hawaii::printed::Wares;
use lanai_rules::hawaii::view::{DockView, PlaceView, RealmView, SpaceView, View};

/// Describes the island: its players, places and beach, and what the round brings.
pub(super) fn describe_island(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let sum = view.printed.round(view.round).threshold.sum;
    let title = phrasebook.say(
        key::ALT_ISLAND,
        &[("round", view.round.into()), ("sum", sum.into())],
    );
    let mut sentences = vec![title, phrasebook.turn_sentence(view.to_act)];
    sentences.push(phrasebook.say(key::ALT_ORDER, &[]));
    let in_order = view.order.iter().filter_map(|seat| view.realm(*seat));
    sentences.extend(in_order.map(|realm| player_on_island(phrasebook, realm)));
    sentences.push(phrasebook.say(key::ALT_PLACES, &[]));
    sentences.extend(
        view.places
            .iter()
            .map(|place| place_in_short(phrasebook, view, place)),
    );
    let docks: Vec<String> = view
        .docks
        .iter()
        .map(|dock| dock_in_short(phrasebook, dock))
        .collect();
    sentences.push(phrasebook.say(
        key::ALT_DOCKS,
        &[("list", phrasebook.words.join_parts(&docks).into())],
    ));
    sentences.push(cove_in_short(phrasebook, view));
    let spaces: Vec<String> = view
        .spaces
        .iter()
        .map(|space| space_in_short(phrasebook, space))
        .collect();
    sentences.push(phrasebook.say(key::ALT_SPACES, &[("list", spaces.join(", ").into())]));
    sentences.push(round_in_short(phrasebook, view));
    phrasebook.fit_alt_text(sentences)
}

/// Describes one or more realms: first the points of all, then what each player has.
pub(super) fn describe_realms<'a>(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    realms: impl IntoIterator<Item = &'a RealmView>,
) -> String {
    let realms: Vec<_> = realms.into_iter().collect();
    let mut sentences = vec![phrasebook.say(key::ALT_REALMS, &[("round", view.round.into())])];
    sentences.extend(
        realms
            .iter()
            .map(|realm| player_in_short(phrasebook, realm)),
    );
    let parts: Vec<Vec<String>> = realms
        .iter()
        .map(|realm| player_parts(phrasebook, realm))
        .collect();
    // Sentences about the realms alternate, so that a text that is cut short covers all of them.
    let max_parts = parts.iter().map(Vec::len).max().unwrap_or(0);
    sentences.extend(
        (0..max_parts).flat_map(|at| parts.iter().filter_map(move |parts| parts.get(at).cloned())),
    );
    phrasebook.fit_alt_text(sentences)
}

fn player_parts(phrasebook: &Phrasebook<'_>, realm: &RealmView) -> Vec<String> {
    let goods = realm.goods.map(|goods| {
        phrasebook.say(
            key::BOARD_GOODS,
            &[("goods", phrasebook.goods(goods).into())],
        )
    });
    let begun = realm.villages.iter().filter(|village| village.length > 0);
    let [ashore, launched] = [
        phrasebook.boats(realm.ashore),
        phrasebook.boats(realm.launched),
    ];
    let boats = phrasebook.say(
        key::BOARD_BOATS,
        &[("ashore", ashore.into()), ("launched", launched.into())],
    );
    let prices: Vec<String> = realm
        .prices
        .iter()
        .map(|price| phrasebook.price(*price))
        .collect();
    let prices = (!prices.is_empty())
        .then(|| phrasebook.say(key::ALT_TOKENS_OF, &[("list", prices.join(", ").into())]));
    let fish = (realm.fish.total() > 0).then(|| phrasebook.catch(realm.fish));
    let parts = goods
        .into_iter()
        .chain(begun.map(|village| board::village_line(phrasebook, village)))
        .chain([boats]);
    let parts = parts.chain(prices).chain(fish);
    let who = phrasebook.player_name(realm.seat);
    parts
        .map(|part| phrasebook.say(key::ALT_OF, &[("who", who.into()), ("what", part.into())]))
        .collect()
}

fn player_in_short(phrasebook: &Phrasebook<'_>, realm: &RealmView) -> String {
    let fill = [
        ("who", phrasebook.player_name(realm.seat).into()),
        ("points", phrasebook.points(realm.points).into()),
        ("at", phrasebook.chieftain_place(realm.chieftain).into()),
        ("kahunas", phrasebook.kahunas(realm.kahunas).into()),
        ("tikis", phrasebook.tikis(realm.tikis).into()),
        ("sum", realm.open_sum().into()),
        ("needed", realm.needed.into()),
    ];
    phrasebook.say(key::ALT_PLAYER, &fill)
}

/// Describes a player in the picture of the island; what the player lacks is not mentioned.
fn player_on_island(phrasebook: &Phrasebook<'_>, realm: &RealmView) -> String {
    let token_fill = [
        ("sum", realm.open_sum().into()),
        ("needed", realm.needed.into()),
    ];

    let boats = realm.ashore.total();
    let at = if let Chieftain::Place(place) = realm.chieftain {
        phrasebook.place(place)
    } else {
        phrasebook.chieftain_place(realm.chieftain)
    };
    let mut list = vec![phrasebook.points(realm.points), at];
    list.push(phrasebook.say(key::ALT_TOKENS, &token_fill));
    if realm.kahunas > 0 {
        list.push(phrasebook.kahunas(realm.kahunas));
    }
    if realm.tikis > 0 {
        list.push(phrasebook.tikis(realm.tikis));
    }
    if boats > 0 {
        list.push(phrasebook.say(key::ALT_BOATS, &[("n", boats.into())]));
    }
    list.extend(realm.goods.map(|goods| phrasebook.goods(goods)));
    let fill = [
        ("who", phrasebook.player_name(realm.seat).into()),
        ("what", Fill::from(list.join(", "))),
    ];
    phrasebook.say(key::ALT_OF, &fill)
}

fn place_in_short(phrasebook: &Phrasebook<'_>, view: &View, place: &PlaceView) -> String {
    let wares: Vec<String> = match (view.printed.wares(place.place), &place.wares[..]) {
        (Wares::Gods, _) => {
            let top_gods = view
                .god_stacks
                .iter()
                .filter_map(|stack| Some((stack.top?, stack.left)));
            top_gods
                .map(|(god, left)| format!("{} {left}", phrasebook.god(god)))
                .collect()
        }
        // A place is named after its wares, in this order, so their numbers are enough.
        (Wares::Stacks(stacks), wares) if wares.len() == stacks.len() => {
            wares.iter().map(|(_, left)| left.to_string()).collect()
        }
        (Wares::Stacks(_), wares) => wares
            .iter()
            .map(|(tile, left)| format!("{} {left}", phrasebook.tile(*tile)))
            .collect(),
    };
    let mut prices: Vec<_> = place
        .circles
        .iter()
        .filter_map(|circle| circle.price)
        .collect();
    prices.sort();
    let prices: Vec<String> = prices
        .into_iter()
        .map(|price| phrasebook.price(price))
        .collect();

    let fill = [
        ("name", Fill::from(phrasebook.place(place.place))),
        (
            "wares",
            board::join_or(phrasebook, &wares, key::BOARD_PLACE_NOBODY).into(),
        ),
        (
            "prices",
            board::join_or(phrasebook, &prices, key::ALT_CLOSED).into(),
        ),
    ];
    phrasebook.say(key::ALT_PLACE, &fill)
}

fn dock_in_short(phrasebook: &Phrasebook<'_>, dock: &DockView) -> String {
    let gift = dock.gift.map_or_else(
        || phrasebook.say(key::GIFT_GONE, &[]),
        |gift| phrasebook.gift(gift),
    );
    let fill = [
        ("dock", dock.dock.number().into()),
        ("feet", dock.feet.into()),
        ("points", dock.points.into()),
        ("gift", gift.into()),
    ];
    phrasebook.say(key::ALT_DOCK, &fill)
}

fn cove_in_short(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let shown = (1_u8..).zip(view.cove.0).filter(|(_, number)| *number > 0);
    let tokens = shown
        .map(|(fish, n)| phrasebook.say(key::ALT_FISH, &[("n", n.into()), ("fish", fish.into())]));
    let tokens: Vec<String> = tokens.collect();
    let catch = board::join_or(phrasebook, &tokens, key::BOARD_COVE_EMPTY);
    phrasebook.say(key::ALT_COVE, &[("catch", catch.into())])
}

fn space_in_short(phrasebook: &Phrasebook<'_>, space: &SpaceView) -> String {
    match (space.taken_by, space.price) {
        (Some(seat), _) => phrasebook.player_name(seat).to_owned(),
        (None, Some(price)) => phrasebook.price(price),
        (None, None) => phrasebook.say(key::ALT_FREE, &[]),
    }
}

fn round_in_short(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let indicator = view.printed.round(view.round);
    let fill = [
        ("first", indicator.points.first.into()),
        ("second", indicator.points.second.into()),
        ("others", indicator.points.others.into()),
    ];
    let points = phrasebook.say(key::ALT_POINTS, &fill);
    let Some(income) = &indicator.income else {
        return points;
    };
    let income = Goods {
        shells: income.shells,
        feet: income.feet,
        ..Goods::default()
    };
    format!(
        "{points} {}",
        phrasebook.say(
            key::ALT_INCOME,
            &[("goods", phrasebook.goods(income).into())]
        )
    )
}
