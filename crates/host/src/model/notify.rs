//! Wakes workers: in this process at once, and in other processes by the notify channel of the
//! database.

use tokio::sync::Notify;

/// Signals that there is work of one kind.
#[derive(Default)]
pub(crate) struct LocalNotify {
    local: Notify,
    others: Notify,
    boards: Notify,
}

impl LocalNotify {
    /// Wakes one worker in this process, and has the other processes notified.
    pub(crate) fn notify(&self) {
        self.notify_here();
        self.others.notify_one();
    }

    /// Wakes one worker in this process only, when another process has sent a notification.
    pub(crate) fn notify_here(&self) {
        self.local.notify_one();
        self.boards.notify_one();
    }

    /// Waits until open boards should be checked, for work of this process or of another one.
    pub(crate) async fn notified_for_boards(&self) {
        self.boards.notified().await;
    }

    pub(crate) async fn notified(&self) {
        self.local.notified().await;
    }

    /// Waits until the other processes should be notified.
    pub(crate) async fn notified_for_others(&self) {
        self.others.notified().await;
    }
}

/// One notification for each kind of work.
#[derive(Default)]
pub(crate) struct Notifiers {
    /// Notices are waiting in the outbox.
    pub(crate) news: LocalNotify,
    /// A table waits for another player, or is due earlier.
    pub(crate) wait_changes: LocalNotify,
    /// A computer is to act.
    pub(crate) turns: LocalNotify,
    /// A rated game is over.
    pub(crate) results: LocalNotify,
    /// A contest is due.
    pub(crate) contests: LocalNotify,
    /// The state of the processes changed.
    pub(crate) processes: LocalNotify,
}
