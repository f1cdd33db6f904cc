//! The program's own porch: who and what is there, and how one goes between its channels.

use std::collections::BTreeSet;

use lanai_porch::Settings;
use lanai_text::Dictionary;

use super::browser::{Browser, found};
use super::visit::{channel, text};
use crate::bot::{Scene, evening};

async fn own_porch() -> Scene {
    let mut scene = Scene::without_bot(Settings::for_lanai()).await;
    scene.greets = true;
    scene.bot_comes().await;
    scene
}

/// A script: whether this channel is open.
fn is_open(name: &str) -> String {
    format!("document.getElementById('channel-name').innerText.includes('{name}')")
}

#[test]
fn porch_people_cover_all_languages() {
    evening(async {
        let scene = own_porch().await;
        let world = scene.get("world").await;
        let tag = |locale: &str| locale.split('-').next().unwrap().to_owned();
        let persons = world["persons"].as_array().unwrap().iter();
        let spoken: BTreeSet<String> = persons
            .map(|it| tag(it["locale"].as_str().unwrap()))
            .collect();
        let words: BTreeSet<String> = Dictionary::open()
            .unwrap()
            .all()
            .iter()
            .map(|it| tag(it.tag()))
            .collect();
        assert_eq!(spoken, words);
        let opened = scene
            .says(
                "Jana",
                &scene.hall,
                "/table open game:Haleakala private:true",
            )
            .await;
        assert_eq!(scene.threads().await.len(), 1, "{opened:?}");
        scene.end().await;
    });
}

#[test]
fn back_and_forward_go_from_channel_to_channel() {
    evening(async {
        let Some(program) = found() else { return };
        let scene = own_porch().await;
        let mut browser = Browser::open(&program).await;
        browser.goes_to(&scene.base).await;
        browser.until("the bot greets", &text("Aloha.")).await;
        browser.until("the first channel", &is_open("lanai")).await;
        browser
            .presses("the second channel", &channel("garden"))
            .await;
        browser
            .until("the second channel", &is_open("garden"))
            .await;
        browser.keeps("17 another channel").await;
        browser
            .presses("the first channel", &channel("lanai"))
            .await;
        browser.until("the greeting", &text("Aloha.")).await;
        for (way, name) in [
            ("back", "garden"),
            ("back", "lanai"),
            ("forward", "garden"),
            ("forward", "lanai"),
        ] {
            browser.says(&format!("history.{way}()")).await;
            browser
                .until(&format!("{way} leads to {name}"), &is_open(name))
                .await;
        }
        browser.until("the greeting again", &text("Aloha.")).await;
        // Who sits down here does not find the channels of another person on the way back.
        browser.sits_as("Jana").await;
        browser
            .until(
                "the page in Czech",
                "document.documentElement.lang === 'cs'",
            )
            .await;
        browser.keeps("18 in Czech").await;
        browser.sized(390, 844).await;
        let hidden = "document.getElementById('channels').getBoundingClientRect().right <= 0";
        browser
            .until("the list of channels is out of the way", hidden)
            .await;
        browser.keeps("19 in Czech on a phone").await;
        browser.ends().await;
        scene.end().await;
    });
}
