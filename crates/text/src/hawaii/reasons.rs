//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Phrasebook};
use crate::TellReasons;
use lanai_ai::hawaii::{Reason, Scored};
use lanai_rules::hawaii::Hawaii;

impl TellReasons for Hawaii {
    fn why(phrasebook: &Phrasebook<'_>, reason: &Reason) -> String {
        let say =
            |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.say(&format!("reason-{name}"), fill);
        match *reason {
            Reason::Points(points) => {
                say("points", &[("points", phrasebook.points(points).into())])
            }
            Reason::Pleases => say("pleases", &[]),
            Reason::Nearer(missing) => say("nearer", &[("n", missing.into())]),
            Reason::Fish(tokens) => say("fish", &[("n", tokens.into())]),
            Reason::Reaches(row) => say("reaches", &[("row", row.number().into())]),
            Reason::Longer(row, missing) => say(
                "longer",
                &[("row", row.number().into()), ("n", missing.into())],
            ),
            Reason::Kahunas(number) => {
                say("brings", &[("what", phrasebook.kahunas(number).into())])
            }
            Reason::Tikis(number) => say("brings", &[("what", phrasebook.tikis(number).into())]),
            Reason::Scoring(scored, points) => {
                let what = phrasebook.say(&format!("scored-{}", name(scored)), &[]);
                say(
                    "scoring",
                    &[
                        ("what", what.into()),
                        ("points", phrasebook.points(points).into()),
                    ],
                )
            }
            Reason::Income(goods) => say("income", &[("goods", phrasebook.goods(goods).into())]),
            Reason::Goods(goods) => say("brings", &[("what", phrasebook.goods(goods).into())]),
            Reason::Boat => say("boat", &[]),
            Reason::Last(tile) => say("last", &[("tile", phrasebook.tile(tile).into())]),
            Reason::Closes(place) => say("closes", &[("place", phrasebook.place(place).into())]),
            Reason::Order(space) => say("order", &[("space", space.number().into())]),
        }
    }
}

fn name(scored: Scored) -> &'static str {
    match scored {
        Scored::Kahunas => "kahunas",
        Scored::Irrigations => "irrigations",
        Scored::Hulas => "hulas",
        Scored::LongHuts => "long-huts",
        Scored::Laka => "laka",
        Scored::Kanaloa => "kanaloa",
    }
}
