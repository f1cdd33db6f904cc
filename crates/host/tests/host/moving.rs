//! A table moves to another channel with all pending notices and leaves nothing behind.

use lanai_host::{
    ChannelId, Consent, Destination, MessageUpdate, News, PersonId, Refusal, TableStatus, Terms,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{
    TestHost, actor, expect_refusal, new_game, play_random_action, receipt, seeded_dice,
};

const DAY: i64 = 24 * 60 * 60;

#[tokio::test(flavor = "multi_thread")]
async fn moved_table_takes_its_pending_notices_along() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(2, 0).await;
    // The lobby was announced twice; the start is still pending.
    for delivered in fixture.due_notices(2).await {
        fixture
            .mark_sent(&delivered, receipt(delivered.notice.0 + 5000))
            .await;
    }
    let who = actor(begun.waiting.person.unwrap().0);
    let mut late = fixture.load_turn::<Hawaii>(begun.id).await;
    let moved = fixture
        .host
        .relocation
        .move_to(begun.clone(), &who, ChannelId(9), None)
        .await
        .unwrap();
    assert_eq!(moved, fixture.load_table(begun.id).await);
    assert_eq!(
        (moved.channel, moved.revision),
        (ChannelId(9), begun.revision.next())
    );
    let (before, after) = (begun.waiting, moved.waiting);
    assert_eq!(
        (after.turn, after.since, after.person),
        (before.turn, before.since, before.person)
    );
    assert_eq!(
        after.revision, moved.revision,
        "the check still finds the turn"
    );
    assert_eq!(
        expect_refusal(fixture.host.tables.find_in_channel(ChannelId(7)).await),
        Refusal::NoTable
    );
    assert_eq!(fixture.find_in_channel(9).await.id, begun.id);
    // A move that was prepared before the table moved is stale, and the player loses nothing.
    play_random_action(&mut late, &mut seeded_dice(1));
    assert_eq!(
        expect_refusal(fixture.host.play.commit_turn(late, &who).await),
        Refusal::Stale
    );
    let due = fixture.due_notices(100).await;
    let news: Vec<_> = due
        .iter()
        .filter(|delivered| !delivered.is_message_update())
        .collect();
    assert!(
        news.iter()
            .all(|delivered| delivered.to == Destination::Channel(ChannelId(9)))
    );
    assert!(matches!(news[0].news, News::Begins { .. }) && matches!(news[1].news, News::Moved));
    assert_eq!(news.len(), 2);
    let removed = due.iter().filter(|delivered| {
        matches!(
            delivered.news,
            News::MessageUpdate(MessageUpdate::Remove { .. })
        )
    });
    assert_eq!(
        removed.map(|delivered| delivered.to).collect::<Vec<_>>(),
        [Destination::Channel(ChannelId(7))],
        "the lobby there goes"
    );
    // Proposals are posted in the new channel.
    fixture.deliver_notices().await;
    let wish = Consent::Ask(Terms::Pause(DAY));
    fixture
        .host
        .agreements
        .agree(fixture.load_table(begun.id).await, &who, wish)
        .await
        .unwrap();
    fixture.deliver_notices().await;
    fixture
        .host
        .relocation
        .move_to(
            fixture.load_table(begun.id).await,
            &who,
            ChannelId(10),
            None,
        )
        .await
        .unwrap();
    let delivered = fixture.deliver_notices().await;
    assert!(
        delivered
            .iter()
            .all(|delivered| delivered.to == Destination::Channel(ChannelId(10)))
    );
    assert!(
        delivered
            .iter()
            .any(|delivered| matches!(delivered.news, News::Proposed { .. })),
        "{delivered:?}"
    );
    fixture
        .act_at_random::<Hawaii>(begun.id, &mut seeded_dice(2))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moving_is_restricted_by_person_and_channel() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Haleakala>(2, 0).await;
    let other = fixture.open_table(&new_game::<Hawaii>(8), 300).await;
    let moves = async |person, channel| {
        fixture
            .host
            .relocation
            .move_to(
                fixture.load_table(begun.id).await,
                &actor(person),
                channel,
                None,
            )
            .await
    };
    assert_eq!(
        expect_refusal(moves(300, ChannelId(9)).await),
        Refusal::NotSeated
    );
    assert_eq!(
        expect_refusal(moves(101, ChannelId(7)).await),
        Refusal::AlreadyInChannel
    );
    assert_eq!(
        expect_refusal(moves(101, ChannelId(8)).await),
        Refusal::Occupied
    );
    assert_eq!(
        fixture.load_table(begun.id).await,
        begun,
        "and nothing was written"
    );
    assert_eq!(fixture.load_table(other.id).await.channel, ChannelId(8));
    // The owner may move the table, even without a seat.
    fixture.join(other.id, 301).await;
    fixture
        .host
        .lobby
        .leave(other.id, &actor(300), true)
        .await
        .ok();
    let open = fixture.load_table(other.id).await;
    if open.owner == PersonId(300) && open.status == TableStatus::Open {
        assert_eq!(
            fixture
                .host
                .relocation
                .move_to(open, &actor(300), ChannelId(10), None)
                .await
                .unwrap()
                .channel,
            ChannelId(10)
        );
    }
    // The old channel is free for another table, and the new one is not.
    fixture
        .host
        .watching
        .watch(&begun, ChannelId(11), &actor(100), "en")
        .await
        .unwrap();
    moves(101, ChannelId(11)).await.unwrap();
    assert_eq!(
        fixture
            .host
            .watching
            .list_watched_in(ChannelId(11))
            .await
            .unwrap()
            .len(),
        0
    );
    fixture
        .resign(fixture.load_table(begun.id).await, 100)
        .await;
    assert_eq!(
        expect_refusal(moves(101, ChannelId(12)).await),
        Refusal::Over
    );
}
