//! Visits to the porch in a real browser. Screenshots are stored in the folder `page` of the build.

use std::env;

use lanai_porch::{Settings, TOKEN};
use serde_json::json;

use super::browser::{Browser, find_program};
use crate::bot::Scene;
use lanai_testing::outside::{Requirement, report_missing};

/// Opens a porch where the bot has greeted and a browser; returns `None` without one.
pub(super) async fn open_visit() -> Option<(Scene, Browser)> {
    let program = find_program()?;
    let channels = vec!["lanai".to_owned()];
    let mut scene = Scene::open(Settings {
        channels,
        ..Settings::default()
    })
    .await;
    scene.greets_guilds = true;
    scene.serves_board = true;
    scene.start_bot().await;
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    browser.wait_until("the bot greets", &text("Aloha.")).await;
    Some((scene, browser))
}

/// A script: whether this text is on the page.
pub(super) fn text(words: &str) -> String {
    format!("document.body.innerText.includes({})", json!(words))
}

/// A script: the last button of this name.
pub(crate) fn button_script(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('button')].findLast((it) => it.innerText.trim() === {} && !it.disabled)",
        json!(name)
    )
}

/// A script: what leads to a channel.
pub(crate) fn channel_script(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('#channels a, #channels button')].find((it) => it.innerText.includes({}))",
        json!(name)
    )
}

/// A script: a picture that is there in full.
fn picture_script(about: &str) -> String {
    format!(
        "[...document.querySelectorAll('#list img')].find((it) => it.alt.startsWith({}) && it.naturalWidth > 1000)",
        json!(about)
    )
}

/// A script: which message is the newest. How many there are says less: a panel moves down.
const NEWEST: &str = "[...document.querySelectorAll('#list article')].at(-1)?.id";

impl Browser {
    /// Types and sends a command, and waits for a new message.
    pub(super) async fn submit_command(&mut self, line: &str) {
        let before = self.evaluate(NEWEST).await;
        self.evaluate("document.getElementById('say').focus()")
            .await;
        for letter in line.chars() {
            self.type_text(&letter.to_string()).await;
        }
        // Enter completes the command, and sends it when nothing is missing. It does nothing while
        // another command is pending. A new message may have another cause, so the empty input is
        // the sign that it was sent.
        let sent =
            "(({ hidden, value }) => !hidden && value === '')(document.getElementById('say'))";
        let answered = format!("{NEWEST} !== {before} && {sent}");
        let unsent = "(say.hidden || say.value !== '') && !send.hasAttribute('aria-busy')";
        let elements =
            "const [say, send] = ['say', 'send'].map((id) => document.getElementById(id))";
        for _ in 0..50 {
            if self.evaluate(&format!("{{ {elements}; {unsent} }}")).await == true {
                self.press_key("Enter").await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(400)).await;
            if self.evaluate(&format!("Boolean({answered})")).await == true {
                return;
            }
        }
        self.wait_until(&format!("{line} is answered"), &answered)
            .await;
    }

