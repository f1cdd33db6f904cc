//! An evening with a bot of another library: people do what they can do, and the bot answers as it should.

use std::time::{Duration, Instant};

use lanai_porch::{PrivilegedIntent, Settings};
use serde_json::{Value, json};

use super::library::{Library, Running};
use crate::porch::Scene;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Everything: what a bot gets that is invited as an administrator.
const EVERYTHING: u64 = 1 << 3;

/// A porch, people, and a bot.
pub(crate) struct Evening {
    scene: Scene,
    bot: Running,
}

impl Evening {
    /// Opens a porch, and the bot comes in and registers its commands; nothing where its library is lacking.
    pub(crate) async fn begin(library: &Library) -> Option<Evening> {
        // The real three seconds hold for what the bot does; a machine that is at work on something else is not its fault.
        let settings = Settings {
            permissions: EVERYTHING,
            intents: PrivilegedIntent::ALL.to_vec(),
            answer_timeout: PATIENCE,
            settle_timeout: PATIENCE,
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        let bot = library.start(&scene.base)?;
        let mut evening = Evening { scene, bot };
        let begun = Instant::now();
        while !evening.has_bot().await {
            let there = !evening.bot.is_gone() && begun.elapsed() < PATIENCE;
            assert!(there, "the bot does not come: {}", evening.bot.told());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(evening)
    }

    /// Whether the bot has come in, and registered its commands: some do that before they come.
    async fn has_bot(&self) -> bool {
        let world = self.scene.get("world").await;
        let sessions = self.scene.get("sessions").await;
        let is_live = |session: &Value| session["live"] == true;
        !world["commands"].as_array().unwrap().is_empty()
            && sessions["sessions"].as_array().unwrap().iter().any(is_live)
    }

    /// The evening is over: nothing went wrong that nobody saw.
    pub(crate) async fn end(self) {
        let told = self.bot.told();
        for word in ["Error", "Exception", "Traceback"] {
            assert!(!told.contains(word), "{told}");
        }
        self.scene.get("world").await;
    }

    /// Does something at the porch as Ana; the bot has to answer, and to have settled what it deferred.
    async fn does(&self, what: &str, mut wish: Value) -> Value {
        wish["as"] = json!(self.scene.person("Ana"));
        wish["wait"] = json!("settled");
        let (status, answer) = self
            .scene
            .ask(reqwest::Method::POST, what, wish.clone())
            .await;
        let fine = status == 200 && answer["outcome"] != "failed";
        assert!(
            fine,
            "{what} {wish}: {status} {answer}\n{}",
            self.bot.told()
        );
        answer
    }

    async fn types(&self, line: &str) -> Value {
        self.does(
            "type",
            json!({ "channel": self.scene.channel(), "line": line }),
        )
        .await
    }

    /// Types a command, and reads what came of it.
    async fn reads(&self, line: &str) -> String {
        self.said(&self.types(line).await)
    }

    /// What a message says, once it is not thinking any more.
    fn said(&self, answer: &Value) -> String {
        let Some(content) = answer["message"]["content"].as_str() else {
            panic!("{answer}\n{}", self.bot.told())
        };
        assert!(
            !content.starts_with("failed"),
            "{content}\n{}",
            self.bot.told()
        );
        content.to_owned()
    }

    /// Waits until somebody says something in the channel.
    async fn hears(&self, words: &str) -> Value {
        let begun = Instant::now();
        loop {
            let seen = self.scene.sees("Ana", &self.scene.channel()).await;
            if let Some(found) = seen.into_iter().rev().find(|it| it["content"] == words) {
                return found;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "nobody says \"{words}\": {}",
                self.bot.told()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A file that Ana has at hand.
    async fn brings(&self, name: &str, content: &'static str) {
        let url = format!(
            "{}/people/v1/files/{name}?as={}",
            self.scene.base,
            self.scene.person("Ana")
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

    pub(crate) async fn takes_every_option(&self) {
        assert_eq!(self.reads("/all").await, "-, -, -, -, -, -, -, -, -");
        self.brings("board.txt", "a board").await;
        let ben = self.scene.person("Ben");
        let line =
            "/all text:two words whole:-3 part:0.5 flag:true user:Ben channel:porch role:Members";
        let got = self
            .reads(&format!("{line} whoever:{ben} file:board.txt"))
            .await;
        assert_eq!(
            got,
            format!("two words, -3, 0.5, true, Ben, porch, Members, user {ben}, board.txt a board")
        );
        let role = self.scene.world["server"]["roles"][1]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let got = self.reads(&format!("/all whoever:{role}")).await;
        assert_eq!(got, format!("-, -, -, -, -, -, -, role {role}, -"));
    }

    pub(crate) async fn completes_while_somebody_types(&self) {
        let typing = json!({ "channel": self.scene.channel(), "line": "/fruit pick name:g", "focused": "name" });
        let offered = self.does("autocomplete", typing).await;
        let names: Vec<&Value> = offered["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["name"])
            .collect();
        assert_eq!(names, ["GUAVA", "GRAPE"]);
        assert_eq!(self.reads("/fruit pick name:taro").await, "taro");
    }

    pub(crate) async fn answers_later(&self) {
        let done = self.types("/slow").await;
        assert_eq!(self.said(&done), "done");
        assert_eq!(done["message"]["attachments"][0]["filename"], "1.txt");
        self.hears("even more").await;
        let gone = self.types("/gone").await;
        assert_eq!(gone["outcome"], "deferred");
        assert!(gone["message"].is_null(), "{gone}");
    }

    /// Presses the button of a panel.
    pub(crate) async fn shows_a_button(&self) {
        let panel = self.types("/panel").await;
        let press = json!({ "message": panel["message"]["id"], "custom_id": "press" });
        let pressed = self.does("press", press).await;
        assert_eq!(
            (&pressed["outcome"], self.said(&pressed).as_str()),
            (&json!("updated"), "pressed")
        );
    }

    pub(crate) async fn shows_buttons_and_menus(&self) {
        let panel = self.types("/panel").await;
        assert_eq!(panel["message"]["embeds"][0]["title"], "Choose");
        self.hears("the panel: ready").await;
        let (ben, message) = (self.scene.person("Ben"), panel["message"]["id"].clone());
        for (menu, values, expected) in [
            ("StringSelect", json!(["2"]), "2"),
            ("UserSelect", json!(["Ana", ben]), "Ana Ben"),
            ("MentionableSelect", json!(["Ben"]), ben.as_str()),
            ("ChannelSelect", json!(["porch"]), "porch"),
        ] {
            self.chooses(&message, menu, values, expected).await;
        }
        let press = json!({ "message": message, "custom_id": "press" });
        let pressed = self.does("press", press).await;
        assert_eq!(
            (&pressed["outcome"], self.said(&pressed).as_str()),
            (&json!("updated"), "pressed")
        );
        self.hears("the roles: ready").await;
        self.chooses(&message, "RoleSelect", json!(["Members"]), "Members")
            .await;
    }

    async fn chooses(&self, message: &Value, menu: &str, values: Value, expected: &str) {
        let choice = json!({ "message": message, "custom_id": menu, "values": values });
        let chosen = self.does("choose", choice).await;
        assert_eq!(self.said(&chosen), expected, "{menu}");
        assert_eq!(chosen["message"]["ephemeral"], true);
    }

    pub(crate) async fn opens_a_form(&self) {
        let opened = self.types("/form").await;
        assert_eq!(
            (&opened["outcome"], &opened["modal"]["title"]),
            (&json!("modal"), &json!("A form"))
        );
        self.hears("the form: ready").await;
        self.brings("photo.txt", "a photo").await;
        let fields = json!({
            "name": "Kai", "size": ["big"], "friends": ["Ben", "Dan"], "where": ["porch"], "picture": ["photo.txt"],
        });
        let form = json!({ "interaction": opened["interaction"], "fields": fields });
        let sent = self.does("submit", form).await;
        assert_eq!(self.said(&sent), "Kai, big, Ben Dan, porch, photo.txt");
    }

    pub(crate) async fn is_called_from_menus(&self) {
        let channel = self.scene.channel();
        let greeting =
            json!({ "channel": channel, "command": "Greet", "user": self.scene.person("Ben") });
        assert_eq!(
            self.said(&self.does("use", greeting).await),
            "Aloha Ben, true"
        );
        let line = self.types("words of Ana").await;
        let quote =
            json!({ "channel": channel, "command": "Quote", "message": line["message"]["id"] });
        assert_eq!(self.said(&self.does("use", quote).await), "> words of Ana");
    }

    pub(crate) async fn hears_what_is_said(&self) {
        let ana = self.scene.person("Ana");
        let asked = self.types("ping").await["message"]["id"].clone();
        let pong = self.hears(&format!("pong <@{ana}>")).await;
        assert_eq!((&pong["reference"], &pong["rang"]), (&asked, &json!([ana])));
    }

    /// Lets the bot try something by itself.
    pub(crate) async fn tries(&self, what: &str) {
        assert_eq!(
            self.reads(&format!("/try what:{what}")).await,
            "ok",
            "{what}: {}",
            self.bot.told()
        );
    }

    /// The connection breaks: the bot resumes its session, and misses nothing.
    pub(crate) async fn comes_back(&mut self) {
        for (times, wish) in [
            (1, json!({ "kind": "drop_gateway", "code": 4000 })),
            (2, json!({ "kind": "reconnect" })),
        ] {
            self.scene.trouble(wish).await;
            let begun = Instant::now();
            while self.scene.get("sessions").await["resumed"]
                .as_u64()
                .unwrap()
                < times
            {
                assert!(
                    begun.elapsed() < PATIENCE,
                    "it does not come back: {}",
                    self.bot.told()
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            self.tries("members").await;
        }
        assert_eq!(self.scene.get("sessions").await["identified"], 1);
    }
}
