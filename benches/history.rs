//! Lookups of finished games, ratings and leaderboards among a hundred thousand games, on SQLite
//! and PostgreSQL. One person played every tenth game.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::time::Instant;

use lanai_host::Host;
use lanai_store::{
    Address, GuildId, PastGamePosition, PastGamesFilter, PersonId, Store, TableId, Timestamp,
};
use lanai_testing::homes::{Database, Server};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

const GAMES: i64 = 100_000;
const PERSONS: i64 = 2000;
const RUNS_PER_FIGURE: usize = 50;
/// No game ended after this time.
const LATEST: PastGamePosition = PastGamePosition {
    ended_at: Timestamp(i64::MAX),
    table_id: TableId(i64::MAX),
};

/// Statements that create the games: four players on ten guilds, one game a minute. Person 1 plays
/// every tenth.
const FILLED: [&str; 10] = [
    "insert into game_table (title, guild, channel, owner, status, language, seat_count, options, secret, opened_at, changed_at)
     with recursive more (n) as (select 1 union all select n + 1 from more where n < $1)
     select 'hawaii', 1 + n % 10, n, 1, 'over', 'en', 4, '{}', '', n * 60, n * 60 from more where $2 > 0",
    "insert into result (table_id, title, guild, seats, ending, ended_at, rated)
     select table_id, title, guild, seat_count, 'played', changed_at, true from game_table where $1 > 0 and $2 > 0",
    "insert into participant (table_id, seat, holder_number, person, name, points, rank, turns, seconds, taken)
     with recursive seat (seat) as (select 1 union all select seat + 1 from seat where seat < 4)
     select table_id, seat, 0, case when seat = 1 and table_id % 10 = 0 then 1
                                   else 2 + (table_id * 7919 + seat * 104729) % $2 end, 'somebody', 130 - seat, seat,
            20, 7200,
            '{\"god\":{\"kane\":1,\"laka\":1,\"pele\":2},\"tile\":{\"banana\":1,\"boat\":2,\"exchange-hut\":1,\"foot-hut\":2,\"hula\":1,\"irrigation\":2,\"kahuna\":3,\"long-hut\":1,\"shell-hut\":3,\"spear-hut\":1,\"surfer\":2,\"tiki\":4}}'
     from game_table, seat where $1 > 0",
    "insert into rating (title, seats, person, mean, spread, games)
     select 'hawaii', 4, person, 20000000 + person * 1000, 2000000, count(*) from participant
     where person is not null and $1 > 0 and $2 > 0 group by person",
    "insert into guild_rated_person (guild, title, seats, person)
     select distinct guild, 'hawaii', 4, person from participant join result using (table_id)
     where person is not null and $1 > 0 and $2 > 0",
    "update result set rating_order = table_id, player_set = '1 2 3 4' where table_id < $1 and $2 > 0",
    "update result set audience_channel = table_id % 30 where $1 > 0 and $2 > 0",
    "insert into seat_total (guild, audience_channel, title, seats, seat, games, won, points, best)
     select guild, audience_channel, title, seats, seat, count(*), count(case when rank = 1 then 1 end), sum(points), max(points)
     from participant join result using (table_id) where $1 > 0 and $2 > 0
     group by guild, audience_channel, title, seats, seat",
    "insert into member_total (guild, audience_channel, person, games, latest)
     select guild, audience_channel, person, count(*), max(table_id) from participant join result using (table_id)
     where person is not null and $1 > 0 and $2 > 0 group by guild, audience_channel, person",
    "insert into rating_history (table_id, person, mean, spread, games)
     select table_id, person, 20000000 + table_id, 2000000,
            row_number() over (partition by person order by table_id)
     from participant where person is not null and table_id > 0 and $1 > 0 and $2 > 0
     on conflict do nothing",
];

async fn fill(address: &Address) {
    match address {
        Address::File(path) => {
            let mut on = SqliteConnection::connect(path.to_str().unwrap())
                .await
                .unwrap();
            for sql in FILLED {
                sqlx::query(sql)
                    .bind(GAMES)
                    .bind(PERSONS)
                    .execute(&mut on)
                    .await
                    .unwrap();
            }
            sqlx::query("analyze").execute(&mut on).await.unwrap();
            on.close().await.unwrap();
        }
        Address::Server(address) => {
            let mut on = PgConnection::connect(address).await.unwrap();
            for sql in FILLED {
                sqlx::query(sql)
                    .bind(GAMES)
                    .bind(PERSONS)
                    .execute(&mut on)
                    .await
                    .unwrap();
            }
            sqlx::query("vacuum analyze")
                .execute(&mut on)
                .await
                .unwrap();
            on.close().await.unwrap();
        }
    }
}

/// Prints the median and the maximum duration in milliseconds.
async fn print_times<T>(home: &str, description: &str, work: impl AsyncFn() -> T) {
    let mut took = Vec::with_capacity(RUNS_PER_FIGURE);
    for _ in 0..RUNS_PER_FIGURE {
        let began = Instant::now();
        work().await;
        took.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    took.sort_by(f64::total_cmp);
    println!(
        "{home:<11}{description:<36}{:>8.2}{:>8.2}",
        took[RUNS_PER_FIGURE / 2],
        took.last().expect("it was timed")
    );
}

async fn measure(home: &str, database: Database) {
    let store: Store = database.open_store().await;
    fill(&database.address()).await;
    let (often, seldom) = (PersonId(1), PersonId(77));
    let past = async |of, before| store.results().list(of, before, 40).await.unwrap();
    print_times(home, "history of a frequent player", async || {
        past(PastGamesFilter::Person(often), LATEST).await
    })
    .await;
    let middle = PastGamePosition {
        ended_at: Timestamp(GAMES / 2 * 60),
        table_id: TableId(GAMES / 2),
    };
    print_times(home, "the same from the middle on", async || {
        past(PastGamesFilter::Person(often), middle).await
    })
    .await;
    print_times(home, "history of a rare player", async || {
        past(PastGamesFilter::Person(seldom), LATEST).await
    })
    .await;
    print_times(home, "history of a pair", async || {
        past(PastGamesFilter::Pair(often, seldom), LATEST).await
    })
    .await;
    print_times(home, "history of a server", async || {
        past(PastGamesFilter::Guild(GuildId(3)), LATEST).await
    })
    .await;
    print_times(home, "the same from the middle on", async || {
        past(PastGamesFilter::Guild(GuildId(3)), middle).await
    })
    .await;
    let host = Host::new(store.clone());
    print_times(home, "stats of a frequent player", async || {
        host.statistics.load_for_person(often).await.unwrap()
    })
    .await;
    print_times(home, "stats of a rare player", async || {
        host.statistics.load_for_person(seldom).await.unwrap()
    })
    .await;
    print_times(home, "stats of a server", async || {
        let halls = host
            .statistics
            .list_audience_channels(GuildId(3))
            .await
            .unwrap();
        host.statistics
            .load_for_guild(GuildId(3), &halls)
            .await
            .unwrap()
    })
    .await;
    print_times(home, "leaderboard of a server", async || {
        store
            .ratings()
            .list_best_in_guild(GuildId(3), "hawaii", 4, 10, 20)
            .await
            .unwrap()
    })
    .await;
    print_times(home, "the next game to be counted", async || {
        store.ratings().find_next_unrated_game().await.unwrap()
    })
    .await;
    store.close().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        println!("{:<47}{:>8}{:>8}", format!("{GAMES} games"), "ms", "most");
        measure("SQLite", Database::create_file()).await;
        let Some(server) = Server::start_own() else {
            return;
        };
        measure("PostgreSQL", server.create_database().await).await;
    });
}
