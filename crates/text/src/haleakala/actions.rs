//! Describes actions as commands with their meaning. Commands are English in every language; a
//! language with other names for pieces shows the command with the sentence variable `$typed`.

use super::{Fill, Phrasebook, segment};
use crate::{TellActions, key};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;

impl TellActions for Haleakala {
    fn describe_action(phrasebook: &Phrasebook<'_>, _view: &View, action: &Action) -> String {
        match *action {
            Action::Place { disc, at } => phrasebook.say(
                key::HAL_ACTION_PLACE,
                &[("disc", disc.number().into()), ("segment", segment(at))],
            ),
            Action::Invoke { disc } => {
                phrasebook.say(key::HAL_ACTION_INVOKE, &[("disc", disc.number().into())])
            }
            Action::Take { disc } => {
                phrasebook.say(key::HAL_ACTION_TAKE, &[("disc", disc.number().into())])
            }
            Action::Boat => phrasebook.say(key::HAL_ACTION_BOAT, &[]),
            Action::Walk(site) => {
                let typed =
                    format!("move {} {}", site.terrain.name(), site.segment.number()).into();
                phrasebook.say(
                    key::HAL_ACTION_WALK,
                    &[("site", phrasebook.site(site).into()), ("typed", typed)],
                )
            }
            Action::Stay => phrasebook.say(key::HAL_ACTION_STAY, &[]),
            Action::Choose(card) => phrasebook.say(
                key::HAL_ACTION_CHOOSE,
                &[
                    ("card", phrasebook.card(card).into()),
                    ("typed", typed_command("take", card.name())),
                ],
            ),
            Action::Lava { from, direction } => {
                let typed = format!("lava {} {}", from.number(), direction.name()).into();
                let direction = phrasebook.direction(direction).into();
                phrasebook.say(
                    key::HAL_ACTION_LAVA,
                    &[
                        ("segment", segment(from)),
                        ("direction", direction),
                        ("typed", typed),
                    ],
                )
            }
            Action::LeaveLava => phrasebook.say(key::HAL_ACTION_LEAVE_LAVA, &[]),
            Action::Buy(ware) => {
                let shells = phrasebook.printed.cost(ware).into();
                let typed = typed_command("buy", ware.name());
                phrasebook.say(
                    key::HAL_ACTION_BUY,
                    &[
                        ("ware", phrasebook.ware(ware).into()),
                        ("shells", shells),
                        ("typed", typed),
                    ],
                )
            }
            Action::BuyNothing => phrasebook.say(key::HAL_ACTION_BUY_NOTHING, &[]),
        }
    }

    fn open_question(phrasebook: &Phrasebook<'_>, view: &View) -> Option<String> {
        let name = match view.my_step()? {
            Step::Turn => key::PLAY_TURN,
            Step::Shaman => key::HAL_PLAY_SHAMAN,
            Step::Choose => key::HAL_PLAY_CHOOSE,
            Step::Priestess => key::HAL_PLAY_PRIESTESS,
            Step::Purchase => key::HAL_PLAY_PURCHASE,
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => return None,
        };
        Some(phrasebook.say(name, &[]))
    }
}

fn typed_command(verb: &str, name: &str) -> Fill<'static> {
    format!("{verb} {}", name.replace('-', " ")).into()
}
