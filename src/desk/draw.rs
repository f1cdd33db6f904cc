//! `lanai draw`: a picture of a record.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    Trouble, read_file,
    records::{title_of, told_apart, trouble},
    viewer_of,
};
use crate::{
    drawing::{Draw, Look, Studio, chart, png},
    rules::{Title, Viewer, haleakala::Haleakala, hawaii::Hawaii, record::Record},
    words::{Language, Scene, Teller, Words},
};

/// `lanai draw`.
#[derive(Args, Debug)]
pub(super) struct Picture {
    /// A record
    file: PathBuf,
    /// After which step; the last if left out
    #[arg(long)]
    at: Option<usize>,
    /// What to draw; the board if left out
    #[arg(long)]
    what: Option<What>,
    /// Through whose eyes: a seat, or table for what lies open
    #[arg(long = "as", default_value = "table")]
    viewer: String,
    /// How it looks
    #[arg(long, default_value = "calm")]
    look: LookName,
    /// In which language: en or fr
    #[arg(long, default_value = "en")]
    language: String,
    /// Where to write the PNG
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
}

/// A look, as the command line names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LookName {
    /// As the art was drawn
    Calm,
    /// Darker lines and stronger colours
    Contrast,
}

impl Picture {
    pub(super) fn run(&self, output: &mut dyn std::io::Write) -> Result<(), Trouble> {
        let text = read_file(&self.file)?;
        let (png, description) = match title_of(&self.file, &text)? {
            Title::Hawaii => self.draw::<Hawaii>(&text)?,
            Title::Haleakala => self.draw::<Haleakala>(&text)?,
        };
        let error = |error| Trouble::File { file: self.output.display().to_string(), error };
        std::fs::write(&self.output, png).map_err(error)?;
        Ok(writeln!(output, "{description}")?)
    }

    /// The picture, and what it shows.
    fn draw<G: Draw>(&self, text: &str) -> Result<(Vec<u8>, String), Trouble> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let viewer = viewer_of(&self.viewer, record.seats.len())?;
        let scene = self.scene(G::TITLE, viewer)?;
        let (mut last, mut begins, mut course) = (Vec::new(), true, Vec::new());
        let watch = |game: &G, events: &[G::Event]| {
            if begins {
                last.clear();
            }
            last.extend_from_slice(events);
            begins = game.begins_turn();
            course.push(G::tally(&game.view(Viewer::Table)));
        };
        let game = record.replay_watched(self.at, watch).map_err(|fault| trouble(&self.file, fault))?;
        let language = Language::ALL.iter().find(|language| language.tag() == self.language);
        let language = language.ok_or_else(|| Trouble::NoLanguage(self.language.clone()))?;
        let (words, names) = (Words::of(*language)?, told_apart(&record.seats));
        let teller = Teller { words: &words, printed: &record.printed, names: &names };
        let look = match self.look {
            LookName::Calm => Look::Calm,
            LookName::Contrast => Look::Contrast,
        };
        let (studio, view) = (Studio::open(look)?, game.view(viewer));
        let Some(scene) = scene else {
            let canvas = chart::scores(&studio, &teller, &course);
            return Ok((png::encode(&canvas), teller.scores_described(&course)));
        };
        let canvas = G::draw(&studio, &teller, &view, &last, scene).ok_or(Trouble::NoScene(G::TITLE))?;
        Ok((png::encode(&canvas), G::described(&teller, &view, scene)))
    }

    /// Which scene; none for the chart, which is of the whole course.
    fn scene(&self, title: Title, viewer: Viewer) -> Result<Option<Scene>, Trouble> {
        match (self.what, title, viewer) {
            (Some(What::Scores), ..) => Ok(None),
            (None, ..)
            | (Some(What::Island), Title::Hawaii, _)
            | (Some(What::Volcano), Title::Haleakala, _) => Ok(Some(Scene::Board)),
            (Some(What::Realm), Title::Hawaii, Viewer::Seat(seat)) => Ok(Some(Scene::Realm(seat))),
            (Some(What::Realm), Title::Hawaii, Viewer::Table) => Err(Trouble::WhoseRealm),
            (Some(What::All), Title::Hawaii, _) => Ok(Some(Scene::Realms)),
            (Some(_), title, _) => Err(Trouble::NoScene(title)),
        }
    }
}
