//! `/admin`: commands for moderators. The handler checks with every command that the user is one.

use futures::FutureExt as _;
use serenity::all::{CreateAutocompleteResponse, PartialChannel, Role, User};

use super::game::Game;
use super::table::EndsAs;
use super::{Command, Context, Done, Priority, at, days, narrowed, reply, suggested, table};
use crate::handlers::admin::SettingsWish;
use lanai_host::{Authority, Award, ChannelId, PersonId};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum By {
    Server,
    Channels,
    Messages,
    Members,
}

impl From<By> for Authority {
    fn from(by: By) -> Authority {
        match by {
            By::Server => Authority::Server,
            By::Channels => Authority::Channels,
            By::Messages => Authority::Messages,
            By::Members => Authority::Members,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
enum Where {
    All,
    Named,
}

pub(super) fn whole() -> Command {
    let subcommands = vec![
        settings(),
        channel(),
        options(),
        bar(),
        unbar(),
        close(),
        log(),
        undo(),
    ];
    Command {
        subcommands,
        subcommand_required: true,
        ..admin()
    }
}

/// Does nothing by itself: Discord calls only subcommands.
// Discord shows it to members who may manage the guild; its owner can show it to others. The
// handler checks every use.
#[poise::command(slash_command, guild_only, default_member_permissions = "MANAGE_GUILD")]
#[expect(
    clippy::unused_async,
    reason = "the framework calls commands as futures"
)]
async fn admin(_ctx: Context<'_>) -> Done {
    Ok(())
}

#[poise::command(slash_command, guild_only)]
#[expect(
    clippy::too_many_arguments,
    reason = "the options of a command are its arguments"
)]
async fn settings(
    ctx: Context<'_>,
    moderators: Option<By>,
    channels: Option<Where>,
    threads: Option<bool>,
    #[min = 0]
    #[max = 25]
    per_person: Option<u16>,
    #[min = 0]
    #[max = 100]
    per_channel: Option<u16>,
    openers: Option<Role>,
    #[autocomplete = "table::paces"] pace: Option<String>,
    #[autocomplete = "days::hours"] quiet: Option<String>,
    #[autocomplete = "days::zones"] zone: Option<String>,
    #[autocomplete = "languages"] language: Option<String>,
    #[autocomplete = "days::everies"] every: Option<String>,
    elsewhere: Option<bool>,
) -> Done {
    let wish = SettingsWish {
        moderators: moderators.map(Authority::from),
        only_named: channels.map(|channels| channels == Where::Named),
        threads,
        per_person,
        per_channel,
        openers: openers.map(|role| role.id.into()),
        pace,
        quiet,
        zone,
        language,
        every,
        elsewhere,
    };
    reply(ctx, |handlers, request| {
        async move { handlers.admin.show_or_choose(request, wish).await }.boxed()
    })
    .await
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
async fn languages(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    narrowed(handlers.admin.languages(&request), typed)
}

#[poise::command(slash_command, guild_only)]
async fn channel(ctx: Context<'_>, channel: PartialChannel, allowed: bool) -> Done {
    let channel = ChannelId(channel.id.into());
    reply(ctx, move |handlers, request| {
        handlers
            .admin
            .allow_channel(request, channel, allowed)
            .boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn options(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[autocomplete = "table::option_words"] options: String,
) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.admin.choose_options(request, game, &options).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn bar(ctx: Context<'_>, player: User, #[max_length = 200] reason: String) -> Done {
    let player = PersonId(player.id.into());
    reply(ctx, move |handlers, request| {
        async move { handlers.admin.bar(request, player, &reason).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn unbar(ctx: Context<'_>, player: User) -> Done {
    let player = PersonId(player.id.into());
    reply(ctx, move |handlers, request| {
        handlers.admin.unbar(request, player).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn close(
    ctx: Context<'_>,
    #[autocomplete = "closable"] table: String,
    #[max_length = 200] reason: String,
    result: Option<EndsAs>,
    winner: Option<User>,
) -> Done {
    let winner = winner.map(|winner| PersonId(winner.id.into()));
    reply(ctx, move |handlers, request| {
        async move {
            let award = match (result, winner) {
                (None | Some(EndsAs::Without), None) => None,
                (Some(EndsAs::Draw), None) => Some(Award::Draw),
                (None | Some(EndsAs::Won), Some(winner)) => Some(Award::Win(winner)),
                (Some(EndsAs::Won), None) => {
                    return Ok(handlers.replies.answer(request, "chat-close-who", &[]));
                }
                (Some(EndsAs::Without | EndsAs::Draw), Some(_)) => {
                    return Ok(handlers.replies.answer(request, "chat-end-which", &[]));
                }
            };
            handlers
                .closing
                .close(request, &table, award, &reason)
                .await
        }
        .boxed()
    })
    .await
}

async fn closable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    // Other users get no suggestions.
    suggested(
        handlers,
        &request,
        handlers.closing.list_closable(&request).await,
        typed,
    )
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn log(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.admin_log.show(request, None).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn undo(ctx: Context<'_>, #[autocomplete = "undoable"] act: String) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.admin.undo(request, &act).await }.boxed()
    })
    .await
}

async fn undoable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    // Other users get no suggestions.
    suggested(
        handlers,
        &request,
        handlers.admin.list_undoable(&request).await,
        typed,
    )
}
