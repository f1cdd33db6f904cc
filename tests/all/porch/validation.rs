//! The porch is as strict as Discord: permissions, forms and places, and no stricter.

use lanai_porch::Settings;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Bot, Scene};

impl Scene {
    /// Refuses a message with a complaint of this code at this place.
    async fn assert_refused_at(&self, body: Value, place: &str, code: &str) {
        let (status, refusal) = self.post_message(body).await;
        find_complaint(status, &refusal, place, code);
    }
}

fn find_complaint(status: u16, refusal: &Value, place: &str, code: &str) {
    assert_eq!(
        (status, &refusal["code"]),
        (400, &json!(50035)),
        "{place} {code}: {refusal}"
    );
    let found = refusal["errors"].pointer(&format!("{place}/_errors/0/code"));
    assert_eq!(found, Some(&json!(code)), "{place}: {refusal}");
}

fn message_with(component: &Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": [component] }] })
}

#[tokio::test]
async fn the_role_of_the_bot_is_the_invite_link_of_the_readme() {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme
        .split_once("permissions=")
        .expect("the README has an invite link");
    let link: String = rest.chars().take_while(char::is_ascii_digit).collect();
    assert_eq!(Settings::default().permissions.to_string(), link);
    let scene = Scene::open().await;
    let (_, roles) = scene
        .bot_request(
            Method::GET,
            &format!("guilds/{}/roles", scene.guild_id()),
            Value::Null,
        )
        .await;
    let roles = roles.as_array().unwrap();
    let own = roles
        .iter()
        .find(|role| role["tags"]["bot_id"].is_string())
        .unwrap();
    assert_eq!(own["permissions"], link.as_str());
    let everyone = roles
        .iter()
        .find(|role| role["id"] == scene.guild_id())
        .unwrap();
    assert_eq!(
        everyone["permissions"], "0",
        "nothing comes to the bot by another way"
    );
    let theirs = scene.type_command("Ana", "mine").await;
    let theirs = format!(
        "channels/{}/messages/{}",
        scene.first_channel(),
        theirs["message"]["id"].as_str().unwrap()
    );
    scene
        .assert_code(Method::DELETE, &theirs, Value::Null, 50013)
        .await;
    let threads = format!("channels/{}/threads", scene.first_channel());
    scene
        .assert_code(Method::POST, &threads, json!({ "name": "private" }), 50013)
        .await;
    let (_, thread) = scene
        .bot_request(
            Method::POST,
            &threads,
            json!({ "name": "open", "type": 11 }),
        )
        .await;
    let thread = format!("channels/{}", thread["id"].as_str().unwrap());
    scene
        .assert_code(Method::PATCH, &thread, json!({ "locked": true }), 50013)
        .await;
    let slow = json!({ "rate_limit_per_user": 5 });
    scene.assert_code(Method::PATCH, &thread, slow, 50013).await;
}

fn message_with_embed(embed: Value) -> Value {
    json!({ "content": "x", "embeds": [embed] })
}

#[tokio::test]
async fn embeds_are_validated() {
    let scene = Scene::open().await;
    for (body, field, code) in [
        (json!({}), "description", "BASE_TYPE_REQUIRED"),
        (
            json!({ "title": " ", "color": 1 }),
            "description",
            "BASE_TYPE_REQUIRED",
        ),
        (
            json!({ "title": "x", "url": "nowhere" }),
            "url",
            "URL_TYPE_INVALID_URL",
        ),
        (
            json!({ "title": "x", "url": "ftp://a.example" }),
            "url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            json!({ "title": "x", "url": "attachment://a.png" }),
            "url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            json!({ "image": { "url": "https://" } }),
            "image/url",
            "URL_TYPE_INVALID_URL",
        ),
        (
            json!({ "title": "x", "color": 0x0100_0000 }),
            "color",
            "NUMBER_TYPE_MAX",
        ),
        (
            json!({ "title": "x", "color": -1 }),
            "color",
            "NUMBER_TYPE_MIN",
        ),
        (
            json!({ "title": "x", "color": "red" }),
            "color",
            "NUMBER_TYPE_COERCE",
        ),
        (
            json!({ "fields": [{ "name": " ", "value": "x" }] }),
            "fields/0/name",
            "BASE_TYPE_REQUIRED",
        ),
    ] {
        scene
            .assert_refused_at(
                message_with_embed(body),
                &format!("/embeds/0/{field}"),
                code,
            )
            .await;
    }
    let fine = json!({
        "title": "x", "url": "https://a.example/b?c", "color": 0xff_ff_ff,
        "image": { "url": "attachment://board.png" },
    });
    assert_eq!(scene.post_message(message_with_embed(fine)).await.0, 200);
}

