//! The rate of posts: many channels in parallel, each within its own limit.

use std::time::Duration;

use lanai_discord::{ChannelAction, PostLimiter};
use lanai_host::{ChannelId, Destination};

/// Discord's limit for a channel within five seconds.
const MAX_POSTS: usize = 5;
const WINDOW: Duration = Duration::from_secs(5);

#[test]
fn slow_answers_increase_parallel_posts() {
    let rate = PostLimiter::new(30, 100);
    assert_eq!(rate.concurrent_channels(), 8);
    let answers =
        |seconds: u64| (0..200).for_each(|_| rate.record_answer_time(Duration::from_secs(seconds)));
    answers(1);
    // While one is answered thirty begin, and a half more because answers come unevenly.
    let usual = rate.concurrent_channels();
    assert!((42..=45).contains(&usual), "{usual}");
    answers(60);
    assert_eq!(rate.concurrent_channels(), 64);
    answers(0);
    assert_eq!(rate.concurrent_channels(), 8);
}

#[tokio::test]
async fn channel_limits_are_per_route() {
    let rate = PostLimiter::new(1000, 100);
    let [full, other] = [1, 2].map(|number| Destination::Channel(ChannelId(number)));
    for sort in [
        ChannelAction::Post,
        ChannelAction::Edit,
        ChannelAction::Delete,
    ] {
        for _ in 0..MAX_POSTS {
            rate.wait_for_channel(full, sort).await;
        }
    }
    assert_eq!(
        rate.channel_full_for(full),
        None,
        "each sort is counted for itself"
    );
    rate.wait_for_channel(full, ChannelAction::Post).await;
    let wait = rate.channel_full_for(full).expect("that was too much");
    assert!(wait <= WINDOW, "{wait:?}");
    assert_eq!(rate.channel_full_for(other), None);
}

#[tokio::test]
async fn edits_wait_for_their_channel() {
    let rate = PostLimiter::new(1000, 100);
    let [full, other] = [1, 2].map(|number| Destination::Channel(ChannelId(number)));
    for _ in 0..MAX_POSTS {
        rate.wait_for_channel(full, ChannelAction::Edit).await;
    }
    let soon = Duration::from_millis(100);
    let next = tokio::time::timeout(soon, rate.wait_for_channel(full, ChannelAction::Edit)).await;
    assert!(next.is_err(), "the sixth waits");
    tokio::time::timeout(soon, rate.wait_for_channel(full, ChannelAction::Post))
        .await
        .expect("posts are counted for themselves");
    tokio::time::timeout(soon, rate.wait_for_channel(other, ChannelAction::Edit))
        .await
        .expect("other channels do not wait");
}
