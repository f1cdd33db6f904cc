//! One target of `tests/all/fuzzing/targets`, driven by libFuzzer. `FUZZ_TARGET` says which, and `FUZZ_SEEDS` names a
//! folder for what it begins with, beside which a dictionary is written.

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

/// Writes what the target begins with, and what means something to it, where libFuzzer finds both.
fn prepare() {
    let Some(folder) = env::var_os("FUZZ_SEEDS") else { return };
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    for (number, seed) in (TARGET.seeds)().iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), seed).unwrap();
    }
    let letter = |byte: u8| format!("\\x{byte:02x}");
    let word = |word: &&str| format!("\"{}\"\n", word.bytes().map(letter).collect::<String>());
    fs::write(folder.with_extension("dict"), TARGET.words.iter().map(word).collect::<String>()).unwrap();
}

libfuzzer_sys::fuzz_target!(init: prepare(), |bytes: &[u8]| (TARGET.run)(bytes));
