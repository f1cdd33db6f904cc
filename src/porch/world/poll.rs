//! Polls: a question, answers, and who voted for which, until it ends. It counts; who may vote is decided elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::World;
use crate::porch::ids::{Id, timestamp};

const HOUR_MS: u64 = 3_600_000;
/// Thirty-two days.
const MOST_HOURS: u32 = 768;
const GUILD_MESSAGE_POLLS: u64 = 1 << 24;
const DIRECT_MESSAGE_POLLS: u64 = 1 << 25;

/// The poll of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Poll {
    pub(crate) question: String,
    /// Text and perhaps an emoji of each answer; the first has the number 1.
    pub(crate) answers: Vec<Value>,
    /// Whether one may vote for several.
    pub(crate) several: bool,
    pub(crate) ends_ms: u64,
    /// Somebody has ended it before its time.
    pub(crate) ended: bool,
    pub(crate) votes: BTreeMap<u64, BTreeSet<Id>>,
}

impl Poll {
    /// A poll as a bot asks for it, after it was checked. It begins now, in milliseconds since 1970.
    pub(crate) fn read(asked: &Value, now_ms: u64) -> Option<Poll> {
        let question = asked["question"]["text"].as_str()?.to_owned();
        let answers =
            asked["answers"].as_array()?.iter().map(|answer| answer["poll_media"].clone()).collect();
        let hours = Poll::hours(asked).unwrap_or(24);
        Some(Poll {
            question,
            answers,
            several: asked["allow_multiselect"] == true,
            ends_ms: now_ms + hours * HOUR_MS,
            ended: false,
            votes: BTreeMap::new(),
        })
    }

    /// How long it goes on, if that is said and can be: some libraries count hours with a decimal point.
    pub(crate) fn hours(asked: &Value) -> Option<u64> {
        let wanted = asked["duration"].as_f64()?;
        (1..=MOST_HOURS).find(|hours| f64::from(*hours) >= wanted && wanted >= 1.0).map(u64::from)
    }

    pub(crate) fn is_over(&self, now_ms: u64) -> bool {
        self.ended || self.ends_ms <= now_ms
    }

    /// As people see it: with those who voted.
    pub(crate) fn seen(&self, now_ms: u64) -> Value {
        let mut seen = self.shown(Id(0), now_ms);
        for answer in seen["results"]["answer_counts"].as_array_mut().into_iter().flatten() {
            let number = answer["id"].as_u64().unwrap_or(0);
            answer["voters"] = json!(self.votes.get(&number).into_iter().flatten().collect::<Vec<_>>());
        }
        seen
    }

    /// As Discord tells it to this user.
    pub(crate) fn shown(&self, to: Id, now_ms: u64) -> Value {
        let numbered = |(at, media): (usize, &Value)| json!({ "answer_id": at + 1, "poll_media": media });
        let counted = (1..).zip(&self.answers).map(|(number, _)| {
            let votes = self.votes.get(&number);
            let me = votes.is_some_and(|votes| votes.contains(&to));
            json!({ "id": number, "count": votes.map_or(0, BTreeSet::len), "me_voted": me })
        });
        json!({
            "question": { "text": self.question },
            "answers": self.answers.iter().enumerate().map(numbered).collect::<Vec<_>>(),
            "expiry": timestamp(self.ends_ms),
            "allow_multiselect": self.several,
            "layout_type": 1,
            "results": { "is_finalized": self.is_over(now_ms), "answer_counts": counted.collect::<Vec<_>>() },
        })
    }
}

impl World {
    /// Somebody votes: for these answers, and for no others any more.
    pub(crate) fn vote(&mut self, message: Id, who: Id, answers: &BTreeSet<u64>) {
        let Some(poll) = self.messages.get_mut(&message).and_then(|message| message.poll.as_mut()) else {
            return;
        };
        let mut changes = Vec::new();
        for number in (1..).zip(&poll.answers).map(|(number, _)| number) {
            let votes = poll.votes.entry(number).or_default();
            let wanted = answers.contains(&number);
            if wanted && votes.insert(who) || !wanted && votes.remove(&who) {
                changes.push((number, wanted));
            }
        }
        for (number, wanted) in changes {
            let event = if wanted { "MESSAGE_POLL_VOTE_ADD" } else { "MESSAGE_POLL_VOTE_REMOVE" };
            self.vote_happened(event, message, who, number);
        }
    }

    fn vote_happened(&mut self, event: &str, id: Id, who: Id, answer: u64) {
        let Some(message) = self.messages.get(&id) else { return };
        let server = self.channels.get(&message.channel).and_then(|channel| channel.server);
        let mut data = json!({
            "user_id": who,
            "channel_id": message.channel,
            "message_id": id,
            "answer_id": answer,
        });
        if let Some(server) = server {
            data["guild_id"] = json!(server);
        }
        let intent = if server.is_some() { GUILD_MESSAGE_POLLS } else { DIRECT_MESSAGE_POLLS };
        self.dispatch(server, intent, event, &data);
        self.show_message("message_edited", id);
    }
}
