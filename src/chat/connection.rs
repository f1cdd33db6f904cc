//! The connection: the framework, the gateway, two lines to the chat, and the outbox that runs beside them.
//!
//! Answers go by a line without a limiter: they do not count against the chat's limits, and the limiter would keep an
//! entry for each of them for ever. So does what changes a message: the limiter would sleep where others wait. Everything
//! else goes by a line with one. A proxy is ignored by a line with a limiter, so
//! that the token would go to the real Discord: such a pair is refused.

use std::future::Future;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serenity::all::{
    ClientBuilder, Context, CreateAllowedMentions, FullEvent, GatewayError, GatewayIntents, GuildChannel,
    Http, HttpBuilder, HttpError, Interaction, Ready,
};

use serde_json::Value;
use tokio::task::JoinSet;

use super::composer::Composer;
use super::delivery::Courier;
use super::doors::Doors;
use super::post_rate::{PostRate, Poster};
use super::refusals::name_of;
use super::thread_limit::ThreadLimit;
use super::{House, commands, registration};
use crate::tables::{ChannelId, Outbox, Scheduler, Tables};
use crate::words::Dictionary;

/// How long we wait for a proxy that is about to open.
const PROXY_OPENS_WITHIN: Duration = Duration::from_secs(10);

/// How long a connection to the chat may take, and a whole request.
const CONNECTS_WITHIN: Duration = Duration::from_secs(10);
const ANSWERS_WITHIN: Duration = Duration::from_secs(30);

/// By which line the bot speaks.
#[derive(Clone)]
pub struct ConnectionSettings {
    /// The bot's token.
    pub token: String,
    /// A Discord in a box, instead of the real one.
    pub proxy: Option<String>,
    /// Whether our library's limiter is on. It ignores a proxy.
    pub limiter: bool,
    /// How the bot behaves.
    pub settings: BotSettings,
}

/// How the bot behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotSettings {
    /// How many messages a second are posted at most, answers not counted.
    pub posts_per_second: u32,
    /// How long a message waits for its pictures before it is told in words; none are drawn if that is no time at all.
    pub pictures_within: Duration,
    /// Whether the bot greets when it comes, in the first channel of each server: at the porch, where everybody is new.
    pub greets: bool,
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum CannotServe {
    /// The limiter would send the token past the proxy.
    #[error(
        "a proxy needs the limiter to be off: with it on, requests and the token would go to the real Discord"
    )]
    ProxyWithLimiter,
    /// The proxy does not answer.
    #[error("the proxy does not answer: {0}")]
    NoProxy(String),
    /// The gateway of the proxy is not where the proxy says.
    #[error("the gateway is not the proxy's: nothing is sent")]
    OtherGateway,
    /// The token is none.
    #[error(
        "Discord does not know this token: put the bot's own, from Discord's developer portal, into DISCORD_TOKEN"
    )]
    WrongToken,
    /// Nobody answers.
    #[error("Discord cannot be reached ({0}): is there a network?")]
    NoNetwork(String),
    /// The chat does not let us in, or the connection broke for good.
    #[error("the connection failed: {0}")]
    Connection(String),
}

/// A bot that is about to run.
pub struct Bot {
    client: serenity::Client,
    /// What runs beside the connection, and ends with it: the outbox, the scheduler.
    beside: Beside,
    doors: Arc<Doors>,
}

/// Work that runs beside the connection. A bot that has gone says nothing more.
#[derive(Clone, Default)]
struct Beside(Arc<Mutex<JoinSet<()>>>);

impl Beside {
    fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).spawn(work);
    }

    async fn end(&self) {
        let mut all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        all.shutdown().await;
    }
}

/// The two lines themselves.
pub struct HttpClients {
    /// For answers, commands and the gateway: without a limiter.
    pub answers: Http,
    /// For everything that counts against the chat's limits.
    pub posts: Http,
}

impl ConnectionSettings {
    /// The two lines that are meant.
    pub fn lines(&self) -> HttpClients {
        HttpClients { answers: self.http(false), posts: self.http(self.limiter) }
    }

