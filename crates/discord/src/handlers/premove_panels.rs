//! Panels in which premoves are decided and shown, and answers to repeated questions.

use std::sync::Arc;

use lanai_host::{
    CommittedTurn, Failure, InternalError, Lookback, MAX_ALTERNATIVES, PersonId, Premove,
    PremoveCondition, PremovePlanner, Refusal, Table, Tables, Turn,
};
use lanai_panel::{PanelGame, PanelPath, TurnPreview, follow_path};
use lanai_rules::{Rules as _, Seat, Viewer, by_title};
use lanai_text::{Key, Phrasebook, Words};

use crate::cards::composer::Composer;
use crate::cards::panel;
use crate::cards::refusals;
use crate::cards::table::describe_briefly;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::panel_reader;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::press::{PremoveStep, Press};
use crate::wire::request::Request;

pub(crate) struct PremovePanels {
    pub(crate) composer: Arc<Composer>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) premoves: Arc<PremovePlanner>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl PremovePanels {
    /// Opens the panel for a new premove, which offers choices as if it were the user's turn.
    pub(crate) async fn open_panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        let key = if table.waiting.premoves.turn_of(person).is_some() {
            key::CHAT_AHEAD_PANEL_ELSE
        } else {
            key::CHAT_AHEAD_PANEL
        };
        let preface = self.replies.words(request).say(key, &[]);
        by_title!(table.title, G => {
            let turn = self.premoves.load_turn_ahead::<G>(table, person).await?;
            let Some(seat) = turn.to_act() else { return Err(Refusal::Over.into()) };
            let path = PanelPath::start_premove(turn.table.id, turn.table.revision);
            let preview = follow_path(turn, seat, &path);
            let card = panel::panel_card(
                &self.composer,
                panel_reader(request),
                &preview,
                seat,
                panel::PanelView::start(),
                Some(preface),
            );
            Ok(Answer::Private(card.await))
        })
    }

    /// Loads the turn to which a press in a panel belongs: the current turn, or that of a premove.
    pub(crate) async fn load_turn<G: PanelGame>(
        &self,
        table: Table,
        person: PersonId,
        path: &PanelPath,
    ) -> Result<(Turn<G>, Seat, PanelPath), Failure> {
        let (turn, is_premove) = self
            .premoves
            .load_chosen_turn::<G>(table, person, path.is_premove)
            .await?;
        let seat = turn.to_act().ok_or(Refusal::Over)?;
        Ok((
            turn,
            seat,
            PanelPath {
                is_premove,
                ..path.clone()
            },
        ))
    }

    /// Stores the chosen turn as a premove or, if there is one, as its next alternative.
    pub(crate) async fn decide_turn<G: PanelGame>(
        &self,
        request: &Request,
        preview: TurnPreview<G>,
    ) -> Reply {
        let table = preview.turn.table.clone();
        let turn = [preview.turn];
        let table = self
            .premoves
            .save_alternatives(table, &request.actor, &turn, false, None)
            .await?;
        Ok(Answer::Private(self.premove_card(request, &table).await?))
    }

    /// Stores the answer for all later questions of its kind. Returns a line for the player.
    ///
    /// The action itself is already committed, so a failure is only logged.
    pub(crate) async fn answer_always<G: PanelGame>(
        &self,
        request: &Request,
        committed: &CommittedTurn<G>,
    ) -> Option<String> {
        let step = committed.steps.first()?;
        let id = committed.table.id;
        let stored = match self.tables.find(id).await {
            Ok(table) => {
                self.premoves
                    .add_answer::<G>(table, &request.actor, step.action)
                    .await
            }
            Err(failure) => Err(failure),
        };
        match stored {
            Ok(_) => Some(self.replies.words(request).say(key::CHAT_AHEAD_ALWAYS, &[])),
            Err(Failure::Refusal(refusal @ Refusal::TooManyAnswers)) => Some(
                refusals::explain_refusal(self.replies.words(request), &refusal),
            ),
            // The game has ended or a premove is about to be played, so no question will follow.
            Err(Failure::Refusal(_)) => None,
            Err(failure) => {
                tracing::error!(
                    %failure,
                    table = id.0,
                    "an answer to later questions cannot be stored"
                );
                None
            }
        }
    }

    pub(crate) async fn discard(&self, request: &Request, table: Table) -> Reply {
        self.premoves.delete_premoves(table, &request.actor).await?;
        Ok(self.replies.answer(request, key::CHAT_AHEAD_FORGOTTEN, &[]))
    }

    /// Describes the user's premoves, with buttons to change them.
    pub(crate) async fn premove_card(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<Card, Failure> {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let premove = table.waiting.premoves.turn_of(person);
        let (mut lines, answers, has_public_sums) = by_title!(table.title, G => {
            let turn = self.lookback.load_public::<G>(table.clone()).await?;
            let answers = self.premoves.list_answers::<G>(table, person)?;
            let answers = describe_answers(words, &turn, &answers);
            let lines = match premove {
                Some(premove) => describe_premove(words, &turn, premove)?,
                None => Vec::new(),
            };
            (lines, answers, turn.game.public_sums().is_some())
        });
        let mut buttons = Vec::new();
        if let Some(premove) = premove {
            lines.push(words.say(condition_key(premove.condition), &[]));
            for (condition, key) in CONDITION_BUTTONS {
                // Without public sums, it is unknown whose sum has passed the user's.
                let applies = has_public_sums || condition != PremoveCondition::NotOvertaken;
                if applies && condition != premove.condition {
                    let step = PremoveStep::Decide(condition);
                    buttons.push(step_button(words, table, step, key));
                }
            }
            if premove.alternatives.len() < MAX_ALTERNATIVES {
                let key = key::CHAT_BUTTON_AHEAD_ELSE;
                buttons.push(step_button(words, table, PremoveStep::AddAlternative, key));
            }
        }
        lines.extend(answers);
        buttons.push(step_button(
            words,
            table,
            PremoveStep::Discard,
            key::CHAT_BUTTON_AHEAD_FORGET,
        ));
        Ok(Card::words(lines.join("\n")).buttons(&buttons))
    }

    /// Offers a premove if the panel was refused because it is not the user's turn.
    pub(crate) async fn offer_premove_on_refusal(
        &self,
        request: &Request,
        table: &Table,
        reply: Reply,
    ) -> Reply {
        let Err(Failure::Refusal(refusal @ Refusal::NotYourTurn(_))) = reply else {
            return reply;
        };
        let words = self.replies.words(request);
        let reason = self.replies.explain(request, &refusal).await;
        let button = step_button(words, table, PremoveStep::Show, key::CHAT_BUTTON_AHEAD);
        Ok(Answer::Private(Card::words(reason).buttons(&[button])))
    }
}

