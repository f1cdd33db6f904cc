//! Statistics agree with the logs, and those of a guild leave out tables that were private or that
//! no channel saw.

use std::collections::BTreeMap;

use lanai_ai::Appraise;
use lanai_host::{
    ChannelId, Clock, GuildId, GuildStats, NewGame, PersonId, Stats, TableId, TableSettings,
    Timestamp,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Seat, Title};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use super::ratings::in_both_homes;
use lanai_testing::scenes::{TestHost, actor, dice, new_game, wait};

/// The stored statistics of each seat: turns, seconds and what was taken.
async fn kept(house: &TestHost, game: TableId) -> Vec<(i64, i64, String)> {
    let file = house.folder.path().join("lanai.db");
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
async fn counted<G: Appraise>(house: &TestHost, game: TableId) -> BTreeMap<Seat, Pieces> {
    let mut all = BTreeMap::<Seat, Pieces>::new();
    for entry in house.log(game).await.iter().skip(1) {
        let events: Vec<G::Event> = serde_json::from_str(&entry.events).unwrap();
        for taken in events.iter().filter_map(G::taken) {
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

async fn as_the_log_says<G: Appraise>(persons: u8, computers: u8) {
    let clock = Clock::standing_at(Timestamp(1_000_000));
    let house = TestHost::new().await.by_clock(&clock);
    let begun = house.begun::<G>(persons, computers).await;
    let mut steps = dice(7);
    for minutes in 1..=5 {
        clock.turn(minutes * 60);
        house.act_at_random::<G>(begun.game, &mut steps).await;
        house.computers_act().await;
    }
    let over = house.play_out::<G>(begun.game, &mut steps).await;
    let written = kept(&house, over.game).await;
    let by_hand = counted::<G>(&house, over.game).await;
    assert_eq!(written.len(), over.seats.len());
    assert!(!by_hand.is_empty(), "somebody took something");
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
                house
                    .host
                    .statistics
                    .of_person(person)
                    .await
                    .unwrap()
                    .pace(),
                Some(seconds / turns)
            );
        }
    }
    let again = house
        .host
        .summaries
        .summarize_again(over.game)
        .await
        .unwrap();
    let again: Vec<_> = again
        .into_iter()
        .map(|it| (it.turns, it.seconds, it.taken))
        .collect();
    assert_eq!(again, written);
}

#[test]
fn how_a_game_was_played_is_kept_as_its_log_says() {
    wait(async {
        Box::pin(as_the_log_says::<Hawaii>(3, 0)).await;
        Box::pin(as_the_log_says::<Hawaii>(2, 1)).await;
        Box::pin(as_the_log_says::<Haleakala>(2, 0)).await;
    });
}

#[test]
fn a_seat_that_several_had_was_played_by_nobody() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(3, 0).await;
        let gone = begun.seats[1].person.unwrap();
        let table = house
            .host
            .resignations
            .resign(begun, &actor(gone.0))
            .await
            .unwrap();
        house.computers_act().await;
        let over = house.play_out::<Hawaii>(table.game, &mut dice(8)).await;
        let written = kept(&house, over.game).await;
        assert!(written[0].0 > 0 && written[2].0 > 0, "{written:?}");
        assert_eq!(written[1], (0, 0, "{}".to_owned()));
        let stats = house.host.statistics.of_person(gone).await.unwrap();
        assert!(
            stats.balances.is_empty() && stats.favourites.is_empty(),
            "{stats:?}"
        );
    });
}

/// Plays a game of two to its end, visible in a channel if one is given.
async fn over(
    house: &TestHost,
    channel: i64,
    hall: Option<i64>,
    settings: TableSettings,
) -> TableId {
    let new = NewGame {
        chairs: Some(2),
        settings,
        ..new_game::<Haleakala>(channel)
    };
    let table = house.host.lobby.open(&new, &actor(1)).await.unwrap();
    if let Some(hall) = hall {
        house
            .host
            .statistics
            .stands_in(&table, ChannelId(hall))
            .await
            .unwrap();
    }
    house
        .host
        .lobby
        .join(table.game, &actor(2), None, true)
        .await
        .unwrap();
    house.start(table.game, 1).await;
    let over = house
        .play_out::<Haleakala>(table.game, &mut dice(u64::try_from(channel).unwrap()))
        .await;
    house.hear().await;
    over.game
}

