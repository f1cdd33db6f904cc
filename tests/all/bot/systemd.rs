//! Notifications to systemd.

use std::time::{Duration, Instant};

use tokio::net::UnixDatagram;
use tokio::time::timeout;

use super::Scene;
use super::restarts::{Program, settings};

/// The watchdog interval.
const WATCHDOG_INTERVAL: Duration = Duration::from_millis(600);

/// The service manager.
struct Manager(UnixDatagram);

impl Manager {
    async fn receive(&self) -> String {
        let mut said = [0; 256];
        let heard = timeout(Duration::from_secs(30), self.0.recv(&mut said)).await;
        let length = heard.expect("it says something in time").unwrap();
        String::from_utf8(said[..length].to_vec())
            .unwrap()
            .trim()
            .to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn systemd_is_notified_of_start_watchdog_and_stop() {
    let mut scene = Scene::open_on_file(settings()).await;
    let database = scene.create_database();
    let socket = database.with_extension("socket");
    let manager = Manager(UnixDatagram::bind(&socket).unwrap());
    let most = WATCHDOG_INTERVAL.as_micros().to_string();
    let told = [
        ("NOTIFY_SOCKET", socket.to_str().unwrap()),
        ("WATCHDOG_USEC", &most),
    ];
    let program = Program::start_with(
        &scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &told,
    );
    assert_eq!(manager.receive().await, "READY=1");
    scene.wait_for_bot().await;
    let begun = Instant::now();
    for _ in 0..6 {
        assert_eq!(manager.receive().await, "WATCHDOG=1");
    }
    assert!(
        begun.elapsed() >= WATCHDOG_INTERVAL,
        "more often than it must"
    );
    // The watchdog is notified even without a database, because a restart would not help.
    std::fs::rename(&database, database.with_extension("gone")).unwrap();
    for _ in 0..6 {
        assert_eq!(manager.receive().await, "WATCHDOG=1");
    }
    std::fs::rename(database.with_extension("gone"), &database).unwrap();
    program.send_stop();
    while manager.receive().await != "STOPPING=1" {}
    scene.porch.take().unwrap().close().await;
}
