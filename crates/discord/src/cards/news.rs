//! Public messages: turns the news of a table into cards.
//!
//! `reminders` has messages for one person, `status` the standing messages that are edited.

use std::fmt::Write as _;

use crate::cards::composer::{CardAndReceipt, Composer, Perspective, SeatEvents};
use crate::cards::invitation;
use crate::cards::pictures::single_turn;
use crate::cards::rating;
use crate::cards::reminders;
use crate::cards::status;
use crate::cards::summary::{self, Summary};
use crate::cards::table;
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::names::{escape_name, escape_text, mention, player_names, table_title};
use crate::wire::press::Press;
use crate::wire::text_limits::append_last_line;
use crate::wire::times::format_relative;
use lanai_host::{
    DueNotice, Failure, Host, InternalError, LOBBY_LAPSE_SECS, News, NewsStep, PersonId, Receipt,
    Table, TableStatus, Terms, TimeoutPolicy, Turn, Waiting,
};
use lanai_panel::{PanelGame, TableTexts, format_duration, format_moment};
use lanai_render::Look;
use lanai_rules::{Seat, Viewer, by_title};
use lanai_text::{Fill, Words};

/// At tables of up to this many people, the first message hints how to begin.
const MAX_PEOPLE_FOR_HINT: usize = 2;

/// Returns the message of a notice; `None` if the news no longer matters.
///
/// In a channel, it is silent during the guild's quiet hours, except at live tables.
pub async fn news_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<CardAndReceipt>, Failure> {
    let Some((mut card, receipt)) = compose_news(composer, table, due).await? else {
        return Ok(None);
    };
    if !card.has_content() {
        return Ok(None);
    }
    if !card.silent && due.to.person().is_none() && !table.settings.time_control.is_live() {
        card.silent = composer
            .host
            .settings
            .is_quiet_in_guild(table.guild)
            .await?;
    }
    Ok(Some((card, receipt)))
}

async fn compose_news(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<CardAndReceipt>, Failure> {
    let host = &*composer.host;
    let words = composer.public_words(table);
    let card = match &due.news {
        News::Lobby
        | News::Closed
        | News::Lapsed
        | News::Rematch
        | News::Invited { .. }
        | News::SeatsFixed
        | News::StartFailed => lobby_news_card(host, words, table, due).await?,
        News::Moved if table.status == TableStatus::Open => Some(table::lobby_card(words, table)?),
        News::Stopped { reason } if table.snapshot.is_none() => {
            Some(Card::words(stopped_text(words, reason)))
        }
        // When the notice is finally sent, the table may no longer wait for this player.
        News::TimedOut {
            seat,
            timeout_policy: TimeoutPolicy::Announce,
            ..
        }
        | News::Silent { seat }
            if !waits_for(table, *seat) =>
        {
            None
        }
        News::TimedOut {
            seat,
            timeout_policy: late,
            ..
        } if *late == TimeoutPolicy::Announce => {
            let text = headline(words, table, &due.news);
            Some(timeout_card(host, words, table, due, *seat, text).await?)
        }
        News::Resumed => return resumed_card(host, words, table, due).await.map(Some),
        News::Proposed {
            seat,
            terms: wish,
            number,
        } => proposal_card(host, words, table, due, *seat, *wish, *number).await?,
        News::Declined { seat } => {
            let fill = [("who", seat_name(words, table, *seat))];
            Some(Card::words(words.say(key::CHAT_DECLINED_PROPOSAL, &fill)))
        }
        News::Paused { until } => {
            let fill = [("until", format_moment(*until).into())];
            Some(Card::words(words.say(key::CHAT_PAUSED, &fill)))
        }
        News::Silent { seat } => {
            let since = format_moment(table.waiting.since);
            let fill = [
                ("who", seat_name(words, table, *seat)),
                ("since", since.into()),
            ];
            Some(silent_card(words.say(key::CHAT_SILENT, &fill)))
        }
        News::Snoozed { seat, until } => {
            let fill = [
                ("who", seat_name(words, table, *seat)),
                ("until", format_moment(*until).into()),
            ];
            Some(silent_card(words.say(key::CHAT_SNOOZED, &fill)))
        }
        News::Rated { changes } => {
            let line = rating::rating_change_line(&host.settings, words, changes).await?;
            line.map(silent_card)
        }
        News::Film => composer.animation_card(table).await?,
        News::Ping(ping) => {
            return reminders::reminder_card(host, words, table, due, *ping).await;
        }
        News::ChannelUnwritable { channel, gone } => {
            Some(reminders::unwritable_card(words, table, *channel, *gone))
        }
        // `standing_messages` handles updates of messages.
        News::MessageUpdate(_) => None,
        News::Moved
        | News::Begins { .. }
        | News::Turn { .. }
        | News::Awarded
        | News::TakenBack { .. }
        | News::Resigned { .. }
        | News::Stopped { .. }
        | News::Ended
        | News::Replaced { .. }
        | News::TimedOut { .. }
        | News::Back { .. } => {
            return game_news_card(composer, table, due).await.map(Some);
        }
    };
    Ok(card.map(|card| (card, Receipt::default())))
}

fn silent_card(text: String) -> Card {
    Card {
        silent: true,
        ..Card::words(text)
    }
}

/// Returns the name of a seat's player for a message.
fn seat_name(words: &Words, table: &Table, seat: Seat) -> Fill<'static> {
    let name = table
        .seated_player(seat)
        .map(|player| escape_name(words, &player.name));
    name.unwrap_or_default().into()
}

