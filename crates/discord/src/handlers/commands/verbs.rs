//! Commands that play a turn, one for each verb of the games, and commands that help to decide it.
//!
//! A command is parsed like the line that a player would type at the terminal: the game of the
//! channel decides its meaning, and defaults fill what is left out. The commands also work in
//! direct messages, where lessons take place.

use crate::wire::discord::{CreateAutocompleteResponse, User};
use lanai_panel::ActionOption;

use super::{
    Command, CommandResult, Context, Priority, build_response, find_typed_option, read_context,
    respond, respond_at_table,
};
use crate::cards::table::DisplayOptions;
use lanai_host::PersonId;

pub(super) fn build_commands() -> Vec<Command> {
    vec![
        turn(),
        r#move(),
        buy(),
        fish(),
        sail(),
        wait(),
        pass(),
        place(),
        take(),
        boat(),
        choose(),
        hint(),
        review(),
        realm(),
    ]
}

/// Joins the words that are not empty, and plays the line at the table of the channel.
async fn play_line(ctx: Context<'_>, words: &[&str]) -> CommandResult {
    let line = words
        .iter()
        .filter(|word| !word.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ");
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.play.play_line(&request, &line)).await
}

/// Returns the keyword and the value, or an empty text if there is no value.
fn with_keyword(keyword: &str, value: Option<&str>) -> String {
    value
        .map(|value| format!("{keyword} {value}"))
        .unwrap_or_default()
}

/// Suggests values for the focused option, given the options before it.
async fn suggest_values(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let command = &ctx.interaction.data;
    let option = command.autocomplete().map_or("", |option| option.name);
    let wanted = match (command.name.as_str(), option) {
        (_, "to") => ActionOption::MoveTo,
        ("take", "what") => ActionOption::Take,
        (_, "what") => ActionOption::BuyWhat,
        (_, "price") => ActionOption::BuyPrice,
        (_, "pay") => ActionOption::Pay,
        (_, "village") => ActionOption::Village,
        (_, "tokens") => ActionOption::Fish,
        (_, "dock") => ActionOption::Dock,
        (_, "space") => ActionOption::Space,
        (_, "disc") => ActionOption::Disc,
        _ => ActionOption::Beach,
    };
    let before = ["to", "what", "price", "double", "tokens", "dock", "disc"];
    let before: Vec<String> = before
        .into_iter()
        .take_while(|name| *name != option)
        .filter_map(|name| find_typed_option(ctx, name))
        .collect();
    let mut line = String::new();
    if !before.is_empty() {
        line = format!("{} {}", command.name, before.join(" "));
        // The line needs a beach to be complete. Any beach will do, because the suggestions
        // replace it.
        if wanted == ActionOption::Beach {
            line.push_str(" 1");
        }
    }
    let (handlers, request) = read_context(ctx);
    let found = handlers.play.suggest_values(&request, &line, wanted).await;
    build_response(handlers, &request, found, typed)
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn turn(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.play.open_any_panel(&request)).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn r#move(
    ctx: Context<'_>,
    #[rename = "to"]
    #[autocomplete = "suggest_values"]
    destination: String,
    #[autocomplete = "suggest_values"] pay: Option<String>,
) -> CommandResult {
    // In Haleakala the shaman may also stay, which is a verb of its own at the terminal.
    let verb = if destination.trim().eq_ignore_ascii_case("stay") {
        ""
    } else {
        "move"
    };
    play_line(
        ctx,
        &[verb, &destination, &with_keyword("pay", pay.as_deref())],
    )
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn buy(
    ctx: Context<'_>,
    #[rename = "what"]
    #[autocomplete = "suggest_values"]
    piece: String,
    #[autocomplete = "suggest_values"] price: Option<String>,
    double: Option<bool>,
    #[autocomplete = "suggest_values"] pay: Option<String>,
    #[autocomplete = "suggest_values"] village: Option<u8>,
) -> CommandResult {
    let double = if double == Some(true) { "double" } else { "" };
    let village = village.map(|village| village.to_string());
    let pay = with_keyword("pay", pay.as_deref());
    let village = with_keyword("village", village.as_deref());
    play_line(
        ctx,
        &[
            "buy",
            &piece,
            &price.unwrap_or_default(),
            double,
            &pay,
            &village,
        ],
    )
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn fish(
    ctx: Context<'_>,
    #[autocomplete = "suggest_values"] tokens: String,
    #[autocomplete = "suggest_values"] pay: Option<String>,
) -> CommandResult {
    play_line(
        ctx,
        &["fish", &tokens, &with_keyword("pay", pay.as_deref())],
    )
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn sail(
    ctx: Context<'_>,
    #[autocomplete = "suggest_values"] dock: u8,
    #[autocomplete = "suggest_values"] pay: Option<String>,
    #[autocomplete = "suggest_values"] village: Option<u8>,
) -> CommandResult {
    let village = village.map(|village| village.to_string());
    let pay = with_keyword("pay", pay.as_deref());
    let village = with_keyword("village", village.as_deref());
    play_line(ctx, &["sail", &dock.to_string(), &pay, &village]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn wait(ctx: Context<'_>) -> CommandResult {
    play_line(ctx, &["wait"]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn pass(ctx: Context<'_>, #[autocomplete = "suggest_values"] space: u8) -> CommandResult {
    play_line(ctx, &["pass", &space.to_string()]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn place(
    ctx: Context<'_>,
    #[autocomplete = "suggest_values"] disc: u8,
    #[autocomplete = "suggest_values"] beach: Option<u8>,
    invocation: Option<bool>,
) -> CommandResult {
    let beach = beach.map(|beach| beach.to_string()).unwrap_or_default();
    // The invocation disc can only be placed beside the boat, so no beach is needed.
    let (verb, beach) = if invocation == Some(true) {
        ("invoke", "")
    } else {
        ("place", beach.as_str())
    };
    play_line(ctx, &[verb, &disc.to_string(), beach]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn take(
    ctx: Context<'_>,
    #[rename = "what"]
    #[autocomplete = "suggest_values"]
    piece: String,
) -> CommandResult {
    play_line(ctx, &["take", &piece]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn boat(ctx: Context<'_>) -> CommandResult {
    play_line(ctx, &["boat"]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn choose(
    ctx: Context<'_>,
    #[autocomplete = "suggest_choices"] choice: u16,
) -> CommandResult {
    play_line(ctx, &["choose", &choice.to_string()]).await
}

async fn suggest_choices(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = read_context(ctx);
    let found = handlers.play.suggest_choices(&request).await;
    build_response(handlers, &request, found, typed)
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn hint(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.hints.show_hint(&request, table)
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn review(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.reviews.show_review(&request, table, None)
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn realm(
    ctx: Context<'_>,
    #[rename = "who"] player: Option<User>,
    text: Option<bool>,
    contrast: Option<bool>,
) -> CommandResult {
    let player = player.map(|user| PersonId(user.id.into()));
    let display = DisplayOptions::from_options(text, contrast);
    let (handlers, request) = read_context(ctx);
    respond_at_table(ctx, &request, |table| {
        handlers.play.show_realm(&request, table, player, display)
    })
    .await
}
