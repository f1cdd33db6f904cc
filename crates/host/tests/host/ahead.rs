//! Premoves are played once, when they are possible and their condition holds, and no one else
//! learns of them before.

use lanai_ai::{Budget, Evaluate, Greedy, Observation, Policy as _};
use lanai_host::{
    Clock, Consent, DueNotice, MAX_ANSWERS, News, PersonId, PingReason, PremoveCondition, Refusal,
    TableId, TableStatus, Terms, Timestamp, Turn,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event};
use lanai_rules::record::digest;
use lanai_rules::{Rules, Viewer};

use serde_json::json;

use super::composing::{compose_message, composer};
use lanai_testing::scenes::{
    TestHost, actor, announced_steps, expect_refusal, find_quiet_turn, logged_steps, person_at,
    play_random_action, seeded_dice,
};

/// How much later a turn is announced if an automatic answer to it exists.
const ANSWER_DELAY_SECS: i64 = 3;

/// How many actions a searched turn may have: walk, pay, buy, pay, build.
const MAX_TURN_ACTIONS: usize = 6;

/// Creates a host with a clock that the test sets.
async fn fixture_with_clock() -> (TestHost, Clock) {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    (TestHost::new().await.with_clock(&clock), clock)
}

/// Returns a person who is waiting at a table.
async fn waiting_person(fixture: &TestHost, game: TableId) -> i64 {
    let table = fixture.load_table(game).await;
    let acts = table.waiting.person.unwrap();
    table
        .people()
        .into_iter()
        .find(|person| *person != acts)
        .unwrap()
        .0
}

/// Returns a turn that a person could premove, but not one that only passes.
async fn possible_premove<G: Evaluate>(fixture: &TestHost, game: TableId, person: i64) -> Turn<G> {
    let table = fixture.load_table(game).await;
    let turn = fixture
        .host
        .premoves
        .load_turn_ahead::<G>(table, PersonId(person))
        .await
        .unwrap();
    play_greedily(turn)
}

/// Finds a premove that reveals nothing hidden and is still possible after the quiet turn before
/// it.
async fn safe_premove<G: Evaluate>(fixture: &TestHost, game: TableId, person: i64) -> Turn<G> {
    let table = fixture.load_table(game).await;
    let ahead = fixture
        .host
        .premoves
        .load_turn_ahead::<G>(table, PersonId(person))
        .await
        .unwrap();
    let after = find_quiet_turn(&fixture.load_turn::<G>(game).await, true, 3).unwrap();
    let possible = |turn: &Turn<G>| {
        let mut then = Turn {
            steps: Vec::new(),
            ..after.clone()
        };
        turn.steps
            .iter()
            .all(|step| then.legal().contains(&step.action) && then.play(step.action).is_ok())
            && !then.reveals_hidden()
            && then.to_act() != ahead.to_act()
    };
    quiet_turns(&ahead, 3)
        .into_iter()
        .find(possible)
        .expect("a turn that stays possible")
}

/// Lists short turns that reveal nothing hidden and pass the turn on.
fn quiet_turns<G: Evaluate>(turn: &Turn<G>, most: usize) -> Vec<Turn<G>> {
    let mut found = Vec::new();
    for action in turn.legal() {
        let mut tried = turn.clone();
        tried.play(action).unwrap();
        match tried.to_act() {
            Some(next) if !tried.reveals_hidden() && Some(next) != turn.to_act() => {
                found.push(tried)
            }
            Some(_) if !tried.reveals_hidden() && most > 1 => {
                found.extend(quiet_turns(&tried, most - 1))
            }
            Some(_) | None => {}
        }
    }
    found
}

/// Plays a turn greedily, as far as its outcome can be foreseen.
fn play_greedily<G: Evaluate>(mut turn: Turn<G>) -> Turn<G> {
    let seat = turn.to_act().unwrap();
    let mut mind = Greedy;
    while turn.to_act() == Some(seat)
        && !turn.reveals_hidden()
        && (turn.steps.is_empty() || !turn.game.begins_turn())
    {
        let legal = turn.legal();
        let choice = mind.choose(
            &Observation::new(&turn.game, seat, &legal),
            &mut Budget::of_iterations(0),
        );
        turn.play(legal[choice]).unwrap();
    }
    turn
}

