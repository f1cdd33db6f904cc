//! What the choices of Haleakala say: what each is, where the boat goes for it, and who would get which card.

use crate::cards::hawaii::meaning;
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::pieces::{Disc, Lies};
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;
use lanai_text::{Fill, TellActions};

/// What a choice is called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are told as they are listed"
)]
pub(super) fn choice(phrasebook: &Phrasebook<'_>, view: &View, action: Action) -> String {
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.words.say(name, fill);
    match action {
        Action::Place { disc, at } => {
            let name = if at == view.boat {
                "chat-choice-place-boat"
            } else {
                "chat-choice-place"
            };
            say(
                name,
                &[
                    ("disc", disc.number().into()),
                    ("segment", at.number().into()),
                ],
            )
        }
        Action::Invoke { disc } => say("chat-choice-invoke", &[("disc", disc.number().into())]),
        Action::Take { disc } => {
            let at = lies(view, disc).map_or(0, Segment::number);
            say(
                "chat-choice-take",
                &[("disc", disc.number().into()), ("segment", at.into())],
            )
        }
        Action::Boat => say("chat-kind-boat", &[]),
        Action::Walk(site) => phrasebook.site(site),
        Action::Choose(card) => phrasebook.card(card),
        _ => meaning(&Haleakala::action(phrasebook, view, &action)),
    }
}

/// Returns the beach on which a disc of the player to act lies.
fn lies(view: &View, disc: Disc) -> Option<Segment> {
    let player = view.to_act.and_then(|seat| view.player(seat))?;
    player.discs.iter().find_map(|(other, lies)| match lies {
        Lies::On(at) if *other == disc => Some(*at),
        Lies::On(_) | Lies::InHand => None,
    })
}

/// What comes of a turn: where the boat goes, how the sums stand there and who chooses first, and who gets what.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all else is not for the player to weigh"
)]
pub(super) fn outcome(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    events: &[Event],
    seat: Seat,
) -> Vec<String> {
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.words.say(name, fill);
    let mut placed: Vec<(Seat, u8, Segment)> = Vec::new();
    let mut parts = Vec::new();
    for event in events {
        match *event {
            Event::Placed { seat, disc, at } => placed.push((seat, disc.number(), at)),
            Event::Sailed { to, .. } => {
                parts.push(say(
                    "chat-outcome-sails",
                    &[("segment", to.number().into())],
                ));
                parts.push(first_choice(phrasebook, view, &placed, to, seat));
            }
            Event::Received {
                seat: who, card, ..
            } => {
                let name = if who == seat {
                    "chat-outcome-you-get"
                } else {
                    "chat-outcome-gets"
                };
                let fill = [
                    ("who", Fill::from(phrasebook.who(who))),
                    ("card", phrasebook.a_card(card).into()),
                ];
                parts.push(say(name, &fill));
            }
            Event::Bought {
                seat: who,
                ware,
                shells,
            } if who == seat => {
                let fill = [
                    ("ware", Fill::from(phrasebook.ware(ware))),
                    ("shells", shells.into()),
                ];
                parts.push(say("chat-outcome-buys", &fill));
            }
            Event::Walked { seat: who, to, .. } if who == seat => {
                parts.push(say(
                    "chat-outcome-walks",
                    &[("site", phrasebook.site(to).into())],
                ));
            }
            _ => {}
        }
    }
    if let [(who, disc, at)] = placed.as_slice()
        && *who == seat
        && parts.is_empty()
    {
        let sum = view.sum(seat, *at) + disc;
        parts.push(say(
            "chat-outcome-sum-there",
            &[
                ("sum", sum.into()),
                ("other", others(view, *at, seat).into()),
            ],
        ));
    }
    parts
}

/// The sum of the other player on a beach.
fn others(view: &View, at: Segment, seat: Seat) -> u8 {
    view.players
        .iter()
        .filter(|it| it.seat != seat)
        .map(|it| view.sum(it.seat, at))
        .sum()
}

/// Who chooses first where the boat arrives, and among which cards.
fn first_choice(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    placed: &[(Seat, u8, Segment)],
    to: Segment,
    seat: Seat,
) -> String {
    let more: u8 = placed
        .iter()
        .filter(|(who, _, at)| (*who, *at) == (seat, to))
        .map(|(_, disc, _)| disc)
        .sum();
    let own = view.sum(seat, to) + more;
    let other = others(view, to, seat);
    let there = view.segments.iter().find(|it| it.segment == to);
    let cards: Vec<String> = there
        .into_iter()
        .flat_map(|it| it.cards)
        .flatten()
        .map(|card| phrasebook.card(card))
        .collect();
    if cards.is_empty() {
        return phrasebook.words.say("chat-outcome-last", &[]);
    }
    let rival = view
        .players
        .iter()
        .find(|it| it.seat != seat)
        .map_or("?", |it| phrasebook.who(it.seat));
    let name = match own.cmp(&other) {
        _ if own == 0 && other == 0 => "chat-outcome-nobody",
        std::cmp::Ordering::Greater => "chat-outcome-you-choose",
        std::cmp::Ordering::Less | std::cmp::Ordering::Equal => "chat-outcome-chooses",
    };
    let fill = [
        ("who", Fill::from(rival)),
        ("cards", phrasebook.words.list(&cards).into()),
    ];
    phrasebook.words.say(name, &fill)
}
