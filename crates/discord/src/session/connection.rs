//! The bot: HTTP clients, gateway, framework, and the tasks that run beside them.
//!
//! Answers go by a client without a rate limiter: they do not count against Discord's limits, and
//! the limiter would keep an entry for each of them. Changes of messages go that way too, because
//! the limiter would sleep while others wait. Everything else goes by a client with a limiter.
//!
//! serenity's limiter ignores a proxy, so that the token would go to the real Discord: such a pair
//! is refused.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{
    BotGateway, Cache, GatewayError, Http, HttpBuilder, HttpError, RatelimitInfo, UserId,
};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use crate::cards::composer::Composer;
use crate::delivery::limits::Quotas;
use crate::delivery::notice_dispatch::NoticeDispatcher;
use crate::delivery::panels::{Follower, Panels};
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::privacy::Privacy;
use crate::handlers::registry::{Handlers, Services};
use crate::session::contest_keeper::ContestKeeper;
use crate::session::departures::DepartureHandler;
use crate::session::dispatch::Dispatch;
use crate::session::gateway::{self, Gateway};
use crate::session::registration;
use crate::session::vitals::Vitals;
use crate::wire::post_rate::{PostRate, Poster};
use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;
use lanai_host::{Host, InternalError, Process, Scheduler, Thinker};
use lanai_text::Dictionary;

/// How long to wait for a proxy that is starting.
const PROXY_OPENS_WITHIN: Duration = Duration::from_secs(10);

/// How long a stopping process waits for others to take over: sessions begin one after another.
const HANDS_OVER_WITHIN: Duration = Duration::from_mins(1);
/// Default seconds until the data of a guild that removed the bot is erased.
const FORGET_AFTER: i64 = 30 * 24 * 60 * 60;
/// Timeouts of a connection to Discord, and of a whole request.
const CONNECTS_WITHIN: Duration = Duration::from_secs(10);
const ANSWERS_WITHIN: Duration = Duration::from_secs(30);

/// How the bot connects to Discord.
#[derive(Clone)]
pub struct ConnectionSettings {
    /// The bot's token.
    pub token: String,
    /// The address of an emulator, instead of the real Discord.
    pub proxy: Option<String>,
    /// Whether serenity's rate limiter is on. It ignores a proxy.
    pub limiter: bool,
    /// How the bot behaves.
    pub settings: BotSettings,
}

/// How the bot behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotSettings {
    /// How many messages a second are posted at most, without answers.
    pub posts_per_second: u32,
    /// How long a message waits for its pictures before it is sent as words. Zero: none are drawn.
    pub pictures_within: Duration,
    /// Whether the bot greets new guilds, as at the porch.
    pub greets: bool,
    /// The minimum number of shards of all processes together.
    pub shards: u32,
    /// How many interactions a user may send in ten seconds.
    pub presses: u32,
    /// How many refused requests in ten minutes make all processes pause: Discord blocks an address
    /// after 10,000.
    pub refusals: u32,
    /// Seconds until the data of a guild that removed the bot is erased; never if `None`.
    pub forget_after: Option<i64>,
    /// Whether to serve a database of another application.
    pub foreign_database: ForeignDatabase,
}

/// What to do with a database that belongs to another application.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForeignDatabase {
    /// Refuses to serve.
    #[default]
    Refuse,
    /// Takes the database over.
    Adopt,
}

