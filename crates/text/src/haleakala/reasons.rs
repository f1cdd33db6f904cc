//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Phrasebook, segment};
use crate::TellReasons;
use lanai_ai::haleakala::Reason;
use lanai_rules::haleakala::Haleakala;

impl TellReasons for Haleakala {
    fn why(phrasebook: &Phrasebook<'_>, reason: &Reason) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("hal-reason-{name}"), fill)
        };
        match *reason {
            Reason::Points(points) => phrasebook.say(
                "reason-points",
                &[("points", phrasebook.points(points).into())],
            ),
            Reason::Ahead(at) => say("ahead", &[("segment", segment(at))]),
            Reason::Stronger(at) => say("stronger", &[("segment", segment(at))]),
            Reason::Statue(site) => say("statue", &[("site", phrasebook.site(site).into())]),
            Reason::Card(card) => say("card", &[("card", phrasebook.a_card(card).into())]),
            Reason::InHand(discs) => say("in-hand", &[("n", discs.into())]),
            Reason::Shaman(site) => say("shaman", &[("site", phrasebook.site(site).into())]),
            Reason::Bought(ware) => say("bought", &[("ware", phrasebook.ware(ware).into())]),
            Reason::Scoring(points) => {
                say("scoring", &[("points", phrasebook.points(points).into())])
            }
        }
    }
}
