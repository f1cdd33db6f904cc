//! Interactions: typed, pressed, chosen and submitted input reaches the real bot through a real
//! porch and is answered in words; invalid bodies are refused by the porch in a sentence.
//!
//! An input is an action per line: `0 types /move to:gods`, `1 presses t:1`, `2 chooses p:1:1::0
//! m.7`; or a raw body, sent by a person (`press {…}`) or by the bot (`says {…}`).

use std::sync::{LazyLock, Mutex, PoisonError};

use lanai_text::{Key, Words};
use reqwest::Method;
use serde_json::{Value, json};

use super::stage::Stage;
use super::{Target, assert_sentence, owned_seeds};

pub(super) const TARGET: Target = Target {
    name: "interactions",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    "0 types /",
    "1 types /",
    "2 presses ",
    "0 presses ",
    "1 chooses ",
    "\n",
    "says ",
    "type ",
    "press ",
    "choose ",
    "submit ",
    "use ",
    "autocomplete ",
    "move to:",
    "table open game:",
    "Hawaii",
    "Haleakala",
    "table show",
    "hint",
    "play ",
    "realm",
    "undo",
    "options",
    "buy ",
    "seats:",
    "pace:",
    "{\"as\":\"$0\",",
    "\"channel\":\"$place\",",
    "\"line\":\"",
    "\"message\":\"$message\",",
    "\"custom_id\":\"",
    "\"values\":[",
    "\"wait\":\"settled\"",
    "\"components\":[",
    "\"type\":2",
    "\"content\":\"",
    "}",
    "]",
    ",",
    "\"",
    "p:1:1::0",
    "d:1:1:m.7",
    "w:1",
    "null",
];

/// Routes for raw bodies of people that do not change the setup of the porch.
const BODIES: [&str; 7] = [
    "type",
    "autocomplete",
    "press",
    "choose",
    "submit",
    "use",
    "persons/nobody/install",
];
/// The most actions per input.
const MAX_ACTIONS: usize = 4;
/// The number of inputs after which everything starts again, because stored data grows.
const INPUTS_PER_STAGE: u32 = 20_000;

/// A table that has begun.
struct BotStage {
    stage: Stage,
    place: String,
    message: String,
    runs: u32,
}

static EVENING: Mutex<Option<BotStage>> = Mutex::new(None);
static INTERNAL_ERROR_TEXT: LazyLock<String> = LazyLock::new(|| {
    Words::english()
        .unwrap()
        .say(Key::named("chat-trouble"), &[])
});

impl BotStage {
    fn start() -> BotStage {
        let mut stage = Stage::with_bot();
        let hall = stage.id("channels", 0).to_owned();
        stage.type_line(0, &hall, "/table open game:Hawaii seats:2");
        stage.reload();
        let place = stage.world["channels"].as_array().unwrap().last().unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_ne!(place, hall, "no table was opened");
        stage.type_line(1, &place, "/table join");
        let started = stage.type_line(0, &place, "/table start");
        assert_eq!(started.1["outcome"], "message", "{started:?}");
        BotStage {
            stage,
            place,
            message: "0".to_owned(),
            runs: 0,
        }
    }

    /// Fills in values that cannot be guessed.
    fn fill_in(&self, text: &str) -> String {
        let text = text
            .replace("$place", &self.place)
            .replace("$message", &self.message);
        (0..3).fold(text, |text, at| {
            text.replace(&format!("${at}"), self.stage.id("persons", at))
        })
    }

    fn perform(&mut self, line: &str) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(who) = first.parse().ok().filter(|who| *who < 3) {
            let (verb, description) = rest.split_once(' ').unwrap_or((rest, ""));
            match verb {
                "types" => {
                    assert_answered(line, self.stage.type_line(who, &self.place, description))
                }
                "presses" => {
                    let button =
                        json!({ "type": 2, "style": 2, "label": "x", "custom_id": description });
                    self.use_forged_component(
                        line,
                        who,
                        &button,
                        "press",
                        &json!({ "custom_id": description }),
                    );
                }
                "chooses" => {
                    let (id, value) = description.split_once(' ').unwrap_or((description, "0"));
                    let options = json!([{ "label": "x", "value": value }]);
                    let menu = json!({ "type": 3, "custom_id": id, "options": options });
                    self.use_forged_component(
                        line,
                        who,
                        &menu,
                        "choose",
                        &json!({ "custom_id": id, "values": [value] }),
                    );
                }
                _ => {}
            }
        } else if first == "says" {
            self.post_as_bot(&self.fill_in(rest));
        } else if BODIES.contains(&first) {
            let told = self.stage.request(
                Method::POST,
                &format!("people/v1/{first}"),
                self.fill_in(rest),
            );
            assert_answered(line, told);
        }
    }

    /// Posts a message as the bot; errors are reported as by Discord.
    fn post_as_bot(&mut self, body: &str) -> bool {
        let path = format!("api/v10/channels/{}/messages", self.place);
        let (status, told) = self.stage.request(Method::POST, &path, body.to_owned());
        if let Some(id) = told["id"].as_str() {
            id.clone_into(&mut self.message);
            return true;
        }
        assert!(
            (400..500).contains(&status) || status == 501,
            "{status} {told} for {body}"
        );
        assert!(told["code"].is_u64(), "{told} for {body}");
        assert_sentence(told["message"].as_str().unwrap());
        false
    }

    /// Uses a component that the bot has never made.
    fn use_forged_component(
        &mut self,
        line: &str,
        who: usize,
        component: &Value,
        path: &str,
        more: &Value,
    ) {
        let row = json!([{ "type": 1, "components": [component] }]);
        if !self.post_as_bot(&json!({ "content": "Old.", "components": row }).to_string()) {
            return;
        }
        let mut body = more.clone();
        body["as"] = json!(self.stage.id("persons", who));
        body["message"] = json!(self.message);
        body["wait"] = json!("settled");
        let told = self
            .stage
            .request(Method::POST, &format!("people/v1/{path}"), body.to_string());
        if told.1["outcome"] == "modal" {
            self.fill_form(line, who, &told.1);
        }
        assert_answered(line, told);
    }

    /// A form that was opened is filled in with the line by which it was opened.
    fn fill_form(&self, line: &str, who: usize, told: &Value) {
        let mut fields = serde_json::Map::new();
        let rows = told["modal"]["components"].as_array().into_iter().flatten();
        for field in rows.flat_map(|row| row["components"].as_array().into_iter().flatten()) {
            fields.insert(field["custom_id"].as_str().unwrap().to_owned(), json!(line));
        }
        let who = self.stage.id("persons", who);
        let body = json!({ "as": who, "interaction": told["interaction"], "fields": fields, "wait": "settled" });
        assert_answered(
            line,
            self.stage
                .request(Method::POST, "people/v1/submit", body.to_string()),
        );
    }
}