impl Default for BotSettings {
    fn default() -> BotSettings {
        let pictures_within = Duration::from_secs(2);
        BotSettings {
            posts_per_second: 45,
            pictures_within,
            greets: false,
            shards: 1,
            presses: 40,
            refusals: 5000,
            forget_after: Some(FORGET_AFTER),
            foreign_database: ForeignDatabase::Refuse,
        }
    }
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum CannotServe {
    /// A limiter would send the token past the proxy.
    #[error(
        "a proxy needs the limiter to be off: with it on, requests and the token would go to the real Discord"
    )]
    ProxyWithLimiter,
    /// The proxy does not answer.
    #[error("the proxy is not answering: {0}")]
    NoProxy(String),
    /// The database cannot be used.
    #[error(transparent)]
    InternalError(#[from] InternalError),
    #[error(
        "the database belongs to another bot (application {owner}), and the token in DISCORD_TOKEN is that of application {application}: put in the other bot's token, name another database in LANAI_DATABASE, or let this bot take the database over for good with `lanai serve --adopt`"
    )]
    ForeignDatabase {
        /// The ID of the application that it belongs to.
        owner: String,
        /// The ID of this bot's application.
        application: String,
    },
    /// A newer version of this program has migrated the database.
    #[error(
        "a newer Lanai has changed the tables of the database while this one served it: start the newer one"
    )]
    OutdatedProgram,
    /// Discord does not know the token.
    #[error(
        "Discord does not know this token: put the bot's own, from Discord's developer portal, into DISCORD_TOKEN"
    )]
    WrongToken,
    #[error("Discord cannot be reached ({0}): is there a network?")]
    NoNetwork(String),
    /// Discord refused the connection, or it broke for good.
    #[error("the connection failed: {0}")]
    Connection(String),
}

/// A bot that is about to run.
pub struct Bot {
    services: Services,
    handlers: Arc<Handlers>,
    departures: Arc<DepartureHandler>,
    gateway: Arc<Gateway>,
    /// The client for answers and for changes of messages.
    answers: Arc<Http>,
    /// The commands as they are sent to be registered.
    commands: Value,
    me: UserId,
    /// Whether pictures and emojis are used.
    has_pictures: bool,
}

/// Why serving ended.
enum Ended {
    /// It was told to stop.
    Stopped,
    /// Other processes took its shards because it was out of touch.
    GivenUp,
}

/// The two HTTP clients.
pub struct HttpClients {
    /// For answers, commands and the gateway, without a limiter.
    pub answers: Http,
    /// For everything that counts against Discord's rate limits.
    pub posts: Http,
}

impl ConnectionSettings {
    /// Builds the two clients.
    pub fn lines(&self) -> HttpClients {
        HttpClients {
            answers: self.http(false),
            posts: self.http(self.limiter),
        }
    }

    fn http(&self, limiter: bool) -> Http {
        // serenity's own client has no timeout: a connection that hangs would block its channel.
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECTS_WITHIN)
            .timeout(ANSWERS_WITHIN)
            .build();
        let http = HttpBuilder::new(&self.token).ratelimiter_disabled(!limiter);
        let http = client.into_iter().fold(http, HttpBuilder::client);
        match &self.proxy {
            Some(proxy) => http.proxy(proxy).build(),
            None => http.build(),
        }
    }
}

impl Bot {
    /// Prepares a bot: checks the token and claims the database. The gateway is not connected yet.
    pub async fn new(
        line: &ConnectionSettings,
        host: Host,
        dictionary: Dictionary,
    ) -> Result<Bot, CannotServe> {
        Bot::by(line.lines(), line.settings, host, dictionary).await
    }

