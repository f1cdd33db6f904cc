//! `/contest`: leagues and tournaments.

use futures::FutureExt as _;
use serenity::all::User;

use super::game::Game;
use super::{Command, Context, Done, Priority, reply, table};
use crate::handlers::contests::{ContestWish, Righting};
use crate::wire::press::SigningUp;
use lanai_host::{PersonId, System, TimeControl};

/// The default time control: three days, and half a day more with each turn.
const USUAL_PACE: TimeControl = TimeControl::Bank {
    start: 72 * 60 * 60,
    more: 12 * 60 * 60,
};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Kind {
    League,
    Swiss,
    Knockout,
}

impl From<Kind> for System {
    fn from(kind: Kind) -> System {
        match kind {
            Kind::League => System::League,
            Kind::Swiss => System::Swiss,
            Kind::Knockout => System::Knockout,
        }
    }
}

pub(super) fn whole() -> Command {
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
#[expect(
    clippy::unused_async,
    reason = "the framework calls commands as futures"
)]
async fn contest(_ctx: Context<'_>) -> Done {
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
    kind: Kind,
    #[max_length = 32] title: String,
    #[min = 2]
    #[max = 5]
    seats: Option<u8>,
    #[min = 1]
    #[max = 12]
    rounds: Option<u32>,
    #[autocomplete = "table::option_words"] options: Option<String>,
    #[autocomplete = "table::paces"] pace: Option<String>,
) -> Done {
    reply(ctx, move |handlers, request| {
        async move {
            let usual = handlers.table_opening.new_game(request, game).await?;
            let usual_pace = if usual.settings.pace == TimeControl::None {
                USUAL_PACE
            } else {
                usual.settings.pace
            };
            let pace = match &pace {
                None => Some(usual_pace),
                Some(pace) => TimeControl::read(&handlers.replies.understood(request, pace)),
            };
            let Some(pace) = pace else {
                return Ok(handlers.replies.answer(request, "chat-no-pace", &[]));
            };
            if pace == TimeControl::None {
                return Ok(handlers.replies.answer(request, "chat-contest-pace", &[]));
            }
            let options = options.unwrap_or(usual.options);
            let wish = ContestWish {
                name: title,
                title: game,
                system: kind.into(),
                seats,
                rounds,
                options,
                pace,
            };
            handlers.contests.open(request, wish).await
        }
        .boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn join(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers
            .contests
            .change_entry(request, None, SigningUp::Join)
            .boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers
            .contests
            .change_entry(request, None, SigningUp::Leave)
            .boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn start(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers
            .contests
            .change_entry(request, None, SigningUp::Begin)
            .boxed()
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn standings(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.contests.show_standings(request).boxed()
    })
    .await
}

#[poise::command(slash_command, custom_data = "Priority::Look", guild_only)]
async fn log(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.contests.show_log(request, None).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn correct(
    ctx: Context<'_>,
    player: User,
    #[min = -240]
    #[max = 240]
    points: i64,
    #[max_length = 200] reason: String,
) -> Done {
    righted(
        ctx,
        Righting::Points(PersonId(player.id.into()), points),
        reason,
    )
    .await
}

#[poise::command(slash_command, guild_only)]
async fn remove(ctx: Context<'_>, player: User, #[max_length = 200] reason: String) -> Done {
    righted(ctx, Righting::Remove(PersonId(player.id.into())), reason).await
}

#[poise::command(slash_command, guild_only)]
async fn annul(
    ctx: Context<'_>,
    #[min = 1] table: i64,
    #[max_length = 200] reason: String,
) -> Done {
    righted(ctx, Righting::Annul(table), reason).await
}

#[poise::command(slash_command, guild_only)]
async fn end(ctx: Context<'_>, #[max_length = 200] reason: String) -> Done {
    righted(ctx, Righting::End, reason).await
}

async fn righted(ctx: Context<'_>, what: Righting, reason: String) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.contests.correct(request, what, &reason).await }.boxed()
    })
    .await
}
