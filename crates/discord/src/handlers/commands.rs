//! The slash commands: each passes its options to a handler.
//!
//! Names and descriptions come from the dictionary, in every language: see `registration`.

mod admin;
mod contest;
mod days;
mod game;
mod privacy;
mod table;
mod verbs;

use std::{collections::HashSet, convert::Infallible, sync::Arc};

use futures::{FutureExt as _, future::BoxFuture};
use serenity::all::{
    AutocompleteChoice, CommandDataOption, CommandDataOptionValue, CreateAutocompleteResponse, User,
};

use self::game::Game;
use crate::cards::game::Suggestion;
use crate::delivery::answer::{Promise, Reply};
use crate::handlers::history::HistoryWish;
use crate::handlers::invitations::PlayWish;
use crate::handlers::registry::Handlers;
use crate::handlers::stats::StatsWish;
use crate::wire::card::MENU;
use crate::wire::fitting::fit;
use crate::wire::request::{Priority, Request};
use lanai_host::{Failure, MatchPreference, PersonId, Table, TimeControl};

pub(crate) type Command = poise::Command<Arc<Handlers>, Infallible>;
pub(crate) type Context<'a> = poise::ApplicationContext<'a, Arc<Handlers>, Infallible>;
/// Handlers answer with their errors, so the framework has none to report.
type Done = Result<(), Infallible>;

/// Discord's limit for the text of a suggestion, in characters.
const SUGGESTION: usize = 100;

pub(crate) fn all() -> Vec<Command> {
    let mut commands = vec![table::whole(), contest::whole(), admin::whole()];
    commands.extend(verbs::all());
    commands.extend(days::all());
    commands.extend([
        play(),
        history(),
        stats(),
        leaderboard(),
        rules(),
        learn(),
        check(),
        help(),
        privacy::whole(),
    ]);
    commands
}

/// Returns the handlers and the request of a command.
fn at(ctx: Context<'_>) -> (&Arc<Handlers>, Request) {
    // A command that only reads sets its priority by `custom_data`.
    let priority = ctx
        .command()
        .custom_data
        .downcast_ref()
        .copied()
        .unwrap_or(Priority::Move);
    (
        ctx.data(),
        Request::by_command(&ctx.command().qualified_name, priority, ctx.interaction),
    )
}

/// Serves a command that needs no table.
async fn reply(
    ctx: Context<'_>,
    work: impl for<'h> FnOnce(&'h Handlers, &'h Request) -> BoxFuture<'h, Reply>,
) -> Done {
    let (handlers, request) = at(ctx);
    let asking = (ctx.serenity_context().http.as_ref(), ctx.interaction);
    Box::pin(
        handlers
            .requests
            .serve(&request, asking, Promise::Tell, work(handlers, &request)),
    )
    .await;
    Ok(())
}

/// Serves a command at the table of the channel.
async fn at_table(
    ctx: Context<'_>,
    work: impl for<'h> FnOnce(&'h Handlers, &'h Request, Table) -> BoxFuture<'h, Reply> + Send + 'static,
) -> Done {
    reply(ctx, |handlers, request| {
        async move {
            work(
                handlers,
                request,
                handlers.replies.find_table(request).await?,
            )
            .await
        }
        .boxed()
    })
    .await
}

/// Answers a command that the framework could not parse.
pub(crate) async fn misunderstood(ctx: Context<'_>, name: &'static str) {
    let _ = reply(ctx, |handlers, request| {
        async move { Ok(handlers.replies.answer(request, name, &[])) }.boxed()
    })
    .await;
}

// --- While a command is typed ---

/// Converts suggestions. If they could not be read, a single one says so.
fn suggested(
    handlers: &Handlers,
    request: &Request,
    found: Result<Vec<Suggestion>, Failure>,
    typed: &str,
) -> CreateAutocompleteResponse {
    match found {
        Ok(suggestions) => narrowed(suggestions, typed),
        Err(Failure::Declined(_)) => narrowed(Vec::new(), ""),
        Err(Failure::InternalError(trouble)) => {
            tracing::error!(%trouble, "suggestions cannot be read");
            let label = handlers
                .replies
                .words(request)
                .say("chat-suggestions-failed", &[]);
            narrowed(vec![Suggestion::new(label, "?")], "")
        }
    }
}

