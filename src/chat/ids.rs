//! Numbers of the chat as the house keeps them, and as the chat's library knows them.

use serenity::all::{
    ChannelId as Channel, GuildId, InteractionId as Interaction, MessageId as Message, UserId,
};

use crate::tables::{ChannelId, InteractionId, MessageId, PersonId, ServerId};

impl From<UserId> for PersonId {
    fn from(user: UserId) -> PersonId {
        PersonId(user.get().cast_signed())
    }
}

impl From<PersonId> for UserId {
    fn from(person: PersonId) -> UserId {
        UserId::new(positive(person.0))
    }
}

impl From<Channel> for ChannelId {
    fn from(channel: Channel) -> ChannelId {
        ChannelId(channel.get().cast_signed())
    }
}

impl From<ChannelId> for Channel {
    fn from(channel: ChannelId) -> Channel {
        Channel::new(positive(channel.0))
    }
}

impl From<Message> for MessageId {
    fn from(message: Message) -> MessageId {
        MessageId(message.get().cast_signed())
    }
}

impl From<MessageId> for Message {
    fn from(message: MessageId) -> Message {
        Message::new(positive(message.0))
    }
}

impl From<GuildId> for ServerId {
    fn from(guild: GuildId) -> ServerId {
        ServerId(guild.get().cast_signed())
    }
}

impl From<ServerId> for GuildId {
    fn from(server: ServerId) -> GuildId {
        GuildId::new(positive(server.0))
    }
}

impl From<Interaction> for InteractionId {
    fn from(interaction: Interaction) -> InteractionId {
        InteractionId(interaction.get().cast_signed())
    }
}

/// The library takes no 0, which is nobody's number: it becomes another that nobody has.
fn positive(number: i64) -> u64 {
    number.unsigned_abs().max(1)
}
