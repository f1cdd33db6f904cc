//! What wakes those who wait for work: in this process at once, in others a moment later, and once for all that is rung by
//! then.

use tokio::sync::Notify;

/// Rung when there is something to do.
#[derive(Default)]
pub(super) struct Chime {
    here: Notify,
    elsewhere: Notify,
}

impl Chime {
    /// There is something to do, for whoever is first.
    pub(super) fn ring(&self) {
        self.here.notify_one();
        self.elsewhere.notify_one();
    }

    /// Another process rang.
    pub(super) fn rings_here(&self) {
        self.here.notify_one();
    }

    /// Waits until it rings here.
    pub(super) async fn rung(&self) {
        self.here.notified().await;
    }

    /// Waits until the others should hear of it.
    pub(super) async fn to_be_passed_on(&self) {
        self.elsewhere.notified().await;
    }
}
