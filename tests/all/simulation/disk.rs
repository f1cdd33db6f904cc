//! The disk of a world: a small one that can be filled, and the files that a killed process leaves
//! on it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;
use tokio::sync::Notify;

/// The files of a database that outlive its process.
const FILES: [&str; 2] = ["lanai.db", "lanai.db-wal"];

pub(crate) struct Disk {
    /// The folder of the process that runs, and of the one that runs after it was killed.
    folders: Mutex<(TempDir, TempDir)>,
    /// The file that takes up the room, while the disk is full.
    filler: PathBuf,
    is_killed: AtomicBool,
    killed: Notify,
}

impl Disk {
    /// Makes an empty place on a disk.
    pub(crate) fn create(disk: &Path) -> Disk {
        let folder = || tempfile::tempdir_in(disk).unwrap();
        Disk {
            folders: Mutex::new((folder(), folder())),
            filler: disk.join("filler"),
            is_killed: AtomicBool::new(false),
            killed: Notify::new(),
        }
    }

    /// Returns the database of the process that runs.
    pub(crate) fn database(&self) -> PathBuf {
        self.folders.lock().unwrap().0.path().join(FILES[0])
    }

    /// Fills the disk up to this many free bytes.
    pub(crate) fn fill(&self, left: u32) {
        self.free();
        let mut filler = File::create(&self.filler).unwrap();
        for size in [1 << 20, 1 << 12] {
            let block = vec![0; size];
            while filler.write_all(&block).is_ok() {}
        }
        let written = filler.metadata().unwrap().len();
        filler.set_len(written.saturating_sub(left.into())).unwrap();
    }

    pub(crate) fn free(&self) {
        if self.is_full() {
            fs::remove_file(&self.filler).unwrap();
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.filler.exists()
    }

    /// Freezes the files, as a killed process leaves them.
    pub(crate) fn kill(&self) {
        self.free();
        let folders = self.folders.lock().unwrap();
        for name in FILES {
            let from = folders.0.path().join(name);
            if from.exists() {
                fs::copy(from, folders.1.path().join(name)).unwrap();
            }
        }
        self.is_killed.store(true, Ordering::SeqCst);
        self.killed.notify_one();
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.is_killed.load(Ordering::SeqCst)
    }

    /// Waits until the process is killed.
    pub(crate) async fn wait_until_killed(&self) {
        while !self.is_killed() {
            self.killed.notified().await;
        }
    }

    /// Opens the frozen files, once the old connections are closed.
    pub(crate) fn restart(&self) {
        let mut folders = self.folders.lock().unwrap();
        let disk = self.filler.parent().unwrap();
        let left = std::mem::replace(&mut folders.1, tempfile::tempdir_in(disk).unwrap());
        folders.0 = left;
        self.is_killed.store(false, Ordering::SeqCst);
    }
}
