//! A world from one seed: a host on a disk, a chat, people and a clock. One action happens after
//! another on one thread; while the chat answers, others act.

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
use lanai_store::{LogEntry, Store};
use lanai_text::Dictionary;

use super::chat::Chat;
use super::disk::Disk;

/// A morning in May 2026.
const START_SECS: i64 = 1_778_500_000;
/// The number of lines of history that a failure prints.
const PRINTED_LINES: usize = 80;
/// More than there are presses in a life.
const PRESSES: i64 = 1_000_000;

/// A running host.
pub(crate) struct RunningHost {
    pub(crate) store: Store,
    pub(crate) host: Arc<Host>,
    pub(crate) outbox: Outbox,
    pub(crate) courier: NoticeDispatcher,
}

/// State that was seen, and so has to survive.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProcessState {
    pub(crate) revision: Revision,
    pub(crate) log: Vec<LogEntry>,
}

/// News that were due.
#[derive(Clone, Debug)]
pub(crate) struct SeenNotice {
    pub(crate) game: TableId,
    pub(crate) to: Destination,
    pub(crate) revision: Revision,
    pub(crate) news: News,
    pub(crate) is_message_update: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Shut down.
    Closes,
    /// Killed.
    Killed,
}

/// The history across all processes.
#[derive(Default)]
pub(crate) struct WorldHistory {
    pub(crate) known: BTreeMap<TableId, ProcessState>,
    /// The revisions that were acknowledged.
    pub(crate) acknowledged: BTreeMap<TableId, Revision>,
    pub(crate) due: BTreeMap<NoticeId, SeenNotice>,
    /// The content of notices when they were last delivered; more may be merged into them.
    pub(crate) told: BTreeMap<NoticeId, News>,
    pub(crate) trace: Vec<String>,
    pub(crate) count: BTreeMap<&'static str, u64>,
    pub(crate) presses: i64,
}

impl WorldHistory {
    /// Returns the totals of a history.
    pub(crate) fn summary(&self) -> String {
        self.count
            .iter()
            .map(|(description, count)| format!("{description} {count}"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns the last lines of a history, or all of them if the world was chosen by its number.
    pub(crate) fn tail(&self) -> String {
        let lines = if env::var_os("LANAI_WORLD").is_some() {
            self.trace.len()
        } else {
            PRINTED_LINES
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
    running_host: Mutex<Option<Arc<RunningHost>>>,
    memory: Mutex<WorldHistory>,
    dictionary: Arc<Dictionary>,
}

impl World {
    pub(crate) fn new(number: u64, disk: &Path, dictionary: &Arc<Dictionary>) -> Arc<World> {
        let (seed, clock) = (
            Seed::from_number(number),
            Clock::stopped_at(Timestamp(START_SECS)),
        );
        let chat = Arc::new(Chat::new(Dice::new(&seed, 2), &clock));
        let world = Arc::new(World {
            seed,
            dice: Mutex::new(Dice::new(&seed, 1)),
            clock,
            chat: Arc::clone(&chat),
            disk: Disk::create(disk),
            running_host: Mutex::default(),
            memory: Mutex::default(),
            dictionary: Arc::clone(dictionary),
        });
        chat.attach(&world);
        world
    }

    pub(crate) fn below(&self, bound: u32) -> u32 {
        self.dice.lock().unwrap().below(bound)
    }

    pub(crate) fn memory(&self) -> MutexGuard<'_, WorldHistory> {
        self.memory.lock().unwrap()
    }

    /// Adds a line to the history.
    pub(crate) fn add_to_history(&self, description: &str) {
        let line = format!("{} {description}", self.clock.now().0);
        self.memory().trace.push(line);
    }

    /// The last of what happened.
    pub(crate) fn tail(&self) -> String {
        self.memory().tail()
    }

    pub(crate) fn count_event(&self, description: &'static str) {
        *self.memory().count.entry(description).or_default() += 1;
    }

    pub(crate) fn running_host(&self) -> Arc<RunningHost> {
        Arc::clone(self.running_host.lock().unwrap().as_ref().unwrap())
    }

    // --- Lives ---

    /// Opens a host on the disk, which may fail.
    pub(crate) async fn start_process(&self, number: u64) -> Result<(), String> {
        let store = Store::open_file(&self.disk.database())
            .await
            .map_err(|error| error.to_string())?;
        let lots = Randomness::from_seed(&Dice::new(&self.seed, 100 + number).seed());
        let thinking = Thinking {
            cores: 1,
            min_turn_time: Duration::ZERO,
            max_turn_time: Duration::from_hours(1),
        };
        let options = HostOptions {
            clock: self.clock.clone(),
            randomness: Arc::new(lots),
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
        if let Err(trouble) = process.join().await {
            host.database.close().await;
            return Err(trouble.to_string());
        }
        let courier = NoticeDispatcher::with_port(
            Arc::clone(&self.chat) as _,
            Arc::new(composer),
            process,
            1_000_000_000,
        );
        let outbox = Outbox::new(&host);
        *self.running_host.lock().unwrap() = Some(Arc::new(RunningHost {
            store,
            host,
            outbox,
            courier,
        }));
        Ok(())
    }

    pub(crate) async fn end_process(&self, number: u64, ending: Ending) {
        if ending == Ending::Killed && !self.disk.is_killed() {
            self.disk.kill();
        }
        let running_host = self.running_host.lock().unwrap().take();
        if let Some(running_host) = running_host {
            running_host.host.database.close().await;
        }
        if ending == Ending::Killed {
            self.disk.restart();
        }
        let mut dice = Dice::new(&self.seed, 1000 + number);
        self.memory().presses = PRESSES * i64::try_from(number + 1).unwrap();
        self.chat.set_dice(Dice::new(&dice.seed(), 0));
        *self.dice.lock().unwrap() = dice;
    }
}

/// Loads the state of a table.
pub(crate) async fn load_state(
    running_host: &RunningHost,
    game: TableId,
) -> Result<ProcessState, Failure> {
    let revision = running_host.host.tables.find(game).await?.revision;
    let log = running_host
        .store
        .tables()
        .load_log(game, 0)
        .await
        .map_err(lanai_host::InternalError::from)?;
    Ok(ProcessState { revision, log })
}
