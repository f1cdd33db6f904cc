//! Short texts for Haleakala: a turn in one line, and a scoring in one line for each player.

use super::{Fill, Phrasebook, segment};
use crate::brief::format_gained_points;
use crate::{TellBriefly, key};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Event, Round, ScoredPoints};

impl TellBriefly for Haleakala {
    const POINT_SOURCES: &'static [&'static str] =
        &["statues", "fish", "pearls", "nautilus", "cards", "shells"];

    /// Returns `false`, because in Haleakala no player has two turns in a row.
    fn starts_turn(_event: &Event) -> bool {
        false
    }

    fn turn_parts(phrasebook: &Phrasebook<'_>, seat: Seat, events: &[Event]) -> Vec<String> {
        let mut parts = Vec::new();
        for event in events {
            match event_in_brief(phrasebook, seat, event) {
                BriefPart::Part(part) => parts.push(part),
                BriefPart::Addition(more) => {
                    // The addition is about the player of the preceding part, who need not be the
                    // one on turn.
                    let part = match parts.pop() {
                        Some(part) => phrasebook.say(
                            key::BRIEF_MORE,
                            &[("part", part.into()), ("more", more.into())],
                        ),
                        None => more,
                    };
                    parts.push(part);
                }
                BriefPart::ShownElsewhere => {}
            }
        }
        parts
            .chunk_by(|part, next| part == next)
            .filter_map(|same| {
                let (part, others) = same.split_first()?;
                if others.is_empty() {
                    return Some(part.clone());
                }
                let fill = [("part", part.into()), ("n", same.len().into())];
                Some(phrasebook.say(key::BRIEF_TIMES, &fill))
            })
            .collect()
    }

    fn round_end_lines(phrasebook: &Phrasebook<'_>, events: &[Event]) -> Vec<String> {
        events
            .iter()
            .filter_map(|event| scoring_lines(phrasebook, event))
            .collect()
    }

    fn scored_points(event: &Event) -> Vec<(Seat, &'static str, u16)> {
        let Event::Scored { seat, points } = *event else {
            return Vec::new();
        };
        points_by_source(points)
            .map(|(kind, points)| (seat, kind, points))
            .to_vec()
    }
}

/// What an event adds to the line of its turn.
enum BriefPart {
    Part(String),
    /// A supplement to the preceding part.
    Addition(String),
    /// Nothing, because the board or the lines of a scoring show the event.
    ShownElsewhere,
}

