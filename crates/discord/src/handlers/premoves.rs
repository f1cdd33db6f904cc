//! Premoves: a waiting player decides the next turn in advance, in the panel or by typing.
//!
//! Only this player sees the premove and its condition.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::{PlayHandler, apply_intent};
use crate::handlers::premove_panels::PremovePanels;
use crate::key;
use crate::wire::press::PremoveStep;
use crate::wire::request::Request;
use lanai_host::{PremoveCondition, PremovePlanner, Table, Turn};
use lanai_panel::{PanelGame, seat_view};
use lanai_rules::by_title;
use lanai_text::{Words, input};

/// The options of `/ahead`.
#[derive(Default)]
pub(crate) struct PremoveOptions {
    /// The steps of the turn.
    pub(crate) turn: Option<String>,
    /// The steps of the turn that is played instead if `turn` has become impossible.
    pub(crate) fallback: Option<String>,
    pub(crate) condition: Option<PremoveCondition>,
    pub(crate) discard: bool,
}

pub(crate) struct PremoveHandler {
    pub(crate) premoves: Arc<PremovePlanner>,
    pub(crate) play_handler: Arc<PlayHandler>,
    pub(crate) premove_panels: Arc<PremovePanels>,
    pub(crate) replies: Arc<Replies>,
}

impl PremoveHandler {
    /// Changes or discards the premove as the options say.
    ///
    /// Without options, shows the current premove, or the panel for a new one.
    pub(crate) async fn change_premove(
        &self,
        request: &Request,
        table: Table,
        options: PremoveOptions,
    ) -> Reply {
        if options.discard {
            return self.premove_panels.discard(request, table).await;
        }
        let actor = &request.actor;
        let lines: Vec<&String> = [&options.turn, &options.fallback]
            .into_iter()
            .flatten()
            .collect();
        let table = match options.condition {
            None if lines.is_empty() => {
                return Box::pin(self.show_premove_or_panel(request, table)).await;
            }
            Some(condition) if lines.is_empty() => {
                self.premoves.set_condition(table, actor, condition).await?
            }
            condition => by_title!(table.title, G => {
                let turn = self.premoves.load_turn_ahead::<G>(table.clone(), actor.person).await?;
                let mut turns = Vec::new();
                for line in lines {
                    match apply_steps(self.replies.words(request), turn.clone(), line) {
                        Ok(turn) => turns.push(turn),
                        Err(explanation) => return Ok(Answer::words(explanation)),
                    }
                }
                let replaces = options.turn.is_some();
                self.premoves.save_alternatives::<G>(table, actor, &turns[..], replaces, condition).await?
            }),
        };
        Ok(Answer::Private(
            self.premove_panels.premove_card(request, &table).await?,
        ))
    }

    /// Handles a button of a premove.
    pub(crate) async fn handle_button(
        &self,
        request: &Request,
        table: Table,
        step: PremoveStep,
    ) -> Reply {
        match step {
            PremoveStep::Show => Box::pin(self.show_premove_or_panel(request, table)).await,
            PremoveStep::AddAlternative => self.premove_panels.open_panel(request, table).await,
            PremoveStep::Discard => self.premove_panels.discard(request, table).await,
            PremoveStep::Decide(condition) => {
                let table = self
                    .premoves
                    .set_condition(table, &request.actor, condition)
                    .await?;
                Ok(Answer::Private(
                    self.premove_panels.premove_card(request, &table).await?,
                ))
            }
        }
    }

    /// Shows the user's premoves, or the panel for a new one.
    async fn show_premove_or_panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        if table.waiting.person == Some(person) {
            let preface = self.replies.words(request).say(key::CHAT_AHEAD_YOURS, &[]);
            return self
                .play_handler
                .open_panel(request, table, Some(preface))
                .await;
        }
        let has_answers = by_title!(table.title, G => {
            !self.premoves.list_answers::<G>(&table, person)?.is_empty()
        });
        if has_answers || table.waiting.premoves.turn_of(person).is_some() {
            return Ok(Answer::Private(
                self.premove_panels.premove_card(request, &table).await?,
            ));
        }
        self.premove_panels.open_panel(request, table).await
    }
}

/// Plays the typed steps, which are separated by semicolons, or explains why one is impossible.
fn apply_steps<G: PanelGame>(
    words: &Words,
    mut turn: Turn<G>,
    line: &str,
) -> Result<Turn<G>, String> {
    let Some(seat) = turn.to_act() else {
        return Ok(turn);
    };
    for step in line.split(';').filter(|step| !step.trim().is_empty()) {
        if turn.is_complete(seat) {
            return Err(words.say(key::CHAT_AHEAD_TOO_FAR, &[("step", step.trim().into())]));
        }
        let line = translate_verb::<G>(words, step);
        match input::parse_line::<G>(words, &line, &seat_view(&turn, seat), &turn.legal()) {
            Ok(input::Request::Act(intent)) => apply_intent(words, &mut turn, seat, &intent)?,
            Ok(_) => return Err(words.say(key::CHAT_SAY_VERB, &[])),
            Err(unclear) => return Err(unclear.explain(words)),
        }
    }
    Ok(turn)
}

/// Replaces a verb in the user's language by the English one, because commands are localized.
fn translate_verb<G: PanelGame>(words: &Words, step: &str) -> String {
    let (typed, rest) = step.trim().split_once(' ').unwrap_or((step.trim(), ""));
    for verb in G::VERBS {
        let name = key::CMD.find(&format!("{verb}-name"));
        if name.is_some_and(|name| words.say(name, &[]) == typed.to_lowercase()) {
            return format!("{verb} {rest}");
        }
    }
    format!("{typed} {rest}")
}
