//! Haleakala in a chat: how its choices are listed, and what its commands can hold. What choices say is in `choices`.

mod choices;

use crate::cards::game::{ActionOption, AtTable, Suggestion};
use crate::cards::hawaii::meaning;
use lanai_render::Art;
use lanai_render::haleakala::{card_art, ware_art};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Event, Refusal};
use lanai_rules::haleakala::board::{Direction, Segment, Terrain};
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Ware};
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;
use lanai_text::{Fill, TellActions};

impl AtTable for Haleakala {
    const MENUS: &'static [&'static str] = &[
        "chat-menu-place",
        "chat-menu-invoke",
        "chat-menu-take",
        "chat-menu-boat",
        "chat-menu",
    ];

    fn keys(action: &Action) -> Vec<String> {
        let kind = |kind: &str, disc: Disc| vec![kind.to_owned(), disc.number().to_string()];
        let one = |key: String| vec![key];
        match *action {
            Action::Place { disc, at } => [kind("p", disc), one(at.number().to_string())].concat(),
            Action::Invoke { disc } => kind("i", disc),
            Action::Take { disc } => kind("t", disc),
            Action::Boat => one("b".to_owned()),
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                one(format!("w{terrain}{}", site.segment.number()))
            }
            Action::Stay => one("w".to_owned()),
            Action::Choose(card) => one(format!("c{}", card.name().replace('-', ""))),
            Action::Lava { from, direction } => {
                let way = if direction == Direction::Clockwise {
                    "c"
                } else {
                    "a"
                };
                one(format!("v{}{way}", from.number()))
            }
            Action::LeaveLava => one("v".to_owned()),
            Action::Buy(ware) => one(format!("s{}", ware.name())),
            Action::BuyNothing => one("n".to_owned()),
        }
    }

    fn rank(_view: &View, action: &Action) -> (usize, usize) {
        let menu = match action {
            Action::Place { .. } => 0,
            Action::Invoke { .. } => 1,
            Action::Take { .. } => 2,
            Action::Boat => 3,
            Action::Walk(_)
            | Action::Stay
            | Action::Choose(_)
            | Action::Lava { .. }
            | Action::LeaveLava
            | Action::Buy(_)
            | Action::BuyNothing => 4,
        };
        (menu, 0)
    }

    /// Which card one takes is what the boat is moved for, and where the shaman walks what discs are moved for.
    fn joins(action: &Action) -> bool {
        matches!(action, Action::Choose(_) | Action::Walk(_) | Action::Stay)
    }

    fn join(first: &str, second: String) -> String {
        format!("{first} › {second}")
    }

    /// All discs that can be placed on a beach have one letter there.
    fn spot(action: &Action) -> Option<String> {
        match action {
            Action::Place { at, .. } => Some(at.number().to_string()),
            Action::Take { .. }
            | Action::Walk(_)
            | Action::Choose(_)
            | Action::Lava { .. }
            | Action::Buy(_) => Some(Haleakala::keys(action).concat()),
            Action::Invoke { .. }
            | Action::Boat
            | Action::Stay
            | Action::LeaveLava
            | Action::BuyNothing => None,
        }
    }

    fn recurs(action: &Action) -> bool {
        matches!(
            action,
            Action::Choose(_) | Action::Buy(_) | Action::BuyNothing
        )
    }

    /// Declines everything optional by default.
    fn usual(_view: &View, legal: &[Action]) -> Option<Action> {
        let calm = |action: &&Action| {
            matches!(
                action,
                Action::Stay | Action::LeaveLava | Action::BuyNothing
            )
        };
        legal.iter().find(calm).or(legal.first()).copied()
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are told by one name"
    )]
    fn change(phrasebook: &Phrasebook<'_>, _view: &View, action: &Action) -> String {
        let name = match action {
            Action::Walk(_) | Action::Stay => "chat-change-walk",
            Action::Choose(_) => "chat-change-card",
            Action::Lava { .. } | Action::LeaveLava => "chat-change-lava",
            Action::Buy(_) | Action::BuyNothing => "chat-change-purchase",
            _ => "chat-change",
        };
        phrasebook.words.say(name, &[])
    }

    fn choice(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        choices::choice(phrasebook, view, *action)
    }

    fn piece(_view: &View, action: &Action) -> Option<Art> {
        match *action {
            Action::Place { .. } | Action::Take { .. } => Some(Art::Disc),
            Action::Invoke { .. } => Some(Art::DiscInvocation),
            Action::Boat => Some(Art::Fisher),
            Action::Walk(_) => Some(Art::Shaman),
            Action::Choose(card) => Some(card_art(card)),
            Action::Lava { .. } => Some(Art::LavaDisc),
            Action::Buy(ware) => Some(ware_art(ware)),
            Action::Stay | Action::LeaveLava | Action::BuyNothing => None,
        }
    }

    fn outcome(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        events: &[Event],
        seat: Seat,
    ) -> Vec<String> {
        choices::outcome(phrasebook, view, events, seat)
    }

    /// What cannot be done for want of shells is seen beside the display.
    fn wishes(_view: &View) -> Vec<Action> {
        Vec::new()
    }

    fn lack(_teller: &Phrasebook<'_>, _wish: &Action, _refusal: &Refusal) -> Option<String> {
        None
    }

    fn suggestion(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        let listed = || Haleakala::action(phrasebook, view, action);
        match (wanted, *action) {
            (ActionOption::Disc, Action::Place { disc, .. } | Action::Invoke { disc }) => {
                Some(Suggestion::new(self::disc(phrasebook, disc), disc.number()))
            }
            (ActionOption::Beach, Action::Place { at, .. }) => {
                Some(Suggestion::new(beach(phrasebook, view, at), at.number()))
            }
            (ActionOption::Take, Action::Take { disc }) => Some(Suggestion::new(
                self::disc(phrasebook, disc),
                disc.number().to_string(),
            )),
            (ActionOption::Take, Action::Choose(card)) => {
                Some(Suggestion::new(phrasebook.card(card), card.name()))
            }
            (ActionOption::MoveTo, Action::Walk(site)) => {
                let value = format!("{} {}", site.terrain.name(), site.segment.number());
                Some(Suggestion::new(phrasebook.site(site), value))
            }
            (ActionOption::MoveTo, Action::Stay) => {
                Some(Suggestion::new(meaning(&listed()), "stay"))
            }
            (ActionOption::MoveTo, Action::Lava { from, direction }) => {
                let typed = format!("lava {} {}", from.number(), direction.name());
                Some(Suggestion::new(listed(), typed))
            }
            (ActionOption::BuyWhat, Action::Buy(ware)) => {
                let fill = [("ware", Fill::from(phrasebook.ware(ware)))];
                Some(Suggestion::new(
                    phrasebook.words.say("chat-ware", &fill),
                    ware.name(),
                ))
            }
            (ActionOption::BuyWhat, Action::BuyNothing) => {
                Some(Suggestion::new(meaning(&listed()), "nothing"))
            }
            _ => None,
        }
    }

    fn agrees(typed: &Action, action: &Action, wanted: ActionOption) -> bool {
        match (typed, action, wanted) {
            (
                Action::Place { disc, .. },
                Action::Place { disc: other, .. },
                ActionOption::Beach,
            ) => disc == other,
            _ => true,
        }
    }

    fn liked(phrasebook: &Phrasebook<'_>, kind: &str, piece: &str) -> Option<(String, Art)> {
        if kind == "ware" {
            let ware = Ware::ALL.into_iter().find(|ware| ware.name() == piece)?;
            return Some((phrasebook.ware(ware), ware_art(ware)));
        }
        let kept = Keepsake::ALL.map(Card::Kept);
        let plain = [Card::Statue, Card::Priestess, Card::Shell, Card::Lava];
        let card = kept
            .into_iter()
            .chain(plain)
            .find(|card| card.name() == piece)?;
        Some((phrasebook.card(card), card_art(card)))
    }

    /// All that a player has lies open.
    fn purse(_teller: &Phrasebook<'_>, _view: &View, _seat: Seat) -> Option<String> {
        None
    }
}

fn disc(phrasebook: &Phrasebook<'_>, disc: Disc) -> String {
    phrasebook
        .words
        .say("chat-disc", &[("disc", disc.number().into())])
}

/// A beach, and whether the boat lies there.
fn beach(phrasebook: &Phrasebook<'_>, view: &View, at: Segment) -> String {
    let name = if at == view.boat {
        "chat-beach-boat"
    } else {
        "chat-beach"
    };
    phrasebook
        .words
        .say(name, &[("segment", at.number().into())])
}
