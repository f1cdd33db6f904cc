//! Draws the pictures of cards, on threads that serve no requests.
//!
//! If a picture fails or takes too long, the card has text instead, so that no turn waits for a
//! picture.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::cards::composer::ChoicePicture;
use crate::wire::card::{File, FilePlacement};
use crate::wire::names::plain_player_names;
use lanai_host::{TableStatus, Turn};
use lanai_metrics::PictureOutcome;
use lanai_panel::PanelGame;
use lanai_render::film::{self, GameFilm};
use lanai_render::{Canvas, Look, Theme, chart, png};
use lanai_rules::{Seat, Standings, Viewer};
use lanai_text::{Phrasebook, Scene, Tally, Words};

/// How many times longer than a picture an animation may take, because it consists of many.
const ANIMATION_TIMEOUT_FACTOR: u32 = 20;

pub(crate) struct PictureRenderer {
    /// The theme of each look, opened when it is first needed; `None` if opening it failed.
    themes: [Arc<OnceLock<Option<Theme>>>; Look::ALL.len()],
    /// As many permits to draw as the machine has cores.
    permits: Arc<Semaphore>,
    /// How long a card waits for its pictures; zero disables them.
    timeout: Duration,
}

pub(crate) struct PictureRequest<E> {
    pub(crate) scenes: Vec<Scene>,
    pub(crate) viewer: Viewer,
    pub(crate) words: Words,
    pub(crate) look: Look,
    /// The events of the last turns, the oldest first. They are marked, and numbered if there are
    /// several turns.
    pub(crate) turns: Vec<Vec<E>>,
    /// The points in the course of the game, for the chart of a finished game.
    pub(crate) tallies: Vec<Tally>,
    /// The winners of a game that was not played to its end.
    pub(crate) winners: Vec<Seat>,
}

/// A position of a game and the events that led to it.
pub(crate) struct FilmFrame<G: PanelGame> {
    pub(crate) view: G::View,
    pub(crate) events: Vec<G::Event>,
}

pub(crate) struct ChoicesRequest<G: PanelGame> {
    /// The game after the choices so far.
    pub(crate) view: G::View,
    /// The events of the turn so far.
    pub(crate) events: Vec<G::Event>,
    pub(crate) picture: ChoicePicture<G::Action>,
    pub(crate) words: Words,
    pub(crate) look: Look,
}

impl<E> PictureRequest<E> {
    /// Requests pictures in calm colours, without marks or a chart.
    pub(crate) fn plain(scenes: Vec<Scene>, viewer: Viewer, words: &Words) -> PictureRequest<E> {
        let words = words.clone();
        PictureRequest {
            scenes,
            viewer,
            words,
            look: Look::Calm,
            turns: Vec::new(),
            tallies: Vec::new(),
            winners: Vec::new(),
        }
    }
}

/// How a picture is drawn, and the table that the log names if drawing fails.
struct PictureOptions {
    table: Option<i64>,
    look: Look,
    timeout: Duration,
}

/// The data from which the alternative texts of pictures are written.
struct PictureContext<G: PanelGame> {
    printed: Arc<G::Printed>,
    names: Vec<String>,
    words: Words,
}

impl<G: PanelGame> PictureContext<G> {
    fn new(words: Words, turn: &Turn<G>) -> PictureContext<G> {
        PictureContext {
            printed: Arc::clone(&turn.printed),
            names: plain_player_names(&words, &turn.table),
            words,
        }
    }
}

impl PictureRenderer {
    pub(crate) fn new(timeout: Duration) -> PictureRenderer {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        PictureRenderer {
            themes: Default::default(),
            permits: Arc::new(Semaphore::new(cores)),
            timeout,
        }
    }

    /// Draws the requested pictures; returns none if drawing fails or takes too long.
    pub(crate) async fn draw<G: PanelGame>(
        &self,
        turn: &Turn<G>,
        request: PictureRequest<G::Event>,
    ) -> Vec<File> {
        let options = self.options_for(turn, request.look);
        let context = PictureContext::new(request.words.clone(), turn);
        let mut view = turn.game.view(request.viewer);
        if turn.table.status == TableStatus::Over && turn.to_act().is_some() {
            let standings = Standings::won_by(turn.game.seats(), &request.winners);
            G::end_early(&mut view, standings);
        }
        self.draw_with_context(context, options, move |theme, phrasebook| {
            draw_files(theme, phrasebook, &view, &request)
        })
        .await
        .unwrap_or_default()
    }

    /// Draws the board of a panel; `None` if it fails or takes too long.
    pub(crate) async fn draw_choices<G: PanelGame>(
        &self,
        turn: &Turn<G>,
        request: ChoicesRequest<G>,
    ) -> Option<File> {
        let options = self.options_for(turn, request.look);
        let context = PictureContext::new(request.words, turn);
        let ChoicePicture { pointers, crop } = request.picture;
        let view = request.view;
        let events = request.events;
        self.draw_with_context(context, options, move |theme, phrasebook| {
            let canvas = G::draw_choices(theme, phrasebook, &view, &events, &pointers, crop)?;
            let description = G::describe_picture(phrasebook, &view, Scene::Board);
            Some(png_file("choices", &canvas, description))
        })
        .await
        .flatten()
    }

    /// Draws the board with the numbers of its legend; `None` if it fails or takes too long.
    pub(crate) async fn draw_signs<G: PanelGame>(
        &self,
        turn: &Turn<G>,
        seat: Seat,
        words: Words,
    ) -> Option<File> {
        let options = self.options_for(turn, Look::Calm);
        let context = PictureContext::new(words, turn);
        let view = turn.game.view(Viewer::Seat(seat));
        self.draw_with_context(context, options, move |theme, phrasebook| {
            let canvas = G::draw_signs(theme, phrasebook, &view)?;
            let description = G::describe_picture(phrasebook, &view, Scene::Board);
            Some(png_file("signs", &canvas, description))
        })
        .await
        .flatten()
    }

