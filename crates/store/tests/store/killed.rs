//! A writer that is killed at any moment while it writes to several tables: every acknowledged step
//! is there once, and each step completely or not at all.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use futures::future::join_all;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{ChannelId, Revision, Store, Timestamp, WriteOutcome};

use super::{block_on, next_change, open};

/// The environment variable that names the database of the process to be killed.
const FILE: &str = "LANAI_TEST_WRITER";

/// The number of tables, each with a writer of its own.
const TABLES: i64 = 3;

/// Not a test by itself: the test below starts it. It writes and prints each commit until it is
/// killed.
#[test]
fn writer_process() {
    let Ok(file) = env::var(FILE) else { return };
    block_on(async {
        let store = Store::open_file(file.as_ref()).await.unwrap();
        join_all((0..TABLES).map(|channel| write_forever(&store, channel))).await;
    });
}

async fn write_forever(store: &Store, channel: i64) {
    let mut table = match store
        .tables()
        .find_in_channel(ChannelId(channel))
        .await
        .unwrap()
    {
        Some(table) => table,
        None => open(store, channel).await,
    };
    loop {
        let WriteOutcome::Done { revision } = store
            .writer()
            .write(&next_change(&table, table.revision.0))
            .await
            .unwrap()
        else {
            panic!("nobody else writes")
        };
        table.revision = revision;
        println!("committed {channel} {}", revision.0);
    }
}

/// Parses the line of a commit: table and revision.
fn parse_commit(line: &str) -> Option<(i64, i64)> {
    let (channel, revision) = line.rsplit_once("committed ")?.1.split_once(' ')?;
    Some((channel.parse().ok()?, revision.parse().ok()?))
}

#[test]
fn a_killed_writer_loses_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    let kills = lanai_testing::outside::test_size(5, 25);
    for kill in 0..kills {
        let mut writer = Command::new(env::current_exe().unwrap())
            .args([
                "killed::writer_process",
                "--exact",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let mut committed = lines.filter_map(|line| parse_commit(&line));
        // Some may be killed while they still open the file; the others first write to each table
        // twice, however long that takes.
        let mut last = BTreeMap::new();
        let mut wanted: Vec<i64> = if kill % 5 == 0 {
            Vec::new()
        } else {
            (0..TABLES).chain(0..TABLES).collect()
        };
        while !wanted.is_empty() {
            let (channel, revision) = committed
                .next()
                .expect("the writer writes until it is killed");
            last.insert(channel, revision);
            if let Some(at) = wanted.iter().position(|it| *it == channel) {
                wanted.remove(at);
            }
        }
        std::thread::sleep(Duration::from_millis(dice.below(60).into()));
        writer.kill().unwrap();
        writer.wait().unwrap();
        last.extend(committed);
        block_on(async {
            let store = Store::open_file(&file).await.unwrap();
            for channel in 0..TABLES {
                assert_whole_step(&store, channel, last.get(&channel)).await;
            }
            store.close().await;
        });
    }
    block_on(async {
        let store = Store::open_file(&file).await.unwrap();
        for channel in 0..TABLES {
            let table = store
                .tables()
                .find_in_channel(ChannelId(channel))
                .await
                .unwrap();
            let table = table.expect("some writer lived long enough");
            assert!(
                table.revision > Revision(i64::try_from(kills).unwrap()),
                "the writers wrote"
            );
        }
    });
}

/// Asserts that a table is as some step left it, and not older than the last printed commit.
async fn assert_whole_step(store: &Store, channel: i64, told: Option<&i64>) {
    let Some(table) = store
        .tables()
        .find_in_channel(ChannelId(channel))
        .await
        .unwrap()
    else {
        assert_eq!(told, None);
        return;
    };
    assert!(
        table.revision.0 >= *told.unwrap_or(&0),
        "a committed step is lost"
    );
    let entries = store.tables().load_log(table.table_id, 0).await.unwrap();
    let numbers: Vec<_> = entries.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (0..table.revision.0).collect::<Vec<_>>());
    let mut notices = store
        .notices()
        .list_due(Timestamp(9), 1_000_000)
        .await
        .unwrap();
    notices.retain(|notice| notice.table_id == table.table_id);
    assert_eq!(i64::try_from(notices.len()).unwrap(), table.revision.0);
    let last = numbers.last().map(|number| format!("after {number}"));
    assert_eq!(table.snapshot, last);
}
