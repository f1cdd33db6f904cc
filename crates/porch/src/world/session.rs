//! Gateway sessions: what each bot connection asked for, and what was sent to it, so that it can be sent again. It
//! never touches a socket; it hands frames to whoever does.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::ids::Id;

/// Events that a session keeps for a bot that comes back.
const MOST_KEPT: usize = 5_000;
/// What may wait for a socket: all that a bot missed, and as much again. One that is slower is dropped, and its bot resumes.
pub(crate) const MOST_WAITING: usize = 2 * MOST_KEPT;

#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Frame(String),
    /// Op 9: the session is no more, or can be resumed.
    Invalid(bool),
    Close(u16),
}

pub(crate) struct GatewaySession {
    pub(crate) id: String,
    pub(crate) intents: u64,
    pub(crate) shard: (u64, u64),
    pub(crate) sequence: u64,
    pub(crate) resumed: u64,
    kept: VecDeque<(u64, String)>,
    live: Option<mpsc::Sender<Outgoing>>,
    /// Grows with each socket, so that an old one does not take the new one down with it.
    pub(crate) turn: u64,
    lost: Instant,
}

impl GatewaySession {
    /// Whether a server is of its shard; what has no server is of the first.
    pub(crate) fn serves(&self, server: Option<Id>) -> bool {
        server.map_or(0, |server| server.shard(self.shard.1)) == self.shard.0
    }

    /// Whether events about a server (or about none) come here.
    fn wants(&self, server: Option<Id>, intent: u64) -> bool {
        self.serves(server) && (intent == 0 || self.intents & intent != 0)
    }

    /// Sends an event, now or when the bot comes back.
    pub(crate) fn send(&mut self, name: &str, data: &str) {
        self.sequence += 1;
        let frame = format!(
            r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#,
            self.sequence
        );
        self.kept.push_back((self.sequence, frame.clone()));
        if self.kept.len() > MOST_KEPT {
            self.kept.pop_front();
        }
        self.tell(Outgoing::Frame(frame));
    }

    /// Hands something to the socket, if there is one. One that is closing, or too slow, loses nothing: the frame is kept.
    pub(crate) fn tell(&mut self, outgoing: Outgoing) {
        if self
            .live
            .as_ref()
            .is_some_and(|live| live.try_send(outgoing).is_err())
        {
            (self.live, self.lost) = (None, Instant::now());
        }
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live.is_some()
    }

    pub(crate) fn seen(&mut self, sequence: u64) {
        while self.kept.front().is_some_and(|(kept, _)| *kept <= sequence) {
            self.kept.pop_front();
        }
    }

    /// What came after a sequence number, unless some of that is gone.
    pub(crate) fn missed(&self, sequence: u64) -> Option<Vec<String>> {
        let complete = self.sequence - sequence <= self.kept.len() as u64;
        let after = self.kept.iter().filter(|(kept, _)| *kept > sequence);
        complete.then(|| after.map(|(_, frame)| frame.clone()).collect())
    }
}

#[derive(Default)]
pub(crate) struct Sessions {
    by_id: BTreeMap<String, GatewaySession>,
    pub(crate) identified: u64,
    pub(crate) resumed: u64,
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
        shard: (u64, u64),
        socket: mpsc::Sender<Outgoing>,
    ) -> &mut GatewaySession {
        self.identified += 1;
        let session = GatewaySession {
            id: id.clone(),
            intents,
            shard,
            sequence: 0,
            resumed: 0,
            kept: VecDeque::new(),
            live: Some(socket),
            turn: 1,
            lost: Instant::now(),
        };
        self.by_id.entry(id).or_insert(session)
    }

    /// Gives a session a new socket; the old one, if it is still there, closes.
    pub(crate) fn reopen(
        &mut self,
        id: &str,
        socket: mpsc::Sender<Outgoing>,
    ) -> Option<&mut GatewaySession> {
        let session = self.by_id.get_mut(id)?;
        session.tell(Outgoing::Close(4000));
        session.live = Some(socket);
        session.turn += 1;
        session.resumed += 1;
        self.resumed += 1;
        Some(session)
    }

    pub(crate) fn lose(&mut self, id: &str, turn: u64) {
        if let Some(session) = self
            .by_id
            .get_mut(id)
            .filter(|session| session.turn == turn)
        {
            session.live = None;
            session.lost = Instant::now();
        }
    }

    pub(crate) fn forget(&mut self, id: &str) {
        self.by_id.remove(id);
    }

    pub(crate) fn end_all(&mut self, code: u16) {
        for session in self.live() {
            session.tell(Outgoing::Close(code));
        }
        self.by_id.clear();
    }

    pub(crate) fn forget_old(&mut self, life: Duration) {
        self.by_id
            .retain(|_, session| session.is_live() || session.lost.elapsed() < life);
    }

    /// Whether some session wants events that need this intent (0: none).
    pub(crate) fn anybody(&self, intent: u64) -> bool {
        self.by_id
            .values()
            .any(|session| intent == 0 || session.intents & intent != 0)
    }

    pub(crate) fn wanting(
        &mut self,
        server: Option<Id>,
        intent: u64,
    ) -> impl Iterator<Item = &mut GatewaySession> {
        self.by_id
            .values_mut()
            .filter(move |session| session.wants(server, intent))
    }

    pub(crate) fn show(&self) -> Vec<Value> {
        let shown = |session: &GatewaySession| {
            json!({
                "id": session.id, "live": session.is_live(), "sequence": session.sequence,
                "intents": session.intents, "resumed": session.resumed,
                "shard": [session.shard.0, session.shard.1],
            })
        };
        self.by_id.values().map(shown).collect()
    }
}
