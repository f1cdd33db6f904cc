//! The proof finds what is not as it should be: a row that differs, and a game that does not come
//! out of its log.

use lanai_store::{Address, DatabaseCopy, Store, TableComparison};
use lanai_testing::homes::{Database, execute};

use super::{expect_refusal, expect_success, file_address, list_rows, run_copy, used_database};
use lanai_testing::scenes::{TestHost, block_on};

/// Each alteration is found in its place, and repaired by the next run.
#[tokio::test(flavor = "multi_thread")]
async fn copy_finds_and_repairs_an_altered_row() {
    let fixture = used_database().await;
    let before = list_rows(&fixture.folder.path().join("lanai.db")).await;
    for new in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
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
            let mut copy = DatabaseCopy::begin(&file_address(&fixture), &new.address())
                .await
                .unwrap();
            copy.run(|_| ()).await.unwrap();
            assert_eq!(execute(&new.address(), sql).await, 1, "{sql}");
            let compared = copy.compare(|_| ()).await.unwrap();
            let other: Vec<&TableComparison> =
                compared.iter().filter(|table| !table.is_equal()).collect();
            assert_eq!(other.len(), 1, "{other:?}");
            assert_eq!(
                (other[0].table, other[0].differs_at.as_deref()),
                (table, Some(place))
            );
            assert_ne!(other[0].digests[0], other[0].digests[1]);
            assert!(
                compared
                    .iter()
                    .flat_map(|table| &table.digests)
                    .all(|digest: &String| {
                        digest.len() == 64 && digest.bytes().all(|item| item.is_ascii_hexdigit())
                    }),
                "{compared:?}"
            );
            copy.close().await.unwrap();
        }
        expect_success(&run_copy(&file_address(&fixture), &new.address()));
        let back = fixture.folder.path().join(format!(
            "back{}.db",
            u8::from(matches!(new, Database::File(_)))
        ));
        expect_success(&run_copy(&new.address(), &Address::File(back.clone())));
        assert_eq!(list_rows(&back).await, before);
    }
}

/// A difference in the number of rows, a value or a whole row is found.
#[test]
fn comparison_covers_every_column() {
    let same = TableComparison {
        table: "seat",
        rows: [2, 2],
        digests: ["a".into(), "a".into()],
        differs_at: None,
    };
    assert!(same.is_equal());
    assert!(
        !TableComparison {
            rows: [2, 3],
            ..same.clone()
        }
        .is_equal()
    );
    assert!(
        !TableComparison {
            digests: ["a".into(), "b".into()],
            ..same.clone()
        }
        .is_equal()
    );
    assert!(
        !TableComparison {
            differs_at: Some("seat 1".into()),
            ..same
        }
        .is_equal()
    );
}

/// A trigger in the target alters what is written: the copy fails and cannot be served.
#[tokio::test(flavor = "multi_thread")]
async fn differing_copy_is_an_error() {
    let (fixture, new) = (used_database().await, Database::create_file());
    Store::connect(&new.address()).await.unwrap().close().await;
    let trigger = "create trigger t after insert on unwritable_channel begin update unwritable_channel set since = 2 where channel = 11; end";
    execute(&new.address(), trigger).await;
    let output = run_copy(&file_address(&fixture), &new.address());
    let told = expect_refusal(&output);
    assert!(
        told.contains("the table unwritable_channel isn't the same in "),
        "{told}"
    );
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("DIFFERS, first at channel 11: 2 rows")
    );
    assert!(Store::connect(&new.address()).await.is_err());
    execute(&new.address(), "drop trigger t").await;
    expect_success(&run_copy(&file_address(&fixture), &new.address()));
    Store::connect(&new.address()).await.unwrap().close().await;
}

/// Copies a host whose database was altered by this statement, and returns the message.
async fn copy_altered(fixture: &TestHost, sql: &str) -> (String, String) {
    let folder = lanai_testing::folders::create_folder();
    let [from, to] = ["old.db", "new.db"].map(|name| folder.path().join(name));
    std::fs::copy(fixture.folder.path().join("lanai.db"), &from).unwrap();
    let [from, to] = [from, to].map(Address::File);
    assert_eq!(execute(&from, sql).await, 1, "{sql}");
    let output = run_copy(&from, &to);
    // The copy itself is faithful.
    Store::connect(&to).await.unwrap().close().await;
    (
        String::from_utf8(output.stdout.clone()).unwrap(),
        expect_refusal(&output),
    )
}

#[test]
fn copy_names_games_that_do_not_replay() {
    let nothing = "update log_entry set events = '[]' where table_id = 2 and number = 4";
    let another_seat = "update log_entry set seat = 3 - seat where table_id = 3 and number = 1";
    let something_else = "update log_entry set number = -number where table_id = 2 and number = 1";
    let no_end = "delete from log_entry where table_id = 1 and number = (select max(number) from log_entry where table_id = 1)";
    block_on(async {
        let fixture = used_database().await;
        for (sql, sentence) in [
            (
                nothing,
                "table 2: entry 4 comes out otherwise than it is written",
            ),
            (
                another_seat,
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
            let (told, error) = copy_altered(&fixture, sql).await;
            assert!(
                told.lines().any(|line| line.starts_with(sentence)),
                "{told}"
            );
            assert!(told.contains("3 games were replayed"), "{told}");
            assert!(
                error.contains("but one of its games can't be verified in either"),
                "{error}"
            );
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_names_games_of_other_editions_without_failing() {
    let fixture = used_database().await;
    let later = "update log_entry set action = json_set(action, '$.edition', 77) where table_id = 2 and number = 0";
    assert_eq!(execute(&file_address(&fixture), later).await, 1);
    let new = fixture.folder.path().join("new.db");
    let told = expect_success(&run_copy(&file_address(&fixture), &Address::File(new)));
    assert!(told.contains("3 games were replayed"), "{told}");
    assert!(
        told.contains("table 2 wasn't replayed: this program doesn't know edition 77"),
        "{told}"
    );
}
