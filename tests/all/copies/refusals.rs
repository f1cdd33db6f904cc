//! What is not copied: each is one sentence, and nothing is changed anywhere.

use std::path::Path;

use lanai_store::{Address, Held, Store, StoreError};

use super::{all_of, copied, file_of, lanai, listed, lived_in, refused, said, sqlite, written};
use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, new_game, wait};

use lanai_rules::hawaii::Hawaii;

/// A house with one open table, which nobody has open any more.
pub(super) async fn small() -> TestHost {
    let house = TestHost::new().await;
    house
        .host
        .lobby
        .open(&new_game::<Hawaii>(1), &actor(100))
        .await
        .unwrap();
    house.host.database.close().await;
    house
}

#[test]
fn misspelt_source_creates_nothing() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let told = refused(&lanai(&[&path("lanay.db"), &path("new.db")]));
        assert!(
            told.contains("there is no database ") && told.contains("lanay.db"),
            "{told}"
        );
        assert_eq!(listed(folder.path()), Vec::<String>::new());
        let told = refused(&lanai(&[folder.path().to_str().unwrap(), &path("new.db")]));
        assert!(told.contains("there is no database "), "{told}");
        std::fs::write(
            path("notes.txt"),
            "not a database, but long enough to look at: ".repeat(40),
        )
        .unwrap();
        let told = refused(&lanai(&[&path("notes.txt"), &path("new.db")]));
        assert!(told.contains("notes.txt"), "{told}");
        std::fs::write(path("empty.db"), "").unwrap();
        let told = refused(&lanai(&[&path("empty.db"), &path("new.db")]));
        assert!(told.contains("empty.db has no Lanai tables"), "{told}");
        assert!(!Path::new(&path("new.db")).exists());
        for other in [":memory:", "sqlite://lanai.db"] {
            let told = refused(&lanai(&[&path("empty.db"), other]));
            assert!(
                told.contains("it has to be that of a file, such as lanai.db"),
                "{told}"
            );
        }
        let told = lanai(&[&path("empty.db"), ""]);
        assert!(
            !told.status.success() && String::from_utf8_lossy(&told.stderr).contains("<TO>"),
            "{told:?}"
        );
    });
}

#[test]
fn unreachable_server_is_reported_without_its_password() {
    wait(async {
        let house = small().await;
        let before = all_of(&house.folder.path().join("lanai.db")).await;
        let (file, server) = (
            written(&file_of(&house)),
            "postgres://lanai:sesame@127.0.0.1:1/lanai",
        );
        for names in [[&file, server], [server, &file]] {
            let told = refused(&lanai(&names));
            assert!(
                told.contains("lanai at 127.0.0.1:1") && !told.contains("sesame"),
                "{told}"
            );
        }
        let told = refused(&lanai(&[&file, "postgres://lanai:sesame@here:port/lanai"]));
        assert!(!told.contains("sesame"), "{told}");
        assert_eq!(all_of(&house.folder.path().join("lanai.db")).await, before);
    });
}

#[test]
fn a_database_is_not_copied_onto_itself() {
    wait(async {
        let house = small().await;
        let file = written(&file_of(&house));
        let around = format!("{}/../{}", house.folder.path().display(), {
            let name = house.folder.path().file_name().unwrap().to_str().unwrap();
            format!("{name}/lanai.db")
        });
        for other in [&file, &around] {
            let told = refused(&lanai(&[&file, other]));
            assert!(told.contains("both are the same database"), "{told}");
        }
        let Some(server) = Database::server().await else {
            return;
        };
        server.store().await.close().await;
        let address = written(&server.address());
        for other in [
            address.clone(),
            address.replace("localhost", "elsewhere"),
            format!("{address}&application_name=x"),
        ] {
            let told = refused(&lanai(&[&address, &other]));
            assert!(told.contains("both are the same database"), "{told}");
        }
    });
}

