//! Statistics: how somebody's games came out and how their ratings moved, and how the games of a server came out, of those
//! that somebody may see. Everything of a person is for them alone; what others may know is their ratings.

use std::collections::BTreeMap;

use crate::core::game_summary::Pieces;
use crate::{ChannelId, GuildId, InternalError, PersonId, RatingOf, Table, TableId};
use lanai_rules::Title;
use lanai_store::{ActivePerson, BestGame, Placed, RatedThen, Store};

/// Of ratings, the first games are all told, and of the others about so many.
const TOLD: (i64, i64) = (crate::SETTLED, 60);
/// Favourites are those of so many games, the last.
const LATELY: u32 = 1000;
/// Of each kind, so many favourites are told.
const FAVOURITES: usize = 3;
/// So many people are looked through for those who may be named.
const ACTIVE: u32 = 40;

/// How games of one title came out at tables of so many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    pub title: Title,
    /// At tables of how many.
    pub seats: i64,
    /// By seat, as far as somebody had it.
    pub placed: Vec<Placed>,
}

/// The pieces of a kind that somebody took most often, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Favourites {
    pub title: Title,
    pub kind: String,
    /// The most often taken first.
    pub pieces: Vec<(String, u64)>,
}

/// Everything about somebody's games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    pub balances: Vec<Balance>,
    pub ratings: Vec<RatingOf>,
    pub course: Vec<RatedThen>,
    /// The best game of each title.
    pub best: Vec<BestGame>,
    pub favourites: Vec<Favourites>,
    /// How many more games ended with a result on which all agreed, and in how many they were first.
    pub awarded: (i64, i64),
}

/// Everything about the games of a server that somebody may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildStats {
    pub balances: Vec<Balance>,
    /// Who played most of them.
    pub active: Vec<ActivePerson>,
}

impl Balance {
    fn sum(&self, of: impl Fn(&Placed) -> i64) -> i64 {
        self.placed.iter().map(of).sum()
    }

    /// How many results there are: one for each seat.
    pub fn results(&self) -> i64 {
        self.sum(|placed| placed.games)
    }

    /// How many of them were first.
    pub fn won(&self) -> i64 {
        self.sum(|placed| placed.won)
    }

    /// All points together.
    pub fn points(&self) -> i64 {
        self.sum(|placed| placed.points)
    }

    /// The most points in one game.
    pub fn best(&self) -> i64 {
        self.placed
            .iter()
            .map(|placed| placed.best)
            .max()
            .unwrap_or_default()
    }
}

impl Stats {
    /// How many seconds a turn took them on average; nothing if no turn is known.
    pub fn pace(&self) -> Option<i64> {
        let sum = |of: fn(&Balance) -> i64| self.balances.iter().map(of).sum::<i64>();
        let turns = sum(|balance| balance.sum(|placed| placed.turns));
        sum(|balance| balance.sum(|placed| placed.seconds)).checked_div(turns)
    }
}

/// Statistics of people and servers.
pub struct Statistics {
    pub(crate) store: Store,
}

impl Statistics {
    /// Everything about somebody's games: for them alone.
    pub async fn of_person(&self, person: PersonId) -> Result<Stats, InternalError> {
        // All at once: somebody may have played thousands of games.
        let (placed, ratings, course, best, taken, awarded) = tokio::try_join!(
            self.store.stats().placed(person),
            self.store.ratings().list_of_person(person),
            self.store.stats().rated_then(person, TOLD),
            self.store.stats().best_games(person),
            self.store.stats().taken(person, LATELY),
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

    /// The channels whose people saw games of a server.
    pub async fn halls_of(&self, guild: GuildId) -> Result<Vec<ChannelId>, InternalError> {
        Ok(self.store.stats().halls_of(guild).await?)
    }

    /// Everything about the games of a server that were seen in these channels, and not closed to those who see them.
    pub async fn of_guild(
        &self,
        guild: GuildId,
        halls: &[ChannelId],
    ) -> Result<GuildStats, InternalError> {
        Ok(GuildStats {
            balances: balances(self.store.stats().placed_on(guild, halls).await?),
            active: self.store.stats().active_on(guild, halls, ACTIVE).await?,
        })
    }

    /// The people of a channel see a table: it stands there, or in a thread of it that is open to all of them.
    pub async fn stands_in(&self, table: &Table, hall: ChannelId) -> Result<(), InternalError> {
        Ok(self
            .store
            .stats()
            .keep_hall(table.game, table.channel, hall)
            .await?)
    }
}

/// By title and number of seats; nothing of a game that is none of ours.
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

/// What was taken most, of each kind.
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
        pieces.truncate(FAVOURITES);
        Some(Favourites {
            title: Title::named(title)?,
            kind,
            pieces,
        })
    };
    Ok(all.into_iter().filter_map(most).collect())
}
