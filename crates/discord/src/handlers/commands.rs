//! The slash commands and the command on a person. Each passes its options to a handler.
//!
//! The English names are those of the functions and arguments. `registration` takes descriptions,
//! and names in other languages, from the dictionary.

mod admin;
mod between_turns;
mod contest;
mod game;
mod privacy;
mod table;
mod verbs;

use lanai_panel::Suggestion;
use std::{collections::HashSet, convert::Infallible, sync::Arc};

use crate::key;
use crate::wire::discord::{
    AutocompleteChoice, CommandDataOption, CommandDataOptionValue, CreateAutocompleteResponse, User,
};
use futures::{FutureExt as _, future::BoxFuture};
use lanai_text::Key;

use self::game::Game;
use crate::delivery::answer::{Deferral, Reply};
use crate::handlers::history::HistoryOptions;
use crate::handlers::invitations::PlayOptions;
use crate::handlers::registry::Handlers;
use crate::handlers::stats::StatsOptions;
use crate::wire::card::MAX_MENU_OPTIONS;
use crate::wire::request::{Priority, Request};
use crate::wire::text_limits::truncate;
use lanai_host::{Failure, MatchPreference, PersonId, Table, TimeControl};

pub(crate) type Command = poise::Command<Arc<Handlers>, Infallible>;
pub(crate) type Context<'a> = poise::ApplicationContext<'a, Arc<Handlers>, Infallible>;
/// The handlers answer the user about errors, so poise has none to report.
type CommandResult = Result<(), Infallible>;

/// Discord's limit for the text of a suggestion, in characters.
const MAX_SUGGESTION_CHARS: usize = 100;

pub(crate) fn build_commands() -> Vec<Command> {
    let mut commands = vec![
        table::build_command(),
        contest::build_command(),
        admin::build_command(),
    ];
    commands.extend(verbs::build_commands());
    commands.extend(between_turns::build_commands());
    commands.extend([
        play(),
        challenge(),
        history(),
        stats(),
        leaderboard(),
        rules(),
        learn(),
        check(),
        help(),
        privacy::build_command(),
    ]);
    commands
}

/// Returns the handlers and the request of a command.
fn read_context(ctx: Context<'_>) -> (&Arc<Handlers>, Request) {
    // Commands that only read set a lower priority by `custom_data`.
    let priority = ctx
        .command()
        .custom_data
        .downcast_ref()
        .copied()
        .unwrap_or(Priority::Move);
    let name = &ctx.command().qualified_name;
    let request = Request::from_command(name, priority, ctx.interaction);
    (ctx.data(), request)
}

/// Runs the handler of a command and sends its reply.
///
/// The handler's future is boxed before it becomes part of other futures: some futures are so large
/// that the stack of a worker would overflow in a debug build.
fn respond<'a>(
    ctx: Context<'a>,
    request: &'a Request,
    reply: impl Future<Output = Reply> + Send + 'a,
) -> BoxFuture<'a, CommandResult> {
    let reply = reply.boxed();
    async move {
        let caller = ctx.serenity_context().http.as_ref();
        let requests = &ctx.data().requests;
        Box::pin(requests.serve(request, caller, Deferral::Private, reply)).await;
        Ok(())
    }
    .boxed()
}

/// Runs the handler of a command with the table of the channel.
fn respond_at_table<'a, F>(
    ctx: Context<'a>,
    request: &'a Request,
    handle: impl FnOnce(Table) -> F + Send + 'a,
) -> BoxFuture<'a, CommandResult>
where
    F: Future<Output = Reply> + Send + 'a,
{
    respond(ctx, request, async move {
        handle(ctx.data().replies.find_table(request).await?).await
    })
}

/// Answers a command that poise could not run, such as one whose options it could not parse.
pub(crate) async fn answer_misunderstood_command(ctx: Context<'_>, key: Key) {
    let (handlers, request) = read_context(ctx);
    let reply = async { Ok(handlers.replies.answer(&request, key, &[])) };
    let _ = respond(ctx, &request, reply).await;
}

// --- Autocompletion ---

/// Builds the autocompletion. If loading the suggestions failed, a single suggestion says so.
///
/// A refused user gets no suggestions.
fn build_response(
    handlers: &Handlers,
    request: &Request,
    found: Result<Vec<Suggestion>, Failure>,
    typed: &str,
) -> CreateAutocompleteResponse {
    match found {
        Ok(suggestions) => build_matching_response(suggestions, typed),
        Err(Failure::Refusal(_)) => build_matching_response(Vec::new(), ""),
        Err(Failure::InternalError(error)) => {
            tracing::error!(%error, "suggestions cannot be read");
            let label = handlers
                .replies
                .words(request)
                .say(key::CHAT_SUGGESTIONS_FAILED, &[]);
            build_matching_response(vec![Suggestion::new(label, "?")], "")
        }
    }
}

