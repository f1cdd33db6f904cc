//! The command line, for people at a terminal and for programs that check ours.
//!
//! Each subcommand is a file. Errors are one sentence each and say what to do; the exit code tells.

mod calibrate;
mod cores;
mod draw;
mod files;
mod ladder;
mod language;
mod play;
mod progress;
mod rating;
mod records;
mod replay;
mod review;
mod rules;
mod seats;
mod simulate;
mod train;
mod words;

pub use progress::Progress;

use std::io::{self, BufRead, IsTerminal, Write};
use std::net::SocketAddr;

use clap::{Args, Parser, Subcommand, ValueEnum, builder::PossibleValue};

use crate::drawing::NoStudio;
use crate::minds::Kind;
use crate::rules::chance::{NotASeed, Seed};
use crate::rules::choices::NoSuchChoice;
use crate::rules::figures::Flaw;
use crate::rules::record::Fault;
use crate::rules::{CannotSetUp, Seat, Title, Viewer};
use crate::words::{Dictionary, NoWords, Words};

/// Two Hawaiian board games, one move at a time.
#[derive(Parser, Debug)]
#[command(name = "lanai", version, about, after_help = WITHOUT_COMMAND)]
pub struct Cli {
    /// What to do; without a command, the bot runs.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program can do beside serving. Where a porch or a database is needed, `main` opens it.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the porch without Lanai's bot, for a bot of your own, whatever library it is written with
    Porch(PorchArgs),
    /// Move a bot from one database to another
    #[command(subcommand)]
    Store(StoreCommand),
    /// What the command line does by itself.
    #[command(flatten)]
    Games(GameCommand),
}

/// How the porch opens for somebody else's bot.
#[derive(Args, Debug)]
pub struct PorchArgs {
    /// The address to open it at, if not 127.0.0.1:8060 or the one in the settings
    #[arg(long)]
    pub address: Option<SocketAddr>,
    /// The name of your bot
    #[arg(long, default_value = "Bot")]
    pub name: String,
    /// What your bot may do: the permissions number in its invite link; 8 is everything
    #[arg(long, default_value_t = 8)]
    pub permissions: u64,
    /// How many shards your bot is told to use
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub shards: u64,
    /// How many of them may connect at the same time, every five seconds
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_concurrency: u64,
}

/// What can be done with a database that nobody serves.
#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Copy everything in one database to another, empty one, and verify that it is all there
    ///
    /// Name both as in `LANAI_DATABASE`: as a file, or as a PostgreSQL address. Stop the bot first. The database copied from
    /// stays as it is. If a copy was interrupted, run the same command again to continue it.
    Copy(CopyArgs),
}

/// What is copied, and where to.
#[derive(Args, Debug)]
pub struct CopyArgs {
    /// The database to copy from
    pub from: String,
    /// The database to copy to: a file that does not exist yet, or an empty PostgreSQL database
    pub to: String,
}

/// What help says of the bot.
const WITHOUT_COMMAND: &str = "Without a command, the bot runs: on Discord if DISCORD_TOKEN is set, otherwise at the porch, \
    a Discord in a box on this machine.";

/// What the command line can do.
#[derive(Subcommand, Debug)]
#[expect(private_interfaces, reason = "what a command needs is for the command line alone")]
pub enum GameCommand {
    /// Play in this terminal, with the computer in the other seats
    Play(play::PlayArgs),
    /// Let the computer play many games, and show how they went
    Simulate(simulate::SimulateArgs),
    /// Let the computer learn a game from scratch by playing against itself
    Train(train::TrainArgs),
    /// Search for figures that make the computer's games end the way people report theirs
    Calibrate(calibrate::CalibrateArgs),
    /// Let the computer play one game, and write it as a record
    Record(records::RecordArgs),
    /// Replay a record and verify every step
    Replay(replay::ReplayArgs),
    /// Review a record: what each turn cost, and what would have been better
    Review(review::ReviewArgs),
    /// Show the board of a record at any step, as a player or the table sees it
    Show(records::ShowArgs),
    /// Draw a record at any step, as a player or the table sees it, or make a film of it, and describe the picture
    Draw(draw::DrawArgs),
    /// Check files of words in another language, or print ours
    Words(words::WordsArgs),
    /// Tell the rules in short, or one topic of them
    Rules(rules::RulesArgs),
    /// Show how Lanai plays where the rulebooks are silent or differ, and why
    Rulings(rules::RulingsArgs),
}

