//! Playing: typed commands, presses in the panel, take-backs, and a player's own realm.
//!
//! Each is at most one guarded write, and is answered after it.

use crate::cards::panel;
use std::sync::Arc;

use serde_json::Value;

use crate::cards::composer::{Composer, PanelReader};
use crate::cards::game::{ActionOption, AtTable, Suggestion};
use crate::cards::table::{self, Display, TableCards, my_view, story};
use crate::cards::trial::follow;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::lesson_cards::LessonCards;
use crate::handlers::premove_panels::PremovePanels;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::fitting::ending_in;
use crate::wire::names::{names, place_of, plain_names, title};
use crate::wire::press::{Press, Way};
use crate::wire::request::{NOWHERE, Request};
use lanai_host::{
    CommittedTurn, Declined, Failure, GameLoader, Lookback, PersonId, Play, RetryPolicy, Revision,
    Table, TableStatus, Tables, TakeBack, Turn, Watching,
};
use lanai_render::Crop;
use lanai_rules::{Seat, by_title};
use lanai_text::input::Intent;
use lanai_text::{Fill, Phrasebook, Words, input};

pub(crate) struct PlayHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) take_back: Arc<TakeBack>,
    pub(crate) watching: Arc<Watching>,
    pub(crate) lesson_cards: Arc<LessonCards>,
    pub(crate) premove_panels: Arc<PremovePanels>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl PlayHandler {
    /// Returns whether the pressed message is above the newest board of the table.
    pub(crate) async fn is_above_board(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<bool, Failure> {
        let between = table.settings.is_between() && request.guild == NOWHERE;
        let Some(pressed) = request
            .pressed
            .filter(|_| request.channel == table.channel || between)
        else {
            return Ok(false);
        };
        Ok(self
            .lookback
            .find_newest_board(table, request.actor.person)
            .await?
            .is_some_and(|board| pressed < board))
    }

    /// Plays a typed line. If the board changed meanwhile, it is read again on the new one.
    pub(crate) async fn play_line(&self, request: &Request, line: &str) -> Reply {
        let upon = |table: Table| async move {
            by_title!(table.title, G => Box::pin(self.play_line_at::<G>(table, request, line)).await)
        };
        self.tables
            .retry(
                RetryPolicy::UntilDone,
                self.tables.find_in_channel(request.channel).await?,
                upon,
            )
            .await
    }

    async fn play_line_at<G: AtTable>(&self, table: Table, request: &Request, line: &str) -> Reply {
        let words = self.replies.words(request);
        let verb = line.split_whitespace().next().unwrap_or_default();
        if !G::VERBS.contains(&verb) {
            let fill = [
                ("verb", Fill::from(format!("/{verb}"))),
                ("game", title(words, &table).into()),
            ];
            return Ok(self.replies.answer(request, "chat-no-such-verb", &fill));
        }
        let mut turn = self
            .games
            .load_turn::<G>(table, request.actor.person)
            .await?;
        let Some(seat) = turn.to_act() else {
            return Err(Declined::Over.into());
        };
        let said = input::read::<G>(words, line, &my_view(&turn, seat), &turn.legal());
        let wish = match said {
            Ok(input::Request::Act(wish)) => wish,
            Ok(_) => return Ok(self.replies.answer(request, "chat-say-verb", &[])),
            Err(unclear) => return Ok(Answer::words(unclear.explain(words))),
        };
        if let Err(why) = carry_out(words, &mut turn, seat, &wish) {
            return Ok(Answer::words(why));
        }
        let settled = self.play.commit_turn(turn, &request.actor).await?;
        Ok(Answer::Tell(self.after(request, settled, seat).await))
    }

    /// Returns the card after an action: its outcome, and what comes next.
    async fn after<G: AtTable>(
        &self,
        request: &Request,
        settled: CommittedTurn<G>,
        seat: Seat,
    ) -> Card {
        let words = self.replies.words(request);
        let CommittedTurn {
            table,
            printed,
            game,
            steps,
            stays,
            ..
        } = settled;
        let events: Vec<G::Event> = steps.iter().flat_map(|step| step.events.clone()).collect();
        let turn = Turn {
            table,
            printed,
            game,
            steps: Vec::new(),
        };
        let told = story(words, &turn, &events);
        let undo = Press::Undo(turn.table.game, turn.table.revision).id();
        let undo = Button::new(undo, words.say("chat-button-undo", &[]), Weight::Usual);
        if turn.to_act() == Some(seat) && turn.table.status == TableStatus::Running {
            let card =
                panel::fresh_panel(&self.composer, panel_reader(request), turn, Some(told)).await;
            return if stays { card } else { card.button(undo) };
        }
        let now = table::now(words, &turn);
        let mut card = Card::words(ending_in(&told, &now)).waiting_panel_of(turn.table.game);
        if let Some(on) = self.lesson_cards.continue_button(request, &turn.table) {
            card = card.button(on);
        }
        if stays || turn.table.status == TableStatus::Over {
            card
        } else {
            card.button(undo)
        }
    }

    /// Opens the panel of the player to act.
    pub(crate) async fn open_panel(
        &self,
        request: &Request,
        table: Table,
        before: Option<String>,
    ) -> Reply {
        let told = self.lesson_cards.told_alone(request, &table).await?;
        let before: Vec<String> = before.into_iter().chain(told).collect();
        let before = Some(before.join("\n")).filter(|before| !before.is_empty());
        if self.lesson_cards.continue_button(request, &table).is_some()
            && table.status == TableStatus::Over
        {
            return self.fresh_over(request, table, before).await;
        }
        by_title!(table.title, G => {
            let turn = match self.games.load_turn::<G>(table.clone(), request.actor.person).await {
                Err(Failure::Declined(Declined::NotYourTurn(seat))) => {
                    let waits = self.lesson_cards.waits_for_computer(request, &table, seat);
                    return waits.ok_or(Declined::NotYourTurn(seat).into());
                }
                turn => turn?,
            };
            let panel = Box::pin(panel::fresh_panel(&self.composer, panel_reader(request), turn, before)).await;
            Ok(Answer::Tell(panel))
        })
    }

    /// Opens the panel of the channel's table or, if there is nothing to do, of the one that has
    /// waited longest.
    pub(crate) async fn open_any_panel(&self, request: &Request) -> Reply {
        let (opened, here) = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => (
                self.open_panel(request, table.clone(), None).await,
                Some(table),
            ),
            Err(failure) => (Err(failure), None),
        };
        let Err(Failure::Declined(
            declined @ (Declined::NoTable
            | Declined::NotSeated
            | Declined::NotYourTurn(_)
            | Declined::Over),
        )) = opened
        else {
            return opened;
        };
        let waiting = self.watching.list_waiting_for(request.actor.person).await?;
        let Some(table) = waiting
            .into_iter()
            .find(|table| table.waiting.pause.is_none())
        else {
            let none = Err(declined.into());
            return match here {
                Some(table) => {
                    self.premove_panels
                        .or_offer_premove(request, &table, none)
                        .await
                }
                None => none,
            };
        };
        let words = self.replies.words(request);
        let fill = [
            ("game", Fill::from(title(words, &table))),
            ("place", place_of(words, &table).into()),
        ];
        let before = words.say("chat-turn-elsewhere", &fill);
        self.open_panel(request, table, Some(before)).await
    }

    /// Shows the panel after a choice.
    pub(crate) async fn show_choices(
        &self,
        request: &Request,
        way: &Way,
        first: usize,
        crop: Crop,
    ) -> Reply {
        let table = self.tables.find(way.game).await?;
        let moves = self.is_above_board(request, &table).await?;
        by_title!(table.title, G => {
            let (turn, seat, way) = self.premove_panels.load_turn::<G>(table, request.actor.person, way).await?;
            if turn.table.revision != way.revision {
                return Box::pin(self.late::<G>(request, turn, seat, &way)).await;
            }
            let trial = follow(turn, seat, &way);
            let card = panel::panel_card(&self.composer, panel_reader(request), &trial, seat, (first, crop), None).await;
            Ok(Answer::Tell(card.moving(moves)))
        })
    }

    /// Does the chosen turn, or stores it as a premove.
    ///
    /// With `always`, the same answer is given whenever the question comes again.
    pub(crate) async fn act_by_button(&self, request: &Request, way: &Way, always: bool) -> Reply {
        let table = self.tables.find(way.game).await?;
        by_title!(table.title, G => {
            let (turn, seat, way) = self.premove_panels.load_turn::<G>(table, request.actor.person, way).await?;
            if turn.table.revision != way.revision {
                return Box::pin(self.late::<G>(request, turn, seat, &way)).await;
            }
            let trial = follow(turn, seat, &way);
            if !trial.is_whole() || !trial.turn.is_complete(seat) {
                let card = panel::panel_card(&self.composer, panel_reader(request), &trial, seat, (0, Crop::Close), None).await;
                return Ok(Answer::Tell(card));
            }
            if way.ahead {
                return Box::pin(self.premove_panels.decide_turn(request, trial)).await;
            }
            match self.play.commit_turn(trial.turn, &request.actor).await {
                Ok(settled) => {
                    let always = if always { self.premove_panels.answer_always(request, &settled).await } else { None };
                    let mut card = Box::pin(self.after(request, settled, seat)).await;
                    card.text = always.into_iter().chain([card.text]).collect::<Vec<_>>().join("\n");
                    Ok(Answer::Tell(card))
                }
                Err(Failure::Declined(Declined::Stale)) => {
                    let fresh = self.tables.find(way.game).await?;
                    let turn = self.games.load_turn::<G>(fresh, request.actor.person).await?;
                    Box::pin(self.late::<G>(request, turn, seat, &way)).await
                }
                Err(failure) => Err(failure),
            }
        })
    }

    /// Answers a press on an outdated board: the current choices, and a button to do the same if it
    /// is still legal.
    async fn late<G: AtTable>(
        &self,
        request: &Request,
        turn: Turn<G>,
        seat: Seat,
        way: &Way,
    ) -> Reply {
        let words = self.replies.words(request);
        let moves = self.is_above_board(request, &turn.table).await?;
        let revision = turn.table.revision;
        let trial = follow(turn, seat, &way.at(revision));
        let still = trial.is_whole() && !way.picks.is_empty();
        let why = words.say(
            if still {
                "chat-late-still"
            } else {
                "chat-late"
            },
            &[],
        );
        let trial = if still {
            trial
        } else {
            trial.by(seat, Vec::new())
        };
        let card = panel::panel_card(
            &self.composer,
            panel_reader(request),
            &trial,
            seat,
            (0, Crop::Close),
            Some(why),
        )
        .await;
        Ok(Answer::Tell(card.moving(moves)))
    }

    /// Takes back the user's last action. A press names the revision at which it was offered.
    pub(crate) async fn take_back(
        &self,
        request: &Request,
        table: Table,
        seen: Option<Revision>,
    ) -> Reply {
        let words = self.replies.words(request);
        if let Some(seen) = seen
            && !self.take_back.only_computers_since(&table, seen).await?
        {
            return self.fresh(request, table, "chat-undo-late").await;
        }
        by_title!(table.title, G => {
            match self.take_back.take_back::<G>(table, &request.actor).await {
                Ok(settled) => {
                    let CommittedTurn { table, printed, game, steps, .. } = settled;
                    let turn = Turn { table, printed, game, steps };
                    let before = Some(words.say("chat-undone", &[]));
                    Ok(Answer::Tell(panel::fresh_panel(&self.composer, panel_reader(request), turn, before).await))
                }
                Err(Failure::Declined(Declined::Stale)) => {
                    let table = self.replies.find_table(request).await?;
                    self.fresh(request, table, "chat-undo-late").await
                }
                Err(failure) => Err(failure),
            }
        })
    }

    /// Shows the end of a game whose news are not posted anywhere.
    async fn fresh_over(&self, request: &Request, table: Table, before: Option<String>) -> Reply {
        let mut card = self
            .table_cards
            .table_card(request, table, Display::default())
            .await?;
        card.text = ending_in(&before.unwrap_or_default(), &card.text);
        Ok(Answer::Tell(card))
    }

    /// Shows the current game to a user who was too late.
    async fn fresh(&self, request: &Request, table: Table, why: &str) -> Reply {
        let words = self.replies.words(request);
        let mut card = self
            .table_cards
            .table_card(request, table, Display::default())
            .await?;
        card.text = format!("{}\n{}", words.say(why, &[]), card.text);
        Ok(Answer::Tell(card))
    }

    /// Shows a player's realm, by default the user's own.
    pub(crate) async fn show_realm(
        &self,
        request: &Request,
        table: Table,
        of: Option<PersonId>,
        shown: Display,
    ) -> Reply {
        let seat = table
            .seat_of(of.unwrap_or(request.actor.person))
            .ok_or(Declined::NotSeated)?;
        by_title!(table.title, G => {
            let turn = self.games.load::<G>(table).await?;
            Ok(Answer::Tell(self.table_cards.realm_card(request, &turn, seat, shown).await?))
        })
    }

    /// Suggests legal values of an option, given what is typed. Returns none if the user is not to
    /// act.
    pub(crate) async fn suggest(
        &self,
        request: &Request,
        line: &str,
        wanted: ActionOption,
    ) -> Result<Vec<Suggestion>, Failure> {
        let table = self.tables.find_in_channel(request.channel).await?;
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            Ok(suggestions::<G>(self.replies.words(request), turn, line, wanted))
        })
    }

    /// Suggests all legal actions by number.
    pub(crate) async fn choices(&self, request: &Request) -> Result<Vec<Suggestion>, Failure> {
        let table = self.tables.find_in_channel(request.channel).await?;
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            Ok(numbered_choices::<G>(self.replies.words(request), &turn))
        })
    }
}

