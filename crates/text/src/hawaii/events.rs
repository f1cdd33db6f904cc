//! Describes the events of Hawaii in sentences, and explains refused actions.

use super::{Fill, Phrasebook};
use crate::TellEvents;
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Event, FinalPoints, Gain, NoGift, Reason, Refusal};
use lanai_rules::hawaii::island::{Chieftain, Space};
use lanai_rules::hawaii::pieces::{Fleet, Good, Goods, Price, Tile};

impl TellEvents for Hawaii {
    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn describe_event(phrasebook: &Phrasebook<'_>, event: &Event) -> String {
        match *event {
            Event::Moved { seat, from, to } => moved_to_sentence(phrasebook, seat, from, to),
            Event::Paid { seat, goods } => player_sentence(
                phrasebook,
                "paid",
                seat,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            Event::GaveKane { seat, goods } => player_sentence(
                phrasebook,
                "gave-kane",
                seat,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            Event::TookPrice { seat, place, price } => {
                let fill = [
                    ("price", phrasebook.price(price).into()),
                    ("place", phrasebook.place(place).into()),
                ];
                player_sentence(phrasebook, "took-price", seat, &fill)
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
                player_sentence(phrasebook, "built", seat, &fill)
            }
            Event::GotBoat { seat, level } => player_sentence(
                phrasebook,
                "got-boat",
                seat,
                &[("boat", phrasebook.boats(Fleet::of(level)).into())],
            ),
            Event::GotKahunas { seat, number } => player_sentence(
                phrasebook,
                "got-kahunas",
                seat,
                &[("kahunas", phrasebook.kahunas(number).into())],
            ),
            Event::GotTikis { seat, number } => player_sentence(
                phrasebook,
                "got-tikis",
                seat,
                &[("tikis", phrasebook.tikis(number).into())],
            ),
            Event::Gained { seat, goods, from } => player_sentence(
                phrasebook,
                gained_key(from),
                seat,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            Event::Scored {
                seat,
                points,
                reason,
            } => player_sentence(
                phrasebook,
                scored_key(reason),
                seat,
                &[("points", phrasebook.points(points).into())],
            ),
            Event::Fished { seat, catch } => player_sentence(
                phrasebook,
                "fished",
                seat,
                &[("catch", phrasebook.catch(catch).into())],
            ),
            Event::Launched { seat, boats } => player_sentence(
                phrasebook,
                "launched",
                seat,
                &[("boats", phrasebook.boats(boats).into())],
            ),
            Event::Visited { seat, island, .. } => player_sentence(
                phrasebook,
                "visited",
                seat,
                &[(
                    "gift",
                    phrasebook.gift(phrasebook.printed.gift(island)).into(),
                )],
            ),
            Event::NoGift {
                seat,
                why: NoGift::NoneLeft,
            } => player_sentence(phrasebook, "no-gift-none-left", seat, &[]),
            Event::NoGift {
                seat,
                why: NoGift::NoRoom,
            } => player_sentence(phrasebook, "no-gift-no-room", seat, &[]),
            Event::Declined { seat } => player_sentence(phrasebook, "declined", seat, &[]),
            Event::Left { seat, space, price } => {
                left_round_sentence(phrasebook, seat, space, price)
            }
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
                player_sentence(
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
            Event::FinalScoring { seat, points } => {
                final_scoring_sentence(phrasebook, seat, points)
            }
        }
    }

    fn has_to_wait(refusal: &Refusal) -> bool {
        *refusal == Refusal::SomethingElseFirst
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each refusal")]
    fn explain_refusal(phrasebook: &Phrasebook<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        match *refusal {
            No::GameOver => phrasebook.say("refusal-game-over", &[]),
            No::SomethingElseFirst => phrasebook.say("refusal-something-else-first", &[]),
            No::NoPriceToken { place } => phrasebook.say(
                "refusal-no-price-token",
                &[("place", phrasebook.place(place).into())],
            ),
            No::NoTile { place } => phrasebook.say(
                "refusal-no-tile",
                &[("place", phrasebook.place(place).into())],
            ),
            No::NothingFits { place } => phrasebook.say(
                "refusal-nothing-fits",
                &[("place", phrasebook.place(place).into())],
            ),
            No::NothingLeftToBuyWith { missing } => phrasebook.say(
                "refusal-nothing-left-to-buy-with",
                &[("missing", missing.into())],
            ),
            No::NotSoldHere { tile, place } => phrasebook.say(
                "refusal-not-sold-here",
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("place", phrasebook.place(place).into()),
                ],
            ),
            No::NoSuchPrice { price } => phrasebook.say(
                "refusal-no-such-price",
                &[("price", phrasebook.price(price).into())],
            ),
            No::TooFewTiles { tile, missing } => phrasebook.say(
                "refusal-too-few-tiles",
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("missing", missing.into()),
                ],
            ),
            No::GodNotOnTop { god } => phrasebook.say(
                "refusal-god-not-on-top",
                &[("god", phrasebook.god(god).into())],
            ),
            No::NoKahunaSpace { missing } => {
                phrasebook.say("refusal-no-kahuna-space", &[("missing", missing.into())])
            }
            No::NoTikiSpace { missing } => {
                phrasebook.say("refusal-no-tiki-space", &[("missing", missing.into())])
            }
            No::NoVillageFor { tile } => phrasebook.say(
                "refusal-no-village-for",
                &[("tile", phrasebook.tile(tile.into()).into())],
            ),
            No::GodOnlyOnce { god } => phrasebook.say(
                "refusal-god-only-once",
                &[("god", phrasebook.god(god).into())],
            ),
            No::OneGodPerVillage { row } => phrasebook.say(
                "refusal-one-god-per-village",
                &[("row", row.number().into())],
            ),
            No::SecondOfItsKind { tile, row } => {
                let tile = phrasebook.tile(tile.into()).into();
                phrasebook.say(
                    "refusal-second-of-its-kind",
                    &[("tile", tile), ("row", row.number().into())],
                )
            }
            No::VillageNeedsHut { row, .. } => {
                phrasebook.say("refusal-village-needs-hut", &[("row", row.number().into())])
            }
            No::RowSkipped { next } => {
                phrasebook.say("refusal-row-skipped", &[("next", next.number().into())])
            }
            No::TooLittle { good, missing } => phrasebook.say(
                "refusal-too-little",
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::WrongSum { good, cost, paid } => {
                let cost = phrasebook.goods(Goods::of(good, cost)).into();
                phrasebook.say(
                    "refusal-wrong-sum",
                    &[("cost", cost), ("paid", paid.into())],
                )
            }
            No::NotInPurse { good, missing } => phrasebook.say(
                "refusal-not-in-purse",
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::Mixed {
                turned,
                exchange_capacity,
            } => phrasebook.say(
                "refusal-mixed",
                &[
                    ("turned", turned.into()),
                    ("power", exchange_capacity.into()),
                ],
            ),
            No::FishNothing => phrasebook.say("refusal-fish-nothing", &[]),
            No::NotInCove { fish, missing } => phrasebook.say(
                "refusal-not-in-cove",
                &[("fish", fish.into()), ("missing", missing.into())],
            ),
            No::BoatsTooSmall { missing } => {
                phrasebook.say("refusal-boats-too-small", &[("missing", missing.into())])
            }
            No::NotAshore => phrasebook.say("refusal-not-ashore", &[]),
            No::MoreBoatsThanNeeded => phrasebook.say("refusal-more-boats-than-needed", &[]),
            No::NoIsland { dock } => {
                phrasebook.say("refusal-no-island", &[("dock", dock.number().into())])
            }
            No::EverybodyWaited => phrasebook.say("refusal-everybody-waited", &[]),
            No::NoSuchSpace { spaces } => {
                phrasebook.say("refusal-no-such-space", &[("spaces", spaces.into())])
            }
            No::SpaceTaken { space } => {
                phrasebook.say("refusal-space-taken", &[("space", space.number().into())])
            }
            No::NoFruitTile { fruit } => phrasebook.say(
                "refusal-no-fruit-tile",
                &[("tile", phrasebook.tile(Tile::fruit(fruit)).into())],
            ),
            No::KaneTakes { goods } => {
                phrasebook.say("refusal-kane-takes", &[("goods", goods.into())])
            }
        }
    }
}

fn player_sentence(
    phrasebook: &Phrasebook<'_>,
    name: &str,
    seat: Seat,
    fill: &[(&str, Fill<'_>)],
) -> String {
    let who = [("who", phrasebook.player_name(seat).into())];
    phrasebook.say(&format!("event-{name}"), &[&who, fill].concat())
}

fn left_round_sentence(
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
    player_sentence(
        phrasebook,
        name,
        seat,
        &[("space", space.number().into()), ("price", price.into())],
    )
}

fn moved_to_sentence(
    phrasebook: &Phrasebook<'_>,
    seat: Seat,
    from: Chieftain,
    to: Chieftain,
) -> String {
    match to {
        Chieftain::Place(place) => {
            let name = if from == to {
                "moved-stay"
            } else {
                "moved-place"
            };
            player_sentence(
                phrasebook,
                name,
                seat,
                &[("place", phrasebook.place(place).into())],
            )
        }
        Chieftain::Cove => player_sentence(phrasebook, "moved-cove", seat, &[]),
        Chieftain::Dock(dock) => player_sentence(
            phrasebook,
            "moved-dock",
            seat,
            &[("dock", dock.number().into())],
        ),
        Chieftain::Beach | Chieftain::Left(_) => {
            player_sentence(phrasebook, "moved-beach", seat, &[])
        }
    }
}

fn final_scoring_sentence(phrasebook: &Phrasebook<'_>, seat: Seat, points: FinalPoints) -> String {
    let fill = [
        ("points", phrasebook.points(points.total()).into()),
        ("kahunas", points.kahunas.into()),
        ("irrigations", points.irrigations.into()),
        ("hulas", points.hulas.into()),
        ("longhuts", points.long_huts.into()),
        ("laka", points.laka.into()),
        ("kanaloa", points.kanaloa.into()),
    ];
    player_sentence(phrasebook, "final", seat, &fill)
}

fn gained_key(from: Gain) -> &'static str {
    match from {
        Gain::Income => "gained-income",
        Gain::Irrigation => "gained-irrigation",
        Gain::Island => "gained-island",
        Gain::Space => "gained-space",
    }
}

fn scored_key(reason: Reason) -> &'static str {
    match reason {
        Reason::Spears => "scored-spears",
        Reason::Dock => "scored-dock",
        Reason::Island => "scored-island",
        Reason::People => "scored-people",
        Reason::Lono => "scored-lono",
        Reason::FirstSpace => "scored-first-space",
    }
}

/// Returns the value by which a Fluent sentence selects its variant for a good.
fn good_name(good: Good) -> Fill<'static> {
    Fill::from(match good {
        Good::Shell => "shells",
        Good::Foot => "feet",
        Good::Fruit => "fruits",
    })
}
