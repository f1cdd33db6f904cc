//! Files that persons have at hand: brought to the porch, and not yet sent. The last hundred are kept; a file that was sent with
//! a message is kept with that.

use std::collections::BTreeMap;

use super::files::Attachment;
use crate::porch::ids::Id;

/// How many files are at hand at once.
const MOST_UPLOADS: usize = 100;

/// Files at hand, each with its person.
#[derive(Default)]
pub(crate) struct Uploads {
    known: BTreeMap<Id, (Id, Attachment)>,
}

impl Uploads {
    /// A file of this person, by its id or else the newest of that name.
    pub(crate) fn find(&self, person: Id, named: &str) -> Option<&Attachment> {
        let mut own = self.known.values().rev().filter(|(whose, _)| *whose == person).map(|(_, file)| file);
        own.find(|file| file.id.to_string() == named || file.filename == named)
    }

    /// Takes a file of this person out of their hands: it goes with a message, and is gone when that is.
    pub(crate) fn take(&mut self, person: Id, named: &str) -> Option<Attachment> {
        let id = self.find(person, named)?.id;
        self.known.remove(&id).map(|(_, file)| file)
    }

    /// Somebody brings a file.
    pub(crate) fn bring(&mut self, person: Id, file: Attachment) {
        self.known.insert(file.id, (person, file));
        while self.known.len() > MOST_UPLOADS {
            self.known.pop_first();
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Attachment> {
        self.known.get(&id).map(|(_, file)| file)
    }
}
