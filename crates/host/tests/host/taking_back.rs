//! Take-backs: whole actions, up to a barrier, leaving no trace.

use lanai_ai::Evaluate;
use lanai_host::{News, PersonId, Refusal, TableStatus, Turn};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::digest;
use lanai_store::LogEntry;

use lanai_testing::scenes::{
    TestHost, actor, announced_steps, block_on, expect_refusal, find_quiet_turn, logged_steps,
    person_at, seeded_dice,
};

fn acting_person<G: Rules>(turn: &Turn<G>) -> i64 {
    person_at(&turn.table, turn.steps[0].seat).0
}

/// Takes the last action back and asserts that the table is as it was before.
async fn take_back_and_compare<G: Evaluate>(turn: Turn<G>, fixture: &TestHost) {
    let (game, person) = (turn.table.id, acting_person(&turn));
    let (before, log) = (turn.table.clone(), fixture.load_log(turn.table.id).await);
    let digest_before = digest(&fixture.load_turn::<G>(game).await.game);
    let settled = fixture.commit_turn(turn).await;
    assert_ne!(digest(&settled.game), digest_before);
    let back = fixture.take_back::<G>(settled.table, person).await;
    let stored = fixture.load_table(game).await;
    assert_eq!((&stored, back.steps.len()), (&back.table, 0));
    assert_eq!(
        (stored.revision, stored.status),
        (before.revision.next().next(), TableStatus::Running)
    );
    assert_eq!(
        (&stored.snapshot, &stored.seats),
        (&before.snapshot, &before.seats)
    );
    assert_eq!(fixture.load_log(game).await, log);
    let looked = fixture
        .host
        .games
        .load_turn::<G>(stored, PersonId(person))
        .await
        .unwrap();
    assert_eq!(
        (digest(&back.game), digest(&looked.game)),
        (digest_before.clone(), digest_before)
    );
}

