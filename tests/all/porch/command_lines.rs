//! Typed lines are parsed as by Discord's client.

use serde_json::{Value, json};

use super::{Bot, Scene, short_timeouts};

fn commands() -> Value {
    json!([
        { "name": "table", "description": "Tables", "options": [
            { "type": 1, "name": "open", "description": "Opens", "options": [
                { "type": 3, "name": "game", "description": "Which", "required": true,
                  "choices": [{ "name": "Hawaii", "value": "hawaii" }, { "name": "Haleakala", "value": "hale" }] },
                { "type": 4, "name": "seats", "description": "How many", "min_value": 2, "max_value": 5 },
                { "type": 3, "name": "title", "description": "Name", "max_length": 20 },
                { "type": 6, "name": "guest", "description": "Who" },
                { "type": 5, "name": "open-hands", "description": "Whether" }
            ] },
            { "type": 2, "name": "rule", "description": "Rules", "options": [
                { "type": 1, "name": "show", "description": "Shows" }
            ] }
        ] },
        { "name": "secret", "description": "For owners", "default_member_permissions": "8" },
        { "name": "cellar", "description": "Said as a number", "default_member_permissions": 8 },
        { "name": "attic", "description": "For nobody else", "default_member_permissions": "0" }
    ])
}

#[tokio::test]
async fn lines_become_options() {
    let scene = Scene::with(short_timeouts(50, 60_000)).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, commands()).await;
    for (line, options) in [
        (
            "/table open game:HAWAII",
            json!([{ "name": "game", "type": 3, "value": "hawaii" }]),
        ),
        (
            "/table open game:haw",
            json!([{ "name": "game", "type": 3, "value": "hawaii" }]),
        ),
        (
            "/table open game:hale seats:3 title:a long walk",
            json!([
                { "name": "game", "type": 3, "value": "hale" },
                { "name": "seats", "type": 4, "value": 3 },
                { "name": "title", "type": 3, "value": "a long walk" }
            ]),
        ),
        (
            "/table open title:\"at seats:5\" game:hawaii open-hands:true",
            json!([
                { "name": "title", "type": 3, "value": "at seats:5" },
                { "name": "game", "type": 3, "value": "hawaii" },
                { "name": "open-hands", "type": 5, "value": true }
            ]),
        ),
    ] {
        scene.type_command("Ana", line).await;
        let data = bot.interaction().await["data"].clone();
        assert_eq!(
            data["options"],
            json!([{ "name": "open", "type": 1, "options": options }]),
            "{line}"
        );
    }
    scene.type_command("Ana", "/table rule show").await;
    let options = bot.interaction().await["data"]["options"].clone();
    assert_eq!(
        options[0]["options"][0],
        json!({ "name": "show", "type": 1, "options": [] })
    );
    let ben = scene.person_id("Ben");
    scene
        .type_command("Ana", "/table open game:hawaii guest:@Ben")
        .await;
    let data = bot.interaction().await["data"].clone();
    assert_eq!(data["options"][0]["options"][1]["value"], ben);
    assert_eq!(data["resolved"]["users"][&ben]["global_name"], "Ben");
    assert!(data["resolved"]["members"][&ben]["roles"].is_array());
}

#[tokio::test]
async fn invalid_command_lines_are_refused() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, commands()).await;
    for (line, why) in [
        ("/chairs", "no command /chairs"),
        ("/table", "one of: open, rule"),
        ("/table close", "one of: open, rule"),
        ("/table rule hide", "one of: show"),
        ("/table open", "needs the option game"),
        ("/table open game:chess", "one of: Hawaii, Haleakala"),
        ("/table open game:ha", "one of: Hawaii, Haleakala"),
        ("/table open game:hawaii seats:many", "whole number"),
        ("/table open game:hawaii seats:1", "at least 2"),
        ("/table open game:hawaii seats:6", "at most 5"),
        ("/table open game:hawaii game:hale", "twice"),
        ("/table open game:hawaii colour:red", "no option colour"),
        ("/table open colour:red game:hawaii", "no option colour"),
        (
            "/table open game:hawaii title:this title is far too long",
            "0 to 20",
        ),
        ("/table open game:hawaii guest:@Nobody", "does not name"),
        (
            "/table open game:hawaii open-hands:perhaps",
            "true or false",
        ),
        ("/table open hawaii", "say option:value"),
    ] {
        let body =
            json!({ "as": scene.person_id("Ben"), "channel": scene.first_channel(), "line": line });
        let sentence = scene.refusal_text("type", body).await;
        assert!(sentence.contains(why), "{line}: {sentence}");
    }
    for line in ["/secret", "/cellar", "/attic"] {
        let body =
            json!({ "as": scene.person_id("Ben"), "channel": scene.first_channel(), "line": line });
        assert!(
            scene
                .refusal_text("type", body)
                .await
                .contains("permissions"),
            "{line}"
        );
    }
}
