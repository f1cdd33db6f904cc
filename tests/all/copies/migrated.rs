//! A newer version comes: what it would change is tried out first, a file is kept as it was, and one can go back to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use lanai::store::{Address, Condition, Held, Store, Timestamp};
use lanai::tables::Tables;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqlSafeStr as _};

use super::proof::done;
use super::refused::small;
use super::{all_of, file_of, listed, lived_in, operating, refused, said, sqlite};
use crate::evenings::releases::shelf;
use crate::homes::Database;
use crate::tables::fixture::wait;

/// The migrations of a database on a server up to one of them.
fn of_server(last: i64) -> Vec<Migration> {
    let mut all = BTreeMap::new();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    // What is for a server alone takes the place of what is for both.
    for folder in [top.clone(), top.join("postgres")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if let Some((Ok(number), name)) = name.split_once('_').map(|(it, name)| (it.parse::<i64>(), name))
                && (6..=last).contains(&number)
            {
                all.insert(number, (name.to_owned(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    let migration = |(number, (name, sql)): (i64, (String, String))| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(number, name.into(), MigrationType::Simple, sql, false)
    };
    all.into_iter().map(migration).collect()
}

/// A database on a server as an earlier version had it, with the games of a file.
async fn of_earlier(server: &Database, last: i64, games: &Path) -> PgConnection {
    let Address::Server(address) = server.address() else { panic!("it is a server") };
    let mut on = PgConnection::connect(&address).await.unwrap();
    Migrator::with_migrations(of_server(last)).run(&mut on).await.unwrap();
    let mut file = sqlite(games).await;
    for table in ["figures", "game", "seat", "entry", "wait"] {
        let columns =
            "select string_agg(column_name, ',') from information_schema.columns where table_name = $1";
        let columns: String = sqlx::query_scalar(columns).bind(table).fetch_one(&mut on).await.unwrap();
        let pairs: Vec<String> = columns.split(',').map(|name| format!("'{name}', {name}")).collect();
        let rows = format!("select json_group_array(json_object({})) from {table}", pairs.join(", "));
        let rows: String = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_one(&mut file).await.unwrap();
        let write =
            format!("insert into {table} select * from json_populate_recordset(null::{table}, $1::json)");
        sqlx::query(AssertSqlSafe(write)).bind(rows).execute(&mut on).await.unwrap();
    }
    on
}

async fn versions(path: &Path) -> Vec<i64> {
    let mut on = sqlite(path).await;
    let all = sqlx::query_scalar("select version from _sqlx_migrations order by 1");
    all.fetch_all(&mut on).await.unwrap()
}

/// The database of an earlier release, alone in a folder.
fn released() -> (tempfile::TempDir, Address) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    fs::copy(shelf("f0fcde9").join("lanai.db"), &file).unwrap();
    (folder, Address::File(file))
}

#[test]
fn what_a_newer_version_would_change_is_tried_on_a_copy() {
    wait(async {
        let (folder, database) = released();
        let file = folder.path().join("lanai.db");
        let before = fs::read(&file).unwrap();
        // While the earlier one serves.
        let serving = Held::hold(&database).await.unwrap();
        let told = said(&operating(folder.path(), &database, &["migrate", "--dry-run"]).output().unwrap());
        let Condition::Older(to_come) = Condition::of(&database).await.unwrap() else {
            panic!("it is older")
        };
        assert!(to_come.contains(&(9, "results".to_owned())), "{to_come:?}");
        for (number, name) in &to_come {
            assert!(told.contains(&format!("Migration {number:04}: {name}\n")), "{told}");
        }
        assert!(told.contains("games were replayed from their logs"), "{told}");
        assert!(told.ends_with("lanai.db is as it was\n"), "{told}");
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(listed(folder.path()), ["lanai.db", "lanai.db.lock"]);
        let told = refused(&operating(folder.path(), &database, &["migrate"]).output().unwrap());
        assert!(told.contains("is in use: stop the bot that uses it"), "{told}");
        drop(serving);
        let told = said(&operating(folder.path(), &database, &["migrate"]).output().unwrap());
        assert!(told.ends_with("lanai.db is up to date\n"), "{told}");
        assert_eq!(Condition::of(&database).await.unwrap(), Condition::Today);
        let told = said(&operating(folder.path(), &database, &["migrate", "--dry-run"]).output().unwrap());
        assert_eq!(told.lines().count(), 1, "{told}");
        let lost = Address::File(folder.path().join("lost.db"));
        let told = refused(&operating(folder.path(), &lost, &["migrate", "--dry-run"]).output().unwrap());
        assert!(told.contains("there is no database "), "{told}");
    });
}

#[test]
fn a_migration_that_fails_or_leads_astray_is_found_beforehand() {
    wait(async {
        let (folder, database) = released();
        assert_eq!(done(&database, "update game set snapshot = '{' where game_id = 1").await, 1);
        let output = operating(folder.path(), &database, &["migrate", "--dry-run"]).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("table 1: its snapshot cannot be read"));
        assert!(refused(&output).contains("one of the games cannot be verified: see above"));
        done(&database, "create table result (it text)").await;
        let before = fs::read(folder.path().join("lanai.db")).unwrap();
        let told = refused(&operating(folder.path(), &database, &["migrate", "--dry-run"]).output().unwrap());
        assert!(told.contains("cannot be brought up to date"), "{told}");
        assert_eq!(fs::read(folder.path().join("lanai.db")).unwrap(), before);
    });
}

/// The way back: what the earlier version had lies beside what the newer one made of it.
#[test]
fn one_goes_back_to_the_version_before_by_the_file_that_was_kept() {
    wait(async {
        let (folder, database) = released();
        let [file, away] = ["lanai.db", "away.db"].map(|name| folder.path().join(name));
        let (had, version) = (all_of(&file).await, versions(&file).await);
        let Condition::Older(to_come) = Condition::of(&database).await.unwrap() else {
            panic!("it is older")
        };
        let first = to_come[0].0;
        let kept = folder.path().join(format!("lanai.db.before-{first:04}"));
        // The newer one starts, and somebody plays.
        Store::at(&database).await.unwrap().close().await;
        assert_eq!(done(&database, "insert into memory values ('new', 'x')").await, 1);
        assert_eq!((all_of(&kept).await, versions(&kept).await), (had.clone(), version.clone()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // As the page says.
        fs::rename(&file, &away).unwrap();
        fs::rename(&kept, &file).unwrap();
        assert_eq!((all_of(&file).await, versions(&file).await), (had.clone(), version.clone()));
        // And forward again: what is kept is what there is now.
        assert_eq!(done(&database, "insert into memory values ('old', 'y')").await, 1);
        let store = Store::at(&database).await.unwrap();
        let proof = Tables::new(store.clone()).prove_all(|_| ()).await.unwrap();
        assert!(proof.wrong.is_empty() && proof.proven > 3, "{proof:?}");
        assert_eq!(store.remembered("old").await.unwrap().as_deref(), Some("y"));
        assert_eq!(store.remembered("new").await.unwrap(), None);
        store.close().await;
        assert!(all_of(&kept).await.contains(&"memory: 'old', 'y'".to_owned()));
        assert_eq!(all_of(&kept).await.len(), had.len() + 1);
    });
}

/// They hold people who were forgotten since.
#[test]
fn copies_beside_a_database_go_after_thirty_days() {
    wait(async {
        let house = small().await;
        let at = house.folder.path();
        let store = Store::at(&file_of(&house)).await.unwrap();
        let had = listed(at);
        let copies = ["lanai.db.before-0019", "lanai.db.before-restore", "lanai.db.before-restore-2-wal"];
        let others = ["lanai.db.before-19", "lanai.db.before-x", "other.db.before-0019"];
        for name in copies.iter().chain(&others) {
            fs::write(at.join(name), "").unwrap();
        }
        fs::create_dir(at.join(".lanai-unfinished-x")).unwrap();
        fs::write(at.join(".lanai-unfinished-x/lanai.db"), "").unwrap();
        let all = listed(at);
        let day = 24 * 60 * 60;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let now = Timestamp(i64::try_from(now).unwrap());
        store.tidy(now + 29 * day, 0).await.unwrap();
        assert_eq!(listed(at), all);
        store.tidy(now + 31 * day, 0).await.unwrap();
        let mut stay: Vec<String> = had.into_iter().chain(others.map(str::to_owned)).collect();
        stay.sort();
        assert_eq!(listed(at), stay);
        store.close().await;
    });
}

/// Without a way back nothing is changed.
#[test]
fn a_file_that_cannot_be_kept_is_not_brought_up_to_date() {
    wait(async {
        let (folder, database) = released();
        let version = versions(&folder.path().join("lanai.db")).await;
        let Condition::Older(to_come) = Condition::of(&database).await.unwrap() else {
            panic!("it is older")
        };
        let in_the_way = folder.path().join(format!("lanai.db.before-{:04}", to_come[0].0));
        fs::create_dir_all(in_the_way.join("something")).unwrap();
        let error = Store::at(&database).await.unwrap_err().to_string();
        assert!(error.contains("is not brought up to date, because it cannot be backed up first"), "{error}");
        assert_eq!(versions(&folder.path().join("lanai.db")).await, version);
    });
}

#[test]
fn on_a_server_it_is_tried_in_a_transaction_that_is_not_committed() {
    wait(async {
        let (Some(server), house) = (Database::server().await, lived_in().await) else { return };
        let at = house.folder.path();
        let mut on = of_earlier(&server, 16, &at.join("lanai.db")).await;
        let database = server.address();
        let told = said(&operating(at, &database, &["migrate", "--dry-run"]).output().unwrap());
        assert!(told.contains("Migration 0017: struck\nMigration 0018: awarded\n"), "{told}");
        assert!(told.contains("4 games were replayed from their logs"), "{told}");
        let last = "select max(version) from _sqlx_migrations";
        assert_eq!(sqlx::query_scalar::<_, i64>(last).fetch_one(&mut on).await.unwrap(), 16);
        assert!(sqlx::query("select struck from result").execute(&mut on).await.is_err());
        {
            let _serving = Held::hold_with_others(&database).await.unwrap();
            let told = refused(&operating(at, &database, &["migrate", "--dry-run"]).output().unwrap());
            assert!(told.contains("is in use: stop the bot that uses it, every process of it"), "{told}");
        }
        sqlx::query("alter table result drop constraint result_ending_check").execute(&mut on).await.unwrap();
        let told = refused(&operating(at, &database, &["migrate", "--dry-run"]).output().unwrap());
        assert!(told.contains("cannot be brought up to date"), "{told}");
        let back = "alter table result add constraint result_ending_check check (ending <> '')";
        sqlx::query(back).execute(&mut on).await.unwrap();
        let told = said(&operating(at, &database, &["migrate"]).output().unwrap());
        assert!(told.ends_with("is up to date\n"), "{told}");
        assert_eq!(Condition::of(&database).await.unwrap(), Condition::Today);
    });
}
