//! `/table`: commands for the table itself.

use futures::FutureExt as _;
use serenity::all::{CreateAutocompleteResponse, Role, User};

use super::game::Game;
use super::{Command, Context, Done, Priority, at, at_table, narrowed, reply, so_far, suggested};
use crate::cards::game::Suggestion;
use crate::cards::table::Display;
use crate::handlers::lobby::option_suggestions;
use lanai_host::{
    Award, Invitee, NewGame, PersonId, PolicyKind, TableSettings, Terms, TimeControl, TimeoutPolicy,
};
use lanai_rules::Title;

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum WhenLate {
    Word,
    Turn,
    Seat,
}

impl From<WhenLate> for TimeoutPolicy {
    fn from(late: WhenLate) -> TimeoutPolicy {
        match late {
            WhenLate::Word => TimeoutPolicy::Announce,
            WhenLate::Turn => TimeoutPolicy::PlayTurn,
            WhenLate::Seat => TimeoutPolicy::PlaySeat,
        }
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum EndsAs {
    Without,
    Draw,
    Won,
}

/// Returns the proposal; `None` if the options contradict each other.
fn ends_as(chosen: Option<EndsAs>, winner: Option<PersonId>, me: PersonId) -> Option<Terms> {
    match (chosen, winner) {
        (None | Some(EndsAs::Without), None) => Some(Terms::End),
        (Some(EndsAs::Draw), None) => Some(Terms::Award(Award::Draw)),
        (Some(EndsAs::Won), None) => Some(Terms::Award(Award::Win(me))),
        (None, Some(winner)) => Some(Terms::Award(Award::Win(winner))),
        (Some(EndsAs::Won), Some(winner)) if winner == me => Some(Terms::Award(Award::Win(me))),
        (Some(_), Some(_)) => None,
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Level {
    Keiki,
    Makua,
    Kupuna,
}

impl From<Level> for PolicyKind {
    fn from(level: Level) -> PolicyKind {
        match level {
            Level::Keiki => PolicyKind::Keiki,
            Level::Makua => PolicyKind::Makua,
            Level::Kupuna => PolicyKind::Kupuna,
        }
    }
}

pub(super) fn whole() -> Command {
    let playing = [
        open(),
        invite(),
        join(),
        leave(),
        start(),
        show(),
        list(),
        undo(),
        resign(),
    ];
    let besides = [
        record(),
        pause(),
        resume(),
        end(),
        back(),
        replace(),
        replay(),
        watchers(),
        hints(),
        bring(),
    ];
    let subcommands = playing.into_iter().chain(besides).collect();
    Command {
        subcommands,
        subcommand_required: true,
        ..table()
    }
}

// Never called: Discord calls only subcommands. Tables between guilds are in direct messages.
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
#[expect(
    clippy::unused_async,
    reason = "the framework calls commands as futures"
)]
async fn table(_ctx: Context<'_>) -> Done {
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
    level: Option<Level>,
    #[autocomplete = "option_words"] options: Option<String>,
    #[autocomplete = "paces"] pace: Option<String>,
    late: Option<WhenLate>,
    rated: Option<bool>,
    private: Option<bool>,
) -> Done {
    reply(ctx, |handlers, request| {
        async move {
            let usual = handlers.table_opening.new_game(request, game).await?;
            let pace =
                pace.map(|pace| TimeControl::read(&handlers.replies.understood(request, &pace)));
            let Some(pace) = pace.unwrap_or(Some(usual.settings.pace)) else {
                return Ok(handlers.replies.answer(request, "chat-no-pace", &[]));
            };
            if pace == TimeControl::None && late.is_some() {
                return Ok(handlers
                    .replies
                    .answer(request, "chat-late-without-pace", &[]));
            }
            let rated = rated.unwrap_or_default();
            let private = private.unwrap_or_default();
            if rated && private {
                return Ok(handlers.replies.answer(request, "chat-private-rated", &[]));
            }
            let chosen = if private {
                TableSettings::private()
            } else {
                TableSettings::default()
            };
            let late = late.map(TimeoutPolicy::from).unwrap_or_default();
            let new = NewGame {
                chairs: seats,
                computers: vec![
                    level.map(PolicyKind::from).unwrap_or_default();
                    computers.unwrap_or(0).into()
                ],
                options: options.unwrap_or_else(|| usual.options.clone()),
                settings: TableSettings {
                    pace,
                    late,
                    rated,
                    ..chosen
                },
                ..usual
            };
            handlers.lobby.open(request, new).await
        }
        .boxed()
    })
    .await
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
pub(super) async fn paces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    let paces = [
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
    narrowed(
        handlers.reminders.pace_suggestions(&request, &paces, typed),
        "",
    )
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
pub(super) async fn option_words(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let title = so_far(ctx, "game")
        .and_then(|game| Game::chosen(&game))
        .unwrap_or(Title::ALL[0]);
    let words = option_suggestions(title, typed);
    narrowed(
        words
            .into_iter()
            .map(|word| Suggestion::new(word.clone(), word))
            .collect(),
        "",
    )
}

#[poise::command(slash_command, guild_only)]
async fn invite(ctx: Context<'_>, player: Option<User>, role: Option<Role>) -> Done {
    let player = player
        .filter(|player| !player.bot)
        .map(|player| Invitee::Person(PersonId(player.id.into())));
    let whom = player.or_else(|| role.map(|role| Invitee::Role(role.id.into())));
    reply(ctx, move |handlers, request| {
        async move {
            match whom {
                Some(whom) => handlers.invitations.invite(request, whom).await,
                None => Ok(handlers.replies.answer(request, "chat-invite-whom", &[])),
            }
        }
        .boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn join(ctx: Context<'_>, #[max_length = 40] word: Option<String>) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.lobby.join(request, word.as_deref()).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn leave(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.lobby.leave(request).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn start(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.lobby.start(request, None).boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn show(ctx: Context<'_>, text: Option<bool>, contrast: Option<bool>) -> Done {
    let shown = Display::wished(text, contrast);
    at_table(ctx, move |handlers, request, table| {
        handlers.lobby.show_table(request, table, shown).boxed()
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn list(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        async move { handlers.lobby.list_tables(request).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn undo(ctx: Context<'_>) -> Done {
    at_table(ctx, |handlers, request, table| {
        handlers.play.take_back(request, table, None).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn resign(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.lobby.ask_resign(request).boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn record(ctx: Context<'_>) -> Done {
    at_table(ctx, |handlers, request, table| {
        handlers.lobby.send_record(request, table).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn pause(ctx: Context<'_>, time: Option<String>) -> Done {
    reply(ctx, move |handlers, request| {
        async move {
            handlers
                .agreements
                .ask_for_pause(request, time.as_deref())
                .await
        }
        .boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn resume(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.agreements.ask_all(request, Terms::Resume).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn end(ctx: Context<'_>, result: Option<EndsAs>, winner: Option<User>) -> Done {
    let winner = winner.map(|winner| PersonId(winner.id.into()));
    reply(ctx, move |handlers, request| {
        async move {
            match ends_as(result, winner, request.actor.person) {
                Some(wish) => handlers.agreements.ask_all(request, wish).await,
                None => Ok(handlers.replies.answer(request, "chat-end-which", &[])),
            }
        }
        .boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn back(ctx: Context<'_>) -> Done {
    at_table(ctx, |handlers, request, table| {
        handlers.reminders.come_back(request, table).boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn replace(ctx: Context<'_>, who: Option<User>, by: Option<User>) -> Done {
    let who = who.map(|who| PersonId(who.id.into()));
    let by = by.filter(|by| !by.bot);
    let by = by.map(|by| {
        (
            PersonId(by.id.into()),
            by.global_name.clone().unwrap_or_else(|| by.name.clone()),
        )
    });
    reply(ctx, move |handlers, request| {
        handlers.reminders.replace(request, who, by).boxed()
    })
    .await
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn replay(ctx: Context<'_>) -> Done {
    at_table(ctx, |handlers, request, table| {
        handlers.lookback.show_replay(request, table, None).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn watchers(ctx: Context<'_>, open: bool) -> Done {
    reply(ctx, move |handlers, request| {
        handlers.watching.watchers(request, open).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn hints(ctx: Context<'_>, allowed: bool) -> Done {
    reply(ctx, move |handlers, request| {
        handlers.hints.allow(request, allowed).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only, rename = "move")]
async fn bring(ctx: Context<'_>, #[autocomplete = "elsewhere"] table: String) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.relocation.move_here(request, &table).await }.boxed()
    })
    .await
}

async fn elsewhere(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.relocation.list_movable(&request).await,
        typed,
    )
}
