//! A world that is kept: a folder from which it comes back as it was, after a good night as after a `kill -9`. Whoever
//! changes the world thinks nothing of it: when the lock is let go, what was touched is written as one line, before
//! anybody can be told that it is done. A write that the system has taken outlives the program, and costs moments; only
//! when the porch closes, or the file is made shorter, is the disk waited for.
//!
//! What is not kept: gateway sessions (a bot that comes back begins a new one), the log of requests, how much a bot asked in
//! the last seconds, troubles, and who watches. Time goes on while nobody is there: threads fall asleep, polls end, and
//! tokens run out. Messages belong to their channels, and are found again by that.
//!
//! A new field of something that is kept needs `#[serde(default)]`, unless it is an `Option`: worlds of yesterday lack it.

mod folder;
mod journal;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::ids::{Id, Seal};
use super::settings::Settings;
use super::world::{
    Changes, Channel, Emoji, Interaction, Message, Person, RegisteredCommand, Server, StoredFile, Webhook,
    World,
};
use folder::Folder;

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

/// How long the porch waits after a failure before it tries to write again.
const PAUSE: Duration = Duration::from_secs(1);

/// A world, and whether and where it is kept.
pub(crate) struct KeptWorld {
    pub(crate) world: World,
    keeping: Keeping,
}

enum Keeping {
    /// It is forgotten with the porch.
    Nowhere,
    /// In a folder.
    In(Box<Keeper>),
    /// The porch is closed. What would happen now cannot be kept any more.
    Over,
}

/// With what the file of a world begins.
#[derive(Serialize, Deserialize)]
struct Head {
    world: String,
    format: u32,
    bot: Id,
    seal: Seal,
}

const WORLD: &str = "lanai porch";
const FORMAT: u32 = 1;

/// What is kept is a line here: its name in the file, what it is, and where the world has it.
macro_rules! shelves {
    ($($name:ident: $thing:ty = $($place:ident).+),+ $(,)?) => {
        /// What changed while somebody held the world, or the whole of it.
        #[derive(Serialize)]
        struct JournalLine<'a> {
            last: Id,
            $(#[serde(skip_serializing_if = "Changes::is_empty")] $name: Changes<'a, $thing>,)+
        }

        /// The same, as it is read. What is not known is not passed over.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Record {
            last: Id,
            $(#[serde(default = "BTreeMap::new")] $name: BTreeMap<Id, Option<$thing>>,)+
        }

        impl World {
            fn is_touched(&self) -> bool {
                $(!self.$($place).+.touched().is_empty())||+
            }

            fn forget_touched(&mut self) {
                $(self.$($place).+.forget_touched();)+
            }

            fn line(&self, whole: bool) -> JournalLine<'_> {
                JournalLine { last: self.ids.last(), $($name: self.$($place).+.changes(whole),)+ }
            }

            fn replay(&mut self, record: Record) {
                self.ids.go_on_after(record.last);
                $(self.$($place).+.replay(record.$name);)+
            }
        }
    };
}

shelves! {
    servers: Server = servers,
    persons: Person = persons,
    channels: Channel = channels,
    messages: Message = messages,
    files: StoredFile = files.kept,
    commands: RegisteredCommand = commands,
    emojis: Emoji = emojis,
    interactions: Interaction = interactions,
    webhooks: Webhook = webhooks,
}

impl KeptWorld {
    /// A world as it was kept, or a new one.
    pub(crate) fn open(settings: &Settings) -> Result<KeptWorld, CannotKeep> {
        let Some(path) = &settings.kept else {
            return Ok(KeptWorld { world: World::new(settings), keeping: Keeping::Nowhere });
        };
        let (folder, found) = Folder::open(path)?;
        let mut world = match found {
            Some(found) => restored(settings, &folder, &found)?,
            None => World::new(settings),
        };
        let mut keeper = Keeper { folder, last: Id(0), failed: None };
        keeper.begin(&mut world).map_err(|error| CannotKeep::Reach(shown(path), error))?;
        Ok(KeptWorld { world, keeping: Keeping::In(Box::new(keeper)) })
    }

    /// Keeps what was touched. This is called whenever the world is let go.
    pub(crate) fn keep(&mut self) {
        match &mut self.keeping {
            Keeping::In(keeper) => keeper.keep(&mut self.world),
            Keeping::Nowhere | Keeping::Over => self.world.forget_touched(),
        }
    }

