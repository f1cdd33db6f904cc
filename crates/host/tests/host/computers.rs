//! Computers at the table never keep anyone waiting.

use lanai_ai::Evaluate;
use lanai_host::{CommittedTurn, News, PersonId, Revision, Table, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{
    TestHost, actor, announced_steps, block_on, find_quiet_turn, logged_steps, person_at,
    seeded_dice,
};

async fn play_with_computers<G: Evaluate>(computers: u8) {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<G>(1, computers).await;
    assert_eq!(table.seats.len(), usize::from(computers) + 1);
    let began = fixture.load_log(table.id).await;
    assert_eq!(began[0].revision, Revision(2));
    assert_eq!(
        table
            .seats
            .iter()
            .filter(|chair| chair.person.is_none())
            .count(),
        usize::from(computers)
    );
    let (game, mut dice, mut revision) = (table.id, seeded_dice(31), table.revision);
    let mut names = table.player_names();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), table.seats.len(), "each has a name of its own");
    loop {
        // Fails if a computer is to act.
        let settled = fixture.act_at_random::<G>(game, &mut dice).await;
        assert_eq!(
            settled.table.revision,
            revision.next(),
            "what the person did is a write of its own"
        );
        let stored = fixture.load_table(game).await;
        assert_one_write_per_turn(&fixture, &settled, &stored).await;
        revision = stored.revision;
        let person = table.seat_of(PersonId(100)).unwrap();
        assert!(
            settled.steps.iter().all(|step| step.seat == person),
            "only what the person did is handed back"
        );
        if stored.status == TableStatus::Over {
            break;
        }
    }
    let log = fixture.load_log(game).await;
    for seat in 1..=i64::from(computers) + 1 {
        assert!(
            log.iter().any(|entry| entry.seat == Some(seat)),
            "seat {seat} never acts"
        );
    }
    assert_eq!(
        announced_steps(&fixture.deliver_notices().await),
        logged_steps(&log)
    );
    let record = fixture.write_record(&fixture.load_table(game).await).await;
    assert!(Record::<G>::read(&record).unwrap().replay(None).is_ok());
}

/// Asserts that each turn of a computer is exactly one write.
async fn assert_one_write_per_turn<G: Evaluate>(
    fixture: &TestHost,
    settled: &CommittedTurn<G>,
    stored: &Table,
) {
    let log = fixture.load_log(stored.id).await;
    for revision in settled.table.revision.next().0..=stored.revision.0 {
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
            stored.seats[usize::try_from(seat).unwrap() - 1]
                .person
                .is_none()
        );
    }
}

