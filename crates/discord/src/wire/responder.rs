//! Answers one interaction by its token: the first response, its edits, and follow-up messages.

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{Builder as _, Http, InteractionId, LightMethod, Route};

use crate::wire::card::{Card, Layout};
use crate::wire::ids::snowflake;
use crate::wire::port_error::PortError;
use crate::wire::request::Request;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::MessageId;

/// The route of the first response.
const CALLBACK_ROUTE: &str = "POST /interactions/{interaction}/{token}/callback";

/// Answers one interaction: a command, a press, or a modal.
#[derive(Clone, Copy)]
pub(crate) struct Responder<'a> {
    pub(crate) http: &'a Http,
    interaction: InteractionId,
    pub(crate) token: &'a str,
}

/// The part of Discord's answer to a first response that the bot reads.
#[derive(Deserialize)]
struct CallbackAnswer {
    resource: Option<CallbackResource>,
}

#[derive(Deserialize)]
struct CallbackResource {
    message: Option<CreatedMessage>,
}

#[derive(Deserialize)]
struct CreatedMessage {
    id: serenity::all::MessageId,
}

impl<'a> Responder<'a> {
    pub(crate) fn new(http: &'a Http, request: &'a Request) -> Responder<'a> {
        // Every request begins with an interaction, so 0 is never used.
        let interaction = request.actor.interaction.map_or(0, |id| id.0);
        Responder {
            http,
            interaction: snowflake(interaction).into(),
            token: &request.token,
        }
    }

    /// Sends the first response, without files.
    pub(crate) async fn respond(self, response: &Value) -> Result<(), PortError> {
        self.http
            .create_interaction_response(self.interaction, self.token, response, Vec::new())
            .record_request(CALLBACK_ROUTE)
            .await
    }

    /// Sends the first response, without files, and returns the id of its message.
    pub(crate) async fn respond_and_get_message(
        self,
        response: &Value,
    ) -> Result<Option<MessageId>, PortError> {
        // The library cannot ask for the message.
        let route = Route::InteractionResponse {
            interaction_id: self.interaction,
            token: self.token,
        };
        let request = serenity::all::Request::new(route, LightMethod::Post)
            .params(Some(vec![("with_response", "true".to_owned())]))
            .body(Some(
                serde_json::to_vec(response).map_err(serenity::Error::from)?,
            ));
        let answer: CallbackAnswer = self
            .http
            .fire(request)
            .record_request(CALLBACK_ROUTE)
            .await?;
        let message = answer.resource.and_then(|resource| resource.message);
        Ok(message.map(|message| MessageId(message.id.into())))
    }
}

/// Replaces the first response to an interaction, or fills in a deferred one.
pub(crate) async fn edit_response(
    http: &Http,
    token: &str,
    card: &Card,
) -> Result<MessageId, PortError> {
    const ROUTE: &str = "PATCH /webhooks/{application}/{token}/messages/@original";
    let message = match card.layout {
        Layout::Content => {
            let edit = card.to_response_edit();
            edit.execute(http, token).record_request(ROUTE).await?
        }
        Layout::Components => {
            let edit = card.to_components_edit()?;
            http.edit_original_interaction_response(token, &edit, card.component_files())
                .record_request(ROUTE)
                .await?
        }
    };
    Ok(MessageId(message.id.into()))
}

/// Sends another message after the first response to an interaction.
pub(crate) async fn follow_up(
    http: &Http,
    token: &str,
    card: &Card,
    ephemeral: bool,
) -> Result<MessageId, PortError> {
    const ROUTE: &str = "POST /webhooks/{application}/{token}";
    let message = match card.layout {
        Layout::Content => {
            let message = card.to_follow_up(ephemeral);
            message
                .execute(http, (None, token))
                .record_request(ROUTE)
                .await?
        }
        Layout::Components => {
            let message = card.to_components_message()?;
            http.create_followup_message(token, &message, card.component_files())
                .record_request(ROUTE)
                .await?
        }
    };
    Ok(MessageId(message.id.into()))
}

/// Edits an ephemeral follow-up.
pub(crate) async fn edit_follow_up(
    http: &Http,
    token: &str,
    message: MessageId,
    card: &Card,
) -> Result<(), PortError> {
    const ROUTE: &str = "PATCH /webhooks/{application}/{token}/messages/{message}";
    let message = snowflake(message.0).into();
    match card.layout {
        Layout::Content => {
            let edit = card.to_follow_up(true);
            edit.execute(http, (Some(message), token))
                .record_request(ROUTE)
                .await?
        }
        Layout::Components => {
            let edit = card.to_components_edit()?;
            http.edit_followup_message(token, message, &edit, card.component_files())
                .record_request(ROUTE)
                .await?
        }
    };
    Ok(())
}

pub(crate) async fn delete_response(http: &Http, token: &str) -> Result<(), PortError> {
    http.delete_original_interaction_response(token)
        .record_request("DELETE /webhooks/{application}/{token}/messages/@original")
        .await
}

pub(crate) async fn delete_follow_up(
    http: &Http,
    token: &str,
    message: MessageId,
) -> Result<(), PortError> {
    http.delete_followup_message(token, snowflake(message.0).into())
        .record_request("DELETE /webhooks/{application}/{token}/messages/{message}")
        .await
}
