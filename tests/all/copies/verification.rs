//! The proof finds what is not as it should be: a row that differs, and a game that does not come out of its log.

use lanai_store::{Address, Compared, Copy, Store};
use lanai_testing::homes::{Database, execute};

use super::{all_of, copied, file_of, lived_in, refused, said};
use lanai_testing::scenes::{TestHost, wait};

/// Each is found, where it is, and mended by the next run.
#[test]
fn copy_finds_and_repairs_an_altered_row() {
    wait(async {
        let house = lived_in().await;
        let before = all_of(&house.folder.path().join("lanai.db")).await;
        for new in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            for (table, place, sql) in [
                (
                    "log_entry",
                    "table_id 2, number 4",
                    "update log_entry set events = '[]' where table_id = 2 and number = 4",
                ),
                (
                    "key_value",
                    "name commands",
                    "update key_value set value = 'of todaY' where name = 'commands'",
                ),
                (
                    "seat",
                    "table_id 2, seat 1",
                    "update seat set stands_in = not stands_in where table_id = 2 and seat = 1",
                ),
                (
                    "standing_message",
                    "table_id 1, channel 9, role live",
                    "delete from standing_message where role = 'live' and channel = 9",
                ),
                (
                    "unwritable_channel",
                    "channel 13",
                    "insert into unwritable_channel values (13, 1)",
                ),
                (
                    "game_table",
                    "table_id 3",
                    "update game_table set starting = '' where table_id = 3",
                ),
                (
                    "notice",
                    "notice_id 2",
                    "update notice set message = null, replace_key = 'x' where notice_id = 2",
                ),
            ] {
                let mut copy = Copy::begin(&file_of(&house), &new.address()).await.unwrap();
                copy.run(|_| ()).await.unwrap();
                assert_eq!(execute(&new.address(), sql).await, 1, "{sql}");
                let compared = copy.compare(|_| ()).await.unwrap();
                let other: Vec<&Compared> =
                    compared.iter().filter(|table| !table.is_same()).collect();
                assert_eq!(other.len(), 1, "{other:?}");
                assert_eq!(
                    (other[0].table, other[0].differs_at.as_deref()),
                    (table, Some(place))
                );
                assert_ne!(other[0].digests[0], other[0].digests[1]);
                let is_hex = |digest: &String| {
                    digest.len() == 64 && digest.bytes().all(|it| it.is_ascii_hexdigit())
                };
                assert!(
                    compared.iter().flat_map(|table| &table.digests).all(is_hex),
                    "{compared:?}"
                );
                copy.leave().await.unwrap();
            }
            said(&copied(&file_of(&house), &new.address()));
            let back = house.folder.path().join(format!(
                "back{}.db",
                u8::from(matches!(new, Database::File(_)))
            ));
            said(&copied(&new.address(), &Address::File(back.clone())));
            assert_eq!(all_of(&back).await, before);
        }
    });
}

/// Whatever is not the same, be it the number of rows, what is in them or a row, is a difference.
#[test]
fn comparison_covers_every_column() {
    let same = Compared {
        table: "seat",
        rows: [2, 2],
        digests: ["a".into(), "a".into()],
        differs_at: None,
    };
    assert!(same.is_same());
    assert!(
        !Compared {
            rows: [2, 3],
            ..same.clone()
        }
        .is_same()
    );
    assert!(
        !Compared {
            digests: ["a".into(), "b".into()],
            ..same.clone()
        }
        .is_same()
    );
    assert!(
        !Compared {
            differs_at: Some("seat 1".into()),
            ..same
        }
        .is_same()
    );
}

/// Something in the new database changes what is written there: the program says so, and the copy serves nobody.
#[test]
fn differing_copy_is_an_error() {
    wait(async {
        let (house, new) = (lived_in().await, Database::file());
        Store::at(&new.address()).await.unwrap().close().await;
        let trigger = "create trigger t after insert on unwritable_channel begin update unwritable_channel set since = 2 where channel = 11; end";
        execute(&new.address(), trigger).await;
        let output = copied(&file_of(&house), &new.address());
        let told = refused(&output);
        assert!(
            told.contains("the table unwritable_channel is not the same in "),
            "{told}"
        );
        assert!(
            String::from_utf8(output.stdout)
                .unwrap()
                .contains("DIFFERS, first at channel 11: 2 rows")
        );
        assert!(Store::at(&new.address()).await.is_err());
        execute(&new.address(), "drop trigger t").await;
        said(&copied(&file_of(&house), &new.address()));
        Store::at(&new.address()).await.unwrap().close().await;
    });
}

/// What the program tells of a house into whose database somebody wrote this.
async fn told_of(house: &TestHost, sql: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["old.db", "new.db"].map(|name| folder.path().join(name));
    std::fs::copy(house.folder.path().join("lanai.db"), &from).unwrap();
    let [from, to] = [from, to].map(Address::File);
    assert_eq!(execute(&from, sql).await, 1, "{sql}");
    let output = copied(&from, &to);
    // It is a true copy all the same.
    Store::at(&to).await.unwrap().close().await;
    (
        String::from_utf8(output.stdout.clone()).unwrap(),
        refused(&output),
    )
}

#[test]
fn copy_names_games_that_do_not_replay() {
    let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
    let somebody_else = "update log_entry set seat = 3 - seat where table_id = 3 and number = 1";
    let something_else = "update log_entry set number = -number where table_id = 2 and number = 1";
    let no_end = "delete from log_entry where table_id = 1 and number = (select max(number) from log_entry where table_id = 1)";
    wait(async {
        let house = lived_in().await;
        for (sql, sentence) in [
            (
                nothing,
                "table 2: entry 4 comes out otherwise than it is written",
            ),
            (
                somebody_else,
                "table 3: entry 1 comes out otherwise than it is written",
            ),
            (something_else, "table 2: entry 2 "),
            (
                no_end,
                "table 1: its log does not lead to where the game stands",
            ),
            (
                "update game_table set snapshot = '{' where table_id = 2",
                "table 2: its snapshot cannot be read",
            ),
            (
                "update game_table set title = 'hawaiki' where table_id = 2",
                "table 2: its game is missing",
            ),
        ] {
            let (told, error) = told_of(&house, sql).await;
            assert!(
                told.lines().any(|line| line.starts_with(sentence)),
                "{told}"
            );
            assert!(told.contains("3 games were replayed"), "{told}");
            assert!(
                error.contains("but one of its games cannot be verified in either"),
                "{error}"
            );
        }
    });
}

#[test]
fn copy_names_games_of_other_editions_without_failing() {
    wait(async {
        let house = lived_in().await;
        let later = "update log_entry set action = json_set(action, '$.edition', 77) where table_id = 2 and number = 0";
        assert_eq!(execute(&file_of(&house), later).await, 1);
        let new = house.folder.path().join("new.db");
        let told = said(&copied(&file_of(&house), &Address::File(new)));
        assert!(told.contains("3 games were replayed"), "{told}");
        assert!(
            told.contains("table 2 was not replayed: this program does not know edition 77"),
            "{told}"
        );
    });
}
