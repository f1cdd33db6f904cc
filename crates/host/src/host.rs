//! Builds the host and hands each feature the few things that it needs.

use std::sync::Arc;

use lanai_store::Store;
use tokio::sync::Semaphore;

use crate::core::amendments::Amendments;
use crate::core::database::DatabaseAccess;
use crate::core::game_summary::GameSummaries;
use crate::core::games::GameLoader;
use crate::core::moderation::Moderation;
use crate::core::notices::WatcherNotices;
use crate::core::person_notices::PersonNotices;
use crate::core::play::Play;
use crate::core::printed_cache::PrintedCache;
use crate::core::results::History;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::core::take_back::TakeBack;
use crate::core::thoughts::Thoughts;
use crate::core::watching::Watching;
use crate::features::access::AccessRules;
use crate::features::agreements::Agreements;
use crate::features::board_access::BoardAccess;
use crate::features::closing::TableClosing;
use crate::features::contests::organising::ContestOrganiser;
use crate::features::contests::running::ContestRunner;
use crate::features::departures::Departures;
use crate::features::erasure::Erasure;
use crate::features::exports::DataExporter;
use crate::features::exports::games::GameExports;
use crate::features::exports::tables::TableExports;
use crate::features::game_start::GameStart;
use crate::features::hints::Hints;
use crate::features::lessons::Lessons;
use crate::features::lobby::Lobby;
use crate::features::lookback::Lookback;
use crate::features::matchmaking::Matchmaking;
use crate::features::notes::Notes;
use crate::features::premoves::PremovePlanner;
use crate::features::ratings::Ratings;
use crate::features::relocation::Relocation;
use crate::features::replacements::Replacements;
use crate::features::resignations::Resignations;
use crate::features::reviews::{ReviewCache, Reviewer};
use crate::features::statistics::StatisticsLoader;
use crate::features::verifier::Verifier;
use crate::model::notify::Notifiers;
use crate::{Clock, Process, Randomness, TableId, Thinking};

/// Settings of a host besides its database.
#[derive(Clone, Default)]
pub struct HostOptions {
    pub clock: Clock,
    pub randomness: Arc<Randomness>,
    /// The delay before turns of computers are announced, so that they seem to think.
    pub apparent_thinking_secs: i64,
    pub thinking: Thinking,
}

/// The host: its store and clock, and the parts of the core and the features.
pub struct Host {
    pub store: Store,
    pub clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) thoughts: Arc<Thoughts>,
    pub(crate) thinking: Thinking,
    pub access: Arc<AccessRules>,
    pub agreements: Arc<Agreements>,
    pub amendments: Arc<Amendments>,
    pub board_access: Arc<BoardAccess>,
    pub closing: Arc<TableClosing>,
    pub contest_runner: Arc<ContestRunner>,
    pub contests: Arc<ContestOrganiser>,
    pub database: Arc<DatabaseAccess>,
    pub departures: Arc<Departures>,
    pub erasure: Arc<Erasure>,
    pub exports: Arc<DataExporter>,
    pub games: Arc<GameLoader>,
    pub hints: Arc<Hints>,
    pub history: Arc<History>,
    pub lessons: Arc<Lessons>,
    pub lobby: Arc<Lobby>,
    pub lookback: Arc<Lookback>,
    pub matchmaking: Arc<Matchmaking>,
    pub moderation: Arc<Moderation>,
    pub notes: Arc<Notes>,
    pub(crate) person_notices: Arc<PersonNotices>,
    pub play: Arc<Play>,
    pub premoves: Arc<PremovePlanner>,
    pub ratings: Arc<Ratings>,
    pub relocation: Arc<Relocation>,
    pub replacements: Arc<Replacements>,
    pub resignations: Arc<Resignations>,
    pub reviews: Arc<Reviewer>,
    pub settings: Arc<Settings>,
    pub starts: Arc<GameStart>,
    pub statistics: Arc<StatisticsLoader>,
    pub summaries: Arc<GameSummaries>,
    pub tables: Arc<Tables>,
    pub take_back: Arc<TakeBack>,
    pub verifier: Arc<Verifier>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
    pub watching: Arc<Watching>,
}

