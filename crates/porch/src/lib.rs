//! The porch: a Discord in a box, on loopback. A real bot connects to it over its real protocol (REST v10 under
//! `/api/v10`, gateway v10 as a websocket at `/`), as strictly as Discord; people sit at it by the page or by the interface
//! under `/people/v1`, which `docs/porch.md` describes. It knows nothing of any bot, and listens on this machine only.
//!
//! Where [`Settings::kept`] names a folder, it keeps its world there and comes back as it was; gateway sessions, the log of
//! requests and troubles are forgotten all the same. Time goes by [`Settings::clock`], which can be turned, except
//! for what a bot takes its time for: [`Settings::patience`], the gateway and its heartbeats go by the machine.
//!
//! A route, component or field that the porch lacks is answered with 501 and a sentence that names it.

mod api_error;
mod check;
mod clock;
mod door;
mod events;
mod form;
mod gateway;
mod ids;
mod kept;
mod page;
mod people;
mod permissions;
mod rest;
mod sayings;
mod settings;
mod shapes;
mod shared;
mod token;
mod world;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get, serve::ListenerExt as _};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

pub use clock::Clock;
pub use kept::CannotKeep;
pub use settings::{PrivilegedIntent, Settings};
pub use token::{BOT_ID, TOKEN};
pub use world::Limits;

use kept::Keeper;
use shared::Shared;
use world::World;

/// Why a porch cannot open.
#[derive(thiserror::Error, Debug)]
pub enum CannotOpen {
    /// It would be seen from outside.
    #[error(
        "the porch has no locks: it listens on loopback addresses such as 127.0.0.1 only, not on {0}"
    )]
    NotLoopback(SocketAddr),
    /// The address is taken, or not there.
    #[error(
        "the porch cannot listen on {0}: {1}; set LANAI_PORCH to another address, as in 127.0.0.1:8061"
    )]
    Bind(SocketAddr, #[source] io::Error),
    /// The files of words that were put beside the program cannot be read.
    #[error("the files of words cannot be read: {0}")]
    Words(io::Error),
    /// The world cannot be kept, or not be found again.
    #[error(transparent)]
    Keep(#[from] CannotKeep),
}

/// An open porch.
pub struct Porch {
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

impl Porch {
    /// Opens a porch. It stays open until it is closed or dropped.
    pub async fn open(mut settings: Settings) -> Result<Porch, CannotOpen> {
        let wanted = settings.address;
        if !wanted.ip().is_loopback() {
            return Err(CannotOpen::NotLoopback(wanted));
        }
        let cannot = |error| CannotOpen::Bind(wanted, error);
        let said = sayings::script(settings.words.as_deref())?;
        // Nobody is let in before the world is there.
        let (keeper, mut world) = match &settings.kept {
            Some(folder) => {
                let (keeper, world) = Keeper::open(folder, &settings)?;
                (Some(keeper), world)
            }
            None => (None, World::new(&settings)),
        };
        if settings.activities {
            rest::add_entry_point(&mut world);
        }
        let listener = TcpListener::bind(wanted).await.map_err(cannot)?;
        settings.address = listener.local_addr().map_err(cannot)?;
        world.settings.address = settings.address;
        let world = Mutex::new(world);
        let keeper = Mutex::new(keeper);
        let (closing, mut closed) = watch::channel(false);
        let shared = Arc::new(Shared {
            world,
            keeper,
            settings,
            said,
            closing,
        });
        let router = router(&shared);
        let keeping = Arc::clone(&shared);
        let server = tokio::spawn(async move {
            let done = async move {
                // An error means that the porch is gone, and that is a reason to stop, too.
                let _ = closed.wait_for(|closing| *closing).await;
            };
            // Small messages go out at once: whoever waits for one would wait some forty milliseconds longer otherwise.
            let listener = listener.tap_io(|connection| {
                if let Err(error) = connection.set_nodelay(true) {
                    tracing::debug!(%error, "a connection is slower than it could be");
                }
            });
            let serving = axum::serve(listener, router).with_graceful_shutdown(done);
            tokio::select! {
                served = serving => if let Err(error) = served {
                    tracing::error!(%error, "the porch stopped");
                },
                () = keeping.keep_time() => {}
            }
        });
        Ok(Porch { shared, server })
    }

    pub fn address(&self) -> SocketAddr {
        self.shared.settings.address
    }

    /// Closes the porch: bots lose their gateway, and the port is free again.
    pub async fn close(mut self) {
        self.shared.world().hang_up();
        self.shared.closing.send_replace(true);
        // Whoever does not go by themselves is not waited for.
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
        self.shared.world().hang_up();
        self.shared.close_keeper();
        self.shared.closing.send_replace(true);
    }
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(gateway::connect))
        .route("/gateway", get(gateway::connect))
        .route("/files/{id}/{filename}", get(people::file))
        .route("/porch/said.js", get(page::said))
        .route("/porch/{*name}", get(page::file))
        .route("/emojis/{name}", get(rest::emoji_picture))
        .nest("/people/v1", people::router())
        .fallback(rest::answer)
        .with_state(Arc::clone(shared))
        // Discord's own limits hold instead, see `rest::body`.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            door::guard,
        ))
}
