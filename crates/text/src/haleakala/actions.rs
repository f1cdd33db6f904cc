//! Describes actions as commands with their meaning. Commands are English in every language; a
//! language with other names for pieces shows the command with the sentence variable `$typed`.

use super::{Fill, Phrasebook, segment};
use crate::TellActions;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;

impl TellActions for Haleakala {
    fn describe_action(phrasebook: &Phrasebook<'_>, _view: &View, action: &Action) -> String {
        match *action {
            Action::Place { disc, at } => phrasebook.say(
                "hal-action-place",
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            Action::Invoke { disc } => {
                phrasebook.say("hal-action-invoke", &[("disc", disc.number().into())])
            }
            Action::Take { disc } => {
                phrasebook.say("hal-action-take", &[("disc", disc.number().into())])
            }
            Action::Boat => phrasebook.say("hal-action-boat", &[]),
            Action::Walk(site) => {
                let typed =
                    format!("move {} {}", site.terrain.name(), site.segment.number()).into();
                phrasebook.say(
                    "hal-action-walk",
                    &[("site", phrasebook.site(site).into()), ("typed", typed)],
                )
            }
            Action::Stay => phrasebook.say("hal-action-stay", &[]),
            Action::Choose(card) => phrasebook.say(
                "hal-action-choose",
                &[
                    ("card", phrasebook.card(card).into()),
                    ("typed", typed_command("take", card.name())),
                ],
            ),
            Action::Lava { from, direction } => {
                let typed = format!("lava {} {}", from.number(), direction.name()).into();
                let direction = phrasebook.direction(direction).into();
                phrasebook.say(
                    "hal-action-lava",
                    &[
                        ("segment", segment(from)),
                        ("direction", direction),
                        ("typed", typed),
                    ],
                )
            }
            Action::LeaveLava => phrasebook.say("hal-action-leave-lava", &[]),
            Action::Buy(ware) => {
                let shells = phrasebook.printed.cost(ware).into();
                let typed = typed_command("buy", ware.name());
                phrasebook.say(
                    "hal-action-buy",
                    &[
                        ("ware", phrasebook.ware(ware).into()),
                        ("shells", shells),
                        ("typed", typed),
                    ],
                )
            }
            Action::BuyNothing => phrasebook.say("hal-action-buy-nothing", &[]),
        }
    }

    fn open_question(phrasebook: &Phrasebook<'_>, view: &View) -> Option<String> {
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

fn typed_command(verb: &str, name: &str) -> Fill<'static> {
    format!("{verb} {}", name.replace('-', " ")).into()
}
