//! Matches players of different guilds.
//!
//! A table is opened for them, and each of them follows it in direct messages. It belongs to no
//! guild, is not rated and appears in no one else's history.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::lobby::{build_table_row, number_seats, person_seat};
use crate::model::failure::{json, parse_json};
use crate::model::notices;
use crate::model::notify::Notifiers;
use crate::model::table::Starting;
use crate::{
    ChannelId, Clock, Destination, Failure, GuildId, InteractionId, InternalError, MatchPreference,
    NewGame, News, PersonId, Randomness, Refusal, Table, TableSettings, TimeControl, Timestamp,
    is_provisional, rating_points,
};
use lanai_rules::Title;
use lanai_store::{MatchRequestOutcome, MatchRequestRow, NewTable, PrivateChannel, Store};

/// A match request expires after this long.
pub const MATCH_REQUEST_SECS: i64 = 7 * 24 * 60 * 60;
/// How many similar requests are considered for a match.
const MAX_CANDIDATES: u32 = 200;
/// How many requests are handled at a time.
const MAX_SEEKERS_AT_A_TIME: u32 = 50;
/// A process that has not reported an expired request after this long is presumed dead, and
/// another one reports it.
const EXPIRY_REPORT_SECS: i64 = 10 * 60;
/// A request younger than this is still handled by the process that received it.
const OWN_SEARCH_SECS: i64 = 60;
/// How often waiting requests are checked.
const POLL_INTERVAL: Duration = Duration::from_mins(1);
/// The id of guild and channel of a table that is in neither.
const NO_GUILD_OR_CHANNEL_ID: i64 = 0;

/// A person who looks for players, and what they look for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeker {
    pub person: PersonId,
    /// The person's global name, not their name in a guild.
    pub name: String,
    pub channel: ChannelId,
    pub language: String,
    /// The guild in which they made the request.
    pub guild: GuildId,
    pub title: Title,
    pub seats: u8,
    /// The requested time control. `None` if any time control that is not live suits.
    pub time_control: Option<TimeControl>,
    pub preference: MatchPreference,
    pub since: Timestamp,
}

/// The part of a match request that is opaque to the store.
#[derive(Serialize, Deserialize)]
struct SeekerBody {
    name: String,
    channel: ChannelId,
    language: String,
    #[serde(rename = "pace")]
    time_control: Option<TimeControl>,
    #[serde(rename = "company")]
    preference: MatchPreference,
}

impl Seeker {
    fn parse(row: &MatchRequestRow) -> Result<Seeker, InternalError> {
        let what = format!("what person {} waits for", row.person.0);
        let unreadable = || InternalError::Unreadable {
            what: what.clone(),
            line: 0,
            column: 0,
        };
        let body: SeekerBody = parse_json(&what, &row.body)?;
        Ok(Seeker {
            person: row.person,
            guild: row.guild,
            title: Title::from_name(&row.title).ok_or_else(unreadable)?,
            seats: u8::try_from(row.seats).map_err(|_| unreadable())?,
            since: row.since,
            name: body.name,
            channel: body.channel,
            language: body.language,
            time_control: body.time_control,
            preference: body.preference,
        })
    }

    fn to_row(&self) -> Result<MatchRequestRow, InternalError> {
        let body = SeekerBody {
            name: self.name.clone(),
            channel: self.channel,
            language: self.language.clone(),
            time_control: self.time_control,
            preference: self.preference,
        };
        Ok(MatchRequestRow {
            person: self.person,
            guild: self.guild,
            title: self.title.name().to_owned(),
            seats: self.seats.into(),
            since: self.since,
            body: json("what somebody waits for", &body)?,
        })
    }

    fn to_own_channel(&self) -> PrivateChannel {
        PrivateChannel {
            person: self.person,
            channel: self.channel,
            language: self.language.clone(),
        }
    }
}

/// Ratings this close count as similar: the better of two players wins three games of four.
const MAX_RATING_GAP: i64 = 200;

/// The strength of a player as far as others may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    /// The player keeps their results private.
    Hidden,
    /// The player has no rating, or a provisional one.
    New,
    Rated(i64),
}

