//! The players' verbs. A command is read as the line that a player would type at the terminal: the channel's game decides
//! what it means, and what is left out is settled sensibly.

use serenity::all::{CreateAutocompleteResponse, User};

use super::{Command, Context, Done, at, narrowed, reply, so_far};
use crate::chat::{game::ActionOption, table::Display};

/// All verbs.
pub(super) fn all() -> Vec<Command> {
    vec![turn(), r#move(), buy(), fish(), sail(), wait(), pass(), place(), take(), boat(), choose(), realm()]
}

/// Says a line at the table of the channel.
async fn say(ctx: Context<'_>, words: &[&str]) -> Done {
    let (house, request) = at(ctx);
    let line = line(words);
    reply(ctx, &request, house.say(&request, &line)).await
}

/// Words as one line; what is empty is left out.
fn line(words: &[&str]) -> String {
    words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// "pay" and how; "village" and which.
fn after(word: &str, said: Option<&str>) -> String {
    said.map(|said| format!("{word} {said}")).unwrap_or_default()
}

async fn suggest(
    ctx: Context<'_>,
    line: &str,
    wanted: ActionOption,
    typed: &str,
) -> CreateAutocompleteResponse {
    let (house, request) = at(ctx);
    narrowed(house.suggest(&request, line, wanted).await, typed)
}

/// What a command says so far, without the option in question.
fn said(ctx: Context<'_>, verb: &str, options: &[&str]) -> String {
    let values: Vec<String> = options.iter().filter_map(|name| so_far(ctx, name)).collect();
    let mut words = vec![verb];
    words.extend(values.iter().map(String::as_str));
    line(&words)
}

#[poise::command(slash_command, guild_only)]
async fn turn(ctx: Context<'_>) -> Done {
    let (house, request) = at(ctx);
    let work = async { house.open_panel(&request, house.tables.in_channel(request.channel).await?).await };
    reply(ctx, &request, work).await
}

#[poise::command(slash_command, guild_only)]
async fn r#move(
    ctx: Context<'_>,
    #[autocomplete = "move_to"] to: String,
    #[autocomplete = "move_pay"] pay: Option<String>,
) -> Done {
    // In Haleakala the shaman may also stay, and lava moves: these words are verbs of their own.
    let verb = if to.trim().eq_ignore_ascii_case("stay") { "" } else { "move" };
    say(ctx, &[verb, &to, &after("pay", pay.as_deref())]).await
}

async fn move_to(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::MoveTo, typed).await
}

async fn move_pay(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "move", &["to"]), ActionOption::Pay, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn buy(
    ctx: Context<'_>,
    #[autocomplete = "buy_what"] what: String,
    #[autocomplete = "buy_price"] price: Option<String>,
    double: Option<bool>,
    #[autocomplete = "buy_pay"] pay: Option<String>,
    #[autocomplete = "buy_village"] village: Option<u8>,
) -> Done {
    let double = if double == Some(true) { "double" } else { "" };
    let village = village.map(|village| village.to_string());
    let (pay, village) = (after("pay", pay.as_deref()), after("village", village.as_deref()));
    say(ctx, &["buy", &what, &price.unwrap_or_default(), double, &pay, &village]).await
}

async fn buy_what(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::BuyWhat, typed).await
}

async fn buy_price(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "buy", &["what"]), ActionOption::BuyPrice, typed).await
}

async fn buy_pay(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "buy", &["what", "price", "double"]), ActionOption::Pay, typed).await
}

async fn buy_village(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "buy", &["what", "price", "double"]), ActionOption::Village, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn fish(
    ctx: Context<'_>,
    #[autocomplete = "fish_tokens"] tokens: String,
    #[autocomplete = "fish_pay"] pay: Option<String>,
) -> Done {
    say(ctx, &["fish", &tokens, &after("pay", pay.as_deref())]).await
}

async fn fish_tokens(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::Fish, typed).await
}

async fn fish_pay(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "fish", &["tokens"]), ActionOption::Pay, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn sail(
    ctx: Context<'_>,
    #[autocomplete = "sail_dock"] dock: u8,
    #[autocomplete = "sail_pay"] pay: Option<String>,
    #[autocomplete = "sail_village"] village: Option<u8>,
) -> Done {
    let village = village.map(|village| village.to_string());
    let (pay, village) = (after("pay", pay.as_deref()), after("village", village.as_deref()));
    say(ctx, &["sail", &dock.to_string(), &pay, &village]).await
}

async fn sail_dock(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::Dock, typed).await
}

async fn sail_pay(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "sail", &["dock"]), ActionOption::Pay, typed).await
}

async fn sail_village(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, &said(ctx, "sail", &["dock"]), ActionOption::Village, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn wait(ctx: Context<'_>) -> Done {
    say(ctx, &["wait"]).await
}

#[poise::command(slash_command, guild_only)]
async fn pass(ctx: Context<'_>, #[autocomplete = "pass_space"] space: u8) -> Done {
    say(ctx, &["pass", &space.to_string()]).await
}

async fn pass_space(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::Space, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn place(
    ctx: Context<'_>,
    #[autocomplete = "place_disc"] disc: u8,
    #[autocomplete = "place_beach"] beach: Option<u8>,
    invocation: Option<bool>,
) -> Done {
    let beach = beach.map(|beach| beach.to_string()).unwrap_or_default();
    // The invocation disc goes only beside the boat: no beach needs to be named.
    let (verb, beach) = if invocation == Some(true) { ("invoke", "") } else { ("place", beach.as_str()) };
    say(ctx, &[verb, &disc.to_string(), beach]).await
}

async fn place_disc(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::Disc, typed).await
}

async fn place_beach(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    // Any beach makes the line whole; which are lawful for this disc is what is asked.
    let line = format!("{} 1", said(ctx, "place", &["disc"]));
    suggest(ctx, &line, ActionOption::Beach, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn take(ctx: Context<'_>, #[autocomplete = "take_what"] what: String) -> Done {
    say(ctx, &["take", &what]).await
}

async fn take_what(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, "", ActionOption::Take, typed).await
}

#[poise::command(slash_command, guild_only)]
async fn boat(ctx: Context<'_>) -> Done {
    say(ctx, &["boat"]).await
}

#[poise::command(slash_command, guild_only)]
async fn choose(ctx: Context<'_>, #[autocomplete = "choices"] choice: u16) -> Done {
    say(ctx, &["choose", &choice.to_string()]).await
}

async fn choices(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (house, request) = at(ctx);
    narrowed(house.choices(&request).await, typed)
}

#[poise::command(slash_command, guild_only)]
async fn realm(ctx: Context<'_>, who: Option<User>, text: Option<bool>, contrast: Option<bool>) -> Done {
    let (house, request) = at(ctx);
    let of = who.map(|who| who.id.into());
    let shown = Display::wished(text, contrast);
    let work =
        async { house.realm(&request, house.tables.in_channel(request.channel).await?, of, shown).await };
    reply(ctx, &request, work).await
}
