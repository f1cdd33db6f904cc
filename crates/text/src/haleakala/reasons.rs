//! Reasons for a turn of Haleakala, each as the end of a sentence that begins with "it".

use super::{Phrasebook, segment};
use crate::{TellReasons, key};
use lanai_ai::haleakala::HaleakalaReason;
use lanai_rules::haleakala::Haleakala;

impl TellReasons for Haleakala {
    fn explain_reason(phrasebook: &Phrasebook<'_>, reason: &HaleakalaReason) -> String {
        match *reason {
            HaleakalaReason::Points(points) => phrasebook.say(
                key::REASON_POINTS,
                &[("points", phrasebook.points(points).into())],
            ),
            HaleakalaReason::Ahead(at) => {
                phrasebook.say(key::HAL_REASON_AHEAD, &[("segment", segment(at))])
            }
            HaleakalaReason::Stronger(at) => {
                phrasebook.say(key::HAL_REASON_STRONGER, &[("segment", segment(at))])
            }
            HaleakalaReason::Statue(site) => phrasebook.say(
                key::HAL_REASON_STATUE,
                &[("site", phrasebook.site(site).into())],
            ),
            HaleakalaReason::Card(card) => phrasebook.say(
                key::HAL_REASON_CARD,
                &[("card", phrasebook.a_card(card).into())],
            ),
            HaleakalaReason::InHand(discs) => {
                phrasebook.say(key::HAL_REASON_IN_HAND, &[("n", discs.into())])
            }
            HaleakalaReason::Shaman(site) => phrasebook.say(
                key::HAL_REASON_SHAMAN,
                &[("site", phrasebook.site(site).into())],
            ),
            HaleakalaReason::Bought(ware) => phrasebook.say(
                key::HAL_REASON_BOUGHT,
                &[("ware", phrasebook.ware(ware).into())],
            ),
            HaleakalaReason::Scoring(points) => phrasebook.say(
                key::HAL_REASON_SCORING,
                &[("points", phrasebook.points(points).into())],
            ),
        }
    }
}
