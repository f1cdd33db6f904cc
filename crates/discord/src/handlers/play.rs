//! Plays turns by typed commands and by the panel, takes actions back, and shows realms.
//!
//! Each request commits at most one turn, and is answered after the commit.

use std::sync::Arc;

use serde_json::Value;

use crate::cards::composer::{Composer, PanelReader};
use crate::cards::panel;
use crate::cards::signs::signs_card;
use crate::cards::table::{self, DisplayOptions, TableCards, describe_turn};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::lesson_cards::LessonCards;
use crate::handlers::premove_panels::PremovePanels;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::{plain_player_names, player_names, table_link, table_title};
use crate::wire::press::Press;
use crate::wire::request::{DIRECT_MESSAGES, Request};
use crate::wire::text_limits::append_last_line;
use lanai_host::{
    CommittedTurn, Failure, GameLoader, Lookback, PersonId, Play, Refusal, Revision, Table,
    TableStatus, Tables, TakeBack, Turn, Watching,
};
use lanai_panel::{
    ActionOption, PanelGame, PanelPath, Suggestion, TurnAuthor, follow_path, label_text, seat_view,
    without_command,
};
use lanai_render::Crop;
use lanai_rules::{Seat, by_title};
use lanai_text::input::Intent;
use lanai_text::{Fill, Key, Phrasebook, Words, input};

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
    pub(crate) async fn is_panel_above_board(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<bool, Failure> {
        let is_cross_guild = table.settings.is_between_guilds() && request.guild == DIRECT_MESSAGES;
        let Some(pressed) = request
            .pressed_message
            .filter(|_| request.channel == table.channel || is_cross_guild)
        else {
            return Ok(false);
        };
        Ok(self
            .lookback
            .find_newest_board(table, request.actor.person)
            .await?
            .is_some_and(|board| pressed < board))
    }

    /// Plays a typed line. If the game changed meanwhile, the line is interpreted again.
    pub(crate) async fn play_line(&self, request: &Request, line: &str) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.tables
            .retry(table, |table| async move {
                by_title!(table.title, G => {
                    Box::pin(self.play_line_at::<G>(table, request, line)).await
                })
            })
            .await
    }

    async fn play_line_at<G: PanelGame>(
        &self,
        table: Table,
        request: &Request,
        line: &str,
    ) -> Reply {
        let words = self.replies.words(request);
        let verb = line.split_whitespace().next().unwrap_or_default();
        if !G::VERBS.contains(&verb) {
            let fill = [
                ("verb", Fill::from(format!("/{verb}"))),
                ("game", table_title(words, &table).into()),
            ];
            return Ok(self.replies.answer(request, key::CHAT_NO_SUCH_VERB, &fill));
        }
        let mut turn = self
            .games
            .load_turn::<G>(table, request.actor.person)
            .await?;
        let Some(seat) = turn.to_act() else {
            return Err(Refusal::Over.into());
        };
        let parsed = input::parse_line::<G>(words, line, &seat_view(&turn, seat), &turn.legal());
        let intent = match parsed {
            Ok(input::Request::Act(intent)) => intent,
            Ok(_) => return Ok(self.replies.answer(request, key::CHAT_SAY_VERB, &[])),
            Err(unclear) => {
                return match G::started_pick(&unclear) {
                    Some(keys) => self.show_started_pick(request, turn, seat, &keys).await,
                    None => Ok(Answer::words(unclear.explain(words))),
                };
            }
        };
        if let Err(explanation) = apply_intent(words, &mut turn, seat, &intent) {
            return Ok(Answer::words(explanation));
        }
        let committed = self.play.commit_turn(turn, &request.actor).await?;
        Ok(Answer::Private(
            self.outcome_card(request, committed, seat).await,
        ))
    }

    /// Shows the panel in which the choice with these keys has begun, or why it is not possible.
    async fn show_started_pick<G: PanelGame>(
        &self,
        request: &Request,
        turn: Turn<G>,
        seat: Seat,
        keys: &[String],
    ) -> Reply {
        let words = self.replies.words(request);
        let path = PanelPath::start(turn.table.id, turn.table.revision).with_pick_keys(keys);
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &turn.printed,
            names: &player_names(words, &turn.table),
        };
        let legal = turn.legal();
        let rows = G::board_rows(&phrasebook, &seat_view(&turn, seat));
        let refusal = rows
            .iter()
            .flatten()
            .find(|button| button.keys == keys && !button.is_possible::<G>(&legal))
            .and_then(|button| button.explain_refusal(&phrasebook, &turn.game));
        if let Some(refusal) = refusal {
            return Ok(Answer::words(refusal));
        }
        let preview = follow_path(turn, seat, &path);
        let reader = panel_reader(request);
        let card = panel::panel_card(
            &self.composer,
            reader,
            &preview,
            seat,
            panel::PanelView::start(),
            None,
        );
        Ok(Answer::Private(Box::pin(card).await))
    }

    /// Returns the card after an action: what happened, and what the player has to do next.
    async fn outcome_card<G: PanelGame>(
        &self,
        request: &Request,
        committed: CommittedTurn<G>,
        seat: Seat,
    ) -> Card {
        let words = self.replies.words(request);
        let CommittedTurn {
            table,
            printed,
            game,
            steps,
            is_final,
            ..
        } = committed;
        let events: Vec<G::Event> = steps.iter().flat_map(|step| step.events.clone()).collect();
        let turn = Turn {
            table,
            printed,
            game,
            steps: Vec::new(),
        };
        let story = describe_turn(words, &turn, TurnAuthor::Reader, seat, &events);
        let undo = Press::Undo(turn.table.id, turn.table.revision).id();
        let undo = Button::new(
            undo,
            words.say(key::CHAT_BUTTON_UNDO, &[]),
            ButtonStyle::Secondary,
        );
        if turn.to_act() == Some(seat) && turn.table.status == TableStatus::Running {
            let card =
                panel::initial_panel_card(&self.composer, panel_reader(request), turn, Some(story))
                    .await;
            return if is_final { card } else { card.button(undo) };
        }
        let now = table::status_line(words, &turn);
        let mut card =
            Card::words(append_last_line(&story, &now)).with_waiting_panel(turn.table.id);
        if let Some(button) = self.lesson_cards.continue_button(request, &turn.table) {
            card = card.button(button);
        }
        if is_final || turn.table.status == TableStatus::Over {
            card
        } else {
            card.button(undo)
        }
    }

    /// Opens the panel of the player to act, below the given text.
    pub(crate) async fn open_panel(
        &self,
        request: &Request,
        table: Table,
        preface: Option<String>,
    ) -> Reply {
        let story = self
            .lesson_cards
            .describe_events_since_last_turn(request, &table)
            .await?;
        let preface: Vec<String> = preface.into_iter().chain(story).collect();
        let preface = Some(preface.join("\n")).filter(|preface| !preface.is_empty());
        if self.lesson_cards.continue_button(request, &table).is_some()
            && table.status == TableStatus::Over
        {
            return self.show_ended_game(request, table, preface).await;
        }
        by_title!(table.title, G => {
            let turn = match self.games.load_turn::<G>(table.clone(), request.actor.person).await {
                Err(Failure::Refusal(Refusal::NotYourTurn(seat))) => {
                    let answer = self.lesson_cards.build_waiting_answer(request, &table, seat);
                    return answer.ok_or(Refusal::NotYourTurn(seat).into());
                }
                turn => turn?,
            };
            let reader = panel_reader(request);
            let panel = panel::initial_panel_card(&self.composer, reader, turn, preface);
            Ok(Answer::Private(Box::pin(panel).await))
        })
    }

    /// Explains the signs of the board to the player to act.
    pub(crate) async fn explain_signs(&self, request: &Request, table: Table) -> Reply {
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            let seat = turn.to_act().ok_or(Refusal::Over)?;
            let card = signs_card(&self.composer, panel_reader(request), &turn, seat);
            Ok(Answer::Private(Box::pin(card).await))
        })
    }

    /// Opens the panel of the table in this channel or, if the user cannot act there, of the user's
    /// table that has waited longest.
    pub(crate) async fn open_any_panel(&self, request: &Request) -> Reply {
        let (opened, local_table) = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => (
                self.open_panel(request, table.clone(), None).await,
                Some(table),
            ),
            Err(failure) => (Err(failure), None),
        };
        let Err(Failure::Refusal(
            refusal @ (Refusal::NoTable
            | Refusal::NotSeated
            | Refusal::NotYourTurn(_)
            | Refusal::Over),
        )) = opened
        else {
            return opened;
        };
        let waiting = self.watching.list_waiting_for(request.actor.person).await?;
        let Some(table) = waiting
            .into_iter()
            .find(|table| table.waiting.pause.is_none())
        else {
            let none = Err(refusal.into());
            return match local_table {
                Some(table) => {
                    self.premove_panels
                        .offer_premove_on_refusal(request, &table, none)
                        .await
                }
                None => none,
            };
        };
        let words = self.replies.words(request);
        let fill = [
            ("game", Fill::from(table_title(words, &table))),
            ("place", table_link(words, &table).into()),
        ];
        let preface = words.say(key::CHAT_TURN_ELSEWHERE, &fill);
        self.open_panel(request, table, Some(preface)).await
    }

    /// Shows a page of the panel after a choice.
    pub(crate) async fn show_choices(
        &self,
        request: &Request,
        path: &PanelPath,
        page: usize,
        crop: Crop,
    ) -> Reply {
        let table = self.tables.find(path.table).await?;
        by_title!(table.title, G => {
            Box::pin(self.show_choices_at::<G>(table, request, path, page, crop)).await
        })
    }

    async fn show_choices_at<G: PanelGame>(
        &self,
        table: Table,
        request: &Request,
        path: &PanelPath,
        page: usize,
        crop: Crop,
    ) -> Reply {
        let is_panel_above_board = self.is_panel_above_board(request, &table).await?;
        let person = request.actor.person;
        let (turn, seat, path) = self
            .premove_panels
            .load_turn::<G>(table, person, path)
            .await?;
        if turn.table.revision != path.revision {
            return Box::pin(self.answer_outdated(request, turn, seat, &path)).await;
        }
        let preview = follow_path(turn, seat, &path);
        let card = panel::panel_card(
            &self.composer,
            panel_reader(request),
            &preview,
            seat,
            panel::PanelView { page, crop },
            None,
        )
        .await;
        Ok(Answer::Private(
            card.with_moving_panel(is_panel_above_board),
        ))
    }

    /// Plays the turn that the path describes, or stores it as a premove.
    ///
    /// With `always`, the same answer is given to all later questions of this kind.
    pub(crate) async fn act_by_button(
        &self,
        request: &Request,
        path: &PanelPath,
        always: bool,
    ) -> Reply {
        let table = self.tables.find(path.table).await?;
        by_title!(table.title, G => {
            Box::pin(self.act_by_button_at::<G>(table, request, path, always)).await
        })
    }

    async fn act_by_button_at<G: PanelGame>(
        &self,
        table: Table,
        request: &Request,
        path: &PanelPath,
        always: bool,
    ) -> Reply {
        let person = request.actor.person;
        let (turn, seat, path) = self
            .premove_panels
            .load_turn::<G>(table, person, path)
            .await?;
        if turn.table.revision != path.revision {
            return Box::pin(self.answer_outdated(request, turn, seat, &path)).await;
        }
        let preview = follow_path(turn, seat, &path);
        if !preview.is_fully_legal() || !preview.turn.is_complete(seat) {
            let card = panel::panel_card(
                &self.composer,
                panel_reader(request),
                &preview,
                seat,
                panel::PanelView::start(),
                None,
            )
            .await;
            return Ok(Answer::Private(card));
        }
        if path.is_premove {
            return Box::pin(self.premove_panels.decide_turn(request, preview)).await;
        }
        match self.play.commit_turn(preview.turn, &request.actor).await {
            Ok(committed) => {
                let note = if always {
                    self.premove_panels.answer_always(request, &committed).await
                } else {
                    None
                };
                let mut card = Box::pin(self.outcome_card(request, committed, seat)).await;
                if let Some(note) = note {
                    card.text = format!("{note}\n{}", card.text);
                }
                Ok(Answer::Private(card))
            }
            Err(Failure::Refusal(Refusal::Stale)) => {
                let table = self.tables.find(path.table).await?;
                let turn = self.games.load_turn::<G>(table, person).await?;
                Box::pin(self.answer_outdated(request, turn, seat, &path)).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// Answers a press on an outdated panel with the current choices.
    ///
    /// The choices that the user has made are kept if they are still legal.
    async fn answer_outdated<G: PanelGame>(
        &self,
        request: &Request,
        turn: Turn<G>,
        seat: Seat,
        path: &PanelPath,
    ) -> Reply {
        let words = self.replies.words(request);
        let is_panel_above_board = self.is_panel_above_board(request, &turn.table).await?;
        let revision = turn.table.revision;
        let preview = follow_path(turn, seat, &path.at_revision(revision));
        let is_still_legal = preview.is_fully_legal() && !path.pick_keys.is_empty();
        let (preview, key) = if is_still_legal {
            (preview, key::CHAT_LATE_STILL)
        } else {
            (preview.with_pick_keys(seat, Vec::new()), key::CHAT_LATE)
        };
        let card = panel::panel_card(
            &self.composer,
            panel_reader(request),
            &preview,
            seat,
            panel::PanelView::start(),
            Some(words.say(key, &[])),
        )
        .await;
        Ok(Answer::Private(
            card.with_moving_panel(is_panel_above_board),
        ))
    }

    /// Takes back the user's last action.
    ///
    /// `seen_revision` is the revision at which the pressed button was offered.
    pub(crate) async fn take_back(
        &self,
        request: &Request,
        table: Table,
        seen_revision: Option<Revision>,
    ) -> Reply {
        let words = self.replies.words(request);
        if let Some(seen_revision) = seen_revision
            && !self
                .take_back
                .is_unchanged_by_people(&table, seen_revision)
                .await?
        {
            return self
                .show_current_game(request, table, key::CHAT_UNDO_LATE)
                .await;
        }
        by_title!(table.title, G => {
            match self.take_back.take_back::<G>(table, &request.actor).await {
                Ok(committed) => {
                    let CommittedTurn { table, printed, game, steps, .. } = committed;
                    let turn = Turn { table, printed, game, steps };
                    let preface = Some(words.say(key::CHAT_UNDONE, &[]));
                    let reader = panel_reader(request);
                    let panel = panel::initial_panel_card(&self.composer, reader, turn, preface).await;
                    Ok(Answer::Private(panel))
                }
                Err(Failure::Refusal(Refusal::Stale)) => {
                    let table = self.replies.find_table(request).await?;
                    self.show_current_game(request, table, key::CHAT_UNDO_LATE).await
                }
                Err(failure) => Err(failure),
            }
        })
    }

    /// Shows the final state of a lesson whose news are not posted.
    async fn show_ended_game(
        &self,
        request: &Request,
        table: Table,
        preface: Option<String>,
    ) -> Reply {
        let mut card = self
            .table_cards
            .table_card(request, table, DisplayOptions::default())
            .await?;
        card.text = append_last_line(&preface.unwrap_or_default(), &card.text);
        Ok(Answer::Private(card))
    }

    /// Shows the current state to a user who acted too late.
    async fn show_current_game(&self, request: &Request, table: Table, key: Key) -> Reply {
        let words = self.replies.words(request);
        let mut card = self
            .table_cards
            .table_card(request, table, DisplayOptions::default())
            .await?;
        card.text = format!("{}\n{}", words.say(key, &[]), card.text);
        Ok(Answer::Private(card))
    }

    /// Shows a player's realm, by default the user's own.
    pub(crate) async fn show_realm(
        &self,
        request: &Request,
        table: Table,
        player: Option<PersonId>,
        display: DisplayOptions,
    ) -> Reply {
        let seat = table
            .seat_of(player.unwrap_or(request.actor.person))
            .ok_or(Refusal::NotSeated)?;
        by_title!(table.title, G => {
            let turn = self.games.load::<G>(table).await?;
            Ok(Answer::Private(self.table_cards.realm_card(request, &turn, seat, display).await?))
        })
    }

    /// Suggests legal values of an option, given the options that are already typed.
    pub(crate) async fn suggest_values(
        &self,
        request: &Request,
        line: &str,
        wanted: ActionOption,
    ) -> Result<Vec<Suggestion>, Failure> {
        let table = self.tables.find_in_channel(request.channel).await?;
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            Ok(suggest_from_line::<G>(self.replies.words(request), turn, line, wanted))
        })
    }

    /// Suggests all legal actions, each with its number as the value.
    pub(crate) async fn suggest_choices(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        let table = self.tables.find_in_channel(request.channel).await?;
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            Ok(list_numbered_choices::<G>(self.replies.words(request), &turn))
        })
    }
}

