//! What the choices of Hawaii say: what each is, what it costs and brings, and where one stands after it.

use super::meaning;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event, Refusal};
use lanai_rules::hawaii::island::{Dock, Place, Row};
use lanai_rules::hawaii::pieces::{Good, Goods, Level, Price, VillageTile};
use lanai_rules::hawaii::view::{RealmView, View};
use lanai_text::hawaii::Phrasebook;
use lanai_text::{Fill, TellActions};

/// What a choice is called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are told as they are listed"
)]
pub(super) fn choice(phrasebook: &Phrasebook<'_>, view: &View, action: Action) -> String {
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.words.say(name, fill);
    match action {
        Action::Move(place) => phrasebook.place(place),
        Action::Fish(catch) => say(
            "chat-choice-fish",
            &[("catch", phrasebook.catch(catch).into())],
        ),
        Action::Sail(dock) => {
            let gift = view
                .docks
                .iter()
                .find(|it| it.dock == dock)
                .and_then(|it| it.gift);
            let gift = gift.map(|gift| phrasebook.gift(gift)).unwrap_or_default();
            say(
                "chat-choice-sail",
                &[("dock", dock.number().into()), ("gift", gift.into())],
            )
        }
        Action::Wait => say("chat-kind-wait", &[]),
        Action::Pass(space) => {
            let price = view.space_price(space);
            let name = if price.is_some() {
                "chat-choice-pass-price"
            } else {
                "chat-choice-pass"
            };
            let price = price
                .map(|price| phrasebook.price(price))
                .unwrap_or_default();
            say(
                name,
                &[("space", space.number().into()), ("price", price.into())],
            )
        }
        Action::Buy { tile, price, level } => {
            let name = if level == Level::One {
                "chat-choice-buy"
            } else {
                "chat-choice-buy-double"
            };
            let fill = [
                ("tile", Fill::from(phrasebook.tile_at(tile, level))),
                ("price", phrasebook.price(price).into()),
            ];
            say(name, &fill)
        }
        Action::Pay(goods) => phrasebook.goods(goods),
        Action::Launch(boats) => phrasebook.boats(boats),
        Action::Build(row) => say("chat-choice-village", &[("row", row.number().into())]),
        _ => meaning(&Hawaii::action(phrasebook, view, &action)),
    }
}

