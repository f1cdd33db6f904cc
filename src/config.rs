//! Settings, from the environment or from a file `.env` in the current folder.
//!
//! The environment takes precedence. An invalid value or an unknown name is an error.
//!
//! clap parses the settings as options `--NAME=value` of a command line that is built from both
//! sources. Its own `env` is not used: it takes an empty variable for a value, and its errors name
//! the option instead of the variable and show the whole value. The translations describe each
//! setting, for `lanai --help` and `.env.example`.

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
pub use file::EnvFileError;
use tracing::Level;

use crate::logs::LogFormat;

const HOUR_SECS: u64 = 60 * 60;
/// How many characters of a wrong value an error shows; the secret part of a token begins later.
const MAX_SHOWN_CHARS: usize = 30;

/// A value that appears in no log and no error.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
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

/// How long the data of a guild are kept after it removed the bot; `None` keeps them for good.
///
/// The alias hides the `Option` from clap, which would take the setting for one without a default.
pub type Retention = Option<Duration>;

/// All settings of the program, each with the variable that sets it.
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
    /// The database: a file, or the address of a server, which may hold a password.
    ///
    /// Without this setting, the bot uses `lanai.db`, and the porch saves nothing.
    #[arg(long = "LANAI_DATABASE")]
    pub database: Option<Secret>,
    #[arg(long = "LANAI_DATABASE_FILE")]
    database_file: Option<PathBuf>,
    #[arg(long = "LANAI_PORCH", value_parser = parse_loopback_address, default_value = "127.0.0.1:8060")]
    pub porch: SocketAddr,
    #[arg(long = "LANAI_LOG", value_parser = parse_log_level, default_value = "info")]
    pub log: Level,
    #[arg(long = "LANAI_LOG_FORMAT", value_parser = parse_log_format, default_value = "text")]
    pub log_format: LogFormat,
    #[arg(long = "LANAI_METRICS", value_parser = parse_listening_address)]
    pub metrics: Option<SocketAddr>,
    #[arg(long = "LANAI_WEB", value_parser = parse_listening_address)]
    pub web: Option<SocketAddr>,
    #[arg(long = "DISCORD_CLIENT_SECRET")]
    pub client_secret: Option<Secret>,
    #[arg(long = "DISCORD_CLIENT_SECRET_FILE")]
    client_secret_file: Option<PathBuf>,
    #[arg(long = "LANAI_WEB_URL", value_parser = parse_http_address)]
    pub web_url: Option<String>,
    #[arg(long = "LANAI_POSTS_PER_SECOND", value_parser = parse_whole_number, default_value = "45")]
    pub posts_per_second: u32,
    #[arg(long = "LANAI_PRESSES", value_parser = parse_positive_number, default_value = "40")]
    pub interactions_per_window: u32,
    #[arg(long = "LANAI_PICTURES_WITHIN", value_parser = parse_milliseconds, default_value = "2000")]
    pub pictures_within: Duration,
    #[arg(long = "LANAI_SHARDS", value_parser = parse_whole_number, default_value = "1")]
    pub shards: u32,
    #[arg(long = "LANAI_FORGET_AFTER", value_parser = parse_retention, default_value = "30d")]
    pub forget_after: Retention,
    #[arg(long = "LANAI_THINKING_CORES", value_parser = parse_core_count)]
    pub thinking_cores: Option<NonZeroUsize>,
    #[arg(long = "LANAI_WORDS")]
    pub words: Option<PathBuf>,
    #[arg(long = "LANAI_PROXY", value_parser = parse_http_address)]
    pub proxy: Option<String>,
    #[arg(
        long = "LANAI_LIMITER",
        action = ArgAction::Set,
        value_parser = parse_on_or_off,
        default_value = "on",
        default_value_if("proxy", ArgPredicate::IsPresent, "off")
    )]
    pub limiter: bool,
}

