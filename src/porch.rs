//! The porch: a Discord in a box, on this machine only. A bot of any library lives on it by the real protocol, REST v10 and
//! gateway; people sit at it by an interface of its own. It knows nothing of us: it is Discord, and Discord does not know us.
//!
//! It forgets everything when it is closed. It answers loopback names only, so that no web page from elsewhere can reach it.
//!
//! # For bots
//!
//! REST at `/api/v10`, the gateway at `/`, files at `/files/ID/NAME`. What Discord checks is checked, and refused with its
//! codes: see `check` and `refusal`.
//!
//! # For people
//!
//! All at `/people/v1`, in JSON; ids are strings, and persons and channels can be named as well. A refusal is `{"error": "a sentence"}`.
//!
//! | route | what for |
//! |---|---|
//! | `GET world` | servers, persons, channels, the bot, its commands |
//! | `POST persons {name, locale}` | somebody else comes; `POST servers {name, locale}`, `POST channels {name, server}` |
//! | `GET channels/ID/messages?as=PERSON` | what this person sees there, the oldest first |
//! | `POST type {as, channel, line, wait}` | says a slash command, as in `/table open game:Hawaii` |
//! | `POST autocomplete {as, channel, line, focused}` | what an option could hold |
//! | `POST press {as, message, custom_id}` | presses a button |
//! | `POST choose {as, message, custom_id, values}` | chooses in a menu |
//! | `POST submit {as, interaction, fields}` | answers a modal |
//! | `GET changes?as=PERSON` | server-sent events: what changes in what this person sees |
//! | `GET requests?after=N` | every REST request of the bot |
//! | `GET sessions` | gateway sessions: how often the bot identified and resumed |
//! | `POST trouble {kind, times, ...}` | asks for a failure: see `trouble`; `DELETE trouble` ends it |
//! | `POST permissions {channel, deny}` | takes rights from the bot |
//! | `DELETE messages/ID`, `DELETE channels/ID`, `POST channels/ID/archive {locked}` | what people do to a channel |
//!
//! `type`, `press`, `choose`, `submit` and `autocomplete` wait for the bot's first answer and tell it:
//! `{interaction, outcome, settled, message, modal, choices, error}` with the outcome `message`, `deferred`, `updated`,
//! `deferred_update`, `modal`, `choices` or `failed`. With `"wait": "settled"` they wait for a deferred answer too.

mod body;
mod check;
mod commands;
mod gateway;
mod ids;
mod interactions;
mod line;
mod messages;
mod payload;
mod people;
mod refusal;
mod rest;
mod rights;
mod threads;
mod trouble;
mod watch;
mod world;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{Router, extract::DefaultBodyLimit, routing};
use tokio::{net::TcpListener, sync::watch as signal, task::JoinHandle};

use world::World;

/// How a porch is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it is; only on this machine.
    pub address: SocketAddr,
    /// The token that the bot has to show.
    pub token: String,
    /// How long the bot has for its first answer.
    pub patience: Duration,
    /// How long it may speak of an interaction.
    pub token_life: Duration,
    /// How long a nonce makes no second message.
    pub nonce_life: Duration,
    /// What the server is called.
    pub server: String,
    /// The language of the server.
    pub locale: String,
    /// The channels of the server.
    pub channels: Vec<String>,
    /// Who sits there: names and languages.
    pub persons: Vec<(String, String)>,
}

impl Default for Settings {
    fn default() -> Settings {
        let person = |name: &str, locale: &str| (name.to_owned(), locale.to_owned());
        Settings {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            token: "porch".to_owned(),
            patience: Duration::from_secs(3),
            token_life: Duration::from_mins(15),
            nonce_life: Duration::from_mins(5),
            server: "The porch".to_owned(),
            locale: "en-US".to_owned(),
            channels: vec!["porch".to_owned()],
            persons: vec![
                person("Ana", "en-US"),
                person("Ben", "en-GB"),
                person("Chloé", "fr"),
                person("Dan", "en-US"),
            ],
        }
    }
}

/// Why a porch cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// It has no locks: nobody from outside may come.
    #[error("the porch opens on this machine only, not at {0}")]
    NotHere(SocketAddr),
    /// The address is taken, or not ours.
    #[error("the porch cannot open at {address}: {error}")]
    Taken {
        /// Which address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
}

/// A porch that is open.
pub struct Porch {
    address: SocketAddr,
    closing: signal::Sender<bool>,
    serving: JoinHandle<()>,
}

/// What all who serve share. The lock is held for moments only, never while waiting.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Mutex<World>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Porch {
    /// Opens a porch.
    pub async fn open(settings: Settings) -> Result<Porch, CannotOpen> {
        if !settings.address.ip().is_loopback() {
            return Err(CannotOpen::NotHere(settings.address));
        }
        let taken = |error| CannotOpen::Taken { address: settings.address, error };
        let listener = TcpListener::bind(settings.address).await.map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let (closing, mut closed) = signal::channel(false);
        let shared = Shared(Arc::new(Mutex::new(World::new(settings, address, closing.subscribe()))));
        let router = Router::new()
            .route("/", routing::get(gateway::enter))
            .route("/files/{id}/{name}", routing::get(rest::file))
            .route("/people/v1/changes", routing::get(watch::changes))
            .route("/people/v1/{*path}", routing::any(people::serve))
            .fallback(rest::serve)
            // The limits are those of `body`: the web server's own would be silent about it.
            .layer(DefaultBodyLimit::disable())
            .with_state(shared);
        let serving = tokio::spawn(async move {
            let stop = async move {
                // An error here means that the porch is gone, which is as good a reason to stop.
                let _ = closed.wait_for(|closed| *closed).await;
            };
            if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop).await {
                tracing::error!(%error, "the porch broke down");
            }
        });
        Ok(Porch { address, closing, serving })
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes it, and all connections to it.
    pub async fn close(self) {
        self.closing.send_replace(true);
        let serving = self.serving;
        let abort = serving.abort_handle();
        if tokio::time::timeout(Duration::from_secs(2), serving).await.is_err() {
            abort.abort();
        }
    }
}
