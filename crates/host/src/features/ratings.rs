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
    MEAN, MIDDLE, MILLION, POINTS, PROVISIONAL_GAMES, RatingChange, is_provisional, on_scale,
    rating_points, rounded,
};
use crate::{GuildId, InternalError, News, PersonId, PolicyKind, Rating, Table};
use lanai_rules::Title;
use lanai_rules::figures::Asset;
use lanai_store::{
    Counted, Ending, LeftBy, Participant, PastGame, RankedPerson, RatedPerson, RatingOf, Store,
};

/// How many games among the same people count within a week.
const MAX_GAMES_A_WEEK: i64 = 3;
const WEEK_SECS: i64 = 7 * 24 * 60 * 60;
/// The uncertainty that each game adds, so that a rating follows players who improve however many
/// games they have played.
const RATING_DRIFT: f64 = 25.0 / 300.0;
/// The uncertainty of a computer as a part of that of a newcomer.
const COMPUTER_UNCERTAINTY: f64 = 0.1;
/// How often games are looked for without a notification: another process may have died with one.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// After losing this many races in a row to other processes, this one pauses.
const MAX_LOST_RACES: usize = 100;

/// The fixed ratings of computer players.
const ANCHORS: (Asset, &str) = (
    Asset("assets/ratings.toml"),
    include_str!("../../../../assets/ratings.toml"),
);
/// The length of a ranking.
const MAX_RANKED: u32 = 20;

pub struct Ratings {
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
}

impl Ratings {
    /// Rates games as they end, for ever.
    pub async fn run(&self) {
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
        let mut misses = 0;
        while let Some((past, seats)) = self.store.ratings().next_to_count().await? {
            let seen = self.store.ratings().counted().await?.unwrap_or_default();
            let counted = self.rate(&past, seats, seen).await?;
            if self.store.ratings().count_game(&counted).await? {
                misses = 0;
                self.notify.news.notify();
                continue;
            }
            // Another process was faster: look for the next game, but not without end.
            misses += 1;
            if misses == MAX_LOST_RACES {
                break;
            }
        }
        Ok(())
    }

    /// Computes how a game changes ratings.
    async fn rate(&self, past: &PastGame, seats: i64, seen: i64) -> Result<Counted, InternalError> {
        let nothing = Counted {
            game: past.game,
            seen,
            circle: None,
            after: Vec::new(),
            notice: None,
        };
        let Some(field) = field(past)? else {
            return Ok(nothing);
        };
        let circle = circle(&field);
        let lately = self
            .store
            .ratings()
            .counted_of(&circle, &past.title, past.ended_at - WEEK_SECS)
            .await?;
        if lately >= MAX_GAMES_A_WEEK {
            return Ok(nothing);
        }
        let mut before = Vec::with_capacity(field.len());
        for Entrant { who, .. } in &field {
            before.push(match who {
                Who::Person(person, _) => {
                    self.store
                        .ratings()
                        .find(&past.title, seats, *person)
                        .await?
                }
                Who::Computer(_) => None,
            });
        }
        let after = rated(&field, &before);
        let changes =
            field
                .iter()
                .zip(&before)
                .zip(&after)
                .filter_map(|((entrant, before), after)| {
                    let Who::Person(person, name) = &entrant.who else {
                        return None;
                    };
                    Some(RatingChange {
                        person: *person,
                        name: name.clone(),
                        before: before.as_ref().map(rating_points),
                        after: rating_points(after),
                        provisional: is_provisional(after),
                    })
                });
        let news = News::Rated {
            changes: changes.collect(),
        };
        let persons = field
            .iter()
            .zip(&after)
            .filter_map(|(entrant, rating)| match entrant.who {
                Who::Person(person, _) => Some(RatedPerson {
                    person,
                    rating: *rating,
                }),
                Who::Computer(_) => None,
            });
        let after = persons.collect();
        let notice = match self.store.tables().find(past.game).await? {
            Some(row) => Some(Table::read(row)?.word(news)?),
            None => None,
        };
        Ok(Counted {
            circle: Some(circle),
            after,
            notice,
            ..nothing
        })
    }

    pub async fn list_of_person(&self, person: PersonId) -> Result<Vec<RatingOf>, InternalError> {
        Ok(self.store.ratings().list_of_person(person).await?)
    }

    /// Lists the best players of a guild, except those with provisional ratings.
    pub async fn list_best_on(
        &self,
        guild: GuildId,
        title: Title,
        seats: i64,
    ) -> Result<Vec<RankedPerson>, InternalError> {
        Ok(self
            .store
            .ratings()
            .list_best_on(guild, title.name(), seats, PROVISIONAL_GAMES, MAX_RANKED)
            .await?)
    }
}

