//! Describes the outcome of a turn: where the boat goes, the sums there, and who would get which
//! card.

use super::Phrasebook;
use crate::{Fill, TellOutcomes, key};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::view::View;

impl TellOutcomes for Haleakala {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others do not matter for the choice"
    )]
    fn outcome_parts(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        events: &[Event],
        seat: Seat,
    ) -> Vec<String> {
        let words = phrasebook.words;
        let mut placed: Vec<PlacedDisc> = Vec::new();
        let mut parts = Vec::new();
        for event in events {
            match *event {
                Event::Placed { seat, disc, at } => placed.push(PlacedDisc {
                    seat,
                    number: disc.number(),
                    at,
                }),
                Event::Sailed { to, .. } => {
                    parts.push(words.say(key::OUTCOME_SAILS, &[("segment", to.number().into())]));
                    parts.push(first_choice(phrasebook, view, &placed, to, seat));
                }
                Event::Received {
                    seat: receiver,
                    card,
                    ..
                } => {
                    let name = if receiver == seat {
                        key::OUTCOME_YOU_GET
                    } else {
                        key::OUTCOME_GETS
                    };
                    let fill = [
                        ("who", Fill::from(phrasebook.player_name(receiver))),
                        ("card", phrasebook.a_card(card).into()),
                    ];
                    parts.push(words.say(name, &fill));
                }
                Event::Bought {
                    seat: buyer,
                    ware,
                    shells,
                } if buyer == seat => {
                    let fill = [
                        ("ware", Fill::from(phrasebook.ware(ware))),
                        ("shells", shells.into()),
                    ];
                    parts.push(words.say(key::OUTCOME_BUYS, &fill));
                }
                Event::Walked {
                    seat: walker, to, ..
                } if walker == seat => {
                    parts.push(
                        words.say(key::OUTCOME_WALKS, &[("site", phrasebook.site(to).into())]),
                    );
                }
                _ => {}
            }
        }
        if let [disc] = placed.as_slice()
            && disc.seat == seat
            && parts.is_empty()
        {
            let sum = view.sum(seat, disc.at) + disc.number;
            parts.push(words.say(
                key::OUTCOME_SUM_THERE,
                &[
                    ("sum", sum.into()),
                    ("other", opponent_sum(view, disc.at, seat).into()),
                ],
            ));
        }
        parts
    }
}

/// A number disc that a choice places.
struct PlacedDisc {
    seat: Seat,
    number: u8,
    at: Segment,
}

fn opponent_sum(view: &View, at: Segment, seat: Seat) -> u8 {
    view.players
        .iter()
        .filter(|player| player.seat != seat)
        .map(|player| view.sum(player.seat, at))
        .sum()
}

/// Describes who chooses a card first in the segment where the boat arrives, and among which cards.
fn first_choice(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    placed: &[PlacedDisc],
    to: Segment,
    seat: Seat,
) -> String {
    let more: u8 = placed
        .iter()
        .filter(|disc| disc.seat == seat && disc.at == to)
        .map(|disc| disc.number)
        .sum();
    let own = view.sum(seat, to) + more;
    let other = opponent_sum(view, to, seat);
    let segment = view.segments.iter().find(|known| known.segment == to);
    let cards: Vec<String> = segment
        .into_iter()
        .flat_map(|segment| segment.cards)
        .flatten()
        .map(|card| phrasebook.card(card))
        .collect();
    if cards.is_empty() {
        return phrasebook.words.say(key::OUTCOME_LAST, &[]);
    }
    let rival = view
        .players
        .iter()
        .find(|player| player.seat != seat)
        .map_or("?", |player| phrasebook.player_name(player.seat));
    let name = match own.cmp(&other) {
        _ if own == 0 && other == 0 => key::OUTCOME_NOBODY,
        std::cmp::Ordering::Greater => key::OUTCOME_YOU_CHOOSE,
        std::cmp::Ordering::Less | std::cmp::Ordering::Equal => key::OUTCOME_CHOOSES,
    };
    let fill = [
        ("who", Fill::from(rival)),
        ("cards", phrasebook.words.join_list(&cards).into()),
    ];
    phrasebook.words.say(name, &fill)
}
