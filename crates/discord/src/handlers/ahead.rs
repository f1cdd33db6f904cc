//! Moves ahead: somebody who waits decides what they will do when it is their turn, in the same panel in which they would
//! take it, or by typing. They alone see it, in sentences, with what it depends on.

use crate::cards::composer::Composer;
use crate::cards::game::AtTable;
use crate::cards::table::{my_view, story};
use crate::cards::trial::{Trial, follow};
use crate::delivery::answer::{Answer, Reply};
use crate::handlers::lobby;
use crate::handlers::play::whose;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::press::{Deciding, Press, Way};
use crate::{House, Request};
use lanai_host::{Declined, Failure, MOST_WAYS, PersonId, Proviso, Settled, Table, Trouble, Turn, TurnAhead};
use lanai_render::Crop;
use lanai_rules::{Rules as _, Seat, Viewer, by_title};
use lanai_text::input;
use lanai_text::{Teller, Words};

/// What somebody typed who decides ahead.
#[derive(Default)]
pub(crate) struct AheadWish {
    /// What they will do: steps, one after the other.
    pub(crate) turn: Option<String>,
    /// What they will do if that cannot be done.
    pub(crate) otherwise: Option<String>,
    /// On what condition.
    pub(crate) proviso: Option<Proviso>,
    /// Whether they want none of it any more.
    pub(crate) forget: bool,
}

impl House {
    // --- Typed ---

    /// Decides ahead what is typed, instead of what was decided before; shows that, or the panel, if nothing is typed.
    pub(crate) async fn ahead(&self, request: &Request, table: Table, wish: AheadWish) -> Reply {
        if wish.forget {
            return self.forget_ahead(request, table).await;
        }
        let actor = &request.actor;
        let lines = [&wish.turn, &wish.otherwise].into_iter().flatten();
        let lines: Vec<&String> = lines.collect();
        let table = match wish.proviso {
            None if lines.is_empty() => return Box::pin(self.decided_or_panel(request, table)).await,
            Some(proviso) if lines.is_empty() => {
                self.host.premoves.set_condition(table, actor, proviso).await?
            }
            proviso => by_title!(table.title, G => {
                let turn = self.host.premoves.load_turn_ahead::<G>(table.clone(), actor.person).await?;
                let read = |line: &&String| steps(self.words(request), turn.clone(), line);
                let turns = match lines.iter().map(read).collect::<Result<Vec<_>, _>>() {
                    Ok(turns) => turns,
                    Err(why) => return Ok(Answer::words(why)),
                };
                let decided = (&turns[..], wish.turn.is_some());
                self.host.premoves.decide::<G>(table, actor, decided, proviso).await?
            }),
        };
        Ok(Answer::Tell(self.decided(request, &table).await?))
    }

    // --- By presses ---

    /// A press that has to do with what somebody decides ahead.
    pub(crate) async fn decide(&self, request: &Request, table: Table, deciding: Deciding) -> Reply {
        let card = match deciding {
            Deciding::Look => return Box::pin(self.decided_or_panel(request, table)).await,
            Deciding::More => return self.ahead_panel(request, table).await.map(Answer::in_place),
            Deciding::Forget => return self.forget_ahead(request, table).await.map(Answer::in_place),
            Deciding::Proviso(proviso) => {
                let table = self.host.premoves.set_condition(table, &request.actor, proviso).await?;
                self.decided(request, &table).await?
            }
        };
        Ok(Answer::Change(card))
    }

