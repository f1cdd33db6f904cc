//! What systemd hears of the program, if it is a service there.

use std::time::{Duration, Instant};

use tokio::net::UnixDatagram;
use tokio::time::timeout;

use super::restarts::{Program, settings};
use super::{Scene, evening};

/// As long as the service manager waits for a sign of life.
const MOST: Duration = Duration::from_millis(600);

/// The service manager.
struct Manager(UnixDatagram);

impl Manager {
    async fn hears(&self) -> String {
        let mut said = [0; 256];
        let heard = timeout(Duration::from_secs(30), self.0.recv(&mut said)).await;
        let length = heard.expect("it says something in time").unwrap();
        String::from_utf8(said[..length].to_vec())
            .unwrap()
            .trim()
            .to_owned()
    }
}

#[test]
fn systemd_is_notified_of_start_watchdog_and_stop() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let database = scene.database();
        let socket = database.with_extension("socket");
        let manager = Manager(UnixDatagram::bind(&socket).unwrap());
        let most = MOST.as_micros().to_string();
        let told = [
            ("NOTIFY_SOCKET", socket.to_str().unwrap()),
            ("WATCHDOG_USEC", &most),
        ];
        let program = Program::on(
            &scene,
            database.as_os_str(),
            &database.with_extension("log"),
            &told,
        );
        assert_eq!(manager.hears().await, "READY=1");
        scene.bot_is_there().await;
        let begun = Instant::now();
        for _ in 0..6 {
            assert_eq!(manager.hears().await, "WATCHDOG=1");
        }
        assert!(begun.elapsed() >= MOST, "more often than it must");
        // Even when there is nothing that it could do: then it would help nobody to begin anew.
        std::fs::rename(&database, database.with_extension("gone")).unwrap();
        for _ in 0..6 {
            assert_eq!(manager.hears().await, "WATCHDOG=1");
        }
        std::fs::rename(database.with_extension("gone"), &database).unwrap();
        program.is_told_to_stop();
        while manager.hears().await != "STOPPING=1" {}
        scene.porch.take().unwrap().close().await;
    });
}