impl Strength {
    fn is_similar_to(self, other: Strength) -> bool {
        match (self, other) {
            (Strength::New, Strength::New) => true,
            (Strength::Rated(points), Strength::Rated(other)) => {
                (points - other).abs() <= MAX_RATING_GAP
            }
            (Strength::Hidden | Strength::New | Strength::Rated(_), _) => false,
        }
    }
}

pub struct Matchmaking {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
}

impl Matchmaking {
    /// Stores a match request in place of an earlier one of the same person.
    pub async fn save_request(
        &self,
        seeker: &Seeker,
        interaction: Option<InteractionId>,
    ) -> Result<(), Failure> {
        let row = seeker.to_row()?;
        match self.store.seekers().save(&row, interaction).await? {
            MatchRequestOutcome::Waiting => Ok(()),
            MatchRequestOutcome::AlreadyPlaying => Err(Refusal::AlreadyBetweenGuilds.into()),
            MatchRequestOutcome::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    pub async fn find_request(&self, person: PersonId) -> Result<Option<Seeker>, Failure> {
        match self.store.seekers().find(person).await? {
            Some(row) => Ok(Some(Seeker::parse(&row)?)),
            None => Ok(None),
        }
    }

    /// Deletes the request of a person. Returns false if there was none.
    pub async fn delete_request(&self, person: PersonId) -> Result<bool, InternalError> {
        Ok(self.store.seekers().delete(person).await?)
    }

    /// Deletes a request, unless a newer one of the same person replaced it.
    pub async fn end_request(&self, seeker: &Seeker) -> Result<bool, InternalError> {
        Ok(self
            .store
            .seekers()
            .delete_unchanged(&seeker.to_row()?)
            .await?)
    }

    /// Returns the unfinished table between guilds at which a person sits.
    pub async fn find_table_between_guilds(
        &self,
        person: PersonId,
    ) -> Result<Option<Table>, Failure> {
        Ok(self
            .tables
            .list_unfinished_for_person(person)
            .await?
            .into_iter()
            .find(|table| table.settings.is_between_guilds()))
    }

    /// Returns the players who would complete a table with a seeker, longest waiting first, or
    /// `None` if there are too few.
    ///
    /// The guilds of all players must allow play between guilds, and each player must suit all
    /// others.
    pub async fn find_partners(&self, seeker: &Seeker) -> Result<Option<Vec<Seeker>>, Failure> {
        if !self
            .settings
            .guild_settings(seeker.guild)
            .await?
            .cross_guild_play
        {
            return Ok(None);
        }
        let rows = self
            .store
            .seekers()
            .list_matching(seeker.title.name(), seeker.seats.into(), MAX_CANDIDATES)
            .await?;
        let mut group = vec![seeker.clone()];
        for candidate in parse_readable(&rows) {
            if group.len() >= usize::from(seeker.seats) {
                break;
            }
            if candidate.person == seeker.person {
                continue;
            }
            group.push(candidate);
            if !self.check_last_seeker(&group).await? {
                group.pop();
            }
        }
        if group.len() < usize::from(seeker.seats) {
            return Ok(None);
        }
        Ok(Some(group.split_off(1)))
    }

    /// Returns whether the last seeker of a group suits the others.
    async fn check_last_seeker(&self, group: &[Seeker]) -> Result<bool, Failure> {
        let Some((candidate, others)) = group.split_last() else {
            return Ok(false);
        };
        let settings = self.settings.guild_settings(candidate.guild).await?;
        if agreed_time_control(group).is_none()
            || self.clock.now() - candidate.since > MATCH_REQUEST_SECS
            || !settings.cross_guild_play
            || settings.is_barred(candidate.person)
        {
            return Ok(false);
        }
        if !group
            .iter()
            .any(|seeker| seeker.preference.needs_similar_rating())
        {
            return Ok(true);
        }
        let title = candidate.title;
        let seats = candidate.seats.into();
        let people: Vec<PersonId> = others.iter().map(|seeker| seeker.person).collect();
        Ok(self
            .check_similar_strength(title, seats, candidate.person, &people)
            .await?)
    }

    /// Opens a table for seekers; the first of them caused the search.
    ///
    /// Returns `None` if one of them was matched or withdrew meanwhile.
    pub async fn open_table(&self, seekers: &[Seeker]) -> Result<Option<Table>, Failure> {
        let Some(first) = seekers.first() else {
            return Ok(None);
        };
        let Some(time_control) = agreed_time_control(seekers) else {
            return Ok(None);
        };
        let new = NewGame {
            title: first.title,
            seat_count: Some(first.seats),
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings {
                time_control,
                ..TableSettings::between_guilds()
            },
            guild: GuildId(NO_GUILD_OR_CHANNEL_ID),
            channel: ChannelId(NO_GUILD_OR_CHANNEL_ID),
            parent_channel: None,
            language: first.language.clone(),
            announced: false,
            rematch_of: None,
        };
        let at = self.clock.now();
        // The player who waited longest sits first.
        let mut by_age: Vec<&Seeker> = seekers.iter().collect();
        by_age.sort_by_key(|seeker| (seeker.since, seeker.person));
        let mut seats = Vec::new();
        for seeker in by_age {
            seats.push(person_seat(seeker.person, &seeker.name));
        }
        number_seats(&mut seats);
        let row = NewTable {
            seats,
            notices: vec![notices::new_table_notice(
                Destination::Person(first.person),
                News::SeatsFixed,
            )?],
            ..build_table_row(&new, &self.randomness, first.person, at)?
        };
        let starting = json("how it starts", &Starting { settled_at: at })?;
        let requests = seekers
            .iter()
            .map(Seeker::to_row)
            .collect::<Result<Vec<_>, _>>()?;
        let own_channels: Vec<PrivateChannel> =
            seekers.iter().map(Seeker::to_own_channel).collect();
        let Some(game) = self
            .store
            .seekers()
            .open_match(&row, &starting, &requests, &own_channels)
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
        match self
            .store
            .seekers()
            .find_private_language(table.id, person)
            .await?
        {
            Some(language) => Ok(Table { language, ..table }),
            None => Ok(table),
        }
    }

    /// Lists waiting seekers, oldest first, without very recent requests.
    pub async fn list_waiting(&self) -> Result<Vec<Seeker>, InternalError> {
        let cutoff = self.clock.now() - OWN_SEARCH_SECS;
        let rows = self
            .store
            .seekers()
            .list_oldest(cutoff, MAX_SEEKERS_AT_A_TIME)
            .await?;
        Ok(parse_readable(&rows).collect())
    }

    /// Waits until the seekers should be checked again.
    pub async fn wait_for_seekers(&self) {
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = self.clock.next_advance() => {}
        }
    }

    /// Claims the requests that have expired.
    ///
    /// The caller notifies the seekers and then ends the requests.
    pub async fn claim_expired(&self) -> Result<Vec<Seeker>, InternalError> {
        let now = self.clock.now();
        let expired = self
            .store
            .seekers()
            .claim_expired(now - MATCH_REQUEST_SECS, now, EXPIRY_REPORT_SECS)
            .await?;
        Ok(parse_readable(&expired).collect())
    }

    /// Returns whether a person is about as strong as all others, at tables of this size.
    pub async fn check_similar_strength(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
        others: &[PersonId],
    ) -> Result<bool, InternalError> {
        let strength = self.load_strength(title, seats, person).await?;
        for other in others {
            if !strength.is_similar_to(self.load_strength(title, seats, *other).await?) {
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
fn parse_readable(rows: &[MatchRequestRow]) -> impl Iterator<Item = Seeker> {
    rows.iter().filter_map(|row| match Seeker::parse(row) {
        Ok(seeker) => Some(seeker),
        Err(trouble) => {
            tracing::error!(%trouble, "somebody who waits for others is left out");
            None
        }
    })
}

/// Returns the time control on which all seekers agree. A live one counts only if each of them
/// requested it.
fn agreed_time_control(seekers: &[Seeker]) -> Option<TimeControl> {
    let time_controls: Vec<TimeControl> = seekers
        .iter()
        .filter_map(|seeker| seeker.time_control)
        .collect();
    let Some(&time_control) = time_controls.first() else {
        return Some(TimeControl::default());
    };
    if time_controls.iter().any(|other| *other != time_control)
        || time_control.is_live() && time_controls.len() < seekers.len()
    {
        return None;
    }
    Some(time_control)
}
