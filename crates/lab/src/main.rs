//! Runs the developers' tools; see `cargo run --release -p lanai-lab -- --help`.

use std::error::Error;

use clap::Parser as _;
use lanai_lab::Lab;

fn main() -> Result<(), Box<dyn Error>> {
    Lab::parse().run(&mut std::io::stdout().lock())
}
