//! `lanai store copy` moves a bot to another database: interrupted copies resume, differences are
//! found, and what must not be copied is refused in a sentence.

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

use lanai_ai::Evaluate;
use lanai_host::{Failure, Host, Table, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, DatabaseCopy, NoticeId, Store, TableComparison, TableId, Timestamp};
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};

use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, new_game, person_at, seeded_dice};

/// Runs a copy.
fn run_copy(from: &Address, to: &Address) -> Output {
    run_lanai(&[&address_argument(from), &address_argument(to)])
}

/// Writes an address as the command line expects it.
fn address_argument(address: &Address) -> String {
    match address {
        Address::File(path) => path.display().to_string(),
        Address::Server(address) => address.clone(),
    }
}

fn run_lanai(names: &[&str]) -> Output {
    lanai_command(names).output().unwrap()
}

/// The program in a folder, with this database in its settings.
fn lanai_with_database(folder: &Path, database: &Address, args: &[&str]) -> Command {
    let mut program = Command::new(crate::program::binary());
    program
        .current_dir(folder)
        .env_clear()
        .env("LANAI_DATABASE", address_argument(database))
        .args(args);
    program
}

/// Lists a folder.
fn list_folder(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn lanai_command(names: &[&str]) -> Command {
    let mut program = Command::new(crate::program::binary());
    // A folder without `.env`.
    program
        .current_dir(std::env::temp_dir())
        .env_clear()
        .args(["store", "copy"])
        .args(names);
    program
}

/// Asserts success, and returns the output.
fn expect_success(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Asserts failure with one sentence, and returns it.
fn expect_refusal(output: &Output) -> String {
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
async fn copy_in_process(from: &Address, to: &Address) -> Vec<TableComparison> {
    let mut copy = DatabaseCopy::begin(from, to).await.unwrap();
    copy.run(|_| ()).await.unwrap();
    let compared = copy.compare(|_| ()).await.unwrap();
    copy.finish().await.unwrap();
    compared
}

async fn open_sqlite(path: &Path) -> SqliteConnection {
    SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap()
}

/// Removes the note of `lanai backup` from a file and asserts that nothing else differs.
async fn forget_backup(path: &Path) {
    let mut file = open_sqlite(path).await;
    let forget = sqlx::query("delete from key_value where name = 'last_backup'")
        .execute(&mut file)
        .await;
    assert_eq!(forget.unwrap().rows_affected(), 1);
    file.close().await.unwrap();
}

/// Every row of every table of a file, as SQLite itself writes it down: what it is copied with has
/// no say in it.
async fn list_rows(path: &Path) -> Vec<String> {
    let mut file = open_sqlite(path).await;
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

// --- A host with games in every state ---

async fn start_game<G: Evaluate>(fixture: &TestHost, channel: i64, computers: u8) -> Table {
    let new = lanai_host::NewGame {
        computers: vec![lanai_ai::PolicyKind::default(); computers.into()],
        seat_count: Some(2 + computers),
        ..new_game::<G>(channel)
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture
        .host
        .lobby
        .join(game, &actor(101), Some("a word, and ʻokina"), true)
        .await
        .unwrap();
    fixture.press_start(game, 100).await;
    fixture.announce(game, 4000 + channel).await
}

/// Creates a used database that is closed.
async fn used_database() -> TestHost {
    let fixture = TestHost::new().await;
    let over = start_game::<Haleakala>(&fixture, 1, 0).await;
    fixture
        .play_out::<Haleakala>(over.id, &mut seeded_dice(1))
        .await;
    fixture.deliver_notices().await;
    let running = Box::pin(start_game::<Hawaii>(&fixture, 2, 1)).await;
    let taken_back = start_game::<Haleakala>(&fixture, 3, 0).await;
    for number in 0..6 {
        Box::pin(fixture.act_at_random::<Hawaii>(running.id, &mut seeded_dice(10 + number))).await;
        let settled = fixture
            .act_at_random::<Haleakala>(taken_back.id, &mut seeded_dice(20 + number))
            .await;
        let person = person_at(&settled.table, settled.steps[0].seat);
        match Box::pin(
            fixture
                .host
                .take_back
                .take_back::<Haleakala>(settled.table, &actor(person.0)),
        )
        .await
        {
            Ok(_) | Err(Failure::Refusal(_)) => {}
            Err(Failure::InternalError(trouble)) => panic!("{trouble}"),
        }
    }
    fixture
        .act_at_random::<Haleakala>(taken_back.id, &mut seeded_dice(30))
        .await;
    let given_up = start_game::<Hawaii>(&fixture, 4, 0).await;
    Box::pin(fixture.host.resignations.resign(given_up, &actor(100)))
        .await
        .unwrap();
    let again = lanai_host::NewGame {
        rematch_of: Some(over.id),
        ..new_game::<Haleakala>(1)
    };
    fixture.open_table(&again, 101).await;
    let closed = fixture.open_table(&new_game::<Hawaii>(5), 100).await.id;
    fixture.leave(closed, 100).await;
    let starting = fixture.open_table(&new_game::<Haleakala>(6), 100).await.id;
    fixture.join(starting, 101).await;
    fixture.press_start(starting, 100).await;
    fixture
        .store
        .values()
        .set("commands", "of today")
        .await
        .unwrap();
    fixture
        .store
        .waits()
        .postpone_check(running.id, Timestamp(i64::MAX), None)
        .await
        .unwrap();
    let mut file = open_sqlite(&fixture.folder.path().join("lanai.db")).await;
    for row in ODD_ROWS {
        sqlx::query(row).execute(&mut file).await.unwrap();
    }
    file.close().await.unwrap();
    fixture.host.database.close().await;
    fixture
}

/// Rare values, and letters whose order depends on the locale.
const ODD_ROWS: [&str; 17] = [
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
    "insert into board_token values ('ab', 'link', 1, 100, 'fr', 9223372036854775807), ('', 'session', 2, -1, '', -1)",
    "insert into moderation_act values (5, 1, 3, 100, '{\"reason\": \"Zoë\"}', 2), (5, 2, 9007199254740993, -1, '', null), (-4, -9, 0, 0, 'x', null)",
    "update game_table set parent_channel = 9007199254740993 where table_id = 2",
    "insert into interaction values (9007199254740993, 2), (5, 1)",
    "update notice set status = 'given_up', person = 100, attempts = 7 where notice_id = 2",
];

fn file_address(fixture: &TestHost) -> Address {
    Address::File(fixture.folder.path().join("lanai.db"))
}

// --- There and back ---

/// The newest notice that waits.
async fn newest_notice(store: &Store) -> NoticeId {
    store
        .notices()
        .list_due(Timestamp(i64::MAX), u32::MAX)
        .await
        .unwrap()
        .last()
        .unwrap()
        .notice_id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_moves_to_the_other_database_and_back() {
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    let fixture = used_database().await;
    let (first, back) = (
        fixture.folder.path().join("lanai.db"),
        fixture.folder.path().join("back.db"),
    );
    let before = list_rows(&first).await;
    let told = expect_success(&run_copy(&file_address(&fixture), &server.address()));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 28 + 3, "{told}");
    assert!(
        lines[..28]
            .iter()
            .all(|line| line.contains("rows in both: ")),
        "{told}"
    );
    assert_eq!(
        lines[28],
        "4 games were replayed from their logs, and all match what is stored"
    );
    assert_eq!(
        lines[29],
        "3 tables have no game to replay, because they never started"
    );
    assert!(
        lines[30].starts_with(&format!("{} holds everything that ", server.address())),
        "{told}"
    );
    let there_and_back = expect_success(&run_copy(&server.address(), &Address::File(back.clone())));
    assert_eq!(
        there_and_back.lines().take(28).collect::<Vec<_>>(),
        lines[..28],
        "the digests are those of what is kept, wherever"
    );
    assert_eq!(list_rows(&back).await, before);
    assert_eq!(
        list_rows(&first).await,
        before,
        "what is copied from stays as it is"
    );
    assert!(!before.iter().any(|row| row.contains("unfinished")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_moves_to_another_file_or_another_server() {
    let fixture = used_database().await;
    let other = fixture.folder.path().join("other.db");
    expect_success(&run_copy(
        &file_address(&fixture),
        &Address::File(other.clone()),
    ));
    assert_eq!(
        list_rows(&other).await,
        list_rows(&fixture.folder.path().join("lanai.db")).await
    );
    let (Some(one), Some(two)) = (
        Database::create_on_server().await,
        Database::create_on_server().await,
    ) else {
        return;
    };
    let to_one = copy_in_process(&file_address(&fixture), &one.address()).await;
    let to_two = copy_in_process(&one.address(), &two.address()).await;
    assert_eq!(to_one, to_two);
    assert!(to_one.iter().all(TableComparison::is_equal));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_in_the_new_database_with_new_ids() {
    for new in [
        Database::create_on_server().await,
        Some(Database::create_file()),
    ]
    .into_iter()
    .flatten()
    {
        let old = used_database().await;
        let path = old.folder.path().join("lanai.db");
        let mut file = open_sqlite(&path).await;
        let greatest =
            "select (select max(table_id) from game_table), (select max(notice_id) from notice)";
        let (games, notices): (i64, i64) =
            sqlx::query_as(greatest).fetch_one(&mut file).await.unwrap();
        file.close().await.unwrap();
        assert!(
            copy_in_process(&file_address(&old), &new.address())
                .await
                .iter()
                .all(TableComparison::is_equal)
        );
        let store = new.open_store().await;
        let host = Arc::new(Host::new(store.clone()));
        let fixture = TestHost {
            folder: lanai_testing::folders::create_folder(),
            host,
            store,
        };
        let waiting = newest_notice(&fixture.store).await;
        assert!(waiting.0 <= notices);
        let opened = fixture.open_table(&new_game::<Hawaii>(20), 100).await;
        assert_eq!(opened.id, TableId(games + 1));
        fixture.join(opened.id, 101).await;
        assert!(newest_notice(&fixture.store).await.0 > notices);
        let over = fixture
            .play_out::<Haleakala>(TableId(3), &mut seeded_dice(5))
            .await;
        assert_eq!(over.status, TableStatus::Over);
        fixture.write_record(&over).await;
        let proof = lanai_testing::scenes::verify_all(&fixture.host).await;
        assert!(
            proof.failures.is_empty() && proof.verified_count == 4,
            "{proof:?}"
        );
        fixture.host.database.close().await;
    }
}
