//! Dispatches events of the gateway: commands through poise, components and modals to their
//! handler.
//!
//! `poise::Framework` is not used: it starts with the first session, and a process may have no
//! session.

use std::convert::Infallible;
use std::sync::Arc;

use serenity::all::{
    Context, CreateAllowedMentions, CreateAutocompleteResponse, CreateInteractionResponse,
    Framework, FullEvent, GuildChannel, Interaction, Ready, ShardManager, UserId,
};

use crate::delivery::limits::ConcurrencyLimit;
use crate::handlers::commands;
use crate::handlers::registry::{Handlers, Services};
use crate::key;
use crate::session::departures::DepartureHandler;
use crate::session::gateway::to_shard_id;
use crate::wire::request::Priority;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{ChannelId, DatabaseAccess, GuildId, Outbox, Process, ShardId};

pub(crate) struct EventDispatcher {
    handlers: Arc<Handlers>,
    departures: Arc<DepartureHandler>,
    database: Arc<DatabaseAccess>,
    process: Arc<Process>,
    concurrency: Arc<ConcurrencyLimit>,
    outbox: Outbox,
    bot_id: UserId,
    options: poise::FrameworkOptions<Arc<Handlers>, Infallible>,
    /// Unused, but required by poise.
    manager: Arc<ShardManager>,
    greets_guilds: bool,
}

impl EventDispatcher {
    pub(crate) fn new(
        services: &Services,
        handlers: &Arc<Handlers>,
        departures: &Arc<DepartureHandler>,
        bot_id: UserId,
        mut commands: Vec<commands::Command>,
        manager: Arc<ShardManager>,
        greets_guilds: bool,
    ) -> EventDispatcher {
        poise::set_qualified_names(&mut commands);
        EventDispatcher {
            handlers: Arc::clone(handlers),
            departures: Arc::clone(departures),
            database: Arc::clone(&services.host.database),
            process: Arc::clone(&services.process),
            concurrency: Arc::clone(&services.concurrency),
            outbox: Outbox::new(&services.host),
            bot_id,
            options: build_framework_options(commands),
            manager,
            greets_guilds,
        }
    }

    async fn handle_ready(&self, ready: &Ready) {
        self.departures.reconcile(ready).await;
        let shard = to_shard_id(ready.shard);
        self.process.mark_shard_ready(shard).await;
        self.log_start(shard, ready.guilds.len()).await;
        if self.greets_guilds {
            let guilds = ready
                .guilds
                .iter()
                .map(|guild| GuildId(guild.id.into()))
                .collect();
            self.handlers.greetings.greet_guilds(guilds).await;
        }
    }

    async fn log_start(&self, shard: ShardId, guilds: usize) {
        let counts = self.database.counts().await.ok();
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            database = self.database.name(),
            tables = counts.map(|counts| counts.tables_open + counts.tables_running),
            shard = shard.number,
            shards = shard.total,
            guilds,
            "the bot serves"
        );
    }

    /// Retries notices that wait for a thread, when it was changed and is not locked.
    async fn retry_thread_notices(&self, thread: &GuildChannel) {
        if thread.thread_metadata.is_none_or(|thread| thread.locked) {
            return;
        }
        if let Err(error) = self.outbox.retry_channel(ChannelId(thread.id.into())).await {
            tracing::error!(%error, "notices for an unlocked thread cannot be retried");
        }
    }
}

#[serenity::async_trait]
impl Framework for EventDispatcher {
    #[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
    async fn dispatch(&self, ctx: Context, event: FullEvent) {
        if let FullEvent::Ready { data_about_bot } = &event {
            return self.handle_ready(data_about_bot).await;
        }
        if let FullEvent::InteractionCreate { interaction } = &event
            && !Box::pin(self.handlers.requests.admit(&ctx.http, interaction)).await
        {
            return;
        }
        match &event {
            FullEvent::ThreadUpdate { new, .. } => return self.retry_thread_notices(new).await,
            FullEvent::GuildCreate { guild, .. } => {
                return self
                    .departures
                    .mark_returned(GuildId(guild.id.into()))
                    .await;
            }
            FullEvent::GuildDelete { incomplete, .. } => {
                return self.departures.mark_departed(incomplete).await;
            }
            _ => {}
        }
        // Suggestions that come late are useless, so they are dropped instead of queued.
        let is_autocomplete = matches!(
            event,
            FullEvent::InteractionCreate {
                interaction: Interaction::Autocomplete(_)
            }
        );
        let permit = if is_autocomplete {
            self.concurrency.try_acquire(Priority::Read)
        } else {
            None
        };
        if is_autocomplete && permit.is_none() {
            return;
        }
        let framework = poise::FrameworkContext {
            bot_id: self.bot_id,
            serenity_context: &ctx,
            options: &self.options,
            user_data: &self.handlers,
            shard_manager: &self.manager,
        };
        Box::pin(poise::dispatch_event(framework, event)).await;
        drop(permit);
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
fn build_framework_options(
    commands: Vec<commands::Command>,
) -> poise::FrameworkOptions<Arc<Handlers>, Infallible> {
    poise::FrameworkOptions {
        commands,
        // Messages that the framework itself sends must ping no one.
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        on_error: |error| Box::pin(handle_framework_error(error)),
        event_handler: |ctx, event| {
            Box::pin(async move {
                let handlers = ctx.user_data;
                let http = &ctx.serenity_context.http;
                match event {
                    FullEvent::InteractionCreate {
                        interaction: Interaction::Component(press),
                    } => {
                        Box::pin(crate::handlers::presses::serve_press(handlers, http, press)).await
                    }
                    FullEvent::InteractionCreate {
                        interaction: Interaction::Modal(modal),
                    } => {
                        Box::pin(crate::handlers::presses::serve_modal(handlers, http, modal)).await
                    }
                    _ => {}
                }
                Ok(())
            })
        },
        ..poise::FrameworkOptions::default()
    }
}

/// Answers errors of poise in our own words: its messages might reveal hidden information.
#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
async fn handle_framework_error(error: poise::FrameworkError<'_, Arc<Handlers>, Infallible>) {
    let message_key = match &error {
        poise::FrameworkError::GuildOnly { .. } => key::CHAT_SERVER_ONLY,
        poise::FrameworkError::CommandPanic { .. } => key::CHAT_TROUBLE,
        _ => key::CHAT_NOT_UNDERSTOOD,
    };
    if let Some(poise::Context::Application(ctx)) = error.ctx() {
        // Discord accepts only suggestions as an answer to an autocomplete interaction.
        if ctx.interaction_type == poise::CommandInteractionType::Autocomplete {
            let suggestions =
                CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new());
            let http = &ctx.serenity_context().http;
            let _ = ctx
                .interaction
                .create_response(http, suggestions)
                .record_request("POST /interactions/{interaction}/callback")
                .await;
            return;
        }
        tracing::warn!(
            command = ctx.command().qualified_name.as_ref(),
            "a command failed"
        );
        commands::answer_misunderstood_command(ctx, message_key).await;
    }
}
