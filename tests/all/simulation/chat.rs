//! A chat behind the port: it keeps channels and messages, and fails as its dice decide, with or
//! without doing what was asked. While it answers, the world goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use lanai_discord::{Card, MessageEdit, OwnMessage, Port, PortError, PortFuture};
use lanai_host::{ChannelId, Clock, MessageId, NoticeId, PersonId};
use lanai_rules::chance::Dice;
use serde_json::Value;

use super::world::World;

/// Seconds for which a nonce is remembered.
const NONCE_LIFETIME_SECS: i64 = 120;
/// The first moment of such numbers, in milliseconds.
const DISCORD_EPOCH_MILLIS: i64 = 1_420_070_400_000;
/// One request in this many fails.
const FAILURE_RATE: u32 = 12;
/// One request in this many ends with a kill of the process.
const KILL_RATE: u32 = 40;
/// The channels between persons and us have numbers from here on.
const OWN: i64 = 1 << 40;

/// A message, and when it was posted.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) own: OwnMessage,
    pub(crate) at: i64,
    pub(crate) removed: bool,
}

/// The state of a chat.
#[derive(Default)]
pub(crate) struct ChatState {
    pub(crate) channels: BTreeMap<ChannelId, Vec<Message>>,
    /// Channels in which the bot may not write.
    pub(crate) shut: BTreeSet<ChannelId>,
    /// People with closed direct messages.
    pub(crate) closed: BTreeSet<PersonId>,
    pub(crate) well: bool,
    newest: i64,
    pub(crate) requests: u64,
}

/// A chat.
pub(crate) struct Chat {
    dice: Mutex<Dice>,
    clock: Clock,
    talk: Mutex<ChatState>,
    world: Mutex<Weak<World>>,
}

/// The result of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestOutcome {
    Good,
    /// Done, but reported as failed.
    Unheard,
    /// Refused.
    Bad(u16, isize),
    Silent,
}

impl Message {
    /// The number with which it was posted.
    pub(crate) fn number(&self) -> i64 {
        self.own.nonce.as_ref().unwrap().parse().unwrap()
    }
}

impl Chat {
    pub(crate) fn new(dice: Dice, clock: &Clock) -> Chat {
        Chat {
            dice: Mutex::new(dice),
            clock: clock.clone(),
            talk: Mutex::default(),
            world: Mutex::default(),
        }
    }

    pub(crate) fn attach(&self, world: &Arc<World>) {
        *self.world.lock().unwrap() = Arc::downgrade(world);
    }

    pub(crate) fn talk(&self) -> MutexGuard<'_, ChatState> {
        self.talk.lock().unwrap()
    }

    pub(crate) fn set_dice(&self, dice: Dice) {
        *self.dice.lock().unwrap() = dice;
    }

    /// Stops all failures.
    pub(crate) fn stop_failures(&self) {
        let mut talk = self.talk();
        talk.well = true;
        talk.shut.clear();
        talk.closed.clear();
    }

    fn below(&self, bound: u32) -> u32 {
        self.dice.lock().unwrap().below(bound)
    }

    /// Lets others act before an answer, and decides the result.
    async fn decide_result(&self, description: &str, channel: ChannelId) -> RequestOutcome {
        let Some(world) = self.world.lock().unwrap().upgrade() else {
            return RequestOutcome::Silent;
        };
        if self.below(6) == 0 {
            world.act_meanwhile().await;
        }
        if self.below(KILL_RATE) == 0 && !self.talk().well {
            world.disk.kill();
        }
        if world.disk.is_killed() {
            return std::future::pending().await;
        }
        self.talk().requests += 1;
        let luck = if self.talk().well || self.below(FAILURE_RATE) > 0 {
            RequestOutcome::Good
        } else {
            match self.below(60) {
                0 => RequestOutcome::Bad(429, 0),
                1..20 => RequestOutcome::Unheard,
                20..40 => RequestOutcome::Silent,
                _ => RequestOutcome::Bad(500, 0),
            }
        };
        let name = match luck {
            RequestOutcome::Good => "",
            RequestOutcome::Unheard => " unheard",
            RequestOutcome::Bad(..) => " refused",
            RequestOutcome::Silent => " silent",
        };
        world.add_to_history(&format!("{description} in {}{name}", channel.0));
        luck
    }

    fn answer<T>(
        luck: RequestOutcome,
        done: impl FnOnce() -> Result<T, PortError>,
    ) -> Result<T, PortError> {
        match luck {
            RequestOutcome::Good => done(),
            RequestOutcome::Unheard => done().and(Err(PortError::NoAnswer { timed_out: true })),
            RequestOutcome::Bad(status, code) => Err(PortError::Refused {
                status,
                code,
                concerns_emoji: false,
            }),
            RequestOutcome::Silent => Err(PortError::NoAnswer { timed_out: false }),
        }
    }

    /// Describes an edit by the notice that posted the message.
    fn describe_edit(
        &self,
        edit: &MessageEdit<'_>,
        channel: ChannelId,
        message: MessageId,
    ) -> String {
        let talk = self.talk();
        let mut there = talk.channels.get(&channel).into_iter().flatten();
        let number = there
            .find(|item| item.own.message == message)
            .map(Message::number);
        let description = if matches!(edit, MessageEdit::RemoveButtons) {
            "strip"
        } else {
            "edit"
        };
        number.map_or_else(
            || description.to_owned(),
            |number| format!("{description} {number}"),
        )
    }

    fn check_writable(&self, channel: ChannelId) -> Result<(), PortError> {
        let talk = self.talk();
        if talk.closed.contains(&PersonId(channel.0 - OWN)) {
            return Err(PortError::Refused {
                status: 403,
                code: 50007,
                concerns_emoji: false,
            });
        }
        if talk.shut.contains(&channel) {
            return Err(PortError::Refused {
                status: 403,
                code: 50013,
                concerns_emoji: false,
            });
        }
        Ok(())
    }

    fn store_message(
        &self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &Card,
    ) -> Result<MessageId, PortError> {
        self.check_writable(channel)?;
        let (now, nonce) = (self.clock.now().0, nonce.0.to_string());
        let mut talk = self.talk();
        let known = talk
            .channels
            .get(&channel)
            .into_iter()
            .flatten()
            .find(|message| {
                message.own.nonce.as_ref() == Some(&nonce) && message.at + NONCE_LIFETIME_SECS > now
            });
        if let Some(known) = known {
            return Ok(known.own.message);
        }
        talk.newest = (talk.newest + 1).max(((now * 1000 - DISCORD_EPOCH_MILLIS).max(0) << 22) | 1);
        let message = MessageId(talk.newest);
        let mut own = OwnMessage {
            message,
            nonce: Some(nonce),
            text: String::new(),
            buttons: Vec::new(),
        };
        show_card(&mut own, card);
        talk.channels.entry(channel).or_default().push(Message {
            own,
            at: now,
            removed: false,
        });
        Ok(message)
    }

    fn change_message(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: impl FnOnce(&mut Message),
    ) -> Result<(), PortError> {
        self.check_writable(channel)?;
        let mut talk = self.talk();
        let found = talk.channels.get_mut(&channel).into_iter().flatten();
        let found = found
            .filter(|item| !item.removed)
            .find(|item| item.own.message == message);
        found.map(change).ok_or(PortError::Refused {
            status: 404,
            code: 10008,
            concerns_emoji: false,
        })
    }
}

