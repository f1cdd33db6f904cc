//! How fast a backlog is told: the bot was away, and comes back to many news in many channels, on a line on which each answer
//! takes a while. It tells messages a second, beside those that it may post.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "evening/costs.rs"]
mod costs;
#[expect(dead_code, reason = "an evening does more in it")]
#[path = "evening/house.rs"]
mod house;
#[expect(dead_code, reason = "without pictures there are no pieces to wait for")]
#[path = "shared/people.rs"]
mod people;

use std::time::{Duration, Instant};

use house::House;
use lanai_testing::homes::Database;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

/// How long an answer takes, how many may be posted a second, and how many news each of the 240 tables has: enough that they are
/// not told before the bot has come with all its shards.
const LINES: [(u64, u32, i64); 4] = [(0, 45, 8), (250, 45, 8), (600, 45, 8), (250, 1000, 40)];

async fn database(house: &House) -> SqliteConnection {
    let lanai_store::Address::File(file) = house.address() else {
        unreachable!("it was opened in a file")
    };
    SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap()
}

async fn posted(house: &House) -> i64 {
    let mut database = database(house).await;
    let sql = "select count(*) from notice where status = 'sent' and message is not null";
    let posted = sqlx::query_scalar(sql)
        .fetch_one(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    posted
}

async fn backlog(house: &House, each: i64) {
    let mut filler = database(house).await;
    // Somebody was silent for long: of all news, those that always have something to tell.
    let sql = "insert into notice (table_id, channel, body, due_at)
         with recursive more (n) as (select 1 union all select n + 1 from more where n < $1)
         select table_id, channel, json_object('revision', 0, 'news', json_object('silent', json_object('seat', 1))), 0
         from game_table, more order by n, table_id";
    sqlx::query(sql)
        .bind(each)
        .execute(&mut filler)
        .await
        .unwrap();
    filler.close().await.unwrap();
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut house = House::open(Database::file()).await;
    house.programs_come(1, Duration::ZERO).await;
    house.open_tables().await;
    house.all_told().await;
    house.programs_go().await;
    for (answers_in, posts, each) in LINES {
        backlog(&house, each).await;
        if answers_in > 0 {
            let slow = json!({
                "kind": "slow", "ms": answers_in, "times": 1_000_000, "method": "POST", "path_contains": "/messages",
            });
            house.people.post("trouble", slow).await;
        }
        house.posts_per_second = posts;
        house.programs_come(1, Duration::ZERO).await;
        let (began, before) = (Instant::now(), posted(&house).await);
        house.all_told().await;
        let (took, told) = (began.elapsed().as_secs_f64(), posted(&house).await - before);
        house.programs_go().await;
        let trouble = format!("{}/people/v1/trouble", house.people.base);
        reqwest::Client::new().delete(trouble).send().await.unwrap();
        assert!(told > 500, "most was told before all shards had come");
        let told = f64::from(i32::try_from(told).unwrap());
        println!(
            "answers in {answers_in} ms, {posts} a second allowed: {:.1} posted a second",
            told / took
        );
    }
    house.close().await;
}
