//! What people do, and what they see.

use std::sync::Mutex;

use lanai_rules::chance::Dice;
use serde_json::{Value, json};

use super::{Scene, text};

/// Where a frame has pictures.
const FRAMED: [&str; 2] = ["thumbnail", "image"];

/// What somebody sees after they did something.
#[derive(Clone, Debug)]
pub(crate) struct Shown(pub(crate) Value);

/// A text as it is heard: without the emojis of an application, which stand beside the words for what they show.
fn heard(text: &str) -> String {
    let mut parts = text.split("<:");
    let mut heard = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_emoji = |named: &str| {
            named
                .split_once(':')
                .is_some_and(|(_, id)| id.parse::<u64>().is_ok())
        };
        match part.split_once('>').filter(|(named, _)| is_emoji(named)) {
            Some((_, after)) => heard.push_str(after.strip_prefix(' ').unwrap_or(after)),
            None => heard.extend(["<:", part]),
        }
    }
    heard
}

/// The same of a text somewhere in a message, if there is one.
fn hear(text: &mut Value) {
    if let Some(said) = text.as_str() {
        *text = heard(said).into();
    }
}

/// Takes the emojis of an application from buttons and menus: their labels say what they are.
fn unpaint(component: &mut Value) {
    if component["emoji"]["id"].is_string() {
        component.as_object_mut().unwrap().remove("emoji");
    }
    for list in ["components", "options"] {
        let list = component.get_mut(list).and_then(Value::as_array_mut);
        list.into_iter().flatten().for_each(unpaint);
    }
}

impl Shown {
    /// What somebody hears who does not see emojis. Which of them are there already is a matter of time.
    pub(crate) fn of(mut answer: Value) -> Shown {
        if let Some(message) = answer
            .get_mut("message")
            .filter(|message| message.is_object())
        {
            hear(&mut message["content"]);
            for embed in message["embeds"].as_array_mut().into_iter().flatten() {
                embed.get_mut("description").into_iter().for_each(hear);
            }
            message["components"]
                .as_array_mut()
                .into_iter()
                .flatten()
                .for_each(unpaint);
        }
        Shown(answer)
    }

    /// In which way the bot answered.
    pub(crate) fn outcome(&self) -> &str {
        self.0["outcome"].as_str().unwrap_or("refused by the porch")
    }

    /// The words of the message.
    pub(crate) fn text(&self) -> &str {
        self.0["message"]["content"]
            .as_str()
            .unwrap_or_else(|| panic!("no message in {}", self.0))
    }

    pub(crate) fn says(&self, words: &str) -> &Shown {
        assert!(
            self.text().contains(words),
            "\"{words}\" is not in \"{}\"",
            self.text()
        );
        self
    }

    pub(crate) fn is_silent(&self) -> bool {
        self.0["message"]["silent"] == true
    }

    /// Whether the message is gone: a panel moved below a board that came just now.
    pub(crate) fn is_gone(&self) -> bool {
        self.0["message"].is_null()
    }

    pub(crate) fn is_private(&self) -> bool {
        self.0["message"]["ephemeral"] == true
    }

