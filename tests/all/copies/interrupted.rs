//! Interrupted copies resume: the program is killed, a server stops, or the source changes
//! meanwhile.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use lanai_rules::chance::{Dice, Seed};
use lanai_store::{
    Address, CopyError, DatabaseCopy, DatabaseLock, Store, StoreError, TableComparison,
};
use sqlx::Connection as _;
use tokio::sync::Notify;

use super::{
    address_argument, copy_in_process, expect_refusal, expect_success, file_address, lanai_command,
    list_rows, open_sqlite, run_copy, used_database,
};
use lanai_testing::homes::{Database, Server, execute};
use lanai_testing::outside::test_size;
use lanai_testing::scenes::{TestHost, block_on};

/// Returns how many rows are added to two tables, so that a copy takes a while.
fn rows() -> u64 {
    test_size(3_000, 30_000).try_into().unwrap()
}

/// The database of a bot that was used by many.
async fn crowded_database() -> TestHost {
    let fixture = used_database().await;
    let mut file = open_sqlite(&fixture.folder.path().join("lanai.db")).await;
    // The log of a table that never began is no log that could be played.
    for sql in [
        "with recursive n (n) as (select 1 union all select n + 1 from n limit $1)
         insert into log_entry select 5, n, 1, hex(randomblob(20)), '[]', 0, 0, n % 2, 0 from n",
        "with recursive n (n) as (select 1 union all select n + 1 from n limit $1)
         insert into notice (table_id, channel, body, due_at) select n % 4 + 1, n, hex(randomblob(20)), n from n",
    ] {
        sqlx::query(sql).bind(i64::try_from(rows()).unwrap()).execute(&mut file).await.unwrap();
    }
    file.close().await.unwrap();
    fixture
}

/// Returns the content of a database as lines.
async fn content_lines(database: &Address, fixture: &TestHost) -> Vec<String> {
    let file = fixture.folder.path().join("as_a_file.db");
    let address = Address::File(file.clone());
    assert!(
        copy_in_process(database, &address)
            .await
            .iter()
            .all(TableComparison::is_equal)
    );
    list_rows(&file).await
}

