//! What remains of games: how they ended, who played them, and how they are looked up.

use serde::Deserialize;

use super::stats::{Playing, count_for_hall, write_playing};
use super::transaction::Writing;
use super::{ChannelId, GameId, PersonId, ServerId, Store, StoreError, Timestamp};
use crate::store::home::{Home, soon};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// As the rules have it.
    Played,
    /// It was given up: by one of two, or by the last person.
    Resigned,
    /// All agreed to end it, without a result.
    Agreed,
    /// All agreed to end it, and on its result.
    Awarded,
    /// A moderator ended it, without a result.
    Stopped,
    /// A moderator ended it, with a result.
    Decided,
}

words!(Ending: Played = "played", Resigned = "resigned", Agreed = "agreed", Awarded = "awarded", Stopped = "stopped", Decided = "decided");

/// How somebody left a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftBy {
    /// They did not.
    #[default]
    Stayed,
    /// They gave it up.
    Resigned,
    /// They were gone, or silent for long.
    Replaced,
}

words!(LeftBy: Stayed = "stayed", Resigned = "resigned", Replaced = "replaced");

/// Who played a game, and how it came out for them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Participant {
    /// Where they sat, counted from 1.
    pub seat: i64,
    /// 0 for whoever sat there at the end; those who left the seat before count from 1.
    pub nth: i64,
    /// Who; nobody where a computer sat.
    pub person: Option<PersonId>,
    /// What they were called.
    pub name: String,
    /// Which computer player.
    pub mind: Option<String>,
    /// How they left, if they did.
    pub left_by: LeftBy,
    /// Their points, if the game was played to the end and they were there.
    pub points: Option<i64>,
    /// Their rank, if so, or if all agreed on it or a moderator decided it: 1 is first, and whoever is equal shares it.
    pub rank: Option<i64>,
}

/// How a game ended, and for whom how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// How.
    pub ending: Ending,
    /// When.
    pub at: Timestamp,
    /// Whether nobody else may look it up.
    pub closed: bool,
    /// Whether it was to count for ratings.
    pub rated: bool,
    /// Whoever sat there.
    pub players: Vec<Participant>,
    /// How they played, as far as the log was read.
    pub playing: Vec<Playing>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastGame {
    /// Its number.
    pub game: GameId,
    /// Which game.
    pub title: String,
    /// On which server; none if somebody learned alone.
    pub server: ServerId,
    /// Where the table was last.
    pub channel: ChannelId,
    /// How it ended.
    pub ending: Ending,
    /// When.
    pub ended_at: Timestamp,
    /// Whether only those who played it may look it up.
    pub closed: bool,
    /// Whoever played it, by seat.
    pub players: Vec<Participant>,
}

from_row!(PastGame: game = "game_id", title, server, channel, ending, ended_at, closed, players = json);

/// Whose games are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastOf {
    /// Those that a person played.
    Person(PersonId),
    /// Those that a person played on a server.
    PersonOn(PersonId, ServerId),
    /// Those that two persons played together.
    Pair(PersonId, PersonId),
    /// Those on a server.
    Server(ServerId),
}

/// Whoever played a game, as JSON.
macro_rules! players_of {
    (Sqlite) => {
        "(select json_group_array(json_object('seat', seat, 'nth', nth, 'person', person, 'name', name, 'mind', mind,
                                              'left_by', left_by, 'points', points, 'rank', rank)
                                  order by seat, nth)
          from participant where participant.game_id = result.game_id)"
    };
    (Postgres) => {
        "(select coalesce(json_agg(json_build_object('seat', seat, 'nth', nth, 'person', person, 'name', name,
                                                     'mind', mind, 'left_by', left_by, 'points', points,
                                                     'rank', rank)
                                   order by seat, nth), '[]')
          from participant where participant.game_id = result.game_id)"
    };
}

/// What is kept of each game that is over, and still there.
macro_rules! past_games {
    ($home:ident, $from:literal) => {
        concat!(
            "select result.game_id, result.title, result.server, game.channel, ending, ended_at, closed, ",
            players_of!($home),
            " as players from ",
            $from,
            " join game using (game_id) "
        )
    };
}

/// Games that are over, from those on that are older than a moment and a number, the newest first. Which they are is found
/// before anything of them is read: somebody may have played thousands.
macro_rules! past {
    ($home:ident, $where:literal) => {
        sqlx::query_as(concat!(
            "with page as (select game_id from result where ",
            $where,
            " and (ended_at, game_id) < ($2, $3) order by ended_at desc, game_id desc limit $4)
            ",
            past_games!($home, "page join result using (game_id)"),
            "order by ended_at desc, result.game_id desc"
        ))
    };
}

