//! One program a database: a second one says so and leaves; one that was killed is in nobody's way.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanai::store::{Held, Store, StoreError};

use super::wait;

/// How long a program may take to start, or to leave.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts the program on a porch of its own.
fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lanai"))
        .current_dir(folder)
        .env_clear()
        .env("LANAI_PORCH", "127.0.0.1:0")
        .env("LANAI_DATABASE", folder.join("lanai.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_second_program_on_the_same_database_says_so_and_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let held = || matches!(Held::hold(&folder.path().join("lanai.db")), Err(StoreError::InUse { .. }));
    for _ in 0..2 {
        let mut first = start(folder.path());
        until("the first holds it", held);
        let mut second = start(folder.path());
        let mut left = None;
        until("the second leaves", || {
            left = second.try_wait().unwrap();
            left.is_some()
        });
        assert!(!left.unwrap().success());
        let mut said = String::new();
        second.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("lanai.db is in use: another Lanai serves it"), "{said}");
        // However it ends, it holds nothing afterwards.
        first.kill().unwrap();
        first.wait().unwrap();
        assert!(!held());
    }
}

#[test]
fn whoever_only_looks_needs_not_hold_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    let held = Held::hold(&file).unwrap();
    wait(async { Store::open(&file).await.unwrap().close().await });
    drop(held);
    Held::hold(&file).unwrap();
}
