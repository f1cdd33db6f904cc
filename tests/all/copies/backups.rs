//! `lanai backup` copies a database while it is served: complete, verified and readable by its
//! owner only. Old backups are deleted after a new one was verified, and interrupted ones leave
//! nothing.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use lanai_host::Host;
use lanai_rules::haleakala::Haleakala;
use lanai_store::{Address, Backup, BackupError, DatabaseLock, Store, TableComparison, Timestamp};

use super::refusals::small_database;
use super::{
    address_argument, copy_in_process, expect_refusal, expect_success, file_address, forget_backup,
    lanai_with_database, list_folder, list_rows, open_sqlite, start_game, used_database,
};
use lanai_testing::homes::{Database, execute};
use lanai_testing::scenes::{TestHost, seeded_dice};

/// Runs a backup.
fn run_backup(folder: &Path, database: &Address, args: &[&str]) -> std::process::Output {
    lanai_with_database(folder, database, &[&["backup"], args].concat())
        .output()
        .unwrap()
}

/// Backups during play each contain the database of one moment, and can be played on.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_while_people_play() {
    for place in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let store = place.open_store().await;
        let host = Arc::new(Host::new(store.clone()));
        let fixture = TestHost {
            folder: lanai_testing::folders::create_folder(),
            host,
            store,
        };
        let folder = fixture.folder.path().to_owned();
        let _serving = DatabaseLock::acquire_shared(&place.address())
            .await
            .unwrap();
        let mut games = Vec::new();
        for channel in 1..=3 {
            games.push(start_game::<Haleakala>(&fixture, channel, 0).await.id);
        }
        let stop = tokio::sync::Notify::new();
        let playing = async {
            let mut moves = 0;
            loop {
                tokio::select! {
                    biased;
                    () = stop.notified() => return moves,
                    () = async {} => {}
                }
                for game in &games {
                    if fixture.load_table(*game).await.status == lanai_host::TableStatus::Running {
                        fixture
                            .act_at_random::<Haleakala>(*game, &mut seeded_dice(moves))
                            .await;
                        moves += 1;
                    }
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let backing_up = async {
            let mut entries = Vec::new();
            for number in 0..3 {
                let name = format!("backup{number}.db");
                let mut program =
                    lanai_with_database(&folder, &place.address(), &["backup", &name]);
                let output = tokio::task::spawn_blocking(move || program.output().unwrap())
                    .await
                    .unwrap();
                let output = expect_success(&output);
                assert!(
                    output.contains("replayed from its log") || output.contains("from their logs"),
                    "{output}"
                );
                assert!(
                    output.contains(&format!("{name} holds everything that ")),
                    "{output}"
                );
                let backup = Store::open_file(&folder.join(&name)).await.unwrap();
                let host = Host::new(backup.clone());
                let proof = lanai_testing::scenes::verify_all(&host).await;
                assert!(
                    proof.failures.is_empty() && proof.verified_count == 3,
                    "{proof:?}"
                );
                let mut all = 0;
                for game in &games {
                    all += backup.tables().load_log(*game, 0).await.unwrap().len();
                }
                entries.push(all);
                backup.close().await;
            }
            stop.notify_one();
            entries
        };
        let (moves, entries) = tokio::join!(playing, backing_up);
        assert!(moves > 6, "{moves} moves");
        assert!(
            entries.is_sorted() && entries[0] < entries[2],
            "people played meanwhile: {entries:?}"
        );
        let left: Vec<String> = list_folder(&folder)
            .into_iter()
            .filter(|name| !name.starts_with("backup"))
            .collect();
        assert_eq!(left, Vec::<String>::new());
        fixture.host.database.close().await;
    }
}

/// A backup contains every row of the database, of either kind.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_equals_the_database_row_by_row() {
    let fixture = used_database().await;
    let before = list_rows(&fixture.folder.path().join("lanai.db")).await;
    let at = fixture.folder.path();
    expect_success(&run_backup(at, &file_address(&fixture), &["file.db"]));
    assert_eq!(list_rows(&at.join("file.db")).await, before);
    forget_backup(&at.join("lanai.db")).await;
    assert_eq!(
        list_rows(&at.join("lanai.db")).await,
        before,
        "what is backed up stays as it is"
    );
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    assert!(
        copy_in_process(&file_address(&fixture), &server.address())
            .await
            .iter()
            .all(TableComparison::is_equal)
    );
    expect_success(&run_backup(at, &server.address(), &["server.db"]));
    assert_eq!(list_rows(&at.join("server.db")).await, before);
    #[cfg(unix)]
    for name in ["file.db", "server.db"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(at.join(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_keeps_the_newest_backups_and_other_files() {
    let fixture = small_database().await;
    let (at, folder) = (fixture.folder.path(), fixture.folder.path().join("backups"));
    let output = expect_success(&run_backup(
        at,
        &file_address(&fixture),
        &["backups", "--keep", "3"],
    ));
    assert!(
        output.contains("backups/lanai-2") && !output.contains("deleted"),
        "{output}"
    );
    let new = list_folder(&folder);
    assert!(
        new.len() == 1 && new[0].len() == "lanai-20260301T120000Z.db".len(),
        "{new:?}"
    );
    let others = [
        "lanai-20200102T000000Z.db",
        "lanai-20200103T000000Z.db",
        "lanai-20200101T000000Z.db",
        "lanai-20200101T000000Z.db.kept",
        "lanai-yesterday.db",
        "notes.txt",
    ];
    for name in others {
        std::fs::write(folder.join(name), "").unwrap();
    }
    std::fs::create_dir(folder.join("lanai-20190101T000000Z.db")).unwrap();
    // Two in one second would have one name.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let output = expect_success(&run_backup(
        at,
        &file_address(&fixture),
        &["backups", "--keep", "3"],
    ));
    assert_eq!(output.matches("was deleted").count(), 2, "{output}");
    let kept = list_folder(&folder);
    let gone = ["lanai-20200101T000000Z.db", "lanai-20200102T000000Z.db"];
    assert!(
        gone.iter().all(|name| !kept.contains(&(*name).to_owned())),
        "{kept:?}"
    );
    assert_eq!(kept.len(), 2 + 5, "{kept:?}");
    // Backups dated in the future do not displace the newest one.
    for name in [
        "lanai-20990101T000000Z.db",
        "lanai-20990102T000000Z.db",
        "lanai-20990103T000000Z.db",
    ] {
        std::fs::write(folder.join(name), "").unwrap();
    }
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let before = list_folder(&folder);
    expect_success(&run_backup(
        at,
        &file_address(&fixture),
        &["backups", "--keep", "3"],
    ));
    let new: Vec<String> = list_folder(&folder)
        .into_iter()
        .filter(|name| !before.contains(name))
        .collect();
    assert_eq!(new.len(), 1, "{new:?}");
    for name in list_folder(&folder)
        .iter()
        .filter(|name| name.starts_with("lanai-2099"))
    {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    std::fs::copy(
        folder.join(&new[0]),
        folder.join("lanai-20200201T000000Z.db"),
    )
    .unwrap();
    std::fs::copy(
        folder.join(&new[0]),
        folder.join("lanai-20200202T000000Z.db"),
    )
    .unwrap();
    // Without `--keep` nothing is deleted.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    expect_success(&run_backup(at, &file_address(&fixture), &["backups"]));
    assert_eq!(list_folder(&folder).len(), 3 + 5);
    // A backup that cannot be verified is kept, and so are the earlier ones.
    let broken = used_database().await;
    let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
    assert_eq!(execute(&file_address(&broken), nothing).await, 1);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let output = run_backup(at, &file_address(&broken), &["backups", "--keep", "1"]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("table 2: entry 4 comes out otherwise")
    );
    assert!(expect_refusal(&output).contains("no older backup was deleted"));
    assert_eq!(list_folder(&folder).len(), 4 + 5);
}

/// Finished games are replayed too: what `restore` would refuse is refused when the backup is made.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_entry_of_a_finished_game_is_found_by_backup_and_verify() {
    let fixture = used_database().await;
    let at = fixture.folder.path();
    let verified = |name| {
        lanai_with_database(at, &file_address(&fixture), &["verify", name])
            .output()
            .unwrap()
    };
    expect_success(&run_backup(at, &file_address(&fixture), &["sound.db"]));
    let before = std::fs::read(at.join("sound.db")).unwrap();
    let output = expect_success(&verified("sound.db"));
    assert!(
        output.contains("games were replayed") && output.contains("sound.db is whole"),
        "{output}"
    );
    assert_eq!(
        std::fs::read(at.join("sound.db")).unwrap(),
        before,
        "it's only read"
    );
    // Given: one event of the game that is over is not as it was.
    let changed = "update log_entry set events = '[]' where table_id = 1 and number =
             (select max(number) from log_entry where table_id = 1 and events <> '[]')";
    assert_eq!(execute(&file_address(&fixture), changed).await, 1);
    let output = run_backup(at, &file_address(&fixture), &["unsound.db"]);
    assert!(expect_refusal(&output).contains("one of its games can't be verified"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("table 1: entry "));
    assert!(expect_refusal(&verified("unsound.db")).contains("one of the games in unsound.db"));
    std::fs::write(at.join("torn.db"), &before[..before.len() / 2]).unwrap();
    assert!(expect_refusal(&verified("torn.db")).contains("torn.db"));
    assert!(expect_refusal(&verified("nowhere.db")).contains("there's no database nowhere.db"));
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_never_overwrites_and_rejects_misspelt_names() {
    let fixture = small_database().await;
    let at = fixture.folder.path();
    std::fs::write(at.join("backup.db"), "something else").unwrap();
    let output = expect_refusal(&run_backup(at, &file_address(&fixture), &["backup.db"]));
    assert!(
        output.contains("backup.db already exists: choose another name"),
        "{output}"
    );
    // A file that appeared during the backup is not overwritten either.
    let taken = Backup::create(&file_address(&fixture), at, |_, _, _| ())
        .await
        .unwrap();
    assert!(matches!(
        taken.save_as(&at.join("backup.db")),
        Err(BackupError::Exists(_))
    ));
    assert_eq!(
        std::fs::read(at.join("backup.db")).unwrap(),
        b"something else"
    );
    let lanay = Address::File(at.join("lanay.db"));
    assert!(expect_refusal(&run_backup(at, &lanay, &["new.db"])).contains("there's no database "));
    let output = expect_refusal(&run_backup(
        at,
        &file_address(&fixture),
        &["nowhere/new.db"],
    ));
    assert!(output.contains("nowhere can't be written: "), "{output}");
    let output = expect_refusal(&run_backup(
        at,
        &Address::File(at.join("backup.db")),
        &["new.db"],
    ));
    assert!(output.contains("backup.db"), "{output}");
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'later', 1, x'00', 0)";
    assert_eq!(execute(&file_address(&fixture), newer).await, 1);
    let output = expect_refusal(&run_backup(at, &file_address(&fixture), &["new.db"]));
    assert!(output.contains("is that of a newer Lanai"), "{output}");
    assert!(!at.join("new.db").exists() && !at.join("lanay.db").exists());
    assert!(
        list_folder(at).iter().all(|name| !name.starts_with('.')),
        "{:?}",
        list_folder(at)
    );
}

/// Dangling references show that another program wrote to the database.
#[tokio::test(flavor = "multi_thread")]
async fn backup_reports_an_inconsistent_database() {
    let fixture = small_database().await;
    let mut file = open_sqlite(&fixture.folder.path().join("lanai.db")).await;
    for sql in [
        "pragma foreign_keys = off",
        "insert into log_entry values (77, 1, 1, '', '', 1, 1, 0, 0)",
    ] {
        sqlx::query(sql).execute(&mut file).await.unwrap();
    }
    sqlx::Connection::close(file).await.unwrap();
    let output = expect_refusal(&run_backup(
        fixture.folder.path(),
        &file_address(&fixture),
        &["new.db"],
    ));
    assert!(
        output.contains("is damaged: a row of log_entry refers to one that is not there"),
        "{output}"
    );
    assert!(!fixture.folder.path().join("new.db").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn next_backup_removes_the_leftovers_of_a_killed_one() {
    let fixture = small_database().await;
    let at = fixture.folder.path();
    let backups = at.join("backups");
    let [old, young] =
        [".lanai-unfinished-old", ".lanai-unfinished-new"].map(|name| backups.join(name));
    for folder in [&old, &young] {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("lanai.db"), "a part of it").unwrap();
    }
    let yesterday = std::time::SystemTime::now() - Duration::from_hours(23);
    for path in [old.join("lanai.db"), old.clone()] {
        std::fs::File::open(path)
            .unwrap()
            .set_modified(yesterday)
            .unwrap();
    }
    expect_success(&run_backup(at, &file_address(&fixture), &["backups"]));
    // A recent file may belong to a backup in progress.
    assert!(!old.exists() && young.exists());
    // The bot removes leftovers beside its database.
    fs::rename(&young, at.join(".lanai-unfinished-new")).unwrap();
    for path in [".lanai-unfinished-new/lanai.db", ".lanai-unfinished-new"] {
        fs::File::open(at.join(path))
            .unwrap()
            .set_modified(yesterday)
            .unwrap();
    }
    let store = Store::connect(&file_address(&fixture)).await.unwrap();
    lanai_store::delete_expired(&store, Timestamp(0), 0)
        .await
        .unwrap();
    store.close().await;
    assert_eq!(list_folder(at), ["backups", "lanai.db"]);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn interrupted_backup_leaves_nothing_behind() {
    let fixture = small_database().await;
    let file = fixture.folder.path().join("lanai.db");
    let mut on = open_sqlite(&file).await;
    let many = "with recursive n (n) as (select 1 union all select n + 1 from n limit 400000)
             insert into key_value select n, hex(randomblob(40)) from n";
    sqlx::query(many).execute(&mut on).await.unwrap();
    sqlx::Connection::close(on).await.unwrap();
    let out = fixture.folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let mut program = lanai_with_database(&out, &file_address(&fixture), &["backup", "new.db"]);
    let child = program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The backup has begun once its folder exists.
    while list_folder(&out).is_empty() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let stopped = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(stopped.unwrap().success());
    let output = expect_refusal(&child.wait_with_output().unwrap());
    assert!(
        output.contains("stopped before the backup was complete; nothing was kept"),
        "{output}"
    );
    assert_eq!(list_folder(&out), Vec::<String>::new());
    expect_success(&run_backup(
        &out,
        &file_address(&fixture),
        &[&address_argument(&Address::File(out.join("new.db")))],
    ));
}
