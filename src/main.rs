//! The door: reads the command line and hands it to the desk.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser;
use lanai::desk;

fn main() -> ExitCode {
    let cli = desk::Cli::parse();
    let outcome = desk::run(cli, &mut io::stdin().lock(), &mut io::stdout().lock());
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closed the pipe has seen enough.
        Err(desk::Trouble::Terminal(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(trouble) => {
            let _ = writeln!(io::stderr(), "lanai: {trouble}");
            ExitCode::FAILURE
        }
    }
}
