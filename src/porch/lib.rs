//! The porch: a Discord in a box, on loopback. A real bot connects to it over its real protocol (REST v10 under
//! `/api/v10`, gateway v10 as a websocket at `/`) and cannot tell the difference; people sit at it by the interface
//! below. It knows nothing of any bot, and it never listens anywhere but on this machine.
//!
//! Where [`Settings::kept`] names a folder, it keeps its world there and comes back as it was; gateway sessions and how
//! often they began, the log of requests and troubles are forgotten all the same.
//!
//! # The people's interface
//!
//! Everything is JSON under `/people/v1`; persons are made up and need no password. What cannot be done answers
//! with 4xx and `{"error": "<sentence>"}`; 500 says that nothing can be kept, because the disk is full. Ids are strings. A
//! request has at most 256 KiB, a line 32,000 letters. Pages from elsewhere are refused, those of other programs on this
//! machine too.
//!
//! | route | what it does |
//! |---|---|
//! | `GET world` | `{server, servers, bot, persons, channels, commands}`: who and what is there |
//! | `POST persons {name, locale, permissions?}` | somebody new; the first person of all owns the servers |
//! | `POST persons/{id}/leave {server?}` | leaves a server (the first, when none is named), and its threads |
//! | `POST persons/{id}/join {server?}` | comes back to it |
//! | `POST persons/{id}/install {installed}` | has the application for themselves, or no longer |
//! | `POST servers {name, locale, bot?}` | another server, with everybody on it, and the bot unless it is `false` |
//! | `POST servers/{id}/remove_bot {}`, `add_bot {}` | throws the bot out of a server, or lets it in again |
//! | `POST servers/{id}/unavailable {unavailable}` | an outage of a server, as the bot hears of it, or its end |
//! | `POST channels {name, server?, kind?, slow?}` or `{dm: person}` | a channel, or a person's with the bot; the kind is `text`, `announcement` or `forum`, `slow` the seconds between two messages of one person |
//! | `POST channels/{id}/threads {as, name, line?}` | begins a thread; in a forum with a message |
//! | `DELETE channels/{id}` | a channel goes, with its threads |
//! | `POST channels/{id}/archive {locked, archived?}` | archives a thread, or with `archived: false` fetches it back |
//! | `GET channels/{id}/messages?as=&after=&limit=` | what this person sees there, oldest first; the last 1,000 |
//! | `DELETE messages/{id}` | a message goes |
//! | `POST type {as, channel, line, wait?}` | types a command, or a plain message when there is no slash |
//! | `POST type {as, channel, line, reply?, files?}` | a plain message may reply to another, and bring files at hand |
//! | `POST files/{filename}?as=` | has the file at hand that is the body: as an option, in a form, with a message |
//! | `POST use {as, channel, command, user or message, wait?}` | calls a command from the menu of a user or message |
//! | `POST autocomplete {as, channel, line, focused}` | is typing the option `focused`: which choices are offered? |
//! | `POST press {as, message, custom_id, wait?}` | presses a button |
//! | `POST choose {as, message, custom_id, values, wait?}` | chooses in a select menu: values, or who and what is there |
//! | `POST submit {as, interaction, fields, wait?}` | sends the form that an interaction opened |
//! | `POST react {as, message, emoji, remove?}` | sets a reaction, or takes it back |
//! | `POST vote {as, message, answers}` | votes in a poll; no answers take the vote back |
//! | `GET changes?as=` | server-sent events, one for each change that this person sees: `{kind, channel, message?}` |
//! | `GET requests?after=&limit=` | what the bot asked by REST: `{number, at_ms, method, path, query, content_type, body, bytes, status}` |
//! | `GET refusals` | how often the bot was refused so far: `{global, user, invalid, turned_away}`, see below |
//! | `GET sessions` | gateway sessions `{id, live, sequence, intents, resumed, shard}`, the totals, and how they began, see below |
//! | `POST permissions {channel?, server?, deny}` | what the bot may not do there; nothing gives all back |
//! | `POST permissions {channel, person, deny}` | what this person may not do there |
//! | `POST trouble {kind, times?, method?, path_contains?, …}` | asks for failures, see below |
//! | `DELETE trouble` | no more failures |
//!
//! What a person does answers with `{interaction, outcome, message?, modal?, choices?, error?}`, where the outcome is
//! `message`, `deferred`, `updated`, `deferred_update`, `modal`, `choices` or `failed`. It waits for the bot's first
//! answer as long as Discord does; with `"wait": "settled"` also until a deferred answer was given.
//!
//! Users, roles and channels are named by name or id, in options as in menus, and files by filename or id. The fields of a
//! form are texts, lists of such values for menus, boxes and files, and `true` for a box alone.
//!
//! Persons are `{id, name, locale, servers, installed}`, servers `{id, name, locale, bot, roles}`, channels `{id, server, name,
//! kind, parent, archived, locked, person, hidden_from}`, where `hidden_from` are the persons who do not see it: those
//! without `VIEW_CHANNEL`, those who are not on the server, and those whom a private thread is not for. For them it is
//! like a channel that is not there. Threads are as their channel, and an owner sees and may do everything. Who may not
//! write may still use commands, unless `USE_APPLICATION_COMMANDS` is denied. The bot finds the same in the
//! `permissions` of an interaction, and by itself: each person has a role, and channels tell their overwrites.
//!
//! The bot's role is the number of an invite link, [`Settings::permissions`], and the role that everybody has gives
//! nothing: what the bot may do comes from its link alone.
//!
//! A command is there where one of its `integration_types` and its `contexts` fit: 0 on servers with the bot, and in
//! the channel of a person who is on one; 1 wherever a person goes who has the application for themselves. On a server
//! without the bot, it hears of nothing but what is asked of it.
//!
//! A message is `{id, channel, author: {id, name, bot}, content, components, embeds, attachments: [{id, filename,
//! description, size, url}], ephemeral, edited, flags, silent, mentions, rang, kind, command, person, loading, pinned,
//! thread, reactions: [{emoji, persons}], poll}`: `mentions` are the persons that it really pinged, and `rang` those of
//! them whose device made a sound, which is nobody when the message is `silent`; an edit adds to neither. `kind` is
//! `answer` for answers to interactions and else `message`; `command` and `person` are what was asked, and by whom. A
//! `poll` is as Discord tells it, with the `voters` of each answer.
//! Changes have the kinds `message_created`, `message_edited`, `message_deleted`, `channel_created`,
//! `channel_changed`, `channel_deleted`, `thread_created`, `thread_changed` and `thread_deleted`; a channel that somebody
//! sees from now on is created for them, and one that they do not see any more is deleted. Files are served at
//! `/files/{id}/{filename}`, the pictures of the application's emojis at `/emojis/{id}.png`.
//!
//! # As strict as Discord
//!
//! Limits hold as Discord's do, see [`Limits`]. `GET refusals` tells how many requests were too many for all together
//! (`global`) and for their bucket (`user`); how many were `invalid`, which are those answered with 401, 403 or 429; and how
//! many were `turned_away` with Cloudflare's error 1015, because too many had been invalid. A thread sleeps after as many
//! minutes of silence as it was given: posting wakes it, and nothing else can be done in it; one that is locked takes
//! nothing of those who do not manage threads. A slow channel holds people back, and no bot. Forms are read as closely as Discord reads them. Where Discord's own name for a
//! complaint is not known, there is one in its manner.
//!
//! An application has the privileged intents that [`Settings::intents`] names: a bot that asks for another is closed with 4014,
//! and the list of members is for those with `GUILD_MEMBERS`. A route that the porch does not know is answered with 501 and a
//! sentence that names it.
//!
//! All this goes by [`Settings::clock`], which can be turned. What a bot takes its time for does not: [`Settings::patience`],
//! the gateway and its heartbeats go by the machine.
//!
//! # Shards
//!
//! A bot may come as often as it likes, from one process or from many, as the same shard twice and with several totals at
//! the same time. Each session hears what happens on the servers of its shard, `(server >> 22) % total`; what has no server
//! goes to shard 0. Each hears every interaction of its shard, and the first answer is the one that counts. Servers that are
//! made one after another are of one shard after another, out of [`Settings::shards`]: with 12, they are spread over 2, 3, 4,
//! 6 and 12 shards alike.
//!
//! `GET sessions` also tells `identifies`, the last attempts `{at_ms, shard, bucket, outcome}`, where the outcome is `granted`,
//! `too_early` or `none_left`; the `session_start_limit` that the bot is told; and `token_reset`. Who comes sooner than
//! [`Settings::identify_every`] after another of its bucket gets an invalid session. When a session would begin and none is
//! left for the day, the token is reset: every session ends with 4004, and whatever uses the token is refused from then on.
//!
//! # Troubles
//!
//! Troubles: `{"kind": "answer", "status": 429, "retry_after": 0.5, "global": false}`, `{"kind": "answer", "status":
//! 500}` or `"status": 200, "body": []`, `{"kind": "lose_answer"}` (the work is done, the answer is a 500),
//! `{"kind": "slow", "ms": 100}`, each for the next `times` requests that fit `method` and `path_contains`;
//! `{"kind": "double"}` delivers the next interaction twice; `{"kind": "no_servers"}` tells the next bot that comes of
//! no server; `{"kind": "withhold_ack"}` leaves a heartbeat without its ACK; `{"kind": "drop_gateway", "code": 4000}`, `{"kind": "reconnect"}`, `{"kind": "invalid_session", "resumable":
//! false}`, `{"kind": "malformed"}` and `{"kind": "garbled"}` happen to the gateway at once, or when a bot comes; when
//! `times` is more than one, again each time that a bot comes back, to the session that comes. A `shard` in a trouble of the
//! gateway, in `no_servers` or in `withhold_ack` means that shard alone.

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

