//! Erases a person on request.
//!
//! First the person leaves every table and contest by the usual rules; then one transaction
//! replaces everything that names them by an anonymous id. Finished games keep an anonymous seat,
//! so that they can still be verified and rated. If the person comes back, they are new to us.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::core::notices::{StoredNews, WatcherNotices};
use crate::core::set_up::SetUp;
use crate::core::tables::Tables;
use crate::core::watching::Watching;
use crate::features::lobby;
use crate::features::matchmaking::Matchmaking;
use crate::features::ratings::Ratings;
use crate::features::resignations::Resignations;
use crate::model::contests::Leaver;
use crate::model::failure::{Result, json};
use crate::model::notify::Notifiers;
use crate::{
    Acting, Actor, Award, Clock, ContestId, ContestState, Declined, Destination, Failure, GuildId,
    InternalError, Invitee, News, PersonId, Randomness, RetryPolicy, Table, TableId, TableStatus,
    Terms, Timestamp, Waiting,
};
use lanai_ai::PolicyKind;
use lanai_rules::chance::Secret;
use lanai_store::{Forgotten, Store, Texts};

/// How often erasure is retried after concurrent changes.
const MAX_ATTEMPTS: usize = 16;

pub struct Erasure {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) ratings: Arc<Ratings>,
    pub(crate) resignations: Arc<Resignations>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
    pub(crate) watching: Arc<Watching>,
}

impl Erasure {
    /// Erases a person, whose current name is `name`.
    pub async fn forget(&self, person: PersonId, called: &str) -> Result<()> {
        // Without an interaction, an earlier request of theirs cannot make these steps count as
        // repeated.
        let actor = Actor {
            person,
            name: String::new(),
            interaction: None,
        };
        for _ in 0..MAX_ATTEMPTS {
            let goes_on = self.leave_everything(&actor).await?;
            let mut names: BTreeSet<String> = self
                .store
                .erasure()
                .names_of(person)
                .await?
                .into_iter()
                .collect();
            names.insert(called.to_owned());
            names.remove("");
            let nameless = self.nameless().await?;
            let texts = Anonymizer {
                lots: &self.lots,
                leaver: Leaver {
                    person,
                    nameless,
                    names: &names,
                },
                at: self.clock.now(),
            };
            let done = match self
                .store
                .erasure()
                .forget_person(person, nameless, &texts)
                .await
            {
                Ok(forgotten) => forgotten == Forgotten::Done,
                Err(Failure::InternalError(InternalError::Store(error))) if error.is_deadlock() => {
                    false
                }
                Err(failure) => return Err(failure),
            };
            if done && self.store.erasure().where_known(person).await?.is_empty() {
                return self.refresh_messages(goes_on).await;
            }
        }
        Err(Declined::Stale.into())
    }

    /// Leaves everything unfinished. Returns the running games that the person had left before.
    async fn leave_everything(&self, actor: &Actor) -> Result<Vec<TableId>> {
        self.matchmaking.stop(actor.person).await?;
        let goes_on = self.store.erasure().left_by(actor.person).await?;
        for game in self.store.tables().list_of_person(actor.person).await? {
            let leave = |table: Table| self.leave_table(table, actor);
            match self
                .tables
                .retry(RetryPolicy::UntilDone, self.tables.find(game).await?, leave)
                .await
            {
                // They left meanwhile, or the game ended.
                Ok(()) | Err(Failure::Declined(Declined::Over | Declined::NotSeated)) => {}
                Err(failure) => return Err(failure),
            }
        }
        for (game, channel) in self.store.erasure().watches_of(actor.person).await? {
            self.watching
                .turn_away(&self.tables.find(game).await?, channel)
                .await?;
        }
        // Outstanding games are rated for who they were.
        self.ratings.rate_games().await?;
        Ok(goes_on)
    }

    async fn leave_table(&self, table: Table, actor: &Actor) -> Result<()> {
        match table.status {
            TableStatus::Open => self.leave_lobby(table, actor).await,
            TableStatus::Running => self
                .resignations
                .resign_nameless(table, actor)
                .await
                .map(drop),
            TableStatus::Over => Ok(()),
        }
    }

