//! Statistics of a person's games and of the games of a guild.
//!
//! The statistics of a person are for that person alone; others may only know their ratings.

use std::collections::BTreeMap;

use crate::core::game_summary::PieceCounts;
use crate::{ChannelId, GuildId, InternalError, PersonId, Table, TitleRating};
use lanai_rules::Title;
use lanai_store::{ActivePerson, BestGame, RatingPoint, SeatStats, Store, TakenPieces};

/// About how many ratings of later games a chart shows, besides all ratings of the first games.
const CHARTED_LATER_RATINGS: i64 = 60;
/// The number of latest games from which the favourite pieces are counted.
const FAVOURITE_GAMES: u32 = 1000;
const MAX_FAVOURITES: usize = 3;
/// How many people are considered for the list of active players.
const MAX_ACTIVE_PEOPLE: u32 = 40;

/// Results for one title and table size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TitleResults {
    pub title: Title,
    pub seats: i64,
    /// The results by seat, without seats that were never played.
    pub seat_stats: Vec<SeatStats>,
}

/// The pieces of a kind that a person took most often, with counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Favourites {
    pub title: Title,
    pub kind: String,
    pub pieces: Vec<(String, u64)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    pub results: Vec<TitleResults>,
    pub ratings: Vec<TitleRating>,
    pub rating_history: Vec<RatingPoint>,
    pub best: Vec<BestGame>,
    pub favourites: Vec<Favourites>,
    /// The number of games that ended with an agreed result, and how many of them were won.
    pub awarded: (i64, i64),
}

/// Statistics of the games of a guild that the reader may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildStats {
    pub results: Vec<TitleResults>,
    /// The people who played most games.
    pub active: Vec<ActivePerson>,
}

impl TitleResults {
    /// Returns the number of results, one for each seat of each game.
    pub fn result_count(&self) -> i64 {
        self.seat_stats.iter().map(|placed| placed.games).sum()
    }

    /// Returns the number of first places.
    pub fn wins(&self) -> i64 {
        self.seat_stats.iter().map(|placed| placed.won).sum()
    }

    pub fn total_points(&self) -> i64 {
        self.seat_stats.iter().map(|placed| placed.points).sum()
    }

    pub fn best_points(&self) -> i64 {
        self.seat_stats
            .iter()
            .map(|placed| placed.best)
            .max()
            .unwrap_or_default()
    }
}

impl Stats {
    /// Returns the average duration of a turn in seconds, or `None` if no turn is known.
    pub fn mean_turn_secs(&self) -> Option<i64> {
        let placed = || self.results.iter().flat_map(|results| &results.seat_stats);
        let turns: i64 = placed().map(|placed| placed.turns).sum();
        let seconds: i64 = placed().map(|placed| placed.seconds).sum();
        seconds.checked_div(turns)
    }
}

pub struct StatisticsLoader {
    pub(crate) store: Store,
}

impl StatisticsLoader {
    /// Loads the statistics of a person, for that person alone.
    pub async fn load_for_person(&self, person: PersonId) -> Result<Stats, InternalError> {
        // The queries run together, because a person may have played thousands of games.
        let (placed, ratings, rating_history, best, taken, awarded) = tokio::try_join!(
            self.store.stats().load_seat_stats(person),
            self.store.ratings().list_unfinished_for_person(person),
            self.store.stats().list_rating_history(
                person,
                crate::PROVISIONAL_GAMES,
                CHARTED_LATER_RATINGS
            ),
            self.store.stats().list_best_games(person),
            self.store
                .stats()
                .list_taken_pieces(person, FAVOURITE_GAMES),
            self.store.stats().count_awarded(person),
        )?;
        let favourites = count_favourites(&taken)?;
        Ok(Stats {
            results: group_by_title(placed),
            ratings,
            rating_history,
            best,
            favourites,
            awarded,
        })
    }

    /// Lists the channels whose members could see games of a guild.
    pub async fn list_audience_channels(
        &self,
        guild: GuildId,
    ) -> Result<Vec<ChannelId>, InternalError> {
        Ok(self.store.stats().list_audience_channels(guild).await?)
    }

    /// Loads the statistics of the games that were visible in these channels.
    pub async fn load_for_guild(
        &self,
        guild: GuildId,
        channels: &[ChannelId],
    ) -> Result<GuildStats, InternalError> {
        Ok(GuildStats {
            results: group_by_title(
                self.store
                    .stats()
                    .load_guild_seat_stats(guild, channels)
                    .await?,
            ),
            active: self
                .store
                .stats()
                .list_active_people(guild, channels, MAX_ACTIVE_PEOPLE)
                .await?,
        })
    }

    /// Records that the members of a channel can see a table.
    ///
    /// The table is in that channel or in an open thread of it.
    pub async fn record_audience_channel(
        &self,
        table: &Table,
        channel: ChannelId,
    ) -> Result<(), InternalError> {
        Ok(self
            .store
            .stats()
            .set_audience_channel(table.id, table.channel, channel)
            .await?)
    }
}

/// Groups results by title and table size; unknown titles are skipped.
fn group_by_title(placed: Vec<SeatStats>) -> Vec<TitleResults> {
    let mut groups: Vec<TitleResults> = Vec::new();
    for placed in placed {
        let Some(title) = Title::from_name(&placed.title) else {
            continue;
        };
        match groups
            .iter_mut()
            .find(|group| group.title == title && group.seats == placed.seats)
        {
            Some(group) => group.seat_stats.push(placed),
            None => groups.push(TitleResults {
                title,
                seats: placed.seats,
                seat_stats: vec![placed],
            }),
        }
    }
    groups
}

/// Returns the most frequent pieces of each kind.
fn count_favourites(games: &[TakenPieces]) -> Result<Vec<Favourites>, InternalError> {
    let mut counts: BTreeMap<(&str, String), BTreeMap<String, u64>> = BTreeMap::new();
    for game in games {
        let pieces: PieceCounts = serde_json::from_str(&game.taken)
            .map_err(|error| InternalError::unreadable(game.table_id, "what was taken", &error))?;
        for (kind, pieces) in pieces {
            let counts = counts.entry((&game.title, kind)).or_default();
            for (piece, count) in pieces {
                *counts.entry(piece).or_default() += count;
            }
        }
    }
    let mut favourites = Vec::new();
    for ((title, kind), counts) in counts {
        let Some(title) = Title::from_name(title) else {
            continue;
        };
        let mut pieces: Vec<(String, u64)> = counts.into_iter().collect();
        pieces.sort_by(|(piece, count), (other, other_count)| {
            other_count.cmp(count).then(piece.cmp(other))
        });
        pieces.truncate(MAX_FAVOURITES);
        favourites.push(Favourites {
            title,
            kind,
            pieces,
        });
    }
    Ok(favourites)
}
