//! Tells open boards that their table changed, whichever process changed it.
//!
//! One task asks the database which of the tables that are looked at were written: when there is
//! news, and from time to time, because a notification of another process can be lost.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures::stream::{self, Stream};
use serde_json::json;
use tokio::sync::{Notify, watch};

use crate::error::HostResult;
use crate::server::Board;
use crate::session::{self, Visitor};
use lanai_host::{PersonId, Table, TableId, Tables};

/// How long to wait after a check: well below the 300 ms after which people notice a
/// delay.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// How long to wait for news before a check.
const MAX_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct ChangeFeed {
    tables: Arc<Tables>,
    /// The tables that are looked at, as they were last loaded.
    watched: Mutex<HashMap<TableId, watch::Sender<Arc<Table>>>>,
    /// Wakes the task when the first board is opened.
    opened: Notify,
}

impl ChangeFeed {
    pub(crate) fn new(tables: Arc<Tables>) -> ChangeFeed {
        ChangeFeed {
            tables,
            watched: Mutex::default(),
            opened: Notify::new(),
        }
    }

    /// Returns a receiver of the newest state of a table.
    pub(crate) fn subscribe(&self, table: Table) -> watch::Receiver<Arc<Table>> {
        let mut watched = self.lock();
        let sender = watched
            .entry(table.id)
            .or_insert_with(|| watch::Sender::new(Arc::new(table)));
        let receiver = sender.subscribe();
        self.opened.notify_one();
        receiver
    }

    /// Watches the tables until the task is aborted.
    pub(crate) async fn run(&self) {
        loop {
            let watched = self.list_watched();
            if watched.is_empty() {
                self.opened.notified().await;
                continue;
            }
            if let Err(failure) = self.publish_changes(&watched).await {
                tracing::warn!(%failure, "open boards cannot be kept up to date");
            }
            tokio::time::sleep(MIN_INTERVAL).await;
            let change = self.tables.wait_for_change();
            let _ = tokio::time::timeout(MAX_INTERVAL, change).await;
        }
    }

    async fn publish_changes(&self, watched: &[Arc<Table>]) -> HostResult<()> {
        let known: Vec<&Table> = watched.iter().map(Arc::as_ref).collect();
        for id in self.tables.find_changed(&known).await? {
            let table = self.tables.find(id).await?;
            if let Some(sender) = self.lock().get(&id) {
                sender.send_replace(Arc::new(table));
            }
        }
        Ok(())
    }

    /// Drops tables without open boards, and returns the others.
    fn list_watched(&self) -> Vec<Arc<Table>> {
        let mut watched = self.lock();
        watched.retain(|_, sender| sender.receiver_count() > 0);
        watched
            .values()
            .map(|sender| Arc::clone(&sender.borrow()))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, watch::Sender<Arc<Table>>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a mark that changes when a person would see something else of a table.
///
/// Premoves of other players are excluded, because even their timing is private.
pub(crate) fn version_for(table: &Table, person: PersonId) -> String {
    let waiting = &table.waiting;
    let seen = (
        &table.seats,
        &waiting.proposal,
        (waiting.pause, waiting.snoozed_until),
        waiting.timeout_announced,
        waiting.premoves.turn_of(person),
    );
    let mut hasher = DefaultHasher::new();
    format!("{seen:?}").hash(&mut hasher);
    format!("{}-{:x}", table.revision.0, hasher.finish())
}

/// Sends the version of the table now and whenever it changes for the visitor, until the session
/// ends.
pub(crate) async fn send_changes(
    State(board): State<Board>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let Visitor { person, table, .. } = visitor;
    let mut tables = board.changes.subscribe(table);
    tables.mark_changed();
    let stream = VisitorStream {
        board,
        headers,
        person,
        tables,
        sent: String::new(),
    };
    let events = stream::unfold(stream, |mut stream| async move {
        let version = stream.next_version().await?;
        let data = json!({ "version": version }).to_string();
        Some((Ok(Event::default().event("change").data(data)), stream))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

struct VisitorStream {
    board: Board,
    headers: HeaderMap,
    person: PersonId,
    tables: watch::Receiver<Arc<Table>>,
    /// The version that was sent last.
    sent: String,
}

impl VisitorStream {
    /// Waits for another version. `None` if the session ended or the server stops.
    async fn next_version(&mut self) -> Option<&str> {
        let mut closing = self.board.closing.clone();
        loop {
            tokio::select! {
                changed = self.tables.changed() => changed.ok()?,
                _ = closing.changed() => return None,
            }
            let table = Arc::clone(&self.tables.borrow_and_update());
            if !session::is_open(&self.board, &self.headers, &table).await {
                return None;
            }
            let version = version_for(&table, self.person);
            if version != self.sent {
                self.sent = version;
                return Some(&self.sent);
            }
        }
    }
}