#[test]
fn copy_needs_an_empty_target() {
    wait(async {
        let (house, other) = (lived_in().await, small().await);
        let file = other.folder.path().join("lanai.db");
        let before = all_of(&file).await;
        let told = refused(&copied(&file_of(&house), &file_of(&other)));
        assert!(told.contains("is not empty, its table "), "{told}");
        assert_eq!(all_of(&file).await, before);
        // Somebody else's tables are somebody else's.
        let foreign = house.folder.path().join("foreign.db");
        let mut theirs = sqlite_new(&foreign).await;
        for sql in [
            "create table \"their \"\"own\" (it text)",
            "insert into \"their \"\"own\" values ('x')",
        ] {
            sqlx::query(sql).execute(&mut theirs).await.unwrap();
        }
        let told = refused(&copied(&file_of(&house), &Address::File(foreign.clone())));
        assert!(told.contains("its table their \"own"), "{told}");
        assert_eq!(all_of(&foreign).await, ["their \"own: 'x'"]);
        let Some(server) = Database::server().await else {
            return;
        };
        said(&copied(&file_of(&other), &server.address()));
        let told = refused(&copied(&file_of(&house), &server.address()));
        assert!(told.contains("is not empty"), "{told}");
        let back = other.folder.path().join("back.db");
        said(&copied(&server.address(), &Address::File(back.clone())));
        assert_eq!(all_of(&back).await, before);
    });
}

async fn sqlite_new(path: &Path) -> sqlx::SqliteConnection {
    std::fs::write(path, "").unwrap();
    sqlite(path).await
}

/// A bot that was started once on the new database, and has nothing there yet, is in nobody's way.
#[test]
fn empty_tables_count_as_empty() {
    wait(async {
        let house = small().await;
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            new.store().await.close().await;
            said(&copied(&file_of(&house), &new.address()));
        }
    });
}

#[test]
fn copy_is_refused_while_a_bot_serves() {
    wait(async {
        let house = small().await;
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            for held in [file_of(&house), new.address()] {
                let serving = Held::hold(&held).await.unwrap();
                let told = refused(&copied(&file_of(&house), &new.address()));
                assert!(
                    told.contains("is in use: stop the bot that uses it, then copy"),
                    "{told}"
                );
                drop(serving);
            }
            if let Address::File(path) = new.address() {
                assert!(!path.exists(), "nothing is made in vain");
            }
        }
    });
}

/// What a later program, or the program of yesterday, wrote is not guessed at.
#[test]
fn only_databases_of_this_version_are_copied() {
    wait(async {
        let house = small().await;
        let mut file = sqlite(&house.folder.path().join("lanai.db")).await;
        let newer =
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (99, 'later', 1, x'00', 0)";
        sqlx::query(newer).execute(&mut file).await.unwrap();
        let to = Address::File(house.folder.path().join("new.db"));
        let told = refused(&copied(&file_of(&house), &to));
        assert!(told.contains("is that of a newer Lanai"), "{told}");
        sqlx::query("delete from _sqlx_migrations")
            .execute(&mut file)
            .await
            .unwrap();
        let told = refused(&copied(&file_of(&house), &to));
        assert!(told.contains("of an earlier version of Lanai"), "{told}");
        assert!(matches!(to, Address::File(path) if !path.exists()));
    });
}

/// Until a copy is whole nobody serves it, nobody copies it, and nothing else is copied into it.
#[test]
fn unfinished_copy_is_refused_by_other_commands() {
    wait(async {
        let (house, other) = (small().await, small().await);
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let mut copy = lanai_store::Copy::begin(&file_of(&house), &new.address())
                .await
                .unwrap();
            copy.run(|_| ()).await.unwrap();
            copy.leave().await.unwrap();
            let error = Store::at(&new.address()).await.unwrap_err();
            assert!(matches!(error, StoreError::Unfinished { .. }), "{error}");
            let mut bot = std::process::Command::new(crate::program::binary());
            bot.current_dir(house.folder.path())
                .env_clear()
                .env("LANAI_PORCH", "127.0.0.1:0");
            let told = refused(
                &bot.env("LANAI_DATABASE", written(&new.address()))
                    .output()
                    .unwrap(),
            );
            assert!(
                told.contains("a copy of ")
                    && told.contains("was not finished; run `lanai store copy` again"),
                "{told}"
            );
            let elsewhere = Address::File(house.folder.path().join("elsewhere.db"));
            let told = refused(&copied(&new.address(), &elsewhere));
            assert!(
                told.contains("is an unfinished copy of ") && told.contains(": copy that one"),
                "{told}"
            );
            let told = refused(&copied(&file_of(&other), &new.address()));
            assert!(
                told.contains("is an unfinished copy of ") && told.contains("or copy to a new one"),
                "{told}"
            );
            said(&copied(&file_of(&house), &new.address()));
            new.store().await.close().await;
        }
    });
}
