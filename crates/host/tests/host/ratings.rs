//! Each rated game counts once, by the rules of docs/ratings.md, and rating all games again gives
//! the same ratings.

use std::collections::BTreeMap;
use std::sync::Arc;

use lanai_host::{
    Ending, GuildId, Host, LeftBy, NewGame, News, Participant, PersonId, PolicyKind, Refusal,
    TableId, TableSettings, Timestamp, is_provisional, rating_margin, rating_points,
};
use lanai_rules::Title;
use lanai_rules::chance::Dice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{GameResult, Rating};

use lanai_testing::homes::Database;
use lanai_testing::scenes::{
    TestHost, actor, expect_refusal, find_quiet_turn, new_game, rate_all_again, seeded_dice,
};

const DAY: i64 = 24 * 60 * 60;

fn rated_settings() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// A player, person or computer, with rank and how they left.
#[derive(Clone, Copy)]
pub(super) enum PlayerResult {
    Person(i64, Option<i64>),
    Computer(PolicyKind, Option<i64>),
    Left(i64, LeftBy),
}

/// Stores a finished, rated game with these results.
///
/// Players who left had the seat of the one named before them.
pub(super) async fn store_result(
    fixture: &TestHost,
    sat: &[PlayerResult],
    ending: Ending,
    at: i64,
) -> TableId {
    let tables = fixture.host.verifier.list_tables().await.unwrap();
    let number = i64::try_from(tables.len()).unwrap();
    let seats = sat
        .iter()
        .filter(|sat| !matches!(sat, PlayerResult::Left(..)))
        .count();
    let new = NewGame {
        seat_count: Some(u8::try_from(seats).unwrap()),
        settings: TableSettings {
            rated: true,
            ..TableSettings::default()
        },
        ..new_game::<Hawaii>(1000 + number)
    };
    // Each table has its own owner, because of the limit of tables per person.
    let game = fixture.open_table(&new, 9000 + number).await.id;
    let (mut players, mut chair) = (Vec::new(), 0);
    for sat in sat {
        let who = |person: i64| (Some(PersonId(person)), None, format!("person {person}"));
        let (who, rank, left_by, nth) = match *sat {
            PlayerResult::Person(person, rank) => (who(person), rank, LeftBy::Stayed, 0),
            PlayerResult::Computer(kind, rank) => (
                (None, Some(kind.name().to_owned()), "Kula".to_owned()),
                rank,
                LeftBy::Stayed,
                0,
            ),
            PlayerResult::Left(person, left_by) => (who(person), None, left_by, 1),
        };
        chair += i64::from(nth == 0);
        let (person, mind, name) = who;
        let points = rank.map(|rank| 200 - rank);
        players.push(Participant {
            seat: chair,
            holder_number: nth,
            person,
            name,
            policy: mind,
            left_by,
            points,
            rank,
        });
    }
    let result = GameResult {
        ending,
        ended_at: Timestamp(at),
        players_only: false,
        rated: true,
        players,
        play_stats: Vec::new(),
    };
    fixture.store.results().insert(game, &result).await.unwrap();
    game
}

async fn find_rating(fixture: &TestHost, seats: i64, person: i64) -> Option<Rating> {
    fixture
        .store
        .ratings()
        .find(Title::Hawaii.name(), seats, PersonId(person))
        .await
        .unwrap()
}

pub(super) async fn rating_points_of(fixture: &TestHost, seats: i64, person: i64) -> i64 {
    rating_points(&find_rating(fixture, seats, person).await.unwrap())
}

fn random_index(dice: &mut Dice, of: usize) -> usize {
    dice.below(u32::try_from(of).unwrap()).try_into().unwrap()
}

