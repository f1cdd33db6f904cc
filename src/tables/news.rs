//! What the public of a table must hear: written with the change that brings it about, told after it, once.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Failure, Tables, Trouble, now};
use crate::{
    rules::{Rules, Seat},
    store::{GameId, Notice, NoticeId, Table},
};

/// What is told of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The table was opened, or somebody sat down or stood up: who sits there now.
    Lobby,
    /// The table was closed before the game began.
    Closed,
    /// The game begins; the computer may have acted already.
    Begins {
        /// Step by step.
        steps: Vec<Told>,
    },
    /// Somebody's turn is done, and perhaps others' after it: what happened.
    Turn {
        /// Step by step.
        steps: Vec<Told>,
    },
    /// Somebody took steps back that had been told.
    TakenBack {
        /// Who.
        seat: Seat,
    },
    /// Somebody gave the game up.
    Resigned {
        /// Who.
        name: String,
        /// Whether the game is over with that; else the computer plays on.
        over: bool,
        /// What was not told before, and what the computer did in that seat at once.
        steps: Vec<Told>,
    },
}

impl News {
    /// With what happened besides.
    pub(super) fn with(self, more: Vec<Told>) -> News {
        match self {
            News::Begins { .. } => News::Begins { steps: more },
            News::Turn { .. } => News::Turn { steps: more },
            News::Resigned { name, over, .. } => News::Resigned { name, over, steps: more },
            other @ (News::Lobby | News::Closed | News::TakenBack { .. }) => other,
        }
    }
}

/// A step that is told: who acted, and what happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    /// Who acted.
    pub seat: Seat,
    /// The events, as the game writes them.
    pub events: Box<RawValue>,
}

impl Told {
    /// The events, as the game knows them.
    pub fn events<G: Rules>(&self) -> Result<Vec<G::Event>, serde_json::Error> {
        serde_json::from_str(self.events.get())
    }
}

/// News as they are kept: with the revision of the change that they tell of.
#[derive(Serialize, Deserialize)]
struct Kept {
    revision: i64,
    news: News,
}

/// News that are due.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Their number, which is the nonce of their message.
    pub notice: NoticeId,
    /// Of which table.
    pub game: GameId,
    /// Where to tell them.
    pub channel: i64,
    /// How often that was tried.
    pub attempts: i64,
    /// The revision of the change that they tell of.
    pub revision: i64,
    /// What they are.
    pub news: News,
}

impl Table {
    /// News of the change that follows this revision, as the store keeps them.
    pub(super) fn notice(&self, news: News) -> Notice {
        let kept = Kept { revision: self.revision + 1, news };
        // Numbers, words and lists: writing them cannot fail.
        Notice { channel: self.channel, body: serde_json::to_string(&kept).unwrap_or_default(), due_at: 0 }
    }
}

/// News of a table that does not stand yet.
pub(super) fn of_new_table(channel: i64, news: News) -> Notice {
    let kept = Kept { revision: 0, news };
    Notice { channel, body: serde_json::to_string(&kept).unwrap_or_default(), due_at: 0 }
}

impl Tables {
    /// Waits until there may be news, at most so long.
    pub async fn wait_for_news(&self, patience: Duration) {
        // That nothing came is as good an answer: the caller looks.
        let _ = tokio::time::timeout(patience, self.news.notified()).await;
    }

    /// News that are due, in the order in which they came to be. Those that nobody can read are set aside: the others
    /// do not wait for them, and the next news of their table shows the board anyway.
    pub async fn due(&self, most: u32) -> Result<Vec<Heard>, Failure> {
        let mut heard = Vec::new();
        for due in self.store.due(now(), most).await? {
            let (notice, game, channel, attempts) = (due.notice, due.game, due.channel, due.attempts);
            match serde_json::from_str(&due.body) {
                Ok(Kept { revision, news }) => {
                    heard.push(Heard { notice, game, channel, attempts, revision, news });
                }
                Err(error) => {
                    let trouble = Trouble::unreadable_at(game.0, "a notice", &error);
                    tracing::error!(%trouble, "news are set aside");
                    self.store.sent(notice, 0).await?;
                }
            }
        }
        Ok(heard)
    }

    /// The newest news that are not told, whenever they are due.
    pub async fn newest_waiting(&self) -> Result<Option<NoticeId>, Trouble> {
        Ok(self.store.newest_waiting().await?)
    }

    /// News became this message. False if they were told before.
    pub async fn told(&self, notice: NoticeId, message: i64) -> Result<bool, Trouble> {
        Ok(self.store.sent(notice, message).await?)
    }

    /// News could not be told: nothing is told in their channel before so many seconds have passed.
    pub async fn put_off(&self, notice: NoticeId, seconds: i64) -> Result<(), Trouble> {
        Ok(self.store.put_off(notice, now() + seconds).await?)
    }

    /// Nobody can be told anything in this channel any more.
    pub async fn give_up(&self, channel: i64) -> Result<(), Trouble> {
        Ok(self.store.give_up(channel).await?)
    }
}
