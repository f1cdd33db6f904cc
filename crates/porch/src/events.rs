//! What happens is told: to the bot by the gateway, as far as it asked for it, and to the persons who watch, as far
//! as they may see it. Nobody here waits for anybody.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::ids::Id;
use super::permissions::VIEW_CHANNEL;
use super::shapes::{self, put};
use super::world::{Channel, GatewaySession, Outgoing, SessionStart, TroubleKind, World};

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;

const HALF_AN_EVENT: &str = r#"{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{"id":"1","type":2,"token":"a-token-that-leads-nowhere","data":"#;

/// Which channels each person who watches sees.
type Views = BTreeMap<Id, BTreeSet<Id>>;

impl World {
    /// Sends an event to each session that wants it. False when there is none, not even one that may come back. Of what
    /// happens on a server without the bot, it hears nothing but what persons ask it (which needs no intent).
    pub(crate) fn dispatch(
        &mut self,
        server: Option<Id>,
        intent: u64,
        name: &str,
        data: &Value,
    ) -> bool {
        if intent != 0 && server.is_some_and(|server| !self.has_bot(server)) {
            return false;
        }
        let life = self.settings.session_life;
        self.sessions.forget_old(life);
        let text = data.to_string();
        let mut anybody = false;
        for session in self.sessions.wanting(server, intent) {
            session.send(name, &text);
            anybody = true;
        }
        anybody
    }

    /// Whether the bot may see what is said in a channel. That there is one it knows, wherever it is.
    fn bot_sees(&self, channel: Id) -> bool {
        let place = self
            .channels
            .get(&channel)
            .filter(|place| place.server.is_some());
        place.is_none_or(|place| self.bot_permissions(place) & VIEW_CHANNEL != 0)
    }

    /// Sends what happened in a channel: by the first of two intents on a server, by the other between two.
    fn dispatch_in(&mut self, channel: Id, intents: [u64; 2], name: &str, mut data: Value) {
        let server = self.server_of(channel);
        let is_known = ["CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"].contains(&name);
        if !is_known && !self.bot_sees(channel) {
            return;
        }
        // Where there is no server, Discord says nothing of one: some libraries take null for a number.
        put(&mut data, "guild_id", server);
        let [of_servers, of_two] = intents;
        self.dispatch(
            server,
            if server.is_some() { of_servers } else { of_two },
            name,
            &data,
        );
    }

