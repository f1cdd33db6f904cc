//! Small disks for tests that fill them.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::outside::lacking;

/// Set for the process that runs on a disk of its own: where it is.
pub const DISK: &str = "LANAI_TEST_DISK";
/// What that process says when it is done.
pub const ALL_HELD: &str = "all of it held";

/// How somebody who is not root may mount something for themselves.
pub const AS_ONESELF: &[&str] = &["--user", "--map-root-user"];

/// Returns the disk that was made for this process, if one was.
pub fn disk_of_this_test() -> Option<PathBuf> {
    env::var_os(DISK).map(PathBuf::from)
}

/// Starts one of these tests on a disk of its own, in one of these ways.
pub fn on_a_small_disk(size: &str, test: &str, ways: &[&[&str]]) {
    let disk = tempfile::tempdir().unwrap();
    // A mount that only this process and its children see, and that goes with them.
    let script = format!(
        "mount -t tmpfs -o size={size},mode=755 tmpfs \"$LANAI_TEST_DISK\" && exec \"$0\" \"$@\""
    );
    let unshare = |more: &[&str]| {
        let mut started = Command::new("unshare");
        started
            .args(more)
            .args(["--mount", "sh", "-c", &script])
            .env(DISK, disk.path());
        started.stdin(Stdio::null());
        started
    };
    let may_mount = |more: &[&str]| {
        unshare(more)
            .arg("true")
            .output()
            .is_ok_and(|it| it.status.success())
    };
    let Some(more) = ways.iter().find(|more| may_mount(more)) else {
        return lacking("mount", "no disk can be mounted here, so none is filled");
    };
    let writer = unshare(more)
        .arg(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&writer.stdout);
    assert!(
        told.contains(ALL_HELD),
        "{told}\n{}",
        String::from_utf8_lossy(&writer.stderr)
    );
}
