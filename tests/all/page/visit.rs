//! Visits to the porch in a real browser. What it looked like is kept in the folder `page` of the build, to be looked at.

use std::env;

use lanai_porch::{Settings, TOKEN};
use serde_json::json;

use super::browser::{Browser, found};
use crate::bot::{Scene, evening};
use lanai_testing::outside::lacking;

/// A porch where the bot has greeted, and somebody who looks at it; nothing where there is no browser.
pub(super) async fn visit() -> Option<(Scene, Browser)> {
    let program = found()?;
    let channels = vec!["lanai".to_owned()];
    let mut scene = Scene::without_bot(Settings {
        channels,
        ..Settings::default()
    })
    .await;
    scene.greets = true;
    scene.bot_comes().await;
    let mut browser = Browser::open(&program).await;
    browser.goes_to(&scene.base).await;
    browser.until("the bot greets", &text("Aloha.")).await;
    Some((scene, browser))
}

/// A script: whether this text stands on the page.
pub(super) fn text(words: &str) -> String {
    format!("document.body.innerText.includes({})", json!(words))
}

/// A script: the last button of this name.
pub(super) fn button(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('button')].findLast((it) => it.innerText.trim() === {} && !it.disabled)",
        json!(name)
    )
}

/// A script: what leads to a channel.
pub(super) fn channel(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('#channels a, #channels button')].find((it) => it.innerText.includes({}))",
        json!(name)
    )
}

/// A script: a picture that is there in full.
fn picture(about: &str) -> String {
    format!(
        "[...document.querySelectorAll('#list img')].find((it) => it.alt.startsWith({}) && it.naturalWidth === 1650)",
        json!(about)
    )
}

/// A script: which message is the newest. How many there are says less: a panel moves down.
const NEWEST: &str = "[...document.querySelectorAll('#list article')].at(-1)?.id";

impl Browser {
    /// Types a command and sends it, and waits until there is something new to read.
    pub(super) async fn commands(&mut self, line: &str) {
        let before = self.says(NEWEST).await;
        self.says("document.getElementById('say').focus()").await;
        for letter in line.chars() {
            self.types(&letter.to_string()).await;
        }
        // Enter takes the command from the list, and sends it when nothing is missing; while another is on its way it does
        // neither, and what was typed stays.
        // Something new to read may also be what somebody did before: sent is what does not stand there any more.
        let sent =
            "(({ hidden, value }) => !hidden && value === '')(document.getElementById('say'))";
        let answered = format!("{NEWEST} !== {before} && {sent}");
        let unsent = "(say.hidden || say.value !== '') && !send.hasAttribute('aria-busy')";
        let elements =
            "const [say, send] = ['say', 'send'].map((id) => document.getElementById(id))";
        for _ in 0..50 {
            if self.says(&format!("{{ {elements}; {unsent} }}")).await == true {
                self.key("Enter").await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(400)).await;
            if self.says(&format!("Boolean({answered})")).await == true {
                return;
            }
        }
        self.until(&format!("{line} is answered"), &answered).await;
    }