async fn in_guild(house: &TestHost, halls: &[i64]) -> GuildStats {
    let halls: Vec<ChannelId> = halls.iter().copied().map(ChannelId).collect();
    house
        .host
        .statistics
        .of_guild(GuildId(1), &halls)
        .await
        .unwrap()
}

fn games(stats: &GuildStats) -> i64 {
    stats
        .balances
        .iter()
        .map(|balance| balance.results() / balance.seats)
        .sum()
}

#[test]
fn statistics_of_a_server_tell_of_games_that_its_people_saw_and_of_no_others() {
    wait(async {
        for house in in_both_homes().await {
            of_a_server(&house).await;
        }
    });
}

async fn of_a_server(house: &TestHost) {
    let closed = TableSettings {
        closed: true,
        ..TableSettings::default()
    };
    over(house, 11, Some(1), TableSettings::default()).await;
    over(house, 12, Some(1), TableSettings::default()).await;
    over(house, 13, Some(12), TableSettings::default()).await;
    over(house, 14, None, TableSettings::default()).await;
    over(house, 15, Some(1), closed).await;
    let halls = house.host.statistics.halls_of(GuildId(1)).await.unwrap();
    assert_eq!(halls, [ChannelId(1), ChannelId(12)]);
    // Hall 2 is none of them, though its number is a part of another's.
    for (halls, seen) in [
        (&[1, 12][..], 3),
        (&[1], 2),
        (&[12], 1),
        (&[2], 0),
        (&[], 0),
    ] {
        let stats = in_guild(house, halls).await;
        assert_eq!(games(&stats), seen, "{halls:?}");
        let active: Vec<_> = stats
            .active
            .iter()
            .map(|it| (it.person.0, it.games))
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
        games(
            &house
                .host
                .statistics
                .of_guild(GuildId(2), &halls)
                .await
                .unwrap()
        ),
        0
    );
    // Where a table goes, other people see it, or nobody can say who does.
    let new = NewGame {
        chairs: Some(2),
        ..new_game::<Haleakala>(16)
    };
    let table = house.host.lobby.open(&new, &actor(1)).await.unwrap();
    house
        .host
        .statistics
        .stands_in(&table, ChannelId(1))
        .await
        .unwrap();
    house
        .host
        .lobby
        .join(table.game, &actor(2), None, true)
        .await
        .unwrap();
    let table = house.start(table.game, 1).await;
    let table = house
        .host
        .relocation
        .move_to(table, &actor(1), ChannelId(17), None)
        .await
        .unwrap();
    house.play_out::<Haleakala>(table.game, &mut dice(9)).await;
    assert_eq!(games(&in_guild(house, &[1, 12]).await), 3);
    // Whoever asks for all that is kept of them reads where they were counted.
    let export = house
        .host
        .exports
        .export(PersonId(1), "person 1", String::new())
        .await
        .unwrap();
    let export: serde_json::Value = serde_json::from_str(&export.text).unwrap();
    let counted =
        |channel: &str, games: i64| json!({ "guild": "1", "channel": channel, "games": games });
    assert_eq!(
        export["counted_in_statistics"],
        json!([counted("1", 2), counted("12", 1)])
    );
}

#[test]
fn everything_about_ones_own_games_is_told() {
    wait(async {
        for house in in_both_homes().await {
            of_a_person(&house).await;
        }
    });
}

#[test]
fn games_and_tables_of_another_size_are_counted_apart() {
    wait(async {
        let house = TestHost::new().await;
        for persons in [2, 3] {
            let game = house.begun::<Hawaii>(persons, 0).await.game;
            house.play_out::<Hawaii>(game, &mut dice(1)).await;
            house.hear().await;
        }
        let game = house.begun::<Haleakala>(2, 0).await.game;
        house.play_out::<Haleakala>(game, &mut dice(1)).await;
        let stats = house
            .host
            .statistics
            .of_person(PersonId(100))
            .await
            .unwrap();
        let counted: Vec<_> = stats
            .balances
            .iter()
            .map(|it| (it.title, it.seats, it.results()))
            .collect();
        assert_eq!(counted.len(), 3, "{counted:?}");
        for (title, seats) in [
            (Title::Hawaii, 2),
            (Title::Hawaii, 3),
            (Title::Haleakala, 2),
        ] {
            assert!(counted.contains(&(title, seats, 1)), "{counted:?}");
        }
    });
}

