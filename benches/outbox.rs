//! The delivery of a backlog after an outage: many notices in many channels, with a slow network.
//! Reports messages per second beside the allowed rate.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "evening/costs.rs"]
mod costs;
#[expect(dead_code, reason = "an evening does more in it")]
#[path = "evening/deployment.rs"]
mod deployment;
#[expect(dead_code, reason = "without pictures there are no pieces to wait for")]
#[path = "shared/people.rs"]
mod people;

use std::time::{Duration, Instant};

use deployment::Deployment;
use lanai_testing::homes::Database;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

/// Latency in milliseconds, allowed posts per second, and notices of each of the 240 tables: enough
/// to outlast the start of all shards.
const NETWORKS: [(u64, u32, i64); 4] = [(0, 45, 8), (250, 45, 8), (600, 45, 8), (250, 1000, 40)];

async fn database(deployment: &Deployment) -> SqliteConnection {
    let lanai_store::Address::File(file) = deployment.address() else {
        unreachable!("it was opened in a file")
    };
    SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap()
}

async fn count_posts(deployment: &Deployment) -> i64 {
    let mut database = database(deployment).await;
    let sql = "select count(*) from notice where status = 'sent' and message is not null";
    let posted = sqlx::query_scalar(sql)
        .fetch_one(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    posted
}

async fn queue_backlog(deployment: &Deployment, each: i64) {
    let mut filler = database(deployment).await;
    // Notices about silent players, because these never become obsolete.
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
    let mut deployment = Deployment::open(Database::create_file()).await;
    deployment.start_processes(1, Duration::ZERO).await;
    deployment.open_tables().await;
    deployment.wait_until_delivered().await;
    deployment.stop_processes().await;
    for (answers_in, posts, each) in NETWORKS {
        queue_backlog(&deployment, each).await;
        if answers_in > 0 {
            let slow = json!({
                "kind": "slow", "ms": answers_in, "times": 1_000_000, "method": "POST", "path_contains": "/messages",
            });
            deployment.people.post("trouble", slow).await;
        }
        deployment.posts_per_second = posts;
        deployment.start_processes(1, Duration::ZERO).await;
        let (began, before) = (Instant::now(), count_posts(&deployment).await);
        deployment.wait_until_delivered().await;
        let (took, told) = (
            began.elapsed().as_secs_f64(),
            count_posts(&deployment).await - before,
        );
        deployment.stop_processes().await;
        let trouble = format!("{}/people/v1/trouble", deployment.people.base);
        reqwest::Client::new().delete(trouble).send().await.unwrap();
        assert!(told > 500, "most was told before all shards had come");
        let told = f64::from(i32::try_from(told).unwrap());
        println!(
            "answers in {answers_in} ms, {posts} a second allowed: {:.1} posted a second",
            told / took
        );
    }
    deployment.close().await;
}
