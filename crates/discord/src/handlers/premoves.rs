//! Premoves: a waiting player decides the next turn, by the usual panel or by typing.
//!
//! Only that player sees it, with its conditions.

use std::sync::Arc;

use crate::cards::game::AtTable;
use crate::cards::table::my_view;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::PlayHandler;
use crate::handlers::premove_panels::PremovePanels;
use crate::wire::press::Deciding;
use crate::wire::request::Request;
use lanai_host::{PremoveCondition, PremovePlanner, Table, Turn};
use lanai_rules::by_title;
use lanai_text::{Words, input};

/// The options of `/ahead`.
#[derive(Default)]
pub(crate) struct AheadWish {
    /// The steps of the turn.
    pub(crate) turn: Option<String>,
    /// The turn if that one is impossible.
    pub(crate) otherwise: Option<String>,
    pub(crate) proviso: Option<PremoveCondition>,
    /// Whether to delete the premove.
    pub(crate) forget: bool,
}

pub(crate) struct PremoveHandler {
    pub(crate) premoves: Arc<PremovePlanner>,
    pub(crate) play_handler: Arc<PlayHandler>,
    pub(crate) premove_panels: Arc<PremovePanels>,
    pub(crate) replies: Arc<Replies>,
}

impl PremoveHandler {
    /// Stores the typed premove, or shows the current one or the panel if nothing is typed.
    pub(crate) async fn premove(&self, request: &Request, table: Table, wish: AheadWish) -> Reply {
        if wish.forget {
            return self.premove_panels.forget(request, table).await;
        }
        let actor = &request.actor;
        let lines = [&wish.turn, &wish.otherwise].into_iter().flatten();
        let lines: Vec<&String> = lines.collect();
        let table = match wish.proviso {
            None if lines.is_empty() => {
                return Box::pin(self.decided_or_panel(request, table)).await;
            }
            Some(proviso) if lines.is_empty() => {
                self.premoves.set_condition(table, actor, proviso).await?
            }
            proviso => by_title!(table.title, G => {
                let turn = self.premoves.load_turn_ahead::<G>(table.clone(), actor.person).await?;
                let read = |line: &&String| steps(self.replies.words(request), turn.clone(), line);
                let turns = match lines.iter().map(read).collect::<Result<Vec<_>, _>>() {
                    Ok(turns) => turns,
                    Err(why) => return Ok(Answer::words(why)),
                };
                let decided = (&turns[..], wish.turn.is_some());
                self.premoves.decide::<G>(table, actor, decided, proviso).await?
            }),
        };
        Ok(Answer::Tell(
            self.premove_panels.show_decided(request, &table).await?,
        ))
    }

    /// Handles a button of a premove.
    pub(crate) async fn decide(
        &self,
        request: &Request,
        table: Table,
        deciding: Deciding,
    ) -> Reply {
        match deciding {
            Deciding::Look => Box::pin(self.decided_or_panel(request, table)).await,
            Deciding::More => self.premove_panels.panel(request, table).await,
            Deciding::Forget => self.premove_panels.forget(request, table).await,
            Deciding::PremoveCondition(proviso) => {
                let table = self
                    .premoves
                    .set_condition(table, &request.actor, proviso)
                    .await?;
                Ok(Answer::Tell(
                    self.premove_panels.show_decided(request, &table).await?,
                ))
            }
        }
    }

    /// Shows the user's premoves, or the panel for a new one.
    async fn decided_or_panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        if table.waiting.person == Some(person) {
            let before = self.replies.words(request).say("chat-ahead-yours", &[]);
            return self
                .play_handler
                .open_panel(request, table, Some(before))
                .await;
        }
        let answers = by_title!(table.title, G => !self.premoves.list_answers::<G>(&table, person)?.is_empty());
        if answers || table.waiting.ahead.turn_of(person).is_some() {
            return Ok(Answer::Tell(
                self.premove_panels.show_decided(request, &table).await?,
            ));
        }
        self.premove_panels.panel(request, table).await
    }
}

/// Applies the typed steps to a turn, or explains why one cannot be taken.
fn steps<G: AtTable>(words: &Words, mut turn: Turn<G>, line: &str) -> Result<Turn<G>, String> {
    let Some(seat) = turn.to_act() else {
        return Ok(turn);
    };
    for step in line.split(';').filter(|step| !step.trim().is_empty()) {
        if turn.is_complete(seat) {
            return Err(words.say("chat-ahead-too-far", &[("step", step.trim().into())]));
        }
        match input::read::<G>(
            words,
            &in_verbs::<G>(words, step),
            &my_view(&turn, seat),
            &turn.legal(),
        ) {
            Ok(input::Request::Act(wish)) => {
                crate::handlers::play::carry_out(words, &mut turn, seat, &wish)?;
            }
            Ok(_) => return Err(words.say("chat-say-verb", &[])),
            Err(unclear) => return Err(unclear.explain(words)),
        }
    }
    Ok(turn)
}

/// Replaces a verb in the user's language, as commands are localized, by the English one.
fn in_verbs<G: AtTable>(words: &Words, step: &str) -> String {
    let (said, rest) = step.trim().split_once(' ').unwrap_or((step.trim(), ""));
    let name = |verb: &str| format!("cmd-{verb}-name");
    let is = |verb: &&&str| {
        words.knows(&name(verb)) && words.say(&name(verb), &[]) == said.to_lowercase()
    };
    let verb = G::VERBS.iter().find(is).copied().unwrap_or(said);
    format!("{verb} {rest}")
}