impl ValueEnum for Title {
    fn value_variants<'a>() -> &'a [Title] {
        &Title::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Title::Hawaii => "Two to five players walk the island, fish, visit islands and build villages",
            Title::Haleakala => {
                "Two players send a fishing boat around a volcano, build statues and dodge the lava"
            }
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

/// What a game needs before it can begin.
#[derive(Args, Debug)]
struct GameArgs {
    /// Which game
    game: Title,
    /// How many players; if left out, 3, or as many as the game needs
    #[arg(long)]
    players: Option<u8>,
    /// A number, or 64 hexadecimal digits: the same seed gives the same game
    #[arg(long, default_value = "1", value_parser = read_seed)]
    seed: Seed,
    /// Rules to play by: presets (Hawaii: printed, online; Haleakala: base, tactical) and single choices, such as online,goods=hidden
    #[arg(long, default_value = "")]
    options: String,
    /// Who plays: random, greedy, keiki, makua or kupuna; one for all seats, or one for each, separated by commas
    #[arg(long, default_value = "makua", value_delimiter = ',', value_parser = read_mind)]
    minds: Vec<Kind>,
}

fn read_seed(text: &str) -> Result<Seed, NotASeed> {
    text.parse().map(Seed::from_number).or_else(|_| text.parse())
}

fn read_mind(text: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.map(Kind::name).join(", ");
    Kind::of_name(text).ok_or_else(|| format!("choose from {}", known()))
}

/// What keeps a command from being done.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// No game of so many.
    #[error("{0}")]
    SetUp(#[from] CannotSetUp),
    /// The figures cannot be read.
    #[error("cannot use the figures of the game: {0}")]
    Printed(#[from] Flaw),
    /// The words cannot be read.
    #[error("{0}")]
    Words(#[from] NoWords),
    /// A record does not hold.
    #[error("{file}: {fault}")]
    Record {
        /// Which file.
        file: String,
        /// What is wrong.
        fault: Fault,
    },
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// Which file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file stands where a game is to be kept.
    #[error("{0} already exists: name another file for the record, or move that one away")]
    Exists(String),
    /// A file does not hold what a net was taught.
    #[error("{file}: {why}; name another folder, or move that file away")]
    Net {
        /// Which file.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// What is made of a record would be written over it.
    #[error("{0} is the record itself: name another file for the output")]
    Same(String),
    /// The terminal went away.
    #[error("cannot write to the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The terminal says nothing any more.
    #[error("cannot read from the terminal: {0}")]
    Listening(io::Error),
    /// Options that the game does not have.
    #[error("{0}")]
    Options(#[from] NoSuchChoice),
    /// Minds that do not match the seats.
    #[error("there are {minds} minds for {players} players: name one for all seats, or one for each")]
    Minds {
        /// Minds named.
        minds: usize,
        /// Seats.
        players: u8,
    },
    /// A seat that the table does not have.
    #[error("there is no seat {seat}: choose 1 to {seats}")]
    Seat {
        /// Which was asked for.
        seat: String,
        /// How many there are.
        seats: u8,
    },
    /// A picture that the game does not have.
    #[error("a game of {title} has {pictures}", title = .0.name(), pictures = pictures_of(*.0))]
    NoScene(Title),
    /// A realm without an owner.
    #[error("name the seat whose realm to draw, such as --as 2")]
    WhoseRealm,
    /// A language that we do not speak.
    #[error("Lanai does not speak {asked}: choose from {known}")]
    NoLanguage {
        /// Which was asked for.
        asked: String,
        /// Which there are.
        known: String,
    },
    /// Files of words cannot be used as they are.
    #[error("{0} of these must be mended; what is missing is said in English")]
    FlawedWords(usize),
    /// The pieces or the letters cannot be read.
    #[error("{0}")]
    Studio(#[from] NoStudio),
    /// Our own fault.
    #[error("this should not happen, please report it: {0}")]
    Ours(String),
}

impl CliError {
    /// There is no such language.
    fn no_language(asked: &str) -> CliError {
        let known =
            Dictionary::open().map(|all| all.all().iter().map(Words::tag).collect::<Vec<_>>().join(", "));
        known.map_or_else(CliError::from, |known| CliError::NoLanguage { asked: asked.to_owned(), known })
    }

    /// Its sentence, as it may stand on a terminal: it may name what a stranger wrote into a file.
    pub fn told(&self) -> String {
        files::defused(&self.to_string())
    }
}

/// Does what the command line asks for.
pub fn run(command: GameCommand, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), CliError> {
    match command {
        GameCommand::Play(play) => play.run(input, output),
        GameCommand::Simulate(simulate) => simulate.run(output),
        GameCommand::Train(train) => train.run(output),
        GameCommand::Calibrate(calibrate) => calibrate.run(output),
        GameCommand::Record(write) => write.run(output),
        GameCommand::Replay(replay) => replay.run(output),
        GameCommand::Review(review) => review.run(output),
        GameCommand::Show(show) => show.run(output),
        GameCommand::Draw(picture) => picture.run(output),
        GameCommand::Words(words) => words.run(output),
        GameCommand::Rules(rules) => rules.run(output),
        GameCommand::Rulings(rulings) => rulings.run(output),
    }
}

/// Whether somebody watches who would like to see progress.
fn somebody_watches() -> bool {
    io::stderr().is_terminal()
}

fn pictures_of(title: Title) -> &'static str {
    match title {
        Title::Hawaii => "an island, a realm for each seat, all realms on one sheet, scores and a film",
        Title::Haleakala => "a volcano, scores and a film",
    }
}

/// Through whose eyes.
fn viewer_of(name: &str, seats: usize) -> Result<Viewer, CliError> {
    match name {
        "table" => Ok(Viewer::Table),
        number => Ok(Viewer::Seat(seat_of(number, u8::try_from(seats).unwrap_or(u8::MAX))?)),
    }
}

/// A seat by its number, if the table has it.
fn seat_of(number: &str, seats: u8) -> Result<Seat, CliError> {
    let seat = number.parse().ok().filter(|number| *number <= seats).and_then(Seat::from_number);
    seat.ok_or_else(|| CliError::Seat { seat: number.to_owned(), seats })
}
