//! Answers every interaction while the bot is under maintenance.
//!
//! It needs no database, and tells users why nothing was done.

use std::sync::Arc;

use serenity::all::{
    Client, ClientBuilder, Context, CreateInteractionResponse, EventHandler, GatewayIntents,
    Interaction,
};

use crate::session::connection::{CannotServe, ConnectionSettings, cannot_serve, gateway_of};
use crate::wire::card::Card;
use crate::wire::refusals::name_of;
use lanai_text::Dictionary;

/// Answers users while the bot is away.
pub struct MaintenanceResponder(Client);

struct Door {
    dictionary: Dictionary,
    reason: Option<String>,
}

impl MaintenanceResponder {
    /// Connects with the bot's settings.
    pub async fn by(
        line: &ConnectionSettings,
        dictionary: Dictionary,
        reason: Option<String>,
    ) -> Result<MaintenanceResponder, CannotServe> {
        let http = line.lines().answers;
        gateway_of(&http).await?;
        let door = Door { dictionary, reason };
        let client =
            ClientBuilder::new_with_http(http, GatewayIntents::empty()).event_handler(door);
        client
            .await
            .map(MaintenanceResponder)
            .map_err(|error| cannot_serve(&error))
    }

    /// Answers every interaction until `stop` resolves.
    pub async fn stay(mut self, stop: impl Future<Output = ()>) -> Result<(), CannotServe> {
        let shards = Arc::clone(&self.0.shard_manager);
        let stayed = tokio::select! {
            stayed = self.0.start_autosharded() => stayed,
            () = stop => Ok(()),
        };
        shards.shutdown_all().await;
        stayed.map_err(|error| cannot_serve(&error))
    }
}

impl Door {
    fn says(&self, language: &str) -> CreateInteractionResponse {
        let away = self.dictionary.of(language).say("chat-away", &[]);
        let lines: Vec<&str> = [Some(&*away), self.reason.as_deref()]
            .into_iter()
            .flatten()
            .collect();
        CreateInteractionResponse::Message(Card::words(lines.join("\n")).response(true))
    }
}

#[serenity::async_trait]
impl EventHandler for Door {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the library may come to know more"
    )]
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let answered = match interaction {
            Interaction::Command(it) => {
                it.create_response(&context.http, self.says(&it.locale))
                    .await
            }
            Interaction::Component(it) => {
                it.create_response(&context.http, self.says(&it.locale))
                    .await
            }
            Interaction::Modal(it) => {
                it.create_response(&context.http, self.says(&it.locale))
                    .await
            }
            // Suggestions stay empty.
            _ => return,
        };
        if let Err(error) = answered {
            tracing::warn!(
                error = name_of(&error),
                "somebody could not be told that the bot is away"
            );
        }
    }
}