/// A message shows a card.
fn show_card(own: &mut OwnMessage, card: &Card) {
    let sent = serde_json::to_value(card.to_message_with_nonce(NoticeId(0))).unwrap();
    sent["content"]
        .as_str()
        .unwrap_or_default()
        .clone_into(&mut own.text);
    let rows = sent["components"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    own.buttons = buttons
        .filter_map(|item: &Value| item["custom_id"].as_str())
        .map(str::to_owned)
        .collect();
}

impl Port for Chat {
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> PortFuture<'a, MessageId> {
        Box::pin(async move {
            let luck = self.decide_result("post", channel).await;
            Chat::answer(luck, || self.store_message(channel, nonce, card))
        })
    }

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: MessageEdit<'a>,
    ) -> PortFuture<'a, ()> {
        Box::pin(async move {
            let luck = self
                .decide_result(&self.describe_edit(&edit, channel, message), channel)
                .await;
            Chat::answer(luck, || {
                self.change_message(channel, message, |found: &mut Message| match edit {
                    MessageEdit::RemoveButtons => found.own.buttons.clear(),
                    MessageEdit::Text(card) | MessageEdit::Full(card) => {
                        show_card(&mut found.own, card)
                    }
                })
            })
        })
    }

    fn remove(&self, channel: ChannelId, message: MessageId) -> PortFuture<'_, ()> {
        Box::pin(async move {
            let luck = self.decide_result("remove", channel).await;
            Chat::answer(luck, || {
                self.change_message(channel, message, |found| found.removed = true)
            })
        })
    }

    fn list_latest_own(&self, channel: ChannelId, most: u8) -> PortFuture<'_, Vec<OwnMessage>> {
        Box::pin(async move {
            let luck = self.decide_result("latest", channel).await;
            Chat::answer(luck, || {
                let (talk, now) = (self.talk(), self.clock.now().0);
                let there = talk.channels.get(&channel).into_iter().flatten().rev();
                let there = there.filter(|message| !message.removed).take(most.into());
                // Discord shows a nonce only to its author, and only on new messages.
                let seen = |message: &Message| {
                    let known = message
                        .own
                        .nonce
                        .clone()
                        .filter(|_| message.at + NONCE_LIFETIME_SECS > now);
                    OwnMessage {
                        nonce: known,
                        ..message.own.clone()
                    }
                };
                Ok(there.map(seen).collect())
            })
        })
    }

    fn open_direct_channel(&self, person: PersonId) -> PortFuture<'_, ChannelId> {
        Box::pin(async move {
            let channel = ChannelId(OWN + person.0);
            let luck = self.decide_result("open", channel).await;
            Chat::answer(luck, || Ok(channel))
        })
    }

    fn is_locked(&self, thread: ChannelId) -> PortFuture<'_, bool> {
        Box::pin(async move {
            let luck = self.decide_result("look at", thread).await;
            Chat::answer(luck, || Ok(false))
        })
    }
}
