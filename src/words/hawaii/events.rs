//! What happens, a sentence an event, and why something cannot be done.

use super::{Fill, Teller};
use crate::{
    rules::{
        Seat,
        hawaii::{
            Hawaii,
            action::{Event, FinalPoints, Gain, NoGift, Reason, Refusal},
            island::{Chieftain, Space},
            pieces::{Fleet, Good, Level, Price, Tile},
        },
    },
    words::TellEvents,
};

impl TellEvents for Hawaii {
    fn event(teller: &Teller<'_>, event: &Event) -> String {
        match *event {
            Event::Moved { seat, from, to } => teller.moved(seat, from, to),
            Event::Paid { seat, goods } => teller.of("paid", seat, &[("goods", teller.goods(goods).into())]),
            Event::GaveKane { seat, goods } => {
                teller.of("gave-kane", seat, &[("goods", teller.goods(goods).into())])
            }
            Event::TookPrice { seat, place, price } => {
                let fill = [("price", teller.price(price).into()), ("place", teller.place(place).into())];
                teller.of("took-price", seat, &fill)
            }
            Event::Built { seat, tile, level, row } => {
                let fill = [("tile", teller.building(tile, level).into()), ("row", row.number().into())];
                teller.of("built", seat, &fill)
            }
            Event::GotBoat { seat, level } => {
                let boat = match level {
                    Level::One => Fleet { one: 1, ..Fleet::default() },
                    Level::Two => Fleet { two: 1, ..Fleet::default() },
                };
                teller.of("got-boat", seat, &[("boat", teller.boats(boat).into())])
            }
            Event::GotKahunas { seat, number } => {
                teller.of("got-kahunas", seat, &[("kahunas", teller.kahunas(number).into())])
            }
            Event::GotTikis { seat, number } => {
                teller.of("got-tikis", seat, &[("tikis", teller.tikis(number).into())])
            }
            Event::Gained { seat, goods, from } => {
                teller.of(gained(from), seat, &[("goods", teller.goods(goods).into())])
            }
            Event::Scored { seat, points, reason } => {
                teller.of(scored(reason), seat, &[("points", teller.points(points).into())])
            }
            Event::Fished { seat, catch } => {
                teller.of("fished", seat, &[("catch", teller.catch(catch).into())])
            }
            Event::Launched { seat, boats } => {
                teller.of("launched", seat, &[("boats", teller.boats(boats).into())])
            }
            Event::Visited { seat, island, .. } => {
                teller.of("visited", seat, &[("gift", teller.gift(teller.printed.gift(island)).into())])
            }
            Event::NoGift { seat, why: NoGift::NoneLeft } => teller.of("no-gift-none-left", seat, &[]),
            Event::NoGift { seat, why: NoGift::NoRoom } => teller.of("no-gift-no-room", seat, &[]),
            Event::Declined { seat } => teller.of("declined", seat, &[]),
            Event::Left { seat, space, price } => teller.left(seat, space, price),
            Event::GodUncovered { god: Some(god), .. } => {
                teller.say("event-god-uncovered", &[("god", teller.god(god).into())])
            }
            Event::GodUncovered { god: None, .. } => teller.say("event-god-last", &[]),
            Event::Summed { seat, sum, needed } => {
                let name = if sum >= needed { "summed-pleased" } else { "summed-missed" };
                teller.of(name, seat, &[("sum", sum.into()), ("needed", needed.into())])
            }
            Event::RoundOver { round } => teller.say("event-round-over", &[("round", round.into())]),
            Event::RoundBegins { round } => teller.say("event-round-begins", &[("round", round.into())]),
            Event::FinalScoring { seat, points } => teller.final_scoring(seat, points),
        }
    }

