//! Dispatches events of the gateway: commands through poise, components and modals to their
//! handler.
//!
//! poise's own wrapper is left out: it starts with the first session, and there are processes
//! without one.
//!
//! The framework's own wrapper is left out: it begins with the first session, and there are
//! processes without one.

use std::convert::Infallible;
use std::sync::Arc;

use serenity::all::{
    Context, CreateAllowedMentions, CreateAutocompleteResponse, CreateInteractionResponse,
    Framework, FullEvent, GuildChannel, Interaction, Ready, ShardManager, UserId,
};

use crate::delivery::limits::ConcurrencyLimit;
use crate::handlers::commands;
use crate::handlers::registry::{Handlers, Services};
use crate::session::departures::DepartureHandler;
use crate::session::gateway::shard_id;
use crate::wire::request::Priority;
use crate::wire::requests::Requested as _;
use lanai_host::{ChannelId, DatabaseAccess, Outbox, Process, ShardId};

pub(crate) struct Dispatch {
    handlers: Arc<Handlers>,
    departures: Arc<DepartureHandler>,
    database: Arc<DatabaseAccess>,
    process: Arc<Process>,
    concurrency: Arc<ConcurrencyLimit>,
    outbox: Outbox,
    me: UserId,
    options: poise::FrameworkOptions<Arc<Handlers>, Infallible>,
    /// Required by poise, and not used.
    manager: Arc<ShardManager>,
    /// Whether to greet new guilds.
    greets: bool,
}

impl Dispatch {
    pub(crate) fn new(
        services: &Services,
        handlers: &Arc<Handlers>,
        departures: &Arc<DepartureHandler>,
        me: UserId,
        mut commands: Vec<commands::Command>,
        manager: Arc<ShardManager>,
        greets: bool,
    ) -> Dispatch {
        poise::set_qualified_names(&mut commands);
        Dispatch {
            handlers: Arc::clone(handlers),
            departures: Arc::clone(departures),
            database: Arc::clone(&services.host.database),
            process: Arc::clone(&services.process),
            concurrency: Arc::clone(&services.concurrency),
            outbox: Outbox::new(&services.host),
            me,
            options: options(commands),
            manager,
            greets,
        }
    }

    async fn ready(&self, ready: &Ready) {
        self.departures.reconcile(ready).await;
        let shard = shard_id(ready.shard);
        self.process.is_ready(shard).await;
        self.log_start(shard, ready.guilds.len()).await;
        if self.greets {
            let guilds = ready.guilds.iter().map(|guild| guild.id).collect();
            self.handlers.greetings.greet(guilds).await;
        }
    }

    async fn log_start(&self, shard: ShardId, guilds: usize) {
        let database = self.database.name();
        let counts = self.database.counts().await.ok();
        let counted = counts.map(|counts| counts.tables_open + counts.tables_running);
        let version = env!("CARGO_PKG_VERSION");
        let number = shard.number;
        let shards = shard.of;
        tracing::info!(
            version,
            database,
            tables = counted,
            shard = number,
            shards,
            guilds,
            "the bot serves"
        );
    }
}

#[serenity::async_trait]
impl Framework for Dispatch {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the library may come to know more"
    )]
    async fn dispatch(&self, ctx: Context, event: FullEvent) {
        if let FullEvent::Ready { data_about_bot } = &event {
            return self.ready(data_about_bot).await;
        }
        if let FullEvent::InteractionCreate { interaction } = &event
            && !Box::pin(self.handlers.requests.admit(&ctx.http, interaction)).await
        {
            return;
        }
        match &event {
            FullEvent::ThreadUpdate { new, .. } => return self.thread_changed(new).await,
            FullEvent::GuildCreate { guild, .. } => {
                return self.departures.mark_returned(guild.id).await;
            }
            FullEvent::GuildDelete { incomplete, .. } => {
                return self.departures.mark_departed(incomplete).await;
            }
            _ => {}
        }
        // Late suggestions are useless, so they are dropped instead of queued.
        let types = matches!(
            event,
            FullEvent::InteractionCreate {
                interaction: Interaction::Autocomplete(_)
            }
        );
        let permit = if types {
            self.concurrency.try_acquire(Priority::Look)
        } else {
            None
        };
        if types && permit.is_none() {
            return;
        }
        let framework = poise::FrameworkContext {
            bot_id: self.me,
            serenity_context: &ctx,
            options: &self.options,
            user_data: &self.handlers,
            shard_manager: &self.manager,
        };
        Box::pin(poise::dispatch_event(framework, event)).await;
        drop(permit);
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
fn options(commands: Vec<commands::Command>) -> poise::FrameworkOptions<Arc<Handlers>, Infallible> {
    poise::FrameworkOptions {
        commands,
        // Messages of the framework itself must ping no one.
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |ctx, event| {
            Box::pin(async move {
                let handlers = ctx.user_data;
                let http = &ctx.serenity_context.http;
                match event {
                    FullEvent::InteractionCreate {
                        interaction: Interaction::Component(press),
                    } => {
                        Box::pin(handlers.presses.serve_press(http, press)).await;
                    }
                    FullEvent::InteractionCreate {
                        interaction: Interaction::Modal(typed),
                    } => {
                        Box::pin(handlers.presses.serve_modal(http, typed)).await;
                    }
                    _ => {}
                }
                Ok(())
            })
        },
        ..poise::FrameworkOptions::default()
    }
}

/// Answers errors of the framework in our words, as its own might reveal something hidden.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
async fn on_error(error: poise::FrameworkError<'_, Arc<Handlers>, Infallible>) {
    let name = match &error {
        poise::FrameworkError::GuildOnly { .. } => "chat-server-only",
        poise::FrameworkError::CommandPanic { .. } => "chat-trouble",
        _ => "chat-not-understood",
    };
    if let Some(poise::Context::Application(ctx)) = error.ctx() {
        // Discord accepts nothing but suggestions while a command is typed.
        if ctx.interaction_type == poise::CommandInteractionType::Autocomplete {
            let none = CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new());
            let http = &ctx.serenity_context().http;
            let answered = ctx.interaction.create_response(http, none);
            let _ = answered
                .counted("POST /interactions/{interaction}/callback")
                .await;
            return;
        }
        tracing::warn!(
            command = ctx.command().qualified_name.as_ref(),
            "a command was not carried out"
        );
        commands::misunderstood(ctx, name).await;
    }
}

impl Dispatch {
    /// Retries notices that wait for a thread when it is unlocked.
    async fn thread_changed(&self, thread: &GuildChannel) {
        if thread.thread_metadata.is_none_or(|thread| thread.locked) {
            return;
        }
        if let Err(trouble) = self.outbox.opened(ChannelId(thread.id.into())).await {
            tracing::error!(%trouble, "what waits for a thread cannot be tried again");
        }
    }
}
