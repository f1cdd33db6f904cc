//! The outbox: what everybody must hear, sent after it was committed, once and in order.
//!
//! A notice's number is the nonce of its message, which the chat makes once within minutes; after a restart we look at
//! our own last messages in the channel before we send what may have been sent already: its buttons carry the table and
//! the revision. A channel that fails waits, with what comes after; the others go on.

use std::{
    collections::HashMap,
    future::Future,
    panic::AssertUnwindSafe,
    sync::{Arc, PoisonError},
    time::Duration,
};

use futures::FutureExt as _;

use serenity::all::{ActionRowComponent, ButtonKind, ChannelId, GetMessages, HttpError, UserId};
use tokio::task::{Id, JoinSet};

use super::{
    House,
    answer::{may_pass, name_of},
    card::Card,
    press::Press,
};
use crate::tables::{Failure, Heard, NoticeId, Trouble};

/// How many notices are looked at together, and to how many channels is posted at once.
const BATCH: u32 = 200;
const AT_ONCE: usize = 8;
/// How long to wait for news before looking anyway.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest pause before a channel that failed is tried again, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// How often a notice is tried in a channel that refuses us: some two days.
const MOST_ATTEMPTS: i64 = 56;
/// How often news that cannot be read are tried.
const ATTEMPTS_TO_READ: i64 = 6;
/// After how many attempts files are left out.
const ATTEMPTS_WITH_FILES: i64 = 2;
/// How many messages are looked through for one of ours.
const LOOKED_THROUGH: u8 = 100;
/// Discord's words for: this channel is no more.
const UNKNOWN_CHANNEL: isize = 10003;

/// What became of a notice.
enum Fate {
    /// It became this message.
    Sent(i64),
    /// There is nothing to say any more.
    Pointless,
    /// It may work later.
    Later(i64),
    /// The channel is no more.
    Gone,
}

/// Channels in which news are being sent. Of each there is one at a time, so that they come in order.
#[derive(Default)]
struct Sending {
    running: JoinSet<()>,
    channels: HashMap<Id, i64>,
}

impl Sending {
    /// The news of channels that are not busy, as many as may be sent at once, in order.
    fn free(&self, due: Vec<Heard>) -> Vec<(i64, Vec<Heard>)> {
        let room = AT_ONCE.saturating_sub(self.channels.len());
        let mut free: Vec<(i64, Vec<Heard>)> = Vec::new();
        for heard in due {
            if self.channels.values().any(|busy| *busy == heard.channel) {
                continue;
            }
            let full = free.len() >= room;
            match free.iter_mut().find(|(channel, _)| *channel == heard.channel) {
                Some((_, news)) => news.push(heard),
                None if full => {}
                None => free.push((heard.channel, vec![heard])),
            }
        }
        free
    }

    fn begin(&mut self, channel: i64, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.running.spawn(work).id();
        self.channels.insert(id, channel);
    }

    /// Waits until a channel is free again, however its work ended.
    async fn one_is_done(&mut self) {
        let id = match self.running.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return self.channels.clear(),
        };
        self.channels.remove(&id);
    }
}

impl House {
    /// Sends what is due, for ever: each channel in order, several channels at once, none waiting for another.
    pub(super) async fn send_news(self: Arc<Self>, me: UserId) {
        // Notices of before this start may have been sent already.
        let newest_old = self.newest_of_before().await;
        let mut sending = Sending::default();
        loop {
            match self.tables.due(BATCH).await {
                Ok(due) => {
                    for (channel, news) in sending.free(due) {
                        sending.begin(channel, Arc::clone(&self).send_in_order(news, newest_old, me));
                    }
                }
                Err(failure) => tracing::error!(%failure, "the outbox cannot be read"),
            }
            tokio::select! {
                () = self.tables.wait_for_news(PATIENCE) => {}
                () = sending.one_is_done(), if !sending.channels.is_empty() => {}
            }
        }
    }

    /// The newest notice that waits at the start.
    async fn newest_of_before(&self) -> Option<NoticeId> {
        loop {
            match self.tables.newest_waiting().await {
                Ok(newest) => return newest,
                Err(trouble) => tracing::error!(%trouble, "the outbox cannot be read"),
            }
            tokio::time::sleep(PATIENCE).await;
        }
    }

    /// Sends the news of one channel, up to the first that has to wait.
    async fn send_in_order(self: Arc<Self>, news: Vec<Heard>, newest_old: Option<NoticeId>, me: UserId) {
        for heard in news {
            let old = newest_old.is_some_and(|newest| heard.notice <= newest);
            if !self.deliver(&heard, old, me).await {
                break;
            }
        }
    }

    /// Sends one notice; false if what follows in its channel has to wait.
    async fn deliver(&self, heard: &Heard, old: bool, me: UserId) -> bool {
        let fate = match self.posted_but_unkept(heard.notice) {
            Some(message) => Fate::Sent(message),
            None => self.fate(heard, old, me).await,
        };
        let kept = match fate {
            Fate::Sent(message) => self.tables.told(heard.notice, message).await.map(|_| true),
            Fate::Pointless => self.tables.told(heard.notice, 0).await.map(|_| true),
            Fate::Later(seconds) => self.tables.put_off(heard.notice, seconds).await.map(|()| false),
            Fate::Gone => self.tables.give_up(heard.channel).await.map(|()| false),
        };
        if let Err(trouble) = &kept {
            tracing::error!(%trouble, "the outbox cannot be written");
            if let Fate::Sent(message) = fate {
                self.unkept.lock().unwrap_or_else(PoisonError::into_inner).insert(heard.notice, message);
            }
            tokio::time::sleep(PATIENCE).await;
        }
        kept.unwrap_or(false)
    }

