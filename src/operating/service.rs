//! Notifications for a service manager that asks for them, such as systemd.
//!
//! A service manager restarts the program if no notification arrives within the time in its
//! settings: see `packaging`.

use std::future::Future;

/// Notifies that the bot serves, and then after every health check that it is still alive.
///
/// The result of the check does not matter: the watchdog is for a program that hangs. A restart
/// does not help if the database or Discord is unavailable.
#[cfg(unix)]
pub async fn notify_service_manager<F: Future>(check_health: impl Fn() -> F) {
    use sd_notify::NotifyState;
    // A third of the timeout leaves room for a notification that is late.
    let interval = sd_notify::watchdog_enabled().map(|timeout| timeout / 3);
    notify(NotifyState::Ready);
    let Some(interval) = interval else { return };
    loop {
        tokio::time::sleep(interval).await;
        check_health().await;
        notify(NotifyState::Watchdog);
    }
}

/// Does nothing, because no service manager of this system asks for notifications.
#[cfg(not(unix))]
pub async fn notify_service_manager<F: Future>(_: impl Fn() -> F) {}

/// Notifies that the bot stops on purpose.
pub fn notify_stopping() {
    #[cfg(unix)]
    notify(sd_notify::NotifyState::Stopping);
}

/// Sends a notification; does nothing without a service manager.
#[cfg(unix)]
fn notify(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager cannot be notified");
    }
}
