//! Notifications between processes (PostgreSQL's `notify`). A lost notification does no harm,
//! because all processes also poll.

use sqlx::postgres::PgListener;

use super::StoreError;
use super::query::with_timeout;
use super::store::NotifyChannel;

/// The name of the notify channel.
const CHANNEL: &str = "lanai";

/// The kind of work that is waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notification {
    Notices,
    Waits,
    /// A process joined, is leaving, or changed something the others should read.
    Processes,
}

impl Notification {
    const ALL: [Notification; 3] = [
        Notification::Notices,
        Notification::Waits,
        Notification::Processes,
    ];

    fn name(self) -> &'static str {
        match self {
            Notification::Notices => "news",
            Notification::Waits => "waits",
            Notification::Processes => "processes",
        }
    }
}

/// Receives notifications of other processes.
pub struct NotifyListener {
    listener: Option<PgListener>,
    /// The id of this process, whose own notifications are skipped.
    own_process: i64,
}

impl NotifyChannel<'_> {
    /// Notifies all other processes.
    pub async fn send(self, notification: Notification) -> Result<(), StoreError> {
        let sql = "select pg_notify($1, $2 || ' ' || $3)";
        let args = (CHANNEL, notification.name(), self.store.process_id());
        self.store.execute_shared(sql, args).await.map(drop)
    }

    pub async fn listen(self) -> Result<NotifyListener, StoreError> {
        let Some((pool, process)) = self.store.shared_process() else {
            return Ok(NotifyListener {
                listener: None,
                own_process: 0,
            });
        };
        let mut listener = with_timeout(PgListener::connect_with(pool)).await?;
        with_timeout(listener.listen(CHANNEL)).await?;
        Ok(NotifyListener {
            listener: Some(listener),
            own_process: process,
        })
    }
}

impl NotifyListener {
    /// Waits for a notification of another process. For a file, which has one process, this never
    /// returns.
    pub async fn recv(&mut self) -> Result<Notification, StoreError> {
        let Some(listener) = &mut self.listener else {
            return std::future::pending().await;
        };
        loop {
            let message = listener.recv().await?;
            let Some((name, process)) = message.payload().split_once(' ') else {
                continue;
            };
            let notification = Notification::ALL
                .into_iter()
                .find(|notification| notification.name() == name);
            if let Some(notification) =
                notification.filter(|_| process != self.own_process.to_string())
            {
                return Ok(notification);
            }
        }
    }
}
