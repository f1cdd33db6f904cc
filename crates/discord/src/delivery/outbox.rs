//! The outbox: sends public messages after they were committed, once and in order.
//!
//! The id of a notice is the nonce of its message, which Discord deduplicates for some minutes. If
//! another process may have sent it, our last messages in the channel are searched first: their
//! buttons name the table and the revision. A failing channel waits, with everything that follows;
//! the others go on.

use crate::cards::telling;
use std::collections::HashMap;
use std::future::Future;
use std::iter::successors;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, MutexGuard, PoisonError};

use futures::FutureExt as _;
use tokio::task::{Id, JoinSet};
use tracing::Instrument as _;

use crate::cards::composer::Message;
use crate::cards::reminding::{self, mark};
use crate::delivery::notice_dispatch::{Delivery, NoticeDispatcher, PATIENCE, pause};
use crate::wire::card::Card;
use crate::wire::emojis::without_pieces;
use crate::wire::port::OwnMessage;
use crate::wire::post_rate::Sort;
use crate::wire::press::Press;
use crate::wire::refusals::PortError;
use lanai_host::{
    ChannelId, Destination, DueNotice, Failure, InternalError, Lesson, MessageId, News, NoticeId,
    Receipt,
};

/// How many notices are looked at together: so many for each channel that may be spoken in, and not more than this.
const EACH: u32 = 16;
const BATCH: u32 = 200;
/// How often news that cannot be read are tried.
const ATTEMPTS_TO_READ: i64 = 6;
/// After how many attempts files are left out.
const ATTEMPTS_WITH_FILES: i64 = 2;
/// How many messages are looked through for one of ours.
const LOOKED_THROUGH: u8 = 100;

/// Channels in which news are being sent. Of each there is one at a time, so that they come in order.
#[derive(Default)]
struct Sending {
    running: JoinSet<()>,
    channels: HashMap<Id, Destination>,
}

impl Sending {
    /// Where something is being sent.
    fn busy(&self) -> Vec<Destination> {
        self.channels.values().copied().collect()
    }

    fn begin(&mut self, place: Destination, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.running.spawn(work).id();
        self.channels.insert(id, place);
    }

    /// Waits until a channel is free again, however its work ended, or several are.
    async fn some_are_done(&mut self) {
        let mut done = self.running.join_next_with_id().await;
        while let Some(ended) = done {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            self.channels.remove(&id);
            done = self.running.try_join_next_with_id();
        }
    }

    /// Waits for news; if some may be there already, also until there is room for them.
    async fn wait(&mut self, news: impl Future<Output = ()>, seen_all: bool) {
        let mut news = pin!(news);
        loop {
            tokio::select! {
                () = &mut news => return,
                () = self.some_are_done(), if !self.channels.is_empty() => if !seen_all { return },
            }
        }
    }
}

/// The news of so many channels, in order.
fn by_channel(due: Vec<DueNotice>, room: usize) -> Vec<(Destination, Vec<DueNotice>)> {
    let mut channels: Vec<(Destination, Vec<DueNotice>)> = Vec::new();
    for due in due {
        let full = channels.len() >= room;
        match channels.iter_mut().find(|(place, _)| *place == due.to) {
            Some((_, news)) => news.push(due),
            None if full => {}
            None => channels.push((due.to, vec![due])),
        }
    }
    channels
}

