//! Messages for one person about their turn, premove or seat, or about an unwritable channel.
//!
//! A message about a turn, premove or seat is checked again when it is sent, and dropped if the
//! person has acted meanwhile or does not want it.

use crate::cards::composer::CardAndReceipt;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::{channel_link, escape_name, mention, numbered_table, table_link};
use crate::wire::press::{PremoveStep, Press};
use lanai_host::{
    ChannelId, DueNotice, Failure, Host, News, Ping, PingReason, Receipt, Table, TableStatus,
    Timestamp,
};
use lanai_panel::format_moment;
use lanai_text::{Fill, Words};

/// A reminder delayed for longer than this is rescheduled, so that the next reminder does not
/// follow at once.
const MAX_REMINDER_DELAY_SECS: i64 = 60 * 60;

/// Returns whether a reminder has to be rescheduled, because it is late or would disturb now.
pub(crate) async fn should_reschedule(
    host: &Host,
    table: &Table,
    due: &DueNotice,
) -> Result<bool, Failure> {
    let News::Ping(ping) = &due.news else {
        return Ok(false);
    };
    let now = host.clock.now();
    let is_reminder = matches!(
        ping.why,
        PingReason::Reminder | PingReason::Warning | PingReason::Nudge
    );
    if !is_reminder || !is_still_wanted(table, *ping, now) {
        return Ok(false);
    }
    let is_late = table
        .waiting
        .reminded_at
        .is_some_and(|at| at + MAX_REMINDER_DELAY_SECS < now);
    if is_late {
        return Ok(true);
    }
    let personal = host.settings.settings_at_table(table, ping.person).await?;
    Ok(personal.would_be_disturbed(now))
}

/// Returns the message for one person; `None` if it no longer matters to them.
pub(crate) async fn reminder_card(
    host: &Host,
    words: &Words,
    table: &Table,
    due: &DueNotice,
    ping: Ping,
) -> Result<Option<CardAndReceipt>, Failure> {
    let now = host.clock.now();
    let is_about_turn = is_about_turn(ping.why);
    if is_about_turn && !is_still_wanted(table, ping, now) {
        return Ok(None);
    }
    let personal = host.settings.settings_at_table(table, ping.person).await?;
    let disturbs = personal.would_be_disturbed(now);
    let mut card = match ping.why {
        PingReason::Next => {
            let card = next_player_card(words, table, ping).filter(|_| !disturbs);
            return Ok(card.map(|card| (card, Receipt::default())));
        }
        PingReason::StoodIn => stood_in_card(words, table, ping),
        PingReason::Dropped => cancelled_premove_card(words, table, ping),
        PingReason::Call | PingReason::Nudge | PingReason::Reminder | PingReason::Warning => {
            let deadline = table
                .waiting
                .deadline(table.settings.time_control, &personal)
                .filter(|_| !table.waiting.timeout_announced);
            Some(your_turn_card(words, table, due, ping, deadline))
        }
    };
    if let Some(card) = &mut card {
        card.silent = disturbs;
    }
    Ok(card.map(|card| (card, Receipt::default())))
}

/// Returns whether a ping tells the player that it is their turn.
fn is_about_turn(reason: PingReason) -> bool {
    !matches!(
        reason,
        PingReason::Next | PingReason::StoodIn | PingReason::Dropped
    )
}

/// Tells the player that it is their turn.
fn your_turn_card(
    words: &Words,
    table: &Table,
    due: &DueNotice,
    ping: Ping,
    deadline: Option<Timestamp>,
) -> Card {
    let sentence = match ping.why {
        PingReason::Nudge => key::CHAT_NUDGE,
        PingReason::Call | PingReason::Next | PingReason::StoodIn | PingReason::Dropped => {
            key::CHAT_CALL
        }
        PingReason::Reminder | PingReason::Warning => key::CHAT_REMINDER,
    };
    let fill = [
        ("who", mention(ping.person)),
        ("game", numbered_table(words, table).into()),
        ("place", table_link(words, table).into()),
        ("since", format_moment(table.waiting.since).into()),
    ];
    let mut text = words.say(sentence, &fill);
    if let Some(deadline) = deadline {
        let until = format_moment(deadline);
        let until = words.say(key::CHAT_DEADLINE, &[("until", until.into())]);
        text = format!("{text} {until}");
    }
    let marker_id = reminder_marker(due).unwrap_or_default();
    Card {
        pings: vec![ping.person],
        marker_id: Some(marker_id.clone()),
        ..Card::words(text).buttons(&reminder_buttons(words, table, marker_id))
    }
}

