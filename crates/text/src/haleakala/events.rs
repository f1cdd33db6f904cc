//! Describes the events of Haleakala in sentences, and explains refused actions.

use super::{Fill, Phrasebook, segment};
use crate::TellEvents;
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Event, LavaFrom, Refusal, Round, ScoredPoints};
use lanai_rules::haleakala::board::Site;
use lanai_rules::haleakala::pieces::Card;

impl TellEvents for Haleakala {
    fn describe_event(phrasebook: &Phrasebook<'_>, event: &Event) -> String {
        match *event {
            Event::Placed { seat, disc, at } => phrasebook.say(
                "hal-event-placed",
                &[
                    who_argument(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::Invoked { seat, .. } => player_sentence(phrasebook, "hal-event-invoked", seat),
            Event::TookBack { seat, disc, from } => phrasebook.say(
                "hal-event-took-back",
                &[
                    who_argument(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(from)),
                ],
            ),
            Event::Walked { seat, to, .. } => {
                site_sentence(phrasebook, "hal-event-walked", seat, to)
            }
            Event::Sailed { to, .. } => {
                phrasebook.say("hal-event-sailed", &[("segment", segment(to))])
            }
            Event::Received { seat, card, .. } => {
                let card = ("card", phrasebook.a_card(card).into());
                phrasebook.say(
                    "hal-event-received",
                    &[who_argument(phrasebook, seat), card],
                )
            }
            Event::NothingLeft { seat } => {
                player_sentence(phrasebook, "hal-event-nothing-left", seat)
            }
            Event::Built { seat, site } => site_sentence(phrasebook, "hal-event-built", seat, site),
            Event::InVain {
                seat,
                card: Card::Priestess,
            } => player_sentence(phrasebook, "hal-event-no-lava-to-move", seat),
            Event::InVain { seat, .. } => player_sentence(phrasebook, "hal-event-no-statue", seat),
            Event::LavaMoved { seat, from, to } => phrasebook.say(
                "hal-event-lava-moved",
                &[
                    who_argument(phrasebook, seat),
                    ("from", segment(from)),
                    ("to", segment(to)),
                ],
            ),
            Event::LavaLeft { seat } => player_sentence(phrasebook, "hal-event-lava-left", seat),
            Event::InvocationBack { seat } => {
                player_sentence(phrasebook, "hal-event-invocation-back", seat)
            }
            Event::Bought { seat, ware, shells } => {
                let ware = phrasebook.ware(ware).into();
                phrasebook.say(
                    "hal-event-bought",
                    &[
                        who_argument(phrasebook, seat),
                        ("ware", ware),
                        ("shells", shells.into()),
                    ],
                )
            }
            Event::BoughtNothing { seat } => {
                player_sentence(phrasebook, "hal-event-bought-nothing", seat)
            }
            Event::DiscsBack { at } => {
                phrasebook.say("hal-event-discs-back", &[("segment", segment(at))])
            }
            Event::Laid { card, at } => phrasebook.say(
                "hal-event-laid",
                &[
                    ("card", phrasebook.card(card).into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::LavaRose {
                at,
                from: LavaFrom::Card,
            } => phrasebook.say("hal-event-lava-card", &[("segment", segment(at))]),
            Event::LavaRose {
                at,
                from: LavaFrom::Invocation,
            } => phrasebook.say("hal-event-lava-rose", &[("segment", segment(at))]),
            Event::NoLavaLeft { .. } => phrasebook.say("hal-event-no-lava-left", &[]),
            Event::ScoringBegins {
                round: Round::First,
            } => phrasebook.say("hal-event-first-scoring", &[]),
            Event::ScoringBegins {
                round: Round::Second,
            } => phrasebook.say("hal-event-second-scoring", &[]),
            Event::Destroyed { seat, site } => {
                site_sentence(phrasebook, "hal-event-destroyed", seat, site)
            }
            Event::Scored { seat, points } => {
                scored_line(phrasebook, phrasebook.player_name(seat), points)
            }
            Event::SecondRound => phrasebook.say("hal-event-second-round", &[]),
        }
    }

    fn has_to_wait(refusal: &Refusal) -> bool {
        *refusal == Refusal::SomethingElseFirst
    }

    fn explain_refusal(phrasebook: &Phrasebook<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        match *refusal {
            No::GameOver => phrasebook.say("refusal-game-over", &[]),
            No::SomethingElseFirst => phrasebook.say("refusal-something-else-first", &[]),
            No::DiscNotInHand { disc, at } => phrasebook.say(
                "hal-refusal-disc-not-in-hand",
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            No::DiscInHand { disc } => phrasebook.say(
                "hal-refusal-disc-in-hand",
                &[("disc", disc.number().into())],
            ),
            No::EqualSums { sum, at } => phrasebook.say(
                "hal-refusal-equal-sums",
                &[("sum", sum.into()), ("segment", segment(at))],
            ),
            No::NoInvocation => phrasebook.say("hal-refusal-no-invocation", &[]),
            No::InvocationNotInHand { at } => phrasebook.say(
                "hal-refusal-invocation-not-in-hand",
                &[("segment", segment(at))],
            ),
            No::DiscsInHand { discs } => {
                phrasebook.say("hal-refusal-discs-in-hand", &[("discs", discs.into())])
            }
            No::TooManyQuietTurns { turns } => phrasebook.say(
                "hal-refusal-too-many-quiet-turns",
                &[("turns", turns.into())],
            ),
            No::TooFar => phrasebook.say("hal-refusal-too-far", &[]),
            No::OtherShaman => phrasebook.say("hal-refusal-other-shaman", &[]),
            No::NoSuchCard { card } => phrasebook.say(
                "hal-refusal-no-such-card",
                &[("card", phrasebook.card(card).into())],
            ),
            No::NoLava { at } => phrasebook.say("hal-refusal-no-lava", &[("segment", segment(at))]),
            No::MustMoveLava => phrasebook.say("hal-refusal-must-move-lava", &[]),
            No::Sold { card } => phrasebook.say(
                "hal-refusal-sold",
                &[("card", phrasebook.scoring_card(card).into())],
            ),
            No::PriestessGone => phrasebook.say("hal-refusal-priestess-gone", &[]),
            No::TooFewShells { missing } => {
                phrasebook.say("hal-refusal-too-few-shells", &[("missing", missing.into())])
            }
        }
    }
}

fn who_argument<'a>(phrasebook: &'a Phrasebook<'a>, seat: Seat) -> (&'static str, Fill<'a>) {
    ("who", Fill::from(phrasebook.player_name(seat)))
}

fn player_sentence(phrasebook: &Phrasebook<'_>, key: &str, seat: Seat) -> String {
    phrasebook.say(key, &[who_argument(phrasebook, seat)])
}

fn site_sentence(phrasebook: &Phrasebook<'_>, key: &str, seat: Seat, site: Site) -> String {
    let site = ("site", phrasebook.site(site).into());
    phrasebook.say(key, &[who_argument(phrasebook, seat), site])
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
