//! `lanai-lab train`: trains value networks by self-play.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use lanai_ai::{Evaluate, network_file_name};
use lanai_rules::chance::Seed;
use lanai_rules::{Title, by_title};

use crate::training::{LearningStep, Training, TrainingState};
use crate::{Result, parallel, progress, seats_for};

#[derive(Args, Debug)]
pub struct Train {
    /// Which game
    #[arg(value_parser = crate::title_parser())]
    game: Title,
    /// For how many players; every possible number if left out
    #[arg(long)]
    players: Option<u8>,
    /// How many games each network plays against itself
    #[arg(long, default_value_t = 80_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same networks
    #[arg(long, default_value = "1", value_parser = crate::parse_seed)]
    seed: Seed,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
    /// The folder of the networks; a network whose training is not finished is trained further
    #[arg(long = "to", default_value = "assets/policies")]
    folder: PathBuf,
}

impl Train {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        by_title!(self.game, G => self.train_all::<G>(output))
    }

    fn train_all<G: Evaluate>(&self, output: &mut dyn Write) -> Result<()> {
        for players in self
            .players
            .map_or_else(|| G::TITLE.seats(), |players| players..=players)
        {
            seats_for(G::TITLE, players)?;
            let file = self.folder.join(network_file_name(G::TITLE, players));
            let state = self.train::<G>(players, &file)?;
            let win_percent = state
                .history
                .last()
                .map_or(0.0, |checkpoint| checkpoint.beats_greedy);
            writeln!(
                output,
                "{}: {} games, first in {win_percent:.0} % against greedy opponents",
                file.display(),
                state.played
            )?;
        }
        Ok(())
    }

    fn train<G: Evaluate>(&self, players: u8, file: &Path) -> Result<TrainingState> {
        let printed = G::printed()?;
        let mut training = self.load_or_begin::<G>(players, file)?;
        let bar = progress::start_bar("Games", self.games);
        while !training.next_batch().is_empty() {
            let games = parallel::map_in_order(training.next_batch(), self.cores, |number| {
                training.play_game(&printed, number)
            })?;
            let step = training.learn(&printed, games);
            bar.set_position(training.state().played);
            if let LearningStep::Measured(_) = step {
                replace_file(file, &training.encode()?).map_err(|error| in_file(file, &error))?;
            }
        }
        bar.finish_and_clear();
        Ok(training.state().clone())
    }

    /// Loads an unfinished training with the same settings, or begins a new training.
    fn load_or_begin<G: Evaluate>(&self, players: u8, file: &Path) -> Result<Training<G>> {
        let state = TrainingState {
            players,
            seed: self.seed,
            games: self.games,
            played: 0,
            history: Vec::new(),
        };
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Training::new(state)),
            Err(error) => return Err(in_file(file, &error).into()),
        };
        let saved = Training::<G>::decode(&bytes).map_err(|error| in_file(file, &error))?;
        if saved.state().is_same_training(&state) && saved.state().played < self.games {
            Ok(saved)
        } else {
            Ok(Training::new(state))
        }
    }
}

fn in_file(file: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", file.display())
}

/// Replaces the file atomically, so that an interruption does not lose hours of training.
fn replace_file(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let temporary_file = file.with_extension("part");
    fs::write(&temporary_file, bytes)?;
    fs::rename(&temporary_file, file)
}
