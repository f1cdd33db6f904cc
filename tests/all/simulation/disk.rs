//! A disk that forgets what was not synced. It is a file system of one folder in memory, which the system mounts like any
//! other. Each change of a file or of a name is kept back until somebody asks that it be kept; when the power goes, of what
//! was not, any part may be there: whole writes, sectors of them, or nothing. Before that it can refuse to work.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use fuser::Errno;
use lanai::rules::chance::Dice;
use serde::{Deserialize, Serialize};

const SECTOR: usize = 512;
/// The number of the folder; files come after it.
const FOLDER: u64 = 1;

/// What a disk does when it is to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Failing {
    /// It is full, for so many changes.
    Full(u32),
    /// It cannot be written, for so many changes.
    Broken(u32),
    /// The power goes: nothing works any more.
    Dark,
}

/// A change of a file.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

/// A change of the folder.
#[derive(Clone, Debug)]
enum Naming {
    Named(OsString, u64),
    Unnamed(OsString),
}

/// A file: as it is, as it was when it was synced last, and what came since.
#[derive(Clone, Default, Debug)]
struct File {
    now: Vec<u8>,
    synced: Vec<u8>,
    since: Vec<Change>,
    /// Whether it means nothing after a loss of power, and is written when the system likes: it counts for nothing.
    passing: bool,
}

/// A disk.
#[derive(Clone, Default, Debug)]
pub(super) struct State {
    files: BTreeMap<u64, File>,
    names: BTreeMap<OsString, u64>,
    synced_names: BTreeMap<OsString, u64>,
    since: Vec<Naming>,
    newest: u64,
    /// How many bytes were written, and with them other changes, each as a sector.
    written: u64,
    /// After how many more it fails, and how. (The system cuts and joins what is written as it likes: so bytes are counted, not
    /// writes.)
    plan: Option<(u64, Failing)>,
    dark: bool,
}

fn apply(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write(at, bytes) => {
            let end = at + bytes.len();
            if content.len() < end {
                content.resize(end, 0);
            }
            content[*at..end].copy_from_slice(bytes);
        }
        Change::Length(length) => content.resize(*length, 0),
    }
}

fn name_in(names: &mut BTreeMap<OsString, u64>, naming: &Naming) {
    match naming {
        Naming::Named(name, file) => drop(names.insert(name.clone(), *file)),
        Naming::Unnamed(name) => drop(names.remove(name)),
    }
}

impl State {
    /// So many bytes are to be written, or something else is to change: how many are; an error if none.
    fn may_write(&mut self, bytes: usize) -> Result<usize, Errno> {
        if self.dark {
            return Err(Errno::EIO);
        }
        let wanted = u64::try_from(bytes).unwrap();
        let may = self.plan.map_or(wanted, |(left, _)| left.min(wanted));
        self.written += may;
        let Some((left, failing)) = &mut self.plan else { return Ok(bytes) };
        *left -= may;
        if may > 0 {
            return Ok(usize::try_from(may).unwrap());
        }
        let (times, error) = match failing {
            Failing::Full(times) => (times, Errno::ENOSPC),
            Failing::Broken(times) => (times, Errno::EIO),
            Failing::Dark => {
                self.dark = true;
                return Err(Errno::EIO);
            }
        };
        *times = times.saturating_sub(1);
        if *times == 0 {
            self.plan = None;
        }
        Err(error)
    }

    /// Something else is to change, which costs as much as a sector.
    fn may_change(&mut self) -> Result<(), Errno> {
        // Half of it is nothing.
        if let Some((left, _)) = &mut self.plan
            && *left < SECTOR as u64
        {
            *left = 0;
        }
        self.may_write(SECTOR).map(drop)
    }

    fn is_passing(&self, file: u64) -> bool {
        self.files.get(&file).is_some_and(|file| file.passing)
    }

    fn may_change_file(&mut self, file: u64) -> Result<(), Errno> {
        if self.is_passing(file) { Ok(()) } else { self.may_change() }
    }

    fn change(&mut self, number: u64, change: Change) -> Result<(), Errno> {
        let file = self.files.get_mut(&number).ok_or(Errno::ENOENT)?;
        apply(&mut file.now, &change);
        file.since.push(change);
        Ok(())
    }

    /// How many of these bytes are written.
    pub(super) fn write(&mut self, number: u64, at: u64, bytes: &[u8]) -> Result<usize, Errno> {
        let may = if self.is_passing(number) { bytes.len() } else { self.may_write(bytes.len())? };
        self.change(number, Change::Write(usize::try_from(at).unwrap(), bytes[..may].to_vec()))?;
        Ok(may)
    }

    pub(super) fn cut(&mut self, number: u64, length: u64) -> Result<(), Errno> {
        self.may_change_file(number)?;
        self.change(number, Change::Length(usize::try_from(length).unwrap()))
    }

    fn name(&mut self, naming: Naming) {
        name_in(&mut self.names, &naming);
        self.since.push(naming);
    }

