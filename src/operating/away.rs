//! `lanai away`: while a bot is being moved, restored or mended, whoever asks for something reads that it is away.

use std::error::Error;
use std::io::{self, Write as _};

use crate::cli::AwayArgs;
use crate::config::Config;
use lanai_discord::{BotSettings, ConnectionSettings, MaintenanceResponder};
use lanai_text::Words;

/// Stands in for the bot, until it is told to stop.
pub async fn stand_in(
    config: &Config,
    words: &Words,
    arguments: AwayArgs,
    stop: impl Future<Output = ()>,
) -> Result<(), Box<dyn Error>> {
    let Some(token) = &config.token else {
        return Err(words.say("away-no-token", &[]).into());
    };
    let line = ConnectionSettings {
        token: token.reveal().to_owned(),
        proxy: config.proxy.clone(),
        limiter: config.limiter,
        settings: BotSettings::default(),
    };
    let responder =
        MaintenanceResponder::by(&line, super::dictionary(config)?, arguments.reason).await?;
    writeln!(io::stdout(), "{}", words.say("away-begun", &[]))?;
    Ok(responder.stay(stop).await?)
}
