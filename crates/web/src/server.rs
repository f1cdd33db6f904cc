//! The HTTP server: its routes, its settings, and what every response and every write must satisfy.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

use crate::activity::{self, Activity, ActivitySettings};
use crate::cache::ResponseCache;
use crate::changes::ChangeFeed;
use crate::error::RequestError;
use crate::pictures::PictureKey;
use crate::state::PublicStateKey;
use crate::{actions, changes, files, pictures, replay, review, rules, session, state};
use lanai_host::{Admission, Host, PersonId, RateLimiter};
use lanai_panel::PictureRenderer;
use lanai_text::{Dictionary, Words};

/// How many requests one person may send within a window. A click needs up to four: the state and
/// its pictures.
const MAX_REQUESTS: u32 = 200;
const REQUEST_WINDOW: Duration = Duration::from_secs(10);

/// How many pictures are kept: those of a few dozen tables that are looked at now.
const MAX_PICTURES: usize = 64;
/// How many states are kept for spectators: those of tables that are watched now.
const MAX_PUBLIC_STATES: usize = 64;

/// What the page may load: nothing from elsewhere. No other page may frame it.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";
/// The same, but Discord may frame the page.
const ACTIVITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors https://discord.com https://*.discord.com https://*.discordsays.com";

#[derive(Debug, thiserror::Error)]
pub enum BoardServerError {
    #[error(
        "the board cannot be served on {0}: {1}; set LANAI_WEB to another address, as in 127.0.0.1:8061"
    )]
    Bind(SocketAddr, #[source] io::Error),
}

/// Where the board is served, and the address by which browsers reach it.
#[derive(Clone, Debug)]
pub struct BoardSettings {
    pub address: SocketAddr,
    /// The public address, without a slash at its end; by default the address that is bound.
    pub public_url: Option<String>,
}

/// What the board shares with the bot, and how it is opened within Discord.
pub struct BoardServices {
    pub host: Arc<Host>,
    pub dictionary: Arc<Dictionary>,
    pub renderer: Arc<PictureRenderer>,
    pub activity: Option<ActivitySettings>,
}

/// The HTTP server of the board, bound to its address.
pub struct BoardServer {
    listener: TcpListener,
    address: SocketAddr,
    public_url: String,
}

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct Board(Arc<BoardParts>);

pub(crate) struct BoardParts {
    pub(crate) host: Arc<Host>,
    pub(crate) dictionary: Arc<Dictionary>,
    pub(crate) renderer: Arc<PictureRenderer>,
    pub(crate) pictures: ResponseCache<PictureKey>,
    pub(crate) public_states: ResponseCache<PublicStateKey>,
    pub(crate) changes: ChangeFeed,
    pub(crate) site: Site,
    pub(crate) activity: Option<Activity>,
    /// Fails when the server stops.
    pub(crate) closing: watch::Receiver<()>,
    requests: RateLimiter,
    started: Instant,
}

impl std::ops::Deref for Board {
    type Target = BoardParts;

    fn deref(&self) -> &BoardParts {
        &self.0
    }
}

/// The public address of the board.
pub(crate) struct Site {
    /// As in `https://board.example`.
    origin: String,
    /// The path in front of all pages, without a slash at its end; mostly empty.
    pub(crate) base_path: String,
}

impl Site {
    fn parse(public_url: &str) -> Site {
        let after_scheme = public_url.find("://").map_or(0, |at| at + 3);
        let path_start = public_url[after_scheme..]
            .find('/')
            .map_or(public_url.len(), |at| after_scheme + at);
        let (origin, path) = public_url.split_at(path_start);
        Site {
            origin: origin.to_owned(),
            base_path: path.trim_end_matches('/').to_owned(),
        }
    }

    /// Returns the attributes that protect a cookie on its way.
    pub(crate) fn cookie_attributes(&self) -> &'static str {
        if self.origin.starts_with("https://") {
            "Secure; SameSite=Lax"
        } else {
            "SameSite=Lax"
        }
    }
}

impl BoardServer {
    /// Binds the address. Connections wait until [`BoardServer::serve`] runs.
    pub async fn bind(settings: BoardSettings) -> Result<BoardServer, BoardServerError> {
        let BoardSettings {
            address,
            public_url,
        } = settings;
        let explain = |error| BoardServerError::Bind(address, error);
        let listener = TcpListener::bind(address).await.map_err(explain)?;
        let bound = listener.local_addr().map_err(explain)?;
        Ok(BoardServer {
            listener,
            address: bound,
            public_url: public_url.unwrap_or_else(|| format!("http://{bound}")),
        })
    }

