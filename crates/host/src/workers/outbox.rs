//! The outbox: hands out due notices, and records what became of them.
//!
//! Notices are written with their change and delivered after it, once. New messages replace older
//! lobbies, reminders and status messages. Sending is up to the caller.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::core::amendments::Amendments;
use crate::core::person_notices::PersonNotices;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::game_start::GameStart;
use crate::model::news::{MessageUpdate, News, Ping, PingReason, Receipt};
use crate::model::notices::{StoredNews, new_notice};
use crate::model::notify::Notifiers;
use crate::workers::recap;
use crate::{
    ChannelId, Clock, Destination, Failure, Host, InternalError, MessageId, MessageRole, PersonId,
    Revision, Table, TableStatus, Timestamp,
};
use lanai_store::{
    Claim, Notice, NoticeId, NoticeRow, SentNotice, StandingMessage, Store, TableId,
};

/// A notice that is due.
#[derive(Clone, Debug)]
pub struct DueNotice {
    /// The ID of the notice, also the message's nonce, by which Discord drops duplicates.
    pub notice: NoticeId,
    pub game: TableId,
    pub to: Destination,
    /// The number of failed attempts.
    pub attempts: i64,
    /// Whether a process that is gone may have sent the message already.
    pub maybe_sent: bool,
    /// The earliest time at which a turn could be announced. `None` for other news.
    pub announceable_at: Option<Timestamp>,
    /// The revision of the change that the news announces.
    pub revision: Revision,
    pub news: News,
    /// The news as stored.
    pub(crate) body: String,
}

impl DueNotice {
    fn new(due: NoticeRow, stored: StoredNews) -> DueNotice {
        DueNotice {
            notice: due.notice_id,
            game: due.table_id,
            to: due.to,
            attempts: due.attempts,
            maybe_sent: due.maybe_sent,
            announceable_at: stored.announceable_at,
            revision: stored.revision,
            news: stored.news,
            body: due.body,
        }
    }

    /// Returns the outcome of a notice that needs no message.
    fn without_message(&self) -> SentNotice {
        SentNotice {
            notice_id: self.notice,
            table_id: self.game,
            to: self.to,
            body: self.body.clone(),
            message: None,
            role: None,
            pings_revision: None,
            superseded_message: None,
            follow_ups: Vec::new(),
        }
    }

    /// Returns the notice marked as possibly sent.
    pub fn to_maybe_sent(&self) -> DueNotice {
        DueNotice {
            maybe_sent: true,
            ..self.clone()
        }
    }

    /// Returns whether the notice updates an older message instead of posting one.
    pub fn is_message_update(&self) -> bool {
        matches!(self.news, News::MessageUpdate(_))
    }
}

/// The queue of notices.
pub struct Outbox {
    store: Store,
    clock: Clock,
    notify: Arc<Notifiers>,
    amendments: Arc<Amendments>,
    person_notices: Arc<PersonNotices>,
    settings: Arc<Settings>,
    starts: Arc<GameStart>,
    tables: Arc<Tables>,
}

impl Outbox {
    pub fn new(host: &Host) -> Outbox {
        Outbox {
            store: host.store.clone(),
            clock: host.clock.clone(),
            notify: Arc::clone(&host.notify),
            amendments: host.amendments.clone(),
            person_notices: host.person_notices.clone(),
            settings: host.settings.clone(),
            starts: host.starts.clone(),
            tables: host.tables.clone(),
        }
    }

    /// Returns the lag of a turn's announcement in seconds. `None` for other news.
    pub fn announcement_lag(&self, due: &DueNotice) -> Option<i64> {
        due.announceable_at.map(|at| self.clock.now() - at)
    }

    /// Waits until notices may be due, at most for `patience`.
    pub async fn wait_for_news(&self, patience: Duration) {
        let notified = async {
            tokio::select! {
                () = self.notify.news.notified() => {}
                () = self.clock.next_advance() => {}
            }
        };
        // After a timeout the caller polls anyway.
        let _ = tokio::time::timeout(patience, notified).await;
    }

    /// Returns due notices in the order of their creation.
    pub async fn list_due(&self, limit: u32) -> Result<Vec<DueNotice>, Failure> {
        self.parse_or_discard(
            self.store
                .notices()
                .list_due(self.clock.now(), limit)
                .await?,
        )
        .await
    }

