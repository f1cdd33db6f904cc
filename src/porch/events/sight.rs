//! What persons see may change without anything being made or undone: a permission is taken, somebody leaves a server.
//! Those who watch hear of it as of channels that come and go; the bot hears what it would of Discord.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::GUILD_MEMBERS;
use crate::ids::Id;
use crate::shapes;
use crate::world::{Channel, World};

/// Which channels each person who watches sees.
type Views = BTreeMap<Id, BTreeSet<Id>>;

impl World {
    fn views(&self) -> Views {
        let seen_by = |person: Id| {
            let seen = self.channels.values().filter(|channel| self.sees(person, channel));
            (person, seen.map(|channel| channel.id).collect())
        };
        self.watchers.iter().map(|watcher| seen_by(watcher.person)).collect()
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
                let Some(channel) = self.channels.get(&id) else { continue };
                let change = shapes::changed_channel(self, channel, what);
                self.tell(&BTreeSet::from([person]), &change);
            }
        }
    }

    /// Somebody leaves a server, and with it its threads.
    pub(crate) fn leave(&mut self, server: Id, person: Id) {
        self.with_new_views(|world| {
            world.persons.change(&person, |person| {
                person.servers.remove(&server);
            });
            let threads = world.channels.values_mut().filter(|channel| channel.server == Some(server));
            for thread in threads.filter_map(Channel::thread_mut) {
                thread.members.remove(&person);
            }
        });
        let data = json!({ "guild_id": server, "user": shapes::user(self, person) });
        self.dispatch(Some(server), GUILD_MEMBERS, "GUILD_MEMBER_REMOVE", &data);
    }

    /// Somebody comes to a server, perhaps not for the first time.
    pub(crate) fn join(&mut self, server: Id, person: Id) {
        let now_ms = self.now_ms();
        self.with_new_views(|world| {
            world.persons.change(&person, |person| {
                person.servers.insert(server, now_ms);
            });
        });
        self.member_came(server, person);
    }

    /// The bot hears of somebody new on a server.
    pub(crate) fn member_came(&mut self, server: Id, person: Id) {
        let mut data = shapes::member(self, server, person);
        data["guild_id"] = json!(server);
        self.dispatch(Some(server), GUILD_MEMBERS, "GUILD_MEMBER_ADD", &data);
    }
}