    /// What somebody decided, or the panel in which they can.
    async fn decided_or_panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        if table.waiting.person == Some(person) {
            let before = self.words(request).say("chat-ahead-yours", &[]);
            return self.open_panel(request, table, Some(before)).await;
        }
        let answers =
            by_title!(table.title, G => !self.host.premoves.list_answers::<G>(&table, person)?.is_empty());
        if answers || table.waiting.ahead.turn_of(person).is_some() {
            return Ok(Answer::Tell(self.decided(request, &table).await?));
        }
        self.ahead_panel(request, table).await
    }

    /// The panel as if it were somebody's turn.
    async fn ahead_panel(&self, request: &Request, table: Table) -> Reply {
        let person = request.actor.person;
        let name = if table.waiting.ahead.turn_of(person).is_some() {
            "chat-ahead-panel-else"
        } else {
            "chat-ahead-panel"
        };
        let before = self.words(request).say(name, &[]);
        by_title!(table.title, G => {
            let turn = self.host.premoves.load_turn_ahead::<G>(table, person).await?;
            let Some(seat) = turn.to_act() else { return Err(Declined::Over.into()) };
            let way = Way::ahead(turn.table.game, turn.table.revision);
            let trial = follow(turn, seat, &way);
            let shown = (0, Crop::Close);
            Ok(Answer::Tell(self.composer.panel(whose(request), &trial, seat, shown, Some(before)).await))
        })
    }

    /// The turn that a press in a panel is about: that of whoever is to act, or as if it were.
    pub(crate) async fn turn_on<G: AtTable>(
        &self,
        table: Table,
        person: PersonId,
        way: &Way,
    ) -> Result<(Turn<G>, Seat, Way), Failure> {
        let ahead = way.ahead && table.waiting.person != Some(person);
        let turn = if ahead {
            self.host.premoves.load_turn_ahead::<G>(table, person).await?
        } else {
            self.host.games.load_turn::<G>(table, person).await?
        };
        let seat = turn.to_act().ok_or(Declined::Over)?;
        Ok((turn, seat, Way { ahead, ..way.clone() }))
    }

    /// The last press in the panel of somebody who decides ahead.
    pub(crate) async fn decide_turn<G: AtTable>(&self, request: &Request, trial: Trial<G>) -> Reply {
        let table = trial.turn.table.clone();
        let turn = [trial.turn];
        let table = self.host.premoves.decide(table, &request.actor, (&turn, false), None).await?;
        Ok(Answer::Change(self.decided(request, &table).await?))
    }

    /// Somebody has answered like this, and always will: so they are told, if it is kept. Whatever comes of that, what they did
    /// is done.
    pub(crate) async fn answer_always<G: AtTable>(
        &self,
        request: &Request,
        settled: &Settled<G>,
    ) -> Option<String> {
        let step = settled.steps.first()?;
        let game = settled.table.game;
        let kept = async {
            let table = self.host.tables.find(game).await?;
            self.host.premoves.add_answer::<G>(table, &request.actor, step.action).await
        };
        match kept.await {
            Ok(_) => Some(self.words(request).say("chat-ahead-always", &[])),
            Err(Failure::Declined(Declined::AnswersEnough)) => {
                Some(lobby::declined(self.words(request), &Declined::AnswersEnough))
            }
            // The game is over with it, or the next turn is decided and about to be taken.
            Err(Failure::Declined(_)) => None,
            Err(failure) => {
                tracing::error!(%failure, table = game.0, "an answer for ever cannot be kept");
                None
            }
        }
    }

    async fn forget_ahead(&self, request: &Request, table: Table) -> Reply {
        self.host.premoves.forget(table, &request.actor).await?;
        Ok(self.tell(request, "chat-ahead-forgotten", &[]))
    }

    /// What somebody decided, in sentences, and how to change it.
    async fn decided(&self, request: &Request, table: &Table) -> Result<Card, Failure> {
        let words = self.words(request);
        let person = request.actor.person;
        let told = by_title!(table.title, G => {
            let stand = self.host.lookback.load_public::<G>(table.clone()).await?;
            let answers = answers(words, &stand, &self.host.premoves.list_answers::<G>(table, person)?);
            let turn = table.waiting.ahead.turn_of(person).map(|ahead| ways(words, &stand, ahead));
            let races = stand.game.race().is_some();
            (turn.transpose()?.unwrap_or_default(), answers, races)
        });
        let (mut lines, answers, races) = told;
        let mut buttons = Vec::new();
        let say = |name: &str| words.say(name, &[]);
        let press = |deciding: Deciding, name: &str| {
            Button::new(Press::Ahead(table.game, deciding).id(), say(name), Weight::Usual)
        };
        if let Some(ahead) = table.waiting.ahead.turn_of(person) {
            lines.push(say(&format!("chat-ahead-{}", name(ahead.proviso))));
            let others = [Proviso::Same, Proviso::Unpassed, Proviso::Whatever].into_iter();
            let others = others.filter(|it| *it != ahead.proviso && (races || *it != Proviso::Unpassed));
            buttons.extend(
                others.map(|it| press(Deciding::Proviso(it), &format!("chat-button-ahead-{}", name(it)))),
            );
            let more = ahead.ways.len() < MOST_WAYS;
            buttons.extend(more.then(|| press(Deciding::More, "chat-button-ahead-else")));
        }
        lines.extend(answers);
        buttons.push(press(Deciding::Forget, "chat-button-ahead-forget"));
        Ok(Card::words(lines.join("\n")).buttons(&buttons))
    }

    /// That it is not somebody's turn, with a button to decide ahead what they will do then.
    pub(crate) async fn or_ahead(&self, request: &Request, table: &Table, reply: Reply) -> Reply {
        let Err(Failure::Declined(declined @ Declined::NotYourTurn(_))) = reply else { return reply };
        let words = self.words(request);
        let why = self.explain(request, &declined).await;
        let id = Press::Ahead(table.game, Deciding::Look).id();
        let button = Button::new(id, words.say("chat-button-ahead", &[]), Weight::Usual);
        Ok(Answer::Tell(Card::words(why).buttons(&[button])))
    }
}

