//! Reasons for a turn of Haleakala, each as the end of a sentence that begins with "it".

use super::{Phrasebook, segment};
use crate::TellReasons;
use lanai_ai::haleakala::HaleakalaReason;
use lanai_rules::haleakala::Haleakala;

impl TellReasons for Haleakala {
    fn explain_reason(phrasebook: &Phrasebook<'_>, reason: &HaleakalaReason) -> String {
        match *reason {
            HaleakalaReason::Points(points) => phrasebook.say(
                "reason-points",
                &[("points", phrasebook.points(points).into())],
            ),
            HaleakalaReason::Ahead(at) => {
                phrasebook.say("hal-reason-ahead", &[("segment", segment(at))])
            }
            HaleakalaReason::Stronger(at) => {
                phrasebook.say("hal-reason-stronger", &[("segment", segment(at))])
            }
            HaleakalaReason::Statue(site) => phrasebook.say(
                "hal-reason-statue",
                &[("site", phrasebook.site(site).into())],
            ),
            HaleakalaReason::Card(card) => phrasebook.say(
                "hal-reason-card",
                &[("card", phrasebook.a_card(card).into())],
            ),
            HaleakalaReason::InHand(discs) => {
                phrasebook.say("hal-reason-in-hand", &[("n", discs.into())])
            }
            HaleakalaReason::Shaman(site) => phrasebook.say(
                "hal-reason-shaman",
                &[("site", phrasebook.site(site).into())],
            ),
            HaleakalaReason::Bought(ware) => phrasebook.say(
                "hal-reason-bought",
                &[("ware", phrasebook.ware(ware).into())],
            ),
            HaleakalaReason::Scoring(points) => phrasebook.say(
                "hal-reason-scoring",
                &[("points", phrasebook.points(points).into())],
            ),
        }
    }
}
