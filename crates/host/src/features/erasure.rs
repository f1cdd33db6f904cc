//! Erases a person on request.
//!
//! First the person leaves every table by the usual rules. Then one transaction lets them drop out
//! of every contest, and replaces everything that names them by an anonymous id. Finished games
//! keep an anonymous seat, so that they can still be verified and rated. A person who comes back
//! starts without history.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::set_up::SetUp;
use crate::core::tables::Tables;
use crate::core::watching::Watching;
use crate::features::contests::parse_state;
use crate::features::lobby;
use crate::features::matchmaking::Matchmaking;
use crate::features::ratings::Ratings;
use crate::features::resignations::Resignations;
use crate::model::contests::erasure::{Leaver, forget};
use crate::model::failure::{Result, json};
use crate::model::notices::StoredNews;
use crate::model::notify::Notifiers;
use crate::{
    Actor, Award, Clock, ContestId, Destination, Failure, GuildId, InternalError, Invitee,
    ModerationAction, News, PersonId, Randomness, Refusal, Table, TableId, TableStatus, Terms,
    Timestamp, Waiting,
};
use lanai_ai::PolicyKind;
use lanai_rules::chance::Secret;
use lanai_store::{ErasureOutcome, ModerationText, SetUpText, Store, TextRedactor};

/// How many times erasure is attempted if other changes interfere.
const MAX_ATTEMPTS: usize = 16;

