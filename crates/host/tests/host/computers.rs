//! Computers at the table never keep anyone waiting.

use lanai_ai::Appraise;
use lanai_host::{CommittedTurn, News, PersonId, Revision, Table, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{TestHost, actor, dice, logged, person_at, quiet, told, wait};

async fn one_person_among_computers<G: Appraise>(computers: u8) {
    let house = TestHost::new().await;
    let table = house.begun::<G>(1, computers).await;
    assert_eq!(table.seats.len(), usize::from(computers) + 1);
    let began = house.log(table.game).await;
    assert_eq!(began[0].revision, Revision(2));
    assert_eq!(
        table
            .seats
            .iter()
            .filter(|chair| chair.person.is_none())
            .count(),
        usize::from(computers)
    );
    let (game, mut dice, mut revision) = (table.game, dice(31), table.revision);
    let mut names = table.names();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), table.seats.len(), "each has a name of its own");
    loop {
        // It fails if somebody else than a person is to act.
        let settled = house.act_at_random::<G>(game, &mut dice).await;
        assert_eq!(
            settled.table.revision,
            revision.next(),
            "what the person did is a write of its own"
        );
        let kept = house.kept(game).await;
        each_turn_is_a_write(&house, &settled, &kept).await;
        revision = kept.revision;
        let person = table.seat_of(PersonId(100)).unwrap();
        assert!(
            settled.steps.iter().all(|step| step.seat == person),
            "only what the person did is handed back"
        );
        if kept.status == TableStatus::Over {
            break;
        }
    }
    let log = house.log(game).await;
    for seat in 1..=i64::from(computers) + 1 {
        assert!(
            log.iter().any(|entry| entry.seat == Some(seat)),
            "seat {seat} never acts"
        );
    }
    assert_eq!(told(&house.hear().await), logged(&log));
    let record = house
        .host
        .games
        .write_record(&house.kept(game).await)
        .await
        .unwrap();
    assert!(Record::<G>::read(&record).unwrap().replay(None).is_ok());
}

/// Each turn of a computer is one write, and nothing else is written.
async fn each_turn_is_a_write<G: Appraise>(
    house: &TestHost,
    settled: &CommittedTurn<G>,
    kept: &Table,
) {
    let log = house.log(kept.game).await;
    for revision in settled.table.revision.next().0..=kept.revision.0 {
        let mut seats = log
            .iter()
            .filter(|entry| entry.revision.0 == revision)
            .map(|entry| entry.seat);
        let seat = seats.next().expect("a computer acted").unwrap();
        assert!(
            seats.all(|other| other == Some(seat)),
            "one write is one turn"
        );
        assert!(
            kept.seats[usize::try_from(seat).unwrap() - 1]
                .person
                .is_none()
        );
    }
}

#[test]
fn one_person_plays_hawaii_with_one_to_four_computers() {
    for computers in 1..=4 {
        wait(one_person_among_computers::<Hawaii>(computers));
    }
}

#[test]
fn one_person_plays_haleakala_with_a_computer() {
    wait(one_person_among_computers::<Haleakala>(1));
}

#[test]
fn computers_between_two_persons_act_at_once() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 2).await;
        let over = house.play_out::<Hawaii>(table.game, &mut dice(32)).await;
        let log = house.log(table.game).await;
        assert_eq!(
            (over.seats, told(&house.hear().await)),
            (table.seats, logged(&log))
        );
    });
}

/// The turn of a computer is committed at once but announced after an apparent thinking time,
/// together with the turn it answers.
#[test]
fn a_thoughtful_computer_is_told_of_a_little_later() {
    wait(async {
        let (house, clock) = TestHost::thoughtful(3600).await;
        let table = house.begun::<Hawaii>(1, 1).await;
        clock.turn(3600);
        house.hear().await;
        let its = table
            .seats
            .iter()
            .find(|chair| chair.person.is_none())
            .unwrap()
            .seat;
        let turns = async || {
            house
                .log(table.game)
                .await
                .iter()
                .filter(|it| it.seat == Some(its))
                .count()
        };
        let (begun, mut dice) = (turns().await, dice(33));
        while turns().await == begun {
            house.act_at_random::<Hawaii>(table.game, &mut dice).await;
        }
        clock.turn(3599);
        assert!(house.hear().await.is_empty(), "both in an hour");
        clock.turn(1);
        let heard = house.hear().await;
        assert_eq!(heard.len(), 1, "one message: {heard:?}");
        let seats: Vec<bool> = told(&heard)
            .into_iter()
            .map(|(seat, _)| seat == its)
            .collect();
        assert!(
            !seats[0] && seats.is_sorted() && seats.contains(&true),
            "first the person: {seats:?}"
        );
        clock.turn(3600);
        assert!(house.hear().await.is_empty(), "and nothing is told twice");
    });
}

