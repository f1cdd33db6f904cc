//! Why a turn is good, as the end of a sentence that begins with "it".

use super::{Fill, Teller};
use crate::TellReasons;
use lanai_ai::hawaii::{Reason, Scored};
use lanai_rules::hawaii::Hawaii;

impl TellReasons for Hawaii {
    fn why(teller: &Teller<'_>, reason: &Reason) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| teller.say(&format!("reason-{name}"), fill);
        match *reason {
            Reason::Points(points) => say("points", &[("points", teller.points(points).into())]),
            Reason::Pleases => say("pleases", &[]),
            Reason::Nearer(missing) => say("nearer", &[("n", missing.into())]),
            Reason::Fish(tokens) => say("fish", &[("n", tokens.into())]),
            Reason::Reaches(row) => say("reaches", &[("row", row.number().into())]),
            Reason::Longer(row, missing) => {
                say("longer", &[("row", row.number().into()), ("n", missing.into())])
            }
            Reason::Kahunas(number) => say("brings", &[("what", teller.kahunas(number).into())]),
            Reason::Tikis(number) => say("brings", &[("what", teller.tikis(number).into())]),
            Reason::Scoring(scored, points) => {
                let what = teller.say(&format!("scored-{}", name(scored)), &[]);
                say("scoring", &[("what", what.into()), ("points", teller.points(points).into())])
            }
            Reason::Income(goods) => say("income", &[("goods", teller.goods(goods).into())]),
            Reason::Goods(goods) => say("brings", &[("what", teller.goods(goods).into())]),
            Reason::Boat => say("boat", &[]),
            Reason::Last(tile) => say("last", &[("tile", teller.tile(tile).into())]),
            Reason::Closes(place) => say("closes", &[("place", teller.place(place).into())]),
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
