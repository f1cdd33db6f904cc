//! Messages as the bot gets them: what was said, to what it replies or answers, and what people set under it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::channels::channel;
use super::users::{author, user};
use super::{media, put, remove_nulls};
use crate::ids::{Id, timestamp};
use crate::world::{Answers, Message, Owners, Poll, Reaction, World};

/// A message when it is written, with the nonce that its writer gave it. Nobody ever sees that again.
pub(crate) fn message_as_sent(world: &World, message: &Message) -> Value {
    let mut shown = self::message(world, message);
    put(&mut shown, "nonce", message.nonce.as_ref());
    shown
}

/// A message as the bot gets it.
pub(crate) fn message(world: &World, message: &Message) -> Value {
    let mut shown = message_alone(world, message);
    refer(world, message, &mut shown);
    shown
}

/// A message without the one to which it replies.
fn message_alone(world: &World, message: &Message) -> Value {
    let (files, embeds) = media::framed(world, message);
    let users: Vec<Value> = message.mentions.users.iter().map(|id| user(world, *id)).collect();
    let mut shown = json!({
        "id": message.id,
        "channel_id": message.channel,
        "type": match (&message.answers, message.reference) {
            (Some(answers), _) if answers.kind == 2 && !answers.follow_up => 20,
            (Some(_), _) | (None, Some(_)) => 19,
            (None, None) => 0,
        },
        "author": author(world, message),
        "content": message.content,
        "timestamp": timestamp(message.id.made_ms()),
        "edited_timestamp": message.edited_ms.map(timestamp),
        "tts": false,
        "mention_everyone": message.mentions.everyone,
        "mentions": users,
        "mention_roles": message.mentions.roles,
        "attachments": files,
        "embeds": embeds,
        "components": media::components(world, message),
        "pinned": message.pinned_ms.is_some(),
        "flags": message.flags,
    });
    put(&mut shown, "thread", world.channels.get(&message.id).map(|thread| channel(world, thread)));
    put(&mut shown, "webhook_id", message.mask.as_ref().map(|_| message.author));
    if !message.reactions.is_empty() {
        shown["reactions"] = reactions(&message.reactions, world.bot);
    }
    put(&mut shown, "poll", message.poll.as_ref().map(|poll| self::poll(poll, world.bot, world.now_ms())));
    if let Some(answers) = &message.answers {
        answered(world, message, answers, &mut shown);
    }
    shown
}

/// What the answer to an interaction says beyond a message.
fn answered(world: &World, message: &Message, answers: &Answers, shown: &mut Value) {
    shown["webhook_id"] = json!(world.bot);
    shown["application_id"] = json!(world.bot);
    let server = world.server_of(message.channel);
    let mut metadata = json!({
        "id": answers.interaction,
        "type": answers.kind,
        "user": user(world, answers.person),
        "authorizing_integration_owners": owners(server, answers.owners),
    });
    put(&mut metadata, "interacted_message_id", answers.source);
    if answers.kind == 5 {
        // A form says from what it came.
        let mut triggering = metadata.clone();
        triggering["type"] = json!(if answers.source.is_some() { 3 } else { 2 });
        metadata["triggering_interaction_metadata"] = triggering;
    }
    if let Some(command) = &answers.command {
        metadata["name"] = json!(command);
        shown["interaction"] = json!({
            "id": answers.interaction,
            "type": answers.kind,
            "name": command,
            "user": user(world, answers.person),
        });
    }
    shown["interaction_metadata"] = metadata;
}

/// Adds to what it replies, which is told without that to which it replied itself.
fn refer(world: &World, said: &Message, shown: &mut Value) {
    let Some(reference) = said.reference else { return };
    let mut link = json!({ "type": 0, "message_id": reference, "channel_id": said.channel });
    put(&mut link, "guild_id", world.server_of(said.channel));
    shown["message_reference"] = link;
    let found = world.messages.get(&reference);
    shown["referenced_message"] = found.map(|found| message_alone(world, found)).unwrap_or_default();
}

/// Who let the application in.
pub(crate) fn owners(server: Option<Id>, owners: Owners) -> Value {
    let mut shown = json!({});
    put(&mut shown, "0", owners.place.then(|| server.unwrap_or(Id(0))));
    put(&mut shown, "1", owners.user);
    shown
}

/// A sign that everybody has.
pub(crate) fn emoji(name: &str) -> Value {
    json!({ "id": null, "name": name })
}

/// The reactions of a message, as the bot gets them: which, how many, and whether it is among those who set them.
fn reactions(reactions: &[Reaction], bot: Id) -> Value {
    let shown = reactions.iter().map(|reaction| {
        let count = reaction.users.len();
        json!({
            "emoji": emoji(&reaction.emoji),
            "count": count,
            "count_details": { "burst": 0, "normal": count },
            "burst_colors": [],
            "me": reaction.users.contains(&bot),
            "me_burst": false,
        })
    });
    shown.collect()
}

/// As people see it: with those who voted.
pub(crate) fn seen_poll(poll: &Poll, now_ms: u64) -> Value {
    let mut seen = self::poll(poll, Id(0), now_ms);
    for answer in seen["results"]["answer_counts"].as_array_mut().into_iter().flatten() {
        let number = answer["id"].as_u64().unwrap_or(0);
        answer["voters"] = json!(poll.votes.get(&number).into_iter().flatten().collect::<Vec<_>>());
    }
    seen
}

/// As Discord tells it to this user.
pub(crate) fn poll(poll: &Poll, to: Id, now_ms: u64) -> Value {
    let numbered = |(at, media): (usize, &Value)| {
        let mut media = media.clone();
        remove_nulls(&mut media);
        json!({ "answer_id": at + 1, "poll_media": media })
    };
    let counted = (1..).zip(&poll.answers).map(|(number, _)| {
        let votes = poll.votes.get(&number);
        let me = votes.is_some_and(|votes| votes.contains(&to));
        json!({ "id": number, "count": votes.map_or(0, BTreeSet::len), "me_voted": me })
    });
    json!({
        "question": { "text": poll.question },
        "answers": poll.answers.iter().enumerate().map(numbered).collect::<Vec<_>>(),
        "expiry": timestamp(poll.ends_ms),
        "allow_multiselect": poll.several,
        "layout_type": 1,
        "results": { "is_finalized": poll.is_over(now_ms), "answer_counts": counted.collect::<Vec<_>>() },
    })
}
