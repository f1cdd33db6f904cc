//! The outbox: news are written with the change that brings them about, and told after it, once. What stands already gives
//! way to what is newer.

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

/// News that are due.
#[derive(Clone, Debug)]
pub struct DueNotice {
    /// Their number, which is the nonce of their message.
    pub notice: NoticeId,
    pub game: TableId,
    pub to: Destination,
    /// How often that was tried.
    pub attempts: i64,
    /// Whether somebody who is gone may have told them.
    pub doubtful: bool,
    /// Since when they could be told, if they are a turn.
    pub since: Option<Timestamp>,
    /// The revision of the change that they tell of.
    pub revision: Revision,
    pub news: News,
    /// As they are kept.
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

    /// There was nothing to tell.
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

    /// The same, but they may have been told.
    pub fn in_doubt(&self) -> DueNotice {
        DueNotice {
            doubtful: true,
            ..self.clone()
        }
    }

    /// Whether it changes what stands, instead of telling something.
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

    /// How many seconds after it could be told a turn is told now; nothing if it is other news.
    pub fn lag(&self, due: &DueNotice) -> Option<i64> {
        due.since.map(|since| self.clock.now() - since)
    }

    /// Waits until there may be news, at most so long.
    pub async fn wait_for_news(&self, patience: Duration) {
        // That nothing came is as good an answer: the caller looks.
        let heard = async {
            tokio::select! {
                () = self.notify.news.notified() => {}
                () = self.clock.turned() => {}
            }
        };
        let _ = tokio::time::timeout(patience, heard).await;
    }

    /// News that are due, in the order in which they came to be, at most so many.
    pub async fn due(&self, most: u32) -> Result<Vec<DueNotice>, Failure> {
        self.read(self.store.notices().due(self.clock.now(), most).await?)
            .await
    }

    /// The same of places in which nobody else speaks: nobody does until they are let go of. There are at most so many, and
    /// none in which this process is busy.
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

    /// Others may speak there.
    pub async fn let_go(&self, place: Destination) -> Result<(), InternalError> {
        Ok(self.store.leases().release(Claim::Channel(place)).await?)
    }

    /// What notices say. Those that nobody can read are set aside: the others do not wait for them, and the next news of
    /// their table shows the board anyway.
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

    /// News became this message, or were nothing to tell any more. False if they were told before. What stood in the
    /// channel for the same purpose is removed: there is one lobby, and one message that reminds. A lobby whose game has begun
    /// stays, for it shows what chance is bound to, but loses its buttons.
    pub async fn mark_sent(&self, heard: &DueNotice, after: Receipt) -> Result<bool, Failure> {
        let message = after.message;
        if matches!(heard.news, News::SeatsFixed) {
            // Before the notice is done: whoever is ended between the two begins with this message, and no other.
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

    /// A direct message cannot be sent: this person is told in the channel of the table, now and later.
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
            // There is nothing to be wrong with that.
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
        // A reminder that nobody takes, here or there, comes again at its interval.
        let matters = match why {
            // Between servers it would be told to everybody else.
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

    /// There is nothing to tell any more.
    pub(crate) async fn set_aside(&self, heard: &DueNotice) -> Result<(), Failure> {
        self.store.notices().mark_sent(&heard.pointless()).await?;
        Ok(())
    }

    /// Whether a message is known to be that of other news.
    pub async fn is_other_news(
        &self,
        heard: &DueNotice,
        message: MessageId,
    ) -> Result<bool, InternalError> {
        Ok(self.store.notices().is_sent(message, heard.notice).await?)
    }

    /// What becomes of older messages, now that this one stands.
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
            // What people were told in their own channels with us.
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

    /// Whoever is to act in a turn that these news did not begin: what called them to it counts still.
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

    /// A message of ours stands no more.
    pub async fn fallen(&self, heard: &DueNotice, message: MessageId) -> Result<(), InternalError> {
        Ok(self
            .store
            .channels()
            .delete_standing_message(heard.game, heard.to, message)
            .await?)
    }

    /// The message that stands for something where this is to be told, and what the pictures are known by that it shows; nothing
    /// if it shows none, or nobody knows.
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

    /// A message that stands shows these pictures from now on, or nobody knows which.
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

    /// A channel may be written in again: what waits for it is tried at once.
    pub async fn opened(&self, channel: ChannelId) -> Result<(), InternalError> {
        self.store.notices().retry_at_once(channel).await?;
        self.notify.news.notify();
        Ok(())
    }

    /// News could not be told: nothing is told in their channel before so many seconds have passed.
    pub async fn put_off(&self, heard: &DueNotice, seconds: i64) -> Result<(), InternalError> {
        self.wait_with(heard, seconds, heard.attempts + 1).await
    }

    /// The same, but the news were certainly not told: that counts as no attempt.
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

    /// Nobody can be told anything there any more.
    pub async fn give_up(&self, at: Destination) -> Result<(), Failure> {
        if let Destination::Channel(channel) = at
            && let Some(table) = self.store.tables().find_in_channel(channel).await?
        {
            self.starts.reopen_lobby(table.game).await?;
        }
        Ok(self.store.notices().give_up(at).await?)
    }

    /// A channel takes nothing from us: whoever opened the table hears of it, once.
    pub async fn shut_out(&self, heard: &DueNotice, gone: bool) -> Result<(), Failure> {
        let table = self.tables.find(heard.game).await?;
        let here = heard.to == Destination::Channel(table.channel);
        if here {
            // What would begin the game waits behind these news: it does not wait for a channel that is shut.
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

    /// Nobody can be told in this channel that the words are fixed: these news are none any more.
    pub async fn not_announced(&self, due: &DueNotice) -> Result<(), Failure> {
        self.starts.reopen_lobby(due.game).await?;
        self.set_aside(due).await
    }

    /// A reminder could not be sent in time, and now it would disturb: it is as if it had never been, and its time is
    /// planned anew.
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
