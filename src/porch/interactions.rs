//! Interactions: somebody does something, the bot answers within three seconds, once, and may speak of it for fifteen
//! minutes.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::{
    body::Sent,
    check, payload,
    refusal::Refusal,
    trouble::Kind as Trouble,
    world::{Interaction, Outcome, World},
};

/// The flag of a message that one person sees.
const PRIVATE: u64 = 1 << 6;
/// The flag of a message that is still to come.
const LOADING: u64 = 1 << 7;

type Answer = Result<Value, Refusal>;

/// What somebody does.
pub(super) struct Deed {
    /// 2 a command, 3 a press or choice, 4 typing a command, 5 a modal.
    pub(super) kind: u8,
    pub(super) person: u64,
    pub(super) channel: u64,
    pub(super) source: Option<u64>,
    pub(super) name: String,
    pub(super) data: Value,
}

/// What somebody waits for: the first answer, and the one that was promised.
pub(super) struct Waiting {
    pub(super) interaction: u64,
    pub(super) first: oneshot::Receiver<Outcome>,
    pub(super) settled: oneshot::Receiver<()>,
}

impl World {
    // --- People do something ---

    /// Tells the bot of a deed.
    pub(super) fn happen(&mut self, deed: Deed) -> Waiting {
        self.forget_old_interactions();
        let (id, token) = (self.ids.next(), self.ids.token());
        let (waiting, first) = oneshot::channel();
        let (settling, settled) = oneshot::channel();
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind: deed.kind,
            person: deed.person,
            channel: deed.channel,
            source: deed.source,
            name: deed.name,
            made: Instant::now(),
            answered: false,
            original: None,
            modal: None,
            waiting: Some(waiting),
            settling: Some(settling),
        };
        let event = payload::interaction(self, &interaction, &deed.data);
        self.interactions.insert(id, interaction);
        self.tokens.insert(token, id);
        if self.trouble(&Trouble::Double, "", "").is_some() {
            self.emit("INTERACTION_CREATE", &event);
        }
        self.emit("INTERACTION_CREATE", &event);
        Waiting { interaction: id, first, settled }
    }

    // --- The bot answers ---

    fn by_token(&mut self, id: Option<u64>, token: &str) -> Result<&mut Interaction, Refusal> {
        let known = self.tokens.get(token).copied();
        let known = known.filter(|known| id.is_none_or(|id| id == *known));
        known.and_then(|known| self.interactions.get_mut(&known)).ok_or_else(Refusal::unknown_interaction)
    }

    /// The first answer.
    pub(super) fn respond(&mut self, id: u64, token: &str, sent: &Sent) -> Answer {
        let patience = self.settings.patience;
        let interaction = self.by_token(Some(id), token)?;
        if interaction.answered {
            return Err(Refusal::acknowledged());
        }
        if interaction.made.elapsed() > patience {
            return Err(Refusal::unknown_interaction());
        }
        let (kind, source) = (interaction.kind, interaction.source);
        let data = &sent.json["data"];
        let inner = Sent { json: data.clone(), ..sent.clone() };
        let outcome = match sent.json["type"].as_u64() {
            Some(1) => return Ok(Value::Null),
            Some(4) if kind != 4 => Outcome::Message(self.first_message(id, &inner)?),
            Some(5) if kind != 4 => Outcome::Deferred(self.promise(id, data)?),
            Some(6) if source.is_some() => Outcome::DeferredUpdate,
            Some(7) if source.is_some() => Outcome::Updated(self.update_source(source, &inner)?),
            Some(8) if kind == 4 => {
                check::choices(data)?;
                Outcome::Choices(data["choices"].clone())
            }
            Some(9) if kind == 2 || kind == 3 => {
                check::modal(data)?;
                Outcome::Modal(data.clone())
            }
            _ => {
                let message = "This kind of answer does not fit the interaction.";
                return Err(Refusal::form("type", "INTERACTION_APPLICATION_COMMAND_CALLBACK", message));
            }
        };
        Ok(self.answered(id, outcome))
    }

    fn answered(&mut self, id: u64, outcome: Outcome) -> Value {
        let source = self.interactions.get(&id).and_then(|it| it.source);
        let mut message = None;
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.answered = true;
            match &outcome {
                Outcome::Message(made) | Outcome::Deferred(made) => interaction.original = Some(*made),
                Outcome::Updated(_) | Outcome::DeferredUpdate => interaction.original = source,
                Outcome::Modal(modal) => interaction.modal = Some(modal.clone()),
                Outcome::Choices(_) => {}
            }
            message = interaction.original;
            if !matches!(outcome, Outcome::Deferred(_) | Outcome::DeferredUpdate) {
                settle(interaction);
            }
            if let Some(waiting) = interaction.waiting.take() {
                // Whoever waited may have gone.
                let _ = waiting.send(outcome);
            }
        }
        let shown = message.and_then(|id| self.message(id)).map(|message| payload::message(self, message));
        json!({ "interaction": { "id": id.to_string() }, "resource": { "message": shown } })
    }

    /// The message that is the first answer.
    fn first_message(&mut self, id: u64, sent: &Sent) -> Result<u64, Refusal> {
        check::message(&sent.json)?;
        if check::is_empty(&sent.json, sent.files.len()) {
            return Err(Refusal::empty());
        }
        self.answer_with(id, sent, false)
    }

    /// The place of an answer that will come.
    fn promise(&mut self, id: u64, data: &Value) -> Result<u64, Refusal> {
        let sent = Sent { json: json!({ "flags": data["flags"].as_u64().unwrap_or(0) }), ..Sent::default() };
        self.answer_with(id, &sent, true)
    }

    fn answer_with(&mut self, id: u64, sent: &Sent, loading: bool) -> Result<u64, Refusal> {
        let Some(interaction) = self.interactions.get(&id) else {
            return Err(Refusal::unknown_interaction());
        };
        let (channel, person) = (interaction.channel, interaction.person);
        let mut message = self.compose(channel, sent);
        message.answers = Some(id);
        message.loading = loading;
        if message.flags & PRIVATE != 0 {
            message.only_for = Some(person);
        }
        if loading {
            message.flags |= LOADING;
        }
        let made = message.id;
        self.put(message)?;
        Ok(made)
    }

    /// The message whose button was pressed changes.
    fn update_source(&mut self, source: Option<u64>, sent: &Sent) -> Result<u64, Refusal> {
        let source = source.ok_or_else(Refusal::unknown_message)?;
        self.change(source, sent)?;
        Ok(source)
    }

    // --- What the bot says later ---

    /// Checks that the bot may still speak of an interaction.
    fn alive(&mut self, application: u64, token: &str) -> Result<u64, Refusal> {
        if application != self.bot {
            return Err(Refusal::unknown_webhook());
        }
        let life = self.settings.token_life;
        let interaction = self.by_token(None, token).map_err(|_| Refusal::unknown_webhook())?;
        if interaction.made.elapsed() > life {
            return Err(Refusal::token_expired());
        }
        if interaction.answered { Ok(interaction.id) } else { Err(Refusal::unknown_webhook()) }
    }

    /// One more message; after a promise it is the answer itself.
    pub(super) fn follow_up(&mut self, application: u64, token: &str, sent: &Sent) -> Answer {
        let id = self.alive(application, token)?;
        check::message(&sent.json)?;
        if check::is_empty(&sent.json, sent.files.len()) {
            return Err(Refusal::empty());
        }
        let original = self.interactions.get(&id).and_then(|interaction| interaction.original);
        if let Some(promised) = original.filter(|it| self.message(*it).is_some_and(|message| message.loading))
        {
            return self.edit_answer(application, token, Some(promised), sent);
        }
        let made = self.answer_with(id, sent, false)?;
        Ok(self.message(made).map(|message| payload::message(self, message)).unwrap_or_default())
    }

    /// A message of an interaction: the first answer if none is named.
    fn answer_message(
        &mut self,
        application: u64,
        token: &str,
        message: Option<u64>,
    ) -> Result<u64, Refusal> {
        let id = self.alive(application, token)?;
        let original = self.interactions.get(&id).and_then(|interaction| interaction.original);
        let wanted = message.or(original).ok_or_else(Refusal::unknown_message)?;
        let known = self.message(wanted).ok_or_else(Refusal::unknown_message)?;
        if known.answers == Some(id) || Some(wanted) == original {
            Ok(wanted)
        } else {
            Err(Refusal::unknown_message())
        }
    }

    /// Reads an answer.
    pub(super) fn read_answer(&mut self, application: u64, token: &str, message: Option<u64>) -> Answer {
        let id = self.answer_message(application, token, message)?;
        Ok(self.message(id).map(|message| payload::message(self, message)).unwrap_or_default())
    }

    /// Changes an answer, or gives the one that was promised.
    pub(super) fn edit_answer(
        &mut self,
        application: u64,
        token: &str,
        message: Option<u64>,
        sent: &Sent,
    ) -> Answer {
        let id = self.answer_message(application, token, message)?;
        let told = self.change(id, sent)?;
        let interaction = self.by_token(None, token)?;
        settle(interaction);
        Ok(told)
    }

    /// Takes an answer away.
    pub(super) fn delete_answer(&mut self, application: u64, token: &str, message: Option<u64>) -> Answer {
        let id = self.answer_message(application, token, message)?;
        self.take_away(id);
        Ok(Value::Null)
    }
}

fn settle(interaction: &mut Interaction) {
    if let Some(settling) = interaction.settling.take() {
        // Whoever waited may have gone.
        let _ = settling.send(());
    }
}
