//! Erasure, on both databases: nothing stored leads back to the person, their games still replay,
//! and all ratings follow from the games as before.

mod everywhere;
mod kept;

use std::collections::BTreeSet;

use lanai_host::{
    Actor, Declined, Destination, Failure, Host, News, PersonId, TableId, TableSettings,
    TableStatus,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, COPIED, ColumnKind, Copy};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};

pub(super) use kept::{ratings, same_ratings};
use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, dice, rate_all_again, wait};

/// An id, a name and a word that occur nowhere else.
pub(super) const ANNA: i64 = 734_902_118_475_550_211;
pub(super) const NAME: &str = "Anna Annasdotter";
pub(super) const WORD: &str = "hibiscus of mine";

pub(super) fn anna() -> Actor {
    Actor {
        person: PersonId(ANNA),
        name: NAME.to_owned(),
        interaction: None,
    }
}

/// A host and its database: SQLite and, where one is available, PostgreSQL.
pub(super) async fn houses() -> Vec<(TestHost, Address)> {
    let house = TestHost::new().await;
    let address = Address::File(house.folder.path().join("lanai.db"));
    let mut houses = vec![(house, address)];
    if let Some(guild) = Database::server().await {
        let (folder, store) = (tempfile::tempdir().unwrap(), guild.store().await);
        let host = std::sync::Arc::new(Host::new(store.clone()));
        houses.push((
            TestHost {
                folder,
                store,
                host,
            },
            guild.address(),
        ));
    }
    houses
}

/// A direct connection to either database.
enum Own {
    File(SqliteConnection),
    Server(PgConnection),
}

/// Lists all tables and columns that hold this text or number.
pub(super) async fn holding(address: &Address, wanted: &str) -> BTreeSet<(String, String)> {
    let (mut own, columns): (Own, Vec<(String, String)>) = match address {
        Address::File(path) => {
            let mut file = SqliteConnection::connect(path.to_str().unwrap())
                .await
                .unwrap();
            let sql =
                "select m.name, c.name from sqlite_master as m join pragma_table_info(m.name) as c
                 where m.type = 'table' and m.name not like 'sqlite~_%' escape '~' and m.name <> '_sqlx_migrations'";
            let columns = sqlx::query_as(sql).fetch_all(&mut file).await.unwrap();
            (Own::File(file), columns)
        }
        Address::Server(address) => {
            let mut guild = PgConnection::connect(address).await.unwrap();
            let sql = "select table_name::text, column_name::text from information_schema.columns
                 where table_schema = current_schema() and table_name <> '_sqlx_migrations'";
            let columns = sqlx::query_as(sql).fetch_all(&mut guild).await.unwrap();
            (Own::Server(guild), columns)
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
            Own::File(file) => asked!(file),
            Own::Server(guild) => asked!(guild),
        };
        if rows > 0 {
            found.insert((table, column));
        }
    }
    found
}

/// Lists the columns that may hold a person, as the store declares them.
fn personal() -> BTreeSet<(String, String)> {
    let kinds = [
        ColumnKind::Person,
        ColumnKind::Place,
        ColumnKind::Name,
        ColumnKind::Persons,
    ];
    let of = |table: &lanai_store::CopiedTable| {
        let columns = kinds
            .into_iter()
            .flat_map(|kind| table.of_kind(kind).collect::<Vec<_>>());
        columns
            .map(|column| (table.name.to_owned(), column.to_owned()))
            .collect::<Vec<_>>()
    };
    COPIED.iter().flat_map(of).collect()
}

/// A column with such a name holds people unless it is listed as an exception.
#[test]
fn every_column_that_is_named_after_a_person_is_known_to_hold_one() {
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
    for table in &COPIED {
        for (column, kind) in table.columns {
            let parts: Vec<&str> = column.split('_').collect();
            // These tell of a row, and not who it is.
            let tells = ["left_by", "for_person", "undone_by"].contains(column);
            if names.iter().any(|name| parts.contains(name)) && !tells {
                assert!(
                    matches!(kind, ColumnKind::Person | ColumnKind::Persons),
                    "{}.{column}",
                    table.name
                );
            }
        }
    }
}

