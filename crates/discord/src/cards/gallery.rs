//! The gallery: pictures of a table, drawn beside the work of the bot. If one fails or takes too long, the card is told in
//! words: no turn waits for a picture.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::cards::game::AtTable;
use crate::wire::card::{File, Place};
use crate::wire::names::plain_names;
use lanai_host::{TableStatus, Turn};
use lanai_metrics::PictureOutcome;
use lanai_render::film::{self, Reel};
use lanai_render::{Canvas, Crop, Look, Studio, chart, png};
use lanai_rules::{Seat, Standings, Viewer};
use lanai_text::{Phrasebook, Scene, Tally, Words};

/// A film is many pictures: so many times longer it may take.
const FILM_TAKES: u32 = 20;

/// Where pictures are drawn.
pub(crate) struct Gallery {
    /// One for each look, opened when it is first needed; nothing where that failed.
    studios: [Arc<OnceLock<Option<Studio>>>; Look::ALL.len()],
    /// As many are drawn at once as there are cores.
    easels: Arc<Semaphore>,
    /// How long a card waits for its pictures; none are drawn if that is no time at all.
    patience: Duration,
}

/// A request for pictures for one viewer.
pub(crate) struct PictureRequest<E> {
    pub(crate) scenes: Vec<Scene>,
    pub(crate) viewer: Viewer,
    /// In which language.
    pub(crate) words: Words,
    pub(crate) look: Look,
    /// What happened in each of the last turns, the oldest first: it is marked, and numbered if there are several.
    pub(crate) turns: Vec<Vec<E>>,
    /// How the game went, for the chart at its end.
    pub(crate) course: Vec<Tally>,
    /// Who has won a game that was not played to its end.
    pub(crate) winners: Vec<Seat>,
}

/// A request for the picture of a panel.
pub(crate) struct Choices<G: AtTable> {
    /// The game as it would be, through their eyes.
    pub(crate) view: G::View,
    /// What was chosen so far.
    pub(crate) done: Vec<G::Event>,
    /// What can be chosen, and the letter of each.
    pub(crate) pointers: Vec<(G::Action, String)>,
    pub(crate) crop: Crop,
    pub(crate) words: Words,
    pub(crate) look: Look,
}

impl<E> PictureRequest<E> {
    /// Pictures as things stand, in calm colours and without marks.
    pub(crate) fn plain(scenes: Vec<Scene>, viewer: Viewer, words: &Words) -> PictureRequest<E> {
        let words = words.clone();
        PictureRequest {
            scenes,
            viewer,
            words,
            look: Look::Calm,
            turns: Vec::new(),
            course: Vec::new(),
            winners: Vec::new(),
        }
    }
}

/// Of what a picture tells: the figures in force, what the players are called, and at which table, if it is one.
struct Subject<G: AtTable> {
    printed: Arc<G::Printed>,
    names: Vec<String>,
    table: Option<i64>,
}

impl<G: AtTable> Subject<G> {
    fn of(words: &Words, turn: &Turn<G>) -> Subject<G> {
        let printed = Arc::clone(&turn.printed);
        let names = plain_names(words, &turn.table);
        Subject {
            printed,
            names,
            table: Some(turn.table.game.0),
        }
    }
}

impl Gallery {
    pub(crate) fn new(patience: Duration) -> Gallery {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let easels = Arc::new(Semaphore::new(cores));
        Gallery {
            studios: Default::default(),
            easels,
            patience,
        }
    }

