//! Rates finished games, by title and table size.
//!
//! Each rated game is counted once, in the order in which games ended and from its result alone, so
//! that rating all of them again gives the same ratings. The method is that of Weng and Lin for
//! more than two players; see docs/ratings.md.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use crate::model::rating::{
    INTERNAL_MEAN, MEAN_POINTS, MILLIONTHS_PER_UNIT, POINTS_PER_UNIT, PROVISIONAL_GAMES,
    RatingChange, is_provisional, rating_points, round, to_internal_scale,
};
use crate::model::results::{self, Finish};
use crate::{GuildId, InternalError, News, PersonId, PolicyKind, Rating, Table};
use lanai_rules::Title;
use lanai_rules::figures::Asset;
use lanai_store::{
    Participant, PastGame, RankedPerson, RatedPerson, RatingUpdate, Store, TitleRating,
};

/// How many games of one title among the same people count within a week.
const MAX_GAMES_A_WEEK: i64 = 3;
const WEEK_SECS: i64 = 7 * 24 * 60 * 60;
/// The uncertainty that each game adds, so that the ratings of frequent players still follow their
/// strength.
const RATING_DRIFT: f64 = 25.0 / 300.0;
/// The uncertainty of a computer's rating, as a fraction of a newcomer's.
const COMPUTER_UNCERTAINTY: f64 = 0.1;
/// How often games are looked for without a notification, which may be lost with a process.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// After losing this many races in a row to other processes, this process pauses.
const MAX_LOST_RACES: usize = 100;

/// The fixed ratings of computer players.
const COMPUTER_RATINGS: (Asset, &str) = (
    Asset("assets/ratings.toml"),
    include_str!("../../../../assets/ratings.toml"),
);
/// The length of the list of best players.
const MAX_RANKED: u32 = 20;

pub struct Ratings {
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
}

impl Ratings {
    /// Rates games as they end; never returns.
    pub async fn run_forever(&self) {
        loop {
            if let Err(trouble) = self.rate_games().await {
                tracing::error!(%trouble, "games cannot be counted");
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = self.notify.results.notified() => {}
            }
        }
    }

    /// Rates all finished games that are to be rated.
    pub async fn rate_games(&self) -> Result<(), InternalError> {
        let mut lost_races = 0;
        while let Some((past, seats)) = self.store.ratings().find_next_unrated_game().await? {
            let seen = self
                .store
                .ratings()
                .count_rated()
                .await?
                .unwrap_or_default();
            let counted = self.compute_changes(&past, seats, seen).await?;
            if self.store.ratings().record_rating_update(&counted).await? {
                lost_races = 0;
                self.notify.news.notify();
                continue;
            }
            // Another process was faster. Look for the next game, but not in an endless loop.
            lost_races += 1;
            if lost_races == MAX_LOST_RACES {
                break;
            }
        }
        Ok(())
    }

    /// Computes how a game changes ratings.
    async fn compute_changes(
        &self,
        past: &PastGame,
        seats: i64,
        seen: i64,
    ) -> Result<RatingUpdate, InternalError> {
        let uncounted = RatingUpdate {
            table_id: past.table_id,
            rated_before: seen,
            player_set: None,
            ratings: Vec::new(),
            notice: None,
        };
        let Some(entrants) = find_rated_entrants(past)? else {
            return Ok(uncounted);
        };
        let player_set = player_set_key(&entrants);
        let recent_games = self
            .store
            .ratings()
            .count_rated_of_player_set(&player_set, &past.title, past.ended_at - WEEK_SECS)
            .await?;
        if recent_games >= MAX_GAMES_A_WEEK {
            return Ok(uncounted);
        }
        let mut before = Vec::with_capacity(entrants.len());
        for RatedEntrant { competitor, .. } in &entrants {
            before.push(match competitor {
                Competitor::Person(person, _) => {
                    self.store
                        .ratings()
                        .find(&past.title, seats, *person)
                        .await?
                }
                Competitor::Computer(_) => None,
            });
        }
        let after = compute_ratings(&entrants, &before);
        let mut changes = Vec::new();
        let mut rated = Vec::new();
        for ((entrant, before), rating) in entrants.iter().zip(&before).zip(after) {
            if let Competitor::Person(person, name) = &entrant.competitor {
                changes.push(RatingChange {
                    person: *person,
                    name: name.clone(),
                    before: before.as_ref().map(rating_points),
                    after: rating_points(&rating),
                    provisional: is_provisional(&rating),
                });
                rated.push(RatedPerson {
                    person: *person,
                    rating,
                });
            }
        }
        let news = News::Rated { changes };
        let notice = match self.store.tables().find(past.table_id).await? {
            Some(row) => Some(Table::from_row(row)?.notice_without_change(news)?),
            None => None,
        };
        Ok(RatingUpdate {
            player_set: Some(player_set),
            ratings: rated,
            notice,
            ..uncounted
        })
    }

    pub async fn list_unfinished_for_person(
        &self,
        person: PersonId,
    ) -> Result<Vec<TitleRating>, InternalError> {
        Ok(self
            .store
            .ratings()
            .list_unfinished_for_person(person)
            .await?)
    }

