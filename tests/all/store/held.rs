//! One program a database: a second one says so and leaves; one that was killed is in nobody's way.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanai::store::{Address, Held, StoreError};

use super::in_both;

/// How long a program may take to start, or to leave.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts the program on a porch of its own.
fn start(folder: &Path, database: &Address) -> Child {
    let database = match database {
        Address::File(path) => path.as_os_str(),
        Address::Server(address) => address.as_ref(),
    };
    Command::new(env!("CARGO_BIN_EXE_lanai"))
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
fn a_second_program_on_the_same_database_says_so_and_leaves() {
    in_both(async |database| {
        let (folder, address) = (tempfile::tempdir().unwrap(), database.address());
        let held = async || matches!(Held::hold(&address).await, Err(StoreError::InUse { .. }));
        for _ in 0..2 {
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
            second.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert!(said.contains(&format!("{address} is in use: another Lanai serves it")), "{said}");
            // However it ends, it holds nothing afterwards.
            first.kill().unwrap();
            first.wait().unwrap();
            until("nobody holds it", async || !held().await).await;
        }
    });
}

#[test]
fn whoever_only_looks_needs_not_hold_it() {
    in_both(async |database| {
        let held = Held::hold(&database.address()).await.unwrap();
        database.store().await.close().await;
        drop(held);
        until("nobody holds it", async || Held::hold(&database.address()).await.is_ok()).await;
    });
}
