//! Developers' tools for the computer players.
//!
//! `simulate` plays many games and compares policies, `train` trains the value networks in
//! `assets/policies`, and `calibrate` searches for reconstructed figures that lead to the scores
//! that players report. Players and operators do not need these tools: they run the crate `lanai`.
//! The entry point is [`Lab`].

mod benchmark;
mod calibrate;
pub mod calibration;
mod ladder;
mod parallel;
mod progress;
mod rating;
mod simulate;
mod train;
pub mod training;

use std::error::Error;
use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use lanai_ai::PolicyKind;
use lanai_rules::chance::Seed;
use lanai_rules::{BySeat, Rules, Seats, Title, choices};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Measures and trains the computer players.
#[derive(Parser, Debug)]
#[command(name = "lanai-lab")]
pub enum Lab {
    /// Let computer players play many games, and show how they went
    Simulate(simulate::Simulate),
    /// Train value networks by self-play
    Train(train::Train),
    /// Search for figures that make the computer's games end the way people report theirs
    Calibrate(calibrate::Calibrate),
}

impl Lab {
    /// Runs the command and writes its report.
    pub fn run(&self, output: &mut dyn Write) -> Result<()> {
        match self {
            Lab::Simulate(simulate) => simulate.run(output),
            Lab::Train(train) => train.run(output),
            Lab::Calibrate(calibrate) => calibrate.run(output),
        }
    }
}

/// A game and the policies that play it.
#[derive(Args, Debug)]
struct TableArgs {
    /// Which game
    #[arg(value_parser = title_parser())]
    game: Title,
    /// How many players; 3, or as many as the game needs
    #[arg(long)]
    players: Option<u8>,
    /// Rules to play by: presets (Hawaii: printed, online; Haleakala: base, tactical) and single choices
    #[arg(long, default_value = "")]
    options: String,
    /// Who plays: one for all seats, or one for each, separated by commas
    #[arg(long, default_value = "makua", value_delimiter = ',', value_parser = policy_parser())]
    policies: Vec<PolicyKind>,
}

impl TableArgs {
    fn seats(&self) -> Result<Seats> {
        let players = self.players.unwrap_or_else(|| self.game.usual_seats());
        seats_for(self.game, players)
    }

    fn policies_by_seat(&self) -> Result<BySeat<PolicyKind>> {
        let seats = self.seats()?;
        match self.policies.as_slice() {
            [policy] => Ok(BySeat::new(seats, |_| *policy)),
            policies if policies.len() == seats.count() => {
                Ok(BySeat::new(seats, |seat| policies[seat.index()]))
            }
            policies => Err(format!(
                "there are {} policies for {} players",
                policies.len(),
                seats.count()
            )
            .into()),
        }
    }

    fn parse_options<G: Rules>(&self) -> Result<G::Options> {
        Ok(choices::read::<G>(&self.options)?)
    }
}

fn seats_for(title: Title, players: u8) -> Result<Seats> {
    Seats::of(title, players)
        .map_err(|_| format!("{} is not played by {players}", title.name()).into())
}

fn title_parser() -> impl TypedValueParser<Value = Title> {
    PossibleValuesParser::new(Title::ALL.map(Title::name)).try_map(|typed| {
        Title::ALL
            .into_iter()
            .find(|title| title.name() == typed)
            .ok_or("no such game")
    })
}

fn policy_parser() -> impl TypedValueParser<Value = PolicyKind> {
    PossibleValuesParser::new(PolicyKind::ALL.map(PolicyKind::name))
        .try_map(|typed| PolicyKind::from_name(&typed).ok_or("no such policy"))
}

/// Parses a number, or 64 hexadecimal digits.
fn parse_seed(text: &str) -> std::result::Result<Seed, String> {
    Seed::read(text).map_err(|_| "a seed is a number, or 64 hexadecimal digits".to_owned())
}