/// Returns the first sentence of news about a running or finished game.
///
/// It is empty if the lines below tell the news, or if the news has a message of its own.
fn headline(words: &Words, table: &Table, news: &News) -> String {
    match news {
        News::Moved => words.say(key::CHAT_CAME, &[]),
        News::Begins { .. } => {
            let players = words.join_list(&player_names(words, table));
            words.say(key::CHAT_BEGINS, &[("players", players.into())])
        }
        News::TakenBack {
            seat,
            computers,
            premoves: ahead,
        } => {
            let sentence = match (computers, ahead) {
                (false, false) => key::CHAT_TOOK_BACK,
                (true, _) => key::CHAT_TOOK_BACK_COMPUTERS,
                (false, true) => key::CHAT_TOOK_BACK_AHEAD,
            };
            words.say(sentence, &[("who", seat_name(words, table, *seat))])
        }
        News::Resigned { name, over, .. } => {
            let sentence = if *over {
                key::CHAT_RESIGNED_OVER
            } else {
                key::CHAT_RESIGNED
            };
            words.say(sentence, &[("who", escape_name(words, name).into())])
        }
        News::Stopped { reason } => stopped_text(words, reason),
        News::Ended => words.say(key::CHAT_ENDED, &[]),
        News::Replaced {
            name, successor, ..
        } => {
            let name = ("who", escape_name(words, name).into());
            match successor {
                Some(successor) => {
                    let by = ("by", escape_name(words, successor).into());
                    words.say(key::CHAT_REPLACED_BY, &[name, by])
                }
                None => words.say(key::CHAT_REPLACED_UNTIL, &[name]),
            }
        }
        News::TimedOut {
            seat,
            timeout_policy: late,
            ..
        } => {
            let fill = [("who", seat_name(words, table, *seat))];
            words.say(key::CHAT_TIMED_OUT.member(late.name()), &fill)
        }
        News::Back { seat, .. } => words.say(
            key::CHAT_IS_BACK,
            &[("who", seat_name(words, table, *seat))],
        ),
        // The lines below tell of turns and agreed results; all other news has its own message.
        News::Turn { .. }
        | News::Awarded
        | News::Lobby
        | News::Closed
        | News::Lapsed
        | News::Rematch
        | News::Invited { .. }
        | News::SeatsFixed
        | News::StartFailed
        | News::Resumed
        | News::Proposed { .. }
        | News::Declined { .. }
        | News::Paused { .. }
        | News::Silent { .. }
        | News::Snoozed { .. }
        | News::Rated { .. }
        | News::Film
        | News::Ping(_)
        | News::ChannelUnwritable { .. }
        | News::MessageUpdate(_) => String::new(),
    }
}