/// Returns all ratings of these people.
pub(super) async fn load_all_ratings(
    fixture: &TestHost,
    people: i64,
) -> BTreeMap<(i64, String, i64), (i64, i64, i64)> {
    let mut all = BTreeMap::new();
    for person in 1..=people {
        for of in fixture
            .host
            .ratings
            .list_unfinished_for_person(PersonId(person))
            .await
            .unwrap()
        {
            let Rating {
                mean,
                spread,
                games,
            } = of.rating;
            all.insert((person, of.title, of.seats), (mean, spread, games));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_game_counts_once_and_is_announced() {
    let fixture = TestHost::new().await;
    for (settings, counts) in [(rated_settings(), true), (TableSettings::default(), false)] {
        let new = NewGame {
            seat_count: Some(2),
            settings,
            ..new_game::<Haleakala>(7)
        };
        let game = fixture.open_table(&new, 1).await.id;
        fixture.join(game, 2).await;
        let table = fixture.start(game, 1).await;
        fixture.resign(table, 2).await;
        fixture.deliver_notices().await;
        fixture.rate_games().await;
        fixture.rate_games().await;
        let delivered = fixture.deliver_notices().await;
        if !counts {
            assert_eq!(delivered.len(), 0, "{delivered:?}");
            continue;
        }
        let [announced] = &delivered[..] else {
            panic!("told once: {delivered:?}")
        };
        let News::Rated { changes } = &announced.news else {
            panic!("{announced:?}")
        };
        let [one, other] = &changes[..] else {
            panic!("{changes:?}")
        };
        let (won, lost) = if one.name == "person 1" {
            (one, other)
        } else {
            (other, one)
        };
        assert!(won.after > 1500 && lost.after < 1500, "{changes:?}");
        assert!(won.provisional && won.before.is_none());
    }
    let ratings = fixture
        .host
        .ratings
        .list_unfinished_for_person(PersonId(1))
        .await
        .unwrap();
    let [of] = &ratings[..] else {
        panic!("{ratings:?}")
    };
    assert_eq!(
        (of.title.as_str(), of.seats, of.rating.games),
        ("haleakala", 2, 1)
    );
}

/// Hosts on SQLite and, where one is available, on PostgreSQL.
pub(crate) async fn hosts_on_each_database() -> Vec<TestHost> {
    let mut hosts_on_each_database = vec![TestHost::new().await];
    if let Some(guild) = Database::create_on_server().await {
        let (folder, store) = (
            lanai_testing::folders::create_folder(),
            guild.open_store().await,
        );
        hosts_on_each_database.push(TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        });
    }
    hosts_on_each_database
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_processes_rate_each_game_once() {
    for fixture in hosts_on_each_database().await {
        rate_concurrently(&fixture).await;
    }
}

async fn rate_concurrently(fixture: &TestHost) {
    for game in 0..12 {
        let pair = [
            PlayerResult::Person(1 + game % 3, Some(1)),
            PlayerResult::Person(4 + game % 4, Some(2)),
        ];
        store_result(fixture, &pair, Ending::Played, game * DAY).await;
    }
    let others: Vec<Arc<Host>> = (0..4)
        .map(|_| Arc::new(Host::new(fixture.store.clone())))
        .collect();
    let mut counting = tokio::task::JoinSet::new();
    for host in others {
        counting.spawn(async move { host.ratings.rate_games().await.unwrap() });
    }
    counting.join_all().await;
    let counted = load_all_ratings(fixture, 7).await;
    assert_eq!(counted.values().map(|(_, _, games)| games).sum::<i64>(), 24);
    assert_eq!(
        fixture.store.ratings().count_rated().await.unwrap(),
        Some(12)
    );
    rate_all_again(&fixture.store).await;
    assert_eq!(load_all_ratings(fixture, 7).await, counted);
}

/// Rating all results again gives the same ratings, whatever happened.
#[tokio::test(flavor = "multi_thread")]
async fn rating_again_gives_the_stored_ratings() {
    for fixture in hosts_on_each_database().await {
        assert_same_when_rated_again(&fixture).await;
    }
}

async fn assert_same_when_rated_again(fixture: &TestHost) {
    let mut dice = seeded_dice(91);
    for game in 0..60 {
        let seats = 2 + dice.below(4);
        let mut sat = Vec::new();
        let mut people: Vec<i64> = (1..=9).collect();
        for rank in 1..=seats {
            let rank = Some(i64::from(rank));
            if dice.below(4) == 0 {
                sat.push(PlayerResult::Computer(
                    PolicyKind::LEVELS[random_index(&mut dice, 3)],
                    rank,
                ));
                continue;
            }
            sat.push(PlayerResult::Person(
                people.remove(random_index(&mut dice, people.len())),
                rank,
            ));
            if dice.below(8) == 0 {
                let left_by = [LeftBy::Resigned, LeftBy::Replaced][random_index(&mut dice, 2)];
                sat.push(PlayerResult::Left(
                    people.remove(random_index(&mut dice, people.len())),
                    left_by,
                ));
            }
        }
        let ending = if dice.below(10) == 0 {
            Ending::Agreed
        } else {
            Ending::Played
        };
        store_result(fixture, &sat, ending, game * DAY / 3).await;
        // Games are rated as they come, sometimes several at once.
        if dice.below(3) > 0 {
            fixture.rate_games().await;
        }
    }
    fixture.rate_games().await;
    let stored = load_all_ratings(fixture, 9).await;
    assert!(stored.len() > 20, "{stored:?}");
    rate_all_again(&fixture.store).await;
    assert_eq!(load_all_ratings(fixture, 9).await, stored);
}

#[tokio::test(flavor = "multi_thread")]
async fn same_group_is_rated_three_times_a_week() {
    let fixture = TestHost::new().await;
    let pair = [
        PlayerResult::Person(1, Some(1)),
        PlayerResult::Person(2, Some(2)),
    ];
    for game in 0..5 {
        store_result(&fixture, &pair, Ending::Played, 20_000 * DAY + game).await;
    }
    // Games with other people do not count towards the limit.
    store_result(
        &fixture,
        &[pair[0], PlayerResult::Person(3, Some(2))],
        Ending::Played,
        20_000 * DAY + 9,
    )
    .await;
    fixture.rate_games().await;
    assert_eq!(find_rating(&fixture, 2, 1).await.unwrap().games, 4);
    assert_eq!(find_rating(&fixture, 2, 2).await.unwrap().games, 3);
    store_result(&fixture, &pair, Ending::Played, 20_008 * DAY).await;
    fixture.rate_games().await;
    assert_eq!(find_rating(&fixture, 2, 2).await.unwrap().games, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaver_is_last_and_replacement_is_unrated() {
    let fixture = TestHost::new().await;
    // Person 3 resigned, and the computer that took over was first.
    let sat = [
        PlayerResult::Person(1, Some(2)),
        PlayerResult::Person(2, Some(3)),
        PlayerResult::Computer(PolicyKind::Makua, Some(1)),
        PlayerResult::Left(3, LeftBy::Resigned),
    ];
    store_result(&fixture, &sat, Ending::Played, 0).await;
    // Person 6 was gone, and person 7 took over and won.
    let sat = [
        PlayerResult::Person(4, Some(2)),
        PlayerResult::Person(5, Some(3)),
        PlayerResult::Person(7, Some(1)),
        PlayerResult::Left(6, LeftBy::Replaced),
    ];
    store_result(&fixture, &sat, Ending::Played, DAY).await;
    fixture.rate_games().await;
    for [first, second, last] in [[1, 2, 3], [4, 5, 6]] {
        let [first, second, last] = [
            rating_points_of(&fixture, 3, first).await,
            rating_points_of(&fixture, 3, second).await,
            rating_points_of(&fixture, 3, last).await,
        ];
        assert!(first > second && second > last, "{first} {second} {last}");
    }
    assert_eq!(find_rating(&fixture, 3, 7).await, None);
    // A game that ended by agreement without a result changes no rating.
    store_result(
        &fixture,
        &[PlayerResult::Person(8, None), PlayerResult::Person(9, None)],
        Ending::Agreed,
        2 * DAY,
    )
    .await;
    fixture.rate_games().await;
    assert_eq!(
        (
            find_rating(&fixture, 2, 8).await,
            find_rating(&fixture, 2, 9).await
        ),
        (None, None)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_against_computers_loses_to_the_original_ones() {
    let fixture = TestHost::new().await;
    let computer = |kind| PlayerResult::Computer(kind, None);
    // The computer took over for person 1 later; the other computers were there from the start.
    let sat = [
        computer(PolicyKind::Keiki),
        computer(PolicyKind::Makua),
        computer(PolicyKind::Makua),
        PlayerResult::Left(1, LeftBy::Resigned),
    ];
    store_result(&fixture, &sat, Ending::Resigned, 0).await;
    // Every person has left.
    let sat = [
        computer(PolicyKind::Makua),
        PlayerResult::Left(2, LeftBy::Resigned),
        computer(PolicyKind::Makua),
        PlayerResult::Left(3, LeftBy::Resigned),
    ];
    store_result(&fixture, &sat, Ending::Resigned, DAY).await;
    fixture.rate_games().await;
    assert!(rating_points_of(&fixture, 3, 1).await < 1500);
    assert_eq!(
        (
            find_rating(&fixture, 2, 2).await,
            find_rating(&fixture, 2, 3).await
        ),
        (None, None)
    );
}

/// The rating of a computer is fixed, and a win against the strongest counts for more than one
/// against the weakest.
#[tokio::test(flavor = "multi_thread")]
async fn computers_anchor_the_rating_scale() {
    let fixture = TestHost::new().await;
    for game in 0..30 {
        for (person, kind) in [
            (1, PolicyKind::Keiki),
            (2, PolicyKind::Makua),
            (3, PolicyKind::Kupuna),
        ] {
            let rank = 1 + i64::from(game % 2 == 0);
            let sat = [
                PlayerResult::Person(person, Some(rank)),
                PlayerResult::Computer(kind, Some(3 - rank)),
            ];
            store_result(&fixture, &sat, Ending::Played, i64::from(game) * 3 * DAY).await;
        }
    }
    fixture.rate_games().await;
    // Winning half of the games against an anchor gives the rating of that anchor.
    for (person, anchor) in [(1, 1350), (2, 1750), (3, 2275)] {
        let rating = find_rating(&fixture, 2, person).await.unwrap();
        let (points, within) = (rating_points(&rating), rating_margin(&rating));
        assert!(
            (points - anchor).abs() <= within,
            "{points} ± {within}, not {anchor}"
        );
        assert!(!is_provisional(&rating));
    }
    let best = fixture
        .host
        .ratings
        .list_best_in_guild(GuildId(1), Title::Hawaii, 2)
        .await
        .unwrap();
    assert_eq!(
        best.iter().map(|item| item.person.0).collect::<Vec<_>>(),
        [3, 2, 1]
    );
    assert_eq!(
        fixture
            .host
            .ratings
            .list_best_in_guild(GuildId(2), Title::Hawaii, 2)
            .await
            .unwrap(),
        []
    );
    assert_eq!(
        fixture
            .host
            .ratings
            .list_best_in_guild(GuildId(1), Title::Hawaii, 3)
            .await
            .unwrap(),
        []
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_game_refuses_hints_and_answered_take_backs() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(2),
        computers: vec![PolicyKind::default()],
        settings: rated_settings(),
        ..new_game::<Haleakala>(7)
    };
    let game = fixture.open_table(&new, 1).await.id;
    let table = fixture.start(game, 1).await;
    // A turn that is over: the computer has answered it.
    let turn = fixture
        .find_turn::<Haleakala>(table.id, |turn| find_quiet_turn(turn, true, 3))
        .await;
    fixture.commit_turn(turn).await;
    let table = fixture.load_table(game).await;
    let turn = fixture.load_turn::<Haleakala>(game).await;
    let seat = turn.to_act().unwrap();
    assert_eq!(
        expect_refusal(fixture.host.hints.suggest_turns(&turn, seat).await),
        Refusal::NoHints
    );
    let back = fixture
        .host
        .take_back
        .take_back::<Haleakala>(table, &actor(1))
        .await;
    assert!(matches!(
        expect_refusal(back),
        Refusal::ActedSince(_) | Refusal::HiddenRevealed
    ));
}
