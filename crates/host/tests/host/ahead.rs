//! Premoves are played once, when they are possible and their condition holds, and no one else
//! learns of them before.

use lanai_ai::{Appraise, Budget, Greedy, Observation, Policy as _};
use lanai_host::{
    Clock, Consent, Declined, DueNotice, MAX_ANSWERS, News, PersonId, PingReason, PremoveCondition,
    TableId, TableStatus, Terms, Timestamp, Turn,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event};
use lanai_rules::record::digest;
use lanai_rules::{Rules, Viewer};

use serde_json::json;

use super::composing::{composer, message};
use lanai_testing::scenes::{
    TestHost, actor, at_random, declined, dice, logged, person_at, quiet, told, wait,
};

/// How much later a turn is announced if an automatic answer to it exists.
const TOLD_AFTER: i64 = 3;

/// How many actions a searched turn may have: walk, pay, buy, pay, build.
const DEPTH: usize = 6;

/// Creates a host with a clock that the test sets.
async fn house() -> (TestHost, Clock) {
    let clock = Clock::standing_at(Timestamp(1_000_000));
    (TestHost::new().await.by_clock(&clock), clock)
}

/// Returns a person who is waiting at a table.
async fn who_waits(house: &TestHost, game: TableId) -> i64 {
    let table = house.kept(game).await;
    let acts = table.waiting.person.unwrap();
    table
        .people()
        .into_iter()
        .find(|person| *person != acts)
        .unwrap()
        .0
}

/// Returns a turn that a person could premove, but not one that only passes.
async fn would_take<G: Appraise>(house: &TestHost, game: TableId, person: i64) -> Turn<G> {
    let table = house.kept(game).await;
    let turn = house
        .host
        .premoves
        .load_turn_ahead::<G>(table, PersonId(person))
        .await
        .unwrap();
    chosen(turn)
}

/// Finds a premove that reveals nothing hidden and is still possible after the quiet turn before
/// it.
async fn still_possible<G: Appraise>(house: &TestHost, game: TableId, person: i64) -> Turn<G> {
    let table = house.kept(game).await;
    let ahead = house
        .host
        .premoves
        .load_turn_ahead::<G>(table, PersonId(person))
        .await
        .unwrap();
    let after = quiet(&house.turn::<G>(game).await, true, 3).unwrap();
    let possible = |turn: &Turn<G>| {
        let mut then = Turn {
            steps: Vec::new(),
            ..after.clone()
        };
        turn.steps
            .iter()
            .all(|step| then.legal().contains(&step.action) && then.play(step.action).is_ok())
            && !then.uncovers()
            && then.to_act() != ahead.to_act()
    };
    all_quiet(&ahead, 3)
        .into_iter()
        .find(possible)
        .expect("a turn that stays possible")
}

/// Lists short turns that reveal nothing hidden and pass the turn on.
fn all_quiet<G: Appraise>(turn: &Turn<G>, most: usize) -> Vec<Turn<G>> {
    let mut found = Vec::new();
    for action in turn.legal() {
        let mut tried = turn.clone();
        tried.play(action).unwrap();
        match tried.to_act() {
            Some(next) if !tried.uncovers() && Some(next) != turn.to_act() => found.push(tried),
            Some(_) if !tried.uncovers() && most > 1 => found.extend(all_quiet(&tried, most - 1)),
            Some(_) | None => {}
        }
    }
    found
}

