//! The state of a table in words: for players who ask, for the small print of a board, and for the
//! message in channels that follow the table.

use crate::cards::composer::{Composer, Perspective, SeatEvents};
use crate::cards::pictures::single_turn;
use crate::cards::summary::{self, Summary};
use crate::cards::table;
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::names::{channel_link, escape_name, numbered_table, player_names, table_title};
use crate::wire::press::Press;
use lanai_host::{Failure, Host, Table, TableStatus, Turn};
use lanai_panel::{PanelGame, TableTexts, format_moment};
use lanai_render::Look;
use lanai_rules::{Viewer, by_title};
use lanai_text::{Phrasebook, Words};

/// Returns the message for a channel that follows the table, with the last turn and the board.
pub(crate) async fn watch_card(
    composer: &Composer,
    table: &Table,
    words: &Words,
) -> Result<Card, Failure> {
    let host = &composer.host;
    let fill = [
        ("game", numbered_table(words, table).into()),
        ("place", channel_link(table.channel)),
    ];
    let mut lines = vec![words.say(key::CHAT_WATCHING, &fill)];
    lines.extend(table_status_lines(host, words, table).await?);
    if table.snapshot.is_none() {
        return Ok(Card {
            silent: true,
            ..Card::words(lines.join("\n"))
        });
    }
    let card = by_title!(table.title, G => {
        let position = host.lookback.load_position::<G>(table, usize::MAX).await?;
        let turn = Turn { game: position.game, ..host.games.load::<G>(table.clone()).await? };
        let last: Vec<SeatEvents<G>> = position.turn.into_iter().map(|turn| (turn.seat, turn.events)).collect();
        lines.extend(Summary::new::<G>(words, &turn, &last, &[]).text_lines(words, &turn));
        let mut card = table::board_card(words, &turn, Viewer::Table, lines.join("\n"));
        card.rows.clear();
        table::add_board_button(composer, words, table, &mut card);
        let perspective = Perspective { viewer: Viewer::Table, words, look: Look::Calm };
        let last = last.into_iter().flat_map(|(_, events)| events).collect();
        composer.with_table(card, &turn, perspective, single_turn(last)).await
    });
    Ok(with_lookback_buttons(words, table, card))
}

/// Describes a table: its round, turn order, points and player to act, and how long it waits.
pub(crate) async fn table_status_lines(
    host: &Host,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    if table.snapshot.is_none() {
        let name = if table.status == TableStatus::Over {
            key::CHAT_CLOSED
        } else {
            key::CHAT_STATUS_OPEN
        };
        let fill = [("game", table_title(words, table).into())];
        return Ok(vec![words.say(name, &fill)]);
    }
    let mut lines: Vec<String> =
        by_title!(table.title, G => Box::pin(progress_lines::<G>(host, words, table)).await?);
    if table.status == TableStatus::Running {
        lines.extend(waiting_lines(host, words, table).await?);
        lines.extend(table::time_control_line(words, &table.settings));
    }
    Ok(lines)
}

async fn progress_lines<G: PanelGame>(
    host: &Host,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    let turn = &host.lookback.load_public::<G>(table.clone()).await?;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let view = turn.game.view(Viewer::Table);
    let mut lines = G::progress_lines(&phrasebook, &view);
    lines.push(summary::points_line(words, turn));
    if turn.table.status == TableStatus::Over {
        lines.push(summary::current_state_line(&host.history, words, turn).await?);
    }
    Ok(lines)
}

/// Describes whom a table waits for, since when, and until when.
async fn waiting_lines(host: &Host, words: &Words, table: &Table) -> Result<Vec<String>, Failure> {
    let waiting = &table.waiting;
    let mut lines = Vec::new();
    if let Some(player) = waiting.seat.and_then(|seat| table.seated_player(seat)) {
        let fill = [
            ("who", escape_name(words, &player.name).into()),
            ("since", format_moment(waiting.since).into()),
        ];
        lines.push(words.say(key::CHAT_STATUS_TURN, &fill));
    }
    lines.extend(condition_lines(host, words, table).await?);
    Ok(lines)
}

/// Describes the conditions of a turn: deadlines, absences, pauses and stand-ins.
pub(crate) async fn condition_lines(
    host: &Host,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    let names = &player_names(words, table);
    let texts = TableTexts {
        words,
        table,
        names,
    };
    texts.describe_conditions(host).await
}

/// Makes a card silent, and adds buttons for readers of other channels to look back at the game.
fn with_lookback_buttons(words: &Words, table: &Table, card: Card) -> Card {
    let recap = Button::secondary(words, &Press::Recap(table.id), key::CHAT_BUTTON_RECAP_ALL);
    let replay = Button::secondary(
        words,
        &Press::Replay(table.id, None),
        key::CHAT_BUTTON_REPLAY,
    );
    Card {
        silent: true,
        marker_id: Some(replay.id.clone()),
        ..card.buttons(&[recap, replay])
    }
}
