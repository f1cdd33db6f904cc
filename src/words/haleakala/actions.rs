//! What can be done, as a command and what it means. Commands are English in every language: where a sentence names
//! pieces, a language that has other names for them takes the command from `typed`.

use super::{Fill, Teller, segment};
use crate::{
    rules::haleakala::{Haleakala, action::Action, state::Step, view::View},
    words::TellActions,
};

impl TellActions for Haleakala {
    fn action(teller: &Teller<'_>, _view: &View, action: &Action) -> String {
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match *action {
            Action::Place { disc, at } => {
                ("place", vec![("disc", disc.number().into()), ("segment", segment(at))])
            }
            Action::Invoke { disc } => ("invoke", vec![("disc", disc.number().into())]),
            Action::Take { disc } => ("take", vec![("disc", disc.number().into())]),
            Action::Boat => ("boat", vec![]),
            Action::Walk(site) => {
                let typed = format!("move {} {}", site.terrain.name(), site.segment.number()).into();
                ("walk", vec![("site", teller.site(site).into()), ("typed", typed)])
            }
            Action::Stay => ("stay", vec![]),
            Action::Choose(card) => {
                ("choose", vec![("card", teller.card(card).into()), ("typed", typed("take", card.name()))])
            }
            Action::Lava { from, direction } => {
                let typed = format!("lava {} {}", from.number(), direction.name()).into();
                let direction = teller.direction(direction).into();
                ("lava", vec![("segment", segment(from)), ("direction", direction), ("typed", typed)])
            }
            Action::LeaveLava => ("leave-lava", vec![]),
            Action::Buy(ware) => {
                let shells = teller.printed.cost(ware).into();
                let typed = typed("buy", ware.name());
                ("buy", vec![("ware", teller.ware(ware).into()), ("shells", shells), ("typed", typed)])
            }
            Action::BuyNothing => ("buy-nothing", vec![]),
        };
        teller.say(&format!("hal-action-{name}"), &fill)
    }

    fn question(teller: &Teller<'_>, view: &View) -> Option<String> {
        let name = match view.my_step()? {
            Step::Turn => "play-turn",
            Step::Shaman => "hal-play-shaman",
            Step::Choose => "hal-play-choose",
            Step::Priestess => "hal-play-priestess",
            Step::Purchase => "hal-play-purchase",
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => return None,
        };
        Some(teller.say(name, &[]))
    }
}

fn typed(verb: &str, name: &str) -> Fill<'static> {
    format!("{verb} {}", name.replace('-', " ")).into()
}
