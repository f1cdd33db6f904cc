//! Answers one interaction by its token: the first response, its edits, and follow-up messages.

use serde::Deserialize;
use serenity::all::{
    Builder as _, CreateInteractionResponse, CreateInteractionResponseFollowup,
    EditInteractionResponse, Http, InteractionId, LightMethod, MessageId, Route,
};

use crate::wire::ids::snowflake;
use crate::wire::request::Request;
use crate::wire::request_metrics::RecordRequest as _;

/// The route of the first response.
const CALLBACK: &str = "POST /interactions/{interaction}/{token}/callback";

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
    id: MessageId,
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

    /// Sends the first response.
    pub(crate) async fn respond(self, response: CreateInteractionResponse) -> serenity::Result<()> {
        response
            .execute(self.http, (self.interaction, self.token))
            .record_request(CALLBACK)
            .await
    }

    /// Sends the first response, without files, and returns the id of its message.
    pub(crate) async fn respond_and_get_message(
        self,
        response: CreateInteractionResponse,
    ) -> serenity::Result<Option<MessageId>> {
        // serenity has no parameter that asks for the message, so the request is built here.
        let route = Route::InteractionResponse {
            interaction_id: self.interaction,
            token: self.token,
        };
        let request = serenity::all::Request::new(route, LightMethod::Post)
            .params(Some(vec![("with_response", "true".to_owned())]))
            .body(Some(serde_json::to_vec(&response)?));
        let answer: CallbackAnswer = self.http.fire(request).record_request(CALLBACK).await?;
        let message = answer.resource.and_then(|resource| resource.message);
        Ok(message.map(|message| message.id))
    }

    /// Replaces the first response, or fills in a deferred one.
    pub(crate) async fn edit_response(
        self,
        edit: EditInteractionResponse,
    ) -> serenity::Result<MessageId> {
        let message = edit
            .execute(self.http, self.token)
            .record_request("PATCH /webhooks/{application}/{token}/messages/@original")
            .await?;
        Ok(message.id)
    }

    /// Sends another message after the first response.
    pub(crate) async fn follow_up(
        self,
        message: CreateInteractionResponseFollowup,
    ) -> serenity::Result<MessageId> {
        let message = message
            .execute(self.http, (None, self.token))
            .record_request("POST /webhooks/{application}/{token}")
            .await?;
        Ok(message.id)
    }
}