fn step_button(words: &Words, table: &Table, step: PremoveStep, key: Key) -> Button {
    let id = Press::Ahead(table.id, step).id();
    Button::new(id, words.say(key, &[]), ButtonStyle::Secondary)
}

/// Describes a premove, a line for each of its alternatives.
fn describe_premove<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    premove: &Premove,
) -> Result<Vec<String>, InternalError> {
    let words_with_pieces = words.with_piece_marks();
    let mut lines = Vec::new();
    for events in premove.foreseeable_events::<G>(&turn.table)? {
        let key = if lines.is_empty() {
            key::CHAT_AHEAD_TURN
        } else {
            key::CHAT_AHEAD_OTHERWISE
        };
        let story = describe_briefly(&words_with_pieces, turn, premove.seat, &events);
        lines.push(words.say(key, &[("story", story.into())]));
    }
    Ok(lines)
}

/// Describes the stored answers to repeated questions.
fn describe_answers<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    answers: &[G::Action],
) -> Option<String> {
    let names = crate::wire::names::plain_player_names(words, &turn.table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names,
    };
    let view = turn.game.view(Viewer::Table);
    let list: Vec<String> = answers
        .iter()
        .map(|answer| G::describe_action(&phrasebook, &view, answer))
        .collect();
    (!list.is_empty())
        .then(|| words.say(key::CHAT_AHEAD_ANSWERS, &[("list", list.join("; ").into())]))
}

/// The conditions in the order of their buttons, with the keys of the labels.
const CONDITION_BUTTONS: [(PremoveCondition, Key); 3] = [
    (PremoveCondition::Same, key::CHAT_BUTTON_AHEAD_SAME),
    (
        PremoveCondition::NotOvertaken,
        key::CHAT_BUTTON_AHEAD_UNPASSED,
    ),
    (PremoveCondition::Whatever, key::CHAT_BUTTON_AHEAD_WHATEVER),
];

fn condition_key(condition: PremoveCondition) -> Key {
    match condition {
        PremoveCondition::Same => key::CHAT_AHEAD_SAME,
        PremoveCondition::NotOvertaken => key::CHAT_AHEAD_UNPASSED,
        PremoveCondition::Whatever => key::CHAT_AHEAD_WHATEVER,
    }
}
