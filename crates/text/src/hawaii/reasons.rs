//! Reasons for a turn of Hawaii, each as the end of a sentence that begins with "it".

use super::Phrasebook;
use crate::TellReasons;
use crate::{Key, key};
use lanai_ai::hawaii::{FinalScorePart, HawaiiReason};
use lanai_rules::hawaii::Hawaii;

impl TellReasons for Hawaii {
    fn explain_reason(phrasebook: &Phrasebook<'_>, reason: &HawaiiReason) -> String {
        match *reason {
            HawaiiReason::Points(points) => phrasebook.say(
                key::REASON_POINTS,
                &[("points", phrasebook.points(points).into())],
            ),
            HawaiiReason::Pleases => phrasebook.say(key::REASON_PLEASES, &[]),
            HawaiiReason::Nearer(missing) => {
                phrasebook.say(key::REASON_NEARER, &[("n", missing.into())])
            }
            HawaiiReason::Fish(tokens) => phrasebook.say(key::REASON_FISH, &[("n", tokens.into())]),
            HawaiiReason::Reaches(row) => {
                phrasebook.say(key::REASON_REACHES, &[("row", row.number().into())])
            }
            HawaiiReason::Longer(row, missing) => phrasebook.say(
                key::REASON_LONGER,
                &[("row", row.number().into()), ("n", missing.into())],
            ),
            HawaiiReason::Kahunas(number) => phrasebook.say(
                key::REASON_BRINGS,
                &[("what", phrasebook.kahunas(number).into())],
            ),
            HawaiiReason::Tikis(number) => phrasebook.say(
                key::REASON_BRINGS,
                &[("what", phrasebook.tikis(number).into())],
            ),
            HawaiiReason::Scoring(scored, points) => {
                let what = phrasebook.say(scored_part_key(scored), &[]);
                phrasebook.say(
                    key::REASON_SCORING,
                    &[
                        ("what", what.into()),
                        ("points", phrasebook.points(points).into()),
                    ],
                )
            }
            HawaiiReason::Income(goods) => phrasebook.say(
                key::REASON_INCOME,
                &[("goods", phrasebook.goods(goods).into())],
            ),
            HawaiiReason::Goods(goods) => phrasebook.say(
                key::REASON_BRINGS,
                &[("what", phrasebook.goods(goods).into())],
            ),
            HawaiiReason::Boat => phrasebook.say(key::REASON_BOAT, &[]),
            HawaiiReason::Last(tile) => {
                phrasebook.say(key::REASON_LAST, &[("tile", phrasebook.tile(tile).into())])
            }
            HawaiiReason::Closes(place) => phrasebook.say(
                key::REASON_CLOSES,
                &[("place", phrasebook.place(place).into())],
            ),
            HawaiiReason::Order(space) => {
                phrasebook.say(key::REASON_ORDER, &[("space", space.number().into())])
            }
        }
    }
}

fn scored_part_key(scored: FinalScorePart) -> Key {
    match scored {
        FinalScorePart::Kahunas => key::SCORED_KAHUNAS,
        FinalScorePart::Irrigations => key::SCORED_IRRIGATIONS,
        FinalScorePart::Hulas => key::SCORED_HULAS,
        FinalScorePart::LongHuts => key::SCORED_LONG_HUTS,
        FinalScorePart::Laka => key::SCORED_LAKA,
        FinalScorePart::Kanaloa => key::SCORED_KANALOA,
    }
}
