//! A scene with a bot of another library, in which people try its features.

use std::time::{Duration, Instant};

use lanai_porch::{PrivilegedIntent, Settings};
use serde_json::{Value, json};

use super::library::{Library, Running};
use crate::porch::Scene;

/// A generous limit for any wait on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The permissions of a bot that is invited as an administrator.
const EVERYTHING: u64 = 1 << 3;

/// A porch, people, and a bot.
pub(crate) struct ClientScene {
    scene: Scene,
    bot: Running,
}

impl ClientScene {
    /// Opens a porch and starts a bot; returns `None` if its library is missing.
    pub(crate) async fn start(library: &Library) -> Option<ClientScene> {
        // Discord's three seconds are extended, because the machine may be busy.
        let settings = Settings {
            permissions: EVERYTHING,
            intents: PrivilegedIntent::ALL.to_vec(),
            answer_timeout: PATIENCE,
            settle_timeout: PATIENCE,
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        let bot = library.start(&scene.base)?;
        let mut evening = ClientScene { scene, bot };
        let begun = Instant::now();
        while !evening.is_bot_ready().await {
            let there = !evening.bot.has_ended() && begun.elapsed() < PATIENCE;
            assert!(there, "the bot does not come: {}", evening.bot.output());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(evening)
    }

    /// Returns whether the bot has connected and registered its commands, in any order. Some
    /// libraries register them one by one.
    async fn is_bot_ready(&self) -> bool {
        let world = self.scene.get("world").await;
        let sessions = self.scene.get("sessions").await;
        let commands = world["commands"].as_array().unwrap();
        let is_registered = |name| commands.iter().any(|command| command["name"] == name);
        is_registered("panel")
            && is_registered("try")
            && sessions["sessions"]
                .as_array()
                .unwrap()
                .iter()
                .any(|session: &Value| session["live"] == true)
    }

    /// Asserts that the bot reported no error.
    pub(crate) async fn finish(self) {
        let told = self.bot.output();
        for word in ["Error", "Exception", "Traceback"] {
            assert!(!told.contains(word), "{told}");
        }
        self.scene.get("world").await;
    }

    /// Sends a request as Ana, and waits until the bot has answered completely.
    async fn perform(&self, description: &str, mut wish: Value) -> Value {
        wish["as"] = json!(self.scene.person_id("Ana"));
        wish["wait"] = json!("settled");
        let (status, answer) = self
            .scene
            .ask(reqwest::Method::POST, description, wish.clone())
            .await;
        let fine = status == 200 && answer["outcome"] != "failed";
        assert!(
            fine,
            "{description} {wish}: {status} {answer}\n{}",
            self.bot.output()
        );
        answer
    }

    async fn type_command(&self, line: &str) -> Value {
        self.perform(
            "type",
            json!({ "channel": self.scene.first_channel(), "line": line }),
        )
        .await
    }

    /// Types a command, and returns the text of the answer.
    async fn read_answer(&self, line: &str) -> String {
        self.completed_text(&self.type_command(line).await)
    }

    /// Returns the text of a message, once it is complete.
    fn completed_text(&self, answer: &Value) -> String {
        let Some(content) = answer["message"]["content"].as_str() else {
            panic!("{answer}\n{}", self.bot.output())
        };
        assert!(
            !content.starts_with("failed"),
            "{content}\n{}",
            self.bot.output()
        );
        content.to_owned()
    }

    async fn wait_for_text(&self, words: &str) -> Value {
        let begun = Instant::now();
        loop {
            let seen = self
                .scene
                .list_visible_messages("Ana", &self.scene.first_channel())
                .await;
            if let Some(found) = seen.into_iter().rev().find(|item| item["content"] == words) {
                return found;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "no message says \"{words}\": {}",
                self.bot.output()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A file that Ana has at hand.
    async fn add_file(&self, name: &str, content: &'static str) {
        let url = format!(
            "{}/people/v1/files/{name}?as={}",
            self.scene.base,
            self.scene.person_id("Ana")
        );
        let answer = self
            .scene
            .client
            .post(url)
            .header("content-type", "text/plain")
            .body(content)
            .send()
            .await;
        assert_eq!(answer.unwrap().status(), 200);
    }

    pub(crate) async fn check_every_option(&self) {
        assert_eq!(self.read_answer("/all").await, "-, -, -, -, -, -, -, -, -");
        self.add_file("board.txt", "a board").await;
        let ben = self.scene.person_id("Ben");
        let line =
            "/all text:two words whole:-3 part:0.5 flag:true user:Ben channel:porch role:Members";
        let got = self
            .read_answer(&format!("{line} mention:{ben} file:board.txt"))
            .await;
        assert_eq!(
            got,
            format!("two words, -3, 0.5, true, Ben, porch, Members, user {ben}, board.txt a board")
        );
        let role = self.scene.world["server"]["roles"][1]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let got = self.read_answer(&format!("/all mention:{role}")).await;
        assert_eq!(got, format!("-, -, -, -, -, -, -, role {role}, -"));
    }

    pub(crate) async fn check_autocomplete(&self) {
        let typing = json!({ "channel": self.scene.first_channel(), "line": "/fruit pick name:g", "focused": "name" });
        let offered = self.perform("autocomplete", typing).await;
        let names: Vec<&Value> = offered["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["name"])
            .collect();
        assert_eq!(names, ["GUAVA", "GRAPE"]);
        assert_eq!(self.read_answer("/fruit pick name:taro").await, "taro");
    }

    pub(crate) async fn check_deferred_answer(&self) {
        let done = self.type_command("/slow").await;
        assert_eq!(self.completed_text(&done), "done");
        assert_eq!(done["message"]["attachments"][0]["filename"], "1.txt");
        self.wait_for_text("even more").await;
        let gone = self.type_command("/gone").await;
        assert_eq!(gone["outcome"], "deferred");
        assert!(gone["message"].is_null(), "{gone}");
    }

    /// Presses the button of a panel.
    pub(crate) async fn press_panel_button(&self) {
        let panel = self.type_command("/panel").await;
        let press = json!({ "message": panel["message"]["id"], "custom_id": "press" });
        let pressed = self.perform("press", press).await;
        assert_eq!(
            (&pressed["outcome"], self.completed_text(&pressed).as_str()),
            (&json!("updated"), "pressed")
        );
    }

    pub(crate) async fn check_buttons_and_menus(&self) {
        let panel = self.type_command("/panel").await;
        assert_eq!(panel["message"]["embeds"][0]["title"], "Choose");
        self.wait_for_text("the panel: ready").await;
        let (ben, message) = (self.scene.person_id("Ben"), panel["message"]["id"].clone());
        for (menu, values, expected) in [
            ("StringSelect", json!(["2"]), "2"),
            ("UserSelect", json!(["Ana", ben]), "Ana Ben"),
            ("MentionableSelect", json!(["Ben"]), ben.as_str()),
            ("ChannelSelect", json!(["porch"]), "porch"),
        ] {
            self.check_choice(&message, menu, values, expected).await;
        }
        let press = json!({ "message": message, "custom_id": "press" });
        let pressed = self.perform("press", press).await;
        assert_eq!(
            (&pressed["outcome"], self.completed_text(&pressed).as_str()),
            (&json!("updated"), "pressed")
        );
        self.wait_for_text("the roles: ready").await;
        self.check_choice(&message, "RoleSelect", json!(["Members"]), "Members")
            .await;
    }

    async fn check_choice(&self, message: &Value, menu: &str, values: Value, expected: &str) {
        let choice = json!({ "message": message, "custom_id": menu, "values": values });
        let chosen = self.perform("choose", choice).await;
        assert_eq!(self.completed_text(&chosen), expected, "{menu}");
        assert_eq!(chosen["message"]["ephemeral"], true);
    }

    pub(crate) async fn check_form(&self) {
        let opened = self.type_command("/form").await;
        assert_eq!(
            (&opened["outcome"], &opened["modal"]["title"]),
            (&json!("modal"), &json!("A form"))
        );
        self.wait_for_text("the form: ready").await;
        self.add_file("photo.txt", "a photo").await;
        let fields = json!({
            "name": "Kai", "size": ["big"], "friends": ["Ben", "Dan"], "where": ["porch"], "picture": ["photo.txt"],
        });
        let form = json!({ "interaction": opened["interaction"], "fields": fields });
        let sent = self.perform("submit", form).await;
        assert_eq!(
            self.completed_text(&sent),
            "Kai, big, Ben Dan, porch, photo.txt"
        );
    }

    pub(crate) async fn check_context_menus(&self) {
        let channel = self.scene.first_channel();
        let greeting =
            json!({ "channel": channel, "command": "Greet", "user": self.scene.person_id("Ben") });
        assert_eq!(
            self.completed_text(&self.perform("use", greeting).await),
            "Aloha Ben, true"
        );
        let line = self.type_command("words of Ana").await;
        let quote =
            json!({ "channel": channel, "command": "Quote", "message": line["message"]["id"] });
        assert_eq!(
            self.completed_text(&self.perform("use", quote).await),
            "> words of Ana"
        );
    }

    pub(crate) async fn check_message_events(&self) {
        let ana = self.scene.person_id("Ana");
        let asked = self.type_command("ping").await["message"]["id"].clone();
        let pong = self.wait_for_text(&format!("pong <@{ana}>")).await;
        assert_eq!((&pong["reference"], &pong["rang"]), (&asked, &json!([ana])));
    }

    /// Lets the bot run one of its own attempts.
    pub(crate) async fn run_attempt(&self, description: &str) {
        assert_eq!(
            self.read_answer(&format!("/try what:{description}")).await,
            "ok",
            "{description}: {}",
            self.bot.output()
        );
    }

    /// Breaks the connection; the bot resumes its session.
    pub(crate) async fn check_resume(&mut self) {
        for (times, wish) in [
            (1, json!({ "kind": "drop_gateway", "code": 4000 })),
            (2, json!({ "kind": "reconnect" })),
        ] {
            self.scene.inject_failure(wish).await;
            let begun = Instant::now();
            while self.scene.get("sessions").await["resumed"]
                .as_u64()
                .unwrap()
                < times
            {
                assert!(
                    begun.elapsed() < PATIENCE,
                    "it does not come back: {}",
                    self.bot.output()
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            self.run_attempt("members").await;
        }
        assert_eq!(self.scene.get("sessions").await["identified"], 1);
    }
}