/// If a computer takes too long, the person's turn is announced by itself.
#[test]
fn what_a_person_did_waits_for_no_long_thought() {
    wait(async {
        let (house, clock) = TestHost::thoughtful(1).await;
        let table = house.begun::<Hawaii>(1, 1).await;
        let own = table.seat_of(PersonId(100)).unwrap().number();
        clock.turn(60);
        house.hear().await;
        let turn = house
            .until::<Hawaii>(table.game, |turn| quiet(turn, true, 3))
            .await;
        house
            .host
            .play
            .commit_turn(turn, &actor(100))
            .await
            .unwrap();
        clock.turn(2);
        assert!(
            house.hear().await.is_empty(),
            "it is told with what the computer answers, if that comes soon"
        );
        clock.turn(1);
        let seats = |heard: &[_]| {
            told(heard)
                .into_iter()
                .map(|(seat, _)| seat)
                .collect::<Vec<_>>()
        };
        let heard = seats(&house.hear().await);
        assert!(
            !heard.is_empty() && heard.iter().all(|seat| *seat == i64::from(own)),
            "{heard:?}"
        );
        house.computers_act().await;
        clock.turn(1);
        let heard = seats(&house.hear().await);
        assert!(
            !heard.is_empty() && heard.iter().all(|seat| *seat != i64::from(own)),
            "{heard:?}"
        );
    });
}

/// A take-back is announced before a later turn of a computer.
#[test]
fn what_was_taken_back_is_told_by_itself() {
    wait(async {
        let (house, clock) = TestHost::thoughtful(1).await;
        let game = house.begun::<Hawaii>(2, 1).await.game;
        clock.turn(60);
        house.hear().await;
        let (person, table) = loop {
            let turn = house
                .until::<Hawaii>(game, |turn| quiet(turn, true, 3))
                .await;
            let person = person_at(&turn.table, turn.steps[0].seat);
            let table = house
                .host
                .play
                .commit_turn(turn, &actor(person.0))
                .await
                .unwrap()
                .table;
            if table.is_computers_turn() {
                break (person, table);
            }
            house.hear().await;
        };
        house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(person.0))
            .await
            .unwrap();
        house
            .host
            .resignations
            .resign(house.kept(game).await, &actor(person.0))
            .await
            .unwrap();
        house.computers_act().await;
        clock.turn(60);
        let heard = house.hear().await;
        assert!(!heard[0].news.steps().is_empty(), "the turn: {heard:?}");
        assert!(
            matches!(heard[1].news, News::TakenBack { .. }),
            "that it was taken back: {heard:?}"
        );
        assert!(
            heard[2..].iter().any(|it| !it.news.steps().is_empty()),
            "what came then: {heard:?}"
        );
    });
}

/// The turns of several computers in a row make one message.
#[test]
fn what_computers_do_in_a_row_is_told_together() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(1, 4).await;
        let (game, mut dice, mut most) = (table.game, dice(34), 0);
        house.hear().await;
        while most < 3 {
            let settled = house.act_at_random::<Hawaii>(game, &mut dice).await;
            let kept = house.kept(game).await;
            assert_eq!(
                kept.status,
                TableStatus::Running,
                "{most} computers in a row at most"
            );
            let computers = kept.revision.0 - settled.table.revision.0;
            let heard = house.hear().await;
            if settled.table.told == kept.told {
                assert!(
                    heard.is_empty(),
                    "who goes on has nothing to tell: {heard:?}"
                );
                continue;
            }
            let own = table.seat_of(PersonId(100)).unwrap();
            let news: Vec<bool> = heard
                .iter()
                .map(|heard| heard.news.steps().iter().all(|it| it.seat == own))
                .collect();
            assert!(
                news == [true] || news == [true, false],
                "{computers} computers: {heard:?}"
            );
            most = most.max(computers);
        }
    });
}