/// Waits until the server has noticed that all connections are closed.
async fn wait_until_unused(database: &Address) {
    while let Err(error) = DatabaseLock::acquire(database).await {
        assert!(matches!(error, StoreError::InUse { .. }), "{error}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns whether a file that another program may be writing has the first log entries.
async fn has_entries(path: &Path) -> bool {
    if !path.exists() {
        return false;
    }
    let mut file = open_sqlite(path).await;
    let found = sqlx::query_scalar("select exists (select 1 from log_entry)")
        .fetch_one(&mut file)
        .await;
    file.close().await.unwrap();
    found.unwrap_or(false)
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_copy_resumes() {
    let (fixture, new) = (crowded_database().await, Database::create_file());
    let Address::File(path) = new.address() else {
        panic!("it's a file")
    };
    let mut program = lanai_command(&[
        &address_argument(&file_address(&fixture)),
        &address_argument(&new.address()),
    ]);
    let mut child = program
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !has_entries(&path).await {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "nothing is copied"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let error = Store::connect(&new.address())
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("was not finished"), "{error}");
    expect_success(&run_copy(&file_address(&fixture), &new.address()));
    assert_eq!(
        list_rows(&path).await,
        list_rows(&fixture.folder.path().join("lanai.db")).await
    );
}

#[test]
fn repeatedly_killed_copy_resumes() {
    if test_size(0, 12) == 0 {
        return;
    }
    block_on(async {
        for new in [
            Some(Database::create_file()),
            Database::create_on_server().await,
        ]
        .into_iter()
        .flatten()
        {
            let fixture = crowded_database().await;
            let before = list_rows(&fixture.folder.path().join("lanai.db")).await;
            let mut dice = Dice::new(&Seed::from_number(7), 0);
            let (mut killed, mut seen) = (0, 0);
            // Milliseconds until the kill, adapted so that copies have begun by then.
            let mut within = 500;
            for _ in 0..12 {
                let names = [
                    address_argument(&file_address(&fixture)),
                    address_argument(&new.address()),
                ];
                let mut program = lanai_command(&[&names[0], &names[1]]);
                let mut child = program
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                tokio::time::sleep(Duration::from_millis(30 + u64::from(dice.below(within)))).await;
                let ended = child.try_wait().unwrap();
                child.kill().unwrap();
                child.wait().unwrap();
                wait_until_unused(&new.address()).await;
                if ended.is_some() {
                    break;
                }
                killed += 1;
                let is_made = !matches!(new.address(), Address::File(path) if !path.exists());
                if is_made && let Err(error) = Store::connect(&new.address()).await {
                    assert!(error.to_string().contains("was not finished"), "{error}");
                    seen += 1;
                } else if seen == 0 {
                    within *= 2;
                }
            }
            assert!(
                killed >= 2 && seen >= 1,
                "killed {killed} times, {seen} in the middle"
            );
            let last = run_copy(&file_address(&fixture), &new.address());
            if !last.status.success() {
                // The last copy was complete before it was killed.
                assert!(expect_refusal(&last).contains("is not empty"));
            }
            assert_eq!(content_lines(&new.address(), &fixture).await, before);
        }
    });
}

/// Interrupts a copy once this many rows were written.
async fn interrupt_copy(from: &Address, to: &Address, at: u64) {
    wait_until_unused(to).await;
    let mut copy = DatabaseCopy::begin(from, to).await.unwrap();
    let stop = Notify::new();
    tokio::select! {
        biased;
        () = stop.notified() => {}
        _ = copy.run(|done| if done >= at { stop.notify_one() }) => panic!("it was not stopped"),
    }
}

/// Makes the copied tables of a database read-only.
async fn forbid_writes(database: &Address) {
    match database {
        Address::File(_) => execute(
            database,
            "create trigger t before insert on game_table begin select raise(abort, 'again'); end",
        )
        .await,
        Address::Server(_) => {
            execute(
                database,
                "create rule r as on insert to game_table do instead nothing",
            )
            .await
        }
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_resumes_where_it_stopped() {
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let fixture = crowded_database().await;
        let path = fixture.folder.path().join("lanai.db");
        for at in [10, rows() / 6, rows() * 4 / 3] {
            interrupt_copy(&file_address(&fixture), &new.address(), at).await;
        }
        wait_until_unused(&new.address()).await;
        // Copied rows are not written again.
        forbid_writes(&new.address()).await;
        expect_success(&run_copy(&file_address(&fixture), &new.address()));
        assert_eq!(
            content_lines(&new.address(), &fixture).await,
            list_rows(&path).await
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn resumed_copy_includes_later_changes() {
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let fixture = crowded_database().await;
        let path = fixture.folder.path().join("lanai.db");
        interrupt_copy(&file_address(&fixture), &new.address(), rows() * 3 / 2).await;
        wait_until_unused(&new.address()).await;
        // The source changed meanwhile: rows were added, moved and deleted.
        let mut file = open_sqlite(&path).await;
        for sql in [
            "update game_table set channel = 1000 where table_id = 2",
            "update game_table set channel = 2 where table_id = 3",
            "delete from log_entry where table_id = 5 and number % 7 = 0",
            "insert into interaction values (6, 7)",
            "delete from key_value where name = 'b'",
            "update notice set body = 'told' where notice_id % 3 = 0",
        ] {
            assert!(
                sqlx::query(sql)
                    .execute(&mut file)
                    .await
                    .unwrap()
                    .rows_affected()
                    > 0,
                "{sql}"
            );
        }
        file.close().await.unwrap();
        expect_success(&run_copy(&file_address(&fixture), &new.address()));
        assert_eq!(
            content_lines(&new.address(), &fixture).await,
            list_rows(&path).await
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_resumes_after_the_server_stopped() {
    let Some(mut server) = Server::start_own() else {
        return;
    };
    let fixture = crowded_database().await;
    let before = list_rows(&fixture.folder.path().join("lanai.db")).await;
    let new = server.create_database().await;
    for at in [1, rows() * 2 / 3, rows() * 3 / 2] {
        let mut copy = DatabaseCopy::begin(&file_address(&fixture), &new.address())
            .await
            .unwrap();
        let mut runs = true;
        let error = copy
            .run(|done| {
                if done >= at && std::mem::take(&mut runs) {
                    server.kill();
                }
            })
            .await
            .unwrap_err();
        let output = error.to_string();
        assert!(matches!(error, CopyError::Stopped { .. }), "{output}");
        assert!(
            output.contains("run the same command again to go on from there"),
            "{output}"
        );
        drop(copy);
        let output = expect_refusal(&run_copy(&file_address(&fixture), &new.address()));
        assert!(output.contains("cannot be opened"), "{output}");
        server.restart();
    }
    expect_success(&run_copy(&file_address(&fixture), &new.address()));
    // The reverse direction, with a failing source.
    let back = fixture.folder.path().join("back.db");
    let mut copy = DatabaseCopy::begin(&new.address(), &Address::File(back.clone()))
        .await
        .unwrap();
    let mut runs = true;
    copy.run(|done| {
        if done > rows() * 2 / 3 && std::mem::take(&mut runs) {
            server.kill();
        }
    })
    .await
    .unwrap_err();
    drop(copy);
    server.restart();
    expect_success(&run_copy(&new.address(), &Address::File(back.clone())));
    assert_eq!(list_rows(&back).await, before);
}

/// Ctrl+C is answered by a sentence that says how to go on.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn interrupted_copy_says_how_to_continue() {
    let (fixture, new) = (crowded_database().await, Database::create_file());
    let mut program = lanai_command(&[
        &address_argument(&file_address(&fixture)),
        &address_argument(&new.address()),
    ]);
    let child = program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first rows are there, or soon will be.
    let Address::File(path) = new.address() else {
        panic!("it's a file")
    };
    while !path.exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let stopped = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(stopped.unwrap().success());
    let output = expect_refusal(&child.wait_with_output().unwrap());
    assert!(
        output.contains("stopped before the copy was complete; run the same command again"),
        "{output}"
    );
    expect_success(&run_copy(&file_address(&fixture), &new.address()));
}
