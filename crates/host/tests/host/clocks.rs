//! Time controls, with a clock that the test sets: whose time counts when.

use lanai_ai::{Appraise, PolicyKind};
use lanai_host::{
    Clock, Consent, Declined, NUDGE_AFTER_SECS, NewGame, News, PersonId, PersonSettings, Table,
    TableSettings, Terms, TimeControl, TimeoutPolicy, Timestamp, Waiting,
};
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, at_random, declined, dice, new_game, quiet, wait};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const BEGINS: Timestamp = Timestamp(20_000 * DAY);

/// A host with a stopped clock, and a game of two with a day for each turn.
async fn paced<G: Appraise>() -> (TestHost, Clock, Table) {
    paced_with::<G>(0).await
}

/// The same with this many computers among the players.
async fn paced_with<G: Appraise>(computers: u8) -> (TestHost, Clock, Table) {
    let clock = Clock::standing_at(BEGINS);
    let house = TestHost::new().await.by_clock(&clock);
    let settings = TableSettings {
        pace: TimeControl::Turn(DAY),
        late: TimeoutPolicy::PlayTurn,
        ..TableSettings::default()
    };
    let new = NewGame {
        chairs: Some(2),
        computers: vec![PolicyKind::default(); computers.into()],
        settings,
        ..new_game::<G>(7)
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    if computers == 0 {
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
    }
    let table = house.start(game, 100).await;
    (house, clock, table)
}

async fn waiting(house: &TestHost, table: &Table) -> Waiting {
    house.kept(table.game).await.waiting
}

fn up(waiting: &Waiting) -> Timestamp {
    waiting
        .deadline(TimeControl::Turn(DAY), &PersonSettings::default())
        .unwrap()
}

#[test]
fn whoever_takes_a_turn_back_has_the_time_that_was_left() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        clock.turn(20 * HOUR);
        let passed = house
            .until::<Hawaii>(table.game, |turn| quiet(turn, true, 3))
            .await;
        let person = table.chair(passed.steps[0].seat).unwrap().person.unwrap();
        let before = up(&waiting(&house, &table).await);
        let settled = house.settle(passed).await;
        clock.turn(5 * HOUR);
        house
            .host
            .take_back
            .take_back::<Hawaii>(settled.table, &actor(person.0))
            .await
            .unwrap();
        let back = waiting(&house, &table).await;
        assert_eq!(back.person, Some(person));
        assert_eq!(
            up(&back),
            before + 5 * HOUR,
            "the time of the other is not theirs"
        );
    });
}

#[test]
fn steps_that_are_taken_back_leave_the_turn_where_it_is() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let two = |turn: &lanai_host::Turn<Hawaii>| {
            let one = quiet(turn, false, 1).filter(|_| turn.game.begins_turn())?;
            quiet(&one, false, 1).map(|_| one)
        };
        let one = house.until::<Hawaii>(table.game, two).await;
        let begun = waiting(&house, &table).await;
        clock.turn(HOUR);
        let person = begun.person.unwrap();
        house.settle(one).await;
        let turn = house.turn::<Hawaii>(table.game).await;
        clock.turn(HOUR);
        let mut settled = house.settle(quiet(&turn, false, 1).unwrap()).await;
        for left in [Some(BEGINS + 2 * HOUR), None] {
            settled = house
                .host
                .take_back
                .take_back::<Hawaii>(settled.table, &actor(person.0))
                .await
                .unwrap();
            let now = waiting(&house, &table).await;
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
    });
}

async fn chooses(house: &TestHost, person: PersonId, personal: &PersonSettings) {
    let change = |before: &mut PersonSettings| {
        before.clone_from(personal);
        Ok::<(), ()>(())
    };
    house
        .host
        .settings
        .change_person_settings(person, change)
        .await
        .unwrap()
        .unwrap();
}

#[test]
fn who_asks_for_time_is_not_replaced_and_is_reminded_anew() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let late = waiting(&house, &table).await.person.unwrap();
        let other = 201 - late.0;
        let personal = PersonSettings {
            every: Some(HOUR),
            ..PersonSettings::default()
        };
        chooses(&house, late, &personal).await;
        for _ in 0..8 {
            clock.turn(HOUR);
            house.time_passes().await;
        }
        assert!(
            house
                .host
                .replacements
                .is_missing(&house.kept(table.game).await, late)
                .await
                .unwrap()
        );
        let now = clock.now();
        house
            .host
            .amendments
            .snooze(house.kept(table.game).await, &actor(late.0), now + 3 * HOUR)
            .await
            .unwrap();
        let replaced = house
            .host
            .replacements
            .replace(
                house.kept(table.game).await,
                &actor(other),
                late,
                None,
                false,
            )
            .await;
        assert_eq!(declined(replaced), Declined::StillHere);
        clock.turn(3 * HOUR);
        house.time_passes().await;
        let again = waiting(&house, &table).await;
        assert_eq!((again.reminders, again.reminded_at), (1, Some(clock.now())));
        // Nor is anybody on holiday, however long they are away.
        let away = vec![lanai_host::Holiday {
            from: clock.now(),
            until: clock.now() + 30 * DAY,
        }];
        chooses(
            &house,
            late,
            &PersonSettings {
                away,
                every: Some(0),
                ..PersonSettings::default()
            },
        )
        .await;
        clock.turn(20 * DAY);
        assert!(
            !house
                .host
                .replacements
                .is_missing(&house.kept(table.game).await, late)
                .await
                .unwrap()
        );
        clock.turn(30 * DAY);
        assert!(
            house
                .host
                .replacements
                .is_missing(&house.kept(table.game).await, late)
                .await
                .unwrap()
        );
    });
}

