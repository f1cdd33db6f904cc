//! `lanai export` and `lanai import`: one table goes from a database to another, of either home, and is played on there; nothing
//! that belongs to its old place goes with it.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use lanai::rules::haleakala::Haleakala;
use lanai::store::{Address, GameId, Held, Store, TableStatus};
use lanai::tables::Tables;

use super::proof::done;
use super::refused::small;
use super::{all_of, file_of, listed, lived_in, operating, refused, said, written};
use crate::homes::Database;
use crate::tables::fixture::{House, actor, dice, new_game, wait};

fn run(folder: &Path, args: &[&str]) -> Output {
    operating(folder, &Address::File("nowhere.db".into()), args).output().unwrap()
}

/// The number that a table was given, as the program says.
fn number_of(told: &str) -> GameId {
    let number = told.split("It is table ").nth(1).unwrap().split(' ').next().unwrap();
    GameId(number.parse().unwrap())
}

/// Another house, in which a table was opened and closed, so that numbers are others there.
async fn elsewhere(place: &Database) -> House {
    let store = place.store().await;
    let house =
        House { folder: tempfile::tempdir().unwrap(), tables: Arc::new(Tables::new(store.clone())), store };
    for channel in 50..55 {
        let game = house.tables.open(&new_game::<Haleakala>(channel), &actor(100)).await.unwrap().game;
        house.tables.leave(game, &actor(100), true).await.unwrap();
    }
    house
}

#[test]
fn a_running_game_goes_to_another_database_and_is_played_on() {
    wait(async {
        let old = lived_in().await;
        let at = old.folder.path();
        let from = written(&file_of(&old));
        assert_eq!(done(&file_of(&old), "update game set follows = 2 where game_id = 3").await, 1);
        for (number, place) in
            [Some(Database::file()), Database::server().await].into_iter().flatten().enumerate()
        {
            let to = written(&place.address());
            let house = elsewhere(&place).await;
            house.tables.close().await;
            let name = format!("table{number}.db");
            // While the bot of the old one serves.
            let serving = Held::hold(&file_of(&old)).await.unwrap();
            let told = said(&run(at, &["export", &from, "3", &name]));
            drop(serving);
            assert!(told.contains("1 game was replayed from its log"), "{told}");
            assert!(
                told.contains(&format!("Table 3 is in {name}, with everything that its players have hidden"))
            );
            let told = said(&run(at, &["import", &to, &name]));
            let game = number_of(&told);
            assert_eq!(game, GameId(6), "{told}");
            let store = place.store().await;
            let before = Store::open(&at.join("lanai.db")).await.unwrap();
            let (here, there) = (store.table(game).await.unwrap(), before.table(GameId(3)).await.unwrap());
            let (here, there) = (here.unwrap(), there.unwrap());
            assert_eq!(
                (&here.snapshot, &here.secret, &here.chairs),
                (&there.snapshot, &there.secret, &there.chairs)
            );
            assert_eq!(store.entries(game, 0).await.unwrap(), before.entries(GameId(3), 0).await.unwrap());
            assert!(store.all_standing(game).await.unwrap().is_empty());
            let follows = "update game set follows = null where game_id = 6 and follows is not null";
            assert_eq!(done(&place.address(), follows).await, 0, "it follows no game of this database");
            before.close().await;
            // It is played to its end, beside the next one that is opened.
            let tables = Arc::new(Tables::new(store.clone()));
            let house = House { folder: tempfile::tempdir().unwrap(), tables, store };
            let next = house.tables.open(&new_game::<Haleakala>(60), &actor(100)).await.unwrap().game;
            assert_eq!(next, GameId(7));
            let over = house.play_out::<Haleakala>(game, &mut dice(5)).await;
            assert_eq!(over.status, TableStatus::Over);
            house.tables.record(&over).await.unwrap();
            house.tables.close().await;
        }
    });
}

