//! What wakes those who wait for work: in this process at once, in others a moment later, and once for all that is rung by
//! then.

use tokio::sync::Notify;

/// Rung when there is something to do.
#[derive(Default)]
pub(crate) struct Chime {
    here: Notify,
    elsewhere: Notify,
}

impl Chime {
    /// There is something to do, for whoever is first.
    pub(crate) fn ring(&self) {
        self.here.notify_one();
        self.elsewhere.notify_one();
    }

    /// Another process rang.
    pub(crate) fn rings_here(&self) {
        self.here.notify_one();
    }

    /// Waits until it rings here.
    pub(crate) async fn rung(&self) {
        self.here.notified().await;
    }

    /// Waits until the others should hear of it.
    pub(crate) async fn to_be_passed_on(&self) {
        self.elsewhere.notified().await;
    }
}
