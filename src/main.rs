//! The program `lanai`: the library holds all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    lanai::app::run()
}
