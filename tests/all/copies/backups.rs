//! `lanai backup`: a database as it stands while people play, whole and proven, for its owner's eyes alone; old ones go when a
//! new one is proven, and nothing stays of one that is broken off.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use lanai_host::Host;
use lanai_rules::haleakala::Haleakala;
use lanai_store::{Address, Backup, BackupError, Compared, Held, Store, Timestamp};

use super::refusals::small;
use super::{
    all_of, begun, copied_here, file_of, forget_backup, listed, lived_in, operating, refused, said,
    sqlite, written,
};
use lanai_testing::homes::{Database, execute};
use lanai_testing::scenes::{TestHost, dice, wait};

/// What the program says of a backup that it makes.
fn backed_up(folder: &Path, database: &Address, args: &[&str]) -> std::process::Output {
    operating(folder, database, &[&["backup"], args].concat())
        .output()
        .unwrap()
}

/// While people play, backup after backup is made: each is the house at one moment, and plays on.
#[test]
fn a_backup_is_made_while_people_play() {
    wait(async {
        for place in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let store = place.store().await;
            let host = Arc::new(Host::new(store.clone()));
            let house = TestHost {
                folder: tempfile::tempdir().unwrap(),
                host,
                store,
            };
            let folder = house.folder.path().to_owned();
            let _serving = Held::hold_with_others(&place.address()).await.unwrap();
            let mut games = Vec::new();
            for channel in 1..=3 {
                games.push(begun::<Haleakala>(&house, channel, 0).await.game);
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
                        if house.kept(*game).await.status == lanai_host::TableStatus::Running {
                            house
                                .act_at_random::<Haleakala>(*game, &mut dice(moves))
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
                    let mut program = operating(&folder, &place.address(), &["backup", &name]);
                    let told = tokio::task::spawn_blocking(move || program.output().unwrap())
                        .await
                        .unwrap();
                    let told = said(&told);
                    assert!(
                        told.contains("replayed from its log") || told.contains("from their logs"),
                        "{told}"
                    );
                    assert!(
                        told.contains(&format!("{name} holds everything that ")),
                        "{told}"
                    );
                    let backup = Store::open(&folder.join(&name)).await.unwrap();
                    let host = Host::new(backup.clone());
                    let proof = lanai_testing::scenes::verify_all(&host).await;
                    assert!(proof.wrong.is_empty() && proof.proven == 3, "{proof:?}");
                    let mut all = 0;
                    for game in &games {
                        all += backup.tables().entries(*game, 0).await.unwrap().len();
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
            let left: Vec<String> = listed(&folder)
                .into_iter()
                .filter(|name| !name.starts_with("backup"))
                .collect();
            assert_eq!(left, Vec::<String>::new());
            house.host.database.close().await;
        }
    });
}

/// What a backup holds is what the database holds, row by row, of either home.
#[test]
fn a_backup_equals_the_database_row_by_row() {
    wait(async {
        let house = lived_in().await;
        let before = all_of(&house.folder.path().join("lanai.db")).await;
        let at = house.folder.path();
        said(&backed_up(at, &file_of(&house), &["file.db"]));
        assert_eq!(all_of(&at.join("file.db")).await, before);
        forget_backup(&at.join("lanai.db")).await;
        assert_eq!(
            all_of(&at.join("lanai.db")).await,
            before,
            "what is backed up stays as it is"
        );
        let Some(server) = Database::server().await else {
            return;
        };
        assert!(
            copied_here(&file_of(&house), &server.address())
                .await
                .iter()
                .all(Compared::is_same)
        );
        said(&backed_up(at, &server.address(), &["server.db"]));
        assert_eq!(all_of(&at.join("server.db")).await, before);
        #[cfg(unix)]
        for name in ["file.db", "server.db"] {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(at.join(name))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    });
}

#[test]
fn folder_keeps_the_newest_backups_and_other_files() {
    wait(async {
        let house = small().await;
        let (at, folder) = (house.folder.path(), house.folder.path().join("backups"));
        let told = said(&backed_up(
            at,
            &file_of(&house),
            &["backups", "--keep", "3"],
        ));
        assert!(
            told.contains("backups/lanai-2") && !told.contains("deleted"),
            "{told}"
        );
        let new = listed(&folder);
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
        let told = said(&backed_up(
            at,
            &file_of(&house),
            &["backups", "--keep", "3"],
        ));
        assert_eq!(told.matches("was deleted").count(), 2, "{told}");
        let kept = listed(&folder);
        let gone = ["lanai-20200101T000000Z.db", "lanai-20200102T000000Z.db"];
        assert!(
            gone.iter().all(|name| !kept.contains(&(*name).to_owned())),
            "{kept:?}"
        );
        assert_eq!(kept.len(), 2 + 5, "{kept:?}");
        // What was made while the clock was ahead does not push the newest out.
        for name in [
            "lanai-20990101T000000Z.db",
            "lanai-20990102T000000Z.db",
            "lanai-20990103T000000Z.db",
        ] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        tokio::time::sleep(Duration::from_millis(1100)).await;
        let before = listed(&folder);
        said(&backed_up(
            at,
            &file_of(&house),
            &["backups", "--keep", "3"],
        ));
        let new: Vec<String> = listed(&folder)
            .into_iter()
            .filter(|name| !before.contains(name))
            .collect();
        assert_eq!(new.len(), 1, "{new:?}");
        for name in listed(&folder)
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
        // Without a number, nothing goes.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        said(&backed_up(at, &file_of(&house), &["backups"]));
        assert_eq!(listed(&folder).len(), 3 + 5);
        // A backup that is not proven is kept, and so are those before it.
        let broken = lived_in().await;
        let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
        assert_eq!(execute(&file_of(&broken), nothing).await, 1);
        tokio::time::sleep(Duration::from_millis(1100)).await;
        let told = backed_up(at, &file_of(&broken), &["backups", "--keep", "1"]);
        assert!(
            String::from_utf8_lossy(&told.stdout).contains("table 2: entry 4 comes out otherwise")
        );
        assert!(refused(&told).contains("no older backup was deleted"));
        assert_eq!(listed(&folder).len(), 4 + 5);
    });
}

/// Finished games are replayed too: what `restore` would refuse is refused when the backup is made.
#[test]
fn a_changed_entry_of_a_finished_game_is_found_by_backup_and_verify() {
    wait(async {
        let house = lived_in().await;
        let at = house.folder.path();
        let verified = |name| {
            operating(at, &file_of(&house), &["verify", name])
                .output()
                .unwrap()
        };
        said(&backed_up(at, &file_of(&house), &["sound.db"]));
        let before = std::fs::read(at.join("sound.db")).unwrap();
        let told = said(&verified("sound.db"));
        assert!(
            told.contains("games were replayed") && told.contains("sound.db is whole"),
            "{told}"
        );
        assert_eq!(
            std::fs::read(at.join("sound.db")).unwrap(),
            before,
            "it is only read"
        );
        // Given: one event of the game that is over is not as it was.
        let changed = "update log_entry set events = '[]' where table_id = 1 and number =
             (select max(number) from log_entry where table_id = 1 and events <> '[]')";
        assert_eq!(execute(&file_of(&house), changed).await, 1);
        let told = backed_up(at, &file_of(&house), &["unsound.db"]);
        assert!(refused(&told).contains("one of its games cannot be verified"));
        assert!(String::from_utf8_lossy(&told.stdout).contains("table 1: entry "));
        assert!(refused(&verified("unsound.db")).contains("one of the games in unsound.db"));
        std::fs::write(at.join("torn.db"), &before[..before.len() / 2]).unwrap();
        assert!(refused(&verified("torn.db")).contains("torn.db"));
        assert!(refused(&verified("nowhere.db")).contains("there is no database nowhere.db"));
    });
}

#[test]
fn backup_never_overwrites_and_rejects_misspelt_names() {
    wait(async {
        let house = small().await;
        let at = house.folder.path();
        std::fs::write(at.join("backup.db"), "something else").unwrap();
        let told = refused(&backed_up(at, &file_of(&house), &["backup.db"]));
        assert!(
            told.contains("backup.db already exists: choose another name"),
            "{told}"
        );
        // Nor what came to be there while the backup was taken.
        let taken = Backup::of(&file_of(&house), at, |_, _, _| ())
            .await
            .unwrap();
        assert!(matches!(
            taken.keep(&at.join("backup.db")),
            Err(BackupError::Exists(_))
        ));
        assert_eq!(
            std::fs::read(at.join("backup.db")).unwrap(),
            b"something else"
        );
        let lanay = Address::File(at.join("lanay.db"));
        assert!(refused(&backed_up(at, &lanay, &["new.db"])).contains("there is no database "));
        let told = refused(&backed_up(at, &file_of(&house), &["nowhere/new.db"]));
        assert!(told.contains("nowhere cannot be written: "), "{told}");
        let told = refused(&backed_up(
            at,
            &Address::File(at.join("backup.db")),
            &["new.db"],
        ));
        assert!(told.contains("backup.db"), "{told}");
        let newer =
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'later', 1, x'00', 0)";
        assert_eq!(execute(&file_of(&house), newer).await, 1);
        let told = refused(&backed_up(at, &file_of(&house), &["new.db"]));
        assert!(told.contains("is that of a newer Lanai"), "{told}");
        assert!(!at.join("new.db").exists() && !at.join("lanay.db").exists());
        assert!(
            listed(at).iter().all(|name| !name.starts_with('.')),
            "{:?}",
            listed(at)
        );
    });
}

/// Rows that refer to nothing are a sign that somebody else wrote there.
#[test]
fn backup_reports_an_inconsistent_database() {
    wait(async {
        let house = small().await;
        let mut file = sqlite(&house.folder.path().join("lanai.db")).await;
        for sql in [
            "pragma foreign_keys = off",
            "insert into log_entry values (77, 1, 1, '', '', 1, 1, 0, 0)",
        ] {
            sqlx::query(sql).execute(&mut file).await.unwrap();
        }
        sqlx::Connection::close(file).await.unwrap();
        let told = refused(&backed_up(
            house.folder.path(),
            &file_of(&house),
            &["new.db"],
        ));
        assert!(
            told.contains("is damaged: a row of log_entry refers to one that is not there"),
            "{told}"
        );
        assert!(!house.folder.path().join("new.db").exists());
    });
}

#[test]
fn next_backup_removes_the_leftovers_of_a_killed_one() {
    wait(async {
        let house = small().await;
        let at = house.folder.path();
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
        said(&backed_up(at, &file_of(&house), &["backups"]));
        // The young one may be another's that is being made.
        assert!(!old.exists() && young.exists());
        // Beside the database, the bot removes them.
        fs::rename(&young, at.join(".lanai-unfinished-new")).unwrap();
        for path in [".lanai-unfinished-new/lanai.db", ".lanai-unfinished-new"] {
            fs::File::open(at.join(path))
                .unwrap()
                .set_modified(yesterday)
                .unwrap();
        }
        let store = Store::at(&file_of(&house)).await.unwrap();
        lanai_store::tidy(&store, Timestamp(0), 0).await.unwrap();
        store.close().await;
        assert_eq!(listed(at), ["backups", "lanai.db"]);
    });
}

/// Ctrl+C leaves nothing behind.
#[cfg(unix)]
#[test]
fn interrupted_backup_leaves_nothing_behind() {
    wait(async {
        let house = small().await;
        let file = house.folder.path().join("lanai.db");
        let mut on = sqlite(&file).await;
        let many = "with recursive n (n) as (select 1 union all select n + 1 from n limit 400000)
             insert into key_value select n, hex(randomblob(40)) from n";
        sqlx::query(many).execute(&mut on).await.unwrap();
        sqlx::Connection::close(on).await.unwrap();
        let out = house.folder.path().join("out");
        std::fs::create_dir(&out).unwrap();
        let mut program = operating(&out, &file_of(&house), &["backup", "new.db"]);
        let child = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It has begun once its folder is there.
        while listed(&out).is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let stopped = std::process::Command::new("kill")
            .args(["-TERM", &child.id().to_string()])
            .status();
        assert!(stopped.unwrap().success());
        let told = refused(&child.wait_with_output().unwrap());
        assert!(
            told.contains("stopped before the backup was complete; nothing was kept"),
            "{told}"
        );
        assert_eq!(listed(&out), Vec::<String>::new());
        said(&backed_up(
            &out,
            &file_of(&house),
            &[&written(&Address::File(out.join("new.db")))],
        ));
    });
}
