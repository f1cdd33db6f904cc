//! The texts of choices in Hawaii: their labels, what they cost and bring, and the state afterwards.

use super::without_command;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event, Refusal};
use lanai_rules::hawaii::island::{Dock, Place, Row};
use lanai_rules::hawaii::pieces::{Good, Goods, Level, Price, VillageTile};
use lanai_rules::hawaii::view::{RealmView, View};
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
            words.say("chat-choice-fish", &fill)
        }
        Action::Sail(dock) => {
            let gift = view
                .docks
                .iter()
                .find(|known| known.dock == dock)
                .and_then(|known| known.gift);
            let gift = gift.map(|gift| phrasebook.gift(gift)).unwrap_or_default();
            let fill = [("dock", dock.number().into()), ("gift", gift.into())];
            words.say("chat-choice-sail", &fill)
        }
        Action::Wait => words.say("chat-kind-wait", &[]),
        Action::Pass(space) => {
            let (name, price) = match view.space_price(space) {
                Some(price) => ("chat-choice-pass-price", phrasebook.price(price)),
                None => ("chat-choice-pass", String::new()),
            };
            let fill = [("space", space.number().into()), ("price", price.into())];
            words.say(name, &fill)
        }
        Action::Buy { tile, price, level } => {
            let name = if level == Level::One {
                "chat-choice-buy"
            } else {
                "chat-choice-buy-double"
            };
            let fill = [
                ("tile", Fill::from(phrasebook.tile_with_side(tile, level))),
                ("price", phrasebook.price(price).into()),
            ];
            words.say(name, &fill)
        }
        Action::Pay(goods) => phrasebook.goods(goods),
        Action::Launch(boats) => phrasebook.boats(boats),
        Action::Build(row) => words.say("chat-choice-village", &[("row", row.number().into())]),
        _ => without_command(&Hawaii::describe_action(phrasebook, view, &action)),
    }
}

/// Describes what a turn costs and brings its player, and the state afterwards.
pub(super) fn outcome_parts(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    events: &[Event],
    seat: Seat,
) -> Vec<String> {
    let Some(realm) = view.realm(seat) else {
        return Vec::new();
    };
    let words = phrasebook.words;
    let totals = TurnTotals::new(events, seat);
    let pays = totals.paid != Goods::default();
    let gains = totals.gained != Goods::default();
    let mut parts = Vec::new();
    if pays {
        let fill = [("goods", phrasebook.goods(totals.paid).into())];
        parts.push(words.say("chat-outcome-pay", &fill));
    }
    if gains {
        let fill = [("goods", phrasebook.goods(totals.gained).into())];
        parts.push(words.say("chat-outcome-get", &fill));
    }
    if totals.points > 0 {
        let fill = [("points", phrasebook.points(totals.points).into())];
        parts.push(words.say("chat-outcome-points", &fill));
    }
    if let Some(goods) = realm.goods
        && (pays || gains)
    {
        let fill = [("goods", phrasebook.goods(totals.goods_left(goods)).into())];
        parts.push(words.say("chat-outcome-left", &fill));
    }
    if !totals.prices.is_empty() {
        let more: u16 = totals
            .prices
            .iter()
            .map(|price| u16::from(price.worth))
            .sum();
        let surfers: u16 = totals
            .surfers
            .iter()
            .map(|level| u16::from(view.printed.effects().surfer.at(*level)))
            .sum();
        let needed = realm.needed.saturating_sub(surfers);
        let fill = [
            ("sum", (realm.open_sum() + more).into()),
            ("needed", needed.into()),
        ];
        parts.push(words.say("chat-outcome-sum", &fill));
    }
    if let Some((row, tiles)) = totals.built {
        let village = village_after(view, realm, row, tiles, totals.tikis);
        let fill = [
            ("row", row.number().into()),
            ("n", village.length.into()),
            ("short", village.missing.unwrap_or(0).into()),
        ];
        let name = match village.missing {
            None => "chat-outcome-village",
            Some(0) => "chat-outcome-village-tiki",
            Some(_) => "chat-outcome-village-short",
        };
        parts.push(words.say(name, &fill));
    }
    parts
}

