//! Checks before the bot serves: reachability, clock, identity, gateway sessions, permissions and
//! registered commands.
//!
//! It only reads; [`Checkup::try_out`] alone posts messages. The entry point is [`Checkup`].

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde_json::Value;
use serenity::all::{ApplicationFlags, Permissions};

use crate::session::registration;
use crate::wire::permissions::NEEDED;
use crate::wire::plain_line::{NoAnswer, PlainAnswer, PlainLine};
use lanai_text::Dictionary;

/// Discord's page size for guilds.
const SERVERS_AT_ONCE: usize = 200;
/// How many pages of guilds are read at most.
const MOST_ASKED: usize = 50;

/// Privileged intents, which the bot never requests.
const WATCHING: [(ApplicationFlags, &str); 6] = [
    (ApplicationFlags::GATEWAY_PRESENCE, "Presence"),
    (ApplicationFlags::GATEWAY_PRESENCE_LIMITED, "Presence"),
    (ApplicationFlags::GATEWAY_GUILD_MEMBERS, "Server Members"),
    (
        ApplicationFlags::GATEWAY_GUILD_MEMBERS_LIMITED,
        "Server Members",
    ),
    (ApplicationFlags::GATEWAY_MESSAGE_CONTENT, "Message Content"),
    (
        ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED,
        "Message Content",
    ),
];

/// Reads from Discord what a bot needs to serve.
pub struct Checkup {
    line: PlainLine,
}

/// Why Discord gave no answer that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTold {
    NoAnswer(String),
    /// Discord does not know the token.
    WrongToken,
    /// Discord answered with this status, or with a body that cannot be read.
    Refused(u16),
}

/// Discord can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The time until the answer came.
    pub took: Duration,
    /// Seconds by which this machine's clock is ahead of Discord's, negative if behind; `None` if
    /// the answer has no date.
    pub clock_ahead: Option<i64>,
}

/// The identity of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Itself {
    pub name: String,
    /// The id of its application.
    pub application: String,
    /// Privileged intents that are enabled but not used.
    pub watching: Vec<&'static str>,
}

/// How many gateway sessions may still begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sessions {
    pub address: String,
    /// Left today.
    pub remaining: u64,
    /// Allowed each day.
    pub total: u64,
}

/// Permissions that a bot lacks in a guild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildPermissions {
    /// The name of the server.
    pub guild: String,
    /// The names of the missing permissions.
    pub missing: Vec<&'static str>,
}

/// How the registered commands differ from those of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisteredCommands {
    /// How many commands there should be.
    pub wanted: usize,
    /// Commands that are missing, different, or not ours.
    pub other: Vec<String>,
}

impl From<NoAnswer> for NotTold {
    fn from(NoAnswer(why): NoAnswer) -> NotTold {
        NotTold::NoAnswer(why)
    }
}

impl Checkup {
    /// Creates a checkup with a token, and with a proxy instead of Discord if there is one.
    pub fn new(token: &str, proxy: Option<&str>) -> Result<Checkup, NotTold> {
        Ok(Checkup {
            line: PlainLine::new(token, proxy)?,
        })
    }

    /// Returns the permissions that the bot needs, as the number in an invitation link.
    pub fn needed() -> u64 {
        needed().bits()
    }

    /// Returns the base address of the requests.
    pub fn address(&self) -> &str {
        self.line.base()
    }

    pub(crate) fn line(&self) -> &PlainLine {
        &self.line
    }

    /// Returns the id of some channel of the bot's first guild, if there is one.
    pub async fn some_channel(&self) -> Result<Option<String>, NotTold> {
        let guilds = told(self.line.get("users/@me/guilds").await?)?.body;
        let Some(guild) = guilds[0]["id"].as_str() else {
            return Ok(None);
        };
        let channels = told(self.line.get(&format!("guilds/{guild}/channels")).await?)?.body;
        Ok(channels[0]["id"].as_str().map(str::to_owned))
    }

    /// Checks that Discord can be reached, without the token.
    pub async fn reached(&self) -> Result<Reached, NotTold> {
        let PlainAnswer { took, date, .. } = told(self.line.get_as_nobody("gateway").await?)?;
        let now = Timestamp::now();
        let there = date.and_then(|date| rfc2822::parse(&date).ok());
        let ahead = there.map(|there| now.as_second() - there.timestamp().as_second());
        // Discord reads its clock while we wait, and sends whole seconds.
        let waited = i64::try_from(took.as_secs()).unwrap_or(i64::MAX);
        let clock_ahead = ahead.map(|ahead| {
            if ahead > 0 {
                (ahead - waited).max(0)
            } else {
                ahead
            }
        });
        Ok(Reached { took, clock_ahead })
    }

