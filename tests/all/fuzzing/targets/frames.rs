//! Frames that a bot sends to the porch's gateway: each is answered, or the socket closes with a
//! code of Discord. An input is the query of the address, then a frame per line.

use std::sync::LazyLock;

use futures::{SinkExt as _, StreamExt as _};
use lanai_porch::TOKEN;
use serde_json::Value;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::tungstenite::{Error, Message, http::Response};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::stage::{PATIENCE, Stage};
use super::{Target, assert_sentence, owned_seeds};

pub(super) const TARGET: Target = Target {
    name: "frames",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    "{\"op\":",
    "\"d\":",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "\n",
    "$token",
    "$session",
    "$server",
    "\"intents\":",
    "\"shard\":[0,1]",
    "\"seq\":",
    "\"session_id\":",
    "\"guild_id\":",
    "\"query\":\"\"",
    "\"limit\":",
    "\"user_ids\":",
    "\"nonce\":",
    "?v=10&encoding=json",
    "&compress=zlib-stream",
    "2",
    "6",
    "8",
    "513",
    "{\"op\":1,\"d\":0}",
];

/// Discord's close codes.
const CODES: [u16; 14] = [
    1000, 4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4012, 4013, 4014,
];
/// Opcodes that a gateway sends.
const GATEWAY_OPCODES: [u64; 6] = [0, 1, 7, 9, 10, 11];
/// The longest query.
const MAX_QUERY_LENGTH: usize = 2_000;
/// The most frames per input, below the rate limit.
const MAX_FRAMES: usize = 20;

static STAGE: LazyLock<Stage> = LazyLock::new(Stage::open);

fn run(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let query = lines.next().unwrap_or_default();
    // An address cannot contain other letters.
    let query: String = String::from_utf8_lossy(query)
        .chars()
        .filter(|letter: &char| letter.is_ascii_alphanumeric() || "?&=-".contains(*letter))
        .take(MAX_QUERY_LENGTH)
        .collect();
    let query = query.trim_start_matches('?');
    let frames: Vec<&[u8]> = lines.take(MAX_FRAMES).collect();
    STAGE.runtime.block_on(async {
        timeout(PATIENCE, run_conversation(query, &frames))
            .await
            .expect("it takes too long");
    });
}

async fn run_conversation(query: &str, frames: &[&[u8]]) {
    let url = format!("{}/?{query}", STAGE.base.replace("http", "ws"));
    let socket = match connect_async(url).await {
        Ok((socket, _)) => socket,
        // A query with repeated parameters is refused in words.
        Err(Error::Http(refused)) if refused.status() == 400 => {
            return assert_sentence(&refusal_text(&refused));
        }
        Err(error) => panic!("{error}"),
    };
    let mut line = Connection {
        socket,
        session: String::new(),
        is_packed: query.contains("compress"),
    };
    for frame in frames {
        // The session id has to be known before it can be inserted.
        if frame.windows(8).any(|part| part == b"$session") && !line.is_alive().await {
            return;
        }
        if line.socket.send(line.fill_in(frame)).await.is_err() {
            break;
        }
    }
    if line.is_alive().await {
        // The session ends with its socket.
        let _ = line.socket.close(None).await;
        while let Some(Ok(_)) = line.socket.next().await {}
    }
}

/// The words of a refusal.
fn refusal_text(refused: &Response<Option<Vec<u8>>>) -> String {
    String::from_utf8_lossy(refused.body().as_deref().unwrap_or_default()).into_owned()
}

/// The bot's end of a socket.
struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: String,
    /// Compressed frames can only be counted.
    is_packed: bool,
}

impl Connection {
    /// Returns whether a heartbeat is answered; otherwise the socket was closed with a code.
    async fn is_alive(&mut self) -> bool {
        // If that cannot be sent any more, the code is there already.
        let _ = self
            .socket
            .send(Message::text("{\"op\":1,\"d\":null}"))
            .await;
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let told: Value = serde_json::from_str(&text).unwrap();
                    assert!(
                        told["op"]
                            .as_u64()
                            .is_some_and(|op| GATEWAY_OPCODES.contains(&op)),
                        "{text}"
                    );
                    if let Some(id) = told["d"]["session_id"].as_str() {
                        id.clone_into(&mut self.session);
                    }
                    if told["op"] == 11 {
                        return true;
                    }
                }
                Some(Ok(Message::Binary(packed))) if self.is_packed => {
                    assert!(!packed.is_empty());
                    return true;
                }
                Some(Ok(Message::Close(Some(close)))) => {
                    assert!(CODES.contains(&close.code.into()), "{close:?}");
                    return false;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                end => panic!("it ends without a code: {end:?}"),
            }
        }
    }

    /// Fills in values that cannot be guessed.
    fn fill_in(&self, frame: &[u8]) -> Message {
        let Ok(text) = std::str::from_utf8(frame) else {
            return Message::binary(frame.to_vec());
        };
        let text = text
            .replace("$token", TOKEN)
            .replace("$session", &self.session);
        Message::text(text.replace("$server", STAGE.id("servers", 0)))
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let identify =
        "{\"op\":2,\"d\":{\"token\":\"$token\",\"intents\":513,\"properties\":{},\"shard\":[0,1]}}";
    let with = |more: &str| format!("?v=10&encoding=json\n{identify}\n{more}");
    let mut seeds: Vec<Vec<u8>> = [
        "{\"op\":1,\"d\":3}",
        "{\"op\":8,\"d\":{\"guild_id\":\"$server\",\"query\":\"A\",\"limit\":2,\"nonce\":\"n\"}}",
        "{\"op\":8,\"d\":{\"guild_id\":\"$server\",\"user_ids\":[\"1\",2,null]}}",
        "{\"op\":3,\"d\":{\"status\":\"online\"}}\n{\"op\":4,\"d\":{}}\n{\"op\":31,\"d\":{}}",
        "{\"op\":6,\"d\":{\"token\":\"$token\",\"session_id\":\"$session\",\"seq\":1}}",
    ]
    .into_iter()
    .map(|more| with(more).into_bytes())
    .collect();
    seeds.extend(owned_seeds(&[
        "?v=9\n",
        "?encoding=etf\n",
        "?v=10&compress=zlib-stream\n{\"op\":1,\"d\":null}",
        "\n{\"op\":6,\"d\":{\"token\":\"Bot $token\",\"session_id\":\"nobody's\",\"seq\":9}}\n{\"op\":77}",
    ]));
    seeds
}
