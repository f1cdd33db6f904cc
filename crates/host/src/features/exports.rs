//! Exports everything that is stored about a person, as a file for that person alone.
//!
//! The file holds what the person may know and nothing that only others may know: the view of their
//! seat for a running game, the record of a finished one. Other people appear under their names at
//! the table and never with an id.

use contests::ExportedContest;
use games::ExportedGame;
use serde::Serialize;
use std::sync::Arc;
use tables::ExportedTable;

use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::exports::games::GameExports;
use crate::features::exports::tables::TableExports;
use crate::features::matchmaking::{Matchmaking, Seeker};
use crate::model::failure::{Result, json};
use crate::{
    ChannelId, Clock, InternalError, MatchPreference, ModerationAction, PersonId, PersonSettings,
    Rating, TableId, TimeControl, Timestamp, rating_margin, rating_points,
};
use lanai_store::Store;

mod contests;
pub(crate) mod games;
pub(crate) mod tables;

/// The size limit of an export; Discord accepts attachments of ten million bytes.
pub const MAX_EXPORT_BYTES: usize = 8_000_000;

/// The exported file and what did not fit into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    pub text: String,
    /// The number of games that are included without their moves, for lack of room.
    pub without_moves: usize,
    pub left_out: usize,
}

/// The exported JSON document.
#[derive(Serialize)]
struct ExportDocument {
    about: String,
    made_at: String,
    you: ExportedIdentity,
    settings: PersonSettings,
    /// Unfinished tables at which the person sits.
    tables: Vec<ExportedTable>,
    /// Tables that were closed before a game began.
    closed_tables: Vec<i64>,
    opened_tables: Vec<i64>,
    notes: Vec<ExportedNote>,
    looking_for: Option<ExportedMatchRequest>,
    following: Vec<ExportedChannel>,
    contests: Vec<ExportedContest>,
    kept_out_of: Vec<ExportedBar>,
    as_moderator: Vec<ExportedAct>,
    ratings: Vec<ExportedRating>,
    rating_after_each_game: Vec<ExportedRating>,
    counted_in_statistics: Vec<ExportedCount>,
    direct_messages: ExportedDirectMessages,
    /// Finished games, newest first.
    games: Vec<ExportedGame>,
    games_without_moves: usize,
    games_left_out: usize,
}

#[derive(Serialize)]
struct ExportedIdentity {
    id: String,
    names: Vec<String>,
}

#[derive(Serialize)]
struct ExportedNote {
    table: i64,
    text: String,
}

#[derive(Serialize)]
struct ExportedChannel {
    table: i64,
    channel: String,
}

/// A guild that bars the person.
#[derive(Serialize)]
struct ExportedBar {
    guild: String,
    reason: String,
}

/// A moderation act of the person. The ids of everyone else in it are 0.
#[derive(Serialize)]
struct ExportedAct {
    guild: String,
    number: i64,
    at: String,
    what: ModerationAction,
}

#[derive(Serialize)]
struct ExportedMatchRequest {
    game: String,
    seats: u8,
    since: String,
    guild: String,
    direct_channel: String,
    name: String,
    #[serde(rename = "pace")]
    time_control: Option<TimeControl>,
    #[serde(rename = "company")]
    preference: MatchPreference,
}

#[derive(Serialize)]
struct ExportedRating {
    game: String,
    seats: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_table: Option<i64>,
    points: i64,
    give_or_take: i64,
    games_counted: i64,
}

#[derive(Serialize)]
struct ExportedCount {
    guild: String,
    channel: String,
    games: i64,
}

#[derive(Serialize)]
struct ExportedDirectMessages {
    channels: Vec<ExportedChannel>,
    standing: Vec<ExportedMessage>,
    waiting_to_be_sent: i64,
}

#[derive(Serialize)]
struct ExportedMessage {
    table: i64,
    message: String,
}

/// Formats a time in ISO 8601.
fn format_time(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at.0)
        .unwrap_or_default()
        .to_string()
}

fn export_rating(
    title: &str,
    seats: i64,
    after_table: Option<i64>,
    rating: Rating,
) -> ExportedRating {
    ExportedRating {
        game: title.to_owned(),
        seats,
        after_table,
        points: rating_points(&rating),
        give_or_take: rating_margin(&rating),
        games_counted: rating.games,
    }
}

pub struct DataExporter {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) game_exports: Arc<GameExports>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) table_exports: Arc<TableExports>,
    pub(crate) tables: Arc<Tables>,
}

impl DataExporter {
    /// Exports a person, whose current name is `name`; `about` explains the file to its reader.
    pub async fn export_person(
        &self,
        person: PersonId,
        name: &str,
        about: String,
    ) -> Result<Export> {
        let mut document = Box::pin(self.collect_without_games(person, name, about)).await?;
        let used = to_pretty_json(&document)?.len();
        let left = MAX_EXPORT_BYTES.saturating_sub(used);
        let found = Box::pin(self.game_exports.collect_games(person, left)).await?;
        document.games = found.games;
        document.games_without_moves = found.without_moves;
        document.games_left_out = found.left_out;
        Ok(Export {
            text: to_pretty_json(&document)?,
            without_moves: found.without_moves,
            left_out: found.left_out,
        })
    }

