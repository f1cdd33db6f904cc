//! How fast the bot speaks when nobody asked: to as many channels at once as it takes, and it knows of which one has enough.

use std::time::Duration;

use lanai_discord::{PostRate, Sort};
use lanai_host::{ChannelId, Destination};

/// What Discord takes in a channel within so long.
const TAKEN: usize = 5;
const WINDOW: Duration = Duration::from_secs(5);

#[test]
fn slow_answers_increase_parallel_posts() {
    let rate = PostRate::new(30, 100);
    assert_eq!(rate.at_once(), 8);
    let answers =
        |seconds: u64| (0..200).for_each(|_| rate.answered_in(Duration::from_secs(seconds)));
    answers(1);
    // While one is answered thirty begin, and a half more because answers come unevenly.
    let usual = rate.at_once();
    assert!((42..=45).contains(&usual), "{usual}");
    answers(60);
    assert_eq!(rate.at_once(), 64);
    answers(0);
    assert_eq!(rate.at_once(), 8);
}

#[tokio::test]
async fn channel_limits_are_per_route() {
    let rate = PostRate::new(1000, 100);
    let [full, other] = [1, 2].map(|number| Destination::Channel(ChannelId(number)));
    for sort in [Sort::Post, Sort::Change, Sort::Removal] {
        for _ in 0..TAKEN {
            rate.wait_in(full, sort).await;
        }
    }
    assert_eq!(rate.full_for(full), None, "each sort is counted for itself");
    rate.wait_in(full, Sort::Post).await;
    let wait = rate.full_for(full).expect("that was too much");
    assert!(wait <= WINDOW, "{wait:?}");
    assert_eq!(rate.full_for(other), None);
}

#[tokio::test]
async fn edits_wait_for_their_channel() {
    let rate = PostRate::new(1000, 100);
    let [full, other] = [1, 2].map(|number| Destination::Channel(ChannelId(number)));
    for _ in 0..TAKEN {
        rate.wait_in(full, Sort::Change).await;
    }
    let soon = Duration::from_millis(100);
    let next = tokio::time::timeout(soon, rate.wait_in(full, Sort::Change)).await;
    assert!(next.is_err(), "the sixth waits");
    tokio::time::timeout(soon, rate.wait_in(full, Sort::Post))
        .await
        .expect("posts are counted for themselves");
    tokio::time::timeout(soon, rate.wait_in(other, Sort::Change))
        .await
        .expect("other channels do not wait");
}
