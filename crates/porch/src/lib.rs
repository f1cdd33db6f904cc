//! The porch: a strict local emulator of Discord.
//!
//! A real bot connects over Discord's protocols: REST v10 under `/api/v10`, gateway v10 as a
//! websocket at `/`. People use the page or the HTTP interface under `/people/v1`, which
//! `docs/porch.md` describes. The crate knows nothing of any particular bot, and listens on
//! loopback only. Entry point: [`Porch::open`].
//!
//! With [`Settings::activities`] the application has an Activity, which is served to the page on a
//! host of its own, from the servers in [`Settings::url_mappings`].
//!
//! With [`Settings::persist_in`] the world survives restarts, except for gateway sessions, rate
//! limits, uploads that are not sent, open Activities, grants of `OAuth2`, the request log and
//! injected faults. Time goes by [`Settings::clock`], which tests can advance, except for the
//! timeouts of responses and the gateway, which go by the machine's clock.
//!
//! Routes, components and fields that the porch does not emulate are answered with 501 and a
//! sentence that names them.

mod activity_proxy;
mod api_error;
mod check;
mod clock;
mod events;
mod form;
mod gateway;
mod ids;
mod objects;
mod page;
mod page_texts;
mod people_api;
mod permissions;
mod persistence;
mod request_guard;
mod rest;
mod settings;
mod shared;
mod token;
mod world;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get, serve::ListenerExt as _};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

pub use activity_proxy::UrlMappingError;
pub use clock::Clock;
pub use persistence::PersistError;
pub use settings::{PrivilegedIntent, Settings, UrlMapping};
pub use token::{BOT_ID, CLIENT_SECRET, TOKEN};
pub use world::Limits;

use activity_proxy::ActivityProxy;
use persistence::WorldFolder;
use shared::Shared;
use world::World;

/// The reason why a porch cannot open.
#[derive(thiserror::Error, Debug)]
pub enum OpenError {
    /// The address is not a loopback address.
    #[error(
        "the porch has no locks: it listens on loopback addresses such as 127.0.0.1 only, not on {0}"
    )]
    NotLoopback(SocketAddr),
    /// The address is in use or not available on this machine.
    #[error(
        "the porch cannot listen on {0}: {1}; set LANAI_PORCH to another address, as in 127.0.0.1:8061"
    )]
    Bind(SocketAddr, #[source] io::Error),
    /// The additional text files cannot be read.
    #[error("the files of words cannot be read: {0}")]
    Words(io::Error),
    /// The world cannot be saved or loaded.
    #[error(transparent)]
    Persist(#[from] PersistError),
    /// A server of the Activity is not on this machine.
    #[error(transparent)]
    UrlMapping(#[from] UrlMappingError),
}

/// A running porch, which listens until it is closed or dropped.
pub struct Porch {
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

impl Porch {
    /// Starts a porch, which listens until it is closed or dropped.
    pub async fn open(mut settings: Settings) -> Result<Porch, OpenError> {
        let address = settings.address;
        if !address.ip().is_loopback() {
            return Err(OpenError::NotLoopback(address));
        }

        let page_script = page_texts::build_script(settings.words.as_deref())?;
        // The world is loaded before the first connection is accepted.
        let (world_folder, mut world) = match &settings.persist_in {
            Some(folder) => {
                let (world_folder, world) = WorldFolder::open(folder, &settings)?;
                (Some(world_folder), world)
            }
            None => (None, World::new(&settings)),
        };
        if settings.activities {
            rest::add_entry_point(&mut world);
        }
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| OpenError::Bind(address, error))?;
        settings.address = listener
            .local_addr()
            .map_err(|error| OpenError::Bind(address, error))?;
        world.settings.address = settings.address;
        let activity_proxy = if settings.activities {
            Some(ActivityProxy::new(
                objects::activity_host(&world),
                &settings,
            )?)
        } else {
            None
        };
        let world = Mutex::new(world);
        let world_folder = Mutex::new(world_folder);
        let (closing, mut closed) = watch::channel(false);
        let shared = Arc::new(Shared {
            world,
            world_folder,
            settings,
            page_script,
            activity_proxy,
            closing,
        });
        let router = router(&shared);
        let shared_for_ticks = Arc::clone(&shared);
        let server = tokio::spawn(async move {
            let shutdown = async move {
                // An error means that the porch was dropped, which is also a reason to stop.
                let _ = closed.wait_for(|closing| *closing).await;
            };
            // With Nagle's algorithm, small messages would be delayed by about 40 ms.
            let listener = listener.tap_io(|connection| {
                if let Err(error) = connection.set_nodelay(true) {
                    tracing::debug!(%error, "a connection is slower than it could be");
                }
            });
            let server_future = axum::serve(listener, router).with_graceful_shutdown(shutdown);
            tokio::select! {
                served = server_future => if let Err(error) = served {
                    tracing::error!(%error, "the porch stopped");
                },
                () = shared_for_ticks.keep_time() => {}
            }
        });
        Ok(Porch { shared, server })
    }

    pub fn address(&self) -> SocketAddr {
        self.shared.settings.address
    }

    /// Closes the porch: disconnects bots, saves the world, and releases the port.
    pub async fn close(mut self) {
        events::close_all_connections(&mut self.shared.world());
        self.shared.closing.send_replace(true);
        // Connections that do not close in time are dropped.
        if tokio::time::timeout(Duration::from_secs(1), &mut self.server)
            .await
            .is_err()
        {
            self.server.abort();
        }
    }
}

impl Drop for Porch {
    fn drop(&mut self) {
        events::close_all_connections(&mut self.shared.world());
        self.shared.close_world_folder();
        self.shared.closing.send_replace(true);
    }
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(gateway::connect))
        .route("/gateway", get(gateway::connect))
        .route("/files/{id}/{filename}", get(people_api::serve_file))
        .route("/porch/texts.js", get(page::serve_texts))
        .route("/porch/{*name}", get(page::serve_file))
        .route("/emojis/{name}", get(rest::emoji_picture))
        .nest("/people/v1", people_api::router())
        .fallback(rest::handle_request)
        .with_state(Arc::clone(shared))
        // Discord's own limits apply instead of axum's, see `rest::body`.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            request_guard::guard_request,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            activity_proxy::serve_activity,
        ))
}