/// Returns the player for whom a panel is made.
pub(crate) fn panel_reader(request: &Request) -> PanelReader<'_> {
    PanelReader {
        locale: &request.own,
        person: request.actor.person,
    }
}

/// Applies all steps of the intent to the turn, or explains why it cannot.
pub(crate) fn carry_out<G: AtTable>(
    words: &Words,
    turn: &mut Turn<G>,
    seat: Seat,
    wish: &Intent<G>,
) -> Result<(), String> {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &Arc::clone(&turn.printed),
        names: &names(words, &turn.table),
    };
    let refused = |refusal: G::Refusal| G::refusal(&phrasebook, &refusal);
    match input::carry_out(&turn.game, seat, wish) {
        Ok(actions) => actions
            .into_iter()
            .try_for_each(|action| turn.play(action).map_err(refused)),
        Err(not_done) => Err(not_done.explain(&phrasebook, seat)),
    }
}

/// Suggests values of an option after the typed steps were done on a copy of the game.
fn suggestions<G: AtTable>(
    words: &Words,
    mut turn: Turn<G>,
    line: &str,
    wanted: ActionOption,
) -> Vec<Suggestion> {
    let Some(seat) = turn.to_act() else {
        return Vec::new();
    };
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &Arc::clone(&turn.printed),
        names: &plain_names(words, &turn.table),
    };
    let mut found: Vec<Suggestion> = Vec::new();
    // Takes one step at a time, like the command, until one asks for the option.
    let mut wish = match input::read::<G>(words, line, &my_view(&turn, seat), &turn.legal()) {
        Ok(input::Request::Act(wish)) => Some(wish),
        _ => None,
    };
    while found.is_empty() && turn.to_act() == Some(seat) && !turn.uncovers() {
        let view = my_view(&turn, seat);
        for action in turn.legal() {
            let fits = wish.as_ref().is_none_or(|wish| {
                !turn.steps.is_empty() || G::agrees(&wish.first, &action, wanted)
            });
            let suggestion = G::suggestion(&phrasebook, &view, &action, wanted).filter(|_| fits);
            found.extend(
                suggestion.filter(|new| !found.iter().any(|known| known.value == new.value)),
            );
        }
        let next = match &mut wish {
            Some(wish) if turn.steps.is_empty() => Some(wish.first),
            Some(wish) => {
                G::follow_up(&view, wish.details).or_else(|| turn.legal().first().copied())
            }
            None => None,
        };
        if next.is_none_or(|action| turn.play(action).is_err()) {
            break;
        }
    }
    found
}

fn numbered_choices<G: AtTable>(words: &Words, turn: &Turn<G>) -> Vec<Suggestion> {
    let Some(seat) = turn.to_act() else {
        return Vec::new();
    };
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &plain_names(words, &turn.table),
    };
    let view = my_view(turn, seat);
    let legal = turn.legal();
    let label = |(action, number): (&G::Action, usize)| {
        Suggestion::new(
            format!("{number}: {}", G::action(&phrasebook, &view, action)),
            Value::from(number),
        )
    };
    legal.iter().zip(1..).map(label).collect()
}
