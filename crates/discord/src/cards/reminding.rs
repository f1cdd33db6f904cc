//! Messages for one person: it is your turn, it still is, your turn is unfinished, you are next,
//! the channel refuses our messages.
//!
//! Each is judged again when it is sent, and dropped if the person has acted meanwhile or does not
//! want it.

use crate::cards::composer::{Composer, Message};
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{mention, numbered, place, place_of, tame};
use crate::wire::press::{Deciding, Press};
use crate::wire::times::moment;
use lanai_host::{
    ChannelId, DueNotice, Failure, News, Ping, PingReason, Receipt, Table, TableStatus, Timestamp,
    Waiting,
};
use lanai_text::{Fill, Words};

/// A reminder delayed for longer than this is rescheduled, so that the next does not follow at
/// once.
const LATE: i64 = 60 * 60;

/// Whether a reminder was not sent when it was decided, and should not be now: it would disturb, or it is late and
/// there may be another way.
pub(crate) async fn is_missed(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<bool, Failure> {
    let News::Ping(called) = &due.news else {
        return Ok(false);
    };
    let now = composer.host.clock.now();
    let reminds = matches!(
        called.why,
        PingReason::Reminder | PingReason::Warning | PingReason::Nudge
    );
    if !reminds || !waits_still(table, *called, now) {
        return Ok(false);
    }
    let late = table.waiting.reminded_at.is_some_and(|at| at + LATE < now);
    Ok(late
        || composer
            .host
            .settings
            .settings_at(table, called.person)
            .await?
            .disturbs(now))
}

/// The message for one person; nothing if they need not hear it any more.
pub(crate) async fn reminder_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
    called: Ping,
) -> Result<Option<Message>, Failure> {
    let words = composer.public_words(table);
    let waiting = &table.waiting;
    let now = composer.host.clock.now();
    if !matches!(
        called.why,
        PingReason::Next | PingReason::StoodIn | PingReason::Dropped
    ) && !waits_still(table, called, now)
    {
        return Ok(None);
    }
    let personal = composer
        .host
        .settings
        .settings_at(table, called.person)
        .await?;
    let disturbs = personal.disturbs(now);
    let alone = |card: Card| (card, Receipt::default());
    if called.why == PingReason::Next {
        return Ok(next(words, table, waiting, called)
            .filter(|_| !disturbs)
            .map(alone));
    }
    if called.why == PingReason::StoodIn {
        let card = stood_in(words, table, waiting, called);
        return Ok(card.map(|card| {
            alone(Card {
                silent: disturbs,
                ..card
            })
        }));
    }
    if called.why == PingReason::Dropped {
        return Ok(dropped(words, table, called).map(|card| {
            alone(Card {
                silent: disturbs,
                ..card
            })
        }));
    }
    let name = match called.why {
        PingReason::Nudge => "chat-nudge",
        PingReason::Call | PingReason::Next | PingReason::StoodIn | PingReason::Dropped => {
            "chat-call"
        }
        PingReason::Reminder | PingReason::Warning => "chat-reminder",
    };
    let fill = [
        ("who", mention(called.person)),
        ("game", numbered(words, table).into()),
        ("place", place_of(words, table).into()),
        ("since", moment(waiting.since).into()),
    ];
    let mut text = words.say(name, &fill);
    if let Some(deadline) = waiting
        .deadline(table.settings.pace, &personal)
        .filter(|_| !waiting.late)
    {
        let until = words.say("chat-deadline", &[("until", moment(deadline).into())]);
        text = format!("{text} {until}");
    }
    let mark = mark(due).unwrap_or_default();
    let mut card = Card::words(text).buttons(&buttons(words, table, &mark));
    (card.calls, card.mark, card.silent) = (vec![called.person], Some(mark), disturbs);
    Ok(Some((card, Receipt::default())))
}

/// The button by which what one person hears of their turn is known again.
pub(crate) fn mark(due: &DueNotice) -> Option<String> {
    let News::Ping(called) = &due.news else {
        return None;
    };
    let marked = !matches!(
        called.why,
        PingReason::Next | PingReason::StoodIn | PingReason::Dropped
    );
    marked.then(|| Press::Mute(due.game, called.turn, due.notice).id())
}

