//! The thread of a table: made once for each command, and named so that it is told apart from the others.

use std::sync::Arc;

use serenity::all::{
    AutoArchiveDuration, ChannelType, CreateThread, EditThread, GuildChannel, Permissions,
};
use tracing::Instrument as _;

use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::wire::fitting::fit;
use crate::wire::ids::number;
use crate::wire::names::{label, label_of, plain};
use crate::wire::post_rate::Poster;
use crate::wire::refusals::name_of;
use crate::wire::request::{NOWHERE, Request};
use crate::wire::requests::Requested as _;
use lanai_host::{
    Actor, ChannelId, Clock, Declined, Failure, GuildRefusal, PersonId, Settings, Statistics,
    Table, Tables,
};
use lanai_text::Words;

/// The longest name that a thread may have.
pub(crate) const NAME: usize = 100;

/// Creates, renames and joins threads.
pub(crate) struct Threads {
    pub(crate) clock: Clock,
    pub(crate) poster: Arc<Poster>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) statistics: Arc<Statistics>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl Threads {
    /// Creates a thread for a table if that is allowed here. Returns it with the actor, whose
    /// interaction is claimed so that a duplicate creates no second thread.
    ///
    /// A private table only ever gets a private thread. Users who created many threads lately have
    /// to wait.
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
        let makes = makes_thread(request, private) && !no_threads;
        if private && !makes {
            return Err(Declined::NoPrivateThread.into());
        }
        if makes
            && !self
                .quotas
                .threads
                .admit_at(request.actor.person, self.clock.now())
        {
            return Err(Declined::TooSoon.into());
        }
        if let Some(interaction) = request.actor.interaction {
            self.tables.spend_interaction(interaction).await?;
        }
        let thread = if makes {
            self.create(request, name, private).await
        } else {
            None
        };
        if private && thread.is_none() {
            return Err(Declined::NoPrivateThread.into());
        }
        Ok((
            thread,
            Actor {
                interaction: None,
                ..request.actor.clone()
            },
        ))
    }

    /// A new thread.
    async fn create(&self, request: &Request, name: &str, private: bool) -> Option<ChannelId> {
        let kind = if private {
            ChannelType::PrivateThread
        } else {
            request.thread_kind?
        };
        let thread = CreateThread::new(fit(name, NAME))
            .kind(kind)
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        // Whoever was invited does not invite others past the table.
        let thread = if private {
            thread.invitable(false)
        } else {
            thread
        };
        match serenity::all::ChannelId::new(number(request.channel.0))
            .create_thread(&self.poster.http, thread)
            .counted("POST /channels/{channel}/threads")
            .await
        {
            Ok(thread) => Some(ChannelId(thread.id.into())),
            Err(error) => {
                tracing::warn!(error = name_of(&error), "a thread could not be made");
                None
            }
        }
    }

    /// Adds people to the private thread of a table. The user is told of those who cannot be added.
    pub(crate) async fn add_person(
        &self,
        table: &Table,
        people: impl Iterator<Item = PersonId> + Send,
    ) -> bool {
        let thread = serenity::all::ChannelId::new(number(table.channel.0));
        let mut all = true;
        for person in people {
            let person = serenity::all::UserId::new(number(person.0));
            if let Err(error) = self
                .poster
                .http
                .add_thread_channel_member(thread, person)
                .counted("PUT /channels/{channel}/thread-members/{person}")
                .await
            {
                tracing::warn!(
                    error = name_of(&error),
                    table = table.game.0,
                    "somebody cannot come into a thread"
                );
                all = false;
            }
        }
        all
    }

    /// Records who can see a table: those who see the channel of the request. If the request came
    /// from a thread, that is unknown, because it may be private.
    pub(crate) async fn seen_from(&self, request: &Request, table: &Table) -> Result<(), Failure> {
        if !request.in_thread && table.guild != NOWHERE {
            self.statistics.stands_in(table, request.channel).await?;
        }
        Ok(())
    }

    /// Renames the table's thread after its players when the game begins, in the background.
    ///
    /// Threads that we did not create or that were renamed keep their names.
    pub(crate) fn rename(&self, table: &Table) {
        if table.guild == NOWHERE {
            return;
        }
        let words = self.replies.public_words(table);
        let Some((before, after)) =
            opening_name(words, table).zip(Some(fit(&label(words, table), NAME)))
        else {
            return;
        };
        if before == after {
            return;
        }
        let poster = Arc::clone(&self.poster);
        let channel = table.channel;
        let naming = async move {
            if let Err(error) = rename(&poster, channel, &before, after).await {
                tracing::warn!(error = name_of(&error), "a thread could not be named anew");
            }
        };
        tokio::spawn(naming.in_current_span());
    }
}

/// Returns the name that the table's thread got when it was opened, if the owner still has a seat.
fn opening_name(words: &Words, table: &Table) -> Option<String> {
    let owner = table
        .seats
        .iter()
        .find(|chair| chair.person == Some(table.owner))?;
    Some(fit(
        &label_of(words, table.title, table.game, &[plain(words, &owner.name)]),
        NAME,
    ))
}

/// Renames a thread that has this name, and nothing else.
async fn rename(
    poster: &Poster,
    channel: ChannelId,
    before: &str,
    after: String,
) -> serenity::Result<()> {
    let id = serenity::all::ChannelId::new(number(channel.0));
    let threads = [
        ChannelType::PublicThread,
        ChannelType::NewsThread,
        ChannelType::PrivateThread,
    ];
    let is_ours = |it: &GuildChannel| threads.contains(&it.kind) && it.name == before;
    let shown = id
        .to_channel(&poster.http)
        .counted("GET /channels/{channel}")
        .await?;
    if shown.guild().as_ref().is_some_and(is_ours) {
        id.edit_thread(&poster.http, EditThread::new().name(after))
            .counted("PATCH /channels/{channel}")
            .await?;
    }
    Ok(())
}

/// Whether a table gets a thread of its own here.
fn makes_thread(request: &Request, private: bool) -> bool {
    let makes = if private {
        Permissions::CREATE_PRIVATE_THREADS
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    let needed = makes | Permissions::SEND_MESSAGES_IN_THREADS;
    // In an announcement channel, every thread is public.
    let has_kind = match request.thread_kind {
        Some(ChannelType::PublicThread) => true,
        Some(_) => !private,
        None => false,
    };
    has_kind && !request.in_thread && request.guild != NOWHERE && request.rights.contains(needed)
}
