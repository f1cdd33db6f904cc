//! The invariants of a world.

use std::collections::BTreeMap;

use lanai_host::{ChannelId, Destination, MessageRole, News, NoticeId, Timestamp};
use lanai_rules::Seat;

use super::chat::Message;
use super::world::{SeenNotice, World, WorldHistory, load_state};

/// The most rounds of delivery at the end.
const PATIENCE: usize = 400;

impl World {
    /// Asserts that acknowledged state is stored, and results follow from the logs.
    pub(crate) async fn assert_consistent(&self) {
        let running_host = self.running_host();
        let seen = self.memory().known.clone();
        for (game, before) in seen {
            let now = load_state(&running_host, game).await.unwrap();
            assert!(
                now.revision >= before.revision,
                "table {} went back\n{}",
                game.0,
                self.tail()
            );
            if now.revision == before.revision {
                assert_eq!(now, before, "table {} is another\n{}", game.0, self.tail());
            }
        }
        let proof = lanai_testing::scenes::verify_all(&running_host.host).await;
        assert!(
            proof.failures.is_empty(),
            "{:?}\n{}",
            proof.failures,
            self.tail()
        );
        let mut told: Vec<_> = self
            .memory()
            .due
            .values()
            .map(|seen| (seen.game, seen.revision))
            .collect();
        told.extend(
            self.memory()
                .acknowledged
                .iter()
                .map(|(game, revision)| (*game, *revision)),
        );
        for (game, revision) in told {
            let table = running_host.host.tables.find(game).await.unwrap();
            assert!(
                table.revision >= revision,
                "table {} never came so far\n{}",
                game.0,
                self.tail()
            );
        }
    }

    /// Ends all failures, and delivers everything.
    pub(crate) async fn deliver_everything(&self) {
        let running_host = self.running_host();
        self.chat.stop_failures();
        for _ in 0..PATIENCE {
            self.clock.advance(60 * 60);
            let before = self.chat.talk().requests;
            while !running_host.outbox.list_due(1).await.unwrap().is_empty() {
                self.deliver_due(&running_host).await.unwrap();
            }
            let waits = running_host
                .store
                .notices()
                .list_due(Timestamp(i64::MAX), 1)
                .await
                .unwrap();
            if waits.is_empty() && self.chat.talk().requests == before {
                return;
            }
        }
        panic!("something is never told\n{}", self.tail());
    }

    /// Asserts that everything was announced once and in order, and one board has buttons.
    pub(crate) fn assert_told_once(&self) {
        let (memory, talk) = (self.memory(), self.chat.talk());
        let mut times: BTreeMap<i64, usize> = BTreeMap::new();
        for message in talk.channels.values().flatten() {
            *times.entry(message.number()).or_default() += 1;
        }
        for (notice, seen) in memory
            .due
            .iter()
            .filter(|(_, seen)| !seen.is_message_update)
        {
            let times = times.get(&notice.0).copied().unwrap_or_default();
            // Closed direct messages are replaced by the channel, and some notices expire.
            let here = matches!(seen.to, Destination::Channel(_));
            let must = here && matches!(seen.news, News::Turn { .. } | News::Begins { .. });
            assert!(
                times <= 1,
                "news {} were told {times} times: {seen:?}\n{}",
                notice.0,
                memory.tail()
            );
            let is_told = times == 1 || is_in_recap(&memory, seen, &talk.channels);
            assert!(
                is_told || !must,
                "news {} were not told: {seen:?}\n{}",
                notice.0,
                memory.tail()
            );
        }
        for (channel, messages) in &talk.channels {
            assert_in_order(&memory, *channel, messages);
        }
    }
}

/// Returns whether a turn was announced together with later ones.
fn is_in_recap(
    memory: &WorldHistory,
    turn: &SeenNotice,
    channels: &BTreeMap<ChannelId, Vec<Message>>,
) -> bool {
    let written = |news: &News| -> Vec<(Seat, String)> {
        news.steps()
            .iter()
            .map(|step| (step.seat, step.events.get().to_owned()))
            .collect()
    };
    let steps = written(&turn.news);
    channels.values().flatten().any(|message| {
        let notice = NoticeId(message.number());
        let (Some(seen), Some(news @ News::Turn { .. })) =
            (memory.due.get(&notice), memory.told.get(&notice))
        else {
            return false;
        };
        let told = written(news);
        (seen.game, seen.to) == (turn.game, turn.to)
            && told.len() > steps.len()
            && (steps.is_empty() || told.windows(steps.len()).any(|part| part == steps))
    })
}

/// Asserts that boards were posted in order.
fn assert_in_order(memory: &WorldHistory, channel: ChannelId, messages: &[Message]) {
    let board = |message: &Message| {
        let seen: &SeenNotice = memory.due.get(&NoticeId(message.number()))?;
        (seen.news.role() == Some(MessageRole::Board)).then(|| (seen.game, message.number()))
    };
    let boards: Vec<_> = messages.iter().filter_map(board).collect();
    let tail = || memory.tail();
    assert!(
        boards.is_sorted_by_key(|board| board.1),
        "channel {}: {boards:?}\n{}",
        channel.0,
        tail()
    );
}
