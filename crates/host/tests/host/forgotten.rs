//! Erasure, on both databases: nothing stored leads back to the person, their games still replay,
//! and all ratings follow from the games as before.

mod everywhere;
mod kept;

use std::collections::BTreeSet;

use lanai_host::{
    Actor, Destination, Failure, Host, News, PersonId, Refusal, TableId, TableSettings, TableStatus,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, COPIED_TABLES, Column, ColumnKind, DatabaseCopy};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};

pub(super) use kept::{assert_same_ratings, load_ratings};
use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, rate_all_again, seeded_dice};

/// An id, a name and a word that occur nowhere else.
pub(super) const ANNA: i64 = 734_902_118_475_550_211;
pub(super) const NAME: &str = "Anna Annasdotter";
pub(super) const ANNAS_WORD: &str = "hibiscus of mine";

pub(super) fn anna() -> Actor {
    Actor {
        person: PersonId(ANNA),
        name: NAME.to_owned(),
        interaction: None,
    }
}

/// A host and its database: SQLite and, where one is available, PostgreSQL.
pub(super) async fn hosts_on_each_database() -> Vec<(TestHost, Address)> {
    let fixture = TestHost::new().await;
    let address = Address::File(fixture.folder.path().join("lanai.db"));
    let mut hosts_on_each_database = vec![(fixture, address)];
    if let Some(guild) = Database::create_on_server().await {
        let (folder, store) = (
            lanai_testing::folders::create_folder(),
            guild.open_store().await,
        );
        let host = std::sync::Arc::new(Host::new(store.clone()));
        hosts_on_each_database.push((
            TestHost {
                folder,
                store,
                host,
            },
            guild.address(),
        ));
    }
    hosts_on_each_database
}

/// A direct connection to either database.
enum PersonColumns {
    File(SqliteConnection),
    Server(PgConnection),
}

/// Lists all tables and columns that hold this text or number.
pub(super) async fn columns_holding(address: &Address, wanted: &str) -> BTreeSet<(String, String)> {
    let (mut own, columns): (PersonColumns, Vec<(String, String)>) = match address {
        Address::File(path) => {
            let mut file = SqliteConnection::connect(path.to_str().unwrap())
                .await
                .unwrap();
            let sql =
                "select m.name, c.name from sqlite_master as m join pragma_table_info(m.name) as c
                 where m.type = 'table' and m.name not like 'sqlite~_%' escape '~' and m.name <> '_sqlx_migrations'";
            let columns = sqlx::query_as(sql).fetch_all(&mut file).await.unwrap();
            (PersonColumns::File(file), columns)
        }
        Address::Server(address) => {
            let mut guild = PgConnection::connect(address).await.unwrap();
            let sql = "select table_name::text, column_name::text from information_schema.columns
                 where table_schema = current_schema() and table_name <> '_sqlx_migrations'";
            let columns = sqlx::query_as(sql).fetch_all(&mut guild).await.unwrap();
            (PersonColumns::Server(guild), columns)
        }
    };
    assert!(columns.len() > 100, "{columns:?}");
    let mut found = BTreeSet::new();
    for (table, column) in columns {
        let sql = format!(
            "select count(*) from {table} where cast({column} as text) like '%' || cast($1 as text) || '%'"
        );
        macro_rules! asked {
            ($on:expr) => {
                sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql.as_str()))
                    .bind(wanted)
                    .fetch_one($on)
                    .await
                    .unwrap()
            };
        }
        let rows = match &mut own {
            PersonColumns::File(file) => asked!(file),
            PersonColumns::Server(guild) => asked!(guild),
        };
        if rows > 0 {
            found.insert((table, column));
        }
    }
    found
}

/// Lists the columns that may hold a person, as the store declares them.
fn person_columns() -> BTreeSet<(String, String)> {
    let kinds = [
        ColumnKind::Person,
        ColumnKind::ChannelOrPerson,
        ColumnKind::PersonText,
        ColumnKind::MentionsPersons,
    ];
    let of = |table: &lanai_store::CopiedTable| {
        let columns = kinds
            .into_iter()
            .flat_map(|kind| table.columns_of_kind(kind).collect::<Vec<_>>());
        columns
            .map(|column| (table.name.to_owned(), column.to_owned()))
            .collect::<Vec<_>>()
    };
    COPIED_TABLES.iter().flat_map(of).collect()
}

