//! A newer version brings a database up to date: that is tried out first, and a file is kept as it was. A database of a
//! development version is refused.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use lanai_store::{Address, Condition, Held, Store, Timestamp};
use sqlx::{Connection as _, PgConnection};

use super::refusals::small;
use super::{all_of, copied, file_of, listed, operating, refused, said, sqlite};
use lanai_testing::homes::{Database, execute};
use lanai_testing::scenes::wait;

/// Returns the names of the tables of a file.
async fn tables_in(path: &Path) -> Vec<String> {
    let mut on = sqlite(path).await;
    let all = sqlx::query_scalar("select name from sqlite_master where type = 'table' order by 1");
    all.fetch_all(&mut on).await.unwrap()
}

#[test]
fn older_database_is_copied_and_migrated() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let file = at.join("lanai.db");
        let database = Address::File(file.clone());
        Database::of_earlier_version(&database).await;
        let before = fs::read(&file).unwrap();
        // While the earlier one serves.
        let serving = Held::hold(&database).await.unwrap();
        let told = said(
            &operating(at, &database, &["store", "migrate", "--dry-run"])
                .output()
                .unwrap(),
        );
        assert!(told.starts_with("Migration 0001: initial\n"), "{told}");
        assert!(told.ends_with("lanai.db is as it was\n"), "{told}");
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(listed(at), ["lanai.db", "lanai.db.lock"]);
        let told = refused(
            &operating(at, &database, &["store", "migrate"])
                .output()
                .unwrap(),
        );
        assert!(
            told.contains("is in use: stop the bot that uses it"),
            "{told}"
        );
        drop(serving);
        let told = said(
            &operating(at, &database, &["store", "migrate"])
                .output()
                .unwrap(),
        );
        assert!(told.ends_with("lanai.db is up to date\n"), "{told}");
        assert_eq!(Condition::of(&database).await.unwrap(), Condition::Current);
        let kept = at.join("lanai.db.before-0001");
        assert_eq!(tables_in(&kept).await, ["_sqlx_migrations", "marker"]);
        assert_eq!(all_of(&kept).await, Vec::<String>::new());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(
                fs::metadata(&kept).unwrap().permissions().mode() & 0o777,
                0o600
            );
        }
        let told = said(
            &operating(at, &database, &["store", "migrate", "--dry-run"])
                .output()
                .unwrap(),
        );
        assert_eq!(told.lines().count(), 1, "{told}");
        let lost = Address::File(at.join("lost.db"));
        let told = refused(
            &operating(at, &lost, &["store", "migrate", "--dry-run"])
                .output()
                .unwrap(),
        );
        assert!(told.contains("there is no database "), "{told}");
    });
}

/// A table of another program is in the way.
#[test]
fn dry_run_finds_a_failing_migration() {
    wait(async {
        for place in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let (folder, database) = (tempfile::tempdir().unwrap(), place.address());
            Database::of_earlier_version(&database).await;
            execute(&database, "create table result (it text)").await;
            let output = operating(folder.path(), &database, &["store", "migrate", "--dry-run"])
                .output()
                .unwrap();
            assert!(refused(&output).contains("cannot be brought up to date"));
            assert!(matches!(
                Condition::of(&database).await.unwrap(),
                Condition::Older(_)
            ));
        }
    });
}

/// They hold people who were forgotten since.
#[test]
fn copies_beside_a_database_are_deleted_after_thirty_days() {
    wait(async {
        let house = small().await;
        let at = house.folder.path();
        let store = Store::at(&file_of(&house)).await.unwrap();
        let had = listed(at);
        let copies = [
            "lanai.db.before-0019",
            "lanai.db.before-restore",
            "lanai.db.before-restore-2-wal",
        ];
        let others = [
            "lanai.db.before-19",
            "lanai.db.before-x",
            "other.db.before-0019",
        ];
        for name in copies.iter().chain(&others) {
            fs::write(at.join(name), "").unwrap();
        }
        let all = listed(at);
        let day = 24 * 60 * 60;
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap()
            .as_secs();
        let now = Timestamp(i64::try_from(now).unwrap());
        lanai_store::tidy(&store, now + 29 * day, 0).await.unwrap();
        assert_eq!(listed(at), all);
        lanai_store::tidy(&store, now + 31 * day, 0).await.unwrap();
        let mut stay: Vec<String> = had.into_iter().chain(others.map(str::to_owned)).collect();
        stay.sort();
        assert_eq!(listed(at), stay);
        store.close().await;
    });
}

