//! The lobby: who may join, leave and start, and what can be chosen.

use std::collections::BTreeSet;

use lanai_ai::PolicyKind;
use lanai_host::{
    Actor, ChannelId, Declined, GuildId, Lesson, NewGame, News, PersonId, Table, TableSettings,
    TableStatus,
};
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{CannotSetUp, Rules, Title};

use lanai_testing::scenes::{TestHost, actor, declined, dice, new_game, wait};

async fn opened(house: &TestHost, chairs: u8) -> Table {
    let new = NewGame {
        chairs: Some(chairs),
        ..new_game::<Hawaii>(7)
    };
    house.host.lobby.open(&new, &actor(100)).await.unwrap()
}

fn refused<G: Rules>(change: impl FnOnce(&mut NewGame)) -> Declined {
    let mut new = new_game::<G>(7);
    change(&mut new);
    let asked = declined(lanai_host::Lobby::check_new_game(&new));
    wait(async {
        let house = TestHost::new().await;
        assert_eq!(
            declined(house.host.lobby.open(&new, &actor(100)).await),
            asked
        );
        assert_eq!(
            declined(house.host.tables.find_in_channel(ChannelId(7)).await),
            Declined::NoTable
        );
    });
    asked
}

#[test]
fn nobody_sits_down_where_all_chairs_are_taken() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 2).await.game;
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        let before = house.all_of(game).await;
        assert_eq!(
            declined(house.host.lobby.join(game, &actor(102), None, true).await),
            Declined::Full
        );
        assert_eq!(house.all_of(game).await, before);
    });
}

#[test]
fn nobody_sits_twice_or_leaves_where_he_does_not_sit() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 3).await.game;
        let before = house.all_of(game).await;
        assert_eq!(
            declined(house.host.lobby.join(game, &actor(100), None, true).await),
            Declined::Seated
        );
        assert_eq!(
            declined(house.host.lobby.leave(game, &actor(101), true).await),
            Declined::NotSeated
        );
        assert_eq!(
            declined(house.host.starts.start(game, &actor(101)).await),
            Declined::NotSeated
        );
        assert_eq!(house.all_of(game).await, before);
    });
}

#[test]
fn a_game_needs_enough_people_to_begin() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 4).await.game;
        assert_eq!(
            declined(house.host.starts.start(game, &actor(100)).await),
            Declined::TooFew(1)
        );
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        let table = house.start(game, 100).await;
        assert_eq!(
            (table.status, table.seats.len()),
            (TableStatus::Running, 2),
            "chairs may stay empty"
        );
    });
}

#[test]
fn nobody_comes_or_goes_once_the_game_has_begun() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        let before = house.all_of(game).await;
        assert_eq!(
            declined(house.host.lobby.join(game, &actor(102), None, true).await),
            Declined::Begun
        );
        assert_eq!(
            declined(
                house
                    .host
                    .lobby
                    .join(game, &actor(100), Some("word"), true)
                    .await
            ),
            Declined::Begun
        );
        assert_eq!(
            declined(house.host.lobby.leave(game, &actor(100), true).await),
            Declined::Begun
        );
        assert_eq!(
            declined(house.host.starts.start(game, &actor(100)).await),
            Declined::Begun
        );
        assert_eq!(house.all_of(game).await, before);
    });
}

#[test]
fn nobody_acts_before_the_game_begins() {
    wait(async {
        let house = TestHost::new().await;
        let table = opened(&house, 2).await;
        let (host, one) = (&house.host, actor(100));
        assert_eq!(
            declined(host.games.load::<Hawaii>(table.clone()).await),
            Declined::NotBegun
        );
        assert_eq!(
            declined(
                host.games
                    .load_turn::<Hawaii>(table.clone(), PersonId(100))
                    .await
            ),
            Declined::NotBegun
        );
        assert_eq!(
            declined(
                host.take_back
                    .take_back::<Hawaii>(table.clone(), &one)
                    .await
            ),
            Declined::NotBegun
        );
        assert_eq!(
            declined(host.resignations.resign(table.clone(), &one).await),
            Declined::NotBegun
        );
        assert_eq!(
            declined(host.games.write_record(&table).await),
            Declined::NotOver
        );
    });
}