    /// Prepares a bot that uses these clients.
    #[expect(clippy::too_many_lines, reason = "wires all parts of the bot")]
    pub async fn by(
        lines: HttpClients,
        settings: BotSettings,
        host: Host,
        dictionary: Dictionary,
    ) -> Result<Bot, CannotServe> {
        let HttpClients {
            answers,
            posts: mut posting,
        } = lines;
        if [&answers, &posting]
            .iter()
            .any(|http| http.proxy.is_some() && http.ratelimiter.is_some())
        {
            return Err(CannotServe::ProxyWithLimiter);
        }
        let told = gateway_of(&answers).await?;
        // Requests made here report a wrong token or a missing network at once.
        let cannot = |error: serenity::Error| cannot_serve(&error);
        let me = answers
            .get_current_user()
            .counted("GET /users/@me")
            .await
            .map_err(cannot)?
            .id;
        let application = answers
            .get_current_application_info()
            .counted("GET /oauth2/applications/@me")
            .await
            .map_err(cannot)?;
        own_database(
            &host,
            &application.id.to_string(),
            settings.foreign_database,
        )
        .await?;
        for line in [&answers, &posting] {
            line.set_application_id(application.id);
        }
        let forget_after = settings.forget_after;
        let privacy = Privacy {
            policy: application.privacy_policy_url,
            forget_after,
        };
        let dictionary = Arc::new(dictionary);
        let commands = registration::commands(&dictionary);
        let host = Arc::new(host);
        let rate = Arc::new(PostRate::new(settings.posts_per_second, settings.refusals));
        let process = Arc::new(host.process());
        if let Some(limiter) = &mut posting.ratelimiter {
            limiter.set_ratelimit_callback(when_limited(&rate, &process));
        }
        let answers = Arc::new(answers);
        let poster = Poster {
            http: posting,
            changing: Arc::clone(&answers),
            rate,
        };
        let composer = Arc::new(Composer::new(
            Arc::clone(&host),
            dictionary,
            settings.pictures_within,
        ));
        let poster = Arc::new(poster);
        let panels = Arc::<Panels>::default();
        let cache = Arc::<Cache>::default();
        let services = Services {
            visibility: Arc::new(ChannelVisibility::new(
                Arc::clone(&cache),
                Arc::clone(&poster),
            )),
            host,
            process,
            composer,
            follower: Arc::new(Follower {
                panels: Arc::clone(&panels),
                http: Arc::clone(&poster.changing),
            }),
            panels,
            poster,
            quotas: Arc::new(Quotas::new(settings.presses)),
            concurrency: Arc::default(),
            open_requests: TaskTracker::new(),
            privacy,
        };
        let handlers = Arc::new(Handlers::new(&services));
        let departures = Arc::new(DepartureHandler {
            privacy_settings: services.privacy.clone(),
            process: Arc::clone(&services.process),
            departures: Arc::clone(&services.host.departures),
        });
        let as_built = registration::as_built(&commands);
        let dispatch = Dispatch::new(
            &services,
            &handlers,
            &departures,
            me,
            commands,
            gateway::mute(&answers),
            settings.greets,
        );
        let least = i64::from(settings.shards);
        let gateway = Arc::new(Gateway::at(
            &services.process,
            &answers,
            &cache,
            &told,
            least,
            Arc::new(dispatch),
        ));
        let has_pictures = !settings.pictures_within.is_zero();
        Ok(Bot {
            services,
            handlers,
            departures,
            gateway,
            answers,
            commands: as_built,
            me,
            has_pictures,
        })
    }

    /// Returns what reports the bot's health.
    pub fn vitals(&self) -> Vitals {
        Vitals::new(&self.services, &self.gateway)
    }

