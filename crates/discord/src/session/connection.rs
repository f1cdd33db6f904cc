//! The connection: the framework, the gateway, two lines to the chat, and the outbox that runs
//! beside them.
//!
//! Answers go by a line without a limiter: they do not count against the chat's limits, and the
//! limiter would keep an entry for each of them for ever. So does what changes a message: the
//! limiter would sleep where others wait. Everything else goes by a line with one. A proxy is
//! ignored by a line with a limiter, so that the token would go to the real Discord: such a pair is
//! refused.

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

/// How long we wait for a proxy that is about to open.
const PROXY_OPENS_WITHIN: Duration = Duration::from_secs(10);

/// How long whoever leaves waits for others to do what they did: some sessions begin one after
/// another.
const HANDS_OVER_WITHIN: Duration = Duration::from_mins(1);
/// A server that removed the bot is forgotten after so many seconds if nothing else is said.
const FORGET_AFTER: i64 = 30 * 24 * 60 * 60;
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
    /// How long a message waits for its pictures before it is told in words; none are drawn if that
    /// is no time at all.
    pub pictures_within: Duration,
    /// Whether the bot greets when it comes, in the first channel of each server: at the porch,
    /// where everybody is new.
    pub greets: bool,
    /// How many shards there are at least, all processes together.
    pub shards: u32,
    /// How often one person may press or type something in ten seconds.
    pub presses: u32,
    /// After how many requests in ten minutes that the chat refused all processes together rest for
    /// a while: from an address of which it refused 10,000 it takes nothing more.
    pub refusals: u32,
    /// Seconds until the data of a guild that removed the bot is erased; never if `None`.
    pub forget_after: Option<i64>,
    /// What happens to a database that belongs to another application.
    pub foreign_database: ForeignDatabase,
}

/// What a bot does with a database that belongs to another application.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForeignDatabase {
    /// It does not serve.
    #[default]
    Refuse,
    /// It takes the database over.
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
    /// The limiter would send the token past the proxy.
    #[error(
        "a proxy needs the limiter to be off: with it on, requests and the token would go to the real Discord"
    )]
    ProxyWithLimiter,
    /// The proxy does not answer.
    #[error("the proxy is not answering: {0}")]
    NoProxy(String),
    /// The tables cannot be served.
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
    /// A newer version of this program has changed the tables while this one served.
    #[error(
        "a newer Lanai has changed the tables of the database while this one served it: start the newer one"
    )]
    OutdatedProgram,
    /// The token is none.
    #[error(
        "Discord does not know this token: put the bot's own, from Discord's developer portal, into DISCORD_TOKEN"
    )]
    WrongToken,
    #[error("Discord cannot be reached ({0}): is there a network?")]
    NoNetwork(String),
    /// The chat does not let us in, or the connection broke for good.
    #[error("the connection failed: {0}")]
    Connection(String),
}

/// A bot that is about to run.
pub struct Bot {
    services: Services,
    handlers: Arc<Handlers>,
    departures: Arc<DepartureHandler>,
    gateway: Arc<Gateway>,
    /// The line for answers, and for what changes a message.
    answers: Arc<Http>,
    /// All commands, as they are registered.
    commands: Value,
    me: UserId,
    /// Whether there are pictures, in messages and in sentences.
    has_pictures: bool,
}

/// How a process ends.
enum Ended {
    /// It was told to stop.
    Stopped,
    /// It was out of touch for so long that others do what it did.
    GivenUp,
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
        HttpClients {
            answers: self.http(false),
            posts: self.http(self.limiter),
        }
    }

    fn http(&self, limiter: bool) -> Http {
        // The library's own client waits for ever: a connection that hangs would hold up its
        // channel as long.
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
    /// Connects nothing yet, but is ready to.
    pub async fn new(
        line: &ConnectionSettings,
        host: Host,
        dictionary: Dictionary,
    ) -> Result<Bot, CannotServe> {
        Bot::by(line.lines(), line.settings, host, dictionary).await
    }

    /// A bot that speaks by these lines.
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
        // Whoever starts the bot hears at once what is wrong with the token or the network.
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

    /// Whoever feels how it is.
    pub fn vitals(&self) -> Vitals {
        Vitals::new(&self.services, &self.gateway)
    }

    /// Runs until it is told to stop. Whoever has asked for something by then gets their answer
    /// first.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), CannotServe> {
        let served = self.serve_on(pin!(stop)).await;
        self.services.process.leaves().await;
        served
    }

    /// Serves, and begins anew whenever it was given up.
    async fn serve_on(
        &self,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<(), CannotServe> {
        let process = &self.services.process;
        tokio::select! {
            // Whoever starts it hears at once what is wrong; later it goes on by itself.
            joined = process.joins() => joined?,
            // Whoever stops it before it has begun does not wait for that.
            () = &mut stop => return Ok(()),
        }
        loop {
            let mut beside = self.begin();
            let ended = self.serve(stop.as_mut()).await;
            // A bot that has gone says nothing more.
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

    /// Serves as one process among others, or alone.
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
        // Where others hear the same by now, nobody is turned away.
        if !process.hands_over(HANDS_OVER_WITHIN).await {
            self.handlers.requests.drain().await;
        }
        close.send_replace(true);
        if !hearing.is_finished() {
            let _ = hearing.await;
        }
        // Some may have come while the connection closed.
        self.handlers.requests.drain().await;
        if process.known().presence.outdated {
            return Err(CannotServe::OutdatedProgram);
        }
        Ok(Ended::Stopped)
    }

    /// What runs beside the connection: commands are registered, what is due is said and done.
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
        // Whoever wants no pictures has none in sentences either.
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

/// Makes sure that the database belongs to this application before anything is written to it.
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

/// What is done when the chat says that it is too much of everything: all processes pause.
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

/// What an error of the connection means for whoever started the bot.
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

/// Where the gateway is, and what it allows. A proxy may be about to open.
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
