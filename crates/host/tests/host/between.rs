//! Games between guilds: a seeker is matched once, requests survive a restart, and each player gets
//! the news in direct messages.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanai_host::{
    ChannelId, Clock, Destination, Failure, GuildId, Host, MATCH_REQUEST_SECS, MatchPreference,
    News, PersonId, PersonSettings, Refusal, Seeker, Setting, StatsListing, TableStatus,
    TimeControl, Timestamp,
};
use lanai_rules::Title;

use sqlx::sqlite::SqliteConnectOptions;

use lanai_testing::homes::Database;
use lanai_testing::scenes::{TestHost, actor, receipt};

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
        time_control: None,
        preference: MatchPreference::Anyone,
        since: Timestamp(since),
    }
}

/// Enables games between guilds in both guilds.
async fn enable_in_both_guilds(host: &Host) {
    for guild in [1, 2] {
        set_between_guilds(host, guild, true).await;
    }
}

async fn set_between_guilds(host: &Host, guild: i64, elsewhere: bool) {
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
async fn find_partners(host: &Host, seeker: &Seeker) -> Option<Vec<i64>> {
    let found = host.matchmaking.find_partners(seeker).await.unwrap();
    found.map(|others| others.iter().map(|other| other.person.0).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn seekers_match_if_guilds_and_preferences_agree() {
    let (fixture, _clock) = TestHost::thoughtful(0).await;
    let host = &fixture.host;
    let now = host.clock.now().0;
    let (one, two) = (seeker(101, now - 5), seeker(102, now));
    host.matchmaking.save_request(&one, None).await.unwrap();
    host.matchmaking.save_request(&two, None).await.unwrap();
    assert_eq!(find_partners(host, &two).await, None, "no server agrees");
    set_between_guilds(host, 1, true).await;
    assert_eq!(find_partners(host, &two).await, None, "the other does not");
    set_between_guilds(host, 2, true).await;
    assert_eq!(find_partners(host, &two).await, Some(vec![101]));
    // Another time control, another size, another game.
    let live = TimeControl::parse("2 m");
    for (time_control, found) in [(TimeControl::parse("24h"), true), (live, false)] {
        let request = Seeker {
            time_control,
            ..two.clone()
        };
        assert_eq!(
            find_partners(host, &request).await.is_some(),
            found,
            "{time_control:?}"
        );
    }
    assert_eq!(
        find_partners(
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
        time_control: live,
        ..one.clone()
    };
    host.matchmaking.save_request(&fast, None).await.unwrap();
    assert_eq!(
        find_partners(
            host,
            &Seeker {
                time_control: live,
                ..two.clone()
            }
        )
        .await,
        Some(vec![101])
    );
    // A person has one match request, and can withdraw it.
    assert!(
        host.matchmaking
            .delete_request(PersonId(101))
            .await
            .unwrap()
    );
    assert!(
        !host
            .matchmaking
            .delete_request(PersonId(101))
            .await
            .unwrap()
    );
    assert_eq!(find_partners(host, &two).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_level_matches_only_public_ratings() {
    let fixture = TestHost::new().await;
    let host = &fixture.host;
    enable_in_both_guilds(host).await;
    let now = host.clock.now().0;
    let alike = |person| Seeker {
        preference: MatchPreference::SimilarRating,
        ..seeker(person, now)
    };
    host.matchmaking
        .save_request(&alike(101), None)
        .await
        .unwrap();
    assert_eq!(
        find_partners(host, &seeker(102, now)).await,
        Some(vec![101]),
        "both are new"
    );
    let Ok(_) = host
        .settings
        .change_person_settings(PersonId(102), |personal: &mut PersonSettings| {
            personal.listing = StatsListing::Private;
            Ok::<(), std::convert::Infallible>(())
        })
        .await
        .unwrap();
    assert_eq!(
        find_partners(host, &seeker(102, now)).await,
        None,
        "their rating is hidden"
    );
    // A seeker with an established rating meets players of a similar rating.
    for (person, mean, games) in [
        (101, 25_000_000, 20),
        (103, 27_000_000, 20),
        (104, 40_000_000, 20),
        (105, 25_000_000, 3),
    ] {
        set_rating(&fixture, person, mean, games).await;
    }
    let suits = async |person| find_partners(host, &seeker(person, now)).await.is_some();
    assert_eq!(
        [suits(103).await, suits(104).await, suits(105).await],
        [true, false, false]
    );
}

async fn set_rating(fixture: &TestHost, person: i64, mean: i64, games: i64) {
    let file = fixture.folder.path().join("lanai.db");
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

#[tokio::test(flavor = "multi_thread")]
async fn match_request_survives_a_restart_and_expires_after_a_week() {
    let (fixture, clock) = TestHost::thoughtful(0).await;
    let now = fixture.host.clock.now().0;
    let request = seeker(101, now);
    fixture
        .host
        .matchmaking
        .save_request(&request, None)
        .await
        .unwrap();
    let fixture = fixture.restart().await.with_clock(&clock);
    assert_eq!(
        fixture
            .host
            .matchmaking
            .find_request(PersonId(101))
            .await
            .unwrap(),
        Some(request.clone())
    );
    assert!(
        fixture
            .host
            .matchmaking
            .claim_expired()
            .await
            .unwrap()
            .is_empty()
    );
    // A new request is matched at once; only older ones are listed.
    assert_eq!(fixture.host.matchmaking.list_waiting().await.unwrap(), []);
    clock.advance(61);
    assert_eq!(
        fixture.host.matchmaking.list_waiting().await.unwrap(),
        std::slice::from_ref(&request)
    );
    enable_in_both_guilds(&fixture.host).await;
    let pair = [seeker(102, fixture.host.clock.now().0), request.clone()];
    fixture
        .host
        .matchmaking
        .save_request(&pair[0], None)
        .await
        .unwrap();
    clock.advance(MATCH_REQUEST_SECS - 60);
    // The process that claims the match announces it; if it fails, another one does.
    assert_eq!(
        fixture.host.matchmaking.claim_expired().await.unwrap(),
        std::slice::from_ref(&request)
    );
    assert!(
        fixture
            .host
            .matchmaking
            .claim_expired()
            .await
            .unwrap()
            .is_empty()
    );
    assert!(
        fixture
            .host
            .matchmaking
            .open_table(&pair)
            .await
            .unwrap()
            .is_none(),
        "they are being told that no player came"
    );
    assert!(
        fixture
            .host
            .matchmaking
            .delete_request(PersonId(102))
            .await
            .unwrap(),
        "the other still waits"
    );
    clock.advance(DAY);
    assert_eq!(
        fixture.host.matchmaking.claim_expired().await.unwrap(),
        std::slice::from_ref(&request)
    );
    assert!(
        fixture
            .host
            .matchmaking
            .end_request(&request)
            .await
            .unwrap()
    );
    assert_eq!(
        fixture
            .host
            .matchmaking
            .find_request(PersonId(101))
            .await
            .unwrap(),
        None
    );
    // An expired request is not matched.
    fixture
        .host
        .matchmaking
        .save_request(&request, None)
        .await
        .unwrap();
    assert_eq!(
        find_partners(&fixture.host, &seeker(102, fixture.host.clock.now().0)).await,
        None
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn table_between_guilds_notifies_each_player_directly() {
    let (fixture, _clock) = TestHost::thoughtful(0).await;
    let host = &fixture.host;
    enable_in_both_guilds(host).await;
    let now = host.clock.now().0;
    let pair = [
        seeker(102, now),
        Seeker {
            language: "de".to_owned(),
            ..seeker(101, now - 9)
        },
    ];
    for seeker in &pair {
        host.matchmaking.save_request(seeker, None).await.unwrap();
    }
    let table = host
        .matchmaking
        .open_table(&pair)
        .await
        .unwrap()
        .expect("both wait");
    assert!(
        host.matchmaking.open_table(&pair).await.unwrap().is_none(),
        "they wait no more"
    );
    assert_eq!(
        table.player_names(),
        ["person 101", "person 102"],
        "the one who waited longest sits first"
    );
    assert!(table.is_starting() && table.settings.players_only && !table.settings.rated);
    let due = fixture.due_notices(10).await;
    assert!(
        matches!(due[..], [ref fixed] if fixed.to == Destination::Person(PersonId(102))
            && matches!(fixed.news, News::SeatsFixed)),
        "{due:?}"
    );
    assert!(fixture.mark_sent(&due[0], receipt(4999)).await);
    let table = host.tables.find(table.id).await.unwrap();
    assert_eq!(table.status, TableStatus::Running);
    let due = fixture.due_notices(50).await;
    for person in [101, 102] {
        let to = Destination::Person(PersonId(person));
        assert_eq!(
            due.iter()
                .filter(|delivered: &&lanai_host::DueNotice| {
                    delivered.to == to && matches!(delivered.news, News::Begins { .. })
                })
                .count(),
            1,
            "{due:?}"
        );
    }
    assert!(
        due.iter().all(|delivered| delivered.to.person().is_some()),
        "{due:?}"
    );
    let delivered = host
        .matchmaking
        .localize(table.clone(), Destination::Person(PersonId(101)))
        .await
        .unwrap();
    assert_eq!(
        [delivered.language.as_str(), table.language.as_str()],
        ["de", "en"]
    );
    for channel in [5101, 5102] {
        assert_eq!(
            host.tables
                .find_in_channel(ChannelId(channel))
                .await
                .unwrap()
                .id,
            table.id
        );
    }
    let nowhere = host.tables.find_in_channel(ChannelId(7)).await;
    assert!(matches!(nowhere, Err(Failure::Refusal(Refusal::NoTable))));
    // A person has one request, and is not matched with themselves.
    let again = host.matchmaking.save_request(&seeker(101, now), None).await;
    assert!(matches!(
        again,
        Err(Failure::Refusal(Refusal::AlreadyBetweenGuilds))
    ));
    let moved = lanai_host::Relocation::check_may_move(&table, &actor(101));
    assert!(matches!(moved, Err(Refusal::StaysPrivate)));
    let over = host.resignations.resign(table, &actor(101)).await.unwrap();
    assert_eq!(over.status, TableStatus::Over);
    let announced = fixture.due_notices(100).await;
    let resigned = announced
        .iter()
        .filter(|delivered| matches!(delivered.news, News::Resigned { .. }));
    let to: BTreeSet<i64> = resigned
        .filter_map(|delivered| delivered.to.person())
        .map(|item| item.0)
        .collect();
    assert_eq!(to, BTreeSet::from([101, 102]));
    host.matchmaking
        .save_request(&seeker(101, now), None)
        .await
        .unwrap();
}

/// Several people look for players at the same time: no one is seated twice and no one is left who
/// could play.
async fn search_simultaneously(hosts: Vec<Arc<Host>>) {
    const PEOPLE: i64 = 24;
    enable_in_both_guilds(&hosts[0]).await;
    let now = hosts[0].clock.now().0;
    let looks = (0..PEOPLE).map(|number| {
        let host = Arc::clone(&hosts[usize::try_from(number).unwrap() % hosts.len()]);
        tokio::spawn(async move {
            let mine = seeker(100 + number, now);
            host.matchmaking.save_request(&mine, None).await.unwrap();
            while host
                .matchmaking
                .find_request(mine.person)
                .await
                .unwrap()
                .is_some()
            {
                let Some(others) = host.matchmaking.find_partners(&mine).await.unwrap() else {
                    tokio::task::yield_now().await;
                    continue;
                };
                let all: Vec<Seeker> = [mine.clone()].into_iter().chain(others).collect();
                host.matchmaking.open_table(&all).await.unwrap();
            }
        })
    });
    for done in futures::future::join_all(looks).await {
        done.unwrap();
    }
    let mut games = BTreeSet::new();
    for person in 100..100 + PEOPLE {
        let tables = hosts[0]
            .tables
            .list_unfinished_for_person(PersonId(person))
            .await
            .unwrap();
        assert_eq!(tables.len(), 1, "person {person}");
        assert_eq!(tables[0].seats.len(), 2);
        games.insert(tables[0].id.0);
    }
    assert_eq!(i64::try_from(games.len()).unwrap(), PEOPLE / 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_searches_seat_each_person_once() {
    let fixture = TestHost::new().await;
    search_simultaneously(vec![Arc::clone(&fixture.host)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_seat_each_person_once() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    let mut hosts = Vec::new();
    for _ in 0..3 {
        hosts.push(Arc::new(Host::with_clock(
            database.open_store().await,
            Clock::system(),
        )));
    }
    search_simultaneously(hosts.clone()).await;
    for fixture in hosts {
        fixture.database.close().await;
    }
}