impl Host {
    /// Creates a host that uses the system clock.
    pub fn new(store: Store) -> Host {
        Host::with_options(store, HostOptions::default())
    }

    pub fn with_clock(store: Store, clock: Clock) -> Host {
        Host::with_options(
            store,
            HostOptions {
                clock,
                ..HostOptions::default()
            },
        )
    }

    #[expect(clippy::too_many_lines, reason = "one literal for each feature")]
    pub fn with_options(store: Store, options: HostOptions) -> Host {
        let HostOptions {
            clock,
            randomness,
            apparent_thinking_secs,
            thinking,
        } = options;
        let notify = Arc::<Notifiers>::default();
        let thoughts = Arc::<Thoughts>::default();
        let printed = Arc::<PrintedCache>::default();
        let cores = Arc::new(Semaphore::new(thinking.cores));
        let review_cache = Arc::<ReviewCache>::default();
        let tables = Arc::new(Tables {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
            thoughts: thoughts.clone(),
        });
        let database = Arc::new(DatabaseAccess {
            clock: clock.clone(),
            store: store.clone(),
        });
        let settings = Arc::new(Settings {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
        });
        let moderation = Arc::new(Moderation {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
            settings: settings.clone(),
        });
        let person_notices = Arc::new(PersonNotices {
            clock: clock.clone(),
            store: store.clone(),
            settings: settings.clone(),
        });
        let watcher_notices = Arc::new(WatcherNotices {
            store: store.clone(),
        });
        let watching = Arc::new(Watching {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let games = Arc::new(GameLoader {
            printed: printed.clone(),
            store: store.clone(),
        });
        let summaries = Arc::new(GameSummaries {
            store: store.clone(),
            games: games.clone(),
            tables: tables.clone(),
        });
        let take_back = Arc::new(TakeBack {
            clock: clock.clone(),
            store: store.clone(),
            games: games.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let play = Arc::new(Play {
            apparent_thinking_secs,
            clock: clock.clone(),
            store: store.clone(),
            games: games.clone(),
            person_notices: person_notices.clone(),
            settings: settings.clone(),
            summaries: summaries.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let history = Arc::new(History {
            store: store.clone(),
        });
        let amendments = Arc::new(Amendments {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
            thoughts: thoughts.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let hints = Arc::new(Hints {
            cores: cores.clone(),
        });
        let lookback = Arc::new(Lookback {
            store: store.clone(),
            games: games.clone(),
        });
        let premoves = Arc::new(PremovePlanner {
            clock: clock.clone(),
            amendments: amendments.clone(),
            games: games.clone(),
            lookback: lookback.clone(),
            play: play.clone(),
            tables: tables.clone(),
        });
        let access = Arc::new(AccessRules {
            store: store.clone(),
            settings: settings.clone(),
        });
        let replacements = Arc::new(Replacements {
            clock: clock.clone(),
            access: access.clone(),
            play: play.clone(),
            settings: settings.clone(),
        });
        let agreements = Arc::new(Agreements {
            clock: clock.clone(),
            amendments: amendments.clone(),
            replacements: replacements.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let matchmaking = Arc::new(Matchmaking {
            clock: clock.clone(),
            randomness: randomness.clone(),
            notify: notify.clone(),
            store: store.clone(),
            settings: settings.clone(),
            tables: tables.clone(),
        });
        let contests = Arc::new(ContestOrganiser {
            clock: clock.clone(),
            randomness: randomness.clone(),
            notify: notify.clone(),
            store: store.clone(),
            access: access.clone(),
        });
        let board_access = Arc::new(BoardAccess {
            clock: clock.clone(),
            randomness: randomness.clone(),
            store: store.clone(),
            access: access.clone(),
        });
        let closing = Arc::new(TableClosing {
            clock: clock.clone(),
            contests: contests.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let starts = Arc::new(GameStart {
            clock: clock.clone(),
            store: store.clone(),
            play: play.clone(),
            tables: tables.clone(),
        });
        let contest_runner = Arc::new(ContestRunner {
            clock: clock.clone(),
            randomness: randomness.clone(),
            notify: notify.clone(),
            store: store.clone(),
            contests: contests.clone(),
            starts: starts.clone(),
            tables: tables.clone(),
        });
        let departures = Arc::new(Departures {
            clock: clock.clone(),
            randomness: randomness.clone(),
            store: store.clone(),
            tables: tables.clone(),
        });
        let game_exports = Arc::new(GameExports {
            store: store.clone(),
            games: games.clone(),
            history: history.clone(),
            tables: tables.clone(),
        });
        let table_exports = Arc::new(TableExports {
            store: store.clone(),
            games: games.clone(),
            lookback: lookback.clone(),
        });
        let exports = Arc::new(DataExporter {
            clock: clock.clone(),
            store: store.clone(),
            game_exports: game_exports.clone(),
            matchmaking: matchmaking.clone(),
            settings: settings.clone(),
            table_exports: table_exports.clone(),
            tables: tables.clone(),
        });
        let ratings = Arc::new(Ratings {
            notify: notify.clone(),
            store: store.clone(),
        });
        let resignations = Arc::new(Resignations {
            clock: clock.clone(),
            store: store.clone(),
            play: play.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let erasure = Arc::new(Erasure {
            clock: clock.clone(),
            randomness: randomness.clone(),
            notify: notify.clone(),
            store: store.clone(),
            matchmaking: matchmaking.clone(),
            ratings: ratings.clone(),
            resignations: resignations.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
            watching: watching.clone(),
        });
        let lobby = Arc::new(Lobby {
            clock: clock.clone(),
            randomness: randomness.clone(),
            notify: notify.clone(),
            store: store.clone(),
            access: access.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let relocation = Arc::new(Relocation {
            clock: clock.clone(),
            notify: notify.clone(),
            store: store.clone(),
            tables: tables.clone(),
            watcher_notices: watcher_notices.clone(),
        });
        let notes = Arc::new(Notes {
            store: store.clone(),
        });
        let verifier = Arc::new(Verifier {
            store: store.clone(),
            games: games.clone(),
        });
        let reviews = Arc::new(Reviewer {
            cache: review_cache,
            store: store.clone(),
            games: games.clone(),
            hints: hints.clone(),
        });
        let statistics = Arc::new(StatisticsLoader {
            store: store.clone(),
        });
        let lessons = Arc::new(Lessons {
            store: store.clone(),
            hints: hints.clone(),
            lobby: lobby.clone(),
            lookback: lookback.clone(),
            resignations: resignations.clone(),
            starts: starts.clone(),
            tables: tables.clone(),
        });
        Host {
            store,
            clock,
            notify,
            thoughts,
            thinking,
            access,
            agreements,
            amendments,
            board_access,
            closing,
            contest_runner,
            contests,
            database,
            departures,
            erasure,
            exports,
            games,
            hints,
            history,
            lessons,
            lobby,
            lookback,
            matchmaking,
            moderation,
            notes,
            person_notices,
            play,
            premoves,
            ratings,
            relocation,
            replacements,
            resignations,
            reviews,
            settings,
            starts,
            statistics,
            summaries,
            tables,
            take_back,
            verifier,
            watcher_notices,
            watching,
        }
    }

    /// Returns whether this process computes a computer turn for a table now.
    ///
    /// Tests wait for it: a thought in progress has no other effect that can be observed.
    pub fn is_thinking_about(&self, game: TableId) -> bool {
        self.thoughts.contains(game)
    }

    /// Returns this process among those that serve the same database.
    pub fn process(&self) -> Process {
        Process::new(
            self.store.clone(),
            self.clock.clone(),
            Arc::clone(&self.notify),
            self.database.clone(),
        )
    }
}
