//! The cost of guilds: the program connects to a porch with one guild, and to one with as many as a
//! shard can have. Reports the time until all are received, memory and CPU time.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

#[expect(dead_code, reason = "an evening needs more of them")]
#[path = "shared/people.rs"]
mod people;

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanai_porch::{Limits, Porch, Settings, TOKEN};
use people::People;
use serde_json::json;

/// The most guilds of a shard before Discord asks for another.
const SERVERS: usize = 2500;
/// The channels of a guild of medium size.
const CHANNELS: usize = 20;
const ROUNDS: usize = 5;

/// The program, until this is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    /// Resident memory in KiB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// CPU time in hundredths of a second.
    fn cpu_time(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }
}

async fn porch_with(servers: usize) -> (Porch, People) {
    let porch = Porch::open(Settings {
        limits: Limits::unlimited(),
        ..Settings::default()
    })
    .await
    .unwrap();
    let people = People::connect(&porch);
    for number in 1..servers {
        let server = json!({ "name": format!("Server {number}"), "locale": "en-US" });
        let made = people.post("servers", server).await;
        for channel in 0..CHANNELS {
            let channel = json!({ "name": format!("channel-{channel}"), "server": made["id"] });
            people.post("channels", channel).await;
        }
    }
    (porch, people)
}

/// Waits until the program is healthy and idle.
async fn measure(porch: &Porch, servers: usize) {
    let folder = tempfile::tempdir().unwrap();
    let metrics = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    let began = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_lanai"))
        .current_dir(folder.path())
        .env_clear()
        .env("DISCORD_TOKEN", TOKEN)
        .env("LANAI_PROXY", format!("http://{}", porch.address()))
        .env("LANAI_METRICS", &metrics)
        .env("LANAI_LOG", "error")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let program = Program(child);
    let client = reqwest::Client::new();
    let well = async || {
        let answer = client.get(format!("http://{metrics}/health")).send().await;
        answer.is_ok_and(|answer| answer.status().is_success())
    };
    while !well().await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let there = began.elapsed();
    // It is idle when it uses no CPU any more.
    let mut took = program.cpu_time();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = program.cpu_time();
        if now <= took + 1 {
            break;
        }
        took = now;
    }
    println!(
        "{servers} servers: there after {} ms, at rest after {} ms of a core with {} MiB",
        there.as_millis(),
        program.cpu_time() * 10,
        program.memory() / 1024
    );
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    for servers in [1, SERVERS] {
        let (porch, _people) = porch_with(servers).await;
        for _ in 0..ROUNDS {
            measure(&porch, servers).await;
        }
        porch.close().await;
    }
}
