//! Metrics of the process in the format of Prometheus. Other crates call the `record_…` functions;
//! [`MetricsPage`] serves the metrics over HTTP if the operator sets an address. No other code
//! depends on them, and they are reset by a restart.
//!
//! The values of labels come from short lists (commands, routes, outcomes). They are never ids or
//! text from users, which would create a time series each.

mod health;
mod page;
mod process;

pub use health::{Disk, HealthProblem, HealthReport, RowCounts};
pub use page::{MetricsPage, MetricsPageError};

use std::borrow::Cow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];
type Counts<const N: usize> = Family<Labels<N>, Counter>;
/// A gauge whose value is not always known: while it is cleared, the page has no line for it.
type OptionalGauge = Family<Labels<0>, Gauge>;
type Times = Family<Labels<1>, Histogram, fn() -> Histogram>;

/// Histogram buckets in seconds. The bot defers its response after 1.5 s, and Discord waits for 3
/// s.
const DURATION_BUCKETS_SECS: [f64; 14] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0, 30.0,
];
/// Histogram buckets in seconds for the delay of notices, which may be hours late.
const NOTICE_LAG_BUCKETS_SECS: [f64; 10] = [
    1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 300.0, 1800.0, 3600.0, 86400.0,
];

/// The outcome of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InteractionOutcome {
    Done,
    /// The request was refused, for example by the rules, and the user was told the reason.
    Refused,
    /// The interaction had already been handled: Discord delivered it again.
    Repeated,
    /// An internal error or a panic occurred.
    Failed,
    /// The process was shutting down.
    Closing,
    /// The concurrency limit was reached.
    Busy,
    /// The response could not be delivered.
    Undelivered,
}

impl InteractionOutcome {
    fn label(self) -> &'static str {
        match self {
            InteractionOutcome::Done => "done",
            InteractionOutcome::Refused => "declined",
            InteractionOutcome::Repeated => "repeated",
            InteractionOutcome::Failed => "failed",
            InteractionOutcome::Closing => "closing",
            InteractionOutcome::Busy => "busy",
            InteractionOutcome::Undelivered => "undelivered",
        }
    }
}

/// A kind of database work whose time is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseWork {
    /// Waiting for a connection for a transaction: the only one that writes to SQLite, or one of
    /// PostgreSQL's pool.
    WriteConnection,
    Statement,
    /// A commit, which also counts as a statement.
    Commit,
}

impl DatabaseWork {
    fn label(self) -> &'static str {
        match self {
            DatabaseWork::WriteConnection => "write_connection",
            DatabaseWork::Statement => "statement",
            DatabaseWork::Commit => "commit",
        }
    }
}

/// The outcome of drawing a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureOutcome {
    Drawn,
    /// Drawing took too long, so a text replaced the picture.
    TimedOut,
    /// The drawing thread panicked.
    Failed,
}

impl PictureOutcome {
    fn label(self) -> &'static str {
        match self {
            PictureOutcome::Drawn => "drawn",
            PictureOutcome::TimedOut => "late",
            PictureOutcome::Failed => "failed",
        }
    }
}

struct Metrics {
    registry: Registry,
    interactions: Counts<2>,
    interaction_seconds: Times,
    refusals: Counts<1>,
    turns: Counts<2>,
    notices: Counts<1>,
    notice_lag: Histogram,
    requests: Counts<2>,
    request_seconds: Times,
    rate_limits: Counter,
    pictures: Counts<1>,
    picture_seconds: Histogram,
    database_seconds: Times,
    database_errors: Counter,
    session_starts: Counter,
    log_lines: Counts<1>,
    tables: Family<Labels<1>, Gauge>,
    tables_waiting: Family<Labels<1>, Gauge>,
    notices_waiting: Family<Labels<1>, Gauge>,
    sessions: Gauge,
    sessions_left: Gauge,
    disk_free: OptionalGauge,
    wal: OptionalGauge,
    last_backup: OptionalGauge,
    clock_ahead: OptionalGauge,
    requests_in_progress: Gauge,
    requests_waiting: Family<Labels<1>, Gauge>,
    up: Family<Labels<1>, Gauge>,
}

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

fn seconds_histogram() -> Histogram {
    Histogram::new(DURATION_BUCKETS_SECS)
}

impl Metrics {
    fn new() -> Metrics {
        let mut new = Metrics {
            registry: Registry::default(),
            interactions: Family::default(),
            interaction_seconds: Times::new_with_constructor(seconds_histogram),
            refusals: Family::default(),
            turns: Family::default(),
            notices: Family::default(),
            notice_lag: Histogram::new(NOTICE_LAG_BUCKETS_SECS),
            requests: Family::default(),
            request_seconds: Times::new_with_constructor(seconds_histogram),
            rate_limits: Counter::default(),
            pictures: Family::default(),
            picture_seconds: seconds_histogram(),
            database_seconds: Times::new_with_constructor(seconds_histogram),
            database_errors: Counter::default(),
            session_starts: Counter::default(),
            log_lines: Family::default(),
            tables: Family::default(),
            tables_waiting: Family::default(),
            notices_waiting: Family::default(),
            sessions: Gauge::default(),
            sessions_left: Gauge::default(),
            disk_free: Family::default(),
            wal: Family::default(),
            last_backup: Family::default(),
            clock_ahead: Family::default(),
            requests_in_progress: Gauge::default(),
            requests_waiting: Family::default(),
            up: Family::default(),
        };
        new.register();
        new
    }

