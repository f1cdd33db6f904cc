//! A preview plays the choices of a panel on a copy of the game, to show where they lead.
//!
//! A preview goes as far as the player can see ahead: it ends when another player is to act, or
//! before something hidden would be shown. It stops at choices that have a step of their own.
//! Defaults complete the rest; the player can change all of them before the turn is played.

use std::sync::{Arc, OnceLock};

use crate::game::PanelGame;
use crate::labels::seat_view;
use crate::path::PanelPath;
use lanai_host::{Advice, Turn};
use lanai_rules::{Rules, Seat, Viewer};

/// A turn after some choices, played on a copy of the game.
pub struct TurnPreview<G: Rules> {
    /// The game before the turn.
    pub start: G,
    pub turn: Turn<G>,
    /// The game after all actions that reveal nothing hidden.
    pub visible_game: G,
    /// All choices, including the defaults.
    pub path: PanelPath,
    /// The decisions in which there was a choice, and the chosen actions.
    pub decisions: Vec<Decision<G>>,
    /// The positions in the requested path of picks that were not legal.
    pub illegal_pick_indices: Vec<usize>,
    /// The picks of a first action that is not possible.
    pub refused: Vec<String>,
    /// The choices that the player has to make before the turn can go on; empty if none is left.
    pub open_choices: Vec<G::Action>,
    /// The picks that all open choices have in common.
    pub open_keys: Vec<String>,
    /// The legal actions at the start of the turn.
    initial: Arc<LegalActions<G>>,
}

/// Legal actions and their keys, which are computed when first needed.
struct LegalActions<G: Rules> {
    actions: Vec<G::Action>,
    keys: OnceLock<Vec<Vec<String>>>,
}

impl<G: PanelGame> LegalActions<G> {
    fn new(actions: Vec<G::Action>) -> LegalActions<G> {
        LegalActions {
            actions,
            keys: OnceLock::new(),
        }
    }

    /// Returns the actions whose keys agree with the picks.
    fn matching(&self, pick_keys: &[String]) -> Vec<G::Action> {
        if pick_keys.is_empty() {
            return self.actions.clone();
        }
        let keys = self
            .keys
            .get_or_init(|| self.actions.iter().map(G::action_keys).collect());
        let mut matching = Vec::new();
        for (action, keys) in self.actions.iter().zip(keys) {
            if keys.iter().zip(pick_keys).all(|(key, pick)| key == pick) {
                matching.push(*action);
            }
        }
        matching
    }
}

/// A point of the path at which the player had a choice.
pub struct Decision<G: Rules> {
    pub legal: Vec<G::Action>,
    pub action: G::Action,
    /// The game before the decision.
    pub before: G,
    /// The length of the path before the decision.
    pub start: usize,
    /// The length of the path after the decision.
    pub end: usize,
}

/// Follows a path as far as it is legal, and continues with defaults.
pub fn follow_path<G: PanelGame>(turn: Turn<G>, seat: Seat, path: &PanelPath) -> TurnPreview<G> {
    let initial = Arc::new(LegalActions::new(turn.legal()));
    follow_from(initial, turn, seat, path)
}

fn follow_from<G: PanelGame>(
    initial: Arc<LegalActions<G>>,
    turn: Turn<G>,
    seat: Seat,
    path: &PanelPath,
) -> TurnPreview<G> {
    let mut legal = Arc::clone(&initial);
    let mut preview = TurnPreview {
        start: turn.game.clone(),
        visible_game: turn.game.clone(),
        path: path.prefix(0).at_revision(turn.table.revision),
        turn,
        decisions: Vec::new(),
        illegal_pick_indices: Vec::new(),
        refused: Vec::new(),
        open_choices: Vec::new(),
        open_keys: Vec::new(),
        initial,
    };
    let mut pick_keys: &[String] = &path.pick_keys;
    // The loop is short: a turn has a few dozen decisions at most.
    while !preview.turn.is_complete(seat) {
        let Some(action) = preview.next_action(seat, &legal, &path.pick_keys, &mut pick_keys)
        else {
            break;
        };
        if !preview.play(&legal.actions, action) {
            break;
        }
        legal = Arc::new(LegalActions::new(preview.turn.legal()));
    }
    preview
        .illegal_pick_indices
        .extend(path.pick_keys.len() - pick_keys.len()..path.pick_keys.len());
    preview
}