/// Returns the message for news of a lobby; `None` if the game has begun or the news is outdated.
async fn lobby_news_card(
    host: &Host,
    words: &Words,
    table: &Table,
    due: &DueNotice,
) -> Result<Option<Card>, Failure> {
    if matches!(due.news, News::SeatsFixed) {
        let is_current = table.is_starting();
        return Ok(is_current.then(|| table::seats_fixed_card(words, table)));
    }
    if matches!(due.news, News::StartFailed) {
        return Ok(Some(table::start_failed_card(words, table)));
    }
    if matches!(due.news, News::Lapsed) {
        let fill = [
            ("game", table_title(words, table).into()),
            ("time", format_duration(words, LOBBY_LAPSE_SECS).into()),
        ];
        return Ok(Some(silent_card(words.say(key::CHAT_LAPSED, &fill))));
    }
    let is_outdated = matches!(due.news, News::Lobby) && due.revision != table.revision;
    let is_open = table.status == TableStatus::Open || matches!(due.news, News::Closed);
    if is_outdated || !is_open {
        return Ok(None);
    }
    let card = if let News::Invited { by, whom } = &due.news {
        if table.is_starting() {
            return Ok(None);
        }
        invitation::invitation_card(&host.settings, words, table, by, *whom).await?
    } else if matches!(due.news, News::Rematch) {
        invitation::rematch_card(&host.settings, words, table).await?
    } else {
        table::lobby_card(words, table)?
    };
    Ok(Some(card))
}

