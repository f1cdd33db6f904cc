//! Settings, from the environment or from a file `.env` in the folder where the program starts; the environment wins. A value that
//! cannot be read, and a name that is no setting, are errors: they are never passed over.
//!
//! clap reads each setting as an option `--NAME=value` of a command line that is made of both. (Its own `env` takes an empty
//! variable for a value, names the option instead of the variable in errors, and shows the whole value.) What a setting means
//! stands among the words, where `lanai --help` and `.env.example` take it from.

mod file;

use std::collections::HashMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fmt, fs, io};

use clap::builder::ArgPredicate;
use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, CommandFactory as _, Parser};
pub use file::Unreadable;
use tracing::Level;

use crate::logs;

const HOUR_SECS: u64 = 60 * 60;
/// How many characters of a wrong value an error shows: fewer than come before the secret part of a token.
const MAX_SHOWN: usize = 30;

/// A value that no log and no error shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the value, for what has to send it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Secret {
        Secret(value.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// How long a server's data are kept after it removed the bot; `None` keeps them. (clap would read an `Option` as a setting
/// without a default.)
pub type Retention = Option<Duration>;

/// All settings.
#[derive(Parser, Clone, PartialEq, Eq, Debug)]
#[command(
    no_binary_name = true,
    disable_help_flag = true,
    disable_version_flag = true
)]
pub struct Config {
    #[arg(long = "DISCORD_TOKEN")]
    pub token: Option<Secret>,
    #[arg(long = "DISCORD_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    /// A file, or an address that may hold a password. The bot uses `lanai.db` if it is missing; the porch keeps nothing then.
    #[arg(long = "LANAI_DATABASE")]
    pub database: Option<Secret>,
    #[arg(long = "LANAI_DATABASE_FILE")]
    database_file: Option<PathBuf>,
    #[arg(long = "LANAI_PORCH", value_parser = loopback_address, default_value = "127.0.0.1:8060")]
    pub porch: SocketAddr,
    #[arg(long = "LANAI_LOG", value_parser = log_level, default_value = "info")]
    pub log: Level,
    #[arg(long = "LANAI_LOG_FORMAT", value_parser = log_format, default_value = "text")]
    pub log_format: logs::Format,
    #[arg(long = "LANAI_METRICS", value_parser = listening_address)]
    pub metrics: Option<SocketAddr>,
    #[arg(long = "LANAI_POSTS_PER_SECOND", value_parser = whole_number, default_value = "45")]
    pub posts_per_second: u32,
    #[arg(long = "LANAI_PRESSES", value_parser = positive_number, default_value = "40")]
    pub presses: u32,
    #[arg(long = "LANAI_PICTURES_WITHIN", value_parser = milliseconds, default_value = "2000")]
    pub pictures_within: Duration,
    #[arg(long = "LANAI_SHARDS", value_parser = whole_number, default_value = "1")]
    pub shards: u32,
    #[arg(long = "LANAI_FORGET_AFTER", value_parser = retention, default_value = "30d")]
    pub forget_after: Retention,
    #[arg(long = "LANAI_THINKING_CORES", value_parser = core_count)]
    pub thinking_cores: Option<NonZeroUsize>,
    #[arg(long = "LANAI_WORDS")]
    pub words: Option<PathBuf>,
    #[arg(long = "LANAI_PROXY", value_parser = http_address)]
    pub proxy: Option<String>,
    #[arg(
        long = "LANAI_LIMITER",
        action = ArgAction::Set,
        value_parser = on_or_off,
        default_value = "on",
        default_value_if("proxy", ArgPredicate::IsPresent, "off")
    )]
    pub limiter: bool,
}

