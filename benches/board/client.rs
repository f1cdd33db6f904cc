//! A board without a browser: its requests, and its stream of changes.

use std::pin::Pin;

use axum::body::Bytes;
use futures::{Stream, StreamExt as _};
use serde_json::{Value, json};

/// The most steps of a turn.
const MAX_STEPS: usize = 12;

/// A session at the board of a table.
#[derive(Clone)]
pub(crate) struct BoardClient {
    pub(crate) http: reqwest::Client,
    /// The address of the table, with a slash at its end.
    pub(crate) url: String,
    pub(crate) cookie: String,
}

impl BoardClient {
    async fn send(&self, request: reqwest::RequestBuilder) -> reqwest::Response {
        let request = request.header("cookie", &self.cookie);
        let response = request.send().await.unwrap();
        response.error_for_status().unwrap()
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        self.send(self.http.get(format!("{}{path}", self.url)))
            .await
    }

    pub(crate) async fn load_state(&self, picks: &str) -> Value {
        let response = self.get(&format!("state?picks={picks}")).await;
        response.json().await.unwrap()
    }

    /// Loads the board as the page does after a change: the state, then the picture.
    pub(crate) async fn load_board(&self) {
        let state: Value = self.get("state").await.json().await.unwrap();
        let picture = self.get(state["board"]["src"].as_str().unwrap()).await;
        assert!(!picture.bytes().await.unwrap().is_empty());
    }

    /// Chooses what is possible first until a whole turn is shown; `None` if another player is to
    /// act.
    pub(crate) async fn choose_turn(&self) -> Option<Value> {
        let mut state = self.load_state("").await;
        for _ in 0..MAX_STEPS {
            let step = &state["step"];
            if step.is_null() {
                return None;
            }
            if step["confirmation"].is_object() {
                return Some(state);
            }
            let choices = ["spots", "choices"].map(|list| step[list].as_array().unwrap());
            let possible = choices
                .into_iter()
                .flatten()
                .find(|choice| choice["isPossible"] == true);
            let picks = possible.expect("something is possible")["picks"].as_array();
            let picks: Vec<&str> = picks.unwrap().iter().filter_map(Value::as_str).collect();
            state = self.load_state(&picks.join(".")).await;
        }
        panic!("a turn without end: {state}");
    }

    /// Plays the turn that a state shows.
    pub(crate) async fn play(&self, state: &Value) {
        let (origin, _) = self.url.split_once("/tables").unwrap();
        let body = json!({ "revision": state["revision"], "picks": state["step"]["picks"] });
        let request = self.http.post(format!("{}play", self.url));
        self.send(request.header("origin", origin).json(&body))
            .await;
    }

    /// Opens the stream of changes, and waits for the event with which it begins.
    pub(crate) async fn listen(&self) -> Changes {
        let mut changes = Changes(Box::pin(self.get("events").await.bytes_stream()));
        changes.wait_for_later(0).await;
        changes
    }
}

/// An open stream of changes.
pub(crate) struct Changes(Pin<Box<dyn Stream<Item = reqwest::Result<Bytes>> + Send>>);

impl Changes {
    /// Waits until a later revision is announced.
    pub(crate) async fn wait_for_later(&mut self, revision: i64) {
        loop {
            let chunk = self.0.next().await.expect("the stream goes on").unwrap();
            // Comments keep the connection alive.
            let text = String::from_utf8_lossy(&chunk);
            let Some((_, announced)) = text.rsplit_once("{\"version\":\"") else {
                continue;
            };
            // A version begins with the revision.
            let (announced, _) = announced.split_once('-').unwrap();
            if announced.parse::<i64>().unwrap() > revision {
                return;
            }
        }
    }
}

/// Returns the player to act and the first possible turn; `None` if the game is over.
pub(crate) async fn find_turn(players: &[BoardClient]) -> Option<(&BoardClient, Value)> {
    for player in players {
        if let Some(turn) = player.choose_turn().await {
            return Some((player, turn));
        }
    }
    None
}