/// Plays a turn greedily, as far as its outcome can be foreseen.
fn chosen<G: Appraise>(mut turn: Turn<G>) -> Turn<G> {
    let seat = turn.to_act().unwrap();
    let mut mind = Greedy;
    while turn.to_act() == Some(seat)
        && !turn.uncovers()
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

async fn decides<G: Appraise>(
    house: &TestHost,
    turn: Turn<G>,
    person: i64,
    proviso: PremoveCondition,
) {
    let (table, turn) = (turn.table.clone(), [turn]);
    house
        .host
        .premoves
        .decide(table, &actor(person), (&turn, true), Some(proviso))
        .await
        .unwrap();
}

/// Plays a random turn that reveals nothing hidden.
async fn acts<G: Appraise>(house: &TestHost, game: TableId) -> Option<Turn<G>> {
    let turn = quiet(&house.turn::<G>(game).await, true, 3)?;
    house.settle(turn.clone()).await;
    Some(turn)
}

fn drops(heard: &[DueNotice]) -> Vec<i64> {
    let dropped = heard.iter().filter_map(|heard| {
        let News::Ping(called) = &heard.news else {
            return None;
        };
        (called.why == PingReason::Dropped).then_some(called.person.0)
    });
    dropped.collect()
}

/// Plays until a waiting player has a premove that the turn before it leaves possible.
async fn ready<G: Appraise>(house: &TestHost, persons: u8) -> (TableId, i64) {
    let game = house.begun::<G>(persons, 0).await.game;
    house
        .until::<G>(game, |turn| {
            let fits = turn.game.begins_turn() && quiet(turn, true, 3).is_some();
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
    house.hear().await;
    (game, who_waits(house, game).await)
}

async fn is_done_and_told<G: Appraise>() {
    let (house, clock) = house().await;
    let (game, person) = ready::<G>(&house, 2).await;
    let decided = still_possible::<G>(&house, game, person).await;
    let seat = decided.steps[0].seat;
    let (before, log) = (house.kept(game).await, house.log(game).await);
    decides(&house, decided, person, PremoveCondition::Whatever).await;
    // Nothing of it can be seen.
    let kept = house.kept(game).await;
    assert_eq!(
        (kept.revision, kept.snapshot.clone()),
        (before.revision, before.snapshot)
    );
    assert_eq!(house.hear().await.len(), 0);
    assert_eq!(house.log(game).await, log);
    let first = acts::<G>(&house, game).await.unwrap();
    // What was done waits a moment for what answers it.
    assert_eq!(house.hear().await.len(), 0);
    house.time_passes().await;
    let kept = house.kept(game).await;
    let entries = house.log(game).await.split_off(log.len());
    let (mine, theirs): (Vec<_>, Vec<_>) = entries
        .iter()
        .partition(|entry| entry.seat == Some(i64::from(seat.number())));
    assert!(mine.iter().all(|entry| entry.ahead) && !mine.is_empty());
    assert!(theirs.iter().all(|entry| !entry.ahead) && theirs.len() == first.steps.len());
    assert_eq!(
        (kept.waiting.ahead.turns.len(), kept.waiting.ahead.due),
        (0, None)
    );
    clock.turn(TOLD_AFTER);
    let heard = house.hear().await;
    let turns: Vec<_> = heard
        .iter()
        .filter(|heard| matches!(heard.news, News::Turn { .. }))
        .collect();
    if house.turn::<G>(game).await.game.begins_turn() {
        assert_eq!(turns.len(), 1, "both are told at once");
        assert_eq!(told(&heard), logged(&entries));
        let ahead: Vec<bool> = turns[0]
            .news
            .steps()
            .iter()
            .map(|step| step.ahead)
            .collect();
        assert_eq!(
            ahead,
            entries.iter().map(|entry| entry.ahead).collect::<Vec<_>>()
        );
    }
    // Once.
    acts::<G>(&house, game).await;
    house.time_passes().await;
    assert_eq!(
        house
            .log(game)
            .await
            .iter()
            .filter(|entry| entry.ahead)
            .count(),
        mine.len()
    );
}

#[test]
fn what_was_decided_in_hawaii_is_done_at_once_and_told_with_what_it_answers() {
    wait(is_done_and_told::<Hawaii>());
}

#[test]
fn what_was_decided_in_haleakala_is_done_at_once_and_told_with_what_it_answers() {
    wait(is_done_and_told::<Haleakala>());
}

/// Takes the token that the premove of another player is about.
async fn takes_it(house: &TestHost, game: TableId, price: impl Fn(&Event) -> bool + Copy) -> bool {
    let turn = house.turn::<Hawaii>(game).await;
    let Some(taken) = takes(&turn, price, DEPTH) else {
        return false;
    };
    house.settle(taken).await;
    true
}

fn takes(
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
            Some(next) if next != seat && hit && !tried.uncovers() => return Some(tried),
            Some(next) if next == seat && !tried.uncovers() => further.push(tried),
            Some(_) | None => {}
        }
    }
    further
        .iter()
        .filter(|_| most > 1)
        .find_map(|tried| takes(tried, price, most - 1))
}

/// A premove that takes a price token, and that token.
async fn wants_a_token(house: &TestHost, proviso: PremoveCondition) -> (TableId, i64, Event) {
    let game = house.begun::<Hawaii>(2, 0).await.game;
    let person = who_waits(house, game).await;
    let table = house.kept(game).await;
    let turn = house
        .host
        .premoves
        .load_turn_ahead::<Hawaii>(table, PersonId(person))
        .await
        .unwrap();
    // Where two tokens show the same, one of them is as good as the other.
    let view = turn.game.view(Viewer::Table);
    let alike = |place, price| {
        let circles = view
            .place(place)
            .into_iter()
            .flat_map(|place| &place.circles);
        circles.filter(|circle| circle.price == Some(price)).count()
    };
    let token = |event: &Event| matches!(*event, Event::TookPrice { place, price, .. } if alike(place, price) == 1);
    let wanted = takes(&turn, token, DEPTH).unwrap();
    let event = *wanted
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .find(|event| token(event))
        .unwrap();
    decides(house, wanted, person, proviso).await;
    house.hear().await;
    (game, person, event)
}

fn same_token(one: &Event, other: &Event) -> bool {
    let of = |event: &Event| {
        let Event::TookPrice { place, price, .. } = *event else {
            return None;
        };
        Some((place, price))
    };
    of(one).is_some() && of(one) == of(other)
}

#[test]
fn what_cannot_be_done_any_more_is_off_and_whoever_decided_it_hears_of_it_alone() {
    wait(async {
        let (house, clock) = house().await;
        let (game, person, token) = Box::pin(wants_a_token(&house, PremoveCondition::Same)).await;
        let log = house.log(game).await.len();
        assert!(takes_it(&house, game, |event| same_token(event, &token)).await);
        house.time_passes().await;
        clock.turn(TOLD_AFTER);
        let heard = house.hear().await;
        assert_eq!(drops(&heard), [person]);
        assert!(
            heard
                .iter()
                .filter(|heard| matches!(heard.news, News::Ping(_)))
                .all(|heard| { heard.to == lanai_host::Destination::Person(PersonId(person)) })
        );
        let kept = house.kept(game).await;
        assert!(kept.waiting.ahead.turns.is_empty());
        assert_eq!(
            (kept.waiting.person, &kept.waiting.ahead.dropped[..]),
            (Some(PersonId(person)), &[PersonId(person)][..])
        );
        assert!(
            house.log(game).await[log..]
                .iter()
                .all(|entry| !entry.ahead)
        );
        // Until they have acted.
        acts::<Hawaii>(&house, game).await.unwrap();
        assert!(house.kept(game).await.waiting.ahead.dropped.is_empty());
    });
}

#[test]
fn what_comes_next_is_done_if_the_first_cannot_be() {
    wait(async {
        let (house, _) = house().await;
        let (game, person, token) = Box::pin(wants_a_token(&house, PremoveCondition::Same)).await;
        let table = house.kept(game).await;
        let mut turn = house
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
        house
            .host
            .premoves
            .decide(table, &actor(person), (&turn, false), None)
            .await
            .unwrap();
        assert!(takes_it(&house, game, |event| same_token(event, &token)).await);
        house.time_passes().await;
        let last = house.log(game).await.pop().unwrap();
        assert!(last.ahead && last.action.contains("pass"), "{last:?}");
    });
}

#[test]
fn whoever_wants_their_sum_unpassed_does_nothing_if_somebody_passes_it() {
    wait(async {
        let (house, _) = house().await;
        let (game, _, token) = Box::pin(wants_a_token(&house, PremoveCondition::Unpassed)).await;
        // Any other token puts its owner ahead of somebody who has none.
        let other =
            |event: &Event| matches!(event, Event::TookPrice { .. }) && !same_token(event, &token);
        assert!(takes_it(&house, game, other).await);
        house.time_passes().await;
        assert!(house.log(game).await.iter().all(|entry| !entry.ahead));
        assert!(house.kept(game).await.waiting.ahead.turns.is_empty());
    });
}

#[test]
fn it_outlives_a_night_and_is_forgotten_on_request() {
    wait(async {
        let house = TestHost::new().await;
        let (game, person) = ready::<Hawaii>(&house, 3).await;
        let turn = would_take::<Hawaii>(&house, game, person).await;
        decides(&house, turn, person, PremoveCondition::Whatever).await;
        let house = house.again().await;
        let kept = house.kept(game).await;
        assert!(kept.waiting.ahead.turn_of(PersonId(person)).is_some());
        let stranger = house.host.premoves.forget(kept.clone(), &actor(999)).await;
        assert_eq!(declined(stranger), Declined::NotSeated);
        let other = kept
            .people()
            .into_iter()
            .find(|other| other.0 != person)
            .unwrap()
            .0;
        house
            .host
            .premoves
            .forget(kept.clone(), &actor(other))
            .await
            .unwrap();
        assert!(
            house
                .kept(game)
                .await
                .waiting
                .ahead
                .turn_of(PersonId(person))
                .is_some()
        );
        house
            .host
            .premoves
            .forget(kept, &actor(person))
            .await
            .unwrap();
        assert!(
            house
                .kept(game)
                .await
                .waiting
                .ahead
                .turn_of(PersonId(person))
                .is_none()
        );
        let nothing = house
            .host
            .premoves
            .set_condition(
                house.kept(game).await,
                &actor(person),
                PremoveCondition::Same,
            )
            .await;
        assert_eq!(declined(nothing), Declined::NothingAhead);
    });
}

#[test]
fn whoever_is_to_act_or_has_left_the_round_decides_nothing_ahead() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        let acts = house.to_act::<Hawaii>(&table).await;
        let mine = house
            .host
            .premoves
            .load_turn_ahead::<Hawaii>(table.clone(), PersonId(acts))
            .await;
        assert_eq!(declined(mine), Declined::YourTurn);
        let stranger = house
            .host
            .premoves
            .load_turn_ahead::<Hawaii>(table.clone(), PersonId(999))
            .await;
        assert_eq!(declined(stranger), Declined::NotSeated);
        let mut turn = house.turn::<Hawaii>(table.game).await;
        let pass = turn
            .legal()
            .into_iter()
            .find(|action| matches!(action, Action::Pass(_)))
            .unwrap();
        turn.play(pass).unwrap();
        house.settle(turn).await;
        let left = house
            .host
            .premoves
            .load_turn_ahead::<Hawaii>(house.kept(table.game).await, PersonId(acts))
            .await;
        assert_eq!(declined(left), Declined::NotAhead);
    });
}