impl NoticeDispatcher {
    /// Sends what is due, for ever: each channel in order, several channels at once, none waiting for another.
    pub(crate) async fn send_news(self: Arc<Self>) {
        let mut sending = Sending::default();
        loop {
            let busy = sending.busy();
            let room = self.rate.at_once().saturating_sub(busy.len());
            let places = u32::try_from(room).unwrap_or(u32::MAX);
            let most = places.saturating_mul(EACH).min(BATCH);
            // Whether nothing is due that was not found: where something is being sent, more may have come.
            let mut seen_all = false;
            match self.outbox.take_due(&busy, places, most).await {
                Ok(due) => {
                    let all_found = u32::try_from(due.len()).is_ok_and(|found| found < most);
                    let channels = by_channel(due, room);
                    let has_room = channels.len() < room;
                    for (place, news) in channels {
                        sending.begin(place, Arc::clone(&self).send_in_order(place, news));
                    }
                    // All that was found may have been of a few channels.
                    if has_room && !all_found {
                        continue;
                    }
                    seen_all = has_room && busy.is_empty();
                }
                Err(failure) => tracing::error!(%failure, "the outbox cannot be read"),
            }
            sending
                .wait(self.outbox.wait_for_news(PATIENCE), seen_all)
                .await;
        }
    }

    /// Sends the news of one channel, up to the first that has to wait.
    async fn send_in_order(self: Arc<Self>, place: Destination, news: Vec<DueNotice>) {
        let news = match self.joined(news).await {
            Ok(news) => news,
            Err(failure) => {
                tracing::error!(%failure, "news cannot be joined");
                tokio::time::sleep(PATIENCE).await;
                Vec::new()
            }
        };
        for due in &news {
            // What is logged meanwhile says of which table it is.
            let span = tracing::error_span!("notice", table = due.game.0, notice = due.notice.0);
            if !self.tell(due).instrument(span).await {
                break;
            }
        }
        if self.knows_more_than_is_written(&news) {
            return;
        }
        if let Err(trouble) = self.outbox.let_go(place).await {
            tracing::error!(%trouble, "the other processes cannot speak in a channel");
        }
    }

    /// Sends one notice and what belongs to it; false if what follows in its channel has to wait.
    async fn tell(&self, due: &DueNotice) -> bool {
        let goes_on = match self.deliver(due).await {
            Ok(goes_on) => goes_on,
            Err(failure) => {
                tracing::error!(%failure, "the outbox cannot be written");
                tokio::time::sleep(PATIENCE).await;
                false
            }
        };
        if goes_on && let Err(failure) = Box::pin(self.bring_panel_below(due)).await {
            tracing::error!(%failure, "a panel cannot be moved");
        }
        goes_on
    }

    /// Sends one notice; false if what follows in its channel has to wait. An error if what became of it cannot be written.
    pub async fn deliver(&self, due: &DueNotice) -> Result<bool, Failure> {
        if !self.process.holds() {
            // Another process may speak there by now.
            return Ok(false);
        }
        let unkept = self.unkept().remove(&due.notice);
        let delivery = match unkept {
            Some(Some(after)) => Delivery::Sent(after),
            Some(None) => self.delivery(&due.in_doubt()).await,
            None => self.delivery(due).await,
        };
        let kept = self.keep(due, &delivery).await;
        if kept.is_err() {
            match delivery {
                Delivery::Sent(after) => drop(self.unkept().insert(due.notice, Some(after))),
                Delivery::Later(_) => drop(self.unkept().insert(due.notice, None)),
                // Trying once more posts nothing.
                Delivery::Pointless
                | Delivery::Missed
                | Delivery::Limited(_)
                | Delivery::Shut(_)
                | Delivery::Gone
                | Delivery::Refused(_) => {}
            }
        }
        let told = matches!(delivery, Delivery::Sent(_)) && kept.is_ok();
        let lag = if told { self.outbox.lag(due) } else { None };
        lanai_metrics::record_notice(delivery.name(), lag);
        kept
    }

    pub(crate) fn unkept(&self) -> MutexGuard<'_, HashMap<NoticeId, Option<Receipt>>> {
        self.unkept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another process that spoke there now would say something again.
    fn knows_more_than_is_written(&self, news: &[DueNotice]) -> bool {
        let unkept = self.unkept();
        news.iter().any(|due| unkept.contains_key(&due.notice))
    }