    /// Leases channels with due notices, apart from the busy ones, and returns the notices.
    ///
    /// No other process posts in these channels until [`release_channel`](Outbox::release_channel).
    pub async fn lease_due(
        &self,
        busy: &[Destination],
        max_channels: u32,
        limit: u32,
    ) -> Result<Vec<DueNotice>, Failure> {
        self.parse_or_discard(
            self.store
                .leases()
                .claim_due_notices(self.clock.now(), busy, max_channels, limit)
                .await?,
        )
        .await
    }

    /// Merges successive turns of a table among the notices of one channel.
    ///
    /// `posted` are notices that were posted but could not be recorded yet.
    pub async fn merge_turns(
        &self,
        notices: Vec<DueNotice>,
        posted: &[NoticeId],
    ) -> Result<Vec<DueNotice>, Failure> {
        recap::merge_turns(&self.store, notices, posted).await
    }

    pub async fn release_channel(&self, place: Destination) -> Result<(), InternalError> {
        Ok(self.store.leases().release(Claim::Channel(place)).await?)
    }

    /// Parses notices. An unreadable one is logged and discarded, so that others do not wait for
    /// it.
    ///
    /// Nothing is lost by that: the next news of the table show the board anyway.
    async fn parse_or_discard(&self, due: Vec<NoticeRow>) -> Result<Vec<DueNotice>, Failure> {
        let mut notices = Vec::new();
        for due in due {
            match serde_json::from_str(&due.body) {
                Ok(stored) => notices.push(DueNotice::new(due, stored)),
                Err(error) => {
                    let error = InternalError::unreadable(due.table_id, "a notice", &error);
                    tracing::error!(%error, "a notice is discarded");
                    let placeholder = StoredNews {
                        revision: Revision(0),
                        announceable_at: None,
                        news: News::Closed,
                    };
                    self.store
                        .notices()
                        .mark_sent(&DueNotice::new(due, placeholder).without_message())
                        .await?;
                }
            }
        }
        Ok(notices)
    }

    /// Records that a notice was delivered or needed no message. Returns `false` if it was sent
    /// before, or has another text by now.
    ///
    /// Lobbies, reminders and status messages that the new message replaces are removed; older
    /// boards stay. The lobby of a game that began stays without its buttons, because it shows what
    /// was agreed before the start.
    pub async fn mark_sent(&self, due: &DueNotice, receipt: Receipt) -> Result<bool, Failure> {
        let message = receipt.message;
        if matches!(due.news, News::SeatsFixed) {
            // The game begins before the notice is marked as sent, so that after a crash it begins
            // with this message and no other.
            match message {
                Some(message) => self.starts.begin_announced_game(due.game, message).await?,
                None => self.starts.reopen_lobby(due.game).await?,
            }
        }
        let mut follow_ups = if let Some(message) = message {
            self.updates_of_replaced_messages(due, message).await?
        } else {
            Vec::new()
        };
        if let Some(person) = receipt.direct_ping {
            follow_ups.push(direct_ping(due, person, receipt.turn, PingReason::Call)?);
        }
        if let Some(person) = receipt.next_player {
            follow_ups.push(direct_ping(due, person, receipt.turn, PingReason::Next)?);
        }
        let has_follow_ups = !follow_ups.is_empty();
        let pinged = receipt.direct_ping.or(receipt.pinged);
        let sent = SentNotice {
            message,
            role: due.news.role(),
            pings_revision: pinged.map(|_| receipt.turn),
            superseded_message: receipt.lost_message,
            follow_ups,
            ..due.without_message()
        };
        let is_first = self.store.notices().mark_sent(&sent).await?;
        if let (Some(message), Some(pictures)) = (message, receipt.pictures) {
            self.record_pictures(due, message, Some(pictures)).await?;
        }
        if has_follow_ups {
            self.notify.news.notify();
        }
        Ok(is_first)
    }

