//! What some tests need from outside this repository: a browser, Discord's description, libraries of others. Where it is lacking
//! they are left out, loudly; and where `LANAI_REQUIRE` names it, that is a failure. And how long the long proofs are.

use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Says that a test is left out because something is not there. Where that is required, the test fails.
pub(crate) fn lacking(what: &str, why: &str) {
    let required = env::var("LANAI_REQUIRE").unwrap_or_default();
    assert!(!is_required(&required, what), "{what} is required: {why}");
    // Past the harness, which keeps to itself what a test says that does not fail.
    let _ = writeln!(io::stderr(), "LEFT OUT, for want of {what}: {why}");
}

/// Whether a list of words, with commas, has this one.
fn is_required(list: &str, what: &str) -> bool {
    list.split(',').any(|word| word.trim() == what)
}

/// Returns the program under test: the one built with the tests, or another build of it that `LANAI_PROGRAM` names.
pub(crate) fn program() -> PathBuf {
    env::var_os("LANAI_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_lanai").into(), PathBuf::from)
}

/// Makes a command run as a user to whom other users' permissions apply, which they do not to root.
#[cfg(unix)]
pub(crate) fn without_rights(command: &mut std::process::Command) {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    let is_root = tempfile::tempfile().unwrap().metadata().unwrap().uid() == 0;
    if is_root {
        command.uid(65_534);
    }
}

/// How much of a long proof is done: a little of it with every change, all of it where `LANAI_LARGE` is set.
pub(crate) fn extent(usual: usize, large: usize) -> usize {
    if env::var_os("LANAI_LARGE").is_some() { large } else { usual }
}

#[test]
fn what_is_required_is_named_between_commas() {
    for (list, required) in [("axe", true), ("browser, axe", true), ("axes", false), ("", false)] {
        assert_eq!(is_required(list, "axe"), required, "{list}");
    }
}
