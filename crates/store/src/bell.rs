//! The bell between processes: one of them says that there is something to do, and the others look at once. Nothing is lost
//! if it is not heard, for everybody looks now and then.

use sqlx::postgres::PgListener;

use super::query::soon;
use super::{Store, StoreError};

/// Where it rings, on the server.
const NAME: &str = "lanai";

/// What there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ring {
    /// Something is to be said.
    News,
    /// A table is to be looked at.
    Waits,
    /// Processes came, go, or have something to tell each other.
    Processes,
}

impl Ring {
    const ALL: [Ring; 3] = [Ring::News, Ring::Waits, Ring::Processes];

    fn name(self) -> &'static str {
        match self {
            Ring::News => "news",
            Ring::Waits => "waits",
            Ring::Processes => "processes",
        }
    }
}

/// Hears the bell.
pub struct Bell {
    listener: Option<PgListener>,
    /// Whose own ringing is not meant.
    process: i64,
}

/// The notify channel between the processes that serve one database.
#[derive(Clone, Copy, Debug)]
pub struct NotifyChannel<'a> {
    pub(crate) store: &'a Store,
}

impl NotifyChannel<'_> {
    /// Rings for all other processes.
    pub async fn send(self, ring: Ring) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        let said = format!("{} {process}", ring.name());
        let sql = "select pg_notify($1, $2)";
        soon(sqlx::query(sql).bind(NAME).bind(said).execute(pool))
            .await
            .map(drop)
    }

    /// Listens for the others.
    pub async fn listen(self) -> Result<Bell, StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(Bell {
                listener: None,
                process: 0,
            });
        };
        let mut listener = soon(PgListener::connect_with(pool)).await?;
        soon(listener.listen(NAME)).await?;
        Ok(Bell {
            listener: Some(listener),
            process,
        })
    }
}

impl Bell {
    /// Waits until another process rings.
    pub async fn rung(&mut self) -> Result<Ring, StoreError> {
        let Some(listener) = &mut self.listener else {
            return std::future::pending().await;
        };
        loop {
            let heard = listener.recv().await?;
            let Some((name, process)) = heard.payload().split_once(' ') else {
                continue;
            };
            let ring = Ring::ALL.into_iter().find(|ring| ring.name() == name);
            if let Some(ring) = ring.filter(|_| process != self.process.to_string()) {
                return Ok(ring);
            }
        }
    }
}