async fn set_premove<G: Evaluate>(
    fixture: &TestHost,
    turn: Turn<G>,
    person: i64,
    condition: PremoveCondition,
) {
    let (table, turn) = (turn.table.clone(), [turn]);
    fixture
        .host
        .premoves
        .save_alternatives(table, &actor(person), &turn, true, Some(condition))
        .await
        .unwrap();
}

/// Plays a random turn that reveals nothing hidden.
async fn play_quiet_turn<G: Evaluate>(fixture: &TestHost, game: TableId) -> Option<Turn<G>> {
    let turn = find_quiet_turn(&fixture.load_turn::<G>(game).await, true, 3)?;
    fixture.commit_turn(turn.clone()).await;
    Some(turn)
}

fn dropped_premoves(delivered: &[DueNotice]) -> Vec<i64> {
    let dropped = delivered.iter().filter_map(|delivered| {
        let News::Ping(called) = &delivered.news else {
            return None;
        };
        (called.why == PingReason::Dropped).then_some(called.person.0)
    });
    dropped.collect()
}

/// Plays until a waiting player has a premove that the turn before it leaves possible.
async fn start_with_premove<G: Evaluate>(fixture: &TestHost, persons: u8) -> (TableId, i64) {
    let game = fixture.start_game::<G>(persons, 0).await.id;
    fixture
        .find_turn::<G>(game, |turn| {
            let fits = turn.game.begins_turn() && find_quiet_turn(turn, true, 3).is_some();
            let others = turn
                .game
                .seats()
                .iter()
                .filter(|seat| turn.to_act() != Some(*seat));
            let all = others
                .map(|seat| turn.game.as_if_on_turn(seat))
                .all(|game| game.is_some());
            (fits && all).then(|| turn.clone())
        })
        .await;
    fixture.deliver_notices().await;
    (game, waiting_person(fixture, game).await)
}