#[test]
fn when_the_last_person_leaves_the_table_is_closed_and_the_channel_free() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(3),
            computers: vec![PolicyKind::Makua],
            ..new_game::<Hawaii>(7)
        };
        let first = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        house
            .host
            .lobby
            .join(first, &actor(101), None, true)
            .await
            .unwrap();
        let left = house
            .host
            .lobby
            .leave(first, &actor(100), true)
            .await
            .unwrap();
        assert_eq!(left.status, TableStatus::Open);
        let chairs: Vec<_> = left
            .seats
            .iter()
            .map(|chair| (chair.seat, chair.person))
            .collect();
        assert_eq!(
            chairs,
            [(1, None), (2, Some(PersonId(101)))],
            "those who stay move up"
        );
        let closed = house
            .host
            .lobby
            .leave(first, &actor(101), false)
            .await
            .unwrap();
        assert_eq!(
            (closed.status, closed.clone()),
            (TableStatus::Over, house.kept(first).await)
        );
        assert!(
            matches!(house.hear().await.last().unwrap().news, News::Closed),
            "that is told anyway"
        );
        assert_eq!(
            declined(house.host.lobby.join(first, &actor(100), None, true).await),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.starts.start(first, &actor(100)).await),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.games.write_record(&closed).await),
            Declined::NotBegun
        );
        let second = house.host.lobby.open(&new, &actor(102)).await.unwrap().game;
        assert_eq!(
            house
                .host
                .tables
                .find_in_channel(ChannelId(7))
                .await
                .unwrap()
                .game,
            second
        );
    });
}

#[test]
fn a_channel_has_one_table() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 2).await.game;
        let again = new_game::<Haleakala>(7);
        assert_eq!(
            declined(house.host.lobby.open(&again, &actor(101)).await),
            Declined::Occupied
        );
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        house.host.starts.start(game, &actor(100)).await.unwrap();
        assert_eq!(
            declined(house.host.lobby.open(&again, &actor(101)).await),
            Declined::Occupied
        );
        let other = house
            .host
            .lobby
            .open(&new_game::<Haleakala>(8), &actor(101))
            .await
            .unwrap();
        let of_person = house
            .host
            .tables
            .list_of_person(PersonId(101))
            .await
            .unwrap();
        assert_eq!(
            of_person.iter().map(|table| table.game).collect::<Vec<_>>(),
            [game, other.game]
        );
        assert_eq!(
            house
                .host
                .tables
                .list_in_guild(GuildId(1), 9)
                .await
                .unwrap()
                .len(),
            2
        );
        assert_eq!(
            house
                .host
                .tables
                .list_in_guild(GuildId(2), 9)
                .await
                .unwrap(),
            []
        );
        assert_eq!(
            declined(house.host.tables.find_in_channel(ChannelId(9)).await),
            Declined::NoTable
        );
    });
}

#[test]
fn a_table_has_as_many_chairs_as_its_game_allows() {
    let cannot = |title, asked| Declined::SetUp(CannotSetUp { title, asked });
    for chairs in [0, 1, 6, 255] {
        assert_eq!(
            refused::<Hawaii>(|new| new.chairs = Some(chairs)),
            cannot(Title::Hawaii, chairs)
        );
    }
    assert_eq!(
        refused::<Haleakala>(|new| new.chairs = Some(3)),
        cannot(Title::Haleakala, 3)
    );
}

#[test]
fn the_computers_leave_a_chair_for_the_person_who_opens() {
    for computers in [5, 255] {
        assert_eq!(
            refused::<Hawaii>(|new| new.computers = vec![PolicyKind::Makua; computers]),
            Declined::TooManyComputers
        );
    }
    assert_eq!(
        refused::<Haleakala>(|new| new.computers = vec![PolicyKind::Makua; 2]),
        Declined::TooManyComputers
    );
    let two =
        |new: &mut NewGame| (new.chairs, new.computers) = (Some(2), vec![PolicyKind::Makua; 2]);
    assert_eq!(refused::<Hawaii>(two), Declined::TooManyComputers);
}

#[test]
fn only_what_the_game_knows_can_be_chosen() {
    let words = ["nonsense", "colour=red", "goods=green"];
    let [preset, choice, value] =
        words.map(|words| refused::<Hawaii>(|new| new.options = words.to_owned()));
    assert!(
        matches!(preset, Declined::Choice(NoSuchChoice::Preset { name, .. }) if name == "nonsense")
    );
    assert!(
        matches!(choice, Declined::Choice(NoSuchChoice::Choice { name, .. }) if name == "colour")
    );
    assert!(matches!(value, Declined::Choice(NoSuchChoice::Value { name, .. }) if name == "goods"));
    let other = refused::<Haleakala>(|new| new.options = "goods=hidden".to_owned());
    assert!(
        matches!(other, Declined::Choice(NoSuchChoice::Choice { .. })),
        "that is Hawaii's"
    );
}

