//! Panels and answers of premoves.

use crate::cards::panel;
use crate::cards::refusals;
use crate::cards::table::story;
use std::sync::Arc;

use lanai_host::{
    CommittedTurn, Declined, Failure, GameLoader, InternalError, Lookback, MAX_ALTERNATIVES,
    PersonId, Premove, PremoveCondition, PremovePlanner, Table, Tables, Turn,
};
use lanai_rules::{Rules as _, Seat, Viewer, by_title};
use lanai_text::{Phrasebook, Words};

use crate::cards::composer::Composer;
use crate::cards::game::AtTable;
use crate::cards::trial::{Trial, follow};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::panel_reader;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::press::{Deciding, Press, Way};
use crate::wire::request::Request;
use lanai_render::Crop;

/// Panels and answers of premoves.
pub(crate) struct PremovePanels {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) premoves: Arc<PremovePlanner>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl PremovePanels {
    /// Opens the panel as if it were the user's turn.
    pub(crate) async fn panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        let name = if table.waiting.ahead.turn_of(person).is_some() {
            "chat-ahead-panel-else"
        } else {
            "chat-ahead-panel"
        };
        let before = self.replies.words(request).say(name, &[]);
        by_title!(table.title, G => {
            let turn = self.premoves.load_turn_ahead::<G>(table, person).await?;
            let Some(seat) = turn.to_act() else { return Err(Declined::Over.into()) };
            let way = Way::ahead(turn.table.game, turn.table.revision);
            let trial = follow(turn, seat, &way);
            let shown = (0, Crop::Close);
            Ok(Answer::Tell(panel::panel_card(&self.composer, panel_reader(request), &trial, seat, shown, Some(before)).await))
        })
    }

    /// Loads the turn of a press in a panel: the current one, or the future one of a premove.
    pub(crate) async fn load_turn<G: AtTable>(
        &self,
        table: Table,
        person: PersonId,
        way: &Way,
    ) -> Result<(Turn<G>, Seat, Way), Failure> {
        let ahead = way.ahead && table.waiting.person != Some(person);
        let turn = if ahead {
            self.premoves.load_turn_ahead::<G>(table, person).await?
        } else {
            self.games.load_turn::<G>(table, person).await?
        };
        let seat = turn.to_act().ok_or(Declined::Over)?;
        Ok((
            turn,
            seat,
            Way {
                ahead,
                ..way.clone()
            },
        ))
    }

    /// Stores the chosen turn as a premove.
    pub(crate) async fn decide_turn<G: AtTable>(
        &self,
        request: &Request,
        trial: Trial<G>,
    ) -> Reply {
        let table = trial.turn.table.clone();
        let turn = [trial.turn];
        let table = self
            .premoves
            .decide(table, &request.actor, (&turn, false), None)
            .await?;
        Ok(Answer::Tell(self.show_decided(request, &table).await?))
    }

    /// Stores the answer for all later questions of its kind. Returns what to tell the player.
    ///
    /// The action itself is done, so a failure here is only logged.
    pub(crate) async fn answer_always<G: AtTable>(
        &self,
        request: &Request,
        settled: &CommittedTurn<G>,
    ) -> Option<String> {
        let step = settled.steps.first()?;
        let game = settled.table.game;
        let kept = async {
            let table = self.tables.find(game).await?;
            self.premoves
                .add_answer::<G>(table, &request.actor, step.action)
                .await
        };
        match kept.await {
            Ok(_) => Some(self.replies.words(request).say("chat-ahead-always", &[])),
            Err(Failure::Declined(Declined::AnswersEnough)) => Some(refusals::declined(
                self.replies.words(request),
                &Declined::AnswersEnough,
            )),
            // The action ended the game, or a premove is about to be played.
            Err(Failure::Declined(_)) => None,
            Err(failure) => {
                tracing::error!(%failure, table = game.0, "an answer for ever cannot be kept");
                None
            }
        }
    }

    pub(crate) async fn forget(&self, request: &Request, table: Table) -> Reply {
        self.premoves.forget(table, &request.actor).await?;
        Ok(self.replies.answer(request, "chat-ahead-forgotten", &[]))
    }

    /// Describes the user's premoves, with buttons to change them.
    pub(crate) async fn show_decided(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<Card, Failure> {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let told = by_title!(table.title, G => {
            let stand = self.lookback.load_public::<G>(table.clone()).await?;
            let answers = answers(words, &stand, &self.premoves.list_answers::<G>(table, person)?);
            let turn = table.waiting.ahead.turn_of(person).map(|ahead| ways(words, &stand, ahead));
            let races = stand.game.race().is_some();
            (turn.transpose()?.unwrap_or_default(), answers, races)
        });
        let (mut lines, answers, races) = told;
        let mut buttons = Vec::new();
        let say = |name: &str| words.say(name, &[]);
        let press = |deciding: Deciding, name: &str| {
            Button::new(
                Press::Ahead(table.game, deciding).id(),
                say(name),
                Weight::Usual,
            )
        };
        if let Some(ahead) = table.waiting.ahead.turn_of(person) {
            lines.push(say(&format!("chat-ahead-{}", name(ahead.proviso))));
            let others = [
                PremoveCondition::Same,
                PremoveCondition::Unpassed,
                PremoveCondition::Whatever,
            ]
            .into_iter();
            let others = others
                .filter(|it| *it != ahead.proviso && (races || *it != PremoveCondition::Unpassed));
            buttons.extend(others.map(|it| {
                press(
                    Deciding::PremoveCondition(it),
                    &format!("chat-button-ahead-{}", name(it)),
                )
            }));
            let more = ahead.ways.len() < MAX_ALTERNATIVES;
            buttons.extend(more.then(|| press(Deciding::More, "chat-button-ahead-else")));
        }
        lines.extend(answers);
        buttons.push(press(Deciding::Forget, "chat-button-ahead-forget"));
        Ok(Card::words(lines.join("\n")).buttons(&buttons))
    }

    /// Offers a premove if the panel was refused because it is not the user's turn.
    pub(crate) async fn or_offer_premove(
        &self,
        request: &Request,
        table: &Table,
        reply: Reply,
    ) -> Reply {
        let Err(Failure::Declined(declined @ Declined::NotYourTurn(_))) = reply else {
            return reply;
        };
        let words = self.replies.words(request);
        let why = self.replies.explain(request, &declined).await;
        let id = Press::Ahead(table.game, Deciding::Look).id();
        let button = Button::new(id, words.say("chat-button-ahead", &[]), Weight::Usual);
        Ok(Answer::Tell(Card::words(why).buttons(&[button])))
    }
}