/// Returns the message for news of a running or finished game.
///
/// Only up-to-date news carries the board and pings the next player, so that after a delay no
/// one is pinged twice.
async fn game_news_card(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Result<CardAndReceipt, Failure> {
    let host = &*composer.host;
    let words = composer.public_words(table);
    let steps = due.news.steps();
    by_title!(table.title, G => {
        // News that is not about a turn shows the game as last announced, because an unfinished
        // turn is shown only once it is complete.
        let is_about_turn = !steps.is_empty()
            || matches!(due.news, News::Begins { .. } | News::Turn { .. } | News::TakenBack { .. });
        let turn = if is_about_turn && !matches!(due.news, News::Moved) {
            host.games.load::<G>(table.clone()).await?
        } else {
            host.lookback.load_public::<G>(table.clone()).await?
        };
        let played = read_events(&turn, steps)?;
        let premoves: Vec<bool> = steps.iter().map(|step| step.is_premove).collect();
        let summary = Summary::new::<G>(words, &turn, &played, &premoves);
        let mut lines = vec![headline(words, table, &due.news)];
        lines.retain(|line| !line.is_empty());
        let hint = if matches!(due.news, News::Begins { .. }) { first_turn_hint(words, table) } else { None };
        let undo = Press::Undo(table.id, due.revision);
        if due.revision != table.revision {
            let button = Button::secondary(words, &undo, key::CHAT_BUTTON_UNDO);
            lines.extend(summary.text_lines(words, &turn));
            lines.extend(hint);
            let card = Card::words(lines.join("\n")).buttons(&[button]);
            return Ok((Card { marker_id: Some(undo.id()), ..card }, Receipt::default()));
        }
        // At a table between guilds, each player has a message of their own, which pings only them.
        let only_reader = table.only_reader(due.to);
        let person = player_to_ping(&turn, due).filter(|person| can_be_pinged(only_reader, *person));
        // A phone's notification shows only the first words: who is to act, and what happened.
        lines.push(match person {
            Some(person) => ping_line(host, words, table, person).await?,
            None => summary::outcome_lines(host, words, &turn).await?,
        });
        lines.extend(summary.first_turn());
        lines.extend(hint);
        let conditions = status::condition_lines(host, words, table).await?;
        if table.status == TableStatus::Running && !conditions.is_empty() {
            lines.push(words.say(key::CHAT_SMALL, &[("text", conditions.join(" ").into())]));
        }
        let mut card = table::board_card(words, &turn, Viewer::Table, lines.join("\n"));
        table::add_board_button(composer, words, &turn.table, &mut card);
        card.side_text = summary.side_text::<G>(words, &turn);
        card.marker_id = Some(undo.id()).filter(|id| card.has_component(id));
        let receipt = add_ping(host, &turn, person, &mut card).await?;
        card.silent |= only_reader.is_some() && person.is_none() && table.status == TableStatus::Running;
        let perspective = Perspective { viewer: Viewer::Table, words, look: Look::Calm };
        let last = single_turn(played.into_iter().flat_map(|(_, events)| events).collect());
        Ok((composer.with_table(card, &turn, perspective, last).await, receipt))
    })
}

/// Returns the player whom the message of a turn pings, once per turn.
fn player_to_ping<G: PanelGame>(turn: &Turn<G>, due: &DueNotice) -> Option<PersonId> {
    let table = &turn.table;
    let waiting = &table.waiting;
    let person = person_to_act(turn)?;
    let is_pinged = waiting.pinged_turn == waiting.turn;
    let is_present = person_of_last_step(table, due.news.steps()) == Some(person)
        || is_caused_by_player(&due.news, waiting);
    (!is_pinged && !is_present && waiting.pause.is_none()).then_some(person)
}

/// Returns the line that pings the player to act, with the deadline at live tables.
async fn ping_line(
    host: &Host,
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Result<String, Failure> {
    let time_control = table.settings.time_control;
    let who = ("who", mention(person));
    if time_control.is_live() {
        let personal = host.settings.person_settings(person).await?;
        if let Some(deadline) = table.waiting.deadline(time_control, &personal) {
            let until = ("until", format_relative(deadline).into());
            return Ok(words.say(key::CHAT_YOUR_TURN_LIVE, &[who, until]));
        }
    }
    Ok(words.say(key::CHAT_YOUR_TURN, &[who]))
}

/// Pings a player in the channel, or by direct message if they want that.
///
/// The ping is silent in quiet hours, on holiday, and while the turn is muted or snoozed. At live
/// tables, quiet hours, holidays and the wish for direct messages are ignored. The next player is
/// notified as well, if they want that.
async fn add_ping<G: PanelGame>(
    host: &Host,
    turn: &Turn<G>,
    person: Option<PersonId>,
    card: &mut Card,
) -> Result<Receipt, Failure> {
    let table = &turn.table;
    let waiting = &table.waiting;
    let mut receipt = Receipt {
        turn: waiting.turn,
        ..Receipt::default()
    };
    let Some(person) = person else {
        return Ok(receipt);
    };
    let personal = host.settings.settings_at_table(table, person).await?;
    let now = host.clock.now();
    let is_live = table.settings.time_control.is_live();
    card.silent = !is_live && personal.would_be_disturbed(now)
        || waiting.muted
        || waiting.snoozed_until.is_some_and(|until| until > now);
    if personal.direct && !is_live && !table.settings.is_between_guilds() {
        receipt.direct_ping = Some(person);
    } else {
        card.pings = vec![person];
        receipt.pinged = Some(person);
    }
    // At a table of two the other player knows without a message that they are next.
    if table.seats.len() > 2
        && let Some(next) = next_person(turn)
        && next != person
    {
        let personal = host.settings.settings_at_table(table, next).await?;
        if personal.next && !personal.would_be_disturbed(now) {
            receipt.next_player = Some(next);
        }
    }
    Ok(receipt)
}

fn next_person<G: PanelGame>(turn: &Turn<G>) -> Option<PersonId> {
    turn.table
        .seated_player(turn.game.next_seat()?)?
        .active_person()
}

/// Returns the card for a timeout without further consequences.
///
/// It pings the player, silently if that would disturb them or the turn is muted.
async fn timeout_card(
    host: &Host,
    words: &Words,
    table: &Table,
    due: &DueNotice,
    seat: Seat,
    text: String,
) -> Result<Card, Failure> {
    let only_reader = table.only_reader(due.to);
    let person = table
        .seated_player(seat)
        .and_then(lanai_host::SeatedPlayer::active_person)
        .filter(|person| can_be_pinged(only_reader, *person));
    let Some(person) = person else {
        return Ok(Card::words(text));
    };
    let personal = host.settings.settings_at_table(table, person).await?;
    let ping = words.say(key::CHAT_YOUR_TURN_STILL, &[("who", mention(person))]);
    Ok(Card {
        pings: vec![person],
        silent: personal.would_be_disturbed(host.clock.now()) || table.waiting.muted,
        ..Card::words(format!("{text} {ping}"))
    })
}

/// Returns the message that announces the end of a pause.
///
/// It pings the player to act, unless a premove is due. If the table has changed since the pause
/// ended, the news of the change pings instead.
async fn resumed_card(
    host: &Host,
    words: &Words,
    table: &Table,
    due: &DueNotice,
) -> Result<CardAndReceipt, Failure> {
    let mut card = Card::words(words.say(key::CHAT_RESUMED, &[]));
    if table.status != TableStatus::Running {
        return Ok((card, Receipt::default()));
    }
    by_title!(table.title, G => {
        let turn = host.games.load::<G>(table.clone()).await?;
        let only_reader = table.only_reader(due.to);
        let waits_for_player = table.waiting.premoves.due.is_none() && due.revision == table.revision;
        let person = person_to_act(&turn)
            .filter(|person| waits_for_player && can_be_pinged(only_reader, *person));
        if let Some(person) = person {
            let ping = words.say(key::CHAT_YOUR_TURN, &[("who", mention(person))]);
            card.text = append_last_line(&card.text, &ping);
        }
        let receipt = add_ping(host, &turn, person, &mut card).await?;
        Ok((card, receipt))
    })
}

/// Returns the message of a proposal; `None` if it is no longer open.
///
/// It pings all players who have not agreed, silently if it would disturb one of them.
async fn proposal_card(
    host: &Host,
    words: &Words,
    table: &Table,
    due: &DueNotice,
    seat: Seat,
    terms: Terms,
    number: i64,
) -> Result<Option<Card>, Failure> {
    let current = table.waiting.proposal.as_ref();
    let Some(proposal) = current.filter(|proposal| proposal.number == number) else {
        return Ok(None);
    };
    let only_reader = table.only_reader(due.to);
    let pings: Vec<PersonId> = table
        .people_to_ask(terms)
        .into_iter()
        .filter(|person| !proposal.agreed.contains(person) && can_be_pinged(only_reader, *person))
        .collect();
    let names = &player_names(words, table);
    let texts = TableTexts {
        words,
        table,
        names,
    };
    let mut text = texts.describe_proposal(seat, terms);
    for person in &pings {
        let _ = write!(text, " <@{}>", person.0);
    }
    let agree = Button::primary(
        words,
        &Press::Agree(table.id, number),
        key::CHAT_BUTTON_AGREE,
    );
    let disagree = Press::Disagree(table.id, number);
    let disagree = Button::secondary(words, &disagree, key::CHAT_BUTTON_DISAGREE);
    Ok(Some(Card {
        marker_id: Some(agree.id.clone()),
        silent: host.settings.would_disturb(table, &pings).await?,
        pings,
        ..Card::words(text).buttons(&[agree, disagree])
    }))
}

/// Returns whether a ping reaches this person: in direct messages only the reader can be pinged.
fn can_be_pinged(only_reader: Option<PersonId>, person: PersonId) -> bool {
    only_reader.is_none_or(|reader| reader == person)
}

/// Returns whether the table waits for the player of this seat.
fn waits_for(table: &Table, seat: Seat) -> bool {
    let waiting = &table.waiting;
    table.status == TableStatus::Running && waiting.seat == Some(seat) && waiting.pause.is_none()
}

/// Returns whether the player to act caused this news, and so needs no ping.
fn is_caused_by_player(news: &News, waiting: &Waiting) -> bool {
    matches!(news, News::Back { seat, .. } | News::TakenBack { seat, .. } if waiting.seat == Some(*seat))
}

fn stopped_text(words: &Words, reason: &str) -> String {
    words.say(key::CHAT_STOPPED, &[("reason", escape_text(reason).into())])
}

/// Returns a hint how to play the first turn, which lessons do not need.
fn first_turn_hint(words: &Words, table: &Table) -> Option<String> {
    // A game of one or two people may be their first; of more people, one usually knows the game.
    let may_be_first =
        table.settings.lesson.is_none() && table.people().len() <= MAX_PEOPLE_FOR_HINT;
    may_be_first.then(|| words.say(key::CHAT_FIRST.member(table.title.name()), &[]))
}

fn read_events<G: PanelGame>(
    turn: &Turn<G>,
    steps: &[NewsStep],
) -> Result<Vec<SeatEvents<G>>, Failure> {
    let mut played = Vec::new();
    for step in steps {
        let events = step
            .events::<G>()
            .map_err(|error| InternalError::unreadable(turn.table.id, "a notice", &error))?;
        played.push((step.seat, events));
    }
    Ok(played)
}

/// Returns the person who acted last, who needs no ping.
///
/// Returns `None` after a premove: its player was not there, and does not know if they are to act
/// again.
fn person_of_last_step(table: &Table, steps: &[NewsStep]) -> Option<PersonId> {
    for step in steps.iter().rev() {
        let person = table
            .seated_player(step.seat)
            .and_then(lanai_host::SeatedPlayer::active_person);
        if person.is_some() {
            return person.filter(|_| !step.is_premove);
        }
    }
    None
}

fn person_to_act<G: PanelGame>(turn: &Turn<G>) -> Option<PersonId> {
    if turn.table.status != TableStatus::Running {
        return None;
    }
    turn.table.seated_player(turn.to_act()?)?.active_person()
}
