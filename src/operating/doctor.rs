//! `lanai doctor`: finds problems that keep a bot from serving, or soon will.
//!
//! Each printed line is a result; the line of a problem says what to do. Nothing is changed, except
//! by the trial of a channel that the operator asks for.

mod board_checks;
mod comparison;
mod discord_checks;
mod live;
mod local_checks;
mod report;

use futures::FutureExt as _;

use crate::cli::DoctorArgs;
use crate::config::{Config, ConfigError};
use crate::error::CommandError;
use crate::key;
use lanai_store::Address;
use lanai_text::Words;
use report::Report;

/// Runs all checks until `stop` resolves; fails if a check fails.
pub async fn diagnose(
    config: Result<Config, ConfigError>,
    words: &Words,
    arguments: &DoctorArgs,
    stop: impl Future<Output = ()>,
) -> Result<(), CommandError> {
    let mut report = Report::new(words);
    let stop = stop.shared();
    let config = match config {
        Ok(config) => config,
        Err(why) => {
            report.fail(
                key::DOCTOR_SETTINGS_WRONG,
                &[("why", why.to_string().into())],
            )?;
            local_checks::check_pictures(&mut report)?;
            return report.finish();
        }
    };
    let database = match super::database_address(&config) {
        Ok(database) => database,
        Err(why) => {
            report.fail(
                key::DOCTOR_SETTINGS_WRONG,
                &[("why", why.to_string().into())],
            )?;
            return report.finish();
        }
    };
    tokio::select! {
        result = run_checks(&mut report, &config, &database) => result?,
        () = stop.clone() => return Err(CommandError::Stopped(key::LIVE_STOPPED)),
    }
    if let Some(channel) = arguments.live {
        // `stop` is passed on: a stopped trial deletes its messages before it ends.
        live::try_channel(&mut report, &config, channel, stop).await?;
    }
    report.finish()
}

async fn run_checks(
    report: &mut Report<'_>,
    config: &Config,
    database: &Address,
) -> Result<(), CommandError> {
    local_checks::check_settings(report, config)?;
    local_checks::check_pictures(report)?;
    local_checks::check_database(report, database).await?;
    local_checks::check_disk(report, database)?;
    local_checks::check_backups(report, database)?;
    board_checks::check_board(report, config).await?;
    Ok(discord_checks::check_discord(report, config, database).await?)
}