/// What a turn costs and brings, and where its player stands afterwards.
pub(super) fn outcome(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    events: &[Event],
    seat: Seat,
) -> Vec<String> {
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.words.say(name, fill);
    let Some(realm) = view.realm(seat) else {
        return Vec::new();
    };
    let sums = Sums::of(events, seat);
    let mut parts = Vec::new();
    let mut part = |there: bool, name: &str, fill: &[(&str, Fill<'_>)]| {
        if there {
            parts.push(say(name, fill));
        }
    };
    let some = |goods: Goods| goods != Goods::default();
    part(
        some(sums.paid),
        "chat-outcome-pay",
        &[("goods", phrasebook.goods(sums.paid).into())],
    );
    part(
        some(sums.gained),
        "chat-outcome-get",
        &[("goods", phrasebook.goods(sums.gained).into())],
    );
    part(
        sums.points > 0,
        "chat-outcome-points",
        &[("points", phrasebook.points(sums.points).into())],
    );
    if let Some(goods) = realm.goods.filter(|_| some(sums.paid) || some(sums.gained)) {
        let left = sums.left(goods);
        part(
            true,
            "chat-outcome-left",
            &[("goods", phrasebook.goods(left).into())],
        );
    }
    if !sums.prices.is_empty() {
        let more: u16 = sums.prices.iter().map(|price| u16::from(price.worth)).sum();
        let surfers = sums
            .surfers
            .iter()
            .map(|level| u16::from(view.printed.effects().surfer.at(*level)));
        let needed = realm.needed.saturating_sub(surfers.sum());
        let fill = [
            ("sum", (realm.open_sum() + more).into()),
            ("needed", needed.into()),
        ];
        part(true, "chat-outcome-sum", &fill);
    }
    if let Some((row, tiles)) = sums.built {
        let (name, length, short) = village(view, realm, row, tiles, sums.tikis);
        part(
            true,
            name,
            &[
                ("row", row.number().into()),
                ("n", length.into()),
                ("short", short.into()),
            ],
        );
    }
    parts
}

/// What the events of a turn come to for one player.
#[derive(Default)]
struct Sums {
    paid: Goods,
    gained: Goods,
    points: u16,
    prices: Vec<Price>,
    tikis: u8,
    /// Surfers lower the number that pleases the people, as soon as they are there.
    surfers: Vec<Level>,
    /// In which village something was built last, and how much in it.
    built: Option<(Row, u16)>,
}

impl Sums {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all else neither costs nor brings anything that is counted"
    )]
    fn of(events: &[Event], player: Seat) -> Sums {
        let mut sums = Sums::default();
        for event in events {
            match *event {
                Event::Paid { seat, goods } | Event::GaveKane { seat, goods } if seat == player => {
                    sums.paid += goods;
                }
                Event::Gained { seat, goods, .. } if seat == player => sums.gained += goods,
                Event::Scored { seat, points, .. } if seat == player => sums.points += points,
                Event::TookPrice { seat, price, .. }
                | Event::Left {
                    seat,
                    price: Some(price),
                    ..
                } if seat == player => {
                    sums.prices.push(price);
                }
                Event::GotTikis { seat, number } if seat == player => sums.tikis += number,
                Event::Built {
                    seat,
                    tile,
                    level,
                    row,
                } if seat == player => {
                    sums.surfers
                        .extend((tile == VillageTile::Surfer).then_some(level));
                    let before = sums
                        .built
                        .filter(|(known, _)| *known == row)
                        .map_or(0, |(_, tiles)| tiles);
                    sums.built = Some((row, before + 1));
                }
                _ => {}
            }
        }
        sums
    }

    fn left(&self, mut goods: Goods) -> Goods {
        goods += self.gained;
        goods -= self.paid;
        goods
    }
}

/// How long a village becomes, and how far it is from the nearest tiki: the name of the sentence, and both figures.
fn village(
    view: &View,
    realm: &RealmView,
    row: Row,
    tiles: u16,
    tikis: u8,
) -> (&'static str, u16, u16) {
    let before = realm
        .villages
        .iter()
        .find(|it| it.row == row)
        .map_or(0, |it| it.length);
    let length = u16::try_from(before)
        .unwrap_or(u16::MAX)
        .saturating_add(tiles);
    let columns = &view.printed.sheet.realm.tikis.columns;
    let nearest = columns
        .iter()
        .take(usize::from(realm.tikis + tikis))
        .min()
        .map(|column| u16::from(*column));
    match nearest.map(|column| column.saturating_sub(length)) {
        None => ("chat-outcome-village", length, 0),
        Some(0) => ("chat-outcome-village-tiki", length, 0),
        Some(short) => ("chat-outcome-village-short", length, short),
    }
}

/// A wish that fails for want of means: what it is, and how much is missing.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other reasons are seen on the board"
)]
pub(super) fn lack(phrasebook: &Phrasebook<'_>, wish: Action, refusal: Refusal) -> Option<String> {
    let wish = match wish {
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
        ("wish", Fill::from(wish)),
        ("goods", phrasebook.goods(missing).into()),
    ];
    Some(phrasebook.words.say("chat-lack", &fill))
}

/// What a dock has, and how far the way is: a foot for each step, less those printed on the boats.
pub(super) fn dock_and_way(phrasebook: &Phrasebook<'_>, view: &View, dock: Dock) -> String {
    let what = meaning(&Hawaii::action(phrasebook, view, &Action::Sail(dock)));
    let feet = phrasebook.goods(Goods::of(Good::Foot, view.printed.dock(dock).feet.into()));
    phrasebook.words.say(
        "chat-dock-and-way",
        &[("what", what.into()), ("feet", feet.into())],
    )
}

/// Where a walk leads, and what could be bought there, with the cheapest token first.
pub(super) fn place_and_wares(phrasebook: &Phrasebook<'_>, view: &View, place: Place) -> String {
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
