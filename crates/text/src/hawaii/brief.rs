//! Short texts for Hawaii: a turn in one line, and the sources of points. The end of a round is in
//! `round_end`.

use super::round_end::round_end_lines;
use super::{Fill, Phrasebook};
use crate::TellBriefly;
use crate::{Key, key};
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Event, FinalPoints, Gain, Reason};
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::{Fleet, Goods};

impl TellBriefly for Hawaii {
    const POINT_SOURCES: &'static [&'static str] = &[
        "people",
        "lono",
        "spears",
        "dock",
        "island",
        "first-space",
        "kahunas",
        "irrigations",
        "hulas",
        "long-huts",
        "laka",
        "kanaloa",
    ];

    fn starts_turn(event: &Event) -> bool {
        matches!(event, Event::Moved { .. } | Event::Left { .. })
    }

    fn turn_parts(phrasebook: &Phrasebook<'_>, _seat: Seat, events: &[Event]) -> Vec<String> {
        let mut line = TurnLine {
            phrasebook,
            parts: Vec::new(),
            pays_price: false,
            tile_cost: None,
        };
        for event in events {
            line.add_event(event);
        }
        line.parts
    }

    fn round_end_lines(phrasebook: &Phrasebook<'_>, events: &[Event]) -> Vec<String> {
        round_end_lines(phrasebook, events)
    }

    fn scored_points(event: &Event) -> Vec<(Seat, &'static str, u16)> {
        match *event {
            Event::Scored {
                seat,
                points,
                reason,
            } => vec![(seat, points_row(reason), points)],
            Event::FinalScoring { seat, points } => {
                let FinalPoints {
                    kahunas,
                    irrigations,
                    hulas,
                    long_huts,
                    laka,
                    kanaloa,
                } = points;
                vec![
                    (seat, "kahunas", kahunas),
                    (seat, "irrigations", irrigations),
                    (seat, "hulas", hulas),
                    (seat, "long-huts", long_huts),
                    (seat, "laka", laka),
                    (seat, "kanaloa", kanaloa),
                ]
            }
            Event::Moved { .. }
            | Event::Paid { .. }
            | Event::GaveKane { .. }
            | Event::TookPrice { .. }
            | Event::Built { .. }
            | Event::GotBoat { .. }
            | Event::GotKahunas { .. }
            | Event::GotTikis { .. }
            | Event::Gained { .. }
            | Event::Fished { .. }
            | Event::Launched { .. }
            | Event::Visited { .. }
            | Event::NoGift { .. }
            | Event::Declined { .. }
            | Event::Left { .. }
            | Event::GodUncovered { .. }
            | Event::Summed { .. }
            | Event::RoundOver { .. }
            | Event::RoundBegins { .. } => Vec::new(),
        }
    }
}

/// Returns the row of the score sheet to which points with this reason belong.
fn points_row(reason: Reason) -> &'static str {
    match reason {
        Reason::People => "people",
        Reason::Lono => "lono",
        Reason::Spears => "spears",
        Reason::Dock => "dock",
        Reason::Island => "island",
        Reason::FirstSpace => "first-space",
    }
}

/// The line of a turn, which is built part by part from its events.
struct TurnLine<'a> {
    phrasebook: &'a Phrasebook<'a>,
    parts: Vec<String>,
    /// Whether the next payment is the price of a tile, and not the cost of a walk.
    pays_price: bool,
    /// The price paid for the next tile.
    tile_cost: Option<Goods>,
}

