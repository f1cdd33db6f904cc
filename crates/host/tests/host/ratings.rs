//! Each rated game counts once, by the rules of docs/ratings.md, and rating all games again gives
//! the same ratings.

use std::collections::BTreeMap;
use std::sync::Arc;

use lanai_host::{
    Declined, Ending, GuildId, Host, LeftBy, NewGame, News, Participant, PersonId, PolicyKind,
    TableId, TableSettings, Timestamp, is_provisional, rating_margin, rating_points,
};
use lanai_rules::Title;
use lanai_rules::chance::Dice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{GameResult, Rating};

use lanai_testing::homes::Database;
use lanai_testing::scenes::{
    TestHost, actor, declined, dice, new_game, quiet, rate_all_again, wait,
};

const DAY: i64 = 24 * 60 * 60;

fn rated() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// Who sat at a table: a person or a computer of this level, their rank, and how they left.
#[derive(Clone, Copy)]
pub(super) enum Sat {
    Person(i64, Option<i64>),
    Computer(PolicyKind, Option<i64>),
    Left(i64, LeftBy),
}

/// Stores a finished game with these results. Players who left had the seat of the one named before
/// them.
pub(super) async fn came_out(house: &TestHost, sat: &[Sat], ending: Ending, at: i64) -> TableId {
    kept(house, sat, (ending, at), true).await
}

/// The same, rated or not.
pub(super) async fn kept(
    house: &TestHost,
    sat: &[Sat],
    (ending, at): (Ending, i64),
    rated: bool,
) -> TableId {
    let tables = house.host.verifier.list_tables().await.unwrap();
    let number = i64::try_from(tables.len()).unwrap();
    let seats = sat
        .iter()
        .filter(|sat| !matches!(sat, Sat::Left(..)))
        .count();
    let new = NewGame {
        chairs: Some(u8::try_from(seats).unwrap()),
        settings: TableSettings {
            rated,
            ..TableSettings::default()
        },
        ..new_game::<Hawaii>(1000 + number)
    };
    // Each table has an owner of its own: nobody may open so many.
    let game = house
        .host
        .lobby
        .open(&new, &actor(9000 + number))
        .await
        .unwrap()
        .game;
    let (mut players, mut chair) = (Vec::new(), 0);
    for sat in sat {
        let who = |person: i64| (Some(PersonId(person)), None, format!("person {person}"));
        let (who, rank, left_by, nth) = match *sat {
            Sat::Person(person, rank) => (who(person), rank, LeftBy::Stayed, 0),
            Sat::Computer(kind, rank) => (
                (None, Some(kind.name().to_owned()), "Kula".to_owned()),
                rank,
                LeftBy::Stayed,
                0,
            ),
            Sat::Left(person, left_by) => (who(person), None, left_by, 1),
        };
        chair += i64::from(nth == 0);
        let (person, mind, name) = who;
        let points = rank.map(|rank| 200 - rank);
        players.push(Participant {
            seat: chair,
            nth,
            person,
            name,
            mind,
            left_by,
            points,
            rank,
        });
    }
    let result = GameResult {
        ending,
        at: Timestamp(at),
        closed: false,
        rated,
        players,
        playing: Vec::new(),
    };
    house.store.results().insert(game, &result).await.unwrap();
    game
}

async fn rating(house: &TestHost, seats: i64, person: i64) -> Option<Rating> {
    house
        .store
        .ratings()
        .find(Title::Hawaii.name(), seats, PersonId(person))
        .await
        .unwrap()
}

pub(super) async fn points(house: &TestHost, seats: i64, person: i64) -> i64 {
    rating_points(&rating(house, seats, person).await.unwrap())
}

fn pick(dice: &mut Dice, of: usize) -> usize {
    dice.below(u32::try_from(of).unwrap()).try_into().unwrap()
}

