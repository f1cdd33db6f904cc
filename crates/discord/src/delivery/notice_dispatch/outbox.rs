//! The outbox: sends the news of tables after it was committed, once and in order.
//!
//! The id of a notice is the nonce of its message, which Discord deduplicates for some minutes. If
//! the notice may have been sent before, our last messages in the channel are searched first, by
//! nonce, by button or by text. If a message fails, the later notices of its channel wait; other
//! channels go on.

use std::collections::HashMap;
use std::future::Future;
use std::iter::successors;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, MutexGuard, PoisonError};

use futures::FutureExt as _;
use tokio::task::{Id, JoinSet};
use tracing::Instrument as _;

use crate::cards::composer::CardAndReceipt;
use crate::cards::news;
use crate::cards::reminders::{self, reminder_marker};
use crate::delivery::notice_dispatch::{
    Delivery, NoticeDispatcher, POLL_INTERVAL, retry_delay_secs,
};
use crate::wire::card::Card;
use crate::wire::emojis::without_pieces;
use crate::wire::port::OwnMessage;
use crate::wire::port_error::PortError;
use crate::wire::post_rate::ChannelAction;
use crate::wire::press::Press;
use lanai_host::{
    ChannelId, Destination, DueNotice, Failure, InternalError, MessageId, News, NoticeId, Receipt,
};

/// How many notices are read at once for each channel that may be added, on average.
const MAX_NOTICES_PER_CHANNEL: u32 = 16;
/// How many notices of all channels together are read at once.
const MAX_NOTICES_PER_BATCH: u32 = 200;
/// How many times an unreadable notice is tried.
const MAX_READ_ATTEMPTS: i64 = 6;
/// After more failed attempts than this, a message is sent without its files.
const MAX_ATTEMPTS_WITH_FILES: i64 = 2;
/// How many messages are searched for one that the bot posted: Discord's limit for one request.
const SEARCHED_MESSAGES: u8 = 100;

/// Channels in which notices are being sent, in order, by one task for each channel.
#[derive(Default)]
struct BusyChannels {
    tasks: JoinSet<()>,
    channels: HashMap<Id, Destination>,
}

impl BusyChannels {
    fn list(&self) -> Vec<Destination> {
        self.channels.values().copied().collect()
    }

    fn spawn(&mut self, channel: Destination, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.tasks.spawn(work).id();
        self.channels.insert(id, channel);
    }

    /// Waits until at least one task has ended, and frees the channels of all ended tasks.
    async fn wait_for_free_channel(&mut self) {
        let mut joined = self.tasks.join_next_with_id().await;
        while let Some(ended) = joined {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            self.channels.remove(&id);
            joined = self.tasks.try_join_next_with_id();
        }
    }

    /// Waits for new notices or, unless `all_read`, until a channel becomes free.
    async fn wait_for_notices(&mut self, new_notices: impl Future<Output = ()>, all_read: bool) {
        let mut new_notices = pin!(new_notices);
        loop {
            tokio::select! {
                () = &mut new_notices => return,
                () = self.wait_for_free_channel(), if !self.channels.is_empty() => if !all_read { return },
            }
        }
    }
}

/// Groups notices by channel, in order, for at most `max_channels`.
fn group_by_channel(
    due: Vec<DueNotice>,
    max_channels: usize,
) -> Vec<(Destination, Vec<DueNotice>)> {
    let mut channels: Vec<(Destination, Vec<DueNotice>)> = Vec::new();
    for due in due {
        let is_full = channels.len() >= max_channels;
        match channels.iter_mut().find(|(channel, _)| *channel == due.to) {
            Some((_, notices)) => notices.push(due),
            None if is_full => {}
            None => channels.push((due.to, vec![due])),
        }
    }
    channels
}

