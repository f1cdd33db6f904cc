//! The gateway: hello, identify, heartbeats, events in order, and sessions that can be resumed.

use std::collections::VecDeque;

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket},
    },
    response::Response,
};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::{Shared, payload, world::World};

/// How often a bot's heart should beat, in milliseconds: Discord's figure.
const HEARTBEAT: u64 = 41_250;
/// How many events are kept for a session that may come back.
const KEPT: usize = 10_000;

/// Something that goes to a bot.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    /// An event, with its number.
    Event(String),
    /// Another operation.
    Op(u8, Value),
    /// The end, with its code.
    Close(u16),
}

/// A session: it outlives its connection, so that it can be resumed.
pub(super) struct Session {
    number: u64,
    /// What the bot asked to hear of.
    intents: u64,
    /// Events in order, for whoever comes back.
    kept: VecDeque<(u64, String)>,
    /// The connection, while there is one.
    line: Option<mpsc::UnboundedSender<Frame>>,
}

impl Session {
    fn new(line: mpsc::UnboundedSender<Frame>, intents: u64) -> Session {
        Session { number: 0, intents, kept: VecDeque::new(), line: Some(line) }
    }

    /// An event for this session.
    pub(super) fn dispatch(&mut self, name: &str, data: &Value) {
        self.number += 1;
        let text = json!({ "op": 0, "t": name, "s": self.number, "d": data }).to_string();
        self.kept.push_back((self.number, text.clone()));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        self.send(Frame::Event(text));
    }

    /// Whether the bot asked to hear of something of this kind.
    pub(super) fn wants(&self, intent: u64) -> bool {
        self.intents & intent == intent
    }

    /// Sends something if there is a connection.
    pub(super) fn send(&mut self, frame: Frame) -> bool {
        self.line.as_ref().is_some_and(|line| line.send(frame).is_ok())
    }

    /// Whether a bot hears what is sent.
    pub(super) fn is_connected(&self) -> bool {
        self.line.as_ref().is_some_and(|line| !line.is_closed())
    }
}

