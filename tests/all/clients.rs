//! Bots written with other libraries (`clients/`) run on the porch while people use them. `.ci/run`
//! installs the libraries; without them these tests are skipped with a message.

mod evening;
mod library;

pub(crate) use library::find_activity_sdk;

use evening::ClientScene;
use library::{DISCORD_JS, DISCORD_PY, DISNAKE, ERIS, HIKARI, Library, NEXTCORD, OCEANIC, PYCORD};

/// Attempts that a bot makes by itself, with its own assertions.
const ATTEMPTS: [&str; 6] = [
    "threads",
    "members",
    "replies",
    "pictures",
    "errors",
    "direct_messages",
];

/// Tries every feature with one bot.
async fn try_everything(library: &Library) {
    let Some(mut evening) = ClientScene::start(library).await else {
        return;
    };
    evening.check_every_option().await;
    evening.check_autocomplete().await;
    evening.check_deferred_answer().await;
    evening.check_buttons_and_menus().await;
    evening.check_form().await;
    evening.check_context_menus().await;
    evening.check_message_events().await;
    for attempt in ATTEMPTS {
        evening.run_attempt(attempt).await;
    }
    evening.check_resume().await;
    evening.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_discord_js_lives_on_the_porch() {
    try_everything(&DISCORD_JS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_discord_py_lives_on_the_porch() {
    try_everything(&DISCORD_PY).await;
}

/// Tries the basic features and known problems with a bot.
async fn try_basics(library: &Library) {
    let Some(mut evening) = ClientScene::start(library).await else {
        return;
    };
    for attempt in ["members", "replies"] {
        evening.run_attempt(attempt).await;
    }
    evening.press_panel_button().await;
    evening.check_resume().await;
    evening.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_hikari_lives_on_the_porch() {
    try_basics(&HIKARI).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_disnake_lives_on_the_porch() {
    try_basics(&DISNAKE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_oceanic_lives_on_the_porch() {
    try_basics(&OCEANIC).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_eris_lives_on_the_porch() {
    try_basics(&ERIS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_nextcord_lives_on_the_porch() {
    try_basics(&NEXTCORD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_written_with_pycord_lives_on_the_porch() {
    try_basics(&PYCORD).await;
}
