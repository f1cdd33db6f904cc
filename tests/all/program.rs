//! The program under test, as a process of its own.

use std::env;
use std::path::PathBuf;

/// Returns the program under test: the one built with the tests, or the one of `LANAI_PROGRAM`.
pub(crate) fn binary() -> PathBuf {
    env::var_os("LANAI_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_lanai").into(), PathBuf::from)
}