impl Composer {
    /// That something came in between what somebody had decided ahead, until they have acted.
    pub(crate) fn off(words: &Words, table: &Table, person: PersonId) -> Option<String> {
        table.waiting.ahead.dropped.contains(&person).then(|| words.say("chat-ahead-off", &[]))
    }
}

/// A turn with the steps that somebody typed, one after the other.
fn steps<G: AtTable>(words: &Words, mut turn: Turn<G>, line: &str) -> Result<Turn<G>, String> {
    let Some(seat) = turn.to_act() else { return Ok(turn) };
    for step in line.split(';').filter(|step| !step.trim().is_empty()) {
        if turn.is_complete(seat) {
            return Err(words.say("chat-ahead-too-far", &[("step", step.trim().into())]));
        }
        match input::read::<G>(words, &in_verbs::<G>(words, step), &my_view(&turn, seat), &turn.legal()) {
            Ok(input::Request::Act(wish)) => crate::handlers::play::carry_out(words, &mut turn, seat, &wish)?,
            Ok(_) => return Err(words.say("chat-say-verb", &[])),
            Err(unclear) => return Err(unclear.explain(words)),
        }
    }
    Ok(turn)
}

/// A step whose verb may be that of somebody's language, as commands are called there.
fn in_verbs<G: AtTable>(words: &Words, step: &str) -> String {
    let (said, rest) = step.trim().split_once(' ').unwrap_or((step.trim(), ""));
    let name = |verb: &str| format!("cmd-{verb}-name");
    let is = |verb: &&&str| words.knows(&name(verb)) && words.say(&name(verb), &[]) == said.to_lowercase();
    let verb = G::VERBS.iter().find(is).copied().unwrap_or(said);
    format!("{verb} {rest}")
}

/// What somebody will do, and what if that cannot be done.
fn ways<G: AtTable>(words: &Words, stand: &Turn<G>, ahead: &TurnAhead) -> Result<Vec<String>, Trouble> {
    let told = ahead.foreseen::<G>(&stand.table)?.into_iter().enumerate().map(|(number, events)| {
        let name = if number == 0 { "chat-ahead-turn" } else { "chat-ahead-otherwise" };
        words.say(name, &[("story", story(&words.with_pieces(), stand, &events).into())])
    });
    Ok(told.collect())
}

/// How somebody always answers.
fn answers<G: AtTable>(words: &Words, stand: &Turn<G>, answers: &[G::Action]) -> Option<String> {
    let names = crate::wire::names::plain_names(words, &stand.table);
    let teller = Teller::<G> { words, printed: &stand.printed, names: &names };
    let view = stand.game.view(Viewer::Table);
    let list: Vec<String> = answers.iter().map(|answer| G::action(&teller, &view, answer)).collect();
    (!list.is_empty()).then(|| words.say("chat-ahead-answers", &[("list", list.join("; ").into())]))
}

/// By which name sentences know a condition.
fn name(proviso: Proviso) -> &'static str {
    match proviso {
        Proviso::Same => "same",
        Proviso::Unpassed => "unpassed",
        Proviso::Whatever => "whatever",
    }
}
