//! The health report: counts, and what is wrong.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HealthReport {
    /// Empty if all is well.
    pub problems: Vec<HealthProblem>,
    /// Gateway sessions of this process.
    pub sessions: usize,
    /// Requests being handled.
    pub requests: usize,
    /// Requests that change a game and wait for a permit.
    pub moves_waiting: usize,
    /// Requests that only read and wait for a permit.
    pub reads_waiting: usize,
    /// Gateway sessions that may still begin today, for all processes together.
    pub sessions_left: u64,
    /// The disk of a database in a file.
    pub disk: Option<Disk>,
    /// `None` if the database does not respond.
    pub rows: Option<RowCounts>,
}

/// Space on the disk of the database.
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

/// Row counts of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCounts {
    /// Tables with free seats.
    pub tables_open: i64,
    /// Tables with a running game.
    pub tables_running: i64,
    /// Running tables that wait for a person.
    pub waiting_for_people: i64,
    pub waiting_for_computers: i64,
    /// Notices that can be delivered now.
    pub notices_due: i64,
    /// Notices whose first attempt failed.
    pub notices_failing: i64,
    /// The time of the last backup in seconds since 1970.
    pub last_backup: Option<i64>,
}
