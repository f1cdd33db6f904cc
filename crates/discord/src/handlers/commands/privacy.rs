//! `/privacy`: stored data, its export and its erasure.
//!
//! It works wherever the bot is installed, for users too.

use futures::FutureExt as _;

use super::{Command, Context, Done, Priority, reply};

pub(super) fn whole() -> Command {
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
#[expect(
    clippy::unused_async,
    reason = "the framework calls commands as futures"
)]
async fn privacy(_ctx: Context<'_>) -> Done {
    Ok(())
}

#[poise::command(slash_command, custom_data = "Priority::Look")]
async fn about(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        async { Ok(handlers.privacy.show_policy(request)) }.boxed()
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Look")]
async fn export(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        async move { Box::pin(handlers.privacy.export(request)).await }.boxed()
    })
    .await
}

#[poise::command(slash_command)]
async fn forget(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.privacy.ask_to_forget(request).boxed()
    })
    .await
}
