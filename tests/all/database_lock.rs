//! One program a database: a second one says so and leaves; one that was killed is in nobody's way.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanai_store::{Address, Held, Store, StoreError};

use lanai_testing::homes::in_both;
use lanai_testing::outside::extent;

/// How long a program may take to start, or to leave.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts the program on a porch of its own.
fn start(folder: &Path, database: &Address) -> Child {
    let database = match database {
        Address::File(path) => path.as_os_str(),
        Address::Server(address) => address.as_ref(),
    };
    Command::new(crate::program::binary())
        .current_dir(folder)
        .env_clear()
        .env("LANAI_PORCH", "127.0.0.1:0")
        .env("LANAI_DATABASE", database)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn second_program_on_a_database_refuses_to_start() {
    in_both(async |database| {
        let (folder, address) = (tempfile::tempdir().unwrap(), database.address());
        let held = async || matches!(Held::hold(&address).await, Err(StoreError::InUse { .. }));
        for _ in 0..extent(1, 2) {
            let mut first = start(folder.path(), &address);
            until("the first holds it", held).await;
            let mut second = start(folder.path(), &address);
            let mut left = None;
            until("the second leaves", async || {
                left = second.try_wait().unwrap();
                left.is_some()
            })
            .await;
            assert!(!left.unwrap().success());
            let mut said = String::new();
            second
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut said)
                .unwrap();
            assert!(
                said.contains(&format!("{address} is in use: another Lanai serves it")),
                "{said}"
            );
            // However it ends, it holds nothing afterwards.
            first.kill().unwrap();
            first.wait().unwrap();
            until("nobody holds it", async || !held().await).await;
        }
    });
}

/// A server that began anew has let go of whatever was held there, and the processes go on.
#[test]
fn a_process_without_leases_still_serves() {
    in_both(async |database| {
        let address = database.address();
        if matches!(address, Address::File(_)) {
            return;
        }
        let store = database.store().await;
        store.processes().join(1).await.unwrap();
        let renews = tokio::spawn({
            let store = store.clone();
            async move {
                loop {
                    store.processes().renew(1).await.unwrap();
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
        assert!(matches!(
            Held::hold(&address).await,
            Err(StoreError::InUse { .. })
        ));
        renews.abort();
        // The lease of one that is gone runs out, and whoever waits for that is let in.
        Held::hold(&address).await.unwrap();
    });
}

#[cfg(unix)]
#[test]
fn database_behind_a_symlink_is_locked_at_its_target() {
    in_both(async |database| {
        let Address::File(file) = database.address() else {
            return;
        };
        database.store().await.close().await;
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(std::path::absolute(&file).unwrap(), &link).unwrap();
        let link = Address::File(link);
        let held = Held::hold(&Address::File(file)).await.unwrap();
        assert!(matches!(
            Held::hold(&link).await,
            Err(StoreError::InUse { .. })
        ));
        drop(held);
        let store = Store::at(&link).await.unwrap();
        store.values().set("what", "was written").await.unwrap();
        assert_eq!(
            store.values().get("what").await.unwrap().as_deref(),
            Some("was written")
        );
        store.close().await;
    });
}

#[test]
fn reading_needs_no_lock() {
    in_both(async |database| {
        let held = Held::hold(&database.address()).await.unwrap();
        database.store().await.close().await;
        drop(held);
        until("nobody holds it", async || {
            Held::hold(&database.address()).await.is_ok()
        })
        .await;
    });
}
