//! Resigning: the computer plays on or the game ends.

use lanai_ai::Appraise;
use lanai_host::{Declined, News, PersonId, Table, TableStatus};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{
    TestHost, actor, at_random, declined, dice, logged, person_at, quiet, told, wait,
};

async fn some_turns<G: Appraise>(house: &TestHost, table: &Table) -> Table {
    let mut dice = dice(51);
    for _ in 0..6 {
        house.act_at_random::<G>(table.game, &mut dice).await;
    }
    house.hear().await;
    house.kept(table.game).await
}

async fn the_record_replays<G: Rules>(house: &TestHost, table: &Table) -> Record<G> {
    let record = Record::<G>::read(&house.host.games.write_record(table).await.unwrap()).unwrap();
    record.replay(None).unwrap();
    record
}

#[test]
fn of_three_the_computer_goes_on_for_who_resigns() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(3, 0).await;
        let table = some_turns::<Hawaii>(&house, &begun).await;
        let gone = house.to_act::<Hawaii>(&table).await;
        let seat = table.seat_of(PersonId(gone)).unwrap();
        let before = house.log(table.game).await.len();
        let after = house
            .host
            .resignations
            .resign(table.clone(), &actor(gone))
            .await
            .unwrap();
        assert_eq!(
            (after.status, after.revision),
            (TableStatus::Running, table.revision.next())
        );
        assert_eq!(after, house.kept(table.game).await);
        let chair = after.chair(seat).unwrap();
        assert!(chair.person.is_none() && chair.mind.is_some());
        assert_eq!(chair.name, format!("person {gone}"), "the name stays");
        assert_eq!(
            house.log(table.game).await.len(),
            before,
            "who resigns does not wait for the computer"
        );
        house.computers_act().await;
        assert!(
            house.log(table.game).await.len() > before,
            "it was to act, so the computer acted at once"
        );
        let heard = house.hear().await;
        let [news, turn] = &heard[..] else {
            panic!("that, and what the computer did: {heard:?}")
        };
        assert!(
            matches!(&news.news, News::Resigned { over: false, name, steps }
            if *name == format!("person {gone}") && steps.is_empty())
        );
        assert!(
            matches!(&turn.news, News::Turn { steps } if steps.iter().all(|step| step.seat == seat))
        );
        who_resigned_is_a_stranger(&house, &after, gone).await;
        let over = house.play_out::<Hawaii>(table.game, &mut dice(52)).await;
        let record = the_record_replays::<Hawaii>(&house, &over).await;
        assert!(record.standings.is_some());
        assert_eq!(record.seats, begun.names());
    });
}

async fn who_resigned_is_a_stranger(house: &TestHost, table: &Table, gone: i64) {
    let (host, gone_asks) = (&house.host, actor(gone));
    assert_eq!(
        declined(
            host.games
                .load_turn::<Hawaii>(table.clone(), PersonId(gone))
                .await
        ),
        Declined::NotSeated
    );
    assert_eq!(
        declined(
            host.take_back
                .take_back::<Hawaii>(table.clone(), &gone_asks)
                .await
        ),
        Declined::NotSeated
    );
    assert_eq!(
        declined(host.resignations.resign(table.clone(), &gone_asks).await),
        Declined::NotSeated
    );
    assert_eq!(
        declined(host.resignations.resign(table.clone(), &actor(999)).await),
        Declined::NotSeated
    );
    assert_eq!(
        host.tables.list_of_person(PersonId(gone)).await.unwrap(),
        []
    );
}

#[test]
fn who_is_not_to_act_resigns_too_and_every_step_is_told_once() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(3, 0).await;
        let (game, mut dice) = (begun.game, dice(53));
        for _ in 0..5 {
            house.act_at_random::<Hawaii>(game, &mut dice).await;
        }
        let table = house.kept(game).await;
        let to_act = house.to_act::<Hawaii>(&table).await;
        let gone = (100..103).find(|person| *person != to_act).unwrap();
        let after = house
            .host
            .resignations
            .resign(table, &actor(gone))
            .await
            .unwrap();
        assert_eq!(house.to_act::<Hawaii>(&after).await, to_act);
        house.play_out::<Hawaii>(game, &mut dice).await;
        assert_eq!(told(&house.hear().await), logged(&house.log(game).await));
    });
}

#[test]
fn when_nobody_is_left_the_game_is_over() {
    wait(async {
        let house = TestHost::new().await;
        let mut table = house.begun::<Hawaii>(3, 0).await;
        for person in [100, 101] {
            table = house
                .host
                .resignations
                .resign(table, &actor(person))
                .await
                .unwrap();
            assert_eq!(table.status, TableStatus::Running);
        }
        house.computers_act().await;
        house
            .act_at_random::<Hawaii>(table.game, &mut dice(54))
            .await;
        let table = house.kept(table.game).await;
        let over = house
            .host
            .resignations
            .resign(table, &actor(102))
            .await
            .unwrap();
        assert_eq!(
            (over.status, over.clone()),
            (TableStatus::Over, house.kept(over.game).await)
        );
        assert_eq!(
            the_record_replays::<Hawaii>(&house, &over).await.standings,
            None
        );
    });
}

