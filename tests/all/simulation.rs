//! A simulation from one seed: everything behind the chat's port, on one thread, with time that is turned by hand. The disk
//! fills, breaks, and forgets what was not synced when the power goes; the chat refuses, is silent, and does things without
//! saying so; the clock jumps; presses come twice. What somebody has seen stays; what was told has happened; everything is
//! told once, and in order. The same seed is the same world, to the last line.

mod chat;
mod checks;
mod disk;
mod machine;
mod mounted;
mod people;
mod world;

use std::env;
use std::future::Future;
use std::sync::Arc;

use lanai::words::Dictionary;

use crate::outside::{extent, lacking};
use disk::Failing;
use machine::Machine;
use world::{Ending, Life, World};

/// How often the house begins in a world, and how much happens in each of its lives; in one of ten worlds more.
const LIVES: u64 = 3;
const STEPS: u32 = 60;
const LONG: u32 = 6;
/// The test itself, by which the machine is started.
const TEST: &str = "simulation::whatever_fails_what_was_seen_stays_and_is_told_once";
/// Of so many worlds one is lived twice.
const TWICE: u64 = 5;
/// Worlds with every change, and before a release.
const WORLDS: (usize, usize) = (12, 1000);

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

impl World {
    /// From the opening of the house to its end, by whatever ends it.
    async fn lives(&self, life: &mut Life, number: u64, steps: u32) {
        if number > 0 && self.below(4) == 0 {
            // It may be dark again before the house is open.
            self.machine.fails_after(self.below(40_000), Failing::Dark);
        }
        if let Err(why) = self.begins(life, number).await {
            assert!(self.machine.is_dark(), "{why}\n{}", self.tail());
            self.counts("opened in vain");
            return self.ends(life, number, Ending::Dark).await;
        }
        self.machine.works();
        self.is_whole().await;
        let before = self.memory().failures();
        let failing = [Failing::Dark, Failing::Full(1 + self.below(30)), Failing::Broken(1 + self.below(3))];
        for step in 0..steps {
            if self.below(15) == 0 {
                self.machine.fails_after(self.below(300_000), failing[self.pick(3)]);
            }
            let done = self.step().await;
            if self.machine.is_dark() {
                self.counts("lost power");
                return self.ends(life, number, Ending::Dark).await;
            }
            if let Err(failure) = done {
                self.failed(&failure);
            }
            if step % 5 == 0 {
                self.learns().await.unwrap();
            }
        }
        let endings = [Ending::Killed, Ending::Dark, Ending::Closes];
        // A connection that failed is closed when its thread comes to it: whether before all others, nobody chooses.
        let ending = endings[self.pick(if self.memory().failures() == before { 3 } else { 2 })];
        self.counts("lived on");
        self.machine.works();
        self.ends(life, number, ending).await;
    }
}

/// A world from beginning to end: what happened in it.
async fn lived(number: u64, machine: &Machine, dictionary: &Arc<Dictionary>) -> (Vec<String>, String) {
    machine.begin();
    let world = World::new(number, machine, dictionary);
    let (mut life, long) = (Life::new(), number.is_multiple_of(10));
    for number in 0..LIVES {
        world.lives(&mut life, number, if long { LONG * STEPS } else { STEPS }).await;
    }
    world.begins(&mut life, LIVES).await.unwrap();
    world.is_whole().await;
    world.comes_to_rest().await;
    world.is_whole().await;
    world.was_told_once();
    world.ends(&mut life, LIVES, Ending::Closes).await;
    let memory = world.memory();
    (memory.trace.clone(), memory.summary())
}

/// A machine on whose disk there is a database at which nobody has played yet; why there is none, if there cannot be.
async fn empty() -> Result<Machine, String> {
    let (machine, folder) = (Machine::started_by(TEST), tempfile::tempdir().unwrap());
    machine.mounts(folder.path())?;
    world::open(folder.path()).await.unwrap().close().await;
    machine.unmounts(folder.path());
    machine.keep();
    Ok(machine)
}

fn is_the_same(number: u64, one: &[String], other: &[String]) {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    let Some(at) = differs else { return assert_eq!(one.len(), other.len()) };
    let around = |lines: &[String]| lines[at.saturating_sub(10)..=at].join("\n");
    panic!("world {number} is another the second time:\n{}\n---\n{}", around(one), around(other));
}

#[test]
fn whatever_fails_what_was_seen_stays_and_is_told_once() {
    if machine::serves() {
        return;
    }
    wait(async {
        let machine = match empty().await {
            Ok(machine) => machine,
            Err(error) => return lacking("fuse", &format!("no disk of our own can be shown: {error}")),
        };
        let dictionary = Arc::new(Dictionary::open().unwrap());
        let chosen = env::var("LANAI_WORLD").ok().map(|number| number.parse().unwrap());
        let worlds = if chosen.is_some() { 1 } else { extent(WORLDS.0, WORLDS.1) };
        for number in (chosen.unwrap_or(1)..).take(worlds) {
            println!("world {number}");
            let (lines, summary) = lived(number, &machine, &dictionary).await;
            println!("  {} lines, {summary}", lines.len());
            if number % TWICE == 0 || chosen.is_some() {
                is_the_same(number, &lines, &lived(number, &machine, &dictionary).await.0);
            }
        }
    });
}
