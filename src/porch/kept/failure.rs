//! Why a world cannot be kept, or not be found again.

use std::{io, path::Path};

/// Why a porch cannot keep its world, or find it again. Whatever is there is left as it is.
#[derive(thiserror::Error, Debug)]
pub enum CannotKeep {
    /// The disk or the rights do not allow it.
    #[error("the porch cannot keep its world in {0}: {1}")]
    Reach(String, #[source] io::Error),
    /// Another porch is at it.
    #[error(
        "another porch is open on the world in {0}: close that one, or let this one keep its tables elsewhere"
    )]
    Taken(String),
    /// It is somebody else's.
    #[error(
        "{0} is not the world of a porch, and was left as it is: move it away, and a new world is made there"
    )]
    Foreign(String),
    /// It was written by a program that knows more.
    #[error("the world in {0} was kept by a newer porch, and was left as it is: open it with that one")]
    Newer(String),
    /// It is not as it was written.
    #[error(
        "the world of the porch is damaged: {0}, line {1}; put a copy of the folder back, or move it away to begin anew"
    )]
    Damaged(String, usize),
    /// A file of a message is not as it was written.
    #[error("the file {0} of the porch is damaged: put a copy back, or delete it to go on without it")]
    DamagedFile(String),
}

/// A path, for a sentence.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
