//! Describes in short parts what a turn of Hawaii costs its player and what it brings.

use super::Phrasebook;
use crate::{TellOutcomes, key};
use lanai_rules::Seat;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::island::Row;
use lanai_rules::hawaii::pieces::{Goods, Level, Price, VillageTile};
use lanai_rules::hawaii::view::{RealmView, View};

impl TellOutcomes for Hawaii {
    fn outcome_parts(
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
            parts.push(words.say(key::OUTCOME_PAY, &fill));
        }
        if gains {
            let fill = [("goods", phrasebook.goods(totals.gained).into())];
            parts.push(words.say(key::OUTCOME_GET, &fill));
        }
        if totals.points > 0 {
            let fill = [("points", phrasebook.points(totals.points).into())];
            parts.push(words.say(key::OUTCOME_POINTS, &fill));
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
            parts.push(words.say(key::OUTCOME_SUM, &fill));
        }
        if let Some((row, tiles)) = totals.built {
            let village = village_after(view, realm, row, tiles, totals.tikis);
            let fill = [
                ("row", row.number().into()),
                ("n", village.length.into()),
                ("short", village.missing.unwrap_or(0).into()),
            ];
            let name = match village.missing {
                None => key::OUTCOME_VILLAGE,
                Some(0) => key::OUTCOME_VILLAGE_TIKI,
                Some(_) => key::OUTCOME_VILLAGE_SHORT,
            };
            parts.push(words.say(name, &fill));
        }
        parts
    }

    fn rival_sums_part(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        events: &[Event],
        seat: Seat,
    ) -> Option<String> {
        if TurnTotals::new(events, seat).prices.is_empty() {
            return None;
        }
        let rivals = view.realms.iter().filter(|realm| realm.seat != seat);
        let sums = rivals.map(|realm| {
            format!(
                "{} {}",
                phrasebook.player_name(realm.seat),
                realm.open_sum()
            )
        });
        let fill = [("list", sums.collect::<Vec<_>>().join(", ").into())];
        Some(phrasebook.words.say(key::OUTCOME_SUM_RIVALS, &fill))
    }

    fn goods_left_part(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        events: &[Event],
        seat: Seat,
    ) -> Option<String> {
        let goods = view.realm(seat)?.goods?;
        let totals = TurnTotals::new(events, seat);
        if totals.paid == Goods::default() && totals.gained == Goods::default() {
            return None;
        }
        let fill = [("goods", phrasebook.goods(totals.goods_left(goods)).into())];
        Some(phrasebook.words.say(key::OUTCOME_LEFT, &fill))
    }
}

/// The totals of a turn's events for one player.
#[derive(Default)]
struct TurnTotals {
    paid: Goods,
    gained: Goods,
    points: u16,
    prices: Vec<Price>,
    tikis: u8,
    /// The levels of the new surfers, which lower the sum needed in this round at once.
    surfers: Vec<Level>,
    /// The village in which the player built last, and the number of tiles built there.
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

/// The state of a village after a turn.
struct VillageAfter {
    length: u16,
    /// How many tiles the village lacks to reach the nearest tiki; `None` if the player has no
    /// tiki.
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
