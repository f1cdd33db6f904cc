//! `lanai-lab train`: value networks learn by self-play.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use lanai_ai::{Appraise, network_file_name};
use lanai_rules::chance::Seed;
use lanai_rules::{Title, by_title};

use crate::training::{Course, Progress, Training};
use crate::{Result, parallel, progress, seats};

#[derive(Args, Debug)]
pub struct Train {
    /// Which game
    #[arg(value_parser = crate::title())]
    game: Title,
    /// For how many players; every possible number if left out
    #[arg(long)]
    players: Option<u8>,
    /// How many games each network plays against itself
    #[arg(long, default_value_t = 80_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same networks
    #[arg(long, default_value = "1", value_parser = crate::seed)]
    seed: Seed,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
    /// Where the files are. A network that is already there goes on learning if it has games left
    #[arg(long, default_value = "assets/minds")]
    to: PathBuf,
}

impl Train {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        by_title!(self.game, G => self.train_all::<G>(output))
    }

    fn train_all<G: Appraise>(&self, output: &mut dyn Write) -> Result<()> {
        for players in self
            .players
            .map_or_else(|| G::TITLE.seats(), |players| players..=players)
        {
            seats(G::TITLE, players)?;
            let file = self.to.join(network_file_name(G::TITLE, players));
            let course = self.train::<G>(players, &file)?;
            let beats = course.history.last().map_or(0.0, |mark| mark.beats_greedy);
            let file = file.display();
            let played = course.played;
            writeln!(
                output,
                "{file}: {played} games, first in {beats:.0} % against greedy opponents"
            )?;
        }
        Ok(())
    }

    fn train<G: Appraise>(&self, players: u8, file: &Path) -> Result<Course> {
        let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let printed = G::printed()?;
        let new = Course {
            players,
            seed: self.seed,
            games: self.games,
            played: 0,
            history: Vec::new(),
        };
        let mut training = match fs::read(file) {
            Ok(bytes) => {
                let begun = Training::<G>::read(&bytes).map_err(|why| in_file(&why))?;
                let goes_on = begun.course().is_same(&new) && begun.course().played < self.games;
                if goes_on { begun } else { Training::new(new) }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Training::new(new),
            Err(error) => return Err(in_file(&error).into()),
        };
        let bar = progress::bar("Games", self.games);
        while !training.batch().is_empty() {
            let batch = parallel::each(training.batch(), self.cores, |number| {
                training.play(&printed, number)
            })?;
            let reached = training.learn(&printed, batch);
            bar.set_position(training.course().played);
            if let Progress::Tried(_) = reached {
                write_whole(file, &training.write()?).map_err(|error| in_file(&error))?;
            }
        }
        bar.finish_and_clear();
        Ok(training.course().clone())
    }
}

/// Replaces the file in one step, so that hours of training are not lost to an interruption.
fn write_whole(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = file.with_extension("part");
    fs::write(&part, bytes)?;
    fs::rename(&part, file)
}