    async fn page_source(&mut self) -> String {
        self.evaluate("document.documentElement.outerHTML")
            .await
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Switches to another person.
    pub(crate) async fn switch_person(&mut self, name: &str) {
        self.press("the menu of persons", "document.getElementById('person')")
            .await;
        let entry = format!(
            "[...document.querySelectorAll('[role=menuitemradio]')].find((it) => it.innerText.includes({}))",
            json!(name)
        );
        self.press(name, &entry).await;
        let sits = format!(
            "document.getElementById('person').innerText.includes({})",
            json!(name)
        );
        self.wait_until(&format!("{name} sits here"), &sits).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_five_minutes() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser.store_screenshot("1 the greeting").await;
    browser
        .press(
            "a game",
            &button_script("Play Hawaii against two computers"),
        )
        .await;
    browser
        .wait_until(
            "the island",
            &picture_script("The island of Hawaii, round 1"),
        )
        .await;
    browser
        .wait_until(
            "what to do first",
            &text("press Take your turn below the board"),
        )
        .await;
    browser.store_screenshot("2 the board").await;
    browser
        .press("one turn", &button_script("Take your turn"))
        .await;
    browser
        .wait_until("the panel", &text("Each letter is a place"))
        .await;
    browser.store_screenshot("3 the panel").await;
    browser.submit_command("/wait").await;
    browser
        .wait_until("the computers have moved", &text("Kula ·"))
        .await;
    browser
        .wait_until(
            "it is our turn again",
            &picture_script("The island of Hawaii, round"),
        )
        .await;
    browser.submit_command("/realm").await;
    browser
        .wait_until("one's own realm", &picture_script("Realms of Hawaii"))
        .await;
    browser.store_screenshot("4 a realm").await;
    // A click enlarges a picture, and another one closes it.
    browser
        .press("a picture", &picture_script("The island of Hawaii"))
        .await;
    browser
        .wait_until("it is large", "document.querySelector('dialog[open] img')")
        .await;
    browser.store_screenshot("5 a large picture").await;
    browser.press_key("Escape").await;
    browser
        .wait_until("it is gone", "!document.querySelector('dialog[open]')")
        .await;
    browser.set_dark(true).await;
    browser.store_screenshot("6 in the dark").await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_see_no_secrets_on_the_page() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser
        .press(
            "a game",
            &button_script("Play Hawaii against two computers"),
        )
        .await;
    browser
        .wait_until(
            "the island",
            &picture_script("The island of Hawaii, round 1"),
        )
        .await;
    browser.submit_command("/realm").await;
    let goods = "document.documentElement.outerHTML.includes('in hand: ')";
    browser
        .wait_until("who plays sees their goods", goods)
        .await;
    browser.switch_person("Ben").await;
    browser.press("the table", &channel_script("Hawaii")).await;
    browser
        .wait_until(
            "the island",
            &picture_script("The island of Hawaii, round 1"),
        )
        .await;
    let source = browser.page_source().await;
    for secret in ["in hand: ", "Only you can see this", "13 shells"] {
        assert!(!source.contains(secret), "Ben sees {secret}");
    }
    // Another person's button does not open their panel.
    browser
        .press("the panel", &button_script("Take your turn"))
        .await;
    browser
        .wait_until("a friendly line", &text("You have no seat at this table"))
        .await;
    browser.store_screenshot("8 looking on").await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_see_their_own_direct_messages_only() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    let deny = json!({ "channel": scene.main_channel, "person": scene.person("Ben"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", deny).await;
    browser.switch_person("Ben").await;
    browser
        .wait_until(
            "no channel of others",
            &format!("!{}", channel_script("lanai")),
        )
        .await;
    assert!(!browser.page_source().await.contains("Aloha."));
    browser
        .press("the bot alone", &channel_script("Lanai"))
        .await;
    let name = "document.getElementById('channel-name').textContent === '@Lanai'";
    browser.wait_until("one's own channel", name).await;
    let world = scene.get("world").await;
    let own = world["channels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["kind"] == "dm")
        .unwrap()
        .clone();
    assert_eq!(own["person"], scene.person("Ben"));
    // Unread channels are marked.
    let allow = json!({ "channel": scene.main_channel, "person": scene.person("Ben"), "deny": [] });
    scene.post("permissions", allow).await;
    browser
        .press("a channel that came", &channel_script("lanai"))
        .await;
    browser.wait_until("its messages", &text("Aloha.")).await;
    let path = format!(
        "{}/api/v10/channels/{}/messages",
        scene.base,
        own["id"].as_str().unwrap()
    );
    let psst = json!({ "content": "Psst!", "allowed_mentions": { "parse": [] } });
    let said = scene
        .client
        .post(path)
        .header("authorization", format!("Bot {TOKEN}"))
        .json(&psst)
        .send()
        .await;
    assert_eq!(said.unwrap().status(), 200);
    let badge = format!(
        "Boolean({}?.querySelector('.badge'))",
        channel_script("Lanai")
    );
    browser
        .wait_until("a mark for what is unread", &badge)
        .await;
    browser.store_screenshot("10 to the bot alone").await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn loading_channel_is_not_shown_as_empty() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser
        .evaluate(
            "window.hints = 0; new MutationObserver(() => { \
                 window.hints += document.querySelectorAll('.beginning-hint').length; })\
                 .observe(document.getElementById('list'), { childList: true, subtree: true })",
        )
        .await;
    browser.switch_person("Ben").await;
    browser.wait_until("what was said", &text("Aloha.")).await;
    assert_eq!(
        browser.evaluate("window.hints").await,
        0,
        "for a moment it seemed empty"
    );
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_fits_a_phone() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser.resize(390, 844).await;
    let fits = "document.documentElement.scrollWidth <= window.innerWidth";
    browser
        .wait_until("nothing reaches over the side", fits)
        .await;
    browser
        .press(
            "a game",
            &button_script("Play Haleakala against the computer"),
        )
        .await;
    browser
        .wait_until("the volcano", &picture_script("Haleakala, round 1"))
        .await;
    // The drawer leads to the first channel and back.
    for (name, there) in [
        ("lanai", text("Aloha.")),
        ("Haleakala", picture_script("Haleakala, round 1")),
    ] {
        browser
            .press("the list", "document.getElementById('drawer')")
            .await;
        browser.press("a channel", &channel_script(name)).await;
        browser.wait_until("it is open", &there).await;
    }
    browser
        .wait_until("nothing reaches over the side", fits)
        .await;
    browser.store_screenshot("9 on a phone").await;
    // Touch targets are large enough.
    let small = "[...document.querySelectorAll('#list button, #composer button')].filter((it) => \
                     it.offsetParent && !it.closest('.visually-hidden') && it.getBoundingClientRect().height < 24)\
                     .map((it) => it.innerText)";
    assert_eq!(browser.evaluate(small).await, json!([]));
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn person_is_challenged_from_the_menu_of_persons() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser
        .press("the menu of persons", "document.getElementById('person')")
        .await;
    browser.store_screenshot("11 the menu of persons").await;
    browser
        .press(
            "a challenge",
            "document.querySelector('[aria-label$=\"Challenge to a game\"]')",
        )
        .await;
    browser
        .wait_until("the question", &text("Which game would you like to play"))
        .await;
    browser.press("a game", &button_script("Haleakala")).await;
    browser
        .wait_until("the invitation", &text("would like to play Haleakala with"))
        .await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_leads_to_channels_and_commands() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    let focused = "document.activeElement?.innerText?.trim() ?? ''";
    browser
        .press(
            "a game",
            &button_script("Play Haleakala against the computer"),
        )
        .await;
    browser
        .wait_until("the volcano", &picture_script("Haleakala, round 1"))
        .await;
    // The list leads to the first channel.
    let mut at_channel = false;
    for _ in 0..40 {
        browser.press_key("Shift+Tab").await;
        let inside = "document.activeElement.closest('#channels') !== null";
        let here = browser.evaluate(focused).await;
        if browser.evaluate(inside).await == true
            && here.as_str().is_some_and(|item| item.contains("lanai"))
        {
            at_channel = true;
            break;
        }
    }
    assert!(at_channel, "the list is reached");
    browser.press_key("Enter").await;
    browser.wait_until("the greeting", &text("Aloha.")).await;
    // The next link leads back to the table.
    browser
        .press("the table", &channel_script("Haleakala"))
        .await;
    browser
        .wait_until("the volcano", &picture_script("Haleakala, round 1"))
        .await;
    // A command, with its option chosen from the list.
    browser
        .evaluate("document.getElementById('say').focus()")
        .await;
    for letter in "/pla".chars() {
        browser.type_text(&letter.to_string()).await;
    }
    let list = "!document.getElementById('suggestions').hidden";
    browser.wait_until("the list of commands", list).await;
    browser.press_key("Enter").await;
    browser
        .wait_until("its options", "!document.getElementById('command').hidden")
        .await;
    browser
        .wait_until(
            "what may be placed",
            "document.querySelectorAll('#suggestions [role=option]').length > 0",
        )
        .await;
    browser.press_key("Escape").await;
    browser.press_key("Escape").await;
    browser.finish().await;
    scene.end().await;
}

/// axe is an accessibility checker outside this repository: see `.ci/run`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_passes_axe() {
    let Some(axe) = env::var_os("LANAI_AXE") else {
        return report_missing(Requirement::Axe, "LANAI_AXE names no file of axe-core");
    };
    let axe = std::fs::read_to_string(axe).unwrap();
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser
        .press(
            "a game",
            &button_script("Play Hawaii against two computers"),
        )
        .await;
    browser
        .wait_until(
            "the island",
            &picture_script("The island of Hawaii, round 1"),
        )
        .await;
    browser
        .press("the panel", &button_script("Take your turn"))
        .await;
    browser
        .wait_until("the panel", &text("Each letter is a place"))
        .await;
    let run = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations\
                   .filter((it) => ['serious', 'critical'].includes(it.impact))\
                   .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`))";
    for dark in [false, true] {
        browser.set_dark(dark).await;
        browser.evaluate(&format!("{axe}; true")).await;
        assert_eq!(browser.evaluate(run).await, json!([]), "dark: {dark}");
    }
    browser.type_text("").await;
    browser
        .evaluate("document.getElementById('say').focus()")
        .await;
    browser.type_text("/").await;
    browser
        .wait_until(
            "the list of commands",
            "!document.getElementById('suggestions').hidden",
        )
        .await;
    assert_eq!(
        browser.evaluate(run).await,
        json!([]),
        "the list of commands"
    );
    browser.resize(390, 844).await;
    assert_eq!(browser.evaluate(run).await, json!([]), "on a phone");
    scene.end().await;
}
