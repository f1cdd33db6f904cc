//! Short texts for Haleakala: a turn in one line, and a scoring in one line for each player.

use super::{Fill, Phrasebook, segment};
use crate::TellBriefly;
use crate::brief::plus;
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Event, Round, ScoredPoints};

impl TellBriefly for Haleakala {
    const POINTS_FOR: &'static [&'static str] =
        &["statues", "fish", "pearls", "nautilus", "cards", "shells"];

    /// No player has two turns in a row.
    fn starts_turn(_event: &Event) -> bool {
        false
    }

    fn parts(phrasebook: &Phrasebook<'_>, seat: Seat, events: &[Event]) -> Vec<String> {
        let mut parts = Vec::new();
        for event in events {
            match event_in_brief(phrasebook, seat, event) {
                Brief::Part(part) => parts.push(part),
                Brief::More(more) => {
                    // The part before may be about another player.
                    let said = match parts.pop() {
                        Some(part) => phrasebook.say(
                            "brief-more",
                            &[("part", part.into()), ("more", more.into())],
                        ),
                        None => more,
                    };
                    parts.push(said);
                }
                Brief::Elsewhere => {}
            }
        }
        parts
    }

    fn round_ends(phrasebook: &Phrasebook<'_>, events: &[Event]) -> Vec<String> {
        events
            .iter()
            .filter_map(|event| scoring_lines(phrasebook, event))
            .collect()
    }

    fn scored(event: &Event) -> Vec<(Seat, &'static str, u16)> {
        let Event::Scored { seat, points } = *event else {
            return Vec::new();
        };
        by_kind(points)
            .map(|(kind, points)| (seat, kind, points))
            .to_vec()
    }
}

/// What an event adds to the line of a turn.
enum Brief {
    Part(String),
    /// More about the part before.
    More(String),
    /// Nothing: the board or the lines of a scoring show it.
    Elsewhere,
}

/// Returns the points of a scoring, in the order of a table of points.
fn by_kind(points: ScoredPoints) -> [(&'static str, u16); 6] {
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

fn event_in_brief(phrasebook: &Phrasebook<'_>, turn_of: Seat, event: &Event) -> Brief {
    let say =
        |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.say(&format!("hal-brief-{name}"), fill);
    let part = |name: &str, fill: &[(&str, Fill<'_>)]| Brief::Part(say(name, fill));
    // A player who receives something in another's turn is named.
    let of = |name: &str, seat: Seat, key: &str, what: String| {
        let what = say(name, &[(key, what.into())]);
        let whose = [
            ("who", Fill::from(phrasebook.who(seat))),
            ("what", Fill::from(&what)),
        ];
        Brief::Part(if seat == turn_of {
            what.clone()
        } else {
            phrasebook.say("brief-other", &whose)
        })
    };
    match *event {
        Event::Placed { disc, at, .. } => part(
            "placed",
            &[("disc", disc.number().into()), ("segment", segment(at))],
        ),
        Event::Invoked { .. } => Brief::More(say("invoked", &[])),
        Event::TookBack { disc, from, .. } => part(
            "took-back",
            &[("disc", disc.number().into()), ("segment", segment(from))],
        ),
        Event::Walked { to, .. } => part("walked", &[("site", phrasebook.site(to).into())]),
        Event::Sailed { to, .. } => part("sailed", &[("segment", segment(to))]),
        Event::Received { seat, card, .. } => of("received", seat, "card", phrasebook.card(card)),
        Event::NothingLeft { seat } => {
            part("nothing-left", &[("who", phrasebook.who(seat).into())])
        }
        Event::Built { site, .. } => {
            Brief::More(say("built", &[("site", phrasebook.site(site).into())]))
        }
        Event::InVain { .. } => Brief::More(say("in-vain", &[])),
        Event::LavaMoved { from, to, .. } => Brief::More(say(
            "lava-moved",
            &[("from", segment(from)), ("to", segment(to))],
        )),
        Event::LavaLeft { .. } => Brief::More(say("lava-left", &[])),
        Event::Bought { seat, ware, shells } => {
            let fill = [
                ("ware", phrasebook.ware(ware).into()),
                ("shells", shells.into()),
            ];
            of("bought", seat, "what", say("ware", &fill))
        }
        Event::LavaRose { at, .. } => part("lava-rose", &[("segment", segment(at))]),
        Event::NoLavaLeft { .. } => part("no-lava-left", &[]),
        Event::InvocationBack { .. }
        | Event::BoughtNothing { .. }
        | Event::DiscsBack { .. }
        | Event::Laid { .. }
        | Event::ScoringBegins { .. }
        | Event::Destroyed { .. }
        | Event::Scored { .. }
        | Event::SecondRound => Brief::Elsewhere,
    }
}

fn scoring_lines(phrasebook: &Phrasebook<'_>, event: &Event) -> Option<String> {
    if let Event::ScoringBegins { round } = *event {
        let name = match round {
            Round::First => "hal-brief-first-scoring",
            Round::Second => "hal-brief-second-scoring",
        };
        return Some(phrasebook.say(name, &[]));
    }
    if let Event::Destroyed { seat, site } = *event {
        let fill = [
            ("who", Fill::from(phrasebook.who(seat))),
            ("site", phrasebook.site(site).into()),
        ];
        return Some(phrasebook.say("hal-brief-destroyed", &fill));
    }
    let Event::Scored { seat, points } = *event else {
        return None;
    };
    Some(scored_in_brief(phrasebook, seat, points))
}

fn scored_in_brief(phrasebook: &Phrasebook<'_>, seat: Seat, points: ScoredPoints) -> String {
    let there = by_kind(points)
        .into_iter()
        .filter(|(_, points)| *points > 0);
    let told = there.map(|(kind, points)| {
        format!("{} {points}", phrasebook.say(&format!("sheet-{kind}"), &[]))
    });
    let told: Vec<String> = told.collect();
    let fill = [
        ("points", Fill::from(plus(points.total()))),
        ("who", phrasebook.who(seat).into()),
        ("list", told.join(", ").into()),
    ];
    phrasebook.say(
        if told.is_empty() {
            "hal-brief-scored-nothing"
        } else {
            "hal-brief-scored"
        },
        &fill,
    )
}
