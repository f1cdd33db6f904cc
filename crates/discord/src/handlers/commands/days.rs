//! Commands for the time between turns: reminders, extensions, recaps and watching.

use futures::FutureExt as _;
use serenity::all::CreateAutocompleteResponse;

use super::{Command, Context, Done, Priority, at, at_table, narrowed, reply, suggested};
use crate::cards::game::Suggestion;
use crate::handlers::premoves::AheadWish;
use crate::handlers::reminders::{Of, Reminding, SNOOZES};
use lanai_host::{PremoveCondition, find_zones};

pub(super) fn all() -> Vec<Command> {
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
    #[autocomplete = "everies"] every: Option<String>,
    #[autocomplete = "zones"] zone: Option<String>,
    #[autocomplete = "hours"] quiet: Option<String>,
    direct: Option<bool>,
    next: Option<bool>,
    away: Option<String>,
    text: Option<bool>,
    invitations: Option<bool>,
    elsewhere: Option<bool>,
    whose: Option<Of>,
) -> Done {
    let of = whose.unwrap_or_default();
    let wish = Reminding {
        every,
        zone,
        quiet,
        direct,
        next,
        away,
        text,
        invitations,
        elsewhere,
        of,
    };
    reply(ctx, |handlers, request| {
        async move { handlers.reminders.change_reminders(request, wish).await }.boxed()
    })
    .await
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
pub(super) async fn everies(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    let spans = [
        "4h", "8h", "12h", "24h", "2 days", "3 days", "7 days", "never",
    ];
    narrowed(
        handlers.reminders.span_suggestions(&request, &spans, typed),
        "",
    )
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
pub(super) async fn zones(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = find_zones(typed).into_iter();
    narrowed(
        found
            .map(|zone| Suggestion::new(zone.clone(), zone))
            .collect(),
        "",
    )
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
pub(super) async fn hours(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    let mut known = vec![
        "22-8".to_owned(),
        "23-7".to_owned(),
        "21:30-6:30".to_owned(),
    ];
    if !typed.trim().is_empty() {
        known.insert(0, typed.trim().to_owned());
    }
    let off = Suggestion::new(
        handlers.replies.words(&request).say("chat-quiet-off", &[]),
        "off",
    );
    let known = known
        .into_iter()
        .map(|hours| Suggestion::new(hours.clone(), hours));
    narrowed(known.chain([off]).collect(), typed)
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn note(
    ctx: Context<'_>,
    #[max_length = 500] text: Option<String>,
    clear: Option<bool>,
) -> Done {
    at_table(ctx, move |handlers, request, table| {
        async move {
            handlers
                .notes
                .edit(request, table, text.as_deref(), clear == Some(true))
                .await
        }
        .boxed()
    })
    .await
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Condition {
    Same,
    Unpassed,
    Whatever,
}

impl From<Condition> for PremoveCondition {
    fn from(condition: Condition) -> PremoveCondition {
        match condition {
            Condition::Same => PremoveCondition::Same,
            Condition::Unpassed => PremoveCondition::Unpassed,
            Condition::Whatever => PremoveCondition::Whatever,
        }
    }
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn ahead(
    ctx: Context<'_>,
    #[max_length = 200] turn: Option<String>,
    #[max_length = 200] otherwise: Option<String>,
    condition: Option<Condition>,
    forget: Option<bool>,
) -> Done {
    let proviso = condition.map(PremoveCondition::from);
    let wish = AheadWish {
        turn,
        otherwise,
        proviso,
        forget: forget == Some(true),
    };
    at_table(ctx, move |handlers, request, table| {
        async move { Box::pin(handlers.premoves.premove(request, table, wish)).await }.boxed()
    })
    .await
}

#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
async fn snooze(ctx: Context<'_>, #[autocomplete = "moments"] until: String) -> Done {
    at_table(ctx, |handlers, request, table| {
        async move {
            handlers
                .reminders
                .snooze(request, table, Some(&until))
                .await
        }
        .boxed()
    })
    .await
}

#[expect(
    clippy::unused_async,
    reason = "the framework calls suggestions as futures"
)]
async fn moments(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    let words = handlers.replies.words(&request);
    let known = SNOOZES.map(|(key, name)| Suggestion::new(words.say(name, &[]), key));
    narrowed(known.to_vec(), typed)
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    interaction_context = "Guild|BotDm"
)]
async fn recap(ctx: Context<'_>) -> Done {
    at_table(ctx, |handlers, request, table| {
        handlers.lookback.show_recap(request, table).boxed()
    })
    .await
}

#[poise::command(slash_command, guild_only)]
async fn watch(ctx: Context<'_>, #[autocomplete = "tables"] table: String) -> Done {
    reply(ctx, |handlers, request| {
        async move { handlers.watching.watch(request, &table).await }.boxed()
    })
    .await
}

async fn tables(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.watching.list_watchable(&request, false).await,
        typed,
    )
}

#[poise::command(slash_command, guild_only)]
async fn unwatch(ctx: Context<'_>, #[autocomplete = "watched"] table: Option<String>) -> Done {
    reply(ctx, move |handlers, request| {
        async move { handlers.watching.unwatch(request, table.as_deref()).await }.boxed()
    })
    .await
}

async fn watched(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (handlers, request) = at(ctx);
    suggested(
        handlers,
        &request,
        handlers.watching.list_watchable(&request, true).await,
        typed,
    )
}

#[poise::command(
    slash_command,
    custom_data = "Priority::Look",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn mine(ctx: Context<'_>) -> Done {
    reply(ctx, |handlers, request| {
        handlers.watching.list_mine(request).boxed()
    })
    .await
}