use kept::KeptWorld;
use shared::Shared;

/// Why a porch cannot open.
#[derive(thiserror::Error, Debug)]
pub enum CannotOpen {
    /// It would be seen from outside.
    #[error("the porch has no locks: it listens on loopback addresses such as 127.0.0.1 only, not on {0}")]
    NotLoopback(SocketAddr),
    /// The address is taken, or not there.
    #[error("the porch cannot listen on {0}: {1}; set LANAI_PORCH to another address, as in 127.0.0.1:8061")]
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
        let mut world = KeptWorld::open(&settings)?;
        if settings.activities {
            rest::add_entry_point(&mut world.world);
        }
        let listener = TcpListener::bind(wanted).await.map_err(cannot)?;
        settings.address = listener.local_addr().map_err(cannot)?;
        world.world.settings.address = settings.address;
        let world = Mutex::new(world);
        let (closing, mut closed) = watch::channel(false);
        let shared = Arc::new(Shared { world, settings, said, closing });
        let (router, keeping) = (router(&shared), Arc::clone(&shared));
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.settings.address
    }

    /// Closes the porch: bots lose their gateway, and the port is free again.
    pub async fn close(mut self) {
        self.shared.world().hang_up();
        self.shared.closing.send_replace(true);
        // Whoever does not go by themselves is not waited for.
        if tokio::time::timeout(Duration::from_secs(1), &mut self.server).await.is_err() {
            self.server.abort();
        }
    }
}

impl Drop for Porch {
    fn drop(&mut self) {
        let mut world = self.shared.world();
        world.hang_up();
        world.kept().keep_no_more();
        drop(world);
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
        .layer(middleware::from_fn_with_state(Arc::clone(shared), door::guard))
}
