//! Statistics of a person's games and of the games of a guild.
//!
//! Those of a person are for that person alone; others may only know their ratings.

use std::collections::BTreeMap;

use crate::core::game_summary::Pieces;
use crate::{ChannelId, GuildId, InternalError, PersonId, RatingOf, Table, TableId};
use lanai_rules::Title;
use lanai_store::{ActivePerson, BestGame, Placed, RatedThen, Store};

/// A chart of ratings shows all of the first games and about this many of the later ones.
const CHARTED_RATINGS: (i64, i64) = (crate::PROVISIONAL_GAMES, 60);
/// How many of the latest games decide what the favourite pieces are.
const FAVOURITE_GAMES: u32 = 1000;
const MAX_FAVOURITES: usize = 3;
/// How many people are considered for the list of active players.
const MAX_ACTIVE_PEOPLE: u32 = 40;

/// Results for one title and table size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    pub title: Title,
    pub seats: i64,
    /// Results by seat, without seats that were never taken.
    pub placed: Vec<Placed>,
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
    pub balances: Vec<Balance>,
    pub ratings: Vec<RatingOf>,
    pub course: Vec<RatedThen>,
    pub best: Vec<BestGame>,
    pub favourites: Vec<Favourites>,
    /// The number of games that ended with an agreed result, and how many of them were won.
    pub awarded: (i64, i64),
}

/// Statistics of the games of a guild that the reader may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildStats {
    pub balances: Vec<Balance>,
    /// The people who played most games.
    pub active: Vec<ActivePerson>,
}

impl Balance {
    fn sum(&self, of: impl Fn(&Placed) -> i64) -> i64 {
        self.placed.iter().map(of).sum()
    }

    /// The number of results, one for each seat of each game.
    pub fn results(&self) -> i64 {
        self.sum(|placed| placed.games)
    }

    /// The number of first places.
    pub fn won(&self) -> i64 {
        self.sum(|placed| placed.won)
    }

    pub fn points(&self) -> i64 {
        self.sum(|placed| placed.points)
    }

    pub fn best(&self) -> i64 {
        self.placed
            .iter()
            .map(|placed| placed.best)
            .max()
            .unwrap_or_default()
    }
}

impl Stats {
    /// The average duration of a turn in seconds, or `None` if no turn is known.
    pub fn pace(&self) -> Option<i64> {
        let sum = |of: fn(&Balance) -> i64| self.balances.iter().map(of).sum::<i64>();
        let turns = sum(|balance| balance.sum(|placed| placed.turns));
        sum(|balance| balance.sum(|placed| placed.seconds)).checked_div(turns)
    }
}

/// Loads statistics of people and guilds.
pub struct Statistics {
    pub(crate) store: Store,
}

impl Statistics {
    /// Loads the statistics of a person, for that person alone.
    pub async fn of_person(&self, person: PersonId) -> Result<Stats, InternalError> {
        // The queries run together, because a person may have played thousands of games.
        let (placed, ratings, course, best, taken, awarded) = tokio::try_join!(
            self.store.stats().placed(person),
            self.store.ratings().list_of_person(person),
            self.store.stats().rated_then(person, CHARTED_RATINGS),
            self.store.stats().best_games(person),
            self.store.stats().taken(person, FAVOURITE_GAMES),
            self.store.stats().awarded(person),
        )?;
        let favourites = favourites(&taken)?;
        Ok(Stats {
            balances: balances(placed),
            ratings,
            course,
            best,
            favourites,
            awarded,
        })
    }

    /// Lists the channels whose members could see games of a guild.
    pub async fn halls_of(&self, guild: GuildId) -> Result<Vec<ChannelId>, InternalError> {
        Ok(self.store.stats().halls_of(guild).await?)
    }

    /// Loads the statistics of the games that were visible in these channels.
    pub async fn of_guild(
        &self,
        guild: GuildId,
        halls: &[ChannelId],
    ) -> Result<GuildStats, InternalError> {
        Ok(GuildStats {
            balances: balances(self.store.stats().placed_on(guild, halls).await?),
            active: self
                .store
                .stats()
                .active_on(guild, halls, MAX_ACTIVE_PEOPLE)
                .await?,
        })
    }

    /// Records that the members of a channel can see a table, which is in that channel or in an
    /// open thread of it.
    pub async fn stands_in(&self, table: &Table, hall: ChannelId) -> Result<(), InternalError> {
        Ok(self
            .store
            .stats()
            .keep_hall(table.game, table.channel, hall)
            .await?)
    }
}

/// Groups results by title and table size; unknown titles are skipped.
fn balances(placed: Vec<Placed>) -> Vec<Balance> {
    let mut balances: Vec<Balance> = Vec::new();
    for placed in placed {
        let Some(title) = Title::named(&placed.title) else {
            continue;
        };
        match balances
            .iter_mut()
            .find(|balance| balance.title == title && balance.seats == placed.seats)
        {
            Some(balance) => balance.placed.push(placed),
            None => balances.push(Balance {
                title,
                seats: placed.seats,
                placed: vec![placed],
            }),
        }
    }
    balances
}

/// Returns the most frequent pieces of each kind.
fn favourites(taken: &[(TableId, String, String)]) -> Result<Vec<Favourites>, InternalError> {
    let mut all: BTreeMap<(&str, String), BTreeMap<String, u64>> = BTreeMap::new();
    for (game, title, taken) in taken {
        let unreadable = |error| InternalError::unreadable(*game, "what was taken", &error);
        let pieces: Pieces = serde_json::from_str(taken).map_err(unreadable)?;
        for (kind, pieces) in pieces {
            let sums = all.entry((title, kind)).or_default();
            for (piece, times) in pieces {
                *sums.entry(piece).or_default() += times;
            }
        }
    }
    let most = |((title, kind), sums): ((&str, String), BTreeMap<String, u64>)| {
        let mut pieces: Vec<(String, u64)> = sums.into_iter().collect();
        pieces.sort_by(|(one, often), (other, as_often)| as_often.cmp(often).then(one.cmp(other)));
        pieces.truncate(MAX_FAVOURITES);
        Some(Favourites {
            title: Title::named(title)?,
            kind,
            pieces,
        })
    };
    Ok(all.into_iter().filter_map(most).collect())
}
