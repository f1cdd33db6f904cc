//! The board in a browser against its limits: its first load on a phone, a move on the page, idle
//! boards, and a move before many viewers.
//!
//! Browser, viewers and porch share the machine with the program. Names after `--` select figures:
//! `cargo bench --bench board -- page move idle viewers` measures all.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "../tests/all/page/browser.rs"]
#[expect(dead_code, reason = "tests do more in a browser")]
mod browser;
#[path = "board/client.rs"]
mod client;
#[path = "evening/costs.rs"]
mod costs;
#[expect(dead_code, reason = "an evening does more in it")]
#[path = "evening/deployment.rs"]
mod deployment;
#[path = "board/pages.rs"]
mod pages;
#[path = "shared/people.rs"]
mod people;
#[path = "board/viewers.rs"]
mod viewers;

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use client::BoardClient;
use deployment::{BenchTable, Deployment};
use futures::future::join_all;
use lanai_host::{BoardVisitor, PersonId};
use lanai_testing::homes::Database;

const PICTURES_WITHIN: Duration = Duration::from_secs(2);
/// An event stream and another connection for each of a thousand viewers, and what else is open.
const MIN_OPEN_FILES: u64 = 4096;

/// A deployment that serves the board, and its tables.
struct Boards {
    deployment: Deployment,
    address: SocketAddr,
    http: reqwest::Client,
    tables: Vec<BenchTable>,
}

impl Boards {
    async fn open() -> Boards {
        // The port is free again when the listener is dropped.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let mut deployment = Deployment::open(Database::create_file()).await;
        deployment.board = Some(address);
        deployment.start_processes(1, PICTURES_WITHIN).await;
        let tables = deployment.open_tables().await;
        deployment.people.wait_for_pieces().await;
        deployment.wait_until_delivered().await;
        Boards {
            deployment,
            address,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            tables,
        }
    }

    fn table_url(&self, table: &BenchTable) -> String {
        format!("http://{}/tables/{}/", self.address, table.game.0)
    }

    /// Creates a link that opens the board for a person, without the chat.
    async fn create_link(&self, table: &BenchTable, person: PersonId) -> String {
        let host = &self.deployment.host;
        let found = host.tables.find(table.game).await.unwrap();
        let token = host.board_access.create_link(&found, person, "en").await;
        format!("{}#enter={}", self.table_url(table), token.unwrap())
    }

    /// Opens a session at the board of a table, without the chat.
    async fn open_session(&self, table: &BenchTable, person: PersonId) -> BoardClient {
        let host = &self.deployment.host;
        let found = host.tables.find(table.game).await.unwrap();
        let visitor = BoardVisitor {
            person,
            language: "en".to_owned(),
        };
        let session = host.board_access.open_session_for(&found, &visitor).await;
        BoardClient {
            http: self.http.clone(),
            url: self.table_url(table),
            cookie: format!("board={}", session.unwrap()),
        }
    }

    /// Opens sessions for both players of a table.
    async fn open_players(&self, table: &BenchTable) -> Vec<BoardClient> {
        let players = table.people.iter().map(|person| person.parse().unwrap());
        join_all(players.map(|person| self.open_session(table, PersonId(person)))).await
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    check_open_files();
    let boards = Boards::open().await;
    if is_selected("page") {
        pages::measure_first_load(&boards).await;
    }
    if is_selected("move") {
        pages::measure_moves(&boards).await;
    }
    if is_selected("idle") {
        viewers::measure_idle_boards(&boards).await;
    }
    if is_selected("viewers") {
        viewers::measure_viewers(&boards).await;
    }
    boards.deployment.close().await;
}

/// Returns whether a figure is named in the arguments. All are by default.
fn is_selected(figure: &str) -> bool {
    let names: Vec<String> = std::env::args().skip(1).collect();
    names.iter().all(|name| name == "--bench") || names.iter().any(|name| name == figure)
}

fn check_open_files() {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let (_, after) = limits.split_once("Max open files").unwrap();
    let soft = after.split_whitespace().next().unwrap();
    // A limit that is no number is `unlimited`.
    assert!(
        soft.parse().unwrap_or(u64::MAX) >= MIN_OPEN_FILES,
        "only {soft} files may be open; run `ulimit -n {MIN_OPEN_FILES}` first"
    );
}

/// Returns the least, the median and the largest value, as text.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let (first, last) = (values.first().unwrap(), values.last().unwrap());
    format!(
        "median {:.0} ms ({first:.0} to {last:.0})",
        values[values.len() / 2]
    )
}
