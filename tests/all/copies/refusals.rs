//! Refused copies: each gives one sentence, and changes nothing.

use std::path::Path;

use lanai_store::{Address, DatabaseLock, Store, StoreError};

use super::{
    address_argument, expect_refusal, expect_success, file_address, list_folder, list_rows,
    open_sqlite, run_copy, run_lanai, used_database,
};
use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, new_game};

use lanai_rules::hawaii::Hawaii;

/// Creates a closed database with one open table.
pub(super) async fn small_database() -> TestHost {
    let fixture = TestHost::new().await;
    fixture.open_table(&new_game::<Hawaii>(1), 100).await;
    fixture.host.database.close().await;
    fixture
}

#[tokio::test(flavor = "multi_thread")]
async fn misspelt_source_creates_nothing() {
    let folder = lanai_testing::folders::create_folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let output = expect_refusal(&run_lanai(&[&path("lanay.db"), &path("new.db")]));
    assert!(
        output.contains("there is no database ") && output.contains("lanay.db"),
        "{output}"
    );
    assert_eq!(list_folder(folder.path()), Vec::<String>::new());
    let output = expect_refusal(&run_lanai(&[
        folder.path().to_str().unwrap(),
        &path("new.db"),
    ]));
    assert!(output.contains("there is no database "), "{output}");
    std::fs::write(
        path("notes.txt"),
        "not a database, but long enough to look at: ".repeat(40),
    )
    .unwrap();
    let output = expect_refusal(&run_lanai(&[&path("notes.txt"), &path("new.db")]));
    assert!(output.contains("notes.txt"), "{output}");
    std::fs::write(path("empty.db"), "").unwrap();
    let output = expect_refusal(&run_lanai(&[&path("empty.db"), &path("new.db")]));
    assert!(output.contains("empty.db has no Lanai tables"), "{output}");
    assert!(!Path::new(&path("new.db")).exists());
    for other in [":memory:", "sqlite://lanai.db"] {
        let output = expect_refusal(&run_lanai(&[&path("empty.db"), other]));
        assert!(
            output.contains("it has to be that of a file, such as lanai.db"),
            "{output}"
        );
    }
    let output = run_lanai(&[&path("empty.db"), ""]);
    assert!(
        !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("<TO>"),
        "{output:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unreachable_server_is_reported_without_its_password() {
    let fixture = small_database().await;
    let before = list_rows(&fixture.folder.path().join("lanai.db")).await;
    let (file, server) = (
        address_argument(&file_address(&fixture)),
        "postgres://lanai:sesame@127.0.0.1:1/lanai",
    );
    for names in [[&file, server], [server, &file]] {
        let output = expect_refusal(&run_lanai(&names));
        assert!(
            output.contains("lanai at 127.0.0.1:1") && !output.contains("sesame"),
            "{output}"
        );
    }
    let output = expect_refusal(&run_lanai(&[
        &file,
        "postgres://lanai:sesame@here:port/lanai",
    ]));
    assert!(!output.contains("sesame"), "{output}");
    assert_eq!(
        list_rows(&fixture.folder.path().join("lanai.db")).await,
        before
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_not_copied_onto_itself() {
    let fixture = small_database().await;
    let file = address_argument(&file_address(&fixture));
    let around = format!("{}/../{}", fixture.folder.path().display(), {
        let name = fixture.folder.path().file_name().unwrap().to_str().unwrap();
        format!("{name}/lanai.db")
    });
    for other in [&file, &around] {
        let output = expect_refusal(&run_lanai(&[&file, other]));
        assert!(output.contains("both are the same database"), "{output}");
    }
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    server.open_store().await.close().await;
    let address = address_argument(&server.address());
    for other in [
        address.clone(),
        address.replace("localhost", "elsewhere"),
        format!("{address}&application_name=x"),
    ] {
        let output = expect_refusal(&run_lanai(&[&address, &other]));
        assert!(output.contains("both are the same database"), "{output}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_needs_an_empty_target() {
    let (fixture, other) = (used_database().await, small_database().await);
    let file = other.folder.path().join("lanai.db");
    let before = list_rows(&file).await;
    let output = expect_refusal(&run_copy(&file_address(&fixture), &file_address(&other)));
    assert!(output.contains("is not empty, its table "), "{output}");
    assert_eq!(list_rows(&file).await, before);
    // Tables of another program.
    let foreign = fixture.folder.path().join("foreign.db");
    let mut theirs = create_sqlite(&foreign).await;
    for sql in [
        "create table \"their \"\"own\" (it text)",
        "insert into \"their \"\"own\" values ('x')",
    ] {
        sqlx::query(sql).execute(&mut theirs).await.unwrap();
    }
    let output = expect_refusal(&run_copy(
        &file_address(&fixture),
        &Address::File(foreign.clone()),
    ));
    assert!(output.contains("its table their \"own"), "{output}");
    assert_eq!(list_rows(&foreign).await, ["their \"own: 'x'"]);
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    expect_success(&run_copy(&file_address(&other), &server.address()));
    let output = expect_refusal(&run_copy(&file_address(&fixture), &server.address()));
    assert!(output.contains("is not empty"), "{output}");
    let back = other.folder.path().join("back.db");
    expect_success(&run_copy(&server.address(), &Address::File(back.clone())));
    assert_eq!(list_rows(&back).await, before);
}

async fn create_sqlite(path: &Path) -> sqlx::SqliteConnection {
    std::fs::write(path, "").unwrap();
    open_sqlite(path).await
}

/// A bot that was started once on the new database leaves tables without rows.
#[tokio::test(flavor = "multi_thread")]
async fn empty_tables_count_as_empty() {
    let fixture = small_database().await;
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        new.open_store().await.close().await;
        expect_success(&run_copy(&file_address(&fixture), &new.address()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_is_refused_while_a_bot_serves() {
    let fixture = small_database().await;
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        for held in [file_address(&fixture), new.address()] {
            let serving = DatabaseLock::acquire(&held).await.unwrap();
            let output = expect_refusal(&run_copy(&file_address(&fixture), &new.address()));
            assert!(
                output.contains("is in use: stop the bot that uses it, then copy"),
                "{output}"
            );
            drop(serving);
        }
        if let Address::File(path) = new.address() {
            assert!(!path.exists(), "nothing is made in vain");
        }
    }
}

/// Databases of later or earlier versions are not interpreted.
#[tokio::test(flavor = "multi_thread")]
async fn only_databases_of_this_version_are_copied() {
    let fixture = small_database().await;
    let mut file = open_sqlite(&fixture.folder.path().join("lanai.db")).await;
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (99, 'later', 1, x'00', 0)";
    sqlx::query(newer).execute(&mut file).await.unwrap();
    let to = Address::File(fixture.folder.path().join("new.db"));
    let output = expect_refusal(&run_copy(&file_address(&fixture), &to));
    assert!(output.contains("is that of a newer Lanai"), "{output}");
    sqlx::query("delete from _sqlx_migrations")
        .execute(&mut file)
        .await
        .unwrap();
    let output = expect_refusal(&run_copy(&file_address(&fixture), &to));
    assert!(
        output.contains("of an earlier version of Lanai"),
        "{output}"
    );
    assert!(matches!(to, Address::File(path) if !path.exists()));
}

/// An incomplete copy can be neither served nor copied, and no other copy goes there.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_copy_is_refused_by_other_commands() {
    let (fixture, other) = (small_database().await, small_database().await);
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let mut copy = lanai_store::DatabaseCopy::begin(&file_address(&fixture), &new.address())
            .await
            .unwrap();
        copy.run(|_| ()).await.unwrap();
        copy.close().await.unwrap();
        let error = Store::connect(&new.address()).await.unwrap_err();
        assert!(
            matches!(error, StoreError::UnfinishedCopy { .. }),
            "{error}"
        );
        let mut bot = std::process::Command::new(crate::program::binary());
        bot.current_dir(fixture.folder.path())
            .env_clear()
            .env("LANAI_PORCH", "127.0.0.1:0");
        let output = expect_refusal(
            &bot.env("LANAI_DATABASE", address_argument(&new.address()))
                .output()
                .unwrap(),
        );
        assert!(
            output.contains("a copy of ")
                && output.contains("was not finished; run `lanai store copy` again"),
            "{output}"
        );
        let elsewhere = Address::File(fixture.folder.path().join("elsewhere.db"));
        let output = expect_refusal(&run_copy(&new.address(), &elsewhere));
        assert!(
            output.contains("is an unfinished copy of ") && output.contains(": copy that one"),
            "{output}"
        );
        let output = expect_refusal(&run_copy(&file_address(&other), &new.address()));
        assert!(
            output.contains("is an unfinished copy of ") && output.contains("or copy to a new one"),
            "{output}"
        );
        expect_success(&run_copy(&file_address(&fixture), &new.address()));
        new.open_store().await.close().await;
    }
}
