//! Haleakala in a chat: the stages of its menus and what its commands can hold.

use super::{
    game::{ActionOption, AtTable, Stage, Suggestion},
    hawaii::meaning,
};
use crate::{
    rules::{
        Seat,
        haleakala::{
            Haleakala,
            action::{Action, Event},
            board::{Direction, Terrain},
            pieces::{Card, Ware},
            view::View,
        },
    },
    words::{Fill, TellActions, haleakala::Teller},
};

impl AtTable for Haleakala {
    fn stages(teller: &Teller<'_>, view: &View, action: &Action) -> Vec<Stage> {
        let say = |name: &str| teller.words.say(name, &[]);
        let disc = |number: u8| teller.words.say("chat-disc", &[("disc", number.into())]);
        let whole = |key: String| vec![Stage::new(key, meaning(&Haleakala::action(teller, view, action)))];
        match *action {
            Action::Place { disc: which, at } => {
                let beach = if at == view.boat { "chat-beach-boat" } else { "chat-beach" };
                let beach = teller.words.say(beach, &[("segment", at.number().into())]);
                vec![
                    Stage::new("p", say("chat-kind-place")),
                    Stage::new(which.number().to_string(), disc(which.number())),
                    Stage::new(at.number().to_string(), beach),
                ]
            }
            Action::Invoke { disc: which } => vec![
                Stage::new("i", say("chat-kind-invoke")),
                Stage::new(which.number().to_string(), disc(which.number())),
            ],
            Action::Take { disc: which } => vec![
                Stage::new("t", say("chat-kind-take")),
                Stage::new(which.number().to_string(), disc(which.number())),
            ],
            Action::Boat => vec![Stage::new("b", say("chat-kind-boat"))],
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                vec![Stage::new(format!("w{terrain}{}", site.segment.number()), teller.site(site))]
            }
            Action::Stay => whole("w".to_owned()),
            Action::Choose(card) => vec![Stage::new(format!("c{}", card_key(card)), teller.card(card))],
            Action::Lava { from, direction } => {
                let way = if direction == Direction::Clockwise { "c" } else { "a" };
                let label = Haleakala::action(teller, view, action);
                vec![Stage::new(format!("v{}{way}", from.number()), label)]
            }
            Action::LeaveLava => vec![Stage::new("v", Haleakala::action(teller, view, action))],
            Action::Buy(ware) => vec![Stage::new(ware_key(ware), Haleakala::action(teller, view, action))],
            Action::BuyNothing => vec![Stage::new("n", Haleakala::action(teller, view, action))],
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
                let label = teller.words.say("chat-disc", &[("disc", disc.number().into())]);
                Some(Suggestion::new(label, disc.number()))
            }
            (ActionOption::Beach, Action::Place { at, .. }) => {
                let beach = if at == view.boat { "chat-beach-boat" } else { "chat-beach" };
                let label = teller.words.say(beach, &[("segment", at.number().into())]);
                Some(Suggestion::new(label, at.number()))
            }
            (ActionOption::Take, Action::Take { disc }) => {
                let label = teller.words.say("chat-disc", &[("disc", disc.number().into())]);
                Some(Suggestion::new(label, disc.number().to_string()))
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

fn card_key(card: Card) -> String {
    card.name().replace('-', "")
}

fn ware_key(ware: Ware) -> String {
    format!("s{}", ware.name())
}
