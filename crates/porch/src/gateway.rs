//! The gateway: one websocket for each connection of the bot.
//!
//! This module authenticates the bot, sends events and watches heartbeats. Sessions are stored in
//! the world and outlast the socket.

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
use super::clock::to_millis;
use super::events;
use super::events::{GUILD_MEMBERS, GUILDS};
use super::ids::Id;
use super::objects::{self, set_if_some};
use super::page;
use super::settings::PrivilegedIntent;
use super::shared::Shared;
use super::world::{IdentifyOutcome, MAX_QUEUED, Outgoing, Shard, World};
use frames::Frames;

const MAX_FRAMES_PER_MINUTE: usize = 120;
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
        Ok(upgrade) => upgrade.on_upgrade(move |socket| run_connection(shared, query, socket)),
        Err(_) => page::serve_index(&shared),
    }
}

/// The close code with which a connection ends.
struct CloseCode(u16);

struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    frames: Frames,
    outgoing: mpsc::Sender<Outgoing>,
    session: Option<(String, u64)>,
    recent: Vec<Instant>,
    last_beat: Instant,
}

async fn run_connection(shared: Arc<Shared>, query: ConnectQuery, socket: WebSocket) {
    let (outgoing, mut incoming) = mpsc::channel(MAX_QUEUED);
    let mut connection = Connection {
        shared,
        socket,
        frames: Frames::new(query.compress.as_deref()),
        outgoing,
        session: None,
        recent: Vec::new(),
        last_beat: Instant::now(),
    };
    let result = connection.run(&query, &mut incoming).await;
    connection.close(result).await;
}