    pub async fn itself(&self) -> Result<Itself, NotTold> {
        let name = self.text("users/@me", "username").await?;
        let about = told(self.line.get("oauth2/applications/@me").await?)?.body;
        let application = about["id"]
            .as_str()
            .ok_or(NotTold::Refused(200))?
            .to_owned();
        let flags =
            ApplicationFlags::from_bits_truncate(about["flags"].as_u64().unwrap_or_default());
        let mut watching: Vec<&str> = WATCHING
            .iter()
            .filter(|(flag, _)| flags.contains(*flag))
            .map(|(_, name)| *name)
            .collect();
        watching.dedup();
        Ok(Itself {
            name,
            application,
            watching,
        })
    }

    async fn text(&self, path: &str, field: &str) -> Result<String, NotTold> {
        let answer = told(self.line.get(path).await?)?;
        Ok(answer.body[field]
            .as_str()
            .ok_or(NotTold::Refused(answer.status))?
            .to_owned())
    }

    /// Reads how many sessions may begin, and checks that the gateway's host answers.
    pub async fn sessions(&self) -> Result<Sessions, NotTold> {
        let answer = told(self.line.get("gateway/bot").await?)?.body;
        let limit = &answer["session_start_limit"];
        let all = (
            answer["url"].as_str(),
            limit["remaining"].as_u64(),
            limit["total"].as_u64(),
        );
        let (Some(address), Some(remaining), Some(total)) = all else {
            return Err(NotTold::Refused(200));
        };
        // A websocket begins as an HTTP request.
        self.line.knock(&address.replacen("ws", "http", 1)).await?;
        Ok(Sessions {
            address: address.to_owned(),
            remaining,
            total,
        })
    }

    /// Returns the permissions that the bot lacks in each guild.
    pub async fn rights(&self) -> Result<Vec<GuildPermissions>, NotTold> {
        let mut all = Vec::new();
        let mut after = "0".to_owned();
        for _ in 0..MOST_ASKED {
            let path = format!("users/@me/guilds?limit={SERVERS_AT_ONCE}&after={after}");
            let guilds = told(self.line.get(&path).await?)?.body;
            let guilds = guilds.as_array().ok_or(NotTold::Refused(200))?;
            all.extend(guilds.iter().map(rights_on));
            match guilds.last().and_then(|guild| guild["id"].as_str()) {
                Some(last) if guilds.len() == SERVERS_AT_ONCE => last.clone_into(&mut after),
                _ => break,
            }
        }
        Ok(all)
    }

    /// Compares the registered commands with those of this program.
    pub async fn commands(
        &self,
        application: &str,
        dictionary: &Dictionary,
    ) -> Result<RegisteredCommands, NotTold> {
        let path = format!("applications/{application}/commands?with_localizations=true");
        let found = told(self.line.get(&path).await?)?.body;
        let found = found.as_array().ok_or(NotTold::Refused(200))?;
        let wanted = registration::commands_as_json(dictionary);
        let wanted = wanted.as_array().map(Vec::as_slice).unwrap_or_default();
        let other = registration::differences(wanted, found);
        let other = other.into_iter().map(|name| format!("/{name}")).collect();
        Ok(RegisteredCommands {
            wanted: wanted.len(),
            other,
        })
    }
}

fn told(answer: PlainAnswer) -> Result<PlainAnswer, NotTold> {
    match answer.status {
        401 => Err(NotTold::WrongToken),
        _ if answer.is_fine() => Ok(answer),
        other => Err(NotTold::Refused(other)),
    }
}

fn needed() -> Permissions {
    NEEDED
        .iter()
        .fold(Permissions::empty(), |all, (right, _)| all | *right)
}

fn rights_on(guild: &Value) -> GuildPermissions {
    let bits = guild["permissions"]
        .as_str()
        .and_then(|bits| bits.parse().ok())
        .unwrap_or_default();
    let rights = Permissions::from_bits_truncate(bits);
    let missing = if rights.administrator() {
        Permissions::empty()
    } else {
        needed() - rights
    };
    let guild = guild["name"].as_str().unwrap_or_default().to_owned();
    GuildPermissions {
        guild,
        missing: missing.get_permission_names(),
    }
}
