//! Lists what a step of a panel offers: each choice with its price, its gain and the state
//! afterwards.

use crate::game::PanelGame;
use crate::turn_preview::{Decision, TurnPreview};
use lanai_render::Art;
use lanai_rules::{Seat, Viewer};
use lanai_text::Phrasebook;

/// A choice of a panel, and what the turn costs and brings with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer<A> {
    pub action: A,
    pub pick_keys: Vec<String>,
    pub label: String,
    /// The effect of the offered piece, if it has one.
    pub effect: Option<String>,
    /// What the turn costs and brings, and the state afterwards.
    pub outcome: String,
    pub piece: Option<Art>,
}

/// Lists what is offered in a turn.
pub struct OfferLister<'a, G: PanelGame> {
    /// The phrasebook for buttons, whose names suit places without formatting.
    pub phrasebook: &'a Phrasebook<'a, G>,
    /// The phrasebook for text, with formatted names and emojis of pieces.
    pub message: &'a Phrasebook<'a, G>,
    pub preview: &'a TurnPreview<G>,
    pub seat: Seat,
    /// The game before the turn, as its player sees it.
    pub start: G::View,
}

impl<G: PanelGame> OfferLister<'_, G> {
    /// Lists the open choices in the order of the board.
    pub fn list_sorted(&self) -> Vec<G::Action> {
        let view = self.view(&self.preview.turn.game);
        let mut actions = self.preview.open_choices.clone();
        actions.sort_by_key(|action| G::list_position(&view, action));
        actions
    }

    /// Lists the open choices. Those that differ from an earlier one only in a detail come last.
    pub fn list_open(&self) -> Vec<G::Action> {
        let actions = self.list_sorted();
        let mut main_keys: Vec<Vec<String>> = Vec::new();
        let mut details = Vec::new();
        let mut choices = Vec::new();
        for action in actions {
            let main_key = G::main_keys(&action);
            if main_keys.contains(&main_key) {
                details.push(action);
            } else {
                main_keys.push(main_key);
                choices.push(action);
            }
        }
        choices.extend(details);
        choices
    }

    /// Returns the label of an open choice.
    pub fn label(&self, action: &G::Action) -> String {
        let view = self.view(&self.preview.turn.game);
        G::choice_label(self.phrasebook, &view, action)
    }

    /// Returns an open choice with its outcome.
    pub fn offer(&self, action: G::Action) -> Offer<G::Action> {
        let view = self.view(&self.preview.turn.game);
        let pick_keys = G::action_keys(&action);
        let preview = self.preview_change(self.preview.path.pick_keys.len(), &pick_keys);
        let events = preview.turn.foreseeable_events();
        let outcome = G::outcome_parts(self.message, &self.start, &events, self.seat);
        Offer {
            action,
            pick_keys,
            label: self.label(&action),
            effect: G::describe_action_effect(self.message, &view, &action),
            outcome: outcome.join(" · "),
            piece: G::piece_art(&view, &action),
        }
    }

    /// Lists the alternatives of a decision, without their outcomes.
    ///
    /// Later picks of the path are kept where possible.
    pub fn list_changes(&self, decision: &Decision<G>) -> Vec<Offer<G::Action>> {
        let view = self.view(&decision.before);
        let later_pick_keys = &self.preview.path.pick_keys[decision.end..];
        let mut actions = decision.legal.clone();
        actions.retain(|action| *action != decision.action);
        actions.sort_by_key(|action| G::list_position(&view, action));
        let mut offers = Vec::new();
        for action in actions {
            let keys = G::action_keys(&action);
            let pick_keys = [&keys, later_pick_keys].concat();
            let preview = self.preview_change(decision.start, &pick_keys);
            offers.push(Offer {
                action,
                pick_keys: self.drop_illegal_defaults(pick_keys, &preview, decision, keys.len()),
                label: G::choice_label(self.phrasebook, &view, &action),
                effect: None,
                outcome: String::new(),
                piece: None,
            });
        }
        offers
    }

    /// Drops default picks that the change makes illegal.
    ///
    /// Deliberate picks stay on the path even if they are illegal, because the player would miss
    /// them.
    fn drop_illegal_defaults(
        &self,
        pick_keys: Vec<String>,
        preview: &TurnPreview<G>,
        changed: &Decision<G>,
        changed_keys: usize,
    ) -> Vec<String> {
        let mut remaining = Vec::new();
        for (at, pick) in pick_keys.into_iter().enumerate() {
            let is_legal = !preview.illegal_pick_indices.contains(&(changed.start + at));
            if is_legal
                || at < changed_keys
                || self
                    .preview
                    .is_deliberate(self.seat, changed.end + at - changed_keys)
            {
                remaining.push(pick);
            }
        }
        remaining
    }

    /// Returns the preview of a path that is replaced from `position` on.
    fn preview_change(&self, position: usize, pick_keys: &[String]) -> TurnPreview<G> {
        let path = [&self.preview.path.pick_keys[..position], pick_keys].concat();
        self.preview.with_pick_keys(self.seat, path)
    }

    fn view(&self, game: &G) -> G::View {
        game.view(Viewer::Seat(self.seat))
    }
}
