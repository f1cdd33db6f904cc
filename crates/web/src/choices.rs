//! What can be chosen, as data for the page. It is what the panel of the chat offers.

use serde::Serialize;

use crate::key;
use lanai_panel::{
    Decision, OfferLister, PanelGame, SpotMarks, TurnPreview, describe_briefly, seat_view,
};
use lanai_render::Area;
use lanai_rules::{Seat, Viewer};
use lanai_text::{Phrasebook, Scene};

/// A step of a turn: spots of the board, a list of choices, or the whole turn before it is played.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepData {
    is_ahead: bool,
    picks: Vec<String>,
    question: Option<String>,
    spots: Vec<ChoiceData>,
    choices: Vec<ChoiceData>,
    confirmation: Option<ConfirmationData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChoiceData {
    /// The whole path from the beginning of the turn.
    picks: Vec<String>,
    letter: Option<String>,
    label: String,
    outcome: String,
    effect: Option<String>,
    area: Option<AreaData>,
    is_possible: bool,
    /// Why the choice is impossible.
    reason: Option<String>,
}

#[derive(Serialize)]
struct ConfirmationData {
    story: String,
    outcome: String,
    effects: Vec<String>,
    warning: Option<String>,
    groups: Vec<GroupData>,
}

/// Alternatives to one decision of the turn.
#[derive(Serialize)]
struct GroupData {
    name: String,
    choices: Vec<ChoiceData>,
}

/// A part of a picture, in fractions of its width and height.
#[derive(Clone, Serialize)]
pub(crate) struct AreaData {
    scene: &'static str,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl AreaData {
    fn new(scene: &'static str, area: Area) -> AreaData {
        AreaData {
            scene,
            left: area.left,
            top: area.top,
            width: area.width,
            height: area.height,
        }
    }

    /// Returns the part of the board, or of the player's realm, that stands for a first choice.
    fn find_start<G: PanelGame>(
        view: &G::View,
        action: &G::Action,
        seat: Seat,
    ) -> Option<AreaData> {
        match G::find_start_area(view, action) {
            Some(area) => Some(AreaData::new("board", area)),
            None => AreaData::find::<G>(view, action, Some(seat)),
        }
    }

    /// Returns the part of the board, or of the viewer's realm, that an action concerns.
    pub(crate) fn find<G: PanelGame>(
        view: &G::View,
        action: &G::Action,
        seat: Option<Seat>,
    ) -> Option<AreaData> {
        if let Some(area) = G::find_area(view, action, Scene::Board) {
            return Some(AreaData::new("board", area));
        }
        let area = G::find_area(view, action, Scene::Realm(seat?))?;
        Some(AreaData::new("realm", area))
    }
}

/// Lists what a player can choose after the picks of a preview.
pub(crate) fn list_step<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    preview: &TurnPreview<G>,
    seat: Seat,
) -> StepData {
    let start = preview.start.view(Viewer::Seat(seat));
    let mut builder = StepBuilder {
        phrasebook,
        preview,
        seat,
        view: seat_view(&preview.turn, seat),
        marks: SpotMarks::new::<G>(&start),
        lister: OfferLister {
            phrasebook,
            message: phrasebook,
            preview,
            seat,
            start,
        },
    };
    builder.build()
}

struct StepBuilder<'a, G: PanelGame> {
    phrasebook: &'a Phrasebook<'a, G>,
    preview: &'a TurnPreview<G>,
    seat: Seat,
    /// The game after the picks, as the player sees it.
    view: G::View,
    marks: SpotMarks,
    lister: OfferLister<'a, G>,
}