/// Keeps the suggestions that contain the typed text, up to Discord's limit.
///
/// Labels are unique, because Discord would submit the first of several equal ones.
fn narrowed(suggestions: Vec<Suggestion>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let fits = |suggestion: &Suggestion| {
        let value = suggestion.value.as_str().unwrap_or_default().to_lowercase();
        // Discord shows no suggestion at all if one value is too long.
        value.chars().count() <= SUGGESTION
            && (suggestion.label.to_lowercase().contains(&typed) || value.contains(&typed))
    };
    let mut labels = HashSet::new();
    let choice = |suggestion: Suggestion| {
        let label = fit(&suggestion.label, SUGGESTION);
        labels
            .insert(label.clone())
            .then(|| AutocompleteChoice::new(label, suggestion.value))
    };
    let choices = suggestions
        .into_iter()
        .filter(fits)
        .filter_map(choice)
        .take(MENU)
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Returns the value of an option in a command that is still being typed.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
fn so_far(ctx: Context<'_>, name: &str) -> Option<String> {
    let option = leaf(&ctx.interaction.data.options)
        .iter()
        .find(|option| option.name == name)?;
    match &option.value {
        CommandDataOptionValue::String(text) => Some(text.clone()),
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        CommandDataOptionValue::Boolean(is) => is.then(|| name.to_owned()),
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value.clone()),
        _ => None,
    }
}

/// Returns the innermost options, below the names of subcommands.
fn leaf(options: &[CommandDataOption]) -> &[CommandDataOption] {
    match options {
        [
            CommandDataOption {
                value:
                    CommandDataOptionValue::SubCommand(inner)
                    | CommandDataOptionValue::SubCommandGroup(inner),
                ..
            },
        ] => leaf(inner),
        options => options,
    }
}

// --- Commands of no game ---

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum WantedLevel {
    Any,
    Mine,
}

impl From<WantedLevel> for MatchPreference {
    fn from(level: WantedLevel) -> MatchPreference {
        match level {
            WantedLevel::Any => MatchPreference::Anyone,
            WantedLevel::Mine => MatchPreference::SimilarRating,
        }
    }
}

#[poise::command(slash_command, guild_only)]
async fn play(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
    #[autocomplete = "table::paces"] pace: Option<String>,
    level: Option<WantedLevel>,
    elsewhere: Option<bool>,
) -> Done {
    reply(ctx, move |handlers, request| {
        async move {
            let pace = match pace
                .map(|pace| TimeControl::read(&handlers.replies.understood(request, &pace)))
            {
                None => None,
                Some(Some(pace)) => Some(pace),
                Some(None) => return Ok(handlers.replies.answer(request, "chat-no-pace", &[])),
            };
            let company = level.map(MatchPreference::from).unwrap_or_default();
            let elsewhere = elsewhere.unwrap_or_default();
            let wish = PlayWish {
                title: game,
                seats,
                pace,
                company,
                elsewhere,
            };
            handlers.invitations.play_now(request, wish).await
        }
        .boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn history(
    ctx: Context<'_>,
    player: Option<User>,
    with: Option<User>,
    server: Option<bool>,
) -> Done {
    let person = |user: Option<User>| user.map(|user| PersonId(user.id.into()));
    let asked = HistoryWish {
        player: person(player),
        with: person(with),
        guild: server.unwrap_or_default(),
    };
    reply(ctx, move |handlers, request| {
        async move { handlers.history.show(request, asked).await }.boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn stats(
    ctx: Context<'_>,
    player: Option<User>,
    server: Option<bool>,
    public: Option<bool>,
) -> Done {
    let player = player.map(|user| {
        (
            PersonId(user.id.into()),
            user.global_name.unwrap_or(user.name),
        )
    });
    let wish = StatsWish {
        player,
        guild: server.unwrap_or_default(),
        public,
    };
    reply(ctx, move |handlers, request| {
        async move { handlers.stats.show(request, wish).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn leaderboard(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
) -> Done {
    reply(ctx, move |handlers, request| {
        handlers
            .ratings
            .show_leaderboard(request, game, seats)
            .boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn rules(
    ctx: Context<'_>,
    #[autocomplete = "topics"] topic: Option<String>,
    game: Option<Game>,
) -> Done {
    reply(ctx, move |handlers, request| {
        async move {
            handlers
                .rules
                .show(request, game.map(|Game(title)| title), topic.as_deref())
                .await
        }
        .boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn learn(ctx: Context<'_>, #[rename = "game"] Game(game): Game) -> Done {
    reply(ctx, move |handlers, request| {
        handlers.lessons.start_or_continue(request, game).boxed()
    })
    .await
}

async fn topics(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = so_far(ctx, "game").and_then(|game| Game::chosen(&game));
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.rules.list_topics(&request, game, typed).await,
        "",
    )
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn check(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        async { Ok(handlers.help.check_rights(request)) }.boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn help(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        async { Ok(handlers.help.show_help(request).await) }.boxed()
    })
    .await
}