    /// Something happened to a channel: `CREATE`, `UPDATE` or `DELETE`.
    pub(crate) fn channel_happened(&mut self, event: &str, kind: &str, id: Id) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let is_thread = channel.thread().is_some();
        let mut data = shapes::channel(self, channel);
        put(
            &mut data,
            "newly_created",
            (event == "CREATE" && is_thread).then_some(true),
        );
        let change = shapes::changed_channel(self, channel, kind);
        // Of a channel with one person nothing is said but what is said there.
        if channel.server.is_some() {
            let noun = if is_thread { "THREAD" } else { "CHANNEL" };
            self.dispatch_in(
                id,
                [GUILDS, DIRECT_MESSAGES],
                &format!("{noun}_{event}"),
                data,
            );
        }
        self.tell_watchers(id, None, &change);
    }

    /// Tells the persons who may see it. Who does not listen for long is not told any more.
    fn tell_watchers(&mut self, channel: Id, only_for: Option<Id>, change: &Value) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        let persons = self.watchers.iter().map(|watcher| watcher.person);
        let concerned =
            |person: &Id| only_for.is_none_or(|only| only == *person) && self.sees(*person, place);
        let persons: BTreeSet<Id> = persons.filter(concerned).collect();
        self.tell(&persons, change);
    }

    fn tell(&mut self, persons: &BTreeSet<Id>, change: &Value) {
        let text = change.to_string();
        self.watchers.retain(|watcher| {
            let concerned = persons.contains(&watcher.person);
            !watcher.tell.is_closed() && (!concerned || watcher.tell.try_send(text.clone()).is_ok())
        });
    }

    /// Lets the next trouble of the gateway strike: all sessions of its shard that are there, or the one that comes.
    pub(crate) fn strike_gateway(&mut self, comer: Option<&str>) {
        let is_meant = |session: &GatewaySession| comer.is_none_or(|id| session.id == id);
        let shards = self
            .sessions
            .live()
            .filter(|it| is_meant(it))
            .map(|it| it.shard.0)
            .collect();
        let Some(trouble) = self.troubles.for_gateway(&shards) else {
            return;
        };
        let outgoing = match trouble.kind {
            TroubleKind::DropGateway { code } => Some(Outgoing::Close(code)),
            TroubleKind::InvalidSession { resumable } => Some(Outgoing::Invalid(resumable)),
            TroubleKind::Garbled => Some(Outgoing::Frame(HALF_AN_EVENT.to_owned())),
            TroubleKind::Malformed => None,
            TroubleKind::Reconnect
            | TroubleKind::Answer { .. }
            | TroubleKind::LoseAnswer
            | TroubleKind::Slow { .. }
            | TroubleKind::NoServers
            | TroubleKind::WithholdAck
            | TroubleKind::Double => {
                let frame = json!({ "op": 7, "d": null, "s": null, "t": null });
                Some(Outgoing::Frame(frame.to_string()))
            }
        };
        let is_struck = |it: &GatewaySession| is_meant(it) && trouble.strikes(it.shard.0);
        for session in self.sessions.live().filter(|it| is_struck(it)) {
            if let Some(outgoing) = &outgoing {
                session.tell(outgoing.clone());
            } else {
                session.send("INTERACTION_CREATE", r#"{"id":"not a number","type":2}"#);
                session.send("SOMETHING_NOBODY_KNOWS", r#"{"what":["is","this"]}"#);
            }
        }
    }

    /// A session would like to begin. Whoever begins too many in a day loses the token, and all that goes on with it.
    pub(crate) fn start_session(&mut self, shard: (u64, u64)) -> SessionStart {
        let now_ms = self.now_ms();
        let at = self.started.elapsed();
        let start = self.starts.take(&self.settings, shard, now_ms, at);
        if start == SessionStart::NoneLeft {
            self.sessions.end_all(4004);
        }
        start
    }

    pub(crate) fn hang_up(&mut self) {
        self.watchers.clear();
        for session in self.sessions.live() {
            session.tell(Outgoing::Close(1001));
        }
    }

    pub(crate) fn thread_members_happened(&mut self, id: Id, who: Id, left: bool) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let Some(thread) = channel.thread() else {
            return;
        };
        let joined = (!left).then(|| shapes::thread_member(id, who));
        let gone = left.then_some(who);
        let data = json!({
            "id": id, "member_count": thread.members.len(), "added_members": Vec::from_iter(joined),
            "removed_member_ids": Vec::from_iter(gone),
        });
        // Without the intent for members, a bot hears only of itself.
        let intent = if who == self.bot {
            GUILDS
        } else {
            GUILD_MEMBERS
        };
        self.dispatch_in(id, [intent; 2], "THREAD_MEMBERS_UPDATE", data);
        self.channel_happened("UPDATE", "changed", id);
    }

    // --- Messages ---

    pub(crate) fn message_happened(&mut self, event: &str, kind: &str, id: Id) {
        self.tell_bot_of_message(event, id);
        self.show_message(kind, id);
    }

    pub(crate) fn show_message(&mut self, kind: &str, id: Id) {
        if self.watchers.is_empty() {
            return;
        }
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let channel = message.channel;
        let only_for = message.only_for;
        let change = json!({ "kind": kind, "channel": channel, "message": shapes::seen_message(self, message) });
        self.tell_watchers(channel, only_for, &change);
    }

    fn tell_bot_of_message(&mut self, event: &str, id: Id) {
        // An ephemeral message is no gateway event.
        let Some(message) = self
            .messages
            .get(&id)
            .filter(|message| message.only_for.is_none())
        else {
            return;
        };
        let server = self.server_of(message.channel);
        let intent = if server.is_some() {
            GUILD_MESSAGES
        } else {
            DIRECT_MESSAGES
        };
        let hears =
            server.is_none_or(|server| self.has_bot(server)) && self.bot_sees(message.channel);
        if !hears || !self.sessions.anybody(intent) {
            return;
        }
        if event == "MESSAGE_DELETE" {
            let data = json!({ "id": id, "channel_id": message.channel });
            return self.dispatch_in(message.channel, [intent; 2], event, data);
        }
        let mut data = match event {
            "MESSAGE_CREATE" => shapes::message_as_sent(self, message),
            _ => shapes::message(self, message),
        };
        if let Some(server) = server {
            data["guild_id"] = json!(server);
            data["member"] = shapes::member_without_user(self, server, message.author);
        }
        let open = server.is_none()
            || message.author == self.bot
            || message.mentions.users.contains(&self.bot);
        if open {
            self.dispatch(server, intent, event, &data);
            return;
        }
        // Without the intent for message contents, a bot gets the message without them.
        let mut blank = data.clone();
        blank["content"] = json!("");
        for field in ["embeds", "attachments", "components"] {
            blank[field] = json!([]);
        }
        let full = data.to_string();
        let blank = blank.to_string();
        for session in self.sessions.wanting(server, intent) {
            let text = if session.intents & MESSAGE_CONTENT != 0 {
                &full
            } else {
                &blank
            };
            session.send(event, text);
        }
    }

    // --- What persons see changes without anything being made or undone: a permission is taken, a person leaves ---

    fn views(&self) -> Views {
        let seen_by = |person: Id| {
            let seen = self
                .channels
                .values()
                .filter(|channel| self.sees(person, channel));
            (person, seen.map(|channel| channel.id).collect())
        };
        self.watchers
            .iter()
            .map(|watcher| seen_by(watcher.person))
            .collect()
    }

    /// Does something that may change what persons see, and tells them.
    pub(crate) fn with_new_views(&mut self, work: impl FnOnce(&mut World)) {
        let before = self.views();
        work(self);
        for (person, now) in self.views() {
            let seen = before.get(&person).cloned().unwrap_or_default();
            let gone = seen.difference(&now).map(|id| (*id, "deleted"));
            let come = now.difference(&seen).map(|id| (*id, "created"));
            for (id, what) in gone.chain(come) {
                let Some(channel) = self.channels.get(&id) else {
                    continue;
                };
                let change = shapes::changed_channel(self, channel, what);
                self.tell(&BTreeSet::from([person]), &change);
            }
        }
    }

    /// Removes a person from a server and from its threads.
    pub(crate) fn leave(&mut self, server: Id, person: Id) {
        self.with_new_views(|world| {
            if let Some(person) = world.persons.get_mut(&person) {
                person.servers.remove(&server);
            }
            let threads = world
                .channels
                .values_mut()
                .filter(|channel| channel.server == Some(server));
            for thread in threads.filter_map(Channel::thread_mut) {
                thread.members.remove(&person);
            }
        });
        let data = json!({ "guild_id": server, "user": shapes::user(self, person) });
        self.dispatch(Some(server), GUILD_MEMBERS, "GUILD_MEMBER_REMOVE", &data);
    }

    /// Adds a person to a server; they may have been there before.
    pub(crate) fn join(&mut self, server: Id, person: Id) {
        let now_ms = self.now_ms();
        self.with_new_views(|world| {
            if let Some(person) = world.persons.get_mut(&person) {
                person.servers.insert(server, now_ms);
            }
        });
        self.member_came(server, person);
    }

    pub(crate) fn member_came(&mut self, server: Id, person: Id) {
        let mut data = shapes::member(self, server, person);
        data["guild_id"] = json!(server);
        self.dispatch(Some(server), GUILD_MEMBERS, "GUILD_MEMBER_ADD", &data);
    }
}
