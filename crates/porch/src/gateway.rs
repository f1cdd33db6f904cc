//! The gateway: one websocket for each bot. It greets, checks the token, sends what happens and notices when the bot
//! is gone. It keeps nothing: sessions live in the world, and outlast the socket.

mod frames;

use std::{slice, sync::Arc, time::Instant};

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::mpsc, time};

use super::api_error::refuse_if;
use super::clock::millis;
use super::events::{GUILD_MEMBERS, GUILDS};
use super::ids::Id;
use super::page;
use super::settings::PrivilegedIntent;
use super::shapes::{self, put};
use super::shared::Shared;
use super::world::{MOST_WAITING, Outgoing, SessionStart, World};
use frames::Frames;

const MOST_FRAMES: usize = 120;
/// The largest frame that a bot may send, in bytes.
const MAX_FRAME_BYTES: usize = 4_096;
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

#[derive(Deserialize)]
pub(crate) struct ConnectQuery {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

pub(crate) async fn connect(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<ConnectQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| converse(shared, query, socket)),
        Err(_) => page::index(),
    }
}

/// Why a conversation ends: the code with which the socket closes.
struct CloseCode(u16);

struct Conversation {
    shared: Arc<Shared>,
    socket: WebSocket,
    frames: Frames,
    outgoing: mpsc::Sender<Outgoing>,
    session: Option<(String, u64)>,
    recent: Vec<Instant>,
    last_beat: Instant,
}

async fn converse(shared: Arc<Shared>, query: ConnectQuery, socket: WebSocket) {
    let (outgoing, mut incoming) = mpsc::channel(MOST_WAITING);
    let mut conversation = Conversation {
        shared,
        socket,
        frames: Frames::new(query.compress.as_deref()),
        outgoing,
        session: None,
        recent: Vec::new(),
        last_beat: Instant::now(),
    };
    let result = conversation.run(&query, &mut incoming).await;
    conversation.end(result).await;
}

