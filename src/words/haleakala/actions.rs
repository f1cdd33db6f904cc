//! What can be done, as a command and what it means.

use super::{Fill, Teller, segment};
use crate::rules::haleakala::{action::Action, state::Step, view::View};

impl Teller<'_> {
    /// What an action would be.
    pub fn action(&self, action: Action) -> String {
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match action {
            Action::Place { disc, at } => {
                ("place", vec![("disc", disc.number().into()), ("segment", segment(at))])
            }
            Action::Invoke { disc } => ("invoke", vec![("disc", disc.number().into())]),
            Action::Take { disc } => ("take", vec![("disc", disc.number().into())]),
            Action::Boat => ("boat", vec![]),
            Action::Walk(site) => ("walk", vec![("site", self.site(site).into())]),
            Action::Stay => ("stay", vec![]),
            Action::Choose(card) => ("choose", vec![("card", self.card(card).into())]),
            Action::Lava { from, direction } => {
                let direction = self.direction(direction).into();
                ("lava", vec![("segment", segment(from)), ("direction", direction)])
            }
            Action::LeaveLava => ("leave-lava", vec![]),
            Action::Buy(ware) => {
                let shells = self.printed.cost(ware).into();
                ("buy", vec![("ware", self.ware(ware).into()), ("shells", shells)])
            }
            Action::BuyNothing => ("buy-nothing", vec![]),
        };
        self.say(&format!("hal-action-{name}"), &fill)
    }

    /// What the viewer is asked, if anything.
    pub fn question(&self, view: &View) -> Option<String> {
        let name = match view.my_step()? {
            Step::Turn => "play-turn",
            Step::Shaman => "hal-play-shaman",
            Step::Choose => "hal-play-choose",
            Step::Priestess => "hal-play-priestess",
            Step::Purchase => "hal-play-purchase",
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => return None,
        };
        Some(self.say(name, &[]))
    }
}
