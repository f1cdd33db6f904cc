//! Settings, from the environment or from a file `.env` in the folder where the program starts; the environment counts
//! more. Each has a default, or an error that says what to write. `.env.example` explains them.

use std::{collections::HashMap, env, fmt, fs, net::SocketAddr, path::PathBuf, time::Duration};

/// Where the porch opens if nothing else is said.
const PORCH: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8060);
/// In milliseconds: a hundred times as long as one takes.
const PICTURES_WITHIN: u64 = 2000;
/// Below Discord's fifty.
const POSTS_PER_SECOND: u32 = 45;

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
    /// Where tables are kept.
    pub database: Option<PathBuf>,
    /// A Discord in a box, or another proxy, instead of the real one.
    pub proxy: Option<String>,
    /// Whether the library's own limiter is on.
    pub limiter: bool,
    /// Where the porch opens.
    pub porch: SocketAddr,
    /// How much is told in the log.
    pub log: Log,
    /// How many messages a second are posted at most.
    pub posts_per_second: u32,
    /// How long a message waits for its pictures; none are drawn if that is no time at all.
    pub pictures_within: Duration,
}

/// How much is told in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Log {
    Error,
    Warn,
    #[default]
    Info,
    Debug,
    Trace,
}

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is \"{value}\", but it has to be {wanted}")]
pub struct BadSetting {
    /// Which.
    pub name: &'static str,
    /// As it was written.
    pub value: String,
    /// What it has to be.
    pub wanted: &'static str,
}

impl Config {
    /// The settings of this program's environment.
    pub fn of_environment() -> Result<Config, BadSetting> {
        let file = fs::read_to_string(".env").map(|text| read_file(&text)).unwrap_or_default();
        Config::read(|name| env::var(name).ok().or_else(|| file.get(name).cloned()))
    }

    /// Settings that are found by name. What is empty counts as not said.
    pub fn read(find: impl Fn(&str) -> Option<String>) -> Result<Config, BadSetting> {
        let said =
            |name: &str| find(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let proxy = said("LANAI_PROXY");
        if let Some(value) = proxy.clone().filter(|proxy| !proxy.starts_with("http")) {
            return Err(BadSetting {
                name: "LANAI_PROXY",
                value,
                wanted: "an address as in http://127.0.0.1:8060",
            });
        }
        let limiter = match said("LANAI_LIMITER").as_deref() {
            None => proxy.is_none(),
            Some("on") => true,
            Some("off") => false,
            Some(other) => {
                return Err(BadSetting {
                    name: "LANAI_LIMITER",
                    value: other.to_owned(),
                    wanted: "on or off",
                });
            }
        };
        Ok(Config {
            token: said("DISCORD_TOKEN").map(Secret),
            database: said("LANAI_DATABASE").map(PathBuf::from),
            proxy,
            limiter,
            porch: parse("LANAI_PORCH", said("LANAI_PORCH"), PORCH, "an address as in 127.0.0.1:8060")?,
            log: said("LANAI_LOG").map_or(Ok(Log::default()), |value| Log::named(&value))?,
            posts_per_second: parse(
                "LANAI_POSTS_PER_SECOND",
                said("LANAI_POSTS_PER_SECOND"),
                POSTS_PER_SECOND,
                "a whole number",
            )?,
            pictures_within: Duration::from_millis(parse(
                "LANAI_PICTURES_WITHIN",
                said("LANAI_PICTURES_WITHIN"),
                PICTURES_WITHIN,
                "a whole number of milliseconds",
            )?),
        })
    }
}

impl Log {
    fn named(value: &str) -> Result<Log, BadSetting> {
        let wanted = "error, warn, info, debug or trace";
        match value {
            "error" => Ok(Log::Error),
            "warn" => Ok(Log::Warn),
            "info" => Ok(Log::Info),
            "debug" => Ok(Log::Debug),
            "trace" => Ok(Log::Trace),
            _ => Err(BadSetting { name: "LANAI_LOG", value: value.to_owned(), wanted }),
        }
    }
}

fn parse<T: std::str::FromStr>(
    name: &'static str,
    said: Option<String>,
    default: T,
    wanted: &'static str,
) -> Result<T, BadSetting> {
    let Some(value) = said else { return Ok(default) };
    value.parse().map_err(|_| BadSetting { name, value, wanted })
}

/// Lines `NAME=value`; what begins with # is a remark, and quotes around a value are not part of it.
fn read_file(text: &str) -> HashMap<String, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.trim_start_matches("export ").split_once('='));
    let clean = |value: &str| value.trim().trim_matches(['"', '\'']).to_owned();
    pairs.map(|(name, value)| (name.trim().to_owned(), clean(value))).collect()
}