/// A column with such a name holds people unless it is listed as an exception.
#[test]
fn every_person_column_is_declared() {
    let names = [
        "person",
        "owner",
        "organiser",
        "player",
        "member",
        "user",
        "author",
        "moderator",
        "admin",
        "who",
        "by",
    ];
    for table in &COPIED_TABLES {
        for Column { name: column, kind } in table.columns {
            let parts: Vec<&str> = column.split('_').collect();
            // These columns describe a row and hold no person.
            let tells = ["left_by", "for_person", "undone_by"].contains(column);
            if names.iter().any(|name| parts.contains(name)) && !tells {
                assert!(
                    matches!(kind, ColumnKind::Person | ColumnKind::MentionsPersons),
                    "{}.{column}",
                    table.name
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leads_back_to_an_erased_person() {
    for (fixture, address) in hosts_on_each_database().await {
        Box::pin(everywhere::prepare_anna(&fixture)).await;
        // Every place that holds her is listed, and the fixture fills most of the listed ones.
        let known = columns_holding(&address, &ANNA.to_string()).await;
        assert!(
            known.is_subset(&person_columns()),
            "{:?}",
            known.difference(&person_columns())
        );
        let missing: Vec<_> = person_columns()
            .into_iter()
            .filter(|(table, column)| {
                let is_person = COPIED_TABLES.iter().any(|item| {
                    item.name == table
                        && item
                            .columns_of_kind(ColumnKind::Person)
                            .any(|other| other == column)
                });
                is_person && !known.contains(&(table.clone(), column.clone()))
            })
            .collect();
        // Whom a table waits for is its person for a moment alone.
        assert!(
            missing.iter().all(|(table, _)| table == "wait"),
            "{missing:?}"
        );
        assert!(
            !columns_holding(&address, NAME).await.is_empty()
                && !columns_holding(&address, ANNAS_WORD).await.is_empty()
        );
        let places = fixture
            .store
            .erasure()
            .find_references(PersonId(ANNA))
            .await
            .unwrap();
        let places: BTreeSet<_> = places
            .iter()
            .map(|(table, column)| (table.to_string(), column.to_string()))
            .collect();
        assert!(!places.is_empty() && places.is_subset(&known), "{places:?}");
        fixture.rate_games().await;
        let file = fixture
            .host
            .exports
            .export_person(PersonId(ANNA), NAME, "yours".to_owned())
            .await
            .unwrap();
        let file: Value = serde_json::from_str(&file.text).unwrap();
        for part in [
            "tables",
            "games",
            "notes",
            "following",
            "as_moderator",
            "counted_in_statistics",
            "ratings",
            "rating_after_each_game",
        ] {
            assert!(
                file[part].as_array().is_some_and(|part| !part.is_empty()),
                "{part}"
            );
        }
        let contests = file["contests"].as_array().unwrap().iter();
        let plays = contests.filter(|contest| contest["your_entries"] != json!([]));
        assert_eq!(plays.count(), 2);
        let before = load_ratings(&address).await;
        let proven = lanai_testing::scenes::verify_all(&fixture.host)
            .await
            .verified_count;

        fixture.erase(ANNA, NAME).await;

        for wanted in [
            &ANNA.to_string(),
            NAME,
            ANNAS_WORD,
            everywhere::ANNAS_NOTE,
            everywhere::DIRECT,
        ] {
            assert_eq!(
                columns_holding(&address, wanted).await,
                BTreeSet::new(),
                "{wanted}"
            );
        }
        assert_eq!(
            fixture
                .store
                .erasure()
                .find_references(PersonId(ANNA))
                .await
                .unwrap(),
            []
        );
        let proof = lanai_testing::scenes::verify_all(&fixture.host).await;
        assert!(
            proof.failures.is_empty() && proof.other_editions.is_empty(),
            "{proof:?}"
        );
        assert_eq!(proof.verified_count, proven);
        // Rating all games again gives the same ratings under the new ids.
        assert_same_ratings(&before, &load_ratings(&address).await);
        rate_all_again(&fixture.store).await;
        assert_same_ratings(&before, &load_ratings(&address).await);
        // A copy into another database loses nothing.
        fixture.host.database.close().await;
        let other = Database::create_file();
        let mut copy = DatabaseCopy::begin(&address, &other.address())
            .await
            .unwrap();
        copy.run(|_| ()).await.unwrap();
        assert!(
            copy.compare(|_| ())
                .await
                .unwrap()
                .iter()
                .all(lanai_store::TableComparison::is_equal)
        );
        copy.finish().await.unwrap();
    }
}

/// Nothing remains in the database file or the files beside it.
#[tokio::test(flavor = "multi_thread")]
async fn database_file_holds_no_byte_of_an_erased_person() {
    let fixture = TestHost::new().await;
    let path = fixture.folder.path().join("lanai.db");
    let found = |wanted: &str| {
        let files = std::fs::read_dir(fixture.folder.path()).unwrap();
        let all: Vec<Vec<u8>> = files
            .map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect();
        all.iter().any(|bytes| {
            bytes
                .windows(wanted.len())
                .any(|part| part == wanted.as_bytes())
        })
    };
    Box::pin(everywhere::prepare_anna(&fixture)).await;
    let mut own = SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap();
    sqlx::query("pragma wal_checkpoint(passive)")
        .execute(&mut own)
        .await
        .unwrap();
    own.close().await.unwrap();
    for wanted in [NAME, ANNAS_WORD, everywhere::ANNAS_NOTE] {
        assert!(found(wanted), "{wanted} was never there");
    }
    fixture.erase(ANNA, NAME).await;
    for wanted in [NAME, ANNAS_WORD, everywhere::ANNAS_NOTE] {
        assert!(!found(wanted), "{wanted} is still there");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_without_the_erased_name() {
    for (fixture, _) in hosts_on_each_database().await {
        let three = Box::pin(everywhere::start_with::<Hawaii>(
            &fixture,
            20,
            &[101, 102],
            TableSettings::default(),
        ))
        .await;
        let two =
            everywhere::start_with::<Haleakala>(&fixture, 21, &[101], TableSettings::default())
                .await;
        let open =
            everywhere::open_with::<Hawaii>(&fixture, 22, &[101], TableSettings::default()).await;
        let alone =
            everywhere::open_with::<Hawaii>(&fixture, 23, &[], TableSettings::default()).await;
        let starting =
            everywhere::open_with::<Hawaii>(&fixture, 24, &[101, 102], TableSettings::default())
                .await;
        for game in [three, two] {
            while fixture.load_table(game).await.waiting.person == Some(PersonId(ANNA)) {
                everywhere::play_one_action(&fixture, game).await;
            }
        }
        fixture.deliver_notices().await;
        fixture.host.starts.start(starting, &anna()).await.unwrap();

        fixture.erase(ANNA, NAME).await;

        let delivered = fixture.due_notices(1000).await;
        for news in &delivered {
            assert!(!format!("{news:?}").contains(NAME), "{news:?}");
            assert_ne!(news.to, Destination::Person(PersonId(ANNA)));
        }
        let resigned = delivered
            .iter()
            .filter(|item| matches!(&item.news, News::Resigned { name, .. } if name.is_empty()));
        let resigned: Vec<_> = resigned.collect();
        assert_eq!(resigned.len(), 2, "{resigned:#?}");
        // The computer replaces her among three players; the game of two is over.
        let table = fixture.load_table(three).await;
        assert_eq!((table.status, table.seats.len()), (TableStatus::Running, 3));
        let computer = table
            .seats
            .iter()
            .find(|chair| chair.person.is_none())
            .unwrap();
        assert!(
            !computer.name.is_empty() && computer.word.is_empty(),
            "{computer:?}"
        );
        assert_eq!(fixture.load_table(two).await.status, TableStatus::Over);
        // The tables that had not begun keep waiting.
        for (game, people) in [(open, 1), (starting, 2)] {
            let table = fixture.load_table(game).await;
            assert_eq!(
                (table.status, table.people().len()),
                (TableStatus::Open, people)
            );
            assert!(!table.is_starting());
        }
        assert_eq!(fixture.load_table(alone).await.status, TableStatus::Over);
        fixture.run_computers().await;
        let over = Box::pin(fixture.play_out::<Hawaii>(three, &mut seeded_dice(3))).await;
        fixture.write_record(&over).await;
        let names: Vec<String> = fixture
            .host
            .history
            .find(three)
            .await
            .unwrap()
            .players
            .into_iter()
            .map(|item| item.name)
            .collect();
        assert!(
            names.contains(&String::new()) && names.contains(&computer.name),
            "{names:?}"
        );
        assert!(
            lanai_testing::scenes::verify_all(&fixture.host)
                .await
                .failures
                .is_empty()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn returning_erased_person_is_new() {
    for (fixture, _) in hosts_on_each_database().await {
        let game =
            everywhere::play_with::<Haleakala>(&fixture, 30, &[101], TableSettings::default())
                .await;
        fixture.erase(ANNA, NAME).await;
        let before = fixture.load_table(game).await;
        let nameless: Vec<PersonId> = before
            .seats
            .iter()
            .filter_map(|chair| chair.person)
            .filter(|person| person.is_erased())
            .collect();
        assert_eq!(nameless.len(), 1);
        // She counts as a new person, and the other one may ask for a rematch without pinging
        // her.
        assert!(matches!(
            fixture.host.lobby.find_rematch(&before, &anna()).await,
            Err(Failure::Refusal(Refusal::NotInPreviousGame))
        ));
        let past = fixture
            .host
            .history
            .list(
                lanai_host::PastGamesFilter::Person(PersonId(ANNA)),
                None,
                10,
            )
            .await
            .unwrap();
        assert!(past.is_empty());
        let again = lanai_host::NewGame {
            channel: lanai_host::ChannelId(31),
            ..lanai_host::NewGame::for_rematch(&before).unwrap()
        };
        let table = fixture.open_table(&again, 101).await;
        assert_eq!(table.awaited_players().count(), 0);
        fixture
            .host
            .lobby
            .join(table.id, &anna(), None, true)
            .await
            .unwrap();
        // After the second erasure she is another person.
        fixture.erase(ANNA, NAME).await;
        fixture.erase(ANNA, NAME).await;
        assert_eq!(fixture.load_table(game).await.seats, before.seats);
    }
}

/// An erased person appears in no list of others.
#[tokio::test(flavor = "multi_thread")]
async fn erased_people_are_not_listed() {
    for (fixture, _) in hosts_on_each_database().await {
        let rated = TableSettings {
            rated: true,
            ..TableSettings::default()
        };
        let mut last = TableId(0);
        for number in 0..12 {
            last = everywhere::start_with::<Haleakala>(
                &fixture,
                40 + number,
                &[101 + number],
                rated.clone(),
            )
            .await;
            let other = actor(101 + number);
            Box::pin(
                fixture
                    .host
                    .resignations
                    .resign(fixture.load_table(last).await, &other),
            )
            .await
            .unwrap();
            fixture.deliver_notices().await;
        }
        fixture.rate_games().await;
        let guild = fixture.load_table(last).await.guild;
        let best = async || {
            fixture
                .host
                .ratings
                .list_best_in_guild(guild, lanai_rules::Title::Haleakala, 2)
                .await
                .unwrap()
        };
        assert!(best().await.iter().any(|item| item.person.0 == ANNA));
        fixture.erase(ANNA, NAME).await;
        assert!(
            best()
                .await
                .iter()
                .all(|item| !item.person.is_erased() && item.person.0 != ANNA)
        );
    }
}
