//! Draws the pictures of cards.
//!
//! If a picture fails or takes too long, the card has text instead, so that no turn waits for a
//! picture.

use std::sync::Arc;

use crate::cards::composer::ChoicePicture;
use crate::key;
use crate::wire::card::{File, FilePlacement};
use lanai_host::{TableStatus, Turn};
use lanai_panel::{PanelGame, PictureContext, PictureOptions, PictureRenderer};
use lanai_render::film::{self, GameFilm};
use lanai_render::{Canvas, Look, Theme, chart, png};
use lanai_rules::{Seat, Standings, Viewer};
use lanai_text::{Phrasebook, Scene, Tally, Words};

/// How many times longer than a picture an animation may take, because it consists of many.
const ANIMATION_TIMEOUT_FACTOR: u32 = 20;

pub(crate) struct CardPictures {
    pub(crate) renderer: Arc<PictureRenderer>,
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

impl CardPictures {
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
        self.renderer
            .draw_game(context, options, move |theme, phrasebook| {
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
        self.renderer
            .draw_game(context, options, move |theme, phrasebook| {
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
        self.renderer
            .draw_game(context, options, move |theme, phrasebook| {
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
            timeout: self.renderer.timeout() * ANIMATION_TIMEOUT_FACTOR,
            ..self.options_for(turn, Look::Calm)
        };
        let context = PictureContext::new(words, turn);
        self.renderer
            .draw_game(context, options, move |theme, phrasebook| {
                let mut reel = GameFilm::new(theme, phrasebook, film::MAX_FILM_BYTES);
                for frame in frames {
                    reel.add_turn(frame.view, frame.events);
                }
                Some(File {
                    name: "game.gif".to_owned(),
                    bytes: reel.finish()?,
                    description: Some(phrasebook.words.say(key::ALT_FILM, &[])),
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
            timeout: self.renderer.timeout(),
        };
        let context = PictureContext::<G> {
            printed: Arc::clone(printed),
            names: Vec::new(),
            words: words.clone(),
        };
        self.renderer
            .draw_game(context, options, move |theme, phrasebook| match topic {
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
            timeout: self.renderer.timeout(),
        };
        self.renderer
            .draw(options, move |theme| {
                png_file(name, &draw(theme), description)
            })
            .await
    }

    fn options_for<G: PanelGame>(&self, turn: &Turn<G>, look: Look) -> PictureOptions {
        PictureOptions {
            table: Some(turn.table.id.0),
            look,
            timeout: self.renderer.timeout(),
        }
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
