//! A simulation from one seed: everything behind the chat's port, on one thread, with time that is turned by hand. The disk
//! fills up; the process is killed, also while the chat has not answered yet; the chat refuses, is silent, and does things
//! without saying so; the clock jumps; presses come twice. What was seen stays; what was told has happened; everything is
//! told once, and in order. The same seed is the same world, to the last line.

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

use lanai_testing::disks::{ALL_HELD, AS_ONESELF, disk_of_this_test, on_a_small_disk};
use lanai_testing::outside::extent;
use world::{Ending, World};

/// How often the house begins in a world, and how much happens in each of its lives; in one of ten worlds more.
const LIVES: u64 = 3;
const STEPS: u32 = 60;
const LONG: u32 = 6;
/// Of so many worlds one is lived twice.
const TWICE: u64 = 5;
/// Worlds with every change, and before a release.
const WORLDS: (usize, usize) = (12, 1000);

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

impl World {
    /// From the start of a process to its end, by whatever ends it.
    async fn lives(&self, number: u64, steps: u32) {
        if number > 0 && self.below(4) == 0 {
            self.disk.fill(self.below(40_000));
        }
        if let Err(why) = self.begins(number).await {
            assert!(self.disk.is_full(), "{why}\n{}", self.tail());
            self.counts("opened in vain");
            self.disk.free();
            self.begins(number).await.unwrap();
        }
        self.disk.free();
        self.is_whole().await;
        for step in 0..steps {
            match self.below(20) {
                0 => self.disk.fill(self.below(300_000)),
                1..4 => self.disk.free(),
                _ => {}
            }
            let done = self.step().await;
            if self.disk.is_killed() {
                self.counts("killed while the chat was asked");
                return self.ends(number, Ending::Killed).await;
            }
            if let Err(failure) = done {
                self.failed(&failure);
            }
            if step % 5 == 0 {
                self.learns().await.unwrap();
            }
        }
        self.counts("lived on");
        self.disk.free();
        self.ends(number, [Ending::Killed, Ending::Closes][self.pick(2)])
            .await;
    }
}

/// A world from beginning to end: what happened in it.
async fn lived(number: u64, disk: &Path, dictionary: &Arc<Dictionary>) -> (Vec<String>, String) {
    let world = World::new(number, disk, dictionary);
    let long = number.is_multiple_of(10);
    for number in 0..LIVES {
        world
            .lives(number, if long { LONG * STEPS } else { STEPS })
            .await;
    }
    world.begins(LIVES).await.unwrap();
    world.is_whole().await;
    world.comes_to_rest().await;
    world.is_whole().await;
    world.was_told_once();
    world.ends(LIVES, Ending::Closes).await;
    let memory = world.memory();
    (memory.trace.clone(), memory.summary())
}

fn is_the_same(number: u64, one: &[String], other: &[String]) {
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
    on_a_small_disk(
        "32m",
        "simulation::simulations_on_a_small_disk",
        &[&[], AS_ONESELF],
    );
}

#[test]
fn simulations_on_a_small_disk() {
    let Some(disk) = disk_of_this_test() else {
        return;
    };
    wait(async {
        let dictionary = Arc::new(Dictionary::open().unwrap());
        let chosen = env::var("LANAI_WORLD")
            .ok()
            .map(|number| number.parse().unwrap());
        let worlds = if chosen.is_some() {
            1
        } else {
            extent(WORLDS.0, WORLDS.1)
        };
        for number in (chosen.unwrap_or(1)..).take(worlds) {
            println!("world {number}");
            let (lines, summary) = lived(number, &disk, &dictionary).await;
            println!("  {} lines, {summary}", lines.len());
            if number % TWICE == 0 || chosen.is_some() {
                is_the_same(number, &lines, &lived(number, &disk, &dictionary).await.0);
            }
        }
    });
    println!("{ALL_HELD}");
}
