//! The slash commands: each hands what was typed to the house and answers with what comes of it. What they are called
//! and how they are explained comes from the words, in every language: see `registration`.

mod days;
mod table;
mod verbs;

use std::{convert::Infallible, future::Future, sync::Arc};

use futures::future::BoxFuture;
use serenity::all::{
    AutocompleteChoice, CommandDataOption, CommandDataOptionValue, CreateAutocompleteResponse,
};

use super::{
    House, Request,
    answer::{Answer, Promise},
    card::{Card, MENU},
    game::Suggestion,
    names::fit,
};
use crate::tables::Failure;

pub(super) type Command = poise::Command<Arc<House>, Infallible>;
pub(super) type Context<'a> = poise::ApplicationContext<'a, Arc<House>, Infallible>;
/// What goes wrong is told by the answer: nothing is left for the framework to tell.
type Done = Result<(), Infallible>;

/// The longest text of a suggestion.
const SUGGESTION: usize = 100;

/// All commands.
pub(super) fn all() -> Vec<Command> {
    let mut commands = vec![table::table()];
    commands.extend(verbs::all());
    commands.extend(days::all());
    commands.extend([check(), help()]);
    commands
}

/// Who asks, and the house.
fn at(ctx: Context<'_>) -> (&Arc<House>, Request) {
    (ctx.data(), Request::by_command(ctx.interaction))
}

/// Answers a command with what comes of the work.
fn reply<'a>(
    ctx: Context<'a>,
    request: &'a Request,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Done> {
    let work = Box::pin(work);
    Box::pin(async move {
        let asking = (ctx.serenity_context().http.as_ref(), ctx.interaction);
        Box::pin(ctx.data().serve(request, asking, Promise::Tell, work)).await;
        Ok(())
    })
}

/// What the framework could not hand to a command.
pub(super) async fn misunderstood(ctx: Context<'_>, name: &str) {
    let (house, request) = at(ctx);
    let sentence = house.words(&request).say(name, &[]);
    let _ = reply(ctx, &request, async { Ok(Answer::Tell(Card::words(sentence))) }).await;
}

// --- While a command is typed ---

/// Suggestions that hold what was typed so far, at most as many as may be.
fn narrowed(suggestions: Vec<Suggestion>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let fits = |suggestion: &Suggestion| {
        let value = suggestion.value.as_str().unwrap_or_default().to_lowercase();
        // One value that is too long, and the chat would show none of them.
        value.chars().count() <= SUGGESTION
            && (suggestion.label.to_lowercase().contains(&typed) || value.contains(&typed))
    };
    let choice = |suggestion: Suggestion| {
        AutocompleteChoice::new(fit(&suggestion.label, SUGGESTION), suggestion.value)
    };
    let choices = suggestions.into_iter().filter(fits).take(MENU).map(choice).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// What an option holds so far, in a command that is still being typed.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn so_far(ctx: Context<'_>, name: &str) -> Option<String> {
    let option = leaf(&ctx.interaction.data.options).iter().find(|option| option.name == name)?;
    match &option.value {
        CommandDataOptionValue::String(text) => Some(text.clone()),
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        CommandDataOptionValue::Boolean(is) => is.then(|| name.to_owned()),
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value.clone()),
        _ => None,
    }
}

/// The options themselves, below the names of subcommands.
fn leaf(options: &[CommandDataOption]) -> &[CommandDataOption] {
    match options {
        [
            CommandDataOption {
                value:
                    CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner),
                ..
            },
        ] => leaf(inner),
        options => options,
    }
}

// --- Commands of no game ---

#[poise::command(slash_command, guild_only)]
async fn check(ctx: Context<'_>) -> Done {
    let (house, request) = at(ctx);
    reply(ctx, &request, async { Ok(house.check(&request)) }).await
}

#[poise::command(slash_command, guild_only)]
async fn help(ctx: Context<'_>) -> Done {
    let (house, request) = at(ctx);
    reply(ctx, &request, async { Ok(house.help(&request).await) }).await
}
