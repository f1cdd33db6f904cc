//! News that could not be posted for a while are posted together, once and in order.

use lanai_host::{DueNotice, News, NewsStep, NoticeId, TableId, TableStatus};
use lanai_rules::hawaii::Hawaii;

use super::composing::{compose_message, composer};
use lanai_testing::scenes::{TestHost, receipt, seeded_dice};

/// A game with this many unannounced turns.
async fn start_with_pending_turns(fixture: &TestHost, turns: usize) -> (TableId, Vec<DueNotice>) {
    let (mut game, mut dice) = (fixture.start_game::<Hawaii>(5, 0).await.id, seeded_dice(5));
    fixture.deliver_notices().await;
    loop {
        if fixture.load_table(game).await.status == TableStatus::Over {
            // Some games are short: on in another.
            fixture.deliver_notices().await;
            game = fixture.start_game::<Hawaii>(5, 0).await.id;
            fixture.deliver_notices().await;
        }
        let due: Vec<_> = fixture.due_notices(1000).await;
        let announced: Vec<_> = due
            .into_iter()
            .filter(|due| !due.is_message_update())
            .collect();
        if announced.len() == turns {
            assert!(
                announced
                    .iter()
                    .all(|due| matches!(due.news, News::Turn { .. }))
            );
            return (game, announced);
        }
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
    }
}

fn notice_ids(news: &[DueNotice]) -> Vec<NoticeId> {
    news.iter().map(|due| due.notice).collect()
}

fn notice_steps<'a>(news: impl IntoIterator<Item = &'a DueNotice>) -> Vec<String> {
    let steps = news.into_iter().flat_map(|due| due.news.steps());
    steps
        .map(|step: &NewsStep| format!("{:?} {}", step.seat, step.events.get()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_turns_are_merged_into_the_newest() {
    let fixture = TestHost::new().await;
    let (_, announced) = start_with_pending_turns(&fixture, 6).await;
    let joined = fixture
        .outbox()
        .merge_turns(announced.clone(), &[])
        .await
        .unwrap();
    assert_eq!(notice_ids(&joined), [announced[5].notice]);
    assert_eq!(joined[0].revision, announced[5].revision);
    assert_eq!(
        notice_steps(&joined),
        notice_steps(&announced),
        "all that happened, in order"
    );
    // The recap is stored, so a later reader gets the same one.
    let due = fixture.due_notices(1000).await;
    let due: Vec<_> = due
        .into_iter()
        .filter(|due| !due.is_message_update())
        .collect();
    assert_eq!(
        (notice_ids(&due), notice_steps(&due)),
        (notice_ids(&joined), notice_steps(&joined))
    );
    // A snapshot that was read earlier is stale.
    assert_eq!(
        notice_ids(
            &fixture
                .outbox()
                .merge_turns(announced.clone(), &[])
                .await
                .unwrap()
        ),
        notice_ids(&announced)
    );
    assert!(fixture.mark_sent(&joined[0], receipt(1)).await);
    for earlier in &announced[..5] {
        assert!(!fixture.mark_sent(earlier, receipt(2)).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn attempted_notice_is_not_merged() {
    let fixture = TestHost::new().await;
    let (game, announced) = start_with_pending_turns(&fixture, 5).await;
    // Two are read one by one.
    assert_eq!(
        notice_ids(
            &fixture
                .outbox()
                .merge_turns(announced[..2].to_vec(), &[])
                .await
                .unwrap()
        ),
        notice_ids(&announced[..2])
    );
    // An attempted notice may already be posted, so later turns are told without it.
    fixture
        .outbox()
        .postpone_after_failure(&announced[1], 0)
        .await
        .unwrap();
    let due = fixture.due_notices(1000).await;
    let joined = fixture.outbox().merge_turns(due, &[]).await.unwrap();
    let joined: Vec<_> = joined
        .into_iter()
        .filter(|due| !due.is_message_update())
        .collect();
    assert_eq!(
        notice_ids(&joined),
        [
            announced[0].notice,
            announced[1].notice,
            announced[4].notice
        ]
    );
    assert_eq!(notice_steps(&joined[2..]), notice_steps(&announced[2..]));
    fixture.deliver_notices().await;
    // An earlier process may have posted the first pending notice.
    let mut dice = seeded_dice(6);
    while fixture
        .due_notices(1000)
        .await
        .iter()
        .filter(|due| !due.is_message_update())
        .count()
        < 5
    {
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
    }
    let due = fixture.due_notices(1000).await;
    let due: Vec<_> = due
        .iter()
        .filter(|due| !due.is_message_update())
        .map(DueNotice::to_maybe_sent)
        .collect();
    let joined = fixture
        .outbox()
        .merge_turns(due.clone(), &[])
        .await
        .unwrap();
    assert_eq!(notice_ids(&joined), [due[0].notice, due[4].notice]);
    assert_eq!(notice_steps(&joined), notice_steps(&due));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_notice_may_have_been_sent_by_an_earlier_process() {
    let fixture = TestHost::new().await;
    let (game, announced) = start_with_pending_turns(&fixture, 2).await;
    // A table that moved here brings notices older than the newest one of this channel.
    let other = TableId(game.0 + 1);
    let mut all: Vec<_> = announced
        .iter()
        .chain(&announced)
        .map(DueNotice::to_maybe_sent)
        .collect();
    all[..2].iter_mut().for_each(|due| due.game = other);
    let joined = fixture.outbox().merge_turns(all, &[]).await.unwrap();
    let doubtful: Vec<_> = joined
        .iter()
        .map(|due| (due.game, due.maybe_sent))
        .collect();
    assert_eq!(
        doubtful,
        [(other, true), (other, false), (game, true), (game, false)]
    );
    assert!(
        fixture
            .outbox()
            .merge_turns(announced, &[])
            .await
            .unwrap()
            .iter()
            .all(|due| !due.maybe_sent)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_but_unrecorded_notice_is_not_merged() {
    let fixture = TestHost::new().await;
    let (_, announced) = start_with_pending_turns(&fixture, 5).await;
    let joined = fixture
        .outbox()
        .merge_turns(announced.clone(), &[announced[0].notice])
        .await
        .unwrap();
    assert_eq!(
        notice_ids(&joined),
        [announced[0].notice, announced[4].notice]
    );
    assert_eq!(
        (notice_steps(&joined[..1]), notice_steps(&joined[1..])),
        (notice_steps(&announced[..1]), notice_steps(&announced[1..]))
    );
    assert!(fixture.mark_sent(&joined[0], receipt(1)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn recap_fits_into_a_message() {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let (game, announced) = start_with_pending_turns(&fixture, 40).await;
    let joined = fixture.outbox().merge_turns(announced, &[]).await.unwrap();
    let text = async || {
        let said = compose_message(&composer, &fixture.load_table(game).await, &joined[0])
            .await
            .unwrap();
        said["content"].as_str().unwrap().to_owned()
    };
    let board = text().await;
    // A player who acts twice in a row is not pinged.
    let says_whose = board.contains("<@") || board.contains("'s turn");
    assert!(board.contains("turns came before") && says_whose, "{board}");
    // The next turn may be finished before this one is announced.
    fixture
        .act_at_random::<Hawaii>(game, &mut seeded_dice(7))
        .await;
    let words = text().await;
    assert!(
        words.contains("turns came before") && words.chars().count() < 2000,
        "{words}"
    );
}
