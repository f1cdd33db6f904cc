//! Actions of people, and what they see.

use lanai_text::Key;
use std::sync::Mutex;

use lanai_rules::chance::Dice;
use serde_json::{Value, json};

use super::{Scene, text};

/// The fields of an embed that hold pictures.
const FRAMED: [&str; 2] = ["thumbnail", "image"];

/// An answer as a person sees it.
#[derive(Clone, Debug)]
pub(crate) struct Shown(pub(crate) Value);

/// Removes application emojis from a text, which stand beside words for what they show.
fn remove_emojis(text: &str) -> String {
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

/// The same for a field of a message.
fn remove_emojis_from(text: &mut Value) {
    if let Some(said) = text.as_str() {
        *text = remove_emojis(said).into();
    }
}

/// Takes the emojis of an application from buttons and menus: their labels say what they are.
fn remove_component_emojis(component: &mut Value) {
    if component["emoji"]["id"].is_string() {
        component.as_object_mut().unwrap().remove("emoji");
    }
    if component["content"].is_string() {
        remove_emojis_from(&mut component["content"]);
    }
    for list in ["components", "options"] {
        let list = component.get_mut(list).and_then(Value::as_array_mut);
        list.into_iter().flatten().for_each(remove_component_emojis);
    }
}

impl Shown {
    /// Removes emojis, because their upload may or may not be finished.
    pub(crate) fn new(mut answer: Value) -> Shown {
        if let Some(message) = answer
            .get_mut("message")
            .filter(|message| message.is_object())
        {
            remove_emojis_from(&mut message["content"]);
            for embed in message["embeds"].as_array_mut().into_iter().flatten() {
                embed
                    .get_mut("description")
                    .into_iter()
                    .for_each(remove_emojis_from);
            }
            message["components"]
                .as_array_mut()
                .into_iter()
                .flatten()
                .for_each(remove_component_emojis);
            let panes = leading_panes(&message["components"]).len();
            let texts = component_texts(&message["components"]);
            if message["content"] == "" && !texts.is_empty() {
                message["content"] = texts[panes..].join("\n").into();
            }
        }
        Shown(answer)
    }

    pub(crate) fn outcome(&self) -> &str {
        self.0["outcome"].as_str().unwrap_or("refused by the porch")
    }

    /// The words of the message.
    pub(crate) fn text(&self) -> &str {
        self.0["message"]["content"]
            .as_str()
            .unwrap_or_else(|| panic!("no message in {}", self.0))
    }

    pub(crate) fn assert_says(&self, words: &str) -> &Shown {
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

    /// Returns whether the message is gone, as a panel that moved below a newer board.
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

    /// Returns the descriptions of all pictures, in order.
    pub(crate) fn picture_descriptions(&self) -> String {
        let files = self
            .list("attachments")
            .into_iter()
            .map(|file| file["description"].clone());
        let frames = self.list("embeds").into_iter();
        let frames =
            frames.flat_map(|pane| FRAMED.map(|thread| pane[thread]["description"].clone()));
        let told = files
            .chain(frames)
            .filter_map(|said| said.as_str().map(str::to_owned));
        told.collect::<Vec<_>>().join("\n")
    }

    /// Returns the board and the realms, as descriptions of pictures or in words.
    pub(crate) fn board_text(&self) -> String {
        [self.picture_descriptions(), self.formatted()]
            .join("\n")
            .trim()
            .to_owned()
    }

    /// Returns the formatted text, without descriptions of pictures.
    pub(crate) fn formatted(&self) -> String {
        let panes = self.0["message"]["embeds"].as_array().into_iter().flatten();
        let panes = panes.filter_map(|pane| pane["description"].as_str().map(str::to_owned));
        panes
            .chain(leading_panes(&self.0["message"]["components"]))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The addresses of the pictures, in the order in which they are seen.
    pub(crate) fn picture_urls(&self) -> Vec<String> {
        let beside = self
            .list("attachments")
            .into_iter()
            .map(|file| file["url"].clone());
        let framed = self.list("embeds").into_iter();
        let framed = framed.flat_map(|pane| FRAMED.map(|thread| pane[thread]["url"].clone()));
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
            .filter(|row| row["type"] == 1)
            .flat_map(|row| row["components"].as_array().cloned().unwrap_or_default())
            .collect()
    }

    /// The id of a button.
    pub(crate) fn button_id(&self, label: &str) -> Option<String> {
        let found = self
            .components()
            .into_iter()
            .find(|item| item["type"] == 2 && item["label"] == label);
        found.map(|item| text(&item["custom_id"]))
    }

    /// Returns the id of the menu that offers a value.
    pub(crate) fn menu_with(&self, value: &str) -> String {
        let menus = self.menus().into_iter();
        let found = menus.filter(|(_, values)| values.iter().any(|other| other == value));
        found.map(|(id, _)| id).next().unwrap()
    }

    /// The menus: the id of each, and the values of its options.
    pub(crate) fn menus(&self) -> Vec<(String, Vec<String>)> {
        let menus = self
            .components()
            .into_iter()
            .filter(|item| item["type"] == 3);
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
    pub(crate) fn first_menu(&self) -> Option<(String, Vec<String>)> {
        self.menus().into_iter().next()
    }

    /// The buttons of a panel with what is possible now: the id and the label of each.
    pub(crate) fn open_choices(&self) -> Vec<(String, String)> {
        self.panel_buttons(1)
    }

    /// The buttons of a panel that change a detail of the turn, and those of spots that are not
    /// possible now: the id and the label of each.
    pub(crate) fn grey_choices(&self) -> Vec<(String, String)> {
        let mut buttons = self.panel_buttons(2);
        buttons.retain(|(_, label)| label != "Back" && label != "More");
        buttons
    }

    /// The alternatives that a panel offers for each decision of a turn: the name of the group, and
    /// the id and the label of each button.
    pub(crate) fn change_groups(&self) -> Vec<(String, Vec<(String, String)>)> {
        let mut groups: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for component in self.list("components") {
            if let Some(name) = component["content"].as_str() {
                let name = name.trim_start_matches("-# ").to_owned();
                groups.push((name, Vec::new()));
                continue;
            }
            let Some((_, buttons)) = groups.last_mut() else {
                continue;
            };
            for item in component["components"].as_array().into_iter().flatten() {
                let id = text(&item["custom_id"]);
                if item["style"] == 2 && id.starts_with("p:") {
                    buttons.push((id, text(&item["label"])));
                }
            }
        }
        groups.retain(|(_, buttons)| !buttons.is_empty());
        groups
    }

    fn panel_buttons(&self, style: u64) -> Vec<(String, String)> {
        let mut buttons = Vec::new();
        for item in self.components() {
            let id = text(&item["custom_id"]);
            // The button of a lesson's example has a number other than 0.
            if item["style"] == style && id.starts_with("p:") && id.ends_with(":0") {
                buttons.push((id, text(&item["label"])));
            }
        }
        buttons
    }

    pub(crate) fn message_id(&self) -> String {
        text(&self.0["message"]["id"])
    }

    pub(crate) fn choices(&self) -> Vec<Value> {
        self.0["choices"]
            .as_array()
            .unwrap_or_else(|| panic!("no choices in {}", self.0))
            .clone()
    }
}

/// Returns the board and the realms in words, which stand before the text of an ephemeral message
/// without pictures.
fn leading_panes(components: &Value) -> Vec<String> {
    let list = components.as_array().into_iter().flatten();
    let leading = list.take_while(|component| component["type"] == 10);
    let mut texts: Vec<String> = leading
        .map(|component| text(&component["content"]))
        .collect();
    texts.pop();
    texts
}

/// Returns the texts among the components of an ephemeral message, in order.
fn component_texts(components: &Value) -> Vec<String> {
    let list = components.as_array().into_iter().flatten();
    list.filter_map(|component| component["content"].as_str().map(str::to_owned))
        .collect()
}

impl Scene {
    /// Returns the last request that Discord refused.
    pub(crate) async fn last_refused_request(&self) -> Option<Value> {
        self.list_requests()
            .await
            .into_iter()
            .rfind(|item| item["status"].as_u64().is_some_and(|status| status >= 400))
    }

    pub(crate) async fn run_command(&self, who: &str, channel: &str, line: &str) -> Shown {
        self.pause_before_action();
        self.run_command_at_once(who, channel, line).await
    }

    /// Asserts that the answer to a command contains these words.
    pub(crate) async fn assert_answer(&self, who: &str, channel: &str, line: &str, words: &str) {
        let answer = self.run_command(who, channel, line).await;
        answer.assert_says(words);
    }

    /// Asserts that the answer to a button contains these words.
    pub(crate) async fn assert_press(&self, who: &str, shown: &Shown, label: &str, words: &str) {
        let answer = self.press_button(who, shown, label).await;
        answer.assert_says(words);
    }

    /// Sends a command without the usual moment before it.
    pub(crate) async fn run_command_at_once(&self, who: &str, channel: &str, line: &str) -> Shown {
        let body =
            json!({ "as": self.person(who), "channel": channel, "line": line, "wait": "settled" });
        Shown::new(self.post("type", body).await)
    }

    /// Types a line and returns the suggestions.
    pub(crate) async fn list_suggestions(
        &self,
        who: &str,
        channel: &str,
        line: &str,
        option: &str,
    ) -> Vec<Value> {
        let body =
            json!({ "as": self.person(who), "channel": channel, "line": line, "focused": option });
        Shown::new(self.post("autocomplete", body).await).choices()
    }

    pub(crate) async fn press_button(&self, who: &str, shown: &Shown, label: &str) -> Shown {
        let id = shown
            .button_id(label)
            .unwrap_or_else(|| panic!("no button {label} in {}", shown.0));
        self.press_id(who, &shown.message_id(), &id).await
    }

    pub(crate) async fn press_id(&self, who: &str, message: &str, id: &str) -> Shown {
        self.pause_before_action();
        let body = json!({ "as": self.person(who), "message": message, "custom_id": id, "wait": "settled" });
        Shown::new(self.post("press", body).await)
    }

    /// Gives a word for the shuffle by the buttons of a lobby, and returns the answer.
    pub(crate) async fn give_word(&self, who: &str, lobby: &Shown, word: &str) -> Shown {
        let about = self.press_button(who, lobby, "About the shuffle").await;
        let asked = self.press_button(who, &about, "Give a word").await;
        let body = json!({
            "as": self.person(who), "interaction": asked.0["interaction"], "fields": { "word": word },
            "wait": "settled",
        });
        Shown::new(self.post("submit", body).await)
    }

    /// Presses what a panel offers first, until the turn is complete.
    pub(crate) async fn choose_first(&self, who: &str, panel: &Shown) -> Shown {
        let mut panel = panel.clone();
        while let Some((id, _)) = panel.open_choices().first() {
            panel = self.press_id(who, &panel.message_id(), id).await;
        }
        panel
    }

    /// Chooses an option of the first menu.
    pub(crate) async fn choose(&self, who: &str, shown: &Shown, value: &str) -> Shown {
        let (id, _) = shown.first_menu().unwrap();
        self.choose_in_menu(who, shown, &id, value).await
    }

    pub(crate) async fn choose_in_menu(
        &self,
        who: &str,
        shown: &Shown,
        id: &str,
        value: &str,
    ) -> Shown {
        self.choose_values(who, shown, id, &[value]).await
    }

    /// Chooses any number of options of a menu.
    pub(crate) async fn choose_values(
        &self,
        who: &str,
        shown: &Shown,
        id: &str,
        values: &[&str],
    ) -> Shown {
        self.pause_before_action();
        let body = json!({
            "as": self.person(who), "message": shown.message_id(), "custom_id": id, "values": values,
            "wait": "settled",
        });
        Shown::new(self.post("choose", body).await)
    }

    /// Returns all messages of a channel that a person sees, oldest first.
    pub(crate) async fn list_visible_messages(&self, who: &str, channel: &str) -> Vec<Shown> {
        let list = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person(who)
            ))
            .await;
        list.as_array()
            .unwrap()
            .iter()
            .map(|message| Shown::new(json!({ "message": message })))
            .collect()
    }

    /// Returns the public messages of a channel that are not silent.
    pub(crate) async fn list_public_messages(&self, channel: &str) -> Vec<Shown> {
        let all = self.list_visible_messages("Dan", channel).await;
        all.into_iter()
            .filter(|shown| !shown.is_private() && !shown.is_silent())
            .collect()
    }

    /// The threads, the oldest first.
    pub(crate) async fn list_threads(&self) -> Vec<String> {
        let world = self.get("world").await;
        let channels = world["channels"].as_array().unwrap();
        channels
            .iter()
            .filter(|item| item["kind"] == "thread")
            .map(|item| text(&item["id"]))
            .collect()
    }

    /// Resigns and confirms.
    pub(crate) async fn resign(&self, who: &str, channel: &str) -> Shown {
        let sure = self.run_command(who, channel, "/table resign").await;
        self.press_button(who, &sure, "Yes, resign").await
    }

    /// A table that has begun, in a thread of its own.
    pub(crate) async fn start_table(&self, game: &str, people: &[&str], more: &str) -> String {
        let seats = people.len();
        let before = self.list_threads().await.len();
        let opened = self
            .run_command(
                people[0],
                &self.main_channel,
                &format!("/table open game:{game} seats:{seats} {more}"),
            )
            .await;
        opened.assert_says(&self.bot_text_part("chat-opened-thread"));
        let threads = self.list_threads().await;
        assert_eq!(threads.len(), before + 1);
        let thread = threads.last().unwrap().clone();
        for other in &people[1..] {
            self.run_command(other, &thread, "/table join")
                .await
                .assert_says(&self.bot_text_part("chat-joined"));
        }
        self.run_command(people[0], &thread, "/table start")
            .await
            .assert_says(&self.bot_text_part("chat-started"));
        self.wait_for_text(&thread, &self.bot_text_part("chat-begins"))
            .await;
        thread
    }

    /// Waits until the last public message contains these words.
    pub(crate) async fn wait_for_text(&self, channel: &str, words: &str) -> Shown {
        self.wait_until(&format!("a message says \"{words}\""), async |scene| {
            let public = scene.list_public_messages(channel).await;
            public
                .last()
                .is_some_and(|last| last.text().contains(words))
        })
        .await;
        self.list_public_messages(channel).await.pop().unwrap()
    }

    /// Waits for a board that differs from `before` and shows a person to act or the end of the
    /// game. Returns that person, if any, and the board.
    pub(crate) async fn wait_for_turn(
        &self,
        channel: &str,
        before: Option<&Shown>,
    ) -> (Option<String>, Shown) {
        let old = before.map(Shown::message_id);
        let is_board = |shown: &Shown| {
            Some(shown.message_id()) != old
                && !shown.components().is_empty()
                && shown
                    .button_id(&self.bot_text("chat-button-start"))
                    .is_none()
                && (shown
                    .button_id(&self.bot_text("chat-button-turn"))
                    .is_some()
                    && self.person_to_act(shown).is_some()
                    || shown
                        .button_id(&self.bot_text("chat-button-record"))
                        .is_some())
        };
        let found = Mutex::new(None);
        self.wait_until("there is news", async |scene| {
            let last = scene
                .list_public_messages(channel)
                .await
                .pop()
                .filter(is_board);
            *found.lock().unwrap() = last;
            found.lock().unwrap().is_some()
        })
        .await;
        // A newer message may be text only, and older boards lose their buttons.
        let newer = self
            .list_public_messages(channel)
            .await
            .into_iter()
            .rfind(is_board);
        let last = newer.or(found.into_inner().unwrap()).unwrap();
        (self.person_to_act(&last), last)
    }

    /// The same while the game goes on.
    pub(crate) async fn wait_for_player(
        &self,
        channel: &str,
        before: Option<&Shown>,
    ) -> (String, Shown) {
        let (player, board) = self.wait_for_turn(channel, before).await;
        (player.expect("the game goes on"), board)
    }

    /// The person whose turn it is, as a message says.
    pub(crate) fn person_to_act(&self, shown: &Shown) -> Option<String> {
        let called = shown.0["message"]["mentions"][0]
            .as_str()
            .map(str::to_owned);
        let turn = |name: &str| {
            self.dictionary
                .for_locale(&self.spoken)
                .say(Key::named("board-turn"), &[("who", name.to_owned().into())])
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

pub(crate) fn pick<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[dice.below(u32::try_from(list.len()).unwrap()) as usize]
}
