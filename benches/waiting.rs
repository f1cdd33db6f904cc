//! The cost of waiting: the scheduler with a hundred thousand tables, most of them due in days and
//! some always due. Reports CPU use and memory as counted by the kernel.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanai_host::{
    Actor, ChannelId, GuildId, Host, MessageId, NewGame, News, Outbox, PersonId, Receipt,
    Scheduler, TableSettings,
};
use lanai_store::{Store, TableId, Timestamp};
use sqlx::{Connection as _, SqliteConnection};

const TABLES: i64 = 100_000;
/// A reminder a day for each table is a little more than one a second.
const REMINDER_INTERVAL_SECS: i64 = 24 * 60 * 60;
const MEASUREMENT: Duration = Duration::from_secs(20);
const ROUNDS: usize = 3;

/// Creates running tables, each due at another time of the day.
async fn create_tables(file: &Path) -> Arc<Host> {
    let store = Store::open_file(file).await.unwrap();
    let host = Arc::new(Host::new(store));
    let actor = |person| Actor {
        person,
        name: "somebody".to_owned(),
        interaction: None,
    };
    let new = NewGame {
        title: lanai_rules::Title::Haleakala,
        seat_count: Some(2),
        computers: Vec::new(),
        options: String::new(),
        settings: TableSettings::default(),
        guild: GuildId(1),
        channel: ChannelId(1),
        parent_channel: None,
        language: "en".to_owned(),
        announced: false,
        rematch_of: None,
    };
    let TableId(game) = host.lobby.open(&new, &actor(PersonId(1))).await.unwrap().id;
    host.lobby
        .join(TableId(game), &actor(PersonId(2)), None, false)
        .await
        .unwrap();
    host.starts
        .start(TableId(game), &actor(PersonId(1)))
        .await
        .unwrap();
    let outbox = Outbox::new(&host);
    let due = outbox.list_due(10).await.unwrap();
    let fixed = due
        .iter()
        .find(|heard| matches!(heard.news, News::SeatsFixed))
        .unwrap();
    outbox
        .mark_sent(
            fixed,
            Receipt {
                message: Some(MessageId(1)),
                ..Receipt::default()
            },
        )
        .await
        .unwrap();
    let mut copier = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    for copy in [
        "insert into game_table (title, guild, channel, owner, status, revision, language, seat_count, options, secret, figures,
                           announced_entries, snapshot, opened_at, changed_at, settings)
         select title, guild, n, owner, status, revision, language, seat_count, options, secret, figures,
                announced_entries, snapshot, opened_at, changed_at, settings
         from game_table, (with recursive more (n) as (select 2 union all select n + 1 from more where n < $1) select n from more)
         where table_id = $2",
        "insert into seat (table_id, seat, person, name, policy, word)
         select other.table_id, seat, person, name, policy, word from seat, game_table as other
         where seat.table_id = $2 and other.table_id <> $2 and $1 > 0",
        "insert into log_entry (table_id, number, seat, action, events, revision, at)
         select other.table_id, number, log_entry.seat, action, events, log_entry.revision, at from log_entry, game_table as other
         where log_entry.table_id = $2 and other.table_id <> $2 and $1 > 0",
        // Each was pinged at another time of the last day, so some are always due.
        "insert into wait (table_id, person, since, check_at, state)
         select other.table_id, person, since - other.table_id * $3 / $1, since + $3 - other.table_id * $3 / $1, state
         from wait, game_table as other where wait.table_id = $2 and other.table_id <> $2",
    ] {
        let copy = sqlx::query(sqlx::AssertSqlSafe(copy)).bind(TABLES).bind(game).bind(REMINDER_INTERVAL_SECS);
        copy.execute(&mut copier).await.unwrap();
    }
    copier.close().await.unwrap();
    host
}

/// CPU time and memory of this process.
fn usage() -> (f64, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let after_name = stat.rsplit(')').next().unwrap();
    let field = |at: usize| {
        after_name
            .split_whitespace()
            .nth(at)
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS"))
        .unwrap();
    let kilobytes = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    // In hundredths of a second.
    ((field(11) + field(12)) / 100.0, kilobytes)
}

async fn newest_notice(store: &Store) -> i64 {
    store
        .notices()
        .list_due(Timestamp(i64::MAX), u32::MAX)
        .await
        .unwrap()
        .last()
        .map_or(0, |due| due.notice_id.0)
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let before = usage().1;
        let host = create_tables(&folder.path().join("lanai.db")).await;
        let store = Store::open_file(&folder.path().join("lanai.db")).await.unwrap();
        let keeping = tokio::spawn(Scheduler::new(&host).run_forever());
        // First handles what became due while the tables were created.
        tokio::time::sleep(Duration::from_secs(5)).await;
        for round in 1..=ROUNDS {
            let ((cpu, _), began) = (usage(), Instant::now());
            let due = newest_notice(&store).await;
            tokio::time::sleep(MEASUREMENT).await;
            let reminders = newest_notice(&store).await - due;
            let ((after, memory), took) = (usage(), began.elapsed().as_secs_f64());
            println!(
                "round {round}: {TABLES} tables, {reminders} notices in {took:.0} s: {:.2} % of a core, \
                 {} MiB held, {} MiB of it since the start",
                (after - cpu) / took * 100.0,
                memory / 1024,
                (memory - before) / 1024,
            );
        }
        keeping.abort();
    });
}
