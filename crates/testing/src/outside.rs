//! What some tests need from outside this repository, such as a browser or a server of PostgreSQL.
//!
//! A test without it is left out loudly, and fails where `LANAI_REQUIRE` names what is missing.

use std::env;
use std::io::{self, Write as _};

/// Says that a test is left out because something is not there. Where that is required, the test fails.
pub fn lacking(what: &str, why: &str) {
    let required = env::var("LANAI_REQUIRE").unwrap_or_default();
    assert!(!is_required(&required, what), "{what} is required: {why}");
    // Past the harness, which keeps to itself what a test says that does not fail.
    let _ = writeln!(io::stderr(), "LEFT OUT, for want of {what}: {why}");
}

/// Whether a list of words, with commas, has this one.
fn is_required(list: &str, what: &str) -> bool {
    list.split(',').any(|word| word.trim() == what)
}

/// Makes a command run as a user to whom other users' permissions apply, which they do not to root.
#[cfg(unix)]
pub fn without_rights(command: &mut std::process::Command) {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    let is_root = tempfile::tempfile().unwrap().metadata().unwrap().uid() == 0;
    if is_root {
        command.uid(65_534);
    }
}

/// How much of a long proof is done: a little of it with every change, all of it where `LANAI_LARGE` is set.
pub fn extent(usual: usize, large: usize) -> usize {
    if env::var_os("LANAI_LARGE").is_some() {
        large
    } else {
        usual
    }
}
