//! A writer that is killed at any moment, while it writes to several tables at once: what it acknowledged is there, nothing
//! is there twice, and all of a step is there or none of it.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use futures::future::join_all;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{ChannelId, Revision, Store, Timestamp, Written};

use super::{open, step, wait};

/// Set for the process that is to be killed: the file to which it writes.
const FILE: &str = "LANAI_TEST_WRITER";

/// Of so many tables each is written to by somebody of their own.
const TABLES: i64 = 3;

/// Not a test of its own: started by the one below, it writes and tells what is committed until it is killed.
#[test]
fn a_writer() {
    let Ok(file) = env::var(FILE) else { return };
    wait(async {
        let store = Store::open(file.as_ref()).await.unwrap();
        join_all((0..TABLES).map(|channel| writes(&store, channel))).await;
    });
}

async fn writes(store: &Store, channel: i64) {
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
        let Written::Done { revision } = store
            .writer()
            .write(&step(&table, table.revision.0))
            .await
            .unwrap()
        else {
            panic!("nobody else writes")
        };
        table.revision = revision;
        println!("committed {channel} {}", revision.0);
    }
}

/// What was told of one commit: of which table, and its revision.
fn told(line: &str) -> Option<(i64, i64)> {
    let (channel, revision) = line.rsplit_once("committed ")?.1.split_once(' ')?;
    Some((channel.parse().ok()?, revision.parse().ok()?))
}

#[test]
fn a_killed_writer_loses_and_doubles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    let kills = lanai_testing::outside::extent(5, 25);
    for kill in 0..kills {
        let mut writer = Command::new(env::current_exe().unwrap())
            .args([
                "killed::a_writer",
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
        let mut committed = lines.filter_map(|line| told(&line));
        // Some may be killed while they still open the file; the others write to each table twice first, however long that takes.
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
        wait(async {
            let store = Store::open(&file).await.unwrap();
            for channel in 0..TABLES {
                is_whole(&store, channel, last.get(&channel)).await;
            }
            store.close().await;
        });
    }
    wait(async {
        let store = Store::open(&file).await.unwrap();
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

/// Whether a table is as some step left it, and not before the one of which its writer told last.
async fn is_whole(store: &Store, channel: i64, told: Option<&i64>) {
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
    let entries = store.tables().entries(table.game, 0).await.unwrap();
    let numbers: Vec<_> = entries.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (0..table.revision.0).collect::<Vec<_>>());
    let mut notices = store.notices().due(Timestamp(9), 1_000_000).await.unwrap();
    notices.retain(|notice| notice.game == table.game);
    assert_eq!(i64::try_from(notices.len()).unwrap(), table.revision.0);
    let last = numbers.last().map(|number| format!("after {number}"));
    assert_eq!(table.snapshot, last);
}
