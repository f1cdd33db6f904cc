//! Checks before the bot serves: reachability, clock, identity, gateway sessions, permissions and
//! registered commands.
//!
//! Only [`Checkup::try_channel`] writes: it posts messages. The entry point is [`Checkup`].

pub(crate) mod channel_trial;

use std::time::Duration;

use crate::wire::discord::{ApplicationFlags, Permissions};
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde_json::Value;

use crate::session::registration;
use crate::wire::permissions::NEEDED_PERMISSIONS;
use crate::wire::plain_client::{NoAnswer, PlainClient, PlainResponse};
use lanai_text::Dictionary;

/// The largest page of guilds that Discord returns.
const GUILDS_PER_PAGE: usize = 200;
const MAX_GUILD_PAGES: usize = 50;

/// Privileged intents, which the bot never requests.
const PRIVILEGED_INTENTS: [(ApplicationFlags, &str); 6] = [
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

/// Checks on Discord whether a bot can serve.
pub struct Checkup {
    client: PlainClient,
}

/// Why a check got no usable answer from Discord.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckupError {
    NoAnswer(String),
    /// Discord does not know the token.
    WrongToken,
    /// Discord answered with this status, or with a body that cannot be read.
    Refused(u16),
}

/// How fast Discord answers, and how far the clocks differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachability {
    pub response_time: Duration,
    /// Seconds by which this machine's clock is ahead of Discord's, negative if behind; `None` if
    /// the answer has no date.
    pub clock_ahead_secs: Option<i64>,
}

/// The bot that a token belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotIdentity {
    pub name: String,
    pub application: String,
    /// Privileged intents that are enabled but not used.
    pub unused_intents: Vec<&'static str>,
}

/// How many gateway sessions may still begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionQuota {
    pub address: String,
    pub remaining: u64,
    pub total_per_day: u64,
}

/// Permissions that a bot lacks in a guild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildPermissions {
    pub guild_name: String,
    pub missing: Vec<&'static str>,
}

/// How the commands that are registered at Discord differ from the commands of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisteredCommands {
    pub expected_count: usize,
    /// Commands that are missing, registered differently, or not of this program.
    pub differing: Vec<String>,
}

impl From<NoAnswer> for CheckupError {
    fn from(NoAnswer(why): NoAnswer) -> CheckupError {
        CheckupError::NoAnswer(why)
    }
}

impl Checkup {
    /// Creates a checkup with a bot's token. Requests go to the proxy, if any, instead of Discord.
    pub fn new(token: &str, proxy: Option<&str>) -> Result<Checkup, CheckupError> {
        Ok(Checkup {
            client: PlainClient::new(token, proxy)?,
        })
    }

    /// Returns the permissions that the bot needs, as the number in an invitation link.
    pub fn needed_permission_bits() -> u64 {
        needed_permissions().bits()
    }

    /// Returns the base address of the requests.
    pub fn base_address(&self) -> &str {
        self.client.base_url()
    }

    pub(crate) fn client(&self) -> &PlainClient {
        &self.client
    }

    /// Returns the id of a channel of the bot's first guild, if there is one.
    pub async fn find_any_channel(&self) -> Result<Option<String>, CheckupError> {
        let guilds = check_status(self.client.get("users/@me/guilds").await?)?.body;
        let Some(guild) = guilds[0]["id"].as_str() else {
            return Ok(None);
        };
        let channels =
            check_status(self.client.get(&format!("guilds/{guild}/channels")).await?)?.body;
        Ok(channels[0]["id"].as_str().map(str::to_owned))
    }

    /// Measures the response time and the clock difference, without using the token.
    pub async fn measure_reachability(&self) -> Result<Reachability, CheckupError> {
        let PlainResponse {
            elapsed: response_time,
            date,
            ..
        } = check_status(self.client.get_unauthorized("gateway").await?)?;
        let now = Timestamp::now();
        let date = date.and_then(|date| rfc2822::parse(&date).ok());
        let mut clock_ahead_secs = date.map(|date| now.as_second() - date.timestamp().as_second());
        // Discord reads its clock while the request is under way, so the waiting time may explain
        // a clock that seems to be ahead.
        if let Some(ahead) = &mut clock_ahead_secs
            && *ahead > 0
        {
            let waited = i64::try_from(response_time.as_secs()).unwrap_or(i64::MAX);
            *ahead = (*ahead - waited).max(0);
        }
        Ok(Reachability {
            response_time,
            clock_ahead_secs,
        })
    }

