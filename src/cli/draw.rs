//! `lanai draw`: draws a picture or a film of a record.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::records::{distinct_names, read_title, record_error};
use super::{CliError, files, parse_viewer};
use lanai_render::film::{self, GameFilm};
use lanai_render::{Draw, Look, Theme, chart, png};
use lanai_rules::record::{Fault, Record};
use lanai_rules::{Status, Title, Viewer, by_title};
use lanai_text::{Phrasebook, Scene, Tally, Words};

#[derive(Args, Debug)]
pub(super) struct DrawArgs {
    /// The record
    file: PathBuf,
    /// After which step; the last if left out
    #[arg(long)]
    at: Option<usize>,
    /// Mark all turns after this step, with numbers; only the last turn if left out
    #[arg(long)]
    since: Option<usize>,
    /// What to draw; the board if left out
    #[arg(long)]
    what: Option<DrawTarget>,
    /// Who sees it: a seat number, or table for what everybody can see
    #[arg(long = "as", default_value = "table")]
    viewer: String,
    /// How it looks
    #[arg(long, default_value = "calm", value_parser = super::value_parsers::look_parser())]
    look: Look,
    /// Where to write it: a PNG file, or a GIF file for a film
    #[arg(short, long)]
    output: PathBuf,
}

/// The part of a game that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DrawTarget {
    /// The board of Hawaii
    Island,
    /// The realm of the seat named with --as
    Realm,
    /// All realms on one sheet
    All,
    /// The board of Haleakala
    Volcano,
    /// A chart of the points, up to the step
    Scores,
    /// A film of all turns, up to the step
    Film,
}

/// What is drawn, after a check that the game has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DrawnSubject {
    Scene(Scene),
    Scores,
    Film,
}

/// The parts of a replayed game that pictures show.
struct Playback<G: Draw> {
    /// The points after each step.
    points: Vec<Tally>,
    /// The view after each turn and the events of the turn, for a film.
    turns: Vec<(G::View, Vec<G::Event>)>,
    /// The events of each turn that is marked.
    highlighted_turns: Vec<Vec<G::Event>>,
    view: G::View,
}

impl DrawArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        output: &mut dyn std::io::Write,
    ) -> Result<(), CliError> {
        files::check_different(&self.file, &self.output)?;
        let text = files::read_text(&self.file)?;
        let (file, description) =
            by_title!(read_title(&self.file, &text)?, G => self.draw::<G>(words, &text)?);
        files::write_file(&self.output, &file)?;
        Ok(writeln!(output, "{}", files::sanitize(&description))?)
    }

    /// Returns the encoded picture or film, and its description.
    fn draw<G: Draw>(&self, words: &Words, text: &str) -> Result<(Vec<u8>, String), CliError> {
        let record = Record::<G>::read(text).map_err(|fault| record_error(&self.file, fault))?;
        let viewer = parse_viewer(&self.viewer, record.seats.len())?;
        let subject = self.select_subject(G::TITLE, viewer)?;
        let Playback {
            points,
            turns,
            highlighted_turns,
            view,
        } = self.replay_for_drawing(&record, viewer, subject)?;
        let names = distinct_names(&record.seats);
        let phrasebook = Phrasebook {
            words,
            printed: &record.printed,
            names: &names,
        };
        let theme = Theme::open(self.look)?;
        match subject {
            DrawnSubject::Scores => {
                let canvas = chart::render_chart(&theme, &phrasebook, &points);
                Ok((png::encode(&canvas), phrasebook.describe_chart(&points)))
            }
            DrawnSubject::Film => {
                let mut reel = GameFilm::new(&theme, &phrasebook, film::MAX_FILM_BYTES);
                for (view, events) in turns {
                    reel.add_turn(view, events);
                }
                let file = reel
                    .finish()
                    .ok_or_else(|| CliError::Bug("two pictures are too many".to_owned()))?;
                Ok((file, G::describe_picture(&phrasebook, &view, Scene::Board)))
            }
            DrawnSubject::Scene(scene) => {
                let canvas = G::draw(&theme, &phrasebook, &view, &highlighted_turns, scene);
                let canvas = canvas.ok_or(CliError::NoSuchPicture(G::TITLE))?;
                Ok((
                    png::encode(&canvas),
                    G::describe_picture(&phrasebook, &view, scene),
                ))
            }
        }
    }

    /// Replays the record up to the last step to draw.
    fn replay_for_drawing<G: Draw>(
        &self,
        record: &Record<G>,
        viewer: Viewer,
        subject: DrawnSubject,
    ) -> Result<Playback<G>, CliError> {
        let last_step = self.at.unwrap_or(record.steps.len());
        if let Some(since) = self.since.filter(|since| *since > last_step) {
            return Err(record_error(
                &self.file,
                Fault::NoSuchStep {
                    asked: since,
                    steps: last_step,
                },
            ));
        }
        let mut points = Vec::new();
        let mut turns = Vec::new();
        let mut turn_events = Vec::new();
        let mut highlighted_turns = Vec::<Vec<G::Event>>::new();
        let since = self.since.unwrap_or(0);
        let mut step = 0;
        let mut is_new_turn = true;
        let on_step = |game: &G, events: &[G::Event]| {
            // The first marked step may be in the middle of a turn.
            if is_new_turn || step == since + 1 {
                highlighted_turns.push(Vec::new());
            }
            if let Some(last) = highlighted_turns.last_mut().filter(|_| step > since) {
                last.extend_from_slice(events);
            }
            turn_events.extend_from_slice(events);
            is_new_turn = game.begins_turn();
            let is_over = matches!(game.status(), Status::Over(_));
            if subject == DrawnSubject::Film && (is_new_turn || is_over || step == last_step) {
                turns.push((game.view(viewer), std::mem::take(&mut turn_events)));
            }
            points.push(G::tally_points(&game.view(Viewer::Table)));
            step += 1;
        };
        let game = record
            .replay_watched(self.at, on_step)
            .map_err(|fault| record_error(&self.file, fault))?;
        highlighted_turns.retain(|events| !events.is_empty());
        if self.since.is_none() {
            highlighted_turns = highlighted_turns.pop().into_iter().collect();
        }
        Ok(Playback {
            points,
            turns,
            highlighted_turns,
            view: game.view(viewer),
        })
    }

    /// Selects what to draw; fails if the game does not have it.
    fn select_subject(&self, title: Title, viewer: Viewer) -> Result<DrawnSubject, CliError> {
        let scene = match (self.what, title, viewer) {
            (Some(DrawTarget::Scores), ..) => return Ok(DrawnSubject::Scores),
            (Some(DrawTarget::Film), ..) => return Ok(DrawnSubject::Film),
            (None, ..)
            | (Some(DrawTarget::Island), Title::Hawaii, _)
            | (Some(DrawTarget::Volcano), Title::Haleakala, _) => Scene::Board,
            (Some(DrawTarget::Realm), Title::Hawaii, Viewer::Seat(seat)) => Scene::Realm(seat),
            (Some(DrawTarget::Realm), Title::Hawaii, Viewer::Table) => {
                return Err(CliError::RealmWithoutSeat);
            }
            (Some(DrawTarget::All), Title::Hawaii, _) => Scene::Realms,
            (Some(_), title, _) => return Err(CliError::NoSuchPicture(title)),
        };
        Ok(DrawnSubject::Scene(scene))
    }
}
