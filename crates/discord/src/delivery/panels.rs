//! Remembers where each person's panel of a table is.
//!
//! Discord lets us edit an ephemeral message only with the token of an interaction of the last
//! fifteen minutes. Tokens are secrets, so panels are remembered in memory only; after a restart
//! the next press or command creates a new one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use crate::wire::discord::Http;
use crate::wire::port_error::describe_error;
use crate::wire::responder::{delete_follow_up, delete_response};
use lanai_host::{ChannelId, MessageId, PersonId, TableId, Timestamp};

/// How long a token is used: Discord forgets it half a minute later.
const TOKEN_LIFETIME_SECS: i64 = 15 * 60 - 30;

#[derive(Default)]
pub(crate) struct Panels(Mutex<PanelSlots>);

#[derive(Default)]
struct PanelSlots {
    slots: BTreeMap<(TableId, PersonId), PanelSlot>,
    /// The number of entries above which expired ones are removed.
    cleanup_threshold: usize,
}

/// The panel of one person at one table. It is locked while a panel is sent, so that there is only
/// one.
type PanelSlot = Arc<tokio::sync::Mutex<Option<ShownPanel>>>;
pub(crate) type PanelSlotGuard = OwnedMutexGuard<Option<ShownPanel>>;

/// A panel that a person sees.
pub(crate) struct ShownPanel {
    /// The interaction token, which allows editing and removing the panel.
    pub(crate) token: String,
    pub(crate) message: PanelMessage,
    /// The digest of the panel's pictures, if it has any.
    pub(crate) pictures: Option<i64>,
    pub(crate) token_since: Timestamp,
    pub(crate) channel: ChannelId,
    pub(crate) locale: String,
    /// Whether the panel offers nothing until another player has acted.
    pub(crate) awaits_others: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PanelMessage {
    /// The first response, or the message whose button was pressed.
    First(MessageId),
    /// A follow-up message to the first response.
    Further(MessageId),
}

impl PanelMessage {
    pub(crate) fn id(self) -> MessageId {
        match self {
            PanelMessage::First(message) | PanelMessage::Further(message) => message,
        }
    }
}

impl ShownPanel {
    /// Returns whether the panel can still be edited and removed.
    pub(crate) fn has_valid_token(&self, now: Timestamp) -> bool {
        now < self.token_since + TOKEN_LIFETIME_SECS
    }

    async fn remove(&self, http: &Http) {
        let removed = match self.message {
            PanelMessage::First(_) => delete_response(http, &self.token).await,
            PanelMessage::Further(message) => delete_follow_up(http, &self.token, message).await,
        };
        // Removing fails without harm if the user has already dismissed the panel.
        if let Err(error) = removed {
            tracing::debug!(error = describe_error(&error), "an older panel stays");
        }
    }
}

impl Panels {
    /// Returns whether anyone may have a panel of this table.
    pub(crate) fn has_panels_of(&self, table: TableId) -> bool {
        let all = (table, PersonId(i64::MIN))..=(table, PersonId(i64::MAX));
        self.slots().slots.range(all).next().is_some()
    }

    /// Waits until no other panel is sent to this person at this table.
    pub(crate) async fn lock_slot(
        &self,
        table: TableId,
        person: PersonId,
        now: Timestamp,
    ) -> PanelSlotGuard {
        let slot = self.slots().slot(table, person, now);
        slot.lock_owned().await
    }

    fn slots(&self) -> MutexGuard<'_, PanelSlots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PanelSlots {
    fn slot(&mut self, table: TableId, person: PersonId, now: Timestamp) -> PanelSlot {
        if self.slots.len() > self.cleanup_threshold {
            self.slots
                .retain(|_, slot| Arc::strong_count(slot) > 1 || is_occupied(slot, now));
            self.cleanup_threshold = 2 * self.slots.len();
        }
        Arc::clone(self.slots.entry((table, person)).or_default())
    }
}

/// Returns whether a slot has a panel that can still be edited.
fn is_occupied(slot: &PanelSlot, now: Timestamp) -> bool {
    let Ok(panel) = slot.try_lock() else {
        return false;
    };
    panel
        .as_ref()
        .is_some_and(|panel| panel.has_valid_token(now))
}

pub(crate) fn is_panel_below(slot: &PanelSlotGuard, message: MessageId) -> bool {
    slot.as_ref()
        .is_some_and(|panel| message < panel.message.id())
}

/// Remembers a panel, and removes the panel that the person had before.
pub(crate) async fn replace_panel(http: &Http, slot: &mut PanelSlotGuard, panel: ShownPanel) {
    let now = panel.token_since;
    let message = panel.message.id();
    let Some(before) = slot.replace(panel) else {
        return;
    };
    if before.message.id() != message && before.has_valid_token(now) {
        before.remove(http).await;
    }
}
