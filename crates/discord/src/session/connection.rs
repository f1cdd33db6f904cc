//! The bot: HTTP clients, gateway, framework, and background tasks.
//!
//! Answers to interactions use a client without a rate limiter: they do not count against Discord's
//! limits, and the limiter would keep an entry for each of them. Edits and deletions of messages
//! use the same client, because the limiter would delay new messages in a channel in which an old
//! message cannot be edited. So do the gateway and the registration of commands. All other requests
//! use a client with a limiter.
//!
//! serenity's limiter ignores a proxy and would send the token to the real Discord, so a client
//! with both is refused.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{
    ApplicationFlags, BotGateway, Cache, GatewayError, Http, HttpBuilder, RatelimitInfo, UserId,
};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use crate::cards::composer::Composer;
use crate::delivery::limits::Quotas;
use crate::delivery::notice_dispatch::NoticeDispatcher;
use crate::delivery::panel_follower::PanelFollower;
use crate::delivery::panels::Panels;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::privacy::PrivacySettings;
use crate::handlers::registry::{Handlers, Services};
use crate::session::contest_keeper::ContestKeeper;
use crate::session::departures::DepartureHandler;
use crate::session::dispatch::EventDispatcher;
use crate::session::gateway::{self, Gateway};
use crate::session::health::HealthMonitor;
use crate::session::registration;
use crate::wire::port::Poster;
use crate::wire::port_error::{PortError, describe_error};
use crate::wire::post_rate::PostLimiter;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{Host, InternalError, PersonId, Process, Scheduler, Thinker};
use lanai_panel::PictureRenderer;
use lanai_text::Dictionary;

/// How long to wait for a proxy that is still starting.
const PROXY_START_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a stopping process waits for other processes to take over its shards one by one.
const HANDOVER_TIMEOUT: Duration = Duration::from_mins(1);
/// Seconds until the data of a guild that removed the bot is erased.
const DEFAULT_FORGET_AFTER_SECS: i64 = 30 * 24 * 60 * 60;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// How the bot connects to Discord.
#[derive(Clone)]
pub struct ConnectionSettings {
    pub token: String,
    /// The address of an emulator to use instead of Discord.
    pub proxy: Option<String>,
    /// Whether serenity's rate limiter is on. It cannot be combined with a proxy.
    pub limiter: bool,
    pub settings: BotSettings,
}

/// How the bot serves: its rate of posts, pictures, shards, limits and retention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSettings {
    /// How many messages are posted per second at most, not counting answers.
    pub posts_per_second: u32,
    /// How long a message waits for its pictures before it is sent as text; zero disables pictures.
    pub pictures_within: Duration,
    /// Whether the bot greets guilds in which nothing was posted yet, as on the porch.
    pub greets_guilds: bool,
    /// The minimum number of shards of all processes together.
    pub shards: u32,
    /// How many presses, commands and modals a user may send in ten seconds.
    pub interactions_per_window: u32,
    /// How many refused requests in ten minutes make the bot pause. Discord blocks an IP address
    /// after 10,000. Each process gets an equal share, and pauses only itself.
    pub refusals: u32,
    /// Seconds until the data of a guild that removed the bot is erased; never if `None`.
    pub forget_after: Option<i64>,
    pub foreign_database: ForeignDatabasePolicy,
    /// The address of the board in a browser, without a slash at its end; `None` if it is not served.
    pub board_url: Option<String>,
    /// Whether the board can be opened as an Activity, if the application has them enabled.
    pub has_activity: bool,
}

/// What to do with a database that belongs to another application.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForeignDatabasePolicy {
    /// Refuses to serve.
    #[default]
    Refuse,
    /// Takes over the database for this application.
    Adopt,
}

impl Default for BotSettings {
    fn default() -> BotSettings {
        BotSettings {
            posts_per_second: 45,
            pictures_within: Duration::from_secs(2),
            greets_guilds: false,
            shards: 1,
            interactions_per_window: 40,
            refusals: 5000,
            forget_after: Some(DEFAULT_FORGET_AFTER_SECS),
            foreign_database: ForeignDatabasePolicy::Refuse,
            board_url: None,
            has_activity: false,
        }
    }
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(
        "a proxy needs the limiter to be off: otherwise, requests and the token would go to the real Discord"
    )]
    ProxyWithLimiter,
    #[error("the proxy is not answering: {0}")]
    NoProxy(String),
    #[error(transparent)]
    InternalError(#[from] InternalError),
    #[error(
        "the database belongs to another bot (application {owner}), and the token in DISCORD_TOKEN is that of application {application}: put in the other bot's token, name another database in LANAI_DATABASE, or let this bot take the database over for good with `lanai serve --adopt`"
    )]
    ForeignDatabase { owner: String, application: String },
    /// A newer version of this program has migrated the database.
    #[error(
        "a newer version of Lanai has migrated the database while this one served it: start the newer version"
    )]
    OutdatedProgram,
    #[error(
        "Discord does not know this token: set DISCORD_TOKEN to the bot's token from Discord's developer portal"
    )]
    WrongToken,
    #[error("Discord cannot be reached ({0}): check the network connection")]
    NoNetwork(String),
    /// Discord refused the connection, or the connection broke for good.
    #[error("the connection failed: {0}")]
    Connection(String),
}