    /// What is in the browser's page now, for those who read its source.
    async fn source(&mut self) -> String {
        self.says("document.documentElement.outerHTML")
            .await
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Sits down as somebody else.
    pub(super) async fn sits_as(&mut self, name: &str) {
        self.presses("the menu of persons", "document.getElementById('person')")
            .await;
        let entry = format!(
            "[...document.querySelectorAll('[role=menuitemradio]')].find((it) => it.innerText.includes({}))",
            json!(name)
        );
        self.presses(name, &entry).await;
        let sits = format!(
            "document.getElementById('person').innerText.includes({})",
            json!(name)
        );
        self.until(&format!("{name} sits here"), &sits).await;
    }
}

#[test]
fn the_first_five_minutes() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser.keeps("1 the greeting").await;
        browser
            .presses("a game", &button("Play Hawaii against the computer"))
            .await;
        browser
            .until("the island", &picture("The island of Hawaii, round 1"))
            .await;
        browser
            .until(
                "what to do first",
                &text("press Take your turn below the board"),
            )
            .await;
        browser.keeps("2 the board").await;
        browser.presses("one turn", &button("Take your turn")).await;
        browser
            .until("the panel", &text("Your turn. What will you do?"))
            .await;
        browser.keeps("3 the panel").await;
        browser.commands("/wait").await;
        browser
            .until("the computers have moved", &text("Kula ·"))
            .await;
        browser
            .until(
                "it is our turn again",
                &picture("The island of Hawaii, round"),
            )
            .await;
        browser.commands("/realm").await;
        browser
            .until("one's own realm", &picture("Realms of Hawaii"))
            .await;
        browser.keeps("4 a realm").await;
        // A picture is enlarged, and goes away again.
        browser
            .presses("a picture", &picture("The island of Hawaii"))
            .await;
        browser
            .until("it is large", "document.querySelector('dialog[open] img')")
            .await;
        browser.keeps("5 a large picture").await;
        browser.key("Escape").await;
        browser
            .until("it is gone", "!document.querySelector('dialog[open]')")
            .await;
        browser.dark(true).await;
        browser.keeps("6 in the dark").await;
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn spectators_see_no_secrets_on_the_page() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser
            .presses("a game", &button("Play Hawaii against the computer"))
            .await;
        browser
            .until("the island", &picture("The island of Hawaii, round 1"))
            .await;
        browser.commands("/realm").await;
        let goods = "document.documentElement.outerHTML.includes('in hand: ')";
        browser.until("who plays sees their goods", goods).await;
        browser.sits_as("Ben").await;
        browser.presses("the table", &channel("Hawaii")).await;
        browser
            .until("the island", &picture("The island of Hawaii, round 1"))
            .await;
        let source = browser.source().await;
        for secret in ["in hand: ", "Only you can see this", "13 shells"] {
            assert!(!source.contains(secret), "Ben sees {secret}");
        }
        // Nor does the button of somebody else open their panel.
        browser
            .presses("the panel", &button("Take your turn"))
            .await;
        browser
            .until("a friendly line", &text("You have no seat at this table"))
            .await;
        browser.keeps("8 looking on").await;
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn people_see_their_own_direct_messages_only() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        let deny = json!({ "channel": scene.hall, "person": scene.person("Ben"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", deny).await;
        browser.sits_as("Ben").await;
        browser
            .until("no channel of others", &format!("!{}", channel("lanai")))
            .await;
        assert!(!browser.source().await.contains("Aloha."));
        browser.presses("the bot alone", &channel("Lanai")).await;
        let name = "document.getElementById('channel-name').textContent === '@Lanai'";
        browser.until("one's own channel", name).await;
        let world = scene.get("world").await;
        let own = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["kind"] == "dm")
            .unwrap()
            .clone();
        assert_eq!(own["person"], scene.person("Ben"));
        // While one looks elsewhere, the list says that there is something to read.
        let allow = json!({ "channel": scene.hall, "person": scene.person("Ben"), "deny": [] });
        scene.post("permissions", allow).await;
        browser
            .presses("a channel that came", &channel("lanai"))
            .await;
        browser.until("its messages", &text("Aloha.")).await;
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
        let badge = format!("Boolean({}?.querySelector('.badge'))", channel("Lanai"));
        browser.until("a mark for what is unread", &badge).await;
        browser.keeps("10 to the bot alone").await;
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn loading_channel_is_not_shown_as_empty() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser
            .says(
                "window.hints = 0; new MutationObserver(() => { \
                 window.hints += document.querySelectorAll('.beginning-hint').length; })\
                 .observe(document.getElementById('list'), { childList: true, subtree: true })",
            )
            .await;
        browser.sits_as("Ben").await;
        browser.until("what was said", &text("Aloha.")).await;
        assert_eq!(
            browser.says("window.hints").await,
            0,
            "for a moment it seemed empty"
        );
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn page_fits_a_phone() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser.sized(390, 844).await;
        let fits = "document.documentElement.scrollWidth <= window.innerWidth";
        browser.until("nothing reaches over the side", fits).await;
        browser
            .presses("a game", &button("Play Haleakala against the computer"))
            .await;
        browser
            .until("the volcano", &picture("Haleakala, round 1"))
            .await;
        // To the first channel and back by the drawer.
        for (name, there) in [
            ("lanai", text("Aloha.")),
            ("Haleakala", picture("Haleakala, round 1")),
        ] {
            browser
                .presses("the list", "document.getElementById('drawer')")
                .await;
            browser.presses("a channel", &channel(name)).await;
            browser.until("it is open", &there).await;
        }
        browser.until("nothing reaches over the side", fits).await;
        browser.keeps("9 on a phone").await;
        // What is pressed with a thumb is large enough.
        let small = "[...document.querySelectorAll('#list button, #composer button')].filter((it) => \
                     it.offsetParent && !it.closest('.visually-hidden') && it.getBoundingClientRect().height < 24)\
                     .map((it) => it.innerText)";
        assert_eq!(browser.says(small).await, json!([]));
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn the_keyboard_leads_to_channels_and_commands() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        let focused = "document.activeElement?.innerText?.trim() ?? ''";
        browser
            .presses("a game", &button("Play Haleakala against the computer"))
            .await;
        browser
            .until("the volcano", &picture("Haleakala, round 1"))
            .await;
        // To the first channel by its link in the list.
        let mut at_channel = false;
        for _ in 0..40 {
            browser.key("Shift+Tab").await;
            let inside = "document.activeElement.closest('#channels') !== null";
            let here = browser.says(focused).await;
            if browser.says(inside).await == true
                && here.as_str().is_some_and(|it| it.contains("lanai"))
            {
                at_channel = true;
                break;
            }
        }
        assert!(at_channel, "the list is reached");
        browser.key("Enter").await;
        browser.until("the greeting", &text("Aloha.")).await;
        // And to the table again: its link is the next.
        browser.presses("the table", &channel("Haleakala")).await;
        browser
            .until("the volcano", &picture("Haleakala, round 1"))
            .await;
        // A command, with its option chosen from the list.
        browser.says("document.getElementById('say').focus()").await;
        for letter in "/pla".chars() {
            browser.types(&letter.to_string()).await;
        }
        let list = "!document.getElementById('suggestions').hidden";
        browser.until("the list of commands", list).await;
        browser.key("Enter").await;
        browser
            .until("its options", "!document.getElementById('command').hidden")
            .await;
        browser
            .until(
                "what may be placed",
                "document.querySelectorAll('#suggestions [role=option]').length > 0",
            )
            .await;
        browser.key("Escape").await;
        browser.key("Escape").await;
        browser.ends().await;
        scene.end().await;
    });
}