async fn goes_back_with_it<G: Appraise>() {
    let (house, _) = house().await;
    let (game, person) = ready::<G>(&house, 2).await;
    // It shows nothing hidden, or it would stay.
    let decided = still_possible::<G>(&house, game, person).await;
    let before = digest(&house.turn::<G>(game).await.game);
    decides(&house, decided, person, PremoveCondition::Whatever).await;
    let first = acts::<G>(&house, game).await.unwrap();
    let one = person_at(&first.table, first.steps[0].seat).0;
    house.time_passes().await;
    let table = house.kept(game).await;
    assert!(house.log(game).await.last().unwrap().ahead);
    house.hear().await;
    let back = house
        .host
        .take_back
        .take_back::<G>(table, &actor(one))
        .await
        .unwrap();
    assert_eq!(digest(&back.game), before);
    assert_eq!(back.table.waiting.person, Some(PersonId(one)));
    let heard = house.hear().await;
    assert_eq!(drops(&heard), [person], "what they had decided is off");
    assert!(
        heard
            .iter()
            .any(|heard| matches!(heard.news, News::TakenBack { ahead: true, .. }))
    );
    // They decide anew: nothing happens by itself.
    acts::<G>(&house, game).await.unwrap();
    house.time_passes().await;
    assert_eq!(
        house.kept(game).await.waiting.person,
        Some(PersonId(person))
    );
}

