//! Commands for the players' verbs.
//!
//! A command is read like the line that a player would type at the terminal: the channel's game
//! decides what it means, and sensible defaults fill what is left out. They also work in direct
//! messages, where lessons take place.

use futures::FutureExt as _;
use serenity::all::{CreateAutocompleteResponse, User};

use super::{Command, Context, Done, Priority, at, at_table, reply, so_far, suggested};
use crate::cards::game::ActionOption;
use crate::cards::table::Display;
use lanai_host::PersonId;

pub(super) fn all() -> Vec<Command> {
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

/// Plays a line at the table of the channel, without its empty words.
async fn say(ctx: Context<'_>, words: &[&str]) -> Done {
    let line = words
        .iter()
        .filter(|word| !word.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ");
    reply(ctx, |handlers, request| {
        async move { handlers.play.play_line(request, &line).await }.boxed()
    })
    .await
}

/// Puts a keyword before an optional value.
fn after(word: &str, said: Option<&str>) -> String {
    said.map(|said| format!("{word} {said}"))
        .unwrap_or_default()
}

/// Suggests values of the focused option, given the options before it.
async fn offered(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
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
        .filter_map(|name| so_far(ctx, name))
        .collect();
    // Any beach completes the line; which ones are legal for this disc is the question.
    let whole = if wanted == ActionOption::Beach {
        " 1"
    } else {
        ""
    };
    let said = before.join(" ");
    let line = if before.is_empty() {
        said
    } else {
        format!("{} {said}{whole}", command.name)
    };
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.play.suggest(&request, &line, wanted).await,
        typed,
    )
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn turn(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.play.open_any_panel(request).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn r#move(
    ctx: Context<'_>,
    #[autocomplete = "offered"] to: String,
    #[autocomplete = "offered"] pay: Option<String>,
) -> Done {
    // In Haleakala the shaman may also stay, and lava moves: these words are verbs of their own.
    let verb = if to.trim().eq_ignore_ascii_case("stay") {
        ""
    } else {
        "move"
    };
    say(ctx, &[verb, &to, &after("pay", pay.as_deref())]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn buy(
    ctx: Context<'_>,
    #[autocomplete = "offered"] what: String,
    #[autocomplete = "offered"] price: Option<String>,
    double: Option<bool>,
    #[autocomplete = "offered"] pay: Option<String>,
    #[autocomplete = "offered"] village: Option<u8>,
) -> Done {
    let double = if double == Some(true) { "double" } else { "" };
    let village = village.map(|village| village.to_string());
    let pay = after("pay", pay.as_deref());
    let village = after("village", village.as_deref());
    say(
        ctx,
        &[
            "buy",
            &what,
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
    #[autocomplete = "offered"] tokens: String,
    #[autocomplete = "offered"] pay: Option<String>,
) -> Done {
    say(ctx, &["fish", &tokens, &after("pay", pay.as_deref())]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn sail(
    ctx: Context<'_>,
    #[autocomplete = "offered"] dock: u8,
    #[autocomplete = "offered"] pay: Option<String>,
    #[autocomplete = "offered"] village: Option<u8>,
) -> Done {
    let village = village.map(|village| village.to_string());
    let pay = after("pay", pay.as_deref());
    let village = after("village", village.as_deref());
    say(ctx, &["sail", &dock.to_string(), &pay, &village]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn wait(ctx: Context<'_>) -> Done {
    say(ctx, &["wait"]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn pass(ctx: Context<'_>, #[autocomplete = "offered"] space: u8) -> Done {
    say(ctx, &["pass", &space.to_string()]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn place(
    ctx: Context<'_>,
    #[autocomplete = "offered"] disc: u8,
    #[autocomplete = "offered"] beach: Option<u8>,
    invocation: Option<bool>,
) -> Done {
    let beach = beach.map(|beach| beach.to_string()).unwrap_or_default();
    // The invocation disc goes only beside the boat, so no beach is needed.
    let (verb, beach) = if invocation == Some(true) {
        ("invoke", "")
    } else {
        ("place", beach.as_str())
    };
    say(ctx, &[verb, &disc.to_string(), beach]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn take(ctx: Context<'_>, #[autocomplete = "offered"] what: String) -> Done {
    say(ctx, &["take", &what]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn boat(ctx: Context<'_>) -> Done {
    say(ctx, &["boat"]).await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn choose(ctx: Context<'_>, #[autocomplete = "choices"] choice: u16) -> Done {
    say(ctx, &["choose", &choice.to_string()]).await
}

async fn choices(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.play.choices(&request).await,
        typed,
    )
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn hint(ctx: Context<'_>) -> Done {
    at_table(ctx, move |handlers, request, table| {
        handlers.hints.show_hint(request, table).boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn review(ctx: Context<'_>) -> Done {
    at_table(ctx, move |handlers, request, table| {
        handlers.reviews.show(request, table, None).boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn realm(
    ctx: Context<'_>,
    who: Option<User>,
    text: Option<bool>,
    contrast: Option<bool>,
) -> Done {
    let of = who.map(|who| PersonId(who.id.into()));
    let shown = Display::wished(text, contrast);
    at_table(ctx, move |handlers, request, table| {
        handlers.play.show_realm(request, table, of, shown).boxed()
    })
    .await
}
