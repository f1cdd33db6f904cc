//! The lobby: who may join, leave and start, and what can be chosen.

use std::collections::BTreeSet;

use lanai_ai::PolicyKind;
use lanai_host::{
    Actor, ChannelId, GuildId, LessonPart, NewGame, News, PersonId, Refusal, SetUpChoice, Table,
    TableSettings, TableStatus, TimeControl, TimeoutPolicy,
};
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Title, UnsupportedPlayerCount, choices};

use lanai_testing::scenes::{TestHost, actor, block_on, expect_refusal, new_game, seeded_dice};

async fn open_with_seats(fixture: &TestHost, chairs: u8) -> Table {
    let new = NewGame {
        seat_count: Some(chairs),
        ..new_game::<Hawaii>(7)
    };
    fixture.open_table(&new, 100).await
}

fn expect_opening_refused<G: Rules>(change: impl FnOnce(&mut NewGame)) -> Refusal {
    let mut new = new_game::<G>(7);
    change(&mut new);
    let asked = expect_refusal(lanai_host::Lobby::check_new_game(&new));
    block_on(async {
        let fixture = TestHost::new().await;
        assert_eq!(
            expect_refusal(fixture.host.lobby.open(&new, &actor(100)).await),
            asked
        );
        assert_eq!(
            expect_refusal(fixture.host.tables.find_in_channel(ChannelId(7)).await),
            Refusal::NoTable
        );
    });
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn full_table_refuses_players() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 2).await.id;
    fixture.join(game, 101).await;
    let before = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(fixture.host.lobby.join(game, &actor(102), None, true).await),
        Refusal::Full
    );
    assert_eq!(fixture.load_everything(game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn joining_twice_or_leaving_unseated_is_refused() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 3).await.id;
    let before = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(fixture.host.lobby.join(game, &actor(100), None, true).await),
        Refusal::Seated
    );
    assert_eq!(
        expect_refusal(fixture.host.lobby.leave(game, &actor(101), true).await),
        Refusal::NotSeated
    );
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &actor(101)).await),
        Refusal::NotSeated
    );
    assert_eq!(fixture.load_everything(game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn start_needs_enough_players() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 4).await.id;
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &actor(100)).await),
        Refusal::TooFew(1)
    );
    fixture.join(game, 101).await;
    let table = fixture.start(game, 100).await;
    assert_eq!(
        (table.status, table.seats.len()),
        (TableStatus::Running, 2),
        "chairs may stay empty"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn running_game_refuses_joining_and_leaving() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let before = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(fixture.host.lobby.join(game, &actor(102), None, true).await),
        Refusal::Begun
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .join(game, &actor(100), Some("word"), true)
                .await
        ),
        Refusal::Begun
    );
    assert_eq!(
        expect_refusal(fixture.host.lobby.leave(game, &actor(100), true).await),
        Refusal::Begun
    );
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &actor(100)).await),
        Refusal::Begun
    );
    assert_eq!(fixture.load_everything(game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_before_the_start_are_refused() {
    let fixture = TestHost::new().await;
    let table = open_with_seats(&fixture, 2).await;
    let (host, one) = (&fixture.host, actor(100));
    assert_eq!(
        expect_refusal(host.games.load::<Hawaii>(table.clone()).await),
        Refusal::NotBegun
    );
    assert_eq!(
        expect_refusal(
            host.games
                .load_turn::<Hawaii>(table.clone(), PersonId(100))
                .await
        ),
        Refusal::NotBegun
    );
    assert_eq!(
        expect_refusal(
            host.take_back
                .take_back::<Hawaii>(table.clone(), &one)
                .await
        ),
        Refusal::NotBegun
    );
    assert_eq!(
        expect_refusal(host.resignations.resign(table.clone(), &one).await),
        Refusal::NotBegun
    );
    assert_eq!(
        expect_refusal(host.games.write_record(&table).await),
        Refusal::NotOver
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn last_person_leaving_closes_the_table() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(3),
        computers: vec![PolicyKind::Makua],
        ..new_game::<Hawaii>(7)
    };
    let first = fixture.open_table(&new, 100).await.id;
    fixture.join(first, 101).await;
    let left = fixture.leave(first, 100).await;
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
    let closed = fixture
        .host
        .lobby
        .leave(first, &actor(101), false)
        .await
        .unwrap();
    assert_eq!(
        (closed.status, closed.clone()),
        (TableStatus::Over, fixture.load_table(first).await)
    );
    assert!(
        matches!(
            fixture.deliver_notices().await.last().unwrap().news,
            News::Closed
        ),
        "that is told anyway"
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .join(first, &actor(100), None, true)
                .await
        ),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(fixture.host.starts.start(first, &actor(100)).await),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(fixture.host.games.write_record(&closed).await),
        Refusal::NotBegun
    );
    let second = fixture.open_table(&new, 102).await.id;
    assert_eq!(fixture.find_in_channel(7).await.id, second);
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_has_one_table() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 2).await.id;
    let again = new_game::<Haleakala>(7);
    assert_eq!(
        expect_refusal(fixture.host.lobby.open(&again, &actor(101)).await),
        Refusal::Occupied
    );
    fixture.join(game, 101).await;
    fixture.press_start(game, 100).await;
    assert_eq!(
        expect_refusal(fixture.host.lobby.open(&again, &actor(101)).await),
        Refusal::Occupied
    );
    let other = fixture.open_table(&new_game::<Haleakala>(8), 101).await;
    let of_person = fixture
        .host
        .tables
        .list_unfinished_for_person(PersonId(101))
        .await
        .unwrap();
    assert_eq!(
        of_person.iter().map(|table| table.id).collect::<Vec<_>>(),
        [game, other.id]
    );
    assert_eq!(
        fixture
            .host
            .tables
            .list_in_guild(GuildId(1), 9)
            .await
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        fixture
            .host
            .tables
            .list_in_guild(GuildId(2), 9)
            .await
            .unwrap(),
        []
    );
    assert_eq!(
        expect_refusal(fixture.host.tables.find_in_channel(ChannelId(9)).await),
        Refusal::NoTable
    );
}

