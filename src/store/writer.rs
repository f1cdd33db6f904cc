//! Who writes to a file: one after the other, on one connection. Those who ask while others write share a transaction with
//! them, so that the disk is waited for once. Each writes behind a savepoint of their own, which can be left alone, and hears
//! what became of it only when all of it has reached the disk.
//!
//! SQLite rolls back by itself when the disk is full or fails, and the driver does not hear of it: it would count that
//! transaction for ever, and refuse to begin another. So transactions are begun and ended here, by statements of our own, and
//! a connection of which it is not certain that it is clean is closed.

use std::io;
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::sync::{Mutex, Notify, OwnedMutexGuard, mpsc, oneshot};

use super::StoreError;

/// So many share a transaction at most: whoever came first waits for them all.
const TOGETHER: usize = 16;

/// Where whoever wants to write asks for a turn.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    asks: mpsc::UnboundedSender<Ask>,
    closing: Arc<Notify>,
    options: SqliteConnectOptions,
}

type Ask = oneshot::Sender<Result<Turn, Arc<sqlx::Error>>>;
/// What became of a transaction, for all who share it.
type Kept = Result<(), Arc<sqlx::Error>>;

/// The connection, for one who writes. Whoever drops it leaves nothing of what they wrote.
pub(super) struct Turn {
    pub(super) on: OwnedMutexGuard<SqliteConnection>,
    ends: oneshot::Sender<End>,
}

/// How a turn ends.
struct End {
    kept: bool,
    tell: oneshot::Sender<Kept>,
}

impl Turn {
    /// What was written is kept, or not. That is so once this says it.
    pub(super) async fn end(self, kept: bool) -> Result<(), StoreError> {
        let Turn { on, ends } = self;
        drop(on);
        let (tell, told) = oneshot::channel();
        // Where nobody hears it, nobody tells anything either.
        let _ = ends.send(End { kept, tell });
        told.await.map_err(|_| StoreError::Silent)?.map_err(StoreError::Database)
    }
}

impl Writer {
    /// The one who writes by this connection, and opens another when that is needed.
    pub(super) fn on(connection: SqliteConnection, options: SqliteConnectOptions) -> Writer {
        let (asks, asked) = mpsc::unbounded_channel();
        let closing = Arc::new(Notify::new());
        let desk = Desk { connection: Some(Arc::new(Mutex::new(connection))), options: options.clone() };
        tokio::spawn(desk.serve(asked, Arc::clone(&closing)));
        Writer { asks, closing, options }
    }

    /// Waits for a turn.
    pub(super) async fn turn(&self) -> Result<Turn, StoreError> {
        let (ask, answer) = oneshot::channel();
        self.asks.send(ask).map_err(|_| sqlx::Error::PoolClosed)?;
        let turn = answer.await.map_err(|_| sqlx::Error::PoolClosed)?;
        turn.map_err(StoreError::Database)
    }

    /// A connection of one's own, for what is no part of a transaction.
    pub(super) async fn apart(&self) -> sqlx::Result<SqliteConnection> {
        self.options.connect().await
    }

    /// Closes the connection, once nobody writes any more.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        self.asks.closed().await;
    }
}

/// Where turns are given.
struct Desk {
    /// None after it was not certain that it is clean.
    connection: Option<Arc<Mutex<SqliteConnection>>>,
    options: SqliteConnectOptions,
}

impl Desk {
    async fn serve(mut self, mut asked: mpsc::UnboundedReceiver<Ask>, closing: Arc<Notify>) {
        loop {
            let first = tokio::select! {
                biased;
                () = closing.notified() => break,
                first = asked.recv() => first,
            };
            let Some(first) = first else { break };
            match self.begin().await {
                Ok(on) => self.transaction(on, first, &mut asked).await,
                Err(error) => {
                    self.forget().await;
                    let _ = first.send(Err(error));
                }
            }
        }
        self.forget().await;
    }

    /// A transaction begins.
    async fn begin(&mut self) -> Result<OwnedMutexGuard<SqliteConnection>, Arc<sqlx::Error>> {
        let connection = match &self.connection {
            Some(connection) => Arc::clone(connection),
            None => Arc::new(Mutex::new(self.options.connect().await?)),
        };
        self.connection = Some(Arc::clone(&connection));
        let mut on = connection.lock_owned().await;
        say(&mut on, "begin immediate").await?;
        Ok(on)
    }

    /// A transaction, for whoever asked first and for those who ask until it ends.
    async fn transaction(
        &mut self,
        on: OwnedMutexGuard<SqliteConnection>,
        first: Ask,
        asked: &mut mpsc::UnboundedReceiver<Ask>,
    ) {
        let mut waiting = Vec::new();
        let outcome = shared(on, first, asked, &mut waiting).await;
        if outcome.is_err() {
            self.forget().await;
        }
        for tell in waiting {
            // Who gave up waiting will look for themselves.
            let _ = tell.send(outcome.clone());
        }
    }

    /// Nobody writes by this connection any more: with it goes whatever may be unfinished.
    async fn forget(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let Some(connection) = Arc::into_inner(connection) else { return };
        if let Err(error) = connection.into_inner().close().await {
            tracing::warn!(%error, "a connection to the database does not close as it should");
        }
    }
}

/// One after the other writes, and all of it is kept together. Where that fails, nothing is, and all who wait hear why.
async fn shared(
    mut on: OwnedMutexGuard<SqliteConnection>,
    first: Ask,
    asked: &mut mpsc::UnboundedReceiver<Ask>,
    waiting: &mut Vec<oneshot::Sender<Kept>>,
) -> Kept {
    let mut next = Some(first);
    while let Some(ask) = next {
        // Until something is to be kept, there is nothing to save.
        let alone = waiting.is_empty();
        if !alone && let Err(error) = say(&mut on, "savepoint turn").await {
            let _ = ask.send(Err(Arc::clone(&error)));
            return Err(error);
        }
        let connection = Arc::clone(OwnedMutexGuard::mutex(&on));
        let (ends, ended) = oneshot::channel();
        // Who gave up meanwhile leaves it at once.
        drop(ask.send(Ok(Turn { on, ends })));
        let end = ended.await.ok();
        on = connection.lock_owned().await;
        let kept = end.as_ref().is_some_and(|end| end.kept);
        waiting.extend(end.map(|end| end.tell));
        match (kept, alone) {
            (true, true) => {}
            (true, false) => beside(say(&mut on, "release turn").await)?,
            (false, false) => beside(say(&mut on, "rollback to turn; release turn").await)?,
            (false, true) => return say(&mut on, "rollback").await,
        }
        next = if waiting.len() < TOGETHER { asked.try_recv().ok() } else { None };
    }
    say(&mut on, "commit").await
}

/// Where one turn cannot be ended by itself, what failed in it took with it what the others wrote.
fn beside(ended: Kept) -> Kept {
    let why = |error| format!("a write beside this one failed, and nothing of either is kept ({error})");
    ended.map_err(|error| Arc::new(io::Error::other(why(error)).into()))
}

async fn say(on: &mut SqliteConnection, sql: &'static str) -> Kept {
    measured!(sqlx::query(sql).execute(on).await).map(drop).map_err(Arc::new)
}