/// What a well-kept tool finds that keeps people out. It is not part of this repository: see `.ci/run`.
#[test]
fn page_passes_axe() {
    evening(async {
        let Some(axe) = env::var_os("LANAI_AXE") else {
            return lacking("axe", "LANAI_AXE names no file of axe-core");
        };
        let axe = std::fs::read_to_string(axe).unwrap();
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser
            .presses("a game", &button("Play Hawaii against the computer"))
            .await;
        browser
            .until("the island", &picture("The island of Hawaii, round 1"))
            .await;
        browser
            .presses("the panel", &button("Take your turn"))
            .await;
        browser
            .until("the panel", &text("Your turn. What will you do?"))
            .await;
        let run = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations\
                   .filter((it) => ['serious', 'critical'].includes(it.impact))\
                   .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`))";
        for dark in [false, true] {
            browser.dark(dark).await;
            browser.says(&format!("{axe}; true")).await;
            assert_eq!(browser.says(run).await, json!([]), "dark: {dark}");
        }
        browser.types("").await;
        browser.says("document.getElementById('say').focus()").await;
        browser.types("/").await;
        browser
            .until(
                "the list of commands",
                "!document.getElementById('suggestions').hidden",
            )
            .await;
        assert_eq!(browser.says(run).await, json!([]), "the list of commands");
        browser.sized(390, 844).await;
        assert_eq!(browser.says(run).await, json!([]), "on a phone");
        scene.end().await;
    });
}
