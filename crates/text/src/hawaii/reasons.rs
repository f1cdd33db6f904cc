//! Reasons for a turn of Hawaii, each as the end of a sentence that begins with "it".

use super::Phrasebook;
use crate::TellReasons;
use lanai_ai::hawaii::{FinalScorePart, HawaiiReason};
use lanai_rules::hawaii::Hawaii;

impl TellReasons for Hawaii {
    fn explain_reason(phrasebook: &Phrasebook<'_>, reason: &HawaiiReason) -> String {
        match *reason {
            HawaiiReason::Points(points) => phrasebook.say(
                "reason-points",
                &[("points", phrasebook.points(points).into())],
            ),
            HawaiiReason::Pleases => phrasebook.say("reason-pleases", &[]),
            HawaiiReason::Nearer(missing) => {
                phrasebook.say("reason-nearer", &[("n", missing.into())])
            }
            HawaiiReason::Fish(tokens) => phrasebook.say("reason-fish", &[("n", tokens.into())]),
            HawaiiReason::Reaches(row) => {
                phrasebook.say("reason-reaches", &[("row", row.number().into())])
            }
            HawaiiReason::Longer(row, missing) => phrasebook.say(
                "reason-longer",
                &[("row", row.number().into()), ("n", missing.into())],
            ),
            HawaiiReason::Kahunas(number) => phrasebook.say(
                "reason-brings",
                &[("what", phrasebook.kahunas(number).into())],
            ),
            HawaiiReason::Tikis(number) => phrasebook.say(
                "reason-brings",
                &[("what", phrasebook.tikis(number).into())],
            ),
            HawaiiReason::Scoring(scored, points) => {
                let what = phrasebook.say(&format!("scored-{}", part_name(scored)), &[]);
                phrasebook.say(
                    "reason-scoring",
                    &[
                        ("what", what.into()),
                        ("points", phrasebook.points(points).into()),
                    ],
                )
            }
            HawaiiReason::Income(goods) => phrasebook.say(
                "reason-income",
                &[("goods", phrasebook.goods(goods).into())],
            ),
            HawaiiReason::Goods(goods) => {
                phrasebook.say("reason-brings", &[("what", phrasebook.goods(goods).into())])
            }
            HawaiiReason::Boat => phrasebook.say("reason-boat", &[]),
            HawaiiReason::Last(tile) => {
                phrasebook.say("reason-last", &[("tile", phrasebook.tile(tile).into())])
            }
            HawaiiReason::Closes(place) => phrasebook.say(
                "reason-closes",
                &[("place", phrasebook.place(place).into())],
            ),
            HawaiiReason::Order(space) => {
                phrasebook.say("reason-order", &[("space", space.number().into())])
            }
        }
    }
}

fn part_name(scored: FinalScorePart) -> &'static str {
    match scored {
        FinalScorePart::Kahunas => "kahunas",
        FinalScorePart::Irrigations => "irrigations",
        FinalScorePart::Hulas => "hulas",
        FinalScorePart::LongHuts => "long-huts",
        FinalScorePart::Laka => "laka",
        FinalScorePart::Kanaloa => "kanaloa",
    }
}
