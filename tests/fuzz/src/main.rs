//! Runs one target of `tests/all/fuzzing/targets` with libFuzzer. `FUZZ_TARGET` names it, and
//! `FUZZ_SEEDS` names the folder of seeds, beside which a dictionary is written.

#![no_main]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot go on has failed")]

use std::sync::LazyLock;
use std::{env, fs, path::Path};

use fuzzing::targets::{TARGETS, Target};

#[path = "../../all/fuzzing"]
mod fuzzing {
    pub(crate) mod targets;
}

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let found = TARGETS.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("FUZZ_TARGET must be one of {}", known.join(", ")))
});

/// Writes the seeds and the dictionary of the target.
fn prepare() {
    let Some(folder) = env::var_os("FUZZ_SEEDS") else { return };
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    for (number, seed) in (TARGET.seeds)().iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), seed).unwrap();
    }
    fs::write(folder.with_extension("dict"), TARGET.words.iter().map(|word: &&str| format!("\"{}\"\n", word.bytes().map(|byte: u8| format!("\\x{byte:02x}")).collect::<String>())).collect::<String>()).unwrap();
}

libfuzzer_sys::fuzz_target!(init: prepare(), |bytes: &[u8]| (TARGET.run)(bytes));