    async fn collect_without_games(
        &self,
        person: PersonId,
        name: &str,
        about: String,
    ) -> Result<ExportDocument> {
        let mut names = self.store.erasure().list_names(person).await?;
        names.push(name.to_owned());
        names.sort();
        names.dedup();
        let mut tables = Vec::new();
        for table in self.tables.list_unfinished_for_person(person).await? {
            tables.push(self.table_exports.export_table(table, person).await?);
        }
        let notes = self.store.exports().list_notes(person).await?.into_iter();
        let looking_for = self.matchmaking.find_request(person).await?;
        let watches = self.store.erasure().list_watches_of_person(person).await?;
        let ratings = self
            .store
            .ratings()
            .list_unfinished_for_person(person)
            .await?;
        let rated_games = self
            .store
            .exports()
            .list_rated_games(person)
            .await?
            .into_iter();
        let counts = self
            .store
            .exports()
            .list_seen_games(person)
            .await?
            .into_iter();
        Ok(ExportDocument {
            about,
            made_at: format_time(self.clock.now()),
            you: ExportedIdentity {
                id: person.0.to_string(),
                names,
            },
            settings: self.settings.person_settings(person).await?,
            tables,
            closed_tables: to_numbers(self.store.exports().list_unplayed_tables(person).await?),
            opened_tables: to_numbers(self.store.exports().list_tables_opened_by(person).await?),
            notes: notes
                .map(|(table, text)| ExportedNote {
                    table: table.0,
                    text,
                })
                .collect(),
            looking_for: looking_for.map(export_match_request),
            following: watches
                .into_iter()
                .map(|(table, channel)| export_channel(table, channel))
                .collect(),
            contests: contests::export_contests(&self.store, person).await?,
            kept_out_of: self.list_bars(person).await?,
            as_moderator: self.list_acts(person).await?,
            ratings: ratings
                .into_iter()
                .map(|row| export_rating(&row.title, row.seats, None, row.rating))
                .collect(),
            rating_after_each_game: rated_games
                .map(|row| export_rating(&row.title, row.seats, Some(row.table_id.0), row.rating))
                .collect(),
            counted_in_statistics: counts
                .map(|row| ExportedCount {
                    guild: row.guild.0.to_string(),
                    channel: row.audience_channel.0.to_string(),
                    games: row.games,
                })
                .collect(),
            direct_messages: self.collect_direct_messages(person).await?,
            games: Vec::new(),
            games_without_moves: 0,
            games_left_out: 0,
        })
    }

    async fn list_bars(&self, person: PersonId) -> Result<Vec<ExportedBar>> {
        let mut bars = Vec::new();
        for guild in self.store.exports().list_guilds_mentioning(person).await? {
            let mut settings = self.settings.guild_settings(guild).await?;
            if let Some(bar) = settings.barred.remove(&person) {
                bars.push(ExportedBar {
                    guild: guild.0.to_string(),
                    reason: bar.reason,
                });
            }
        }
        Ok(bars)
    }

    async fn list_acts(&self, person: PersonId) -> Result<Vec<ExportedAct>> {
        let mut acts = Vec::new();
        for (guild, number, at, body) in self.store.exports().list_acts(person).await? {
            let act = ModerationAction::parse(guild, number, &body)?;
            acts.push(ExportedAct {
                guild: guild.0.to_string(),
                number,
                at: format_time(at),
                what: act.with_people(|other| if other == person { other } else { PersonId(0) }),
            });
        }
        Ok(acts)
    }

    async fn collect_direct_messages(&self, person: PersonId) -> Result<ExportedDirectMessages> {
        let channels = self.store.exports().list_private_channels(person).await?;
        let standing = self
            .store
            .exports()
            .list_standing_messages_of_person(person)
            .await?;
        Ok(ExportedDirectMessages {
            channels: channels
                .into_iter()
                .map(|(table, channel, _)| export_channel(table, channel))
                .collect(),
            standing: standing
                .into_iter()
                .map(|(table, message)| ExportedMessage {
                    table: table.0,
                    message: message.0.to_string(),
                })
                .collect(),
            waiting_to_be_sent: self.store.exports().count_waiting_notices(person).await?,
        })
    }
}

fn to_numbers(tables: Vec<TableId>) -> Vec<i64> {
    tables.into_iter().map(|table| table.0).collect()
}

fn export_channel(table: TableId, channel: ChannelId) -> ExportedChannel {
    ExportedChannel {
        table: table.0,
        channel: channel.0.to_string(),
    }
}

fn export_match_request(seeker: Seeker) -> ExportedMatchRequest {
    ExportedMatchRequest {
        game: seeker.title.name().to_owned(),
        seats: seeker.seats,
        since: format_time(seeker.since),
        guild: seeker.guild.0.to_string(),
        direct_channel: seeker.channel.0.to_string(),
        name: seeker.name,
        time_control: seeker.time_control,
        preference: seeker.preference,
    }
}

fn to_pretty_json(document: &ExportDocument) -> Result<String, InternalError> {
    serde_json::to_string_pretty(document).map_err(|error| InternalError::Unwritable {
        what: "what is kept of somebody",
        error,
    })
}

/// Serializes a value exactly as it is stored.
fn to_raw_json<T: Serialize>(
    what: &'static str,
    value: &T,
) -> Result<Box<serde_json::value::RawValue>, InternalError> {
    let text = json(what, value)?;
    serde_json::value::RawValue::from_string(text)
        .map_err(|error| InternalError::Unwritable { what, error })
}
