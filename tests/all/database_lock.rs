//! One program per database: a second one is refused, and a killed one leaves no lock.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanai_store::{Address, DatabaseLock, Store, StoreError};

use lanai_testing::homes::on_both_databases;
use lanai_testing::outside::test_size;

/// How long a program may take to start or end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts the program on a porch of its own.
fn start_program(folder: &Path, database: &Address) -> Child {
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

async fn wait_until(description: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < PATIENCE, "never: {description}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn second_program_on_a_database_refuses_to_start() {
    on_both_databases(async |database| {
        let (folder, address) = (tempfile::tempdir().unwrap(), database.address());
        let held = async || {
            matches!(
                DatabaseLock::acquire(&address).await,
                Err(StoreError::InUse { .. })
            )
        };
        for _ in 0..test_size(1, 2) {
            let mut first = start_program(folder.path(), &address);
            wait_until("the first holds it", held).await;
            let mut second = start_program(folder.path(), &address);
            let mut left = None;
            wait_until("the second leaves", async || {
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
            // The lock is released however the program ends.
            first.kill().unwrap();
            first.wait().unwrap();
            wait_until("the lock is free", async || !held().await).await;
        }
    });
}

/// A PostgreSQL server that restarted has released all locks, and the processes go on.
#[test]
fn a_process_without_leases_still_serves() {
    on_both_databases(async |database| {
        let address = database.address();
        if matches!(address, Address::File(_)) {
            return;
        }
        let store = database.open_store().await;
        store.processes().join(1).await.unwrap();
        let renews = tokio::spawn({
            let store = store.clone();
            async move {
                loop {
                    store.processes().renew_lease(1).await.unwrap();
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
        assert!(matches!(
            DatabaseLock::acquire(&address).await,
            Err(StoreError::InUse { .. })
        ));
        renews.abort();
        // The lease of a lost process expires, and another process may start.
        DatabaseLock::acquire(&address).await.unwrap();
    });
}

#[cfg(unix)]
#[test]
fn database_behind_a_symlink_is_locked_at_its_target() {
    on_both_databases(async |database| {
        let Address::File(file) = database.address() else {
            return;
        };
        database.open_store().await.close().await;
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(std::path::absolute(&file).unwrap(), &link).unwrap();
        let link = Address::File(link);
        let held = DatabaseLock::acquire(&Address::File(file)).await.unwrap();
        assert!(matches!(
            DatabaseLock::acquire(&link).await,
            Err(StoreError::InUse { .. })
        ));
        drop(held);
        let store = Store::connect(&link).await.unwrap();
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
    on_both_databases(async |database| {
        let held = DatabaseLock::acquire(&database.address()).await.unwrap();
        database.open_store().await.close().await;
        drop(held);
        wait_until("the lock is free", async || {
            DatabaseLock::acquire(&database.address()).await.is_ok()
        })
        .await;
    });
}