    /// Runs until `stop` resolves. Requests received by then are answered first.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), CannotServe> {
        let served = self.serve_on(pin!(stop)).await;
        self.services.process.leaves().await;
        served
    }

    /// Serves, and starts again if other processes took over.
    async fn serve_on(
        &self,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<(), CannotServe> {
        let process = &self.services.process;
        tokio::select! {
            // The first error is reported at once; later ones are retried.
            joined = process.joins() => joined?,
            // A stop before the start does not wait for it.
            () = &mut stop => return Ok(()),
        }
        loop {
            let mut beside = self.begin();
            let ended = self.serve(stop.as_mut()).await;
            // A bot that does not serve must not post.
            beside.shutdown().await;
            if let Ended::Stopped = ended? {
                return Ok(());
            }
            tracing::warn!("the other processes gave this one up: it begins anew");
            tokio::select! {
                () = process.joins_again() => {}
                () = &mut stop => return Ok(()),
            }
        }
    }

    /// Serves until it is told to stop or others took over.
    async fn serve(&self, stop: Pin<&mut impl Future<Output = ()>>) -> Result<Ended, CannotServe> {
        let process = &self.services.process;
        let (close, closed) = watch::channel(false);
        let mut hearing = tokio::spawn(Arc::clone(&self.gateway).hear(closed));
        let mut newer = process.news();
        let mut news = process.news();
        let broken = tokio::select! {
            _ = news.wait_for(|known| known.lost) => {
                hearing.abort();
                return Ok(Ended::GivenUp);
            }
            _ = newer.wait_for(|known| known.presence.outdated) => None,
            () = stop => None,
            ended = &mut hearing => Some(ended),
        };
        if let Some(Ok(Err(error))) = broken {
            self.handlers.requests.drain().await;
            return Err(cannot_serve(&serenity::Error::Gateway(error)));
        }
        // If others serve the same shards by now, no request is refused.
        if !process.hands_over(HANDS_OVER_WITHIN).await {
            self.handlers.requests.drain().await;
        }
        close.send_replace(true);
        if !hearing.is_finished() {
            let _ = hearing.await;
        }
        // Requests may have arrived while the connection closed.
        self.handlers.requests.drain().await;
        if process.known().presence.outdated {
            return Err(CannotServe::OutdatedProgram);
        }
        Ok(Ended::Stopped)
    }

    /// Starts the tasks that run beside the gateway.
    fn begin(&self) -> JoinSet<()> {
        let Services {
            host,
            process,
            composer,
            poster,
            ..
        } = &self.services;
        let mut beside = JoinSet::new();
        let keeping = Arc::clone(process);
        beside.spawn(async move { keeping.keep().await });
        let listening = Arc::clone(process);
        beside.spawn(async move { listening.listens().await });
        beside.spawn(Arc::clone(&poster.rate).goes_by(process.news()));
        let registering = Arc::clone(process);
        let http = Arc::clone(&self.answers);
        let commands = self.commands.clone();
        let me = self.me;
        beside.spawn(async move { registration::register(&http, &registering, &commands).await });
        // Without pictures there are no emojis in sentences either.
        if self.has_pictures {
            let emojis = Arc::clone(&composer.emojis);
            let poster = Arc::clone(poster);
            let process = Arc::clone(process);
            beside.spawn(async move { emojis.keep_up(&poster.http, &process).await });
        }
        let notices = NoticeDispatcher::new(
            Arc::clone(composer),
            Arc::clone(process),
            poster,
            &self.services.follower,
            me,
        );
        beside.spawn(Arc::new(notices).send_news());
        let counting = Arc::clone(host);
        beside.spawn(async move { counting.ratings.run().await });
        beside.spawn(ContestKeeper::new(&self.services, me).keep());
        beside.spawn(Arc::clone(&self.handlers.matchmaking).run());
        beside.spawn(Arc::clone(&self.departures).run());
        beside.spawn(Scheduler::new(host).keep_time());
        beside.spawn(Thinker::new(host).keep_thinking());
        beside
    }
}

/// Claims the database for this application before anything is written to it.
async fn own_database(
    host: &Host,
    application: &str,
    foreign: ForeignDatabase,
) -> Result<(), CannotServe> {
    if foreign == ForeignDatabase::Adopt {
        return Ok(host.database.move_to_application(application).await?);
    }
    let owner = host.database.claim_for_application(application).await?;
    if owner == application {
        return Ok(());
    }
    Err(CannotServe::ForeignDatabase {
        owner,
        application: application.to_owned(),
    })
}

/// Makes all processes pause when Discord reports a global rate limit.
fn when_limited(
    rate: &Arc<PostRate>,
    process: &Arc<Process>,
) -> Box<dyn Fn(RatelimitInfo) + Send + Sync> {
    let rate = Arc::clone(rate);
    let process = Arc::clone(process);
    Box::new(move |limit| {
        lanai_metrics::record_rate_limit();
        if limit.global {
            rate.pause(limit.timeout);
            let process = Arc::clone(&process);
            tokio::spawn(async move { process.pauses(limit.timeout).await });
        }
    })
}

/// Converts an error of the connection into one for the operator.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn cannot_serve(error: &serenity::Error) -> CannotServe {
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

/// Returns the gateway's address and limits. A proxy may still be starting.
pub(crate) async fn gateway_of(http: &Http) -> Result<BotGateway, CannotServe> {
    let waited = tokio::time::Instant::now() + PROXY_OPENS_WITHIN;
    loop {
        match http.get_bot_gateway().counted("GET /gateway/bot").await {
            Ok(gateway) => return Ok(gateway),
            Err(error) => {
                let why = cannot_serve(&error);
                if http.proxy.is_none() || matches!(why, CannotServe::WrongToken) {
                    return Err(why);
                }
                if tokio::time::Instant::now() > waited {
                    return Err(CannotServe::NoProxy(name_of(&error)));
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