/// The sums for games visible in these channels: as stored, and recomputed from results.
const SUMS: [&str; 2] = [
    "select guild, audience_channel, title, seats, seat, games, won, points, best from seat_total
     order by guild, audience_channel, title, seats, seat",
    "select guild, audience_channel, title, seats, seat, count(*), count(case when rank = 1 then 1 end), sum(points), max(points)
     from participant join result using (table_id)
     where holder_number = 0 and points is not null and not closed and audience_channel is not null
     group by guild, audience_channel, title, seats, seat order by guild, audience_channel, title, seats, seat",
];
const PEOPLE: [&str; 2] = [
    "select guild, audience_channel, person, games, latest from member_total order by guild, audience_channel, person",
    "select guild, audience_channel, person, count(*), max(table_id) from participant join result using (table_id)
     where holder_number = 0 and points is not null and not closed and audience_channel is not null and person is not null
     group by guild, audience_channel, person order by guild, audience_channel, person",
];

/// A row of a guild's sums.
type Sum = (i64, i64, String, i64, i64, i64, i64, i64, i64);

#[test]
fn what_is_counted_for_a_hall_follows_from_the_results() {
    wait(async {
        let house = TestHost::new().await;
        for channel in 31..37 {
            let closed = channel == 33;
            let settings = TableSettings {
                closed,
                ..TableSettings::default()
            };
            over(&house, channel, Some(channel % 2), settings).await;
        }
        let file = house.folder.path().join("lanai.db");
        let mut by_hand = SqliteConnection::connect(file.to_str().unwrap())
            .await
            .unwrap();
        let (mut sums, mut people) = (Vec::new(), Vec::new());
        for sql in SUMS {
            let rows: Vec<Sum> = sqlx::query_as(sql).fetch_all(&mut by_hand).await.unwrap();
            sums.push(rows);
        }
        for sql in PEOPLE {
            let rows: Vec<(i64, i64, i64, i64, i64)> =
                sqlx::query_as(sql).fetch_all(&mut by_hand).await.unwrap();
            people.push(rows);
        }
        assert_eq!((sums[0].len(), people[0].len()), (4, 4));
        assert_eq!((&sums[0], &people[0]), (&sums[1], &people[1]));
    });
}

async fn of_a_person(house: &TestHost) {
    assert_eq!(
        house.host.statistics.of_person(PersonId(1)).await.unwrap(),
        Stats {
            balances: vec![],
            ratings: vec![],
            course: vec![],
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
        over(house, channel, None, rated.clone()).await;
    }
    house.host.ratings.rate_games().await.unwrap();
    let stats = house.host.statistics.of_person(PersonId(1)).await.unwrap();
    let [balance] = &stats.balances[..] else {
        panic!("{stats:?}")
    };
    assert_eq!(
        (balance.title, balance.seats, balance.results()),
        (Title::Haleakala, 2, 3)
    );
    let then: Vec<i64> = stats.course.iter().map(|then| then.rating.games).collect();
    assert_eq!(then, [1, 2, 3]);
    assert_eq!(stats.course.last().unwrap().rating, stats.ratings[0].rating);
    let [best] = &stats.best[..] else {
        panic!("{stats:?}")
    };
    assert_eq!(best.points, balance.best());
    let kinds: Vec<&str> = stats.favourites.iter().map(|it| it.kind.as_str()).collect();
    assert_eq!(kinds.first(), Some(&"card"), "{kinds:?}");
    assert!(
        stats
            .favourites
            .iter()
            .all(|it| it.pieces.is_sorted_by(|one, other| one.1 >= other.1))
    );
    assert_eq!(stats.pace(), Some(0));
    // However many there were, a line has no more marks than can be seen.
    let told = house
        .store
        .stats()
        .rated_then(PersonId(1), (1, 1))
        .await
        .unwrap();
    assert_eq!(
        told.iter()
            .map(|then| then.rating.games)
            .collect::<Vec<_>>(),
        [1, 3]
    );
}