/// Variables of the tests; they may be set where the program starts.
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
    #[error("{name} is \"{value}\", but it must be {wanted}")]
    Value {
        name: String,
        /// How the value begins.
        value: String,
        wanted: String,
    },
    #[error("the file .env cannot be read: {0}")]
    File(#[from] Unreadable),
    #[error("{name}, set in {place}, is not a setting of Lanai; did you mean {like}?")]
    Unknown {
        name: String,
        place: &'static str,
        like: String,
    },
    /// The value is not shown: it may be a token.
    #[error("the value of {0} in the environment is not valid text")]
    NotText(String),
    #[error("{0} and {1} are both set; leave one of them out")]
    Both(&'static str, &'static str),
    #[error("the file that {0} names cannot be read: {1}")]
    ValueFile(&'static str, io::Error),
    #[error("the file that {0} names is empty")]
    EmptyValueFile(&'static str),
}

impl Config {
    /// Reads the settings of this program's environment.
    pub fn from_env() -> Result<Config, Unusable> {
        Config::read(env::vars_os(), Path::new(".env"))
    }

    /// Reads the settings of an environment, and of a file if there is one. An empty value counts as a missing one.
    pub fn read(
        environment: impl Iterator<Item = (OsString, OsString)>,
        file: &Path,
    ) -> Result<Config, Unusable> {
        let names = Config::names();
        let mut values = file::read(file)?;
        check_names(&names, &values, "the file .env")?;
        let environment = own_variables(&names, environment)?;
        check_names(&names, &environment, "the environment")?;
        values.extend(environment);
        let options = names.iter().filter_map(|name| {
            let value = values.get(name)?.trim();
            (!value.is_empty()).then(|| format!("--{name}={value}"))
        });
        let mut config = Config::try_parse_from(options).map_err(|error| unusable_value(&error))?;
        read_value_file(
            &mut config.token,
            config.token_file.take(),
            ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"],
        )?;
        let database = ["LANAI_DATABASE", "LANAI_DATABASE_FILE"];
        read_value_file(&mut config.database, config.database_file.take(), database)?;
        Ok(config)
    }

    /// Returns the names of all settings, with the defaults of those that have one.
    pub fn defaults() -> Vec<(String, Option<String>)> {
        let command = Config::command();
        let setting = |arg: &clap::Arg| {
            let default = arg
                .get_default_values()
                .first()
                .map(|value| value.to_string_lossy().into_owned());
            Some((arg.get_long()?.to_owned(), default))
        };
        command.get_arguments().filter_map(setting).collect()
    }

    fn names() -> Vec<String> {
        Config::defaults()
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }
}

/// Reads the value that stands in a file of its own.
fn read_value_file(
    value: &mut Option<Secret>,
    file: Option<PathBuf>,
    [name, file_name]: [&'static str; 2],
) -> Result<(), Unusable> {
    let Some(file) = file else { return Ok(()) };
    if value.is_some() {
        return Err(Unusable::Both(name, file_name));
    }
    let text = fs::read_to_string(file).map_err(|error| Unusable::ValueFile(file_name, error))?;
    if text.trim().is_empty() {
        return Err(Unusable::EmptyValueFile(file_name));
    }
    *value = Some(Secret::from(text.trim()));
    Ok(())
}

/// Names the setting whose value one of the parsers below refused. All of them say what they want.
fn unusable_value(error: &clap::Error) -> Unusable {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    // As in `--LANAI_LOG <LOG>`.
    let option = context(ContextKind::InvalidArg).trim_start_matches('-');
    Unusable::Value {
        name: option.split(' ').next().unwrap_or_default().to_owned(),
        value: beginning(context(ContextKind::InvalidValue)),
        wanted: std::error::Error::source(error)
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

/// Shortens a wrong value for an error: where a quote was left open or lines were mixed up, it holds a token.
fn beginning(value: &str) -> String {
    let shown: String = value
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MAX_SHOWN)
        .collect();
    if shown == value { shown } else { shown + "…" }
}

fn loopback_address(value: &str) -> Result<SocketAddr, &'static str> {
    let address: Option<SocketAddr> = value.parse().ok();
    let wanted = "one of the loopback addresses, such as 127.0.0.1:8060";
    address
        .filter(|address| address.ip().is_loopback())
        .ok_or(wanted)
}

fn listening_address(value: &str) -> Result<SocketAddr, &'static str> {
    value
        .parse()
        .map_err(|_| "an address and a port to listen on, such as 127.0.0.1:9095")
}

fn http_address(value: &str) -> Result<String, &'static str> {
    let wanted = "an address such as http://127.0.0.1:8060";
    value
        .starts_with("http")
        .then(|| value.to_owned())
        .ok_or(wanted)
}

fn log_level(value: &str) -> Result<Level, &'static str> {
    value
        .parse()
        .map_err(|_| "error, warn, info, debug or trace")
}

