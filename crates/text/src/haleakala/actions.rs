//! What can be done, as a command and what it means. Commands are English in every language: where a sentence names
//! pieces, a language that has other names for them takes the command from `typed`.

use super::{Fill, Phrasebook, segment};
use crate::TellActions;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;

impl TellActions for Haleakala {
    fn action(phrasebook: &Phrasebook<'_>, _view: &View, action: &Action) -> String {
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| {
            phrasebook.say(&format!("hal-action-{name}"), fill)
        };
        match *action {
            Action::Place { disc, at } => say(
                "place",
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            Action::Invoke { disc } => say("invoke", &[("disc", disc.number().into())]),
            Action::Take { disc } => say("take", &[("disc", disc.number().into())]),
            Action::Boat => say("boat", &[]),
            Action::Walk(site) => {
                let typed =
                    format!("move {} {}", site.terrain.name(), site.segment.number()).into();
                say(
                    "walk",
                    &[("site", phrasebook.site(site).into()), ("typed", typed)],
                )
            }
            Action::Stay => say("stay", &[]),
            Action::Choose(card) => say(
                "choose",
                &[
                    ("card", phrasebook.card(card).into()),
                    ("typed", typed("take", card.name())),
                ],
            ),
            Action::Lava { from, direction } => {
                let typed = format!("lava {} {}", from.number(), direction.name()).into();
                let direction = phrasebook.direction(direction).into();
                say(
                    "lava",
                    &[
                        ("segment", segment(from)),
                        ("direction", direction),
                        ("typed", typed),
                    ],
                )
            }
            Action::LeaveLava => say("leave-lava", &[]),
            Action::Buy(ware) => {
                let shells = phrasebook.printed.cost(ware).into();
                let typed = typed("buy", ware.name());
                say(
                    "buy",
                    &[
                        ("ware", phrasebook.ware(ware).into()),
                        ("shells", shells),
                        ("typed", typed),
                    ],
                )
            }
            Action::BuyNothing => say("buy-nothing", &[]),
        }
    }

    fn question(phrasebook: &Phrasebook<'_>, view: &View) -> Option<String> {
        let name = match view.my_step()? {
            Step::Turn => "play-turn",
            Step::Shaman => "hal-play-shaman",
            Step::Choose => "hal-play-choose",
            Step::Priestess => "hal-play-priestess",
            Step::Purchase => "hal-play-purchase",
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => return None,
        };
        Some(phrasebook.say(name, &[]))
    }
}

fn typed(verb: &str, name: &str) -> Fill<'static> {
    format!("{verb} {}", name.replace('-', " ")).into()
}