/// A bot comes in.
pub(super) async fn enter(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

/// What to do after something that a bot said.
enum Next {
    Go,
    End(u16),
}

async fn serve(shared: Shared, socket: WebSocket) {
    let mut closed = shared.lock().closed.clone();
    let (mut out, mut incoming) = socket.split();
    let (line, mut frames) = mpsc::unbounded_channel();
    let mut session: Option<String> = None;
    // The receiver is ours: this cannot fail.
    let _ = line.send(Frame::Op(10, json!({ "heartbeat_interval": HEARTBEAT })));
    loop {
        let end = tokio::select! {
            frame = frames.recv() => match frame {
                Some(frame) => send(&mut out, frame).await,
                None => true,
            },
            heard = incoming.next() => match heard {
                Some(Ok(Message::Text(text))) => match hear(&shared, &line, &mut session, &text) {
                    Next::Go => false,
                    Next::End(code) => send(&mut out, Frame::Close(code)).await,
                },
                Some(Ok(Message::Binary(_))) => send(&mut out, Frame::Close(4002)).await,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => false,
                Some(Ok(Message::Close(_)) | Err(_)) | None => true,
            },
            () = over(&mut closed) => send(&mut out, Frame::Close(1001)).await,
        };
        if end {
            break;
        }
    }
    // Events go on being kept: the bot may come back for them.
    if let Some(session) = session.and_then(|id| shared.lock().sessions.get_mut(&id).map(|_| id)) {
        let mut world = shared.lock();
        if let Some(known) = world.sessions.get_mut(&session)
            && known.line.as_ref().is_some_and(|known| known.same_channel(&line))
        {
            known.line = None;
        }
    }
}

/// Waits until the porch is closed.
pub(super) async fn over(closed: &mut watch::Receiver<bool>) {
    // An error means that the porch is gone already.
    let _ = closed.wait_for(|closed| *closed).await;
}

/// Sends a frame; true if the connection ends with it.
async fn send(out: &mut (impl SinkExt<Message> + Unpin), frame: Frame) -> bool {
    match frame {
        Frame::Event(text) => out.send(Message::Text(text.into())).await.is_err(),
        Frame::Op(op, data) => {
            let text = json!({ "op": op, "t": null, "s": null, "d": data }).to_string();
            out.send(Message::Text(text.into())).await.is_err()
        }
        Frame::Close(code) => {
            let _ = out.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
            true
        }
    }
}

/// Hears one thing that a bot says.
fn hear(
    shared: &Shared,
    line: &mpsc::UnboundedSender<Frame>,
    session: &mut Option<String>,
    text: &str,
) -> Next {
    let Ok(said) = serde_json::from_str::<Value>(text) else { return Next::End(4002) };
    let data = &said["d"];
    match said["op"].as_u64() {
        Some(1) => {
            // The receiver is ours: this cannot fail.
            let _ = line.send(Frame::Op(11, Value::Null));
            Next::Go
        }
        Some(2) if session.is_some() => Next::End(4005),
        Some(2) => {
            let mut world = shared.lock();
            if !is_token(&world, data) {
                return Next::End(4004);
            }
            *session = Some(identify(&mut world, line, data["intents"].as_u64().unwrap_or(0)));
            Next::Go
        }
        Some(6) => {
            let mut world = shared.lock();
            if !is_token(&world, data) {
                return Next::End(4004);
            }
            *session = resume(&mut world, line, data);
            Next::Go
        }
        Some(3 | 4 | 8) if session.is_none() => Next::End(4003),
        // Presence, voice, members: nobody at the porch looks.
        Some(3 | 4 | 8) => Next::Go,
        _ => Next::End(4001),
    }
}

fn is_token(world: &World, data: &Value) -> bool {
    let given = data["token"].as_str().unwrap_or_default();
    given.strip_prefix("Bot ").unwrap_or(given) == world.settings.token
}

fn identify(world: &mut World, line: &mpsc::UnboundedSender<Frame>, intents: u64) -> String {
    world.identified += 1;
    // One bot lives here: whoever comes anew takes the place of who was there.
    world.sessions.clear();
    let id = world.ids.token();
    let mut session = Session::new(line.clone(), intents);
    let servers: Vec<u64> = world.servers.iter().map(|server| server.id).collect();
    let outlines: Vec<Value> =
        servers.iter().map(|server| json!({ "id": server.to_string(), "unavailable": true })).collect();
    session.dispatch(
        "READY",
        &json!({
            "v": 10, "user": payload::bot(world), "guilds": outlines, "session_id": id, "session_type": "normal",
            "resume_gateway_url": format!("ws://{}", world.address), "shard": [0, 1], "private_channels": [],
            "relationships": [], "presences": [], "_trace": [],
            "application": { "id": world.bot.to_string(), "flags": 0 },
        }),
    );
    for server in servers {
        session.dispatch("GUILD_CREATE", &payload::server(world, server));
    }
    world.sessions.insert(id.clone(), session);
    id
}

fn resume(world: &mut World, line: &mpsc::UnboundedSender<Frame>, data: &Value) -> Option<String> {
    let id = data["session_id"].as_str().unwrap_or_default().to_owned();
    let heard = data["seq"].as_u64().unwrap_or(0);
    let Some(session) = world.sessions.get_mut(&id).filter(|session| heard <= session.number) else {
        let _ = line.send(Frame::Op(9, false.into()));
        return None;
    };
    session.line = Some(line.clone());
    let missed: Vec<String> =
        session.kept.iter().filter(|(number, _)| *number > heard).map(|(_, text)| text.clone()).collect();
    for text in missed {
        session.send(Frame::Event(text));
    }
    session.dispatch("RESUMED", &json!({}));
    world.resumed += 1;
    Some(id)
}
