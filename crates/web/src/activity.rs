//! The board as a Discord Activity: Discord says who opened it, and in which channel.
//!
//! The page gets a code from the Discord client. The server exchanges it with the client secret, asks
//! Discord whose it is, and asks for the instance, so that it trusts nothing that the page says.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::error::{HostResult, RequestError, Result};
use crate::files;
use crate::server::Board;
use crate::session::session_cookie;
use lanai_host::{BoardVisitor, ChannelId, PersonId, TableId};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How the board is opened as an Activity.
#[derive(Clone)]
pub struct ActivitySettings {
    /// The address of Discord's API or of an emulator, without a slash at its end.
    pub discord: String,
    pub application: String,
    pub client_secret: String,
    pub bot_token: String,
    /// The origin of the page within Discord.
    pub origin: String,
}

impl ActivitySettings {
    /// Returns the origin that Discord gives to an application's Activity.
    pub fn discord_origin(application: &str) -> String {
        format!("https://{application}.discordsays.com")
    }
}

/// Discord's API, as far as an Activity needs it.
pub(crate) struct Activity {
    pub(crate) settings: ActivitySettings,
    client: reqwest::Client,
}

#[derive(Deserialize)]
struct AccessToken {
    access_token: String,
}

#[derive(Deserialize)]
struct User {
    id: String,
    #[serde(default)]
    locale: String,
}

#[derive(Deserialize)]
struct Instance {
    location: InstanceLocation,
    users: Vec<String>,
}

#[derive(Deserialize)]
struct InstanceLocation {
    channel_id: String,
}

/// Who opened the Activity, and the channel in which it runs.
struct Participant {
    person: PersonId,
    channel: ChannelId,
    locale: String,
}

impl Activity {
    pub(crate) fn new(settings: ActivitySettings) -> Activity {
        let builder = reqwest::Client::builder().timeout(REQUEST_TIMEOUT);
        Activity {
            client: builder.build().unwrap_or_default(),
            settings,
        }
    }

    /// Returns who gave the code, if this person takes part in the instance.
    async fn identify(&self, code: &str, instance: &str) -> reqwest::Result<Option<Participant>> {
        let ActivitySettings {
            discord,
            application,
            client_secret,
            bot_token,
            ..
        } = &self.settings;
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", application),
            ("client_secret", client_secret),
            ("code", code),
        ];
        let request = self
            .client
            .post(format!("{discord}/api/v10/oauth2/token"))
            .form(&form);
        let token: AccessToken = read(request).await?;
        let request = self
            .client
            .get(format!("{discord}/api/v10/users/@me"))
            .bearer_auth(token.access_token);
        let user: User = read(request).await?;
        let request = self
            .client
            .get(format!(
                "{discord}/api/v10/applications/{application}/activity-instances/{instance}"
            ))
            .header(header::AUTHORIZATION, format!("Bot {bot_token}"));
        let found: Instance = read(request).await?;
        let person = user.id.parse().map(PersonId);
        let channel = found.location.channel_id.parse().map(ChannelId);
        let (Ok(person), Ok(channel)) = (person, channel) else {
            return Ok(None);
        };
        let takes_part = found.users.contains(&user.id);
        Ok(takes_part.then_some(Participant {
            person,
            channel,
            locale: user.locale,
        }))
    }
}

async fn read<T: for<'a> Deserialize<'a>>(request: reqwest::RequestBuilder) -> reqwest::Result<T> {
    request.send().await?.error_for_status()?.json().await
}

/// Serves the page that opens within Discord; not found if the board is no Activity.
pub(crate) async fn serve_page(State(board): State<Board>) -> Response {
    if board.activity.is_some() {
        files::serve("activity.html")
    } else {
        RequestError::not_found().into_response()
    }
}

#[derive(Deserialize)]
pub(crate) struct Arrival {
    code: String,
    instance: String,
}

/// Opens a session at the table of the channel in which the Activity runs.
pub(crate) async fn enter(
    State(board): State<Board>,
    headers: HeaderMap,
    Json(arrival): Json<Arrival>,
) -> Result<Response> {
    let Some(activity) = &board.activity else {
        return Err(RequestError::not_found());
    };
    let words = board.browser_words(&headers);
    // An instance is named by letters, digits and dashes; nothing else may reach the address.
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !arrival.instance.chars().all(is_name) {
        return Err(RequestError::unknown_visitor(words));
    }
    let participant = match activity.identify(&arrival.code, &arrival.instance).await {
        Ok(Some(participant)) => participant,
        Ok(None) => return Err(RequestError::unknown_visitor(words)),
        Err(error) => {
            // The address could name the instance, the body the secret.
            tracing::warn!(error = %error.without_url(), "a visitor of an Activity cannot be identified");
            return Err(RequestError::unknown_visitor(words));
        }
    };
    let words = board.dictionary.for_locale(&participant.locale);
    let opened = open_session(&board, &participant, words.tag()).await;
    let (table, session) = opened.map_err(|failure| RequestError::explain(words, &failure))?;
    // The page is framed by Discord, so its cookie has to be one of a third party.
    let attributes = "Secure; SameSite=None; Partitioned";
    let cookie = session_cookie("", table, &session, attributes);
    let body = json!({ "path": format!("tables/{}/", table.0) });
    Ok(([(header::SET_COOKIE, cookie)], Json(body)).into_response())
}

async fn open_session(
    board: &Board,
    participant: &Participant,
    language: &str,
) -> HostResult<(TableId, String)> {
    let table = board
        .host
        .tables
        .find_in_channel(participant.channel)
        .await?;
    let visitor = BoardVisitor {
        person: participant.person,
        language: language.to_owned(),
    };
    let session = board
        .host
        .board_access
        .open_session_for(&table, &visitor)
        .await?;
    Ok((table.id, session))
}
