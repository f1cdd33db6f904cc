//! Failures on demand: what Discord does on a bad day, as often as it is asked for.
//!
//! | kind | with | what happens |
//! |---|---|---|
//! | `answer` | `status`, `retry_after`, `global` | the request is refused, and nothing is done |
//! | `lose_answer` | | what was asked is done, but the answer is a 500 |
//! | `slow` | `ms` | the answer takes so long |
//! | `double` | | the next interaction is delivered twice |
//! | `drop_gateway` | `code` | the gateway hangs up |
//! | `reconnect` | | the gateway asks the bot to come back |
//! | `invalid_session` | `resumable` | the session is declared invalid |
//! | `malformed` | | the gateway sends what cannot be read, and an event that nobody knows |
//!
//! The first three take `method` and `path_contains`, so that they meet only some requests.

use serde_json::Value;

use super::{gateway::Frame, refusal::Sorry, world::World};

/// What goes wrong.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Answer { status: u16, retry_after: f64, global: bool },
    LoseAnswer,
    Slow { ms: u64 },
    Double,
}

/// Something that goes wrong a few times.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    kind: Kind,
    times: u64,
    method: Option<String>,
    path: Option<String>,
}

impl World {
    /// Asks for a failure.
    pub(super) fn ask_for_trouble(&mut self, body: &Value) -> Result<(), Sorry> {
        let kind = match body["kind"].as_str().unwrap_or_default() {
            "answer" => Kind::Answer {
                status: u16::try_from(body["status"].as_u64().unwrap_or(500)).unwrap_or(500),
                retry_after: body["retry_after"].as_f64().unwrap_or(0.5),
                global: body["global"].as_bool().unwrap_or(false),
            },
            "lose_answer" => Kind::LoseAnswer,
            "slow" => Kind::Slow { ms: body["ms"].as_u64().unwrap_or(500) },
            "double" => Kind::Double,
            "drop_gateway" => {
                let code = u16::try_from(body["code"].as_u64().unwrap_or(4000)).unwrap_or(4000);
                return self.all_sessions_hear(&Frame::Close(code));
            }
            "reconnect" => return self.all_sessions_hear(&Frame::Op(7, Value::Null)),
            "invalid_session" => {
                let resumable = body["resumable"].as_bool().unwrap_or(false);
                return self.all_sessions_hear(&Frame::Op(9, resumable.into()));
            }
            "malformed" => {
                self.emit("INTERACTION_CREATE", &serde_json::json!({ "id": "not a number" }));
                self.emit("SOMETHING_NEW", &serde_json::json!({ "nobody": "knows" }));
                return Ok(());
            }
            other => return Err(Sorry::new(format!("there is no trouble of the kind \"{other}\""))),
        };
        let text = |name: &str| body[name].as_str().map(str::to_owned);
        let times = body["times"].as_u64().unwrap_or(1);
        self.troubles.push(Trouble { kind, times, method: text("method"), path: text("path_contains") });
        Ok(())
    }

    fn all_sessions_hear(&mut self, frame: &Frame) -> Result<(), Sorry> {
        let mut heard = false;
        for session in self.sessions.values_mut() {
            heard |= session.send(frame.clone());
        }
        if heard { Ok(()) } else { Err(Sorry::new("no bot is connected")) }
    }

    /// The next trouble of a kind, which is one less with that.
    pub(super) fn trouble(&mut self, like: &Kind, method: &str, path: &str) -> Option<Kind> {
        let meets = |trouble: &Trouble| {
            let kind = std::mem::discriminant(&trouble.kind) == std::mem::discriminant(like);
            let method = trouble.method.as_deref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method));
            kind && method && trouble.path.as_deref().is_none_or(|wanted| path.contains(wanted))
        };
        let at = self.troubles.iter().position(meets)?;
        let trouble = self.troubles.get_mut(at)?;
        let kind = trouble.kind.clone();
        trouble.times = trouble.times.saturating_sub(1);
        if trouble.times == 0 {
            self.troubles.remove(at);
        }
        Some(kind)
    }
}