/// Variables that configure tests. They are no settings, but may be set in the environment.
const TEST_VARIABLES: [&str; 16] = [
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

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name} is \"{value}\", but it must be {expected}")]
    InvalidValue {
        name: String,
        /// The beginning of the value.
        value: String,
        expected: String,
    },
    #[error("the .env file cannot be read: {0}")]
    EnvFile(#[from] EnvFileError),
    #[error("{name}, set in {place}, is not a setting of Lanai; did you mean {similar}?")]
    UnknownSetting {
        name: String,
        place: &'static str,
        similar: String,
    },
    /// The error leaves out the value, which may be a token.
    #[error("the value of {0} in the environment is not valid text")]
    NotUtf8(String),
    #[error("{0} and {1} are both set; leave one of them out")]
    ValueAndFile(&'static str, &'static str),
    #[error("the file that {0} names cannot be read: {1}")]
    ValueFile(&'static str, io::Error),
    #[error("the file that {0} names is empty")]
    EmptyValueFile(&'static str),
}

impl Config {
    /// Reads the settings of this process.
    pub fn from_env() -> Result<Config, ConfigError> {
        Config::read(env::vars_os(), Path::new(".env"))
    }

    /// Reads the settings of an environment, and of a file if it exists.
    ///
    /// An empty value counts as a missing one.
    pub fn read(
        environment: impl Iterator<Item = (OsString, OsString)>,
        file: &Path,
    ) -> Result<Config, ConfigError> {
        let names = Config::setting_names();
        let mut values = file::read_env_file(file)?;
        check_setting_names(&names, &values, "the .env file")?;
        let environment = lanai_variables(&names, environment)?;
        check_setting_names(&names, &environment, "the environment")?;
        values.extend(environment);
        let mut options = Vec::new();
        for name in &names {
            let value = values.get(name).map_or("", |value| value.trim());
            if !value.is_empty() {
                options.push(format!("--{name}={value}"));
            }
        }
        let mut config = Config::try_parse_from(options).map_err(|error| value_error(&error))?;
        read_value_file(
            &mut config.token,
            config.token_file.as_deref(),
            ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"],
        )?;
        let secret = ["DISCORD_CLIENT_SECRET", "DISCORD_CLIENT_SECRET_FILE"];
        read_value_file(
            &mut config.client_secret,
            config.client_secret_file.as_deref(),
            secret,
        )?;
        let database = ["LANAI_DATABASE", "LANAI_DATABASE_FILE"];
        read_value_file(
            &mut config.database,
            config.database_file.as_deref(),
            database,
        )?;
        Ok(config)
    }

    /// Returns the files that hold secrets in place of the settings.
    pub fn secret_files(&self) -> impl Iterator<Item = &Path> {
        let files = [
            &self.token_file,
            &self.database_file,
            &self.client_secret_file,
        ];
        files.into_iter().flatten().map(PathBuf::as_path)
    }

    /// Returns the names and defaults of all settings.
    pub fn defaults() -> Vec<(String, Option<String>)> {
        let mut settings = Vec::new();
        for arg in Config::command().get_arguments() {
            if let Some(name) = arg.get_long() {
                let default = arg.get_default_values().first();
                let default = default.map(|value| value.to_string_lossy().into_owned());
                settings.push((name.to_owned(), default));
            }
        }
        settings
    }

    fn setting_names() -> Vec<String> {
        Config::defaults()
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }
}

/// Reads a value from the file that another setting names.
fn read_value_file(
    value: &mut Option<Secret>,
    file: Option<&Path>,
    [name, file_name]: [&'static str; 2],
) -> Result<(), ConfigError> {
    let Some(file) = file else { return Ok(()) };
    if value.is_some() {
        return Err(ConfigError::ValueAndFile(name, file_name));
    }
    let text =
        fs::read_to_string(file).map_err(|error| ConfigError::ValueFile(file_name, error))?;
    if text.trim().is_empty() {
        return Err(ConfigError::EmptyValueFile(file_name));
    }
    *value = Some(Secret::from(text.trim()));
    Ok(())
}

/// Converts an error of clap. Its source, from a parser below, says what the setting must be.
fn value_error(error: &clap::Error) -> ConfigError {
    // clap names the argument as in `--LANAI_LOG <LOG>`; only the name is wanted.
    let option = context_text(error, ContextKind::InvalidArg).trim_start_matches('-');
    ConfigError::InvalidValue {
        name: option.split(' ').next().unwrap_or_default().to_owned(),
        value: shorten(context_text(error, ContextKind::InvalidValue)),
        expected: std::error::Error::source(error)
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

fn context_text(error: &clap::Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    }
}

/// Shortens a wrong value for an error, because a misplaced quote may make it contain a token.
fn shorten(value: &str) -> String {
    let shortened: String = value
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MAX_SHOWN_CHARS)
        .collect();
    if shortened == value {
        shortened
    } else {
        shortened + "…"
    }
}

fn parse_loopback_address(value: &str) -> Result<SocketAddr, &'static str> {
    value
        .parse()
        .ok()
        .filter(|address: &SocketAddr| address.ip().is_loopback())
        .ok_or("one of the loopback addresses, such as 127.0.0.1:8060")
}

fn parse_listening_address(value: &str) -> Result<SocketAddr, &'static str> {
    value
        .parse()
        .map_err(|_| "an address and a port to listen on, such as 127.0.0.1:9095")
}

fn parse_http_address(value: &str) -> Result<String, &'static str> {
    if value.starts_with("http") {
        Ok(value.to_owned())
    } else {
        Err("an address such as http://127.0.0.1:8060")
    }
}

