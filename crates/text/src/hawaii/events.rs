//! Events of Hawaii as sentences, and why an action is refused.

use super::{Fill, Phrasebook};
use crate::TellEvents;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Event, FinalPoints, Gain, NoGift, Reason, Refusal};
use lanai_rules::hawaii::island::{Chieftain, Space};
use lanai_rules::hawaii::pieces::{Fleet, Good, Goods, Price, Tile};

impl TellEvents for Hawaii {
    fn event(phrasebook: &Phrasebook<'_>, event: &Event) -> String {
        let of = |name, seat, key, piece: String| {
            player_of(phrasebook, name, seat, &[(key, piece.into())])
        };
        match *event {
            Event::Moved { seat, from, to } => moved_to(phrasebook, seat, from, to),
            Event::Paid { seat, goods } => of("paid", seat, "goods", phrasebook.goods(goods)),
            Event::GaveKane { seat, goods } => {
                of("gave-kane", seat, "goods", phrasebook.goods(goods))
            }
            Event::TookPrice { seat, place, price } => {
                let fill = [
                    ("price", phrasebook.price(price).into()),
                    ("place", phrasebook.place(place).into()),
                ];
                player_of(phrasebook, "took-price", seat, &fill)
            }
            Event::Built {
                seat,
                tile,
                level,
                row,
            } => {
                let fill = [
                    ("tile", phrasebook.building(tile, level).into()),
                    ("row", row.number().into()),
                ];
                player_of(phrasebook, "built", seat, &fill)
            }
            Event::GotBoat { seat, level } => {
                of("got-boat", seat, "boat", phrasebook.boats(Fleet::of(level)))
            }
            Event::GotKahunas { seat, number } => {
                of("got-kahunas", seat, "kahunas", phrasebook.kahunas(number))
            }
            Event::GotTikis { seat, number } => {
                of("got-tikis", seat, "tikis", phrasebook.tikis(number))
            }
            Event::Gained { seat, goods, from } => {
                of(gained(from), seat, "goods", phrasebook.goods(goods))
            }
            Event::Scored {
                seat,
                points,
                reason,
            } => of(scored(reason), seat, "points", phrasebook.points(points)),
            Event::Fished { seat, catch } => of("fished", seat, "catch", phrasebook.catch(catch)),
            Event::Launched { seat, boats } => {
                of("launched", seat, "boats", phrasebook.boats(boats))
            }
            Event::Visited { seat, island, .. } => of(
                "visited",
                seat,
                "gift",
                phrasebook.gift(phrasebook.printed.gift(island)),
            ),
            Event::NoGift {
                seat,
                why: NoGift::NoneLeft,
            } => player_of(phrasebook, "no-gift-none-left", seat, &[]),
            Event::NoGift {
                seat,
                why: NoGift::NoRoom,
            } => player_of(phrasebook, "no-gift-no-room", seat, &[]),
            Event::Declined { seat } => player_of(phrasebook, "declined", seat, &[]),
            Event::Left { seat, space, price } => left_round(phrasebook, seat, space, price),
            Event::GodUncovered { god: Some(god), .. } => phrasebook.say(
                "event-god-uncovered",
                &[("god", phrasebook.god(god).into())],
            ),
            Event::GodUncovered { god: None, .. } => phrasebook.say("event-god-last", &[]),
            Event::Summed { seat, sum, needed } => {
                let name = if sum >= needed {
                    "summed-pleased"
                } else {
                    "summed-missed"
                };
                player_of(
                    phrasebook,
                    name,
                    seat,
                    &[("sum", sum.into()), ("needed", needed.into())],
                )
            }
            Event::RoundOver { round } => {
                phrasebook.say("event-round-over", &[("round", round.into())])
            }
            Event::RoundBegins { round } => {
                phrasebook.say("event-round-begins", &[("round", round.into())])
            }
            Event::FinalScoring { seat, points } => final_scoring(phrasebook, seat, points),
        }
    }

    fn has_to_wait(refusal: &Refusal) -> bool {
        *refusal == Refusal::SomethingElseFirst
    }