// --- Who is reckoned with ---

/// A player whose result counts, with their rank.
struct Entrant {
    who: Who,
    rank: usize,
}

enum Who {
    /// A person and their name at the table.
    Person(PersonId, String),
    /// A computer and its fixed rating.
    Computer(f64),
}

/// Returns the players whose results count, or `None` if the game is not rated.
///
/// Those count who sat there from the start. Players who left share the last rank, later
/// replacements are ignored, and so are computers if the result was agreed or decided. A game is
/// not rated if it ended without a result or leaves no one to compare.
fn field(past: &PastGame) -> Result<Option<Vec<Entrant>>, InternalError> {
    if matches!(past.ending, Ending::Agreed | Ending::Stopped) {
        return Ok(None);
    }
    let last = past.players.len();
    let came_later = |seat: i64| {
        past.players
            .iter()
            .any(|player| player.seat == seat && player.nth > 0)
    };
    let anchors: BTreeMap<String, BTreeMap<String, f64>> = ANCHORS.0.parse(ANCHORS.1)?;
    let computers = anchors.get(&past.title);
    let mut field = Vec::new();
    for player in &past.players {
        let first_there = player.nth == 1 || player.nth == 0 && !came_later(player.seat);
        let rank = match player.rank.and_then(|rank| usize::try_from(rank).ok()) {
            Some(rank) => rank,
            None if player.left_by != LeftBy::Stayed => last,
            // Those who stayed until the others resigned have won.
            None => 1,
        };
        let said = matches!(past.ending, Ending::Awarded | Ending::Decided);
        if first_there && (!said || player.person.is_some()) {
            let Some(who) = who(player, computers) else {
                return Ok(None);
            };
            field.push(Entrant { who, rank });
        }
    }
    // If all have left, no one has won.
    if field.iter().all(|entrant| entrant.rank == last) {
        return Ok(None);
    }
    let people = field
        .iter()
        .any(|entrant| matches!(entrant.who, Who::Person(..)));
    Ok((people && field.len() > 1).then_some(field))
}

/// Identifies a player; `None` if it is a computer of unknown strength.
fn who(player: &Participant, computers: Option<&BTreeMap<String, f64>>) -> Option<Who> {
    if let Some(person) = player.person {
        return Some(Who::Person(person, player.name.clone()));
    }
    let kind = player
        .mind
        .as_deref()
        .and_then(PolicyKind::from_name)
        .unwrap_or_default();
    let points = computers?.get(kind.name())?;
    Some(Who::Computer(MEAN + (points - MIDDLE) / POINTS))
}

/// Returns a key for the set of people: their ids in order.
fn circle(field: &[Entrant]) -> String {
    let mut people: Vec<i64> = field
        .iter()
        .filter_map(|entrant| match entrant.who {
            Who::Person(PersonId(number), _) => Some(number),
            Who::Computer(_) => None,
        })
        .collect();
    people.sort_unstable();
    people
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

// --- How ratings are reckoned ---

/// Returns the ratings after a game. Those of computers never change.
fn rated(field: &[Entrant], known: &[Option<Rating>]) -> Vec<Rating> {
    let usual = WengLinRating::new();
    let before: Vec<[WengLinRating; 1]> = field
        .iter()
        .zip(known)
        .map(|(entrant, known)| {
            [match (&entrant.who, known) {
                (Who::Computer(mean), _) => WengLinRating {
                    rating: *mean,
                    uncertainty: usual.uncertainty * COMPUTER_UNCERTAINTY,
                },
                (Who::Person(..), None) => usual,
                (Who::Person(..), Some(known)) => WengLinRating {
                    rating: on_scale(known.mean),
                    uncertainty: on_scale(known.spread)
                        .hypot(RATING_DRIFT)
                        .min(usual.uncertainty),
                },
            }]
        })
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
        .iter()
        .zip(field)
        .map(|(team, entrant)| (team.as_slice(), MultiTeamOutcome::new(entrant.rank)))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let games = known
        .iter()
        .map(|known| known.map_or(0, |known| known.games) + 1);
    after
        .iter()
        .flatten()
        .zip(games)
        .map(|(rating, games)| kept(rating, games))
        .collect()
}

fn kept(rating: &WengLinRating, games: i64) -> Rating {
    Rating {
        mean: rounded(rating.rating * MILLION),
        spread: rounded(rating.uncertainty * MILLION),
        games,
    }
}
