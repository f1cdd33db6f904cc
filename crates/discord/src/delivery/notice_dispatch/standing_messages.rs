//! Standing messages, which are edited instead of posted again, and messages that are removed.
//!
//! These updates notify no one, and an update that is done twice does no harm.

use crate::cards::status;
use crate::cards::table::lobby_card;
use crate::delivery::notice_dispatch::{Delivery, NoticeDispatcher};
use crate::key;
use crate::wire::card::Card;
use crate::wire::ids::snowflake;
use crate::wire::names::{channel_link, numbered_table};
use crate::wire::port::MessageEdit;
use crate::wire::port_error::{PortError, TOO_MANY_OLD_EDITS, UNKNOWN_MESSAGE, has_code};
use crate::wire::post_rate::ChannelAction;
use lanai_host::{
    Destination, DueNotice, Failure, MessageId, MessageRole, MessageUpdate, News, Receipt, Table,
    TableStatus, Timestamp,
};
use lanai_rules::chance::Message as Posted;
use lanai_text::Fill;

/// How long a message is edited; Discord limits the edits of messages that are older than an hour.
const MAX_EDIT_AGE_SECS: i64 = 55 * 60;

impl NoticeDispatcher {
    /// Edits, posts or removes a standing message.
    pub(crate) async fn update_message(
        &self,
        table: &Table,
        due: &DueNotice,
    ) -> Result<Delivery, Failure> {
        let News::MessageUpdate(update) = &due.news else {
            return Ok(Delivery::Pointless);
        };
        match update {
            MessageUpdate::Watch { language } => {
                self.update_watch_message(table, due, language).await
            }
            MessageUpdate::Lobby => {
                if table.status != TableStatus::Open {
                    return Ok(Delivery::Pointless);
                }
                let card = lobby_card(self.composer.public_words(table), table)?;
                let card = Card {
                    silent: true,
                    ..self.composer.with_emojis(card)
                };
                self.update_standing_message(due, MessageRole::Lobby, card)
                    .await
            }
            MessageUpdate::Strip { message } => {
                let edited = self.edit(due, *message, MessageEdit::RemoveButtons).await;
                Ok(self.retire_message(due, *message, edited).await)
            }
            MessageUpdate::Remove { message } => {
                let removed = self.remove(due, *message).await;
                Ok(self.retire_message(due, *message, removed).await)
            }
        }
    }

    /// Returns the delivery of an update that ends the role of its message.
    ///
    /// The receipt makes the store forget the message.
    async fn retire_message(
        &self,
        due: &DueNotice,
        message: MessageId,
        outcome: Result<(), PortError>,
    ) -> Delivery {
        let delivery = self.delivery_after_update(due, outcome).await;
        if matches!(delivery, Delivery::Sent(_) | Delivery::Pointless) {
            Delivery::Sent(Receipt {
                lost_message: Some(message),
                ..Receipt::default()
            })
        } else {
            delivery
        }
    }

    /// Updates the message in a channel from which a table is followed.
    ///
    /// The last update shows how the game ended, or that the table was closed to watchers.
    async fn update_watch_message(
        &self,
        table: &Table,
        due: &DueNotice,
        language: &str,
    ) -> Result<Delivery, Failure> {
        let Destination::Channel(channel) = due.to else {
            return Ok(Delivery::Pointless);
        };
        if !self.host.watching.is_watched(table, channel).await? {
            return Ok(Delivery::Pointless);
        }
        let words = self.composer.dictionary.for_locale(language);
        let is_closed = table.settings.players_only;
        let card = if is_closed {
            let fill = [
                ("game", Fill::from(numbered_table(words, table))),
                ("place", channel_link(table.channel)),
            ];
            Card {
                silent: true,
                ..Card::words(words.say(key::CHAT_WATCH_ENDS, &fill))
            }
        } else {
            status::watch_card(&self.composer, table, words).await?
        };
        let delivery = self
            .update_standing_message(due, MessageRole::Watch, card)
            .await?;
        let is_gone = matches!(delivery, Delivery::ChannelGone);
        let is_last = is_closed || table.status == TableStatus::Over || is_gone;
        if is_last && !matches!(delivery, Delivery::RetryAfter(_)) {
            self.host.watching.unwatch(table, channel).await?;
        }
        Ok(if is_gone {
            Delivery::Pointless
        } else {
            delivery
        })
    }

