//! A database as it stands, taken while somebody watches how far it is.

use std::error::Error;
use std::path::Path;

use crate::cli::Progress;
use lanai_store::{Address, Backup, BackupError, BackupStage, StoreError, Unfit};
use lanai_text::Words;

/// Takes it, in a folder of its own below this one.
pub(super) async fn take(
    words: &Words,
    database: &Address,
    below: &Path,
) -> Result<Backup, Box<dyn Error>> {
    let mut shown: Option<(BackupStage, Progress)> = None;
    let taken = Backup::of(database, below, |stage, done, of| {
        if shown.as_ref().is_none_or(|(before, _)| *before != stage) {
            shown = Some((stage, Progress::begin(words, name_of(stage), of)));
        }
        if let Some((_, progress)) = &mut shown {
            progress.at(done);
        }
    });
    taken.await.map_err(|error| told(words, &error).into())
}

fn name_of(stage: BackupStage) -> &'static str {
    match stage {
        BackupStage::Pages => "progress-backing-up",
        BackupStage::Rows => "progress-copying",
        BackupStage::Compared => "progress-comparing",
    }
}

/// Why a database cannot be held, in a sentence.
pub(super) fn served(words: &Words, error: StoreError) -> Box<dyn Error> {
    let StoreError::InUse { file } = error else {
        return error.into();
    };
    words.say("unfit-served", &[("file", file.into())]).into()
}

/// Why there is none, or why it is not kept, in a sentence.
pub(super) fn told(words: &Words, error: &BackupError) -> String {
    match error {
        BackupError::Unfit(unfit) => unfit_told(words, unfit),
        BackupError::Differs(table) => words.say("backup-differs", &[("table", (*table).into())]),
        BackupError::Exists(place) => words.say(
            "backup-exists",
            &[("file", place.display().to_string().into())],
        ),
        BackupError::Place { place, error } => {
            let fill = [
                ("file", place.display().to_string().into()),
                ("why", error.to_string().into()),
            ];
            words.say("backup-place", &fill)
        }
        BackupError::Copy(error) => error.to_string(),
        BackupError::Store(error) => error.to_string(),
    }
}

/// Why a database cannot be used, in a sentence.
pub(super) fn unfit_told(words: &Words, unfit: &Unfit) -> String {
    let of = |name: &str, file: &String| words.say(name, &[("file", file.into())]);
    let and = |name: &str, file: &String, (more, value): (&str, &String)| {
        words.say(name, &[("file", file.into()), (more, value.into())])
    };
    match unfit {
        Unfit::NoFile(file) => of("unfit-no-file", file),
        Unfit::NoTables(file) => of("unfit-no-tables", file),
        Unfit::Part { file, of } => and("unfit-part", file, ("of", of)),
        Unfit::Damaged { file, what } => and("unfit-damaged", file, ("what", what)),
        Unfit::Replica(file) => of("unfit-replica", file),
        Unfit::OldServer { file, version } => and("unfit-old-server", file, ("version", version)),
        Unfit::NoRights(file) => of("unfit-no-rights", file),
        Unfit::Pooled(file) => of("unfit-pooled", file),
        Unfit::Store(error) => error.to_string(),
    }
}
