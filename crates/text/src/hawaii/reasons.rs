//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Phrasebook};
use crate::TellReasons;
use lanai_ai::hawaii::{FinalScorePart, HawaiiReason};
use lanai_rules::hawaii::Hawaii;

impl TellReasons for Hawaii {
    fn why(phrasebook: &Phrasebook<'_>, reason: &HawaiiReason) -> String {
        let say =
            |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.say(&format!("reason-{name}"), fill);
        match *reason {
            HawaiiReason::Points(points) => {
                say("points", &[("points", phrasebook.points(points).into())])
            }
            HawaiiReason::Pleases => say("pleases", &[]),
            HawaiiReason::Nearer(missing) => say("nearer", &[("n", missing.into())]),
            HawaiiReason::Fish(tokens) => say("fish", &[("n", tokens.into())]),
            HawaiiReason::Reaches(row) => say("reaches", &[("row", row.number().into())]),
            HawaiiReason::Longer(row, missing) => say(
                "longer",
                &[("row", row.number().into()), ("n", missing.into())],
            ),
            HawaiiReason::Kahunas(number) => {
                say("brings", &[("what", phrasebook.kahunas(number).into())])
            }
            HawaiiReason::Tikis(number) => {
                say("brings", &[("what", phrasebook.tikis(number).into())])
            }
            HawaiiReason::Scoring(scored, points) => {
                let what = phrasebook.say(&format!("scored-{}", name(scored)), &[]);
                say(
                    "scoring",
                    &[
                        ("what", what.into()),
                        ("points", phrasebook.points(points).into()),
                    ],
                )
            }
            HawaiiReason::Income(goods) => {
                say("income", &[("goods", phrasebook.goods(goods).into())])
            }
            HawaiiReason::Goods(goods) => {
                say("brings", &[("what", phrasebook.goods(goods).into())])
            }
            HawaiiReason::Boat => say("boat", &[]),
            HawaiiReason::Last(tile) => say("last", &[("tile", phrasebook.tile(tile).into())]),
            HawaiiReason::Closes(place) => {
                say("closes", &[("place", phrasebook.place(place).into())])
            }
            HawaiiReason::Order(space) => say("order", &[("space", space.number().into())]),
        }
    }
}

fn name(scored: FinalScorePart) -> &'static str {
    match scored {
        FinalScorePart::Kahunas => "kahunas",
        FinalScorePart::Irrigations => "irrigations",
        FinalScorePart::Hulas => "hulas",
        FinalScorePart::LongHuts => "long-huts",
        FinalScorePart::Laka => "laka",
        FinalScorePart::Kanaloa => "kanaloa",
    }
}
