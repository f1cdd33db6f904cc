//! What happens, a sentence an event, and why something cannot be done.

use super::{Fill, Teller, segment};
use crate::{
    rules::haleakala::{
        Haleakala,
        action::{Event, LavaFrom, Refusal, Round, ScoredPoints},
        pieces::Card,
    },
    words::TellEvents,
};

impl TellEvents for Haleakala {
    fn event(teller: &Teller<'_>, event: &Event) -> String {
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match *event {
            Event::Placed { seat, disc, at } => {
                ("placed", vec![teller.by(seat), ("disc", disc.number().into()), ("segment", segment(at))])
            }
            Event::Invoked { seat, .. } => ("invoked", vec![teller.by(seat)]),
            Event::TookBack { seat, disc, from } => (
                "took-back",
                vec![teller.by(seat), ("disc", disc.number().into()), ("segment", segment(from))],
            ),
            Event::Walked { seat, to, .. } => {
                ("walked", vec![teller.by(seat), ("site", teller.site(to).into())])
            }
            Event::Sailed { to, .. } => ("sailed", vec![("segment", segment(to))]),
            Event::Received { seat, card, .. } => {
                ("received", vec![teller.by(seat), ("card", teller.card(card).into())])
            }
            Event::NothingLeft { seat } => ("nothing-left", vec![teller.by(seat)]),
            Event::Built { seat, site } => {
                ("built", vec![teller.by(seat), ("site", teller.site(site).into())])
            }
            Event::InVain { seat, card: Card::Priestess } => ("no-lava-to-move", vec![teller.by(seat)]),
            Event::InVain { seat, .. } => ("no-statue", vec![teller.by(seat)]),
            Event::LavaMoved { seat, from, to } => {
                ("lava-moved", vec![teller.by(seat), ("from", segment(from)), ("to", segment(to))])
            }
            Event::LavaLeft { seat } => ("lava-left", vec![teller.by(seat)]),
            Event::InvocationBack { seat } => ("invocation-back", vec![teller.by(seat)]),
            Event::Bought { seat, ware, shells } => {
                let ware = teller.ware(ware).into();
                ("bought", vec![teller.by(seat), ("ware", ware), ("shells", shells.into())])
            }
            Event::BoughtNothing { seat } => ("bought-nothing", vec![teller.by(seat)]),
            Event::DiscsBack { at } => ("discs-back", vec![("segment", segment(at))]),
            Event::Laid { card, at } => {
                ("laid", vec![("card", teller.card(card).into()), ("segment", segment(at))])
            }
            Event::LavaRose { at, from: LavaFrom::Card } => ("lava-card", vec![("segment", segment(at))]),
            Event::LavaRose { at, from: LavaFrom::Invocation } => {
                ("lava-rose", vec![("segment", segment(at))])
            }
            Event::NoLavaLeft { .. } => ("no-lava-left", vec![]),
            Event::ScoringBegins { round: Round::First } => ("first-scoring", vec![]),
            Event::ScoringBegins { round: Round::Second } => ("second-scoring", vec![]),
            Event::Destroyed { seat, site } => {
                ("destroyed", vec![teller.by(seat), ("site", teller.site(site).into())])
            }
            Event::Scored { seat, points } => return teller.scored(teller.who(seat), points),
            Event::SecondRound => ("second-round", vec![]),
        };
        teller.say(&format!("hal-event-{name}"), &fill)
    }

    fn refusal(teller: &Teller<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match *refusal {
            No::GameOver => return teller.say("refusal-game-over", &[]),
            No::SomethingElseFirst => return teller.say("refusal-something-else-first", &[]),
            No::DiscNotInHand { disc, at } => {
                ("disc-not-in-hand", vec![("disc", disc.number().into()), ("segment", segment(at))])
            }
            No::DiscInHand { disc } => ("disc-in-hand", vec![("disc", disc.number().into())]),
            No::EqualSums { sum, at } => ("equal-sums", vec![("sum", sum.into()), ("segment", segment(at))]),
            No::NoInvocation => ("no-invocation", vec![]),
            No::InvocationNotInHand { at } => ("invocation-not-in-hand", vec![("segment", segment(at))]),
            No::DiscsInHand { discs } => ("discs-in-hand", vec![("discs", discs.into())]),
            No::TooManyQuietTurns { turns } => ("too-many-quiet-turns", vec![("turns", turns.into())]),
            No::TooFar => ("too-far", vec![]),
            No::OtherShaman => ("other-shaman", vec![]),
            No::NoSuchCard { card } => ("no-such-card", vec![("card", teller.card(card).into())]),
            No::NoLava { at } => ("no-lava", vec![("segment", segment(at))]),
            No::MustMoveLava => ("must-move-lava", vec![]),
            No::Sold { card } => ("sold", vec![("card", teller.scoring_card(card).into())]),
            No::PriestessGone => ("priestess-gone", vec![]),
            No::TooFewShells { missing } => ("too-few-shells", vec![("missing", missing.into())]),
        };
        teller.say(&format!("hal-refusal-{name}"), &fill)
    }
}

impl Teller<'_> {
    fn by(&self, seat: crate::rules::Seat) -> (&'static str, Fill<'_>) {
        ("who", Fill::from(self.who(seat)))
    }

    fn scored(&self, who: &str, points: ScoredPoints) -> String {
        let fill = [
            ("who", Fill::from(who)),
            ("points", self.points(points.total()).into()),
            ("statues", points.statues.into()),
            ("fish", points.fish.into()),
            ("pearls", points.pearls.into()),
            ("nautilus", points.nautilus.into()),
            ("cards", points.cards.iter().sum::<u16>().into()),
            ("shells", points.shells.into()),
        ];
        self.say("hal-event-scored", &fill)
    }
}
