//! `lanai store copy`: a bot moves from one home to the other and back, with games in every state; whatever stops the copy, it
//! goes on; what is not the same is found; and what should not be copied is refused in a sentence.

mod backups;
mod interrupted;
mod migration;
mod refusals;
mod restore;
mod schema;
mod verification;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use lanai_ai::Appraise;
use lanai_host::{Failure, Host, Table, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, Compared, Copy, NoticeId, Store, TableId, Timestamp};
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};

use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, dice, new_game, person_at, wait};

/// What the program says of a copy that it makes.
fn copied(from: &Address, to: &Address) -> Output {
    lanai(&[&written(from), &written(to)])
}

/// As somebody types it.
fn written(address: &Address) -> String {
    match address {
        Address::File(path) => path.display().to_string(),
        Address::Server(address) => address.clone(),
    }
}

fn lanai(names: &[&str]) -> Output {
    copying(names).output().unwrap()
}

/// The program in a folder, with this database in its settings.
fn operating(folder: &Path, database: &Address, args: &[&str]) -> Command {
    let mut program = Command::new(crate::program::binary());
    program
        .current_dir(folder)
        .env_clear()
        .env("LANAI_DATABASE", written(database))
        .args(args);
    program
}

/// What lies in a folder.
fn listed(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn copying(names: &[&str]) -> Command {
    let mut program = Command::new(crate::program::binary());
    // Where no `.env` lies.
    program
        .current_dir(std::env::temp_dir())
        .env_clear()
        .args(["store", "copy"])
        .args(names);
    program
}

/// What it says when all is well.
fn said(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Its one sentence when nothing is copied, or not all.
fn refused(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(
        told.starts_with("lanai: ") && told.lines().count() == 1,
        "{told}"
    );
    told
}

/// Copies without the program: what both hold of each table.
async fn copied_here(from: &Address, to: &Address) -> Vec<Compared> {
    let mut copy = Copy::begin(from, to).await.unwrap();
    copy.run(|_| ()).await.unwrap();
    let compared = copy.compare(|_| ()).await.unwrap();
    copy.finish().await.unwrap();
    compared
}

async fn sqlite(path: &Path) -> SqliteConnection {
    SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap()
}

/// Takes out of a file what `lanai backup` notes there: when it was made. Nothing else may have changed.
async fn forget_backup(path: &Path) {
    let mut file = sqlite(path).await;
    let forget = sqlx::query("delete from key_value where name = 'last_backup'")
        .execute(&mut file)
        .await;
    assert_eq!(forget.unwrap().rows_affected(), 1);
    file.close().await.unwrap();
}

/// Every row of every table of a file, as SQLite itself writes it down: what it is copied with has no say in it.
async fn all_of(path: &Path) -> Vec<String> {
    let mut file = sqlite(path).await;
    let tables = "select name from sqlite_master where type = 'table' and name not like '~_%' escape '~' order by 1";
    let tables: Vec<String> = sqlx::query_scalar(tables)
        .fetch_all(&mut file)
        .await
        .unwrap();
    let mut all = Vec::new();
    for table in tables.iter().filter(|table| !table.starts_with("sqlite_")) {
        let columns =
            sqlx::query_scalar("select name from pragma_table_info($1) order by 1").bind(table);
        let columns: Vec<String> = columns.fetch_all(&mut file).await.unwrap();
        let quoted: Vec<String> = columns
            .iter()
            .map(|column| format!("quote(\"{column}\")"))
            .collect();
        let name = table.replace('"', "\"\"");
        let rows = format!(
            "select {} as row from \"{name}\" order by 1",
            quoted.join(" || ', ' || ")
        );
        for row in sqlx::query(AssertSqlSafe(rows))
            .fetch_all(&mut file)
            .await
            .unwrap()
        {
            all.push(format!("{table}: {}", row.get::<String, _>("row")));
        }
    }
    file.close().await.unwrap();
    all
}

// --- A house with games in every state ---

async fn begun<G: Appraise>(house: &TestHost, channel: i64, computers: u8) -> Table {
    let new = lanai_host::NewGame {
        computers: vec![lanai_ai::PolicyKind::default(); computers.into()],
        chairs: Some(2 + computers),
        ..new_game::<G>(channel)
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(101), Some("a word, and ʻokina"), true)
        .await
        .unwrap();
    house.host.starts.start(game, &actor(100)).await.unwrap();
    house.announce(game, 4000 + channel).await
}

/// The database of a bot that has been used for a while; nobody has it open any more.
async fn lived_in() -> TestHost {
    let house = TestHost::new().await;
    let over = begun::<Haleakala>(&house, 1, 0).await;
    house.play_out::<Haleakala>(over.game, &mut dice(1)).await;
    house.hear().await;
    let running = Box::pin(begun::<Hawaii>(&house, 2, 1)).await;
    let taken_back = begun::<Haleakala>(&house, 3, 0).await;
    for number in 0..6 {
        Box::pin(house.act_at_random::<Hawaii>(running.game, &mut dice(10 + number))).await;
        let settled = house
            .act_at_random::<Haleakala>(taken_back.game, &mut dice(20 + number))
            .await;
        let person = person_at(&settled.table, settled.steps[0].seat);
        match Box::pin(
            house
                .host
                .take_back
                .take_back::<Haleakala>(settled.table, &actor(person.0)),
        )
        .await
        {
            Ok(_) | Err(Failure::Declined(_)) => {}
            Err(Failure::InternalError(trouble)) => panic!("{trouble}"),
        }
    }
    house
        .act_at_random::<Haleakala>(taken_back.game, &mut dice(30))
        .await;
    let given_up = begun::<Hawaii>(&house, 4, 0).await;
    Box::pin(house.host.resignations.resign(given_up, &actor(100)))
        .await
        .unwrap();
    let again = lanai_host::NewGame {
        follows: Some(over.game),
        ..new_game::<Haleakala>(1)
    };
    house.host.lobby.open(&again, &actor(101)).await.unwrap();
    let closed = house
        .host
        .lobby
        .open(&new_game::<Hawaii>(5), &actor(100))
        .await
        .unwrap()
        .game;
    house
        .host
        .lobby
        .leave(closed, &actor(100), true)
        .await
        .unwrap();
    let starting = house
        .host
        .lobby
        .open(&new_game::<Haleakala>(6), &actor(100))
        .await
        .unwrap()
        .game;
    house
        .host
        .lobby
        .join(starting, &actor(101), None, true)
        .await
        .unwrap();
    house
        .host
        .starts
        .start(starting, &actor(100))
        .await
        .unwrap();
    house
        .store
        .values()
        .set("commands", "of today")
        .await
        .unwrap();
    house
        .store
        .waits()
        .look_later(running.game, Timestamp(i64::MAX), None)
        .await
        .unwrap();
    let mut file = sqlite(&house.folder.path().join("lanai.db")).await;
    for row in ODD_ROWS {
        sqlx::query(row).execute(&mut file).await.unwrap();
    }
    file.close().await.unwrap();
    house.host.database.close().await;
    house
}

/// What seldom happens, and letters that sort otherwise in other places.
const ODD_ROWS: [&str; 16] = [
    "update seat set stands_in = 1, name = 'Zoë ''the'' \"tiki\"' || char(10) || '🌋' where table_id = 2 and seat = 1",
    "update log_entry set for_person = 1 where table_id = 2 and number = 3",
    "insert into person values (9007199254740993, '{}'), (-1, ''), (3, '{\"quiet\": null}')",
    "insert into guild values (9223372036854775807, '{}'), (-9223372036854775808, '{}')",
    "insert into unwritable_channel values (11, 1), (12, 9223372036854775807)",
    "insert into watch values (2, 77, 100, 'fr'), (2, 78, 101, 'en'), (3, 77, 100, 'en')",
    "insert into standing_message (table_id, channel, role, message, pictures, person) values
        (1, 9, 'watch', 5, -7, null), (1, 9, 'live', 6, 7, 9), (1, 9, 'Live', 7, null, null), (1, 9, 'älter', 8, null, null)",
    "insert into key_value values ('b', ''), ('B', 'x'), ('a', 'y'), ('ä', 'z'), ('', 'nothing'), ('a b', 'w')",
    "insert into match_request values (3, 4, 'hawaii', 2, 5, '{\"name\": \"Zoë\"}', null), (4, -4, '', 3, 9223372036854775807, '', 7)",
    "insert into contest values (1, 5, 5, 100, 'running', 9223372036854775807, '{\"name\": \"Zoë\"}', 3, null),
        (2, 5, 5, -1, 'over', 0, '', -7, 9223372036854775807)",
    "insert into heat values (1, -9, 3), (1, 2, 1), (2, 9007199254740993, 2)",
    "insert into private_channel values (1, 100, 9007199254740993, 'fr'), (2, 100, 5, '')",
    "insert into moderation_act values (5, 1, 3, 100, '{\"reason\": \"Zoë\"}', 2), (5, 2, 9007199254740993, -1, '', null), (-4, -9, 0, 0, 'x', null)",
    "update game_table set parent_channel = 9007199254740993 where table_id = 2",
    "insert into interaction values (9007199254740993, 2), (5, 1)",
    "update notice set status = 'given_up', person = 100, attempts = 7 where notice_id = 2",
];

fn file_of(house: &TestHost) -> Address {
    Address::File(house.folder.path().join("lanai.db"))
}

// --- There and back ---

/// The newest notice that waits.
async fn newest(store: &Store) -> NoticeId {
    store
        .notices()
        .due(Timestamp(i64::MAX), u32::MAX)
        .await
        .unwrap()
        .last()
        .unwrap()
        .notice
}

#[test]
fn a_bot_moves_to_the_other_database_and_back() {
    wait(async {
        let Some(server) = Database::server().await else {
            return;
        };
        let house = lived_in().await;
        let (first, back) = (
            house.folder.path().join("lanai.db"),
            house.folder.path().join("back.db"),
        );
        let before = all_of(&first).await;
        let told = said(&copied(&file_of(&house), &server.address()));
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 27 + 3, "{told}");
        assert!(
            lines[..27]
                .iter()
                .all(|line| line.contains("rows in both: ")),
            "{told}"
        );
        assert_eq!(
            lines[27],
            "4 games were replayed from their logs, and all match what is stored"
        );
        assert_eq!(
            lines[28],
            "3 tables have no game to replay, because they never started"
        );
        assert!(
            lines[29].starts_with(&format!("{} holds everything that ", server.address())),
            "{told}"
        );
        let there_and_back = said(&copied(&server.address(), &Address::File(back.clone())));
        assert_eq!(
            there_and_back.lines().take(27).collect::<Vec<_>>(),
            lines[..27],
            "the digests are those of what is kept, wherever"
        );
        assert_eq!(all_of(&back).await, before);
        assert_eq!(
            all_of(&first).await,
            before,
            "what is copied from stays as it is"
        );
        assert!(!before.iter().any(|row| row.contains("unfinished")));
    });
}

#[test]
fn a_bot_moves_to_another_file_or_another_server() {
    wait(async {
        let house = lived_in().await;
        let other = house.folder.path().join("other.db");
        said(&copied(&file_of(&house), &Address::File(other.clone())));
        assert_eq!(
            all_of(&other).await,
            all_of(&house.folder.path().join("lanai.db")).await
        );
        let (Some(one), Some(two)) = (Database::server().await, Database::server().await) else {
            return;
        };
        let to_one = copied_here(&file_of(&house), &one.address()).await;
        let to_two = copied_here(&one.address(), &two.address()).await;
        assert_eq!(to_one, to_two);
        assert!(to_one.iter().all(Compared::is_same));
    });
}

#[test]
fn games_continue_in_the_new_database_with_new_ids() {
    wait(async {
        for new in [Database::server().await, Some(Database::file())]
            .into_iter()
            .flatten()
        {
            let old = lived_in().await;
            let path = old.folder.path().join("lanai.db");
            let mut file = sqlite(&path).await;
            let greatest = "select (select max(table_id) from game_table), (select max(notice_id) from notice)";
            let (games, notices): (i64, i64) =
                sqlx::query_as(greatest).fetch_one(&mut file).await.unwrap();
            file.close().await.unwrap();
            assert!(
                copied_here(&file_of(&old), &new.address())
                    .await
                    .iter()
                    .all(Compared::is_same)
            );
            let store = new.store().await;
            let host = Arc::new(Host::new(store.clone()));
            let house = TestHost {
                folder: tempfile::tempdir().unwrap(),
                host,
                store,
            };
            let waiting = newest(&house.store).await;
            assert!(waiting.0 <= notices);
            let opened = house
                .host
                .lobby
                .open(&new_game::<Hawaii>(20), &actor(100))
                .await
                .unwrap();
            assert_eq!(opened.game, TableId(games + 1));
            house
                .host
                .lobby
                .join(opened.game, &actor(101), None, true)
                .await
                .unwrap();
            assert!(newest(&house.store).await.0 > notices);
            let over = house.play_out::<Haleakala>(TableId(3), &mut dice(5)).await;
            assert_eq!(over.status, TableStatus::Over);
            house.host.games.write_record(&over).await.unwrap();
            let proof = lanai_testing::scenes::verify_all(&house.host).await;
            assert!(proof.wrong.is_empty() && proof.proven == 4, "{proof:?}");
            house.host.database.close().await;
        }
    });
}