impl Conversation {
    async fn run(
        &mut self,
        query: &ConnectQuery,
        told: &mut mpsc::Receiver<Outgoing>,
    ) -> Result<(), CloseCode> {
        refuse_if(
            query.v.as_ref().is_some_and(|version| version != "10"),
            CloseCode(4012),
        )?;
        refuse_if(
            query
                .encoding
                .as_ref()
                .is_some_and(|encoding| encoding != "json"),
            CloseCode(4002),
        )?;
        let heartbeat = self.shared.settings.heartbeat;
        let hello = json!({ "heartbeat_interval": millis(heartbeat), "_trace": ["porch"] });
        self.send(10, &hello).await?;
        let mut pulse = time::interval(heartbeat);
        loop {
            tokio::select! {
                outgoing = told.recv() => match outgoing {
                    Some(Outgoing::Frame(frame)) => self.frame(frame).await?,
                    Some(Outgoing::Invalid(resumable)) => self.invalid(resumable).await?,
                    Some(Outgoing::Close(code)) => return Err(CloseCode(code)),
                    None => return Ok(()),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(text.as_bytes()).await?,
                    Some(Ok(Message::Binary(bytes))) => self.hear(&bytes).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(frame))) => {
                        // These two mean that the bot will not come back.
                        if frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001)) {
                            self.forget();
                        }
                        return Ok(());
                    }
                    Some(Err(_)) | None => return Ok(()),
                },
                _ = pulse.tick() => {
                    refuse_if(self.last_beat.elapsed() > heartbeat * 2, CloseCode(4009))?;
                }
            }
        }
    }

    /// The socket closes; the session waits for the bot to come back, unless the code says that it cannot.
    async fn end(mut self, result: Result<(), CloseCode>) {
        if let Err(CloseCode(code)) = result {
            if matches!(code, 1000 | 1001 | 4004 | 4007 | 4009 | 4010..=4014) {
                self.forget();
            }
            let close = CloseFrame {
                code,
                reason: frames::reason(code).into(),
            };
            // The other side may be gone already.
            let _ = self.socket.send(Message::Close(Some(close))).await;
        }
        self.lose();
    }

    fn lose(&mut self) {
        if let Some((id, turn)) = self.session.take() {
            self.shared.world().sessions.lose(&id, turn);
        }
    }

    fn forget(&mut self) {
        if let Some((id, _)) = self.session.take() {
            self.shared.world().sessions.forget(&id);
        }
    }

    async fn frame(&mut self, text: String) -> Result<(), CloseCode> {
        let message = self.frames.pack(text);
        // A socket that does not take it is gone: that ends the conversation, and needs no code.
        self.socket.send(message).await.map_err(|_| CloseCode(1006))
    }

    async fn send(&mut self, op: u8, data: &Value) -> Result<(), CloseCode> {
        self.frame(json!({ "t": null, "s": null, "op": op, "d": data }).to_string())
            .await
    }

    async fn invalid(&mut self, resumable: bool) -> Result<(), CloseCode> {
        if resumable {
            self.lose();
        } else {
            self.forget();
        }
        self.send(9, &json!(resumable)).await
    }

    async fn hear(&mut self, bytes: &[u8]) -> Result<(), CloseCode> {
        refuse_if(bytes.len() > MAX_FRAME_BYTES, CloseCode(4002))?;
        self.recent.push(Instant::now());
        self.recent.retain(|heard| heard.elapsed().as_secs() < 60);
        refuse_if(self.recent.len() > MOST_FRAMES, CloseCode(4008))?;
        let frame: Value = serde_json::from_slice(bytes).map_err(|_| CloseCode(4002))?;
        let data = &frame["d"];
        match frame["op"].as_u64().ok_or(CloseCode(4002))? {
            1 => self.beat(data).await,
            2 => self.identify(data).await,
            6 => self.resume(data).await,
            3 | 4 | 8 | 31 | 43 if self.session.is_none() => Err(CloseCode(4003)),
            8 => {
                self.members(data);
                Ok(())
            }
            // Presence and voice change nothing here.
            3 | 4 | 31 | 43 => Ok(()),
            _ => Err(CloseCode(4001)),
        }
    }

    async fn beat(&mut self, data: &Value) -> Result<(), CloseCode> {
        self.last_beat = Instant::now();
        if let Some((id, _)) = &self.session {
            let mut world = self.shared.world();
            let shard = world.sessions.get_mut(id).map(|session| {
                if let Some(sequence) = data.as_u64() {
                    session.seen(sequence);
                }
                session.shard.0
            });
            if shard.is_some_and(|shard| world.troubles.withholds_ack(shard)) {
                return Ok(());
            }
        }
        self.send(11, &Value::Null).await
    }

    fn knows_token(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        token.strip_prefix("Bot ").unwrap_or(token) == self.shared.settings.token
            && !self.shared.world().starts.is_token_reset()
    }

    async fn identify(&mut self, data: &Value) -> Result<(), CloseCode> {
        refuse_if(self.session.is_some(), CloseCode(4005))?;
        refuse_if(!self.knows_token(data), CloseCode(4004))?;
        let Some(intents) = data["intents"]
            .as_u64()
            .filter(|intents| *intents <= KNOWN_INTENTS)
        else {
            return Err(CloseCode(4013));
        };
        let allowed = &self.shared.settings.intents;
        let is_denied = |it: &PrivilegedIntent| intents & it.bit() != 0 && !allowed.contains(it);
        refuse_if(PrivilegedIntent::ALL.iter().any(is_denied), CloseCode(4014))?;
        let shard = shard(&data["shard"]).ok_or(CloseCode(4010))?;
        match self.welcome(intents, shard) {
            SessionStart::Granted => Ok(()),
            SessionStart::TooEarly => self.send(9, &json!(false)).await,
            SessionStart::NoneLeft => Err(CloseCode(4004)),
        }
    }

    /// Opens a session, if one may begin now, and tells it where the bot is.
    fn welcome(&mut self, intents: u64, shard: (u64, u64)) -> SessionStart {
        let mut world = self.shared.world();
        let start = world.start_session(shard);
        if start != SessionStart::Granted {
            return start;
        }
        let id = world.ids.next();
        let id = world.seal.token(id);
        world.bot_came = true;
        let hidden = world.troubles.hides_servers(shard.0);
        let mine =
            |server: &Id| !hidden && world.has_bot(*server) && server.shard(shard.1) == shard.0;
        let servers: Vec<_> = world.servers.keys().copied().filter(mine).collect();
        let unavailable = |id| json!({ "id": id, "unavailable": true });
        let guilds: Vec<Value> = servers.iter().map(unavailable).collect();
        let ready = json!({
            "v": 10, "user": shapes::own_user(&world), "guilds": guilds, "session_id": id,
            "session_type": "normal",
            "resume_gateway_url": format!("ws://{}", self.shared.settings.address),
            "shard": [shard.0, shard.1],
            "application": { "id": world.bot, "flags": shapes::application_flags(&world) },
            "private_channels": [], "relationships": [], "presences": [], "guild_join_requests": [],
            "user_settings": {}, "geo_ordered_rtc_regions": [], "_trace": ["porch"],
        });
        let wholes: Vec<String> = servers
            .iter()
            .map(|id| shapes::server_with_everything(&world, *id).to_string())
            .collect();
        let session = world
            .sessions
            .open(id.clone(), intents, shard, self.outgoing.clone());
        session.send("READY", &ready.to_string());
        if intents & GUILDS != 0 {
            for whole in wholes {
                session.send("GUILD_CREATE", &whole);
            }
        }
        self.session = Some((id.clone(), session.turn));
        world.strike_gateway(Some(&id));
        start
    }

    async fn resume(&mut self, data: &Value) -> Result<(), CloseCode> {
        refuse_if(self.session.is_some(), CloseCode(4005))?;
        refuse_if(!self.knows_token(data), CloseCode(4004))?;
        let id = data["session_id"].as_str().unwrap_or_default();
        let found = self.reopen(id, data["seq"].as_u64().unwrap_or(0))?;
        if found {
            Ok(())
        } else {
            self.send(9, &json!(false)).await
        }
    }

    /// Takes a session up again and sends what the bot missed. False when there is no such session any more.
    fn reopen(&mut self, id: &str, seen: u64) -> Result<bool, CloseCode> {
        let mut world = self.shared.world();
        world.sessions.forget_old(self.shared.settings.session_life);
        let missed = match world.sessions.get_mut(id) {
            None => return Ok(false),
            Some(session) if seen > session.sequence => return Err(CloseCode(4007)),
            Some(session) => session.missed(seen),
        };
        let Some(missed) = missed else {
            return Ok(false);
        };
        let Some(session) = world.sessions.reopen(id, self.outgoing.clone()) else {
            return Ok(false);
        };
        for frame in missed {
            session.tell(Outgoing::Frame(frame));
        }
        session.send("RESUMED", r#"{"_trace":["porch"]}"#);
        self.session = Some((id.to_owned(), session.turn));
        world.strike_gateway(Some(id));
        Ok(true)
    }

    /// The members of a server, for whom it wants to know: by name or by id.
    fn members(&self, data: &Value) {
        let mut world = self.shared.world();
        let server = Id::said(&data["guild_id"]).filter(|id| world.has_bot(*id));
        let (Some(server), Some((session, _))) = (server, &self.session) else {
            return;
        };
        // A shard knows nothing of the servers of others.
        let Some(intents) = world
            .sessions
            .get_mut(session)
            .filter(|session| session.serves(Some(server)))
            .map(|session| session.intents)
        else {
            return;
        };
        let names_nobody =
            data["user_ids"].is_null() && data["query"].as_str().is_none_or(str::is_empty);
        if names_nobody && intents & GUILD_MEMBERS == 0 {
            // Discord says nothing either, and many a bot waits for ever.
            return tracing::warn!(
                "the bot asks for all members without the intent GUILD_MEMBERS: no answer"
            );
        }
        let (found, unknown) = wanted_members(&world, server, data);
        let members: Vec<Value> = found
            .iter()
            .map(|id| shapes::member(&world, server, *id))
            .collect();
        let mut chunk = json!({ "guild_id": server, "members": members, "chunk_index": 0, "chunk_count": 1,
            "not_found": unknown });
        put(
            &mut chunk,
            "nonce",
            Some(&data["nonce"]).filter(|nonce| !nonce.is_null()),
        );
        if let Some(session) = world.sessions.get_mut(session) {
            session.send("GUILD_MEMBERS_CHUNK", &chunk.to_string());
        }
    }
}

/// A shard: its number among how many. The only one, if nothing is said.
fn shard(said: &Value) -> Option<(u64, u64)> {
    match said.as_array().map(Vec::as_slice) {
        None if said.is_null() => Some((0, 1)),
        Some([number, total]) => {
            let number = number.as_u64()?;
            let total = total.as_u64()?;
            (number < total).then_some((number, total))
        }
        Some(_) | None => None,
    }
}

/// Those for whom a bot asks, and those of them who are not there.
fn wanted_members(world: &World, server: Id, data: &Value) -> (Vec<Id>, Vec<Id>) {
    let named = &data["user_ids"];
    if !named.is_null() {
        let ids = named
            .as_array()
            .map_or(slice::from_ref(named), Vec::as_slice)
            .iter()
            .filter_map(Id::said);
        return ids.partition(|id| world.is_member(server, *id));
    }
    let query = data["query"].as_str().unwrap_or_default();
    let most = data["limit"]
        .as_u64()
        .and_then(|limit| usize::try_from(limit).ok());
    let most = most.filter(|most| *most > 0).unwrap_or(usize::MAX);
    (
        world.members_named(server, query).take(most).collect(),
        Vec::new(),
    )
}