/// Returns the id of the button that identifies a message about a person's turn.
pub(crate) fn reminder_marker(due: &DueNotice) -> Option<String> {
    let News::Ping(ping) = &due.news else {
        return None;
    };
    is_about_turn(ping.why).then(|| Press::Mute(due.game, ping.turn, due.notice).id())
}

/// Tells a player that they are next.
fn next_player_card(words: &Words, table: &Table, ping: Ping) -> Option<Card> {
    let waiting = &table.waiting;
    if waiting.turn != ping.turn || table.status != TableStatus::Running {
        return None;
    }
    let player = waiting.seat.and_then(|seat| table.seated_player(seat))?;
    let fill = [
        ("game", Fill::from(numbered_table(words, table))),
        ("place", table_link(words, table).into()),
        ("who", escape_name(words, &player.name).into()),
    ];
    Some(Card::words(words.say(key::CHAT_NEXT, &fill)))
}

/// Tells that a premove was cancelled; `None` if the person has acted or chosen another since.
fn cancelled_premove_card(words: &Words, table: &Table, ping: Ping) -> Option<Card> {
    let cancelled = &table.waiting.premoves.dropped;
    if table.status != TableStatus::Running || !cancelled.contains(&ping.person) {
        return None;
    }
    let fill = [
        ("who", mention(ping.person)),
        ("game", numbered_table(words, table).into()),
        ("place", table_link(words, table).into()),
    ];
    let (press, name) = if table.waiting.person == Some(ping.person) {
        (Press::Turn(table.id), key::CHAT_BUTTON_TURN)
    } else {
        (
            Press::Ahead(table.id, PremoveStep::Show),
            key::CHAT_BUTTON_AHEAD,
        )
    };
    let button = Button::secondary(words, &press, name);
    Some(Card {
        pings: vec![ping.person],
        ..Card::words(words.say(key::CHAT_AHEAD_DROPPED, &fill)).buttons(&[button])
    })
}

/// Tells that the computer played a turn for a person or keeps playing; `None` if they are to act.
fn stood_in_card(words: &Words, table: &Table, ping: Ping) -> Option<Card> {
    let player = table
        .seats
        .iter()
        .find(|player| player.person == Some(ping.person))?;
    if table.status != TableStatus::Running || table.waiting.person == Some(ping.person) {
        return None;
    }
    let (sentence, press, label) = if player.stands_in {
        (
            key::CHAT_STANDS_IN_FOR_YOU,
            Press::Back(table.id),
            key::CHAT_BUTTON_BACK_AGAIN,
        )
    } else {
        (
            key::CHAT_PLAYED_FOR_YOU,
            Press::Recap(table.id),
            key::CHAT_BUTTON_RECAP,
        )
    };
    let fill = [
        ("who", mention(ping.person)),
        ("game", numbered_table(words, table).into()),
        ("place", table_link(words, table).into()),
    ];
    let button = Button::secondary(words, &press, label);
    Some(Card {
        pings: vec![ping.person],
        ..Card::words(words.say(sentence, &fill)).buttons(&[button])
    })
}

/// Tells the owner of a table that its channel refuses messages, or is gone.
pub(crate) fn unwritable_card(
    words: &Words,
    table: &Table,
    channel: ChannelId,
    gone: bool,
) -> Card {
    let name = if gone {
        key::CHAT_SHUT_GONE
    } else {
        key::CHAT_SHUT
    };
    let fill = [
        ("game", numbered_table(words, table).into()),
        ("place", channel_link(channel)),
    ];
    Card::words(words.say(name, &fill))
}

/// Returns whether the table still waits for the same turn and the person wants reminders now.
fn is_still_wanted(table: &Table, ping: Ping, now: Timestamp) -> bool {
    let waiting = &table.waiting;
    let is_same_turn = table.status == TableStatus::Running
        && waiting.turn == ping.turn
        && waiting.person == Some(ping.person);
    let is_latest = waiting.reminders == ping.reminders
        || !matches!(ping.why, PingReason::Reminder | PingReason::Warning);
    let is_paused =
        waiting.pause.is_some() || waiting.snoozed_until.is_some_and(|until| until > now);
    is_same_turn && is_latest && !waiting.muted && !is_paused
}

fn reminder_buttons(words: &Words, table: &Table, mute_id: String) -> [Button; 3] {
    [
        Button::primary(words, &Press::Turn(table.id), key::CHAT_BUTTON_TURN),
        Button::secondary(words, &Press::Snooze(table.id), key::CHAT_BUTTON_SNOOZE),
        Button::new(
            mute_id,
            words.say(key::CHAT_BUTTON_MUTE, &[]),
            ButtonStyle::Secondary,
        ),
    ]
}
