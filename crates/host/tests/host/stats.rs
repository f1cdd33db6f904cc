//! Statistics agree with the logs, and those of a guild leave out tables that were private or that
//! no channel saw.

use std::collections::BTreeMap;

use lanai_ai::Evaluate;
use lanai_host::{
    ChannelId, Clock, GuildId, GuildStats, NewGame, PersonId, Stats, TableId, TableSettings,
    Timestamp,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Seat, Title};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use super::ratings::hosts_on_each_database;
use lanai_testing::scenes::{TestHost, actor, new_game, seeded_dice};

/// The stored statistics of each seat: turns, seconds and what was taken.
async fn load_seat_stats(fixture: &TestHost, game: TableId) -> Vec<(i64, i64, String)> {
    let file = fixture.folder.path().join("lanai.db");
    let mut by_hand = SqliteConnection::connect(file.to_str().unwrap())
        .await
        .unwrap();
    let sql = "select turns, seconds, taken from participant where table_id = $1 and holder_number = 0 order by seat";
    sqlx::query_as(sql)
        .bind(game.0)
        .fetch_all(&mut by_hand)
        .await
        .unwrap()
}

type Pieces = BTreeMap<String, BTreeMap<String, u64>>;

/// Counts from the log what each player took.
async fn count_from_log<G: Evaluate>(fixture: &TestHost, game: TableId) -> BTreeMap<Seat, Pieces> {
    let mut all = BTreeMap::<Seat, Pieces>::new();
    for entry in fixture.load_log(game).await.iter().skip(1) {
        let events: Vec<G::Event> = serde_json::from_str(&entry.events).unwrap();
        for taken in events.iter().filter_map(G::taken_piece) {
            let kind = all
                .entry(taken.seat)
                .or_default()
                .entry(taken.kind.to_owned())
                .or_default();
            *kind.entry(taken.piece.to_owned()).or_default() += 1;
        }
    }
    all
}

