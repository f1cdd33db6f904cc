//! What the doctor sees on the machine: settings, pictures, the database, the disk.

use std::io;

use super::report::Report;
use crate::config::Config;
use crate::drawing::{Look, Studio};
use crate::operating::backups;
use crate::store::{Address, Condition, Unfit, fits_together, folder_of};

/// So few megabytes do not last: no move is kept on a full disk.
const FEW_MEGABYTES: u64 = 100;

pub(super) fn settings(report: &mut Report, config: &Config) -> io::Result<()> {
    if config.proxy.is_some() && config.limiter {
        return report.wrong("doctor-settings-limiter", &[]);
    }
    match crate::operating::dictionary(config) {
        Ok(_) => report.fine("doctor-settings", &[]),
        Err(flawed) => report.wrong("doctor-settings-words", &[("why", flawed.to_string().into())]),
    }
}

/// Letters and pieces are part of the program.
pub(super) fn pictures(report: &mut Report) -> io::Result<()> {
    match Studio::open(Look::default()) {
        Ok(_) => report.fine("doctor-pictures", &[]),
        Err(error) => report.wrong("doctor-pictures-wrong", &[("why", error.to_string().into())]),
    }
}

pub(super) async fn database(report: &mut Report<'_>, database: &Address) -> io::Result<()> {
    let fill = [("file", database.to_string().into())];
    let condition = match Condition::of(database).await {
        Ok(Condition::New) => Ok(Condition::New),
        Ok(other) => fits_together(database, database).await.map(|()| other),
        Err(unfit) => Err(unfit),
    };
    match condition {
        Ok(Condition::New) => report.known("doctor-database-new", &fill),
        Ok(Condition::Older(_)) => report.known("doctor-database-older", &fill),
        Ok(Condition::Today) => report.fine("doctor-database", &fill),
        Err(unfit) => unusable(report, &unfit),
    }
}

fn unusable(report: &mut Report, unfit: &Unfit) -> io::Result<()> {
    let why = backups::unfit_told(report.words, unfit);
    report.wrong("doctor-database-wrong", &[("why", why.into())])
}

/// A database on a server is on the server's disk.
pub(super) fn disk(report: &mut Report, database: &Address) -> io::Result<()> {
    let Address::File(path) = database else { return Ok(()) };
    let folder = folder_of(path);
    let name = folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).display().to_string();
    match fs4::available_space(folder) {
        Ok(bytes) => {
            let free = bytes / 1_000_000;
            let fill = [("folder", name.into()), ("free", free.into())];
            if free < FEW_MEGABYTES {
                report.wrong("doctor-disk-full", &fill)
            } else {
                report.fine("doctor-disk", &fill)
            }
        }
        Err(error) => {
            let fill = [("folder", name.into()), ("why", error.to_string().into())];
            report.wrong("doctor-disk-unseen", &fill)
        }
    }
}
