//! Draws pictures of games on threads that serve no requests.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::game::PanelGame;
use crate::names::plain_player_names;
use lanai_host::Turn;
use lanai_metrics::PictureOutcome;
use lanai_render::{Look, Theme};
use lanai_text::{Phrasebook, Words};

/// The theme of each look, opened when it is first needed; `None` if opening it failed.
static THEMES: [OnceLock<Option<Theme>>; Look::ALL.len()] =
    [const { OnceLock::new() }; Look::ALL.len()];

/// Draws pictures, as many at a time as the machine has cores.
pub struct PictureRenderer {
    permits: Arc<Semaphore>,
    /// How long a picture may take; zero disables pictures.
    timeout: Duration,
}

/// How a picture is drawn, and the table that the log names if drawing fails.
pub struct PictureOptions {
    pub table: Option<i64>,
    pub look: Look,
    pub timeout: Duration,
}

/// The data from which the texts in and beside pictures are written.
pub struct PictureContext<G: PanelGame> {
    pub printed: Arc<G::Printed>,
    pub names: Vec<String>,
    pub words: Words,
}

impl<G: PanelGame> PictureContext<G> {
    pub fn new(words: Words, turn: &Turn<G>) -> PictureContext<G> {
        PictureContext {
            printed: Arc::clone(&turn.printed),
            names: plain_player_names(&words, &turn.table),
            words,
        }
    }
}

impl PictureRenderer {
    pub fn new(timeout: Duration) -> PictureRenderer {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        PictureRenderer {
            permits: Arc::new(Semaphore::new(cores)),
            timeout,
        }
    }

    /// Returns how long a picture may take; zero if there are no pictures.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the letters by which pictures name players; none if there are no pictures.
    pub async fn seat_letters(&self, names: Vec<String>) -> Vec<char> {
        let letters =
            tokio::task::spawn_blocking(move || Some(open_theme(Look::Calm)?.seat_letters(&names)));
        letters.await.ok().flatten().unwrap_or_default()
    }

    /// Draws a picture of a game on another thread; `None` if that panics or takes too long.
    pub async fn draw_game<G: PanelGame, T: Send + 'static>(
        &self,
        context: PictureContext<G>,
        options: PictureOptions,
        draw: impl FnOnce(&Theme, &Phrasebook<'_, G>) -> T + Send + 'static,
    ) -> Option<T> {
        self.draw(options, move |theme| {
            let phrasebook = Phrasebook::<G> {
                words: &context.words,
                printed: &context.printed,
                names: &context.names,
            };
            draw(theme, &phrasebook)
        })
        .await
    }

    /// Draws on another thread; `None` if that panics or takes too long.
    pub async fn draw<T: Send + 'static>(
        &self,
        options: PictureOptions,
        draw: impl FnOnce(&Theme) -> T + Send + 'static,
    ) -> Option<T> {
        let PictureOptions {
            table,
            look,
            timeout,
        } = options;
        if timeout.is_zero() {
            return None;
        }
        let work = async {
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            tokio::task::spawn_blocking(move || {
                // The permit is held until the drawing ends, even after a timeout.
                let _permit = permit;
                open_theme(look).map(draw)
            })
            .await
        };
        let started = Instant::now();
        let (drawn, outcome) = match tokio::time::timeout(timeout, work).await {
            Ok(Ok(drawn)) => (drawn, PictureOutcome::Drawn),
            Ok(Err(_)) => {
                tracing::error!(table, "a picture came to a sudden end");
                (None, PictureOutcome::Failed)
            }
            Err(_) => {
                tracing::warn!(table, "a picture took too long");
                (None, PictureOutcome::TimedOut)
            }
        };
        lanai_metrics::record_picture(outcome, started.elapsed());
        drawn
    }
}

fn open_theme(look: Look) -> Option<&'static Theme> {
    let theme = THEMES[look as usize].get_or_init(|| match Theme::open(look) {
        Ok(theme) => Some(theme),
        Err(error) => {
            tracing::error!(%error, "there are no pictures");
            None
        }
    });
    theme.as_ref()
}
