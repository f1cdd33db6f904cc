//! News that could not be posted for a while are posted together, once and in order.

use lanai_host::{DueNotice, News, NewsStep, NoticeId, TableId, TableStatus};
use lanai_rules::hawaii::Hawaii;

use super::composing::{composer, message};
use lanai_testing::scenes::{TestHost, became, dice, wait};

/// A game with this many unannounced turns.
async fn waits(house: &TestHost, turns: usize) -> (TableId, Vec<DueNotice>) {
    let (mut game, mut dice) = (house.begun::<Hawaii>(5, 0).await.game, dice(5));
    house.hear().await;
    loop {
        if house.kept(game).await.status == TableStatus::Over {
            // Some games are short: on in another.
            house.hear().await;
            game = house.begun::<Hawaii>(5, 0).await.game;
            house.hear().await;
        }
        let due: Vec<_> = house.outbox().due(1000).await.unwrap();
        let told: Vec<_> = due.into_iter().filter(|due| !due.is_chore()).collect();
        if told.len() == turns {
            assert!(told.iter().all(|due| matches!(due.news, News::Turn { .. })));
            return (game, told);
        }
        house.act_at_random::<Hawaii>(game, &mut dice).await;
    }
}

fn numbers(news: &[DueNotice]) -> Vec<NoticeId> {
    news.iter().map(|due| due.notice).collect()
}

fn steps<'a>(news: impl IntoIterator<Item = &'a DueNotice>) -> Vec<String> {
    let steps = news.into_iter().flat_map(|due| due.news.steps());
    steps
        .map(|step: &NewsStep| format!("{:?} {}", step.seat, step.events.get()))
        .collect()
}

#[test]
fn turns_that_wait_are_told_together_by_the_newest() {
    wait(async {
        let house = TestHost::new().await;
        let (_, told) = waits(&house, 6).await;
        let joined = house.outbox().joined(told.clone(), &[]).await.unwrap();
        assert_eq!(numbers(&joined), [told[5].notice]);
        assert_eq!(joined[0].revision, told[5].revision);
        assert_eq!(steps(&joined), steps(&told), "all that happened, in order");
        // It is written, and nothing else waits: whoever comes next tells the same, once.
        let due = house.outbox().due(1000).await.unwrap();
        let due: Vec<_> = due.into_iter().filter(|due| !due.is_chore()).collect();
        assert_eq!(
            (numbers(&due), steps(&due)),
            (numbers(&joined), steps(&joined))
        );
        // What was read before is not as it was.
        assert_eq!(
            numbers(&house.outbox().joined(told.clone(), &[]).await.unwrap()),
            numbers(&told)
        );
        assert!(
            house
                .outbox()
                .mark_sent(&joined[0], became(1))
                .await
                .unwrap()
        );
        for earlier in &told[..5] {
            assert!(!house.outbox().mark_sent(earlier, became(2)).await.unwrap());
        }
    });
}

#[test]
fn what_may_have_been_told_is_not_told_with_others() {
    wait(async {
        let house = TestHost::new().await;
        let (game, told) = waits(&house, 5).await;
        // Two are read one by one.
        assert_eq!(
            numbers(
                &house
                    .outbox()
                    .joined(told[..2].to_vec(), &[])
                    .await
                    .unwrap()
            ),
            numbers(&told[..2])
        );
        // One was tried, and the chat may have it: what comes after it is told without it.
        house.outbox().put_off(&told[1], 0).await.unwrap();
        let due = house.outbox().due(1000).await.unwrap();
        let joined = house.outbox().joined(due, &[]).await.unwrap();
        let joined: Vec<_> = joined.into_iter().filter(|due| !due.is_chore()).collect();
        assert_eq!(
            numbers(&joined),
            [told[0].notice, told[1].notice, told[4].notice]
        );
        assert_eq!(steps(&joined[2..]), steps(&told[2..]));
        house.hear().await;
        // Of what waits when a process begins, an earlier one may have told the first.
        let mut dice = dice(6);
        while house
            .outbox()
            .due(1000)
            .await
            .unwrap()
            .iter()
            .filter(|due| !due.is_chore())
            .count()
            < 5
        {
            house.act_at_random::<Hawaii>(game, &mut dice).await;
        }
        let due = house.outbox().due(1000).await.unwrap();
        let due: Vec<_> = due
            .iter()
            .filter(|due| !due.is_chore())
            .map(DueNotice::in_doubt)
            .collect();
        let joined = house.outbox().joined(due.clone(), &[]).await.unwrap();
        assert_eq!(numbers(&joined), [due[0].notice, due[4].notice]);
        assert_eq!(steps(&joined), steps(&due));
    });
}

#[test]
fn only_the_first_news_of_a_table_may_have_been_told_by_somebody_who_is_gone() {
    wait(async {
        let house = TestHost::new().await;
        let (game, told) = waits(&house, 2).await;
        // A table came along from another channel, with news older than what is said here.
        let other = TableId(game.0 + 1);
        let mut all: Vec<_> = told.iter().chain(&told).map(DueNotice::in_doubt).collect();
        all[..2].iter_mut().for_each(|due| due.game = other);
        let joined = house.outbox().joined(all, &[]).await.unwrap();
        let doubtful: Vec<_> = joined.iter().map(|due| (due.game, due.doubtful)).collect();
        assert_eq!(
            doubtful,
            [(other, true), (other, false), (game, true), (game, false)]
        );
        // If nobody is gone, nobody told any.
        assert!(
            house
                .outbox()
                .joined(told, &[])
                .await
                .unwrap()
                .iter()
                .all(|due| !due.doubtful)
        );
    });
}

#[test]
fn what_was_told_and_could_not_be_written_down_stays_by_itself() {
    wait(async {
        let house = TestHost::new().await;
        let (_, told) = waits(&house, 5).await;
        let joined = house
            .outbox()
            .joined(told.clone(), &[told[0].notice])
            .await
            .unwrap();
        assert_eq!(numbers(&joined), [told[0].notice, told[4].notice]);
        assert_eq!(
            (steps(&joined[..1]), steps(&joined[1..])),
            (steps(&told[..1]), steps(&told[1..]))
        );
        assert!(
            house
                .outbox()
                .mark_sent(&joined[0], became(1))
                .await
                .unwrap()
        );
    });
}

#[test]
fn however_much_happened_fits_into_a_message() {
    wait(async {
        let house = TestHost::new().await;
        let composer = composer(&house);
        let (game, told) = waits(&house, 40).await;
        let joined = house.outbox().joined(told, &[]).await.unwrap();
        let text = async || {
            let said = message(&composer, &house.kept(game).await, &joined[0])
                .await
                .unwrap();
            said["content"].as_str().unwrap().to_owned()
        };
        let board = text().await;
        // Whoever acts twice running is not called to what they know.
        let says_whose = board.contains("<@") || board.contains("'s turn");
        assert!(board.contains("turns came before") && says_whose, "{board}");
        // By the time it is told, the next turn may be done.
        house.act_at_random::<Hawaii>(game, &mut dice(7)).await;
        let words = text().await;
        assert!(
            words.contains("turns came before") && words.chars().count() < 2000,
            "{words}"
        );
    });
}
