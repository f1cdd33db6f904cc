//! The library's types that the layers above receive from the gateway, or pass on unchanged.
//!
//! Requests are not built from them there: [`crate::wire::port`] and [`crate::wire::responder`]
//! send what is sent.

pub(crate) use serenity::all::{
    ApplicationFlags, AutocompleteChoice, Cache, ChannelType, CommandDataOption,
    CommandDataOptionValue, ComponentInteraction, ComponentInteractionDataKind,
    CreateAutocompleteResponse, CreateInteractionResponse, Guild, Http, InstallationContext,
    Interaction, ModalInteraction, PartialChannel, Permissions, Ready, Role, UnavailableGuild,
    User,
};
