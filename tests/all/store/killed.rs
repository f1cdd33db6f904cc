//! A writer that is killed at any moment: what it acknowledged is there, nothing is there twice, and all of a step is
//! there or none of it.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use lanai::rules::chance::{Dice, Seed};
use lanai::store::{ChannelId, Revision, Store, Timestamp, Written};

use super::{open, step, wait};

/// Set for the process that is to be killed: the file to which it writes.
const FILE: &str = "LANAI_TEST_WRITER";
const KILLS: u32 = 25;

/// Not a test of its own: started by the one below, it writes and tells what is committed until it is killed.
#[test]
fn a_writer() {
    let Ok(file) = env::var(FILE) else { return };
    wait(async {
        let store = Store::open(file.as_ref()).await.unwrap();
        let mut table = match store.table_in(ChannelId(7)).await.unwrap() {
            Some(table) => table,
            None => open(&store, 7).await,
        };
        loop {
            let Written::Done { revision } = store.write(&step(&table, table.revision.0)).await.unwrap()
            else {
                panic!("nobody else writes")
            };
            table.revision = revision;
            writeln!(std::io::stdout(), "committed {}", revision.0).unwrap();
        }
    });
}

#[test]
fn a_killed_writer_loses_and_doubles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    for kill in 0..KILLS {
        let mut writer = Command::new(env::current_exe().unwrap())
            .args(["store::killed::a_writer", "--exact", "--nocapture", "--test-threads=1"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut committed = lines.filter_map(|line| line.rsplit_once("committed ")?.1.parse::<i64>().ok());
        // Some may be killed while they still open the file; the others write first, however long that takes them.
        let first = if kill % 5 == 0 { None } else { committed.next() };
        std::thread::sleep(Duration::from_millis(dice.below(60).into()));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let told = committed.max().max(first);
        wait(async {
            let store = Store::open(&file).await.unwrap();
            let Some(table) = store.table_in(ChannelId(7)).await.unwrap() else {
                assert_eq!(told, None);
                return;
            };
            assert!(table.revision >= Revision(told.unwrap_or(0)), "a committed step is lost");
            let entries = store.entries(table.game, 0).await.unwrap();
            let numbers: Vec<_> = entries.iter().map(|entry| entry.number).collect();
            assert_eq!(numbers, (0..table.revision.0).collect::<Vec<_>>());
            let notices = store.due(Timestamp(9), 1_000_000).await.unwrap();
            assert_eq!(i64::try_from(notices.len()).unwrap(), table.revision.0);
            let last = numbers.last().map(|number| format!("after {number}"));
            assert_eq!(table.snapshot, last);
            store.close().await;
        });
    }
    wait(async {
        let store = Store::open(&file).await.unwrap();
        let table = store.table_in(ChannelId(7)).await.unwrap().expect("some writer lived long enough");
        assert!(table.revision > Revision(i64::from(KILLS)), "the writers wrote");
    });
}
