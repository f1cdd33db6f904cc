//! What the service manager of the system is told, if it asks to be: that the bot serves, that it is still there, and that it
//! leaves. If it hears nothing for as long as its settings say, it ends the program and begins it anew: see `packaging`.

use std::future::Future;

/// Tells that the bot serves, and from then on that it is still there: each time after it was felt, whatever was found. It is for
/// a program that stands still, and not for a database or a Discord that is away, where beginning anew helps nobody.
#[cfg(unix)]
pub async fn vouch<F: Future>(feel: impl Fn() -> F) {
    use sd_notify::NotifyState;
    // A third of the time leaves room for one that is late.
    let every = sd_notify::watchdog_enabled().map(|most| most / 3);
    tell(NotifyState::Ready);
    let Some(every) = every else { return };
    loop {
        tokio::time::sleep(every).await;
        feel().await;
        tell(NotifyState::Watchdog);
    }
}

/// There is no such manager here.
#[cfg(not(unix))]
pub async fn vouch<F: Future>(_: impl Fn() -> F) {}

/// Tells that the bot leaves, and that it is not to be missed.
pub fn leaves() {
    #[cfg(unix)]
    tell(sd_notify::NotifyState::Stopping);
}

/// Nobody is told where nobody asks to be.
#[cfg(unix)]
fn tell(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager cannot be told how the bot is");
    }
}
