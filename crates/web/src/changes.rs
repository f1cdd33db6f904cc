//! Tells open boards that their table changed, whichever process changed it.
//!
//! One task asks the database for the revisions of all tables that are looked at. That is a single
//! cheap statement, and needs no messages between processes.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures::stream::{self, Stream};
use serde_json::json;
use tokio::sync::{Notify, watch};

use crate::server::Board;
use crate::session::{self, Visitor};

use lanai_host::{Revision, TableId, Tables};

/// How often revisions are asked for: well below the 300 ms after which people notice a delay.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) struct ChangeFeed {
    tables: Arc<Tables>,
    /// The tables that are looked at, with their revisions as far as known.
    watched: Mutex<HashMap<TableId, watch::Sender<Revision>>>,
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

    /// Returns a receiver of a table's revision, which is now as given.
    pub(crate) fn subscribe(
        &self,
        table: TableId,
        revision: Revision,
    ) -> watch::Receiver<Revision> {
        let mut watched = self.lock();
        let sender = watched
            .entry(table)
            .or_insert_with(|| watch::Sender::new(revision));
        let receiver = sender.subscribe();
        self.opened.notify_one();
        receiver
    }

    /// Watches the tables until the task is aborted.
    pub(crate) async fn run(&self) {
        loop {
            let ids = self.list_watched();
            if ids.is_empty() {
                self.opened.notified().await;
                continue;
            }
            match self.tables.list_revisions(&ids).await {
                Ok(revisions) => self.publish(revisions),
                Err(failure) => {
                    tracing::warn!(%failure, "open boards cannot be kept up to date");
                }
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    fn publish(&self, revisions: Vec<(TableId, Revision)>) {
        let watched = self.lock();
        for (table, revision) in revisions {
            if let Some(sender) = watched.get(&table) {
                sender.send_if_modified(|known| {
                    let is_new = *known != revision;
                    *known = revision;
                    is_new
                });
            }
        }
    }

    /// Drops tables without open boards, and returns the others.
    fn list_watched(&self) -> Vec<TableId> {
        let mut watched = self.lock();
        watched.retain(|_, sender| sender.receiver_count() > 0);
        watched.keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, watch::Sender<Revision>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends the revision of the table now and whenever it changes, until the session ends.
pub(crate) async fn send_changes(
    State(board): State<Board>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let table = visitor.table.id;
    let mut revisions = board.changes.subscribe(table, visitor.table.revision);
    revisions.mark_changed();
    let changes = stream::unfold(revisions, move |mut revisions| {
        let board = board.clone();
        let headers = headers.clone();
        async move {
            let mut closing = board.closing.clone();
            tokio::select! {
                changed = revisions.changed() => changed.ok()?,
                _ = closing.changed() => return None,
            }
            let revision = *revisions.borrow_and_update();
            if !session::is_open(&board, &headers, table).await {
                return None;
            }
            let data = json!({ "revision": revision.0 }).to_string();
            let event = Event::default().event("change").data(data);
            Some((Ok(event), revisions))
        }
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}
