//! What the chat says to a bot that is about to serve: whether it can be reached, what time it is
//! there, who the bot is, on which servers, with which rights, and whether its commands are those
//! of today. It only asks.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde_json::Value;
use serenity::all::{ApplicationFlags, Permissions};

use crate::session::registration;
use crate::wire::permissions::NEEDED;
use crate::wire::plain_line::{NoAnswer, PlainAnswer, PlainLine};
use lanai_text::Dictionary;

/// How many servers are told of at once.
const SERVERS_AT_ONCE: usize = 200;
/// More than anybody's bot would be on without knowing it.
const MOST_ASKED: usize = 50;

/// What an application may also be told, which we never ask for.
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

/// Somebody who asks the chat how a bot stands.
pub struct Checkup {
    line: PlainLine,
}

/// Why the chat does not tell something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTold {
    NoAnswer(String),
    /// It does not know the token.
    WrongToken,
    /// It answered with this number, or with something that cannot be read.
    Refused(u16),
}

/// The chat answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// After how long.
    pub took: Duration,
    /// By how many seconds this machine's clock is ahead of the chat's, or behind it if negative;
    /// `None` if the chat does not say what time it is.
    pub clock_ahead: Option<i64>,
}

/// Who a bot is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Itself {
    pub name: String,
    /// The number of its application.
    pub application: String,
    /// What it may also be told, though it does not ask for it.
    pub watching: Vec<&'static str>,
}

/// How often it may still come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sessions {
    pub address: String,
    /// Today.
    pub remaining: u64,
    /// In a day.
    pub total: u64,
}

/// What a bot lacks on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildPermissions {
    /// The name of the server.
    pub guild: String,
    /// The names of what it lacks.
    pub missing: Vec<&'static str>,
}

/// Whether commands are registered as this program has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisteredCommands {
    /// How many there should be.
    pub wanted: usize,
    /// Those that are not there, are otherwise, or should not be there.
    pub other: Vec<String>,
}

impl From<NoAnswer> for NotTold {
    fn from(NoAnswer(why): NoAnswer) -> NotTold {
        NotTold::NoAnswer(why)
    }
}

impl Checkup {
    /// By this token, and by a proxy instead of the chat itself if there is one.
    pub fn new(token: &str, proxy: Option<&str>) -> Result<Checkup, NotTold> {
        Ok(Checkup {
            line: PlainLine::new(token, proxy)?,
        })
    }

    /// All that a bot needs, as the number in a link by which it is invited.
    pub fn needed() -> u64 {
        needed().bits()
    }

    /// Whom it asks.
    pub fn address(&self) -> &str {
        self.line.base()
    }

    /// By which line it asks.
    pub(crate) fn line(&self) -> &PlainLine {
        &self.line
    }

    /// A channel of a server in which the bot is, where there is one.
    pub async fn some_channel(&self) -> Result<Option<String>, NotTold> {
        let guilds = told(self.line.get("users/@me/guilds").await?)?.body;
        let Some(guild) = guilds[0]["id"].as_str() else {
            return Ok(None);
        };
        let channels = told(self.line.get(&format!("guilds/{guild}/channels")).await?)?.body;
        Ok(channels[0]["id"].as_str().map(str::to_owned))
    }

    /// Whether the chat can be reached, whoever asks.
    pub async fn reached(&self) -> Result<Reached, NotTold> {
        let PlainAnswer { took, date, .. } = told(self.line.get_as_nobody("gateway").await?)?;
        let now = Timestamp::now();
        let there = date.and_then(|date| rfc2822::parse(&date).ok());
        let ahead = there.map(|there| now.as_second() - there.timestamp().as_second());
        // The chat reads its clock at some moment while we wait, and tells whole seconds.
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

    /// How often the bot may still come, and that somebody is there where it comes in.
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
        // A websocket begins as a page does.
        self.line.knock(&address.replacen("ws", "http", 1)).await?;
        Ok(Sessions {
            address: address.to_owned(),
            remaining,
            total,
        })
    }

    /// What the bot lacks on each of its servers, by its roles.
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

    /// Whether the commands of this application are those of this program.
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

/// Which rights are missing on a server.
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
