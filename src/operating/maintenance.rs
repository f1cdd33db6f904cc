//! `lanai away`: answers every interaction with a notice while the bot is under maintenance.

use std::io::{self, Write as _};

use crate::cli::AwayArgs;
use crate::config::Config;
use crate::error::CommandError;
use crate::key;
use lanai_discord::{BotSettings, ConnectionSettings, MaintenanceResponder};
use lanai_text::Words;

/// Answers in place of the bot until `stop` resolves.
pub async fn run_maintenance_responder(
    config: &Config,
    words: &Words,
    arguments: AwayArgs,
    stop: impl Future<Output = ()>,
) -> Result<(), CommandError> {
    let Some(token) = &config.token else {
        return Err(CommandError::MaintenanceWithoutToken);
    };
    let connection = ConnectionSettings {
        token: token.reveal().to_owned(),
        proxy: config.proxy.clone(),
        limiter: config.limiter,
        settings: BotSettings::default(),
    };
    let dictionary = super::load_dictionary(config)?;
    let responder =
        MaintenanceResponder::connect(&connection, dictionary, arguments.reason).await?;
    writeln!(io::stdout(), "{}", words.say(key::AWAY_BEGUN, &[]))?;
    Ok(responder.run_until(stop).await?)
}