    /// Handles a direct message that the person does not accept.
    ///
    /// A ping about the person's own turn is posted in the table's channel instead, if that is
    /// possible. Anything else is dropped. Later pings go to the channel at once.
    pub async fn redirect_to_channel(
        &self,
        due: &DueNotice,
        person: PersonId,
    ) -> Result<(), Failure> {
        if self.settings.person_settings(person).await?.direct {
            let Ok(_) = self
                .settings
                .change_person_settings(person, |personal| {
                    personal.direct = false;
                    Ok::<(), Infallible>(())
                })
                .await?;
        }
        let table = self.tables.find(due.game).await?;
        let why = if let News::Ping(ping) = &due.news {
            Some(ping.why)
        } else {
            None
        };
        let should_redirect = match why {
            // At a table between guilds the notice would reach the other players.
            _ if table.settings.is_between_guilds() => false,
            None | Some(PingReason::Next | PingReason::Dropped) => false,
            Some(PingReason::Call | PingReason::StoodIn) => true,
            // If the channel cannot be written to either, the notice is dropped; reminders are
            // repeated anyway.
            Some(PingReason::Reminder | PingReason::Warning | PingReason::Nudge) => {
                !self.person_notices.is_unwritable(&table).await?
            }
        };
        let follow_ups = if should_redirect {
            vec![table.notice_without_change(due.news.clone())?]
        } else {
            Vec::new()
        };
        self.store
            .notices()
            .mark_sent(&SentNotice {
                follow_ups,
                ..due.without_message()
            })
            .await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Discards a notice that is out of date.
    pub(crate) async fn discard(&self, due: &DueNotice) -> Result<(), Failure> {
        self.store
            .notices()
            .mark_sent(&due.without_message())
            .await?;
        Ok(())
    }

    /// Returns whether a message is known to belong to another notice.
    pub async fn belongs_to_other_notice(
        &self,
        due: &DueNotice,
        message: MessageId,
    ) -> Result<bool, InternalError> {
        Ok(self
            .store
            .notices()
            .belongs_to_other_notice(message, due.notice)
            .await?)
    }

    /// Returns updates of the older messages that the new message replaces.
    async fn updates_of_replaced_messages(
        &self,
        due: &DueNotice,
        new: MessageId,
    ) -> Result<Vec<Notice>, InternalError> {
        let Some(new_role) = due.news.role() else {
            return Ok(Vec::new());
        };
        let all = self
            .store
            .channels()
            .list_standing_messages(due.game)
            .await?;
        let table = if new_role == MessageRole::Board {
            let row = self.store.tables().find(due.game).await?;
            row.map(Table::from_row).transpose()?
        } else {
            None
        };
        let is_over = table
            .as_ref()
            .is_some_and(|table| table.status == TableStatus::Over);
        // The player to act, if this news did not begin the turn, so that its ping still holds.
        let still_to_act = table
            .map(|table| table.waiting)
            .and_then(|waiting| waiting.person.filter(|_| waiting.turn != due.revision));
        let mut follow_ups = Vec::new();
        for StandingMessage {
            at,
            role,
            message: old,
        } in all
        {
            let is_here = at == due.to;
            // A direct message that pinged a player who no longer has to act.
            let is_outdated_ping = at
                .person()
                .is_some_and(|person| !is_here && still_to_act != Some(person));
            let is_replaced = match (new_role, role) {
                _ if old == new => false,
                // During a game, the buttons of an older board still work.
                (MessageRole::Board, MessageRole::Board) => is_here && is_over,
                (MessageRole::Board | MessageRole::Lobby, MessageRole::Lobby)
                | (MessageRole::Watch, MessageRole::Watch)
                | (MessageRole::Reminder, MessageRole::Reminder) => is_here,
                (MessageRole::Board, MessageRole::Reminder) => {
                    is_here && still_to_act.is_none() || is_outdated_ping
                }
                _ => false,
            };
            if is_replaced {
                let is_stripped = new_role == MessageRole::Board
                    && matches!(role, MessageRole::Board | MessageRole::Lobby);
                let update = if is_stripped {
                    MessageUpdate::Strip { message: old }
                } else {
                    MessageUpdate::Remove { message: old }
                };
                follow_ups.push(new_notice(
                    vec![at],
                    due.revision,
                    News::MessageUpdate(update),
                )?);
            }
        }
        Ok(follow_ups)
    }

    /// Forgets a standing message that was deleted.
    pub async fn forget_standing_message(
        &self,
        due: &DueNotice,
        message: MessageId,
    ) -> Result<(), InternalError> {
        Ok(self
            .store
            .channels()
            .delete_standing_message(due.game, due.to, message)
            .await?)
    }

    /// Finds the standing message of a role, with the digest of its pictures if that is known.
    pub async fn find_standing_message(
        &self,
        due: &DueNotice,
        role: MessageRole,
    ) -> Result<Option<(MessageId, Option<i64>)>, InternalError> {
        Ok(self
            .store
            .channels()
            .find_standing_message(due.game, due.to, role)
            .await?)
    }

    /// Records the digest of a standing message's pictures. `None` means unknown.
    pub async fn record_pictures(
        &self,
        due: &DueNotice,
        message: MessageId,
        pictures: Option<i64>,
    ) -> Result<(), InternalError> {
        Ok(self
            .store
            .channels()
            .save_shown_pictures(due.game, due.to, message, pictures)
            .await?)
    }

    /// Retries the notices of a channel at once, because it is writable again.
    pub async fn retry_channel(&self, channel: ChannelId) -> Result<(), InternalError> {
        self.store.notices().retry_waiting_notices(channel).await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Postpones a channel's notices after a failed attempt.
    pub async fn postpone_after_failure(
        &self,
        due: &DueNotice,
        seconds: i64,
    ) -> Result<(), InternalError> {
        self.postpone_until(due, seconds, due.attempts + 1).await
    }

    /// Postpones a channel's notices without counting an attempt, because nothing was sent.
    pub async fn postpone(&self, due: &DueNotice, seconds: i64) -> Result<(), InternalError> {
        self.postpone_until(due, seconds, due.attempts).await
    }

    async fn postpone_until(
        &self,
        due: &DueNotice,
        seconds: i64,
        attempts: i64,
    ) -> Result<(), InternalError> {
        let until = self.clock.now() + seconds;
        Ok(self
            .store
            .notices()
            .postpone(due.notice, due.to, until, attempts)
            .await?)
    }

    /// Discards all notices of a channel that is gone, and reopens the lobby of a game about to
    /// begin.
    pub async fn discard_channel(&self, at: Destination) -> Result<(), Failure> {
        if let Destination::Channel(channel) = at
            && let Some(table) = self.store.tables().find_in_channel(channel).await?
        {
            self.starts.reopen_lobby(table.table_id).await?;
        }
        Ok(self.store.notices().give_up_waiting_notices(at).await?)
    }

    /// Records that a channel is unwritable, and notifies the table's owner once.
    pub async fn mark_unwritable(&self, due: &DueNotice, gone: bool) -> Result<(), Failure> {
        let table = self.tables.find(due.game).await?;
        let is_own_channel = due.to == Destination::Channel(table.channel);
        if is_own_channel {
            // The message that starts a game waits behind this notice, and cannot be posted either.
            self.starts.reopen_lobby(table.id).await?;
        }
        let mut notices = Vec::new();
        if is_own_channel && !table.owner.is_erased() {
            let news = News::ChannelUnwritable {
                channel: table.channel,
                gone,
            };
            notices.push(table.notice_to_person(table.owner, news)?);
        }
        self.store
            .channels()
            .mark_unwritable(due.to, self.clock.now(), table.id, &notices)
            .await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Discards the message that starts a game, and reopens the lobby.
    pub async fn cancel_game_start(&self, due: &DueNotice) -> Result<(), Failure> {
        self.starts.reopen_lobby(due.game).await?;
        self.discard(due).await
    }

    /// Discards a reminder that would come in quiet hours, and schedules it again.
    pub async fn reschedule_reminder(&self, due: &DueNotice) -> Result<(), Failure> {
        if let News::Ping(ping) = &due.news {
            let table = self.tables.find(due.game).await?;
            let now = self.clock.now();
            let mut waiting = table.waiting.clone();
            waiting.forget_reminder(ping.why);
            self.amendments
                .schedule_check(&table, &waiting, Some(now), now)
                .await?;
            self.notify.wait_changes.notify();
        }
        self.discard(due).await
    }
}

/// Returns a direct message that pings a player about a turn.
fn direct_ping(
    due: &DueNotice,
    person: PersonId,
    turn: Revision,
    why: PingReason,
) -> Result<Notice, InternalError> {
    let ping = Ping {
        person,
        turn,
        reminders: 0,
        why,
    };
    new_notice(
        vec![Destination::Person(person)],
        due.revision,
        News::Ping(ping),
    )
}
