//! What tests need and a machine may lack, such as a browser or a PostgreSQL server.
//!
//! A test without its requirement is skipped with a message, and [`list_skipped_tests`] lists it
//! again at the end of `cargo test`. It fails if `LANAI_REQUIRE` lists that requirement.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Something that tests need and a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    Axe,
    Browser,
    Clients,
    Mount,
    OpenApi,
    Postgres,
    Python,
}

impl Requirement {
    const ALL: [Requirement; 7] = [
        Requirement::Axe,
        Requirement::Browser,
        Requirement::Clients,
        Requirement::Mount,
        Requirement::OpenApi,
        Requirement::Postgres,
        Requirement::Python,
    ];

    /// Returns the name in `LANAI_REQUIRE`.
    fn name(self) -> &'static str {
        match self {
            Requirement::Axe => "axe",
            Requirement::Browser => "browser",
            Requirement::Clients => "clients",
            Requirement::Mount => "mount",
            Requirement::OpenApi => "openapi",
            Requirement::Postgres => "postgres",
            Requirement::Python => "python",
        }
    }

    fn how_to_get(self) -> &'static str {
        match self {
            Requirement::Axe => "unpack npm's axe-core; LANAI_AXE is the path of its axe.min.js",
            Requirement::Browser => "apt install chromium; LANAI_BROWSER is the path of another",
            Requirement::Clients => {
                ".ci/run installs Discord libraries into target/clients; LANAI_CLIENTS is that path"
            }
            Requirement::Mount => "run as root on Linux, where disks can be mounted",
            Requirement::OpenApi => {
                "get openapi.json of discord/discord-api-spec; DISCORD_OPENAPI is its path"
            }
            Requirement::Postgres => "apt install postgresql",
            Requirement::Python => "apt install python3",
        }
    }
}

/// Reports that a test is skipped because a requirement is missing; panics if it is mandatory.
pub fn report_missing(requirement: Requirement, why: &str) {
    let name = requirement.name();
    let required = env::var("LANAI_REQUIRE").unwrap_or_default();
    assert!(!is_required(&required, name), "{name} is required: {why}");
    // Writes to the process's stderr directly, because the test harness hides the output of passing
    // tests.
    let _ = writeln!(io::stderr(), "skipped for lack of {name}: {why}");
    let list = OpenOptions::new()
        .create(true)
        .append(true)
        .open(skipped_tests_file());
    writeln!(list.unwrap(), "{name}").unwrap();
}

/// Prints how many tests of this run of cargo were skipped, and how to run them.
pub fn list_skipped_tests() {
    let file = skipped_tests_file();
    let skipped = match fs::read_to_string(&file) {
        Ok(skipped) => skipped,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => panic!("{}: {error}", file.display()),
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in skipped.lines() {
        *counts.entry(name).or_default() += 1;
    }
    if counts.is_empty() {
        println!("no tests were skipped");
        return;
    }
    println!("tests were skipped for lack of:");
    for requirement in Requirement::ALL {
        if let Some(count) = counts.get(requirement.name()) {
            let (name, how_to_get) = (requirement.name(), requirement.how_to_get());
            println!("  {name} ({count}): {how_to_get}");
        }
    }
    let _ = fs::remove_file(file);
}

/// Returns the file to which all test programs that the same cargo started append.
fn skipped_tests_file() -> PathBuf {
    #[cfg(unix)]
    let cargo = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let cargo = 0;
    let program = env::current_exe().unwrap();
    program.with_file_name(format!("skipped-tests-{cargo}"))
}

fn is_required(list: &str, description: &str) -> bool {
    list.split(',').any(|word| word.trim() == description)
}

/// Makes a command run as an unprivileged user if the tests run as root, to whom file permissions
/// do not apply.
#[cfg(unix)]
pub fn drop_privileges(command: &mut std::process::Command) {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    let is_root = tempfile::tempfile().unwrap().metadata().unwrap().uid() == 0;
    if is_root {
        command.uid(65_534);
    }
}

/// Returns the size of a long test: `usual` by default, `large` if `LANAI_LARGE` is set.
pub fn test_size(usual: usize, large: usize) -> usize {
    if env::var_os("LANAI_LARGE").is_some() {
        large
    } else {
        usual
    }
}