#[test]
fn a_word_can_be_changed_until_the_start() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 2).await.game;
        house
            .host
            .lobby
            .join(game, &actor(101), Some("first"), true)
            .await
            .unwrap();
        for (said, counts) in [
            ("second", "second".to_owned()),
            (
                "  be\tyond \n what is seen  ",
                "beyond  what is seen".to_owned(),
            ),
            ("", String::new()),
            (&"ā".repeat(60), "ā".repeat(40)),
        ] {
            let table = house
                .host
                .lobby
                .join(game, &actor(101), Some(said), false)
                .await
                .unwrap();
            assert_eq!(
                (table.seats[1].word.as_str(), table.seats.len()),
                (counts.as_str(), 2)
            );
            assert_eq!(house.kept(game).await, table);
        }
    });
}

#[test]
fn many_who_sit_down_at_once_all_get_an_answer() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 5).await.game;
        let sitting = (101..113).map(|person| {
            let host = house.host.clone();
            tokio::spawn(async move { host.lobby.join(game, &actor(person), None, true).await })
        });
        let mut full = 0;
        for sits in sitting.collect::<Vec<_>>() {
            if let Err(failure) = sits.await.unwrap() {
                assert_eq!(declined::<()>(Err(failure)), Declined::Full);
                full += 1;
            }
        }
        let numbers: Vec<_> = house
            .kept(game)
            .await
            .seats
            .iter()
            .map(|chair| chair.seat)
            .collect();
        assert_eq!((full, numbers), (8, vec![1, 2, 3, 4, 5]));
    });
}

#[test]
fn with_fewer_than_planned_only_whoever_opened_the_table_begins() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(4),
            ..new_game::<Hawaii>(7)
        };
        let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        for person in [101, 102] {
            house
                .host
                .lobby
                .join(game, &actor(person), None, true)
                .await
                .unwrap();
        }
        assert_eq!(
            declined(house.host.starts.start(game, &actor(101)).await),
            Declined::OwnerBegins
        );
        assert_eq!(
            declined(house.host.starts.start(game, &actor(999)).await),
            Declined::NotSeated
        );
        // When all are there, nobody waits for them; nor when they are gone.
        let full = NewGame {
            chairs: Some(2),
            ..new_game::<Hawaii>(8)
        };
        let full = house
            .host
            .lobby
            .open(&full, &actor(100))
            .await
            .unwrap()
            .game;
        house
            .host
            .lobby
            .join(full, &actor(101), None, true)
            .await
            .unwrap();
        assert_eq!(house.start(full, 101).await.status, TableStatus::Running);
        house
            .host
            .lobby
            .leave(game, &actor(100), true)
            .await
            .unwrap();
        assert_eq!(
            house
                .host
                .starts
                .start(game, &actor(101))
                .await
                .unwrap()
                .seats
                .len(),
            2
        );
    });
}

#[test]
fn nobody_opens_tables_without_end() {
    wait(async {
        let house = TestHost::new().await;
        let most = i64::from(lanai_host::MAX_OPEN_TABLES);
        for channel in 0..most {
            house
                .host
                .lobby
                .open(&new_game::<Hawaii>(channel), &actor(100))
                .await
                .unwrap();
        }
        let one_more = new_game::<Hawaii>(most);
        let refused = house.host.lobby.open(&one_more, &actor(100)).await;
        assert_eq!(declined(refused), Declined::TooManyTables);
        house.host.lobby.open(&one_more, &actor(101)).await.unwrap();
        // One that is over counts no more.
        let first = house
            .host
            .tables
            .find_in_channel(ChannelId(0))
            .await
            .unwrap()
            .game;
        house
            .host
            .lobby
            .leave(first, &actor(100), true)
            .await
            .unwrap();
        house
            .host
            .lobby
            .open(&new_game::<Hawaii>(most + 1), &actor(100))
            .await
            .unwrap();
    });
}

#[test]
fn whoever_opened_the_table_sets_computers_and_takes_them_away() {
    wait(async {
        let house = TestHost::new().await;
        let game = opened(&house, 3).await.game;
        let (host, owner) = (&house.host, actor(100));
        host.lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        let before = house.all_of(game).await;
        for (person, why) in [(101, Declined::OwnerArranges), (102, Declined::NotSeated)] {
            assert_eq!(
                declined(
                    host.lobby
                        .add_computer(game, &actor(person), PolicyKind::Keiki)
                        .await
                ),
                why
            );
            assert_eq!(
                declined(host.lobby.remove_computer(game, &actor(person)).await),
                why
            );
        }
        assert_eq!(
            declined(host.lobby.remove_computer(game, &owner).await),
            Declined::NoComputer
        );
        assert_eq!(house.all_of(game).await, before);
        let with = host
            .lobby
            .add_computer(game, &owner, PolicyKind::Keiki)
            .await
            .unwrap();
        let people: Vec<_> = with.seats.iter().map(|chair| chair.person).collect();
        assert_eq!(people, [Some(PersonId(100)), Some(PersonId(101)), None]);
        assert_eq!(with.seats[2].mind.as_deref(), Some("keiki"));
        assert_eq!(with, house.kept(game).await);
        assert_eq!(
            declined(
                host.lobby
                    .add_computer(game, &owner, PolicyKind::Keiki)
                    .await
            ),
            Declined::Full
        );
        assert_eq!(
            declined(host.lobby.join(game, &actor(102), None, true).await),
            Declined::Full
        );
        let without = host.lobby.remove_computer(game, &owner).await.unwrap();
        assert_eq!(without.seats.len(), 2);
        // When they have left, those who stay decide.
        host.lobby.leave(game, &owner, true).await.unwrap();
        host.lobby
            .add_computer(game, &actor(101), PolicyKind::Keiki)
            .await
            .unwrap();
        let table = house.start(game, 101).await;
        assert_eq!(
            declined(
                host.lobby
                    .add_computer(table.game, &actor(101), PolicyKind::Keiki)
                    .await
            ),
            Declined::Begun
        );
        assert_eq!(
            declined(host.lobby.remove_computer(table.game, &actor(101)).await),
            Declined::Begun
        );
    });
}

