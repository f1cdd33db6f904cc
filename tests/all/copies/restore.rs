//! `lanai restore` replaces a database that no process serves. The old one is kept aside, and an
//! unverifiable backup is refused.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};

use lanai_store::{Address, DatabaseLock, Store, TableComparison};

use super::refusals::small_database;
use super::{
    copy_in_process, expect_refusal, expect_success, file_address, forget_backup,
    lanai_with_database, list_folder, list_rows, open_sqlite, used_database,
};
use lanai_testing::homes::{Database, execute};

fn run_restore(folder: &Path, database: &Address, args: &[&str]) -> Output {
    lanai_with_database(folder, database, &[&["restore"], args].concat())
        .output()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn restore_keeps_the_replaced_database() {
    let (fixture, other) = (used_database().await, small_database().await);
    let (at, file) = (other.folder.path(), other.folder.path().join("lanai.db"));
    let (wanted, had) = (
        list_rows(&fixture.folder.path().join("lanai.db")).await,
        list_rows(&file).await,
    );
    let backup = fixture
        .folder
        .path()
        .join("backup.db")
        .display()
        .to_string();
    expect_success(
        &lanai_with_database(at, &file_address(&fixture), &["backup", &backup])
            .output()
            .unwrap(),
    );
    let before = std::fs::read(&backup).unwrap();
    // Changes in the write-ahead log of a killed program are kept, too.
    let mut on = open_sqlite(&file).await;
    sqlx::query("insert into key_value values ('late', 'x')")
        .execute(&mut on)
        .await
        .unwrap();
    let [kept, log] =
        ["lanai.db", "lanai.db-wal"].map(|name| std::fs::read(at.join(name)).unwrap());
    sqlx::Connection::close(on).await.unwrap();
    std::fs::write(&file, kept).unwrap();
    let long_ago = SystemTime::now() - Duration::from_hours(40 * 24);
    std::fs::File::options()
        .append(true)
        .open(&file)
        .unwrap()
        .set_modified(long_ago)
        .unwrap();
    std::fs::write(at.join("lanai.db-wal"), log).unwrap();
    let told = expect_success(&run_restore(at, &file_address(&other), &[&backup]));
    // The thirty days of the copy start now.
    let changed = std::fs::metadata(at.join("lanai.db.before-restore"))
        .unwrap()
        .modified()
        .unwrap();
    assert!(changed.elapsed().unwrap() < Duration::from_hours(1));
    assert!(
        told.contains("4 games were replayed from their logs"),
        "{told}"
    );
    assert!(
        told.contains("What was there before is now in ")
            && told.contains("lanai.db.before-restore\n")
    );
    assert!(told.ends_with(": start the bot\n"), "{told}");
    assert_eq!(list_rows(&file).await, wanted);
    let aside = list_rows(&at.join("lanai.db.before-restore")).await;
    assert_eq!(aside.len(), had.len() + 1);
    assert!(
        aside.contains(&"key_value: 'late', 'x'".to_owned()),
        "{aside:?}"
    );
    assert_eq!(
        std::fs::read(&backup).unwrap(),
        before,
        "the backup stays as it is"
    );
    // A second restore keeps both old databases.
    expect_success(&run_restore(at, &file_address(&other), &[&backup]));
    assert_eq!(
        list_rows(&at.join("lanai.db.before-restore-2")).await,
        wanted
    );
    assert_eq!(list_rows(&at.join("lanai.db.before-restore")).await, aside);
    let names = list_folder(at);
    assert!(
        names
            .iter()
            .all(|name| name.starts_with("lanai.db") && !name.ends_with("-wal")),
        "{names:?}"
    );
    Store::open_file(&file).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restore_replaces_missing_or_damaged_databases() {
    let fixture = used_database().await;
    let (at, file) = (
        fixture.folder.path(),
        fixture.folder.path().join("lanai.db"),
    );
    let wanted = list_rows(&file).await;
    expect_success(
        &lanai_with_database(at, &file_address(&fixture), &["backup", "backup.db"])
            .output()
            .unwrap(),
    );
    std::fs::remove_file(&file).unwrap();
    let told = expect_success(&run_restore(at, &file_address(&fixture), &["backup.db"]));
    assert!(
        !told.contains("put aside") && !told.contains("before-restore"),
        "{told}"
    );
    assert_eq!(list_rows(&file).await, wanted);
    std::fs::write(&file, "scrambled").unwrap();
    std::fs::write(at.join("lanai.db-wal"), "eggs").unwrap();
    expect_success(&run_restore(at, &file_address(&fixture), &["backup.db"]));
    assert_eq!(list_rows(&file).await, wanted);
    assert_eq!(
        std::fs::read(at.join("lanai.db.before-restore")).unwrap(),
        b"scrambled"
    );
    assert_eq!(
        std::fs::read(at.join("lanai.db.before-restore-wal")).unwrap(),
        b"eggs"
    );
    // The write-ahead log of a deleted database must not be applied to the backup.
    let mut on = open_sqlite(&file).await;
    sqlx::query("insert into key_value values ('late', 'x')")
        .execute(&mut on)
        .await
        .unwrap();
    let log = std::fs::read(at.join("lanai.db-wal")).unwrap();
    sqlx::Connection::close(on).await.unwrap();
    std::fs::remove_file(&file).unwrap();
    std::fs::write(at.join("lanai.db-wal"), &log).unwrap();
    let told = expect_success(&run_restore(at, &file_address(&fixture), &["backup.db"]));
    assert!(told.contains("lanai.db.before-restore-2-wal\n"), "{told}");
    assert_eq!(list_rows(&file).await, wanted);
    assert_eq!(
        std::fs::read(at.join("lanai.db.before-restore-2-wal")).unwrap(),
        log
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn restore_is_refused_while_a_bot_serves() {
    let fixture = small_database().await;
    let (at, file) = (
        fixture.folder.path(),
        fixture.folder.path().join("lanai.db"),
    );
    expect_success(
        &lanai_with_database(at, &file_address(&fixture), &["backup", "backup.db"])
            .output()
            .unwrap(),
    );
    let before = std::fs::read(&file).unwrap();
    let server = Database::create_on_server()
        .await
        .map(|item| item.address());
    for (place, sentence) in [
        (
            Some(file_address(&fixture)),
            "is in use: stop every process of the bot that uses it",
        ),
        (server, "is in use: stop the bot that uses it"),
    ] {
        let Some(place) = place else { continue };
        let _serving = DatabaseLock::acquire_shared(&place).await.unwrap();
        let told = expect_refusal(&run_restore(at, &place, &["backup.db"]));
        assert!(told.contains(sentence), "{told}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn restore_refuses_other_files() {
    let fixture = small_database().await;
    let (at, file) = (
        fixture.folder.path(),
        fixture.folder.path().join("lanai.db"),
    );
    let before = std::fs::read(&file).unwrap();
    std::fs::write(
        at.join("notes.txt"),
        "not a database, but long enough to look at: ".repeat(40),
    )
    .unwrap();
    std::fs::write(at.join("empty.db"), "").unwrap();
    for (name, sentence) in [
        ("lost.db", "there's no database "),
        ("notes.txt", "notes.txt"),
        ("empty.db", "empty.db has no Lanai tables"),
    ] {
        let told = expect_refusal(&run_restore(at, &file_address(&fixture), &[name]));
        assert!(told.contains(sentence), "{told}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(
        list_folder(at),
        ["empty.db", "lanai.db", "lanai.db.lock", "notes.txt"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unverified_games_are_restored_only_with_unproven() {
    let (fixture, other) = (used_database().await, small_database().await);
    let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
    assert_eq!(execute(&file_address(&fixture), nothing).await, 1);
    let backup = fixture.folder.path().join("lanai.db").display().to_string();
    let wanted = list_rows(&fixture.folder.path().join("lanai.db")).await;
    let (at, file) = (other.folder.path(), other.folder.path().join("lanai.db"));
    let had = list_rows(&file).await;
    let output = run_restore(at, &file_address(&other), &[&backup]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("table 2: entry 4 comes out otherwise")
    );
    let told = expect_refusal(&output);
    assert!(
        told.contains("nothing was restored, because one of the games can't be verified"),
        "{told}"
    );
    assert_eq!(list_rows(&file).await, had);
    expect_success(&run_restore(
        at,
        &file_address(&other),
        &[&backup, "--unproven"],
    ));
    assert_eq!(list_rows(&file).await, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_restored_to_an_empty_database_on_a_server() {
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    let fixture = used_database().await;
    let at = fixture.folder.path();
    expect_success(
        &lanai_with_database(at, &file_address(&fixture), &["backup", "backup.db"])
            .output()
            .unwrap(),
    );
    let told = expect_success(&run_restore(at, &server.address(), &["backup.db"]));
    assert!(
        told.contains("4 games were replayed from their logs"),
        "{told}"
    );
    let back = at.join("back.db");
    assert!(
        copy_in_process(&server.address(), &Address::File(back.clone()))
            .await
            .iter()
            .all(TableComparison::is_equal)
    );
    forget_backup(&at.join("lanai.db")).await;
    assert_eq!(
        list_rows(&back).await,
        list_rows(&at.join("lanai.db")).await
    );
    let told = expect_refusal(&run_restore(at, &server.address(), &["backup.db"]));
    assert!(told.contains("is not empty"), "{told}");
    assert!(!list_folder(at).contains(&"backup.db.lock".to_owned()));
}
