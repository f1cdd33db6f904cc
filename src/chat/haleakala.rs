//! Haleakala in a chat: the stages of its menus and what its commands can hold.

use super::{
    game::{ActionOption, AtTable, PanelStep, Suggestion},
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
    words::{Fill, Tell, haleakala::Teller},
};

impl AtTable for Haleakala {
    fn panel_steps(teller: &Teller<'_>, view: &View, action: &Action) -> Vec<PanelStep> {
        let say = |name: &str| teller.words.say(name, &[]);
        let disc = |number: u8| teller.words.say("chat-disc", &[("disc", number.into())]);
        let whole =
            |key: String| vec![PanelStep::new(key, meaning(&Haleakala::action(teller, view, action)))];
        match *action {
            Action::Place { disc: which, at } => {
                let beach = if at == view.boat { "chat-beach-boat" } else { "chat-beach" };
                let beach = teller.words.say(beach, &[("segment", at.number().into())]);
                vec![
                    PanelStep::new("p", say("chat-kind-place")),
                    PanelStep::new(which.number().to_string(), disc(which.number())),
                    PanelStep::new(at.number().to_string(), beach),
                ]
            }
            Action::Invoke { disc: which } => vec![
                PanelStep::new("i", say("chat-kind-invoke")),
                PanelStep::new(which.number().to_string(), disc(which.number())),
            ],
            Action::Take { disc: which } => vec![
                PanelStep::new("t", say("chat-kind-take")),
                PanelStep::new(which.number().to_string(), disc(which.number())),
            ],
            Action::Boat => vec![PanelStep::new("b", say("chat-kind-boat"))],
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                vec![PanelStep::new(format!("w{terrain}{}", site.segment.number()), teller.site(site))]
            }
            Action::Stay => whole("w".to_owned()),
            Action::Choose(card) => vec![PanelStep::new(format!("c{}", card_key(card)), teller.card(card))],
            Action::Lava { from, direction } => {
                let way = if direction == Direction::Clockwise { "c" } else { "a" };
                let label = Haleakala::action(teller, view, action);
                vec![PanelStep::new(format!("v{}{way}", from.number()), label)]
            }
            Action::LeaveLava => vec![PanelStep::new("v", Haleakala::action(teller, view, action))],
            Action::Buy(ware) => {
                vec![PanelStep::new(ware_key(ware), Haleakala::action(teller, view, action))]
            }
            Action::BuyNothing => vec![PanelStep::new("n", Haleakala::action(teller, view, action))],
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
                Some(Suggestion::new(teller.card(card), card_word(card)))
            }
            (ActionOption::MoveTo, Action::Walk(site)) => {
                let value = format!("{} {}", terrain_word(site.terrain), site.segment.number());
                Some(Suggestion::new(teller.site(site), value))
            }
            (ActionOption::MoveTo, Action::Stay) => Some(Suggestion::new(meaning(&listed()), "stay")),
            (ActionOption::MoveTo, Action::Lava { from, direction }) => {
                let way = if direction == Direction::Clockwise { "clockwise" } else { "counterclockwise" };
                Some(Suggestion::new(listed(), format!("lava {} {way}", from.number())))
            }
            (ActionOption::BuyWhat, Action::Buy(ware)) => {
                let fill = [("ware", Fill::from(teller.ware(ware)))];
                Some(Suggestion::new(teller.words.say("chat-ware", &fill), ware_word(ware)))
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

fn terrain_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Grassland => "grassland",
        Terrain::Forest => "forest",
        Terrain::Mountain => "mountain",
    }
}

/// The word by which a command takes a card, and a button names it.
fn card_word(card: Card) -> String {
    use crate::rules::haleakala::pieces::Keepsake;
    match card {
        Card::Statue => "statue".to_owned(),
        Card::Priestess => "lava-priestess".to_owned(),
        Card::Shell => "shell".to_owned(),
        Card::Lava => "lava".to_owned(),
        Card::Kept(Keepsake::WhitePearl) => "white-pearl".to_owned(),
        Card::Kept(Keepsake::BlackPearl) => "black-pearl".to_owned(),
        Card::Kept(Keepsake::Nautilus) => "nautilus".to_owned(),
        Card::Kept(kept) => format!("fish-{}", kept.baskets()),
    }
}

fn card_key(card: Card) -> String {
    card_word(card).replace('-', "")
}

fn ware_word(ware: Ware) -> &'static str {
    use crate::rules::haleakala::pieces::ScoringCard;
    match ware {
        Ware::Card(ScoringCard::Butterflies) => "butterflies",
        Ware::Card(ScoringCard::StatueMajority) => "statue-majority",
        Ware::Card(ScoringCard::CompleteSegment) => "complete-segment",
        Ware::Card(ScoringCard::Forest) => "forest-statues",
        Ware::Card(ScoringCard::Mountain) => "mountain-statues",
        Ware::Priestess => "lava-priestess",
    }
}

fn ware_key(ware: Ware) -> String {
    format!("s{}", ware_word(ware))
}
