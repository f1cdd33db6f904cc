//! Where each person's panel of a table is: below its newest board.
//!
//! Discord lets us edit a private message only with the token of an interaction of the last fifteen
//! minutes. Tokens are secrets, so panels are remembered in memory only; after a restart the next
//! press or command makes a new one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serenity::all::{Http, MessageId};
use tokio::sync::OwnedMutexGuard;

use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;
use lanai_host::{ChannelId, PersonId, TableId, Timestamp};

/// How long a token is of use, in seconds: Discord forgets it half a minute later.
const TOKEN_LIVES: i64 = 15 * 60 - 30;

#[derive(Default)]
pub(crate) struct Panels(Mutex<Known>);

#[derive(Default)]
struct Known {
    spots: BTreeMap<(TableId, PersonId), Spot>,
    /// The number of entries above which expired ones are removed.
    many: usize,
}

/// What moves the panels that stand.
pub(crate) struct Follower {
    pub(crate) panels: Arc<Panels>,
    pub(crate) http: Arc<Http>,
}

/// The panel of one person at one table. The lock is held while a panel is put up, so that there is
/// only one.
type Spot = Arc<tokio::sync::Mutex<Option<Standing>>>;
pub(crate) type Held = OwnedMutexGuard<Option<Standing>>;

/// A panel that stands.
pub(crate) struct Standing {
    /// By which it can be removed.
    pub(crate) token: String,
    pub(crate) message: PanelMessage,
    /// Its pictures, by their digest; none if it has none.
    pub(crate) pictures: Option<i64>,
    /// Since when the token is there.
    pub(crate) since: Timestamp,
    pub(crate) channel: ChannelId,
    /// The language of the person.
    pub(crate) own: String,
    /// Whether it offers nothing until another player has acted.
    pub(crate) waits: bool,
}

/// A message that answers a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PanelMessage {
    /// The first answer, or the message whose button was pressed.
    First(MessageId),
    /// One that followed.
    Further(MessageId),
}

impl PanelMessage {
    pub(crate) fn id(self) -> MessageId {
        match self {
            PanelMessage::First(message) | PanelMessage::Further(message) => message,
        }
    }
}

impl Standing {
    /// Whether anything can be done with it still.
    pub(crate) fn lives(&self, now: Timestamp) -> bool {
        now < self.since + TOKEN_LIVES
    }

    async fn remove(&self, http: &Http) {
        let removed = match self.message {
            PanelMessage::First(_) => {
                http.delete_original_interaction_response(&self.token)
                    .counted("DELETE /webhooks/{application}/{token}/messages/@original")
                    .await
            }
            PanelMessage::Further(message) => {
                http.delete_followup_message(&self.token, message)
                    .counted("DELETE /webhooks/{application}/{token}/messages/{message}")
                    .await
            }
        };
        // Whoever saw it may have put it away already.
        if let Err(error) = removed {
            tracing::debug!(error = name_of(&error), "an older panel stays");
        }
    }
}

impl Panels {
    /// Whether there may be panels of a table.
    pub(crate) fn stand_at(&self, game: TableId) -> bool {
        let known = self.known();
        let all = (game, PersonId(i64::MIN))..=(game, PersonId(i64::MAX));
        known.spots.range(all).next().is_some()
    }

    /// Locks the place of a person's panel.
    pub(crate) async fn hold(&self, game: TableId, person: PersonId, now: Timestamp) -> Held {
        let spot = self.known().spot((game, person), now);
        spot.lock_owned().await
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn spot(&mut self, whose: (TableId, PersonId), now: Timestamp) -> Spot {
        if self.spots.len() > self.many {
            let lives = |spot: &Spot| {
                spot.try_lock()
                    .is_ok_and(|it| it.as_ref().is_some_and(|it| it.lives(now)))
            };
            self.spots
                .retain(|_, spot| Arc::strong_count(spot) > 1 || lives(spot));
            self.many = 2 * self.spots.len();
        }
        Arc::clone(self.spots.entry(whose).or_default())
    }
}

/// Whether the panel stands below a message.
pub(crate) fn is_below(spot: &Held, message: MessageId) -> bool {
    spot.as_ref()
        .is_some_and(|standing| message < standing.message.id())
}

/// A panel stands here now: the one before it goes.
pub(crate) async fn stands(http: &Http, spot: &mut Held, panel: Standing) {
    let now = panel.since;
    let message = panel.message.id();
    let before = spot.replace(panel);
    if let Some(before) =
        before.filter(|before| before.message.id() != message && before.lives(now))
    {
        before.remove(http).await;
    }
}