/// Builds the autocompletion of suggestions that contain the typed text, up to Discord's limit.
///
/// Labels are unique: of several equal ones Discord would always submit the first.
fn build_matching_response(
    suggestions: Vec<Suggestion>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let mut labels = HashSet::new();
    let mut choices = Vec::new();
    for suggestion in suggestions {
        let value = suggestion.value.as_str().unwrap_or_default().to_lowercase();
        // Discord shows no suggestions at all if the value of one is too long.
        if value.chars().count() > MAX_SUGGESTION_CHARS
            || !(suggestion.label.to_lowercase().contains(&typed) || value.contains(&typed))
        {
            continue;
        }
        let label = truncate(&suggestion.label, MAX_SUGGESTION_CHARS);
        if labels.insert(label.clone()) {
            choices.push(AutocompleteChoice::new(label, suggestion.value));
        }
    }
    choices.truncate(MAX_MENU_OPTIONS);
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Returns the value of an option of a command that is still being typed.
///
/// The value of a switch that is on is the option's name, as in a typed line.
#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
fn find_typed_option(ctx: Context<'_>, name: &str) -> Option<String> {
    let option = find_innermost_options(&ctx.interaction.data.options)
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

/// Returns the options of the innermost subcommand.
fn find_innermost_options(options: &[CommandDataOption]) -> &[CommandDataOption] {
    match options {
        [
            CommandDataOption {
                value:
                    CommandDataOptionValue::SubCommand(inner)
                    | CommandDataOptionValue::SubCommandGroup(inner),
                ..
            },
        ] => find_innermost_options(inner),
        options => options,
    }
}

// --- Commands outside a game ---

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum PreferenceChoice {
    Any,
    Mine,
}

impl From<PreferenceChoice> for MatchPreference {
    fn from(level: PreferenceChoice) -> MatchPreference {
        match level {
            PreferenceChoice::Any => MatchPreference::Anyone,
            PreferenceChoice::Mine => MatchPreference::SimilarRating,
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
    #[rename = "pace"]
    #[autocomplete = "table::suggest_time_controls"]
    time_control: Option<String>,
    #[rename = "level"] preference: Option<PreferenceChoice>,
    #[rename = "elsewhere"] cross_guild: Option<bool>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        let mut options = PlayOptions {
            title: game,
            seats,
            time_control: None,
            preference: preference.map(MatchPreference::from).unwrap_or_default(),
            cross_guild: cross_guild.unwrap_or_default(),
        };
        if let Some(typed) = time_control {
            let typed = handlers.replies.normalize_typed(&request, &typed);
            options.time_control = TimeControl::parse(&typed);
            if options.time_control.is_none() {
                return Ok(handlers.replies.answer(&request, key::CHAT_NO_PACE, &[]));
            }
        }
        handlers
            .invitations
            .join_or_open_table(&request, options)
            .await
    })
    .await
}

// The registration replaces the name by one in each language.
#[poise::command(context_menu_command = "challenge", guild_only)]
async fn challenge(ctx: Context<'_>, user: User) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let person = PersonId(user.id.into());
    let answer = if user.bot || person == request.actor.person {
        handlers
            .replies
            .answer(&request, key::CHAT_CHALLENGE_WHOM, &[])
    } else {
        handlers.invitations.offer_games(&request, person)
    };
    respond(ctx, &request, async { Ok(answer) }).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn history(
    ctx: Context<'_>,
    player: Option<User>,
    #[rename = "with"] opponent: Option<User>,
    server: Option<bool>,
) -> CommandResult {
    let options = HistoryOptions {
        player: player.map(|user| PersonId(user.id.into())),
        opponent: opponent.map(|user| PersonId(user.id.into())),
        is_guild_wide: server.unwrap_or_default(),
    };
    let (handlers, request) = read_context(ctx);
    let reply = handlers.history.show_games(&request, options);
    respond(ctx, &request, reply).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn stats(
    ctx: Context<'_>,
    player: Option<User>,
    server: Option<bool>,
    public: Option<bool>,
) -> CommandResult {
    let player = player.map(|user| {
        (
            PersonId(user.id.into()),
            user.global_name.unwrap_or(user.name),
        )
    });
    let options = StatsOptions {
        player,
        is_guild_wide: server.unwrap_or_default(),
        public,
    };
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, handlers.stats.show_stats(&request, options)).await
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn leaderboard(
    ctx: Context<'_>,
    #[rename = "game"] Game(game): Game,
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.ratings.show_leaderboard(&request, game, seats);
    respond(ctx, &request, reply).await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn rules(
    ctx: Context<'_>,
    #[autocomplete = "suggest_topics"] topic: Option<String>,
    game: Option<Game>,
) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply =
        handlers
            .rules
            .show_rules(&request, game.map(|Game(title)| title), topic.as_deref());
    respond(ctx, &request, reply).await
}

#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn learn(ctx: Context<'_>, #[rename = "game"] Game(game): Game) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    let reply = handlers.lessons.start_or_continue(&request, game, None);
    respond(ctx, &request, reply).await
}

async fn suggest_topics(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = find_typed_option(ctx, "game").and_then(|game| Game::parse(&game));
    let (handlers, request) = read_context(ctx);
    let found = handlers.rules.suggest_topics(&request, game, typed).await;
    build_response(handlers, &request, found, "")
}

#[poise::command(slash_command, custom_data = "Priority::Read", guild_only)]
async fn check(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        Ok(handlers.help.show_permissions(&request))
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Read",
    interaction_context = "Guild|BotDm"
)]
async fn help(ctx: Context<'_>) -> CommandResult {
    let (handlers, request) = read_context(ctx);
    respond(ctx, &request, async {
        Ok(handlers.help.show_help(&request).await)
    })
    .await
}
