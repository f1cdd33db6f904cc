//! Polls: a question, answers, and who voted for which, until it ends. It counts; who may vote is decided elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::Id;

const HOUR_MS: u64 = 3_600_000;
/// Thirty-two days.
const MOST_HOURS: u32 = 768;

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
}
