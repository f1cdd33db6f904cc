//! How a table stands, in words: for players who ask, for the small print of a board, and for the message that those see who
//! look on from elsewhere.

use crate::cards::composer::{Composer, Perspective};
use crate::cards::gallery::one_turn;
use crate::cards::game::AtTable;
use crate::cards::summary::{self, Summary};
use crate::cards::table;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{names, numbered, place, tame, title};
use crate::wire::press::Press;
use crate::wire::times::{moment, roughly};
use lanai_host::{Failure, Table, TableStatus, Turn};
use lanai_render::Look;
use lanai_rules::{Viewer, by_title};
use lanai_text::{Fill, Phrasebook, Words};

/// How a table stands, for those who look on from elsewhere: with what happened last, and the board.
pub(crate) async fn watch_card(
    composer: &Composer,
    table: &Table,
    words: &Words,
) -> Result<Card, Failure> {
    let place = ("place", place(table.channel));
    let mut lines = vec![words.say(
        "chat-watching",
        &[("game", numbered(words, table).into()), place],
    )];
    lines.extend(standing_lines(composer, words, table).await?);
    if table.snapshot.is_none() {
        return Ok(Card {
            silent: true,
            ..Card::words(lines.join("\n"))
        });
    }
    let card = by_title!(table.title, G => {
        let stand = composer.host.lookback.load_position::<G>(table, usize::MAX).await?;
        let turn = Turn { game: stand.game, ..composer.host.games.load::<G>(table.clone()).await? };
        let last: Vec<_> = stand.turn.into_iter().map(|turn| (turn.seat, turn.events)).collect();
        lines.extend(Summary::of::<G>(words, &turn, &last, &[]).whole(words));
        let mut card = table::board(words, &turn, Viewer::Table, lines.join("\n"));
        card.rows.clear();
        let eyes = Perspective { viewer: Viewer::Table, words, look: Look::Calm };
        let last = last.into_iter().flat_map(|(_, events)| events).collect();
        composer.with_table(card, &turn, eyes, one_turn(last)).await
    });
    // Readers in another channel have no turns at the table.
    Ok(looking_back(words, table, card, "chat-button-recap-all"))
}

/// How a table stands, in lines: round, order, points, who is to act, since when, until when.
pub(crate) async fn standing_lines(
    composer: &Composer,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    if table.snapshot.is_none() {
        let name = if table.status == TableStatus::Over {
            "chat-closed"
        } else {
            "chat-status-open"
        };
        return Ok(vec![
            words.say(name, &[("game", title(words, table).into())]),
        ]);
    }
    let mut lines: Vec<String> =
        by_title!(table.title, G => Box::pin(progress_lines::<G>(composer, words, table)).await?);
    if table.status == TableStatus::Running {
        lines.extend(waiting_lines(composer, words, table).await?);
        lines.extend(table::settings_line(words, &table.settings));
    }
    Ok(lines)
}

/// How far a game is, and who has how many points.
async fn progress_lines<G: AtTable>(
    composer: &Composer,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    let turn = &composer
        .host
        .lookback
        .load_public::<G>(table.clone())
        .await?;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    let view = turn.game.view(Viewer::Table);
    let mut lines = G::progress(&phrasebook, &view);
    lines.push(summary::points(words, turn));
    if turn.table.status == TableStatus::Over {
        lines.push(summary::current_state_line(composer, words, turn).await?);
    }
    Ok(lines)
}

/// Whom a table waits for, since when and until when.
async fn waiting_lines(
    composer: &Composer,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    let waiting = &table.waiting;
    let mut lines = Vec::new();
    if let Some(chair) = waiting.seat.and_then(|seat| table.chair(seat)) {
        let who = ("who", tame(words, &chair.name).into());
        lines.push(words.say(
            "chat-status-turn",
            &[who, ("since", moment(waiting.since).into())],
        ));
    }
    lines.extend(condition_lines(composer, words, table).await?);
    Ok(lines)
}

/// What else matters of a turn: until when it may take, who is away or has asked for time, for whom a computer plays.
pub(crate) async fn condition_lines(
    composer: &Composer,
    words: &Words,
    table: &Table,
) -> Result<Vec<String>, Failure> {
    let waiting = &table.waiting;
    let mut lines = Vec::new();
    let chair = waiting.seat.and_then(|seat| table.chair(seat));
    let who = || {
        Fill::from(
            chair
                .map(|chair| tame(words, &chair.name))
                .unwrap_or_default(),
        )
    };
    if let Some(person) = waiting.person {
        let personal = composer.host.settings.person_settings(person).await?;
        let deadline = waiting.deadline(table.settings.pace, &personal);
        if let Some(until) = deadline.filter(|_| waiting.pause.is_none()) {
            let name = if waiting.late {
                "chat-status-late"
            } else {
                "chat-deadline"
            };
            lines.push(words.say(name, &[("until", moment(until).into())]));
        }
        let now = composer.host.clock.now();
        if let Some(away) = personal.away_at(now) {
            lines.push(words.say(
                "chat-status-away",
                &[("who", who()), ("until", moment(away.until).into())],
            ));
        }
        if let Some(until) = waiting.snoozed.filter(|until| *until > now) {
            lines.push(words.say(
                "chat-snoozed",
                &[("who", who()), ("until", moment(until).into())],
            ));
        }
    }
    lines.extend(banks_line(words, table));
    if let Some(pause) = waiting.pause {
        lines.push(words.say("chat-paused", &[("until", moment(pause.until).into())]));
    }
    for chair in table.seats.iter().filter(|chair| chair.stands_in) {
        lines.push(words.say(
            "chat-status-stands-in",
            &[("who", tame(words, &chair.name).into())],
        ));
    }
    Ok(lines)
}

/// A card that stands and makes no sound, with buttons to look back. By one of them it is known again.
fn looking_back(words: &Words, table: &Table, card: Card, recap_name: &str) -> Card {
    let recap = Press::Recap(table.game).id();
    let replay = Press::Replay(table.game, None).id();
    let card = card.buttons(&[
        Button::new(recap, words.say(recap_name, &[]), Weight::Usual),
        Button::new(
            replay.clone(),
            words.say("chat-button-replay", &[]),
            Weight::Usual,
        ),
    ]);
    Card {
        silent: true,
        mark: Some(replay),
        ..card
    }
}

/// What those who wait for others have left in their banks of time; nothing where there are none.
fn banks_line(words: &Words, table: &Table) -> Option<String> {
    let left = table.banks().into_iter();
    let left: Vec<_> = left
        .map(|(chair, bank)| format!("{} ({})", tame(words, &chair.name), roughly(words, bank)))
        .collect();
    let fill = [("list", Fill::from(left.join(", ")))];
    (!left.is_empty()).then(|| words.say("chat-status-banks", &fill))
}
