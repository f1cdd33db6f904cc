//! `lanai train`: the nets of the computer players learn anew.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, cores, files, progress};
use crate::minds::training::{Course, NotTaught, Progress, Training};
use crate::minds::{Appraise, name_of_net};
use crate::rules::chance::Seed;
use crate::rules::{Seats, Title, by_title};
use crate::words::Words;

/// `lanai train`.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// Which game
    #[arg(value_parser = super::named::title())]
    game: Title,
    /// For how many players; every possible number if left out
    #[arg(long)]
    players: Option<u8>,
    /// How many games each net plays against itself
    #[arg(long, default_value_t = 80_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same nets
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
    /// Where the files are. A net that is already there goes on learning if it has games left
    #[arg(long, default_value = "assets/minds")]
    to: PathBuf,
}

impl TrainArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => self.teach_all::<G>(words, output))
    }

    fn teach_all<G: Appraise>(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        let all = self.players.map_or_else(|| G::TITLE.seats(), |players| players..=players);
        for players in all {
            Seats::of(G::TITLE, players)?;
            let file = self.to.join(name_of_net(G::TITLE, players));
            let told = self.teach::<G>(players, &file, words)?;
            writeln!(output, "{told}")?;
        }
        Ok(())
    }

    /// What came of it.
    fn teach<G: Appraise>(&self, players: u8, file: &Path, words: &Words) -> Result<String, CliError> {
        let (printed, mut training) = (G::printed()?, self.begun::<G>(players, file)?);
        let mut progress = progress::Progress::begin(words, "progress-games", self.games);
        while !training.batch().is_empty() {
            let batch = cores::each(training.batch(), self.cores, |number| training.play(&printed, number))?;
            let reached = training.learn(&printed, batch);
            progress.at(training.course().played);
            if let Progress::Tried(_) = reached {
                files::write(file, &training.write().map_err(|why| untaught(file, why))?)?;
            }
        }
        drop(progress);
        let Course { played, history, .. } = training.course();
        let beats = history.last().map_or(0.0, |mark| mark.beats_greedy);
        let told = [
            ("file", file.display().to_string().into()),
            ("games", (*played).into()),
            ("percent", format!("{beats:.0}").into()),
        ];
        Ok(words.say("train-done", &told))
    }

    /// What was begun already and has games left, or a course from its beginning.
    fn begun<G: Appraise>(&self, players: u8, file: &Path) -> Result<Training<G>, CliError> {
        let new = Course { players, seed: self.seed, games: self.games, played: 0, history: Vec::new() };
        let begun = match fs::read(file) {
            Ok(bytes) => Some(Training::<G>::read(&bytes).map_err(|why| untaught(file, why))?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(CliError::File { file: file.display().to_string(), error }),
        };
        let goes_on =
            |begun: &Training<G>| begun.course().is_same(&new) && begun.course().played < self.games;
        Ok(begun.filter(goes_on).unwrap_or_else(|| Training::new(new)))
    }
}

fn untaught(file: &Path, why: NotTaught) -> CliError {
    CliError::Net { file: file.display().to_string(), why }
}