    /// The pictures that are wished for; none if they fail or take too long.
    pub(crate) async fn draw<G: AtTable>(
        &self,
        turn: &Turn<G>,
        wish: PictureRequest<G::Event>,
    ) -> Vec<File> {
        let look = wish.look;
        let words = wish.words.clone();
        let mut view = turn.game.view(wish.viewer);
        if turn.table.status == TableStatus::Over && turn.to_act().is_some() {
            G::end_early(
                &mut view,
                Standings::won_by(turn.game.seats(), &wish.winners),
            );
        }
        let painting = move |studio: &Studio, phrasebook: &Phrasebook<'_, G>| {
            paint(studio, phrasebook, &view, &wish)
        };
        self.painted(
            Subject::of(&words, turn),
            look,
            words,
            self.patience,
            painting,
        )
        .await
        .unwrap_or_default()
    }

    /// The board of a panel; nothing if it fails or takes too long.
    pub(crate) async fn choices<G: AtTable>(&self, turn: &Turn<G>, seen: Choices<G>) -> Vec<File> {
        let Choices {
            view,
            done,
            pointers,
            crop,
            words,
            look,
        } = seen;
        let painting = move |studio: &Studio, phrasebook: &Phrasebook<'_, G>| {
            let canvas = G::draw_choices(studio, phrasebook, &view, &done, &pointers, crop)?;
            Some(file(
                "choices",
                &canvas,
                G::described(phrasebook, &view, Scene::Board),
            ))
        };
        self.painted(
            Subject::of(&words, turn),
            look,
            words,
            self.patience,
            painting,
        )
        .await
        .flatten()
        .into_iter()
        .collect()
    }

    /// A whole game as a film, which may take longer; nothing if it fails.
    pub(crate) async fn film<G: AtTable>(
        &self,
        turn: &Turn<G>,
        words: Words,
        course: Vec<(G::View, Vec<G::Event>)>,
    ) -> Option<File> {
        let painting = move |studio: &Studio, phrasebook: &Phrasebook<'_, G>| {
            let mut reel = Reel::new(studio, phrasebook, film::MOST);
            for (view, events) in course {
                reel.turn(view, events);
            }
            let description = phrasebook.words.say("alt-film", &[]);
            let name = "game.gif".to_owned();
            let place = Place::Beside;
            Some(File {
                name,
                bytes: reel.end()?,
                description: Some(description),
                place,
            })
        };
        let patience = self.patience * FILM_TAKES;
        self.painted(
            Subject::of(&words, turn),
            Look::Calm,
            words,
            patience,
            painting,
        )
        .await
        .flatten()
    }

    /// The picture of a topic of the rules, or the whole game on one sheet; nothing if it fails, takes too long, or if a topic
    /// has none.
    pub(crate) async fn primer<G: AtTable>(
        &self,
        printed: &Arc<G::Printed>,
        options: G::Options,
        words: &Words,
        topic: Option<&'static str>,
    ) -> Option<File> {
        let painting = move |studio: &Studio, phrasebook: &Phrasebook<'_, G>| match topic {
            Some(topic) => {
                let (canvas, described) = G::draw_topic(studio, phrasebook, topic)?;
                Some(file("pieces", &canvas, described))
            }
            None => Some(file(
                "rules",
                &G::draw_sheet(studio, phrasebook, &options),
                phrasebook.sheet_described(&options),
            )),
        };
        let subject = Subject {
            printed: Arc::clone(printed),
            names: Vec::new(),
            table: None,
        };
        self.painted(subject, Look::Calm, words.clone(), self.patience, painting)
            .await
            .flatten()
    }

    /// A picture that is of no game: its name, how it is drawn, and its description; nothing if it fails or takes too long.
    pub(crate) async fn plain(
        &self,
        name: &'static str,
        described: String,
        paint: impl FnOnce(&Studio) -> Canvas + Send + 'static,
    ) -> Option<File> {
        let painting = move |studio: &Studio| file(name, &paint(studio), described);
        self.done(None, Look::Calm, self.patience, painting).await
    }

    /// What is painted with a studio of this look and the words of this language.
    async fn painted<G: AtTable, T: Send + 'static>(
        &self,
        subject: Subject<G>,
        look: Look,
        words: Words,
        patience: Duration,
        paint: impl FnOnce(&Studio, &Phrasebook<'_, G>) -> T + Send + 'static,
    ) -> Option<T> {
        let Subject {
            printed,
            names,
            table,
        } = subject;
        let painting = move |studio: &Studio| {
            paint(
                studio,
                &Phrasebook::<G> {
                    words: &words,
                    printed: &printed,
                    names: &names,
                },
            )
        };
        self.done(table, look, patience, painting).await
    }

    /// What is done beside the work of the bot, with a studio of this look; nothing if it comes to a sudden end or takes too
    /// long.
    async fn done<T: Send + 'static>(
        &self,
        table: Option<i64>,
        look: Look,
        patience: Duration,
        paint: impl FnOnce(&Studio) -> T + Send + 'static,
    ) -> Option<T> {
        if patience.is_zero() {
            return None;
        }
        let work = async {
            let easel = Arc::clone(&self.easels).acquire_owned().await;
            let studio = Arc::clone(&self.studios[look as usize]);
            let painting = move || {
                // It is free again when this is done, however long it takes and however it ends.
                let _easel = easel;
                studio.get_or_init(|| open(look)).as_ref().map(paint)
            };
            tokio::task::spawn_blocking(painting).await
        };
        let begun = Instant::now();
        let (painted, outcome) = match tokio::time::timeout(patience, work).await {
            Ok(Ok(painted)) => (painted, PictureOutcome::Drawn),
            Ok(Err(_)) => {
                tracing::error!(table, "a picture came to a sudden end");
                (None, PictureOutcome::Failed)
            }
            Err(_) => {
                tracing::warn!(table, "a picture took too long");
                (None, PictureOutcome::Late)
            }
        };
        lanai_metrics::record_picture(outcome, begun.elapsed());
        painted
    }
}

/// What happened in one turn, for [`PictureRequest::turns`]; nothing if nothing is known of it.
pub(crate) fn one_turn<E>(events: Vec<E>) -> Vec<Vec<E>> {
    if events.is_empty() {
        Vec::new()
    } else {
        vec![events]
    }
}

fn open(look: Look) -> Option<Studio> {
    let studio = Studio::open(look);
    studio
        .inspect_err(|error| tracing::error!(%error, "there are no pictures"))
        .ok()
}

/// All pictures of a wish. The first stands beside the words, other scenes in the corner of a frame below, and the chart of a
/// game in a frame of its own.
fn paint<G: AtTable>(
    studio: &Studio,
    phrasebook: &Phrasebook<'_, G>,
    view: &G::View,
    wish: &PictureRequest<G::Event>,
) -> Vec<File> {
    let scenes = wish.scenes.iter().filter_map(|scene| {
        let canvas = G::draw(studio, phrasebook, view, &wish.turns, *scene)?;
        Some(file(
            name(*scene),
            &canvas,
            G::described(phrasebook, view, *scene),
        ))
    });
    let mut files: Vec<File> = scenes.collect();
    files
        .iter_mut()
        .skip(1)
        .for_each(|file| file.place = Place::Corner);
    if !wish.course.is_empty() {
        let canvas = chart::scores(studio, phrasebook, &wish.course);
        let chart = file("scores", &canvas, phrasebook.scores_described(&wish.course));
        files.push(File {
            place: Place::Below,
            ..chart
        });
    }
    files
}

fn file(name: &str, canvas: &Canvas, description: String) -> File {
    let name = format!("{name}.png");
    File {
        name,
        bytes: png::encode(canvas),
        description: Some(description),
        place: Place::Beside,
    }
}

fn name(scene: Scene) -> &'static str {
    match scene {
        Scene::Board => "board",
        Scene::Realm(_) => "realm",
        Scene::Realms => "realms",
    }
}
