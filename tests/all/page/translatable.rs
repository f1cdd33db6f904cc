//! The page in a language that nobody speaks: what is read in plain letters was in no file of words.

use lanai_porch::Settings;
use lanai_text::Dictionary;

use super::browser::{Browser, found};
use crate::bot::{Scene, evening};
use crate::translatable::{UNSPOKEN, foreign, in_a_folder};

/// A script: everything that is read on the page, or read out, a line for each.
const READ: &str = "(() => { const said = []; \
    for (const it of document.querySelectorAll('body, body *')) { \
      if (['SCRIPT', 'STYLE', 'CODE', 'TIME'].includes(it.tagName) || !it.checkVisibility()) continue; \
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(it.getAttribute(name) ?? ''); \
      for (const node of it.childNodes) if (node.nodeType === 3) said.push(node.textContent.trim()); \
    } \
    return [...new Set(said)].filter((it) => it); })()";

/// What is called so by whoever called it, as a language is by those who speak it.
const NAMES: [&str; 6] = ["Lanai", "lanai", "Suomi", "APP", "GIF", "PNG"];

impl Browser {
    /// What stands on the page and was in no file of words.
    async fn left(&mut self) -> Vec<String> {
        let said = self.says(READ).await;
        let said = said
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap().to_owned());
        let is_name = |word: &&str| !NAMES.contains(word) && !word.starts_with(['/', '#', '@']);
        let left = said.map(|it| {
            foreign(
                &it.split_whitespace()
                    .filter(is_name)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        });
        left.filter(|it| !it.is_empty()).collect()
    }
}

#[test]
fn page_text_is_translatable() {
    evening(async {
        let Some(program) = found() else { return };
        let folder = in_a_folder();
        let persons = ["Brň", "Krk"]
            .map(|name| (name.to_owned(), UNSPOKEN.to_owned()))
            .to_vec();
        let words = Some(folder.path().to_owned());
        let channels = vec!["lanai".to_owned()];
        // A server has whatever name its people give it.
        let (server, locale) = ("Plž".to_owned(), UNSPOKEN.to_owned());
        let settings = Settings {
            guild: server,
            locale,
            channels,
            persons,
            words,
            ..Settings::default()
        };
        let mut scene = Scene::without_bot(settings).await;
        (scene.dictionary, _) = Dictionary::open().unwrap().and(folder.path()).unwrap();
        scene.greets = true;
        scene.spoken = UNSPOKEN.to_owned();
        scene.bot_comes().await;
        let mut browser = Browser::open(&program).await;
        browser.goes_to(&scene.base).await;
        browser
            .until(
                "the bot greets",
                "document.querySelectorAll('#list article').length > 0",
            )
            .await;
        let mut left = browser.left().await;
        browser
            .presses("the menu of persons", "document.getElementById('person')")
            .await;
        left.extend(browser.left().await);
        let krk = "[...document.querySelectorAll('[role=menuitemradio]')].find((it) => it.innerText.includes('Krk'))";
        browser.presses("Krk", krk).await;
        let sits = "document.getElementById('person').innerText.includes('Krk')";
        browser.until("Krk sits here", sits).await;
        browser.says("document.getElementById('say').focus()").await;
        browser.types("/").await;
        browser
            .until(
                "the commands",
                "document.querySelectorAll('[role=option]').length > 3",
            )
            .await;
        left.extend(browser.left().await);
        browser.keeps("a language that nobody speaks").await;
        browser.key("Escape").await;
        browser.sized(390, 844).await;
        left.extend(browser.left().await);
        left.sort();
        left.dedup();
        assert!(left.is_empty(), "{left:#?}");
        browser.ends().await;
        scene.end().await;
    });
}