    /// Returns which bot the token belongs to.
    pub async fn load_identity(&self) -> Result<BotIdentity, CheckupError> {
        let name = self.load_text_field("users/@me", "username").await?;
        let application = check_status(self.client.get("oauth2/applications/@me").await?)?.body;
        let id = application["id"]
            .as_str()
            .ok_or(CheckupError::Refused(200))?;
        let flags =
            ApplicationFlags::from_bits_truncate(application["flags"].as_u64().unwrap_or_default());
        let mut unused_intents: Vec<&str> = PRIVILEGED_INTENTS
            .iter()
            .filter(|(flag, _)| flags.contains(*flag))
            .map(|(_, name)| *name)
            .collect();
        unused_intents.dedup();
        Ok(BotIdentity {
            name,
            application: id.to_owned(),
            unused_intents,
        })
    }

    async fn load_text_field(&self, path: &str, field: &str) -> Result<String, CheckupError> {
        let answer = check_status(self.client.get(path).await?)?;
        Ok(answer.body[field]
            .as_str()
            .ok_or(CheckupError::Refused(answer.status))?
            .to_owned())
    }

    /// Returns how many sessions may still begin, after checking that the gateway's host answers.
    pub async fn load_session_quota(&self) -> Result<SessionQuota, CheckupError> {
        let answer = check_status(self.client.get("gateway/bot").await?)?.body;
        let limit = &answer["session_start_limit"];
        let unreadable = CheckupError::Refused(200);
        let address = answer["url"].as_str().ok_or(unreadable.clone())?;
        let remaining = limit["remaining"].as_u64().ok_or(unreadable.clone())?;
        let total_per_day = limit["total"].as_u64().ok_or(unreadable)?;
        // A websocket begins as an HTTP request, so an HTTP request shows whether the host answers.
        self.client
            .check_reachable(&address.replacen("ws", "http", 1))
            .await?;
        Ok(SessionQuota {
            address: address.to_owned(),
            remaining,
            total_per_day,
        })
    }

    /// Returns the permissions that the bot lacks in each guild.
    pub async fn load_missing_permissions(&self) -> Result<Vec<GuildPermissions>, CheckupError> {
        let mut all_permissions = Vec::new();
        let mut last_id = "0".to_owned();
        for _ in 0..MAX_GUILD_PAGES {
            let path = format!("users/@me/guilds?limit={GUILDS_PER_PAGE}&after={last_id}");
            let guilds = check_status(self.client.get(&path).await?)?.body;
            let guilds = guilds.as_array().ok_or(CheckupError::Refused(200))?;
            all_permissions.extend(guilds.iter().map(permissions_missing_in));
            match guilds.last().and_then(|guild| guild["id"].as_str()) {
                Some(last) if guilds.len() == GUILDS_PER_PAGE => last.clone_into(&mut last_id),
                _ => break,
            }
        }
        Ok(all_permissions)
    }

    /// Compares the registered commands with those of this program.
    pub async fn compare_commands(
        &self,
        application: &str,
        dictionary: &Dictionary,
    ) -> Result<RegisteredCommands, CheckupError> {
        let path = format!("applications/{application}/commands?with_localizations=true");
        let registered = check_status(self.client.get(&path).await?)?.body;
        let registered = registered.as_array().ok_or(CheckupError::Refused(200))?;
        let expected = registration::commands_as_json(dictionary);
        let expected = expected.as_array().map(Vec::as_slice).unwrap_or_default();
        let differing = registration::find_differences(expected, registered)
            .into_iter()
            .map(|name| format!("/{name}"))
            .collect();
        Ok(RegisteredCommands {
            expected_count: expected.len(),
            differing,
        })
    }
}

fn check_status(answer: PlainResponse) -> Result<PlainResponse, CheckupError> {
    match answer.status {
        401 => Err(CheckupError::WrongToken),
        _ if answer.is_success() => Ok(answer),
        other => Err(CheckupError::Refused(other)),
    }
}

fn needed_permissions() -> Permissions {
    let mut permissions = Permissions::empty();
    for (permission, _) in NEEDED_PERMISSIONS {
        permissions |= permission;
    }
    permissions
}

fn permissions_missing_in(guild: &Value) -> GuildPermissions {
    let bits = guild["permissions"]
        .as_str()
        .and_then(|bits| bits.parse().ok())
        .unwrap_or_default();
    let load_missing_permissions = Permissions::from_bits_truncate(bits);
    let missing = if load_missing_permissions.administrator() {
        Permissions::empty()
    } else {
        needed_permissions() - load_missing_permissions
    };
    GuildPermissions {
        guild_name: guild["name"].as_str().unwrap_or_default().to_owned(),
        missing: missing.get_permission_names(),
    }
}
