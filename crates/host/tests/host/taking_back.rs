//! Take-backs: whole actions, up to a barrier, leaving no trace.

use lanai_ai::Appraise;
use lanai_host::{Declined, News, PersonId, TableStatus, Turn};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::digest;
use lanai_store::Entry;

use lanai_testing::scenes::{
    TestHost, actor, declined, dice, logged, person_at, quiet, told, wait,
};

fn person_of<G: Rules>(turn: &Turn<G>) -> i64 {
    person_at(&turn.table, turn.steps[0].seat).0
}

/// Takes the last action back and asserts that the table is as it was before.
async fn as_if_it_had_not_been<G: Appraise>(turn: Turn<G>, house: &TestHost) {
    let (game, person) = (turn.table.game, person_of(&turn));
    let (before, log) = (turn.table.clone(), house.log(turn.table.game).await);
    let digest_before = digest(&house.turn::<G>(game).await.game);
    let settled = house.settle(turn).await;
    assert_ne!(digest(&settled.game), digest_before);
    let back = house
        .host
        .take_back
        .take_back::<G>(settled.table, &actor(person))
        .await
        .unwrap();
    let kept = house.kept(game).await;
    assert_eq!((&kept, back.steps.len()), (&back.table, 0));
    assert_eq!(
        (kept.revision, kept.status),
        (before.revision.next().next(), TableStatus::Running)
    );
    assert_eq!(
        (&kept.snapshot, &kept.seats),
        (&before.snapshot, &before.seats)
    );
    assert_eq!(house.log(game).await, log);
    let looked = house
        .host
        .games
        .load_turn::<G>(kept, PersonId(person))
        .await
        .unwrap();
    assert_eq!(
        (digest(&back.game), digest(&looked.game)),
        (digest_before.clone(), digest_before)
    );
}

async fn a_step_of_the_running_turn<G: Appraise>() {
    let house = TestHost::new().await;
    let game = house.begun::<G>(2, 0).await.game;
    let turn = house.until::<G>(game, |turn| quiet(turn, false, 1)).await;
    assert_eq!(turn.steps.len(), 1);
    Box::pin(as_if_it_had_not_been(turn, &house)).await;
    assert!(
        !house
            .hear()
            .await
            .iter()
            .any(|heard| matches!(heard.news, News::TakenBack { .. })),
        "nobody knew"
    );
}

#[test]
fn a_step_of_the_running_turn_is_taken_back_in_hawaii() {
    wait(a_step_of_the_running_turn::<Hawaii>());
}

#[test]
fn a_step_of_the_running_turn_is_taken_back_in_haleakala() {
    wait(a_step_of_the_running_turn::<Haleakala>());
}

#[test]
fn a_deed_of_several_actions_is_taken_back_whole() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(3, 0).await.game;
        let two = |turn: &Turn<Hawaii>| quiet(&quiet(turn, false, 1)?, false, 1);
        let turn = house.until::<Hawaii>(game, two).await;
        assert_eq!(turn.steps.len(), 2);
        Box::pin(as_if_it_had_not_been(turn, &house)).await;
    });
}

async fn until_the_other_acts<G: Appraise>() {
    let house = TestHost::new().await;
    let game = house.begun::<G>(2, 0).await.game;
    let turn = house.until::<G>(game, |turn| quiet(turn, true, 3)).await;
    let (seat, steps) = (turn.steps[0].seat, turn.steps.len());
    house.hear().await;
    Box::pin(as_if_it_had_not_been(turn, &house)).await;
    let heard = house.hear().await;
    assert!(told(&heard).len() >= steps);
    let [first, second] = &heard[..] else {
        panic!("the turn and the taking back are told: {heard:?}")
    };
    assert!(matches!(first.news, News::Turn { .. }));
    assert!(
        matches!(second.news, News::TakenBack { seat: who, computers: false, ahead: false } if who == seat)
    );
}

#[test]
fn a_turn_that_has_passed_is_taken_back_until_the_other_acts_in_hawaii() {
    wait(until_the_other_acts::<Hawaii>());
}

