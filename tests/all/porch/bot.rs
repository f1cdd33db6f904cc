//! A bot written by hand, with a websocket and JSON.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use lanai_porch::TOKEN;
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use super::Scene;

const PATIENCE: Duration = Duration::from_mins(1);

/// A bot and its socket.
pub(crate) struct Bot {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) sequence: u64,
}

impl Bot {
    /// Connects and receives the hello.
    pub(crate) async fn connect(scene: &Scene, query: &str) -> Bot {
        let url = format!("{}/{query}", scene.base.replace("http", "ws"));
        let (socket, _) = connect_async(url).await.unwrap();
        let mut bot = Bot {
            socket,
            id: String::new(),
            session: String::new(),
            sequence: 0,
        };
        let hello = bot.frame().await;
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64().unwrap() > 0);
        bot
    }

    /// Connects, identifies and waits until ready.
    pub(crate) async fn connect_and_identify(scene: &Scene, intents: u64) -> Bot {
        let mut bot = Bot::connect(scene, "?v=10&encoding=json").await;
        bot.identify(TOKEN, intents).await;
        let ready = bot.event("READY").await;
        bot.session = ready["session_id"].as_str().unwrap().to_owned();
        bot.id = ready["user"]["id"].as_str().unwrap().to_owned();
        assert_eq!(ready["application"]["id"], ready["user"]["id"]);
        if intents & 1 != 0 {
            bot.event("GUILD_CREATE").await;
        }
        bot
    }

    /// The same as one of several shards; returns the ready event, too.
    pub(crate) async fn connect_as_shard(
        scene: &Scene,
        intents: u64,
        shard: [u64; 2],
    ) -> (Bot, Value) {
        let mut bot = Bot::connect(scene, "?v=10").await;
        bot.identify_as(TOKEN, intents, &json!(shard)).await;
        let ready = bot.event("READY").await;
        ready["session_id"]
            .as_str()
            .unwrap()
            .clone_into(&mut bot.session);
        ready["user"]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut bot.id);
        (bot, ready)
    }

    pub(crate) async fn identify(&mut self, token: &str, intents: u64) {
        self.identify_as(token, intents, &json!([0, 1])).await;
    }

    pub(crate) async fn identify_as(&mut self, token: &str, intents: u64, shard: &Value) {
        let properties = json!({ "os": "linux", "browser": "hand", "device": "hand" });
        let data =
            json!({ "token": token, "intents": intents, "properties": properties, "shard": shard });
        self.send(json!({ "op": 2, "d": data })).await;
    }

    /// Reconnects and resumes the session.
    pub(crate) async fn resume(&mut self, scene: &Scene) {
        let fresh = Bot::connect(scene, "?v=10").await;
        self.socket = fresh.socket;
        let data = json!({ "token": TOKEN, "session_id": self.session, "seq": self.sequence });
        self.send(json!({ "op": 6, "d": data })).await;
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.socket
            .send(Message::text(frame.to_string()))
            .await
            .unwrap();
    }

    pub(crate) async fn message(&mut self) -> Option<Message> {
        timeout(PATIENCE, self.socket.next())
            .await
            .expect("the porch says nothing")?
            .ok()
    }

    /// The next frame.
    pub(crate) async fn frame(&mut self) -> Value {
        loop {
            match self.message().await.expect("the porch hung up") {
                Message::Text(text) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    if let Some(sequence) = frame["s"].as_u64() {
                        assert_eq!(sequence, self.sequence + 1, "{frame}");
                        self.sequence = sequence;
                    }
                    return frame;
                }
                Message::Close(close) => panic!("the porch hung up: {close:?}"),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// The next event of that name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.frame().await;
            if frame["t"] == name {
                return frame["d"].clone();
            }
        }
    }

    pub(crate) async fn interaction(&mut self) -> Value {
        self.event("INTERACTION_CREATE").await
    }

    /// The code with which the porch hangs up.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(close)) => return close.map(|close| close.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }

    pub(crate) async fn assert_no_event(&mut self) {
        let heard = timeout(Duration::from_millis(150), self.socket.next()).await;
        assert!(heard.is_err(), "{heard:?}");
    }

    /// Loses its connection without a word.
    pub(crate) async fn drop_connection(&mut self, scene: &Scene) {
        // A new connection takes the place of the old one, which is dropped.
        self.socket = Bot::connect(scene, "?v=10").await.socket;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