fn option_json(value: &str, chosen: bool) -> Value {
    json!({ "label": value, "value": value, "default": chosen })
}

fn menu_message(options: Value) -> Value {
    message_with(&json!({ "type": 3, "custom_id": "m", "options": options }))
}

#[tokio::test]
async fn components_are_validated() {
    let scene = Scene::open().await;
    let button = |more: Value| {
        let mut button = json!({ "type": 2, "style": 1, "label": "x", "custom_id": "a" });
        button
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        message_with(&button)
    };
    let at = "/components/0/components/0";
    for (body, field, code) in [
        (
            button(json!({ "label": " " })),
            "",
            "BUTTON_COMPONENT_INVALID",
        ),
        (
            button(json!({ "emoji": { "name": "smile" } })),
            "/emoji/name",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            button(json!({ "emoji": { "name": "▲" } })),
            "/emoji/name",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            button(json!({ "emoji": { "name": "x", "id": "1" } })),
            "/emoji/id",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            button(json!({ "style": 5, "custom_id": null, "url": "steam://x" })),
            "/url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            menu_message(json!([{ "label": " ", "value": "a" }])),
            "/options/0/label",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            menu_message(json!([option_json("a", true), option_json("b", true)])),
            "",
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
        ),
        (
            menu_message(json!([{ "label": "a", "value": "a", "emoji": { "name": "no" } }])),
            "/options/0/emoji/name",
            "COMPONENT_INVALID_EMOJI",
        ),
    ] {
        scene
            .assert_refused_at(body, &format!("{at}{field}"), code)
            .await;
    }
    for emoji in ["🌋", "❤", "❤️", "🏳️‍🌈", "1️⃣", "👍🏽", "🇨🇿"] {
        let (status, refusal) = scene
            .post_message(button(json!({ "emoji": { "name": emoji } })))
            .await;
        assert_eq!(status, 200, "{emoji}: {refusal}");
    }
}

fn v2_message_json(components: Value) -> Value {
    json!({ "flags": 1 << 15, "components": components })
}

fn text_json(length: usize) -> Value {
    json!({ "type": 10, "content": "x".repeat(length) })
}

fn gallery_json(url: &str) -> Value {
    json!({ "type": 12, "items": [{ "media": { "url": url } }] })
}

#[tokio::test]
async fn v2_components_are_validated() {
    let scene = Scene::open().await;
    let missing = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
    for (components, place, code) in [
        (
            json!([text_json(2_001), text_json(2_000)]),
            "",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            json!([gallery_json("attachment://a.png")]),
            "/0/items/0/media",
            missing,
        ),
    ] {
        scene
            .assert_refused_at(
                v2_message_json(components),
                &format!("/components{place}"),
                code,
            )
            .await;
    }
    assert_eq!(
        scene
            .post_message(v2_message_json(json!([text_json(2_000), text_json(2_000)])))
            .await
            .0,
        200
    );
    // A file can be referenced when it is uploaded, and as long as the message has it.
    let path = format!("channels/{}/messages", scene.first_channel());
    let named = v2_message_json(json!([gallery_json("attachment://b.png")]));
    let mut sent = named.clone();
    sent["attachments"] = json!([{ "id": 0, "filename": "b.png" }]);
    let part = Part::bytes(vec![7; 3]).file_name("a.png");
    let form = Form::new()
        .text("payload_json", sent.to_string())
        .part("files[0]", part);
    let (status, said) = scene.bot_form_request(Method::POST, &path, form).await;
    assert_eq!(status, 200, "{said}");
    let own = format!("{path}/{}", said["id"].as_str().unwrap());
    scene.assert_status(Method::PATCH, &own, named, 200).await;
}

