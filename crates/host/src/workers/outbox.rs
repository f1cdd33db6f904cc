//! The outbox: hands out due notices, and records what became of them.
//!
//! Notices are written with their change and delivered after it, once. Older messages give way to
//! newer ones. Sending is up to the caller.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::core::amendments::Amendments;
use crate::core::notices::{StoredNews, notice};
use crate::core::person_notices::PersonNotices;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::game_start::GameStart;
use crate::model::news::{MessageUpdate, News, Ping, PingReason, Receipt};
use crate::model::notify::Notifiers;
use crate::{
    ChannelId, Clock, Destination, Failure, Host, InternalError, MessageId, PersonId,
    PersonSettings, Revision, Role, Table, Timestamp,
};
use lanai_store::{Claim, Due, Notice, NoticeId, Sent, Standing, Store, TableId};

/// A notice that is due.
#[derive(Clone, Debug)]
pub struct DueNotice {
    /// Its ID, which is the nonce of the message.
    pub notice: NoticeId,
    pub game: TableId,
    pub to: Destination,
    /// The number of failed attempts.
    pub attempts: i64,
    /// Whether a process that is gone may have sent it already.
    pub doubtful: bool,
    /// When a turn could first be announced.
    pub since: Option<Timestamp>,
    /// The revision of the change that it tells of.
    pub revision: Revision,
    pub news: News,
    /// The news as stored.
    pub(crate) body: String,
}

impl DueNotice {
    fn of(
        due: Due,
        StoredNews {
            revision,
            since,
            news,
        }: StoredNews,
    ) -> DueNotice {
        let Due {
            notice,
            game,
            to,
            attempts,
            doubtful,
            body,
        } = due;
        DueNotice {
            notice,
            game,
            to,
            attempts,
            doubtful,
            since,
            revision,
            news,
            body,
        }
    }

    /// Returns the outcome of a notice that needs no message.
    fn pointless(&self) -> Sent {
        let notice = self.notice;
        let game = self.game;
        let to = self.to;
        let body = self.body.clone();
        Sent {
            notice,
            game,
            to,
            body,
            message: None,
            role: None,
            calls_to: None,
            fallen: None,
            then: Vec::new(),
        }
    }

    /// Returns the notice marked as possibly sent.
    pub fn in_doubt(&self) -> DueNotice {
        DueNotice {
            doubtful: true,
            ..self.clone()
        }
    }

