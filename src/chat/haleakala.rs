//! Haleakala in a chat: the stages of its menus and what its commands can hold.

use super::game::{ActionOption, AtTable, PanelStep, Suggestion};
use super::hawaii::meaning;
use crate::rules::Seat;
use crate::rules::haleakala::Haleakala;
use crate::rules::haleakala::action::{Action, Event};
use crate::rules::haleakala::board::{Direction, Segment, Terrain};
use crate::rules::haleakala::pieces::Disc;
use crate::rules::haleakala::view::View;
use crate::words::haleakala::Teller;
use crate::words::{Fill, TellActions};

impl AtTable for Haleakala {
    fn panel_steps(teller: &Teller<'_>, view: &View, action: &Action) -> Vec<PanelStep> {
        let say = |name: &str| teller.words.say(name, &[]);
        let listed = || Haleakala::action(teller, view, action);
        let one = |key: String, label: String| vec![PanelStep::new(key, label)];
        // A kind of thing to do, and with which disc.
        let pair = |kind: [&str; 2], which: Disc| {
            let disc = PanelStep::new(which.number().to_string(), disc(teller, which));
            vec![PanelStep::new(kind[0], say(kind[1])), disc]
        };
        match *action {
            Action::Place { disc, at } => {
                let mut steps = pair(["p", "chat-kind-place"], disc);
                steps.push(PanelStep::new(at.number().to_string(), beach(teller, view, at)));
                steps
            }
            Action::Invoke { disc } => pair(["i", "chat-kind-invoke"], disc),
            Action::Take { disc } => pair(["t", "chat-kind-take"], disc),
            Action::Boat => vec![PanelStep::new("b", say("chat-kind-boat"))],
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                one(format!("w{terrain}{}", site.segment.number()), teller.site(site))
            }
            Action::Stay => one("w".to_owned(), meaning(&listed())),
            Action::Choose(card) => one(format!("c{}", card.name().replace('-', "")), teller.card(card)),
            Action::Lava { from, direction } => {
                let way = if direction == Direction::Clockwise { "c" } else { "a" };
                one(format!("v{}{way}", from.number()), listed())
            }
            Action::LeaveLava => one("v".to_owned(), listed()),
            Action::Buy(ware) => one(format!("s{}", ware.name()), listed()),
            Action::BuyNothing => one("n".to_owned(), listed()),
        }
    }

    fn suggestion(
        teller: &Teller<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        let listed = || Haleakala::action(teller, view, action);
        match (wanted, *action) {
            (ActionOption::Disc, Action::Place { disc, .. } | Action::Invoke { disc }) => {
                Some(Suggestion::new(self::disc(teller, disc), disc.number()))
            }
            (ActionOption::Beach, Action::Place { at, .. }) => {
                Some(Suggestion::new(beach(teller, view, at), at.number()))
            }
            (ActionOption::Take, Action::Take { disc }) => {
                Some(Suggestion::new(self::disc(teller, disc), disc.number().to_string()))
            }
            (ActionOption::Take, Action::Choose(card)) => {
                Some(Suggestion::new(teller.card(card), card.name()))
            }
            (ActionOption::MoveTo, Action::Walk(site)) => {
                let value = format!("{} {}", site.terrain.name(), site.segment.number());
                Some(Suggestion::new(teller.site(site), value))
            }
            (ActionOption::MoveTo, Action::Stay) => Some(Suggestion::new(meaning(&listed()), "stay")),
            (ActionOption::MoveTo, Action::Lava { from, direction }) => {
                let typed = format!("lava {} {}", from.number(), direction.name());
                Some(Suggestion::new(listed(), typed))
            }
            (ActionOption::BuyWhat, Action::Buy(ware)) => {
                let fill = [("ware", Fill::from(teller.ware(ware)))];
                Some(Suggestion::new(teller.words.say("chat-ware", &fill), ware.name()))
            }
            (ActionOption::BuyWhat, Action::BuyNothing) => {
                Some(Suggestion::new(meaning(&listed()), "nothing"))
            }
            _ => None,
        }
    }

    fn agrees(typed: &Action, action: &Action, wanted: ActionOption) -> bool {
        match (typed, action, wanted) {
            (Action::Place { disc, .. }, Action::Place { disc: other, .. }, ActionOption::Beach) => {
                disc == other
            }
            _ => true,
        }
    }

    /// All that a player has lies open.
    fn purse(_teller: &Teller<'_>, _view: &View, _seat: Seat) -> Option<String> {
        None
    }

    /// What a turn costs, in shells, is among what happens.
    fn sum_up(_teller: &Teller<'_>, _events: &[Event], _seat: Seat) -> Option<String> {
        None
    }
}

fn disc(teller: &Teller<'_>, disc: Disc) -> String {
    teller.words.say("chat-disc", &[("disc", disc.number().into())])
}

/// A beach, and whether the boat lies there.
fn beach(teller: &Teller<'_>, view: &View, at: Segment) -> String {
    let name = if at == view.boat { "chat-beach-boat" } else { "chat-beach" };
    teller.words.say(name, &[("segment", at.number().into())])
}