    fn refusal(phrasebook: &Phrasebook<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("refusal-{name}"), fill)
        };
        match *refusal {
            No::GameOver => say("game-over", &[]),
            No::SomethingElseFirst => say("something-else-first", &[]),
            No::NoPriceToken { place } => say(
                "no-price-token",
                &[("place", phrasebook.place(place).into())],
            ),
            No::NoTile { place } => say("no-tile", &[("place", phrasebook.place(place).into())]),
            No::NothingFits { place } => {
                say("nothing-fits", &[("place", phrasebook.place(place).into())])
            }
            No::NothingLeftToBuyWith { missing } => {
                say("nothing-left-to-buy-with", &[("missing", missing.into())])
            }
            No::NotSoldHere { tile, place } => say(
                "not-sold-here",
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("place", phrasebook.place(place).into()),
                ],
            ),
            No::NoSuchPrice { price } => say(
                "no-such-price",
                &[("price", phrasebook.price(price).into())],
            ),
            No::TooFewTiles { tile, missing } => say(
                "too-few-tiles",
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("missing", missing.into()),
                ],
            ),
            No::GodNotOnTop { god } => {
                say("god-not-on-top", &[("god", phrasebook.god(god).into())])
            }
            No::NoKahunaSpace { missing } => say("no-kahuna-space", &[("missing", missing.into())]),
            No::NoTikiSpace { missing } => say("no-tiki-space", &[("missing", missing.into())]),
            No::NoVillageFor { tile } => say(
                "no-village-for",
                &[("tile", phrasebook.tile(tile.into()).into())],
            ),
            No::GodOnlyOnce { god } => say("god-only-once", &[("god", phrasebook.god(god).into())]),
            No::OneGodPerVillage { row } => {
                say("one-god-per-village", &[("row", row.number().into())])
            }
            No::SecondOfItsKind { tile, row } => {
                let tile = phrasebook.tile(tile.into()).into();
                say(
                    "second-of-its-kind",
                    &[("tile", tile), ("row", row.number().into())],
                )
            }
            No::VillageNeedsHut { row, .. } => {
                say("village-needs-hut", &[("row", row.number().into())])
            }
            No::RowSkipped { next } => say("row-skipped", &[("next", next.number().into())]),
            No::TooLittle { good, missing } => say(
                "too-little",
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::WrongSum { good, cost, paid } => {
                let cost = phrasebook.goods(Goods::of(good, cost)).into();
                say("wrong-sum", &[("cost", cost), ("paid", paid.into())])
            }
            No::NotInPurse { good, missing } => say(
                "not-in-purse",
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::Mixed { turned, power } => say(
                "mixed",
                &[("turned", turned.into()), ("power", power.into())],
            ),
            No::FishNothing => say("fish-nothing", &[]),
            No::NotInCove { fish, missing } => say(
                "not-in-cove",
                &[("fish", fish.into()), ("missing", missing.into())],
            ),
            No::BoatsTooSmall { missing } => say("boats-too-small", &[("missing", missing.into())]),
            No::NotAshore => say("not-ashore", &[]),
            No::MoreBoatsThanNeeded => say("more-boats-than-needed", &[]),
            No::NoIsland { dock } => say("no-island", &[("dock", dock.number().into())]),
            No::EverybodyWaited => say("everybody-waited", &[]),
            No::NoSuchSpace { spaces } => say("no-such-space", &[("spaces", spaces.into())]),
            No::SpaceTaken { space } => say("space-taken", &[("space", space.number().into())]),
            No::NoFruitTile { fruit } => say(
                "no-fruit-tile",
                &[("tile", phrasebook.tile(Tile::fruit(fruit)).into())],
            ),
            No::KaneTakes { goods } => say("kane-takes", &[("goods", goods.into())]),
        }
    }
}

fn player_of(
    phrasebook: &Phrasebook<'_>,
    name: &str,
    seat: Seat,
    fill: &[(&str, Fill<'_>)],
) -> String {
    let who = [("who", phrasebook.who(seat).into())];
    phrasebook.say(&format!("event-{name}"), &[&who, fill].concat())
}

fn left_round(
    phrasebook: &Phrasebook<'_>,
    seat: Seat,
    space: Space,
    price: Option<Price>,
) -> String {
    let name = if price.is_some() {
        "left-price"
    } else {
        "left"
    };
    let price = price
        .map(|price| phrasebook.price(price))
        .unwrap_or_default();
    player_of(
        phrasebook,
        name,
        seat,
        &[("space", space.number().into()), ("price", price.into())],
    )
}

fn moved_to(phrasebook: &Phrasebook<'_>, seat: Seat, from: Chieftain, to: Chieftain) -> String {
    match to {
        Chieftain::Place(place) => {
            let name = if from == to {
                "moved-stay"
            } else {
                "moved-place"
            };
            player_of(
                phrasebook,
                name,
                seat,
                &[("place", phrasebook.place(place).into())],
            )
        }
        Chieftain::Cove => player_of(phrasebook, "moved-cove", seat, &[]),
        Chieftain::Dock(dock) => player_of(
            phrasebook,
            "moved-dock",
            seat,
            &[("dock", dock.number().into())],
        ),
        Chieftain::Beach | Chieftain::Left(_) => player_of(phrasebook, "moved-beach", seat, &[]),
    }
}

fn final_scoring(phrasebook: &Phrasebook<'_>, seat: Seat, points: FinalPoints) -> String {
    let fill = [
        ("points", phrasebook.points(points.total()).into()),
        ("kahunas", points.kahunas.into()),
        ("irrigations", points.irrigations.into()),
        ("hulas", points.hulas.into()),
        ("longhuts", points.long_huts.into()),
        ("laka", points.laka.into()),
        ("kanaloa", points.kanaloa.into()),
    ];
    player_of(phrasebook, "final", seat, &fill)
}

fn gained(from: Gain) -> &'static str {
    match from {
        Gain::Income => "gained-income",
        Gain::Irrigation => "gained-irrigation",
        Gain::Island => "gained-island",
        Gain::Space => "gained-space",
    }
}

fn scored(reason: Reason) -> &'static str {
    match reason {
        Reason::Spears => "scored-spears",
        Reason::Dock => "scored-dock",
        Reason::Island => "scored-island",
        Reason::People => "scored-people",
        Reason::Lono => "scored-lono",
        Reason::FirstSpace => "scored-first-space",
    }
}

/// Returns the word by which Fluent selects the sentence for a good.
fn good_name(good: Good) -> Fill<'static> {
    Fill::from(match good {
        Good::Shell => "shells",
        Good::Foot => "feet",
        Good::Fruit => "fruits",
    })
}
