//! Matches players of different guilds.
//!
//! A table is opened for them, and each of them follows it in direct messages. It belongs to no
//! guild, is not rated and appears in no one else's history.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::notices;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::lobby::{new_table, number, person};
use crate::model::failure::json;
use crate::model::notify::Notifiers;
use crate::model::table::Starting;
use crate::{
    Actor, ChannelId, Clock, Declined, Destination, Failure, GuildId, InteractionId, InternalError,
    MatchPreference, NewGame, News, PersonId, Randomness, Table, TableId, TableSettings,
    TimeControl, Timestamp, is_provisional, rating_points,
};
use lanai_rules::Title;
use lanai_store::{NewTable, OwnChannel, SeekerRow, Store, Wished};

/// A match request expires after this long.
pub const MATCH_REQUEST_SECS: i64 = 7 * 24 * 60 * 60;
/// How many similar requests are considered for a match.
const MAX_CANDIDATES: u32 = 200;
/// How many requests are handled at a time.
const MAX_SEEKERS_AT_A_TIME: u32 = 50;
/// A process that has not reported an expired request after this long is taken for dead, and
/// another one reports it.
const LAPSE_REPORT_SECS: i64 = 10 * 60;
/// A request younger than this is still handled by the process that received it.
const OWN_SEARCH_SECS: i64 = 60;
/// How often waiting requests are checked.
const POLL_INTERVAL: Duration = Duration::from_mins(1);
/// Stands for a guild or channel where there is none.
const NO_CHANNEL: i64 = 0;

/// A person who looks for players, and what they look for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeker {
    pub person: PersonId,
    /// Their global name rather than that of one guild.
    pub name: String,
    pub channel: ChannelId,
    pub language: String,
    /// The guild in which they made the request.
    pub guild: GuildId,
    pub title: Title,
    pub seats: u8,
    /// `None` if any time control but a live one suits them.
    pub pace: Option<TimeControl>,
    pub company: MatchPreference,
    pub since: Timestamp,
}

/// The part of a match request that is opaque to the store.
#[derive(Serialize, Deserialize)]
struct SeekerBody {
    name: String,
    channel: ChannelId,
    language: String,
    pace: Option<TimeControl>,
    company: MatchPreference,
}

impl Seeker {
    fn read(wish: &SeekerRow) -> Result<Seeker, InternalError> {
        let unreadable = |line, column| InternalError::Seeking {
            person: wish.person.0,
            line,
            column,
        };
        let body: SeekerBody = serde_json::from_str(&wish.body)
            .map_err(|error| unreadable(error.line(), error.column()))?;
        let SeekerBody {
            name,
            channel,
            language,
            pace,
            company,
        } = body;
        Ok(Seeker {
            person: wish.person,
            guild: wish.guild,
            title: Title::named(&wish.title).ok_or_else(|| unreadable(0, 0))?,
            seats: u8::try_from(wish.seats).map_err(|_| unreadable(0, 0))?,
            since: wish.since,
            name,
            channel,
            language,
            pace,
            company,
        })
    }

    fn wish(&self) -> Result<SeekerRow, InternalError> {
        let body = SeekerBody {
            name: self.name.clone(),
            channel: self.channel,
            language: self.language.clone(),
            pace: self.pace,
            company: self.company,
        };
        Ok(SeekerRow {
            person: self.person,
            guild: self.guild,
            title: self.title.name().to_owned(),
            seats: self.seats.into(),
            since: self.since,
            body: json("what somebody waits for", &body)?,
        })
    }

    fn own_channel(&self) -> OwnChannel {
        OwnChannel {
            person: self.person,
            channel: self.channel,
            language: self.language.clone(),
        }
    }
}

impl Table {
    /// Returns where its news are posted: in its channel, or to each player if it is between
    /// guilds.
    pub(crate) fn places(&self) -> Vec<Destination> {
        if !self.settings.is_between() {
            return vec![Destination::Channel(self.channel)];
        }
        let people = self.seats.iter().filter_map(|chair| chair.person);
        people
            .filter(|person| !person.is_nameless())
            .map(Destination::Person)
            .collect()
    }

    /// Returns the only reader of a destination, for a table between guilds.
    pub fn only_reader(&self, to: Destination) -> Option<PersonId> {
        to.person().filter(|_| self.settings.is_between())
    }

    /// Returns where this player reads the news of the table.
    pub fn destination_for(&self, person: PersonId) -> Destination {
        if self.settings.is_between() {
            Destination::Person(person)
        } else {
            Destination::Channel(self.channel)
        }
    }
}

/// Ratings this close count as similar: the better of two players wins three games of four.
const MAX_RATING_GAP: i64 = 200;

