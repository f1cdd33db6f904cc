//! People at the porch: they read, type and press.

use std::time::Duration;

use lanai_porch::{Porch, TOKEN};
use serde_json::{Value, json};

/// The connection from people to the porch.
pub(crate) struct People {
    client: reqwest::Client,
    pub(crate) base: String,
}

impl People {
    pub(crate) fn connect(porch: &Porch) -> People {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        People {
            client,
            base: format!("http://{}", porch.address()),
        }
    }

    async fn answer(request: reqwest::RequestBuilder) -> Value {
        request.send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        People::answer(
            self.client
                .post(format!("{}/people/v1/{path}", self.base))
                .json(&body),
        )
        .await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        People::answer(self.client.get(format!("{}/people/v1/{path}", self.base))).await
    }

    /// Sends a command, and returns the answer.
    pub(crate) async fn run_command(&self, who: &str, channel: &str, line: &str) -> Value {
        let body = json!({ "as": who, "channel": channel, "line": line, "wait": "settled" });
        self.post("type", body).await["message"].take()
    }

    pub(crate) async fn ids(&self, list: &str) -> Vec<String> {
        ids(&self.get("world").await[list])
    }

    /// Waits until the bot has registered its commands and uploaded its emojis, which it does at
    /// its first start.
    pub(crate) async fn wait_for_pieces(&self) {
        let mut before = 0;
        loop {
            tokio::time::sleep(Duration::from_secs(2)).await;
            // Before the bot has connected, it has no id.
            let world = self.get("world").await;
            let Some(bot) = world["bot"]["id"].as_str() else {
                continue;
            };
            let url = format!("{}/api/v10/applications/{bot}/emojis", self.base);
            let request = self
                .client
                .get(url)
                .header("authorization", format!("Bot {TOKEN}"));
            let many = People::answer(request).await["items"]
                .as_array()
                .unwrap()
                .len();
            if many > 0 && many == before {
                return;
            }
            before = many;
        }
    }
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_str().unwrap().to_owned())
        .collect()
}