    #[expect(clippy::too_many_lines, reason = "one entry for each metric")]
    fn register(&mut self) {
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        self.registry.register(
            "lanai_build",
            "Which version of the program it is",
            Info::new(version),
        );
        self.registry
            .register_collector(Box::new(process::ProcessCollector::new()));
        let ours = self.registry.sub_registry_with_prefix("lanai");
        ours.register(
            "answers",
            "Commands and buttons, and what came of them",
            self.interactions.clone(),
        );
        ours.register(
            "refusals",
            "Why something was declined",
            self.refusals.clone(),
        );
        ours.register("turns", "What was played, and by whom", self.turns.clone());
        ours.register("notices", "What became of news", self.notices.clone());
        ours.register(
            "requests",
            "Requests to Discord, and what it said",
            self.requests.clone(),
        );
        ours.register(
            "limits",
            "How often Discord's limits were hit",
            self.rate_limits.clone(),
        );
        ours.register("pictures", "What became of pictures", self.pictures.clone());
        ours.register(
            "database_errors",
            "What the database could not do",
            self.database_errors.clone(),
        );
        ours.register(
            "sessions_begun",
            "Sessions with Discord that began",
            self.session_starts.clone(),
        );
        ours.register("log_lines", "Lines of the log", self.log_lines.clone());
        ours.register("tables", "Tables that are not over", self.tables.clone());
        ours.register(
            "tables_waiting",
            "Games that wait, and for whom",
            self.tables_waiting.clone(),
        );
        ours.register(
            "notices_waiting",
            "News that wait to be told",
            self.notices_waiting.clone(),
        );
        ours.register("sessions", "Sessions with Discord", self.sessions.clone());
        ours.register(
            "sessions_left",
            "Sessions that may still begin today, all processes together",
            self.sessions_left.clone(),
        );
        ours.register(
            "guests",
            "People who are being answered",
            self.requests_in_progress.clone(),
        );
        ours.register(
            "guests_waiting",
            "Those of them who wait to be attended to",
            self.requests_waiting.clone(),
        );
        ours.register("up", "Whether a part works: 1 if so", self.up.clone());
        ours.register_with_unit(
            "disk_free",
            "Room on the disk of the database",
            Unit::Bytes,
            self.disk_free.clone(),
        );
        ours.register_with_unit(
            "wal",
            "SQLite's write-ahead log",
            Unit::Bytes,
            self.wal.clone(),
        );
        ours.register_with_unit(
            "last_backup_timestamp",
            "When the last backup was made, since 1970",
            Unit::Seconds,
            self.last_backup.clone(),
        );
        ours.register_with_unit(
            "clock_ahead",
            "This machine's clock beside Discord's: negative if it is behind",
            Unit::Seconds,
            self.clock_ahead.clone(),
        );
        ours.register_with_unit(
            "answer",
            "From a command or press to the whole answer",
            Unit::Seconds,
            self.interaction_seconds.clone(),
        );
        ours.register_with_unit(
            "request",
            "A request to Discord, waiting for its limits included",
            Unit::Seconds,
            self.request_seconds.clone(),
        );
        ours.register_with_unit(
            "database",
            "What is asked of the database",
            Unit::Seconds,
            self.database_seconds.clone(),
        );
        ours.register_with_unit(
            "notice_lag",
            "From what happened to the news of it",
            Unit::Seconds,
            self.notice_lag.clone(),
        );
        ours.register_with_unit(
            "picture",
            "A picture, waiting for a free core included",
            Unit::Seconds,
            self.picture_seconds.clone(),
        );
    }
}

/// Counts an interaction and measures the time until it was completely answered.
pub fn record_interaction(name: &str, outcome: InteractionOutcome, took: Duration) {
    let name: Cow<'static, str> = name.to_owned().into();
    METRICS
        .interaction_seconds
        .get_or_create(&[("asked", name.clone())])
        .observe(took.as_secs_f64());
    METRICS
        .interactions
        .get_or_create(&[("asked", name), ("outcome", outcome.label().into())])
        .inc();
}

/// Counts a refused request by the reason, a short fixed word.
pub fn record_refusal(reason: &str) {
    METRICS
        .refusals
        .get_or_create(&[("why", reason.to_owned().into())])
        .inc();
}

