//! The health report of a process: counts of its work, and the problems that it has.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HealthReport {
    /// The present problems; empty if the process is healthy.
    pub problems: Vec<HealthProblem>,
    /// The number of connected gateway sessions of this process.
    pub sessions: usize,
    /// The number of interactions that are being handled.
    pub requests: usize,
    /// The number of requests that change a game and wait for a permit.
    pub moves_waiting: usize,
    /// The number of requests that only read and wait for a permit.
    pub reads_waiting: usize,
    /// The number of gateway sessions that may still start today, for all processes together.
    pub sessions_left: u64,
    /// The disk of a SQLite database. `None` with PostgreSQL, or if the disk cannot be read.
    pub disk: Option<Disk>,
    /// The row counts; `None` if they cannot be loaded.
    pub rows: Option<RowCounts>,
}

/// The space that is free and used on the disk of a SQLite database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disk {
    pub free_bytes: u64,
    /// The size of SQLite's write-ahead log.
    pub wal_bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HealthProblem {
    #[error("gateway: a shard of this bot has no session with Discord")]
    Gateway,
    #[error("database: it does not answer")]
    Database,
    #[error(
        "database: it can be read, but nothing can be written, so no move is kept: is its disk full, or is it read-only?"
    )]
    NotWritable,
}

impl HealthProblem {
    pub const PARTS: [&str; 2] = ["gateway", "database"];

    pub fn part(self) -> &'static str {
        match self {
            HealthProblem::Gateway => "gateway",
            HealthProblem::Database | HealthProblem::NotWritable => "database",
        }
    }
}

/// Counts of rows in the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCounts {
    /// The number of tables whose game has not begun.
    pub tables_open: i64,
    /// The number of tables with a running game.
    pub tables_running: i64,
    /// The number of running tables that wait for a person's turn.
    pub waiting_for_people: i64,
    pub waiting_for_computers: i64,
    /// The number of waiting notices whose due time has come.
    pub notices_due: i64,
    /// The number of undelivered notices whose first attempt failed.
    pub notices_failing: i64,
    /// The time of the last backup in seconds since 1970; `None` if there was none.
    pub last_backup: Option<i64>,
}