    /// Lists the best players of a guild, except those with provisional ratings.
    pub async fn list_best_in_guild(
        &self,
        guild: GuildId,
        title: Title,
        seats: i64,
    ) -> Result<Vec<RankedPerson>, InternalError> {
        Ok(self
            .store
            .ratings()
            .list_best_in_guild(guild, title.name(), seats, PROVISIONAL_GAMES, MAX_RANKED)
            .await?)
    }
}

// --- Who is rated ---

/// A player whose result counts, with their rank.
struct RatedEntrant {
    competitor: Competitor,
    rank: usize,
}

enum Competitor {
    /// A person and their name at the table.
    Person(PersonId, String),
    /// A computer and its fixed rating.
    Computer(f64),
}

/// Returns the players whose results count, or `None` if the game is not rated.
///
/// Only players who had a seat from the start count (see [`results`]); those who left share the
/// last rank. A game is not rated if it ended without a result, if all players left, if fewer than
/// two players or only computers count, or if the strength of a computer is unknown.
fn find_rated_entrants(past: &PastGame) -> Result<Option<Vec<RatedEntrant>>, InternalError> {
    if !results::has_result(past) {
        return Ok(None);
    }
    let computer_ratings: BTreeMap<String, BTreeMap<String, f64>> =
        COMPUTER_RATINGS.0.parse(COMPUTER_RATINGS.1)?;
    let computers = computer_ratings.get(&past.title);
    let last = past.players.len();
    let mut entrants = Vec::new();
    for player in results::starting_players(past) {
        let Some(finish) = results::find_finish(past, player) else {
            continue;
        };
        let Some(competitor) = identify_competitor(player, computers) else {
            return Ok(None);
        };
        let rank = match finish {
            Finish::Ranked(rank) => usize::try_from(rank).unwrap_or(last),
            Finish::Left => last,
        };
        entrants.push(RatedEntrant { competitor, rank });
    }
    // If all players have left, no one has won.
    if entrants.iter().all(|entrant| entrant.rank == last) {
        return Ok(None);
    }
    let has_people = entrants
        .iter()
        .any(|entrant| matches!(entrant.competitor, Competitor::Person(..)));
    Ok((has_people && entrants.len() > 1).then_some(entrants))
}

/// Identifies a player; `None` if it is a computer of unknown strength.
fn identify_competitor(
    player: &Participant,
    computers: Option<&BTreeMap<String, f64>>,
) -> Option<Competitor> {
    if let Some(person) = player.person {
        return Some(Competitor::Person(person, player.name.clone()));
    }
    let kind = player
        .policy
        .as_deref()
        .and_then(PolicyKind::from_name)
        .unwrap_or_default();
    let points = computers?.get(kind.name())?;
    Some(Competitor::Computer(
        INTERNAL_MEAN + (points - MEAN_POINTS) / POINTS_PER_UNIT,
    ))
}

/// Returns a key that identifies the people of a game: their ids in order.
fn player_set_key(entrants: &[RatedEntrant]) -> String {
    let mut people: Vec<i64> = entrants
        .iter()
        .filter_map(|entrant| match entrant.competitor {
            Competitor::Person(PersonId(number), _) => Some(number),
            Competitor::Computer(_) => None,
        })
        .collect();
    people.sort_unstable();
    let ids: Vec<String> = people.iter().map(i64::to_string).collect();
    ids.join(" ")
}

// --- How ratings are computed ---

/// Returns the rating of each entrant after a game, in the order of `entrants`.
///
/// The caller ignores those of computers, whose ratings are fixed.
fn compute_ratings(entrants: &[RatedEntrant], stored: &[Option<Rating>]) -> Vec<Rating> {
    let newcomer = WengLinRating::new();
    let mut teams = Vec::with_capacity(entrants.len());
    for (entrant, stored) in entrants.iter().zip(stored) {
        let rating = match (&entrant.competitor, stored) {
            (Competitor::Computer(mean), _) => WengLinRating {
                rating: *mean,
                uncertainty: newcomer.uncertainty * COMPUTER_UNCERTAINTY,
            },
            (Competitor::Person(..), None) => newcomer,
            (Competitor::Person(..), Some(stored)) => WengLinRating {
                rating: to_internal_scale(stored.mean),
                uncertainty: to_internal_scale(stored.spread)
                    .hypot(RATING_DRIFT)
                    .min(newcomer.uncertainty),
            },
        };
        teams.push(([rating], MultiTeamOutcome::new(entrant.rank)));
    }
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .map(|(team, outcome)| (team.as_slice(), *outcome))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let mut ratings = Vec::with_capacity(entrants.len());
    for (rating, stored) in after.iter().flatten().zip(stored) {
        ratings.push(Rating {
            mean: round(rating.rating * MILLIONTHS_PER_UNIT),
            spread: round(rating.uncertainty * MILLIONTHS_PER_UNIT),
            games: stored.map_or(0, |stored| stored.games) + 1,
        });
    }
    ratings
}
