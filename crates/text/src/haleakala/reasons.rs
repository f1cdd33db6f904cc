//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Teller, segment};
use crate::TellReasons;
use lanai_ai::haleakala::Reason;
use lanai_rules::haleakala::Haleakala;

impl TellReasons for Haleakala {
    fn why(teller: &Teller<'_>, reason: &Reason) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| teller.say(&format!("hal-reason-{name}"), fill);
        match *reason {
            Reason::Points(points) => {
                teller.say("reason-points", &[("points", teller.points(points).into())])
            }
            Reason::Ahead(at) => say("ahead", &[("segment", segment(at))]),
            Reason::Stronger(at) => say("stronger", &[("segment", segment(at))]),
            Reason::Statue(site) => say("statue", &[("site", teller.site(site).into())]),
            Reason::Card(card) => say("card", &[("card", teller.a_card(card).into())]),
            Reason::InHand(discs) => say("in-hand", &[("n", discs.into())]),
            Reason::Shaman(site) => say("shaman", &[("site", teller.site(site).into())]),
            Reason::Bought(ware) => say("bought", &[("ware", teller.ware(ware).into())]),
            Reason::Scoring(points) => say("scoring", &[("points", teller.points(points).into())]),
        }
    }
}