#[test]
fn person_plays_hawaii_with_one_to_four_computers() {
    for computers in 1..=4 {
        block_on(play_with_computers::<Hawaii>(computers));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn person_plays_haleakala_with_a_computer() {
    play_with_computers::<Haleakala>(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_between_two_people_act_at_once() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 2).await;
    let over = fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(32))
        .await;
    let log = fixture.load_log(table.id).await;
    assert_eq!(
        (
            over.seats,
            announced_steps(&fixture.deliver_notices().await)
        ),
        (table.seats, logged_steps(&log))
    );
}

/// The turn of a computer is committed at once but announced after an apparent thinking time,
/// together with the turn it answers.
#[tokio::test(flavor = "multi_thread")]
async fn computer_turn_is_announced_after_thinking_time() {
    let (fixture, clock) = TestHost::thoughtful(3600).await;
    let table = fixture.start_game::<Hawaii>(1, 1).await;
    clock.advance(3600);
    fixture.deliver_notices().await;
    let its = table
        .seats
        .iter()
        .find(|chair| chair.person.is_none())
        .unwrap()
        .seat;
    let turns = async || {
        fixture
            .load_log(table.id)
            .await
            .iter()
            .filter(|item| item.seat == Some(its))
            .count()
    };
    let (begun, mut dice) = (turns().await, seeded_dice(33));
    while turns().await == begun {
        fixture.act_at_random::<Hawaii>(table.id, &mut dice).await;
    }
    clock.advance(3599);
    assert!(
        fixture.deliver_notices().await.is_empty(),
        "both in an hour"
    );
    clock.advance(1);
    let delivered = fixture.deliver_notices().await;
    assert_eq!(delivered.len(), 1, "one message: {delivered:?}");
    let seats: Vec<bool> = announced_steps(&delivered)
        .into_iter()
        .map(|(seat, _)| seat == its)
        .collect();
    assert!(
        !seats[0] && seats.is_sorted() && seats.contains(&true),
        "first the person: {seats:?}"
    );
    clock.advance(3600);
    assert!(
        fixture.deliver_notices().await.is_empty(),
        "and nothing is told twice"
    );
}

/// If a computer takes too long, the person's turn is announced by itself.
#[tokio::test(flavor = "multi_thread")]
async fn person_turn_is_announced_without_waiting_for_long_thought() {
    let (fixture, clock) = TestHost::thoughtful(1).await;
    let table = fixture.start_game::<Hawaii>(1, 1).await;
    let own = table.seat_of(PersonId(100)).unwrap().number();
    clock.advance(60);
    fixture.deliver_notices().await;
    let turn = fixture
        .find_turn::<Hawaii>(table.id, |turn| find_quiet_turn(turn, true, 3))
        .await;
    fixture
        .host
        .play
        .commit_turn(turn, &actor(100))
        .await
        .unwrap();
    clock.advance(2);
    assert!(
        fixture.deliver_notices().await.is_empty(),
        "it is told with what the computer answers, if that comes soon"
    );
    clock.advance(1);
    let seats = |delivered: &[_]| {
        announced_steps(delivered)
            .into_iter()
            .map(|(seat, _)| seat)
            .collect::<Vec<_>>()
    };
    let delivered = seats(&fixture.deliver_notices().await);
    assert!(
        !delivered.is_empty() && delivered.iter().all(|seat| *seat == i64::from(own)),
        "{delivered:?}"
    );
    fixture.run_computers().await;
    clock.advance(1);
    let delivered = seats(&fixture.deliver_notices().await);
    assert!(
        !delivered.is_empty() && delivered.iter().all(|seat| *seat != i64::from(own)),
        "{delivered:?}"
    );
}

/// A take-back is announced before a later turn of a computer.
#[tokio::test(flavor = "multi_thread")]
async fn take_back_is_announced_separately() {
    let (fixture, clock) = TestHost::thoughtful(1).await;
    let game = fixture.start_game::<Hawaii>(2, 1).await.id;
    clock.advance(60);
    fixture.deliver_notices().await;
    let (person, table) = loop {
        let turn = fixture
            .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, true, 3))
            .await;
        let person = person_at(&turn.table, turn.steps[0].seat);
        let table = fixture
            .host
            .play
            .commit_turn(turn, &actor(person.0))
            .await
            .unwrap()
            .table;
        if table.is_computers_turn() {
            break (person, table);
        }
        fixture.deliver_notices().await;
    };
    fixture.take_back::<Hawaii>(table, person.0).await;
    fixture
        .resign(fixture.load_table(game).await, person.0)
        .await;
    fixture.run_computers().await;
    clock.advance(60);
    let delivered = fixture.deliver_notices().await;
    assert!(
        !delivered[0].news.steps().is_empty(),
        "the turn: {delivered:?}"
    );
    assert!(
        matches!(delivered[1].news, News::TakenBack { .. }),
        "that it was taken back: {delivered:?}"
    );
    assert!(
        delivered[2..]
            .iter()
            .any(|item| !item.news.steps().is_empty()),
        "what came then: {delivered:?}"
    );
}

/// The turns of several computers in a row make one message.
#[tokio::test(flavor = "multi_thread")]
async fn consecutive_computer_turns_share_a_message() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(1, 4).await;
    let (game, mut dice, mut most) = (table.id, seeded_dice(34), 0);
    fixture.deliver_notices().await;
    while most < 3 {
        let settled = fixture.act_at_random::<Hawaii>(game, &mut dice).await;
        let stored = fixture.load_table(game).await;
        assert_eq!(
            stored.status,
            TableStatus::Running,
            "{most} computers in a row at most"
        );
        let computers = stored.revision.0 - settled.table.revision.0;
        let delivered = fixture.deliver_notices().await;
        if settled.table.announced_until == stored.announced_until {
            assert!(
                delivered.is_empty(),
                "who goes on has nothing to tell: {delivered:?}"
            );
            continue;
        }
        let own = table.seat_of(PersonId(100)).unwrap();
        let news: Vec<bool> = delivered
            .iter()
            .map(|delivered| delivered.news.steps().iter().all(|item| item.seat == own))
            .collect();
        assert!(
            news == [true] || news == [true, false],
            "{computers} computers: {delivered:?}"
        );
        most = most.max(computers);
    }
}