/// Without a way back nothing is changed.
#[test]
fn database_is_not_migrated_if_it_cannot_be_copied() {
    wait(async {
        let place = Database::file();
        let database = place.address();
        Database::of_earlier_version(&database).await;
        let Address::File(file) = &database else {
            panic!("it is a file")
        };
        fs::create_dir_all(
            file.with_file_name("lanai.db.before-0001")
                .join("something"),
        )
        .unwrap();
        let error = Store::at(&database).await.unwrap_err().to_string();
        assert!(
            error.contains("is not brought up to date, because it cannot be backed up first"),
            "{error}"
        );
        assert_eq!(tables_in(file).await, ["_sqlx_migrations", "marker"]);
    });
}

#[test]
fn dry_run_on_postgres_rolls_back() {
    wait(async {
        let Some(server) = Database::server().await else {
            return;
        };
        let (folder, database) = (tempfile::tempdir().unwrap(), server.address());
        Database::of_earlier_version(&database).await;
        let migrate = |args: &[&str]| {
            operating(
                folder.path(),
                &database,
                &[&["store", "migrate"], args].concat(),
            )
            .output()
            .unwrap()
        };
        {
            let _serving = Held::hold_with_others(&database).await.unwrap();
            let told = refused(&migrate(&["--dry-run"]));
            assert!(
                told.contains("is in use: stop the bot that uses it, every process of it"),
                "{told}"
            );
        }
        let told = said(&migrate(&["--dry-run"]));
        assert!(told.starts_with("Migration 0001: initial\n"), "{told}");
        assert!(matches!(
            Condition::of(&database).await.unwrap(),
            Condition::Older(_)
        ));
        let told = said(&migrate(&[]));
        assert!(told.ends_with("is up to date\n"), "{told}");
        assert_eq!(Condition::of(&database).await.unwrap(), Condition::Current);
    });
}

#[test]
fn development_database_is_refused_unchanged() {
    // The migrations of a development version had other numbers, or the same numbers and other contents.
    let numbers = "update _sqlx_migrations set version = 24";
    let contents = "update _sqlx_migrations set checksum = x'00'";
    wait(async {
        let server = Database::server().await.map(|server| (server, numbers));
        let files = [numbers, contents].map(|change| Some((Database::file(), change)));
        for (place, change) in files.into_iter().chain([server]).flatten() {
            let (house, database) = (small().await, place.address());
            let at = house.folder.path();
            said(
                &operating(at, &file_of(&house), &["backup", "backup.db"])
                    .output()
                    .unwrap(),
            );
            place.store().await.close().await;
            assert_eq!(execute(&database, change).await, 1);
            let before = contents_of(&database).await;

            let mut serve = operating(at, &database, &[]);
            let mut outputs = vec![serve.env("LANAI_PORCH", "127.0.0.1:0").output().unwrap()];
            for command in [
                vec!["doctor"],
                vec!["backup", "new.db"],
                vec!["restore", "backup.db"],
                vec!["store", "migrate"],
                vec!["store", "migrate", "--dry-run"],
            ] {
                outputs.push(operating(at, &database, &command).output().unwrap());
            }
            outputs.push(copied(&database, &Address::File(at.join("new.db"))));
            outputs.push(copied(&file_of(&house), &database));

            for output in outputs {
                let told = [output.stdout, output.stderr].concat();
                let told = String::from_utf8(told).unwrap();
                assert!(!output.status.success(), "{told}");
                assert!(
                    told.contains("was made by a development version of Lanai before 0.1.0"),
                    "{told}"
                );
                assert!(told.contains("nothing in it was changed"), "{told}");
            }
            assert!(!at.join("new.db").exists());
            assert!(
                contents_of(&database).await == before,
                "{database} was changed"
            );
        }
    });
}

/// Returns all bytes of a file, with the names beside it; of a database on a server, its migrations and number of tables.
async fn contents_of(database: &Address) -> (Vec<u8>, Vec<String>) {
    match database {
        Address::File(path) => {
            let mut beside = listed(path.parent().unwrap());
            beside.retain(|name| Path::new(name).extension().is_none_or(|it| it != "lock"));
            (fs::read(path).unwrap(), beside)
        }
        Address::Server(address) => {
            let mut on = PgConnection::connect(address).await.unwrap();
            let sql = "select version::text || checksum::text from _sqlx_migrations
                       union all select relname::text from pg_class where relnamespace = 'public'::regnamespace
                       order by 1";
            (
                Vec::new(),
                sqlx::query_scalar(sql).fetch_all(&mut on).await.unwrap(),
            )
        }
    }
}
