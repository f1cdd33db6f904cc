//! How things stand at a moment: what is there, and what is wrong.

/// How things stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HealthReport {
    /// What is wrong; nothing if all is well.
    pub ailments: Vec<HealthProblem>,
    /// How many sessions with Discord this process has.
    pub sessions: usize,
    /// How many people are being answered.
    pub guests: usize,
    /// How many of them wait to be attended to, and want to do something.
    pub moves_waiting: usize,
    /// The same of those who only want to look.
    pub looks_waiting: usize,
    /// How many sessions with Discord may still begin today, all processes together.
    pub sessions_left: u64,
    /// How much room there is for a database in a file.
    pub disk: Option<Disk>,
    /// How many there are of what is kept; nothing if the database does not say.
    pub stock: Option<RowCounts>,
}

/// The room on the disk that the database is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disk {
    /// How much is left of it.
    pub free_bytes: u64,
    /// How much SQLite's write-ahead log takes up.
    pub wal_bytes: u64,
}

/// Something that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HealthProblem {
    /// Nobody hears what people do.
    #[error("gateway: a shard of this bot has no session with Discord")]
    Gateway,
    /// Nothing can be done.
    #[error("database: it does not answer")]
    Database,
    /// The database can be read, but nothing is kept.
    #[error(
        "database: it can be read, but nothing can be written, so no move is kept: is its disk full, or is it read-only?"
    )]
    NotWritable,
}

impl HealthProblem {
    /// The parts of the program that can fail.
    pub const PARTS: [&str; 2] = ["gateway", "database"];

    /// Returns the part that it concerns.
    pub fn part(self) -> &'static str {
        match self {
            HealthProblem::Gateway => "gateway",
            HealthProblem::Database | HealthProblem::NotWritable => "database",
        }
    }
}

/// How many there are of what is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCounts {
    /// Tables at which somebody may sit down.
    pub tables_open: i64,
    /// Tables at which a game goes on.
    pub tables_running: i64,
    /// Those of them that wait for a person.
    pub waiting_for_people: i64,
    pub waiting_for_computers: i64,
    /// News that could be told now.
    pub notices_due: i64,
    /// News that could not be told at the first attempt.
    pub notices_failing: i64,
    /// When the last backup was made, in seconds since 1970, if there ever was one.
    pub last_backup: Option<i64>,
}
