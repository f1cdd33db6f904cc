//! What whoever runs the bot does beside serving: each is a command, of which `cli` knows the arguments.

mod copying;
mod proving;
mod recounting;

use std::error::Error;

use crate::cli::{OperatingCommand, StoreCommand};
use crate::words::Words;

/// Does what is asked for, until it is told to stop.
pub async fn run(
    command: OperatingCommand,
    words: &Words,
    stop: impl Future<Output = ()>,
) -> Result<(), Box<dyn Error>> {
    let stopped = match &command {
        OperatingCommand::Store(StoreCommand::Copy(_)) => "copy-stopped",
        OperatingCommand::Store(StoreCommand::Recount(_)) => "recount-stopped",
    };
    tokio::select! {
        done = done(command, words) => done,
        () = stop => Err(words.say(stopped, &[]).into()),
    }
}

async fn done(command: OperatingCommand, words: &Words) -> Result<(), Box<dyn Error>> {
    match command {
        OperatingCommand::Store(StoreCommand::Copy(arguments)) => copying::copy(words, &arguments).await,
        OperatingCommand::Store(StoreCommand::Recount(arguments)) => {
            recounting::recount(words, &arguments).await
        }
    }
}
