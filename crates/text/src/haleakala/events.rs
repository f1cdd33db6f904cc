//! Describes the events of Haleakala in sentences, and explains refused actions.

use super::{Fill, Phrasebook, segment};
use crate::TellEvents;
use crate::{Key, key};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Event, LavaFrom, Refusal, Round, ScoredPoints};
use lanai_rules::haleakala::board::Site;
use lanai_rules::haleakala::pieces::Card;

impl TellEvents for Haleakala {
    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn describe_event(phrasebook: &Phrasebook<'_>, event: &Event) -> String {
        match *event {
            Event::Placed { seat, disc, at } => phrasebook.say(
                key::HAL_EVENT_PLACED,
                &[
                    who_argument(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::Invoked { seat, .. } => {
                player_sentence(phrasebook, key::HAL_EVENT_INVOKED, seat)
            }
            Event::TookBack { seat, disc, from } => phrasebook.say(
                key::HAL_EVENT_TOOK_BACK,
                &[
                    who_argument(phrasebook, seat),
                    ("disc", disc.number().into()),
                    ("segment", segment(from)),
                ],
            ),
            Event::Walked { seat, to, .. } => {
                site_sentence(phrasebook, key::HAL_EVENT_WALKED, seat, to)
            }
            Event::Sailed { to, .. } => {
                phrasebook.say(key::HAL_EVENT_SAILED, &[("segment", segment(to))])
            }
            Event::Received { seat, card, .. } => {
                let card = ("card", phrasebook.a_card(card).into());
                phrasebook.say(
                    key::HAL_EVENT_RECEIVED,
                    &[who_argument(phrasebook, seat), card],
                )
            }
            Event::NothingLeft { seat } => {
                player_sentence(phrasebook, key::HAL_EVENT_NOTHING_LEFT, seat)
            }
            Event::Built { seat, site } => {
                site_sentence(phrasebook, key::HAL_EVENT_BUILT, seat, site)
            }
            Event::InVain {
                seat,
                card: Card::Priestess,
            } => player_sentence(phrasebook, key::HAL_EVENT_NO_LAVA_TO_MOVE, seat),
            Event::InVain { seat, .. } => {
                player_sentence(phrasebook, key::HAL_EVENT_NO_STATUE, seat)
            }
            Event::LavaMoved { seat, from, to } => phrasebook.say(
                key::HAL_EVENT_LAVA_MOVED,
                &[
                    who_argument(phrasebook, seat),
                    ("from", segment(from)),
                    ("to", segment(to)),
                ],
            ),
            Event::LavaLeft { seat } => player_sentence(phrasebook, key::HAL_EVENT_LAVA_LEFT, seat),
            Event::InvocationBack { seat } => {
                player_sentence(phrasebook, key::HAL_EVENT_INVOCATION_BACK, seat)
            }
            Event::Bought { seat, ware, shells } => {
                let ware = phrasebook.ware(ware).into();
                phrasebook.say(
                    key::HAL_EVENT_BOUGHT,
                    &[
                        who_argument(phrasebook, seat),
                        ("ware", ware),
                        ("shells", shells.into()),
                    ],
                )
            }
            Event::BoughtNothing { seat } => {
                player_sentence(phrasebook, key::HAL_EVENT_BOUGHT_NOTHING, seat)
            }
            Event::DiscsBack { at } => {
                phrasebook.say(key::HAL_EVENT_DISCS_BACK, &[("segment", segment(at))])
            }
            Event::Laid { card, at } => phrasebook.say(
                key::HAL_EVENT_LAID,
                &[
                    ("card", phrasebook.card(card).into()),
                    ("segment", segment(at)),
                ],
            ),
            Event::LavaRose {
                at,
                from: LavaFrom::Card,
            } => phrasebook.say(key::HAL_EVENT_LAVA_CARD, &[("segment", segment(at))]),
            Event::LavaRose {
                at,
                from: LavaFrom::Invocation,
            } => phrasebook.say(key::HAL_EVENT_LAVA_ROSE, &[("segment", segment(at))]),
            Event::NoLavaLeft { .. } => phrasebook.say(key::HAL_EVENT_NO_LAVA_LEFT, &[]),
            Event::ScoringBegins {
                round: Round::First,
            } => phrasebook.say(key::HAL_EVENT_FIRST_SCORING, &[]),
            Event::ScoringBegins {
                round: Round::Second,
            } => phrasebook.say(key::HAL_EVENT_SECOND_SCORING, &[]),
            Event::Destroyed { seat, site } => {
                site_sentence(phrasebook, key::HAL_EVENT_DESTROYED, seat, site)
            }
            Event::Scored { seat, points } => {
                scored_line(phrasebook, phrasebook.player_name(seat), points)
            }
            Event::SecondRound => phrasebook.say(key::HAL_EVENT_SECOND_ROUND, &[]),
        }
    }

    fn has_to_wait(refusal: &Refusal) -> bool {
        *refusal == Refusal::SomethingElseFirst
    }

    fn explain_refusal(phrasebook: &Phrasebook<'_>, refusal: &Refusal) -> String {
        use Refusal as No;
        match *refusal {
            No::GameOver => phrasebook.say(key::REFUSAL_GAME_OVER, &[]),
            No::SomethingElseFirst => phrasebook.say(key::REFUSAL_SOMETHING_ELSE_FIRST, &[]),
            No::DiscNotInHand { disc, at } => phrasebook.say(
                key::HAL_REFUSAL_DISC_NOT_IN_HAND,
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            No::DiscInHand { disc } => phrasebook.say(
                key::HAL_REFUSAL_DISC_IN_HAND,
                &[("disc", disc.number().into())],
            ),
            No::EqualSums { sum, at } => phrasebook.say(
                key::HAL_REFUSAL_EQUAL_SUMS,
                &[("sum", sum.into()), ("segment", segment(at))],
            ),
            No::NoInvocation => phrasebook.say(key::HAL_REFUSAL_NO_INVOCATION, &[]),
            No::InvocationNotInHand { at } => phrasebook.say(
                key::HAL_REFUSAL_INVOCATION_NOT_IN_HAND,
                &[("segment", segment(at))],
            ),
            No::DiscsInHand { discs } => {
                phrasebook.say(key::HAL_REFUSAL_DISCS_IN_HAND, &[("discs", discs.into())])
            }
            No::TooManyQuietTurns { turns } => phrasebook.say(
                key::HAL_REFUSAL_TOO_MANY_QUIET_TURNS,
                &[("turns", turns.into())],
            ),
            No::TooFar => phrasebook.say(key::HAL_REFUSAL_TOO_FAR, &[]),
            No::OtherShaman => phrasebook.say(key::HAL_REFUSAL_OTHER_SHAMAN, &[]),
            No::NoSuchCard { card } => phrasebook.say(
                key::HAL_REFUSAL_NO_SUCH_CARD,
                &[("card", phrasebook.card(card).into())],
            ),
            No::NoLava { at } => {
                phrasebook.say(key::HAL_REFUSAL_NO_LAVA, &[("segment", segment(at))])
            }
            No::MustMoveLava => phrasebook.say(key::HAL_REFUSAL_MUST_MOVE_LAVA, &[]),
            No::Sold { card } => phrasebook.say(
                key::HAL_REFUSAL_SOLD,
                &[("card", phrasebook.scoring_card(card).into())],
            ),
            No::PriestessGone => phrasebook.say(key::HAL_REFUSAL_PRIESTESS_GONE, &[]),
            No::TooFewShells { missing } => phrasebook.say(
                key::HAL_REFUSAL_TOO_FEW_SHELLS,
                &[("missing", missing.into())],
            ),
        }
    }
}

fn who_argument<'a>(phrasebook: &'a Phrasebook<'a>, seat: Seat) -> (&'static str, Fill<'a>) {
    ("who", Fill::from(phrasebook.player_name(seat)))
}

fn player_sentence(phrasebook: &Phrasebook<'_>, key: Key, seat: Seat) -> String {
    phrasebook.say(key, &[who_argument(phrasebook, seat)])
}

fn site_sentence(phrasebook: &Phrasebook<'_>, key: Key, seat: Seat, site: Site) -> String {
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
    phrasebook.say(key::HAL_EVENT_SCORED, &fill)
}
