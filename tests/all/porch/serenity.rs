//! Serenity, the real one, lives on the porch.

use std::time::Duration;

use lanai::porch::TOKEN;
use serde_json::json;
use serenity::all::{
    Client, Command, CommandOptionType, Context, CreateActionRow, CreateAttachment, CreateButton,
    CreateCommand, CreateCommandOption, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, EditInteractionResponse, EventHandler, GatewayIntents, HttpBuilder,
    Interaction, Ready,
};
use serenity::{async_trait, client::ClientBuilder};

use super::Scene;

struct Host;

#[async_trait]
impl EventHandler for Host {
    async fn ready(&self, ctx: Context, _: Ready) {
        let seats = CreateCommandOption::new(CommandOptionType::Integer, "seats", "How many").required(true);
        let command = CreateCommand::new("open").description("Opens a table").add_option(seats);
        Command::set_global_commands(&ctx.http, vec![command]).await.unwrap();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match (interaction.clone().command(), interaction.message_component()) {
            (Some(command), _) => {
                let seats = command.data.options[0].value.as_i64().unwrap();
                assert!(command.app_permissions.unwrap().send_messages());
                command.defer(&ctx.http).await.unwrap();
                let row = CreateActionRow::Buttons(vec![CreateButton::new("sit").label("Sit down")]);
                let board = CreateAttachment::bytes(vec![1, 2, 3], "board.png").description("A board");
                let edit = EditInteractionResponse::new()
                    .content(format!("A table with {seats} seats"))
                    .components(vec![row])
                    .new_attachment(board);
                command.edit_response(&ctx.http, edit).await.unwrap();
                let aside = CreateInteractionResponseFollowup::new().content("for you").ephemeral(true);
                command.create_followup(&ctx.http, aside).await.unwrap();
            }
            (None, Some(press)) => {
                let message =
                    CreateInteractionResponseMessage::new().content("Somebody sits").components(vec![]);
                let update = CreateInteractionResponse::UpdateMessage(message);
                press.create_response(&ctx.http, update).await.unwrap();
                let news =
                    serenity::all::CreateMessage::new().content(format!("<@{}> is here", press.user.id));
                press.channel_id.send_message(&ctx.http, news).await.unwrap();
            }
            (None, None) => panic!("nobody did anything else"),
        }
    }
}

async fn host(scene: &Scene) -> Client {
    let http = HttpBuilder::new(TOKEN).proxy(scene.base.clone()).ratelimiter_disabled(true).build();
    ClientBuilder::new_with_http(http, GatewayIntents::GUILDS).event_handler(Host).await.unwrap()
}

#[tokio::test]
async fn serenity_lives_on_it() {
    let scene = Scene::open().await;
    let mut client = host(&scene).await;
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start().await });
    for _ in 0..200 {
        if scene.get("world").await["commands"][0]["name"] == "open" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let [ana, ben, channel] = [scene.person("Ana"), scene.person("Ben"), scene.channel()];
    let typed = json!({ "as": ana, "channel": channel, "line": "/open seats:3", "wait": "settled" });
    let outcome = scene.post("type", typed).await;
    assert_eq!(outcome["outcome"], "deferred");
    let table = &outcome["message"];
    assert_eq!(table["content"], "A table with 3 seats");
    assert_eq!(table["attachments"][0]["description"], "A board");
    let picture = scene.client.get(table["attachments"][0]["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(picture.bytes().await.unwrap()[..], [1, 2, 3]);

    let press = json!({ "as": ben, "message": table["id"], "custom_id": "sit" });
    let outcome = scene.post("press", press).await;
    assert_eq!(outcome["outcome"], "updated", "{outcome}");
    assert_eq!(outcome["message"]["content"], "Somebody sits");
    for _ in 0..200 {
        if scene.sees("Ana", &channel).await.len() == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let seen = scene.sees("Ana", &channel).await;
    let news = seen.iter().find(|message| message["kind"] == "message").unwrap();
    assert_eq!(news["mentions"], json!([ben]));
    assert!(seen.iter().any(|message| message["ephemeral"] == true && message["content"] == "for you"));
    assert!(scene.sees("Ben", &channel).await.iter().all(|message| message["ephemeral"] == false));

    scene.trouble(json!({ "kind": "drop_gateway", "code": 4000 })).await;
    for _ in 0..200 {
        if scene.get("sessions").await["resumed"] == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(scene.get("sessions").await["resumed"], 1);
    shards.shutdown_all().await;
    running.abort();
}

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
