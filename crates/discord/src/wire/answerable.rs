//! What can be answered: a command, a press, or a modal. Each has a token for all further answers.

use std::future::Future;

use serde::Deserialize;
use serenity::all::{
    CommandInteraction, ComponentInteraction, CreateInteractionResponse,
    CreateInteractionResponseFollowup, EditInteractionResponse, Http, LightMethod, MessageId,
    ModalInteraction, Request, Route,
};

use crate::wire::requests::Requested as _;

/// Something that waits for an answer.
pub(crate) trait Answerable: Sync {
    /// The first answer; which message it became, if that is asked.
    fn respond(
        &self,
        http: &Http,
        response: CreateInteractionResponse,
        asks: bool,
    ) -> impl Future<Output = serenity::Result<Option<MessageId>>> + Send;
    fn fulfil(
        &self,
        http: &Http,
        edit: EditInteractionResponse,
    ) -> impl Future<Output = serenity::Result<MessageId>> + Send;
    /// Another message after the first answer.
    fn follow_up(
        &self,
        http: &Http,
        message: CreateInteractionResponseFollowup,
    ) -> impl Future<Output = serenity::Result<MessageId>> + Send;
    /// By which all of that is done.
    fn token(&self) -> &str;
}

/// Where the first answer goes.
const CALLBACK: &str = "POST /interactions/{interaction}/{token}/callback";

/// What the chat says of a first answer, as far as it is read.
#[derive(Deserialize)]
struct Responded {
    resource: Option<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    message: Option<Became>,
}

#[derive(Deserialize)]
struct Became {
    id: MessageId,
}

macro_rules! answerable {
    ($($kind:ty),+) => {$(
        impl Answerable for $kind {
            async fn respond(
                &self,
                http: &Http,
                response: CreateInteractionResponse,
                asks: bool,
            ) -> serenity::Result<Option<MessageId>> {
                if !asks {
                    return self.create_response(http, response).counted(CALLBACK).await.map(|()| None);
                }
                // Our library cannot ask.
                let route = Route::InteractionResponse { interaction_id: self.id, token: &self.token };
                let request = Request::new(route, LightMethod::Post)
                    .params(Some(vec![("with_response", "true".to_owned())]))
                    .body(Some(serde_json::to_vec(&response)?));
                let Responded { resource } = http.fire(request).counted(CALLBACK).await?;
                Ok(resource.and_then(|it| it.message).map(|message| message.id))
            }

            async fn fulfil(&self, http: &Http, edit: EditInteractionResponse) -> serenity::Result<MessageId> {
                let edited = self.edit_response(http, edit).counted("PATCH /webhooks/{application}/{token}/messages/@original");
                edited.await.map(|message| message.id)
            }

            async fn follow_up(
                &self,
                http: &Http,
                message: CreateInteractionResponseFollowup,
            ) -> serenity::Result<MessageId> {
                let sent = self.create_followup(http, message).counted("POST /webhooks/{application}/{token}");
                sent.await.map(|message| message.id)
            }

            fn token(&self) -> &str {
                &self.token
            }
        }
    )+};
}
answerable!(CommandInteraction, ComponentInteraction, ModalInteraction);