#[test]
fn seats_are_within_the_limits_of_the_game() {
    let cannot = |title, asked| Refusal::SetUp(UnsupportedPlayerCount { title, asked });
    for chairs in [0, 1, 6, 255] {
        assert_eq!(
            expect_opening_refused::<Hawaii>(|new| new.seat_count = Some(chairs)),
            cannot(Title::Hawaii, chairs)
        );
    }
    assert_eq!(
        expect_opening_refused::<Haleakala>(|new| new.seat_count = Some(3)),
        cannot(Title::Haleakala, 3)
    );
}

#[test]
fn computers_leave_a_seat_for_the_owner() {
    for computers in [5, 255] {
        assert_eq!(
            expect_opening_refused::<Hawaii>(
                |new| new.computers = vec![PolicyKind::Makua; computers]
            ),
            Refusal::TooManyComputers
        );
    }
    assert_eq!(
        expect_opening_refused::<Haleakala>(|new| new.computers = vec![PolicyKind::Makua; 2]),
        Refusal::TooManyComputers
    );
    assert_eq!(
        expect_opening_refused::<Hawaii>(|new: &mut NewGame| (new.seat_count, new.computers) =
            (Some(2), vec![PolicyKind::Makua; 2])),
        Refusal::TooManyComputers
    );
}