/// Asserts that a person is told the result or a reason, and that the bot did not fail.
fn assert_answered(line: &str, (status, told): (u16, Value)) {
    if status == 200 {
        assert_ne!(told["outcome"], "failed", "{line:?}: {told}");
        let said = told["message"]["content"].as_str().unwrap_or_default();
        assert!(
            !said.contains(INTERNAL_ERROR_TEXT.as_str()),
            "{line:?}: {told}"
        );
    } else {
        assert!((400..500).contains(&status), "{line:?}: {status} {told}");
        assert_sentence(told["error"].as_str().unwrap());
    }
}

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut kept = EVENING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut evening = kept
        .take()
        .filter(|evening| evening.runs < INPUTS_PER_STAGE)
        .unwrap_or_else(BotStage::start);
    evening.runs += 1;
    text.lines()
        .take(MAX_ACTIONS)
        .for_each(|line| evening.perform(line));
    *kept = Some(evening);
}

fn seeds() -> Vec<Vec<u8>> {
    owned_seeds(&[
        "0 types /move to:gods\n1 types /move to:gods",
        "0 types /table show\n2 types /realm",
        "2 types /table open game:Haleakala seats:2 pace:2d\n",
        "0 types /options\n1 types /undo",
        "0 types /fish tokens:1 fish\n0 types /pass space:2",
        "2 types /rules game:Hawaii topic:gods",
        "0 types /note text:remember the gods\n0 types /note clear:true",
        "0 types /remind every:daily zone:Europe/Prague quiet:22-7\n0 types /remind away:2026-12-24 to 2026-12-31",
        "1 types /snooze until:tomorrow 9:00\n0 types /table pause time:2 days\n0 types /table resume",
        "2 types /play game:Hawaii seats:3 pace:a day",
        "0 types /ahead turn:move gods otherwise:wait\n0 types /ahead forget:true",
        "2 types /contest open game:Hawaii kind:league title:Friends seats:3 rounds:2",
        "0 types /buy what:surfer price:3 pay:3 shells village:2\n1 types /place disc:3 beach:2",
        "0 types /fish tokens:1 2 0 pay:2 feet\n0 types /sail dock:2 pay:3 feet village:1",
        "2 types /history player:@Ana\n2 types /stats player:@Ben\n2 types /leaderboard game:Hawaii seats:2",
        "2 types /check\n2 types /help\n2 types /mine\n2 types /recap",
        "2 presses t:1\n0 presses t:1\n1 presses t:1",
        "0 presses p:1:1::0\n1 presses d:1:1:m.7\n",
        "0 presses w:1\n",
        "0 chooses p:1:2::0 m.7\n1 chooses p:1:2::0 m.7",
        "1 presses u:1:2\n0 presses r:1",
        "2 presses R:hawaii:0:1\n2 presses H:s:1\n2 presses q:1",
        "2 presses j:1\n2 presses h:1:0\n2 presses f:1",
        "type {\"as\":\"$0\",\"channel\":\"$place\",\"line\":\"/table show\",\"wait\":\"settled\"}",
        "autocomplete {\"as\":\"$0\",\"channel\":\"$place\",\"line\":\"/move to:g\",\"focused\":\"to\"}",
        "says {\"content\":\"Hi\",\"components\":[{\"type\":1,\"components\":[{\"type\":2,\"style\":1,\"label\":\"x\",\"custom_id\":\"t:1\"}]}]}\n\
         press {\"as\":\"$1\",\"message\":\"$message\",\"custom_id\":\"t:1\"}",
        "says {\"content\":\"Hi\",\"embeds\":[{\"title\":\"x\",\"description\":\"y\"}],\"flags\":4096}",
        "use {\"as\":\"$0\",\"channel\":\"$place\",\"command\":\"Ratings\",\"user\":\"$1\"}",
        "submit {\"as\":\"$0\",\"interaction\":\"1\",\"fields\":{\"word\":\"surf\"}}",
    ])
}