    fn list(&self, name: &str) -> Vec<Value> {
        self.0["message"][name]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// What pictures are said to show, in the order in which they are seen.
    pub(crate) fn described(&self) -> String {
        let files = self
            .list("attachments")
            .into_iter()
            .map(|file| file["description"].clone());
        let frames = self.list("embeds").into_iter();
        let frames = frames.flat_map(|pane| FRAMED.map(|place| pane[place]["description"].clone()));
        let told = files
            .chain(frames)
            .filter_map(|said| said.as_str().map(str::to_owned));
        told.collect::<Vec<_>>().join("\n")
    }

    /// The board and what everybody has: what pictures are said to show, or in words.
    pub(crate) fn panes(&self) -> String {
        [self.described(), self.formatted()]
            .join("\n")
            .trim()
            .to_owned()
    }

    /// What is formatted beside the words: a description of a picture never is.
    pub(crate) fn formatted(&self) -> String {
        let panes = self.0["message"]["embeds"].as_array().into_iter().flatten();
        panes
            .filter_map(|pane| pane["description"].as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The addresses of the pictures, in the order in which they are seen.
    pub(crate) fn pictures(&self) -> Vec<String> {
        let beside = self
            .list("attachments")
            .into_iter()
            .map(|file| file["url"].clone());
        let framed = self.list("embeds").into_iter();
        let framed = framed.flat_map(|pane| FRAMED.map(|place| pane[place]["url"].clone()));
        beside
            .chain(framed)
            .filter_map(|url| url.as_str().map(str::to_owned))
            .collect()
    }

    pub(crate) fn components(&self) -> Vec<Value> {
        let rows = self.0["message"]["components"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        rows.iter()
            .flat_map(|row| row["components"].as_array().cloned().unwrap_or_default())
            .collect()
    }

    /// The id of a button.
    pub(crate) fn button(&self, label: &str) -> Option<String> {
        let found = self
            .components()
            .into_iter()
            .find(|it| it["type"] == 2 && it["label"] == label);
        found.map(|it| text(&it["custom_id"]))
    }

    /// The menus: the id of each, and the values of its options.
    pub(crate) fn menus(&self) -> Vec<(String, Vec<String>)> {
        self.menus_but("")
    }

    /// The menus, without the one that is called this.
    pub(crate) fn menus_but(&self, other: &str) -> Vec<(String, Vec<String>)> {
        let menus = self
            .components()
            .into_iter()
            .filter(|it| it["type"] == 3 && it["placeholder"] != other);
        let values = |menu: &Value| {
            menu["options"]
                .as_array()
                .unwrap()
                .iter()
                .map(|option| text(&option["value"]))
                .collect()
        };
        menus
            .map(|menu| (text(&menu["custom_id"]), values(&menu)))
            .collect()
    }

    /// The first menu, if there is one.
    pub(crate) fn menu(&self) -> Option<(String, Vec<String>)> {
        self.menus().into_iter().next()
    }

    pub(crate) fn message(&self) -> String {
        text(&self.0["message"]["id"])
    }

    /// What could be chosen for an option.
    pub(crate) fn choices(&self) -> Vec<Value> {
        self.0["choices"]
            .as_array()
            .unwrap_or_else(|| panic!("no choices in {}", self.0))
            .clone()
    }
}

impl Scene {
    /// What Discord refused last.
    pub(crate) async fn refused(&self) -> Option<Value> {
        self.requests()
            .await
            .into_iter()
            .rfind(|it| it["status"].as_u64().is_some_and(|status| status >= 400))
    }

    /// Somebody says a command.
    pub(crate) async fn says(&self, who: &str, channel: &str, line: &str) -> Shown {
        self.ponders();
        self.blurts(who, channel, line).await
    }

    /// Somebody says a command without having thought about it.
    pub(crate) async fn blurts(&self, who: &str, channel: &str, line: &str) -> Shown {
        let body =
            json!({ "as": self.person(who), "channel": channel, "line": line, "wait": "settled" });
        Shown::of(self.post("type", body).await)
    }

    /// Somebody types and looks at what is offered.
    pub(crate) async fn offered(
        &self,
        who: &str,
        channel: &str,
        line: &str,
        option: &str,
    ) -> Vec<Value> {
        let body =
            json!({ "as": self.person(who), "channel": channel, "line": line, "focused": option });
        Shown::of(self.post("autocomplete", body).await).choices()
    }

    /// Somebody presses a button.
    pub(crate) async fn presses(&self, who: &str, shown: &Shown, label: &str) -> Shown {
        let id = shown
            .button(label)
            .unwrap_or_else(|| panic!("no button {label} in {}", shown.0));
        self.presses_id(who, &shown.message(), &id).await
    }

    pub(crate) async fn presses_id(&self, who: &str, message: &str, id: &str) -> Shown {
        self.ponders();
        let body = json!({ "as": self.person(who), "message": message, "custom_id": id, "wait": "settled" });
        Shown::of(self.post("press", body).await)
    }

    /// Somebody chooses in the first menu of a message.
    pub(crate) async fn chooses(&self, who: &str, shown: &Shown, value: &str) -> Shown {
        let (id, _) = shown.menu().unwrap();
        self.chooses_in(who, shown, &id, value).await
    }

    /// Somebody chooses in one of the menus of a message.
    pub(crate) async fn chooses_in(
        &self,
        who: &str,
        shown: &Shown,
        id: &str,
        value: &str,
    ) -> Shown {
        self.ponders();
        let body = json!({
            "as": self.person(who), "message": shown.message(), "custom_id": id, "values": [value],
            "wait": "settled",
        });
        Shown::of(self.post("choose", body).await)
    }

    /// What somebody sees in a channel, the oldest first.
    pub(crate) async fn sees(&self, who: &str, channel: &str) -> Vec<Shown> {
        let list = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person(who)
            ))
            .await;
        list.as_array()
            .unwrap()
            .iter()
            .map(|message| Shown::of(json!({ "message": message })))
            .collect()
    }

    /// What everybody sees in a channel, apart from what is posted without a sound.
    pub(crate) async fn public(&self, channel: &str) -> Vec<Shown> {
        let all = self.sees("Dan", channel).await;
        all.into_iter()
            .filter(|shown| !shown.is_private() && !shown.is_silent())
            .collect()
    }

    /// The threads, the oldest first.
    pub(crate) async fn threads(&self) -> Vec<String> {
        let world = self.get("world").await;
        let channels = world["channels"].as_array().unwrap();
        channels
            .iter()
            .filter(|it| it["kind"] == "thread")
            .map(|it| text(&it["id"]))
            .collect()
    }

    /// Somebody gives a game up, and means it.
    pub(crate) async fn resigns(&self, who: &str, channel: &str) -> Shown {
        let sure = self.says(who, channel, "/table resign").await;
        self.presses(who, &sure, "Yes, resign").await
    }

    /// A table that has begun, in a thread of its own.
    pub(crate) async fn table(&self, game: &str, people: &[&str], more: &str) -> String {
        let seats = people.len();
        let before = self.threads().await.len();
        let opened = self
            .says(
                people[0],
                &self.hall,
                &format!("/table open game:{game} seats:{seats} {more}"),
            )
            .await;
        opened.says(&self.part("chat-opened-thread"));
        let threads = self.threads().await;
        assert_eq!(threads.len(), before + 1);
        let place = threads.last().unwrap().clone();
        for other in &people[1..] {
            self.says(other, &place, "/table join")
                .await
                .says(&self.part("chat-joined"));
        }
        self.says(people[0], &place, "/table start")
            .await
            .says(&self.part("chat-started"));
        self.told(&place, &self.part("chat-begins")).await;
        place
    }

    /// Waits until the last public message says something.
    pub(crate) async fn told(&self, channel: &str, words: &str) -> Shown {
        self.until(&format!("everybody reads \"{words}\""), async |scene| {
            let public = scene.public(channel).await;
            public
                .last()
                .is_some_and(|last| last.text().contains(words))
        })
        .await;
        self.public(channel).await.pop().unwrap()
    }

    /// Waits for the message that says whose turn it is, or that it is over: whose, and the message. Whoever acted last
    /// is named, everybody else is called. As long as it is the same as before, or it is a computer's turn, it is waited for.
    pub(crate) async fn next(
        &self,
        channel: &str,
        before: Option<&Shown>,
    ) -> (Option<String>, Shown) {
        let old = before.map(Shown::message);
        let is_board = |shown: &Shown| {
            Some(shown.message()) != old
                && !shown.components().is_empty()
                && shown.button(&self.said("chat-button-start")).is_none()
                && (shown.button(&self.said("chat-button-turn")).is_some()
                    && self.acts(shown).is_some()
                    || shown.button(&self.said("chat-button-record")).is_some())
        };
        let found = Mutex::new(None);
        self.until("there is news", async |scene| {
            let last = scene.public(channel).await.pop().filter(is_board);
            *found.lock().unwrap() = last;
            found.lock().unwrap().is_some()
        })
        .await;
        // What came since may be words alone, if whoever acted went on at once; and buttons go from what is old.
        let newer = self.public(channel).await.into_iter().rfind(is_board);
        let last = newer.or(found.into_inner().unwrap()).unwrap();
        (self.acts(&last), last)
    }

    /// The person whose turn it is, as a message says.
    pub(crate) fn acts(&self, shown: &Shown) -> Option<String> {
        let called = shown.0["message"]["mentions"][0]
            .as_str()
            .map(str::to_owned);
        let turn = |name: &str| {
            self.dictionary
                .of(&self.spoken)
                .say("board-turn", &[("who", name.to_owned().into())])
        };
        let is = |name: &str, id: &str| {
            called.as_deref() == Some(id) || shown.text().lines().any(|line| line == turn(name))
        };
        self.people
            .iter()
            .find(|(name, id)| is(name, id))
            .map(|(name, _)| name.clone())
    }
}

/// Any of these.
pub(crate) fn any<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[dice.below(u32::try_from(list.len()).unwrap()) as usize]
}
