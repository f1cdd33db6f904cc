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
use crate::features::matchmaking::Matchmaking;
use crate::model::failure::{Result, json};
use crate::{
    Acting, Clock, InternalError, PersonId, PersonSettings, Rating, Timestamp, rating_margin,
    rating_points,
};
use lanai_store::Store;

mod contests;
pub(crate) mod games;
pub(crate) mod tables;

/// The size limit of an export. Discord accepts ten million bytes and a little more.
pub const MAX_EXPORT_BYTES: usize = 8_000_000;

/// The exported file and what did not fit into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    pub text: String,
    /// How many games are included without their moves, for lack of room.
    pub without_moves: usize,
    /// How many games are left out.
    pub left_out: usize,
}

/// The exported JSON document.
#[derive(Serialize)]
struct Exported {
    about: String,
    made_at: String,
    you: You,
    settings: PersonSettings,
    /// Unfinished tables at which the person sits.
    tables: Vec<ExportedTable>,
    /// Tables that were closed before a game began.
    closed_tables: Vec<i64>,
    opened_tables: Vec<i64>,
    notes: Vec<Note>,
    looking_for: Option<LookingFor>,
    following: Vec<Place>,
    contests: Vec<ExportedContest>,
    kept_out_of: Vec<KeptOut>,
    as_moderator: Vec<ExportedAct>,
    ratings: Vec<ExportedRating>,
    rating_after_each_game: Vec<ExportedRating>,
    counted_in_statistics: Vec<Counted>,
    direct_messages: DirectMessages,
    /// Finished games, newest first.
    games: Vec<ExportedGame>,
    games_without_moves: usize,
    games_left_out: usize,
}

#[derive(Serialize)]
struct You {
    id: String,
    names: Vec<String>,
}

#[derive(Serialize)]
struct Note {
    table: i64,
    text: String,
}

#[derive(Serialize)]
struct Place {
    table: i64,
    channel: String,
}

/// A guild that bars the person.
#[derive(Serialize)]
struct KeptOut {
    guild: String,
    reason: String,
}

/// A moderation act of the person. The ids of everyone else in it are 0.
#[derive(Serialize)]
struct ExportedAct {
    guild: String,
    number: i64,
    at: String,
    what: Acting,
}

#[derive(Serialize)]
struct LookingFor {
    game: String,
    seats: u8,
    since: String,
    guild: String,
    direct_channel: String,
    name: String,
    pace: Option<crate::TimeControl>,
    company: crate::MatchPreference,
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
struct Counted {
    guild: String,
    channel: String,
    games: i64,
}

#[derive(Serialize)]
struct DirectMessages {
    channels: Vec<Place>,
    standing: Vec<Standing>,
    waiting_to_be_sent: i64,
}

#[derive(Serialize)]
struct Standing {
    table: i64,
    message: String,
}

/// Formats a time in ISO 8601.
fn format_time(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at.0)
        .unwrap_or_default()
        .to_string()
}

fn rating(title: &str, seats: i64, after_table: Option<i64>, rating: Rating) -> ExportedRating {
    ExportedRating {
        game: title.to_owned(),
        seats,
        after_table,
        points: rating_points(&rating),
        give_or_take: rating_margin(&rating),
        games_counted: rating.games,
    }
}

