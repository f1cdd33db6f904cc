//! Where the panels stand: a person has one for each table, below its newest board. The chat lets us change or remove what
//! one person alone sees only with the token of something they asked for less than fifteen minutes ago. So it is known
//! in memory alone, for a token is nobody's to read; after a restart the next press or command makes a panel anew.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serenity::all::{Builder as _, Http, MessageId};
use tokio::sync::OwnedMutexGuard;

use super::delivery::Courier;
use super::game::AtTable;
use super::ids::number;
use super::refusals::name_of;
use super::{House, Request};
use crate::rules::by_title;
use crate::tables::{ChannelId, Destination, DueNotice, Failure, GameId, PersonId, Role};
use crate::tables::{Table, TableStatus, Timestamp};

/// How long a token is of use, in seconds: Discord forgets it half a minute later.
const TOKEN_LIVES: i64 = 15 * 60 - 30;

/// The panels that we know of.
#[derive(Default)]
pub(super) struct Panels(Mutex<HashMap<(GameId, PersonId), Spot>>);

/// Where somebody's panel of a table stands, if it does. Whoever holds it puts up a panel, and nobody else meanwhile.
type Spot = Arc<tokio::sync::Mutex<Option<Standing>>>;
pub(super) type Held = OwnedMutexGuard<Option<Standing>>;

/// A panel that stands.
pub(super) struct Standing {
    /// By which it can be removed.
    pub(super) token: String,
    pub(super) message: Answered,
    /// Since when the token is there.
    pub(super) since: Timestamp,
    pub(super) channel: ChannelId,
    /// The language of the person.
    pub(super) own: String,
}

/// A message that answers somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answered {
    /// The first answer, or the message whose button was pressed.
    First(MessageId),
    /// One that followed.
    Further(MessageId),
}

impl Answered {
    fn id(self) -> MessageId {
        match self {
            Answered::First(message) | Answered::Further(message) => message,
        }
    }
}

impl Standing {
    /// Whether anything can be done with it still.
    fn lives(&self, now: Timestamp) -> bool {
        now < self.since + TOKEN_LIVES
    }

    async fn remove(&self, http: &Http) {
        let removed = match self.message {
            Answered::First(_) => http.delete_original_interaction_response(&self.token).await,
            Answered::Further(message) => http.delete_followup_message(&self.token, message).await,
        };
        // Whoever saw it may have put it away already.
        if let Err(error) = removed {
            tracing::debug!(error = name_of(&error), "an older panel stays");
        }
    }
}

impl Panels {
    /// Takes hold of where somebody's panel stands.
    pub(super) async fn hold(&self, game: GameId, person: PersonId, now: Timestamp) -> Held {
        let spot = {
            let mut spots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Those that nobody can do anything with any more are forgotten.
            spots.retain(|_, spot| {
                spot.try_lock().map_or(true, |it| it.as_ref().is_some_and(|it| it.lives(now)))
            });
            Arc::clone(spots.entry((game, person)).or_default())
        };
        spot.lock_owned().await
    }
}

/// Whether the panel stands below a message.
pub(super) fn is_below(spot: &Held, message: MessageId) -> bool {
    spot.as_ref().is_some_and(|standing| message < standing.message.id())
}

/// A panel stands here now: the one before it goes.
pub(super) async fn stands(http: &Http, spot: &mut Held, panel: Standing) {
    let now = panel.since;
    let message = panel.message.id();
    let before = spot.replace(panel);
    if let Some(before) = before.filter(|before| before.message.id() != message && before.lives(now)) {
        before.remove(http).await;
    }
}

impl House {
    /// Whether the message whose button was pressed stands above the newest board of the table.
    pub(super) async fn is_above_board(&self, request: &Request, table: &Table) -> Result<bool, Failure> {
        let Some(pressed) = request.pressed.filter(|_| request.channel == table.channel) else {
            return Ok(false);
        };
        Ok(self.tables.newest_board(table).await?.is_some_and(|board| pressed < board))
    }
}

impl Courier {
    /// After a new board: the panel of whoever is to act moves below it.
    pub(super) async fn bring_panel_below(&self, due: &DueNotice) -> Result<(), Failure> {
        let table = self.tables.numbered(due.game).await?;
        let goes_on = table.status == TableStatus::Running && table.waiting.pause.is_none();
        if !goes_on || due.news.role() != Some(Role::Live) || due.to != Destination::Channel(table.channel) {
            return Ok(());
        }
        by_title!(table.title, G => self.bring_below::<G>(table).await)
    }

    async fn bring_below<G: AtTable>(&self, table: Table) -> Result<(), Failure> {
        let (game, channel, now) = (table.game, table.channel, self.tables.now());
        let acts = |table: &Table| table.chair(table.waiting.seat?)?.acts();
        let Some(person) = acts(&table) else { return Ok(()) };
        let mut spot = self.panels.hold(game, person, now).await;
        let Some(standing) = spot.as_ref().filter(|it| it.channel == channel && it.lives(now)) else {
            return Ok(());
        };
        let board = self.tables.newest_board(&table).await?;
        if board.is_none_or(|board| number(board.0) < standing.message.id().get()) {
            return Ok(());
        }
        let (own, token, since) = (standing.own.clone(), standing.token.clone(), standing.since);
        let turn = self.tables.look::<G>(table).await?;
        let card = self.composer.fresh_panel((&own, person), turn, None).await;
        let http = self.poster.changes();
        match self.composer.with_emojis(card).follow_up(true).execute(http, (None, &token)).await {
            Ok(message) => {
                let message = Answered::Further(message.id);
                stands(http, &mut spot, Standing { token, message, since, channel, own }).await;
            }
            Err(error) => tracing::debug!(error = name_of(&error), "a panel stays above its board"),
        }
        Ok(())
    }
}