async fn of_two_the_game_is_over<G: Appraise>(computers: u8) {
    let house = TestHost::new().await;
    let begun = house.begun::<G>(2 - computers, computers).await;
    let table = some_turns::<G>(&house, &begun).await;
    let log = house.log(table.game).await;
    let over = house
        .host
        .resignations
        .resign(table, &actor(100))
        .await
        .unwrap();
    assert_eq!(
        (over.status, over.clone()),
        (TableStatus::Over, house.kept(over.game).await)
    );
    assert_eq!(house.log(over.game).await, log, "nobody plays on");
    let heard = house.hear().await;
    let [news, film] = &heard[..] else {
        panic!("how it ended, and the film: {heard:?}")
    };
    assert!(matches!(
        (&news.news, &film.news),
        (News::Resigned { over: true, .. }, News::Film)
    ));
    let record = the_record_replays::<G>(&house, &over).await;
    assert_eq!(
        (record.standings, record.steps.len() + 1),
        (None, log.len())
    );
    assert_eq!(
        declined(house.host.games.load_turn::<G>(over, PersonId(101)).await),
        Declined::Over
    );
}

#[test]
fn of_two_the_game_is_over_when_one_resigns() {
    wait(of_two_the_game_is_over::<Hawaii>(0));
    wait(of_two_the_game_is_over::<Hawaii>(1));
    wait(of_two_the_game_is_over::<Haleakala>(0));
}

/// If the game ends by resignation, the steps of the unannounced turn are announced with it.
#[test]
fn nothing_stays_untold_when_a_game_is_given_up_in_the_middle_of_a_turn() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        let turn = house
            .until::<Hawaii>(game, |turn| lanai_testing::scenes::quiet(turn, false, 1))
            .await;
        let table = house.settle(turn).await.table;
        let person = house.to_act::<Hawaii>(&table).await;
        house
            .host
            .resignations
            .resign(table, &actor(person))
            .await
            .unwrap();
        assert_eq!(told(&house.hear().await), logged(&house.log(game).await));
    });
}

/// The record contains nothing that was taken back, and computer turns belong to the seat for which
/// they were played.
#[test]
fn a_game_with_undo_take_over_and_resignation_is_recorded_whole() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(4, 0).await;
        let (game, mut dice) = (begun.game, dice(61));
        let turn = house
            .until::<Hawaii>(game, |turn| quiet(turn, false, 3))
            .await;
        let person = person_at(&turn.table, turn.steps[0].seat);
        let settled = house.settle(turn).await;
        let before = house.log(game).await.len();
        house
            .host
            .take_back
            .take_back::<Hawaii>(settled.table, &actor(person.0))
            .await
            .unwrap();
        assert!(house.log(game).await.len() < before);
        let table = house.kept(game).await;
        let taken = Some((PersonId(104), "person 104".to_owned()));
        house
            .host
            .replacements
            .replace(table, &actor(104), PersonId(103), taken, true)
            .await
            .unwrap();
        house.act_at_random::<Hawaii>(game, &mut dice).await;
        house
            .host
            .resignations
            .resign(house.kept(game).await, &actor(102))
            .await
            .unwrap();
        house.computers_act().await;
        let over = house.play_out::<Hawaii>(game, &mut dice).await;
        let record =
            Record::<Hawaii>::read(&house.host.games.write_record(&over).await.unwrap()).unwrap();
        let whole = serde_json::to_string(&record.in_full().unwrap()).unwrap();
        let whole = Record::<Hawaii>::read(&whole).unwrap();
        whole.replay(None).unwrap();
        assert_eq!(whole.steps.len() + 1, house.log(game).await.len());
        assert!(whole.steps.iter().all(|step| step.after.full.is_some()));
        assert!(whole.winners.is_some_and(|winners| !winners.is_empty()));
    });
}

#[test]
fn a_game_that_was_given_up_is_recorded_whole_without_a_winner() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Haleakala>(2, 0).await.game;
        house.act_at_random::<Haleakala>(game, &mut dice(62)).await;
        let over = house
            .host
            .resignations
            .resign(house.kept(game).await, &actor(101))
            .await
            .unwrap();
        let record =
            Record::<Haleakala>::read(&house.host.games.write_record(&over).await.unwrap())
                .unwrap();
        let whole = record.in_full().unwrap();
        whole.replay(None).unwrap();
        assert_eq!(
            (whole.standings, whole.winners, whole.steps.is_empty()),
            (None, None, false)
        );
    });
}

/// One player resigns while another is in the middle of a turn that can still be taken back.
async fn what_another_has_begun_stays_theirs(people: u8) {
    let house = TestHost::new().await;
    let game = house.begun::<Hawaii>(people, 0).await.game;
    let turn = house
        .until::<Hawaii>(game, |turn| quiet(turn, false, 1))
        .await;
    let begun = house.settle(turn).await.table;
    house.hear().await;
    let acts = house.to_act::<Hawaii>(&begun).await;
    let gone = begun
        .people()
        .into_iter()
        .find(|person| *person != PersonId(acts))
        .unwrap();
    let after = house
        .host
        .resignations
        .resign(begun.clone(), &actor(gone.0))
        .await
        .unwrap();
    let heard = house.hear().await;
    assert!(
        matches!(&heard[0].news, News::Resigned { steps, .. } if steps.is_empty()),
        "{heard:?}"
    );
    assert_eq!(after.told, begun.told);
    if after.status == TableStatus::Over {
        return;
    }
    // It is told when it is done.
    let (mut turn, mut dice) = (house.turn::<Hawaii>(game).await, dice(63));
    let seat = turn.to_act();
    while turn.to_act() == seat {
        at_random(&mut turn, &mut dice);
    }
    house.settle(turn).await;
    let heard = house.hear().await;
    let log = house.log(game).await;
    let untold = usize::try_from(begun.told).unwrap() - 1;
    assert_eq!(told(&heard), logged(&log)[untold..]);
}

#[test]
fn what_another_has_begun_is_not_told_when_somebody_resigns() {
    wait(what_another_has_begun_stays_theirs(3));
    wait(what_another_has_begun_stays_theirs(2));
}