    fn refusal(teller: &Teller<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match *refusal {
            No::GameOver => ("game-over", vec![]),
            No::SomethingElseFirst => ("something-else-first", vec![]),
            No::NoPriceToken { place } => ("no-price-token", vec![("place", teller.place(place).into())]),
            No::NoTile { place } => ("no-tile", vec![("place", teller.place(place).into())]),
            No::NothingFits { place } => ("nothing-fits", vec![("place", teller.place(place).into())]),
            No::NothingLeftToBuyWith { missing } => {
                ("nothing-left-to-buy-with", vec![("missing", missing.into())])
            }
            No::NotSoldHere { tile, place } => (
                "not-sold-here",
                vec![("tile", teller.tile(tile).into()), ("place", teller.place(place).into())],
            ),
            No::NoSuchPrice { price } => ("no-such-price", vec![("price", teller.price(price).into())]),
            No::TooFewTiles { tile, missing } => {
                ("too-few-tiles", vec![("tile", teller.tile(tile).into()), ("missing", missing.into())])
            }
            No::GodNotOnTop { god } => ("god-not-on-top", vec![("god", teller.god(god).into())]),
            No::NoKahunaSpace { missing } => ("no-kahuna-space", vec![("missing", missing.into())]),
            No::NoTikiSpace { missing } => ("no-tiki-space", vec![("missing", missing.into())]),
            No::NoVillageFor { tile } => ("no-village-for", vec![("tile", teller.tile(tile.into()).into())]),
            No::GodOnlyOnce { god } => ("god-only-once", vec![("god", teller.god(god).into())]),
            No::OneGodPerVillage { row } => ("one-god-per-village", vec![("row", row.number().into())]),
            No::SecondOfItsKind { tile, row } => {
                let tile = teller.tile(tile.into()).into();
                ("second-of-its-kind", vec![("tile", tile), ("row", row.number().into())])
            }
            No::VillageNeedsHut { row, .. } => ("village-needs-hut", vec![("row", row.number().into())]),
            No::RowSkipped { next } => ("row-skipped", vec![("next", next.number().into())]),
            No::TooLittle { good, missing } => {
                ("too-little", vec![("good", good_name(good)), ("missing", missing.into())])
            }
            No::WrongSum { cost, paid } => ("wrong-sum", vec![("cost", cost.into()), ("paid", paid.into())]),
            No::NotInPurse { good, missing } => {
                ("not-in-purse", vec![("good", good_name(good)), ("missing", missing.into())])
            }
            No::Mixed { turned, power } => {
                ("mixed", vec![("turned", turned.into()), ("power", power.into())])
            }
            No::FishNothing => ("fish-nothing", vec![]),
            No::NotInCove { fish, missing } => {
                ("not-in-cove", vec![("fish", fish.into()), ("missing", missing.into())])
            }
            No::BoatsTooSmall { missing } => ("boats-too-small", vec![("missing", missing.into())]),
            No::NotAshore => ("not-ashore", vec![]),
            No::MoreBoatsThanNeeded => ("more-boats-than-needed", vec![]),
            No::NoIsland { dock } => ("no-island", vec![("dock", dock.number().into())]),
            No::EverybodyWaited => ("everybody-waited", vec![]),
            No::NoSuchSpace { spaces } => ("no-such-space", vec![("spaces", spaces.into())]),
            No::SpaceTaken { space } => ("space-taken", vec![("space", space.number().into())]),
            No::NoFruitTile { fruit } => {
                ("no-fruit-tile", vec![("tile", teller.tile(Tile::fruit(fruit)).into())])
            }
            No::KaneTakes { goods } => ("kane-takes", vec![("goods", goods.into())]),
        };
        teller.say(&format!("refusal-{name}"), &fill)
    }
}

impl Teller<'_> {
    /// A sentence about somebody.
    fn of(&self, name: &str, seat: Seat, fill: &[(&str, Fill<'_>)]) -> String {
        let who = [("who", self.who(seat).into())];
        self.say(&format!("event-{name}"), &[&who, fill].concat())
    }

    fn left(&self, seat: Seat, space: Space, price: Option<Price>) -> String {
        let name = if price.is_some() { "left-price" } else { "left" };
        let price = price.map(|price| self.price(price)).unwrap_or_default();
        self.of(name, seat, &[("space", space.number().into()), ("price", price.into())])
    }

    fn moved(&self, seat: Seat, from: Chieftain, to: Chieftain) -> String {
        match to {
            Chieftain::Place(place) => {
                let name = if from == to { "moved-stay" } else { "moved-place" };
                self.of(name, seat, &[("place", self.place(place).into())])
            }
            Chieftain::Cove => self.of("moved-cove", seat, &[]),
            Chieftain::Dock(dock) => self.of("moved-dock", seat, &[("dock", dock.number().into())]),
            Chieftain::Beach | Chieftain::Left(_) => self.of("moved-beach", seat, &[]),
        }
    }

    fn final_scoring(&self, seat: Seat, points: FinalPoints) -> String {
        let fill = [
            ("points", self.points(points.total()).into()),
            ("kahunas", points.kahunas.into()),
            ("irrigations", points.irrigations.into()),
            ("hulas", points.hulas.into()),
            ("longhuts", points.long_huts.into()),
            ("laka", points.laka.into()),
            ("kanaloa", points.kanaloa.into()),
        ];
        self.of("final", seat, &fill)
    }
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

/// The word by which a sentence chooses between goods.
fn good_name(good: Good) -> Fill<'static> {
    Fill::from(match good {
        Good::Shell => "shells",
        Good::Foot => "feet",
        Good::Fruit => "fruits",
    })
}