    /// Edits the message with this role; posts one if there is none.
    ///
    /// Discord allows few edits of messages that are older than an hour (error 30046, counted for
    /// the whole channel). An old message is therefore replaced by a new, silent one, and removed.
    async fn update_standing_message(
        &self,
        due: &DueNotice,
        role: MessageRole,
        card: Card,
    ) -> Result<Delivery, Failure> {
        let standing = self.outbox.find_standing_message(due, role).await?;
        let mut replaced = standing.map(|(message, _)| message);
        if let Some((message, pictures)) = standing
            && !self.is_too_old_to_edit(message)
        {
            match self.edit_card(due, message, pictures, &card).await? {
                Err(error) if has_code(&error, UNKNOWN_MESSAGE) => {
                    self.outbox.forget_standing_message(due, message).await?;
                    replaced = None;
                }
                Err(error) if has_code(&error, TOO_MANY_OLD_EDITS) => {}
                edited => return Ok(self.delivery_after_update(due, edited).await),
            }
        }
        Ok(
            match self.post_standing_message(due, &card, replaced).await {
                Ok(receipt) => Delivery::Sent(receipt),
                Err(error) => self.delivery_after_error(due, &error).await,
            },
        )
    }

    async fn post_standing_message(
        &self,
        due: &DueNotice,
        card: &Card,
        replaced: Option<MessageId>,
    ) -> Result<Receipt, PortError> {
        let channel = self.channel_of(due).await?;
        let may_be_sent = due.maybe_sent || due.attempts > 0;
        if may_be_sent && let Some(message) = self.find_sent(due, card, channel, replaced).await? {
            return Ok(Receipt {
                message: Some(message),
                ..Receipt::default()
            });
        }
        let (message, has_pictures) = self.post_or_simplify(channel, due, card).await?;
        Ok(Receipt {
            message: Some(message),
            pictures: card.pictures_digest().filter(|_| has_pictures),
            ..Receipt::default()
        })
    }

    fn is_too_old_to_edit(&self, message: MessageId) -> bool {
        let posted_at = Posted::from_id(snowflake(message.0)).posted_at() / 1000;
        Timestamp(posted_at) + MAX_EDIT_AGE_SECS < self.host.clock.now()
    }

    /// Edits a message. Pictures that it shows already are not sent again.
    async fn edit_card(
        &self,
        due: &DueNotice,
        message: MessageId,
        shown_pictures: Option<i64>,
        card: &Card,
    ) -> Result<Result<(), PortError>, Failure> {
        let pictures = card.pictures_digest();
        if pictures.is_some() && pictures == shown_pictures {
            return Ok(self.edit(due, message, MessageEdit::Text(card)).await);
        }
        if shown_pictures.is_some() {
            // If the outcome of the edit stays unknown, the message's pictures are unknown too.
            self.outbox.record_pictures(due, message, None).await?;
        }
        let edited = self.edit(due, message, MessageEdit::Full(card)).await;
        let simplified = card.simplified();
        if let Some(card) = simplified.filter(|_| self.rate.may_accept_simplified(&edited)) {
            return Box::pin(self.edit_card(due, message, None, &card)).await;
        }
        if edited.is_ok() && pictures.is_some() {
            self.outbox.record_pictures(due, message, pictures).await?;
        }
        Ok(edited)
    }

    async fn edit(
        &self,
        due: &DueNotice,
        message: MessageId,
        edit: MessageEdit<'_>,
    ) -> Result<(), PortError> {
        let channel = self.channel_of(due).await?;
        self.rate
            .wait_for_channel(due.to, ChannelAction::Edit)
            .await;
        self.port.edit(channel, message, edit).await
    }

    async fn remove(&self, due: &DueNotice, message: MessageId) -> Result<(), PortError> {
        let channel = self.channel_of(due).await?;
        self.rate
            .wait_for_channel(due.to, ChannelAction::Delete)
            .await;
        self.port.remove(channel, message).await
    }

    /// Returns the delivery of an update; the update of a deleted message is pointless.
    async fn delivery_after_update(
        &self,
        due: &DueNotice,
        outcome: Result<(), PortError>,
    ) -> Delivery {
        match outcome {
            Ok(()) => Delivery::Sent(Receipt::default()),
            Err(error) if has_code(&error, UNKNOWN_MESSAGE) => Delivery::Pointless,
            Err(error) => self.delivery_after_error(due, &error).await,
        }
    }
}
