//! How fast a backlog is told: the bot was away, and comes back to many news in many channels, on a line on which each answer
//! takes a while. It tells messages a second, beside those that it may post.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

#[path = "evening/costs.rs"]
mod costs;
#[expect(dead_code, reason = "tests do more with a server")]
#[path = "../tests/all/homes.rs"]
mod homes;
#[expect(dead_code, reason = "an evening does more in it")]
#[path = "evening/house.rs"]
mod house;
#[expect(dead_code, reason = "tests ask how long they should be")]
#[path = "../tests/all/outside.rs"]
mod outside;
#[expect(dead_code, reason = "without pictures there are no pieces to wait for")]
#[path = "shared/people.rs"]
mod people;

use std::time::{Duration, Instant};

use homes::Database;
use house::House;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

/// News of each of the 240 tables.
const EACH: i64 = 8;
/// How long an answer takes, and how many may be posted a second.
const LINES: [(u64, u32); 4] = [(0, 45), (250, 45), (600, 45), (250, 1000)];

async fn backlog(house: &House) {
    let lanai::store::Address::File(file) = house.address() else { return };
    let mut filler = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    // Somebody was silent for long: of all news, those that always have something to tell.
    let sql = "insert into notice (game_id, channel, body, due_at)
         with recursive more (n) as (select 1 union all select n + 1 from more where n < $1)
         select game_id, channel, json_object('revision', 0, 'news', json_object('silent', json_object('seat', 1))), 0
         from game, more order by n, game_id";
    sqlx::query(sql).bind(EACH).execute(&mut filler).await.unwrap();
    filler.close().await.unwrap();
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut house = House::open(Database::file()).await;
    house.programs_come(1, Duration::ZERO).await;
    let tables = i64::try_from(house.open_tables().await.len()).unwrap();
    house.all_told().await;
    house.programs_go().await;
    for (answers_in, posts) in LINES {
        backlog(&house).await;
        if answers_in > 0 {
            let slow = json!({
                "kind": "slow", "ms": answers_in, "times": 1_000_000, "method": "POST", "path_contains": "/messages",
            });
            house.people.post("trouble", slow).await;
        }
        house.posts_per_second = posts;
        let began = Instant::now();
        house.programs_come(1, Duration::ZERO).await;
        let there = began.elapsed();
        house.all_told().await;
        let took = began.elapsed().as_secs_f64() - there.as_secs_f64();
        house.programs_go().await;
        let trouble = format!("{}/people/v1/trouble", house.people.base);
        reqwest::Client::new().delete(trouble).send().await.unwrap();
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        let told = (tables * EACH) as f64;
        println!("answers in {answers_in} ms, {posts} a second allowed: {:.1} told a second", told / took);
    }
    house.close().await;
}