    fn http(&self, limiter: bool) -> Http {
        // The library's own client waits for ever: a connection that hangs would hold up its channel as long.
        let client =
            reqwest::Client::builder().connect_timeout(CONNECTS_WITHIN).timeout(ANSWERS_WITHIN).build();
        let http = HttpBuilder::new(&self.token).ratelimiter_disabled(!limiter);
        let http = client.into_iter().fold(http, HttpBuilder::client);
        match &self.proxy {
            Some(proxy) => http.proxy(proxy).build(),
            None => http.build(),
        }
    }
}

impl Bot {
    /// Connects nothing yet, but is ready to.
    pub async fn new(
        line: &ConnectionSettings,
        tables: Tables,
        dictionary: Dictionary,
    ) -> Result<Bot, CannotServe> {
        Bot::by(line.lines(), line.settings, tables, dictionary).await
    }

    /// A bot that speaks by these lines.
    pub async fn by(
        lines: HttpClients,
        settings: BotSettings,
        tables: Tables,
        dictionary: Dictionary,
    ) -> Result<Bot, CannotServe> {
        let HttpClients { answers, posts: mut posting } = lines;
        if [&answers, &posting].iter().any(|http| http.proxy.is_some() && http.ratelimiter.is_some()) {
            return Err(CannotServe::ProxyWithLimiter);
        }
        let gateway = if answers.proxy.is_some() {
            Some(gateway_of_proxy(&answers).await?)
        } else {
            // Whoever starts the bot hears at once what is wrong with the token or the network.
            answers.get_bot_gateway().await.map_err(|error| cannot_serve(&error))?;
            None
        };
        let dictionary = Arc::new(dictionary);
        let commands = registration::commands(&dictionary);
        let rate = Arc::new(PostRate::new(settings.posts_per_second));
        if let Some(limiter) = &mut posting.ratelimiter {
            let rate = Arc::clone(&rate);
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                if limit.global {
                    rate.pause(limit.timeout);
                }
            }));
        }
        let doors = Arc::new(Doors::default());
        let (tables, poster) = (Arc::new(tables), Poster { http: posting, changing: OnceLock::new(), rate });
        let composer = Arc::new(Composer::new(Arc::clone(&tables), dictionary, settings.pictures_within));
        let house = Arc::new(House {
            tables,
            composer,
            poster: Arc::new(poster),
            delivered: Mutex::default(),
            thread_limit: ThreadLimit::default(),
            panels: Arc::default(),
            playing_again: tokio::sync::Mutex::default(),
            doors: Arc::clone(&doors),
        });
        let beside = Beside::default();
        let begun = beside.clone();
        let framework = poise::Framework::builder()
            .options(options(commands))
            .setup(move |ctx, ready, framework| {
                Box::pin(async move {
                    let commands = registration::as_built(&framework.options().commands);
                    begin(&house, &begun, (ctx, ready), commands, settings);
                    Ok(house)
                })
            })
            .build();
        let client = ClientBuilder::new_with_http(answers, GatewayIntents::GUILDS).framework(framework);
        let client = client.await.map_err(|error| CannotServe::Connection(name_of(&error)))?;
        if let Some(gateway) = gateway
            && *client.ws_url.lock().await != gateway
        {
            return Err(CannotServe::OtherGateway);
        }
        Ok(Bot { client, beside, doors })
    }

    /// Runs until it is told to stop. Whoever has asked for something by then gets their answer first.
    pub async fn run(mut self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), CannotServe> {
        let shards = Arc::clone(&self.client.shard_manager);
        let doors = Arc::clone(&self.doors);
        let stopped = async move {
            stop.await;
            doors.close().await;
            shards.shutdown_all().await;
        };
        // Whoever stops it before it has come to the gateway does not wait for that.
        let ended = tokio::select! {
            ended = self.client.start() => ended,
            () = stopped => Ok(()),
        };
        // Some may have come while the connection closed, or it broke by itself.
        self.doors.close().await;
        self.beside.end().await;
        ended.map_err(|error| cannot_serve(&error))
    }
}