/// Returns the points of a scoring by source, in the order of the score sheet.
fn points_by_source(points: ScoredPoints) -> [(&'static str, u16); 6] {
    let ScoredPoints {
        statues,
        fish,
        pearls,
        nautilus,
        cards,
        shells,
    } = points;
    [
        ("statues", statues),
        ("fish", fish),
        ("pearls", pearls),
        ("nautilus", nautilus),
        ("cards", cards.iter().sum()),
        ("shells", shells),
    ]
}

fn event_in_brief(phrasebook: &Phrasebook<'_>, turn_of: Seat, event: &Event) -> BriefPart {
    match *event {
        Event::Placed { disc, at, .. } => {
            let fill = [("disc", disc.number().into()), ("segment", segment(at))];
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_PLACED, &fill))
        }
        Event::Invoked { .. } => BriefPart::Addition(phrasebook.say(key::HAL_BRIEF_INVOKED, &[])),
        Event::TookBack { disc, from, .. } => {
            let fill = [("disc", disc.number().into()), ("segment", segment(from))];
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_TOOK_BACK, &fill))
        }
        Event::Walked { to, .. } => {
            let fill = [("site", phrasebook.site(to).into())];
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_WALKED, &fill))
        }
        Event::Sailed { to, .. } => {
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_SAILED, &[("segment", segment(to))]))
        }
        Event::Received { seat, card, .. } => {
            let fill = [("card", phrasebook.card(card).into())];
            let received = phrasebook.say(key::HAL_BRIEF_RECEIVED, &fill);
            part_with_receiver(phrasebook, turn_of, seat, received)
        }
        Event::NothingLeft { seat } => {
            let fill = [("who", phrasebook.player_name(seat).into())];
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_NOTHING_LEFT, &fill))
        }
        Event::Built { site, .. } => BriefPart::Addition(phrasebook.say(
            key::HAL_BRIEF_BUILT,
            &[("site", phrasebook.site(site).into())],
        )),
        Event::InVain { .. } => BriefPart::Addition(phrasebook.say(key::HAL_BRIEF_IN_VAIN, &[])),
        Event::LavaMoved { from, to, .. } => BriefPart::Addition(phrasebook.say(
            key::HAL_BRIEF_LAVA_MOVED,
            &[("from", segment(from)), ("to", segment(to))],
        )),
        Event::LavaLeft { .. } => {
            BriefPart::Addition(phrasebook.say(key::HAL_BRIEF_LAVA_LEFT, &[]))
        }
        Event::Bought { seat, ware, shells } => {
            let fill = [
                ("ware", phrasebook.ware(ware).into()),
                ("shells", shells.into()),
            ];
            let fill = [("what", phrasebook.say(key::HAL_BRIEF_WARE, &fill).into())];
            let bought = phrasebook.say(key::HAL_BRIEF_BOUGHT, &fill);
            part_with_receiver(phrasebook, turn_of, seat, bought)
        }
        Event::LavaRose { at, .. } => {
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_LAVA_ROSE, &[("segment", segment(at))]))
        }
        Event::NoLavaLeft { .. } => {
            BriefPart::Part(phrasebook.say(key::HAL_BRIEF_NO_LAVA_LEFT, &[]))
        }
        Event::InvocationBack { .. }
        | Event::BoughtNothing { .. }
        | Event::DiscsBack { .. }
        | Event::Laid { .. }
        | Event::ScoringBegins { .. }
        | Event::Destroyed { .. }
        | Event::Scored { .. }
        | Event::SecondRound => BriefPart::ShownElsewhere,
    }
}

/// Returns what a player received, with the player's name if it is another player's turn.
fn part_with_receiver(
    phrasebook: &Phrasebook<'_>,
    turn_of: Seat,
    receiver: Seat,
    what: String,
) -> BriefPart {
    if receiver == turn_of {
        return BriefPart::Part(what);
    }
    let fill = [
        ("who", Fill::from(phrasebook.player_name(receiver))),
        ("what", what.into()),
    ];
    BriefPart::Part(phrasebook.say(key::BRIEF_OTHER, &fill))
}

fn scoring_lines(phrasebook: &Phrasebook<'_>, event: &Event) -> Option<String> {
    if let Event::ScoringBegins { round } = *event {
        let name = match round {
            Round::First => key::HAL_BRIEF_FIRST_SCORING,
            Round::Second => key::HAL_BRIEF_SECOND_SCORING,
        };
        return Some(phrasebook.say(name, &[]));
    }
    if let Event::Destroyed { seat, site } = *event {
        let fill = [
            ("who", Fill::from(phrasebook.player_name(seat))),
            ("site", phrasebook.site(site).into()),
        ];
        return Some(phrasebook.say(key::HAL_BRIEF_DESTROYED, &fill));
    }
    let Event::Scored { seat, points } = *event else {
        return None;
    };
    Some(scored_line(phrasebook, seat, points))
}

fn scored_line(phrasebook: &Phrasebook<'_>, seat: Seat, points: ScoredPoints) -> String {
    let mut sources = Vec::new();
    for (source, points) in points_by_source(points) {
        if points > 0 {
            let name = phrasebook.say(key::SHEET.member(source), &[]);
            sources.push(format!("{name} {points}"));
        }
    }
    let fill = [
        ("points", Fill::from(format_gained_points(points.total()))),
        ("who", phrasebook.player_name(seat).into()),
        ("list", sources.join(", ").into()),
    ];
    phrasebook.say(
        if sources.is_empty() {
            key::HAL_BRIEF_SCORED_NOTHING
        } else {
            key::HAL_BRIEF_SCORED
        },
        &fill,
    )
}
