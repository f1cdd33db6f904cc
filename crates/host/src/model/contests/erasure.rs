//! Forgets a person in a contest: they drop out, and their name and words are removed.

use std::collections::BTreeSet;

use super::state::{ContestEvent, ContestState, LogEntry, Participation};
use crate::{PersonId, TableStatus, Timestamp};

/// The person whose data are removed from a contest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaver<'a> {
    pub(crate) person: PersonId,
    /// The placeholder that replaces their ID.
    pub(crate) anonymous_id: PersonId,
    /// Their current and former names.
    pub(crate) names: &'a BTreeSet<String>,
}

/// Forgets a person, and lets them drop out if the contest is not over.
pub(crate) fn forget(
    state: &mut ContestState,
    leaver: Leaver<'_>,
    is_organiser: bool,
    status: TableStatus,
    at: Timestamp,
) {
    let mut names = leaver.names.clone();
    let mut entries = Vec::new();
    for (number, entrant) in state.entrants.iter().enumerate() {
        if entrant.person == leaver.person {
            entries.push(number);
            names.insert(entrant.name.clone());
        }
    }
    if is_organiser {
        names.insert(std::mem::take(&mut state.terms.organiser));
    }
    let takes_part = is_organiser || !entries.is_empty();
    // Backwards, because entrants of a contest that has not begun are removed from the list.
    for number in entries.into_iter().rev() {
        if status == TableStatus::Open {
            state.entrants.remove(number);
            continue;
        }
        let plays = state.entrants[number].part == Participation::Plays;
        if status == TableStatus::Running && state.drop_out(number, status).is_some() && plays {
            let left = ContestEvent::Left { who: String::new() };
            state.add_log_entry(at, None, left);
        }
        let entrant = &mut state.entrants[number];
        entrant.person = leaver.anonymous_id;
        entrant.name = String::new();
    }
    for entry in &mut state.log {
        forget_in_entry(entry, leaver, takes_part.then_some(&names));
    }
}

/// Removes a person's names and reasons from a log entry.
///
/// Entries without the ID of a person are attributed by name, if the leaver took part.
fn forget_in_entry(entry: &mut LogEntry, leaver: Leaver<'_>, names: Option<&BTreeSet<String>>) {
    let is_their_name = |name: &str| names.is_some_and(|names| names.contains(name));
    let is_theirs = match entry.person {
        Some(person) => person == leaver.person,
        None => entry.by.as_deref().is_some_and(is_their_name),
    };
    if is_theirs {
        entry.by = Some(String::new());
        entry.person = None;
    }
    for name in event_names_mut(&mut entry.event) {
        if is_their_name(name) {
            name.clear();
        }
    }
    if is_theirs && let Some(reason) = event_reason_mut(&mut entry.event) {
        reason.clear();
    }
}

fn event_names_mut(event: &mut ContestEvent) -> Vec<&mut String> {
    match event {
        ContestEvent::Left { who }
        | ContestEvent::Silent { who }
        | ContestEvent::Returned { who }
        | ContestEvent::Corrected { who, .. }
        | ContestEvent::Removed { who, .. } => vec![who],
        ContestEvent::Replaced { who, by } => vec![who, by],
        ContestEvent::Opened
        | ContestEvent::Began { .. }
        | ContestEvent::Round { .. }
        | ContestEvent::Abandoned { .. }
        | ContestEvent::Annulled { .. }
        | ContestEvent::Ended { .. }
        | ContestEvent::Finished
        | ContestEvent::ChannelDeleted => Vec::new(),
    }
}

fn event_reason_mut(event: &mut ContestEvent) -> Option<&mut String> {
    match event {
        ContestEvent::Corrected { reason, .. }
        | ContestEvent::Removed { reason, .. }
        | ContestEvent::Annulled { reason, .. }
        | ContestEvent::Ended { reason } => Some(reason),
        ContestEvent::Opened
        | ContestEvent::Began { .. }
        | ContestEvent::Round { .. }
        | ContestEvent::Left { .. }
        | ContestEvent::Silent { .. }
        | ContestEvent::Abandoned { .. }
        | ContestEvent::Returned { .. }
        | ContestEvent::Replaced { .. }
        | ContestEvent::Finished
        | ContestEvent::ChannelDeleted => None,
    }
}