fn log_format(value: &str) -> Result<logs::Format, &'static str> {
    match value {
        "text" => Ok(logs::Format::Text),
        "json" => Ok(logs::Format::Json),
        _ => Err("text or json"),
    }
}

fn on_or_off(value: &str) -> Result<bool, &'static str> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off"),
    }
}

fn whole_number(value: &str) -> Result<u32, &'static str> {
    value.parse().map_err(|_| "a whole number")
}

fn positive_number(value: &str) -> Result<u32, &'static str> {
    value
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or("a whole number of at least 1")
}

fn core_count(value: &str) -> Result<NonZeroUsize, &'static str> {
    value.parse().map_err(|_| "a whole number of at least 1")
}

fn milliseconds(value: &str) -> Result<Duration, &'static str> {
    value
        .parse()
        .map(Duration::from_millis)
        .map_err(|_| "a whole number of milliseconds")
}

fn retention(value: &str) -> Result<Retention, &'static str> {
    if value == "never" {
        return Ok(None);
    }
    let wanted = "a time such as 30d or 12h, or never";
    let hours = match value.chars().next_back() {
        Some('h') => 1,
        Some('d') => 24,
        Some('w') => 7 * 24,
        _ => return Err(wanted),
    };
    let count: Option<u64> = value[..value.len() - 1].trim_end().parse().ok();
    let seconds = count.and_then(|count| count.checked_mul(hours * HOUR_SECS));
    // The clock counts seconds with a sign.
    let seconds = seconds.filter(|seconds| *seconds > 0 && i64::try_from(*seconds).is_ok());
    seconds
        .map(|seconds| Some(Duration::from_secs(seconds)))
        .ok_or(wanted)
}

/// Returns the variables that may be meant for Lanai.
fn own_variables(
    names: &[String],
    environment: impl Iterator<Item = (OsString, OsString)>,
) -> Result<HashMap<String, String>, Unusable> {
    let mut own = HashMap::new();
    for (name, value) in environment {
        let Some(name) = name.to_str().filter(|name| is_like_ours(names, name)) else {
            continue;
        };
        let value = value
            .into_string()
            .map_err(|_| Unusable::NotText(name.to_owned()))?;
        own.insert(name.to_owned(), value);
    }
    Ok(own)
}

/// Returns whether a name is meant for Lanai. The environment, and a file that other programs read too, hold names that are not.
fn is_like_ours(names: &[String], name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.starts_with("LANAI_") || names.contains(&name) || OF_TESTS.contains(&name.as_str())
}

/// Refuses a name that is no setting, and names the setting that looks most like it.
fn check_names(
    settings: &[String],
    values: &HashMap<String, String>,
    place: &'static str,
) -> Result<(), Unusable> {
    let mut names: Vec<&String> = values.keys().collect();
    names.sort();
    for name in names {
        // In a file of settings, a misspelt token would open the porch instead of the bot.
        let is_ours =
            is_like_ours(settings, name) || strsim::damerau_levenshtein(name, "DISCORD_TOKEN") <= 3;
        if !is_ours || settings.contains(name) || OF_TESTS.contains(&name.as_str()) {
            continue;
        }
        let distance =
            |setting: &&String| strsim::damerau_levenshtein(&name.to_ascii_uppercase(), setting);
        let like = settings
            .iter()
            .min_by_key(distance)
            .cloned()
            .unwrap_or_default();
        return Err(Unusable::Unknown {
            name: beginning(name),
            place,
            like,
        });
    }
    Ok(())
}