#[test]
fn nothing_leads_back_to_whoever_is_forgotten() {
    wait(async {
        for (house, address) in houses().await {
            Box::pin(everywhere::anna_is(&house)).await;
            // Whatever holds her is on the list, and of the list there is little where she is not.
            let known = holding(&address, &ANNA.to_string()).await;
            assert!(
                known.is_subset(&personal()),
                "{:?}",
                known.difference(&personal())
            );
            let missing: Vec<_> = personal()
                .into_iter()
                .filter(|(table, column)| {
                    let is_person = COPIED.iter().any(|it| {
                        it.name == table
                            && it.of_kind(ColumnKind::Person).any(|other| other == column)
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
                !holding(&address, NAME).await.is_empty()
                    && !holding(&address, WORD).await.is_empty()
            );
            let places = house
                .store
                .erasure()
                .where_known(PersonId(ANNA))
                .await
                .unwrap();
            let places: BTreeSet<_> = places
                .iter()
                .map(|(table, column)| (table.to_string(), column.to_string()))
                .collect();
            assert!(!places.is_empty() && places.is_subset(&known), "{places:?}");
            house.host.ratings.rate_games().await.unwrap();
            // Her file tells of it.
            let file = house
                .host
                .exports
                .export(PersonId(ANNA), NAME, "yours".to_owned())
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
            let before = ratings(&address).await;
            let proven = lanai_testing::scenes::verify_all(&house.host).await.proven;

            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();

            for wanted in [
                &ANNA.to_string(),
                NAME,
                WORD,
                everywhere::NOTE,
                everywhere::DIRECT,
            ] {
                assert_eq!(holding(&address, wanted).await, BTreeSet::new(), "{wanted}");
            }
            assert_eq!(
                house
                    .store
                    .erasure()
                    .where_known(PersonId(ANNA))
                    .await
                    .unwrap(),
                []
            );
            let proof = lanai_testing::scenes::verify_all(&house.host).await;
            assert!(
                proof.wrong.is_empty() && proof.other_editions.is_empty(),
                "{proof:?}"
            );
            assert_eq!(proof.proven, proven);
            // Counted anew, all ratings are what they were, under whatever number.
            same_ratings(&before, &ratings(&address).await);
            rate_all_again(&house.store).await;
            same_ratings(&before, &ratings(&address).await);
            // And nothing of it is lost on the way to another home.
            house.host.database.close().await;
            let other = Database::file();
            let mut copy = Copy::begin(&address, &other.address()).await.unwrap();
            copy.run(|_| ()).await.unwrap();
            assert!(
                copy.compare(|_| ())
                    .await
                    .unwrap()
                    .iter()
                    .all(lanai_store::Compared::is_same)
            );
            copy.finish().await.unwrap();
        }
    });
}

/// Nothing remains in the database file or the files beside it.
#[test]
fn a_file_holds_no_byte_of_it() {
    wait(async {
        let house = TestHost::new().await;
        let path = house.folder.path().join("lanai.db");
        let found = |wanted: &str| {
            let files = std::fs::read_dir(house.folder.path()).unwrap();
            let all: Vec<Vec<u8>> = files
                .map(|file| std::fs::read(file.unwrap().path()).unwrap())
                .collect();
            all.iter().any(|bytes| {
                bytes
                    .windows(wanted.len())
                    .any(|part| part == wanted.as_bytes())
            })
        };
        Box::pin(everywhere::anna_is(&house)).await;
        let mut own = SqliteConnection::connect(path.to_str().unwrap())
            .await
            .unwrap();
        sqlx::query("pragma wal_checkpoint(passive)")
            .execute(&mut own)
            .await
            .unwrap();
        own.close().await.unwrap();
        for wanted in [NAME, WORD, everywhere::NOTE] {
            assert!(found(wanted), "{wanted} was never there");
        }
        house
            .host
            .erasure
            .forget(PersonId(ANNA), NAME)
            .await
            .unwrap();
        for wanted in [NAME, WORD, everywhere::NOTE] {
            assert!(!found(wanted), "{wanted} is still there");
        }
    });
}

#[test]
fn games_go_on_for_the_others_and_nobody_hears_the_name() {
    wait(async {
        for (house, _) in houses().await {
            let three = Box::pin(everywhere::begun::<Hawaii>(
                &house,
                20,
                &[101, 102],
                TableSettings::default(),
            ))
            .await;
            let two =
                everywhere::begun::<Haleakala>(&house, 21, &[101], TableSettings::default()).await;
            let open =
                everywhere::opened::<Hawaii>(&house, 22, &[101], TableSettings::default()).await;
            let alone =
                everywhere::opened::<Hawaii>(&house, 23, &[], TableSettings::default()).await;
            let starting =
                everywhere::opened::<Hawaii>(&house, 24, &[101, 102], TableSettings::default())
                    .await;
            for game in [three, two] {
                while house.kept(game).await.waiting.person == Some(PersonId(ANNA)) {
                    everywhere::act(&house, game).await;
                }
            }
            house.hear().await;
            house.host.starts.start(starting, &anna()).await.unwrap();

            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();

            let heard = house.outbox().due(1000).await.unwrap();
            for news in &heard {
                assert!(!format!("{news:?}").contains(NAME), "{news:?}");
                assert_ne!(news.to, Destination::Person(PersonId(ANNA)));
            }
            let resigned = heard
                .iter()
                .filter(|it| matches!(&it.news, News::Resigned { name, .. } if name.is_empty()));
            let resigned: Vec<_> = resigned.collect();
            assert_eq!(resigned.len(), 2, "{resigned:#?}");
            // With a name of its own the computer plays on for the two others; a game of two is over.
            let table = house.kept(three).await;
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
            assert_eq!(house.kept(two).await.status, TableStatus::Over);
            // Others wait on at the tables that had not begun, even where it was about to.
            for (game, people) in [(open, 1), (starting, 2)] {
                let table = house.kept(game).await;
                assert_eq!(
                    (table.status, table.people().len()),
                    (TableStatus::Open, people)
                );
                assert!(!table.is_starting());
            }
            assert_eq!(house.kept(alone).await.status, TableStatus::Over);
            // The game of three is played to its end, and told.
            house.computers_act().await;
            let over = Box::pin(house.play_out::<Hawaii>(three, &mut dice(3))).await;
            house.host.games.write_record(&over).await.unwrap();
            let names: Vec<String> = house
                .host
                .history
                .find(three)
                .await
                .unwrap()
                .players
                .into_iter()
                .map(|it| it.name)
                .collect();
            assert!(
                names.contains(&String::new()) && names.contains(&computer.name),
                "{names:?}"
            );
            assert!(
                lanai_testing::scenes::verify_all(&house.host)
                    .await
                    .wrong
                    .is_empty()
            );
        }
    });
}

#[test]
fn whoever_comes_back_is_new() {
    wait(async {
        for (house, _) in houses().await {
            let game =
                everywhere::over::<Haleakala>(&house, 30, &[101], TableSettings::default()).await;
            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();
            let before = house.kept(game).await;
            let nameless: Vec<PersonId> = before
                .seats
                .iter()
                .filter_map(|chair| chair.person)
                .filter(|person| person.is_nameless())
                .collect();
            assert_eq!(nameless.len(), 1);
            // She has played nothing, and is asked for nothing; another may play again without her being called.
            assert!(matches!(
                house.host.lobby.follower(&before, &anna()).await,
                Err(Failure::Declined(Declined::NotPlayed))
            ));
            let past = house
                .host
                .history
                .list(lanai_host::PastOf::Person(PersonId(ANNA)), None, 10)
                .await
                .unwrap();
            assert!(past.is_empty());
            let again = lanai_host::NewGame {
                channel: lanai_host::ChannelId(31),
                ..lanai_host::NewGame::again(&before).unwrap()
            };
            let table = house.host.lobby.open(&again, &actor(101)).await.unwrap();
            assert_eq!(table.awaited().count(), 0);
            house
                .host
                .lobby
                .join(table.game, &anna(), None, true)
                .await
                .unwrap();
            // A second time she is somebody else.
            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();
            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();
            assert_eq!(house.kept(game).await.seats, before.seats);
        }
    });
}

/// An erased person appears in no list of others.
#[test]
fn nobody_nameless_is_listed() {
    wait(async {
        for (house, _) in houses().await {
            let rated = TableSettings {
                rated: true,
                ..TableSettings::default()
            };
            let mut last = TableId(0);
            for number in 0..12 {
                last = everywhere::begun::<Haleakala>(
                    &house,
                    40 + number,
                    &[101 + number],
                    rated.clone(),
                )
                .await;
                let other = actor(101 + number);
                Box::pin(
                    house
                        .host
                        .resignations
                        .resign(house.kept(last).await, &other),
                )
                .await
                .unwrap();
                house.hear().await;
            }
            house.host.ratings.rate_games().await.unwrap();
            let guild = house.kept(last).await.guild;
            let best = async || {
                house
                    .host
                    .ratings
                    .list_best_on(guild, lanai_rules::Title::Haleakala, 2)
                    .await
                    .unwrap()
            };
            assert!(best().await.iter().any(|it| it.person.0 == ANNA));
            house
                .host
                .erasure
                .forget(PersonId(ANNA), NAME)
                .await
                .unwrap();
            assert!(
                best()
                    .await
                    .iter()
                    .all(|it| !it.person.is_nameless() && it.person.0 != ANNA)
            );
        }
    });
}
