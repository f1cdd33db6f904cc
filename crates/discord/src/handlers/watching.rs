//! Watching tables from other channels, and `/mine`, the tables that wait for the user.

use std::sync::Arc;

use crate::cards::game::Suggestion;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::table_opening::TableOpening;
use crate::wire::fitting::TEXT;
use crate::wire::names::{label, names, numbered, place, place_of};
use crate::wire::request::Request;
use crate::wire::times::moment;
use lanai_host::{
    Amendments, Declined, Failure, Settings, Table, TableId, TableStatus, Tables, Timestamp,
    Watching,
};
use lanai_text::{Fill, Words};

const LISTED: usize = 15;
/// How many tables of a guild are searched for those that the user may see.
pub(crate) const LOOKED_THROUGH: u32 = 100;

pub(crate) struct WatchHandler {
    pub(crate) visibility: Arc<ChannelVisibility>,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watching: Arc<Watching>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_opening: Arc<TableOpening>,
}

impl WatchHandler {
    /// Watches a table of the guild from this channel.
    pub(crate) async fn watch(&self, request: &Request, wanted: &str) -> Reply {
        let words = self.replies.words(request);
        if let Err(who) = speaks(request) {
            return Ok(self
                .replies
                .answer(request, &format!("chat-watch-{who}"), &[]));
        }
        let table = match self.find_wanted(request, wanted).await? {
            Some(table) if self.visibility.can_see(request, table.channel).await => table,
            _ => return Ok(self.replies.answer(request, "chat-watch-which", &[])),
        };
        let language = self.table_opening.public_language(request).await?;
        let new = self
            .watching
            .watch(&table, request.channel, &request.actor, &language)
            .await?;
        let place = ("place", place(table.channel));
        let name = if new {
            "chat-watch-begins"
        } else {
            "chat-watch-already"
        };
        Ok(self.replies.answer(
            request,
            name,
            &[("game", numbered(words, &table).into()), place],
        ))
    }

    /// Stops watching a table, or all tables if none is named.
    pub(crate) async fn unwatch(&self, request: &Request, wanted: Option<&str>) -> Reply {
        if speaks(request) == Err("not-you") {
            return Ok(self.replies.answer(request, "chat-watch-not-you", &[]));
        }
        let mut ended = 0_usize;
        for table in self.watching.list_watched_in(request.channel).await? {
            let meant = wanted.is_none_or(|wanted| number_of(wanted) == Some(table.game));
            if meant && self.watching.turn_away(&table, request.channel).await? {
                ended += 1;
            }
        }
        Ok(self
            .replies
            .answer(request, "chat-unwatched", &[("n", ended.into())]))
    }