/// Returns all ratings of these people.
pub(super) async fn all(
    house: &TestHost,
    people: i64,
) -> BTreeMap<(i64, String, i64), (i64, i64, i64)> {
    let mut all = BTreeMap::new();
    for person in 1..=people {
        for of in house
            .host
            .ratings
            .list_of_person(PersonId(person))
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

#[test]
fn a_game_that_is_to_count_counts_once_and_is_told() {
    wait(async {
        let house = TestHost::new().await;
        for (settings, counts) in [(rated(), true), (TableSettings::default(), false)] {
            let new = NewGame {
                chairs: Some(2),
                settings,
                ..new_game::<Haleakala>(7)
            };
            let game = house.host.lobby.open(&new, &actor(1)).await.unwrap().game;
            house
                .host
                .lobby
                .join(game, &actor(2), None, true)
                .await
                .unwrap();
            let table = house.start(game, 1).await;
            house
                .host
                .resignations
                .resign(table, &actor(2))
                .await
                .unwrap();
            house.hear().await;
            house.host.ratings.rate_games().await.unwrap();
            house.host.ratings.rate_games().await.unwrap();
            let heard = house.hear().await;
            if !counts {
                assert_eq!(heard.len(), 0, "{heard:?}");
                continue;
            }
            let [told] = &heard[..] else {
                panic!("told once: {heard:?}")
            };
            let News::Rated { changes } = &told.news else {
                panic!("{told:?}")
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
        let ratings = house
            .host
            .ratings
            .list_of_person(PersonId(1))
            .await
            .unwrap();
        let [of] = &ratings[..] else {
            panic!("{ratings:?}")
        };
        assert_eq!(
            (of.title.as_str(), of.seats, of.rating.games),
            ("haleakala", 2, 1)
        );
    });
}

/// Hosts on SQLite and, where one is available, on PostgreSQL.
pub(crate) async fn in_both_homes() -> Vec<TestHost> {
    let mut houses = vec![TestHost::new().await];
    if let Some(guild) = Database::server().await {
        let (folder, store) = (tempfile::tempdir().unwrap(), guild.store().await);
        houses.push(TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        });
    }
    houses
}

#[test]
fn several_who_count_count_each_game_once() {
    wait(async {
        for house in in_both_homes().await {
            several_count(&house).await;
        }
    });
}

async fn several_count(house: &TestHost) {
    for game in 0..12 {
        let pair = [
            Sat::Person(1 + game % 3, Some(1)),
            Sat::Person(4 + game % 4, Some(2)),
        ];
        came_out(house, &pair, Ending::Played, game * DAY).await;
    }
    let others: Vec<Arc<Host>> = (0..4)
        .map(|_| Arc::new(Host::new(house.store.clone())))
        .collect();
    let mut counting = tokio::task::JoinSet::new();
    for host in others {
        counting.spawn(async move { host.ratings.rate_games().await.unwrap() });
    }
    counting.join_all().await;
    let counted = all(house, 7).await;
    assert_eq!(counted.values().map(|(_, _, games)| games).sum::<i64>(), 24);
    assert_eq!(house.store.ratings().counted().await.unwrap(), Some(12));
    rate_all_again(&house.store).await;
    assert_eq!(all(house, 7).await, counted);
}

/// Rating all results again gives the same ratings, whatever happened.
#[test]
fn ratings_counted_afresh_are_those_that_are_kept() {
    wait(async {
        for house in in_both_homes().await {
            afresh_as_kept(&house).await;
        }
    });
}

async fn afresh_as_kept(house: &TestHost) {
    let mut dice = dice(91);
    for game in 0..60 {
        let seats = 2 + dice.below(4);
        let mut sat = Vec::new();
        let mut people: Vec<i64> = (1..=9).collect();
        for rank in 1..=seats {
            let rank = Some(i64::from(rank));
            if dice.below(4) == 0 {
                sat.push(Sat::Computer(PolicyKind::LEVELS[pick(&mut dice, 3)], rank));
                continue;
            }
            sat.push(Sat::Person(
                people.remove(pick(&mut dice, people.len())),
                rank,
            ));
            if dice.below(8) == 0 {
                let left_by = [LeftBy::Resigned, LeftBy::Replaced][pick(&mut dice, 2)];
                sat.push(Sat::Left(
                    people.remove(pick(&mut dice, people.len())),
                    left_by,
                ));
            }
        }
        let ending = if dice.below(10) == 0 {
            Ending::Agreed
        } else {
            Ending::Played
        };
        came_out(house, &sat, ending, game * DAY / 3).await;
        // They are counted as they come, and sometimes several at once.
        if dice.below(3) > 0 {
            house.host.ratings.rate_games().await.unwrap();
        }
    }
    house.host.ratings.rate_games().await.unwrap();
    let kept = all(house, 9).await;
    assert!(kept.len() > 20, "{kept:?}");
    rate_all_again(&house.store).await;
    assert_eq!(all(house, 9).await, kept);
}

#[test]
fn the_same_people_count_three_times_a_week() {
    wait(async {
        let house = TestHost::new().await;
        let pair = [Sat::Person(1, Some(1)), Sat::Person(2, Some(2))];
        for game in 0..5 {
            came_out(&house, &pair, Ending::Played, 20_000 * DAY + game).await;
        }
        // With somebody else it is another circle.
        came_out(
            &house,
            &[pair[0], Sat::Person(3, Some(2))],
            Ending::Played,
            20_000 * DAY + 9,
        )
        .await;
        house.host.ratings.rate_games().await.unwrap();
        assert_eq!(rating(&house, 2, 1).await.unwrap().games, 4);
        assert_eq!(rating(&house, 2, 2).await.unwrap().games, 3);
        came_out(&house, &pair, Ending::Played, 20_008 * DAY).await;
        house.host.ratings.rate_games().await.unwrap();
        assert_eq!(rating(&house, 2, 2).await.unwrap().games, 4);
    });
}

#[test]
fn who_left_is_last_and_who_came_later_is_not_reckoned_with() {
    wait(async {
        let house = TestHost::new().await;
        // Person 3 resigned, and the computer that took over was first.
        let sat = [
            Sat::Person(1, Some(2)),
            Sat::Person(2, Some(3)),
            Sat::Computer(PolicyKind::Makua, Some(1)),
            Sat::Left(3, LeftBy::Resigned),
        ];
        came_out(&house, &sat, Ending::Played, 0).await;
        // Person 6 was gone, and person 7 took over and won.
        let sat = [
            Sat::Person(4, Some(2)),
            Sat::Person(5, Some(3)),
            Sat::Person(7, Some(1)),
            Sat::Left(6, LeftBy::Replaced),
        ];
        came_out(&house, &sat, Ending::Played, DAY).await;
        house.host.ratings.rate_games().await.unwrap();
        for [first, second, last] in [[1, 2, 3], [4, 5, 6]] {
            let [first, second, last] = [
                points(&house, 3, first).await,
                points(&house, 3, second).await,
                points(&house, 3, last).await,
            ];
            assert!(first > second && second > last, "{first} {second} {last}");
        }
        assert_eq!(rating(&house, 3, 7).await, None);
        // What all agreed to end says nothing.
        came_out(
            &house,
            &[Sat::Person(8, None), Sat::Person(9, None)],
            Ending::Agreed,
            2 * DAY,
        )
        .await;
        house.host.ratings.rate_games().await.unwrap();
        assert_eq!(
            (rating(&house, 2, 8).await, rating(&house, 2, 9).await),
            (None, None)
        );
    });
}

#[test]
fn whoever_gives_up_against_computers_has_lost_to_those_that_were_there() {
    wait(async {
        let house = TestHost::new().await;
        let computer = |kind| Sat::Computer(kind, None);
        // The computer in the place of person 1 came later; the others were there from the start.
        let sat = [
            computer(PolicyKind::Keiki),
            computer(PolicyKind::Makua),
            computer(PolicyKind::Makua),
            Sat::Left(1, LeftBy::Resigned),
        ];
        came_out(&house, &sat, Ending::Resigned, 0).await;
        // Here all have left.
        let sat = [
            computer(PolicyKind::Makua),
            Sat::Left(2, LeftBy::Resigned),
            computer(PolicyKind::Makua),
            Sat::Left(3, LeftBy::Resigned),
        ];
        came_out(&house, &sat, Ending::Resigned, DAY).await;
        house.host.ratings.rate_games().await.unwrap();
        assert!(points(&house, 3, 1).await < 1500);
        assert_eq!(
            (rating(&house, 2, 2).await, rating(&house, 2, 3).await),
            (None, None)
        );
    });
}

/// The rating of a computer is fixed, and a win against the strongest counts for more than one
/// against the weakest.
#[test]
fn computers_are_the_marks_by_which_people_are_measured() {
    wait(async {
        let house = TestHost::new().await;
        for game in 0..30 {
            for (person, kind) in [
                (1, PolicyKind::Keiki),
                (2, PolicyKind::Makua),
                (3, PolicyKind::Kupuna),
            ] {
                let rank = 1 + i64::from(game % 2 == 0);
                let sat = [
                    Sat::Person(person, Some(rank)),
                    Sat::Computer(kind, Some(3 - rank)),
                ];
                came_out(&house, &sat, Ending::Played, i64::from(game) * 3 * DAY).await;
            }
        }
        house.host.ratings.rate_games().await.unwrap();
        // Whoever wins every other game against one is as good as that one.
        for (person, anchor) in [(1, 1350), (2, 1750), (3, 2275)] {
            let rating = rating(&house, 2, person).await.unwrap();
            let (points, within) = (rating_points(&rating), rating_margin(&rating));
            assert!(
                (points - anchor).abs() <= within,
                "{points} ± {within}, not {anchor}"
            );
            assert!(!is_provisional(&rating));
        }
        // They are listed, the best first, where they played.
        let best = house
            .host
            .ratings
            .list_best_on(GuildId(1), Title::Hawaii, 2)
            .await
            .unwrap();
        assert_eq!(
            best.iter().map(|it| it.person.0).collect::<Vec<_>>(),
            [3, 2, 1]
        );
        assert_eq!(
            house
                .host
                .ratings
                .list_best_on(GuildId(2), Title::Hawaii, 2)
                .await
                .unwrap(),
            []
        );
        assert_eq!(
            house
                .host
                .ratings
                .list_best_on(GuildId(1), Title::Hawaii, 3)
                .await
                .unwrap(),
            []
        );
    });
}

#[test]
fn where_it_counts_there_are_no_hints_and_no_step_is_taken_back_that_a_computer_answered() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(2),
            computers: vec![PolicyKind::default()],
            settings: rated(),
            ..new_game::<Haleakala>(7)
        };
        let game = house.host.lobby.open(&new, &actor(1)).await.unwrap().game;
        let table = house.start(game, 1).await;
        // A turn that is over: the computer has answered it.
        let turn = house
            .until::<Haleakala>(table.game, |turn| quiet(turn, true, 3))
            .await;
        house.settle(turn).await;
        let table = house.kept(game).await;
        let turn = house.turn::<Haleakala>(game).await;
        let seat = turn.to_act().unwrap();
        assert_eq!(
            declined(house.host.hints.hint(&turn, seat).await),
            Declined::NoHints
        );
        let back = house
            .host
            .take_back
            .take_back::<Haleakala>(table, &actor(1))
            .await;
        assert!(matches!(
            declined(back),
            Declined::ActedSince(_) | Declined::Shown
        ));
    });
}
