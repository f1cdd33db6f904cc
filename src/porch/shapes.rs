//! Things as Discord writes them, and as people see them: JSON from the world. It changes nothing.

mod application;
mod channels;
mod media;
mod messages;
mod put;
mod seen;
mod servers;
mod users;

pub(crate) use application::{FLAGS, application};
pub(crate) use channels::{channel, thread_member, webhook};
pub(crate) use media::attachment;
pub(crate) use messages::{emoji, message, message_as_sent, owners};
pub(crate) use put::put;
pub(crate) use seen::{changed_channel, seen_channel, seen_message, seen_person, seen_server};
pub(crate) use servers::{roles, server, server_with_everything};
pub(crate) use users::{member, member_without_user, own_user, user};
