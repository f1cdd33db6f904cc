//! Public messages: turns the news of a table into cards.
//!
//! `reminding` has messages for one person, `status` the standing messages that are edited.

use crate::cards::composer::{Composer, Done, Message, Perspective};
use crate::cards::gallery::one_turn;
use crate::cards::game::AtTable;
use crate::cards::invitation;
use crate::cards::rating;
use crate::cards::reminding::{self, shut};
use crate::cards::status;
use crate::cards::summary::{self, Summary};
use crate::cards::table;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::fitting::ending_in;
use crate::wire::names::{mention, names, tame, tame_text, title};
use crate::wire::press::Press;
use crate::wire::times::{how_far, moment, stretch};
use lanai_host::{
    Award, Chair, DueNotice, Failure, InternalError, LOBBY_LAPSE_SECS, News, NewsStep, PersonId,
    PersonSettings, Proposal, Receipt, Revision, Table, TableStatus, Terms, TimeoutPolicy, Turn,
    Waiting,
};
use lanai_render::Look;
use lanai_rules::{Seat, Viewer, by_title};
use lanai_text::{Fill, Words};

/// So many people at a table are told how to begin.
const HINTED: usize = 2;

/// Returns the message of a notice; `None` if it is no longer worth one.
///
/// It is silent during the guild's quiet hours, except at live tables.
pub async fn news_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<Message>, Failure> {
    let told = turn_card(composer, table, due)
        .await?
        .filter(|(card, _)| card.says_something());
    let Some((mut card, after)) = told else {
        return Ok(None);
    };
    if !card.silent && due.to.person().is_none() && !table.settings.pace.is_live() {
        card.silent = composer.host.settings.is_quiet_on(table.guild).await?;
    }
    Ok(Some((card, after)))
}

async fn turn_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<Message>, Failure> {
    let words = composer.public_words(table);
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| words.say(name, fill);
    let called = |seat: &Seat| table.chair(*seat).map(|chair| tame(words, &chair.name));
    let who = |seat: &Seat| Fill::from(called(seat).unwrap_or_default());
    let plain = |card: Option<Card>| Ok(card.map(|card| (card, Receipt::default())));
    let spoken = |text: String| plain(Some(Card::words(text)));
    let alone = table.only_reader(due.to);
    let text = match &due.news {
        News::Lobby
        | News::Closed
        | News::Lapsed
        | News::Rematch
        | News::Invited { .. }
        | News::SeatsFixed
        | News::StartFailed => return plain(lobby_news_card(composer, table, due).await?),
        News::Moved if table.status == TableStatus::Open => {
            return plain(Some(table::lobby(words, table)?));
        }
        News::Moved => say("chat-came", &[]),
        News::Begins { .. } => begins(words, table),
        // How a game ended on whose result all agreed is told with its outcome.
        News::Turn { .. } | News::Awarded => String::new(),
        News::TakenBack {
            seat,
            computers,
            ahead,
        } => say(took_back(*computers, *ahead), &[("who", who(seat))]),
        News::Resigned { name, over, .. } => {
            let sentence = if *over {
                "chat-resigned-over"
            } else {
                "chat-resigned"
            };
            say(sentence, &[("who", tame(words, name).into())])
        }
        News::Stopped { reason } if table.snapshot.is_none() => {
            return spoken(stopped(words, reason));
        }
        News::Stopped { reason } => stopped(words, reason),
        News::Ended => say("chat-ended", &[]),
        News::Replaced {
            name, by: Some(by), ..
        } => say(
            "chat-replaced-by",
            &[
                ("who", tame(words, name).into()),
                ("by", tame(words, by).into()),
            ],
        ),
        News::Replaced { name, by: None, .. } => {
            say("chat-replaced-until", &[("who", tame(words, name).into())])
        }
        // What waited until it could be said may be none any more.
        News::TimedOut {
            seat,
            late: TimeoutPolicy::Announce,
            ..
        }
        | News::Silent { seat }
            if !waits(table, *seat) =>
        {
            return Ok(None);
        }
        News::TimedOut { seat, late, .. } => {
            let text = say(&format!("chat-late-{}", late.name()), &[("who", who(seat))]);
            if *late == TimeoutPolicy::Announce {
                return Ok(Some((
                    timeout_card(composer, table, *seat, text, alone).await?,
                    Receipt::default(),
                )));
            }
            text
        }
        News::Back { seat, .. } => say("chat-is-back", &[("who", who(seat))]),
        News::Resumed => {
            return Ok(Some(
                resumed_card(composer, table, due.revision, alone).await?,
            ));
        }
        News::Proposed { seat, wish, number } => {
            return plain(proposal_card(composer, table, who(seat), *wish, *number, alone).await?);
        }
        News::Paused { until } => {
            return spoken(say("chat-paused", &[("until", moment(*until).into())]));
        }
        News::Silent { .. } | News::Snoozed { .. } | News::Rated { .. } => {
            let told = silent_card(composer, table, &due.news).await?;
            return plain(told.map(|told| Card {
                silent: true,
                ..Card::words(told)
            }));
        }
        News::Film => return plain(composer.film(table).await?),
        News::Ping(called) => return reminding::reminder_card(composer, table, due, *called).await,
        News::ChannelUnwritable { channel, gone } => {
            return plain(Some(shut(words, table, *channel, *gone)));
        }
        // Message updates edit standing messages; they have no message of their own.
        News::MessageUpdate(_) => return Ok(None),
    };
    game_news_card(composer, table, due, text).await.map(Some)
}

