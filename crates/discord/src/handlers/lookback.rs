//! Looking back: a recap since the player's last turn, and a replay turn by turn.

use crate::cards::summary;
use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::gallery::{PictureRequest, one_turn};
use crate::cards::game::AtTable;
use crate::cards::table::{self, Display, TableCards, board};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::wire::card::{Button, Weight};
use crate::wire::fitting::ending_in;
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Declined, GameLoader, Lookback, PlayedTurn, Table, TableStatus, Turn};
use lanai_rules::{Viewer, by_title};
use lanai_text::{Scene, Words};

/// How many lines a recap has at most.
const LINES: usize = 8;

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
            return Err(Declined::NotBegun.into());
        }
        let words = self.replies.words(request);
        by_title!(table.title, G => {
            let person = request.actor.person;
            let turns = self.lookback.list_turns_since_last::<G>(&table, person).await?;
            let turn = self.games.load::<G>(table).await?;
            let viewer = turn.table.viewer(person);
            let (lines, marked) = recap_lines::<G>(words, &turn, turns, viewer);
            let mine = turn.to_act().is_some_and(|seat| viewer.is(seat)) && turn.table.status == TableStatus::Running;
            let turn = if mine { turn } else { self.lookback.load_public::<G>(turn.table).await? };
            let now = if mine { words.say("chat-turn-yours", &[]) } else { summary::current_state_line(&self.composer, words, &turn).await? };
            let mut card = board(words, &turn, viewer, ending_in(&lines.join("\n"), &now));
            if viewer == Viewer::Table {
                // Spectators get no buttons.
                card.rows.clear();
            }
            let board = PictureRequest::plain(vec![Scene::Board], viewer, words);
            let wish = PictureRequest { turns: marked, ..board };
            card.panes.truncate(1);
            if self.table_cards.in_words(request, Display::default()).await? {
                return Ok(Answer::Tell(card));
            }
            Ok(Answer::Tell(self.composer.illustrated(card, &turn, wish).await))
        })
    }

    /// Shows the game after a turn, with buttons to the turns before and after.
    pub(crate) async fn show_replay(
        &self,
        request: &Request,
        table: Table,
        number: Option<usize>,
    ) -> Reply {
        if table.snapshot.is_none() {
            return Err(Declined::NotBegun.into());
        }
        let words = self.replies.words(request);
        let in_words = self
            .table_cards
            .in_words(request, Display::default())
            .await?;
        let card = by_title!(table.title, G => {
            let stand = self.lookback.load_position::<G>(&table, number.unwrap_or(usize::MAX)).await?;
            let now = self.games.load::<G>(table).await?;
            let turn = Turn { game: stand.game, ..now };
            let viewer = turn.table.viewer(request.actor.person);
            let events = stand.turn.map(|played| played.events).unwrap_or_default();
            let fill = [("n", stand.number.into()), ("of", stand.of.into())];
            let told = table::story(words, &turn, &events);
            let head = words.say(if stand.number == 0 { "chat-replay-start" } else { "chat-replay" }, &fill);
            let text = if told.is_empty() { head } else { format!("{head} {told}") };
            let mut card = board(words, &turn, viewer, text);
            card.rows.clear();
            let card = card.buttons(&steps(&turn.table, stand.number, stand.of));
            let scenes = vec![Scene::Board, Scene::Realms];
            let turns = one_turn(events);
            let wish = PictureRequest { turns, ..PictureRequest::plain(scenes, viewer, words) };
            if in_words { card } else { self.composer.illustrated(card, &turn, wish).await }
        });
        Ok(Answer::Tell(card))
    }
}

/// Formats a line for each turn, the last ones if there are too many, and their marks on the
/// picture.
fn recap_lines<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    mut turns: Vec<PlayedTurn<G>>,
    viewer: Viewer,
) -> (Vec<String>, Vec<Vec<G::Event>>) {
    if turns.is_empty() {
        return (vec![words.say("chat-recap-nothing", &[])], Vec::new());
    }
    let name = if viewer == Viewer::Table {
        "chat-recap-all"
    } else {
        "chat-recap"
    };
    let mut lines = vec![words.say(name, &[])];
    let earlier = turns.len().saturating_sub(LINES - 2);
    if earlier > 1 {
        turns.drain(..earlier);
        lines.push(words.say("chat-recap-earlier", &[("n", earlier.into())]));
    }
    let only = turns.len() == 1;
    for (played, number) in turns.iter().zip(1_usize..) {
        let told = table::story(words, turn, &played.events);
        if only {
            // A single turn needs no number on the picture.
            lines.push(told);
            break;
        }
        lines.push(words.say(
            "chat-recap-line",
            &[("n", number.into()), ("told", told.into())],
        ));
    }
    (
        lines,
        turns.into_iter().map(|played| played.events).collect(),
    )
}

/// Returns buttons to the first, previous, next and last turn.
///
/// They keep their places; those that lead nowhere are disabled.
fn steps(table: &Table, number: usize, of: usize) -> Vec<Button> {
    let goals = [
        ("⏮", 0, number > 0),
        ("◀", number.saturating_sub(1), number > 0),
        ("▶", number + 1, number < of),
        ("⏭", of, number < of),
    ];
    let mut buttons: Vec<Button> = Vec::new();
    for (label, goal, leads) in goals {
        let id = Press::Replay(table.game, Some(goal)).id();
        // Discord refuses a message with two buttons of the same id.
        let free = leads && !buttons.iter().any(|known| known.id == id);
        let id = if free { id } else { format!("off:{label}") };
        let button = Button::new(id, label.to_owned(), Weight::Usual);
        buttons.push(if free { button } else { button.disabled() });
    }
    buttons
}