async fn take_back_running_step<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<G>(2, 0).await.id;
    let turn = fixture
        .find_turn::<G>(game, |turn| find_quiet_turn(turn, false, 1))
        .await;
    assert_eq!(turn.steps.len(), 1);
    Box::pin(take_back_and_compare(turn, &fixture)).await;
    assert!(
        !fixture
            .deliver_notices()
            .await
            .iter()
            .any(|delivered| matches!(delivered.news, News::TakenBack { .. })),
        "it was never announced"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_step_of_the_running_turn_is_taken_back() {
    take_back_running_step::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_step_of_the_running_turn_is_taken_back() {
    take_back_running_step::<Haleakala>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn move_of_several_actions_is_taken_back_whole() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(3, 0).await.id;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn: &Turn<Hawaii>| {
            find_quiet_turn(&find_quiet_turn(turn, false, 1)?, false, 1)
        })
        .await;
    assert_eq!(turn.steps.len(), 2);
    Box::pin(take_back_and_compare(turn, &fixture)).await;
}

async fn take_back_passed_turn<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<G>(2, 0).await.id;
    let turn = fixture
        .find_turn::<G>(game, |turn| find_quiet_turn(turn, true, 3))
        .await;
    let (seat, steps) = (turn.steps[0].seat, turn.steps.len());
    fixture.deliver_notices().await;
    Box::pin(take_back_and_compare(turn, &fixture)).await;
    let delivered = fixture.deliver_notices().await;
    assert!(announced_steps(&delivered).len() >= steps);
    let [first, second] = &delivered[..] else {
        panic!("the turn and the taking back are told: {delivered:?}")
    };
    assert!(matches!(first.news, News::Turn { .. }));
    assert!(
        matches!(second.news, News::TakenBack { seat: who, computers: false, premoves: false } if who == seat)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_turn_is_taken_back_until_another_acts() {
    take_back_passed_turn::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_turn_is_taken_back_until_another_acts() {
    take_back_passed_turn::<Haleakala>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_after_another_seat_acted_is_refused() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn: &Turn<Hawaii>| {
            let passed = find_quiet_turn(turn, true, 3)?;
            find_quiet_turn(&passed, false, 1).map(|_| passed)
        })
        .await;
    let (one, before) = (
        acting_person(&turn),
        digest(&fixture.load_turn::<Hawaii>(game).await.game),
    );
    fixture.commit_turn(turn).await;
    let answer = find_quiet_turn(&fixture.load_turn::<Hawaii>(game).await, false, 1).unwrap();
    let (other, seat) = (acting_person(&answer), answer.steps[0].seat);
    let table = fixture.commit_turn(answer).await.table;
    let all = fixture.load_everything(game).await;
    let refused = fixture
        .host
        .take_back
        .take_back::<Hawaii>(table.clone(), &actor(one))
        .await;
    assert_eq!(expect_refusal(refused), Refusal::ActedSince(seat));
    let stranger = fixture
        .host
        .take_back
        .take_back::<Hawaii>(table.clone(), &actor(999))
        .await;
    assert_eq!(expect_refusal(stranger), Refusal::NotSeated);
    assert_eq!(fixture.load_everything(game).await, all);
    // Once the second player has taken back, the first one may, too.
    let table = fixture.take_back::<Hawaii>(table, other).await.table;
    let back = fixture.take_back::<Hawaii>(table, one).await;
    assert_eq!(digest(&back.game), before);
}

/// A person against the computer, which acted last.
async fn take_back_with_computer_turn<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<G>(1, 1).await.id;
    let (mut dice, mut back, mut walls) = (seeded_dice(43), 0, 0);
    while back < 3 {
        let turn = fixture.load_turn::<G>(game).await;
        let (before, log) = (digest(&turn.game), fixture.load_log(game).await);
        let settled = fixture.act_at_random::<G>(game, &mut dice).await;
        let stored = fixture.load_table(game).await;
        assert_eq!(
            stored.status,
            TableStatus::Running,
            "taken back {back} times, {walls} times not"
        );
        let person = person_at(&settled.table, settled.steps[0].seat);
        fixture.deliver_notices().await;
        let last = stored.revision == settled.table.revision;
        let after = fixture.load_log(game).await.split_off(log.len());
        let stays = after.iter().any(|entry: &LogEntry| {
            serde_json::from_str::<Vec<G::Event>>(&entry.events)
                .unwrap()
                .iter()
                .any(G::reveals_hidden)
        });
        if last && !stays {
            continue;
        }
        // The undo was requested before the computer acted.
        let taken = fixture
            .host
            .take_back
            .take_back::<G>(settled.table, &actor(person.0))
            .await;
        if stays {
            assert_eq!(expect_refusal(taken), Refusal::HiddenRevealed);
            walls += 1;
            continue;
        }
        let taken = taken.unwrap();
        assert_eq!(digest(&taken.game), before);
        assert_eq!(fixture.load_log(game).await, log);
        let stored = fixture.load_table(game).await;
        assert!(
            fixture
                .host
                .games
                .load_turn::<G>(stored, person)
                .await
                .is_ok(),
            "it is their turn again"
        );
        let delivered = fixture.deliver_notices().await;
        let announced = delivered.iter().any(|item| {
            matches!(
                item.news,
                News::TakenBack {
                    computers: true,
                    ..
                }
            )
        });
        assert!(announced, "it is announced: {delivered:?}");
        back += 1;
        // The game goes on, so that new positions are tried.
        fixture.act_at_random::<G>(game, &mut dice).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_take_back_includes_the_computer_turn() {
    take_back_with_computer_turn::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_take_back_includes_the_computer_turn() {
    take_back_with_computer_turn::<Haleakala>().await;
}

async fn take_back_of_reveal_is_refused<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<G>(2, 0).await;
    let (game, mut dice, mut walls) = (table.id, seeded_dice(41), 0);
    while walls < 5 {
        let settled = fixture.act_at_random::<G>(game, &mut dice).await;
        if settled.table.status == TableStatus::Over {
            break;
        }
        if settled
            .steps
            .iter()
            .any(|step| step.events.iter().any(G::reveals_hidden))
        {
            let all = fixture.load_everything(game).await;
            let person = person_at(&settled.table, settled.steps[0].seat);
            let back = fixture
                .host
                .take_back
                .take_back::<G>(settled.table, &actor(person.0))
                .await;
            assert_eq!(expect_refusal(back), Refusal::HiddenRevealed);
            assert_eq!(fixture.load_everything(game).await, all);
            walls += 1;
        }
    }
    assert!(walls > 0, "nothing was uncovered in the whole game");
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_reveal_cannot_be_taken_back() {
    take_back_of_reveal_is_refused::<Hawaii>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_reveal_cannot_be_taken_back() {
    take_back_of_reveal_is_refused::<Haleakala>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_before_the_first_step_is_refused() {
    for computers in [0, 1] {
        let fixture = TestHost::new().await;
        let table = fixture.start_game::<Hawaii>(2, computers).await;
        let back = fixture
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(100))
            .await;
        let nothing = expect_refusal(back);
        let the_computer_began = matches!(nothing, Refusal::ActedSince(_));
        assert!(nothing == Refusal::NothingToTakeBack || (computers == 1 && the_computer_began));
    }
}

/// Announced steps that were taken back and played again are announced again, so that the news
/// match the log.
#[tokio::test(flavor = "multi_thread")]
async fn notices_match_the_log() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let (mut dice, mut known, mut back) = (seeded_dice(42), Vec::new(), 0);
    loop {
        let settled = fixture.act_at_random::<Hawaii>(game, &mut dice).await;
        let person = person_at(&settled.table, settled.steps[0].seat);
        let running = settled.table.status == TableStatus::Running;
        if running && dice.below(3) == 0 {
            let taken = fixture
                .host
                .take_back
                .take_back::<Hawaii>(settled.table, &actor(person.0))
                .await;
            back += usize::from(taken.is_ok());
        }
        let told_until =
            usize::try_from(fixture.load_table(game).await.announced_until).unwrap() - 1;
        for delivered in fixture.deliver_notices().await {
            if matches!(delivered.news, News::TakenBack { .. }) {
                known.truncate(told_until);
            }
            known.extend(announced_steps(&[delivered]));
        }
        assert_eq!(
            known,
            logged_steps(&fixture.load_log(game).await)[..told_until]
        );
        if !running {
            break;
        }
    }
    assert!(back > 5, "taken back {back} times");
}

/// What a player begins and takes back is seen by no one else, not even by someone who looks
/// meanwhile.
async fn take_back_unseen_step<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<G>(2, 0).await.id;
    let turn = fixture
        .find_turn::<G>(game, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let seen = async |table| {
        digest(
            &fixture
                .host
                .lookback
                .load_public::<G>(table)
                .await
                .unwrap()
                .game,
        )
    };
    let (delivered, person) = (
        seen(fixture.load_table(game).await).await,
        acting_person(&turn),
    );
    let begun = fixture.commit_turn(turn).await.table;
    assert_eq!(seen(begun.clone()).await, delivered);
    fixture.take_back::<G>(begun.clone(), person).await;
    assert_eq!(
        (
            seen(begun).await,
            seen(fixture.load_table(game).await).await
        ),
        (delivered.clone(), delivered)
    );
}

#[test]
fn take_back_in_mid_turn_was_never_announced() {
    block_on(Box::pin(take_back_unseen_step::<Hawaii>()));
    block_on(Box::pin(take_back_unseen_step::<Haleakala>()));
}
