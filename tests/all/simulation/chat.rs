//! A chat behind the port: it keeps channels and messages, fails as its dice say, and does not always tell what it did. While
//! it thinks about an answer, the world goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use lanai_discord::{Card, Edit, OwnMessage, Pending, Port, PortError};
use lanai_host::{ChannelId, Clock, MessageId, NoticeId, PersonId};
use lanai_rules::chance::Dice;
use serde_json::Value;

use super::world::World;

/// For so many seconds a chat knows the number of a message again.
const NONCE_LIVES: i64 = 120;
/// The first moment of such numbers, in milliseconds.
const BEGAN: i64 = 1_420_070_400_000;
/// Of so many requests one fails, while the chat may fail at all.
const FAILS: u32 = 12;
/// Once in so many requests the process is killed while it waits for the answer.
const KILLS: u32 = 40;
/// The channels between persons and us have numbers from here on.
const OWN: i64 = 1 << 40;

/// A message, and when it was posted.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) own: OwnMessage,
    pub(crate) at: i64,
    pub(crate) removed: bool,
}

/// What stands in a chat, and how it is just now.
#[derive(Default)]
pub(crate) struct Talk {
    pub(crate) channels: BTreeMap<ChannelId, Vec<Message>>,
    /// Where we may not write.
    pub(crate) shut: BTreeSet<ChannelId>,
    /// Who takes no direct messages.
    pub(crate) closed: BTreeSet<PersonId>,
    /// Whether it never fails.
    pub(crate) well: bool,
    newest: i64,
    pub(crate) requests: u64,
}

/// A chat.
pub(crate) struct Chat {
    dice: Mutex<Dice>,
    clock: Clock,
    talk: Mutex<Talk>,
    world: Mutex<Weak<World>>,
}

/// What becomes of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Luck {
    Good,
    /// It is done, and nobody hears of it.
    Unheard,
    /// It is not done.
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

    pub(crate) fn is_in(&self, world: &Arc<World>) {
        *self.world.lock().unwrap() = Arc::downgrade(world);
    }

    pub(crate) fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap()
    }

    /// From now on it fails as these say.
    pub(crate) fn has_luck(&self, dice: Dice) {
        *self.dice.lock().unwrap() = dice;
    }

    /// It fails no more, and takes everything.
    pub(crate) fn is_well(&self) {
        let mut talk = self.talk();
        talk.well = true;
        talk.shut.clear();
        talk.closed.clear();
    }

    fn below(&self, bound: u32) -> u32 {
        self.dice.lock().unwrap().below(bound)
    }

    /// Before an answer: others act, now and then; and what will become of it.
    async fn thinks(&self, what: &str, channel: ChannelId) -> Luck {
        let Some(world) = self.world.lock().unwrap().upgrade() else {
            return Luck::Silent;
        };
        if self.below(6) == 0 {
            world.meanwhile().await;
        }
        if self.below(KILLS) == 0 && !self.talk().well {
            world.disk.kill();
        }
        if world.disk.is_killed() {
            return std::future::pending().await;
        }
        self.talk().requests += 1;
        let luck = if self.talk().well || self.below(FAILS) > 0 {
            Luck::Good
        } else {
            match self.below(60) {
                0 => Luck::Bad(429, 0),
                1..20 => Luck::Unheard,
                20..40 => Luck::Silent,
                _ => Luck::Bad(500, 0),
            }
        };
        let name = match luck {
            Luck::Good => "",
            Luck::Unheard => " unheard",
            Luck::Bad(..) => " refused",
            Luck::Silent => " silent",
        };
        world.note(&format!("{what} in {}{name}", channel.0));
        luck
    }

    fn answer<T>(luck: Luck, done: impl FnOnce() -> Result<T, PortError>) -> Result<T, PortError> {
        match luck {
            Luck::Good => done(),
            Luck::Unheard => done().and(Err(PortError::NoAnswer { timed_out: true })),
            Luck::Bad(status, code) => Err(PortError::Refused {
                status,
                code,
                of_emoji: false,
            }),
            Luck::Silent => Err(PortError::NoAnswer { timed_out: false }),
        }
    }

    /// What is done to which message, by the number with which that was posted.
    fn named(&self, edit: &Edit<'_>, channel: ChannelId, message: MessageId) -> String {
        let talk = self.talk();
        let mut there = talk.channels.get(&channel).into_iter().flatten();
        let number = there
            .find(|it| it.own.message == message)
            .map(Message::number);
        let what = if matches!(edit, Edit::Bare) {
            "strip"
        } else {
            "edit"
        };
        number.map_or_else(|| what.to_owned(), |number| format!("{what} {number}"))
    }

    /// Whether something may be said there.
    fn may_speak(&self, channel: ChannelId) -> Result<(), PortError> {
        let talk = self.talk();
        if talk.closed.contains(&PersonId(channel.0 - OWN)) {
            return Err(PortError::Refused {
                status: 403,
                code: 50007,
                of_emoji: false,
            });
        }
        if talk.shut.contains(&channel) {
            return Err(PortError::Refused {
                status: 403,
                code: 50013,
                of_emoji: false,
            });
        }
        Ok(())
    }

    fn posted(
        &self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &Card,
    ) -> Result<MessageId, PortError> {
        self.may_speak(channel)?;
        let (now, nonce) = (self.clock.now().0, nonce.0.to_string());
        let mut talk = self.talk();
        let known = talk
            .channels
            .get(&channel)
            .into_iter()
            .flatten()
            .find(|message| {
                message.own.nonce.as_ref() == Some(&nonce) && message.at + NONCE_LIVES > now
            });
        if let Some(known) = known {
            return Ok(known.own.message);
        }
        talk.newest = (talk.newest + 1).max(((now * 1000 - BEGAN).max(0) << 22) | 1);
        let message = MessageId(talk.newest);
        let mut own = OwnMessage {
            message,
            nonce: Some(nonce),
            text: String::new(),
            buttons: Vec::new(),
        };
        shows(&mut own, card);
        talk.channels.entry(channel).or_default().push(Message {
            own,
            at: now,
            removed: false,
        });
        Ok(message)
    }

    fn changed(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: impl FnOnce(&mut Message),
    ) -> Result<(), PortError> {
        self.may_speak(channel)?;
        let mut talk = self.talk();
        let found = talk.channels.get_mut(&channel).into_iter().flatten();
        let found = found
            .filter(|it| !it.removed)
            .find(|it| it.own.message == message);
        found.map(change).ok_or(PortError::Refused {
            status: 404,
            code: 10008,
            of_emoji: false,
        })
    }
}