#[test]
fn a_finished_game_goes_along_with_its_result_and_moves_no_rating() {
    wait(async {
        let (old, other) = (lived_in().await, small().await);
        let at = old.folder.path();
        let rated = "update result set rated = 1, counted = 1, struck = 1 where game_id = 1";
        assert_eq!(done(&file_of(&old), rated).await, 1);
        said(&run(at, &["export", &written(&file_of(&old)), "1", "over.db"]));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(at.join("over.db")).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let only: Vec<String> = all_of(&at.join("over.db")).await;
        for (table, rows) in
            [("game", 1), ("result", 1), ("participant", 2), ("notice", 0), ("note", 0), ("rating", 0)]
        {
            assert_eq!(
                only.iter().filter(|row| row.starts_with(&format!("{table}: "))).count(),
                rows,
                "{table}"
            );
        }
        assert!(only.iter().all(|row| !row.starts_with("memory") && !row.starts_with("person")), "{only:#?}");
        let told = said(&run(at, &["import", &written(&file_of(&other)), "over.db"]));
        assert_eq!(number_of(&told), GameId(2), "{told}");
        let results = all_of(&other.folder.path().join("lanai.db")).await;
        let result = results.iter().find(|row| row.starts_with("result: ")).unwrap();
        // circle, closed, counted, ended_at, ending, game_id, hall, rated, seats, server, struck, title
        let values: Vec<&str> = result["result: ".len()..].split(", ").collect();
        assert_eq!((values[2], values[5], values[7], values[10]), ("NULL", "2", "0", "0"), "{result}");
        // Twice is two.
        let told = said(&run(at, &["import", &written(&file_of(&other)), "over.db"]));
        assert_eq!(number_of(&told), GameId(3));
    });
}

#[test]
fn what_cannot_be_carried_is_told_and_nothing_is_changed() {
    wait(async {
        let (old, other) = (lived_in().await, small().await);
        let (at, from, to) = (old.folder.path(), written(&file_of(&old)), written(&file_of(&other)));
        let file = other.folder.path().join("lanai.db");
        let before = all_of(&file).await;
        said(&run(at, &["export", &from, "2", "table.db"]));
        let told = refused(&run(at, &["export", &from, "2", "table.db"]));
        assert!(told.contains("table.db already exists: choose another name"), "{told}");
        let told = refused(&run(at, &["export", &from, "4711", "other.db"]));
        assert!(told.contains("there is no table 4711"), "{told}");
        let told = refused(&run(at, &["export", "lost.db", "1", "other.db"]));
        assert!(told.contains("there is no database lost.db"), "{told}");
        let told = refused(&run(at, &["import", "lost.db", "table.db"]));
        assert!(told.contains("there is no database lost.db"), "{told}");
        std::fs::write(at.join("notes.txt"), "not a database, but long enough to look at: ".repeat(40))
            .unwrap();
        assert!(refused(&run(at, &["import", &to, "notes.txt"])).contains("notes.txt"));
        let told = refused(&run(at, &["import", &to, "lanai.db"]));
        assert!(told.contains("the file holds 7 tables, and only one can be added"), "{told}");
        let serving = Held::hold(&file_of(&other)).await.unwrap();
        let told = refused(&run(at, &["import", &to, "table.db"]));
        assert!(told.contains("is in use: stop the bot that uses it"), "{told}");
        drop(serving);
        // Where it came from, it is still there.
        let told = refused(&run(at, &["import", &from, "table.db"]));
        assert!(told.contains("there is already a table where this one belongs"), "{told}");
        let spoilt = Address::File(at.join("table.db"));
        assert_eq!(done(&spoilt, "update entry set events = '[]' where number = 4").await, 1);
        let output = run(at, &["import", &to, "table.db"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("table 2: entry 4 comes out otherwise"));
        assert!(
            refused(&output).contains("nothing was added, because the game in the file cannot be verified")
        );
        let later = "update entry set action = json_set(action, '$.edition', 77) where number = 0";
        assert_eq!(done(&spoilt, later).await, 1);
        let output = run(at, &["import", &to, "table.db"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("does not know edition 77"));
        refused(&output);
        assert_eq!(done(&spoilt, "delete from game").await, 1);
        assert!(refused(&run(at, &["import", &to, "table.db"])).contains("the file holds no table"));
        assert_eq!(all_of(&file).await, before);
        let left = listed(at);
        assert!(
            !left.contains(&"other.db".to_owned()) && left.iter().all(|name| !name.starts_with('.')),
            "{left:?}"
        );
    });
}

/// A table of an earlier release is carried into the database of today.
#[test]
fn what_an_earlier_release_wrote_is_brought_up_to_date() {
    wait(async {
        let other = small().await;
        let at = other.folder.path();
        let shelf = crate::evenings::releases::shelf("f0fcde9").join("lanai.db");
        std::fs::copy(&shelf, at.join("old.db")).unwrap();
        let told = refused(&run(at, &["export", "old.db", "1", "table.db"]));
        assert!(told.contains("of an earlier version: bring it up to date with `lanai migrate`"), "{told}");
        // As that release would have written it: this table alone.
        let old = Address::File(at.join("old.db"));
        for table in ["notice", "standing", "watch", "memory", "interaction", "shut", "person"] {
            done(&old, &format!("delete from {table}")).await;
        }
        done(&old, "delete from game where game_id <> 1").await;
        let told = said(&run(at, &["import", &written(&file_of(&other)), "old.db"]));
        assert_eq!(number_of(&told), GameId(2), "{told}");
    });
}
