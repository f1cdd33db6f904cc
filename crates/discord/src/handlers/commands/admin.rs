//! `/admin`: commands for moderators. The handlers check with every command that the user is a
//! moderator.

#![expect(clippy::unused_async, reason = "poise calls all functions as futures")]

use crate::key;
use crate::wire::discord::{CreateAutocompleteResponse, PartialChannel, Role, User};

use super::game::Game;
use super::table::ResultChoice;
use super::{
    Command, CommandResult, Context, Priority, between_turns, build_matching_response,
    build_response, read_context, respond, table,
};
use crate::handlers::admin::SettingsOptions;
use lanai_host::{Authority, Award, ChannelId, PersonId};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum ModeratorChoice {
    Server,
    Channels,
    Messages,
    Members,
}

impl From<ModeratorChoice> for Authority {
    fn from(choice: ModeratorChoice) -> Authority {
        match choice {
            ModeratorChoice::Server => Authority::Server,
            ModeratorChoice::Channels => Authority::Channels,
            ModeratorChoice::Messages => Authority::Messages,
            ModeratorChoice::Members => Authority::Members,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
enum ChannelChoice {
    All,
    Named,
}

pub(super) fn build_command() -> Command {
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
// Discord shows the command to members who may manage the guild, and a guild can show it to other
// members. So the handlers check every use.
#[poise::command(slash_command, guild_only, default_member_permissions = "MANAGE_GUILD")]
async fn admin(_ctx: Context<'_>) -> CommandResult {
    Ok(())
}

#[poise::command(slash_command, guild_only)]
#[expect(
    clippy::too_many_arguments,
    reason = "the options of a command are its arguments"
)]
async fn settings(
    ctx: Context<'_>,
    moderators: Option<ModeratorChoice>,
    channels: Option<ChannelChoice>,
    threads: Option<bool>,
    #[min = 0]
    #[max = 25]
    per_person: Option<u16>,
    #[min = 0]
    #[max = 100]
    per_channel: Option<u16>,
    openers: Option<Role>,
    #[rename = "pace"]
    #[autocomplete = "table::suggest_time_controls"]
    time_control: Option<String>,
    #[rename = "quiet"]
    #[autocomplete = "between_turns::suggest_quiet_hours"]
    quiet_hours: Option<String>,
    #[autocomplete = "between_turns::suggest_zones"] zone: Option<String>,
    #[autocomplete = "suggest_languages"] language: Option<String>,
    #[rename = "every"]
    #[autocomplete = "between_turns::suggest_intervals"]
    reminder_interval: Option<String>,
    #[rename = "elsewhere"] cross_guild_play: Option<bool>,
) -> CommandResult {
    let options = SettingsOptions {
        moderators: moderators.map(Authority::from),
        only_named_channels: channels.map(|channels| channels == ChannelChoice::Named),
        allow_threads: threads,
        max_tables_per_person: per_person,
        max_tables_per_channel: per_channel,
        opener_role: openers.map(|role| role.id.into()),
        time_control,
        quiet_hours,
        zone,
        language,
        reminder_interval,
        cross_guild_play,
    };
    let (handlers, request) = read_context(ctx);
    let reply = handlers.admin.show_or_change_settings(&request, options);
    respond(ctx, &request, reply).await
}

async fn suggest_languages(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    build_matching_response(handlers.admin.suggest_languages(&request), typed)
}

#[poise::command(slash_command, guild_only)]
async fn channel(ctx: Context<'_>, channel: PartialChannel, allowed: bool) -> CommandResult {
    let channel = ChannelId(channel.id.into());
    let (handlers, request) = read_context(ctx);
    let reply = handlers.admin.allow_channel(&request, channel, allowed);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, guild_only)]
async fn options(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[autocomplete = "table::suggest_options"] options: String,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.admin.set_default_options(&request, game, &options);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, guild_only)]
async fn bar(ctx: Context<'_>, player: User, #[max_length = 200] reason: String) -> CommandResult {
    let player = PersonId(player.id.into());
    let (handlers, request) = read_context(ctx);
    let reply = handlers.admin.bar_person(&request, player, &reason);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, guild_only)]
async fn unbar(ctx: Context<'_>, player: User) -> CommandResult {
    let player = PersonId(player.id.into());
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.admin.lift_bar(&request, player)).await
}

#[poise::command(slash_command, guild_only)]
async fn close(
    ctx: Context<'_>,
    #[autocomplete = "suggest_closable"] table: String,
    #[max_length = 200] reason: String,
    result: Option<ResultChoice>,
    winner: Option<User>,
) -> CommandResult {
    let winner = winner.map(|winner| PersonId(winner.id.into()));
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        let award = match (result, winner) {
            (None | Some(ResultChoice::Without), None) => None,
            (Some(ResultChoice::Draw), None) => Some(Award::Draw),
            (None | Some(ResultChoice::Won), Some(winner)) => Some(Award::Win(winner)),
            (Some(ResultChoice::Won), None) => {
                return Ok(handlers.replies.answer(&request, key::CHAT_CLOSE_WHO, &[]));
            }
            (Some(ResultChoice::Without | ResultChoice::Draw), Some(_)) => {
                return Ok(handlers.replies.answer(&request, key::CHAT_END_WHICH, &[]));
            }
        };
        handlers
            .closing
            .close_table(&request, &table, award, &reason)
            .await
    })
    .await
}

async fn suggest_closable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    // Users who may not close tables are refused, which gives an empty list.
    let found = handlers.closing.suggest_closable(&request).await;
    build_response(handlers, &request, found, typed)
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn log(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.admin_log.show_acts(&request, None)).await
}

#[poise::command(slash_command, guild_only)]
async fn undo(ctx: Context<'_>, #[autocomplete = "suggest_undoable"] act: String) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.admin.undo_act(&request, &act)).await
}

async fn suggest_undoable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    // Users who may not undo acts are refused, which gives an empty list.
    let found = handlers.admin.suggest_undoable(&request).await;
    build_response(handlers, &request, found, typed)
}
