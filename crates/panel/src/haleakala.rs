//! Implements [`PanelGame`] for Haleakala: the lists of choices, and the options of commands.
//!
//! The texts of choices are in `choices`.

mod choices;

use crate::game::{ActionOption, BoardButton, PanelGame, Suggestion};
use crate::key;
use crate::labels::without_command;
use lanai_render::Art;
use lanai_render::haleakala::{card_art, ware_art};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Segment, Terrain};
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Ware};
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;
use lanai_text::input::InputError;
use lanai_text::{Fill, TellActions};

impl PanelGame for Haleakala {
    fn action_keys(action: &Action) -> Vec<String> {
        match *action {
            Action::Place { disc, at } => vec![
                "p".to_owned(),
                disc.number().to_string(),
                at.number().to_string(),
            ],
            Action::Invoke { disc } => vec!["i".to_owned(), disc.number().to_string()],
            Action::Take { disc } => vec!["t".to_owned(), disc.number().to_string()],
            Action::Boat => vec!["b".to_owned()],
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                vec![format!("w{terrain}{}", site.segment.number())]
            }
            Action::Stay => vec!["w".to_owned()],
            Action::Choose(card) => vec![format!("c{}", card.name().replace('-', ""))],
            Action::Lava { from, direction } => {
                let direction = if direction == Direction::Clockwise {
                    "c"
                } else {
                    "a"
                };
                vec![format!("v{}{direction}", from.number())]
            }
            Action::LeaveLava => vec!["v".to_owned()],
            Action::Buy(ware) => vec![format!("s{}", ware.name())],
            Action::BuyNothing => vec!["n".to_owned()],
        }
    }

    /// Returns a row to place number discs, rows of possible invocations and takings, and the boat.
    fn board_rows(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<Vec<BoardButton<Action>>> {
        if view.my_step() != Some(Step::Turn) {
            return Vec::new();
        }
        let words = phrasebook.words;
        let mut place = Vec::new();
        let mut invoke = Vec::new();
        let mut take = Vec::new();
        for disc in Disc::all() {
            let fill = [("disc", disc.number().into())];
            let at = view.boat;
            let label = words.say(key::PANEL_SPOT_DISC, &fill);
            place.push(BoardButton {
                keys: vec!["p".to_owned(), disc.number().to_string()],
                action: Action::Place { disc, at },
                has_letter: false,
                label: label.clone(),
                name: label,
            });
            let invocation = Action::Invoke { disc };
            if view.legal.contains(&invocation) {
                let label = words.say(key::PANEL_SPOT_INVOKE, &fill);
                invoke.push(BoardButton::of_action::<Haleakala>(
                    invocation,
                    label.clone(),
                    label,
                ));
            }
            let taking = Action::Take { disc };
            if view.legal.contains(&taking) {
                // The picture shows where the disc lies, and has the same number beside it.
                let label = format!("{} ↩", disc.number());
                let name = choices::choice_label(phrasebook, view, taking);
                take.push(BoardButton::of_action::<Haleakala>(taking, label, name));
            }
        }
        let boat = words.say(key::PANEL_KIND_BOAT, &[]);
        vec![
            place,
            invoke,
            take,
            vec![BoardButton::of_action::<Haleakala>(
                Action::Boat,
                boat.clone(),
                boat,
            )],
        ]
    }

    fn started_pick(error: &InputError) -> Option<Vec<String>> {
        let InputError::MissingBeach(disc) = error else {
            return None;
        };
        Some(vec!["p".to_owned(), disc.number().to_string()])
    }

    /// Returns the beach for a placement, whatever the disc, and the keys of other marked actions.
    fn board_spot(action: &Action) -> Option<String> {
        match action {
            Action::Place { at, .. } => Some(at.number().to_string()),
            Action::Take { .. }
            | Action::Walk(_)
            | Action::Choose(_)
            | Action::Lava { .. }
            | Action::Buy(_) => Some(Haleakala::action_keys(action).concat()),
            Action::Invoke { .. }
            | Action::Boat
            | Action::Stay
            | Action::LeaveLava
            | Action::BuyNothing => None,
        }
    }

    fn lettered_spots(_view: &View) -> Vec<String> {
        Segment::all().map(|at| at.number().to_string()).collect()
    }

    fn is_recurring(action: &Action) -> bool {
        matches!(
            action,
            Action::Choose(_) | Action::Buy(_) | Action::BuyNothing
        )
    }

    /// Returns the action that declines an optional action or, if there is none, the first action.
    fn default_action(_view: &View, legal: &[Action]) -> Option<Action> {
        let decline = legal.iter().find(|action| {
            matches!(
                action,
                Action::Stay | Action::LeaveLava | Action::BuyNothing
            )
        });
        decline.or(legal.first()).copied()
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others have the same name"
    )]
    fn change_label(phrasebook: &Phrasebook<'_>, _view: &View, action: &Action) -> String {
        let name = match action {
            Action::Walk(_) | Action::Stay => key::PANEL_CHANGE_WALK,
            Action::Choose(_) => key::PANEL_CHANGE_CARD,
            Action::Lava { .. } | Action::LeaveLava => key::PANEL_CHANGE_LAVA,
            Action::Buy(_) | Action::BuyNothing => key::PANEL_CHANGE_PURCHASE,
            _ => key::PANEL_CHANGE,
        };
        phrasebook.words.say(name, &[])
    }

    fn choice_label(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        choices::choice_label(phrasebook, view, *action)
    }

    /// Returns the direction of a lava flow, or the card that is bought.
    fn short_label(phrasebook: &Phrasebook<'_>, action: &Action) -> Option<String> {
        match action {
            Action::Lava { direction, .. } => Some(match direction {
                Direction::Clockwise => "↻".to_owned(),
                Direction::Counterclockwise => "↺".to_owned(),
            }),
            Action::Buy(ware) => Some(phrasebook.ware(*ware)),
            Action::Place { .. }
            | Action::Invoke { .. }
            | Action::Take { .. }
            | Action::Boat
            | Action::Walk(_)
            | Action::Stay
            | Action::Choose(_)
            | Action::LeaveLava
            | Action::BuyNothing => None,
        }
    }

    fn piece_art(_view: &View, action: &Action) -> Option<Art> {
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

    fn suggest(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        action: &Action,
        wanted: ActionOption,
    ) -> Option<Suggestion> {
        match (wanted, *action) {
            (ActionOption::Disc, Action::Place { disc, .. } | Action::Invoke { disc }) => {
                Some(Suggestion::new(disc_name(phrasebook, disc), disc.number()))
            }
            (ActionOption::Beach, Action::Place { at, .. }) => Some(Suggestion::new(
                beach_name(phrasebook, view, at),
                at.number(),
            )),
            (ActionOption::Take, Action::Take { disc }) => Some(Suggestion::new(
                disc_name(phrasebook, disc),
                disc.number().to_string(),
            )),
            (ActionOption::Take, Action::Choose(card)) => {
                Some(Suggestion::new(phrasebook.card(card), card.name()))
            }
            (ActionOption::MoveTo, Action::Walk(site)) => {
                let value = format!("{} {}", site.terrain.name(), site.segment.number());
                Some(Suggestion::new(phrasebook.site(site), value))
            }
            (ActionOption::MoveTo, Action::Stay) => Some(Suggestion::new(
                without_command(&Haleakala::describe_action(phrasebook, view, action)),
                "stay",
            )),
            (ActionOption::MoveTo, Action::Lava { from, direction }) => {
                let typed = format!("lava {} {}", from.number(), direction.name());
                Some(Suggestion::new(
                    Haleakala::describe_action(phrasebook, view, action),
                    typed,
                ))
            }
            (ActionOption::BuyWhat, Action::Buy(ware)) => {
                let fill = [("ware", Fill::from(phrasebook.ware(ware)))];
                Some(Suggestion::new(
                    phrasebook.words.say(key::PANEL_WARE, &fill),
                    ware.name(),
                ))
            }
            (ActionOption::BuyWhat, Action::BuyNothing) => Some(Suggestion::new(
                without_command(&Haleakala::describe_action(phrasebook, view, action)),
                "nothing",
            )),
            _ => None,
        }
    }

    fn agrees_with_typed(typed: &Action, action: &Action, wanted: ActionOption) -> bool {
        match (typed, action, wanted) {
            (
                Action::Place { disc, .. },
                Action::Place { disc: other, .. },
                ActionOption::Beach,
            ) => disc == other,
            _ => true,
        }
    }

    fn find_piece(phrasebook: &Phrasebook<'_>, kind: &str, piece: &str) -> Option<(String, Art)> {
        if kind == "ware" {
            let ware = Ware::ALL.into_iter().find(|ware| ware.name() == piece)?;
            return Some((phrasebook.ware(ware), ware_art(ware)));
        }
        let keepsakes = Keepsake::ALL.map(Card::Kept);
        let plain = [Card::Statue, Card::Priestess, Card::Shell, Card::Lava];
        let card = keepsakes
            .into_iter()
            .chain(plain)
            .find(|card| card.name() == piece)?;
        Some((phrasebook.card(card), card_art(card)))
    }

    /// Returns `None`, because everything that a player has is public.
    fn purse_line(_phrasebook: &Phrasebook<'_>, _view: &View, _seat: Seat) -> Option<String> {
        None
    }
}

fn disc_name(phrasebook: &Phrasebook<'_>, disc: Disc) -> String {
    phrasebook
        .words
        .say(key::CHAT_DISC, &[("disc", disc.number().into())])
}

/// Names a beach, and says whether the boat is there.
fn beach_name(phrasebook: &Phrasebook<'_>, view: &View, at: Segment) -> String {
    let name = if at == view.boat {
        key::PANEL_BEACH_BOAT
    } else {
        key::PANEL_BEACH
    };
    phrasebook
        .words
        .say(name, &[("segment", at.number().into())])
}