#[test]
fn who_takes_a_turn_back_in_hawaii_takes_back_what_was_decided_in_answer() {
    wait(goes_back_with_it::<Hawaii>());
}

#[test]
fn who_takes_a_turn_back_in_haleakala_takes_back_what_was_decided_in_answer() {
    wait(goes_back_with_it::<Haleakala>());
}

#[test]
fn what_they_did_ahead_people_take_back_themselves() {
    wait(async {
        let (house, _) = house().await;
        let (game, person) = ready::<Hawaii>(&house, 2).await;
        let table = house.kept(game).await;
        let turn = house
            .host
            .premoves
            .load_turn_ahead::<Hawaii>(table, PersonId(person))
            .await
            .unwrap();
        let decided = quiet(&turn, true, 3).unwrap();
        decides(&house, decided, person, PremoveCondition::Whatever).await;
        acts::<Hawaii>(&house, game).await.unwrap();
        let before = house.log(game).await.len();
        house.time_passes().await;
        assert!(house.log(game).await.len() > before);
        let table = house.kept(game).await;
        house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(person))
            .await
            .unwrap();
        assert_eq!(house.log(game).await.len(), before);
        assert_eq!(
            house.kept(game).await.waiting.person,
            Some(PersonId(person))
        );
    });
}

/// Questions in another player's turn get the automatic answer.
#[test]
fn an_answer_is_given_whenever_it_is_asked_for() {
    wait(async {
        let (house, _) = house().await;
        let game = house.begun::<Haleakala>(2, 0).await.game;
        let (mut dice, mut answered) = (dice(11), 0);
        while house.kept(game).await.status == TableStatus::Running && answered < 2 {
            house.time_passes().await;
            let mut turn = house.turn::<Haleakala>(game).await;
            let person = house.to_act::<Haleakala>(&turn.table).await;
            if !turn.game.begins_turn() && turn.steps.is_empty() {
                let action = turn.legal()[0];
                let table = turn.table.clone();
                turn.play(action).unwrap();
                house.settle(turn).await;
                house
                    .host
                    .premoves
                    .add_answer::<Haleakala>(table, &actor(person), action)
                    .await
                    .unwrap();
            } else {
                at_random(&mut turn, &mut dice);
                house.settle(turn).await;
            }
            answered = house
                .log(game)
                .await
                .iter()
                .filter(|entry| entry.ahead)
                .count();
        }
        assert!(answered >= 2, "nobody was ever asked twice");
    });
}