    /// A file is made: its number.
    pub(super) fn created(&mut self, name: &OsStr) -> Result<u64, Errno> {
        let passing = name.as_encoded_bytes().ends_with(b"-shm");
        if !passing {
            self.may_change()?;
        }
        self.newest = self.newest.max(FOLDER) + 1;
        self.files.insert(self.newest, File { passing, ..File::default() });
        self.name(Naming::Named(name.to_owned(), self.newest));
        Ok(self.newest)
    }

    pub(super) fn unlinked(&mut self, name: &OsStr) -> Result<(), Errno> {
        let number = self.number_of(name)?;
        self.may_change_file(number)?;
        self.name(Naming::Unnamed(name.to_owned()));
        Ok(())
    }

    pub(super) fn renamed(&mut self, from: &OsStr, to: &OsStr) -> Result<(), Errno> {
        let number = self.number_of(from)?;
        self.may_change()?;
        self.name(Naming::Named(to.to_owned(), number));
        self.name(Naming::Unnamed(from.to_owned()));
        Ok(())
    }

    pub(super) fn synced(&mut self, number: u64) -> Result<(), Errno> {
        self.may_change_file(number)?;
        let file = self.files.get_mut(&number).ok_or(Errno::ENOENT)?;
        file.synced.clone_from(&file.now);
        file.since.clear();
        Ok(())
    }

    /// The folder is synced: what is called how.
    pub(super) fn names_synced(&mut self) -> Result<(), Errno> {
        self.may_change()?;
        self.synced_names.clone_from(&self.names);
        self.since.clear();
        Ok(())
    }

    pub(super) fn number_of(&self, name: &OsStr) -> Result<u64, Errno> {
        self.names.get(name).copied().ok_or(Errno::ENOENT)
    }

    /// What is in a file.
    pub(super) fn content(&self, number: u64) -> Result<&[u8], Errno> {
        self.files.get(&number).map(|file| &*file.now).ok_or(Errno::ENOENT)
    }

    /// What is in the folder: names and numbers.
    pub(super) fn listed(&self) -> impl Iterator<Item = (&OsStr, u64)> {
        self.names.iter().map(|(name, number)| (&**name, *number))
    }

    /// After so many more bytes it fails so.
    pub(super) fn fails_after(&mut self, bytes: u64, failing: Failing) {
        self.plan = Some((bytes, failing));
    }

    /// If it is to fail for a while, it fails once.
    pub(super) fn fails_once(&mut self) {
        if let Some((_, Failing::Full(times) | Failing::Broken(times))) = &mut self.plan {
            *times = 1;
        }
    }

    /// It works again, unless the power is gone.
    pub(super) fn works(&mut self) {
        self.plan = None;
    }

    /// The power goes, now.
    pub(super) fn goes_dark(&mut self) {
        self.dark = true;
    }

    /// Whether it is gone, and how many bytes were written.
    pub(super) fn stands(&self) -> (bool, u64) {
        (self.dark, self.written)
    }

    /// The same in other hands: all of it is there.
    pub(super) fn handed_over(&self) -> State {
        let mut state = self.clone();
        for file in state.files.values_mut() {
            file.synced.clone_from(&file.now);
            file.since.clear();
        }
        state.synced_names.clone_from(&state.names);
        state.since.clear();
        (state.written, state.plan, state.dark) = (0, None, false);
        state
    }

    /// What is there after the power went.
    pub(super) fn after_dark(&self, dice: &mut Dice) -> State {
        let mut names = self.synced_names.clone();
        // Whatever is done in a folder is kept in its order, as far as it goes.
        let kept = below(dice, self.since.len() + 1);
        self.since.iter().take(kept).for_each(|naming| name_in(&mut names, naming));
        let mut files = BTreeMap::new();
        for number in names.values() {
            let Some(file) = self.files.get(number) else { continue };
            let mut content = file.synced.clone();
            let how = dice.below(3);
            for change in &file.since {
                match change {
                    Change::Write(at, bytes) if how == 1 => keep_sectors(&mut content, *at, bytes, dice),
                    Change::Length(_) if how == 1 && dice.below(2) == 0 => {}
                    change if how > 0 => apply(&mut content, change),
                    Change::Write(..) | Change::Length(_) => {}
                }
            }
            let file = File { synced: content.clone(), now: content, since: Vec::new(), ..file.clone() };
            files.insert(*number, file);
        }
        State { files, synced_names: names.clone(), names, newest: self.newest, ..State::default() }
    }
}

/// Of what was written, each sector may be there.
fn keep_sectors(content: &mut Vec<u8>, at: usize, bytes: &[u8], dice: &mut Dice) {
    let mut from = 0;
    while from < bytes.len() {
        let to = bytes.len().min(((at + from) / SECTOR + 1) * SECTOR - at);
        if dice.below(2) == 0 {
            apply(content, &Change::Write(at + from, bytes[from..to].to_vec()));
        }
        from = to;
    }
}

fn below(dice: &mut Dice, bound: usize) -> usize {
    usize::try_from(dice.below(u32::try_from(bound).unwrap())).unwrap()
}