    /// Leaves an open table, even while its game is about to start, which then does not.
    ///
    /// In a contest a computer takes the seat. A table between guilds is closed, because no one
    /// else can join it.
    async fn leave_lobby(&self, table: Table, actor: &Actor) -> Result<()> {
        let mut after = Table {
            starting: None,
            ..table.clone()
        };
        let at = after
            .seats
            .iter()
            .position(|chair| chair.person == Some(actor.person));
        let at = at.ok_or(Declined::NotSeated)?;
        if table.settings.contest.is_some() {
            let seat = after.seats[at].seat;
            after.seats[at] = crate::Chair {
                seat,
                ..lobby::computer(&after.seats, PolicyKind::default())
            };
        } else {
            after.seats.remove(at);
            lobby::rotate_seats(&after.seats_before, &mut after.seats);
            lobby::number(&mut after.seats);
        }
        let nobody = after.seats.iter().all(|chair| chair.person.is_none());
        let closes = table.settings.contest.is_none() && (nobody || table.settings.is_between());
        let mut change = after.change(None, self.clock.now())?;
        change.status = if closes {
            TableStatus::Over
        } else {
            TableStatus::Open
        };
        change.seats = Some(after.seats.clone());
        let mut told = table.notice(if closes { News::Closed } else { News::Lobby })?;
        told.to
            .retain(|to| *to != Destination::Person(actor.person));
        change.notices.push(told);
        if closes {
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        }
        self.tables.write(&change).await.map(drop)
    }

    /// Draws an id that belongs to no one and never did.
    async fn nameless(&self) -> Result<PersonId> {
        loop {
            let number = PersonId(self.lots.nameless()?);
            if self.store.erasure().where_known(number).await?.is_empty() {
                return Ok(number);
            }
        }
    }

    /// Refreshes the messages of games that continue.
    async fn refresh_messages(&self, goes_on: Vec<TableId>) -> Result<()> {
        for game in goes_on {
            let table = self.tables.find(game).await?;
            let status = self
                .watcher_notices
                .for_watchers_later(&table, table.revision, self.clock.now())
                .await?;
            self.store.notices().enqueue(game, &status).await?;
        }
        self.notify.news.notify();
        self.notify.contests.notify();
        Ok(())
    }
}

/// Anonymizes one person in the texts that the store keeps.
struct Anonymizer<'a> {
    lots: &'a Randomness,
    leaver: Leaver<'a>,
    at: Timestamp,
}

impl Anonymizer<'_> {
    fn is_theirs(&self, name: &str) -> bool {
        self.leaver.names.contains(name)
    }
}

fn read<T: serde::de::DeserializeOwned>(
    game: TableId,
    text: &str,
    what: &'static str,
) -> Result<T, InternalError> {
    serde_json::from_str(text).map_err(|error| InternalError::unreadable(game, what, &error))
}