/// What may be premoved follows from what the seat can know, and is what would be legal if nothing
/// happened.
#[test]
fn nobody_learns_anything_from_what_they_may_decide() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(3, 0).await.game;
        let mut chance = dice(3);
        for _ in 0..40 {
            let turn = house.turn::<Hawaii>(game).await;
            for seat in turn.game.seats().iter() {
                let mut dice = dice(8);
                let other = turn.game.imagined(&mut dice);
                let legal =
                    |game: &Hawaii| game.as_if_on_turn(seat).map(|game| game.legal_actions());
                assert_eq!(legal(&turn.game), legal(&other));
                assert_eq!(turn.game.race(), other.race());
                if turn.to_act() == Some(seat) && turn.game.begins_turn() {
                    assert_eq!(legal(&turn.game), Some(turn.legal()));
                }
                let checked = turn
                    .game
                    .as_if_on_turn(seat)
                    .map_or(Ok(()), |game| game.check());
                assert_eq!(checked, Ok(()));
            }
            if house
                .act_at_random::<Hawaii>(game, &mut chance)
                .await
                .table
                .status
                == TableStatus::Over
            {
                break;
            }
        }
    });
}

#[test]
fn no_more_answers_are_kept_than_can_be_and_whoever_gives_one_more_hears_so() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Haleakala>(2, 0).await.game;
        let always = async |action| {
            house
                .host
                .premoves
                .add_answer::<Haleakala>(house.kept(game).await, &actor(101), action)
                .await
        };
        let legal = house.turn::<Haleakala>(game).await.legal();
        for action in &legal[..MAX_ANSWERS] {
            always(*action).await.unwrap();
        }
        assert_eq!(
            declined(always(legal[MAX_ANSWERS]).await),
            Declined::AnswersEnough
        );
        always(legal[0]).await.unwrap();
        let kept = house
            .host
            .premoves
            .list_answers::<Haleakala>(&house.kept(game).await, PersonId(101))
            .unwrap();
        assert_eq!(kept.len(), MAX_ANSWERS);
    });
}

#[test]
fn after_a_pause_a_turn_that_was_decided_ahead_is_played_and_nobody_is_called_to_it() {
    wait(async {
        let (house, clock) = house().await;
        let composer = composer(&house);
        let (game, person) = ready::<Hawaii>(&house, 2).await;
        let decided = still_possible::<Hawaii>(&house, game, person).await;
        decides(&house, decided, person, PremoveCondition::Whatever).await;
        acts::<Hawaii>(&house, game).await.unwrap();
        for person in [100, 101] {
            let wish = Consent::Ask(Terms::Pause(3600));
            house
                .host
                .agreements
                .agree(house.kept(game).await, &actor(person), wish)
                .await
                .unwrap();
        }
        let log = house.log(game).await.len();
        house.time_passes().await;
        assert_eq!(house.log(game).await.len(), log, "the game is paused");
        // Nobody is called in the pause either.
        clock.turn(60);
        for due in house.hear().await {
            if let Some(told) = message(&composer, &house.kept(game).await, &due).await {
                assert_eq!(told["allowed_mentions"]["users"], json!([]), "{told}");
            }
        }
        clock.turn(3600);
        house.time_passes().await;
        assert!(house.log(game).await.len() > log, "the turn is played");
        let due = house.outbox().due(100).await.unwrap();
        let resumed = due
            .iter()
            .find(|due| matches!(due.news, News::Resumed))
            .unwrap();
        let told = message(&composer, &house.kept(game).await, resumed)
            .await
            .unwrap();
        assert_eq!(told["allowed_mentions"]["users"], json!([]), "{told}");
    });
}
