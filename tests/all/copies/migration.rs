//! A newer version migrates a database after a dry run and a copy of the file. A database of a
//! development version is refused.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use lanai_store::{Address, DatabaseLock, SchemaState, Store, Timestamp};
use sqlx::{Connection as _, PgConnection};

use super::refusals::small_database;
use super::{
    expect_refusal, expect_success, file_address, lanai_with_database, list_folder, list_rows,
    open_sqlite, run_copy,
};
use lanai_testing::homes::{Database, execute};
use lanai_testing::scenes::block_on;

/// Returns the names of the tables of a file.
async fn list_tables(path: &Path) -> Vec<String> {
    let mut on = open_sqlite(path).await;
    let all = sqlx::query_scalar("select name from sqlite_master where type = 'table' order by 1");
    all.fetch_all(&mut on).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn older_database_is_copied_and_migrated() {
    let folder = lanai_testing::folders::create_folder();
    let at = folder.path();
    let file = at.join("lanai.db");
    let database = Address::File(file.clone());
    Database::create_unmigrated(&database).await;
    let before = fs::read(&file).unwrap();
    // While the earlier one serves.
    let serving = DatabaseLock::acquire(&database).await.unwrap();
    let told = expect_success(
        &lanai_with_database(at, &database, &["store", "migrate", "--dry-run"])
            .output()
            .unwrap(),
    );
    assert!(told.starts_with("Migration 0001: initial\n"), "{told}");
    assert!(told.ends_with("lanai.db is as it was\n"), "{told}");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(list_folder(at), ["lanai.db", "lanai.db.lock"]);
    let told = expect_refusal(
        &lanai_with_database(at, &database, &["store", "migrate"])
            .output()
            .unwrap(),
    );
    assert!(
        told.contains("is in use: stop every process of the bot"),
        "{told}"
    );
    drop(serving);
    let told = expect_success(
        &lanai_with_database(at, &database, &["store", "migrate"])
            .output()
            .unwrap(),
    );
    assert!(told.ends_with("lanai.db is up to date\n"), "{told}");
    assert_eq!(
        SchemaState::load(&database).await.unwrap(),
        SchemaState::Current
    );
    let kept = at.join("lanai.db.before-0001");
    assert_eq!(list_tables(&kept).await, ["_sqlx_migrations", "marker"]);
    assert_eq!(list_rows(&kept).await, Vec::<String>::new());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(
            fs::metadata(&kept).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    let told = expect_success(
        &lanai_with_database(at, &database, &["store", "migrate", "--dry-run"])
            .output()
            .unwrap(),
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    let lost = Address::File(at.join("lost.db"));
    let told = expect_refusal(
        &lanai_with_database(at, &lost, &["store", "migrate", "--dry-run"])
            .output()
            .unwrap(),
    );
    assert!(told.contains("there's no database "), "{told}");
}

/// A table of another program has the same name.
#[tokio::test(flavor = "multi_thread")]
async fn dry_run_finds_a_failing_migration() {
    for place in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let (folder, database) = (lanai_testing::folders::create_folder(), place.address());
        Database::create_unmigrated(&database).await;
        execute(&database, "create table result (it text)").await;
        let output =
            lanai_with_database(folder.path(), &database, &["store", "migrate", "--dry-run"])
                .output()
                .unwrap();
        assert!(expect_refusal(&output).contains("cannot be brought up to date"));
        assert!(matches!(
            SchemaState::load(&database).await.unwrap(),
            SchemaState::Older(_)
        ));
    }
}

/// The copies hold people who were erased since.
#[tokio::test(flavor = "multi_thread")]
async fn copies_beside_a_database_are_deleted_after_thirty_days() {
    let fixture = small_database().await;
    let at = fixture.folder.path();
    let store = Store::connect(&file_address(&fixture)).await.unwrap();
    let had = list_folder(at);
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
    let all = list_folder(at);
    let day = 24 * 60 * 60;
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let now = Timestamp(i64::try_from(now).unwrap());
    lanai_store::delete_expired(&store, now + 29 * day, 0)
        .await
        .unwrap();
    assert_eq!(list_folder(at), all);
    lanai_store::delete_expired(&store, now + 31 * day, 0)
        .await
        .unwrap();
    let mut stay: Vec<String> = had.into_iter().chain(others.map(str::to_owned)).collect();
    stay.sort();
    assert_eq!(list_folder(at), stay);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn database_is_not_migrated_if_it_cannot_be_copied() {
    let place = Database::create_file();
    let database = place.address();
    Database::create_unmigrated(&database).await;
    let Address::File(file) = &database else {
        panic!("it's a file")
    };
    fs::create_dir_all(
        file.with_file_name("lanai.db.before-0001")
            .join("something"),
    )
    .unwrap();
    let error = Store::connect(&database).await.unwrap_err().to_string();
    assert!(
        error.contains("is not brought up to date, because it cannot be backed up first"),
        "{error}"
    );
    assert_eq!(list_tables(file).await, ["_sqlx_migrations", "marker"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_run_on_postgres_rolls_back() {
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    let (folder, database) = (lanai_testing::folders::create_folder(), server.address());
    Database::create_unmigrated(&database).await;
    let migrate = |args: &[&str]| {
        lanai_with_database(
            folder.path(),
            &database,
            &[&["store", "migrate"], args].concat(),
        )
        .output()
        .unwrap()
    };
    {
        let _serving = DatabaseLock::acquire_shared(&database).await.unwrap();
        let told = expect_refusal(&migrate(&["--dry-run"]));
        assert!(
            told.contains("is in use: stop every process of the bot that uses it"),
            "{told}"
        );
    }
    let told = expect_success(&migrate(&["--dry-run"]));
    assert!(told.starts_with("Migration 0001: initial\n"), "{told}");
    assert!(matches!(
        SchemaState::load(&database).await.unwrap(),
        SchemaState::Older(_)
    ));
    let told = expect_success(&migrate(&[]));
    assert!(told.ends_with("is up to date\n"), "{told}");
    assert_eq!(
        SchemaState::load(&database).await.unwrap(),
        SchemaState::Current
    );
}

#[test]
fn development_database_is_refused_unchanged() {
    // The migrations of a development version had other numbers, or the same numbers and other
    // contents.
    let numbers = "update _sqlx_migrations set version = 24";
    let contents = "update _sqlx_migrations set checksum = x'00'";
    block_on(async {
        let server = Database::create_on_server()
            .await
            .map(|server| (server, numbers));
        let files = [numbers, contents].map(|change| Some((Database::create_file(), change)));
        for (place, change) in files.into_iter().chain([server]).flatten() {
            let (fixture, database) = (small_database().await, place.address());
            let at = fixture.folder.path();
            expect_success(
                &lanai_with_database(at, &file_address(&fixture), &["backup", "backup.db"])
                    .output()
                    .unwrap(),
            );
            place.open_store().await.close().await;
            assert_eq!(execute(&database, change).await, 1);
            let before = database_contents(&database).await;

            let mut serve = lanai_with_database(at, &database, &[]);
            let mut outputs = vec![serve.env("LANAI_PORCH", "127.0.0.1:0").output().unwrap()];
            for command in [
                vec!["doctor"],
                vec!["backup", "new.db"],
                vec!["restore", "backup.db"],
                vec!["store", "migrate"],
                vec!["store", "migrate", "--dry-run"],
            ] {
                outputs.push(
                    lanai_with_database(at, &database, &command)
                        .output()
                        .unwrap(),
                );
            }
            outputs.push(run_copy(&database, &Address::File(at.join("new.db"))));
            outputs.push(run_copy(&file_address(&fixture), &database));

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
                database_contents(&database).await == before,
                "{database} was changed"
            );
        }
    });
}

/// Returns the bytes of a file and the names beside it, or the migrations and number of tables of a
/// database on a server.
async fn database_contents(database: &Address) -> (Vec<u8>, Vec<String>) {
    match database {
        Address::File(path) => {
            let mut beside = list_folder(path.parent().unwrap());
            beside.retain(|name| {
                Path::new(name)
                    .extension()
                    .is_none_or(|item| item != "lock")
            });
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