    /// The porch closes: another one may open the folder now.
    pub(crate) fn keep_no_more(&mut self) {
        self.keep();
        if let Keeping::In(keeper) = std::mem::replace(&mut self.keeping, Keeping::Over)
            && let Err(error) = keeper.folder.sync()
        {
            tracing::error!(%error, "the disk did not take the world of the porch");
        }
    }

    /// Why nothing that changes the world can be acknowledged now, if it is so.
    pub(crate) fn cannot_keep(&self) -> Option<&'static str> {
        match &self.keeping {
            Keeping::Nowhere => None,
            Keeping::In(keeper) => keeper.failed.map(
                |_| "the porch cannot write down what happens: is the disk full? It tries again and again",
            ),
            Keeping::Over => Some("the porch is closed"),
        }
    }
}

fn restored(settings: &Settings, folder: &Folder, found: &journal::Found) -> Result<World, CannotKeep> {
    let mut lines = found.lines();
    let head = lines.next().and_then(|(_, line)| serde_json::from_slice::<Head>(line).ok());
    let head = head.filter(|head| head.world == WORLD).ok_or_else(|| CannotKeep::Foreign(folder.shown()))?;
    if head.format > FORMAT {
        return Err(CannotKeep::Newer(folder.shown()));
    }
    let mut world = World::bare(settings);
    (world.bot, world.seal) = (head.bot, head.seal);
    for (number, line) in lines {
        let record = serde_json::from_slice(line);
        world.replay(record.map_err(|_| CannotKeep::Damaged(folder.shown(), number))?);
    }
    folder.fetch_files(&mut world.files.kept)?;
    world.restore();
    Ok(world)
}

impl World {
    /// Finds again what follows from what was kept.
    fn restore(&mut self) {
        let mut said: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
        for message in self.messages.values() {
            said.entry(message.channel).or_default().insert(message.id);
        }
        for (id, channel) in self.channels.restored() {
            channel.messages = said.remove(id).unwrap_or_default();
        }
        self.files.restore();
        let now_ms = self.now_ms();
        self.interactions.restore(self.settings.token_life, now_ms);
    }
}

/// Who keeps a world.
pub(crate) struct Keeper {
    folder: Folder,
    /// The last id that is known to be used.
    last: Id,
    /// When writing failed last, while it does.
    failed: Option<Instant>,
}

impl Keeper {
    /// Writes a world that is new, or what went while it was away.
    fn begin(&mut self, world: &mut World) -> io::Result<()> {
        if self.folder.journal.is_long() || world.is_touched() {
            self.write(world)?;
        }
        self.finish(world);
        Ok(())
    }

    /// All that was touched is written.
    fn finish(&mut self, world: &mut World) {
        self.folder.drop_files(&world.files.kept);
        self.last = world.ids.last();
        world.forget_touched();
    }

    fn keep(&mut self, world: &mut World) {
        let is_same = world.ids.last() == self.last && self.failed.is_none() && !world.is_touched();
        if is_same || self.failed.is_some_and(|when| when.elapsed() < PAUSE) {
            return;
        }
        match self.write(world) {
            Ok(()) => {
                if self.failed.take().is_some() {
                    tracing::info!("the world of the porch is kept again");
                }
                self.finish(world);
            }
            // What was touched stays touched, and is written as soon as it can be.
            Err(error) => {
                if self.failed.replace(Instant::now()).is_none() {
                    tracing::error!(%error, "the world of the porch cannot be kept");
                }
            }
        }
    }

    fn write(&mut self, world: &World) -> io::Result<()> {
        // Files come first: a line never tells of one that is not there.
        self.folder.put_files(&world.files.kept)?;
        if self.folder.journal.is_long() {
            match self.rewrite(world) {
                Ok(()) => return Ok(()),
                Err(error) if self.folder.journal.is_torn() => return Err(error),
                // There may be room for a line where there is none for all of it.
                Err(error) => tracing::warn!(%error, "the file of the porch's world cannot be made shorter"),
            }
        }
        self.folder.journal.append(&serde_json::to_vec(&world.line(false))?)
    }

    fn rewrite(&mut self, world: &World) -> io::Result<()> {
        let head = Head { world: WORLD.to_owned(), format: FORMAT, bot: world.bot, seal: world.seal.clone() };
        let lines = [serde_json::to_vec(&head)?, serde_json::to_vec(&world.line(true))?];
        self.folder.journal.rewrite(&lines)
    }
}