impl Texts for Anonymizer<'_> {
    type Error = Failure;

    fn set_up(
        &self,
        game: TableId,
        (text, secret): (&str, &str),
        seats: &[i64],
    ) -> Result<(String, String)> {
        let what = "its set-up";
        let mut set_up: SetUp = read(game, text, what)?;
        let missing = |_| InternalError::Missing {
            table: game.0,
            what: "its secret",
        };
        let mut secret = Secret::try_from(secret).map_err(missing)?;
        let seed = set_up.seed(&secret);
        let theirs =
            |number: usize| i64::try_from(number + 1).is_ok_and(|seat| seats.contains(&seat));
        let mut mixed = false;
        for (number, word) in set_up
            .words
            .iter_mut()
            .enumerate()
            .filter(|(number, _)| theirs(*number))
        {
            mixed |= !word.is_empty();
            word.clear();
            if let Some(name) = set_up.names.get_mut(number) {
                name.clear();
            }
        }
        if mixed {
            // Seed and secret together would let anyone find the word by trying.
            (set_up.seed, secret) = (Some(seed), self.lots.secret()?);
        }
        Ok((json(what, &set_up)?, secret.into()))
    }

    fn waiting(&self, game: TableId, state: &str) -> Result<Option<String>> {
        let what = "whom it waits for";
        let person = self.leaver.person;
        let before: Waiting = read(game, state, what)?;
        let mut waiting = before.clone();
        waiting.ahead.forget_all(person);
        if let Some(asks) = &mut waiting.asks {
            asks.agreed.retain(|agreed| *agreed != person);
        }
        let off = |asks: &crate::Proposal| {
            asks.agreed.is_empty() || asks.wish == Terms::Award(Award::Win(person))
        };
        waiting.asks = waiting.asks.filter(|asks| !off(asks));
        Ok((waiting != before)
            .then(|| json(what, &waiting))
            .transpose()?)
    }

    fn news(&self, game: TableId, body: &str) -> Result<Option<String>> {
        let mut kept: StoredNews = read(game, body, "a notice")?;
        let person = self.leaver.person;
        let nobody = |name: &mut String| {
            let theirs = self.is_theirs(name);
            if theirs {
                name.clear();
            }
            theirs
        };
        let changed = match &mut kept.news {
            News::Ping(called) if called.person == person => return Ok(Some(String::new())),
            News::Invited { whom, .. } if *whom == Invitee::Person(person) => {
                return Ok(Some(String::new()));
            }
            News::Proposed {
                wish: Terms::Award(Award::Win(winner)),
                ..
            } if *winner == person => {
                return Ok(Some(String::new()));
            }
            News::Invited { by, .. } => nobody(by),
            News::Resigned { name, .. } => nobody(name),
            News::Replaced { name, by, .. } => {
                let replaced = nobody(name);
                by.as_mut().is_some_and(nobody) || replaced
            }
            News::Rated { changes } => {
                let theirs = changes.iter_mut().filter(|change| change.person == person);
                theirs.fold(false, |_, change| {
                    (change.person, change.name) = (self.leaver.nameless, String::new());
                    true
                })
            }
            News::Lobby
            | News::Rematch
            | News::Lapsed
            | News::SeatsFixed
            | News::StartFailed
            | News::Closed
            | News::Begins { .. }
            | News::Turn { .. }
            | News::TakenBack { .. }
            | News::Ended
            | News::Awarded
            | News::TimedOut { .. }
            | News::Back { .. }
            | News::Moved
            | News::Stopped { .. }
            | News::Ping(_)
            | News::Silent { .. }
            | News::Snoozed { .. }
            | News::Proposed { .. }
            | News::Paused { .. }
            | News::Resumed
            | News::ChannelUnwritable { .. }
            | News::Film
            | News::MessageUpdate(_) => false,
        };
        Ok(changed.then(|| json("a notice", &kept)).transpose()?)
    }

    fn acts(&self, guild: GuildId, acts: &[(i64, bool, String)]) -> Result<Vec<(i64, String)>> {
        let Leaver {
            person, nameless, ..
        } = self.leaver;
        // Their reasons are also quoted in acts of other moderators, such as lifting a bar.
        let mut reasons = BTreeSet::new();
        let mut changed = Vec::new();
        for (number, theirs, body) in acts {
            let before = Acting::read(guild, *number, body)?;
            if *theirs {
                reasons.extend(before.reasons().map(str::to_owned));
            }
            let after = before
                .clone()
                .renamed(|other| if other == person { nameless } else { other });
            let after = after.without_reasons(|reason| reasons.contains(reason));
            if after != before {
                changed.push((*number, json("an act", &after)?));
            }
        }
        Ok(changed)
    }

    fn contest(
        &self,
        contest: ContestId,
        text: &str,
        status: TableStatus,
        opened: bool,
    ) -> Result<Option<String>> {
        let unreadable = |error: serde_json::Error| InternalError::Contest {
            contest: contest.0,
            line: error.line(),
            column: error.column(),
        };
        let before: ContestState = serde_json::from_str(text).map_err(unreadable)?;
        let mut state = before.clone();
        state.forget(self.leaver, opened, status, self.at);
        Ok((state != before)
            .then(|| json("a contest", &state))
            .transpose()?)
    }
}
