//! Watches tables from other channels, and shows `/mine`, the user's tables in all guilds.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::table_opening::TableOpening;
use crate::key;
use crate::wire::names::{channel_link, numbered_table, player_names, table_label, table_link};
use crate::wire::request::Request;
use crate::wire::text_limits::MAX_MESSAGE_CHARS;
use lanai_host::{
    Amendments, Failure, Refusal, Settings, Table, TableId, TableStatus, Tables, Timestamp,
    Watching,
};
use lanai_panel::{Suggestion, format_moment};
use lanai_text::{Fill, Words};

const MAX_TABLES_LISTED: usize = 15;
/// How many tables of a guild are searched for those that the user may see.
pub(crate) const MAX_TABLES_SEARCHED: u32 = 100;

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
    pub(crate) async fn watch_table(&self, request: &Request, typed_number: &str) -> Reply {
        let words = self.replies.words(request);
        if let Err(missing) = check_can_post(request) {
            let key = match missing {
                CannotPost::User => key::CHAT_WATCH_NOT_YOU,
                CannotPost::Bot => key::CHAT_WATCH_NOT_ME,
            };
            return Ok(self.replies.answer(request, key, &[]));
        }
        let table = match self.find_in_guild(request, typed_number).await? {
            Some(table) if self.visibility.can_see(request, table.channel).await => table,
            _ => return Ok(self.replies.answer(request, key::CHAT_WATCH_WHICH, &[])),
        };
        let language = self.table_opening.load_public_language(request).await?;
        let is_new = self
            .watching
            .watch(&table, request.channel, &request.actor, &language)
            .await?;
        let reply_key = if is_new {
            key::CHAT_WATCH_BEGINS
        } else {
            key::CHAT_WATCH_ALREADY
        };
        let fill = [
            ("game", numbered_table(words, &table).into()),
            ("place", channel_link(table.channel)),
        ];
        Ok(self.replies.answer(request, reply_key, &fill))
    }

    /// Stops watching a table, or all tables if none is named.
    pub(crate) async fn stop_watching(
        &self,
        request: &Request,
        typed_number: Option<&str>,
    ) -> Reply {
        if check_can_post(request) == Err(CannotPost::User) {
            return Ok(self.replies.answer(request, key::CHAT_WATCH_NOT_YOU, &[]));
        }
        let mut ended = 0_usize;
        for table in self.watching.list_watched_in(request.channel).await? {
            let is_selected =
                typed_number.is_none_or(|number| parse_table_number(number) == Some(table.id));
            if is_selected && self.watching.remove_watch(&table, request.channel).await? {
                ended += 1;
            }
        }
        Ok(self
            .replies
            .answer(request, key::CHAT_UNWATCHED, &[("n", ended.into())]))
    }

    /// Allows or forbids watching this table from other channels.
    pub(crate) async fn allow_watchers(&self, request: &Request, open: bool) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        if table.settings.has_fixed_visibility() {
            return Err(Refusal::StaysPrivate.into());
        }
        if table.settings.rated && !open {
            return Ok(self.replies.answer(request, key::CHAT_WATCHERS_RATED, &[]));
        }
        let table = self
            .amendments
            .change_settings(table, &request.actor, |settings| {
                settings.players_only = !open
            })
            .await?;
        self.watching.notify_watchers(&table).await?;
        let key = if open {
            key::CHAT_WATCHERS_OPEN
        } else {
            key::CHAT_WATCHERS_CLOSED
        };
        Ok(self.replies.answer(request, key, &[]))
    }

    /// Suggests the tables that are watched from this channel.
    pub(crate) async fn suggest_watched(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        let words = self.replies.words(request);
        let tables = self.watching.list_watched_in(request.channel).await?;
        Ok(tables
            .iter()
            .map(|table| table_suggestion(words, table))
            .collect())
    }

    /// Suggests the tables of the guild that the user could watch from this channel.
    pub(crate) async fn suggest_watchable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        let words = self.replies.words(request);
        let mut suggestions = Vec::new();
        for table in self
            .tables
            .list_in_guild(request.guild, MAX_TABLES_SEARCHED)
            .await?
        {
            if table.status != TableStatus::Over
                && table.channel != request.channel
                && self.visibility.can_see(request, table.channel).await
            {
                suggestions.push(table_suggestion(words, &table));
            }
        }
        Ok(suggestions)
    }

    /// Finds the table of the guild whose number is typed.
    pub(crate) async fn find_in_guild(
        &self,
        request: &Request,
        typed_number: &str,
    ) -> Result<Option<Table>, Failure> {
        let Some(id) = parse_table_number(typed_number) else {
            return Ok(None);
        };
        match self.tables.find(id).await {
            Ok(table) => Ok(Some(table).filter(|table| table.guild == request.guild)),
            Err(Failure::Refusal(Refusal::NoTable)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Shows the tables of the user in all guilds, first the tables that wait for the user.
    pub(crate) async fn show_own_tables(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let tables = self.watching.list_waiting_for(person).await?;
        let personal = self.settings.person_settings(person).await?;
        let mut waiting_lines = Vec::new();
        for table in tables.iter().take(MAX_TABLES_LISTED) {
            let waiting = &table.waiting;
            let mut line = format_table(words, table, Some(waiting.since));
            if let Some(pause) = waiting.pause {
                line = format!(
                    "{line} {}",
                    words.say(
                        key::CHAT_PAUSED,
                        &[("until", format_moment(pause.until).into())]
                    )
                );
            } else if let Some(until) = waiting.deadline(table.settings.time_control, &personal) {
                let key = if waiting.timeout_announced {
                    key::CHAT_STATUS_LATE
                } else {
                    key::CHAT_DEADLINE
                };
                line = format!(
                    "{line} {}",
                    words.say(key, &[("until", format_moment(until).into())])
                );
            }
            waiting_lines.push(line);
        }
        // Running games come first, then newer tables, so that abandoned ones come last.
        let mut others = self.tables.list_unfinished_for_person(person).await?;
        others.retain(|table| !tables.iter().any(|mine| mine.id == table.id));
        others.sort_by_key(|table| (table.status != TableStatus::Running, -table.id.0));
        let mut other_lines = Vec::new();
        for table in others.iter().take(MAX_TABLES_LISTED) {
            let computer_plays = table
                .seats
                .iter()
                .any(|seat| seat.person == Some(person) && seat.stands_in);
            let mut line = format_table(words, table, None);
            if computer_plays {
                line = format!("{line} {}", words.say(key::CHAT_MINE_STOOD_IN, &[]));
            } else if table.status == TableStatus::Open {
                line = format!("{line} {}", words.say(key::CHAT_MINE_OPEN, &[]));
            }
            other_lines.push(line);
        }
        // The limit holds for each of the two lists and is lowered until they fit in a message.
        for limit in (0..=MAX_TABLES_LISTED).rev() {
            let mut lines = vec![words.say(key::CHAT_MINE, &[("n", tables.len().into())])];
            lines.extend(first_lines(words, &waiting_lines, limit, tables.len()));
            if !others.is_empty() {
                lines.push(words.say(key::CHAT_MINE_OTHERS, &[]));
            }
            lines.extend(first_lines(words, &other_lines, limit, others.len()));
            let text = lines.join("\n");
            if text.chars().count() <= MAX_MESSAGE_CHARS {
                return Ok(Answer::words(text));
            }
        }
        Ok(Answer::words(String::new()))
    }
}

/// Who lacks the permission to post in a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CannotPost {
    User,
    Bot,
}

/// Checks that the user and the bot may post in this channel.
pub(crate) fn check_can_post(request: &Request) -> Result<(), CannotPost> {
    let needed = request.needed_permissions();
    if !request.user_permissions.contains(needed) {
        Err(CannotPost::User)
    } else if !request.bot_permissions.contains(needed) {
        Err(CannotPost::Bot)
    } else {
        Ok(())
    }
}

/// Returns the suggestion of a table, which is selected by its number.
pub(crate) fn table_suggestion(words: &Words, table: &Table) -> Suggestion {
    Suggestion::new(table_label(words, table), table.id.0.to_string())
}

/// Returns the first lines of a list, and a line with the number of the others.
fn first_lines(words: &Words, lines: &[String], limit: usize, total: usize) -> Vec<String> {
    let mut first: Vec<String> = lines.iter().take(limit).cloned().collect();
    let rest = total - first.len();
    if rest > 0 {
        first.push(words.say(key::CHAT_MORE, &[("n", rest.into())]));
    }
    first
}

fn format_table(words: &Words, table: &Table, waits_since: Option<Timestamp>) -> String {
    let fill = [
        ("game", Fill::from(numbered_table(words, table))),
        (
            "players",
            words.join_list(&player_names(words, table)).into(),
        ),
        ("place", table_link(words, table).into()),
        (
            "since",
            format_moment(waits_since.unwrap_or_default()).into(),
        ),
    ];
    let key = if waits_since.is_some() {
        key::CHAT_MINE_LINE
    } else {
        key::CHAT_MINE_OTHER
    };
    words.say(key, &fill)
}

fn parse_table_number(typed: &str) -> Option<TableId> {
    typed.trim().parse().ok().map(TableId)
}
