//! `lanai restore`: a backup takes the place of a database that nobody serves; what was there is put aside, and what cannot be
//! proven is not restored.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};

use lanai_store::{Address, Compared, Held, Store};

use super::refusals::small;
use super::{
    all_of, copied_here, file_of, forget_backup, listed, lived_in, operating, refused, said, sqlite,
};
use lanai_testing::homes::{Database, execute};
use lanai_testing::scenes::wait;

fn restored(folder: &Path, database: &Address, args: &[&str]) -> Output {
    operating(folder, database, &[&["restore"], args].concat())
        .output()
        .unwrap()
}

#[test]
fn restore_keeps_the_replaced_database() {
    wait(async {
        let (house, other) = (lived_in().await, small().await);
        let (at, file) = (other.folder.path(), other.folder.path().join("lanai.db"));
        let (wanted, had) = (
            all_of(&house.folder.path().join("lanai.db")).await,
            all_of(&file).await,
        );
        let backup = house.folder.path().join("backup.db").display().to_string();
        said(
            &operating(at, &file_of(&house), &["backup", &backup])
                .output()
                .unwrap(),
        );
        let before = std::fs::read(&backup).unwrap();
        // What stands in the log of changes alone is put aside with the rest: a program that was killed leaves one.
        let mut on = sqlite(&file).await;
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
        let told = said(&restored(at, &file_of(&other), &[&backup]));
        // Its thirty days count from now, whenever it was last written.
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
        assert_eq!(all_of(&file).await, wanted);
        let aside = all_of(&at.join("lanai.db.before-restore")).await;
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
        // Once more, and both are there.
        said(&restored(at, &file_of(&other), &[&backup]));
        assert_eq!(all_of(&at.join("lanai.db.before-restore-2")).await, wanted);
        assert_eq!(all_of(&at.join("lanai.db.before-restore")).await, aside);
        let names = listed(at);
        assert!(
            names
                .iter()
                .all(|name| name.starts_with("lanai.db") && !name.ends_with("-wal")),
            "{names:?}"
        );
        Store::open(&file).await.unwrap().close().await;
    });
}

#[test]
fn restore_replaces_missing_or_damaged_databases() {
    wait(async {
        let house = lived_in().await;
        let (at, file) = (house.folder.path(), house.folder.path().join("lanai.db"));
        let wanted = all_of(&file).await;
        said(
            &operating(at, &file_of(&house), &["backup", "backup.db"])
                .output()
                .unwrap(),
        );
        std::fs::remove_file(&file).unwrap();
        let told = said(&restored(at, &file_of(&house), &["backup.db"]));
        assert!(
            !told.contains("put aside") && !told.contains("before-restore"),
            "{told}"
        );
        assert_eq!(all_of(&file).await, wanted);
        std::fs::write(&file, "scrambled").unwrap();
        std::fs::write(at.join("lanai.db-wal"), "eggs").unwrap();
        said(&restored(at, &file_of(&house), &["backup.db"]));
        assert_eq!(all_of(&file).await, wanted);
        assert_eq!(
            std::fs::read(at.join("lanai.db.before-restore")).unwrap(),
            b"scrambled"
        );
        assert_eq!(
            std::fs::read(at.join("lanai.db.before-restore-wal")).unwrap(),
            b"eggs"
        );
        // The log of a database that was deleted while it was served is nothing to the backup.
        let mut on = sqlite(&file).await;
        sqlx::query("insert into key_value values ('late', 'x')")
            .execute(&mut on)
            .await
            .unwrap();
        let log = std::fs::read(at.join("lanai.db-wal")).unwrap();
        sqlx::Connection::close(on).await.unwrap();
        std::fs::remove_file(&file).unwrap();
        std::fs::write(at.join("lanai.db-wal"), &log).unwrap();
        let told = said(&restored(at, &file_of(&house), &["backup.db"]));
        assert!(told.contains("lanai.db.before-restore-2-wal\n"), "{told}");
        assert_eq!(all_of(&file).await, wanted);
        assert_eq!(
            std::fs::read(at.join("lanai.db.before-restore-2-wal")).unwrap(),
            log
        );
    });
}

