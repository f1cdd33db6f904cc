//! Fuzzing: whatever comes in from outside is mangled by the thousand, and what each reader promises is held against it.
//! Each target runs for three seconds here, after everything that was found before; `just fuzz` runs one for hours. A failure names
//! its seed and its try, and leaves what it found in `tests/fuzz/corpus`.

mod engine;
mod markup;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use engine::Engine;
use lanai_testing::outside::extent;
use targets::{TARGETS, Target};

/// A number that somebody set for this run.
fn set(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is \"{value}\", but it must be a whole number")),
    )
}

/// How long a target runs.
fn time() -> Duration {
    Duration::from_secs(set("LANAI_FUZZ_SECONDS").unwrap_or_else(|| extent(3, 10) as u64))
}

/// The seed of this run. It is the same in every run of all tests, so that no change is judged by chance, and another one each
/// time where somebody gives it longer, unless they set one.
fn seed() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let usual = if set("LANAI_FUZZ_SECONDS").is_some() {
        u64::try_from(now.as_micros()).unwrap()
    } else {
        1
    };
    set("LANAI_FUZZ_SEED").unwrap_or(usual)
}

/// Where everything lies that was ever found with a target.
fn corpus(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target)
}

/// What was found before, in the order of its names.
fn found(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(folder) = fs::read_dir(corpus(target)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| (file.clone(), fs::read(file).unwrap()))
        .collect()
}

/// Keeps an input with which something does not hold, and says where.
fn keep(target: &str, name: &str, input: &[u8]) -> PathBuf {
    let folder = corpus(target);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, input).unwrap();
    file
}

/// Runs a target: what was found before, what it begins with, and then what is made of both.
fn fuzz(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let before = found(name);
    for (file, input) in &before {
        eprintln!("{}", file.display());
        (target.run)(input);
    }
    let mut inputs = (target.seeds)();
    for input in &inputs {
        (target.run)(input);
    }
    inputs.extend(before.into_iter().map(|(_, input)| input));
    mangled(target, &Engine::new(inputs, target.words));
}

fn mangled(target: &Target, engine: &Engine) {
    let (begun, time, seed) = (Instant::now(), time(), seed());
    let first = set("LANAI_FUZZ_TRY").unwrap_or(0);
    let mut number = first;
    while begun.elapsed() < time {
        let input = engine.mangled(seed, number);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(&input))) {
            let file = keep(target.name, &format!("{seed}-{number}"), &input);
            eprintln!(
                "{} fails with seed {seed}, try {number}: {}",
                target.name,
                file.display()
            );
            resume_unwind(panic);
        }
        number += 1;
    }
    let tries = number - first;
    println!(
        "{}: {tries} tries in {} s with seed {seed}",
        target.name,
        begun.elapsed().as_secs()
    );
    assert!(tries > 20, "only {tries} tries");
}

#[test]
fn lines() {
    fuzz("lines");
}

#[test]
fn ids() {
    fuzz("ids");
}

#[test]
fn records() {
    fuzz("records");
}

#[test]
fn settings() {
    fuzz("settings");
}

#[test]
fn interactions() {
    fuzz("interactions");
}

#[test]
fn frames() {
    fuzz("frames");
}