async fn assert_stats_follow_from_log<G: Evaluate>(persons: u8, computers: u8) {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let begun = fixture.start_game::<G>(persons, computers).await;
    let mut steps = seeded_dice(7);
    for minutes in 1..=5 {
        clock.advance(minutes * 60);
        fixture.act_at_random::<G>(begun.id, &mut steps).await;
        fixture.run_computers().await;
    }
    let over = fixture.play_out::<G>(begun.id, &mut steps).await;
    let written = load_seat_stats(&fixture, over.id).await;
    let by_hand = count_from_log::<G>(&fixture, over.id).await;
    assert_eq!(written.len(), over.seats.len());
    assert!(!by_hand.is_empty(), "at least one piece was taken");
    for (seat, (turns, seconds, taken)) in (1..).map_while(Seat::from_number).zip(&written) {
        assert!(*turns > 0 && *seconds <= 15 * 60, "{written:?}");
        let taken: Pieces = serde_json::from_str(taken).unwrap();
        assert_eq!(taken, by_hand.get(&seat).cloned().unwrap_or_default());
    }
    assert_eq!(
        written.iter().map(|(_, seconds, _)| seconds).sum::<i64>(),
        15 * 60
    );
    for (chair, (turns, seconds, _)) in over.seats.iter().zip(&written) {
        if let Some(person) = chair.person {
            assert_eq!(
                fixture
                    .host
                    .statistics
                    .load_for_person(person)
                    .await
                    .unwrap()
                    .mean_turn_secs(),
                Some(seconds / turns)
            );
        }
    }
    let again = fixture
        .host
        .summaries
        .replay_summary(over.id)
        .await
        .unwrap();
    let again: Vec<_> = again
        .into_iter()
        .map(|item| (item.turns, item.seconds, item.taken))
        .collect();
    assert_eq!(again, written);
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_stats_follow_from_the_log() {
    Box::pin(assert_stats_follow_from_log::<Hawaii>(3, 0)).await;
    Box::pin(assert_stats_follow_from_log::<Hawaii>(2, 1)).await;
    Box::pin(assert_stats_follow_from_log::<Haleakala>(2, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_seat_counts_for_no_one() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(3, 0).await;
    let gone = begun.seats[1].person.unwrap();
    let table = fixture.resign(begun, gone.0).await;
    fixture.run_computers().await;
    let over = fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(8))
        .await;
    let written = load_seat_stats(&fixture, over.id).await;
    assert!(written[0].0 > 0 && written[2].0 > 0, "{written:?}");
    assert_eq!(written[1], (0, 0, "{}".to_owned()));
    let stats = fixture.host.statistics.load_for_person(gone).await.unwrap();
    assert!(
        stats.results.is_empty() && stats.favourites.is_empty(),
        "{stats:?}"
    );
}

/// Plays a game of two to its end, visible in a channel if one is given.
async fn play_game_of_two(
    fixture: &TestHost,
    channel: i64,
    hall: Option<i64>,
    settings: TableSettings,
) -> TableId {
    let new = NewGame {
        seat_count: Some(2),
        settings,
        ..new_game::<Haleakala>(channel)
    };
    let table = fixture.open_table(&new, 1).await;
    if let Some(hall) = hall {
        fixture
            .host
            .statistics
            .record_audience_channel(&table, ChannelId(hall))
            .await
            .unwrap();
    }
    fixture.join(table.id, 2).await;
    fixture.start(table.id, 1).await;
    let over = fixture
        .play_out::<Haleakala>(table.id, &mut seeded_dice(u64::try_from(channel).unwrap()))
        .await;
    fixture.deliver_notices().await;
    over.id
}

async fn guild_stats(fixture: &TestHost, halls: &[i64]) -> GuildStats {
    let halls: Vec<ChannelId> = halls.iter().copied().map(ChannelId).collect();
    fixture
        .host
        .statistics
        .load_for_guild(GuildId(1), &halls)
        .await
        .unwrap()
}

fn rated_and_unrated_games(stats: &GuildStats) -> i64 {
    stats
        .results
        .iter()
        .map(|balance| balance.result_count() / balance.seats)
        .sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn guild_stats_cover_visible_games_only() {
    for fixture in hosts_on_each_database().await {
        check_guild_stats(&fixture).await;
    }
}

fn counted_channel_json(channel: &str, games: i64) -> serde_json::Value {
    json!({ "guild": "1", "channel": channel, "games": games })
}

async fn check_guild_stats(fixture: &TestHost) {
    let closed = TableSettings {
        players_only: true,
        ..TableSettings::default()
    };
    play_game_of_two(fixture, 11, Some(1), TableSettings::default()).await;
    play_game_of_two(fixture, 12, Some(1), TableSettings::default()).await;
    play_game_of_two(fixture, 13, Some(12), TableSettings::default()).await;
    play_game_of_two(fixture, 14, None, TableSettings::default()).await;
    play_game_of_two(fixture, 15, Some(1), closed).await;
    let halls = fixture
        .host
        .statistics
        .list_audience_channels(GuildId(1))
        .await
        .unwrap();
    assert_eq!(halls, [ChannelId(1), ChannelId(12)]);
    // Channel 2 is not among them, although its id is part of another id.
    for (halls, seen) in [
        (&[1, 12][..], 3),
        (&[1], 2),
        (&[12], 1),
        (&[2], 0),
        (&[], 0),
    ] {
        let stats = guild_stats(fixture, halls).await;
        assert_eq!(rated_and_unrated_games(&stats), seen, "{halls:?}");
        let active: Vec<_> = stats
            .active
            .iter()
            .map(|item| (item.person.0, item.games))
            .collect();
        assert_eq!(
            active,
            if seen == 0 {
                vec![]
            } else {
                vec![(1, seen), (2, seen)]
            }
        );
    }
    assert_eq!(
        rated_and_unrated_games(
            &fixture
                .host
                .statistics
                .load_for_guild(GuildId(2), &halls)
                .await
                .unwrap()
        ),
        0
    );
    // A moved table has another audience, or none that is known.
    let new = NewGame {
        seat_count: Some(2),
        ..new_game::<Haleakala>(16)
    };
    let table = fixture.open_table(&new, 1).await;
    fixture
        .host
        .statistics
        .record_audience_channel(&table, ChannelId(1))
        .await
        .unwrap();
    fixture.join(table.id, 2).await;
    let table = fixture.start(table.id, 1).await;
    let table = fixture
        .host
        .relocation
        .move_to(table, &actor(1), ChannelId(17), None)
        .await
        .unwrap();
    fixture
        .play_out::<Haleakala>(table.id, &mut seeded_dice(9))
        .await;
    assert_eq!(
        rated_and_unrated_games(&guild_stats(fixture, &[1, 12]).await),
        3
    );
    // The export names the channels in which the games were counted.
    let export = fixture
        .host
        .exports
        .export_person(PersonId(1), "person 1", String::new())
        .await
        .unwrap();
    let export: serde_json::Value = serde_json::from_str(&export.text).unwrap();
    assert_eq!(
        export["counted_in_statistics"],
        json!([counted_channel_json("1", 2), counted_channel_json("12", 1)])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn person_stats_cover_all_own_games() {
    for fixture in hosts_on_each_database().await {
        check_person_stats(&fixture).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stats_are_separate_by_game_and_size() {
    let fixture = TestHost::new().await;
    for persons in [2, 3] {
        let game = fixture.start_game::<Hawaii>(persons, 0).await.id;
        fixture.play_out::<Hawaii>(game, &mut seeded_dice(1)).await;
        fixture.deliver_notices().await;
    }
    let game = fixture.start_game::<Haleakala>(2, 0).await.id;
    fixture
        .play_out::<Haleakala>(game, &mut seeded_dice(1))
        .await;
    let stats = fixture
        .host
        .statistics
        .load_for_person(PersonId(100))
        .await
        .unwrap();
    let counted: Vec<_> = stats
        .results
        .iter()
        .map(|item| (item.title, item.seats, item.result_count()))
        .collect();
    assert_eq!(counted.len(), 3, "{counted:?}");
    for (title, seats) in [
        (Title::Hawaii, 2),
        (Title::Hawaii, 3),
        (Title::Haleakala, 2),
    ] {
        assert!(counted.contains(&(title, seats, 1)), "{counted:?}");
    }
}

/// The sums for games visible in these channels: as stored, and recomputed from results.
const SUMS: [&str; 2] = [
    "select guild, audience_channel, title, seats, seat, games, won, points, best from seat_total
     order by guild, audience_channel, title, seats, seat",
    "select guild, audience_channel, title, seats, seat, count(*), count(case when rank = 1 then 1 end), sum(points), max(points)
     from participant join result using (table_id)
     where holder_number = 0 and points is not null and not players_only and audience_channel is not null
     group by guild, audience_channel, title, seats, seat order by guild, audience_channel, title, seats, seat",
];
const PEOPLE: [&str; 2] = [
    "select guild, audience_channel, person, games, latest from member_total order by guild, audience_channel, person",
    "select guild, audience_channel, person, count(*), max(table_id) from participant join result using (table_id)
     where holder_number = 0 and points is not null and not players_only and audience_channel is not null and person is not null
     group by guild, audience_channel, person order by guild, audience_channel, person",
];

/// A row of a guild's sums.
type StoredSums = (i64, i64, String, i64, i64, i64, i64, i64, i64);

#[tokio::test(flavor = "multi_thread")]
async fn channel_sums_follow_from_the_results() {
    let fixture = TestHost::new().await;
    for channel in 31..37 {
        let closed = channel == 33;
        let settings = TableSettings {
            players_only: closed,
            ..TableSettings::default()
        };
        play_game_of_two(&fixture, channel, Some(channel % 2), settings).await;
    }
    let file = fixture.folder.path().join("lanai.db");
    let mut by_hand = SqliteConnection::connect(file.to_str().unwrap())
        .await
        .unwrap();
    let (mut sums, mut people) = (Vec::new(), Vec::new());
    for sql in SUMS {
        let rows: Vec<StoredSums> = sqlx::query_as(sql).fetch_all(&mut by_hand).await.unwrap();
        sums.push(rows);
    }
    for sql in PEOPLE {
        let rows: Vec<(i64, i64, i64, i64, i64)> =
            sqlx::query_as(sql).fetch_all(&mut by_hand).await.unwrap();
        people.push(rows);
    }
    assert_eq!((sums[0].len(), people[0].len()), (4, 4));
    assert_eq!((&sums[0], &people[0]), (&sums[1], &people[1]));
}

async fn check_person_stats(fixture: &TestHost) {
    assert_eq!(
        fixture
            .host
            .statistics
            .load_for_person(PersonId(1))
            .await
            .unwrap(),
        Stats {
            results: vec![],
            ratings: vec![],
            rating_history: vec![],
            best: vec![],
            favourites: vec![],
            awarded: (0, 0)
        }
    );
    let rated = TableSettings {
        rated: true,
        ..TableSettings::default()
    };
    for channel in 21..24 {
        play_game_of_two(fixture, channel, None, rated.clone()).await;
    }
    fixture.rate_games().await;
    let stats = fixture
        .host
        .statistics
        .load_for_person(PersonId(1))
        .await
        .unwrap();
    let [balance] = &stats.results[..] else {
        panic!("{stats:?}")
    };
    assert_eq!(
        (balance.title, balance.seats, balance.result_count()),
        (Title::Haleakala, 2, 3)
    );
    let then: Vec<i64> = stats
        .rating_history
        .iter()
        .map(|then| then.rating.games)
        .collect();
    assert_eq!(then, [1, 2, 3]);
    assert_eq!(
        stats.rating_history.last().unwrap().rating,
        stats.ratings[0].rating
    );
    let [best] = &stats.best[..] else {
        panic!("{stats:?}")
    };
    assert_eq!(best.points, balance.best_points());
    let kinds: Vec<&str> = stats
        .favourites
        .iter()
        .map(|item| item.kind.as_str())
        .collect();
    assert_eq!(kinds.first(), Some(&"card"), "{kinds:?}");
    assert!(
        stats
            .favourites
            .iter()
            .all(|item| item.pieces.is_sorted_by(|one, other| one.1 >= other.1))
    );
    assert_eq!(stats.mean_turn_secs(), Some(0));
    let announced = fixture
        .store
        .stats()
        .list_rating_history(PersonId(1), 1, 1)
        .await
        .unwrap();
    assert_eq!(
        announced
            .iter()
            .map(|then| then.rating.games)
            .collect::<Vec<_>>(),
        [1, 3]
    );
}
