//! `/privacy`: stored data, its export and its erasure.
//!
//! The command works wherever the bot is installed, even if only a single user installed it.

#![expect(clippy::unused_async, reason = "poise calls all functions as futures")]

use super::{Command, CommandResult, Context, Priority, read_context, respond};

pub(super) fn build_command() -> Command {
    let subcommands = vec![about(), export(), forget()];
    Command {
        subcommands,
        subcommand_required: true,
        ..privacy()
    }
}

/// Does nothing by itself: Discord calls only subcommands.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn privacy(_ctx: Context<'_>) -> CommandResult {
    Ok(())
}

#[poise::command(slash_command, custom_data = "Priority::Read")]
async fn about(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        Ok(handlers.privacy.show_policy(&request))
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Read")]
async fn export(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.privacy.export(&request)).await
}

#[poise::command(slash_command)]
async fn forget(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.privacy.confirm_erasure(&request)).await
}
