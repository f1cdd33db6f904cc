//! Games that end by agreement on a result: a draw or a win. Such results have ranks but no points,
//! and consent holds only for the position in which it was given.

use lanai_host::{
    Agreement, Award, Clock, Consent, Ending, LeftBy, NewGame, News, PastGame, PersonId,
    PolicyKind, Refusal, TableId, TableSettings, TableStatus, Terms, TimeControl, TimeoutPolicy,
    Timestamp,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::{
    PlayerResult, hosts_on_each_database, load_all_ratings, rating_points_of, store_result,
};
use lanai_testing::scenes::{
    TestHost, actor, expect_refusal, new_game, play_random_action, seeded_dice,
};

const DAY: i64 = 24 * 60 * 60;

fn claim_win(person: i64) -> Consent {
    Consent::Ask(Terms::Award(Award::Win(PersonId(person))))
}

const DRAW: Consent = Consent::Ask(Terms::Award(Award::Draw));

async fn give_consent(
    fixture: &TestHost,
    game: TableId,
    person: i64,
    consent: Consent,
) -> Agreement {
    fixture
        .agree(fixture.load_table(game).await, person, consent)
        .await
}

fn ranks_by_person(past: &PastGame) -> Vec<(Option<i64>, Option<i64>)> {
    past.players
        .iter()
        .map(|player| (player.person.map(|person| person.0), player.rank))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn game_ends_with_the_agreed_result() {
    for fixture in hosts_on_each_database().await {
        for consent in [claim_win(101), DRAW] {
            let game = Box::pin(fixture.start_game::<Hawaii>(3, 1)).await.id;
            fixture.deliver_notices().await;
            assert_eq!(
                give_consent(&fixture, game, 100, consent).await,
                Agreement::Open(2)
            );
            let number = fixture
                .load_table(game)
                .await
                .waiting
                .proposal
                .unwrap()
                .number;
            assert_eq!(
                give_consent(&fixture, game, 102, Consent::Agree(number)).await,
                Agreement::Open(1)
            );
            assert_eq!(fixture.load_table(game).await.status, TableStatus::Running);
            assert_eq!(
                give_consent(&fixture, game, 101, consent).await,
                Agreement::Done
            );
            let delivered = fixture.deliver_notices().await;
            let news: Vec<&News> = delivered.iter().map(|delivered| &delivered.news).collect();
            assert!(
                matches!(news[..], [News::Proposed { .. }, News::Awarded, News::Film]),
                "{news:?}"
            );
            let past = fixture.host.history.find(game).await.unwrap();
            assert_eq!(past.ending, Ending::AgreedResult);
            assert!(
                past.players
                    .iter()
                    .all(|item| item.points.is_none() && item.left_by == LeftBy::Stayed)
            );
            let mut agreement = ranks_by_person(&past);
            agreement.sort();
            let rank = |person| {
                Some(if consent == DRAW || person == 101 {
                    1
                } else {
                    2
                })
            };
            let people = [100, 101, 102].map(|person| (Some(person), rank(person)));
            // Computers do not take part in the vote.
            assert_eq!(agreement, [&[(None, None)], &people[..]].concat());
            fixture.write_record(&fixture.load_table(game).await).await;
        }
        assert!(
            lanai_testing::scenes::verify_all(&fixture.host)
                .await
                .failures
                .is_empty()
        );
        for (person, first) in [(100, 1), (101, 2), (102, 1)] {
            let stats = fixture
                .host
                .statistics
                .load_for_person(PersonId(person))
                .await
                .unwrap();
            assert_eq!((stats.awarded, stats.results), ((2, first), vec![]));
        }
    }
}

/// A proposal made when a player was ahead does not survive until they are behind.
#[tokio::test(flavor = "multi_thread")]
async fn move_cancels_a_proposal() {
    let fixture = TestHost::new().await;
    let game = Box::pin(fixture.start_game::<Hawaii>(3, 0)).await.id;
    for (consent, stays) in [
        (claim_win(101), false),
        (Consent::Ask(Terms::End), true),
        (DRAW, false),
    ] {
        give_consent(&fixture, game, 100, consent).await;
        let number = fixture
            .load_table(game)
            .await
            .waiting
            .proposal
            .unwrap()
            .number;
        fixture
            .act_at_random::<Hawaii>(game, &mut seeded_dice(4))
            .await;
        assert_eq!(
            fixture.load_table(game).await.waiting.proposal.is_some(),
            stays
        );
        if !stays {
            let (table, late) = (fixture.load_table(game).await, actor(101));
            let agreed = fixture
                .host
                .agreements
                .agree(table, &late, Consent::Agree(number))
                .await;
            assert_eq!(expect_refusal(agreed), Refusal::NotProposed);
        }
    }
    // So does a take-back.
    let mut turn = fixture.load_turn::<Hawaii>(game).await;
    let person = turn
        .table
        .seated_player(turn.to_act().unwrap())
        .unwrap()
        .person
        .unwrap()
        .0;
    play_random_action(&mut turn, &mut seeded_dice(5));
    fixture.commit_turn(turn).await;
    give_consent(&fixture, game, 100, DRAW).await;
    let back = fixture
        .host
        .take_back
        .take_back::<Hawaii>(fixture.load_table(game).await, &actor(person))
        .await;
    assert_eq!(
        fixture.load_table(game).await.waiting.proposal.is_none(),
        back.is_ok()
    );
    // So does a player who leaves.
    give_consent(&fixture, game, 100, claim_win(102)).await;
    fixture.resign(fixture.load_table(game).await, 102).await;
    assert_eq!(fixture.load_table(game).await.waiting.proposal, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_player_can_win_and_not_by_their_own_word() {
    let fixture = TestHost::new().await;
    let begun = Box::pin(fixture.start_game::<Haleakala>(2, 0)).await;
    for (who, consent, why) in [
        (100, claim_win(999), Refusal::PersonNotSeated),
        (999, claim_win(999), Refusal::NotSeated),
        (999, DRAW, Refusal::NotSeated),
    ] {
        let asked = fixture
            .host
            .agreements
            .agree(begun.clone(), &actor(who), consent)
            .await;
        assert_eq!(expect_refusal(asked), why);
    }
    let fixture = TestHost::new().await;
    let alone = Box::pin(fixture.start_game::<Hawaii>(1, 2)).await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .agreements
                .agree(alone, &actor(100), DRAW)
                .await
        ),
        Refusal::NoOtherPlayers
    );
}

/// Two players, one of them missing: what happens when the other claims the win.
async fn claim_against_absent_player(rated: bool, late: TimeoutPolicy) -> (Agreement, TableStatus) {
    let clock = Clock::stopped_at(Timestamp(20_000 * DAY));
    let fixture = TestHost::new().await.with_clock(&clock);
    let settings = TableSettings {
        time_control: TimeControl::Turn(DAY),
        timeout_policy: late,
        rated,
        ..TableSettings::default()
    };
    let new = NewGame {
        seat_count: Some(3),
        settings,
        ..new_game::<Hawaii>(31)
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture.join(game, 101).await;
    fixture.join(game, 102).await;
    let begun = fixture.start(game, 100).await;
    let silent = fixture.person_to_act::<Hawaii>(&begun).await;
    clock.advance(2 * DAY);
    fixture.run_due_work().await;
    let mut agreement = Agreement::Open(0);
    for person in (100..103).filter(|person| *person != silent) {
        agreement = give_consent(&fixture, game, person, DRAW).await;
    }
    (agreement, fixture.load_table(game).await.status)
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_result_needs_consent_of_all() {
    for late in [TimeoutPolicy::Announce, TimeoutPolicy::PlaySeat] {
        let agreement = Box::pin(claim_against_absent_player(false, late)).await;
        assert_eq!(agreement, (Agreement::Done, TableStatus::Over), "{late:?}");
        let agreement = Box::pin(claim_against_absent_player(true, late)).await;
        assert_eq!(
            agreement,
            (Agreement::Open(1), TableStatus::Running),
            "{late:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn agreed_result_changes_ratings_of_people() {
    let mut counted = Vec::new();
    for computer in [PolicyKind::Keiki, PolicyKind::Kupuna] {
        let fixture = TestHost::new().await;
        let sat = [
            PlayerResult::Person(1, Some(2)),
            PlayerResult::Computer(computer, None),
            PlayerResult::Person(2, Some(1)),
            PlayerResult::Person(3, Some(2)),
        ];
        store_result(&fixture, &sat, Ending::AgreedResult, 0).await;
        // A player who left earlier is last all the same.
        let sat = [
            PlayerResult::Person(4, Some(1)),
            PlayerResult::Person(5, Some(1)),
            PlayerResult::Computer(computer, None),
            PlayerResult::Left(6, LeftBy::Resigned),
        ];
        store_result(&fixture, &sat, Ending::AgreedResult, DAY).await;
        fixture.rate_games().await;
        assert_eq!(
            rating_points_of(&fixture, 4, 1).await,
            rating_points_of(&fixture, 4, 3).await
        );
        assert!(rating_points_of(&fixture, 4, 2).await > rating_points_of(&fixture, 4, 1).await);
        assert_eq!(
            rating_points_of(&fixture, 3, 4).await,
            rating_points_of(&fixture, 3, 5).await
        );
        assert!(rating_points_of(&fixture, 3, 6).await < 1500);
        counted.push(load_all_ratings(&fixture, 6).await);
    }
    assert_eq!(counted[0], counted[1], "the policy makes no difference");
}