/// What is said without a sound; nothing if there is nothing to say.
async fn silent_card(
    composer: &Composer,
    table: &Table,
    news: &News,
) -> Result<Option<String>, Failure> {
    let words = composer.public_words(table);
    if let News::Rated { changes } = news {
        return rating::rating_change_lines(composer, words, changes).await;
    }
    let (seat, name, time) = if let News::Silent { seat } = news {
        (
            seat,
            "chat-silent",
            ("since", moment(table.waiting.since).into()),
        )
    } else if let News::Snoozed { seat, until } = news {
        (seat, "chat-snoozed", ("until", moment(*until).into()))
    } else {
        return Ok(None);
    };
    let who = table
        .chair(*seat)
        .map(|chair| tame(words, &chair.name))
        .unwrap_or_default();
    Ok(Some(words.say(name, &[("who", who.into()), time])))
}

/// News of a table whose game has not begun; nothing if it has, or if there is newer news of who sits there.
async fn lobby_news_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<Card>, Failure> {
    let words = composer.public_words(table);
    let open = table.status == TableStatus::Open;
    if matches!(due.news, News::SeatsFixed) {
        return Ok(table.is_starting().then(|| table::fixed(words, table)));
    }
    if matches!(due.news, News::StartFailed) {
        return Ok(Some(table::not_begun(words, table)));
    }
    if matches!(due.news, News::Lapsed) {
        let time = stretch(words, LOBBY_LAPSE_SECS);
        let fill = [("game", title(words, table).into()), ("time", time.into())];
        return Ok(Some(Card {
            silent: true,
            ..Card::words(words.say("chat-lapsed", &fill))
        }));
    }
    let closed = matches!(due.news, News::Closed);
    let outdated = matches!(due.news, News::Lobby) && due.revision != table.revision;
    if outdated || !open && !closed {
        return Ok(None);
    }
    if let News::Invited { by, whom } = &due.news {
        return Ok(if table.is_starting() {
            None
        } else {
            Some(invitation::invitation_card(composer, table, by, *whom).await?)
        });
    }
    if matches!(due.news, News::Rematch) {
        return Ok(Some(invitation::rematch_invitation(composer, table).await?));
    }
    Ok(Some(table::lobby(words, table)?))
}

