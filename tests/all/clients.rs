//! Bots of other libraries live on the porch: real ones, each a program of its own, written as somebody would write theirs
//! (`clients/`). People sit with them, and see what they answer. `.ci/run` installs the libraries; where they are lacking
//! these evenings are left out, loudly.

mod evening;
mod library;

use evening::Evening;
use library::{DISCORD_JS, DISCORD_PY, DISNAKE, ERIS, HIKARI, Library, NEXTCORD, OCEANIC, PYCORD};

/// What a bot tries by itself, with asserts of its own.
const ATTEMPTS: [&str; 6] = [
    "threads", "members", "replies", "pictures", "errors", "alone",
];

/// Everything that the porch is for, with one bot.
async fn whole_evening(library: &Library) {
    let Some(mut evening) = Evening::begin(library).await else {
        return;
    };
    evening.takes_every_option().await;
    evening.completes_while_somebody_types().await;
    evening.answers_later().await;
    evening.shows_buttons_and_menus().await;
    evening.opens_a_form().await;
    evening.is_called_from_menus().await;
    evening.hears_what_is_said().await;
    for attempt in ATTEMPTS {
        evening.tries(attempt).await;
    }
    evening.comes_back().await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_discord_js_lives_on_the_porch() {
    whole_evening(&DISCORD_JS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_discord_py_lives_on_the_porch() {
    whole_evening(&DISCORD_PY).await;
}

/// The others: they come in, answer, and try what went wrong with them once.
async fn short_evening(library: &Library) {
    let Some(mut evening) = Evening::begin(library).await else {
        return;
    };
    for attempt in ["members", "replies"] {
        evening.tries(attempt).await;
    }
    evening.shows_a_button().await;
    evening.comes_back().await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_hikari_lives_on_the_porch() {
    short_evening(&HIKARI).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_disnake_lives_on_the_porch() {
    short_evening(&DISNAKE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_oceanic_lives_on_the_porch() {
    short_evening(&OCEANIC).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_eris_lives_on_the_porch() {
    short_evening(&ERIS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_nextcord_lives_on_the_porch() {
    short_evening(&NEXTCORD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_pycord_lives_on_the_porch() {
    short_evening(&PYCORD).await;
}
