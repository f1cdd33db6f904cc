//! Checks on this machine: settings, pictures, the database, backups and the disk.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::report::Report;
use crate::config::Config;
use crate::error::describe_unusable_database;
use crate::key;
use crate::operating::backup::newest_backup_time;
use lanai_render::{Look, Theme};
use lanai_store::{
    Address, SchemaState, UnusableDatabase, check_file, check_integrity, check_server, folder_of,
    list_leftovers,
};

/// With less free space, the disk may soon be full, and no move could be saved.
const MIN_FREE_MEGABYTES: u64 = 100;
/// With a longer round trip to the database, moves become slow.
const MAX_ROUND_TRIP: Duration = Duration::from_millis(2);
/// The backup folder of the Debian package.
const PACKAGE_BACKUP_FOLDER: &str = "/var/backups/lanai";
/// Backups are made every night, so if the newest is older than this, a backup has failed.
const MAX_BACKUP_AGE: Duration = Duration::from_hours(48);

pub(super) fn check_settings(report: &mut Report, config: &Config) -> io::Result<()> {
    if config.proxy.is_some() && config.limiter {
        return report.fail(key::DOCTOR_SETTINGS_LIMITER, &[]);
    }
    match crate::operating::load_dictionary(config) {
        Ok(_) => {
            report.pass(key::DOCTOR_SETTINGS, &[])?;
            check_secret_files(report, config)
        }
        Err(flawed) => report.fail(
            key::DOCTOR_SETTINGS_WORDS,
            &[("why", flawed.to_string().into())],
        ),
    }
}

/// Warns if other users can access a file that may hold a secret.
#[cfg(unix)]
fn check_secret_files(report: &mut Report, config: &Config) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    for file in [Path::new(".env")].into_iter().chain(config.secret_files()) {
        // systemd and container engines guard the folders in which they mount secrets.
        if file.starts_with("/run") {
            continue;
        }
        let mode = std::fs::metadata(file).map_or(0, |found| found.mode() & 0o7777);
        if mode & 0o077 != 0 {
            let arguments = [
                ("file", file.display().to_string().into()),
                ("mode", format!("{mode:04o}").into()),
            ];
            report.warn(key::DOCTOR_SETTINGS_OPEN, &arguments)?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_secret_files(_: &mut Report, _: &Config) -> io::Result<()> {
    Ok(())
}

/// Checks the fonts and pieces, which are part of the program.
pub(super) fn check_pictures(report: &mut Report) -> io::Result<()> {
    match Theme::open(Look::default()) {
        Ok(_) => report.pass(key::DOCTOR_PICTURES, &[]),
        Err(error) => report.fail(
            key::DOCTOR_PICTURES_WRONG,
            &[("why", error.to_string().into())],
        ),
    }
}

pub(super) async fn check_database(report: &mut Report<'_>, database: &Address) -> io::Result<()> {
    // PostgreSQL checks its files itself.
    let kind = match database {
        Address::File(_) => "file",
        Address::Server(_) => "server",
    };
    let arguments = [("file", database.to_string().into()), ("kind", kind.into())];
    let access = match database {
        Address::File(path) => check_file(path)
            .map(|()| None)
            .map_err(UnusableDatabase::from),
        Address::Server(address) => check_server(address).await.map(Some),
    };
    match access {
        Ok(round_trip) => round_trip.map_or(Ok(()), |took| report_latency(report, took))?,
        Err(unusable) => return report_unusable_database(report, &unusable),
    }
    let condition = match SchemaState::load(database).await {
        Ok(SchemaState::New) => Ok(SchemaState::New),
        Ok(other) => check_integrity(database, database).await.map(|()| other),
        Err(unusable) => Err(unusable),
    };
    match condition {
        Ok(SchemaState::New) => report.warn(key::DOCTOR_DATABASE_NEW, &arguments),
        Ok(SchemaState::Older(_)) => report.warn(key::DOCTOR_DATABASE_OLDER, &arguments),
        Ok(SchemaState::Current) => report.pass(key::DOCTOR_DATABASE, &arguments),
        Err(unusable) => report_unusable_database(report, &unusable),
    }
}

/// Reports how long a round trip to the database takes. A move needs two dozen or more.
fn report_latency(report: &mut Report, round_trip: Duration) -> io::Result<()> {
    let arguments = [(
        "ms",
        format!("{:.2}", round_trip.as_secs_f64() * 1000.0).into(),
    )];
    if round_trip > MAX_ROUND_TRIP {
        report.warn(key::DOCTOR_LATENCY_FAR, &arguments)
    } else {
        report.pass(key::DOCTOR_LATENCY, &arguments)
    }
}

/// Reports the age of the backups in the documented folders, and remains of interrupted backups.
pub(super) fn check_backups(report: &mut Report, database: &Address) -> io::Result<()> {
    let database_folder = match database {
        Address::File(path) => folder_of(path),
        Address::Server(_) => Path::new("."),
    };
    let folders = [
        database_folder.join("backups"),
        PathBuf::from(PACKAGE_BACKUP_FOLDER),
    ];
    for folder in &folders {
        let Some(made) = newest_backup_time(folder) else {
            continue;
        };
        let age = made.elapsed().unwrap_or_default();
        let hours = age.as_secs() / 3600;
        let arguments = [
            ("folder", folder.display().to_string().into()),
            ("hours", hours.into()),
        ];
        if age > MAX_BACKUP_AGE {
            report.warn(key::DOCTOR_BACKUPS_OLD, &arguments)?;
        } else {
            report.pass(key::DOCTOR_BACKUPS, &arguments)?;
        }
    }
    let leftover_files: Vec<PathBuf> = folders
        .iter()
        .map(PathBuf::as_path)
        .chain([database_folder])
        .flat_map(list_leftovers)
        .collect();
    if leftover_files.is_empty() {
        return Ok(());
    }
    let list = leftover_files
        .iter()
        .map(|file| file.display().to_string())
        .collect::<Vec<_>>()
        .join(", ");
    report.warn(key::DOCTOR_LEFTOVERS, &[("list", list.into())])
}

fn report_unusable_database(report: &mut Report, unusable: &UnusableDatabase) -> io::Result<()> {
    let why = describe_unusable_database(report.words, unusable);
    report.fail(key::DOCTOR_DATABASE_WRONG, &[("why", why.into())])
}

/// Checks the free space on the disk of a database file.
pub(super) fn check_disk(report: &mut Report, database: &Address) -> io::Result<()> {
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
            let arguments = [("folder", name.into()), ("free", free.into())];
            if free < MIN_FREE_MEGABYTES {
                report.fail(key::DOCTOR_DISK_FULL, &arguments)
            } else {
                report.pass(key::DOCTOR_DISK, &arguments)
            }
        }
        Err(error) => {
            let arguments = [("folder", name.into()), ("why", error.to_string().into())];
            report.fail(key::DOCTOR_DISK_UNSEEN, &arguments)
        }
    }
}
