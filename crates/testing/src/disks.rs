//! Runs tests that fill a disk on small disks of their own.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::outside::{Requirement, report_missing};

/// The variable that tells a child process where its small disk is mounted.
pub const DISK: &str = "LANAI_TEST_DISK";
/// The text that the child process prints after all assertions held.
pub const ALL_PASSED: &str = "all of it held";

/// The arguments of `unshare` that let an unprivileged user mount a file system.
pub const UNSHARE_USER: &[&str] = &["--user", "--map-root-user"];

/// Returns the small disk that was mounted for this process, or `None` outside of such a child.
pub fn small_disk_of_child() -> Option<PathBuf> {
    env::var_os(DISK).map(PathBuf::from)
}

/// Runs one test in a child process on a small disk, with the first `unshare` arguments in `ways`
/// that work here.
pub fn run_on_small_disk(size: &str, test: &str, ways: &[&[&str]]) {
    let disk = tempfile::tempdir().unwrap();
    // The mount is visible to this process and its children only, and disappears with them.
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
            .is_ok_and(|item| item.status.success())
    };
    let Some(more) = ways.iter().find(|more| may_mount(more)) else {
        return report_missing(
            Requirement::Mount,
            "no disk can be mounted here, so none is filled",
        );
    };
    let writer = unshare(more)
        .arg(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&writer.stdout);
    assert!(
        told.contains(ALL_PASSED),
        "{told}\n{}",
        String::from_utf8_lossy(&writer.stderr)
    );
}
