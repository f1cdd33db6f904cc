//! The page with a foreign bot: user menus, pictures in text, and forms with more than text fields.

use std::{io::Cursor, time::Duration};

use lanai_porch::Settings;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::browser::{Browser, find_program};
use crate::porch::{Bot, Scene};

const TIME_LIMIT: Duration = Duration::from_secs(30);

/// A script: the last of these elements with this text.
fn element_with_text(elements: &str, words: &str) -> String {
    format!(
        "[...document.querySelectorAll('{elements}')].findLast((it) => it.innerText.includes({}))",
        json!(words)
    )
}

/// Posts a picture within text, and a user menu.
async fn post_picture_and_menu(scene: &Scene) {
    let mut picture = Cursor::new(Vec::new());
    image::RgbImage::new(40, 30)
        .write_to(&mut picture, image::ImageFormat::Png)
        .unwrap();
    let menu = json!({ "type": 5, "custom_id": "friends", "max_values": 2, "placeholder": "Your friends" });
    let components = json!([
        { "type": 10, "content": "Who comes along?" },
        { "type": 12, "items": [{ "media": { "url": "attachment://dark.png" }, "description": "The dark" }] },
        { "type": 1, "components": [menu] },
    ]);
    let body = json!({ "flags": 1 << 15, "components": components });
    let file = Part::bytes(picture.into_inner()).file_name("dark.png");
    let form = Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", file);
    let (status, message) = scene
        .bot_form_request(
            Method::POST,
            &format!("channels/{}/messages", scene.first_channel()),
            form,
        )
        .await;
    assert_eq!(status, 200, "{message}");
}

fn label_json(words: &str, component: Value) -> Value {
    json!({ "type": 18, "label": words, "component": component })
}

fn form_body() -> Value {
    json!({ "custom_id": "trip", "title": "The trip", "components": [
        label_json("Where to", json!({ "type": 8, "custom_id": "where" })),
        label_json("How", json!({ "type": 3, "custom_id": "how", "options": [
            { "label": "By boat", "value": "boat" }, { "label": "On foot", "value": "foot" },
        ] })),
        label_json("A map", json!({ "type": 19, "custom_id": "map" })),
    ] })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_any_library_finds_its_menus_and_forms_on_the_page() {
    let Some(program) = find_program() else {
        return;
    };
    let settings = Settings {
        permissions: 1 << 3,
        answer_timeout: TIME_LIMIT,
        ..Settings::default()
    };
    let scene = Scene::with(settings).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    post_picture_and_menu(&scene).await;
    let picture = "[...document.querySelectorAll('#list img')].some((it) => it.alt === 'The dark' && it.naturalWidth === 40)";
    browser.wait_until("the picture", picture).await;

    // A user menu that opens a form.
    browser
        .press("the menu", "document.querySelector('.menu-opener')")
        .await;
    for friend in ["@Ben", "@Dan"] {
        browser
            .press(friend, &element_with_text("[role=option]", friend))
            .await;
    }
    browser
        .press("done", &element_with_text(".popover button", "Done"))
        .await;
    let chosen = bot.interaction().await;
    assert_eq!(
        chosen["data"]["values"],
        json!([scene.person_id("Ben"), scene.person_id("Dan")])
    );
    assert_eq!(scene.answer(&chosen, 9, form_body()).await.0, 204);
    browser
        .wait_until(
            "the form",
            "document.querySelector('dialog[open] input[type=file]')",
        )
        .await;
    browser.store_screenshot("12 a form of all kinds").await;
    let fill = "(() => { const [where, how] = document.querySelectorAll('dialog select'); \
                where.selectedIndex = 1; how.selectedIndex = 2; const files = new DataTransfer(); \
                files.items.add(new File(['north is up'], 'map.txt', { type: 'text/plain' })); \
                document.querySelector('dialog input[type=file]').files = files.files; return true; })()";
    browser.evaluate(fill).await;
    browser
        .press("send", &element_with_text("dialog[open] button", "Send"))
        .await;
    let sent = bot.interaction().await;
    let filled = |at: usize| &sent["data"]["components"][at]["component"];
    assert_eq!(
        filled(0)["values"],
        json!([scene.first_channel()]),
        "{sent}"
    );
    assert_eq!(filled(1)["values"], json!(["foot"]));
    let map = filled(2)["values"][0].as_str().unwrap();
    assert_eq!(
        sent["data"]["resolved"]["attachments"][map]["filename"],
        "map.txt"
    );
    assert_eq!(
        scene
            .answer(&sent, 4, json!({ "content": "Bon voyage" }))
            .await
            .0,
        204
    );
    browser
        .wait_until(
            "the answer",
            &element_with_text("#list article", "Bon voyage"),
        )
        .await;
    browser.finish().await;
}