#[test]
fn restore_is_refused_while_a_bot_serves() {
    wait(async {
        let house = small().await;
        let (at, file) = (house.folder.path(), house.folder.path().join("lanai.db"));
        said(
            &operating(at, &file_of(&house), &["backup", "backup.db"])
                .output()
                .unwrap(),
        );
        let before = std::fs::read(&file).unwrap();
        for place in [
            Some(file_of(&house)),
            Database::server().await.map(|it| it.address()),
        ] {
            let Some(place) = place else { continue };
            let _serving = Held::hold_with_others(&place).await.unwrap();
            let told = refused(&restored(at, &place, &["backup.db"]));
            assert!(
                told.contains("is in use: stop the bot that uses it"),
                "{told}"
            );
        }
        assert_eq!(std::fs::read(&file).unwrap(), before);
    });
}

#[test]
fn restore_refuses_other_files() {
    wait(async {
        let house = small().await;
        let (at, file) = (house.folder.path(), house.folder.path().join("lanai.db"));
        let before = std::fs::read(&file).unwrap();
        std::fs::write(
            at.join("notes.txt"),
            "not a database, but long enough to look at: ".repeat(40),
        )
        .unwrap();
        std::fs::write(at.join("empty.db"), "").unwrap();
        for (name, sentence) in [
            ("lost.db", "there is no database "),
            ("notes.txt", "notes.txt"),
            ("empty.db", "empty.db has no Lanai tables"),
        ] {
            let told = refused(&restored(at, &file_of(&house), &[name]));
            assert!(told.contains(sentence), "{told}");
        }
        assert_eq!(std::fs::read(&file).unwrap(), before);
        assert_eq!(
            listed(at),
            ["empty.db", "lanai.db", "lanai.db.lock", "notes.txt"]
        );
    });
}

#[test]
fn unverified_games_are_restored_only_with_unproven() {
    wait(async {
        let (house, other) = (lived_in().await, small().await);
        let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
        assert_eq!(execute(&file_of(&house), nothing).await, 1);
        let backup = house.folder.path().join("lanai.db").display().to_string();
        let wanted = all_of(&house.folder.path().join("lanai.db")).await;
        let (at, file) = (other.folder.path(), other.folder.path().join("lanai.db"));
        let had = all_of(&file).await;
        let output = restored(at, &file_of(&other), &[&backup]);
        assert!(
            String::from_utf8_lossy(&output.stdout)
                .contains("table 2: entry 4 comes out otherwise")
        );
        let told = refused(&output);
        assert!(
            told.contains("nothing was restored, because one of the games cannot be verified"),
            "{told}"
        );
        assert_eq!(all_of(&file).await, had);
        said(&restored(at, &file_of(&other), &[&backup, "--unproven"]));
        assert_eq!(all_of(&file).await, wanted);
    });
}

#[test]
fn a_backup_is_restored_to_an_empty_database_on_a_server() {
    wait(async {
        let Some(server) = Database::server().await else {
            return;
        };
        let house = lived_in().await;
        let at = house.folder.path();
        said(
            &operating(at, &file_of(&house), &["backup", "backup.db"])
                .output()
                .unwrap(),
        );
        let told = said(&restored(at, &server.address(), &["backup.db"]));
        assert!(
            told.contains("4 games were replayed from their logs"),
            "{told}"
        );
        let back = at.join("back.db");
        assert!(
            copied_here(&server.address(), &Address::File(back.clone()))
                .await
                .iter()
                .all(Compared::is_same)
        );
        forget_backup(&at.join("lanai.db")).await;
        assert_eq!(all_of(&back).await, all_of(&at.join("lanai.db")).await);
        let told = refused(&restored(at, &server.address(), &["backup.db"]));
        assert!(told.contains("is not empty"), "{told}");
        assert!(!listed(at).contains(&"backup.db.lock".to_owned()));
    });
}