async fn premove_is_played_and_announced<G: Evaluate>() {
    let (fixture, clock) = fixture_with_clock().await;
    let (game, person) = start_with_premove::<G>(&fixture, 2).await;
    let decided = safe_premove::<G>(&fixture, game, person).await;
    let seat = decided.steps[0].seat;
    let (before, log) = (fixture.load_table(game).await, fixture.load_log(game).await);
    set_premove(&fixture, decided, person, PremoveCondition::Whatever).await;
    let stored = fixture.load_table(game).await;
    assert_eq!(
        (stored.revision, stored.snapshot.clone()),
        (before.revision, before.snapshot)
    );
    assert_eq!(fixture.deliver_notices().await.len(), 0);
    assert_eq!(fixture.load_log(game).await, log);
    let first = play_quiet_turn::<G>(&fixture, game).await.unwrap();
    // The notice waits a moment for the answer, so that both make one message.
    assert_eq!(fixture.deliver_notices().await.len(), 0);
    fixture.run_due_work().await;
    let stored = fixture.load_table(game).await;
    let entries = fixture.load_log(game).await.split_off(log.len());
    let (mine, theirs): (Vec<_>, Vec<_>) = entries
        .iter()
        .partition(|entry| entry.seat == Some(i64::from(seat.number())));
    assert!(mine.iter().all(|entry| entry.premove) && !mine.is_empty());
    assert!(theirs.iter().all(|entry| !entry.premove) && theirs.len() == first.steps.len());
    assert_eq!(
        (
            stored.waiting.premoves.turns.len(),
            stored.waiting.premoves.due
        ),
        (0, None)
    );
    clock.advance(ANSWER_DELAY_SECS);
    let delivered = fixture.deliver_notices().await;
    let turns: Vec<_> = delivered
        .iter()
        .filter(|delivered| matches!(delivered.news, News::Turn { .. }))
        .collect();
    if fixture.load_turn::<G>(game).await.game.begins_turn() {
        assert_eq!(turns.len(), 1, "both are told at once");
        assert_eq!(announced_steps(&delivered), logged_steps(&entries));
        let ahead: Vec<bool> = turns[0]
            .news
            .steps()
            .iter()
            .map(|step| step.is_premove)
            .collect();
        assert_eq!(
            ahead,
            entries
                .iter()
                .map(|entry| entry.premove)
                .collect::<Vec<_>>()
        );
    }
    play_quiet_turn::<G>(&fixture, game).await;
    fixture.run_due_work().await;
    assert_eq!(
        fixture
            .load_log(game)
            .await
            .iter()
            .filter(|entry| entry.premove)
            .count(),
        mine.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_premove_is_played_at_once_and_announced_with_the_turn_before() {
    premove_is_played_and_announced::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_premove_is_played_at_once_and_announced_with_the_turn_before() {
    premove_is_played_and_announced::<Haleakala>().await;
}

/// Takes the token that the premove of another player is about.
async fn take_wanted_token(
    fixture: &TestHost,
    game: TableId,
    price: impl Fn(&Event) -> bool + Copy,
) -> bool {
    let turn = fixture.load_turn::<Hawaii>(game).await;
    let Some(taken) = find_taking_turn(&turn, price, MAX_TURN_ACTIONS) else {
        return false;
    };
    fixture.commit_turn(taken).await;
    true
}

fn find_taking_turn(
    turn: &Turn<Hawaii>,
    price: impl Fn(&Event) -> bool + Copy,
    most: usize,
) -> Option<Turn<Hawaii>> {
    let seat = turn.to_act()?;
    let mut further = Vec::new();
    for action in turn.legal() {
        let mut tried = turn.clone();
        tried.play(action).unwrap();
        let hit = tried.steps.iter().flat_map(|step| &step.events).any(price);
        match tried.to_act() {
            Some(next) if next != seat && hit && !tried.reveals_hidden() => return Some(tried),
            Some(next) if next == seat && !tried.reveals_hidden() => further.push(tried),
            Some(_) | None => {}
        }
    }
    further
        .iter()
        .filter(|_| most > 1)
        .find_map(|tried| find_taking_turn(tried, price, most - 1))
}

/// A premove that takes a price token, and that token.
async fn premove_for_token(
    fixture: &TestHost,
    condition: PremoveCondition,
) -> (TableId, i64, Event) {
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let person = waiting_person(fixture, game).await;
    let table = fixture.load_table(game).await;
    let turn = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table, PersonId(person))
        .await
        .unwrap();
    // Two tokens that look the same are equally good.
    let view = turn.game.view(Viewer::Table);
    let alike = |place, price| {
        let circles = view
            .place(place)
            .into_iter()
            .flat_map(|place| &place.circles);
        circles.filter(|circle| circle.price == Some(price)).count()
    };
    let token = |event: &Event| matches!(*event, Event::TookPrice { place, price, .. } if alike(place, price) == 1);
    let wanted = find_taking_turn(&turn, token, MAX_TURN_ACTIONS).unwrap();
    let event = *wanted
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .find(|event| token(event))
        .unwrap();
    set_premove(fixture, wanted, person, condition).await;
    fixture.deliver_notices().await;
    (game, person, event)
}

fn is_same_token(one: &Event, other: &Event) -> bool {
    let of = |event: &Event| {
        let Event::TookPrice { place, price, .. } = *event else {
            return None;
        };
        Some((place, price))
    };
    of(one).is_some() && of(one) == of(other)
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_premove_is_dropped_and_reported_privately() {
    let (fixture, clock) = fixture_with_clock().await;
    let (game, person, token) = Box::pin(premove_for_token(&fixture, PremoveCondition::Same)).await;
    let log = fixture.load_log(game).await.len();
    assert!(take_wanted_token(&fixture, game, |event| is_same_token(event, &token)).await);
    fixture.run_due_work().await;
    clock.advance(ANSWER_DELAY_SECS);
    let delivered = fixture.deliver_notices().await;
    assert_eq!(dropped_premoves(&delivered), [person]);
    assert!(
        delivered
            .iter()
            .filter(|delivered| matches!(delivered.news, News::Ping(_)))
            .all(|delivered| { delivered.to == lanai_host::Destination::Person(PersonId(person)) })
    );
    let stored = fixture.load_table(game).await;
    assert!(stored.waiting.premoves.turns.is_empty());
    assert_eq!(
        (stored.waiting.person, &stored.waiting.premoves.dropped[..]),
        (Some(PersonId(person)), &[PersonId(person)][..])
    );
    assert!(
        fixture.load_log(game).await[log..]
            .iter()
            .all(|entry| !entry.premove)
    );
    // They may decide again once they have acted.
    play_quiet_turn::<Hawaii>(&fixture, game).await.unwrap();
    assert!(
        fixture
            .load_table(game)
            .await
            .waiting
            .premoves
            .dropped
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn second_premove_is_played_if_the_first_is_impossible() {
    let (fixture, _) = fixture_with_clock().await;
    let (game, person, token) = Box::pin(premove_for_token(&fixture, PremoveCondition::Same)).await;
    let table = fixture.load_table(game).await;
    let mut turn = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table, PersonId(person))
        .await
        .unwrap();
    let pass = turn
        .legal()
        .into_iter()
        .rfind(|action| matches!(action, Action::Pass(_)))
        .unwrap();
    turn.play(pass).unwrap();
    let (table, turn) = (turn.table.clone(), [turn]);
    fixture
        .host
        .premoves
        .save_alternatives(table, &actor(person), &turn, false, None)
        .await
        .unwrap();
    assert!(take_wanted_token(&fixture, game, |event| is_same_token(event, &token)).await);
    fixture.run_due_work().await;
    let last = fixture.load_log(game).await.pop().unwrap();
    assert!(last.premove && last.action.contains("pass"), "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_condition_on_the_sum_is_respected() {
    let (fixture, _) = fixture_with_clock().await;
    let (game, _, token) =
        Box::pin(premove_for_token(&fixture, PremoveCondition::NotOvertaken)).await;
    assert!(
        take_wanted_token(&fixture, game, |event: &Event| {
            matches!(event, Event::TookPrice { .. }) && !is_same_token(event, &token)
        })
        .await
    );
    fixture.run_due_work().await;
    assert!(
        fixture
            .load_log(game)
            .await
            .iter()
            .all(|entry| !entry.premove)
    );
    assert!(
        fixture
            .load_table(game)
            .await
            .waiting
            .premoves
            .turns
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_survives_a_restart_and_can_be_cleared() {
    let fixture = TestHost::new().await;
    let (game, person) = start_with_premove::<Hawaii>(&fixture, 3).await;
    let turn = possible_premove::<Hawaii>(&fixture, game, person).await;
    set_premove(&fixture, turn, person, PremoveCondition::Whatever).await;
    let fixture = fixture.restart().await;
    let stored = fixture.load_table(game).await;
    assert!(stored.waiting.premoves.turn_of(PersonId(person)).is_some());
    let stranger = fixture
        .host
        .premoves
        .delete_premoves(stored.clone(), &actor(999))
        .await;
    assert_eq!(expect_refusal(stranger), Refusal::NotSeated);
    let other = stored
        .people()
        .into_iter()
        .find(|other| other.0 != person)
        .unwrap()
        .0;
    fixture
        .host
        .premoves
        .delete_premoves(stored.clone(), &actor(other))
        .await
        .unwrap();
    assert!(
        fixture
            .load_table(game)
            .await
            .waiting
            .premoves
            .turn_of(PersonId(person))
            .is_some()
    );
    fixture
        .host
        .premoves
        .delete_premoves(stored, &actor(person))
        .await
        .unwrap();
    assert!(
        fixture
            .load_table(game)
            .await
            .waiting
            .premoves
            .turn_of(PersonId(person))
            .is_none()
    );
    let nothing = fixture
        .host
        .premoves
        .set_condition(
            fixture.load_table(game).await,
            &actor(person),
            PremoveCondition::Same,
        )
        .await;
    assert_eq!(expect_refusal(nothing), Refusal::NoPremove);
}

#[tokio::test(flavor = "multi_thread")]
async fn player_to_act_or_out_of_the_round_cannot_premove() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    let acts = fixture.person_to_act::<Hawaii>(&table).await;
    let mine = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table.clone(), PersonId(acts))
        .await;
    assert_eq!(expect_refusal(mine), Refusal::YourTurn);
    let stranger = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table.clone(), PersonId(999))
        .await;
    assert_eq!(expect_refusal(stranger), Refusal::NotSeated);
    let mut turn = fixture.load_turn::<Hawaii>(table.id).await;
    let pass = turn
        .legal()
        .into_iter()
        .find(|action| matches!(action, Action::Pass(_)))
        .unwrap();
    turn.play(pass).unwrap();
    fixture.commit_turn(turn).await;
    let left = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(fixture.load_table(table.id).await, PersonId(acts))
        .await;
    assert_eq!(expect_refusal(left), Refusal::CannotPremove);
}

async fn take_back_includes_the_premove<G: Evaluate>() {
    let (fixture, _) = fixture_with_clock().await;
    let (game, person) = start_with_premove::<G>(&fixture, 2).await;
    // A premove that reveals something hidden would be kept.
    let decided = safe_premove::<G>(&fixture, game, person).await;
    let before = digest(&fixture.load_turn::<G>(game).await.game);
    set_premove(&fixture, decided, person, PremoveCondition::Whatever).await;
    let first = play_quiet_turn::<G>(&fixture, game).await.unwrap();
    let one = person_at(&first.table, first.steps[0].seat).0;
    fixture.run_due_work().await;
    let table = fixture.load_table(game).await;
    assert!(fixture.load_log(game).await.last().unwrap().premove);
    fixture.deliver_notices().await;
    let back = fixture.take_back::<G>(table, one).await;
    assert_eq!(digest(&back.game), before);
    assert_eq!(back.table.waiting.person, Some(PersonId(one)));
    let delivered = fixture.deliver_notices().await;
    assert_eq!(
        dropped_premoves(&delivered),
        [person],
        "what they had decided is off"
    );
    assert!(
        delivered
            .iter()
            .any(|delivered| matches!(delivered.news, News::TakenBack { premoves: true, .. }))
    );
    // The player decides again: nothing is played by itself.
    play_quiet_turn::<G>(&fixture, game).await.unwrap();
    fixture.run_due_work().await;
    assert_eq!(
        fixture.load_table(game).await.waiting.person,
        Some(PersonId(person))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_take_back_includes_the_answering_premove() {
    take_back_includes_the_premove::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_take_back_includes_the_answering_premove() {
    take_back_includes_the_premove::<Haleakala>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn premoved_turn_is_taken_back_by_its_player() {
    let (fixture, _) = fixture_with_clock().await;
    let (game, person) = start_with_premove::<Hawaii>(&fixture, 2).await;
    let table = fixture.load_table(game).await;
    let turn = fixture
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table, PersonId(person))
        .await
        .unwrap();
    let decided = find_quiet_turn(&turn, true, 3).unwrap();
    set_premove(&fixture, decided, person, PremoveCondition::Whatever).await;
    play_quiet_turn::<Hawaii>(&fixture, game).await.unwrap();
    let before = fixture.load_log(game).await.len();
    fixture.run_due_work().await;
    assert!(fixture.load_log(game).await.len() > before);
    let table = fixture.load_table(game).await;
    fixture.take_back::<Hawaii>(table, person).await;
    assert_eq!(fixture.load_log(game).await.len(), before);
    assert_eq!(
        fixture.load_table(game).await.waiting.person,
        Some(PersonId(person))
    );
}

/// Questions in another player's turn get the automatic answer.
#[tokio::test(flavor = "multi_thread")]
async fn standing_answer_is_given_to_every_question() {
    let (fixture, _) = fixture_with_clock().await;
    let game = fixture.start_game::<Haleakala>(2, 0).await.id;
    let (mut dice, mut answered) = (seeded_dice(11), 0);
    while fixture.load_table(game).await.status == TableStatus::Running && answered < 2 {
        fixture.run_due_work().await;
        let mut turn = fixture.load_turn::<Haleakala>(game).await;
        let person = fixture.person_to_act::<Haleakala>(&turn.table).await;
        if !turn.game.begins_turn() && turn.steps.is_empty() {
            let action = turn.legal()[0];
            let table = turn.table.clone();
            turn.play(action).unwrap();
            fixture.commit_turn(turn).await;
            fixture
                .host
                .premoves
                .add_answer::<Haleakala>(table, &actor(person), action)
                .await
                .unwrap();
        } else {
            play_random_action(&mut turn, &mut dice);
            fixture.commit_turn(turn).await;
        }
        answered = fixture
            .load_log(game)
            .await
            .iter()
            .filter(|entry| entry.premove)
            .count();
    }
    assert!(answered >= 2, "no player was asked twice");
}

/// Possible premoves depend on what the seat knows, and are the legal actions if nothing changes.
#[tokio::test(flavor = "multi_thread")]
async fn possible_premoves_reveal_nothing_hidden() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(3, 0).await.id;
    let mut chance = seeded_dice(3);
    for _ in 0..40 {
        let turn = fixture.load_turn::<Hawaii>(game).await;
        for seat in turn.game.seats().iter() {
            let mut dice = seeded_dice(8);
            let other = turn.game.with_hidden_redealt(&mut dice);
            let legal = |game: &Hawaii| game.as_if_on_turn(seat).map(|game| game.legal_actions());
            assert_eq!(legal(&turn.game), legal(&other));
            assert_eq!(turn.game.public_sums(), other.public_sums());
            if turn.to_act() == Some(seat) && turn.game.begins_turn() {
                assert_eq!(legal(&turn.game), Some(turn.legal()));
            }
            let checked = turn
                .game
                .as_if_on_turn(seat)
                .map_or(Ok(()), |game| game.check());
            assert_eq!(checked, Ok(()));
        }
        if fixture
            .act_at_random::<Hawaii>(game, &mut chance)
            .await
            .table
            .status
            == TableStatus::Over
        {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_answers_have_a_limit() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Haleakala>(2, 0).await.id;
    let always = async |action| {
        fixture
            .host
            .premoves
            .add_answer::<Haleakala>(fixture.load_table(game).await, &actor(101), action)
            .await
    };
    let legal = fixture.load_turn::<Haleakala>(game).await.legal();
    for action in &legal[..MAX_ANSWERS] {
        always(*action).await.unwrap();
    }
    assert_eq!(
        expect_refusal(always(legal[MAX_ANSWERS]).await),
        Refusal::TooManyAnswers
    );
    always(legal[0]).await.unwrap();
    let stored = fixture
        .host
        .premoves
        .list_answers::<Haleakala>(&fixture.load_table(game).await, PersonId(101))
        .unwrap();
    assert_eq!(stored.len(), MAX_ANSWERS);
}

#[tokio::test(flavor = "multi_thread")]
async fn premove_is_played_after_a_pause_without_a_ping() {
    let (fixture, clock) = fixture_with_clock().await;
    let composer = composer(&fixture);
    let (game, person) = start_with_premove::<Hawaii>(&fixture, 2).await;
    let decided = safe_premove::<Hawaii>(&fixture, game, person).await;
    set_premove(&fixture, decided, person, PremoveCondition::Whatever).await;
    play_quiet_turn::<Hawaii>(&fixture, game).await.unwrap();
    for person in [100, 101] {
        let wish = Consent::Ask(Terms::Pause(3600));
        fixture
            .agree(fixture.load_table(game).await, person, wish)
            .await;
    }
    let log = fixture.load_log(game).await.len();
    fixture.run_due_work().await;
    assert_eq!(
        fixture.load_log(game).await.len(),
        log,
        "the game is paused"
    );
    // The pause pings no one either.
    clock.advance(60);
    for due in fixture.deliver_notices().await {
        if let Some(announced) =
            compose_message(&composer, &fixture.load_table(game).await, &due).await
        {
            assert_eq!(
                announced["allowed_mentions"]["users"],
                json!([]),
                "{announced}"
            );
        }
    }
    clock.advance(3600);
    fixture.run_due_work().await;
    assert!(
        fixture.load_log(game).await.len() > log,
        "the turn is played"
    );
    let due = fixture.due_notices(100).await;
    let resumed = due
        .iter()
        .find(|due| matches!(due.news, News::Resumed))
        .unwrap();
    let announced = compose_message(&composer, &fixture.load_table(game).await, resumed)
        .await
        .unwrap();
    assert_eq!(
        announced["allowed_mentions"]["users"],
        json!([]),
        "{announced}"
    );
}