pub(crate) fn panel_reader(request: &Request) -> PanelReader<'_> {
    PanelReader {
        locale: &request.locale,
        person: request.actor.person,
    }
}

/// Applies all steps of the intent to the turn, or explains why one is impossible.
pub(crate) fn apply_intent<G: PanelGame>(
    words: &Words,
    turn: &mut Turn<G>,
    seat: Seat,
    intent: &Intent<G>,
) -> Result<(), String> {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &Arc::clone(&turn.printed),
        names: &player_names(words, &turn.table),
    };
    let actions = input::resolve_intent(&turn.game, seat, intent)
        .map_err(|impossible| impossible.explain(&phrasebook, seat))?;
    for action in actions {
        turn.play(action)
            .map_err(|refusal| G::explain_refusal(&phrasebook, &refusal))?;
    }
    Ok(())
}

/// Suggests values of an option after playing the typed steps on a copy of the game.
fn suggest_from_line<G: PanelGame>(
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
        names: &plain_player_names(words, &turn.table),
    };
    let mut found: Vec<Suggestion> = Vec::new();
    let mut intent =
        match input::parse_line::<G>(words, line, &seat_view(&turn, seat), &turn.legal()) {
            Ok(input::Request::Act(intent)) => Some(intent),
            _ => None,
        };
    // Plays one step at a time, like the command, until a step needs the option.
    while found.is_empty() && turn.to_act() == Some(seat) && !turn.reveals_hidden() {
        let view = seat_view(&turn, seat);
        for action in turn.legal() {
            let agrees = intent.as_ref().is_none_or(|intent| {
                !turn.steps.is_empty() || G::agrees_with_typed(&intent.first, &action, wanted)
            });
            if agrees
                && let Some(new) = G::suggest(&phrasebook, &view, &action, wanted)
                && !found.iter().any(|known| known.value == new.value)
            {
                found.push(new);
            }
        }
        let next = match &mut intent {
            Some(intent) if turn.steps.is_empty() => Some(intent.first),
            Some(intent) => {
                G::follow_up(&view, intent.details).or_else(|| turn.legal().first().copied())
            }
            None => None,
        };
        if next.is_none_or(|action| turn.play(action).is_err()) {
            break;
        }
    }
    found
}

fn list_numbered_choices<G: PanelGame>(words: &Words, turn: &Turn<G>) -> Vec<Suggestion> {
    let Some(seat) = turn.to_act() else {
        return Vec::new();
    };
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &plain_player_names(words, &turn.table),
    };
    let view = seat_view(turn, seat);
    let mut choices = Vec::new();
    for (action, number) in turn.legal().iter().zip(1_usize..) {
        let listed = G::describe_action(&phrasebook, &view, action);
        let label = label_text(words, &number.to_string(), &without_command(&listed));
        choices.push(Suggestion::new(label, Value::from(number)));
    }
    choices
}