#[tokio::test]
async fn menus_of_users_take_twenty_five_at_most() {
    let scene = Scene::open().await;
    let menu = |most: u8| message_with(&json!({ "type": 5, "custom_id": "m", "max_values": most }));
    let place = "/components/0/components/0/max_values";
    scene
        .assert_refused_at(menu(26), place, "NUMBER_TYPE_MAX")
        .await;
    assert_eq!(scene.post_message(menu(25)).await.0, 200);
}

#[tokio::test]
async fn allowed_mentions_and_files_are_validated() {
    let scene = Scene::open().await;
    let ben = scene.person_id("Ben");
    let mentions = json!({ "content": "x", "allowed_mentions": { "users": [ben, ben] } });
    scene
        .assert_refused_at(
            mentions,
            "/allowed_mentions/users/1",
            "SET_TYPE_ALREADY_CONTAINS_VALUE",
        )
        .await;
    let mentions = json!({ "content": "x", "allowed_mentions": { "users": ["abc"] } });
    scene
        .assert_refused_at(mentions, "/allowed_mentions/users/0", "NUMBER_TYPE_COERCE")
        .await;
    let path = format!("channels/{}/messages", scene.first_channel());
    let form = |files: usize| {
        let part = || Part::bytes(vec![7; 3]).file_name("a.png");
        (0..files).fold(Form::new(), |form, number| {
            form.part(format!("files[{number}]"), part())
        })
    };
    let (status, refusal) = scene.bot_form_request(Method::POST, &path, form(11)).await;
    find_complaint(status, &refusal, "/attachments", "BASE_TYPE_MAX_LENGTH");
    let (status, message) = scene.bot_form_request(Method::POST, &path, form(10)).await;
    assert_eq!(
        (status, message["attachments"].as_array().unwrap().len()),
        (200, 10)
    );
    let one = format!("{path}/{}", message["id"].as_str().unwrap());
    let (status, refusal) = scene.bot_form_request(Method::PATCH, &one, form(1)).await;
    find_complaint(status, &refusal, "/attachments", "BASE_TYPE_MAX_LENGTH");
    // Discord takes 25 MB in a request.
    let part = || Part::bytes(vec![7; 8 << 20]).file_name("big.png");
    let heavy = (0..3).fold(Form::new(), |form, number| {
        form.part(format!("files[{number}]"), part())
    });
    assert_eq!(
        scene.bot_form_request(Method::POST, &path, heavy).await.0,
        200
    );
}

fn choice_json(name: &str, french: &str) -> Value {
    json!({ "name": name, "name_localizations": { "fr": french }, "value": name })
}

#[tokio::test]
async fn commands_are_validated() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    let option = |kind: u8, more: Value| {
        let mut option = json!({ "type": kind, "name": "o", "description": "x" });
        option
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({ "name": "a", "description": "x", "options": [option] })
    };
    let range = "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID";
    let twice = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE";
    for (command, place, code) in [
        (
            option(3, json!({ "max_length": 0 })),
            "/max_length",
            "NUMBER_TYPE_MIN",
        ),
        (
            option(3, json!({ "min_length": 6001 })),
            "/min_length",
            "NUMBER_TYPE_MAX",
        ),
        (
            option(3, json!({ "min_length": 3, "max_length": 2 })),
            "/min_length",
            range,
        ),
        (
            option(4, json!({ "min_value": 3, "max_value": 2 })),
            "/min_value",
            range,
        ),
        (
            option(3, json!({ "name_localizations": { "xx": "o" } })),
            "/name_localizations/xx",
            "BASE_TYPE_CHOICES",
        ),
        (
            option(3, json!({ "description_localizations": { "en": "o" } })),
            "/description_localizations/en",
            "BASE_TYPE_CHOICES",
        ),
        (
            option(
                3,
                json!({ "choices": [choice_json("a", "b"), choice_json("a", "c")] }),
            ),
            "/choices/1/name",
            twice,
        ),
        (
            option(
                3,
                json!({ "choices": [choice_json("a", "b"), choice_json("c", "b")] }),
            ),
            "/choices/1/name_localizations/fr",
            twice,
        ),
        (
            option(
                3,
                json!({ "choices": [choice_json("a", &"b".repeat(101))] }),
            ),
            "/choices/0/name_localizations/fr",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            option(3, json!({ "choices": [{ "name": "a", "value": 1 }] })),
            "/choices/0/value",
            "STRING_TYPE_CONVERT",
        ),
        (
            option(4, json!({ "choices": [{ "name": "a", "value": "b" }] })),
            "/choices/0/value",
            "NUMBER_TYPE_COERCE",
        ),
    ] {
        let (status, refusal) = scene.bot_request(Method::POST, &path, command).await;
        find_complaint(status, &refusal, &format!("/options/0{place}"), code);
    }
    let option = |name: &str, french: &str| json!({ "type": 3, "name": name, "description": "x", "name_localizations": { "fr": french } });
    let command =
        json!({ "name": "a", "description": "x", "options": [option("a", "b"), option("c", "b")] });
    let (status, refusal) = scene.bot_request(Method::POST, &path, command).await;
    let code = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE";
    find_complaint(status, &refusal, "/options/1/name_localizations/fr", code);
    let fine =
        json!({ "name": "a", "description": "x", "options": [option("a", "b"), option("c", "d")] });
    scene.assert_status(Method::POST, &path, fine, 201).await;
}