impl NoticeDispatcher {
    /// Sends due notices, each channel in order and several channels at once. Never returns.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut busy_channels = BusyChannels::default();
        loop {
            let busy = busy_channels.list();
            let room = self.rate.concurrent_channels().saturating_sub(busy.len());
            let max_channels = u32::try_from(room).unwrap_or(u32::MAX);
            let limit = max_channels
                .saturating_mul(MAX_NOTICES_PER_CHANNEL)
                .min(MAX_NOTICES_PER_BATCH);
            let mut all_read = false;
            match self.outbox.lease_due(&busy, max_channels, limit).await {
                Ok(due) => {
                    let has_found_all = u32::try_from(due.len()).is_ok_and(|found| found < limit);
                    let channels = group_by_channel(due, room);
                    let has_room = channels.len() < room;
                    for (channel, notices) in channels {
                        let work = Arc::clone(&self).send_in_order(channel, notices);
                        busy_channels.spawn(channel, work);
                    }
                    // The batch may have been full of notices for a few channels.
                    if has_room && !has_found_all {
                        continue;
                    }
                    // Busy channels were not searched, so they may have more due notices.
                    all_read = has_room && busy.is_empty();
                }
                Err(failure) => tracing::error!(%failure, "the outbox cannot be read"),
            }
            busy_channels
                .wait_for_notices(self.outbox.wait_for_news(POLL_INTERVAL), all_read)
                .await;
        }
    }

    /// Sends the notices of one channel in order, and stops at the first notice that has to wait.
    async fn send_in_order(self: Arc<Self>, channel: Destination, notices: Vec<DueNotice>) {
        let notices = match self.join_turns(notices).await {
            Ok(notices) => notices,
            Err(failure) => {
                tracing::error!(%failure, "news cannot be joined");
                tokio::time::sleep(POLL_INTERVAL).await;
                Vec::new()
            }
        };
        for due in &notices {
            let span = tracing::error_span!("notice", table = due.game.0, notice = due.notice.0);
            if !self.deliver_and_move_panel(due).instrument(span).await {
                break;
            }
        }
        if self.has_unrecorded(&notices) {
            // The channel stays claimed, because another process would send the notices again.
            return;
        }
        if let Err(trouble) = self.outbox.release_channel(channel).await {
            tracing::error!(%trouble, "the other processes cannot speak in a channel");
        }
    }

    /// Sends a notice, and moves the panel below its board. Returns whether the next notice of the
    /// channel may be sent.
    async fn deliver_and_move_panel(&self, due: &DueNotice) -> bool {
        let continues = match self.deliver(due).await {
            Ok(continues) => continues,
            Err(failure) => {
                tracing::error!(%failure, "the outbox cannot be written");
                tokio::time::sleep(POLL_INTERVAL).await;
                false
            }
        };
        if continues
            && let Some(follower) = &self.panels
            && let Err(failure) = Box::pin(follower.move_panel_below_board(self, due)).await
        {
            tracing::error!(%failure, "a panel cannot be moved");
        }
        continues
    }

    /// Sends a notice and stores the outcome. Returns whether the next notice of the channel may be
    /// sent, or an error if the outcome could not be stored.
    pub async fn deliver(&self, due: &DueNotice) -> Result<bool, Failure> {
        if !self.process.has_valid_lease() {
            // Another process may send to the channel by now.
            return Ok(false);
        }
        let unrecorded = self.unrecorded().remove(&due.notice);
        let delivery = match unrecorded {
            Some(Some(receipt)) => Delivery::Sent(receipt),
            Some(None) => self.try_send(&due.to_maybe_sent()).await,
            None => self.try_send(due).await,
        };
        let recorded = self.record(due, &delivery).await;
        if recorded.is_err() {
            match delivery {
                Delivery::Sent(receipt) => {
                    self.unrecorded().insert(due.notice, Some(receipt));
                }
                Delivery::RetryAfter(_) => {
                    self.unrecorded().insert(due.notice, None);
                }
                // These outcomes posted nothing, so the notice can simply be tried again.
                Delivery::Pointless
                | Delivery::Rescheduled
                | Delivery::RateLimited(_)
                | Delivery::Unwritable(_)
                | Delivery::ChannelGone
                | Delivery::RefusedByPerson(_) => {}
            }
        }
        let is_sent = matches!(delivery, Delivery::Sent(_)) && recorded.is_ok();
        let lag = if is_sent {
            self.outbox.announcement_lag(due)
        } else {
            None
        };
        lanai_metrics::record_notice(delivery.name(), lag);
        recorded
    }

    pub(crate) fn unrecorded(&self) -> MutexGuard<'_, HashMap<NoticeId, Option<Receipt>>> {
        self.unrecorded
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the outcome of one of the notices could not be stored.
    fn has_unrecorded(&self, notices: &[DueNotice]) -> bool {
        let unrecorded = self.unrecorded();
        notices
            .iter()
            .any(|due| unrecorded.contains_key(&due.notice))
    }

    /// Stores what became of a notice. Returns whether the next notice of the channel may be sent.
    async fn record(&self, due: &DueNotice, delivery: &Delivery) -> Result<bool, Failure> {
        let is_undeliverable = matches!(
            delivery,
            Delivery::Unwritable(_) | Delivery::ChannelGone | Delivery::RefusedByPerson(_)
        );
        if is_undeliverable && matches!(due.news, News::SeatsFixed) {
            // A game does not wait for a channel to open: the players are told that it has not
            // begun, and can start it again.
            self.outbox.cancel_game_start(due).await?;
            return Ok(true);
        }
        match delivery {
            Delivery::Sent(receipt) => {
                self.outbox.mark_sent(due, *receipt).await?;
                Ok(true)
            }
            Delivery::Pointless => {
                self.outbox.mark_sent(due, Receipt::default()).await?;
                Ok(true)
            }
            Delivery::Rescheduled => {
                self.outbox.reschedule_reminder(due).await?;
                Ok(true)
            }
            Delivery::RetryAfter(seconds) => {
                self.outbox.postpone_after_failure(due, *seconds).await?;
                Ok(due.is_message_update())
            }
            Delivery::RateLimited(seconds) => {
                self.outbox.postpone(due, *seconds).await?;
                Ok(due.is_message_update())
            }
            Delivery::Unwritable(seconds) => {
                self.outbox.mark_unwritable(due, false).await?;
                self.outbox.postpone_after_failure(due, *seconds).await?;
                Ok(false)
            }
            Delivery::ChannelGone => {
                self.outbox.mark_unwritable(due, true).await?;
                self.outbox.discard_channel(due.to).await?;
                Ok(false)
            }
            Delivery::RefusedByPerson(person) => {
                self.outbox.redirect_to_channel(due, *person).await?;
                Ok(true)
            }
        }
    }

    /// Sends a notice. Turns failures and panics on the way into a retry or a drop.
    async fn try_send(&self, due: &DueNotice) -> Delivery {
        let outcome = AssertUnwindSafe(self.send(due)).catch_unwind().await;
        let (failure, may_recover) = match outcome {
            Ok(Ok(delivery)) => return delivery,
            Ok(Err(failure)) => (
                failure.to_string(),
                matches!(failure, Failure::InternalError(InternalError::Store(_))),
            ),
            Err(_) => ("it came to a sudden end".to_owned(), false),
        };
        tracing::error!(failure, table = due.game.0, "news cannot be told");
        // Unreadable data stays unreadable, so later notices of the channel do not wait for it.
        if !may_recover && due.attempts >= MAX_READ_ATTEMPTS {
            Delivery::Pointless
        } else {
            Delivery::RetryAfter(retry_delay_secs(due))
        }
    }

    async fn send(&self, due: &DueNotice) -> Result<Delivery, Failure> {
        let table = self
            .host
            .matchmaking
            .localize(self.host.tables.find(due.game).await?, due.to)
            .await?;
        // A lesson is played in ephemeral answers, so nothing is posted.
        if table.settings.lesson.is_some() {
            return Ok(Delivery::Pointless);
        }
        if due.is_message_update() {
            return self.update_message(&table, due).await;
        }
        let mut may_be_sent = due.maybe_sent || due.attempts > 0;
        // A message that was posted counts as sent, even if it is no longer wanted.
        let marker = reminder_marker(due).or_else(|| lobby_marker(due));
        if may_be_sent && let Some(marker) = marker {
            // The lobby of a game that is about to begin has no buttons, so lobbies are searched
            // again by their text.
            may_be_sent = !matches!(due.news, News::Ping(_));
            match self.find_marked(due, marker).await {
                Ok(None) => {}
                Ok(Some(message)) => {
                    return Ok(Delivery::Sent(Receipt {
                        message: Some(message),
                        ..Receipt::default()
                    }));
                }
                Err(error) => return Ok(self.delivery_after_error(due, &error).await),
            }
        }
        if reminders::should_reschedule(&self.host, &table, due).await? {
            return Ok(Delivery::Rescheduled);
        }
        let Some((card, receipt)) = news::news_card(&self.composer, &table, due).await? else {
            return Ok(Delivery::Pointless);
        };
        let card = self.composer.with_emojis(card);
        let posted = self.post_once(due, (card, receipt), may_be_sent).await;
        Ok(match posted {
            Ok(receipt) => Delivery::Sent(receipt),
            Err(error) => self.delivery_after_error(due, &error).await,
        })
    }

    /// Returns the message that has a button with this id, if there is one.
    async fn find_marked(
        &self,
        due: &DueNotice,
        marker_id: String,
    ) -> Result<Option<MessageId>, PortError> {
        let channel = self.channel_of(due).await?;
        let card = Card {
            marker_id: Some(marker_id),
            ..Card::default()
        };
        self.find_sent(due, &card, channel, None).await
    }

    /// Posts a message unless an earlier attempt did, which is checked only if `may_be_sent`.
    async fn post_once(
        &self,
        due: &DueNotice,
        (card, receipt): CardAndReceipt,
        may_be_sent: bool,
    ) -> Result<Receipt, PortError> {
        let channel = self.channel_of(due).await?;
        if may_be_sent && let Some(message) = self.find_sent(due, &card, channel, None).await? {
            return Ok(Receipt {
                message: Some(message),
                ..receipt
            });
        }
        // After some attempts, files are left out, because they may be why the message is refused.
        let card = if due.attempts > MAX_ATTEMPTS_WITH_FILES {
            card.without_files()
        } else {
            card
        };
        let (message, _) = self.post_or_simplify(channel, due, &card).await?;
        Ok(Receipt {
            message: Some(message),
            ..receipt
        })
    }

    /// Posts a message, without files and embeds if the channel refuses them.
    ///
    /// Returns the message, and whether it was posted whole.
    pub(crate) async fn post_or_simplify(
        &self,
        channel: ChannelId,
        due: &DueNotice,
        card: &Card,
    ) -> Result<(MessageId, bool), PortError> {
        let posted = self.post(channel, due, card).await;
        if let Some(plain) = card.without_emojis(&posted) {
            return Box::pin(self.post_or_simplify(channel, due, &plain)).await;
        }
        let simplified = card.simplified();
        match simplified.filter(|_| self.rate.may_accept_simplified(&posted)) {
            Some(simplified) => {
                let posted = Box::pin(self.post_or_simplify(channel, due, &simplified)).await;
                Ok((posted?.0, false))
            }
            None => Ok((posted?, true)),
        }
    }

    async fn post(
        &self,
        channel: ChannelId,
        due: &DueNotice,
        card: &Card,
    ) -> Result<MessageId, PortError> {
        self.rate
            .wait_for_channel(due.to, ChannelAction::Post)
            .await;
        self.port.post(channel, due.notice, card).await
    }

    /// Searches the channel for the message of a notice that may have been posted: before this
    /// process started, or by an attempt whose answer was lost.
    ///
    /// Ignores `replaced`, the message that the notice replaces.
    pub(crate) async fn find_sent(
        &self,
        due: &DueNotice,
        card: &Card,
        channel: ChannelId,
        replaced: Option<MessageId>,
    ) -> Result<Option<MessageId>, PortError> {
        // After downtime every channel is searched, so a search counts against the rate limit as
        // much as a post.
        self.rate.wait().await;
        let nonce = due.notice.0.to_string();
        for candidate in self
            .port
            .list_latest_own(channel, SEARCHED_MESSAGES)
            .await?
        {
            let is_same = candidate.nonce.as_ref() == Some(&nonce) || shows_card(&candidate, card);
            if !is_same || Some(candidate.message) == replaced {
                continue;
            }
            // The message of another notice may have the same text.
            let is_other = self
                .outbox
                .belongs_to_other_notice(due, candidate.message)
                .await;
            if !is_other.unwrap_or(false) {
                return Ok(Some(candidate.message));
            }
        }
        Ok(None)
    }
}

/// Returns the id of the button that identifies the message of a lobby, so that its buttons can be
/// removed later.
fn lobby_marker(due: &DueNotice) -> Option<String> {
    let is_lobby = matches!(due.news, News::Lobby | News::Rematch | News::Invited { .. });
    is_lobby.then(|| Press::Join(due.game).id())
}

/// Returns whether a message has the card's marker or, if the card has none, the card's text.
fn shows_card(candidate: &OwnMessage, card: &Card) -> bool {
    if let Some(marker_id) = &card.marker_id {
        return candidate.buttons.contains(marker_id);
    }
    // When the message was sent, other pieces may have had emojis, so pieces are not compared.
    let text = without_pieces(&candidate.text);
    successors(Some(card.clone()), Card::simplified)
        .any(|card| without_pieces(&card.content()) == text)
}