/// A bot that is connected to its database, but not yet to the gateway.
pub struct Bot {
    services: Services,
    handlers: Arc<Handlers>,
    departures: Arc<DepartureHandler>,
    gateway: Arc<Gateway>,
    /// The client without a limiter.
    answers: Arc<Http>,
    /// The commands in the form in which they are registered.
    commands: Value,
    user_id: UserId,
    application_id: String,
    has_pictures: bool,
}

enum ServeOutcome {
    Stopped,
    /// Other processes took this process's shards because it did not report for too long.
    GivenUp,
}

pub struct HttpClients {
    /// The client for answers, edits, deletions, commands and the gateway, without a limiter.
    pub answers: Http,
    /// The client for all other requests, with the limiter if the settings turn it on.
    pub posts: Http,
}

impl ConnectionSettings {
    /// Builds the client without a limiter and the client with the limiter of the settings.
    pub fn build_clients(&self) -> HttpClients {
        HttpClients {
            answers: self.http(false),
            posts: self.http(self.limiter),
        }
    }

    fn http(&self, limiter: bool) -> Http {
        // serenity's own client has no timeout: a hanging connection would block its channel.
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build();
        let http = HttpBuilder::new(&self.token).ratelimiter_disabled(!limiter);
        let http = match client {
            Ok(client) => http.client(client),
            Err(_) => http,
        };
        match &self.proxy {
            Some(proxy) => http.proxy(proxy).build(),
            None => http.build(),
        }
    }
}

impl Bot {
    /// Prepares a bot: checks the token and claims the database. The gateway is not connected yet.
    pub async fn new(
        connection: &ConnectionSettings,
        host: Host,
        dictionary: Dictionary,
    ) -> Result<Bot, ServeError> {
        Bot::with_clients(
            connection.build_clients(),
            connection.settings.clone(),
            host,
            dictionary,
        )
        .await
    }

    /// Prepares a bot that uses the given HTTP clients.
    pub async fn with_clients(
        clients: HttpClients,
        settings: BotSettings,
        host: Host,
        dictionary: Dictionary,
    ) -> Result<Bot, ServeError> {
        let HttpClients { answers, posts } = clients;
        if [&answers, &posts]
            .iter()
            .any(|http| http.proxy.is_some() && http.ratelimiter.is_some())
        {
            return Err(ServeError::ProxyWithLimiter);
        }
        let gateway_info = load_gateway(&answers).await?;
        // These requests come first, because they report a wrong token or a missing network.
        let bot_id = answers
            .get_current_user()
            .record_request("GET /users/@me")
            .await
            .map_err(|error| refusal_to_serve(&error))?
            .id;
        let application = answers
            .get_current_application_info()
            .record_request("GET /oauth2/applications/@me")
            .await
            .map_err(|error| refusal_to_serve(&error))?;
        claim_database(
            &host,
            &application.id.to_string(),
            settings.foreign_database,
        )
        .await?;
        for client in [&answers, &posts] {
            client.set_application_id(application.id);
        }
        let privacy = PrivacySettings {
            policy_url: application.privacy_policy_url,
            forget_after_secs: settings.forget_after,
        };
        let dictionary = Arc::new(dictionary);
        let commands = registration::localized_commands(&dictionary);
        let answers = Arc::new(answers);
        let cache = Arc::<Cache>::default();
        let flags = application.flags.unwrap_or(ApplicationFlags::empty());
        let has_activity = settings.has_activity && flags.contains(ApplicationFlags::EMBEDDED);
        let settings = BotSettings {
            has_activity,
            ..settings
        };
        let services = build_services(
            host, posts, &answers, &cache, dictionary, &settings, privacy,
        );
        let handlers = Arc::new(Handlers::new(&services));
        let departures = Arc::new(DepartureHandler {
            privacy_settings: services.privacy.clone(),
            process: Arc::clone(&services.process),
            departures: Arc::clone(&services.host.departures),
        });
        let commands_json = registration::serialize_commands(&commands);
        let dispatcher = EventDispatcher::new(
            &services,
            &handlers,
            &departures,
            bot_id,
            commands,
            gateway::create_idle_manager(&answers),
            settings.greets_guilds,
        );
        let gateway = Arc::new(Gateway::new(
            &services.process,
            &answers,
            &cache,
            &gateway_info,
            i64::from(settings.shards),
            Arc::new(dispatcher),
        ));
        Ok(Bot {
            services,
            handlers,
            departures,
            gateway,
            answers,
            commands: commands_json,
            user_id: bot_id,
            application_id: application.id.to_string(),
            has_pictures: !settings.pictures_within.is_zero(),
        })
    }

