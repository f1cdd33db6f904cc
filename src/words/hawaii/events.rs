//! What happens, a sentence an event.

use super::{Fill, Teller};
use crate::rules::hawaii::{
    action::{Event, FinalPoints, Gain, NoGift, Reason},
    island::{Chieftain, Space},
    pieces::{Fleet, Goods, Level, Price},
};

impl Teller<'_> {
    /// What happened.
    pub fn event(&self, event: &Event) -> String {
        match *event {
            Event::Moved { seat, from, to } => self.moved(self.who(seat), from, to),
            Event::Paid { seat, goods } => {
                self.of("event-paid", self.who(seat), &[("goods", Fill::from(self.goods(goods)))])
            }
            Event::GaveKane { seat, goods } => {
                self.of("event-gave-kane", self.who(seat), &[("goods", Fill::from(self.goods(goods)))])
            }
            Event::TookPrice { seat, place, price } => {
                let [price, place] = [self.price(price), self.place(place)];
                let fill = [("price", Fill::from(&price)), ("place", Fill::from(&place))];
                self.of("event-took-price", self.who(seat), &fill)
            }
            Event::Built { seat, tile, level, row } => {
                let tile = self.building(tile, level);
                let fill = [("tile", Fill::from(&tile)), ("row", row.number().into())];
                self.of("event-built", self.who(seat), &fill)
            }
            Event::GotBoat { seat, level } => {
                let boat = match level {
                    Level::One => Fleet { one: 1, ..Fleet::default() },
                    Level::Two => Fleet { two: 1, ..Fleet::default() },
                };
                self.of("event-got-boat", self.who(seat), &[("boat", Fill::from(self.boats(boat)))])
            }
            Event::GotKahunas { seat, number } => {
                let kahunas = self.kahunas(number);
                self.of("event-got-kahunas", self.who(seat), &[("kahunas", Fill::from(&kahunas))])
            }
            Event::GotTikis { seat, number } => {
                self.of("event-got-tikis", self.who(seat), &[("tikis", Fill::from(self.tikis(number)))])
            }
            Event::Gained { seat, goods, from } => self.gained(self.who(seat), goods, from),
            Event::Scored { seat, points, reason } => self.scored(self.who(seat), points, reason),
            Event::Fished { seat, catch } => {
                self.of("event-fished", self.who(seat), &[("catch", Fill::from(self.catch(catch)))])
            }
            Event::Launched { seat, boats } => {
                self.of("event-launched", self.who(seat), &[("boats", Fill::from(self.boats(boats)))])
            }
            Event::Visited { seat, island, .. } => {
                let gift = self.gift(self.printed.gift(island));
                self.of("event-visited", self.who(seat), &[("gift", Fill::from(&gift))])
            }
            Event::NoGift { seat, why } => {
                let name = match why {
                    NoGift::NoneLeft => "event-no-gift-none-left",
                    NoGift::NoRoom => "event-no-gift-no-room",
                };
                self.of(name, self.who(seat), &[])
            }
            Event::Declined { seat } => self.of("event-declined", self.who(seat), &[]),
            Event::Left { seat, space, price } => self.left(self.who(seat), space, price),
            Event::GodUncovered { god, .. } => match god {
                Some(god) => self.say("event-god-uncovered", &[("god", Fill::from(self.god(god)))]),
                None => self.say("event-god-last", &[]),
            },
            Event::Summed { seat, sum, needed } => {
                let name = if sum >= needed { "event-summed-pleased" } else { "event-summed-missed" };
                self.of(name, self.who(seat), &[("sum", sum.into()), ("needed", needed.into())])
            }
            Event::RoundOver { round } => self.say("event-round-over", &[("round", round.into())]),
            Event::RoundBegins { round } => self.say("event-round-begins", &[("round", round.into())]),
            Event::FinalScoring { seat, points } => self.final_scoring(self.who(seat), points),
        }
    }

    fn gained(&self, who: &str, goods: Goods, from: Gain) -> String {
        let name = match from {
            Gain::Income => "event-gained-income",
            Gain::Irrigation => "event-gained-irrigation",
            Gain::Island => "event-gained-island",
            Gain::Space => "event-gained-space",
        };
        self.of(name, who, &[("goods", Fill::from(self.goods(goods)))])
    }

    fn left(&self, who: &str, space: Space, price: Option<Price>) -> String {
        let price = price.map(|price| self.price(price));
        let name = if price.is_some() { "event-left-price" } else { "event-left" };
        let price = price.unwrap_or_default();
        self.of(name, who, &[("space", space.number().into()), ("price", Fill::from(&price))])
    }

    /// A sentence about somebody.
    fn of(&self, name: &str, who: &str, fill: &[(&str, Fill<'_>)]) -> String {
        let mut all = vec![("who", Fill::from(who))];
        all.extend_from_slice(fill);
        self.say(name, &all)
    }

    fn moved(&self, who: &str, from: Chieftain, to: Chieftain) -> String {
        match to {
            Chieftain::Place(place) => {
                let name = if from == to { "event-moved-stay" } else { "event-moved-place" };
                self.of(name, who, &[("place", Fill::from(self.place(place)))])
            }
            Chieftain::Cove => self.of("event-moved-cove", who, &[]),
            Chieftain::Dock(dock) => self.of("event-moved-dock", who, &[("dock", dock.number().into())]),
            Chieftain::Beach | Chieftain::Left(_) => self.of("event-moved-beach", who, &[]),
        }
    }

    fn scored(&self, who: &str, points: u16, reason: Reason) -> String {
        let name = match reason {
            Reason::Spears => "event-scored-spears",
            Reason::Dock => "event-scored-dock",
            Reason::Island => "event-scored-island",
            Reason::People => "event-scored-people",
            Reason::Lono => "event-scored-lono",
            Reason::FirstSpace => "event-scored-first-space",
        };
        self.of(name, who, &[("points", Fill::from(self.points(points)))])
    }

    fn final_scoring(&self, who: &str, points: FinalPoints) -> String {
        let total = self.points(points.total());
        let fill = [
            ("points", Fill::from(&total)),
            ("kahunas", points.kahunas.into()),
            ("irrigations", points.irrigations.into()),
            ("hulas", points.hulas.into()),
            ("longhuts", points.long_huts.into()),
            ("laka", points.laka.into()),
            ("kanaloa", points.kanaloa.into()),
        ];
        self.of("event-final", who, &fill)
    }
}
