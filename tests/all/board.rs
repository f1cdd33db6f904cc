//! The board in a browser: its requests, and people who play on it.

mod clicks;
mod requests;

use std::pin::Pin;

use axum::body::Bytes;
use futures::{Stream, StreamExt as _};
use serde_json::{Value, json};

use crate::bot::{Scene, Shown};

/// A person at the board of a table, as their browser sends requests.
pub(crate) struct Visit {
    client: reqwest::Client,
    /// The address of the table, with a slash at its end.
    address: String,
    origin: String,
    cookie: String,
}

/// A status and a body.
pub(crate) type Response = (u16, Value);

impl Scene {
    /// Presses *Open the board* below the newest board, and returns the address of the link.
    pub(crate) async fn board_link(&self, who: &str, thread: &str) -> String {
        let open = self.bot_text("chat-button-board");
        let messages = self.list_public_messages(thread).await;
        let board = messages
            .iter()
            .rfind(|message| message.button_id(&open).is_some())
            .expect("a message has the button");
        let answer = self.press_button(who, board, &open).await;
        link_of(&answer)
    }

    /// Opens the board as a browser does.
    pub(crate) async fn visit_board(&self, who: &str, thread: &str) -> Visit {
        let link = self.board_link(who, thread).await;
        Visit::enter(self.client.clone(), &link).await
    }
}

/// Returns the address that the answer's button opens.
fn link_of(answer: &Shown) -> String {
    let buttons = answer.components();
    let link = buttons.iter().find_map(|button| button["url"].as_str());
    link.unwrap_or_else(|| panic!("no link in {:?}", answer.0))
        .to_owned()
}

/// Splits a link into the address of the table and the token.
pub(crate) fn split_link(link: &str) -> (&str, &str) {
    link.split_once("#enter=").unwrap()
}

impl Visit {
    pub(crate) async fn enter(client: reqwest::Client, link: &str) -> Visit {
        let (address, token) = split_link(link);
        let mut visit = Visit::without_session(client, address);
        let response = visit.send("enter", json!({ "token": token })).await;
        assert_eq!(response.status(), 200);
        let cookie = response.headers()["set-cookie"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(cookie.contains("HttpOnly"), "{cookie}");
        assert!(cookie.contains("SameSite=Lax"), "{cookie}");
        cookie
            .split(';')
            .next()
            .unwrap()
            .clone_into(&mut visit.cookie);
        let start: Value = response.json().await.unwrap();
        assert!(start["words"]["words"]["web-do"].is_string(), "{start}");
        assert!(start["state"]["board"]["src"].is_string(), "{start}");
        visit
    }

    /// Returns a visit of someone whose cookie is not known.
    pub(crate) fn without_session(client: reqwest::Client, address: &str) -> Visit {
        let origin_end = address.find("/tables/").unwrap();
        Visit {
            client,
            address: address.to_owned(),
            origin: address[..origin_end].to_owned(),
            cookie: String::new(),
        }
    }

    pub(crate) async fn get_response(&self, path: &str) -> reqwest::Response {
        let request = self.client.get(format!("{}{path}", self.address));
        request.header("cookie", &self.cookie).send().await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        read(self.get_response(path).await).await
    }

    async fn send(&self, path: &str, body: Value) -> reqwest::Response {
        let request = self.client.post(format!("{}{path}", self.address));
        request
            .header("cookie", &self.cookie)
            .header("origin", &self.origin)
            .json(&body)
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Response {
        read(self.send(path, body).await).await
    }

    /// Returns the state after these picks, which must be there.
    pub(crate) async fn state(&self, picks: &[String]) -> Value {
        let (status, state) = self.get(&format!("state?picks={}", picks.join("."))).await;
        assert_eq!(status, 200, "{state}");
        state
    }

    /// Chooses the first possible choice again and again, until a whole turn is shown.
    pub(crate) async fn choose_first_turn(&self) -> Value {
        self.complete_turn(String::new(), "").await
    }

    /// Chooses a turn ahead likewise.
    pub(crate) async fn choose_first_turn_ahead(&self) -> Value {
        self.complete_turn(String::new(), "&ahead=1").await
    }

    /// Chooses a turn that reveals nothing, and so can be undone.
    pub(crate) async fn choose_undoable_turn(&self) -> Value {
        for choice in possible_choices(&self.state(&[]).await["step"]) {
            let chosen = self.complete_turn(picks_of(&choice).join("."), "").await;
            if chosen["step"]["confirmation"]["warning"].is_null() {
                return chosen;
            }
        }
        panic!("every turn reveals something");
    }

    async fn complete_turn(&self, mut picks: String, query: &str) -> Value {
        for _ in 0..8 {
            let (status, state) = self.get(&format!("state?picks={picks}{query}")).await;
            assert_eq!(status, 200, "{state}");
            let step = &state["step"];
            if step["confirmation"].is_object() {
                return state;
            }
            let choice = possible_choices(step)
                .next()
                .expect("something is possible");
            picks = picks_of(&choice).join(".");
        }
        panic!("a turn without end");
    }

    /// Plays the turn that a state shows.
    pub(crate) async fn play(&self, state: &Value) -> Response {
        let body = json!({
            "revision": state["revision"],
            "picks": state["step"]["picks"],
            "ahead": state["step"]["isAhead"],
        });
        self.post("play", body).await
    }
}

/// The changes of a table as they are sent to an open page.
pub(crate) struct Changes {
    chunks: Pin<Box<dyn Stream<Item = reqwest::Result<Bytes>> + Send>>,
    text: String,
}

impl Visit {
    pub(crate) async fn listen(&self) -> Changes {
        let response = self.get_response("events").await;
        assert_eq!(response.status(), 200);
        Changes {
            chunks: Box::pin(response.bytes_stream()),
            text: String::new(),
        }
    }
}

impl Changes {
    /// Waits until the version of this state is announced.
    pub(crate) async fn wait_for(&mut self, state: &Value) {
        let expected = format!("{{\"version\":{}}}", state["version"]);
        while !self.text.contains(&expected) {
            let chunk = self
                .chunks
                .next()
                .await
                .expect("the stream goes on")
                .unwrap();
            self.text.push_str(&String::from_utf8_lossy(&chunk));
        }
    }
}

async fn read(response: reqwest::Response) -> Response {
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or_default())
}

/// Returns what is possible in a step.
pub(crate) fn possible_choices(step: &Value) -> impl Iterator<Item = Value> {
    let lists = ["spots", "choices"].map(|name| step[name].as_array().cloned().unwrap_or_default());
    let choices = lists.into_iter().flatten();
    choices.filter(|choice| choice["isPossible"] == true)
}

pub(crate) fn picks_of(choice: &Value) -> Vec<String> {
    let picks = choice["picks"].as_array().unwrap();
    picks
        .iter()
        .map(|pick| pick.as_str().unwrap().to_owned())
        .collect()
}