impl Connection {
    async fn run(
        &mut self,
        query: &ConnectQuery,
        outgoing_events: &mut mpsc::Receiver<Outgoing>,
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
        let hello = json!({ "heartbeat_interval": to_millis(heartbeat), "_trace": ["porch"] });
        self.send(10, &hello).await?;
        let mut heartbeat_timer = time::interval(heartbeat);
        loop {
            tokio::select! {
                outgoing = outgoing_events.recv() => match outgoing {
                    Some(Outgoing::Frame(frame)) => self.send_frame(frame).await?,
                    Some(Outgoing::Invalid(resumable)) => self.send_invalid_session(resumable).await?,
                    Some(Outgoing::Close(code)) => return Err(CloseCode(code)),
                    None => return Ok(()),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.handle_frame(text.as_bytes()).await?,
                    Some(Ok(Message::Binary(bytes))) => self.handle_frame(&bytes).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(frame))) => {
                        // With these two close codes, the bot gives up its session.
                        if frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001)) {
                            self.forget();
                        }
                        return Ok(());
                    }
                    Some(Err(_)) | None => return Ok(()),
                },
                _ = heartbeat_timer.tick() => {
                    refuse_if(self.last_beat.elapsed() > heartbeat * 2, CloseCode(4009))?;
                }
            }
        }
    }

    /// Closes the socket. The session stays resumable unless the close code rules that out.
    async fn close(mut self, result: Result<(), CloseCode>) {
        if let Err(CloseCode(code)) = result {
            if matches!(code, 1000 | 1001 | 4004 | 4007 | 4009 | 4010..=4014) {
                self.forget();
            }
            let close = CloseFrame {
                code,
                reason: frames::close_reason(code).into(),
            };
            // The peer may be gone already.
            let _ = self.socket.send(Message::Close(Some(close))).await;
        }
        self.disconnect();
    }

    fn disconnect(&mut self) {
        if let Some((id, connection_number)) = self.session.take() {
            self.shared
                .world()
                .sessions
                .disconnect(&id, connection_number);
        }
    }

    fn forget(&mut self) {
        if let Some((id, _)) = self.session.take() {
            self.shared.world().sessions.forget(&id);
        }
    }

    async fn send_frame(&mut self, text: String) -> Result<(), CloseCode> {
        let message = self.frames.encode_frame(text);
        // A failed send means that the peer is gone; no close code will reach it.
        self.socket.send(message).await.map_err(|_| CloseCode(1006))
    }

    async fn send(&mut self, op: u8, data: &Value) -> Result<(), CloseCode> {
        self.send_frame(json!({ "t": null, "s": null, "op": op, "d": data }).to_string())
            .await
    }

    async fn send_invalid_session(&mut self, resumable: bool) -> Result<(), CloseCode> {
        if resumable {
            self.disconnect();
        } else {
            self.forget();
        }
        self.send(9, &json!(resumable)).await
    }

    async fn handle_frame(&mut self, bytes: &[u8]) -> Result<(), CloseCode> {
        refuse_if(bytes.len() > MAX_FRAME_BYTES, CloseCode(4002))?;
        self.recent.push(Instant::now());
        self.recent.retain(|heard| heard.elapsed().as_secs() < 60);
        refuse_if(self.recent.len() > MAX_FRAMES_PER_MINUTE, CloseCode(4008))?;
        let frame: Value = serde_json::from_slice(bytes).map_err(|_| CloseCode(4002))?;
        let data = &frame["d"];
        match frame["op"].as_u64().ok_or(CloseCode(4002))? {
            1 => self.handle_heartbeat(data).await,
            2 => self.identify(data).await,
            6 => self.resume(data).await,
            3 | 4 | 8 | 31 | 43 if self.session.is_none() => Err(CloseCode(4003)),
            8 => {
                self.send_members(data);
                Ok(())
            }
            // These requests, such as presence and voice updates, are accepted but ignored.
            3 | 4 | 31 | 43 => Ok(()),
            _ => Err(CloseCode(4001)),
        }
    }

    async fn handle_heartbeat(&mut self, data: &Value) -> Result<(), CloseCode> {
        self.last_beat = Instant::now();
        if let Some((id, _)) = &self.session {
            let mut world = self.shared.world();
            let shard = world.sessions.get_mut(id).map(|session| {
                if let Some(sequence) = data.as_u64() {
                    session.acknowledge(sequence);
                }
                session.shard.number
            });
            if shard.is_some_and(|shard| world.faults.take_withheld_ack(shard)) {
                return Ok(());
            }
        }
        self.send(11, &Value::Null).await
    }

    fn is_valid_token(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        token.strip_prefix("Bot ").unwrap_or(token) == self.shared.settings.token
            && !self.shared.world().identify_limiter.is_token_reset()
    }

    async fn identify(&mut self, data: &Value) -> Result<(), CloseCode> {
        refuse_if(self.session.is_some(), CloseCode(4005))?;
        refuse_if(!self.is_valid_token(data), CloseCode(4004))?;
        let Some(intents) = data["intents"]
            .as_u64()
            .filter(|intents| *intents <= KNOWN_INTENTS)
        else {
            return Err(CloseCode(4013));
        };
        let allowed = &self.shared.settings.intents;
        let is_any_denied = PrivilegedIntent::ALL
            .iter()
            .any(|intent| intents & intent.bit() != 0 && !allowed.contains(intent));
        refuse_if(is_any_denied, CloseCode(4014))?;
        let shard = parse_shard(&data["shard"]).ok_or(CloseCode(4010))?;
        match self.open_session(intents, shard) {
            IdentifyOutcome::Granted => Ok(()),
            IdentifyOutcome::TooEarly => self.send(9, &json!(false)).await,
            IdentifyOutcome::NoneLeft => Err(CloseCode(4004)),
        }
    }

    /// Opens a session if the IDENTIFY is granted, and sends READY and the guilds.
    fn open_session(&mut self, intents: u64, shard: Shard) -> IdentifyOutcome {
        let mut world = self.shared.world();
        let start = events::try_identify(&mut world, shard);
        if start != IdentifyOutcome::Granted {
            return start;
        }
        let id = world.ids.next();
        let id = world.token_signer.sign(id);
        world.bot_has_connected = true;
        let hidden = world.faults.take_hidden_guilds(shard.number);
        let guild_ids: Vec<Id> = world
            .guilds
            .keys()
            .copied()
            .filter(|id| !hidden && world.has_bot(*id) && id.shard(shard.total) == shard.number)
            .collect();
        let guilds: Vec<Value> = guild_ids
            .iter()
            .map(|id| json!({ "id": id, "unavailable": true }))
            .collect();
        let ready = json!({
            "v": 10, "user": objects::current_user(&world), "guilds": guilds, "session_id": id,
            "session_type": "normal",
            "resume_gateway_url": format!("ws://{}", self.shared.settings.address),
            "shard": shard,
            "application": { "id": world.bot, "flags": objects::application_flags(&world) },
            "private_channels": [], "relationships": [], "presences": [], "guild_join_requests": [],
            "user_settings": {}, "geo_ordered_rtc_regions": [], "_trace": ["porch"],
        });
        let guild_events: Vec<String> = guild_ids
            .iter()
            .map(|id| objects::guild_create_event(&world, *id).to_string())
            .collect();
        let session = world
            .sessions
            .open(id.clone(), intents, shard, self.outgoing.clone());
        session.send("READY", &ready.to_string());
        if intents & GUILDS != 0 {
            for event in guild_events {
                session.send("GUILD_CREATE", &event);
            }
        }
        self.session = Some((id.clone(), session.connection_number));
        events::inject_gateway_fault(&mut world, Some(&id));
        start
    }

    async fn resume(&mut self, data: &Value) -> Result<(), CloseCode> {
        refuse_if(self.session.is_some(), CloseCode(4005))?;
        refuse_if(!self.is_valid_token(data), CloseCode(4004))?;
        let id = data["session_id"].as_str().unwrap_or_default();
        let found = self.resume_session(id, data["seq"].as_u64().unwrap_or(0))?;
        if found {
            Ok(())
        } else {
            self.send(9, &json!(false)).await
        }
    }

    /// Resumes a session and sends the missed events. Returns `false` if it is no longer resumable.
    fn resume_session(&mut self, id: &str, seen: u64) -> Result<bool, CloseCode> {
        let mut world = self.shared.world();
        world
            .sessions
            .remove_expired(self.shared.settings.session_lifetime);
        let events_after = match world.sessions.get_mut(id) {
            None => return Ok(false),
            Some(session) if seen > session.sequence => return Err(CloseCode(4007)),
            Some(session) => session.events_after(seen),
        };
        let Some(events_after) = events_after else {
            return Ok(false);
        };
        let Some(session) = world.sessions.resume(id, self.outgoing.clone()) else {
            return Ok(false);
        };
        for frame in events_after {
            session.enqueue(Outgoing::Frame(frame));
        }
        session.send("RESUMED", r#"{"_trace":["porch"]}"#);
        self.session = Some((id.to_owned(), session.connection_number));
        events::inject_gateway_fault(&mut world, Some(id));
        Ok(true)
    }

    /// Sends the guild members that the bot requested by name or by id.
    fn send_members(&self, data: &Value) {
        let mut world = self.shared.world();
        let guild = Id::from_json(&data["guild_id"]).filter(|id| world.has_bot(*id));
        let (Some(guild), Some((session, _))) = (guild, &self.session) else {
            return;
        };
        // A shard may not ask about guilds that belong to other shards.
        let Some(intents) = world
            .sessions
            .get_mut(session)
            .filter(|session| session.serves_guild(Some(guild)))
            .map(|session| session.intents)
        else {
            return;
        };
        let asks_for_all =
            data["user_ids"].is_null() && data["query"].as_str().is_none_or(str::is_empty);
        if asks_for_all && intents & GUILD_MEMBERS == 0 {
            // Discord does not answer such a request either, and many bots then wait forever.
            return tracing::warn!(
                "the bot asks for all members without the intent GUILD_MEMBERS: no answer"
            );
        }
        let (found, unknown) = find_requested_members(&world, guild, data);
        let members: Vec<Value> = found
            .iter()
            .map(|id| objects::member(&world, guild, *id))
            .collect();
        let mut chunk = json!({ "guild_id": guild, "members": members, "chunk_index": 0, "chunk_count": 1,
            "not_found": unknown });
        set_if_some(
            &mut chunk,
            "nonce",
            Some(&data["nonce"]).filter(|nonce| !nonce.is_null()),
        );
        if let Some(session) = world.sessions.get_mut(session) {
            session.send("GUILD_MEMBERS_CHUNK", &chunk.to_string());
        }
    }
}

