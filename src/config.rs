//! Settings, from the environment or from a file `.env` in the folder where the program starts; the environment counts
//! more. Each has a default, or an error that says what to write. `.env.example` explains them. Whoever wrote a setting
//! meant something by it: what cannot be read, or is no setting, is an error and never passed over.

mod file;

use std::collections::HashMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fmt, fs, io};

pub use file::Unreadable;
use tracing::Level;

/// Where the porch opens if nothing else is said.
const PORCH: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8060);
/// In milliseconds: a hundred times as long as one takes.
const PICTURES_WITHIN: u64 = 2000;
const HOUR: u64 = 60 * 60;
/// How long after a server removed the bot it is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(30 * 24 * HOUR);
/// Below Discord's fifty.
const POSTS_PER_SECOND: u32 = 45;
/// So many letters of what cannot be used are shown: fewer than come before the secret part of a token.
const MOST_SHOWN: usize = 30;
/// Far more than anybody needs who plays.
const PRESSES: u32 = 40;

/// Something that nobody should read over a shoulder, in a log or in an error.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// What it is, for whoever has to show it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// All settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The bot's token; without one the porch opens.
    pub token: Option<Secret>,
    /// Where tables are kept: a file, or an address that may hold a password.
    pub database: Option<Secret>,
    /// A Discord in a box, or another proxy, instead of the real one.
    pub proxy: Option<String>,
    /// Whether the library's own limiter is on.
    pub limiter: bool,
    /// Where the porch opens.
    pub porch: SocketAddr,
    /// How much is told in the log.
    pub log: Level,
    /// Whether the log is written for programs, as JSON, and not for people.
    pub log_as_json: bool,
    /// Where metrics can be read; nowhere if nothing is said.
    pub metrics: Option<SocketAddr>,
    /// How many messages a second are posted at most.
    pub posts_per_second: u32,
    /// How often one person may press or type in ten seconds.
    pub presses: u32,
    /// How long a message waits for its pictures; none are drawn if that is no time at all.
    pub pictures_within: Duration,
    /// How many shards there are at least, all processes together.
    pub shards: u32,
    /// On how many cores computers think; on all but one if nothing is said.
    pub thinking_cores: Option<NonZeroUsize>,
    /// A folder with further files of words.
    pub words: Option<PathBuf>,
    /// How long after a server removed the bot it is forgotten; never, if nothing is said.
    pub forget_after: Option<Duration>,
}

/// All names that mean something here.
const SETTINGS: [&str; 17] = [
    "DISCORD_TOKEN",
    "DISCORD_TOKEN_FILE",
    "LANAI_DATABASE",
    "LANAI_DATABASE_FILE",
    "LANAI_FORGET_AFTER",
    "LANAI_LIMITER",
    "LANAI_LOG",
    "LANAI_LOG_FORMAT",
    "LANAI_METRICS",
    "LANAI_PICTURES_WITHIN",
    "LANAI_PORCH",
    "LANAI_POSTS_PER_SECOND",
    "LANAI_PRESSES",
    "LANAI_PROXY",
    "LANAI_SHARDS",
    "LANAI_THINKING_CORES",
    "LANAI_WORDS",
];
/// Settings that may stand in a file of their own, and what names that file.
const FROM_FILES: [(&str, &str); 2] =
    [("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"), ("LANAI_DATABASE", "LANAI_DATABASE_FILE")];