/// The strength of a player as far as others may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    /// The player keeps it private.
    Hidden,
    /// Without a rating, or with a provisional one.
    New,
    Rated(i64),
}

impl Strength {
    fn is_like(self, other: Strength) -> bool {
        match (self, other) {
            (Strength::New, Strength::New) => true,
            (Strength::Rated(one), Strength::Rated(other)) => (one - other).abs() <= MAX_RATING_GAP,
            (Strength::Hidden | Strength::New | Strength::Rated(_), _) => false,
        }
    }
}

/// Stores match requests and opens tables for them.
pub struct Matchmaking {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
}

impl Matchmaking {
    /// Stores a match request in place of an earlier one of the same person.
    pub async fn seek(
        &self,
        seeker: &Seeker,
        interaction: Option<InteractionId>,
    ) -> Result<(), Failure> {
        match self
            .store
            .seekers()
            .save(&seeker.wish()?, interaction)
            .await?
        {
            Wished::Waits => Ok(()),
            Wished::Plays => Err(Declined::PlaysBetween.into()),
            Wished::Repeated => Err(Declined::Repeated.into()),
        }
    }

    pub async fn find(&self, person: PersonId) -> Result<Option<Seeker>, Failure> {
        Ok(self
            .store
            .seekers()
            .find(person)
            .await?
            .as_ref()
            .map(Seeker::read)
            .transpose()?)
    }

    /// Deletes the request of a person. Returns false if there was none.
    pub async fn stop(&self, person: PersonId) -> Result<bool, InternalError> {
        Ok(self.store.seekers().delete(person).await?)
    }

    /// Deletes a request unless it was replaced by another.
    pub async fn end(&self, seeker: &Seeker) -> Result<bool, InternalError> {
        Ok(self.store.seekers().end(&seeker.wish()?).await?)
    }

    /// Returns the unfinished table between guilds at which a person sits.
    pub async fn find_table_between_guilds(
        &self,
        person: PersonId,
    ) -> Result<Option<Table>, Failure> {
        Ok(self
            .tables
            .list_of_person(person)
            .await?
            .into_iter()
            .find(|table| table.settings.is_between()))
    }

    /// Returns the players who would complete a table with a seeker, longest waiting first, or
    /// `None` if there are too few.
    ///
    /// Their guilds must take part, and each of them must suit all others.
    pub async fn find_partners(&self, seeker: &Seeker) -> Result<Option<Vec<Seeker>>, Failure> {
        if !self.settings.guild_settings(seeker.guild).await?.elsewhere {
            return Ok(None);
        }
        let wishes = self
            .store
            .seekers()
            .list_alike(seeker.title.name(), seeker.seats.into(), MAX_CANDIDATES)
            .await?;
        let mut group = vec![seeker.clone()];
        for other in parse_readable(&wishes) {
            if group.len() >= usize::from(seeker.seats) {
                break;
            }
            if other.person != seeker.person && self.may_join(&group, &other).await? {
                group.push(other);
            }
        }
        Ok((group.len() == usize::from(seeker.seats)).then(|| group.split_off(1)))
    }

    async fn may_join(&self, group: &[Seeker], other: &Seeker) -> Result<bool, Failure> {
        let together: Vec<&Seeker> = group.iter().chain([other]).collect();
        let there = self.settings.guild_settings(other.guild).await?;
        if agreed_time_control(&together).is_none()
            || self.clock.now() - other.since > MATCH_REQUEST_SECS
            || !there.elsewhere
            || there.bars(other.person)
        {
            return Ok(false);
        }
        if !together.iter().any(|seeker| seeker.company.is_choosy()) {
            return Ok(true);
        }
        let people: Vec<PersonId> = group.iter().map(|seeker| seeker.person).collect();
        Ok(self
            .is_similarly_strong(other.title, other.seats.into(), other.person, &people)
            .await?)
    }