/// A message shows a card.
fn shows(own: &mut OwnMessage, card: &Card) {
    let sent = serde_json::to_value(card.message(NoticeId(0))).unwrap();
    sent["content"]
        .as_str()
        .unwrap_or_default()
        .clone_into(&mut own.text);
    let rows = sent["components"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    own.buttons = buttons
        .filter_map(|it: &Value| it["custom_id"].as_str())
        .map(str::to_owned)
        .collect();
}

impl Port for Chat {
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> Pending<'a, MessageId> {
        Box::pin(async move {
            let luck = self.thinks("post", channel).await;
            Chat::answer(luck, || self.posted(channel, nonce, card))
        })
    }

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: Edit<'a>,
    ) -> Pending<'a, ()> {
        Box::pin(async move {
            let luck = self
                .thinks(&self.named(&edit, channel, message), channel)
                .await;
            let change = |found: &mut Message| match edit {
                Edit::Bare => found.own.buttons.clear(),
                Edit::Words(card) | Edit::Whole(card) => shows(&mut found.own, card),
            };
            Chat::answer(luck, || self.changed(channel, message, change))
        })
    }

    fn remove(&self, channel: ChannelId, message: MessageId) -> Pending<'_, ()> {
        Box::pin(async move {
            let luck = self.thinks("remove", channel).await;
            Chat::answer(luck, || {
                self.changed(channel, message, |found| found.removed = true)
            })
        })
    }

    fn latest(&self, channel: ChannelId, most: u8) -> Pending<'_, Vec<OwnMessage>> {
        Box::pin(async move {
            let luck = self.thinks("latest", channel).await;
            Chat::answer(luck, || {
                let (talk, now) = (self.talk(), self.clock.now().0);
                let there = talk.channels.get(&channel).into_iter().flatten().rev();
                let there = there.filter(|message| !message.removed).take(most.into());
                // Discord shows a nonce to whoever posted it, and only where it is new.
                let seen = |message: &Message| {
                    let known = message
                        .own
                        .nonce
                        .clone()
                        .filter(|_| message.at + NONCE_LIVES > now);
                    OwnMessage {
                        nonce: known,
                        ..message.own.clone()
                    }
                };
                Ok(there.map(seen).collect())
            })
        })
    }

    fn own_channel(&self, person: PersonId) -> Pending<'_, ChannelId> {
        Box::pin(async move {
            let channel = ChannelId(OWN + person.0);
            let luck = self.thinks("open", channel).await;
            Chat::answer(luck, || Ok(channel))
        })
    }

    fn is_locked(&self, thread: ChannelId) -> Pending<'_, bool> {
        Box::pin(async move {
            let luck = self.thinks("look at", thread).await;
            Chat::answer(luck, || Ok(false))
        })
    }
}