#[test]
fn a_turn_that_has_passed_is_taken_back_until_the_other_acts_in_haleakala() {
    wait(until_the_other_acts::<Haleakala>());
}

#[test]
fn nothing_is_taken_back_after_another_seat_has_acted() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        let passes = |turn: &Turn<Hawaii>| {
            let passed = quiet(turn, true, 3)?;
            quiet(&passed, false, 1).map(|_| passed)
        };
        let turn = house.until::<Hawaii>(game, passes).await;
        let (one, before) = (
            person_of(&turn),
            digest(&house.turn::<Hawaii>(game).await.game),
        );
        house.settle(turn).await;
        let answer = quiet(&house.turn::<Hawaii>(game).await, false, 1).unwrap();
        let (other, seat) = (person_of(&answer), answer.steps[0].seat);
        let table = house.settle(answer).await.table;
        let all = house.all_of(game).await;
        let refused = house
            .host
            .take_back
            .take_back::<Hawaii>(table.clone(), &actor(one))
            .await;
        assert_eq!(declined(refused), Declined::ActedSince(seat));
        let stranger = house
            .host
            .take_back
            .take_back::<Hawaii>(table.clone(), &actor(999))
            .await;
        assert_eq!(declined(stranger), Declined::NotSeated);
        assert_eq!(house.all_of(game).await, all);
        // When the other takes it back, so may the first.
        let table = house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(other))
            .await
            .unwrap()
            .table;
        let back = house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(one))
            .await
            .unwrap();
        assert_eq!(digest(&back.game), before);
    });
}

/// A person against the computer, which acted last.
async fn with_what_the_computer_did<G: Appraise>() {
    let house = TestHost::new().await;
    let game = house.begun::<G>(1, 1).await.game;
    let (mut dice, mut back, mut walls) = (dice(43), 0, 0);
    while back < 3 {
        let turn = house.turn::<G>(game).await;
        let (before, log) = (digest(&turn.game), house.log(game).await);
        let settled = house.act_at_random::<G>(game, &mut dice).await;
        let kept = house.kept(game).await;
        assert_eq!(
            kept.status,
            TableStatus::Running,
            "taken back {back} times, {walls} times not"
        );
        let person = person_at(&settled.table, settled.steps[0].seat);
        house.hear().await;
        let last = kept.revision == settled.table.revision;
        let after = house.log(game).await.split_off(log.len());
        let uncovers = |entry: &Entry| {
            serde_json::from_str::<Vec<G::Event>>(&entry.events)
                .unwrap()
                .iter()
                .any(G::uncovers)
        };
        let stays = after.iter().any(uncovers);
        if last && !stays {
            continue;
        }
        // As whoever does it saw the table: the computer has acted since.
        let taken = house
            .host
            .take_back
            .take_back::<G>(settled.table, &actor(person.0))
            .await;
        if stays {
            assert_eq!(declined(taken), Declined::Shown);
            walls += 1;
            continue;
        }
        let taken = taken.unwrap();
        assert_eq!(digest(&taken.game), before);
        assert_eq!(house.log(game).await, log);
        let kept = house.kept(game).await;
        assert!(
            house.host.games.load_turn::<G>(kept, person).await.is_ok(),
            "it is their turn again"
        );
        let heard = house.hear().await;
        let told = heard.iter().any(|it| {
            matches!(
                it.news,
                News::TakenBack {
                    computers: true,
                    ..
                }
            )
        });
        assert!(told, "everybody hears of it: {heard:?}");
        back += 1;
        // The game goes on, or nothing new would ever be tried.
        house.act_at_random::<G>(game, &mut dice).await;
    }
}

#[test]
fn what_the_computer_did_after_it_goes_back_with_it_in_hawaii() {
    wait(with_what_the_computer_did::<Hawaii>());
}

#[test]
fn what_the_computer_did_after_it_goes_back_with_it_in_haleakala() {
    wait(with_what_the_computer_did::<Haleakala>());
}

