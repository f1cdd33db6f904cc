//! Temporary folders in memory. Tests kill processes, never the machine, so that what they write need
//! not reach a disk.

use std::path::PathBuf;

use tempfile::TempDir;

/// With less free space, as in containers, tests would fill the memory disk.
const MIN_FREE_BYTES: u64 = 2 << 30;

/// Creates a temporary folder, in memory if there is room.
pub fn create_folder() -> TempDir {
    tempfile::tempdir_in(fast_folder()).unwrap()
}

/// Returns the folder for temporary folders: Linux's memory disk, or else the usual one.
pub fn fast_folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    match fs4::available_space(&memory) {
        Ok(free) if free > MIN_FREE_BYTES => memory,
        _ => std::env::temp_dir(),
    }
}