/// A reminder that could not be sent is rescheduled and does not count as sent.
#[test]
fn who_was_not_reminded_in_time_is_reminded_again() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let first = house
            .until::<Hawaii>(table.game, |turn| quiet(turn, false, 1))
            .await;
        let person = waiting(&house, &table).await.person.unwrap();
        chooses(
            &house,
            person,
            &PersonSettings {
                every: Some(HOUR),
                ..PersonSettings::default()
            },
        )
        .await;
        house.hear().await;
        let missed = async |after| {
            clock.turn(after);
            house.time_passes().await;
            let said = waiting(&house, &table).await;
            let calls = async || {
                let due = house.outbox().due(10).await.unwrap();
                due.into_iter()
                    .filter(|due| matches!(due.news, News::Ping(_)))
                    .collect::<Vec<_>>()
            };
            house
                .outbox()
                .not_reminded(&calls().await[0])
                .await
                .unwrap();
            let now = waiting(&house, &table).await;
            assert_eq!(
                (said.reminded_at, now.reminded_at),
                (Some(clock.now()), None)
            );
            assert!(calls().await.is_empty());
            ((said.reminders, said.nudged), (now.reminders, now.nudged))
        };
        assert_eq!(missed(HOUR).await, ((1, false), (0, false)));
        assert_eq!(missed(0).await, ((1, false), (0, false)), "it is due again");
        house.time_passes().await;
        house.hear().await;
        house.settle(first).await;
        house.hear().await;
        assert_eq!(
            missed(NUDGE_AFTER_SECS).await,
            ((1, true), (1, false)),
            "a nudge is no reminder"
        );
        house.time_passes().await;
        assert!(waiting(&house, &table).await.nudged, "it is due again");
    });
}

/// A check that was scheduled at the first step of a turn comes too early after further steps:
/// nothing is sent, and the reminder follows as long after the last step as usual.
#[test]
fn a_look_that_comes_too_soon_says_nothing_and_comes_again() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let two = |turn: &lanai_host::Turn<Hawaii>| {
            let one = quiet(turn, false, 1)?;
            quiet(&one, false, 1).map(|_| one)
        };
        let first = house.until::<Hawaii>(table.game, two).await;
        house.settle(first).await;
        let looks = async || {
            house
                .store
                .tables()
                .find(table.game)
                .await
                .unwrap()
                .unwrap()
                .wait
                .0
                .unwrap()
                .look_at
        };
        let soon = looks().await.unwrap();
        clock.turn(soon - clock.now() - 60);
        let second = quiet(&house.turn::<Hawaii>(table.game).await, false, 1).unwrap();
        house.settle(second).await;
        let last = clock.now();
        assert_eq!(
            looks().await,
            Some(soon),
            "when to look is not written with each step"
        );
        for (passes, looked_at, nudged) in [
            (60, last + NUDGE_AFTER_SECS, false),
            (NUDGE_AFTER_SECS - 61, last + NUDGE_AFTER_SECS, false),
            (1, BEGINS + DAY - 6 * HOUR, true),
        ] {
            clock.turn(passes);
            house.time_passes().await;
            let now = waiting(&house, &table).await;
            assert_eq!(
                (looks().await, now.nudged),
                (Some(looked_at), nudged),
                "after {passes}"
            );
        }
    });
}

/// When the time is up and the computer is about to play, a pause or a late move takes precedence.
#[test]
fn time_is_not_up_for_whoever_comes_before_the_computer_has_played() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let late = waiting(&house, &table).await.person.unwrap();
        clock.turn(DAY);
        for paused in [true, false] {
            house.scheduler().run_due().await.unwrap();
            let now = waiting(&house, &table).await;
            assert_eq!(
                (now.person, now.taken_over_at),
                (None, Some(clock.now())),
                "the computer is to play"
            );
            if paused {
                for person in [100, 101] {
                    let wish = Consent::Ask(Terms::Pause(7 * DAY));
                    house
                        .host
                        .agreements
                        .agree(house.kept(table.game).await, &actor(person), wish)
                        .await
                        .unwrap();
                }
                house.time_passes().await;
                assert_eq!(house.log(table.game).await.len(), 1, "nobody played");
                let now = waiting(&house, &table).await;
                assert_eq!((now.person, now.taken_over_at), (Some(late), None));
                for person in [100, 101] {
                    let wish = Consent::Ask(Terms::Resume);
                    house
                        .host
                        .agreements
                        .agree(house.kept(table.game).await, &actor(person), wish)
                        .await
                        .unwrap();
                }
            }
        }
        let turn = house
            .until::<Hawaii>(table.game, |turn| quiet(turn, true, 3))
            .await;
        assert_eq!(
            turn.table.chair(turn.steps[0].seat).unwrap().person,
            Some(late)
        );
        house.settle(turn).await;
        assert!(
            house
                .log(table.game)
                .await
                .iter()
                .all(|entry| !entry.for_person)
        );
        let next = waiting(&house, &table).await;
        assert!(next.person.is_some_and(|person| person != late) && next.taken_over_at.is_none());
    });
}

