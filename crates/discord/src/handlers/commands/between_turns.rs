//! Commands between turns: reminders, extensions, notes, premoves, recaps, watching, and `/mine`.

#![expect(clippy::unused_async, reason = "poise calls all functions as futures")]

use crate::key;
use crate::wire::discord::CreateAutocompleteResponse;
use lanai_panel::Suggestion;

use super::{
    Command, CommandResult, Context, Priority, build_matching_response, build_response,
    read_context, respond, respond_at_table,
};
use crate::handlers::premoves::PremoveOptions;
use crate::handlers::reminders::{ReminderOptions, ReminderScope, TURN_EXTENSIONS};
use lanai_host::{PremoveCondition, find_zones};

pub(super) fn build_commands() -> Vec<Command> {
    vec![
        remind(),
        snooze(),
        note(),
        ahead(),
        recap(),
        watch(),
        unwatch(),
        mine(),
    ]
}

#[expect(
    clippy::too_many_arguments,
    reason = "each is an option of the command"
)]
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn remind(
    ctx: Context<'_>,
    #[rename = "every"]
    #[autocomplete = "suggest_intervals"]
    interval: Option<String>,
    #[autocomplete = "suggest_zones"] zone: Option<String>,
    #[rename = "quiet"]
    #[autocomplete = "suggest_quiet_hours"]
    quiet_hours: Option<String>,
    #[rename = "direct"] direct_messages: Option<bool>,
    #[rename = "next"] notify_when_next: Option<bool>,
    #[rename = "away"] away_until: Option<String>,
    #[rename = "text"] prefer_text: Option<bool>,
    invitations: Option<bool>,
    #[rename = "elsewhere"] cross_guild_play: Option<bool>,
    #[rename = "whose"] scope: Option<ReminderScope>,
) -> CommandResult {
    let options = ReminderOptions {
        interval,
        zone,
        quiet_hours,
        direct_messages,
        notify_when_next,
        away_until,
        prefer_text,
        invitations,
        cross_guild_play,
        scope: scope.unwrap_or_default(),
    };
    let (handlers, request) = read_context(ctx);
    let reply = handlers.reminders.change_reminders(&request, options);
    respond(ctx, &request, reply).await
}

pub(super) async fn suggest_intervals(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let usual = [
        "4h", "8h", "12h", "24h", "2 days", "3 days", "7 days", "never",
    ];
    let reminders = &handlers.reminders;
    build_matching_response(reminders.suggest_intervals(&request, &usual, typed), "")
}

pub(super) async fn suggest_zones(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let zones = find_zones(typed)
        .into_iter()
        .map(|zone| Suggestion::new(zone.clone(), zone));
    build_matching_response(zones.collect(), "")
}

pub(super) async fn suggest_quiet_hours(
    ctx: Context<'_>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let mut suggestions: Vec<Suggestion> = [typed.trim(), "22-8", "23-7", "21:30-6:30"]
        .into_iter()
        .filter(|hours| !hours.is_empty())
        .map(|hours| Suggestion::new(hours.to_owned(), hours))
        .collect();
    let off = handlers
        .replies
        .words(&request)
        .say(key::CHAT_QUIET_OFF, &[]);
    suggestions.push(Suggestion::new(off, "off"));
    build_matching_response(suggestions, typed)
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn note(
    ctx: Context<'_>,
    #[max_length = 500] text: Option<String>,
    clear: Option<bool>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers
            .notes
            .show_or_change(&request, table, text.as_deref(), clear == Some(true))
    })
    .await
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum ConditionChoice {
    Same,
    #[name = "unpassed"]
    NotOvertaken,
    Whatever,
}

impl From<ConditionChoice> for PremoveCondition {
    fn from(choice: ConditionChoice) -> PremoveCondition {
        match choice {
            ConditionChoice::Same => PremoveCondition::Same,
            ConditionChoice::NotOvertaken => PremoveCondition::NotOvertaken,
            ConditionChoice::Whatever => PremoveCondition::Whatever,
        }
    }
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn ahead(
    ctx: Context<'_>,
    #[max_length = 200] turn: Option<String>,
    #[rename = "otherwise"]
    #[max_length = 200]
    fallback: Option<String>,
    condition: Option<ConditionChoice>,
    forget: Option<bool>,
) -> CommandResult {
    let options = PremoveOptions {
        turn,
        fallback,
        condition: condition.map(PremoveCondition::from),
        discard: forget == Some(true),
    };
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.premoves.change_premove(&request, table, options)
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn snooze(
    ctx: Context<'_>,
    #[autocomplete = "suggest_extensions"] until: String,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers
            .reminders
            .extend_turn(&request, table, Some(&until))
    })
    .await
}

async fn suggest_extensions(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let words = handlers.replies.words(&request);
    let extensions =
        TURN_EXTENSIONS.map(|(value, key)| Suggestion::new(words.say(key, &[]), value));
    build_matching_response(extensions.to_vec(), typed)
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn recap(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.lookback.show_recap(&request, table)
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn watch(
    ctx: Context<'_>,
    #[autocomplete = "suggest_tables"] table: String,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.watching.watch_table(&request, &table);
    respond(ctx, &request, reply).await
}

async fn suggest_tables(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let found = handlers.watching.suggest_watchable(&request).await;
    build_response(handlers, &request, found, typed)
}

#[poise::command(slash_command, guild_only)]
async fn unwatch(
    ctx: Context<'_>,
    #[autocomplete = "suggest_watched"] table: Option<String>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.watching.stop_watching(&request, table.as_deref());
    respond(ctx, &request, reply).await
}

async fn suggest_watched(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let found = handlers.watching.suggest_watched(&request).await;
    build_response(handlers, &request, found, typed)
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn mine(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.watching.show_own_tables(&request)).await
}
