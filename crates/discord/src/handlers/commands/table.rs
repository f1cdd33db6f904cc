//! `/table`: commands that manage a table, as opposed to commands that play.

#![expect(clippy::unused_async, reason = "poise calls all functions as futures")]

use crate::key;
use crate::wire::discord::{CreateAutocompleteResponse, Role, User};

use super::game::Game;
use super::{
    Command, CommandResult, Context, Priority, build_matching_response, build_response,
    find_typed_option, read_context, respond, respond_at_table,
};
use crate::cards::table::DisplayOptions;
use crate::handlers::lobby::complete_options;
use lanai_host::{
    Award, Invitee, NewGame, PersonId, PolicyKind, Successor, TableSettings, Terms, TimeControl,
    TimeoutPolicy,
};
use lanai_rules::Title;

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum TimeoutChoice {
    Word,
    Turn,
    Seat,
}

impl From<TimeoutChoice> for TimeoutPolicy {
    fn from(choice: TimeoutChoice) -> TimeoutPolicy {
        match choice {
            TimeoutChoice::Word => TimeoutPolicy::Announce,
            TimeoutChoice::Turn => TimeoutPolicy::PlayTurn,
            TimeoutChoice::Seat => TimeoutPolicy::PlaySeat,
        }
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum ResultChoice {
    Without,
    Draw,
    Won,
}

/// Returns the proposal of how the game ends, or `None` if the options contradict each other.
fn proposed_end(
    result: Option<ResultChoice>,
    winner: Option<PersonId>,
    me: PersonId,
) -> Option<Terms> {
    match (result, winner) {
        (None | Some(ResultChoice::Without), None) => Some(Terms::End),
        (Some(ResultChoice::Draw), None) => Some(Terms::Award(Award::Draw)),
        (Some(ResultChoice::Won), None) => Some(Terms::Award(Award::Win(me))),
        (None, Some(winner)) => Some(Terms::Award(Award::Win(winner))),
        (Some(ResultChoice::Won), Some(winner)) if winner == me => {
            Some(Terms::Award(Award::Win(me)))
        }
        (Some(_), Some(_)) => None,
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum LevelChoice {
    Keiki,
    Makua,
    Kupuna,
}

impl From<LevelChoice> for PolicyKind {
    fn from(choice: LevelChoice) -> PolicyKind {
        match choice {
            LevelChoice::Keiki => PolicyKind::Keiki,
            LevelChoice::Makua => PolicyKind::Makua,
            LevelChoice::Kupuna => PolicyKind::Kupuna,
        }
    }
}

pub(super) fn build_command() -> Command {
    let subcommands = vec![
        open(),
        invite(),
        join(),
        leave(),
        start(),
        show(),
        list(),
        undo(),
        resign(),
        record(),
        pause(),
        resume(),
        end(),
        back(),
        replace(),
        replay(),
        watchers(),
        hints(),
        move_table(),
    ];
    Command {
        subcommands,
        subcommand_required: true,
        ..table()
    }
}

// Discord calls only subcommands. Direct messages are allowed because tables between guilds are
// played there.
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn table(_ctx: Context<'_>) -> CommandResult {
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
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
    #[min = 0]
    #[max = 4]
    computers: Option<u8>,
    level: Option<LevelChoice>,
    #[autocomplete = "suggest_options"] options: Option<String>,
    #[rename = "pace"]
    #[autocomplete = "suggest_time_controls"]
    time_control: Option<String>,
    #[rename = "late"] timeout_policy: Option<TimeoutChoice>,
    rated: Option<bool>,
    private: Option<bool>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        let defaults = handlers.table_opening.load_defaults(&request, game).await?;
        let time_control = match time_control {
            Some(typed) => TimeControl::parse(&handlers.replies.normalize_typed(&request, &typed)),
            None => Some(defaults.settings.time_control),
        };
        let Some(time_control) = time_control else {
            return Ok(handlers.replies.answer(&request, key::CHAT_NO_PACE, &[]));
        };
        if time_control == TimeControl::None && timeout_policy.is_some() {
            return Ok(handlers
                .replies
                .answer(&request, key::CHAT_LATE_WITHOUT_PACE, &[]));
        }
        let rated = rated.unwrap_or_default();
        let private = private.unwrap_or_default();
        if rated && private {
            return Ok(handlers
                .replies
                .answer(&request, key::CHAT_PRIVATE_RATED, &[]));
        }
        let mut settings = if private {
            TableSettings::private()
        } else {
            TableSettings::default()
        };
        settings.time_control = time_control;
        settings.timeout_policy = timeout_policy.map(TimeoutPolicy::from).unwrap_or_default();
        settings.rated = rated;
        let new = NewGame {
            seat_count: seats,
            computers: vec![
                level.map(PolicyKind::from).unwrap_or_default();
                computers.unwrap_or(0).into()
            ],
            options: options.unwrap_or_else(|| defaults.options.clone()),
            settings,
            ..defaults
        };
        handlers.lobby.open_and_announce(&request, new).await
    })
    .await
}

pub(super) async fn suggest_time_controls(
    ctx: Context<'_>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let usual = [
        "none",
        "2 m",
        "5 m",
        "30m+1m",
        "12h",
        "24h",
        "3 days",
        "7 days",
        "48h+8h",
        "72h+12h",
        "10 days+1 day",
    ];
    let reminders = &handlers.reminders;
    build_matching_response(reminders.suggest_time_controls(&request, &usual, typed), "")
}

pub(super) async fn suggest_options(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let title = find_typed_option(ctx, "game")
        .and_then(|game| Game::parse(&game))
        .unwrap_or(Title::ALL[0]);
    let (handlers, request) = read_context(ctx);
    let words = handlers.replies.words(&request);
    build_matching_response(complete_options(words, title, typed), "")
}

#[poise::command(slash_command, guild_only)]
async fn invite(ctx: Context<'_>, player: Option<User>, role: Option<Role>) -> CommandResult {
    let player = player
        .filter(|player| !player.bot)
        .map(|player| Invitee::Person(PersonId(player.id.into())));
    let invitee = player.or_else(|| role.map(|role| Invitee::Role(role.id.into())));
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        match invitee {
            Some(invitee) => handlers.invitations.invite(&request, invitee).await,
            None => Ok(handlers
                .replies
                .answer(&request, key::CHAT_INVITE_WHOM, &[])),
        }
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn join(ctx: Context<'_>, #[max_length = 40] word: Option<String>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.lobby.join(&request, word.as_deref());
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn leave(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.lobby.leave(&request)).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn start(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.lobby.start_game(&request, None)).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn show(ctx: Context<'_>, text: Option<bool>, contrast: Option<bool>) -> CommandResult {
    let display = DisplayOptions::from_options(text, contrast);
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.lobby.show_table(&request, table, display)
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn list(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.lobby.list_tables(&request)).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn undo(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.play.take_back(&request, table, None)
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn resign(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.lobby.confirm_resignation(&request)).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn record(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.lobby.send_record(&request, table)
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn pause(ctx: Context<'_>, time: Option<String>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.agreements.propose_pause(&request, time.as_deref());
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn resume(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.agreements.propose(&request, Terms::Resume);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn end(
    ctx: Context<'_>,
    result: Option<ResultChoice>,
    winner: Option<User>,
) -> CommandResult {
    let winner = winner.map(|winner| PersonId(winner.id.into()));
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        match proposed_end(result, winner, request.actor.person) {
            Some(terms) => handlers.agreements.propose(&request, terms).await,
            None => Ok(handlers.replies.answer(&request, key::CHAT_END_WHICH, &[])),
        }
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn back(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.reminders.come_back(&request, table)
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn replace(
    ctx: Context<'_>,
    #[rename = "who"] player: Option<User>,
    #[rename = "by"] successor: Option<User>,
) -> CommandResult {
    let player = player.map(|user| PersonId(user.id.into()));
    let successor = successor.filter(|user| !user.bot).map(|user| {
        let name = user.global_name.as_ref().unwrap_or(&user.name);
        Successor {
            person: PersonId(user.id.into()),
            name: name.clone(),
        }
    });
    let (handlers, request) = read_context(ctx);
    let reply = handlers
        .reminders
        .replace_player(&request, player, successor);
    respond(ctx, &request, reply).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn replay(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.lookback.show_replay(&request, table, None)
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn watchers(ctx: Context<'_>, open: bool) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.watching.allow_watchers(&request, open);
    respond(ctx, &request, reply).await
}

#[poise::command(slash_command, guild_only)]
async fn hints(ctx: Context<'_>, allowed: bool) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.hints.allow_hints(&request, allowed)).await
}

#[poise::command(slash_command, guild_only, rename = "move")]
async fn move_table(
    ctx: Context<'_>,
    #[autocomplete = "suggest_movable"] table: String,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.relocation.move_here(&request, &table);
    respond(ctx, &request, reply).await
}

async fn suggest_movable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let found = handlers.relocation.suggest_movable(&request).await;
    build_response(handlers, &request, found, typed)
}
