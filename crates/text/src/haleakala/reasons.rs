//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Phrasebook, segment};
use crate::TellReasons;
use lanai_ai::haleakala::HaleakalaReason;
use lanai_rules::haleakala::Haleakala;

impl TellReasons for Haleakala {
    fn why(phrasebook: &Phrasebook<'_>, reason: &HaleakalaReason) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("hal-reason-{name}"), fill)
        };
        match *reason {
            HaleakalaReason::Points(points) => phrasebook.say(
                "reason-points",
                &[("points", phrasebook.points(points).into())],
            ),
            HaleakalaReason::Ahead(at) => say("ahead", &[("segment", segment(at))]),
            HaleakalaReason::Stronger(at) => say("stronger", &[("segment", segment(at))]),
            HaleakalaReason::Statue(site) => {
                say("statue", &[("site", phrasebook.site(site).into())])
            }
            HaleakalaReason::Card(card) => say("card", &[("card", phrasebook.a_card(card).into())]),
            HaleakalaReason::InHand(discs) => say("in-hand", &[("n", discs.into())]),
            HaleakalaReason::Shaman(site) => {
                say("shaman", &[("site", phrasebook.site(site).into())])
            }
            HaleakalaReason::Bought(ware) => {
                say("bought", &[("ware", phrasebook.ware(ware).into())])
            }
            HaleakalaReason::Scoring(points) => {
                say("scoring", &[("points", phrasebook.points(points).into())])
            }
        }
    }
}
