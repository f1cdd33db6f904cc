//! Fuzzing: external input is mangled, and each reader's guarantees are asserted. Each target runs
//! for a second after its stored corpus; `just fuzz` runs one for hours. A failure reports its
//! seed and number, and adds the input to `tests/fuzz/corpus`.

mod engine;
mod markup;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use engine::Engine;
use lanai_testing::outside::test_size;
use targets::{TARGETS, Target};

/// Returns a numeric environment variable.
fn number_from_env(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is \"{value}\", but it must be a whole number")),
    )
}

fn fuzz_duration() -> Duration {
    Duration::from_secs(
        number_from_env("LANAI_FUZZ_SECONDS").unwrap_or_else(|| test_size(1, 10) as u64),
    )
}

/// Returns the seed: fixed by default, so that no change is judged by chance, and random in longer
/// runs.
fn fuzz_seed() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let usual = if number_from_env("LANAI_FUZZ_SECONDS").is_some() {
        u64::try_from(now.as_micros()).unwrap()
    } else {
        1
    };
    number_from_env("LANAI_FUZZ_SEED").unwrap_or(usual)
}

/// Returns the folder of inputs that once failed.
fn corpus_folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target)
}

/// Returns these inputs by name.
fn stored_inputs(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(folder) = fs::read_dir(corpus_folder(target)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| (file.clone(), fs::read(file).unwrap()))
        .collect()
}

/// Stores a failing input.
fn store_input(target: &str, name: &str, input: &[u8]) -> PathBuf {
    let folder = corpus_folder(target);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, input).unwrap();
    file
}

/// Runs a target: what was found before, what it begins with, and then what is made of both.
fn run_target(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let before = stored_inputs(name);
    for (file, input) in &before {
        eprintln!("{}", file.display());
        (target.run)(input);
    }
    let mut inputs = (target.seeds)();
    for input in &inputs {
        (target.run)(input);
    }
    inputs.extend(before.into_iter().map(|(_, input)| input));
    mangle_and_run(target, &Engine::new(inputs, target.words));
}

fn mangle_and_run(target: &Target, engine: &Engine) {
    let (begun, time, seed) = (Instant::now(), fuzz_duration(), fuzz_seed());
    let first = number_from_env("LANAI_FUZZ_TRY").unwrap_or(0);
    let mut number = first;
    while begun.elapsed() < time {
        let input = engine.mangled_input(seed, number);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(&input))) {
            let file = store_input(target.name, &format!("{seed}-{number}"), &input);
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
    assert!(tries > 0, "one second is not enough for one try");
}

#[test]
fn lines() {
    run_target("lines");
}

#[test]
fn ids() {
    run_target("ids");
}

#[test]
fn records() {
    run_target("records");
}

#[test]
fn settings() {
    run_target("settings");
}

#[test]
fn interactions() {
    run_target("interactions");
}

#[test]
fn frames() {
    run_target("frames");
}
