//! What serenity computes from what the porch told it.

use std::time::Duration;

use lanai::porch::TOKEN;
use serde_json::json;
use serenity::all::{
    Command, Context, CreateCommand, CreateInteractionResponse, CreateInteractionResponseMessage,
    EventHandler, GatewayIntents, HttpBuilder, Interaction, Ready,
};
use serenity::{async_trait, client::ClientBuilder};

use super::Scene;

/// Says what it finds that somebody may do: as the interaction tells it, and as it follows from what it knows.
struct Doorkeeper;

#[async_trait]
impl EventHandler for Doorkeeper {
    async fn ready(&self, ctx: Context, _: Ready) {
        let command = CreateCommand::new("may").description("Who may what");
        Command::set_global_commands(&ctx.http, vec![command]).await.unwrap();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Some(command) = interaction.command() else { return };
        let member = command.member.clone().unwrap();
        let found = {
            let guild = ctx.cache.guild(command.guild_id.unwrap()).unwrap();
            guild.user_permissions_in(&guild.channels[&command.channel_id], &member)
        };
        let content = format!("{} {}", member.permissions.unwrap().bits(), found.bits());
        let message = CreateInteractionResponseMessage::new().content(content);
        command.create_response(&ctx.http, CreateInteractionResponse::Message(message)).await.unwrap();
    }
}

#[tokio::test]
async fn serenity_finds_from_its_cache_who_may_do_what() {
    let scene = Scene::open().await;
    let eva = scene.post("persons", json!({ "name": "Eva", "permissions": ["MANAGE_CHANNELS"] })).await;
    let http = HttpBuilder::new(TOKEN).proxy(scene.base.clone()).ratelimiter_disabled(true).build();
    let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS).event_handler(Doorkeeper);
    let mut client = client.await.unwrap();
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start().await });
    for _ in 0..200 {
        if scene.get("world").await["commands"][0]["name"] == "may" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let (channel, eva) = (scene.channel(), eva["id"].clone());
    let mut last = 0;
    for denied in [json!([]), json!(["SEND_MESSAGES", "ATTACH_FILES"]), json!([])] {
        scene.post("permissions", json!({ "channel": channel, "person": eva, "deny": denied })).await;
        let typed = json!({ "as": eva, "channel": channel, "line": "/may" });
        let outcome = scene.post("type", typed).await;
        let content = outcome["message"]["content"].as_str().unwrap();
        let (told, known) = content.split_once(' ').unwrap();
        assert_eq!(told, known);
        let told: u64 = told.parse().unwrap();
        assert_ne!(told, last);
        assert_eq!(told & 1 << 4, 1 << 4);
        last = told;
    }
    shards.shutdown_all().await;
    running.abort();
}
