//! What always holds in a world, whatever failed in it.

use std::collections::BTreeMap;

use lanai_host::{ChannelId, Destination, News, NoticeId, Role, Timestamp};
use lanai_rules::Seat;

use super::chat::Message;
use super::world::{Memory, Seen, World, known};

/// How often it is tried to tell everything, at the end.
const PATIENCE: usize = 400;

impl World {
    /// What was seen before is there now, games come out as they are kept, and what was told has happened.
    pub(crate) async fn is_whole(&self) {
        let house = self.house();
        let seen = self.memory().known.clone();
        for (game, before) in seen {
            let now = known(&house, game).await.unwrap();
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
        let proof = lanai_testing::scenes::verify_all(&house.host).await;
        assert!(proof.wrong.is_empty(), "{:?}\n{}", proof.wrong, self.tail());
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
            let table = house.host.tables.find(game).await.unwrap();
            assert!(
                table.revision >= revision,
                "table {} never came so far\n{}",
                game.0,
                self.tail()
            );
        }
    }

    /// All is well again, and whatever waits is told.
    pub(crate) async fn comes_to_rest(&self) {
        let house = self.house();
        self.chat.is_well();
        for _ in 0..PATIENCE {
            self.clock.turn(60 * 60);
            let before = self.chat.talk().requests;
            while !house.outbox.due(1).await.unwrap().is_empty() {
                self.tell(&house).await.unwrap();
            }
            let waits = house
                .store
                .notices()
                .due(Timestamp(i64::MAX), 1)
                .await
                .unwrap();
            if waits.is_empty() && self.chat.talk().requests == before {
                return;
            }
        }
        panic!("something is never told\n{}", self.tail());
    }

    /// Everything was told once and in order, and one board of a table has buttons.
    pub(crate) fn was_told_once(&self) {
        let (memory, talk) = (self.memory(), self.chat.talk());
        let mut times: BTreeMap<i64, usize> = BTreeMap::new();
        for message in talk.channels.values().flatten() {
            *times.entry(message.number()).or_default() += 1;
        }
        for (notice, seen) in memory.due.iter().filter(|(_, seen)| !seen.is_chore) {
            let times = times.get(&notice.0).copied().unwrap_or_default();
            // Who takes no direct messages is told in the channel, and some words come too late to be said.
            let here = matches!(seen.to, Destination::Channel(_));
            let must = here && matches!(seen.news, News::Turn { .. } | News::Begins { .. });
            assert!(
                times <= 1,
                "news {} were told {times} times: {seen:?}\n{}",
                notice.0,
                memory.tail()
            );
            let is_told = times == 1 || is_in_a_recap(&memory, seen, &talk.channels);
            assert!(
                is_told || !must,
                "news {} were not told: {seen:?}\n{}",
                notice.0,
                memory.tail()
            );
        }
        for (channel, messages) in &talk.channels {
            is_in_order(&memory, *channel, messages);
        }
    }
}

/// Whether a turn was told with later ones of its table: a message has all its steps.
fn is_in_a_recap(
    memory: &Memory,
    turn: &Seen,
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

/// Boards were posted in the order in which they came to be.
fn is_in_order(memory: &Memory, channel: ChannelId, messages: &[Message]) {
    let board = |message: &Message| {
        let seen: &Seen = memory.due.get(&NoticeId(message.number()))?;
        (seen.news.role() == Some(Role::Board)).then(|| (seen.game, message.number()))
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