/// Returns the message for news of a running game.
///
/// Only up-to-date news carries the board and pings the next player, so no one is pinged twice
/// after a pause.
async fn game_news_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
    text: String,
) -> Result<Message, Failure> {
    let steps = due.news.steps();
    by_title!(table.title, G => {
        let words = composer.public_words(table);
        // An unfinished turn is shown once it is done: other news shows the game as last announced.
        let tells_nothing = steps.is_empty()
            && !matches!(due.news, News::Begins { .. } | News::Turn { .. } | News::TakenBack { .. });
        let turn = if tells_nothing || matches!(due.news, News::Moved) { composer.host.lookback.load_public::<G>(table.clone()).await? } else { composer.host.games.load::<G>(table.clone()).await? };
        let done = events_of(&turn, steps)?;
        let mut lines: Vec<String> = Some(text).filter(|text| !text.is_empty()).into_iter().collect();
        let ahead: Vec<bool> = steps.iter().map(|step| step.ahead).collect();
        let told = Summary::of::<G>(words, &turn, &done, &ahead);
        let small = if matches!(due.news, News::Begins { .. }) { beginning(words, table) } else { Vec::new() };
        let undo = Press::Undo(table.game, due.revision).id();
        if due.revision != table.revision {
            let button = Button::new(undo.clone(), words.say("chat-button-undo", &[]), Weight::Usual);
            lines.extend(told.whole(words));
            lines.extend(small);
            let card = Card::words(lines.join("\n")).buttons(&[button]);
            return Ok((Card { mark: Some(undo), ..card }, Receipt::default()));
        }
        // Each turn is called to once, whichever news it falls to.
        let waiting = &table.waiting;
        let new = waiting.called != waiting.turn;
        // Between servers each is called to their own turn, and hears of those of others without a sound.
        let alone = table.only_reader(due.to);
        let person = to_act(&turn)
            .filter(|_| new && waiting.pause.is_none())
            .filter(|person| present(table, steps) != Some(*person) && !is_by(&due.news, waiting))
            .filter(|person| is_for(alone, *person));
        // A telephone shows the first words of a message: who is to act, and what happened.
        lines.push(match person {
            Some(person) => ping_lines(composer, table, person).await?,
            None => summary::outcome_card(composer, words, &turn).await?,
        });
        lines.extend(told.first());
        lines.extend(small);
        let conditions = status::condition_lines(composer, words, table).await?;
        if table.status == TableStatus::Running && !conditions.is_empty() {
            lines.push(words.say("chat-small", &[("text", conditions.join(" ").into())]));
        }
        let mut card = table::board(words, &turn, Viewer::Table, lines.join("\n"));
        card.aside = told.aside::<G>(words, &turn);
        card.mark = Some(undo).filter(|undo| card.carries(undo));
        let after = ping_card(composer, &turn, person, &mut card).await?;
        card.silent |= alone.is_some() && person.is_none() && table.status == TableStatus::Running;
        let eyes = Perspective { viewer: Viewer::Table, words, look: Look::Calm };
        let last = one_turn(done.into_iter().flat_map(|(_, events)| events).collect());
        Ok((composer.with_table(card, &turn, eyes, last).await, after))
    })
}

/// Returns the line that pings the player to act, with the deadline at live tables.
async fn ping_lines(
    composer: &Composer,
    table: &Table,
    person: PersonId,
) -> Result<String, Failure> {
    let words = composer.public_words(table);
    let pace = table.settings.pace;
    let who = ("who", mention(person));
    if pace.is_live() {
        let personal = composer.host.settings.person_settings(person).await?;
        if let Some(up) = table.waiting.deadline(pace, &personal) {
            return Ok(words.say("chat-your-turn-live", &[who, ("until", how_far(up).into())]));
        }
    }
    Ok(words.say("chat-your-turn", &[who]))
}