impl<G: PanelGame> StepBuilder<'_, G> {
    fn build(&mut self) -> StepData {
        let preview = self.preview;
        let is_open = !preview.open_choices.is_empty();
        let spots = if preview.is_first_step() && is_open {
            self.list_spots()
        } else {
            Vec::new()
        };
        let choices = if is_open && spots.is_empty() {
            self.list_choices()
        } else {
            Vec::new()
        };
        StepData {
            is_ahead: preview.path.is_premove,
            picks: preview.path.with_pick_keys(&preview.open_keys).pick_keys,
            question: G::open_question(self.phrasebook, &self.view).filter(|_| is_open),
            spots,
            choices,
            confirmation: (!is_open).then(|| self.confirm()),
        }
    }

    /// Lists the spots with which a turn begins, possible or not.
    fn list_spots(&mut self) -> Vec<ChoiceData> {
        let mut spots = Vec::new();
        for button in G::board_rows(self.phrasebook, &self.view)
            .into_iter()
            .flatten()
        {
            let is_possible = button.is_possible::<G>(&self.preview.open_choices);
            let reason = if is_possible {
                None
            } else {
                button.explain_refusal(self.phrasebook, &self.preview.turn.game)
            };
            spots.push(ChoiceData {
                picks: self.preview.path.with_pick_keys(&button.keys).pick_keys,
                letter: self.letter(&button.action).filter(|_| button.has_letter),
                label: button.name,
                outcome: String::new(),
                effect: None,
                area: AreaData::find_start::<G>(&self.view, &button.action, self.seat),
                is_possible,
                reason,
            });
        }
        spots
    }

    fn list_choices(&mut self) -> Vec<ChoiceData> {
        let mut choices = Vec::new();
        for action in self.lister.list_sorted() {
            let offer = self.lister.offer(action);
            choices.push(ChoiceData {
                picks: self.preview.path.with_pick_keys(&offer.pick_keys).pick_keys,
                letter: self.letter(&action),
                label: offer.label,
                outcome: offer.outcome,
                effect: offer.effect,
                area: AreaData::find::<G>(&self.view, &action, Some(self.seat)),
                is_possible: true,
                reason: None,
            });
        }
        choices
    }

    /// Describes the whole turn before it is played, with the alternatives to its details.
    fn confirm(&mut self) -> ConfirmationData {
        let phrasebook = self.phrasebook;
        let preview = self.preview;
        let events = preview.turn.foreseeable_events();
        let start = &self.lister.start;
        let mut outcome = G::outcome_parts(phrasebook, start, &events, self.seat);
        outcome.extend(G::rival_sums_part(phrasebook, start, &events, self.seat));
        outcome.extend(G::goods_left_part(phrasebook, start, &events, self.seat));
        let effects = preview
            .decisions
            .iter()
            .filter_map(|decision| self.effect_line(decision));
        ConfirmationData {
            story: describe_briefly(phrasebook, self.seat, &events),
            outcome: outcome.join(" · "),
            effects: effects.collect(),
            warning: preview
                .turn
                .reveals_hidden()
                .then(|| phrasebook.words.say(key::WEB_NO_UNDO, &[])),
            groups: preview
                .decisions
                .iter()
                .skip(1)
                .map(|decision| self.list_group(decision))
                .filter(|group| !group.choices.is_empty())
                .collect(),
        }
    }

    fn effect_line(&self, decision: &Decision<G>) -> Option<String> {
        let view = decision.before.view(Viewer::Seat(self.seat));
        let effect = G::describe_action_effect(self.phrasebook, &view, &decision.action)?;
        let choice = G::choice_label(self.phrasebook, &view, &decision.action);
        Some(lanai_panel::label_text(
            self.phrasebook.words,
            &choice,
            &effect,
        ))
    }

    fn list_group(&self, decision: &Decision<G>) -> GroupData {
        let view = decision.before.view(Viewer::Seat(self.seat));
        let prefix = self.preview.path.prefix(decision.start);
        let mut choices = Vec::new();
        for offer in self.lister.list_changes(decision) {
            choices.push(ChoiceData {
                picks: prefix.with_pick_keys(&offer.pick_keys).pick_keys,
                letter: None,
                label: offer.label,
                outcome: offer.outcome,
                effect: offer.effect,
                area: AreaData::find::<G>(&view, &offer.action, Some(self.seat)),
                is_possible: true,
                reason: None,
            });
        }
        GroupData {
            name: G::change_label(self.phrasebook, &view, &decision.action),
            choices,
        }
    }

    fn letter(&mut self, action: &G::Action) -> Option<String> {
        self.marks.mark::<G>(action).map(|(mark, _)| mark)
    }
}