impl<G: PanelGame> TurnPreview<G> {
    /// Returns a preview of the same turn with the given picks.
    pub fn with_pick_keys(&self, seat: Seat, pick_keys: Vec<String>) -> TurnPreview<G> {
        let turn = Turn {
            game: self.start.clone(),
            steps: Vec::new(),
            ..self.turn.clone()
        };
        let path = PanelPath {
            pick_keys,
            ..self.path.clone()
        };
        follow_from(Arc::clone(&self.initial), turn, seat, &path)
    }

    /// Returns the next action, picked or by default; `None` if the player has to choose first.
    ///
    /// In that case, `open_choices` are the actions to choose from.
    ///
    /// Skips illegal picks. The picks after them are kept for the actions that they fit.
    fn next_action(
        &mut self,
        seat: Seat,
        legal: &LegalActions<G>,
        all_pick_keys: &[String],
        pick_keys: &mut &[String],
    ) -> Option<G::Action> {
        let is_first = self.decisions.is_empty();
        // The later picks belong to the first one, so an illegal first pick drops them all.
        let max_skipped = if is_first { 0 } else { pick_keys.len() };
        let position = all_pick_keys.len() - pick_keys.len();
        let skipped = (0..=max_skipped)
            .take_while(|skipped| *skipped < pick_keys.len())
            .find(|skipped| !legal.matching(&pick_keys[*skipped..]).is_empty());
        if let Some(skipped) = skipped {
            self.illegal_pick_indices
                .extend(position..position + skipped);
            *pick_keys = &pick_keys[skipped..];
        } else if is_first {
            self.illegal_pick_indices
                .extend(position..all_pick_keys.len());
            self.refused = pick_keys.to_vec();
            *pick_keys = &[];
        }
        let matching = if skipped.is_some() {
            legal.matching(pick_keys)
        } else {
            legal.actions.clone()
        };
        let has_own_step = skipped.is_none() && matching.iter().any(G::has_own_step);
        if matching.len() > 1 && (is_first || has_own_step) {
            if skipped.is_some() {
                self.open_keys = pick_keys.to_vec();
                *pick_keys = &[];
            }
            self.open_choices = matching;
            return None;
        }
        let action = match matching.as_slice() {
            [only] => *only,
            several => G::default_action(&seat_view(&self.turn, seat), several)?,
        };
        if skipped.is_some() {
            *pick_keys = &pick_keys[G::action_keys(&action).len().min(pick_keys.len())..];
        }
        Some(action)
    }

    /// Returns whether the turn has yet to be begun.
    pub fn is_first_step(&self) -> bool {
        self.decisions.is_empty() && self.open_keys.is_empty()
    }

    /// Returns whether all picks were legal.
    pub fn is_fully_legal(&self) -> bool {
        self.illegal_pick_indices.is_empty()
    }

    /// Returns whether the pick at this position of the path differs from the default.
    pub fn is_deliberate(&self, seat: Seat, position: usize) -> bool {
        let decision = self
            .decisions
            .iter()
            .find(|decision| (decision.start..decision.end).contains(&position));
        decision.is_some_and(|decision| {
            let view = decision.before.view(Viewer::Seat(seat));
            G::default_action(&view, &decision.legal) != Some(decision.action)
        })
    }

    /// Plays an action, and records a decision if there was a choice.
    ///
    /// Returns whether the action was possible.
    fn play(&mut self, legal: &[G::Action], action: G::Action) -> bool {
        let start = self.path.pick_keys.len();
        let before = self.turn.game.clone();
        if self.turn.play(action).is_err() {
            return false;
        }
        if !self.turn.reveals_hidden() {
            self.visible_game = self.turn.game.clone();
        }
        self.path.pick_keys.extend(G::action_keys(&action));
        if legal.len() > 1 {
            self.decisions.push(Decision {
                legal: legal.to_vec(),
                action,
                before,
                start,
                end: self.path.pick_keys.len(),
            });
        }
        true
    }
}

/// Returns the path of an advised turn, and its events before something hidden would be shown.
pub fn follow_advice<G: PanelGame>(
    turn: &Turn<G>,
    start: &PanelPath,
    advice: &Advice<G>,
) -> (PanelPath, Vec<G::Event>) {
    let mut game = turn.game.clone();
    let mut pick_keys = Vec::new();
    let mut events = Vec::new();
    for action in &advice.actions {
        if events.iter().any(G::reveals_hidden) || game.play(*action, &mut events).is_err() {
            break;
        }
        pick_keys.extend(G::action_keys(action));
    }
    (
        start.with_pick_keys(&pick_keys),
        G::foreseeable_events(&events).to_vec(),
    )
}