    /// Returns whether it updates an older message instead of posting one.
    pub fn is_chore(&self) -> bool {
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
    pub(crate) tables: Arc<Tables>,
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
    pub fn lag(&self, due: &DueNotice) -> Option<i64> {
        due.since.map(|since| self.clock.now() - since)
    }

    /// Waits until notices may be due, at most for `patience`.
    pub async fn wait_for_news(&self, patience: Duration) {
        // After a timeout the caller looks anyway.
        let heard = async {
            tokio::select! {
                () = self.notify.news.notified() => {}
                () = self.clock.turned() => {}
            }
        };
        let _ = tokio::time::timeout(patience, heard).await;
    }

    /// Returns due notices in the order of their creation.
    pub async fn due(&self, most: u32) -> Result<Vec<DueNotice>, Failure> {
        self.read(self.store.notices().due(self.clock.now(), most).await?)
            .await
    }

    /// Leases channels with due notices, apart from the busy ones, and returns the notices.
    ///
    /// No other process posts there until [`let_go`](Outbox::let_go).
    pub async fn take_due(
        &self,
        busy: &[Destination],
        places: u32,
        most: u32,
    ) -> Result<Vec<DueNotice>, Failure> {
        self.read(
            self.store
                .leases()
                .take_due_channels(self.clock.now(), busy, places, most)
                .await?,
        )
        .await
    }

    /// Releases the lease of a channel.
    pub async fn let_go(&self, place: Destination) -> Result<(), InternalError> {
        Ok(self.store.leases().release(Claim::Channel(place)).await?)
    }

    /// Parses notices. An unreadable one is logged and discarded, so that others do not wait for
    /// it.
    ///
    /// Nothing is lost by that: the next news of the table show the board anyway.
    async fn read(&self, due: Vec<Due>) -> Result<Vec<DueNotice>, Failure> {
        let mut heard = Vec::new();
        for due in due {
            match serde_json::from_str(&due.body) {
                Ok(told) => heard.push(DueNotice::of(due, told)),
                Err(error) => {
                    let trouble = InternalError::unreadable(due.game, "a notice", &error);
                    tracing::error!(%trouble, "news are set aside");
                    let aside = StoredNews {
                        revision: Revision(0),
                        since: None,
                        news: News::Closed,
                    };
                    self.store
                        .notices()
                        .mark_sent(&DueNotice::of(due, aside).pointless())
                        .await?;
                }
            }
        }
        Ok(heard)
    }

    /// Records that a notice was delivered or needed no message. Returns `false` if it was sent
    /// before.
    ///
    /// Older messages of the same role are removed. The lobby of a game that began stays without
    /// its buttons, because it shows the commitment to the seed.
    pub async fn mark_sent(&self, heard: &DueNotice, after: Receipt) -> Result<bool, Failure> {
        let message = after.message;
        if matches!(heard.news, News::SeatsFixed) {
            // Before the notice is done, so that after a crash the game begins with this message
            // and no other.
            match message {
                Some(message) => self.starts.begin_announced(heard.game, message).await?,
                None => self.starts.reopen_lobby(heard.game).await?,
            }
        }
        let mut then = if let Some(message) = message {
            self.gives_way(heard, message).await?
        } else {
            Vec::new()
        };
        let direct = |person: PersonId, why: PingReason| {
            let called = News::Ping(Ping {
                person,
                turn: after.turn,
                reminders: 0,
                why,
            });
            notice(
                vec![Destination::Person(person)],
                heard.revision,
                called,
                Timestamp::FIRST,
            )
        };
        then.extend(
            after
                .calls
                .map(|person| direct(person, PingReason::Call))
                .transpose()?,
        );
        then.extend(
            after
                .warns
                .map(|person| direct(person, PingReason::Next))
                .transpose()?,
        );
        let rings = !then.is_empty();
        let role = heard.news.role();
        let calls_to = after.calls.or(after.called).map(|_| after.turn);
        let sent = Sent {
            message,
            role,
            calls_to,
            fallen: after.fallen,
            then,
            ..heard.pointless()
        };
        let told = self.store.notices().mark_sent(&sent).await?;
        if let (Some(message), Some(pictures)) = (message, after.pictures) {
            self.shows(heard, message, Some(pictures)).await?;
        }
        if rings {
            self.notify.news.notify();
        }
        Ok(told)
    }

    /// Delivers a person's notices in the table's channel, because direct messages cannot be sent.
    pub async fn redirect_to_channel(
        &self,
        heard: &DueNotice,
        person: PersonId,
    ) -> Result<(), Failure> {
        if self.settings.person_settings(person).await?.direct {
            let in_the_channel = |personal: &mut PersonSettings| {
                personal.direct = false;
                Ok::<(), Infallible>(())
            };
            let Ok(_) = self
                .settings
                .change_person_settings(person, in_the_channel)
                .await?;
        }
        let table = self.tables.find(heard.game).await?;
        let why = if let News::Ping(called) = &heard.news {
            Some(called.why)
        } else {
            None
        };
        // A reminder that cannot be delivered comes again after its interval.
        let matters = match why {
            // At a table between guilds it would reach the other players.
            _ if table.settings.is_between() => false,
            None | Some(PingReason::Next | PingReason::Dropped) => false,
            Some(PingReason::Call | PingReason::StoodIn) => true,
            Some(PingReason::Reminder | PingReason::Warning | PingReason::Nudge) => {
                !self.person_notices.is_shut(&table).await?
            }
        };
        let then = if matters {
            vec![table.word(heard.news.clone())?]
        } else {
            Vec::new()
        };
        self.store
            .notices()
            .mark_sent(&Sent {
                then,
                ..heard.pointless()
            })
            .await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Discards a notice that is out of date.
    pub(crate) async fn set_aside(&self, heard: &DueNotice) -> Result<(), Failure> {
        self.store.notices().mark_sent(&heard.pointless()).await?;
        Ok(())
    }

    /// Returns whether a message is known to belong to another notice.
    pub async fn is_other_news(
        &self,
        heard: &DueNotice,
        message: MessageId,
    ) -> Result<bool, InternalError> {
        Ok(self.store.notices().is_sent(message, heard.notice).await?)
    }

    /// Returns updates of the older messages that this one replaces.
    async fn gives_way(
        &self,
        heard: &DueNotice,
        new: MessageId,
    ) -> Result<Vec<Notice>, InternalError> {
        let Some(newer) = heard.news.role() else {
            return Ok(Vec::new());
        };
        let all = self
            .store
            .channels()
            .list_standing_messages(heard.game)
            .await?;
        let reminded = all.iter().any(|it| it.role == Role::Reminder);
        let still_acts = if newer == Role::Board && reminded {
            self.still_acts(heard).await?
        } else {
            None
        };
        let mut then = Vec::new();
        for Standing {
            at,
            role,
            message: old,
        } in all
        {
            let here = at == heard.to;
            // A direct message to a player who is not to act any more.
            let theirs = at
                .person()
                .is_some_and(|person| !here && still_acts != Some(person));
            let gives_way = match (newer, role) {
                _ if old == new => false,
                (Role::Board | Role::Lobby, Role::Lobby)
                | (Role::Watch, Role::Watch)
                | (Role::Reminder, Role::Reminder) => here,
                (Role::Board, Role::Reminder) => here && still_acts.is_none() || theirs,
                _ => false,
            };
            if gives_way {
                let begun = newer == Role::Board && role == Role::Lobby;
                let chore = if begun {
                    MessageUpdate::Strip { message: old }
                } else {
                    MessageUpdate::Remove { message: old }
                };
                then.push(notice(
                    vec![at],
                    heard.revision,
                    News::MessageUpdate(chore),
                    Timestamp::FIRST,
                )?);
            }
        }
        Ok(then)
    }

    /// Returns the player to act if these news did not begin the turn, so that its ping still
    /// holds.
    async fn still_acts(&self, heard: &DueNotice) -> Result<Option<PersonId>, InternalError> {
        let Some(table) = self
            .store
            .tables()
            .find(heard.game)
            .await?
            .map(Table::read)
            .transpose()?
        else {
            return Ok(None);
        };
        let waiting = &table.waiting;
        Ok(waiting.person.filter(|_| waiting.turn != heard.revision))
    }

    /// Forgets a standing message that was deleted.
    pub async fn fallen(&self, heard: &DueNotice, message: MessageId) -> Result<(), InternalError> {
        Ok(self
            .store
            .channels()
            .delete_standing_message(heard.game, heard.to, message)
            .await?)
    }

    /// Finds the standing message of a role, with the digest of its pictures if that is known.
    pub async fn standing(
        &self,
        heard: &DueNotice,
        role: Role,
    ) -> Result<Option<(MessageId, Option<i64>)>, InternalError> {
        Ok(self
            .store
            .channels()
            .standing_message(heard.game, heard.to, role)
            .await?)
    }

    /// Records the pictures of a standing message. `None` means unknown.
    pub async fn shows(
        &self,
        heard: &DueNotice,
        message: MessageId,
        pictures: Option<i64>,
    ) -> Result<(), InternalError> {
        Ok(self
            .store
            .channels()
            .save_standing_message(heard.game, heard.to, message, pictures)
            .await?)
    }

    /// Retries the notices of a channel at once, because it is writable again.
    pub async fn opened(&self, channel: ChannelId) -> Result<(), InternalError> {
        self.store.notices().retry_at_once(channel).await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Postpones a channel's notices after a failed attempt.
    pub async fn put_off(&self, heard: &DueNotice, seconds: i64) -> Result<(), InternalError> {
        self.wait_with(heard, seconds, heard.attempts + 1).await
    }

    /// Postpones a channel's notices without counting an attempt, because nothing was sent.
    pub async fn postpone(&self, heard: &DueNotice, seconds: i64) -> Result<(), InternalError> {
        self.wait_with(heard, seconds, heard.attempts).await
    }

    async fn wait_with(
        &self,
        heard: &DueNotice,
        seconds: i64,
        attempts: i64,
    ) -> Result<(), InternalError> {
        let until = self.clock.now() + seconds;
        Ok(self
            .store
            .notices()
            .postpone(heard.notice, heard.to, until, attempts)
            .await?)
    }

    /// Discards all notices of a channel that is gone.
    pub async fn give_up(&self, at: Destination) -> Result<(), Failure> {
        if let Destination::Channel(channel) = at
            && let Some(table) = self.store.tables().find_in_channel(channel).await?
        {
            self.starts.reopen_lobby(table.game).await?;
        }
        Ok(self.store.notices().give_up(at).await?)
    }

    /// Records that a channel is unwritable, and tells the table's owner once.
    pub async fn shut_out(&self, heard: &DueNotice, gone: bool) -> Result<(), Failure> {
        let table = self.tables.find(heard.game).await?;
        let here = heard.to == Destination::Channel(table.channel);
        if here {
            // The message that starts a game waits behind this notice, and cannot be posted either.
            self.starts.reopen_lobby(table.game).await?;
        }
        let owner = (here && !table.owner.is_nameless()).then(|| {
            table.to_person(
                table.owner,
                News::ChannelUnwritable {
                    channel: table.channel,
                    gone,
                },
            )
        });
        let notices: Vec<Notice> = owner.transpose()?.into_iter().collect();
        self.store
            .channels()
            .mark_shut(heard.to, self.clock.now(), table.game, &notices)
            .await?;
        self.notify.news.notify();
        Ok(())
    }

    /// Discards the message that starts a game, and reopens the lobby.
    pub async fn not_announced(&self, due: &DueNotice) -> Result<(), Failure> {
        self.starts.reopen_lobby(due.game).await?;
        self.set_aside(due).await
    }

    /// Discards a reminder that would come in quiet hours, and schedules it again.
    pub async fn not_reminded(&self, due: &DueNotice) -> Result<(), Failure> {
        if let News::Ping(called) = &due.news {
            let table = self.tables.find(due.game).await?;
            let now = self.clock.now();
            let mut waiting = table.waiting.clone();
            waiting.forget_reminder(called.why);
            self.amendments
                .look_at(&table, &waiting, Some(now), now)
                .await?;
            self.notify.waits.notify();
        }
        self.set_aside(due).await
    }
}
