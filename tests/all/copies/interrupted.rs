//! Whatever stops a copy, it goes on: the program is killed, a server stops, and the old database changes meanwhile.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Address, Compared, Copy, CopyError, Held, Store, StoreError};
use sqlx::Connection as _;
use tokio::sync::Notify;

use super::{
    all_of, copied, copied_here, copying, file_of, lived_in, refused, said, sqlite, written,
};
use lanai_testing::homes::{Database, Server, execute};
use lanai_testing::outside::extent;
use lanai_testing::scenes::{TestHost, wait};

/// How many rows are added to each of two tables, so that a copy takes a while.
fn rows() -> u64 {
    extent(3_000, 30_000).try_into().unwrap()
}

/// The database of a bot that was used by many.
async fn crowded() -> TestHost {
    let house = lived_in().await;
    let mut file = sqlite(&house.folder.path().join("lanai.db")).await;
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
    house
}

/// What stands in a database now, whatever it is.
async fn as_a_file(database: &Address, house: &TestHost) -> Vec<String> {
    let file = house.folder.path().join("as_a_file.db");
    let address = Address::File(file.clone());
    assert!(
        copied_here(database, &address)
            .await
            .iter()
            .all(Compared::is_same)
    );
    all_of(&file).await
}

/// A server hears a little later that somebody is gone.
async fn nobody_holds(database: &Address) {
    while let Err(error) = Held::hold(database).await {
        assert!(matches!(error, StoreError::InUse { .. }), "{error}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Whether the first rows of logs are in a file, which another program may be making.
async fn has_entries(path: &Path) -> bool {
    if !path.exists() {
        return false;
    }
    let mut file = sqlite(path).await;
    let found = sqlx::query_scalar("select exists (select 1 from log_entry)")
        .fetch_one(&mut file)
        .await;
    file.close().await.unwrap();
    found.unwrap_or(false)
}

#[test]
fn killed_copy_resumes() {
    wait(async {
        let (house, new) = (crowded().await, Database::file());
        let Address::File(path) = new.address() else {
            panic!("it is a file")
        };
        let mut program = copying(&[&written(&file_of(&house)), &written(&new.address())]);
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
        let error = Store::at(&new.address()).await.unwrap_err().to_string();
        assert!(error.contains("was not finished"), "{error}");
        said(&copied(&file_of(&house), &new.address()));
        assert_eq!(
            all_of(&path).await,
            all_of(&house.folder.path().join("lanai.db")).await
        );
    });
}

#[test]
fn repeatedly_killed_copy_resumes() {
    if extent(0, 12) == 0 {
        return;
    }
    wait(async {
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let house = crowded().await;
            let before = all_of(&house.folder.path().join("lanai.db")).await;
            let mut dice = Dice::new(&Seed::from_number(7), 0);
            let (mut killed, mut seen) = (0, 0);
            // Within so many milliseconds it is killed: later, as long as it had not begun by then.
            let mut within = 500;
            for _ in 0..12 {
                let names = [written(&file_of(&house)), written(&new.address())];
                let mut program = copying(&[&names[0], &names[1]]);
                let mut child = program
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                tokio::time::sleep(Duration::from_millis(30 + u64::from(dice.below(within)))).await;
                let ended = child.try_wait().unwrap();
                child.kill().unwrap();
                child.wait().unwrap();
                nobody_holds(&new.address()).await;
                if ended.is_some() {
                    break;
                }
                killed += 1;
                let is_made = !matches!(new.address(), Address::File(path) if !path.exists());
                if is_made && let Err(error) = Store::at(&new.address()).await {
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
            let last = copied(&file_of(&house), &new.address());
            if !last.status.success() {
                // The last of them was killed in no time, and had done all.
                assert!(refused(&last).contains("is not empty"));
            }
            assert_eq!(as_a_file(&new.address(), &house).await, before);
        }
    });
}

/// Stops a copy once so many rows are there.
async fn broken_off(from: &Address, to: &Address, at: u64) {
    nobody_holds(to).await;
    let mut copy = Copy::begin(from, to).await.unwrap();
    let stop = Notify::new();
    tokio::select! {
        biased;
        () = stop.notified() => {}
        _ = copy.run(|done| if done >= at { stop.notify_one() }) => panic!("it was not stopped"),
    }
}

/// From now on no table is opened there.
async fn written_no_more(database: &Address) {
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

#[test]
fn copy_resumes_where_it_stopped() {
    wait(async {
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let house = crowded().await;
            let path = house.folder.path().join("lanai.db");
            for at in [10, rows() / 6, rows() * 4 / 3] {
                broken_off(&file_of(&house), &new.address(), at).await;
            }
            nobody_holds(&new.address()).await;
            // What is there is not written again: nobody may write it.
            written_no_more(&new.address()).await;
            said(&copied(&file_of(&house), &new.address()));
            assert_eq!(as_a_file(&new.address(), &house).await, all_of(&path).await);
        }
    });
}

#[test]
fn resumed_copy_includes_later_changes() {
    wait(async {
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let house = crowded().await;
            let path = house.folder.path().join("lanai.db");
            broken_off(&file_of(&house), &new.address(), rows() * 3 / 2).await;
            nobody_holds(&new.address()).await;
            // The bot served for a while: a table went into the channel of another, rows came in between and went.
            let mut file = sqlite(&path).await;
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
            said(&copied(&file_of(&house), &new.address()));
            assert_eq!(as_a_file(&new.address(), &house).await, all_of(&path).await);
        }
    });
}

#[test]
fn copy_resumes_after_the_server_stopped() {
    wait(async {
        let Some(mut server) = Server::own() else {
            return;
        };
        let house = crowded().await;
        let before = all_of(&house.folder.path().join("lanai.db")).await;
        let new = server.database().await;
        for at in [1, rows() * 2 / 3, rows() * 3 / 2] {
            let mut copy = Copy::begin(&file_of(&house), &new.address()).await.unwrap();
            let mut runs = true;
            let error = copy
                .run(|done| {
                    if done >= at && std::mem::take(&mut runs) {
                        server.stops();
                    }
                })
                .await
                .unwrap_err();
            let told = error.to_string();
            assert!(matches!(error, CopyError::Stopped { .. }), "{told}");
            assert!(
                told.contains("run the same command again to go on from there"),
                "{told}"
            );
            drop(copy);
            let told = refused(&copied(&file_of(&house), &new.address()));
            assert!(told.contains("cannot be opened"), "{told}");
            server.starts();
        }
        said(&copied(&file_of(&house), &new.address()));
        // And on the way back, where it is read from.
        let back = house.folder.path().join("back.db");
        let mut copy = Copy::begin(&new.address(), &Address::File(back.clone()))
            .await
            .unwrap();
        let mut runs = true;
        copy.run(|done| {
            if done > rows() * 2 / 3 && std::mem::take(&mut runs) {
                server.stops();
            }
        })
        .await
        .unwrap_err();
        drop(copy);
        server.starts();
        said(&copied(&new.address(), &Address::File(back.clone())));
        assert_eq!(all_of(&back).await, before);
    });
}

/// Ctrl+C is answered by a sentence that says how to go on.
#[cfg(unix)]
#[test]
fn interrupted_copy_says_how_to_continue() {
    wait(async {
        let (house, new) = (crowded().await, Database::file());
        let mut program = copying(&[&written(&file_of(&house)), &written(&new.address())]);
        let child = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The first rows are there, or soon will be.
        let Address::File(path) = new.address() else {
            panic!("it is a file")
        };
        while !path.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        let stopped = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(stopped.unwrap().success());
        let told = refused(&child.wait_with_output().unwrap());
        assert!(
            told.contains("stopped before the copy was complete; run the same command again"),
            "{told}"
        );
        said(&copied(&file_of(&house), &new.address()));
    });
}
