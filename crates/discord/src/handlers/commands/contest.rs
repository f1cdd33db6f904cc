//! `/contest`: leagues and tournaments.

#![expect(clippy::unused_async, reason = "poise calls all functions as futures")]

use crate::key;
use crate::wire::discord::User;

use super::game::Game;
use super::{Command, CommandResult, Context, Priority, read_context, respond, table};
use crate::handlers::contests::{ContestCorrection, ContestOptions};
use crate::wire::press::ContestAction;
use lanai_host::{PairingSystem, PersonId, TimeControl};

/// A time bank of three days, to which each turn adds half a day.
const DEFAULT_TIME_CONTROL: TimeControl = TimeControl::Bank {
    start: 72 * 60 * 60,
    more: 12 * 60 * 60,
};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum SystemChoice {
    League,
    Swiss,
    Knockout,
}

impl From<SystemChoice> for PairingSystem {
    fn from(choice: SystemChoice) -> PairingSystem {
        match choice {
            SystemChoice::League => PairingSystem::League,
            SystemChoice::Swiss => PairingSystem::Swiss,
            SystemChoice::Knockout => PairingSystem::Knockout,
        }
    }
}

pub(super) fn build_command() -> Command {
    let subcommands = vec![
        open(),
        join(),
        leave(),
        start(),
        standings(),
        log(),
        correct(),
        remove(),
        annul(),
        end(),
    ];
    Command {
        subcommands,
        subcommand_required: true,
        ..contest()
    }
}

/// Does nothing by itself: Discord calls only subcommands.
#[poise::command(slash_command, guild_only)]
async fn contest(_ctx: Context<'_>) -> CommandResult {
    Ok(())
}

#[poise::command(slash_command, guild_only)]
#[expect(
    clippy::too_many_arguments,
    reason = "the options of a command are its arguments"
)]
async fn open(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[rename = "kind"] system: SystemChoice,
    #[rename = "title"]
    #[max_length = 32]
    name: String,
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
    #[min = 1]
    #[max = 12]
    rounds: Option<u32>,
    #[autocomplete = "table::suggest_options"] options: Option<String>,
    #[rename = "pace"]
    #[autocomplete = "table::suggest_time_controls"]
    time_control: Option<String>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        let defaults = handlers.table_opening.load_defaults(&request, game).await?;
        let settings = defaults.settings;
        let time_control = match &time_control {
            Some(typed) => TimeControl::parse(&handlers.replies.normalize_typed(&request, typed)),
            None if settings.time_control == TimeControl::None => Some(DEFAULT_TIME_CONTROL),
            None => Some(settings.time_control),
        };
        let Some(time_control) = time_control else {
            return Ok(handlers.replies.answer(&request, key::CHAT_NO_PACE, &[]));
        };
        if time_control == TimeControl::None {
            return Ok(handlers
                .replies
                .answer(&request, key::CHAT_CONTEST_PACE, &[]));
        }
        let options = ContestOptions {
            name,
            title: game,
            system: system.into(),
            seats,
            rounds,
            options: options.unwrap_or(defaults.options),
            time_control,
        };
        handlers.contests.open_contest(&request, options).await
    })
    .await
}

async fn act_on_contest(ctx: Context<'_>, action: ContestAction) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.contests.act_on_contest(&request, None, action);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, guild_only)]
async fn join(ctx: Context<'_>) -> CommandResult {
    act_on_contest(ctx, ContestAction::Join).await
}

#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Context<'_>) -> CommandResult {
    act_on_contest(ctx, ContestAction::Leave).await
}

#[poise::command(slash_command, guild_only)]
async fn start(ctx: Context<'_>) -> CommandResult {
    act_on_contest(ctx, ContestAction::Begin).await
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn standings(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.contests.show_standings(&request)).await
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn log(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.contests.show_log(&request, None)).await
}

#[poise::command(slash_command, guild_only)]
async fn correct(
    ctx: Context<'_>,
    player: User,
    #[min = -240]
    #[max = 240]
    points: i64,
    #[max_length = 200] reason: String,
) -> CommandResult {
    let correction = ContestCorrection::Points(PersonId(player.id.into()), points);
    apply_correction(ctx, correction, reason).await
}

#[poise::command(slash_command, guild_only)]
async fn remove(
    ctx: Context<'_>,
    player: User,
    #[max_length = 200] reason: String,
) -> CommandResult {
    let correction = ContestCorrection::Remove(PersonId(player.id.into()));
    apply_correction(ctx, correction, reason).await
}

#[poise::command(slash_command, guild_only)]
async fn annul(
    ctx: Context<'_>,
    #[min = 1] table: i64,
    #[max_length = 200] reason: String,
) -> CommandResult {
    apply_correction(ctx, ContestCorrection::Annul(table), reason).await
}

#[poise::command(slash_command, guild_only)]
async fn end(ctx: Context<'_>, #[max_length = 200] reason: String) -> CommandResult {
    apply_correction(ctx, ContestCorrection::End, reason).await
}

async fn apply_correction(
    ctx: Context<'_>,
    correction: ContestCorrection,
    reason: String,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers
        .contests
        .apply_correction(&request, correction, &reason);
    respond(ctx, &request, reply).await
}