    /// Writes down what became of a notice.
    async fn keep(&self, due: &DueNotice, delivery: &Delivery) -> Result<bool, Failure> {
        let takes_nothing = matches!(
            delivery,
            Delivery::Shut(_) | Delivery::Gone | Delivery::Refused(_)
        );
        if takes_nothing && matches!(due.news, News::SeatsFixed) {
            // A game does not wait for a channel to open: the players are told that it has not
            // begun, and can start it again.
            self.outbox.not_announced(due).await?;
            return Ok(true);
        }
        match delivery {
            Delivery::Sent(after) => drop(self.outbox.mark_sent(due, *after).await?),
            Delivery::Pointless => drop(self.outbox.mark_sent(due, Receipt::default()).await?),
            Delivery::Missed => self.outbox.not_reminded(due).await?,
            Delivery::Later(seconds) => self.outbox.put_off(due, *seconds).await?,
            Delivery::Limited(seconds) => self.outbox.postpone(due, *seconds).await?,
            Delivery::Shut(seconds) => {
                self.outbox.shut_out(due, false).await?;
                self.outbox.put_off(due, *seconds).await?;
            }
            Delivery::Gone => {
                self.outbox.shut_out(due, true).await?;
                self.outbox.give_up(due.to).await?;
            }
            Delivery::Refused(person) => self.outbox.redirect_to_channel(due, *person).await?,
        }
        Ok(match delivery {
            Delivery::Sent(_) | Delivery::Pointless | Delivery::Missed | Delivery::Refused(_) => {
                true
            }
            Delivery::Later(_) | Delivery::Limited(_) => due.is_chore(),
            Delivery::Shut(_) | Delivery::Gone => false,
        })
    }

    /// Tries to tell, whatever happens on the way.
    async fn delivery(&self, due: &DueNotice) -> Delivery {
        let told = AssertUnwindSafe(self.attempt(due)).catch_unwind().await;
        let (failure, passes) = match told {
            Ok(Ok(delivery)) => return delivery,
            Ok(Err(failure)) => (
                failure.to_string(),
                matches!(failure, Failure::InternalError(InternalError::Store(_))),
            ),
            Err(_) => ("it came to a sudden end".to_owned(), false),
        };
        tracing::error!(failure, table = due.game.0, "news cannot be told");
        // What cannot be read today cannot be read tomorrow: others in the channel do not wait for it.
        let hopeless = !passes && due.attempts >= ATTEMPTS_TO_READ;
        if hopeless {
            Delivery::Pointless
        } else {
            Delivery::Later(pause(due))
        }
    }

    async fn attempt(&self, due: &DueNotice) -> Result<Delivery, Failure> {
        let table = self
            .host
            .matchmaking
            .localize(self.host.tables.find(due.game).await?, due.to)
            .await?;
        // This lesson is played in private answers.
        if table.settings.lesson == Some(Lesson::Private) {
            return Ok(Delivery::Pointless);
        }
        if due.is_chore() {
            return self.chore(&table, due).await;
        }
        let mut perhaps = due.doubtful || due.attempts > 0;
        // What was said already is said, whether it would still be said now or not.
        if let Some(mark) = mark(due).or_else(|| lobby_mark(due)).filter(|_| perhaps) {
            // The lobby of a game that is about to begin has no buttons: that one is known by its words.
            perhaps = !matches!(due.news, News::Ping(_));
            match self.said_before(due, mark).await {
                Ok(None) => {}
                Ok(Some(message)) => {
                    return Ok(Delivery::Sent(Receipt {
                        message: Some(message),
                        ..Receipt::default()
                    }));
                }
                Err(error) => return Ok(self.failed(due, &error).await),
            }
        }
        if reminding::is_missed(&self.composer, &table, due).await? {
            return Ok(Delivery::Missed);
        }
        let Some((card, after)) = telling::news_card(&self.composer, &table, due).await? else {
            return Ok(Delivery::Pointless);
        };
        let card = self.composer.with_emojis(card);
        Ok(match self.say_once(due, (card, after), perhaps).await {
            Ok(after) => Delivery::Sent(after),
            Err(error) => self.failed(due, &error).await,
        })
    }