/// Parses `[shard_id, shard_count]`. A missing value means shard 0 of 1; invalid ones give `None`.
fn parse_shard(value: &Value) -> Option<Shard> {
    match value.as_array().map(Vec::as_slice) {
        None if value.is_null() => Some(Shard {
            number: 0,
            total: 1,
        }),
        Some([number, total]) => {
            let number = number.as_u64()?;
            let total = total.as_u64()?;
            (number < total).then_some(Shard { number, total })
        }
        Some(_) | None => None,
    }
}

/// Returns the requested guild members, and the requested ids that are not members.
fn find_requested_members(world: &World, guild: Id, data: &Value) -> (Vec<Id>, Vec<Id>) {
    let named = &data["user_ids"];
    if !named.is_null() {
        let ids = named
            .as_array()
            .map_or(slice::from_ref(named), Vec::as_slice)
            .iter()
            .filter_map(Id::from_json);
        return ids.partition(|id| world.is_member(guild, *id));
    }
    let query = data["query"].as_str().unwrap_or_default();
    let limit = data["limit"]
        .as_u64()
        .and_then(|limit| usize::try_from(limit).ok());
    let limit = limit.filter(|limit| *limit > 0).unwrap_or(usize::MAX);
    (
        world.members_named(guild, query).take(limit).collect(),
        Vec::new(),
    )
}