    /// The message that a notice became, if that could not be written down.
    fn posted_but_unkept(&self, notice: NoticeId) -> Option<i64> {
        self.unkept.lock().unwrap_or_else(PoisonError::into_inner).remove(&notice)
    }

    /// Tries to tell, whatever happens on the way.
    async fn fate(&self, heard: &Heard, old: bool, me: UserId) -> Fate {
        let told = AssertUnwindSafe(self.tell(heard, old, me)).catch_unwind().await;
        let (failure, passes) = match told {
            Ok(Ok(fate)) => return fate,
            Ok(Err(failure)) => (failure.to_string(), matches!(failure, Failure::Trouble(Trouble::Store(_)))),
            Err(_) => ("it came to a sudden end".to_owned(), false),
        };
        tracing::error!(failure, table = heard.game.0, "news cannot be told");
        // What cannot be read today cannot be read tomorrow: others in the channel do not wait for it.
        let hopeless = !passes && heard.attempts >= ATTEMPTS_TO_READ;
        if hopeless { Fate::Pointless } else { Fate::Later(pause(heard)) }
    }

    async fn tell(&self, heard: &Heard, old: bool, me: UserId) -> Result<Fate, Failure> {
        let channel = ChannelId::new(heard.channel.unsigned_abs().max(1));
        let table = self.tables.numbered(heard.game).await?;
        let Some(card) = self.card(&table, heard).await? else { return Ok(Fate::Pointless) };
        if old || heard.attempts > 0 {
            match self.sent_before(heard, &card, channel, me).await {
                Ok(None) => {}
                Ok(Some(message)) => return Ok(Fate::Sent(message)),
                Err(error) => return Ok(self.failed(heard, &error)),
            }
        }
        // No turn waits for its picture: what was tried often enough goes out in words.
        let card = if heard.attempts > ATTEMPTS_WITH_FILES { card.without_files() } else { card };
        let mut sent = self.post(channel, heard, &card).await;
        if sent.as_ref().is_err_and(refuses_files) && !card.files.is_empty() {
            sent = self.post(channel, heard, &card.without_files()).await;
        }
        match sent {
            Ok(message) => Ok(Fate::Sent(message)),
            Err(error) => Ok(self.failed(heard, &error)),
        }
    }

    async fn post(&self, channel: ChannelId, heard: &Heard, card: &Card) -> serenity::Result<i64> {
        self.pace.wait().await;
        let message = channel.send_message(&self.posting, card.message(heard.notice.0)).await?;
        Ok(message.id.get().cast_signed())
    }

    /// What to do after a failure.
    fn failed(&self, heard: &Heard, error: &serenity::Error) -> Fate {
        tracing::warn!(error = name_of(error), table = heard.game.0, "news could not be posted");
        if let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error {
            if response.error.code == UNKNOWN_CHANNEL {
                return Fate::Gone;
            }
            match response.status_code.as_u16() {
                429 => {
                    // How long is not said when our limiter is off; everybody waits a little.
                    self.pace.pause(PATIENCE);
                    return Fate::Later(1);
                }
                // The token is none any more: no channel can help that.
                401 => return Fate::Later(pause(heard)),
                _ => {}
            }
        }
        if !may_pass(error) && heard.attempts >= MOST_ATTEMPTS {
            return Fate::Gone;
        }
        Fate::Later(pause(heard))
    }

    /// The message that a notice became, if it was posted and we did not hear of it: before this start, or at an attempt
    /// of which the answer was lost.
    async fn sent_before(
        &self,
        heard: &Heard,
        card: &Card,
        channel: ChannelId,
        me: UserId,
    ) -> serenity::Result<Option<i64>> {
        let messages = channel.messages(&self.posting, GetMessages::new().limit(LOOKED_THROUGH)).await?;
        let nonce = heard.notice.0.to_string();
        let mine = messages.iter().filter(|message| message.author.id == me);
        let mut found = mine.filter(|message| {
            let same = message.nonce.as_ref().is_some_and(|known| match known {
                serenity::all::Nonce::String(known) => *known == nonce,
                serenity::all::Nonce::Number(known) => known.to_string() == nonce,
            });
            same || tells(message, heard, card)
        });
        Ok(found.next().map(|message| message.id.get().cast_signed()))
    }
}

/// Whether files may be what the channel does not take: no right to send any, too large, or whatever else.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn refuses_files(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code.as_u16();
            response.status_code.is_client_error() && !matches!(status, 401 | 404 | 429)
        }
        _ => false,
    }
}

/// The pause before a notice is tried again: longer each time, and not the same for all.
fn pause(heard: &Heard) -> i64 {
    let doubled = 1_i64 << heard.attempts.clamp(0, 12);
    (doubled + heard.notice.0 % 3).min(LONGEST_PAUSE)
}

/// Whether a message tells what a notice would: its buttons carry the table and the revision. Where no button can, before
/// and after the game, the same words do.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn tells(message: &serenity::all::Message, heard: &Heard, card: &Card) -> bool {
    let wanted = Press::Undo(heard.game, heard.revision);
    let ids =
        message.components.iter().flat_map(|row| &row.components).filter_map(|component| match component {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => Some(custom_id.as_str()),
                ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
            },
            _ => None,
        });
    let known = ids.filter_map(Press::read).any(|press| press == wanted);
    known || (!card.carries(&wanted.id()) && message.content == card.text)
}
