//! Optional requirements of tests, such as a browser or a PostgreSQL server.
//!
//! A test without a requirement is skipped with a message. It fails if `LANAI_REQUIRE` lists that
//! requirement.

use std::env;
use std::io::{self, Write as _};

/// Reports that a test is skipped because a requirement is missing; panics if it is mandatory.
pub fn report_missing(description: &str, why: &str) {
    let required = env::var("LANAI_REQUIRE").unwrap_or_default();
    assert!(
        !is_required(&required, description),
        "{description} is required: {why}"
    );
    // Writes to the process's stderr directly, because the test harness hides the output of passing
    // tests.
    let _ = writeln!(io::stderr(), "LEFT OUT, for want of {description}: {why}");
}

fn is_required(list: &str, description: &str) -> bool {
    list.split(',').any(|word| word.trim() == description)
}

/// Makes a command run as an unprivileged user if the tests run as root, to whom file permissions
/// do not apply.
#[cfg(unix)]
pub fn drop_privileges(command: &mut std::process::Command) {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    let is_root = tempfile::tempfile().unwrap().metadata().unwrap().uid() == 0;
    if is_root {
        command.uid(65_534);
    }
}

/// Returns the size of a long test: `usual` by default, `large` if `LANAI_LARGE` is set.
pub fn test_size(usual: usize, large: usize) -> usize {
    if env::var_os("LANAI_LARGE").is_some() {
        large
    } else {
        usual
    }
}