/// Collects what is stored about a person.
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
    /// Exports a person, whose current name is `name`. `about` is a sentence that explains the
    /// file.
    pub async fn export(&self, person: PersonId, called: &str, about: String) -> Result<Export> {
        let mut exported = Box::pin(self.collect_without_games(person, called, about)).await?;
        let used = to_pretty_json(&exported)?.len();
        let left = MAX_EXPORT_BYTES.saturating_sub(used);
        let found = Box::pin(self.game_exports.collect_games(person, left)).await?;
        (
            exported.games,
            exported.games_without_moves,
            exported.games_left_out,
        ) = (found.games, found.without_moves, found.left_out);
        let text = to_pretty_json(&exported)?;
        Ok(Export {
            text,
            without_moves: found.without_moves,
            left_out: found.left_out,
        })
    }

    async fn collect_without_games(
        &self,
        person: PersonId,
        called: &str,
        about: String,
    ) -> Result<Exported> {
        let store = &self.store;
        let mut names = store.erasure().names_of(person).await?;
        names.push(called.to_owned());
        names.sort();
        names.dedup();
        let mut tables = Vec::new();
        for table in self.tables.list_of_person(person).await? {
            tables.push(self.table_exports.export_table(table, person).await?);
        }
        let numbers = |games: Vec<crate::TableId>| games.into_iter().map(|game| game.0).collect();
        let notes = store.exports().notes_of(person).await?.into_iter();
        let looking_for = self
            .matchmaking
            .find(person)
            .await?
            .map(|seeker| LookingFor {
                game: seeker.title.name().to_owned(),
                seats: seeker.seats,
                since: format_time(seeker.since),
                guild: seeker.guild.0.to_string(),
                direct_channel: seeker.channel.0.to_string(),
                name: seeker.name,
                pace: seeker.pace,
                company: seeker.company,
            });
        let place = |(table, channel): (crate::TableId, crate::ChannelId)| Place {
            table: table.0,
            channel: channel.0.to_string(),
        };
        let ratings = store.ratings().list_of_person(person).await?.into_iter();
        let rated = store.exports().rated_games(person).await?.into_iter();
        let counted = store.exports().seen_games(person).await?.into_iter();
        Ok(Exported {
            about,
            made_at: format_time(self.clock.now()),
            you: You {
                id: person.0.to_string(),
                names,
            },
            settings: self.settings.person_settings(person).await?,
            tables,
            closed_tables: numbers(store.exports().closed_with(person).await?),
            opened_tables: numbers(store.exports().tables_opened_by(person).await?),
            notes: notes
                .map(|(table, text)| Note {
                    table: table.0,
                    text,
                })
                .collect(),
            looking_for,
            following: store
                .erasure()
                .watches_of(person)
                .await?
                .into_iter()
                .map(place)
                .collect(),
            contests: contests::export_contests(&self.store, person).await?,
            kept_out_of: self.kept_out_of(person).await?,
            as_moderator: self.acts_as_moderator(person).await?,
            ratings: ratings
                .map(|it| rating(&it.title, it.seats, None, it.rating))
                .collect(),
            rating_after_each_game: rated
                .map(|it| rating(&it.title, it.seats, Some(it.game.0), it.rating))
                .collect(),
            counted_in_statistics: counted
                .map(|it| Counted {
                    guild: it.guild.0.to_string(),
                    channel: it.channel.0.to_string(),
                    games: it.games,
                })
                .collect(),
            direct_messages: self.direct_messages(person).await?,
            games: Vec::new(),
            games_without_moves: 0,
            games_left_out: 0,
        })
    }

    async fn kept_out_of(&self, person: PersonId) -> Result<Vec<KeptOut>> {
        let mut found = Vec::new();
        for guild in self.store.exports().guilds_with(person).await? {
            let bar = self
                .settings
                .guild_settings(guild)
                .await?
                .barred
                .remove(&person);
            found.extend(bar.map(|bar| KeptOut {
                guild: guild.0.to_string(),
                reason: bar.reason,
            }));
        }
        Ok(found)
    }

    async fn acts_as_moderator(&self, person: PersonId) -> Result<Vec<ExportedAct>> {
        let mut found = Vec::new();
        for (guild, number, at, body) in self.store.exports().acts_of(person).await? {
            let what = Acting::read(guild, number, &body)?;
            let what = what.renamed(|other| if other == person { other } else { PersonId(0) });
            found.push(ExportedAct {
                guild: guild.0.to_string(),
                number,
                at: format_time(at),
                what,
            });
        }
        Ok(found)
    }

    async fn direct_messages(&self, person: PersonId) -> Result<DirectMessages> {
        let channels = self
            .store
            .exports()
            .own_channels_of(person)
            .await?
            .into_iter();
        let standing = self
            .store
            .exports()
            .standing_with(person)
            .await?
            .into_iter();
        Ok(DirectMessages {
            channels: channels
                .map(|(table, channel, _)| Place {
                    table: table.0,
                    channel: channel.0.to_string(),
                })
                .collect(),
            standing: standing
                .map(|(table, message)| Standing {
                    table: table.0,
                    message: message.0.to_string(),
                })
                .collect(),
            waiting_to_be_sent: self.store.exports().waiting_news_of(person).await?,
        })
    }
}

fn to_pretty_json(exported: &Exported) -> Result<String, InternalError> {
    serde_json::to_string_pretty(exported).map_err(|error| InternalError::Unwritable {
        what: "what is kept of somebody",
        error,
    })
}

/// Serializes a value exactly as it is stored.
fn to_raw_json<T: Serialize>(
    what: &'static str,
    it: &T,
) -> Result<Box<serde_json::value::RawValue>, InternalError> {
    let text = json(what, it)?;
    serde_json::value::RawValue::from_string(text)
        .map_err(|error| InternalError::Unwritable { what, error })
}