fn parse_log_level(value: &str) -> Result<Level, &'static str> {
    value
        .parse()
        .map_err(|_| "error, warn, info, debug or trace")
}

fn parse_log_format(value: &str) -> Result<LogFormat, &'static str> {
    match value {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("text or json"),
    }
}

fn parse_on_or_off(value: &str) -> Result<bool, &'static str> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off"),
    }
}

fn parse_whole_number(value: &str) -> Result<u32, &'static str> {
    value.parse().map_err(|_| "a whole number")
}

fn parse_positive_number(value: &str) -> Result<u32, &'static str> {
    value
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or("a whole number of at least 1")
}

fn parse_core_count(value: &str) -> Result<NonZeroUsize, &'static str> {
    value.parse().map_err(|_| "a whole number of at least 1")
}

fn parse_milliseconds(value: &str) -> Result<Duration, &'static str> {
    value
        .parse()
        .map(Duration::from_millis)
        .map_err(|_| "a whole number of milliseconds")
}

fn parse_retention(value: &str) -> Result<Retention, &'static str> {
    if value == "never" {
        return Ok(None);
    }
    let expected = "a time such as 30d or 12h, or never";
    let unit_hours = match value.chars().next_back() {
        Some('h') => 1,
        Some('d') => 24,
        Some('w') => 7 * 24,
        _ => return Err(expected),
    };
    let count: u64 = value[..value.len() - 1]
        .trim_end()
        .parse()
        .map_err(|_| expected)?;
    match count.checked_mul(unit_hours * HOUR_SECS) {
        // Timestamps are signed, so the seconds have to fit in an `i64`.
        Some(seconds) if seconds > 0 && i64::try_from(seconds).is_ok() => {
            Ok(Some(Duration::from_secs(seconds)))
        }
        Some(_) | None => Err(expected),
    }
}

/// Returns the variables of an environment that are meant for Lanai.
fn lanai_variables(
    names: &[String],
    environment: impl Iterator<Item = (OsString, OsString)>,
) -> Result<HashMap<String, String>, ConfigError> {
    let mut variables = HashMap::new();
    for (name, value) in environment {
        let Some(name) = name.to_str().filter(|name| is_own_name(names, name)) else {
            continue;
        };
        let value = value
            .into_string()
            .map_err(|_| ConfigError::NotUtf8(name.to_owned()))?;
        variables.insert(name.to_owned(), value);
    }
    Ok(variables)
}

/// Returns whether a name is meant for Lanai, not for another program that reads the same source.
fn is_own_name(names: &[String], name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.starts_with("LANAI_") || names.contains(&name) || TEST_VARIABLES.contains(&name.as_str())
}

/// Fails on a name that is not a setting, and suggests the most similar one.
fn check_setting_names(
    settings: &[String],
    values: &HashMap<String, String>,
    place: &'static str,
) -> Result<(), ConfigError> {
    let mut names: Vec<&String> = values.keys().collect();
    names.sort();
    for name in names {
        // With a misspelt token, the program would open the porch instead of serving on Discord.
        let is_own =
            is_own_name(settings, name) || strsim::damerau_levenshtein(name, "DISCORD_TOKEN") <= 3;
        if !is_own || settings.contains(name) || TEST_VARIABLES.contains(&name.as_str()) {
            continue;
        }
        let upper = name.to_ascii_uppercase();
        let similar = settings
            .iter()
            .min_by_key(|setting| strsim::damerau_levenshtein(&upper, setting))
            .cloned()
            .unwrap_or_default();
        return Err(ConfigError::UnknownSetting {
            name: shorten(name),
            place,
            similar,
        });
    }
    Ok(())
}