pub struct Erasure {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
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
    pub async fn erase_person(&self, person: PersonId, name: &str) -> Result<()> {
        // Without an interaction id, the steps cannot be mistaken for a repeated request.
        let actor = Actor {
            person,
            name: String::new(),
            interaction: None,
        };
        for _ in 0..MAX_ATTEMPTS {
            let continuing_games = self.leave_everything(&actor).await?;
            let names = self.store.erasure().list_names(person).await?;
            let mut names = BTreeSet::from_iter(names);
            names.insert(name.to_owned());
            names.remove("");
            let anonymous_id = PersonId(self.randomness.draw_anonymous_id()?);
            let anonymizer = Anonymizer {
                randomness: &self.randomness,
                leaver: Leaver {
                    person,
                    anonymous_id,
                    names: &names,
                },
                at: self.clock.now(),
            };
            match self
                .store
                .erasure()
                .forget_person(person, anonymous_id, &anonymizer)
                .await
            {
                Ok(ErasureOutcome::Done) => {}
                Ok(ErasureOutcome::NotYet) => continue,
                Err(Failure::InternalError(InternalError::Store(error))) if error.is_deadlock() => {
                    continue;
                }
                Err(failure) => return Err(failure),
            }
            // A concurrent request may have stored the person again.
            if self
                .store
                .erasure()
                .find_references(person)
                .await?
                .is_empty()
            {
                return self.refresh_messages(continuing_games).await;
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Makes the person leave all unfinished tables, and deletes their watches and match request.
    ///
    /// Finished games are rated. Returns the unfinished games that the person had left before.
    async fn leave_everything(&self, actor: &Actor) -> Result<Vec<TableId>> {
        self.matchmaking.delete_request(actor.person).await?;
        let continuing_games = self.store.erasure().list_left_games(actor.person).await?;
        for game in self
            .store
            .tables()
            .list_unfinished_for_person(actor.person)
            .await?
        {
            let table = self.tables.find(game).await?;
            match self
                .tables
                .retry(table, |table| self.leave_table(table, actor))
                .await
            {
                // The person left meanwhile, or the game ended.
                Ok(()) | Err(Failure::Refusal(Refusal::Over | Refusal::NotSeated)) => {}
                Err(failure) => return Err(failure),
            }
        }
        for (game, channel) in self
            .store
            .erasure()
            .list_watches_of_person(actor.person)
            .await?
        {
            self.watching
                .remove_watch(&self.tables.find(game).await?, channel)
                .await?;
        }
        // Finished games that are not rated yet must be rated while they still name the person.
        self.ratings.rate_games().await?;
        Ok(continuing_games)
    }

    async fn leave_table(&self, table: Table, actor: &Actor) -> Result<()> {
        match table.status {
            TableStatus::Open => self.leave_lobby(table, actor).await,
            TableStatus::Running => {
                self.resignations.resign_anonymously(table, actor).await?;
                Ok(())
            }
            TableStatus::Over => Ok(()),
        }
    }

    /// Leaves an open table; a game that is about to start then does not start.
    ///
    /// In a contest a computer takes the seat. A table between guilds is closed, because no one
    /// else can join it, and so is a table at which no person is left.
    async fn leave_lobby(&self, table: Table, actor: &Actor) -> Result<()> {
        let mut after = Table {
            starting: None,
            ..table.clone()
        };
        let index = after
            .seats
            .iter()
            .position(|seat| seat.person == Some(actor.person))
            .ok_or(Refusal::NotSeated)?;
        let is_in_contest = table.settings.contest.is_some();
        if is_in_contest {
            after.seats[index] = crate::SeatedPlayer {
                seat: after.seats[index].seat,
                ..lobby::computer_seat(&after.seats, PolicyKind::default())
            };
        } else {
            after.seats.remove(index);
            lobby::rotate_seats(&after.seats_before, &mut after.seats);
            lobby::number_seats(&mut after.seats);
        }
        let is_deserted = after.seats.iter().all(|seat| seat.person.is_none());
        let closes = !is_in_contest && (is_deserted || table.settings.is_between_guilds());
        let mut change = after.new_change(None, self.clock.now())?;
        change.status = TableStatus::Open;
        change.seats = Some(after.seats.clone());
        let mut news = News::Lobby;
        if closes {
            change.status = TableStatus::Over;
            news = News::Closed;
        }
        let mut notice = table.change_notice(news)?;
        notice
            .to
            .retain(|to| *to != Destination::Person(actor.person));
        change.notices.push(notice);
        if closes {
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        }
        self.tables.write(after, change).await.map(drop)
    }

    /// Queues updates of the status messages of games that continue, and wakes the workers.
    async fn refresh_messages(&self, continuing_games: Vec<TableId>) -> Result<()> {
        for game in continuing_games {
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

/// Anonymizes one person in stored texts.
struct Anonymizer<'a> {
    randomness: &'a Randomness,
    leaver: Leaver<'a>,
    at: Timestamp,
}

impl Anonymizer<'_> {
    /// Clears a name if it belongs to the person. Returns whether it did.
    fn clear_if_theirs(&self, name: &mut String) -> bool {
        let is_theirs = self.leaver.names.contains(name);
        if is_theirs {
            name.clear();
        }
        is_theirs
    }
}

fn parse_stored<T: serde::de::DeserializeOwned>(
    game: TableId,
    text: &str,
    subject: &'static str,
) -> Result<T, InternalError> {
    serde_json::from_str(text).map_err(|error| InternalError::unreadable(game, subject, &error))
}

impl TextRedactor for Anonymizer<'_> {
    type Error = Failure;

    fn redact_set_up(&self, game: TableId, text: &SetUpText, seats: &[i64]) -> Result<SetUpText> {
        let mut set_up: SetUp = parse_stored(game, &text.set_up, "its set-up")?;
        let mut secret =
            Secret::try_from(text.secret.as_str()).map_err(|_| InternalError::Missing {
                table: game.0,
                what: "its secret",
            })?;
        let seed = set_up.seed(&secret);
        let mut gave_word = false;
        for (index, word) in set_up.words.iter_mut().enumerate() {
            if i64::try_from(index + 1).is_ok_and(|seat| seats.contains(&seat)) {
                gave_word |= !word.is_empty();
                word.clear();
                if let Some(name) = set_up.names.get_mut(index) {
                    name.clear();
                }
            }
        }
        if gave_word {
            // With both the seed and the secret, anyone could find the word by trying.
            set_up.seed = Some(seed);
            secret = self.randomness.draw_secret()?;
        }
        Ok(SetUpText {
            set_up: json("its set-up", &set_up)?,
            secret: secret.into(),
        })
    }

    fn redact_wait(&self, game: TableId, state: &str) -> Result<Option<String>> {
        let person = self.leaver.person;
        let before: Waiting = parse_stored(game, state, "whom it waits for")?;
        let mut waiting = before.clone();
        waiting.premoves.remove_all(person);
        if let Some(proposal) = &mut waiting.proposal {
            proposal.agreed.retain(|agreed| *agreed != person);
            if proposal.agreed.is_empty() || proposal.terms == Terms::Award(Award::Win(person)) {
                waiting.proposal = None;
            }
        }
        if waiting == before {
            return Ok(None);
        }
        Ok(Some(json("whom it waits for", &waiting)?))
    }

    fn redact_notice(&self, game: TableId, body: &str) -> Result<Option<String>> {
        let mut stored: StoredNews = parse_stored(game, body, "a notice")?;
        let person = self.leaver.person;
        let changed = match &mut stored.news {
            News::Ping(ping) if ping.person == person => return Ok(Some(String::new())),
            News::Invited { whom, .. } if *whom == Invitee::Person(person) => {
                return Ok(Some(String::new()));
            }
            News::Proposed {
                terms: Terms::Award(Award::Win(winner)),
                ..
            } if *winner == person => {
                return Ok(Some(String::new()));
            }
            News::Invited { by, .. } => self.clear_if_theirs(by),
            News::Resigned { name, .. } => self.clear_if_theirs(name),
            News::Replaced {
                name, successor, ..
            } => {
                let mut cleared = self.clear_if_theirs(name);
                if let Some(successor) = successor {
                    cleared |= self.clear_if_theirs(successor);
                }
                cleared
            }
            News::Rated { changes } => {
                let mut cleared = false;
                for change in changes.iter_mut().filter(|change| change.person == person) {
                    change.person = self.leaver.anonymous_id;
                    change.name.clear();
                    cleared = true;
                }
                cleared
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
            | News::Declined { .. }
            | News::Paused { .. }
            | News::Resumed
            | News::ChannelUnwritable { .. }
            | News::Film
            | News::MessageUpdate(_) => false,
        };
        if !changed {
            return Ok(None);
        }
        Ok(Some(json("a notice", &stored)?))
    }

    fn redact_acts(&self, guild: GuildId, acts: &[ModerationText]) -> Result<Vec<ModerationText>> {
        let Leaver {
            person,
            anonymous_id,
            ..
        } = self.leaver;
        // The person's reasons are also quoted in acts of other moderators, such as lifting a bar.
        let mut reasons = BTreeSet::new();
        let mut changed = Vec::new();
        for act in acts {
            let before = ModerationAction::parse(guild, act.number, &act.body)?;
            if act.person == person {
                reasons.extend(before.reasons().into_iter().map(str::to_owned));
            }
            let after = before
                .clone()
                .with_people(|other| if other == person { anonymous_id } else { other });
            let after = after.clear_reasons(|reason| reasons.contains(reason));
            if after != before {
                changed.push(ModerationText {
                    body: json("an act", &after)?,
                    ..act.clone()
                });
            }
        }
        Ok(changed)
    }

    fn redact_contest(
        &self,
        contest: ContestId,
        text: &str,
        status: TableStatus,
        is_organiser: bool,
    ) -> Result<Option<String>> {
        let before = parse_state(contest, text)?;
        let mut state = before.clone();
        forget(&mut state, self.leaver, is_organiser, status, self.at);
        if state == before {
            return Ok(None);
        }
        Ok(Some(json("a contest", &state)?))
    }
}
