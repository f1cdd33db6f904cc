//! Looks back at a game: a recap since the player's last turn, and a replay turn by turn.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::pictures::{PictureRequest, single_turn};
use crate::cards::summary;
use crate::cards::table::{self, DisplayOptions, TableCards, board_card};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, ButtonStyle};
use crate::wire::press::Press;
use crate::wire::request::Request;
use crate::wire::text_limits::append_last_line;
use lanai_host::{GameLoader, Lookback, PlayedTurn, Refusal, Table, TableStatus, Turn};
use lanai_panel::{PanelGame, TurnAuthor};
use lanai_rules::{Viewer, by_title};
use lanai_text::{Scene, Words};

const MAX_RECAP_LINES: usize = 8;

pub(crate) struct LookbackHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl LookbackHandler {
    /// Shows what happened since the user's last turn, marked on the board.
    pub(crate) async fn show_recap(&self, request: &Request, table: Table) -> Reply {
        if table.snapshot.is_none() {
            return Err(Refusal::NotBegun.into());
        }
        by_title!(table.title, G => Box::pin(self.recap_answer::<G>(request, table)).await)
    }

    async fn recap_answer<G: PanelGame>(&self, request: &Request, table: Table) -> Reply {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let turns = self
            .lookback
            .list_turns_since_last::<G>(&table, person)
            .await?;
        let mut turn = self.games.load::<G>(table).await?;
        let viewer = turn.table.viewer(person);
        let (lines, marked) = recap_lines::<G>(words, &turn, turns, viewer);
        let is_users_turn = turn.to_act().is_some_and(|seat| viewer.is(seat))
            && turn.table.status == TableStatus::Running;
        let now = if is_users_turn {
            words.say(key::CHAT_TURN_YOURS, &[])
        } else {
            turn = self.lookback.load_public::<G>(turn.table).await?;
            summary::current_state_line(&self.composer.host.history, words, &turn).await?
        };
        let mut card = board_card(
            words,
            &turn,
            viewer,
            append_last_line(&lines.join("\n"), &now),
        );
        if viewer == Viewer::Table {
            // Spectators get no buttons.
            card.rows.clear();
        }
        card.panes.truncate(1);
        if self
            .table_cards
            .wants_text(request, DisplayOptions::default())
            .await?
        {
            return Ok(Answer::Private(card));
        }
        let picture = PictureRequest {
            turns: marked,
            ..PictureRequest::plain(vec![Scene::Board], viewer, words)
        };
        let card = self.composer.with_pictures(card, &turn, picture).await;
        Ok(Answer::Private(card))
    }

    /// Shows the game after a turn, with buttons to the turns before and after.
    pub(crate) async fn show_replay(
        &self,
        request: &Request,
        table: Table,
        turn_number: Option<usize>,
    ) -> Reply {
        if table.snapshot.is_none() {
            return Err(Refusal::NotBegun.into());
        }
        by_title!(table.title, G => {
            Box::pin(self.replay_answer::<G>(request, table, turn_number)).await
        })
    }

    async fn replay_answer<G: PanelGame>(
        &self,
        request: &Request,
        table: Table,
        turn_number: Option<usize>,
    ) -> Reply {
        let words = self.replies.words(request);
        let turn_number = turn_number.unwrap_or(usize::MAX);
        let position = self
            .lookback
            .load_position::<G>(&table, turn_number)
            .await?;
        let now = self.games.load::<G>(table).await?;
        let turn = Turn {
            game: position.game,
            ..now
        };
        let viewer = turn.table.viewer(request.actor.person);
        let (story, events) = match position.turn {
            Some(played) => {
                let story = table::describe_turn(
                    words,
                    &turn,
                    TurnAuthor::Named,
                    played.seat,
                    &played.events,
                );
                (story, played.events)
            }
            None => (String::new(), Vec::new()),
        };
        let key = if position.number == 0 {
            key::CHAT_REPLAY_START
        } else {
            key::CHAT_REPLAY
        };
        let fill = [
            ("n", position.number.into()),
            ("of", position.turn_count.into()),
        ];
        let mut text = words.say(key, &fill);
        if !story.is_empty() {
            text = format!("{text} {story}");
        }
        let mut card = board_card(words, &turn, viewer, text);
        card.rows.clear();
        let mut card = card.buttons(&replay_buttons(
            &turn.table,
            position.number,
            position.turn_count,
        ));
        if !self
            .table_cards
            .wants_text(request, DisplayOptions::default())
            .await?
        {
            let picture = PictureRequest {
                turns: single_turn(events),
                ..PictureRequest::plain(vec![Scene::Board, Scene::Realms], viewer, words)
            };
            card = self.composer.with_pictures(card, &turn, picture).await;
        }
        Ok(Answer::Private(card))
    }
}

/// Describes the last turns, a line for each. Also returns the events to mark on the picture.
fn recap_lines<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    mut turns: Vec<PlayedTurn<G>>,
    viewer: Viewer,
) -> (Vec<String>, Vec<Vec<G::Event>>) {
    if turns.is_empty() {
        return (vec![words.say(key::CHAT_RECAP_NOTHING, &[])], Vec::new());
    }
    let key = if viewer == Viewer::Table {
        key::CHAT_RECAP_ALL
    } else {
        key::CHAT_RECAP
    };
    let mut lines = vec![words.say(key, &[])];
    let earlier = turns.len().saturating_sub(MAX_RECAP_LINES - 2);
    if earlier > 1 {
        turns.drain(..earlier);
        lines.push(words.say(key::CHAT_RECAP_EARLIER, &[("n", earlier.into())]));
    }
    let is_only_turn = turns.len() == 1;
    for (played, number) in turns.iter().zip(1_usize..) {
        let story =
            table::describe_turn(words, turn, TurnAuthor::Named, played.seat, &played.events);
        if is_only_turn {
            // A single turn has no number on the picture.
            lines.push(story);
            break;
        }
        lines.push(words.say(
            key::CHAT_RECAP_LINE,
            &[("n", number.into()), ("told", story.into())],
        ));
    }
    (
        lines,
        turns.into_iter().map(|played| played.events).collect(),
    )
}

/// Returns buttons to the first, previous, next and last turn.
///
/// Buttons that lead nowhere are disabled rather than left out, so that the other buttons keep
/// their places.
fn replay_buttons(table: &Table, number: usize, last: usize) -> Vec<Button> {
    let targets = [
        ("⏮", 0, number > 0),
        ("◀", number.saturating_sub(1), number > 0),
        ("▶", number + 1, number < last),
        ("⏭", last, number < last),
    ];
    let mut buttons: Vec<Button> = Vec::new();
    for (label, target, is_possible) in targets {
        let id = Press::Replay(table.id, Some(target)).id();
        // Discord refuses a message with two buttons of the same id.
        let is_enabled = is_possible && !buttons.iter().any(|known| known.id == id);
        let id = if is_enabled {
            id
        } else {
            format!("off:{label}")
        };
        let button = Button::new(id, label.to_owned(), ButtonStyle::Secondary);
        buttons.push(if is_enabled {
            button
        } else {
            button.disabled()
        });
    }
    buttons
}
