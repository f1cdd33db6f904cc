//! Describes the events of Hawaii in sentences, and explains refused actions.

use super::{Fill, Phrasebook};
use crate::TellEvents;
use crate::{Key, key};
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
                key::EVENT_PAID,
                seat,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            Event::GaveKane { seat, goods } => player_sentence(
                phrasebook,
                key::EVENT_GAVE_KANE,
                seat,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            Event::TookPrice { seat, place, price } => {
                let fill = [
                    ("price", phrasebook.price(price).into()),
                    ("place", phrasebook.place(place).into()),
                ];
                player_sentence(phrasebook, key::EVENT_TOOK_PRICE, seat, &fill)
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
                player_sentence(phrasebook, key::EVENT_BUILT, seat, &fill)
            }
            Event::GotBoat { seat, level } => player_sentence(
                phrasebook,
                key::EVENT_GOT_BOAT,
                seat,
                &[("boat", phrasebook.boats(Fleet::of(level)).into())],
            ),
            Event::GotKahunas { seat, number } => player_sentence(
                phrasebook,
                key::EVENT_GOT_KAHUNAS,
                seat,
                &[("kahunas", phrasebook.kahunas(number).into())],
            ),
            Event::GotTikis { seat, number } => player_sentence(
                phrasebook,
                key::EVENT_GOT_TIKIS,
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
                key::EVENT_FISHED,
                seat,
                &[("catch", phrasebook.catch(catch).into())],
            ),
            Event::Launched { seat, boats } => player_sentence(
                phrasebook,
                key::EVENT_LAUNCHED,
                seat,
                &[("boats", phrasebook.boats(boats).into())],
            ),
            Event::Visited { seat, island, .. } => player_sentence(
                phrasebook,
                key::EVENT_VISITED,
                seat,
                &[(
                    "gift",
                    phrasebook.gift(phrasebook.printed.gift(island)).into(),
                )],
            ),
            Event::NoGift {
                seat,
                why: NoGift::NoneLeft,
            } => player_sentence(phrasebook, key::EVENT_NO_GIFT_NONE_LEFT, seat, &[]),
            Event::NoGift {
                seat,
                why: NoGift::NoRoom,
            } => player_sentence(phrasebook, key::EVENT_NO_GIFT_NO_ROOM, seat, &[]),
            Event::Declined { seat } => player_sentence(phrasebook, key::EVENT_DECLINED, seat, &[]),
            Event::Left { seat, space, price } => {
                left_round_sentence(phrasebook, seat, space, price)
            }
            Event::GodUncovered { god: Some(god), .. } => phrasebook.say(
                key::EVENT_GOD_UNCOVERED,
                &[("god", phrasebook.god(god).into())],
            ),
            Event::GodUncovered { god: None, .. } => phrasebook.say(key::EVENT_GOD_LAST, &[]),
            Event::Summed { seat, sum, needed } => {
                let name = if sum >= needed {
                    key::EVENT_SUMMED_PLEASED
                } else {
                    key::EVENT_SUMMED_MISSED
                };
                player_sentence(
                    phrasebook,
                    name,
                    seat,
                    &[("sum", sum.into()), ("needed", needed.into())],
                )
            }
            Event::RoundOver { round } => {
                phrasebook.say(key::EVENT_ROUND_OVER, &[("round", round.into())])
            }
            Event::RoundBegins { round } => {
                phrasebook.say(key::EVENT_ROUND_BEGINS, &[("round", round.into())])
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
            No::GameOver => phrasebook.say(key::REFUSAL_GAME_OVER, &[]),
            No::SomethingElseFirst => phrasebook.say(key::REFUSAL_SOMETHING_ELSE_FIRST, &[]),
            No::NoPriceToken { place } => phrasebook.say(
                key::REFUSAL_NO_PRICE_TOKEN,
                &[("place", phrasebook.place(place).into())],
            ),
            No::NoTile { place } => phrasebook.say(
                key::REFUSAL_NO_TILE,
                &[("place", phrasebook.place(place).into())],
            ),
            No::NothingFits { place } => phrasebook.say(
                key::REFUSAL_NOTHING_FITS,
                &[("place", phrasebook.place(place).into())],
            ),
            No::NothingLeftToBuyWith { missing } => phrasebook.say(
                key::REFUSAL_NOTHING_LEFT_TO_BUY_WITH,
                &[("missing", missing.into())],
            ),
            No::NotSoldHere { tile, place } => phrasebook.say(
                key::REFUSAL_NOT_SOLD_HERE,
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("place", phrasebook.place(place).into()),
                ],
            ),
            No::NoSuchPrice { price } => phrasebook.say(
                key::REFUSAL_NO_SUCH_PRICE,
                &[("price", phrasebook.price(price).into())],
            ),
            No::TooFewTiles { tile, missing } => phrasebook.say(
                key::REFUSAL_TOO_FEW_TILES,
                &[
                    ("tile", phrasebook.tile(tile).into()),
                    ("missing", missing.into()),
                ],
            ),
            No::GodNotOnTop { god } => phrasebook.say(
                key::REFUSAL_GOD_NOT_ON_TOP,
                &[("god", phrasebook.god(god).into())],
            ),
            No::NoKahunaSpace { missing } => {
                phrasebook.say(key::REFUSAL_NO_KAHUNA_SPACE, &[("missing", missing.into())])
            }
            No::NoTikiSpace { missing } => {
                phrasebook.say(key::REFUSAL_NO_TIKI_SPACE, &[("missing", missing.into())])
            }
            No::NoVillageFor { tile } => phrasebook.say(
                key::REFUSAL_NO_VILLAGE_FOR,
                &[("tile", phrasebook.tile(tile.into()).into())],
            ),
            No::GodOnlyOnce { god } => phrasebook.say(
                key::REFUSAL_GOD_ONLY_ONCE,
                &[("god", phrasebook.god(god).into())],
            ),
            No::OneGodPerVillage { row } => phrasebook.say(
                key::REFUSAL_ONE_GOD_PER_VILLAGE,
                &[("row", row.number().into())],
            ),
            No::SecondOfItsKind { tile, row } => {
                let tile = phrasebook.tile(tile.into()).into();
                phrasebook.say(
                    key::REFUSAL_SECOND_OF_ITS_KIND,
                    &[("tile", tile), ("row", row.number().into())],
                )
            }
            No::VillageNeedsHut { row, .. } => phrasebook.say(
                key::REFUSAL_VILLAGE_NEEDS_HUT,
                &[("row", row.number().into())],
            ),
            No::RowSkipped { next } => {
                phrasebook.say(key::REFUSAL_ROW_SKIPPED, &[("next", next.number().into())])
            }
            No::TooLittle { good, missing } => phrasebook.say(
                key::REFUSAL_TOO_LITTLE,
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::WrongSum { good, cost, paid } => {
                let cost = phrasebook.goods(Goods::of(good, cost)).into();
                phrasebook.say(
                    key::REFUSAL_WRONG_SUM,
                    &[("cost", cost), ("paid", paid.into())],
                )
            }
            No::NotInPurse { good, missing } => phrasebook.say(
                key::REFUSAL_NOT_IN_PURSE,
                &[("good", good_name(good)), ("missing", missing.into())],
            ),
            No::Mixed {
                turned,
                exchange_capacity,
            } => phrasebook.say(
                key::REFUSAL_MIXED,
                &[
                    ("turned", turned.into()),
                    ("power", exchange_capacity.into()),
                ],
            ),
            No::CoveEmpty => phrasebook.say(key::REFUSAL_COVE_EMPTY, &[]),
            No::FishNothing => phrasebook.say(key::REFUSAL_FISH_NOTHING, &[]),
            No::NotInCove { fish, missing } => phrasebook.say(
                key::REFUSAL_NOT_IN_COVE,
                &[("fish", fish.into()), ("missing", missing.into())],
            ),
            No::BoatsTooSmall { missing } => {
                phrasebook.say(key::REFUSAL_BOATS_TOO_SMALL, &[("missing", missing.into())])
            }
            No::NotAshore => phrasebook.say(key::REFUSAL_NOT_ASHORE, &[]),
            No::MoreBoatsThanNeeded => phrasebook.say(key::REFUSAL_MORE_BOATS_THAN_NEEDED, &[]),
            No::NoIsland { dock } => {
                phrasebook.say(key::REFUSAL_NO_ISLAND, &[("dock", dock.number().into())])
            }
            No::EverybodyWaited => phrasebook.say(key::REFUSAL_EVERYBODY_WAITED, &[]),
            No::NoSuchSpace { spaces } => {
                phrasebook.say(key::REFUSAL_NO_SUCH_SPACE, &[("spaces", spaces.into())])
            }
            No::SpaceTaken { space } => phrasebook.say(
                key::REFUSAL_SPACE_TAKEN,
                &[("space", space.number().into())],
            ),
            No::NoFruitTile { fruit } => phrasebook.say(
                key::REFUSAL_NO_FRUIT_TILE,
                &[("tile", phrasebook.tile(Tile::fruit(fruit)).into())],
            ),
            No::KaneTakes { goods } => {
                phrasebook.say(key::REFUSAL_KANE_TAKES, &[("goods", goods.into())])
            }
        }
    }
}