#[test]
fn unknown_options_are_refused() {
    let words = ["nonsense", "colour=red", "goods=green"];
    let [preset, choice, value] =
        words.map(|words| expect_opening_refused::<Hawaii>(|new| new.options = words.to_owned()));
    assert!(
        matches!(preset, Refusal::Choice(NoSuchChoice::Preset { name, .. }) if name == "nonsense")
    );
    assert!(
        matches!(choice, Refusal::Choice(NoSuchChoice::Choice { name, .. }) if name == "colour")
    );
    assert!(matches!(value, Refusal::Choice(NoSuchChoice::Value { name, .. }) if name == "goods"));
    let other = expect_opening_refused::<Haleakala>(|new| new.options = "goods=hidden".to_owned());
    assert!(
        matches!(other, Refusal::Choice(NoSuchChoice::Choice { .. })),
        "that is Hawaii's"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn word_can_be_changed_until_the_start() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 2).await.id;
    fixture
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
        let table = fixture
            .host
            .lobby
            .join(game, &actor(101), Some(said), false)
            .await
            .unwrap();
        assert_eq!(
            (table.seats[1].word.as_str(), table.seats.len()),
            (counts.as_str(), 2)
        );
        assert_eq!(fixture.load_table(game).await, table);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_joins_are_all_answered() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 5).await.id;
    let sitting = (101..113).map(|person| {
        let host = fixture.host.clone();
        tokio::spawn(async move { host.lobby.join(game, &actor(person), None, true).await })
    });
    let mut full = 0;
    for sits in sitting.collect::<Vec<_>>() {
        if let Err(failure) = sits.await.unwrap() {
            assert_eq!(expect_refusal::<()>(Err(failure)), Refusal::Full);
            full += 1;
        }
    }
    let numbers: Vec<_> = fixture
        .load_table(game)
        .await
        .seats
        .iter()
        .map(|chair| chair.seat)
        .collect();
    assert_eq!((full, numbers), (8, vec![1, 2, 3, 4, 5]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_starts_with_empty_seats() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(4),
        ..new_game::<Hawaii>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    for person in [101, 102] {
        fixture.join(game, person).await;
    }
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &actor(101)).await),
        Refusal::OnlyOwnerBegins
    );
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &actor(999)).await),
        Refusal::NotSeated
    );
    // The owner is not waited for once the table is full, or once they have left.
    let full = NewGame {
        seat_count: Some(2),
        ..new_game::<Hawaii>(8)
    };
    let full = fixture.open_table(&full, 100).await.id;
    fixture.join(full, 101).await;
    assert_eq!(fixture.start(full, 101).await.status, TableStatus::Running);
    fixture.leave(game, 100).await;
    assert_eq!(fixture.press_start(game, 101).await.seats.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_of_a_person_are_limited() {
    let fixture = TestHost::new().await;
    let most = i64::from(lanai_host::MAX_OPEN_TABLES);
    for channel in 0..most {
        fixture.open_table(&new_game::<Hawaii>(channel), 100).await;
    }
    let one_more = new_game::<Hawaii>(most);
    let refused = fixture.host.lobby.open(&one_more, &actor(100)).await;
    assert_eq!(expect_refusal(refused), Refusal::TooManyTables);
    fixture.open_table(&one_more, 101).await;
    // Finished games no longer count.
    let first = fixture.find_in_channel(0).await.id;
    fixture.leave(first, 100).await;
    fixture.open_table(&new_game::<Hawaii>(most + 1), 100).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_sets_the_table_up() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 4).await.id;
    fixture.join(game, 101).await;
    fixture.join(game, 102).await;
    let choose = async |person, choice| {
        let lobby = &fixture.host.lobby;
        lobby.set_up(game, &actor(person), &choice).await
    };
    let before = fixture.load_everything(game).await;
    for (person, choice, why) in [
        (101, SetUpChoice::Seats(5), Refusal::OnlyOwnerSetsUp),
        (103, SetUpChoice::Seats(5), Refusal::NotSeated),
        (100, SetUpChoice::Seats(2), Refusal::TooFewSeats(3)),
    ] {
        assert_eq!(expect_refusal(choose(person, choice).await), why);
    }
    assert_eq!(fixture.load_everything(game).await, before);
    let day = TimeControl::Turn(24 * 60 * 60);
    for choice in [
        SetUpChoice::Seats(3),
        SetUpChoice::TimeControl(day),
        SetUpChoice::TimeoutPolicy(TimeoutPolicy::PlaySeat),
        SetUpChoice::Options("tikis=seven".to_owned()),
    ] {
        choose(100, choice).await.unwrap();
    }
    let table = fixture.load_table(game).await;
    assert_eq!(table.seat_count, 3);
    assert_eq!(table.settings.time_control, day);
    assert_eq!(table.settings.timeout_policy, TimeoutPolicy::PlaySeat);
    let options = table.parse_options::<Hawaii>().unwrap();
    assert_eq!(choices::write::<Hawaii>(&options), "tikis=seven");
    // Without a limit nothing can happen when time is up.
    let table = choose(100, SetUpChoice::TimeControl(TimeControl::None))
        .await
        .unwrap();
    assert_eq!(table.settings.timeout_policy, TimeoutPolicy::Announce);
    fixture.start(game, 100).await;
    let late = choose(100, SetUpChoice::Seats(5)).await;
    assert_eq!(expect_refusal(late), Refusal::Begun);
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_adds_and_removes_computers() {
    let fixture = TestHost::new().await;
    let game = open_with_seats(&fixture, 3).await.id;
    let (host, owner) = (&fixture.host, actor(100));
    host.lobby
        .join(game, &actor(101), None, true)
        .await
        .unwrap();
    let before = fixture.load_everything(game).await;
    for (person, why) in [(101, Refusal::OnlyOwnerSetsUp), (102, Refusal::NotSeated)] {
        assert_eq!(
            expect_refusal(
                host.lobby
                    .add_computer(game, &actor(person), PolicyKind::Keiki)
                    .await
            ),
            why
        );
        assert_eq!(
            expect_refusal(host.lobby.remove_computer(game, &actor(person)).await),
            why
        );
    }
    assert_eq!(
        expect_refusal(host.lobby.remove_computer(game, &owner).await),
        Refusal::NoComputer
    );
    assert_eq!(fixture.load_everything(game).await, before);
    let with = host
        .lobby
        .add_computer(game, &owner, PolicyKind::Keiki)
        .await
        .unwrap();
    let people: Vec<_> = with.seats.iter().map(|chair| chair.person).collect();
    assert_eq!(people, [Some(PersonId(100)), Some(PersonId(101)), None]);
    assert_eq!(with.seats[2].policy.as_deref(), Some("keiki"));
    assert_eq!(with, fixture.load_table(game).await);
    assert_eq!(
        expect_refusal(
            host.lobby
                .add_computer(game, &owner, PolicyKind::Keiki)
                .await
        ),
        Refusal::Full
    );
    assert_eq!(
        expect_refusal(host.lobby.join(game, &actor(102), None, true).await),
        Refusal::Full
    );
    let without = host.lobby.remove_computer(game, &owner).await.unwrap();
    assert_eq!(without.seats.len(), 2);
    // Once the owner has left, the others decide.
    host.lobby.leave(game, &owner, true).await.unwrap();
    host.lobby
        .add_computer(game, &actor(101), PolicyKind::Keiki)
        .await
        .unwrap();
    let table = fixture.start(game, 101).await;
    assert_eq!(
        expect_refusal(
            host.lobby
                .add_computer(table.id, &actor(101), PolicyKind::Keiki)
                .await
        ),
        Refusal::Begun
    );
    assert_eq!(
        expect_refusal(host.lobby.remove_computer(table.id, &actor(101)).await),
        Refusal::Begun
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn last_seat_goes_to_a_computer_or_a_person() {
    let fixture = TestHost::new().await;
    for _ in 0..5 {
        let game = open_with_seats(&fixture, 2).await.id;
        let (host, owner, other) = (&fixture.host, actor(100), actor(101));
        let both = tokio::join!(
            host.lobby.add_computer(game, &owner, PolicyKind::Keiki),
            host.lobby.join(game, &other, None, false)
        );
        let late = [both.0, both.1].into_iter().filter_map(Result::err).count();
        assert_eq!((late, fixture.load_table(game).await.seats.len()), (1, 2));
        host.lobby.leave(game, &other, false).await.ok();
        host.lobby.leave(game, &owner, false).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_names_are_unique() {
    let fixture = TestHost::new().await;
    let ana = Actor {
        name: "Kula".to_owned(),
        ..actor(100)
    };
    let new = NewGame {
        seat_count: Some(5),
        computers: vec![PolicyKind::Makua; 4],
        ..new_game::<Hawaii>(7)
    };
    let names = fixture
        .host
        .lobby
        .open(&new, &ana)
        .await
        .unwrap()
        .player_names();
    let different: BTreeSet<&String> = names.iter().collect();
    assert_eq!(different.len(), 5, "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_rotates_the_seats() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(3, 1).await.id;
    let running = fixture.load_table(game).await;
    let host = &fixture.host;
    assert_eq!(
        expect_refusal(host.lobby.find_rematch(&running, &actor(100)).await),
        Refusal::PreviousGameNotOver
    );
    let before = fixture.play_out::<Hawaii>(game, &mut seeded_dice(71)).await;
    assert_eq!(
        expect_refusal(host.lobby.find_rematch(&before, &actor(103)).await),
        Refusal::NotInPreviousGame
    );
    assert_eq!(
        host.lobby.find_rematch(&before, &actor(100)).await.unwrap(),
        None
    );
    let again = NewGame {
        channel: ChannelId(8),
        ..NewGame::for_rematch(&before).unwrap()
    };
    let table = host.lobby.open(&again, &actor(101)).await.unwrap();
    let elsewhere = NewGame {
        channel: ChannelId(9),
        ..again
    };
    assert_eq!(
        expect_refusal(host.lobby.open(&elsewhere, &actor(100)).await),
        Refusal::Occupied
    );
    assert_eq!(
        host.lobby.find_rematch(&before, &actor(102)).await.unwrap(),
        Some(table.clone())
    );
    let awaited = |table: &Table| {
        table
            .awaited_players()
            .map(|(person, _)| person.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(awaited(&table), [100, 102]);
    host.lobby
        .join(table.id, &actor(100), None, true)
        .await
        .unwrap();
    host.lobby
        .join(table.id, &actor(102), None, true)
        .await
        .unwrap();
    let table = fixture.start(table.id, 101).await;
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
}

/// After a lesson a person plays like any other.
#[tokio::test(flavor = "multi_thread")]
async fn lesson_has_no_rematch_as_lesson() {
    let fixture = TestHost::new().await;
    let mut before = fixture.start_game::<Hawaii>(1, 1).await;
    before.settings.lesson = Some(LessonPart::First);
    let again = NewGame::for_rematch(&before).unwrap();
    assert_eq!(
        again.settings,
        TableSettings {
            lesson: None,
            ..before.settings
        }
    );
}