    /// Draws a whole game as an animation; `None` if it fails or takes too long.
    pub(crate) async fn draw_animation<G: PanelGame>(
        &self,
        turn: &Turn<G>,
        words: Words,
        frames: Vec<FilmFrame<G>>,
    ) -> Option<File> {
        let options = PictureOptions {
            timeout: self.timeout * ANIMATION_TIMEOUT_FACTOR,
            ..self.options_for(turn, Look::Calm)
        };
        let context = PictureContext::new(words, turn);
        self.draw_with_context(context, options, move |theme, phrasebook| {
            let mut reel = GameFilm::new(theme, phrasebook, film::MAX_FILM_BYTES);
            for frame in frames {
                reel.add_turn(frame.view, frame.events);
            }
            Some(File {
                name: "game.gif".to_owned(),
                bytes: reel.finish()?,
                description: Some(phrasebook.words.say("alt-film", &[])),
                placement: FilePlacement::WithText,
            })
        })
        .await
        .flatten()
    }

    /// Draws a topic of the rules, or the whole game on one sheet.
    ///
    /// Returns `None` if it fails or takes too long, or if the topic has no picture.
    pub(crate) async fn draw_rules<G: PanelGame>(
        &self,
        printed: &Arc<G::Printed>,
        game_options: G::Options,
        words: &Words,
        topic: Option<&'static str>,
    ) -> Option<File> {
        let options = PictureOptions {
            table: None,
            look: Look::Calm,
            timeout: self.timeout,
        };
        let context = PictureContext::<G> {
            printed: Arc::clone(printed),
            names: Vec::new(),
            words: words.clone(),
        };
        self.draw_with_context(context, options, move |theme, phrasebook| match topic {
            Some(topic) => {
                let (canvas, description) = G::draw_topic(theme, phrasebook, topic)?;
                Some(png_file("pieces", &canvas, description))
            }
            None => Some(png_file(
                "rules",
                &G::draw_sheet(theme, phrasebook, &game_options),
                phrasebook.rules().describe_sheet(&game_options),
            )),
        })
        .await
        .flatten()
    }

    /// Draws a picture that shows no game; `None` if it fails or takes too long.
    pub(crate) async fn draw_plain(
        &self,
        name: &'static str,
        description: String,
        draw: impl FnOnce(&Theme) -> Canvas + Send + 'static,
    ) -> Option<File> {
        let options = PictureOptions {
            table: None,
            look: Look::Calm,
            timeout: self.timeout,
        };
        self.run_in_background(options, move |theme| {
            png_file(name, &draw(theme), description)
        })
        .await
    }

    fn options_for<G: PanelGame>(&self, turn: &Turn<G>, look: Look) -> PictureOptions {
        PictureOptions {
            table: Some(turn.table.id.0),
            look,
            timeout: self.timeout,
        }
    }

    async fn draw_with_context<G: PanelGame, T: Send + 'static>(
        &self,
        context: PictureContext<G>,
        options: PictureOptions,
        draw: impl FnOnce(&Theme, &Phrasebook<'_, G>) -> T + Send + 'static,
    ) -> Option<T> {
        self.run_in_background(options, move |theme| {
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
    async fn run_in_background<T: Send + 'static>(
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
            let theme = Arc::clone(&self.themes[look as usize]);
            tokio::task::spawn_blocking(move || {
                // The permit is held until the drawing ends, even after a timeout.
                let _permit = permit;
                theme.get_or_init(|| open_theme(look)).as_ref().map(draw)
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

/// Returns the events of one turn for [`PictureRequest::turns`].
pub(crate) fn single_turn<E>(events: Vec<E>) -> Vec<Vec<E>> {
    if events.is_empty() {
        Vec::new()
    } else {
        vec![events]
    }
}

fn open_theme(look: Look) -> Option<Theme> {
    match Theme::open(look) {
        Ok(theme) => Some(theme),
        Err(error) => {
            tracing::error!(%error, "there are no pictures");
            None
        }
    }
}

/// Draws the scenes of a request, and the chart of a finished game.
///
/// The first scene is shown below the text, the other scenes as thumbnails.
fn draw_files<G: PanelGame>(
    theme: &Theme,
    phrasebook: &Phrasebook<'_, G>,
    view: &G::View,
    request: &PictureRequest<G::Event>,
) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for scene in &request.scenes {
        let Some(canvas) = G::draw(theme, phrasebook, view, &request.turns, *scene) else {
            continue;
        };
        let description = G::describe_picture(phrasebook, view, *scene);
        let mut file = png_file(scene_name(*scene), &canvas, description);
        if !files.is_empty() {
            file.placement = FilePlacement::Thumbnail;
        }
        files.push(file);
    }
    if !request.tallies.is_empty() {
        let canvas = chart::render_chart(theme, phrasebook, &request.tallies);
        let description = phrasebook.describe_chart(&request.tallies);
        files.push(File {
            placement: FilePlacement::OwnEmbed,
            ..png_file("scores", &canvas, description)
        });
    }
    files
}

fn png_file(name: &str, canvas: &Canvas, description: String) -> File {
    File {
        name: format!("{name}.png"),
        bytes: png::encode(canvas),
        description: Some(description),
        placement: FilePlacement::WithText,
    }
}

fn scene_name(scene: Scene) -> &'static str {
    match scene {
        Scene::Board => "board",
        Scene::Realm(_) => "realm",
        Scene::Realms => "realms",
    }
}