/// Pings a player: aloud, silently during their quiet hours, or by direct message if they want
/// that; at live tables always aloud in the channel.
///
/// The next player is notified as well, if they want that.
async fn ping_card<G: AtTable>(
    composer: &Composer,
    turn: &Turn<G>,
    person: Option<PersonId>,
    card: &mut Card,
) -> Result<Receipt, Failure> {
    let waiting = &turn.table.waiting;
    let mut after = Receipt {
        turn: waiting.turn,
        ..Receipt::default()
    };
    let Some(person) = person else {
        return Ok(after);
    };
    let personal = composer
        .host
        .settings
        .settings_at(&turn.table, person)
        .await?;
    let now = composer.host.clock.now();
    let sits = turn.table.settings.pace.is_live();
    card.silent = !sits && personal.disturbs(now)
        || waiting.muted
        || waiting.snoozed.is_some_and(|until| until > now);
    if personal.direct && !sits && !turn.table.settings.is_between() {
        after.calls = Some(person);
    } else {
        (card.calls, after.called) = (vec![person], Some(person));
    }
    // In a game of two the other player is next anyway.
    let next = turn.game.next_seat().filter(|_| turn.table.seats.len() > 2);
    let next = next.and_then(|seat| turn.table.chair(seat)?.acts());
    if let Some(next) = next.filter(|next| *next != person) {
        let personal: PersonSettings = composer
            .host
            .settings
            .settings_at(&turn.table, next)
            .await?;
        after.warns = Some(next).filter(|_| personal.next && !personal.disturbs(now));
    }
    Ok(after)
}

/// Returns the card for a timeout without further consequences. It pings the player, silently
/// during their quiet hours.
async fn timeout_card(
    composer: &Composer,
    table: &Table,
    seat: Seat,
    text: String,
    alone: Option<PersonId>,
) -> Result<Card, Failure> {
    let person = table
        .chair(seat)
        .and_then(Chair::acts)
        .filter(|person| is_for(alone, *person));
    let Some(person) = person else {
        return Ok(Card::words(text));
    };
    let personal = composer.host.settings.settings_at(table, person).await?;
    let now = composer.host.clock.now();
    let words = composer.public_words(table);
    let who = mention(person);
    let text = format!(
        "{text} {}",
        words.say("chat-your-turn-still", &[("who", who)])
    );
    let silent = personal.disturbs(now) || table.waiting.muted;
    Ok(Card {
        calls: vec![person],
        silent,
        ..Card::words(text)
    })
}

/// The game goes on after a pause: the player who is to act is called, unless their turn was decided ahead. If something
/// was played since, the news of that call the next player.
async fn resumed_card(
    composer: &Composer,
    table: &Table,
    revision: Revision,
    alone: Option<PersonId>,
) -> Result<Message, Failure> {
    let words = composer.public_words(table);
    let mut card = Card::words(words.say("chat-resumed", &[]));
    if table.status != TableStatus::Running {
        return Ok((card, Receipt::default()));
    }
    by_title!(table.title, G => {
        let turn = composer.host.games.load::<G>(table.clone()).await?;
        let waits = table.waiting.ahead.due.is_none() && revision == table.revision;
        let person = to_act(&turn).filter(|person| waits && is_for(alone, *person));
        if let Some(person) = person {
            let next = words.say("chat-your-turn", &[("who", mention(person))]);
            card.text = ending_in(&card.text, &next);
        }
        let after = ping_card(composer, &turn, person, &mut card).await?;
        Ok((card, after))
    })
}

/// Somebody asks all others to agree: they are called, unless it would disturb one of them.
async fn proposal_card(
    composer: &Composer,
    table: &Table,
    who: Fill<'_>,
    wish: Terms,
    number: i64,
    alone: Option<PersonId>,
) -> Result<Option<Card>, Failure> {
    let asks = table
        .waiting
        .asks
        .as_ref()
        .filter(|asks| asks.number == number);
    let Some(Proposal { agreed, .. }) = asks else {
        return Ok(None);
    };
    let words = composer.public_words(table);
    let text = match wish {
        Terms::Pause(seconds) => {
            let time = stretch(words, seconds);
            words.say("chat-asks-pause", &[("who", who), ("time", time.into())])
        }
        Terms::Resume => words.say("chat-asks-resume", &[("who", who)]),
        Terms::End => words.say("chat-asks-end", &[("who", who)]),
        Terms::Award(Award::Draw) => words.say("chat-asks-draw", &[("who", who)]),
        Terms::Award(Award::Win(winner)) => {
            let chair = table
                .seats
                .iter()
                .find(|chair| chair.person == Some(winner));
            let winner = chair
                .map(|chair| tame(words, &chair.name))
                .unwrap_or_default();
            words.say("chat-asks-won", &[("who", who), ("winner", winner.into())])
        }
    };
    let calls: Vec<PersonId> = table
        .asked(wish)
        .into_iter()
        .filter(|person| !agreed.contains(person) && is_for(alone, *person))
        .collect();
    let silent = composer.host.settings.would_disturb(table, &calls).await?;
    let names: Vec<String> = calls
        .iter()
        .map(|person| format!("<@{}>", person.0))
        .collect();
    let text = [text]
        .into_iter()
        .chain(names)
        .collect::<Vec<_>>()
        .join(" ");
    let id = Press::Agree(table.game, number).id();
    let agree = Button::new(
        id.clone(),
        words.say("chat-button-agree", &[]),
        Weight::Main,
    );
    Ok(Some(Card {
        mark: Some(id),
        calls,
        silent,
        ..Card::words(text).buttons(&[agree])
    }))
}