/// Describes the premove and its fallback.
fn ways<G: AtTable>(
    words: &Words,
    stand: &Turn<G>,
    ahead: &Premove,
) -> Result<Vec<String>, InternalError> {
    let told = ahead
        .foreseen::<G>(&stand.table)?
        .into_iter()
        .enumerate()
        .map(|(number, events)| {
            let name = if number == 0 {
                "chat-ahead-turn"
            } else {
                "chat-ahead-otherwise"
            };
            words.say(
                name,
                &[("story", story(&words.with_pieces(), stand, &events).into())],
            )
        });
    Ok(told.collect())
}

/// Describes the standing answers.
fn answers<G: AtTable>(words: &Words, stand: &Turn<G>, answers: &[G::Action]) -> Option<String> {
    let names = crate::wire::names::plain_names(words, &stand.table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &stand.printed,
        names: &names,
    };
    let view = stand.game.view(Viewer::Table);
    let list: Vec<String> = answers
        .iter()
        .map(|answer| G::action(&phrasebook, &view, answer))
        .collect();
    (!list.is_empty()).then(|| words.say("chat-ahead-answers", &[("list", list.join("; ").into())]))
}

fn name(proviso: PremoveCondition) -> &'static str {
    match proviso {
        PremoveCondition::Same => "same",
        PremoveCondition::Unpassed => "unpassed",
        PremoveCondition::Whatever => "whatever",
    }
}