fn choices_json(value: &Value) -> Value {
    json!({ "choices": [{ "name": "a", "value": value }] })
}

#[tokio::test]
async fn autocomplete_choices_match_the_option_type() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let option = |kind: u8, name: &str| json!({ "type": kind, "name": name, "description": "x", "autocomplete": true });
    let options = json!([option(3, "text"), option(4, "whole"), option(10, "number")]);
    scene
        .register_commands(
            &bot,
            json!([{ "name": "play", "description": "x", "options": options }]),
        )
        .await;
    for (focused, wrong, code, right) in [
        ("text", json!(1), "STRING_TYPE_CONVERT", json!("a")),
        ("whole", json!("a"), "NUMBER_TYPE_COERCE", json!(1)),
        ("whole", json!(1.5), "NUMBER_TYPE_COERCE", json!(-1)),
        ("number", json!("a"), "NUMBER_TYPE_COERCE", json!(1.5)),
    ] {
        let body = json!({
            "as": scene.person_id("Ana"), "channel": scene.first_channel(), "line": "/play", "focused": focused
        });
        let (shown, ()) = tokio::join!(scene.post("autocomplete", body), async {
            let asked = bot.interaction().await;
            let (status, refusal) = scene.answer(&asked, 8, choices_json(&wrong)).await;
            find_complaint(status, &refusal, "/data/choices/0/value", code);
            assert_eq!(scene.answer(&asked, 8, choices_json(&right)).await.0, 204);
        });
        assert_eq!(shown["choices"][0]["value"], right, "{focused}");
    }
}

#[tokio::test]
async fn threads_of_announcements_are_public() {
    let scene = Scene::open().await;
    let news = scene
        .post(
            "channels",
            json!({ "name": "news", "kind": "announcement" }),
        )
        .await;
    let id = news["id"].as_str().unwrap();
    assert_eq!(
        scene
            .bot_request(Method::GET, &format!("channels/{id}"), Value::Null)
            .await
            .1["type"],
        5
    );
    let (status, said) = scene
        .bot_request(
            Method::POST,
            &format!("channels/{id}/messages"),
            json!({ "content": "x" }),
        )
        .await;
    assert_eq!(status, 200);
    let (status, refusal) = scene
        .bot_request(
            Method::POST,
            &format!("channels/{id}/threads"),
            json!({ "name": "x", "type": 11 }),
        )
        .await;
    find_complaint(status, &refusal, "/type", "BASE_TYPE_CHOICES");
    let from = format!(
        "channels/{id}/messages/{}/threads",
        said["id"].as_str().unwrap()
    );
    assert_eq!(
        scene
            .bot_request(Method::POST, &from, json!({ "name": "talk" }))
            .await
            .1["type"],
        10
    );
}
