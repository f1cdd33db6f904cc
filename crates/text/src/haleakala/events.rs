//! Events of Haleakala as sentences, and why an action is refused.

use super::{Fill, Phrasebook, segment};
use crate::TellEvents;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Event, LavaFrom, Refusal, Round, ScoredPoints};
use lanai_rules::haleakala::pieces::Card;

impl TellEvents for Haleakala {
    fn event(phrasebook: &Phrasebook<'_>, event: &Event) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("hal-event-{name}"), fill)
        };
        let of = |name, seat, key, piece: String| {
            say(
                name,
                &[acting_player(phrasebook, seat), (key, piece.into())],
            )
        };
        match *event {
            Event::Placed { seat, disc, at } => say(
                "placed",
                &[
                    acting_player(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::Invoked { seat, .. } => say("invoked", &[acting_player(phrasebook, seat)]),
            Event::TookBack { seat, disc, from } => say(
                "took-back",
                &[
                    acting_player(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(from)),
                ],
            ),
            Event::Walked { seat, to, .. } => of("walked", seat, "site", phrasebook.site(to)),
            Event::Sailed { to, .. } => say("sailed", &[("segment", segment(to))]),
            Event::Received { seat, card, .. } => {
                of("received", seat, "card", phrasebook.a_card(card))
            }
            Event::NothingLeft { seat } => say("nothing-left", &[acting_player(phrasebook, seat)]),
            Event::Built { seat, site } => of("built", seat, "site", phrasebook.site(site)),
            Event::InVain {
                seat,
                card: Card::Priestess,
            } => say("no-lava-to-move", &[acting_player(phrasebook, seat)]),
            Event::InVain { seat, .. } => say("no-statue", &[acting_player(phrasebook, seat)]),
            Event::LavaMoved { seat, from, to } => say(
                "lava-moved",
                &[
                    acting_player(phrasebook, seat),
                    ("from", segment(from)),
                    ("to", segment(to)),
                ],
            ),
            Event::LavaLeft { seat } => say("lava-left", &[acting_player(phrasebook, seat)]),
            Event::InvocationBack { seat } => {
                say("invocation-back", &[acting_player(phrasebook, seat)])
            }
            Event::Bought { seat, ware, shells } => {
                let ware = phrasebook.ware(ware).into();
                say(
                    "bought",
                    &[
                        acting_player(phrasebook, seat),
                        ("ware", ware),
                        ("shells", shells.into()),
                    ],
                )
            }
            Event::BoughtNothing { seat } => {
                say("bought-nothing", &[acting_player(phrasebook, seat)])
            }
            Event::DiscsBack { at } => say("discs-back", &[("segment", segment(at))]),
            Event::Laid { card, at } => say(
                "laid",
                &[
                    ("card", phrasebook.card(card).into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::LavaRose {
                at,
                from: LavaFrom::Card,
            } => say("lava-card", &[("segment", segment(at))]),
            Event::LavaRose {
                at,
                from: LavaFrom::Invocation,
            } => say("lava-rose", &[("segment", segment(at))]),
            Event::NoLavaLeft { .. } => say("no-lava-left", &[]),
            Event::ScoringBegins {
                round: Round::First,
            } => say("first-scoring", &[]),
            Event::ScoringBegins {
                round: Round::Second,
            } => say("second-scoring", &[]),
            Event::Destroyed { seat, site } => of("destroyed", seat, "site", phrasebook.site(site)),
            Event::Scored { seat, points } => scored_line(phrasebook, phrasebook.who(seat), points),
            Event::SecondRound => say("second-round", &[]),
        }
    }

    fn has_to_wait(refusal: &Refusal) -> bool {
        *refusal == Refusal::SomethingElseFirst
    }

    fn refusal(phrasebook: &Phrasebook<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("hal-refusal-{name}"), fill)
        };
        match *refusal {
            No::GameOver => phrasebook.say("refusal-game-over", &[]),
            No::SomethingElseFirst => phrasebook.say("refusal-something-else-first", &[]),
            No::DiscNotInHand { disc, at } => say(
                "disc-not-in-hand",
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            No::DiscInHand { disc } => say("disc-in-hand", &[("disc", disc.number().into())]),
            No::EqualSums { sum, at } => say(
                "equal-sums",
                &[("sum", sum.into()), ("segment", segment(at))],
            ),
            No::NoInvocation => say("no-invocation", &[]),
            No::InvocationNotInHand { at } => {
                say("invocation-not-in-hand", &[("segment", segment(at))])
            }
            No::DiscsInHand { discs } => say("discs-in-hand", &[("discs", discs.into())]),
            No::TooManyQuietTurns { turns } => {
                say("too-many-quiet-turns", &[("turns", turns.into())])
            }
            No::TooFar => say("too-far", &[]),
            No::OtherShaman => say("other-shaman", &[]),
            No::NoSuchCard { card } => {
                say("no-such-card", &[("card", phrasebook.card(card).into())])
            }
            No::NoLava { at } => say("no-lava", &[("segment", segment(at))]),
            No::MustMoveLava => say("must-move-lava", &[]),
            No::Sold { card } => say("sold", &[("card", phrasebook.scoring_card(card).into())]),
            No::PriestessGone => say("priestess-gone", &[]),
            No::TooFewShells { missing } => say("too-few-shells", &[("missing", missing.into())]),
        }
    }
}

fn acting_player<'a>(
    phrasebook: &'a Phrasebook<'a>,
    seat: lanai_rules::Seat,
) -> (&'static str, Fill<'a>) {
    ("who", Fill::from(phrasebook.who(seat)))
}

fn scored_line(phrasebook: &Phrasebook<'_>, who: &str, points: ScoredPoints) -> String {
    let fill = [
        ("who", Fill::from(who)),
        ("points", phrasebook.points(points.total()).into()),
        ("statues", points.statues.into()),
        ("fish", points.fish.into()),
        ("pearls", points.pearls.into()),
        ("nautilus", points.nautilus.into()),
        ("cards", points.cards.iter().sum::<u16>().into()),
        ("shells", points.shells.into()),
    ];
    phrasebook.say("hal-event-scored", &fill)
}