    /// Opens a table for seekers; the first of them caused the search.
    ///
    /// Returns `None` if one of them was matched or withdrew meanwhile.
    pub async fn meet(&self, seekers: &[Seeker]) -> Result<Option<Table>, Failure> {
        let all: Vec<&Seeker> = seekers.iter().collect();
        let (Some(first), Some(pace)) = (seekers.first(), agreed_time_control(&all)) else {
            return Ok(None);
        };
        let new = NewGame {
            title: first.title,
            chairs: Some(first.seats),
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings {
                pace,
                ..TableSettings::between()
            },
            guild: GuildId(NO_CHANNEL),
            channel: ChannelId(NO_CHANNEL),
            above: None,
            language: first.language.clone(),
            announced: false,
            follows: None,
        };
        let at = self.clock.now();
        // The player who waited longest sits first.
        let mut sitting: Vec<&Seeker> = all.clone();
        sitting.sort_by_key(|seeker| (seeker.since, seeker.person));
        let chair = |seeker: &&Seeker| {
            person(&Actor {
                person: seeker.person,
                name: seeker.name.clone(),
                interaction: None,
            })
        };
        let mut seats = sitting.iter().map(chair).collect::<Vec<_>>();
        number(&mut seats);
        let opened = NewTable {
            seats,
            notices: vec![notices::of_new_table(
                Destination::Person(first.person),
                News::SeatsFixed,
            )?],
            ..new_table(&new, &self.lots, first.person, at)?
        };
        let starting = json("how it starts", &Starting { settled_at: at })?;
        let wishes = seekers
            .iter()
            .map(Seeker::wish)
            .collect::<Result<Vec<_>, _>>()?;
        let own: Vec<OwnChannel> = seekers.iter().map(Seeker::own_channel).collect();
        let Some(game) = self
            .store
            .seekers()
            .meet(&opened, &starting, &wishes, &own)
            .await?
        else {
            return Ok(None);
        };
        self.notify.news.notify();
        Ok(Some(self.tables.find(game).await?))
    }

    /// Returns the table in the language of its reader at a destination.
    pub async fn localize(&self, table: Table, to: Destination) -> Result<Table, InternalError> {
        let Some(person) = table.only_reader(to) else {
            return Ok(table);
        };
        let language = self.own_language(table.game, person).await?;
        Ok(Table {
            language: language.unwrap_or_else(|| table.language.clone()),
            ..table
        })
    }

    async fn own_language(
        &self,
        game: TableId,
        person: PersonId,
    ) -> Result<Option<String>, InternalError> {
        Ok(self.store.seekers().own_language(game, person).await?)
    }

    /// Lists waiting seekers, oldest first, but for those who have only just asked.
    pub async fn list_waiting(&self) -> Result<Vec<Seeker>, InternalError> {
        let wishes = self
            .store
            .seekers()
            .list_oldest(self.clock.now() - OWN_SEARCH_SECS, MAX_SEEKERS_AT_A_TIME)
            .await?;
        Ok(parse_readable(&wishes).collect())
    }

    /// Waits until the seekers should be checked again.
    pub async fn wait_for_seekers(&self) {
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = self.clock.turned() => {}
        }
    }

    /// Claims the requests that have expired. The caller tells the seekers and then ends the
    /// requests.
    pub async fn take_lapsed(&self) -> Result<Vec<Seeker>, InternalError> {
        let now = self.clock.now();
        let lapsed = self
            .store
            .seekers()
            .take_lapsed(now - MATCH_REQUEST_SECS, now, LAPSE_REPORT_SECS)
            .await?;
        Ok(parse_readable(&lapsed).collect())
    }

    /// Returns whether a person is about as strong as all others, at tables of this size.
    pub async fn is_similarly_strong(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
        others: &[PersonId],
    ) -> Result<bool, InternalError> {
        let strength = self.load_strength(title, seats, person).await?;
        for other in others {
            if !strength.is_like(self.load_strength(title, seats, *other).await?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn load_strength(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
    ) -> Result<Strength, InternalError> {
        if self.settings.is_unlisted(person).await? {
            return Ok(Strength::Hidden);
        }
        let rating = self
            .store
            .ratings()
            .find(title.name(), seats, person)
            .await?;
        Ok(match rating.filter(|rating| !is_provisional(rating)) {
            Some(rating) => Strength::Rated(rating_points(&rating)),
            None => Strength::New,
        })
    }
}

/// Parses match requests. Unreadable ones are logged and do not keep others from being matched.
fn parse_readable(wishes: &[SeekerRow]) -> impl Iterator<Item = Seeker> {
    wishes.iter().filter_map(|wish| match Seeker::read(wish) {
        Ok(seeker) => Some(seeker),
        Err(trouble) => {
            tracing::error!(%trouble, "somebody who waits for others is left out");
            None
        }
    })
}

/// Returns the time control on which all seekers agree. A live one must be asked for by each of
/// them.
fn agreed_time_control(seekers: &[&Seeker]) -> Option<TimeControl> {
    let mut named = seekers.iter().filter_map(|seeker| seeker.pace);
    let Some(pace) = named.next() else {
        return Some(TimeControl::default());
    };
    let all_named = seekers.iter().all(|seeker| seeker.pace.is_some());
    (named.all(|other| other == pace) && (all_named || !pace.is_live())).then_some(pace)
}
