//! `/privacy`: what is kept of somebody, all of it as a file, and being forgotten. It works wherever somebody has the bot,
//! for themselves alone too.

use futures::FutureExt as _;

use super::{Command, Context, Done, Priority, reply};

/// `/privacy` with its parts.
pub(super) fn whole() -> Command {
    let subcommands = vec![about(), export(), forget()];
    Command {
        subcommands,
        subcommand_required: true,
        ..privacy()
    }
}

/// By itself it does nothing.
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
