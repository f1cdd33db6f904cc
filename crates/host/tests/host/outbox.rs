//! Notices are posted once and in order, later if they could not be posted.

use std::time::{Duration, Instant};

use lanai_host::{
    ChannelId, Clock, Consent, Destination, DueNotice, NewGame, News, PersonId, Receipt, Revision,
    Terms, Timestamp, Turn,
};
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, new_game, play_random_action, receipt, seeded_dice};

#[tokio::test(flavor = "multi_thread")]
async fn notice_is_delivered_once() {
    let fixture = TestHost::new().await;
    fixture.open_table(&new_game::<Hawaii>(7), 100).await;
    let due = fixture.due_notices(10).await;
    assert_eq!(
        (due.len(), due[0].to, due[0].attempts, due[0].revision),
        (1, Destination::Channel(ChannelId(7)), 0, Revision(0))
    );
    assert!(fixture.mark_sent(&due[0], receipt(1)).await);
    assert!(!fixture.mark_sent(&due[0], receipt(2)).await);
    assert_eq!(fixture.due_notices(10).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn postponed_notice_delays_only_its_channel() {
    let fixture = TestHost::new().await;
    for channel in [7, 8] {
        let table = fixture.open_table(&new_game::<Hawaii>(channel), 100).await;
        fixture.join(table.id, 101).await;
    }
    let first = fixture.due_notices(1).await;
    fixture
        .outbox()
        .postpone_after_failure(&first[0], 1000)
        .await
        .unwrap();
    let due = fixture.due_notices(10).await;
    assert_eq!(
        due.iter().map(|delivered| delivered.to).collect::<Vec<_>>(),
        [Destination::Channel(ChannelId(8)); 2]
    );
    assert!(due[0].notice < due[1].notice && due[0].revision < due[1].revision);
    fixture
        .outbox()
        .postpone_after_failure(&due[0], 0)
        .await
        .unwrap();
    let due = fixture.due_notices(10).await;
    assert_eq!(
        due.iter()
            .map(|delivered| delivered.attempts)
            .collect::<Vec<_>>(),
        [1, 0]
    );
    fixture
        .outbox()
        .discard_channel(Destination::Channel(ChannelId(8)))
        .await
        .unwrap();
    assert_eq!(fixture.due_notices(10).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_dispatcher_is_woken() {
    let fixture = TestHost::new().await;
    let (outbox, long) = (fixture.outbox(), Duration::from_mins(1));
    let began = Instant::now();
    let waiting = tokio::spawn(async move { outbox.wait_for_news(long).await });
    let game = fixture.open_table(&new_game::<Hawaii>(7), 100).await.id;
    waiting.await.unwrap();
    fixture.join(game, 101).await;
    fixture.outbox().wait_for_news(long).await;
    assert!(
        began.elapsed() < long,
        "news that came before are not slept over"
    );
    fixture
        .outbox()
        .wait_for_news(Duration::from_millis(1))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notice_shown_in_the_answer_is_not_sent() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(3),
        ..new_game::<Hawaii>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture.deliver_notices().await;
    fixture
        .host
        .lobby
        .join(game, &actor(101), None, false)
        .await
        .unwrap();
    fixture
        .host
        .lobby
        .leave(game, &actor(101), false)
        .await
        .unwrap();
    assert_eq!(fixture.deliver_notices().await.len(), 0);
    fixture.join(game, 101).await;
    assert_eq!(fixture.deliver_notices().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_messages_survive_a_restart() {
    let fixture = TestHost::new().await;
    assert_eq!(fixture.host.database.get("commands").await.unwrap(), None);
    fixture
        .host
        .database
        .set("commands", "of yesterday")
        .await
        .unwrap();
    let fixture = fixture.restart().await;
    assert_eq!(
        fixture
            .host
            .database
            .get("commands")
            .await
            .unwrap()
            .as_deref(),
        Some("of yesterday")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_has_its_own_notice() {
    let fixture = TestHost::new().await;
    let mut game = fixture.start_game::<Hawaii>(2, 0).await.id;
    fixture.deliver_notices().await;
    let mut dice = seeded_dice(3);
    let mut twice = 0;
    while twice < 3 {
        let mut turn: Turn<Hawaii> = fixture.load_turn(game).await;
        let (seat, began) = (turn.to_act(), turn.game.begins_turn());
        play_random_action(&mut turn, &mut dice);
        let (next, begins) = (turn.to_act(), turn.game.begins_turn());
        fixture.commit_turn(turn).await;
        let mut delivered = fixture.deliver_notices().await;
        if next.is_none() {
            assert!(matches!(delivered.pop().unwrap().news, News::Film));
            game = fixture.start_game::<Hawaii>(2, 0).await.id;
            fixture.deliver_notices().await;
        }
        assert_eq!(
            delivered.len(),
            usize::from(begins || next != seat),
            "a turn is told when it is done"
        );
        let steps: Vec<_> = delivered
            .iter()
            .flat_map(|delivered| delivered.news.steps())
            .collect();
        assert!(
            delivered
                .iter()
                .all(|delivered| matches!(delivered.news, News::Turn { .. }))
                && steps.len() < 20
        );
        twice += u32::from(began && begins && next == seat);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn delay_of_a_turn_is_measured_while_the_game_goes_on() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let mut chance = seeded_dice(3);
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    fixture.deliver_notices().await;
    for _ in 0..2 {
        let mut turn: Turn<Hawaii> = fixture.load_turn(game).await;
        let seat = turn.to_act();
        while turn.to_act() == seat {
            play_random_action(&mut turn, &mut chance);
        }
        fixture.commit_turn(turn).await;
        clock.advance(7);
    }
    let due = fixture.due_notices(10).await;
    let (turns, others): (Vec<_>, Vec<_>) = due
        .iter()
        .partition(|due| matches!(due.news, News::Turn { .. }));
    assert_eq!(
        turns
            .into_iter()
            .map(|due| fixture.outbox().announcement_lag(due))
            .collect::<Vec<_>>(),
        [Some(14), Some(7)]
    );
    assert!(
        !others.is_empty()
            && others
                .into_iter()
                .all(|due| fixture.outbox().announcement_lag(due).is_none()),
        "{due:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_do_not_overtake_postponed_ones() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let table = fixture.open_table(&new_game::<Hawaii>(7), 100).await;
    let due = fixture.due_notices(1).await;
    let first = due[0].notice;
    fixture
        .outbox()
        .postpone_after_failure(&due[0], 3600)
        .await
        .unwrap();
    fixture.join(table.id, 101).await;
    assert_eq!(
        fixture.due_notices(10).await.len(),
        0,
        "what came later waits, too"
    );
    clock.advance(3599);
    assert_eq!(
        fixture.due_notices(10).await.len(),
        0,
        "as long as what came before"
    );
    clock.advance(1);
    let waiting = fixture.due_notices(10).await;
    assert!(
        waiting.len() == 2 && waiting[1].notice > first,
        "until what came before is due: {waiting:?}"
    );
    fixture.outbox().retry_channel(ChannelId(7)).await.unwrap();
    assert_eq!(fixture.due_notices(1).await[0].notice, first);
    fixture.mark_sent(&due[0], receipt(1)).await;
    assert_eq!(fixture.due_notices(10).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn busy_channel_leaves_room_for_others() {
    let fixture = TestHost::new().await;
    let table = fixture.open_table(&new_game::<Hawaii>(7), 100).await;
    for _ in 0..40 {
        fixture.join(table.id, 101).await;
        fixture.leave(table.id, 101).await;
    }
    fixture.open_table(&new_game::<Hawaii>(8), 102).await;
    let [busy, other] = [7, 8].map(|channel| Destination::Channel(ChannelId(channel)));
    let places = async |busy: &[Destination]| {
        let due = fixture.outbox().lease_due(busy, 2, 20).await.unwrap();
        assert!(due.is_sorted_by_key(|due| due.notice));
        due.iter().map(|due| due.to).collect::<Vec<_>>()
    };
    assert_eq!(
        places(&[]).await,
        [busy; 20],
        "those first that have been due longest"
    );
    assert_eq!(
        places(&[busy]).await,
        [other],
        "a notice in delivery is not claimed again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn subscriber_gets_changes_made_during_delivery() {
    let (fixture, clock) = TestHost::thoughtful(0).await;
    let begun = fixture.start_game::<Hawaii>(2, 0).await;
    fixture.deliver_notices().await;
    fixture
        .host
        .watching
        .watch(&begun, ChannelId(11), &actor(100), "en")
        .await
        .unwrap();
    let asks = async |person, wish| {
        fixture
            .agree(fixture.load_table(begun.id).await, person, wish)
            .await;
    };
    let of_followers = |due: &DueNotice| due.to == Destination::Channel(ChannelId(11));
    // A pause is proposed and accepted while its notices are being delivered.
    for person in [100, 101] {
        clock.advance(61);
        let due = fixture.due_notices(100).await;
        let announced = due
            .into_iter()
            .find(of_followers)
            .expect("there is something to be told");
        asks(person, Consent::Ask(Terms::Pause(3600))).await;
        assert!(!fixture.mark_sent(&announced, receipt(9000)).await);
    }
    clock.advance(61);
    assert!(fixture.due_notices(100).await.iter().any(of_followers));
}

#[tokio::test(flavor = "multi_thread")]
async fn departed_player_is_not_pinged() {
    let fixture = TestHost::new().await;
    fixture.open_table(&new_game::<Hawaii>(7), 100).await;
    let due = fixture.due_notices(10).await;
    let calls = |person| Receipt {
        direct_ping: Some(PersonId(person)),
        ..receipt(1)
    };
    assert!(fixture.mark_sent(&due[0], calls(42)).await);
    assert_eq!(fixture.due_notices(10).await.len(), 0);
    fixture.open_table(&new_game::<Hawaii>(8), 100).await;
    let due = fixture.due_notices(10).await;
    assert!(fixture.mark_sent(&due[0], calls(100)).await);
    let due = fixture.due_notices(10).await;
    assert_eq!(
        due.iter().map(|due| due.to).collect::<Vec<_>>(),
        [Destination::Person(PersonId(100))]
    );
}