/// The bot is there: its commands are registered, what is due is said and done.
fn begin(
    house: &Arc<House>,
    beside: &Beside,
    (ctx, ready): (&Context, &Ready),
    commands: Value,
    settings: BotSettings,
) {
    let me = ready.user.id;
    let (registering, http) = (Arc::clone(house), Arc::clone(&ctx.http));
    http.set_application_id(ready.application.id);
    house.poster.changing.get_or_init(|| Arc::clone(&http));
    beside.spawn(async move {
        registration::register(&http, &registering.tables, &commands, me.get()).await;
    });
    // Whoever wants no pictures has none in sentences either.
    if !settings.pictures_within.is_zero() {
        let (emojis, poster) = (Arc::clone(&house.composer.emojis), Arc::clone(&house.poster));
        poster.http.set_application_id(ready.application.id);
        beside.spawn(async move { emojis.keep_up(&poster.http).await });
    }
    let (tables, composer) = (Arc::clone(&house.tables), Arc::clone(&house.composer));
    let (poster, panels) = (Arc::clone(&house.poster), Arc::clone(&house.panels));
    let courier = Courier::new(tables, composer, poster, panels);
    beside.spawn(Arc::new(courier).send_news(me));
    beside.spawn(Scheduler::new(&house.tables).keep_time());
    if settings.greets {
        let servers = ready.guilds.iter().map(|server| server.id).collect();
        beside.spawn(Arc::clone(house).greet(servers));
    }
}

impl House {
    /// A thread was archived, locked, or opened again: what waits for one that is not locked is tried at once.
    async fn thread_changed(&self, thread: &GuildChannel) {
        if thread.thread_metadata.is_none_or(|thread| thread.locked) {
            return;
        }
        if let Err(trouble) = Outbox::of(&self.tables).opened(ChannelId(thread.id.into())).await {
            tracing::error!(%trouble, "what waits for a thread cannot be tried again");
        }
    }
}

/// What an error of the connection means for whoever started the bot.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn cannot_serve(error: &serenity::Error) -> CannotServe {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => CannotServe::WrongToken,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.status_code.as_u16() == 401 =>
        {
            CannotServe::WrongToken
        }
        serenity::Error::Http(HttpError::Request(_)) => CannotServe::NoNetwork(name_of(error)),
        _ => CannotServe::Connection(name_of(error)),
    }
}

/// Where the proxy says that its gateway is. Our library would fall back on the real one if it got no answer.
async fn gateway_of_proxy(http: &Http) -> Result<String, CannotServe> {
    let waited = tokio::time::Instant::now() + PROXY_OPENS_WITHIN;
    loop {
        match http.get_gateway().await {
            Ok(gateway) => return Ok(gateway.url),
            Err(error) if tokio::time::Instant::now() > waited => {
                return Err(CannotServe::NoProxy(name_of(&error)));
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn options(
    commands: Vec<commands::Command>,
) -> poise::FrameworkOptions<Arc<House>, std::convert::Infallible> {
    poise::FrameworkOptions {
        commands,
        // Nobody is called by what the framework itself says.
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |ctx, event| {
            Box::pin(async move {
                let (house, http) = (ctx.user_data, &ctx.serenity_context.http);
                match event {
                    FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
                        Box::pin(house.pressed(http, press)).await;
                    }
                    FullEvent::InteractionCreate { interaction: Interaction::Modal(typed) } => {
                        Box::pin(house.typed(http, typed)).await;
                    }
                    FullEvent::ThreadUpdate { new, .. } => house.thread_changed(new).await,
                    _ => {}
                }
                Ok(())
            })
        },
        ..poise::FrameworkOptions::default()
    }
}

/// What the framework cannot do is said in our words; what it says itself may hold what nobody should see.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
async fn on_error(error: poise::FrameworkError<'_, Arc<House>, std::convert::Infallible>) {
    let name = match &error {
        poise::FrameworkError::GuildOnly { .. } => "chat-server-only",
        poise::FrameworkError::CommandPanic { .. } => "chat-trouble",
        _ => "chat-not-understood",
    };
    if let Some(poise::Context::Application(ctx)) = error.ctx() {
        tracing::warn!(command = ctx.command().qualified_name.as_ref(), "a command was not carried out");
        commands::misunderstood(ctx, name).await;
    }
}
