//! Creates, names and fills the threads of tables.

use std::sync::Arc;

use tracing::Instrument as _;

use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::wire::discord::{ChannelType, Permissions};
use crate::wire::names::{format_table_label, plain_name, table_label};
use crate::wire::port::Poster;
use crate::wire::port_error::{PortError, describe_error};
use crate::wire::request::{DIRECT_MESSAGES, Request};
use crate::wire::text_limits::truncate;
use lanai_host::{
    Actor, ChannelId, Clock, Failure, GuildRefusal, PersonId, Refusal, Settings, StatisticsLoader,
    Table, Tables,
};
use lanai_text::Words;

/// Discord's limit for the name of a thread.
pub(crate) const MAX_THREAD_NAME_CHARS: usize = 100;

/// Creates and renames threads, and adds people to them.
pub(crate) struct Threads {
    pub(crate) clock: Clock,
    pub(crate) poster: Arc<Poster>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) statistics: Arc<StatisticsLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl Threads {
    /// Creates a thread for a table if the guild and the bot's permissions allow it.
    ///
    /// Returns the thread, and the actor without the interaction, which is used up here so that a
    /// duplicate request creates no second thread. A private table only ever gets a private thread.
    /// Users who created many threads lately have to wait.
    pub(crate) async fn create_once(
        &self,
        request: &Request,
        name: &str,
        private: bool,
    ) -> Result<(Option<ChannelId>, Actor), Failure> {
        let no_threads = self
            .settings
            .guild_settings(request.guild)
            .await?
            .no_threads;
        if private && no_threads {
            return Err(GuildRefusal::NoThreads.into());
        }
        let creates = can_create_thread(request, private) && !no_threads;
        if private && !creates {
            return Err(Refusal::NoPrivateThread.into());
        }
        if creates
            && !self
                .quotas
                .threads
                .admit_at(request.actor.person, self.clock.now())
        {
            return Err(Refusal::TooManyThreads.into());
        }
        if let Some(interaction) = request.actor.interaction {
            self.tables.claim_interaction(interaction).await?;
        }
        let thread = if creates {
            self.create(request, name, private).await
        } else {
            None
        };
        if private && thread.is_none() {
            return Err(Refusal::NoPrivateThread.into());
        }
        Ok((
            thread,
            Actor {
                interaction: None,
                ..request.actor.clone()
            },
        ))
    }

    async fn create(&self, request: &Request, name: &str, private: bool) -> Option<ChannelId> {
        let kind = if private {
            ChannelType::PrivateThread
        } else {
            request.thread_kind?
        };
        let name = truncate(name, MAX_THREAD_NAME_CHARS);
        let poster = &self.poster;
        match poster.create_thread(request.channel, &name, kind).await {
            Ok(thread) => Some(thread),
            Err(error) => {
                tracing::warn!(error = describe_error(&error), "a thread could not be made");
                None
            }
        }
    }

    /// Adds people to the private thread of a table. Returns whether all could be added.
    pub(crate) async fn add_people(
        &self,
        table: &Table,
        people: impl Iterator<Item = PersonId> + Send,
    ) -> bool {
        let mut all_added = true;
        for person in people {
            let added = self.poster.add_to_thread(table.channel, person).await;
            if let Err(error) = added {
                tracing::warn!(
                    error = describe_error(&error),
                    table = table.id.0,
                    "somebody cannot come into a thread"
                );
                all_added = false;
            }
        }
        all_added
    }

    /// Records that people who see the channel of the request can see the table.
    ///
    /// Does nothing for requests from a thread, which may be private.
    pub(crate) async fn record_visibility(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<(), Failure> {
        if !request.in_thread && table.guild != DIRECT_MESSAGES {
            self.statistics
                .record_audience_channel(table, request.channel)
                .await?;
        }
        Ok(())
    }

    /// Renames the table's thread after its players, in a background task, when the game begins.
    ///
    /// Threads that the bot did not create or that were renamed keep their names.
    pub(crate) fn rename(&self, table: &Table) {
        if table.guild == DIRECT_MESSAGES {
            return;
        }
        let words = self.replies.public_words(table);
        let Some(before) = opening_name(words, table) else {
            return;
        };
        let after = truncate(&table_label(words, table), MAX_THREAD_NAME_CHARS);
        if before == after {
            return;
        }
        let poster = Arc::clone(&self.poster);
        let channel = table.channel;
        let renaming = async move {
            if let Err(error) = rename_thread(&poster, channel, &before, after).await {
                tracing::warn!(
                    error = describe_error(&error),
                    "a thread could not be named anew"
                );
            }
        };
        tokio::spawn(renaming.in_current_span());
    }
}

/// Returns the name that the table's thread got when it was opened, if the owner still has a seat.
fn opening_name(words: &Words, table: &Table) -> Option<String> {
    let owner = table
        .seats
        .iter()
        .find(|player| player.person == Some(table.owner))?;
    let people = [plain_name(words, &owner.name)];
    let label = format_table_label(words, table.title, table.id, &people);
    Some(truncate(&label, MAX_THREAD_NAME_CHARS))
}

/// Renames a thread if it still has the expected name.
async fn rename_thread(
    poster: &Poster,
    channel: ChannelId,
    expected_name: &str,
    name: String,
) -> Result<(), PortError> {
    let Some(thread) = poster.load_channel(channel).await? else {
        return Ok(());
    };
    let is_thread = matches!(
        thread.kind,
        ChannelType::PublicThread | ChannelType::NewsThread | ChannelType::PrivateThread
    );
    if is_thread && thread.name == expected_name {
        poster.rename_thread(channel, name).await?;
    }
    Ok(())
}

/// Returns whether the bot can create a thread for a table in the channel of the request.
fn can_create_thread(request: &Request, private: bool) -> bool {
    let create = if private {
        Permissions::CREATE_PRIVATE_THREADS
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    let needed = create | Permissions::SEND_MESSAGES_IN_THREADS;
    // In an announcement channel, every thread is public.
    let has_kind = match request.thread_kind {
        Some(ChannelType::PublicThread) => true,
        Some(_) => !private,
        None => false,
    };
    has_kind
        && !request.in_thread
        && request.guild != DIRECT_MESSAGES
        && request.bot_permissions.contains(needed)
}
