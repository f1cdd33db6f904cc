//! A disk, as the system sees it: a file system of one folder.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, UNIX_EPOCH};

use fuser::{
    BackgroundSession, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation, INodeNo,
    LockOwner, OpenFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry,
    ReplyOpen, ReplyStatfs, ReplyWrite, Request, TimeOrNow, WriteFlags,
};

use super::disk::State;

const BLOCK: u32 = 4096;
/// Blocks of the disk, of which all are free.
const BLOCKS: u64 = 1 << 20;
/// Nothing is remembered elsewhere.
const AT_ONCE: Duration = Duration::ZERO;

/// A disk, as the system sees it.
pub(super) struct Mounted(pub(super) Arc<Mutex<State>>);

fn attributes(number: u64, kind: FileType, size: u64) -> FileAttr {
    FileAttr {
        ino: INodeNo(number),
        size,
        blocks: size.div_ceil(512),
        atime: UNIX_EPOCH,
        mtime: UNIX_EPOCH,
        ctime: UNIX_EPOCH,
        crtime: UNIX_EPOCH,
        kind,
        perm: if kind == FileType::Directory { 0o700 } else { 0o600 },
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        blksize: BLOCK,
        flags: 0,
    }
}

impl Mounted {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Shows it to the system, in this folder; an error if that lets nobody do so.
    pub(super) fn mount(self, at: &Path) -> std::io::Result<BackgroundSession> {
        fuser::spawn_mount(self, at, &fuser::Config::default())
    }

    fn attributes(&self, number: INodeNo) -> Result<FileAttr, Errno> {
        if number == INodeNo::ROOT {
            return Ok(attributes(number.0, FileType::Directory, 0));
        }
        let length = self.state().content(number.0)?.len();
        Ok(attributes(number.0, FileType::RegularFile, u64::try_from(length).unwrap()))
    }
}

fn answer(reply: ReplyEmpty, done: Result<(), Errno>) {
    match done {
        Ok(()) => reply.ok(),
        Err(error) => reply.error(error),
    }
}

impl Filesystem for Mounted {
    fn lookup(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let number = self.state().number_of(name);
        match number.and_then(|number| self.attributes(INodeNo(number))) {
            Ok(found) => reply.entry(&AT_ONCE, &found, Generation(0)),
            Err(error) => reply.error(error),
        }
    }

    fn getattr(&self, _: &Request, number: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.attributes(number) {
            Ok(found) => reply.attr(&AT_ONCE, &found),
            Err(error) => reply.error(error),
        }
    }

    fn setattr(
        &self,
        _: &Request,
        number: INodeNo,
        _: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        size: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<std::time::SystemTime>,
        _: Option<FileHandle>,
        _: Option<std::time::SystemTime>,
        _: Option<std::time::SystemTime>,
        _: Option<std::time::SystemTime>,
        _: Option<fuser::BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let done = size.map_or(Ok(()), |size| self.state().cut(number.0, size));
        match done.and_then(|()| self.attributes(number)) {
            Ok(found) => reply.attr(&AT_ONCE, &found),
            Err(error) => reply.error(error),
        }
    }

    fn open(&self, _: &Request, _: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        reply.opened(FileHandle(0), FopenFlags::empty());
    }

    fn create(&self, _: &Request, _: INodeNo, name: &OsStr, _: u32, _: u32, _: i32, reply: ReplyCreate) {
        let made = self.state().created(name);
        match made.and_then(|number| self.attributes(INodeNo(number))) {
            Ok(made) => reply.created(&AT_ONCE, &made, Generation(0), FileHandle(0), FopenFlags::empty()),
            Err(error) => reply.error(error),
        }
    }

    fn read(
        &self,
        _: &Request,
        number: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let state = self.state();
        let Ok(content) = state.content(number.0) else { return reply.error(Errno::ENOENT) };
        let from = usize::try_from(offset).unwrap().min(content.len());
        let to = (from + usize::try_from(size).unwrap()).min(content.len());
        reply.data(&content[from..to]);
    }

    fn write(
        &self,
        _: &Request,
        number: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        match self.state().write(number.0, offset, data) {
            Ok(written) => reply.written(u32::try_from(written).unwrap()),
            Err(error) => reply.error(error),
        }
    }

    fn unlink(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        answer(reply, self.state().unlinked(name));
    }

    fn rename(
        &self,
        _: &Request,
        _: INodeNo,
        from: &OsStr,
        _: INodeNo,
        to: &OsStr,
        _: fuser::RenameFlags,
        reply: ReplyEmpty,
    ) {
        answer(reply, self.state().renamed(from, to));
    }

    fn fsync(&self, _: &Request, number: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        answer(reply, self.state().synced(number.0));
    }

    fn fsyncdir(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        answer(reply, self.state().names_synced());
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn readdir(&self, _: &Request, _: INodeNo, _: FileHandle, offset: u64, mut reply: ReplyDirectory) {
        let state = self.state();
        let listed = state.listed().zip(1..).skip(usize::try_from(offset).unwrap());
        for ((name, number), next) in listed {
            if reply.add(INodeNo(number), next, FileType::RegularFile, name) {
                break;
            }
        }
        reply.ok();
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        reply.statfs(BLOCKS, BLOCKS, BLOCKS, BLOCKS, BLOCKS, BLOCK, 255, BLOCK);
    }
}
