//! What stands in a channel and is changed: the message for those who look on from elsewhere, and messages that are removed.
//! None of this makes a sound, and all of it can be done twice without harm.

use crate::cards::status;
use crate::delivery::notice_dispatch::{Delivery, NoticeDispatcher};
use crate::wire::card::Card;
use crate::wire::ids::number;
use crate::wire::names::{numbered, place};
use crate::wire::port::Edit;
use crate::wire::post_rate::Sort;
use crate::wire::refusals::{OLD_EDITS, PortError, UNKNOWN_MESSAGE, is};
use lanai_host::{
    Destination, DueNotice, Failure, MessageId, MessageUpdate, News, Receipt, Role, Table,
    TableStatus, Timestamp,
};
use lanai_rules::chance::Message as Posted;
use lanai_text::Fill;

/// How long a message is changed; Discord counts the changes of messages that are older than an hour.
const CHANGED_WITHIN_SECS: i64 = 55 * 60;

impl NoticeDispatcher {
    pub(crate) async fn chore(&self, table: &Table, due: &DueNotice) -> Result<Delivery, Failure> {
        let News::MessageUpdate(chore) = &due.news else {
            return Ok(Delivery::Pointless);
        };
        match chore {
            MessageUpdate::Watch { language } => self.tell_watch(table, due, language).await,
            MessageUpdate::Strip { message } => {
                let stripped = self.edit(due, *message, Edit::Bare).await;
                Ok(self.has_fallen(due, *message, stripped).await)
            }
            MessageUpdate::Remove { message } => {
                let removed = self.remove(due, *message).await;
                Ok(self.has_fallen(due, *message, removed).await)
            }
        }
    }

    /// A message stands for nothing any more, once that is done.
    async fn has_fallen(
        &self,
        due: &DueNotice,
        message: MessageId,
        outcome: Result<(), PortError>,
    ) -> Delivery {
        let delivery = self.done(due, outcome).await;
        let fell = matches!(delivery, Delivery::Sent(_) | Delivery::Pointless);
        let receipt = Receipt {
            fallen: Some(message),
            ..Receipt::default()
        };
        if fell {
            Delivery::Sent(receipt)
        } else {
            delivery
        }
    }

    /// Tells a channel from which a table is followed. The last it hears is how the game ended, or that the table was
    /// closed.
    async fn tell_watch(
        &self,
        table: &Table,
        due: &DueNotice,
        language: &str,
    ) -> Result<Delivery, Failure> {
        let Destination::Channel(channel) = due.to else {
            return Ok(Delivery::Pointless);
        };
        if !self.host.watching.is_followed(table, channel).await? {
            return Ok(Delivery::Pointless);
        }
        let words = self.composer.dictionary.of(language);
        let open = !table.settings.closed;
        let card = if open {
            status::watch_card(&self.composer, table, words).await?
        } else {
            let fill = [
                ("game", Fill::from(numbered(words, table))),
                ("place", place(table.channel)),
            ];
            let closed = words.say("chat-watch-ends", &fill);
            Card {
                silent: true,
                ..Card::words(closed)
            }
        };
        let delivery = self.keep_standing(due, Role::Watch, card).await?;
        let ends = !open || table.status == TableStatus::Over || matches!(delivery, Delivery::Gone);
        if ends && !matches!(delivery, Delivery::Later(_)) {
            self.host.watching.unwatch(table, channel).await?;
        }
        Ok(if matches!(delivery, Delivery::Gone) {
            Delivery::Pointless
        } else {
            delivery
        })
    }

    /// Changes the message that stands for something; posts it if there is none.
    ///
    /// Discord takes few changes of messages that are older than an hour (30046, counted for the whole channel). An old
    /// message is therefore replaced by a new one, which makes no sound, and removed.
    async fn keep_standing(
        &self,
        due: &DueNotice,
        role: Role,
        card: Card,
    ) -> Result<Delivery, Failure> {
        let standing = self.outbox.standing(due, role).await?;
        let mut older = standing.map(|(message, _)| message);
        if let Some((message, shown)) = standing.filter(|(message, _)| !self.is_old(*message)) {
            match self.renew(due, message, shown, &card).await? {
                Err(error) if is(&error, UNKNOWN_MESSAGE) => {
                    self.outbox.fallen(due, message).await?;
                    older = None;
                }
                Err(error) if is(&error, OLD_EDITS) => {}
                edited => return Ok(self.done(due, edited).await),
            }
        }
        let posted = async {
            let channel = self.channel_of(due).await?;
            // There is one of each. An attempt of which the answer was lost may have posted it.
            let perhaps = due.doubtful || due.attempts > 0;
            if perhaps && let Some(message) = self.sent_before(due, &card, channel, older).await? {
                return Ok((message, None));
            }
            let (message, whole) = self.post_somehow(channel, due, &card).await?;
            Ok((message, card.pictures().filter(|_| whole)))
        };
        Ok(match posted.await {
            Ok((message, pictures)) => Delivery::Sent(Receipt {
                message: Some(message),
                pictures,
                ..Receipt::default()
            }),
            Err(error) => self.failed(due, &error).await,
        })
    }

    /// Whether a message is too old to be changed.
    fn is_old(&self, message: MessageId) -> bool {
        let posted_at = Posted::numbered(number(message.0)).posted_at() / 1000;
        Timestamp(posted_at) + CHANGED_WITHIN_SECS < self.host.clock.now()
    }

    /// Changes a message that stands. Pictures that it shows already are not sent again.
    async fn renew(
        &self,
        due: &DueNotice,
        message: MessageId,
        shown: Option<i64>,
        card: &Card,
    ) -> Result<Result<(), PortError>, Failure> {
        let pictures = card.pictures();
        if pictures.is_some() && pictures == shown {
            return Ok(self.edit(due, message, Edit::Words(card)).await);
        }
        if shown.is_some() {
            // Whether this is done may stay unknown: then so is what the message shows.
            self.outbox.shows(due, message, None).await?;
        }
        let edited = self.edit(due, message, Edit::Whole(card)).await;
        if let Some(plainer) = card.plainer().filter(|_| self.rate.may_take_less(&edited)) {
            return Box::pin(self.renew(due, message, None, &plainer)).await;
        }
        if edited.is_ok() && pictures.is_some() {
            self.outbox.shows(due, message, pictures).await?;
        }
        Ok(edited)
    }

    async fn edit(
        &self,
        due: &DueNotice,
        message: MessageId,
        edit: Edit<'_>,
    ) -> Result<(), PortError> {
        let channel = self.channel_of(due).await?;
        self.rate.wait_in(due.to, Sort::Change).await;
        self.port.edit(channel, message, edit).await
    }

    async fn remove(&self, due: &DueNotice, message: MessageId) -> Result<(), PortError> {
        let channel = self.channel_of(due).await?;
        self.rate.wait_in(due.to, Sort::Removal).await;
        self.port.remove(channel, message).await
    }

    /// What became of a change. What is gone need not be changed.
    async fn done(&self, due: &DueNotice, outcome: Result<(), PortError>) -> Delivery {
        match outcome {
            Ok(()) => Delivery::Sent(Receipt::default()),
            Err(error) if is(&error, UNKNOWN_MESSAGE) => Delivery::Pointless,
            Err(error) => self.failed(due, &error).await,
        }
    }
}
