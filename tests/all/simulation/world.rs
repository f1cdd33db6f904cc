//! A world from one seed: a house on a disk, a chat, people, and time that stands until it is turned. One thing happens after
//! another, on one thread; while the chat thinks, others act.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use lanai_discord::{Composer, NoticeDispatcher};
use lanai_host::{
    Clock, Destination, Failure, Host, HostOptions, News, NoticeId, Outbox, Randomness, Revision,
    TableId, Thinking, Timestamp,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Entry, Store};
use lanai_text::Dictionary;

use super::chat::Chat;
use super::disk::Disk;

/// A morning in May 2026.
const BEGINS: i64 = 1_778_500_000;
/// How much is told of what happened before something went wrong.
const LINES: usize = 80;
/// More than there are presses in a life.
const PRESSES: i64 = 1_000_000;

/// A house that serves.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) host: Arc<Host>,
    pub(crate) outbox: Outbox,
    pub(crate) courier: NoticeDispatcher,
}

/// What somebody has seen, and so has to be there for ever.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProcessState {
    pub(crate) revision: Revision,
    pub(crate) log: Vec<Entry>,
}

/// News that were due.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) game: TableId,
    pub(crate) to: Destination,
    pub(crate) revision: Revision,
    pub(crate) news: News,
    pub(crate) is_chore: bool,
}

/// How a life of the house ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// It is told to end.
    Closes,
    /// It is killed, and what it wrote is there.
    Killed,
}

/// What is remembered from beginning to end.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) known: BTreeMap<TableId, ProcessState>,
    /// How far a table came, as somebody was told who acted there.
    pub(crate) acknowledged: BTreeMap<TableId, Revision>,
    pub(crate) due: BTreeMap<NoticeId, Seen>,
    /// What notices said when they were told last: more may have been joined to them.
    pub(crate) told: BTreeMap<NoticeId, News>,
    pub(crate) trace: Vec<String>,
    pub(crate) count: BTreeMap<&'static str, u64>,
    pub(crate) presses: i64,
}

impl Memory {
    /// How much of what happened.
    pub(crate) fn summary(&self) -> String {
        self.count
            .iter()
            .map(|(what, count)| format!("{what} {count}"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The last of what happened; all of it in a world that was asked for by its number.
    pub(crate) fn tail(&self) -> String {
        let lines = if env::var_os("LANAI_WORLD").is_some() {
            self.trace.len()
        } else {
            LINES
        };
        self.trace[self.trace.len().saturating_sub(lines)..].join("\n")
    }
}

pub(crate) struct World {
    seed: Seed,
    pub(crate) dice: Mutex<Dice>,
    pub(crate) clock: Clock,
    pub(crate) chat: Arc<Chat>,
    pub(crate) disk: Disk,
    house: Mutex<Option<Arc<House>>>,
    memory: Mutex<Memory>,
    dictionary: Arc<Dictionary>,
}

impl World {
    pub(crate) fn new(number: u64, disk: &Path, dictionary: &Arc<Dictionary>) -> Arc<World> {
        let (seed, clock) = (
            Seed::from_number(number),
            Clock::standing_at(Timestamp(BEGINS)),
        );
        let chat = Arc::new(Chat::new(Dice::new(&seed, 2), &clock));
        let world = Arc::new(World {
            seed,
            dice: Mutex::new(Dice::new(&seed, 1)),
            clock,
            chat: Arc::clone(&chat),
            disk: Disk::on(disk),
            house: Mutex::default(),
            memory: Mutex::default(),
            dictionary: Arc::clone(dictionary),
        });
        chat.is_in(&world);
        world
    }

    pub(crate) fn below(&self, bound: u32) -> u32 {
        self.dice.lock().unwrap().below(bound)
    }

    pub(crate) fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap()
    }

    /// What happened, for whoever wants to see it again.
    pub(crate) fn note(&self, what: &str) {
        let line = format!("{} {what}", self.clock.now().0);
        self.memory().trace.push(line);
    }

    /// The last of what happened.
    pub(crate) fn tail(&self) -> String {
        self.memory().tail()
    }

    pub(crate) fn counts(&self, what: &'static str) {
        *self.memory().count.entry(what).or_default() += 1;
    }

    pub(crate) fn house(&self) -> Arc<House> {
        Arc::clone(self.house.lock().unwrap().as_ref().unwrap())
    }

    // --- Lives ---

    /// The house is opened on its disk. It may fail, as the disk does.
    pub(crate) async fn begins(&self, number: u64) -> Result<(), String> {
        let store = Store::open(&self.disk.database())
            .await
            .map_err(|error| error.to_string())?;
        let lots = Randomness::from_seed(&Dice::new(&self.seed, 100 + number).seed());
        let thinking = Thinking {
            cores: 1,
            least: Duration::ZERO,
            most: Duration::from_hours(1),
        };
        let options = HostOptions {
            clock: self.clock.clone(),
            lots: Arc::new(lots),
            thinking,
            ..HostOptions::default()
        };
        let host = Arc::new(Host::with_options(store.clone(), options));
        let composer = Composer::new(
            Arc::clone(&host),
            Arc::clone(&self.dictionary),
            Duration::ZERO,
        );
        let process = Arc::new(host.process());
        if let Err(trouble) = process.joins().await {
            host.database.close().await;
            return Err(trouble.to_string());
        }
        let courier = NoticeDispatcher::through(
            Arc::clone(&self.chat) as _,
            Arc::new(composer),
            process,
            1_000_000_000,
        );
        let outbox = Outbox::new(&host);
        *self.house.lock().unwrap() = Some(Arc::new(House {
            store,
            host,
            outbox,
            courier,
        }));
        Ok(())
    }

    /// The house ends.
    pub(crate) async fn ends(&self, number: u64, ending: Ending) {
        if ending == Ending::Killed && !self.disk.is_killed() {
            self.disk.kill();
        }
        let house = self.house.lock().unwrap().take();
        if let Some(house) = house {
            house.host.database.close().await;
        }
        if ending == Ending::Killed {
            self.disk.restart();
        }
        let mut dice = Dice::new(&self.seed, 1000 + number);
        self.memory().presses = PRESSES * i64::try_from(number + 1).unwrap();
        self.chat.has_luck(Dice::new(&dice.seed(), 0));
        *self.dice.lock().unwrap() = dice;
    }
}

/// What there is of a table.
pub(crate) async fn known(house: &House, game: TableId) -> Result<ProcessState, Failure> {
    let revision = house.host.tables.find(game).await?.revision;
    let log = house
        .store
        .tables()
        .entries(game, 0)
        .await
        .map_err(lanai_host::InternalError::from)?;
    Ok(ProcessState { revision, log })
}