impl TurnLine<'_> {
    fn add_event(&mut self, event: &Event) {
        let phrasebook = self.phrasebook;
        match *event {
            Event::Moved { from, to, .. } => self.add_walk(from, to),
            Event::TookPrice { .. } => self.pays_price = true,
            Event::Paid { goods, .. } if self.pays_price => {
                (self.pays_price, self.tile_cost) = (false, Some(goods))
            }
            Event::Paid { goods, .. } => self.add_cost(goods),
            Event::GaveKane { goods, .. } => {
                self.push_part(key::BRIEF_KANE, "goods", phrasebook.goods(goods))
            }
            Event::Built {
                tile, level, row, ..
            } => {
                let fill = [
                    ("tile", phrasebook.building(tile, level).into()),
                    ("row", row.number().into()),
                ];
                self.add_received(phrasebook.say(key::BRIEF_BUILT, &fill));
            }
            Event::GotBoat { level, .. } => self.add_received(phrasebook.boats(Fleet::of(level))),
            Event::GotKahunas { number, .. } => self.add_received(phrasebook.kahunas(number)),
            Event::GotTikis { number, .. } => self.add_received(phrasebook.tikis(number)),
            Event::Gained {
                goods,
                from: Gain::Irrigation | Gain::Island | Gain::Space,
                ..
            } => {
                self.push_part(key::BRIEF_GAINED, "goods", phrasebook.goods(goods));
            }
            Event::Scored {
                points,
                reason: Reason::Spears,
                ..
            } => {
                self.push_part(key::BRIEF_SPEARS, "points", phrasebook.points(points));
            }
            Event::Scored {
                points,
                reason: Reason::Dock | Reason::Island,
                ..
            } => {
                self.push_part(key::BRIEF_GAINED, "goods", phrasebook.points(points));
            }
            Event::Fished { catch, .. } => self.parts.push(phrasebook.catch(catch)),
            Event::Launched { boats, .. } => self.parts.push(phrasebook.boats(boats)),
            Event::NoGift { .. } => self.parts.push(phrasebook.say(key::BRIEF_NO_GIFT, &[])),
            Event::Declined { .. } => self.parts.push(phrasebook.say(key::BRIEF_DECLINED, &[])),
            Event::Left { space, price, .. } => {
                self.push_part(key::BRIEF_LEFT, "space", space.number().to_string());
                if let Some(price) = price {
                    self.push_part(key::BRIEF_LEFT_PRICE, "price", phrasebook.price(price));
                }
            }
            Event::GodUncovered { god: Some(god), .. } => {
                self.push_part(key::BRIEF_UNCOVERED, "god", phrasebook.god(god));
            }
            // The gift of an island is told by the events that follow; the table of the round or
            // the board shows the other events.
            Event::Gained {
                from: Gain::Income, ..
            }
            | Event::Visited { .. }
            | Event::GodUncovered { god: None, .. }
            | Event::Scored {
                reason: Reason::People | Reason::Lono | Reason::FirstSpace,
                ..
            }
            | Event::Summed { .. }
            | Event::RoundOver { .. }
            | Event::RoundBegins { .. }
            | Event::FinalScoring { .. } => {}
        }
    }

    fn push_part(&mut self, key: Key, variable: &str, part: String) {
        self.parts
            .push(self.phrasebook.say(key, &[(variable, part.into())]));
    }

    fn add_walk(&mut self, from: Chieftain, to: Chieftain) {
        match to {
            Chieftain::Place(place) => {
                let key = if from == to {
                    key::BRIEF_STAY
                } else {
                    key::BRIEF_PLACE
                };
                self.push_part(key, "place", self.phrasebook.place(place));
            }
            Chieftain::Cove => self.parts.push(self.phrasebook.say(key::BRIEF_COVE, &[])),
            Chieftain::Dock(dock) => {
                self.push_part(key::BRIEF_DOCK, "dock", dock.number().to_string())
            }
            Chieftain::Beach | Chieftain::Left(_) => {
                self.parts.push(self.phrasebook.say(key::BRIEF_WAITS, &[]));
            }
        }
    }

    /// Adds a cost to the preceding part, which is a walk or the boats.
    fn add_cost(&mut self, goods: Goods) {
        if goods.total() == 0 {
            return;
        }
        let goods = self.phrasebook.goods(goods);
        match self.parts.pop() {
            Some(part) => {
                let fill = [("part", Fill::from(part)), ("goods", goods.into())];
                self.parts.push(self.phrasebook.say(key::BRIEF_PAID, &fill));
            }
            None => self.parts.push(goods),
        }
    }

    /// Adds what the player received, with the price just paid for it, if any.
    fn add_received(&mut self, what: String) {
        let part = match self.tile_cost.take() {
            Some(tile_cost) => {
                let fill = [
                    ("what", Fill::from(what)),
                    ("cost", self.phrasebook.goods(tile_cost).into()),
                ];
                self.phrasebook.say(key::BRIEF_BOUGHT, &fill)
            }
            None => what,
        };
        self.parts.push(part);
    }
}
