//! Answers every interaction while the bot is under maintenance.
//!
//! The answer tells users why their command was not carried out. No database is needed.

use std::sync::Arc;

use serenity::all::{
    Client, ClientBuilder, Context, CreateInteractionResponse, EventHandler, GatewayIntents,
    Interaction,
};

use crate::key;
use crate::session::connection::{ConnectionSettings, ServeError, load_gateway, to_serve_error};
use crate::wire::card::Card;
use crate::wire::port_error::describe_error;
use lanai_text::Dictionary;

/// A gateway client that answers every interaction with a maintenance notice.
pub struct MaintenanceResponder(Client);

struct MaintenanceHandler {
    dictionary: Dictionary,
    reason: Option<String>,
}

impl MaintenanceResponder {
    pub async fn connect(
        settings: &ConnectionSettings,
        dictionary: Dictionary,
        reason: Option<String>,
    ) -> Result<MaintenanceResponder, ServeError> {
        let http = settings.build_clients().answers;
        load_gateway(&http).await?;
        let handler = MaintenanceHandler { dictionary, reason };
        let client =
            ClientBuilder::new_with_http(http, GatewayIntents::empty()).event_handler(handler);
        client
            .await
            .map(MaintenanceResponder)
            .map_err(|error| to_serve_error(&error))
    }

    /// Answers every interaction until `stop` resolves.
    pub async fn run_until(mut self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let shards = Arc::clone(&self.0.shard_manager);
        let result = tokio::select! {
            result = self.0.start_autosharded() => result,
            () = stop => Ok(()),
        };
        shards.shutdown_all().await;
        result.map_err(|error| to_serve_error(&error))
    }
}

impl MaintenanceHandler {
    fn build_response(&self, language: &str) -> CreateInteractionResponse {
        let notice = self
            .dictionary
            .for_locale(language)
            .say(key::CHAT_AWAY, &[]);
        let text = match &self.reason {
            Some(reason) => format!("{notice}\n{reason}"),
            None => notice,
        };
        CreateInteractionResponse::Message(Card::words(text).to_response(true))
    }
}

#[serenity::async_trait]
impl EventHandler for MaintenanceHandler {
    #[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let http = &context.http;
        let result = match interaction {
            Interaction::Command(command) => {
                let response = self.build_response(&command.locale);
                command.create_response(http, response).await
            }
            Interaction::Component(component) => {
                let response = self.build_response(&component.locale);
                component.create_response(http, response).await
            }
            Interaction::Modal(modal) => {
                let response = self.build_response(&modal.locale);
                modal.create_response(http, response).await
            }
            // Autocompletion gets no answer, so the client shows no suggestions.
            _ => return,
        };
        if let Err(error) = result {
            tracing::warn!(
                error = describe_error(&error),
                "the maintenance notice could not be sent"
            );
        }
    }
}
