//! `lanai draw`: a picture of a record, or a film of it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::records::{title_of, told_apart, trouble};
use super::{CliError, files, viewer_of};
use lanai_render::film::{self, Reel};
use lanai_render::{Draw, Look, Studio, chart, png};
use lanai_rules::record::{Fault, Record};
use lanai_rules::{Status, Title, Viewer, by_title};
use lanai_text::{Phrasebook, Scene, Tally, Words};

/// `lanai draw`.
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
    what: Option<What>,
    /// Who sees it: a seat number, or table for what everybody can see
    #[arg(long = "as", default_value = "table")]
    viewer: String,
    /// How it looks
    #[arg(long, default_value = "calm", value_parser = super::named::look())]
    look: Look,
    /// Where to write it: a PNG file, or a GIF file for a film
    #[arg(short, long)]
    output: PathBuf,
}

/// What of a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum What {
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

/// What is drawn of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    Scene(Scene),
    Scores,
    Film,
}

/// How a game went.
struct Playback<G: Draw> {
    /// The points after each step.
    points: Vec<Tally>,
    /// Each turn as it ended, for a film, and what happened in it.
    turns: Vec<(G::View, Vec<G::Event>)>,
    /// What is marked: what happened in each turn.
    marked: Vec<Vec<G::Event>>,
    /// How it stands.
    view: G::View,
}

impl DrawArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        output: &mut dyn std::io::Write,
    ) -> Result<(), CliError> {
        files::unless_same(&self.file, &self.output)?;
        let text = files::read(&self.file)?;
        let (file, description) =
            by_title!(title_of(&self.file, &text)?, G => self.draw::<G>(words, &text)?);
        files::write(&self.output, &file)?;
        Ok(writeln!(output, "{}", files::defused(&description))?)
    }

    /// The picture, and what it shows.
    fn draw<G: Draw>(&self, words: &Words, text: &str) -> Result<(Vec<u8>, String), CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let viewer = viewer_of(&self.viewer, record.seats.len())?;
        let subject = self.subject(G::TITLE, viewer)?;
        let Playback {
            points,
            turns,
            marked,
            view,
        } = self.course(&record, viewer, subject)?;
        let names = told_apart(&record.seats);
        let phrasebook = Phrasebook {
            words,
            printed: &record.printed,
            names: &names,
        };
        let studio = Studio::open(self.look)?;
        match subject {
            Subject::Scores => {
                let canvas = chart::scores(&studio, &phrasebook, &points);
                Ok((png::encode(&canvas), phrasebook.scores_described(&points)))
            }
            Subject::Film => {
                let mut reel = Reel::new(&studio, &phrasebook, film::MOST);
                for (view, events) in turns {
                    reel.turn(view, events);
                }
                let file = reel
                    .end()
                    .ok_or_else(|| CliError::Ours("two pictures are too many".to_owned()))?;
                Ok((file, G::described(&phrasebook, &view, Scene::Board)))
            }
            Subject::Scene(scene) => {
                let canvas = G::draw(&studio, &phrasebook, &view, &marked, scene);
                let canvas = canvas.ok_or(CliError::NoScene(G::TITLE))?;
                Ok((
                    png::encode(&canvas),
                    G::described(&phrasebook, &view, scene),
                ))
            }
        }
    }

    /// Plays the record up to the step.
    fn course<G: Draw>(
        &self,
        record: &Record<G>,
        viewer: Viewer,
        subject: Subject,
    ) -> Result<Playback<G>, CliError> {
        let steps = self.at.unwrap_or(record.steps.len());
        if let Some(since) = self.since.filter(|since| *since > steps) {
            return Err(trouble(
                &self.file,
                Fault::NoSuchStep {
                    asked: since,
                    steps,
                },
            ));
        }
        let mut points = Vec::new();
        let mut turns = Vec::new();
        let mut happened = Vec::new();
        let mut marked = Vec::<Vec<G::Event>>::new();
        let since = self.since.unwrap_or(0);
        let mut step = 0;
        let mut begins = true;
        let watch = |game: &G, events: &[G::Event]| {
            // The first turn that is marked may have begun before.
            if begins || step == since + 1 {
                marked.push(Vec::new());
            }
            if let Some(last) = marked.last_mut().filter(|_| step > since) {
                last.extend_from_slice(events);
            }
            happened.extend_from_slice(events);
            begins = game.begins_turn();
            let over = matches!(game.status(), Status::Over(_));
            if subject == Subject::Film && (begins || over || step == steps) {
                turns.push((game.view(viewer), std::mem::take(&mut happened)));
            }
            points.push(G::tally(&game.view(Viewer::Table)));
            step += 1;
        };
        let game = record
            .replay_watched(self.at, watch)
            .map_err(|fault| trouble(&self.file, fault))?;
        marked.retain(|events| !events.is_empty());
        if self.since.is_none() {
            marked = marked.pop().into_iter().collect();
        }
        Ok(Playback {
            points,
            turns,
            marked,
            view: game.view(viewer),
        })
    }

    /// What is drawn, if the game has it.
    fn subject(&self, title: Title, viewer: Viewer) -> Result<Subject, CliError> {
        let scene = match (self.what, title, viewer) {
            (Some(What::Scores), ..) => return Ok(Subject::Scores),
            (Some(What::Film), ..) => return Ok(Subject::Film),
            (None, ..)
            | (Some(What::Island), Title::Hawaii, _)
            | (Some(What::Volcano), Title::Haleakala, _) => Scene::Board,
            (Some(What::Realm), Title::Hawaii, Viewer::Seat(seat)) => Scene::Realm(seat),
            (Some(What::Realm), Title::Hawaii, Viewer::Table) => return Err(CliError::WhoseRealm),
            (Some(What::All), Title::Hawaii, _) => Scene::Realms,
            (Some(_), title, _) => return Err(CliError::NoScene(title)),
        };
        Ok(Subject::Scene(scene))
    }
}
