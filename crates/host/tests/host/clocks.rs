//! Time controls, with a clock that the test sets: whose time counts when.

use lanai_ai::{Evaluate, PolicyKind};
use lanai_host::{
    Clock, Consent, NUDGE_AFTER_SECS, NewGame, News, PersonId, PersonSettings, Refusal, Table,
    TableSettings, Terms, TimeControl, TimeoutPolicy, Timestamp, Waiting,
};
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{
    TestHost, actor, expect_refusal, find_quiet_turn, new_game, play_random_action, seeded_dice,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const START: Timestamp = Timestamp(20_000 * DAY);

/// A host with a stopped clock, and a game of two with a day for each turn.
async fn start_timed_game<G: Evaluate>() -> (TestHost, Clock, Table) {
    start_timed_game_with::<G>(0).await
}

/// Creates the same with some computers among the players.
async fn start_timed_game_with<G: Evaluate>(computers: u8) -> (TestHost, Clock, Table) {
    let clock = Clock::stopped_at(START);
    let fixture = TestHost::new().await.with_clock(&clock);
    let settings = TableSettings {
        time_control: TimeControl::Turn(DAY),
        timeout_policy: TimeoutPolicy::PlayTurn,
        ..TableSettings::default()
    };
    let new = NewGame {
        seat_count: Some(2),
        computers: vec![PolicyKind::default(); computers.into()],
        settings,
        ..new_game::<G>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    if computers == 0 {
        fixture.join(game, 101).await;
    }
    let table = fixture.start(game, 100).await;
    (fixture, clock, table)
}

async fn load_waiting(fixture: &TestHost, table: &Table) -> Waiting {
    fixture.load_table(table.id).await.waiting
}

fn deadline(waiting: &Waiting) -> Timestamp {
    waiting
        .deadline(TimeControl::Turn(DAY), &PersonSettings::default())
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_restores_the_remaining_time() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    clock.advance(20 * HOUR);
    let passed = fixture
        .find_turn::<Hawaii>(table.id, |turn| find_quiet_turn(turn, true, 3))
        .await;
    let person = table
        .seated_player(passed.steps[0].seat)
        .unwrap()
        .person
        .unwrap();
    let before = deadline(&load_waiting(&fixture, &table).await);
    let settled = fixture.commit_turn(passed).await;
    clock.advance(5 * HOUR);
    fixture.take_back::<Hawaii>(settled.table, person.0).await;
    let back = load_waiting(&fixture, &table).await;
    assert_eq!(back.person, Some(person));
    assert_eq!(
        deadline(&back),
        before + 5 * HOUR,
        "the time of the other is not theirs"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn undone_steps_do_not_change_the_clock() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let one = fixture
        .find_turn::<Hawaii>(table.id, |turn: &lanai_host::Turn<Hawaii>| {
            let one = find_quiet_turn(turn, false, 1).filter(|_| turn.game.begins_turn())?;
            find_quiet_turn(&one, false, 1).map(|_| one)
        })
        .await;
    let begun = load_waiting(&fixture, &table).await;
    clock.advance(HOUR);
    let person = begun.person.unwrap();
    fixture.commit_turn(one).await;
    let turn = fixture.load_turn::<Hawaii>(table.id).await;
    clock.advance(HOUR);
    let mut settled = fixture
        .commit_turn(find_quiet_turn(&turn, false, 1).unwrap())
        .await;
    for left in [Some(START + 2 * HOUR), None] {
        settled = fixture.take_back::<Hawaii>(settled.table, person.0).await;
        let now = load_waiting(&fixture, &table).await;
        assert_eq!(
            (now.turn, now.since),
            (begun.turn, begun.since),
            "the clock goes on"
        );
        assert_eq!(
            now.begun_at, left,
            "asked for, as long as something of it stays"
        );
    }
}

async fn set_person_settings(fixture: &TestHost, person: PersonId, personal: &PersonSettings) {
    fixture
        .host
        .settings
        .change_person_settings(person, |before: &mut PersonSettings| {
            before.clone_from(personal);
            Ok::<(), ()>(())
        })
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn requested_time_postpones_deadline_and_reminders() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let late = load_waiting(&fixture, &table).await.person.unwrap();
    let other = 201 - late.0;
    let personal = PersonSettings {
        reminder_interval: Some(HOUR),
        ..PersonSettings::default()
    };
    set_person_settings(&fixture, late, &personal).await;
    for _ in 0..8 {
        clock.advance(HOUR);
        fixture.run_due_work().await;
    }
    assert!(
        fixture
            .host
            .replacements
            .is_missing(&fixture.load_table(table.id).await, late)
            .await
            .unwrap()
    );
    let now = clock.now();
    fixture
        .host
        .amendments
        .snooze(
            fixture.load_table(table.id).await,
            &actor(late.0),
            now + 3 * HOUR,
        )
        .await
        .unwrap();
    let replaced = fixture
        .host
        .replacements
        .replace(
            fixture.load_table(table.id).await,
            &actor(other),
            late,
            None,
            false,
        )
        .await;
    assert_eq!(expect_refusal(replaced), Refusal::NotAbsent);
    clock.advance(3 * HOUR);
    fixture.run_due_work().await;
    let again = load_waiting(&fixture, &table).await;
    assert_eq!((again.reminders, again.reminded_at), (1, Some(clock.now())));
    // Holidays stop no clock either, however long they are.
    let holidays = vec![lanai_host::Holiday {
        from: clock.now(),
        until: clock.now() + 30 * DAY,
    }];
    set_person_settings(
        &fixture,
        late,
        &PersonSettings {
            holidays,
            reminder_interval: Some(0),
            ..PersonSettings::default()
        },
    )
    .await;
    clock.advance(20 * DAY);
    assert!(
        !fixture
            .host
            .replacements
            .is_missing(&fixture.load_table(table.id).await, late)
            .await
            .unwrap()
    );
    clock.advance(30 * DAY);
    assert!(
        fixture
            .host
            .replacements
            .is_missing(&fixture.load_table(table.id).await, late)
            .await
            .unwrap()
    );
}

/// A reminder that could not be sent is rescheduled and does not count as sent.
#[tokio::test(flavor = "multi_thread")]
async fn failed_reminder_is_sent_again() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let first = fixture
        .find_turn::<Hawaii>(table.id, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let person = load_waiting(&fixture, &table).await.person.unwrap();
    set_person_settings(
        &fixture,
        person,
        &PersonSettings {
            reminder_interval: Some(HOUR),
            ..PersonSettings::default()
        },
    )
    .await;
    fixture.deliver_notices().await;
    let missed = async |after| {
        clock.advance(after);
        fixture.run_due_work().await;
        let said = load_waiting(&fixture, &table).await;
        let calls = async || {
            let due = fixture.due_notices(10).await;
            due.into_iter()
                .filter(|due| matches!(due.news, News::Ping(_)))
                .collect::<Vec<_>>()
        };
        fixture
            .outbox()
            .reschedule_reminder(&calls().await[0])
            .await
            .unwrap();
        let now = load_waiting(&fixture, &table).await;
        assert_eq!(
            (said.reminded_at, now.reminded_at),
            (Some(clock.now()), None)
        );
        assert!(calls().await.is_empty());
        ((said.reminders, said.nudged), (now.reminders, now.nudged))
    };
    assert_eq!(missed(HOUR).await, ((1, false), (0, false)));
    assert_eq!(missed(0).await, ((1, false), (0, false)), "it is due again");
    fixture.run_due_work().await;
    fixture.deliver_notices().await;
    fixture.commit_turn(first).await;
    fixture.deliver_notices().await;
    assert_eq!(
        missed(NUDGE_AFTER_SECS).await,
        ((1, true), (1, false)),
        "a nudge is no reminder"
    );
    fixture.run_due_work().await;
    assert!(
        load_waiting(&fixture, &table).await.nudged,
        "it is due again"
    );
}

/// A check that was scheduled at the first step of a turn comes too early after further steps:
/// nothing is sent, and the reminder follows as long after the last step as usual.
#[tokio::test(flavor = "multi_thread")]
async fn early_check_sends_nothing_and_is_rescheduled() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let first = fixture
        .find_turn::<Hawaii>(table.id, |turn: &lanai_host::Turn<Hawaii>| {
            let one = find_quiet_turn(turn, false, 1)?;
            find_quiet_turn(&one, false, 1).map(|_| one)
        })
        .await;
    fixture.commit_turn(first).await;
    let looks = async || {
        fixture
            .store
            .tables()
            .find(table.id)
            .await
            .unwrap()
            .unwrap()
            .wait
            .0
            .unwrap()
            .check_at
    };
    let soon = looks().await.unwrap();
    clock.advance(soon - clock.now() - 60);
    let second = find_quiet_turn(&fixture.load_turn::<Hawaii>(table.id).await, false, 1).unwrap();
    fixture.commit_turn(second).await;
    let last = clock.now();
    assert_eq!(
        looks().await,
        Some(soon),
        "when to look is not written with each step"
    );
    for (elapsed_secs, looked_at, nudged) in [
        (60, last + NUDGE_AFTER_SECS, false),
        (NUDGE_AFTER_SECS - 61, last + NUDGE_AFTER_SECS, false),
        (1, START + DAY - 6 * HOUR, true),
    ] {
        clock.advance(elapsed_secs);
        fixture.run_due_work().await;
        let now = load_waiting(&fixture, &table).await;
        assert_eq!(
            (looks().await, now.nudged),
            (Some(looked_at), nudged),
            "after {elapsed_secs}"
        );
    }
}

/// When the time is up and the computer is about to play, a pause or a late move takes precedence.
#[tokio::test(flavor = "multi_thread")]
async fn late_move_before_the_computer_still_counts() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let late = load_waiting(&fixture, &table).await.person.unwrap();
    clock.advance(DAY);
    for paused in [true, false] {
        fixture.scheduler().run_due().await.unwrap();
        let now = load_waiting(&fixture, &table).await;
        assert_eq!(
            (now.person, now.taken_over_at),
            (None, Some(clock.now())),
            "the computer is to play"
        );
        if paused {
            for person in [100, 101] {
                let consent = Consent::Ask(Terms::Pause(7 * DAY));
                fixture
                    .agree(fixture.load_table(table.id).await, person, consent)
                    .await;
            }
            fixture.run_due_work().await;
            assert_eq!(
                fixture.load_log(table.id).await.len(),
                1,
                "no turn was played"
            );
            let now = load_waiting(&fixture, &table).await;
            assert_eq!((now.person, now.taken_over_at), (Some(late), None));
            for person in [100, 101] {
                let consent = Consent::Ask(Terms::Resume);
                fixture
                    .agree(fixture.load_table(table.id).await, person, consent)
                    .await;
            }
        }
    }
    let turn = fixture
        .find_turn::<Hawaii>(table.id, |turn| find_quiet_turn(turn, true, 3))
        .await;
    assert_eq!(
        turn.table.seated_player(turn.steps[0].seat).unwrap().person,
        Some(late)
    );
    fixture.commit_turn(turn).await;
    assert!(
        fixture
            .load_log(table.id)
            .await
            .iter()
            .all(|entry| !entry.for_person)
    );
    let next = load_waiting(&fixture, &table).await;
    assert!(next.person.is_some_and(|person| person != late) && next.taken_over_at.is_none());
}

/// Turns of the computer take no time from anyone.
#[tokio::test(flavor = "multi_thread")]
async fn take_back_across_a_computer_turn_restores_the_time() {
    let (fixture, clock, table) = start_timed_game_with::<Hawaii>(1).await;
    clock.advance(20 * HOUR);
    let passed = fixture
        .find_turn::<Hawaii>(table.id, |turn: &lanai_host::Turn<Hawaii>| {
            find_quiet_turn(turn, true, 3).filter(|_| turn.game.begins_turn())
        })
        .await;
    let before = deadline(&load_waiting(&fixture, &table).await);
    let settled = fixture
        .host
        .play
        .commit_turn(passed, &actor(100))
        .await
        .unwrap();
    clock.advance(HOUR);
    fixture.run_computers().await;
    clock.advance(4 * HOUR);
    match fixture
        .host
        .take_back
        .take_back::<Hawaii>(settled.table, &actor(100))
        .await
    {
        Ok(_) => assert_eq!(
            deadline(&load_waiting(&fixture, &table).await),
            before + 5 * HOUR
        ),
        Err(failure) => assert_eq!(expect_refusal::<()>(Err(failure)), Refusal::HiddenRevealed),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_deadline_fires_in_a_new_pause() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let late = actor(load_waiting(&fixture, &table).await.person.unwrap().0);
    fixture
        .host
        .amendments
        .snooze(fixture.load_table(table.id).await, &late, START + 3 * HOUR)
        .await
        .unwrap();
    for person in [100, 101] {
        let consent = Consent::Ask(Terms::Pause(7 * DAY));
        fixture
            .agree(fixture.load_table(table.id).await, person, consent)
            .await;
    }
    clock.advance(2 * DAY);
    fixture.run_due_work().await;
    assert_eq!(
        fixture.load_log(table.id).await.len(),
        1,
        "no turn was played"
    );
    clock.advance(5 * DAY);
    fixture.run_due_work().await;
    let now = load_waiting(&fixture, &table).await;
    assert_eq!((now.pause, now.pinged_at), (None, Some(clock.now())));
    assert_eq!(
        (now.reminders, now.snoozed_until),
        (0, None),
        "called once, and not reminded at once"
    );
    assert_eq!(deadline(&now), START + 8 * DAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn pause_lasts_from_a_minute_to_three_months() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    for (seconds, is_one) in [
        (59, false),
        (60, true),
        (90 * DAY, true),
        (90 * DAY + 1, false),
    ] {
        let consent = Consent::Ask(Terms::Pause(seconds));
        let asked = fixture
            .host
            .agreements
            .agree(fixture.load_table(table.id).await, &actor(100), consent)
            .await;
        if is_one {
            asked.unwrap();
        } else {
            assert_eq!(
                expect_refusal(asked),
                Refusal::TimeOutOfRange,
                "{seconds} seconds"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_game_refuses_moves_and_take_backs() {
    let (fixture, clock, table) = start_timed_game::<Hawaii>().await;
    let first = fixture
        .find_turn::<Hawaii>(table.id, |turn| find_quiet_turn(turn, true, 3))
        .await;
    let undoes = actor(fixture.person_to_act::<Hawaii>(&first.table).await);
    fixture.commit_turn(first).await;
    let mut late = fixture.load_turn::<Hawaii>(table.id).await;
    let who = actor(fixture.person_to_act::<Hawaii>(&late.table).await);
    play_random_action(&mut late, &mut seeded_dice(7));
    let all = async |consent| {
        for person in [100, 101] {
            fixture
                .agree(fixture.load_table(table.id).await, person, consent)
                .await;
        }
    };
    all(Consent::Ask(Terms::Pause(7 * DAY))).await;
    let stored = fixture.load_table(table.id).await;
    let paused = Refusal::Paused(clock.now() + 7 * DAY);
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .games
                .load_turn::<Hawaii>(stored.clone(), who.person)
                .await
                .map(drop)
        ),
        paused
    );
    assert_eq!(
        expect_refusal(fixture.host.play.commit_turn(late, &who).await.map(drop)),
        paused
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .take_back
                .take_back::<Hawaii>(stored, &undoes)
                .await
                .map(drop)
        ),
        paused
    );
    all(Consent::Ask(Terms::Resume)).await;
    fixture
        .act_at_random::<Hawaii>(table.id, &mut seeded_dice(8))
        .await;
}
