//! Resigning: the computer plays on or the game ends.

use lanai_ai::Evaluate;
use lanai_host::{News, PersonId, Refusal, Successor, Table, TableStatus};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{
    TestHost, actor, announced_steps, block_on, expect_refusal, find_quiet_turn, logged_steps,
    person_at, play_random_action, seeded_dice,
};

async fn play_some_turns<G: Evaluate>(fixture: &TestHost, table: &Table) -> Table {
    let mut dice = seeded_dice(51);
    for _ in 0..6 {
        fixture.act_at_random::<G>(table.id, &mut dice).await;
    }
    fixture.deliver_notices().await;
    fixture.load_table(table.id).await
}

async fn assert_record_replays<G: Rules>(fixture: &TestHost, table: &Table) -> Record<G> {
    let record = Record::<G>::read(&fixture.write_record(table).await).unwrap();
    record.replay(None).unwrap();
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn resign_of_three_hands_the_seat_to_the_computer() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(3, 0).await;
    let table = play_some_turns::<Hawaii>(&fixture, &begun).await;
    let gone = fixture.person_to_act::<Hawaii>(&table).await;
    let seat = table.seat_of(PersonId(gone)).unwrap();
    let before = fixture.load_log(table.id).await.len();
    let after = fixture.resign(table.clone(), gone).await;
    assert_eq!(
        (after.status, after.revision),
        (TableStatus::Running, table.revision.next())
    );
    assert_eq!(after, fixture.load_table(table.id).await);
    let chair = after.seated_player(seat).unwrap();
    assert!(chair.person.is_none() && chair.policy.is_some());
    assert_eq!(chair.name, format!("person {gone}"), "the name stays");
    assert_eq!(
        fixture.load_log(table.id).await.len(),
        before,
        "who resigns does not wait for the computer"
    );
    fixture.run_computers().await;
    assert!(
        fixture.load_log(table.id).await.len() > before,
        "it was to act, so the computer acted at once"
    );
    let delivered = fixture.deliver_notices().await;
    let [news, turn] = &delivered[..] else {
        panic!("that, and what the computer did: {delivered:?}")
    };
    assert!(
        matches!(&news.news, News::Resigned { over: false, name, steps }
            if *name == format!("person {gone}") && steps.is_empty())
    );
    assert!(
        matches!(&turn.news, News::Turn { steps } if steps.iter().all(|step| step.seat == seat))
    );
    assert_resigned_player_has_no_rights(&fixture, &after, gone).await;
    let over = fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(52))
        .await;
    let record = assert_record_replays::<Hawaii>(&fixture, &over).await;
    assert!(record.standings.is_some());
    assert_eq!(record.seats, begun.player_names());
}

