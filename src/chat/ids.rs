//! Numbers of the chat as the house keeps them, and as the chat's library knows them.

use serenity::all::{
    ChannelId as Channel, GuildId, InteractionId as Interaction, MessageId as Message, UserId,
};

use crate::tables::{ChannelId, InteractionId, MessageId, PersonId, ServerId};

macro_rules! same_numbers {
    ($($ours:ident is $theirs:ident),+) => {$(
        impl From<$theirs> for $ours {
            fn from(id: $theirs) -> $ours {
                $ours(id.get().cast_signed())
            }
        }

        impl From<$ours> for $theirs {
            fn from(id: $ours) -> $theirs {
                // The library takes no 0, which is nobody's number: it becomes another that nobody has.
                $theirs::new(id.0.unsigned_abs().max(1))
            }
        }
    )+};
}

same_numbers!(PersonId is UserId, ChannelId is Channel, MessageId is Message);
same_numbers!(ServerId is GuildId, InteractionId is Interaction);