    /// Returns the address that is bound.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address by which browsers reach the board, without a slash at its end.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// Serves requests until `stop` resolves, and answers those that have arrived by then.
    pub async fn serve(
        self,
        parts: BoardServices,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let BoardServices {
            host,
            dictionary,
            renderer,
            activity,
        } = parts;
        // Open pages are left when the sender is dropped.
        let (serving, closing) = watch::channel(());
        let board = Board(Arc::new(BoardParts {
            changes: ChangeFeed::new(Arc::clone(&host.tables)),
            host,
            dictionary,
            renderer,
            pictures: ResponseCache::new(MAX_PICTURES),
            public_states: ResponseCache::new(MAX_PUBLIC_STATES),
            site: Site::parse(&self.public_url),
            activity: activity.map(Activity::new),
            closing,
            requests: RateLimiter::new(MAX_REQUESTS, REQUEST_WINDOW),
            started: Instant::now(),
        }));
        let router = build_router(board.clone());
        let shutdown = async move {
            stop.await;
            drop(serving);
        };
        let serve = axum::serve(self.listener, router)
            .with_graceful_shutdown(shutdown)
            .into_future();
        tokio::select! {
            result = serve => if let Err(error) = result {
                tracing::error!(%error, "the board is no longer served");
            },
            () = board.changes.run() => {}
        }
    }
}

impl Board {
    /// Returns the words in the language of the browser, for requests without a session.
    pub(crate) fn browser_words(&self, headers: &HeaderMap) -> &Words {
        let languages = headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|languages| languages.to_str().ok())
            .unwrap_or_default();
        let first = languages.split([',', ';']).next().unwrap_or_default();
        self.dictionary.for_locale(first)
    }

    pub(crate) fn count_request(&self, person: PersonId) -> Admission {
        self.requests.admit(person, self.started.elapsed())
    }
}

fn build_router(board: Board) -> Router {
    let table = Router::new()
        .route("/enter", post(session::enter))
        .route("/start", get(state::send_start))
        .route("/state", get(state::show_state))
        .route("/events", get(changes::send_changes))
        .route("/pictures/{scene}", get(pictures::send_picture))
        .route("/turns", get(replay::list_turns))
        .route("/turns/{number}", get(replay::show_turn))
        .route("/play", post(actions::play))
        .route("/undo", post(actions::undo))
        .route("/hint", post(actions::suggest_turns))
        .route("/resign", post(actions::resign))
        .route("/pause", post(actions::propose_pause))
        .route("/resume", post(actions::propose_resume))
        .route("/agree", post(actions::agree))
        .route("/decline", post(actions::decline))
        .route("/review", get(review::show_review))
        .route("/rules", get(rules::show_rules))
        .route("/forget", post(actions::forget_premoves));
    Router::new()
        .route("/", get(activity::serve_page))
        .route("/activity/enter", post(activity::enter))
        .route("/assets/{name}", get(files::serve_file))
        .route("/tables/{table}/", get(files::serve_page))
        .nest("/tables/{table}", table)
        .fallback(async || RequestError::not_found())
        .layer(middleware::from_fn_with_state(board.clone(), guard))
        // Leaves out pictures and the stream of changes.
        .layer(CompressionLayer::new())
        .with_state(board)
}

/// Refuses writes from other sites, and protects every response.
async fn guard(State(board): State<Board>, request: Request, next: Next) -> Response {
    if request.method() == Method::POST && !is_own_origin(&board, &request) {
        return RequestError::foreign_origin().into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let policy = match board.activity {
        Some(_) => HeaderValue::from_static(ACTIVITY_POLICY),
        None => HeaderValue::from_static(PAGE_POLICY),
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let nosniff = HeaderValue::from_static("nosniff");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    let no_referrer = HeaderValue::from_static("no-referrer");
    headers.insert(header::REFERRER_POLICY, no_referrer);
    // A browser that goes back to the page would show an old state.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Returns whether a page of this site sent the request.
fn is_own_origin(board: &Board, request: &Request) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else {
        return false;
    };
    let activity = board.activity.as_ref();
    let activity_origin = activity.map(|activity| activity.settings.origin.as_str());
    [Some(board.site.origin.as_str()), activity_origin]
        .into_iter()
        .flatten()
        .any(|own| origin.as_bytes() == own.as_bytes())
}
