//! Between the start and its announcement nothing changes and nothing is lost, and the game starts
//! once.

use lanai_ai::Evaluate;
use lanai_host::{
    DueNotice, NewGame, News, PersonId, Receipt, Refusal, TableId, TableStatus, Timestamp,
};
use lanai_rules::Rules as _;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{
    ANNOUNCED, TestHost, actor, block_on, expect_refusal, new_game, play_random_action, receipt,
    seeded_dice,
};

/// Two players sit at a table, and one has started the game.
async fn press_start<G: Evaluate>(fixture: &TestHost) -> TableId {
    let new = NewGame {
        seat_count: Some(3),
        ..new_game::<G>(7)
    };
    let new = NewGame {
        seat_count: new.seat_count.filter(|_| *G::TITLE.seats().end() > 2),
        ..new
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let shown = fixture.press_start(game, 100).await;
    assert_eq!(
        shown,
        fixture.load_table(game).await,
        "they see what is kept"
    );
    game
}

/// The pending announcement.
async fn pending_announcement(fixture: &TestHost) -> Option<DueNotice> {
    let due = fixture.due_notices(1000).await;
    due.into_iter()
        .find(|delivered| matches!(delivered.news, News::SeatsFixed))
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_start_refuses_changes() {
    let fixture = TestHost::new().await;
    let game = press_start::<Hawaii>(&fixture).await;
    let before = fixture.load_everything(game).await;
    assert_eq!(before.0.status, TableStatus::Open);
    let host = &fixture.host;
    assert_eq!(
        expect_refusal(host.lobby.join(game, &actor(102), None, true).await),
        Refusal::Starting
    );
    assert_eq!(
        expect_refusal(
            host.lobby
                .join(game, &actor(101), Some("other"), true)
                .await
        ),
        Refusal::Starting
    );
    assert_eq!(
        expect_refusal(host.lobby.leave(game, &actor(101), true).await),
        Refusal::Starting
    );
    assert_eq!(
        expect_refusal(host.starts.start(game, &actor(101)).await),
        Refusal::Starting
    );
    assert_eq!(
        expect_refusal(
            host.games
                .load::<Hawaii>(fixture.load_table(game).await)
                .await
        ),
        Refusal::NotBegun
    );
    assert_eq!(fixture.load_everything(game).await, before);
}

/// Whenever the program is killed, the message that was posted decides, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn restart_during_start_starts_once() {
    let fixture = TestHost::new().await;
    let game = press_start::<Hawaii>(&fixture).await;
    let fixture = fixture.restart().await;
    let delivered = pending_announcement(&fixture)
        .await
        .expect("it still has to be said");
    // The announcement was posted and the game began, but the program ended before the notice
    // did.
    assert!(fixture.mark_sent(&delivered, receipt(ANNOUNCED)).await);
    let begun = fixture.load_everything(game).await;
    assert_eq!(begun.0.status, TableStatus::Running);
    let fixture = fixture.restart().await;
    assert!(pending_announcement(&fixture).await.is_none());
    for after in [receipt(ANNOUNCED + 1), Receipt::default()] {
        assert!(!fixture.mark_sent(&delivered, after).await);
        assert_eq!(fixture.load_everything(game).await, begun);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_announcement_reopens_the_table() {
    let fixture = TestHost::new().await;
    let game = press_start::<Hawaii>(&fixture).await;
    for times in 1..3 {
        let delivered = pending_announcement(&fixture).await.unwrap();
        if times == 1 {
            fixture
                .outbox()
                .cancel_game_start(&delivered)
                .await
                .unwrap();
        } else {
            // All attempts failed until the dispatcher gave up.
            assert!(fixture.mark_sent(&delivered, Receipt::default()).await);
        }
        assert!(
            pending_announcement(&fixture).await.is_none(),
            "no game begins by surprise when the channel opens"
        );
        let due = fixture.due_notices(1000).await;
        let told = due
            .iter()
            .filter(|delivered| matches!(delivered.news, News::StartFailed));
        assert_eq!(
            told.filter_map(|delivered| delivered.to.person())
                .collect::<Vec<_>>(),
            [PersonId(100), PersonId(101)].repeat(times)
        );
        assert_eq!(fixture.load_table(game).await.status, TableStatus::Open);
        let word = format!("word {times}");
        fixture
            .host
            .lobby
            .join(game, &actor(101), Some(&word), true)
            .await
            .unwrap();
        fixture.press_start(game, 100).await;
    }
    assert_eq!(
        fixture.announce(game, ANNOUNCED).await.status,
        TableStatus::Running
    );
    assert_eq!(fixture.load_table(game).await.seats[1].word, "word 2");
}

#[test]
fn record_names_the_start_message() {
    async fn check_record_names_message<G: Evaluate>(number: u64) {
        let fixture = TestHost::new().await;
        let game = press_start::<G>(&fixture).await;
        let settled = fixture
            .store
            .tables()
            .load_changed_at(game)
            .await
            .unwrap()
            .unwrap();
        fixture.announce(game, ANNOUNCED).await;
        let over = fixture.play_out::<G>(game, &mut seeded_dice(number)).await;
        let record = Record::<G>::read(&fixture.write_record(&over).await).unwrap();
        record.replay(None).unwrap();
        let announced = record.origin.unwrap().announced.unwrap();
        assert_eq!(announced.message.number(), ANNOUNCED.cast_unsigned());
        assert!(
            (settled - 5..=settled).contains(&Timestamp(announced.settled_at)),
            "{announced:?}"
        );
    }
    block_on(check_record_names_message::<Hawaii>(31));
    block_on(check_record_names_message::<Haleakala>(32));
}

/// A beginner is guided through their first three turns; an experienced player is not.
#[tokio::test(flavor = "multi_thread")]
async fn first_turns_of_beginners_are_counted() {
    let fixture = TestHost::new().await;
    for (newcomers, channel) in [([true, true], 7), ([false, true], 8)] {
        let new = NewGame {
            seat_count: Some(2),
            ..new_game::<Hawaii>(channel)
        };
        let game = fixture.open_table(&new, 100).await.id;
        let other = if channel == 7 { 101 } else { 102 };
        fixture.join(game, other).await;
        fixture.start(game, 100).await;
        let (mut told, mut dice) = ([Vec::new(), Vec::new()], seeded_dice(1));
        while told.iter().any(|told| told.len() < 5) {
            let mut turn = fixture.load_turn::<Hawaii>(game).await;
            let seat = turn.to_act().unwrap();
            let person = turn.table.seated_player(seat).unwrap().person.unwrap();
            told[seat.index()].push(
                fixture
                    .host
                    .lessons
                    .find_beginner_turn_number(&turn, person)
                    .await
                    .unwrap(),
            );
            while turn.steps.is_empty() || turn.to_act() == Some(seat) && !turn.game.begins_turn() {
                play_random_action(&mut turn, &mut dice);
            }
            fixture.commit_turn(turn).await;
        }
        for (told, is_newcomer) in told.iter().zip(newcomers) {
            let led = if is_newcomer {
                [Some(1), Some(2), Some(3), None, None]
            } else {
                [None; 5]
            };
            assert_eq!(told[..5], led, "{channel}");
        }
        fixture.play_out::<Hawaii>(game, &mut dice).await;
    }
}