async fn not_what_was_shown<G: Appraise>() {
    let house = TestHost::new().await;
    let table = house.begun::<G>(2, 0).await;
    let (game, mut dice, mut walls) = (table.game, dice(41), 0);
    while walls < 5 {
        let settled = house.act_at_random::<G>(game, &mut dice).await;
        if settled.table.status == TableStatus::Over {
            break;
        }
        if settled
            .steps
            .iter()
            .any(|step| step.events.iter().any(G::uncovers))
        {
            let all = house.all_of(game).await;
            let person = person_at(&settled.table, settled.steps[0].seat);
            let back = house
                .host
                .take_back
                .take_back::<G>(settled.table, &actor(person.0))
                .await;
            assert_eq!(declined(back), Declined::Shown);
            assert_eq!(house.all_of(game).await, all);
            walls += 1;
        }
    }
    assert!(walls > 0, "nothing was uncovered in the whole game");
}

#[test]
fn what_was_uncovered_stays_so_in_hawaii() {
    wait(not_what_was_shown::<Hawaii>());
}

#[test]
fn what_was_uncovered_stays_so_in_haleakala() {
    wait(not_what_was_shown::<Haleakala>());
}

#[test]
fn before_the_first_step_there_is_nothing_to_take_back() {
    wait(async {
        for computers in [0, 1] {
            let house = TestHost::new().await;
            let table = house.begun::<Hawaii>(2, computers).await;
            let back = house
                .host
                .take_back
                .take_back::<Hawaii>(table, &actor(100))
                .await;
            let nothing = declined(back);
            let the_computer_began = matches!(nothing, Declined::ActedSince(_));
            assert!(nothing == Declined::NothingYet || (computers == 1 && the_computer_began));
        }
    });
}

/// Announced steps that were taken back and played again are announced again, so that the news
/// match the log.
#[test]
fn who_hears_all_news_knows_the_log() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        let (mut dice, mut known, mut back) = (dice(42), Vec::new(), 0);
        loop {
            let settled = house.act_at_random::<Hawaii>(game, &mut dice).await;
            let person = person_at(&settled.table, settled.steps[0].seat);
            let running = settled.table.status == TableStatus::Running;
            if running && dice.below(3) == 0 {
                let taken = house
                    .host
                    .take_back
                    .take_back::<Hawaii>(settled.table, &actor(person.0))
                    .await;
                back += usize::from(taken.is_ok());
            }
            let told_until = usize::try_from(house.kept(game).await.told).unwrap() - 1;
            for heard in house.hear().await {
                if matches!(heard.news, News::TakenBack { .. }) {
                    known.truncate(told_until);
                }
                known.extend(told(&[heard]));
            }
            assert_eq!(known, logged(&house.log(game).await)[..told_until]);
            if !running {
                break;
            }
        }
        assert!(back > 5, "taken back {back} times");
    });
}

/// What a player begins and takes back is seen by no one else, not even by someone who looks
/// meanwhile.
async fn a_step_that_nobody_sees<G: Appraise>() {
    let house = TestHost::new().await;
    let game = house.begun::<G>(2, 0).await.game;
    let turn = house.until::<G>(game, |turn| quiet(turn, false, 1)).await;
    let seen = async |table| {
        digest(
            &house
                .host
                .lookback
                .load_public::<G>(table)
                .await
                .unwrap()
                .game,
        )
    };
    let (heard, person) = (seen(house.kept(game).await).await, person_of(&turn));
    let begun = house.settle(turn).await.table;
    assert_eq!(seen(begun.clone()).await, heard);
    house
        .host
        .take_back
        .take_back::<G>(begun.clone(), &actor(person))
        .await
        .unwrap();
    assert_eq!(
        (seen(begun).await, seen(house.kept(game).await).await),
        (heard.clone(), heard)
    );
}

#[test]
fn what_is_taken_back_in_the_middle_of_a_turn_was_seen_by_nobody() {
    wait(Box::pin(a_step_that_nobody_sees::<Hawaii>()));
    wait(Box::pin(a_step_that_nobody_sees::<Haleakala>()));
}
