//! The default porch: its people and channels, and navigation.

use std::collections::BTreeSet;

use lanai_porch::Settings;
use lanai_text::Dictionary;

use super::browser::{Browser, find_program};
use super::visit::{channel_script, text};
use crate::bot::Scene;

async fn default_porch() -> Scene {
    let mut scene = Scene::open(Settings::for_lanai()).await;
    scene.greets_guilds = true;
    scene.start_bot().await;
    scene
}

/// A script: whether this channel is open.
fn is_channel_open(name: &str) -> String {
    format!("document.getElementById('channel-name').innerText.includes('{name}')")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn porch_people_cover_all_languages() {
    let scene = default_porch().await;
    let world = scene.get("world").await;
    let tag = |locale: &str| locale.split('-').next().unwrap().to_owned();
    let persons = world["persons"].as_array().unwrap().iter();
    let spoken: BTreeSet<String> = persons
        .map(|item| tag(item["locale"].as_str().unwrap()))
        .collect();
    let words: BTreeSet<String> = Dictionary::open()
        .unwrap()
        .languages()
        .iter()
        .map(|item| tag(item.tag()))
        .collect();
    assert_eq!(spoken, words);
    let opened = scene
        .run_command(
            "Jana",
            &scene.main_channel,
            "/table open game:Haleakala private:true",
        )
        .await;
    assert_eq!(scene.list_threads().await.len(), 1, "{opened:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn back_and_forward_go_from_channel_to_channel() {
    let Some(program) = find_program() else {
        return;
    };
    let scene = default_porch().await;
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    browser.wait_until("the bot greets", &text("Aloha.")).await;
    browser
        .wait_until("the first channel", &is_channel_open("lanai"))
        .await;
    browser
        .press("the second channel", &channel_script("garden"))
        .await;
    browser
        .wait_until("the second channel", &is_channel_open("garden"))
        .await;
    browser.store_screenshot("17 another channel").await;
    browser
        .press("the first channel", &channel_script("lanai"))
        .await;
    browser.wait_until("the greeting", &text("Aloha.")).await;
    for (way, name) in [
        ("back", "garden"),
        ("back", "lanai"),
        ("forward", "garden"),
        ("forward", "lanai"),
    ] {
        browser.evaluate(&format!("history.{way}()")).await;
        browser
            .wait_until(&format!("{way} leads to {name}"), &is_channel_open(name))
            .await;
    }
    browser
        .wait_until("the greeting again", &text("Aloha."))
        .await;
    // After a change of person, going back does not show the other one's channels.
    browser.switch_person("Jana").await;
    browser
        .wait_until(
            "the page in Czech",
            "document.documentElement.lang === 'cs'",
        )
        .await;
    browser.store_screenshot("18 in Czech").await;
    browser.resize(390, 844).await;
    let hidden = "document.getElementById('channels').getBoundingClientRect().right <= 0";
    browser
        .wait_until("the list of channels is out of the way", hidden)
        .await;
    browser.store_screenshot("19 in Czech on a phone").await;
    browser.finish().await;
    scene.end().await;
}