macro_rules! past_of {
    ($home:ident, $of:expr) => {
        match $of {
            PastOf::Person(person) => {
                past!($home, "game_id in (select game_id from participant where person = $1)").bind(person.0)
            }
            PastOf::PersonOn(person, _) => {
                past!($home, "game_id in (select game_id from participant where person = $1) and server = $5")
                    .bind(person.0)
            }
            PastOf::Pair(person, _) => past!(
                $home,
                "game_id in (select game_id from participant where person = $1
                                    intersect select game_id from participant where person = $5)"
            )
            .bind(person.0),
            PastOf::Server(server) => past!($home, "server = $1").bind(server.0),
        }
    };
}

impl Store {
    /// Games that are over, the newest first: so many, from those on that are older than this one.
    pub async fn past(
        &self,
        of: PastOf,
        (at, game): (Timestamp, GameId),
        most: u32,
    ) -> Result<Vec<PastGame>, StoreError> {
        macro_rules! bound {
            ($home:ident) => {{
                let past = past_of!($home, of).bind(at).bind(game).bind(i64::from(most));
                match of {
                    PastOf::Pair(_, other) => past.bind(other.0),
                    PastOf::PersonOn(_, server) => past.bind(server.0),
                    PastOf::Person(_) | PastOf::Server(_) => past,
                }
            }};
        }
        Ok(match &self.readers {
            Home::Sqlite(on) => bound!(Sqlite).fetch_all(on).await?,
            Home::Postgres(on) => soon(bound!(Postgres).fetch_all(on)).await?,
        })
    }

    /// Games that are over and of which nothing remains but the log.
    pub async fn without_result(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "select game_id from game where status = 'over' and snapshot is not null
               and not exists (select 1 from result where result.game_id = game.game_id) order by game_id";
        Ok(found!(&self.readers, fetch_all, sqlx::query_scalar(sql)))
    }

    /// Keeps what remains of a game, unless it is kept already.
    pub async fn keep_result(&self, game: GameId, result: &GameResult) -> Result<(), StoreError> {
        let mut writing = self.writing_to(game).await?;
        write_result(&mut writing, game, result).await?;
        writing.commit().await
    }

    /// What is kept of a game that is over.
    pub async fn result(&self, game: GameId) -> Result<Option<PastGame>, StoreError> {
        macro_rules! one {
            ($home:ident) => {
                sqlx::query_as(concat!(past_games!($home, "result"), "where result.game_id = $1")).bind(game)
            };
        }
        Ok(match &self.readers {
            Home::Sqlite(on) => one!(Sqlite).fetch_optional(on).await?,
            Home::Postgres(on) => soon(one!(Postgres).fetch_optional(on)).await?,
        })
    }
}

/// Writes how a game ended.
pub(super) async fn write_result(
    writing: &mut Writing<'_>,
    game: GameId,
    result: &GameResult,
) -> Result<(), StoreError> {
    let sql = "insert into result (game_id, title, server, seats, ending, ended_at, closed, rated, hall)
         select game_id, title, server, chairs, $2, $3, $4, $5, hall from game where game_id = $1
         on conflict (game_id) do nothing";
    let new = changed!(
        writing.on(),
        sqlx::query(sql)
            .bind(game)
            .bind(result.ending)
            .bind(result.at)
            .bind(result.closed)
            .bind(result.rated)
    );
    if new == 1 {
        for player in &result.players {
            write_participant(writing, game, player).await?;
        }
        write_playing(writing, game, &result.playing).await?;
        count_for_hall(writing, game).await?;
    }
    Ok(())
}

/// Writes who left a game before its end.
pub(super) async fn write_leaving(
    writing: &mut Writing<'_>,
    game: GameId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql = "select coalesce(max(nth), 0) + 1 from participant where game_id = $1 and seat = $2";
    let nth: i64 = found!(writing.on(), fetch_one, sqlx::query_scalar(sql).bind(game).bind(player.seat));
    write_participant(writing, game, &Participant { nth, ..player.clone() }).await
}

async fn write_participant(
    writing: &mut Writing<'_>,
    game: GameId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql = "insert into participant (game_id, seat, nth, person, name, mind, left_by, points, rank)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    changed!(
        writing.on(),
        sqlx::query(sql)
            .bind(game)
            .bind(player.seat)
            .bind(player.nth)
            .bind(player.person)
            .bind(&player.name)
            .bind(&player.mind)
            .bind(player.left_by)
            .bind(player.points)
            .bind(player.rank)
    );
    Ok(())
}