/// Somebody wanted to hear that they are next.
fn next(words: &Words, table: &Table, waiting: &Waiting, called: Ping) -> Option<Card> {
    if waiting.turn != called.turn || table.status != TableStatus::Running {
        return None;
    }
    let who = tame(
        words,
        &waiting.seat.and_then(|seat| table.chair(seat))?.name,
    );
    let fill = [
        ("game", Fill::from(numbered(words, table))),
        ("place", place_of(words, table).into()),
        ("who", who.into()),
    ];
    Some(Card::words(words.say("chat-next", &fill)))
}

/// Tells that a premove was cancelled; `None` if the person has acted or chosen another since.
fn dropped(words: &Words, table: &Table, called: Ping) -> Option<Card> {
    if table.status != TableStatus::Running || !table.waiting.ahead.dropped.contains(&called.person)
    {
        return None;
    }
    let fill = [
        ("who", mention(called.person)),
        ("game", numbered(words, table).into()),
        ("place", place_of(words, table).into()),
    ];
    let (press, name) = if table.waiting.person == Some(called.person) {
        (Press::Turn(table.game), "chat-button-turn")
    } else {
        (
            Press::Ahead(table.game, Deciding::Look),
            "chat-button-ahead",
        )
    };
    let button = Button::new(press.id(), words.say(name, &[]), Weight::Usual);
    Some(Card {
        calls: vec![called.person],
        ..Card::words(words.say("chat-ahead-dropped", &fill)).buttons(&[button])
    })
}

/// Tells that the computer played a turn for a person or keeps playing; `None` once they are back.
fn stood_in(words: &Words, table: &Table, waiting: &Waiting, called: Ping) -> Option<Card> {
    let chair = table
        .seats
        .iter()
        .find(|chair| chair.person == Some(called.person))?;
    if table.status != TableStatus::Running || waiting.person == Some(called.person) {
        return None;
    }
    let (sentence, press, label) = if chair.stands_in {
        (
            "chat-stands-in-for-you",
            Press::Back(table.game),
            "chat-button-back-again",
        )
    } else {
        (
            "chat-played-for-you",
            Press::Recap(table.game),
            "chat-button-recap",
        )
    };
    let fill = [
        ("who", mention(called.person)),
        ("game", numbered(words, table).into()),
        ("place", place_of(words, table).into()),
    ];
    let button = Button::new(press.id(), words.say(label, &[]), Weight::Usual);
    Some(Card {
        calls: vec![called.person],
        ..Card::words(words.say(sentence, &fill)).buttons(&[button])
    })
}

/// A channel takes nothing from us: what its table's owner hears of it.
pub(crate) fn shut(words: &Words, table: &Table, channel: ChannelId, gone: bool) -> Card {
    let name = if gone { "chat-shut-gone" } else { "chat-shut" };
    Card::words(words.say(
        name,
        &[
            ("game", numbered(words, table).into()),
            ("place", place(channel)),
        ],
    ))
}

/// Whether it is still this turn of this person, and they want to hear of it now.
fn waits_still(table: &Table, called: Ping, now: Timestamp) -> bool {
    let waiting = &table.waiting;
    table.status == TableStatus::Running
        && waiting.turn == called.turn
        && waiting.person == Some(called.person)
        && (!matches!(called.why, PingReason::Reminder | PingReason::Warning)
            || waiting.reminders == called.reminders)
        && !waiting.muted
        && waiting.pause.is_none()
        && waiting.snoozed.is_none_or(|until| until <= now)
}

fn buttons(words: &Words, table: &Table, mark: &str) -> [Button; 3] {
    let say = |name: &str| words.say(name, &[]);
    [
        Button::new(
            Press::Turn(table.game).id(),
            say("chat-button-turn"),
            Weight::Main,
        ),
        Button::new(
            Press::Snooze(table.game).id(),
            say("chat-button-snooze"),
            Weight::Usual,
        ),
        Button::new(mark.to_owned(), say("chat-button-mute"), Weight::Usual),
    ]
}