/// Counts a committed turn by game and by kind of player.
pub fn record_turn(game: &'static str, player_kind: &'static str) {
    METRICS
        .turns
        .get_or_create(&[("game", game.into()), ("by", player_kind.into())])
        .inc();
}

/// Counts a notice by its outcome, and measures how late it was in seconds if known.
pub fn record_notice(outcome: &'static str, lag_secs: Option<i64>) {
    METRICS
        .notices
        .get_or_create(&[("outcome", outcome.into())])
        .inc();
    if let Some(lag) = lag_secs.and_then(|lag| i32::try_from(lag).ok()) {
        METRICS.notice_lag.observe(lag.max(0).into());
    }
}

/// Counts a request to Discord by its HTTP status or another outcome, and measures its time.
pub fn record_request(route: &'static str, status: String, took: Duration) {
    METRICS
        .request_seconds
        .get_or_create(&[("route", route.into())])
        .observe(took.as_secs_f64());
    METRICS
        .requests
        .get_or_create(&[("route", route.into()), ("status", status.into())])
        .inc();
}

/// Counts a wait for one of Discord's rate limits: after a response with status 429, or before a
/// request to a route whose limit is used up.
pub fn record_rate_limit() {
    METRICS.rate_limits.inc();
}

pub fn record_session_start() {
    METRICS.session_starts.inc();
}

/// Records how many seconds this machine's clock is ahead of Discord's.
pub fn record_clock_offset(ahead_secs: i64) {
    METRICS.clock_ahead.get_or_create(&[]).set(ahead_secs);
}

pub fn record_picture(outcome: PictureOutcome, took: Duration) {
    METRICS
        .pictures
        .get_or_create(&[("outcome", outcome.label().into())])
        .inc();
    METRICS.picture_seconds.observe(took.as_secs_f64());
}

pub fn record_log_line(level: tracing::Level) {
    let level = level.as_str().to_lowercase();
    METRICS
        .log_lines
        .get_or_create(&[("level", level.into())])
        .inc();
}

/// Measures database work that began at `started`, and counts errors.
///
/// This does not wrap the measured future, because a wrapper would hold the future twice in memory.
pub fn record_database_work(work: DatabaseWork, started: Instant, is_ok: bool) {
    METRICS
        .database_seconds
        .get_or_create(&[("what", work.label().into())])
        .observe(started.elapsed().as_secs_f64());
    // A commit is also recorded as a statement, which already counts its error.
    if !is_ok && work != DatabaseWork::Commit {
        METRICS.database_errors.inc();
    }
}

/// Encodes all metrics for Prometheus, together with the current health report.
fn encode_metrics(report: &HealthReport) -> Result<String, std::fmt::Error> {
    let Metrics {
        tables,
        tables_waiting,
        notices_waiting,
        ..
    } = &*METRICS;
    // A gauge whose value is unknown now must not appear with its old value.
    for family in [tables, tables_waiting, notices_waiting] {
        family.clear();
    }
    if let Some(rows) = &report.rows {
        for (family, name, value, number) in [
            (tables, "status", "open", rows.tables_open),
            (tables, "status", "running", rows.tables_running),
            (tables_waiting, "for", "people", rows.waiting_for_people),
            (
                tables_waiting,
                "for",
                "computers",
                rows.waiting_for_computers,
            ),
            (notices_waiting, "state", "due", rows.notices_due),
            (notices_waiting, "state", "failing", rows.notices_failing),
        ] {
            family.get_or_create(&[(name, value.into())]).set(number);
        }
    }
    METRICS
        .sessions_left
        .set(saturating_i64(report.sessions_left));
    for (gauge, figure) in [
        (
            &METRICS.disk_free,
            report.disk.map(|disk| saturating_i64(disk.free_bytes)),
        ),
        (
            &METRICS.wal,
            report.disk.map(|disk| saturating_i64(disk.wal_bytes)),
        ),
        (
            &METRICS.last_backup,
            report.rows.and_then(|rows| rows.last_backup),
        ),
    ] {
        gauge.clear();
        if let Some(figure) = figure {
            gauge.get_or_create(&[]).set(figure);
        }
    }
    METRICS.sessions.set(saturating_i64(report.sessions));
    METRICS
        .requests_in_progress
        .set(saturating_i64(report.requests));
    for (priority, number) in [
        ("move", report.moves_waiting),
        ("look", report.reads_waiting),
    ] {
        let waiting = METRICS
            .requests_waiting
            .get_or_create(&[("for", priority.into())]);
        waiting.set(saturating_i64(number));
    }
    for part in HealthProblem::PARTS {
        let up = !report.problems.iter().any(|problem| problem.part() == part);
        METRICS
            .up
            .get_or_create(&[("part", part.into())])
            .set(up.into());
    }
    let mut text = String::new();
    prometheus_client::encoding::prometheus_text::encode(&mut text, &METRICS.registry)?;
    Ok(text)
}

fn saturating_i64(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
