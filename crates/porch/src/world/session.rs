//! Gateway sessions: their shard, their intents, and sent events for a resume. The module `gateway`
//! handles the sockets.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::ids::Id;

/// The number of sent events that each session keeps for a resume.
const MAX_BUFFERED_EVENTS: usize = 5_000;
/// The queue length of a socket: all missed events and as many new ones. If a socket is slower, it
/// is dropped, and the bot resumes.
pub(crate) const MAX_QUEUED: usize = 2 * MAX_BUFFERED_EVENTS;

#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Frame(String),
    /// Invalidates the session (op 9); `true` if it is still resumable.
    Invalid(bool),
    Close(u16),
}

/// A shard of a bot. In JSON, as in the gateway's documentation, it is a list of both numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    pub(crate) number: u64,
    pub(crate) total: u64,
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.number, self.total].serialize(serializer)
    }
}

pub(crate) struct GatewaySession {
    pub(crate) id: String,
    pub(crate) intents: u64,
    pub(crate) shard: Shard,
    pub(crate) sequence: u64,
    pub(crate) resume_count: u64,
    buffered: VecDeque<(u64, String)>,
    socket: Option<mpsc::Sender<Outgoing>>,
    /// The number of sockets so far, so that closing an old one does not disconnect its successor.
    pub(crate) connection_number: u64,
    disconnected_at: Instant,
}

impl GatewaySession {
    /// Returns whether a guild belongs to the session's shard; DMs (`None`) belong to the first
    /// shard.
    pub(crate) fn serves_guild(&self, guild: Option<Id>) -> bool {
        guild.map_or(0, |guild| guild.shard(self.shard.total)) == self.shard.number
    }

    fn wants_event(&self, guild: Option<Id>, intent: u64) -> bool {
        self.serves_guild(guild) && (intent == 0 || self.intents & intent != 0)
    }

    /// Sends an event to the bot, and keeps it for a resume.
    pub(crate) fn send(&mut self, name: &str, data: &str) {
        self.sequence += 1;
        let frame = format!(
            r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#,
            self.sequence
        );
        self.buffered.push_back((self.sequence, frame.clone()));
        if self.buffered.len() > MAX_BUFFERED_EVENTS {
            self.buffered.pop_front();
        }
        self.enqueue(Outgoing::Frame(frame));
    }

    /// Enqueues a frame if a socket is connected. A closed or slow socket is dropped; the bot
    /// resumes.
    pub(crate) fn enqueue(&mut self, outgoing: Outgoing) {
        if self
            .socket
            .as_ref()
            .is_some_and(|socket| socket.try_send(outgoing).is_err())
        {
            (self.socket, self.disconnected_at) = (None, Instant::now());
        }
    }

    pub(crate) fn is_live(&self) -> bool {
        self.socket.is_some()
    }

    pub(crate) fn acknowledge(&mut self, sequence: u64) {
        while self
            .buffered
            .front()
            .is_some_and(|(buffered, _)| *buffered <= sequence)
        {
            self.buffered.pop_front();
        }
    }

    /// Returns the events after a sequence number, or `None` if some of them are no longer kept.
    pub(crate) fn events_after(&self, sequence: u64) -> Option<Vec<String>> {
        let complete = self.sequence - sequence <= self.buffered.len() as u64;
        let after = self
            .buffered
            .iter()
            .filter(|(buffered, _)| *buffered > sequence);
        complete.then(|| after.map(|(_, frame)| frame.clone()).collect())
    }
}

#[derive(Default)]
pub(crate) struct Sessions {
    by_id: BTreeMap<String, GatewaySession>,
    pub(crate) identify_count: u64,
    pub(crate) resume_count: u64,
}

impl Sessions {
    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut GatewaySession> {
        self.by_id.get_mut(id)
    }

    pub(crate) fn live(&mut self) -> impl Iterator<Item = &mut GatewaySession> {
        self.by_id.values_mut().filter(|session| session.is_live())
    }

    pub(crate) fn open(
        &mut self,
        id: String,
        intents: u64,
        shard: Shard,
        socket: mpsc::Sender<Outgoing>,
    ) -> &mut GatewaySession {
        self.identify_count += 1;
        let session = GatewaySession {
            id: id.clone(),
            intents,
            shard,
            sequence: 0,
            resume_count: 0,
            buffered: VecDeque::new(),
            socket: Some(socket),
            connection_number: 1,
            disconnected_at: Instant::now(),
        };
        self.by_id.entry(id).or_insert(session)
    }

    /// Connects a session to a new socket and closes the old one.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        socket: mpsc::Sender<Outgoing>,
    ) -> Option<&mut GatewaySession> {
        let session = self.by_id.get_mut(id)?;
        session.enqueue(Outgoing::Close(4000));
        session.socket = Some(socket);
        session.connection_number += 1;
        session.resume_count += 1;
        self.resume_count += 1;
        Some(session)
    }

    pub(crate) fn disconnect(&mut self, id: &str, connection_number: u64) {
        if let Some(session) = self
            .by_id
            .get_mut(id)
            .filter(|session| session.connection_number == connection_number)
        {
            session.socket = None;
            session.disconnected_at = Instant::now();
        }
    }

    pub(crate) fn forget(&mut self, id: &str) {
        self.by_id.remove(id);
    }

    pub(crate) fn close_all(&mut self, code: u16) {
        for session in self.live() {
            session.enqueue(Outgoing::Close(code));
        }
        self.by_id.clear();
    }

    pub(crate) fn remove_expired(&mut self, life: Duration) {
        self.by_id
            .retain(|_, session| session.is_live() || session.disconnected_at.elapsed() < life);
    }

    /// Returns whether any session wants events with this intent; 0 means that no intent is needed.
    pub(crate) fn any_wants(&self, intent: u64) -> bool {
        self.by_id
            .values()
            .any(|session| intent == 0 || session.intents & intent != 0)
    }

    pub(crate) fn wanting_mut(
        &mut self,
        guild: Option<Id>,
        intent: u64,
    ) -> impl Iterator<Item = &mut GatewaySession> {
        self.by_id
            .values_mut()
            .filter(move |session| session.wants_event(guild, intent))
    }

    pub(crate) fn to_json(&self) -> Vec<Value> {
        let sessions = self.by_id.values().map(|session| {
            json!({
            "id": session.id, "live": session.is_live(), "sequence": session.sequence,
            "intents": session.intents, "resumed": session.resume_count,
            "shard": session.shard,
                    })
        });
        sessions.collect()
    }
}
