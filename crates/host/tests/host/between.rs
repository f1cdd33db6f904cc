//! Games between guilds: a seeker is matched once, requests survive a restart, and each player gets
//! the news in direct messages.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanai_host::{
    ChannelId, Clock, Declined, Destination, Failure, GuildId, Host, MATCH_REQUEST_SECS,
    MatchPreference, News, PersonId, PersonSettings, Seeker, Setting, StatsListing, TableStatus,
    TimeControl, Timestamp,
};
use lanai_rules::Title;

use sqlx::sqlite::SqliteConnectOptions;

use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, became, wait};

const DAY: i64 = 24 * 60 * 60;

pub(crate) fn seeker(person: i64, since: i64) -> Seeker {
    Seeker {
        person: PersonId(person),
        name: format!("person {person}"),
        channel: ChannelId(person + 5000),
        language: "en".to_owned(),
        guild: GuildId(1 + person % 2),
        title: Title::Haleakala,
        seats: 2,
        pace: None,
        company: MatchPreference::Anyone,
        since: Timestamp(since),
    }
}

/// Enables games between guilds in both guilds.
async fn agree(host: &Host) {
    for guild in [1, 2] {
        sets(host, guild, true).await;
    }
}

async fn sets(host: &Host, guild: i64, elsewhere: bool) {
    host.moderation
        .set(
            GuildId(guild),
            &actor(1),
            &[Setting::CrossGuildPlay(elsewhere)],
        )
        .await
        .unwrap();
}

/// Returns the partners whom a seeker would get.
async fn others(host: &Host, seeker: &Seeker) -> Option<Vec<i64>> {
    let found = host.matchmaking.find_partners(seeker).await.unwrap();
    found.map(|others| others.iter().map(|other| other.person.0).collect())
}

#[test]
fn who_waits_is_found_where_both_servers_agree_and_all_are_content() {
    wait(async {
        let (house, _clock) = TestHost::thoughtful(0).await;
        let host = &house.host;
        let now = host.clock.now().0;
        let (one, two) = (seeker(101, now - 5), seeker(102, now));
        host.matchmaking.seek(&one, None).await.unwrap();
        host.matchmaking.seek(&two, None).await.unwrap();
        assert_eq!(others(host, &two).await, None, "no server agrees");
        sets(host, 1, true).await;
        assert_eq!(others(host, &two).await, None, "the other does not");
        sets(host, 2, true).await;
        assert_eq!(others(host, &two).await, Some(vec![101]));
        // Another pace, another size, another game.
        let live = TimeControl::read("2 m");
        for (pace, found) in [(TimeControl::read("24h"), true), (live, false)] {
            let wish = Seeker {
                pace,
                ..two.clone()
            };
            assert_eq!(others(host, &wish).await.is_some(), found, "{pace:?}");
        }
        assert_eq!(
            others(
                host,
                &Seeker {
                    title: Title::Hawaii,
                    ..two.clone()
                }
            )
            .await,
            None
        );
        let fast = Seeker {
            pace: live,
            ..one.clone()
        };
        host.matchmaking.seek(&fast, None).await.unwrap();
        assert_eq!(
            others(
                host,
                &Seeker {
                    pace: live,
                    ..two.clone()
                }
            )
            .await,
            Some(vec![101])
        );
        // One wish a person, and it can be taken back.
        assert!(host.matchmaking.stop(PersonId(101)).await.unwrap());
        assert!(!host.matchmaking.stop(PersonId(101)).await.unwrap());
        assert_eq!(others(host, &two).await, None);
    });
}