    /// The message that carries a mark, if there is one.
    async fn said_before(
        &self,
        due: &DueNotice,
        mark: String,
    ) -> Result<Option<MessageId>, PortError> {
        let channel = self.channel_of(due).await?;
        self.sent_before(
            due,
            &Card {
                mark: Some(mark),
                ..Card::default()
            },
            channel,
            None,
        )
        .await
    }

    /// Posts a message, if it was not posted before: where that may be, it is looked for.
    async fn say_once(
        &self,
        due: &DueNotice,
        (card, after): Message,
        perhaps: bool,
    ) -> Result<Receipt, PortError> {
        let channel = self.channel_of(due).await?;
        let became = |message: MessageId| Receipt {
            message: Some(message),
            ..after
        };
        if perhaps && let Some(message) = self.sent_before(due, &card, channel, None).await? {
            return Ok(became(message));
        }
        // No turn waits for its picture: what was tried often enough goes out in words.
        let card = if due.attempts > ATTEMPTS_WITH_FILES {
            card.without_files()
        } else {
            card
        };
        self.post_somehow(channel, due, &card)
            .await
            .map(|(message, _)| became(message))
    }

    /// Posts a message, without its files if the channel does not take those, and without frames if it does not take these
    /// either; says whether it is whole.
    pub(crate) async fn post_somehow(
        &self,
        channel: ChannelId,
        due: &DueNotice,
        card: &Card,
    ) -> Result<(MessageId, bool), PortError> {
        let sent = self.post(channel, due, card).await;
        if let Some(plain) = card.without_emojis(&sent) {
            return Box::pin(self.post_somehow(channel, due, &plain)).await;
        }
        match card.plainer().filter(|_| self.rate.may_take_less(&sent)) {
            Some(plainer) => Ok((
                Box::pin(self.post_somehow(channel, due, &plainer)).await?.0,
                false,
            )),
            None => Ok((sent?, true)),
        }
    }

    async fn post(
        &self,
        channel: ChannelId,
        due: &DueNotice,
        card: &Card,
    ) -> Result<MessageId, PortError> {
        self.rate.wait_in(due.to, Sort::Post).await;
        self.port.post(channel, due.notice, card).await
    }

    /// The message that a notice became, if it was posted and we did not hear of it: before this start, or at an attempt
    /// of which the answer was lost. It is none that gives way to it.
    pub(crate) async fn sent_before(
        &self,
        due: &DueNotice,
        card: &Card,
        channel: ChannelId,
        older: Option<MessageId>,
    ) -> Result<Option<MessageId>, PortError> {
        // Looking counts as much as speaking does: after a while away, there is a look for each channel.
        self.rate.wait().await;
        let nonce = due.notice.0.to_string();
        let latest = self.port.latest(channel, LOOKED_THROUGH).await?;
        let found = latest
            .iter()
            .filter(|own| own.nonce.as_ref() == Some(&nonce) || tells(own, card));
        let found = found.map(|own| own.message);
        for message in found.filter(|message| Some(*message) != older) {
            // The same words were said before, perhaps: that was another message.
            if !self
                .outbox
                .is_other_news(due, message)
                .await
                .unwrap_or(false)
            {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }
}

/// Returns the button that identifies the message of a lobby, so that its buttons can be removed
/// later.
fn lobby_mark(due: &DueNotice) -> Option<String> {
    let is_lobby = matches!(due.news, News::Lobby | News::Rematch | News::Invited { .. });
    is_lobby.then(|| Press::Join(due.game).id())
}

/// Whether a message tells what a notice would: one of its buttons is the mark of the notice. Where there is none, before
/// and after the game, the same words do.
fn tells(own: &OwnMessage, card: &Card) -> bool {
    let Some(mark) = &card.mark else {
        // Which pieces were emojis then is no part of what was said.
        let said = without_pieces(&own.text);
        return successors(Some(card.clone()), Card::plainer)
            .any(|card| without_pieces(&card.content()) == said);
    };
    own.buttons.contains(mark)
}