    /// Allows or forbids watching this table from other channels.
    pub(crate) async fn watchers(&self, request: &Request, open: bool) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        if table.settings.stays() {
            return Err(Declined::StaysPrivate.into());
        }
        if table.settings.rated && !open {
            return Ok(self.replies.answer(request, "chat-watchers-rated", &[]));
        }
        let closes = |settings: &mut lanai_host::TableSettings| settings.closed = !open;
        let table = self
            .amendments
            .change_settings(table, &request.actor, closes)
            .await?;
        self.watching.tell_watchers(&table).await?;
        let name = if open {
            "chat-watchers-open"
        } else {
            "chat-watchers-closed"
        };
        Ok(self.replies.answer(request, name, &[]))
    }

    /// Lists tables of the guild that the user could watch here, or watches.
    pub(crate) async fn list_watchable(
        &self,
        request: &Request,
        followed: bool,
    ) -> Result<Vec<Suggestion>, Failure> {
        let tables = if followed {
            self.watching.list_watched_in(request.channel).await?
        } else {
            self.tables
                .list_in_guild(request.guild, LOOKED_THROUGH)
                .await?
        };
        let words = self.replies.words(request);
        let mut found = Vec::new();
        for table in tables {
            let open = table.status != TableStatus::Over && table.channel != request.channel;
            if followed || open && self.visibility.can_see(request, table.channel).await {
                found.push(seated(words, &table));
            }
        }
        Ok(found)
    }

    /// Finds the table that the text names.
    pub(crate) async fn find_wanted(
        &self,
        request: &Request,
        wanted: &str,
    ) -> Result<Option<Table>, Failure> {
        let Some(game) = number_of(wanted) else {
            return Ok(None);
        };
        match self.tables.find(game).await {
            Ok(table) => Ok(Some(table).filter(|table| table.guild == request.guild)),
            Err(Failure::Declined(Declined::NoTable)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Lists all tables that wait for the user, in all guilds.
    pub(crate) async fn list_mine(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let tables = self.watching.list_waiting_for(person).await?;
        let personal = self.settings.person_settings(person).await?;
        let mut waiting_lines = Vec::new();
        for table in tables.iter().take(LISTED) {
            let waiting = &table.waiting;
            let mut line = listed(words, table, Some(waiting.since));
            if let Some(pause) = waiting.pause {
                line = format!(
                    "{line} {}",
                    words.say("chat-paused", &[("until", moment(pause.until).into())])
                );
            } else if let Some(until) = waiting.deadline(table.settings.pace, &personal) {
                let name = if waiting.late {
                    "chat-status-late"
                } else {
                    "chat-deadline"
                };
                line = format!(
                    "{line} {}",
                    words.say(name, &[("until", moment(until).into())])
                );
            }
            waiting_lines.push(line);
        }
        // Newest first: long abandoned tables come last.
        let mut others = self.tables.list_of_person(person).await?;
        others.retain(|table| !tables.iter().any(|mine| mine.game == table.game));
        others.sort_by_key(|table| (table.status != TableStatus::Running, -table.game.0));
        let mut other_lines = Vec::new();
        for table in others.iter().take(LISTED) {
            let mine = table
                .seats
                .iter()
                .find(|chair| chair.person == Some(person) && chair.stands_in);
            let state = match (mine, table.status) {
                (Some(_), _) => Some("chat-mine-stood-in"),
                (None, TableStatus::Open) => Some("chat-mine-open"),
                (None, _) => None,
            };
            let state = state.map(|name| format!(" {}", words.say(name, &[])));
            other_lines.push(format!(
                "{}{}",
                listed(words, table, None),
                state.unwrap_or_default()
            ));
        }
        let with = |most: usize| {
            let mut lines = vec![words.say("chat-mine", &[("n", tables.len().into())])];
            lines.extend(first(words, &waiting_lines, most, tables.len()));
            lines.extend((!others.is_empty()).then(|| words.say("chat-mine-others", &[])));
            lines.extend(first(words, &other_lines, most, others.len()));
            lines.join("\n")
        };
        // Only as many of each as fit in a message.
        let told = (0..=LISTED)
            .rev()
            .map(with)
            .find(|told| told.chars().count() <= TEXT);
        Ok(Answer::words(told.unwrap_or_default()))
    }
}

/// Checks that the user and the bot may post here. Returns the key of the refusal.
pub(crate) fn speaks(request: &Request) -> Result<(), &'static str> {
    let needed = request.needed();
    match (
        request.may.contains(needed),
        request.rights.contains(needed),
    ) {
        (false, _) => Err("not-you"),
        (true, false) => Err("not-me"),
        (true, true) => Ok(()),
    }
}

/// Returns a table as a suggestion: its number and its players.
pub(crate) fn seated(words: &Words, table: &Table) -> Suggestion {
    Suggestion::new(label(words, table), table.game.0.to_string())
}

/// Returns the first lines of a list, and a line that says if there are more.
fn first(words: &Words, lines: &[String], most: usize, all: usize) -> Vec<String> {
    let shown = lines.iter().take(most).cloned();
    let left = all - lines.len().min(most);
    shown
        .chain((left > 0).then(|| words.say("chat-more", &[("n", left.into())])))
        .collect()
}

fn listed(words: &Words, table: &Table, waits_since: Option<Timestamp>) -> String {
    let fill = [
        ("game", Fill::from(numbered(words, table))),
        ("players", words.list(&names(words, table)).into()),
        ("place", place_of(words, table).into()),
        ("since", moment(waits_since.unwrap_or_default()).into()),
    ];
    words.say(
        if waits_since.is_some() {
            "chat-mine-line"
        } else {
            "chat-mine-other"
        },
        &fill,
    )
}

/// Reads the number of a table from a suggestion.
fn number_of(wanted: &str) -> Option<TableId> {
    wanted.trim().parse().ok().map(TableId)
}
