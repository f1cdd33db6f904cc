//! Deterministic simulation of the host behind the chat port, on one thread with a turned clock.
//! The disk fills up, the process is killed, Discord refuses and hangs, the clock jumps, and
//! presses are repeated. Acknowledged state survives, and everything is announced once and in
//! order. The same seed gives the same history.

mod chat;
mod checks;
mod disk;
mod people;
mod world;

use std::env;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use lanai_text::Dictionary;

use lanai_testing::disks::{ALL_PASSED, UNSHARE_USER, run_on_small_disk, small_disk_of_child};
use lanai_testing::outside::test_size;
use world::{Ending, World};

/// Starts of the host in a world and actions between them; one world in ten is longer.
const STARTS_PER_WORLD: u64 = 3;
const ACTIONS_PER_START: u32 = 60;
const LONG_WORLD_FACTOR: u32 = 6;
/// One world in this many is run twice.
const REPEATED_WORLD_RATE: u64 = 5;
/// Worlds with every change, and before a release.
const WORLDS: (usize, usize) = (6, 1000);

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

impl World {
    /// Runs one process until it ends.
    async fn run_process(&self, number: u64, steps: u32) {
        if number > 0 && self.below(4) == 0 {
            self.disk.fill(self.below(40_000));
        }
        if let Err(why) = self.start_process(number).await {
            assert!(self.disk.is_full(), "{why}\n{}", self.tail());
            self.count_event("opened in vain");
            self.disk.free();
            self.start_process(number).await.unwrap();
        }
        self.disk.free();
        self.assert_consistent().await;
        for step in 0..steps {
            match self.below(20) {
                0 => self.disk.fill(self.below(300_000)),
                1..4 => self.disk.free(),
                _ => {}
            }
            let done = self.step().await;
            if self.disk.is_killed() {
                self.count_event("killed while the chat was asked");
                return self.end_process(number, Ending::Killed).await;
            }
            if let Err(failure) = done {
                self.assert_failure_explained(&failure);
            }
            if step % 5 == 0 {
                self.record_visible_state().await.unwrap();
            }
        }
        self.count_event("lived on");
        self.disk.free();
        self.end_process(number, [Ending::Killed, Ending::Closes][self.pick(2)])
            .await;
    }
}

/// A world from beginning to end: what happened in it.
async fn live_through(
    number: u64,
    disk: &Path,
    dictionary: &Arc<Dictionary>,
) -> (Vec<String>, String) {
    let world = World::new(number, disk, dictionary);
    let long = number.is_multiple_of(10);
    for number in 0..STARTS_PER_WORLD {
        world
            .run_process(
                number,
                if long {
                    LONG_WORLD_FACTOR * ACTIONS_PER_START
                } else {
                    ACTIONS_PER_START
                },
            )
            .await;
    }
    world.start_process(STARTS_PER_WORLD).await.unwrap();
    world.assert_consistent().await;
    world.deliver_everything().await;
    world.assert_consistent().await;
    world.assert_told_once();
    world.end_process(STARTS_PER_WORLD, Ending::Closes).await;
    let memory = world.memory();
    (memory.trace.clone(), memory.summary())
}

fn assert_same_history(number: u64, one: &[String], other: &[String]) {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    let Some(at) = differs else {
        return assert_eq!(one.len(), other.len());
    };
    let around = |lines: &[String]| lines[at.saturating_sub(10)..=at].join("\n");
    panic!(
        "world {number} is another the second time:\n{}\n---\n{}",
        around(one),
        around(other)
    );
}

#[test]
fn acknowledged_moves_survive_any_failure_and_are_announced_once() {
    run_on_small_disk(
        "32m",
        "simulation::simulations_on_a_small_disk",
        &[&[], UNSHARE_USER],
    );
}

#[test]
fn simulations_on_a_small_disk() {
    let Some(disk) = small_disk_of_child() else {
        return;
    };
    block_on(async {
        let dictionary = Arc::new(Dictionary::open().unwrap());
        let chosen = env::var("LANAI_WORLD")
            .ok()
            .map(|number| number.parse().unwrap());
        let worlds = if chosen.is_some() {
            1
        } else {
            test_size(WORLDS.0, WORLDS.1)
        };
        for number in (chosen.unwrap_or(1)..).take(worlds) {
            println!("world {number}");
            let (lines, summary) = live_through(number, &disk, &dictionary).await;
            println!("  {} lines, {summary}", lines.len());
            if number % REPEATED_WORLD_RATE == 0 || chosen.is_some() {
                assert_same_history(
                    number,
                    &lines,
                    &live_through(number, &disk, &dictionary).await.0,
                );
            }
        }
    });
    println!("{ALL_PASSED}");
}
