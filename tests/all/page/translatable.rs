//! The page in an artificial language: plain letters come from no language file.

use lanai_porch::Settings;
use lanai_text::Dictionary;

use super::browser::{Browser, find_program};
use crate::bot::Scene;
use crate::translatable::{UNSPOKEN, untranslated, write_language_folder};

/// A script: every text on the page or read aloud, one per line.
const READ: &str = "(() => { const said = []; \
    for (const it of document.querySelectorAll('body, body *')) { \
      if (['SCRIPT', 'STYLE', 'CODE', 'TIME'].includes(it.tagName) || !it.checkVisibility()) continue; \
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(it.getAttribute(name) ?? ''); \
      for (const node of it.childNodes) if (node.nodeType === 3) said.push(node.textContent.trim()); \
    } \
    return [...new Set(said)].filter((it) => it); })()";

/// Names that are the same in every language.
const NAMES: [&str; 6] = ["Lanai", "lanai", "Suomi", "APP", "GIF", "PNG"];

impl Browser {
    /// Returns texts that came from no language file.
    async fn untranslated_texts(&mut self) -> Vec<String> {
        let said = self.evaluate(READ).await;
        let said = said
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item.as_str().unwrap().to_owned());
        let left = said.map(|item| {
            untranslated(
                &item
                    .split_whitespace()
                    .filter(|word: &&str| {
                        !NAMES.contains(word) && !word.starts_with(['/', '#', '@'])
                    })
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        });
        left.filter(|item| !item.is_empty()).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_text_is_translatable() {
    let Some(program) = find_program() else {
        return;
    };
    let folder = write_language_folder();
    let persons = ["Brň", "Krk"]
        .map(|name| (name.to_owned(), UNSPOKEN.to_owned()))
        .to_vec();
    let words = Some(folder.path().to_owned());
    let channels = vec!["lanai".to_owned()];
    // A guild has any name.
    let (server, locale) = ("Plž".to_owned(), UNSPOKEN.to_owned());
    let settings = Settings {
        guild: server,
        locale,
        channels,
        persons,
        words,
        ..Settings::default()
    };
    let mut scene = Scene::open(settings).await;
    (scene.dictionary, _) = Dictionary::open()
        .unwrap()
        .with_folder(folder.path())
        .unwrap();
    scene.greets_guilds = true;
    scene.spoken = UNSPOKEN.to_owned();
    scene.start_bot().await;
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    browser
        .wait_until(
            "the bot greets",
            "document.querySelectorAll('#list article').length > 0",
        )
        .await;
    let mut left = browser.untranslated_texts().await;
    browser
        .press("the menu of persons", "document.getElementById('person')")
        .await;
    left.extend(browser.untranslated_texts().await);
    let krk = "[...document.querySelectorAll('[role=menuitemradio]')].find((it) => it.innerText.includes('Krk'))";
    browser.press("Krk", krk).await;
    let sits = "document.getElementById('person').innerText.includes('Krk')";
    browser.wait_until("Krk sits here", sits).await;
    browser
        .evaluate("document.getElementById('say').focus()")
        .await;
    browser.type_text("/").await;
    browser
        .wait_until(
            "the commands",
            "document.querySelectorAll('[role=option]').length > 3",
        )
        .await;
    left.extend(browser.untranslated_texts().await);
    browser
        .store_screenshot("a language that nobody speaks")
        .await;
    browser.press_key("Escape").await;
    browser.resize(390, 844).await;
    left.extend(browser.untranslated_texts().await);
    left.sort();
    left.dedup();
    assert!(left.is_empty(), "{left:#?}");
    browser.finish().await;
    scene.end().await;
}