/// What the events of a turn add up to for one player.
#[derive(Default)]
struct TurnTotals {
    paid: Goods,
    gained: Goods,
    points: u16,
    prices: Vec<Price>,
    tikis: u8,
    /// The new surfers, which lower the needed sum at once.
    surfers: Vec<Level>,
    /// The village in which something was built last, and the number of tiles built there.
    built: Option<(Row, u16)>,
}

impl TurnTotals {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others neither cost nor bring anything that is counted"
    )]
    fn new(events: &[Event], player: Seat) -> TurnTotals {
        let mut totals = TurnTotals::default();
        for event in events {
            match *event {
                Event::Paid { seat, goods } | Event::GaveKane { seat, goods } if seat == player => {
                    totals.paid += goods;
                }
                Event::Gained { seat, goods, .. } if seat == player => totals.gained += goods,
                Event::Scored { seat, points, .. } if seat == player => totals.points += points,
                Event::TookPrice { seat, price, .. }
                | Event::Left {
                    seat,
                    price: Some(price),
                    ..
                } if seat == player => {
                    totals.prices.push(price);
                }
                Event::GotTikis { seat, number } if seat == player => totals.tikis += number,
                Event::Built {
                    seat,
                    tile,
                    level,
                    row,
                } if seat == player => {
                    if tile == VillageTile::Surfer {
                        totals.surfers.push(level);
                    }
                    let before = totals
                        .built
                        .filter(|(known, _)| *known == row)
                        .map_or(0, |(_, tiles)| tiles);
                    totals.built = Some((row, before + 1));
                }
                _ => {}
            }
        }
        totals
    }

    fn goods_left(&self, mut goods: Goods) -> Goods {
        goods += self.gained;
        goods -= self.paid;
        goods
    }
}

/// A village after a turn.
struct VillageAfter {
    length: u16,
    /// How far it is from the nearest tiki, if there is one.
    missing: Option<u16>,
}

fn village_after(
    view: &View,
    realm: &RealmView,
    row: Row,
    tiles: u16,
    new_tikis: u8,
) -> VillageAfter {
    let before = realm
        .villages
        .iter()
        .find(|village| village.row == row)
        .map_or(0, |village| village.length);
    let length = u16::try_from(before)
        .unwrap_or(u16::MAX)
        .saturating_add(tiles);
    let columns = &view.printed.sheet.realm.tikis.columns;
    let nearest = columns
        .iter()
        .take(usize::from(realm.tikis + new_tikis))
        .min();
    VillageAfter {
        length,
        missing: nearest.map(|column| u16::from(*column).saturating_sub(length)),
    }
}

/// Names an action that the player cannot pay for, and what is missing.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the board shows all other reasons"
)]
pub(super) fn missing_means(
    phrasebook: &Phrasebook<'_>,
    action: Action,
    refusal: Refusal,
) -> Option<String> {
    let name = match action {
        Action::Move(place) => phrasebook.place(place),
        Action::Sail(dock) => phrasebook
            .words
            .say("at-dock", &[("dock", dock.number().into())]),
        _ => return None,
    };
    let missing = match refusal {
        Refusal::TooLittle { good, missing } => Goods::of(good, missing),
        Refusal::NothingLeftToBuyWith { missing } => Goods::of(Good::Shell, missing),
        _ => return None,
    };
    let fill = [
        ("wish", Fill::from(name)),
        ("goods", phrasebook.goods(missing).into()),
    ];
    Some(phrasebook.words.say("chat-lack", &fill))
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
        "chat-dock-and-way",
        &[("what", gift.into()), ("feet", feet.into())],
    )
}

/// Describes a place, its tiles, and the prices there from the cheapest on.
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
    phrasebook.words.say("chat-place-and-wares", &fill)
}
