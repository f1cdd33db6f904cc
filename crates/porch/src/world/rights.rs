//! Who is on which server, and who may do what in which channel: the bot and the persons. It tells and keeps; it refuses
//! nothing.

use super::channel::{Channel, ChannelKind};
use super::state::{Server, World};
use crate::ids::Id;
use crate::permissions::{self, ADMINISTRATOR, MANAGE_THREADS, Permissions, VIEW_CHANNEL};

impl World {
    /// The first person owns every server.
    pub(crate) fn owner(&self) -> Id {
        self.persons.keys().next().copied().unwrap_or(self.bot)
    }

    /// The server of a channel, which one with a single person has not.
    pub(crate) fn server_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel)?.server
    }

    pub(crate) fn has_bot(&self, server: Id) -> bool {
        self.servers
            .get(&server)
            .is_some_and(|server| server.has_bot)
    }

    pub(crate) fn is_member(&self, server: Id, user: Id) -> bool {
        match self.persons.get(&user) {
            Some(person) => person.servers.contains_key(&server),
            None => user == self.bot && self.has_bot(server),
        }
    }

    pub(crate) fn members(&self, server: Id) -> impl Iterator<Item = Id> {
        self.persons
            .keys()
            .copied()
            .chain([self.bot])
            .filter(move |user| self.is_member(server, *user))
    }

    pub(crate) fn members_named(&self, server: Id, query: &str) -> impl Iterator<Item = Id> {
        let query = query.to_lowercase();
        self.members(server)
            .filter(move |id| self.name_of(*id).to_lowercase().starts_with(&query))
    }

    pub(crate) fn meets(&self, person: Id) -> bool {
        self.servers
            .keys()
            .any(|server| self.has_bot(*server) && self.is_member(*server, person))
    }

    pub(crate) fn has_installed(&self, person: Id) -> bool {
        self.persons
            .get(&person)
            .is_some_and(|person| person.installed)
    }

    /// The role that somebody has on a server, beside the one of everybody.
    pub(crate) fn role_of(&self, server: Id, user: Id) -> Option<Id> {
        if !self.is_member(server, user) {
            return None;
        }
        let server = self.servers.get(&server)?;
        match self.persons.get(&user) {
            Some(person) => server.roles.get(&person.permissions).copied(),
            None => Some(server.bot_role),
        }
    }

    /// Makes the role of those who may do this, where there is none yet. Whoever knows the roles finds what a person may.
    pub(crate) fn give_role(&mut self, server: Id, permissions: Permissions) {
        let id = self.ids.next();
        if let Some(server) = self.servers.get_mut(&server) {
            server.roles.entry(permissions).or_insert(id);
        }
    }

    /// What is taken from somebody in a channel. A thread is as its channel.
    fn denied(&self, channel: &Channel, user: Id) -> Permissions {
        let parent = channel
            .parent()
            .and_then(|parent| self.channels.get(&parent));
        channel.denied_to(user) | parent.map_or(0, |parent| parent.denied_to(user))
    }

    pub(crate) fn role_of_bot(&self, server: &Server) -> Permissions {
        let given = self.settings.permissions & !server.denied;
        if given & ADMINISTRATOR == 0 {
            given
        } else {
            permissions::all()
        }
    }

    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let denied = self.denied(channel, self.bot);
        match channel.server.and_then(|server| self.servers.get(&server)) {
            None => permissions::BOT_IN_A_DM & !denied,
            Some(server) if server.has_bot => self.role_of_bot(server) & !denied,
            Some(_) => 0,
        }
    }

    /// What an interaction tells the bot of its permissions. Where it is not, it answers by leave of whoever asked.
    pub(crate) fn app_permissions(&self, channel: &Channel, person: Id) -> Permissions {
        match channel.server {
            None => permissions::APP_IN_A_DM & !self.denied(channel, self.bot),
            Some(server) if self.has_bot(server) => self.bot_permissions(channel),
            Some(_) => permissions::APP_IN_A_DM & self.may(person, channel),
        }
    }

    pub(crate) fn may(&self, person: Id, channel: &Channel) -> Permissions {
        let Some(found) = self.persons.get(&person) else {
            return 0;
        };
        match channel.server {
            None => found.permissions,
            Some(server) if !self.is_member(server, person) => 0,
            Some(_) if person == self.owner() || found.permissions & ADMINISTRATOR != 0 => {
                permissions::all()
            }
            Some(_) => found.permissions & !self.denied(channel, person),
        }
    }

    /// Whether a person sees what is said in a channel to everybody.
    pub(crate) fn sees(&self, person: Id, channel: &Channel) -> bool {
        let may = self.may(person, channel);
        match &channel.kind {
            ChannelKind::Dm(whose) => *whose == person,
            ChannelKind::Text | ChannelKind::Announcement => may & VIEW_CHANNEL != 0,
            ChannelKind::Thread(thread) => {
                let asked_in = !thread.private
                    || thread.members.contains(&person)
                    || may & MANAGE_THREADS != 0;
                may & VIEW_CHANNEL != 0 && asked_in
            }
        }
    }
}