/// Returns whether a ping reaches this person: in a channel everyone's does, in direct messages
/// only the reader's own.
fn is_for(alone: Option<PersonId>, person: PersonId) -> bool {
    alone.is_none_or(|alone| alone == person)
}

/// Returns whether the table waits for the player of this seat.
fn waits(table: &Table, seat: Seat) -> bool {
    let waiting = &table.waiting;
    table.status == TableStatus::Running && waiting.seat == Some(seat) && waiting.pause.is_none()
}

/// Returns whether the player to act caused this news, and so needs no ping.
fn is_by(news: &News, waiting: &Waiting) -> bool {
    matches!(news, News::Back { seat, .. } | News::TakenBack { seat, .. } if waiting.seat == Some(*seat))
}

/// That a moderator closed the table, and why.
fn stopped(words: &Words, reason: &str) -> String {
    words.say("chat-stopped", &[("reason", tame_text(reason).into())])
}

/// What was taken back, with whose answers.
fn took_back(computers: bool, ahead: bool) -> &'static str {
    match (computers, ahead) {
        (false, false) => "chat-took-back",
        (true, _) => "chat-took-back-computers",
        (false, true) => "chat-took-back-ahead",
    }
}

/// The first words of a game.
fn begins(words: &Words, table: &Table) -> String {
    words.say(
        "chat-begins",
        &[("players", words.list(&names(words, table)).into())],
    )
}

/// What else is said at the beginning: a hint, and in small print what chance was bound to.
fn beginning(words: &Words, table: &Table) -> Vec<String> {
    // Whoever learns was told how to begin, and the shuffle of a first game is always the same.
    if table.settings.lesson.is_some() {
        return Vec::new();
    }
    let commitment = format!("`{}`", table.commitment());
    let bound = words.say("chat-begins-chance", &[("commitment", commitment.into())]);
    // A table of one or two people may be their first; among more, one usually knows the way.
    let hint = words.say(&format!("chat-first-{}", table.title.name()), &[]);
    let hint = Some(hint).filter(|_| table.people().len() <= HINTED);
    hint.into_iter().chain([bound]).collect()
}

/// What happened, as the game knows it.
fn events_of<G: AtTable>(turn: &Turn<G>, steps: &[NewsStep]) -> Result<Done<G>, Failure> {
    let unreadable = |error| InternalError::unreadable(turn.table.game, "a notice", &error);
    let read = |step: &NewsStep| Ok((step.seat, step.events::<G>().map_err(unreadable)?));
    steps.iter().map(read).collect()
}

/// Returns the person who acted last, who needs no ping.
///
/// `None` after a premove: its player was not there, and does not know that it is their turn again.
fn present(table: &Table, steps: &[NewsStep]) -> Option<PersonId> {
    let last = steps
        .iter()
        .rev()
        .find_map(|step| Some((step, table.chair(step.seat)?.acts()?)));
    last.filter(|(step, _)| !step.ahead)
        .map(|(_, person)| person)
}

fn to_act<G: AtTable>(turn: &Turn<G>) -> Option<PersonId> {
    let running = turn.table.status == TableStatus::Running;
    turn.to_act()
        .filter(|_| running)
        .and_then(|seat| turn.table.chair(seat)?.acts())
}