/// Names that only the tests of this program read; they may be set where it starts.
const OF_TESTS: [&str; 16] = [
    "DISCORD_OPENAPI",
    "LANAI_AXE",
    "LANAI_BROWSER",
    "LANAI_CLIENTS",
    "LANAI_FUZZ_SECONDS",
    "LANAI_FUZZ_SEED",
    "LANAI_FUZZ_TRY",
    "LANAI_LARGE",
    "LANAI_PROGRAM",
    "LANAI_REQUIRE",
    "LANAI_TABLES",
    "LANAI_TEST_DISK",
    "LANAI_TEST_HOME",
    "LANAI_TEST_MACHINE",
    "LANAI_TEST_WRITER",
    "LANAI_WORLD",
];

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// One of them.
    #[error(transparent)]
    Setting(#[from] BadSetting),
    /// The file `.env`.
    #[error("the file .env cannot be read: {0}")]
    File(#[from] Unreadable),
    /// A name that looks like one of ours and is none.
    #[error("{name}, set in {place}, is not a setting of Lanai; did you mean {like}?")]
    Unknown {
        /// How it begins, as it was written.
        name: String,
        /// Where.
        place: &'static str,
        /// The setting that looks most like it.
        like: &'static str,
    },
    /// What stands in the environment is no text. It is not shown: it may be a token.
    #[error("the value of {0} in the environment is not valid text")]
    NotText(String),
    /// A setting and the file that holds it are both given.
    #[error("{0} and {1} are both set; leave one of them out")]
    Both(&'static str, &'static str),
    /// The file that holds a setting cannot be read.
    #[error("the file that {0} names cannot be read: {1}")]
    ValueFile(&'static str, io::Error),
    /// The file that holds a setting is empty.
    #[error("the file that {0} names is empty")]
    EmptyValueFile(&'static str),
}

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is \"{value}\", but it must be {wanted}")]
pub struct BadSetting {
    /// Which.
    pub name: &'static str,
    /// How it begins, as it was written.
    pub value: String,
    /// What it has to be.
    pub wanted: &'static str,
}

impl Config {
    /// The settings of this program's environment.
    pub fn of_environment() -> Result<Config, Unusable> {
        Config::of(env::vars_os(), Path::new(".env"))
    }

    /// The settings of an environment, and of a file if there is one.
    pub fn of(
        environment: impl Iterator<Item = (OsString, OsString)>,
        file: &Path,
    ) -> Result<Config, Unusable> {
        let mut said = file::read(file)?;
        are_known(&said, "the file .env")?;
        let environment = of_ours(environment)?;
        are_known(&environment, "the environment")?;
        said.extend(environment);
        read_value_files(&mut said)?;
        Ok(Config::read(|name| said.get(name).cloned())?)
    }

    /// Settings that are found by name. What is empty counts as not said.
    pub fn read(find: impl Fn(&str) -> Option<String>) -> Result<Config, BadSetting> {
        let said =
            |name: &str| find(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let an_address = |value: &str| value.starts_with("http").then(|| value.to_owned());
        let proxy = setting(&said, "LANAI_PROXY", "an address such as http://127.0.0.1:8060", an_address)?;
        let on_or_off = |value: &str| one_of(value, ["off", "on"]);
        let limiter = setting(&said, "LANAI_LIMITER", "on or off", on_or_off)?.unwrap_or(proxy.is_none());
        let porch = "one of the loopback addresses, such as 127.0.0.1:8060";
        let porch = setting(&said, "LANAI_PORCH", porch, of_this_machine)?;
        let log = setting(&said, "LANAI_LOG", "error, warn, info, debug or trace", parsed)?;
        let text_or_json = |value: &str| one_of(value, ["text", "json"]);
        let log_as_json = setting(&said, "LANAI_LOG_FORMAT", "text or json", text_or_json)?.unwrap_or(false);
        let metrics = "an address and a port to listen on, such as 127.0.0.1:9095";
        let metrics = setting(&said, "LANAI_METRICS", metrics, parsed)?;
        let posts = setting(&said, "LANAI_POSTS_PER_SECOND", "a whole number", parsed)?;
        let some = |value: &str| parsed(value).filter(|number| *number > 0);
        let presses = setting(&said, "LANAI_PRESSES", "a whole number of at least 1", some)?;
        let within = setting(&said, "LANAI_PICTURES_WITHIN", "a whole number of milliseconds", parsed)?;
        let shards = setting(&said, "LANAI_SHARDS", "a whole number", parsed)?;
        let cores = setting(&said, "LANAI_THINKING_CORES", "a whole number of at least 1", parsed)?;
        let forget =
            setting(&said, "LANAI_FORGET_AFTER", "a time such as 30d or 12h, or never", time_or_never)?;
        Ok(Config {
            token: said("DISCORD_TOKEN").map(Secret),
            database: said("LANAI_DATABASE").map(Secret),
            proxy,
            limiter,
            porch: porch.unwrap_or(PORCH),
            log: log.unwrap_or(Level::INFO),
            log_as_json,
            metrics,
            posts_per_second: posts.unwrap_or(POSTS_PER_SECOND),
            presses: presses.unwrap_or(PRESSES),
            pictures_within: Duration::from_millis(within.unwrap_or(PICTURES_WITHIN)),
            shards: shards.unwrap_or(1),
            thinking_cores: cores,
            words: said("LANAI_WORDS").map(PathBuf::from),
            forget_after: Some(forget.unwrap_or(FORGET_AFTER)).filter(|after| *after != Duration::MAX),
        })
    }
}

/// A setting, if something is said of it.
fn setting<T>(
    said: &impl Fn(&str) -> Option<String>,
    name: &'static str,
    wanted: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, BadSetting> {
    let Some(value) = said(name) else { return Ok(None) };
    read(&value).map(Some).ok_or_else(|| BadSetting { name, value: beginning(&value), wanted })
}

/// The beginning of a value. More of it is shown to nobody: where a quote was left open or lines were mixed up, it is a
/// token that stands there.
fn beginning(value: &str) -> String {
    let shown: String = value.lines().next().unwrap_or_default().chars().take(MOST_SHOWN).collect();
    if shown == value { shown } else { shown + "…" }
}

/// Whether it is the second of two words, and not the first.
fn one_of(value: &str, words: [&str; 2]) -> Option<bool> {
    words.iter().position(|word| *word == value).map(|at| at == 1)
}

fn parsed<T: std::str::FromStr>(value: &str) -> Option<T> {
    value.parse().ok()
}

/// Where this program listens: nobody elsewhere is to reach it.
fn of_this_machine(value: &str) -> Option<SocketAddr> {
    parsed(value).filter(|address: &SocketAddr| address.ip().is_loopback())
}

/// A stretch of time of hours, days or weeks, or one that is never over.
fn time_or_never(value: &str) -> Option<Duration> {
    if value == "never" {
        return Some(Duration::MAX);
    }
    let (number, unit) = value.split_at_checked(value.len().checked_sub(1)?)?;
    let unit = match unit {
        "h" => HOUR,
        "d" => 24 * HOUR,
        "w" => 7 * 24 * HOUR,
        _ => return None,
    };
    let seconds = number.trim_end().parse::<u64>().ok()?.checked_mul(unit)?;
    // The clock counts seconds with a sign.
    i64::try_from(seconds).ok().filter(|seconds| *seconds > 0)?;
    Some(Duration::from_secs(seconds))
}

/// The name or the address of a database, as whoever starts the program gives it under this name.
pub fn database_named(name: &'static str, written: &str) -> Result<Secret, BadSetting> {
    let wanted = "the name of a file, such as lanai.db, or a PostgreSQL address";
    let written = written.trim();
    if written.is_empty() {
        return Err(BadSetting { name, value: String::new(), wanted });
    }
    Ok(Secret(written.to_owned()))
}

/// Replaces each setting that names a file by the setting that the file holds.
fn read_value_files(said: &mut HashMap<String, String>) -> Result<(), Unusable> {
    for (name, file_name) in FROM_FILES {
        let Some(path) = said.remove(file_name).filter(|path| !path.trim().is_empty()) else { continue };
        if said.get(name).is_some_and(|value| !value.trim().is_empty()) {
            return Err(Unusable::Both(name, file_name));
        }
        let text = fs::read_to_string(path.trim()).map_err(|error| Unusable::ValueFile(file_name, error))?;
        if text.trim().is_empty() {
            return Err(Unusable::EmptyValueFile(file_name));
        }
        said.insert(name.to_owned(), text);
    }
    Ok(())
}

/// What an environment says that may be meant for us.
fn of_ours(
    environment: impl Iterator<Item = (OsString, OsString)>,
) -> Result<HashMap<String, String>, Unusable> {
    let mut said = HashMap::new();
    for (name, value) in environment {
        let Some(name) = name.to_str().filter(|name| is_like_ours(name)) else { continue };
        let value = value.into_string().map_err(|_| Unusable::NotText(name.to_owned()))?;
        said.insert(name.to_owned(), value);
    }
    Ok(said)
}

/// Whether a name is meant for us: what else stands in an environment, or in a file that others read too, is not ours to
/// judge.
fn is_like_ours(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.starts_with("LANAI_") || SETTINGS.contains(&name.as_str()) || OF_TESTS.contains(&name.as_str())
}

fn are_known(said: &HashMap<String, String>, place: &'static str) -> Result<(), Unusable> {
    let mut names: Vec<&String> = said.keys().collect();
    names.sort();
    let unknown = |name: &&String| {
        // In a file of settings, a misspelt token would open the porch instead of the bot.
        is_like_ours(name) || strsim::damerau_levenshtein(name, "DISCORD_TOKEN") <= 3
    };
    let known = |name: &&String| SETTINGS.contains(&name.as_str()) || OF_TESTS.contains(&name.as_str());
    let Some(name) = names.into_iter().filter(unknown).find(|name| !known(name)) else { return Ok(()) };
    let distance = |setting: &&str| strsim::damerau_levenshtein(&name.to_ascii_uppercase(), setting);
    let like = SETTINGS.into_iter().min_by_key(distance).unwrap_or("LANAI_DATABASE");
    Err(Unusable::Unknown { name: beginning(name), place, like })
}