#[test]
fn whoever_wants_people_of_their_level_finds_those_who_show_theirs() {
    wait(async {
        let house = TestHost::new().await;
        let host = &house.host;
        agree(host).await;
        let now = host.clock.now().0;
        let alike = |person| Seeker {
            company: MatchPreference::SimilarRating,
            ..seeker(person, now)
        };
        host.matchmaking.seek(&alike(101), None).await.unwrap();
        assert_eq!(
            others(host, &seeker(102, now)).await,
            Some(vec![101]),
            "both are new"
        );
        let hides = |personal: &mut PersonSettings| {
            personal.listing = StatsListing::Private;
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(_) = host
            .settings
            .change_person_settings(PersonId(102), hides)
            .await
            .unwrap();
        assert_eq!(
            others(host, &seeker(102, now)).await,
            None,
            "nobody learns how well they play"
        );
        // Of those who have a rating that says something, those who play about as well.
        for (person, mean, games) in [
            (101, 25_000_000, 20),
            (103, 27_000_000, 20),
            (104, 40_000_000, 20),
            (105, 25_000_000, 3),
        ] {
            rate(&house, person, (mean, games)).await;
        }
        let suits = async |person| others(host, &seeker(person, now)).await.is_some();
        assert_eq!(
            [suits(103).await, suits(104).await, suits(105).await],
            [true, false, false]
        );
    });
}

async fn rate(house: &TestHost, person: i64, (mean, games): (i64, i64)) {
    let file = house.folder.path().join("lanai.db");
    let pool = sqlx::SqlitePool::connect_with(SqliteConnectOptions::new().filename(file))
        .await
        .unwrap();
    let sql = "insert into rating (title, seats, person, mean, spread, games)
         values ('haleakala', 2, $1, $2, 1000000, $3)";
    sqlx::query(sql)
        .bind(person)
        .bind(mean)
        .bind(games)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
}

#[test]
fn a_wish_outlasts_a_night_and_lapses_after_a_week() {
    wait(async {
        let (house, clock) = TestHost::thoughtful(0).await;
        let now = house.host.clock.now().0;
        let wish = seeker(101, now);
        house.host.matchmaking.seek(&wish, None).await.unwrap();
        let house = house.again().await.by_clock(&clock);
        assert_eq!(
            house.host.matchmaking.find(PersonId(101)).await.unwrap(),
            Some(wish.clone())
        );
        assert!(
            house
                .host
                .matchmaking
                .take_lapsed()
                .await
                .unwrap()
                .is_empty()
        );
        // Whoever has just begun looks themselves; the others are looked after.
        assert_eq!(house.host.matchmaking.list_waiting().await.unwrap(), []);
        clock.turn(61);
        assert_eq!(
            house.host.matchmaking.list_waiting().await.unwrap(),
            std::slice::from_ref(&wish)
        );
        agree(&house.host).await;
        let pair = [seeker(102, house.host.clock.now().0), wish.clone()];
        house.host.matchmaking.seek(&pair[0], None).await.unwrap();
        clock.turn(MATCH_REQUEST_SECS - 60);
        // Whoever takes it on tells of it; if they do not, somebody else does.
        assert_eq!(
            house.host.matchmaking.take_lapsed().await.unwrap(),
            std::slice::from_ref(&wish)
        );
        assert!(
            house
                .host
                .matchmaking
                .take_lapsed()
                .await
                .unwrap()
                .is_empty()
        );
        assert!(
            house.host.matchmaking.meet(&pair).await.unwrap().is_none(),
            "nobody came, as they are being told"
        );
        assert!(
            house.host.matchmaking.stop(PersonId(102)).await.unwrap(),
            "the other still waits"
        );
        clock.turn(DAY);
        assert_eq!(
            house.host.matchmaking.take_lapsed().await.unwrap(),
            std::slice::from_ref(&wish)
        );
        assert!(house.host.matchmaking.end(&wish).await.unwrap());
        assert_eq!(
            house.host.matchmaking.find(PersonId(101)).await.unwrap(),
            None
        );
        // Nobody is led to somebody who asked so long ago.
        house.host.matchmaking.seek(&wish, None).await.unwrap();
        assert_eq!(
            others(&house.host, &seeker(102, house.host.clock.now().0)).await,
            None
        );
    });
}

#[test]
fn a_table_between_servers_is_told_to_each_who_plays() {
    wait(async {
        let (house, _clock) = TestHost::thoughtful(0).await;
        let host = &house.host;
        agree(host).await;
        let now = host.clock.now().0;
        let pair = [
            seeker(102, now),
            Seeker {
                language: "de".to_owned(),
                ..seeker(101, now - 9)
            },
        ];
        for seeker in &pair {
            host.matchmaking.seek(seeker, None).await.unwrap();
        }
        let table = host
            .matchmaking
            .meet(&pair)
            .await
            .unwrap()
            .expect("both wait");
        assert!(
            host.matchmaking.meet(&pair).await.unwrap().is_none(),
            "they wait no more"
        );
        assert_eq!(
            table.names(),
            ["person 101", "person 102"],
            "whoever waited longest sits first"
        );
        assert!(table.is_starting() && table.settings.closed && !table.settings.rated);
        // It begins with the message to whoever ended the search.
        let due = house.outbox().due(10).await.unwrap();
        assert!(
            matches!(due[..], [ref fixed] if fixed.to == Destination::Person(PersonId(102))
            && matches!(fixed.news, News::SeatsFixed)),
            "{due:?}"
        );
        assert!(
            house
                .outbox()
                .mark_sent(&due[0], became(4999))
                .await
                .unwrap()
        );
        let table = host.tables.find(table.game).await.unwrap();
        assert_eq!(table.status, TableStatus::Running);
        let due = house.outbox().due(50).await.unwrap();
        for person in [101, 102] {
            let to = Destination::Person(PersonId(person));
            let begins = |heard: &&lanai_host::DueNotice| {
                heard.to == to && matches!(heard.news, News::Begins { .. })
            };
            assert_eq!(due.iter().filter(begins).count(), 1, "{due:?}");
        }
        assert!(
            due.iter().all(|heard| heard.to.person().is_some()),
            "{due:?}"
        );
        let heard = host
            .matchmaking
            .localize(table.clone(), Destination::Person(PersonId(101)))
            .await
            .unwrap();
        assert_eq!(
            [heard.language.as_str(), table.language.as_str()],
            ["de", "en"]
        );
        // It is the table of both channels, and of no other.
        for channel in [5101, 5102] {
            assert_eq!(
                host.tables
                    .find_in_channel(ChannelId(channel))
                    .await
                    .unwrap()
                    .game,
                table.game
            );
        }
        let nowhere = host.tables.find_in_channel(ChannelId(7)).await;
        assert!(matches!(nowhere, Err(Failure::Declined(Declined::NoTable))));
        // One at a time, and with nobody else.
        let again = host.matchmaking.seek(&seeker(101, now), None).await;
        assert!(matches!(
            again,
            Err(Failure::Declined(Declined::PlaysBetween))
        ));
        let moved = lanai_host::Relocation::check_may_move(&table, &actor(101));
        assert!(matches!(moved, Err(Declined::StaysPrivate)));
        let over = host.resignations.resign(table, &actor(101)).await.unwrap();
        assert_eq!(over.status, TableStatus::Over);
        let told = house.outbox().due(100).await.unwrap();
        let resigned = told
            .iter()
            .filter(|heard| matches!(heard.news, News::Resigned { .. }));
        let to: BTreeSet<i64> = resigned
            .filter_map(|heard| heard.to.person())
            .map(|it| it.0)
            .collect();
        assert_eq!(to, BTreeSet::from([101, 102]));
        host.matchmaking
            .seek(&seeker(101, now), None)
            .await
            .unwrap();
    });
}

/// Several people look for players at the same time: no one is seated twice and no one is left who
/// could play.
async fn all_look_at_once(houses: Vec<Arc<Host>>) {
    const PEOPLE: i64 = 24;
    agree(&houses[0]).await;
    let now = houses[0].clock.now().0;
    let looks = (0..PEOPLE).map(|number| {
        let host = Arc::clone(&houses[usize::try_from(number).unwrap() % houses.len()]);
        tokio::spawn(async move {
            let mine = seeker(100 + number, now);
            host.matchmaking.seek(&mine, None).await.unwrap();
            while host.matchmaking.find(mine.person).await.unwrap().is_some() {
                let Some(others) = host.matchmaking.find_partners(&mine).await.unwrap() else {
                    tokio::task::yield_now().await;
                    continue;
                };
                let all: Vec<Seeker> = [mine.clone()].into_iter().chain(others).collect();
                host.matchmaking.meet(&all).await.unwrap();
            }
        })
    });
    for done in futures::future::join_all(looks).await {
        done.unwrap();
    }
    let mut games = BTreeSet::new();
    for person in 100..100 + PEOPLE {
        let tables = houses[0]
            .tables
            .list_of_person(PersonId(person))
            .await
            .unwrap();
        assert_eq!(tables.len(), 1, "person {person}");
        assert_eq!(tables[0].seats.len(), 2);
        games.insert(tables[0].game.0);
    }
    assert_eq!(i64::try_from(games.len()).unwrap(), PEOPLE / 2);
}

#[test]
fn nobody_is_seated_twice_however_many_look_at_once() {
    wait(async {
        let house = TestHost::new().await;
        all_look_at_once(vec![Arc::clone(&house.host)]).await;
    });
}

#[test]
fn no_two_processes_seat_somebody_twice() {
    wait(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let mut houses = Vec::new();
        for _ in 0..3 {
            houses.push(Arc::new(Host::with_clock(
                database.store().await,
                Clock::of_machine(),
            )));
        }
        all_look_at_once(houses.clone()).await;
        for house in houses {
            house.database.close().await;
        }
    });
}