#[test]
fn of_a_computer_and_a_person_who_want_the_last_chair_one_gets_it() {
    wait(async {
        let house = TestHost::new().await;
        for _ in 0..5 {
            let game = opened(&house, 2).await.game;
            let (host, owner, other) = (&house.host, actor(100), actor(101));
            let both = tokio::join!(
                host.lobby.add_computer(game, &owner, PolicyKind::Keiki),
                host.lobby.join(game, &other, None, false)
            );
            let late = [both.0, both.1].into_iter().filter_map(Result::err).count();
            assert_eq!((late, house.kept(game).await.seats.len()), (1, 2));
            host.lobby.leave(game, &other, false).await.ok();
            host.lobby.leave(game, &owner, false).await.unwrap();
        }
    });
}

#[test]
fn no_two_computers_are_called_the_same_nor_what_a_person_is_called() {
    wait(async {
        let house = TestHost::new().await;
        let ana = Actor {
            name: "Kula".to_owned(),
            ..actor(100)
        };
        let new = NewGame {
            chairs: Some(5),
            computers: vec![PolicyKind::Makua; 4],
            ..new_game::<Hawaii>(7)
        };
        let names = house.host.lobby.open(&new, &ana).await.unwrap().names();
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), 5, "{names:?}");
    });
}

#[test]
fn those_who_play_again_sit_in_turned_order() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(3, 1).await.game;
        let running = house.kept(game).await;
        let host = &house.host;
        assert_eq!(
            declined(host.lobby.follower(&running, &actor(100)).await),
            Declined::StillPlayed
        );
        let before = house.play_out::<Hawaii>(game, &mut dice(71)).await;
        assert_eq!(
            declined(host.lobby.follower(&before, &actor(103)).await),
            Declined::NotPlayed
        );
        assert_eq!(
            host.lobby.follower(&before, &actor(100)).await.unwrap(),
            None
        );
        let again = NewGame {
            channel: ChannelId(8),
            ..NewGame::again(&before).unwrap()
        };
        let table = host.lobby.open(&again, &actor(101)).await.unwrap();
        let elsewhere = NewGame {
            channel: ChannelId(9),
            ..again
        };
        assert_eq!(
            declined(host.lobby.open(&elsewhere, &actor(100)).await),
            Declined::Occupied
        );
        assert_eq!(
            host.lobby.follower(&before, &actor(102)).await.unwrap(),
            Some(table.clone())
        );
        let awaited = |table: &Table| {
            table
                .awaited()
                .map(|(person, _)| person.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(awaited(&table), [100, 102]);
        host.lobby
            .join(table.game, &actor(100), None, true)
            .await
            .unwrap();
        host.lobby
            .join(table.game, &actor(102), None, true)
            .await
            .unwrap();
        let table = house.start(table.game, 101).await;
        let people: Vec<_> = table
            .seats
            .iter()
            .map(|chair| chair.person.map(|person| person.0))
            .collect();
        assert_eq!(
            people,
            [None, Some(101), Some(102), Some(100)],
            "who sat first sits last"
        );
        assert!(awaited(&table).is_empty());
        assert_eq!(table.options, before.options);
    });
}

/// After a lesson a person plays like any other.
#[test]
fn a_lesson_is_followed_by_no_lesson() {
    wait(async {
        let house = TestHost::new().await;
        let mut before = house.begun::<Hawaii>(1, 1).await;
        before.settings.lesson = Some(Lesson::Direct);
        let again = NewGame::again(&before).unwrap();
        assert_eq!(
            again.settings,
            TableSettings {
                lesson: None,
                ..before.settings
            }
        );
    });
}
