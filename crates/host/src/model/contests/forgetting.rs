//! Forgetting somebody in a contest: they play on no more, and what it tells of them has no name.

use std::collections::BTreeSet;

use super::state::{ContestState, LogEntry, Logged, Part};
use crate::{PersonId, TableStatus, Timestamp};

/// Somebody who is forgotten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaver<'a> {
    pub(crate) person: PersonId,
    /// Who they are from now on.
    pub(crate) nameless: PersonId,
    /// What they are called, and were.
    pub(crate) names: &'a BTreeSet<String>,
}

impl ContestState {
    /// Forgets somebody, who may have opened the contest. They drop out of one that is not over.
    pub(crate) fn forget(
        &mut self,
        leaver: Leaver<'_>,
        opened: bool,
        status: TableStatus,
        at: Timestamp,
    ) {
        let mut names = leaver.names.clone();
        let entries = self
            .entrants
            .iter()
            .enumerate()
            .filter(|(_, entrant)| entrant.person == leaver.person);
        let entries: Vec<usize> = entries.map(|(number, _)| number).collect();
        names.extend(entries.iter().map(|number| self.name(*number).to_owned()));
        if opened {
            names.insert(std::mem::take(&mut self.terms.organiser));
        }
        let takes_part = opened || !entries.is_empty();
        // From the last on: of a contest that has not begun they go from the list.
        for number in entries.into_iter().rev() {
            let plays = self.entrants[number].part == Part::Plays;
            if status == TableStatus::Open {
                self.entrants.remove(number);
                continue;
            }
            if status == TableStatus::Running && self.drop_out(number, status).is_some() && plays {
                self.note(at, None, Logged::Left { who: String::new() });
            }
            (self.entrants[number].person, self.entrants[number].name) =
                (leaver.nameless, String::new());
        }
        for entry in &mut self.log {
            entry.forget(leaver, takes_part.then_some(&names));
        }
    }
}

impl LogEntry {
    /// Without them, and without what they gave as a reason. Entries of before people's numbers
    /// were kept tell them by their names, if they took part.
    fn forget(&mut self, leaver: Leaver<'_>, names: Option<&BTreeSet<String>>) {
        let is_theirs = |name: &str| names.is_some_and(|names| names.contains(name));
        let by_name = self.person.is_none() && self.by.as_deref().is_some_and(is_theirs);
        let theirs = self.person == Some(leaver.person) || by_name;
        if theirs {
            (self.by, self.person) = (Some(String::new()), None);
        }
        for name in self
            .what
            .names_mut()
            .into_iter()
            .filter(|name| is_theirs(name))
        {
            name.clear();
        }
        if let Some(reason) = self.what.reason_mut().filter(|_| theirs) {
            reason.clear();
        }
    }
}

impl Logged {
    /// Whom it names.
    fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            Logged::Left { who }
            | Logged::Silent { who }
            | Logged::Returned { who }
            | Logged::Corrected { who, .. }
            | Logged::Removed { who, .. } => vec![who],
            Logged::Replaced { who, by } => vec![who, by],
            Logged::Opened
            | Logged::Began { .. }
            | Logged::Round { .. }
            | Logged::Abandoned { .. }
            | Logged::Annulled { .. }
            | Logged::Ended { .. }
            | Logged::Finished
            | Logged::Homeless => Vec::new(),
        }
    }

    /// What its organiser wrote.
    fn reason_mut(&mut self) -> Option<&mut String> {
        match self {
            Logged::Corrected { reason, .. }
            | Logged::Removed { reason, .. }
            | Logged::Annulled { reason, .. }
            | Logged::Ended { reason } => Some(reason),
            Logged::Opened
            | Logged::Began { .. }
            | Logged::Round { .. }
            | Logged::Left { .. }
            | Logged::Silent { .. }
            | Logged::Abandoned { .. }
            | Logged::Returned { .. }
            | Logged::Replaced { .. }
            | Logged::Finished
            | Logged::Homeless => None,
        }
    }
}