/// Turns of the computer take no time from anyone.
#[test]
fn whoever_takes_a_turn_back_that_the_computer_answered_has_the_time_that_was_left() {
    wait(async {
        let (house, clock, table) = paced_with::<Hawaii>(1).await;
        clock.turn(20 * HOUR);
        let ends = |turn: &lanai_host::Turn<Hawaii>| {
            quiet(turn, true, 3).filter(|_| turn.game.begins_turn())
        };
        let passed = house.until::<Hawaii>(table.game, ends).await;
        let before = up(&waiting(&house, &table).await);
        let settled = house
            .host
            .play
            .commit_turn(passed, &actor(100))
            .await
            .unwrap();
        clock.turn(HOUR);
        house.computers_act().await;
        clock.turn(4 * HOUR);
        match house
            .host
            .take_back
            .take_back::<Hawaii>(settled.table, &actor(100))
            .await
        {
            Ok(_) => assert_eq!(up(&waiting(&house, &table).await), before + 5 * HOUR),
            Err(failure) => assert_eq!(declined::<()>(Err(failure)), Declined::Shown),
        }
    });
}

#[test]
fn time_is_never_up_in_a_pause_that_was_just_agreed_to() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let late = actor(waiting(&house, &table).await.person.unwrap().0);
        house
            .host
            .amendments
            .snooze(house.kept(table.game).await, &late, BEGINS + 3 * HOUR)
            .await
            .unwrap();
        for person in [100, 101] {
            let wish = Consent::Ask(Terms::Pause(7 * DAY));
            house
                .host
                .agreements
                .agree(house.kept(table.game).await, &actor(person), wish)
                .await
                .unwrap();
        }
        clock.turn(2 * DAY);
        house.time_passes().await;
        assert_eq!(house.log(table.game).await.len(), 1, "nobody played");
        clock.turn(5 * DAY);
        house.time_passes().await;
        let now = waiting(&house, &table).await;
        assert_eq!((now.pause, now.called_at), (None, Some(clock.now())));
        assert_eq!(
            (now.reminders, now.snoozed),
            (0, None),
            "called once, and not reminded at once"
        );
        assert_eq!(up(&now), BEGINS + 8 * DAY);
    });
}

#[test]
fn a_pause_is_a_minute_at_least_and_three_months_at_most() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        for (seconds, is_one) in [
            (59, false),
            (60, true),
            (90 * DAY, true),
            (90 * DAY + 1, false),
        ] {
            let wish = Consent::Ask(Terms::Pause(seconds));
            let asked = house
                .host
                .agreements
                .agree(house.kept(table.game).await, &actor(100), wish)
                .await;
            if is_one {
                asked.unwrap();
            } else {
                assert_eq!(declined(asked), Declined::NoSuchTime, "{seconds} seconds");
            }
        }
    });
}

#[test]
fn nothing_is_played_or_undone_while_a_game_is_paused() {
    wait(async {
        let (house, clock, table) = paced::<Hawaii>().await;
        let first = house
            .until::<Hawaii>(table.game, |turn| quiet(turn, true, 3))
            .await;
        let undoes = actor(house.to_act::<Hawaii>(&first.table).await);
        house.settle(first).await;
        let mut late = house.turn::<Hawaii>(table.game).await;
        let who = actor(house.to_act::<Hawaii>(&late.table).await);
        at_random(&mut late, &mut dice(7));
        let all = async |wish| {
            for person in [100, 101] {
                house
                    .host
                    .agreements
                    .agree(house.kept(table.game).await, &actor(person), wish)
                    .await
                    .unwrap();
            }
        };
        all(Consent::Ask(Terms::Pause(7 * DAY))).await;
        let kept = house.kept(table.game).await;
        let paused = Declined::Paused(clock.now() + 7 * DAY);
        assert_eq!(
            declined(
                house
                    .host
                    .games
                    .load_turn::<Hawaii>(kept.clone(), who.person)
                    .await
                    .map(drop)
            ),
            paused
        );
        assert_eq!(
            declined(house.host.play.commit_turn(late, &who).await.map(drop)),
            paused
        );
        assert_eq!(
            declined(
                house
                    .host
                    .take_back
                    .take_back::<Hawaii>(kept, &undoes)
                    .await
                    .map(drop)
            ),
            paused
        );
        all(Consent::Ask(Terms::Resume)).await;
        house
            .act_at_random::<Hawaii>(table.game, &mut dice(8))
            .await;
    });
}
