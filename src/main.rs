//! The binary `lanai`, whose code is all in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    lanai::app::run()
}
