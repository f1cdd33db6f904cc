//! `lanai doctor`: what keeps a bot from serving, or soon will. Each thing is looked at by itself and told in one line, with
//! what to do about it. It looks, and changes nothing, unless it is to try a channel out.

mod chat;
mod compared;
mod house;
mod live;
mod report;

use std::error::Error;

use futures::FutureExt as _;

use crate::cli::DoctorArgs;
use crate::config::{Config, Unusable};
use lanai_store::Address;
use lanai_text::Words;
use report::Report;

/// Looks at everything, until it is told to stop; an error if something is wrong.
pub async fn examine(
    config: Result<Config, Unusable>,
    words: &Words,
    arguments: &DoctorArgs,
    stop: impl Future<Output = ()>,
) -> Result<(), Box<dyn Error>> {
    let mut report = Report::begin(words);
    let stop = stop.shared();
    let config = match config {
        Ok(config) => config,
        Err(why) => {
            report.wrong("doctor-settings-wrong", &[("why", why.to_string().into())])?;
            house::pictures(&mut report)?;
            return report.end();
        }
    };
    let database = match super::database(&config) {
        Ok(database) => database,
        Err(why) => {
            report.wrong("doctor-settings-wrong", &[("why", why.to_string().into())])?;
            return report.end();
        }
    };
    tokio::select! {
        looked = look(&mut report, &config, &database) => looked?,
        () = stop.clone() => return Err(words.say("live-stopped", &[]).into()),
    }
    if let Some(channel) = arguments.live {
        // Whoever stops this waits until the channel is as it was.
        live::try_out(&mut report, &config, channel, stop).await?;
    }
    report.end()
}

async fn look(
    report: &mut Report<'_>,
    config: &Config,
    database: &Address,
) -> Result<(), Box<dyn Error>> {
    house::settings(report, config)?;
    house::pictures(report)?;
    house::database(report, database).await?;
    house::disk(report, database)?;
    house::backups(report, database)?;
    Ok(chat::examine(report, config, database).await?)
}