fn player_sentence(
    phrasebook: &Phrasebook<'_>,
    key: Key,
    seat: Seat,
    fill: &[(&str, Fill<'_>)],
) -> String {
    let who = [("who", phrasebook.player_name(seat).into())];
    phrasebook.say(key, &[&who, fill].concat())
}

fn left_round_sentence(
    phrasebook: &Phrasebook<'_>,
    seat: Seat,
    space: Space,
    price: Option<Price>,
) -> String {
    let name = if price.is_some() {
        key::EVENT_LEFT_PRICE
    } else {
        key::EVENT_LEFT
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
                key::EVENT_MOVED_STAY
            } else {
                key::EVENT_MOVED_PLACE
            };
            player_sentence(
                phrasebook,
                name,
                seat,
                &[("place", phrasebook.place(place).into())],
            )
        }
        Chieftain::Cove => player_sentence(phrasebook, key::EVENT_MOVED_COVE, seat, &[]),
        Chieftain::Dock(dock) => player_sentence(
            phrasebook,
            key::EVENT_MOVED_DOCK,
            seat,
            &[("dock", dock.number().into())],
        ),
        Chieftain::Beach | Chieftain::Left(_) => {
            player_sentence(phrasebook, key::EVENT_MOVED_BEACH, seat, &[])
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
    player_sentence(phrasebook, key::EVENT_FINAL, seat, &fill)
}

fn gained_key(from: Gain) -> Key {
    match from {
        Gain::Income => key::EVENT_GAINED_INCOME,
        Gain::Irrigation => key::EVENT_GAINED_IRRIGATION,
        Gain::Island => key::EVENT_GAINED_ISLAND,
        Gain::Space => key::EVENT_GAINED_SPACE,
    }
}

fn scored_key(reason: Reason) -> Key {
    match reason {
        Reason::Spears => key::EVENT_SCORED_SPEARS,
        Reason::Dock => key::EVENT_SCORED_DOCK,
        Reason::Island => key::EVENT_SCORED_ISLAND,
        Reason::People => key::EVENT_SCORED_PEOPLE,
        Reason::Lono => key::EVENT_SCORED_LONO,
        Reason::FirstSpace => key::EVENT_SCORED_FIRST_SPACE,
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
