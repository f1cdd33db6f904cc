//! What the doctor sees on the machine: settings, pictures, the database, the disk.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::report::Report;
use crate::config::Config;
use crate::operating::backing_up::newest_backup;
use crate::operating::backups;
use lanai_render::{Look, Studio};
use lanai_store::{
    Address, Condition, Unfit, check_file, check_server, fits_together, folder_of, leftovers,
};

/// So few megabytes do not last: no move is kept on a full disk.
const FEW_MEGABYTES: u64 = 100;
/// With a database farther away, moves become slow.
const MAX_ROUND_TRIP: Duration = Duration::from_millis(2);
/// Where the Debian package keeps backups.
const PACKAGE_BACKUPS: &str = "/var/backups/lanai";
/// Backups are made every night.
const MAX_BACKUP_AGE: Duration = Duration::from_hours(48);

pub(super) fn settings(report: &mut Report, config: &Config) -> io::Result<()> {
    if config.proxy.is_some() && config.limiter {
        return report.wrong("doctor-settings-limiter", &[]);
    }
    match crate::operating::dictionary(config) {
        Ok(_) => {
            report.fine("doctor-settings", &[])?;
            env_file(report)
        }
        Err(flawed) => report.wrong(
            "doctor-settings-words",
            &[("why", flawed.to_string().into())],
        ),
    }
}

/// The file of settings may hold the token.
#[cfg(unix)]
fn env_file(report: &mut Report) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(found) = std::fs::metadata(".env") else {
        return Ok(());
    };
    let mode = found.mode() & 0o7777;
    let of_others = mode & 0o077;
    if of_others == 0 {
        return Ok(());
    }
    report.known(
        "doctor-settings-open",
        &[("mode", format!("{mode:04o}").into())],
    )
}

#[cfg(not(unix))]
fn env_file(_: &mut Report) -> io::Result<()> {
    Ok(())
}

/// Letters and pieces are part of the program.
pub(super) fn pictures(report: &mut Report) -> io::Result<()> {
    match Studio::open(Look::default()) {
        Ok(_) => report.fine("doctor-pictures", &[]),
        Err(error) => report.wrong(
            "doctor-pictures-wrong",
            &[("why", error.to_string().into())],
        ),
    }
}

pub(super) async fn database(report: &mut Report<'_>, database: &Address) -> io::Result<()> {
    let fill = [("file", database.to_string().into())];
    let usable = match database {
        Address::File(path) => check_file(path).map(|()| None).map_err(Unfit::from),
        Address::Server(address) => check_server(address).await.map(Some),
    };
    match usable {
        Ok(round_trip) => round_trip.map_or(Ok(()), |took| latency(report, took))?,
        Err(unfit) => return unusable(report, &unfit),
    }
    let condition = match Condition::of(database).await {
        Ok(Condition::New) => Ok(Condition::New),
        Ok(other) => fits_together(database, database).await.map(|()| other),
        Err(unfit) => Err(unfit),
    };
    match condition {
        Ok(Condition::New) => report.known("doctor-database-new", &fill),
        Ok(Condition::Older(_)) => report.known("doctor-database-older", &fill),
        Ok(Condition::Current) => report.fine("doctor-database", &fill),
        Err(unfit) => unusable(report, &unfit),
    }
}

/// A move takes two dozen round trips or more.
fn latency(report: &mut Report, round_trip: Duration) -> io::Result<()> {
    let fill = [(
        "ms",
        format!("{:.2}", round_trip.as_secs_f64() * 1000.0).into(),
    )];
    if round_trip > MAX_ROUND_TRIP {
        report.known("doctor-latency-far", &fill)
    } else {
        report.fine("doctor-latency", &fill)
    }
}

/// Tells of the backups where the documentation puts them, and of what killed ones left.
pub(super) fn backups(report: &mut Report, database: &Address) -> io::Result<()> {
    let here = match database {
        Address::File(path) => folder_of(path),
        Address::Server(_) => Path::new("."),
    };
    let folders = [here.join("backups"), PathBuf::from(PACKAGE_BACKUPS)];
    for folder in &folders {
        let Some(made) = newest_backup(folder) else {
            continue;
        };
        let age = made.elapsed().unwrap_or_default();
        let hours = age.as_secs() / 3600;
        let fill = [
            ("folder", folder.display().to_string().into()),
            ("hours", hours.into()),
        ];
        if age > MAX_BACKUP_AGE {
            report.known("doctor-backups-old", &fill)?;
        } else {
            report.fine("doctor-backups", &fill)?;
        }
    }
    let left: Vec<PathBuf> = folders
        .iter()
        .map(PathBuf::as_path)
        .chain([here])
        .flat_map(leftovers)
        .collect();
    if left.is_empty() {
        return Ok(());
    }
    let list = left
        .iter()
        .map(|it| it.display().to_string())
        .collect::<Vec<_>>()
        .join(", ");
    report.known("doctor-leftovers", &[("list", list.into())])
}

fn unusable(report: &mut Report, unfit: &Unfit) -> io::Result<()> {
    let why = backups::unfit_told(report.words, unfit);
    report.wrong("doctor-database-wrong", &[("why", why.into())])
}

/// A database on a server is on the server's disk.
pub(super) fn disk(report: &mut Report, database: &Address) -> io::Result<()> {
    let Address::File(path) = database else {
        return Ok(());
    };
    let folder = folder_of(path);
    let name = folder
        .canonicalize()
        .unwrap_or_else(|_| folder.to_owned())
        .display()
        .to_string();
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