    /// Returns what the bot shares with the board in a browser.
    pub fn board_parts(&self) -> (Arc<Host>, Arc<Dictionary>, Arc<PictureRenderer>) {
        let composer = &self.services.composer;
        (
            Arc::clone(&self.services.host),
            Arc::clone(&composer.dictionary),
            Arc::clone(&composer.pictures.renderer),
        )
    }

    pub fn application_id(&self) -> &str {
        &self.application_id
    }

    pub fn health_monitor(&self) -> HealthMonitor {
        HealthMonitor::new(&self.services, &self.gateway)
    }

    /// Runs until `stop` resolves, and answers the interactions that were received by then.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let result = self.serve_until_stopped(pin!(stop)).await;
        self.services.process.leave().await;
        result
    }

    /// Serves until the bot is stopped, and starts again if other processes took its shards.
    async fn serve_until_stopped(
        &self,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<(), ServeError> {
        let process = &self.services.process;
        tokio::select! {
            // An error while joining ends the program; later errors of the process are retried.
            joined = process.join() => joined?,
            // Stopping does not wait until the process has joined.
            () = &mut stop => return Ok(()),
        }
        loop {
            let mut workers = self.spawn_workers();
            let outcome = self.serve(stop.as_mut()).await;
            // A bot that does not serve must not post.
            workers.shutdown().await;
            if let ServeOutcome::Stopped = outcome? {
                return Ok(());
            }
            tracing::warn!("the other processes took over the shards of this one: it starts again");
            tokio::select! {
                () = process.rejoin() => {}
                () = &mut stop => return Ok(()),
            }
        }
    }

    /// Serves until the bot is stopped or other processes took its shards.
    async fn serve(
        &self,
        stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<ServeOutcome, ServeError> {
        let process = &self.services.process;
        let (close, closed) = watch::channel(false);
        let mut gateway_task = tokio::spawn(Arc::clone(&self.gateway).run(closed));
        let mut version_news = process.subscribe();
        let mut process_news = process.subscribe();
        let gateway_result = tokio::select! {
            _ = process_news.wait_for(|known| known.is_lease_lost) => {
                gateway_task.abort();
                return Ok(ServeOutcome::GivenUp);
            }
            _ = version_news.wait_for(|known| known.overview.is_outdated) => None,
            () = stop => None,
            outcome = &mut gateway_task => Some(outcome),
        };
        if let Some(Ok(Err(error))) = gateway_result {
            self.handlers.requests.drain().await;
            return Err(to_serve_error(&serenity::Error::Gateway(error)));
        }
        // If no process takes over the shards, new interactions are refused from now on.
        if !process.hand_over(HANDOVER_TIMEOUT).await {
            self.handlers.requests.drain().await;
        }
        close.send_replace(true);
        if !gateway_task.is_finished() {
            let _ = gateway_task.await;
        }
        // Requests may have arrived while the connection closed.
        self.handlers.requests.drain().await;
        if process.state().overview.is_outdated {
            return Err(ServeError::OutdatedProgram);
        }
        Ok(ServeOutcome::Stopped)
    }

    /// Starts the background tasks, which end when the returned set is shut down.
    fn spawn_workers(&self) -> JoinSet<()> {
        let Services {
            host,
            process,
            composer,
            poster,
            ..
        } = &self.services;
        let mut workers = JoinSet::new();
        let keeper = Arc::clone(process);
        workers.spawn(async move { keeper.maintain_lease().await });
        let listener = Arc::clone(process);
        workers.spawn(async move { listener.exchange_notifications().await });
        workers.spawn(Arc::clone(&poster.rate).follow_process_state(process.subscribe()));
        let registrant = Arc::clone(process);
        let http = Arc::clone(&self.answers);
        let commands = self.commands.clone();
        let me = PersonId(self.user_id.into());
        workers.spawn(async move {
            registration::register_commands(&http, &registrant, &commands).await
        });
        // The emojis show pictures of pieces, so they are off without pictures.
        if self.has_pictures {
            let emojis = Arc::clone(&composer.emojis);
            let poster = Arc::clone(poster);
            let process = Arc::clone(process);
            workers.spawn(async move { emojis.keep_uploaded(&poster.http, &process).await });
        }
        let notices = NoticeDispatcher::new(
            Arc::clone(composer),
            Arc::clone(process),
            poster,
            &self.services.follower,
            me,
        );
        workers.spawn(Arc::new(notices).run());
        let rating_host = Arc::clone(host);
        workers.spawn(async move { rating_host.ratings.run_forever().await });
        workers.spawn(ContestKeeper::new(&self.services, me).run());
        workers.spawn(Arc::clone(&self.handlers.matchmaking).run_forever());
        workers.spawn(Arc::clone(&self.departures).run());
        workers.spawn(Scheduler::new(host).run_forever());
        workers.spawn(Thinker::new(host).run_forever());
        workers
    }
}

/// Builds the services that the handlers and the workers share.
fn build_services(
    host: Host,
    mut posts: Http,
    answers: &Arc<Http>,
    cache: &Arc<Cache>,
    dictionary: Arc<Dictionary>,
    settings: &BotSettings,
    privacy: PrivacySettings,
) -> Services {
    let host = Arc::new(host);
    let process = Arc::new(host.process());
    let rate = Arc::new(PostLimiter::new(
        settings.posts_per_second,
        settings.refusals,
    ));
    if let Some(limiter) = &mut posts.ratelimiter {
        limiter.set_ratelimit_callback(pause_on_global_limit(&rate, &process));
    }
    let poster = Arc::new(Poster {
        http: posts,
        changing: Arc::clone(answers),
        rate,
    });
    let panels = Arc::<Panels>::default();
    Services {
        composer: Arc::new(
            Composer::new(Arc::clone(&host), dictionary, settings.pictures_within)
                .with_board(settings.board_url.clone(), settings.has_activity),
        ),
        visibility: Arc::new(ChannelVisibility::new(
            Arc::clone(cache),
            Arc::clone(&poster),
        )),
        follower: Arc::new(PanelFollower {
            panels: Arc::clone(&panels),
            http: Arc::clone(answers),
        }),
        host,
        process,
        panels,
        poster,
        quotas: Arc::new(Quotas::new(settings.interactions_per_window)),
        concurrency: Arc::default(),
        open_requests: TaskTracker::new(),
        privacy,
    }
}

/// Claims the database for this application before anything is written to it.
async fn claim_database(
    host: &Host,
    application: &str,
    foreign: ForeignDatabasePolicy,
) -> Result<(), ServeError> {
    if foreign == ForeignDatabasePolicy::Adopt {
        return Ok(host.database.move_to_application(application).await?);
    }
    let owner = host.database.claim_for_application(application).await?;
    if owner == application {
        return Ok(());
    }
    Err(ServeError::ForeignDatabase {
        owner,
        application: application.to_owned(),
    })
}

/// Makes all processes pause when Discord reports a global rate limit.
fn pause_on_global_limit(
    rate: &Arc<PostLimiter>,
    process: &Arc<Process>,
) -> Box<dyn Fn(RatelimitInfo) + Send + Sync> {
    let rate = Arc::clone(rate);
    let process = Arc::clone(process);
    Box::new(move |limit| {
        lanai_metrics::record_rate_limit();
        if limit.global {
            rate.pause(limit.timeout);
            let process = Arc::clone(&process);
            tokio::spawn(async move { process.pause_posting(limit.timeout).await });
        }
    })
}

/// Converts an error of the connection into one for the operator.
pub(crate) fn to_serve_error(error: &serenity::Error) -> ServeError {
    if let serenity::Error::Gateway(GatewayError::InvalidAuthentication) = error {
        return ServeError::WrongToken;
    }
    refusal_to_serve(&PortError::from(error))
}

/// Converts the error of a request into one for the operator.
fn refusal_to_serve(error: &PortError) -> ServeError {
    match error {
        PortError::Refused { status: 401, .. } => ServeError::WrongToken,
        PortError::NoAnswer { .. } => ServeError::NoNetwork(describe_error(error)),
        PortError::Refused { .. } | PortError::TooMuch | PortError::Other(_) => {
            ServeError::Connection(describe_error(error))
        }
    }
}

/// Returns the gateway's address and limits; waits for a proxy that is still starting.
pub(crate) async fn load_gateway(http: &Http) -> Result<BotGateway, ServeError> {
    let deadline = tokio::time::Instant::now() + PROXY_START_TIMEOUT;
    loop {
        match http
            .get_bot_gateway()
            .record_request("GET /gateway/bot")
            .await
        {
            Ok(gateway) => return Ok(gateway),
            Err(error) => {
                let why = refusal_to_serve(&error);
                if http.proxy.is_none() || matches!(why, ServeError::WrongToken) {
                    return Err(why);
                }
                if tokio::time::Instant::now() > deadline {
                    return Err(ServeError::NoProxy(describe_error(&error)));
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