async fn assert_resigned_player_has_no_rights(fixture: &TestHost, table: &Table, gone: i64) {
    let (host, gone_asks) = (&fixture.host, actor(gone));
    assert_eq!(
        expect_refusal(
            host.games
                .load_turn::<Hawaii>(table.clone(), PersonId(gone))
                .await
        ),
        Refusal::NotSeated
    );
    assert_eq!(
        expect_refusal(
            host.take_back
                .take_back::<Hawaii>(table.clone(), &gone_asks)
                .await
        ),
        Refusal::NotSeated
    );
    assert_eq!(
        expect_refusal(host.resignations.resign(table.clone(), &gone_asks).await),
        Refusal::NotSeated
    );
    assert_eq!(
        expect_refusal(host.resignations.resign(table.clone(), &actor(999)).await),
        Refusal::NotSeated
    );
    assert_eq!(
        host.tables
            .list_unfinished_for_person(PersonId(gone))
            .await
            .unwrap(),
        []
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_player_can_resign_and_steps_are_announced_once() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(3, 0).await;
    let (game, mut dice) = (begun.id, seeded_dice(53));
    for _ in 0..5 {
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
    }
    let table = fixture.load_table(game).await;
    let to_act = fixture.person_to_act::<Hawaii>(&table).await;
    let gone = (100..103).find(|person| *person != to_act).unwrap();
    let after = fixture.resign(table, gone).await;
    assert_eq!(fixture.person_to_act::<Hawaii>(&after).await, to_act);
    fixture.play_out::<Hawaii>(game, &mut dice).await;
    assert_eq!(
        announced_steps(&fixture.deliver_notices().await),
        logged_steps(&fixture.load_log(game).await)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn game_ends_when_the_last_person_resigns() {
    let fixture = TestHost::new().await;
    let mut table = fixture.start_game::<Hawaii>(3, 0).await;
    for person in [100, 101] {
        table = fixture.resign(table, person).await;
        assert_eq!(table.status, TableStatus::Running);
    }
    fixture.run_computers().await;
    fixture
        .act_at_random::<Hawaii>(table.id, &mut seeded_dice(54))
        .await;
    let table = fixture.load_table(table.id).await;
    let over = fixture.resign(table, 102).await;
    assert_eq!(
        (over.status, over.clone()),
        (TableStatus::Over, fixture.load_table(over.id).await)
    );
    assert_eq!(
        assert_record_replays::<Hawaii>(&fixture, &over)
            .await
            .standings,
        None
    );
}

async fn resign_in_game_of_two<G: Evaluate>(computers: u8) {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<G>(2 - computers, computers).await;
    let table = play_some_turns::<G>(&fixture, &begun).await;
    let log = fixture.load_log(table.id).await;
    let over = fixture.resign(table, 100).await;
    assert_eq!(
        (over.status, over.clone()),
        (TableStatus::Over, fixture.load_table(over.id).await)
    );
    assert_eq!(fixture.load_log(over.id).await, log, "no turn is played");
    let delivered = fixture.deliver_notices().await;
    let [news, film] = &delivered[..] else {
        panic!("how it ended, and the film: {delivered:?}")
    };
    assert!(matches!(
        (&news.news, &film.news),
        (News::Resigned { over: true, .. }, News::Film)
    ));
    let record = assert_record_replays::<G>(&fixture, &over).await;
    assert_eq!(
        (record.standings, record.steps.len() + 1),
        (None, log.len())
    );
    assert_eq!(
        expect_refusal(fixture.host.games.load_turn::<G>(over, PersonId(101)).await),
        Refusal::Over
    );
}

#[test]
fn resign_of_two_ends_the_game() {
    block_on(resign_in_game_of_two::<Hawaii>(0));
    block_on(resign_in_game_of_two::<Hawaii>(1));
    block_on(resign_in_game_of_two::<Haleakala>(0));
}

/// If the game ends by resignation, the steps of the unannounced turn are announced with it.
#[tokio::test(flavor = "multi_thread")]
async fn resign_in_mid_turn_announces_every_step() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| {
            lanai_testing::scenes::find_quiet_turn(turn, false, 1)
        })
        .await;
    let table = fixture.commit_turn(turn).await.table;
    let person = fixture.person_to_act::<Hawaii>(&table).await;
    fixture.resign(table, person).await;
    assert_eq!(
        announced_steps(&fixture.deliver_notices().await),
        logged_steps(&fixture.load_log(game).await)
    );
}

/// The record contains nothing that was taken back, and computer turns belong to the seat for which
/// they were played.
#[tokio::test(flavor = "multi_thread")]
async fn record_with_take_back_and_resignation_is_complete() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(4, 0).await;
    let (game, mut dice) = (begun.id, seeded_dice(61));
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, false, 3))
        .await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let settled = fixture.commit_turn(turn).await;
    let before = fixture.load_log(game).await.len();
    fixture.take_back::<Hawaii>(settled.table, person.0).await;
    assert!(fixture.load_log(game).await.len() < before);
    let table = fixture.load_table(game).await;
    let taken = Some(Successor {
        person: PersonId(104),
        name: "person 104".to_owned(),
    });
    fixture
        .host
        .replacements
        .replace(table, &actor(104), PersonId(103), taken, true)
        .await
        .unwrap();
    fixture.act_at_random::<Hawaii>(game, &mut dice).await;
    fixture.resign(fixture.load_table(game).await, 102).await;
    fixture.run_computers().await;
    let over = fixture.play_out::<Hawaii>(game, &mut dice).await;
    let record = Record::<Hawaii>::read(&fixture.write_record(&over).await).unwrap();
    let whole = serde_json::to_string(&record.with_full_states().unwrap()).unwrap();
    let whole = Record::<Hawaii>::read(&whole).unwrap();
    whole.replay(None).unwrap();
    assert_eq!(whole.steps.len() + 1, fixture.load_log(game).await.len());
    assert!(whole.steps.iter().all(|step| step.after.full.is_some()));
    assert!(whole.winners.is_some_and(|winners| !winners.is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn resigned_game_is_recorded_without_a_winner() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Haleakala>(2, 0).await.id;
    fixture
        .act_at_random::<Haleakala>(game, &mut seeded_dice(62))
        .await;
    let over = fixture.resign(fixture.load_table(game).await, 101).await;
    let record = Record::<Haleakala>::read(&fixture.write_record(&over).await).unwrap();
    let whole = record.with_full_states().unwrap();
    whole.replay(None).unwrap();
    assert_eq!(
        (whole.standings, whole.winners, whole.steps.is_empty()),
        (None, None, false)
    );
}

/// One player resigns while another is in the middle of a turn that can still be taken back.
async fn resign_during_another_turn(people: u8) {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(people, 0).await.id;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let begun = fixture.commit_turn(turn).await.table;
    fixture.deliver_notices().await;
    let acts = fixture.person_to_act::<Hawaii>(&begun).await;
    let gone = begun
        .people()
        .into_iter()
        .find(|person| *person != PersonId(acts))
        .unwrap();
    let after = fixture.resign(begun.clone(), gone.0).await;
    let delivered = fixture.deliver_notices().await;
    assert!(
        matches!(&delivered[0].news, News::Resigned { steps, .. } if steps.is_empty()),
        "{delivered:?}"
    );
    assert_eq!(after.announced_until, begun.announced_until);
    if after.status == TableStatus::Over {
        return;
    }
    // The turn is announced when it is finished.
    let (mut turn, mut dice) = (fixture.load_turn::<Hawaii>(game).await, seeded_dice(63));
    let seat = turn.to_act();
    while turn.to_act() == seat {
        play_random_action(&mut turn, &mut dice);
    }
    fixture.commit_turn(turn).await;
    let delivered = fixture.deliver_notices().await;
    let log = fixture.load_log(game).await;
    let untold = usize::try_from(begun.announced_until).unwrap() - 1;
    assert_eq!(announced_steps(&delivered), logged_steps(&log)[untold..]);
}

#[test]
fn unfinished_turn_of_another_is_not_announced_on_resign() {
    block_on(resign_during_another_turn(3));
    block_on(resign_during_another_turn(2));
}
