//! The command line, for people at a terminal and for programs that check ours.
//!
//! Each subcommand is a file. Errors are one sentence each and say what to do; the exit code tells.

mod draw;
mod files;
mod help;
mod language;
mod named;
mod operating;
mod play;
mod progress;
mod records;
mod replay;
mod review;
mod rules;
mod seats;
mod words;

pub use files::in_line;
pub use help::key_of_setting;
pub use language::{Language, dictionary, words};
pub use operating::{
    AwayArgs, BackupArgs, CopyArgs, DoctorArgs, MigrateArgs, OperatingCommand, RestoreArgs,
    StoreCommand, VerifyArgs,
};
pub use progress::Progress;

use std::io::{self, BufRead, IsTerminal, Write};
use std::net::SocketAddr;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use lanai_ai::PolicyKind;
use lanai_porch::PrivilegedIntent;
use lanai_render::NoStudio;
use lanai_rules::chance::Seed;
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::figures::Flaw;
use lanai_rules::record::Fault;
use lanai_rules::{CannotSetUp, Seat, Title, Viewer};
use lanai_text::{NoWords, Words};

/// What somebody asks for at a terminal. What they read about it in help stands among the words: see `help`.
#[derive(Parser, Debug)]
#[command(name = "lanai", version = version(option_env!("LANAI_COMMIT")))]
pub struct Cli {
    /// In which language.
    #[command(flatten)]
    pub language: Language,
    /// What to do; without a command, the bot runs.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The version, and the commit that it was built from, if whoever built it said so.
pub fn version(commit: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match commit {
        None | Some("") => version.to_owned(),
        Some(commit) => format!("{version} ({commit})"),
    }
}

impl Cli {
    /// What is asked for; or help, or what is wrong with it, and the end.
    pub fn read(words: &Words) -> Cli {
        let matches = help::in_words(Cli::command(), words).get_matches();
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Whether files of words are to be checked, which may not be as they should.
    pub fn checks_words(&self) -> bool {
        matches!(
            self.command,
            Some(Command::Games(GameCommand::Words(_)) | Command::Doctor(_))
        )
    }
}

/// What the program can do beside serving. Where a porch or a database is needed, `main` opens it.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The porch without our bot, for somebody else's.
    Porch(PorchArgs),
    /// Serve on Discord; without a token, refuse to start
    Serve(ServeArgs),
    /// Ask a running bot whether all is well
    Health,
    /// Check everything that the bot needs to run
    Doctor(DoctorArgs),
    /// Tell whoever asks for something that the bot is away
    Away(AwayArgs),
    /// What whoever runs the bot does beside serving.
    #[command(flatten)]
    Operating(OperatingCommand),
    /// What the command line does by itself.
    #[command(flatten)]
    Games(GameCommand),
}

/// How the bot serves on Discord.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Take over a database that belongs to another bot
    #[arg(long)]
    pub adopt: bool,
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
    /// The privileged intents that are switched on for your bot: members, presences, message-content
    #[arg(long, value_delimiter = ',', value_parser = named::intent())]
    pub intents: Vec<PrivilegedIntent>,
}

/// What the command line can do.
#[derive(Subcommand, Debug)]
#[expect(
    private_interfaces,
    reason = "what a command needs is for the command line alone"
)]
pub enum GameCommand {
    /// Play in this terminal, with the computer in the other seats
    Play(play::PlayArgs),
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
    /// Show the rules in brief, or one topic of them
    Rules(rules::RulesArgs),
    /// Show how Lanai plays where the rulebooks are silent or differ, and why
    Rulings(rules::RulingsArgs),
}

/// What a game needs before it can begin.
#[derive(Args, Debug)]
struct GameArgs {
    /// Which game
    #[arg(value_parser = named::title())]
    game: Title,
    /// How many players; if left out, 3, or as many as the game needs
    #[arg(long)]
    players: Option<u8>,
    /// Rules to play by: presets (Hawaii: printed, online; Haleakala: base, tactical) and single choices, such as online,goods=hidden
    #[arg(long, default_value = "")]
    options: String,
    /// Who plays: random, greedy, keiki, makua or kupuna; one for all seats, or one for each, separated by commas
    #[arg(long, default_value = "makua", value_delimiter = ',', value_parser = named::mind())]
    minds: Vec<PolicyKind>,
}

fn read_seed(words: &Words, text: &str) -> Result<Seed, String> {
    Seed::read(text).map_err(|_| words.say("cli-no-seed", &[]))
}

/// What keeps a command from being done.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum CliError {
    /// No game of so many.
    SetUp(#[from] CannotSetUp),
    /// The figures cannot be read.
    Printed(#[from] Flaw),
    /// The words cannot be read.
    Words(#[from] NoWords),
    /// A record does not hold.
    Record {
        /// Which file.
        file: String,
        /// What is wrong.
        fault: Fault,
    },
    /// A file cannot be read or written.
    File {
        /// Which file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file stands where a game is to be kept.
    Exists(String),
    /// What is made of a record would be written over it.
    Same(String),
    /// The terminal went away.
    Terminal(#[from] io::Error),
    /// The terminal says nothing any more.
    Listening(io::Error),
    /// Options that the game does not have.
    Options(#[from] NoSuchChoice),
    /// Minds that do not match the seats.
    Policies {
        /// Minds named.
        minds: usize,
        /// Seats.
        players: u8,
    },
    /// A seat that the table does not have.
    Seat {
        /// Which was asked for.
        seat: String,
        /// How many there are.
        seats: u8,
    },
    /// A picture that the game does not have.
    NoScene(Title),
    /// A realm without an owner.
    WhoseRealm,
    /// A language that we do not speak.
    NoLanguage {
        /// Which was asked for.
        asked: String,
        /// Which there are.
        known: String,
    },
    /// Files of words cannot be used as they are.
    FlawedWords(usize),
    /// The pieces or the letters cannot be read.
    Studio(#[from] NoStudio),
    /// Our own fault.
    Ours(String),
}

impl CliError {
    /// Its sentence, as it may stand on a terminal: it may name what a stranger wrote into a file.
    pub fn told(&self, words: &Words) -> String {
        files::defused(&self.sentence(words))
    }

    fn sentence(&self, words: &Words) -> String {
        let because = |name: &str, why: String| words.say(name, &[("why", why.into())]);
        let of_file = |name: &str, file: &String| words.say(name, &[("file", file.into())]);
        let in_file = |name: &str, file: &String, why: String| {
            words.say(name, &[("file", file.into()), ("why", why.into())])
        };
        match self {
            CliError::SetUp(cannot) => words.cannot_set_up(cannot),
            CliError::Printed(flaw) => because("cli-bad-figures", flaw.to_string()),
            CliError::Words(none) => none.to_string(),
            CliError::Record { file, fault } => in_file("cli-in-file", file, words.fault(fault)),
            CliError::File { file, error } => in_file("cli-in-file", file, error.to_string()),
            CliError::Exists(file) => of_file("cli-exists", file),
            CliError::Same(file) => of_file("cli-same-file", file),
            CliError::Terminal(error) => because("cli-terminal", error.to_string()),
            CliError::Listening(error) => because("cli-listening", error.to_string()),
            CliError::Options(no) => words.no_such_choice(no, str::to_owned),
            CliError::Policies { minds, players } => words.say(
                "cli-minds",
                &[("minds", (*minds).into()), ("players", (*players).into())],
            ),
            CliError::Seat { seat, seats } => words.say(
                "cli-no-seat",
                &[("seat", seat.into()), ("seats", (*seats).into())],
            ),
            CliError::NoScene(title) => words.say(&format!("cli-no-picture-{}", title.name()), &[]),
            CliError::WhoseRealm => words.say("cli-whose-realm", &[]),
            CliError::NoLanguage { asked, known } => words.say(
                "cli-no-language",
                &[("asked", asked.into()), ("known", known.into())],
            ),
            CliError::FlawedWords(wrong) => {
                words.say("cli-flawed-words", &[("n", (*wrong).into())])
            }
            CliError::Studio(none) => because("cli-studio", none.to_string()),
            CliError::Ours(why) => because("cli-ours", why.clone()),
        }
    }
}

/// Does what the command line asks for, and tells of it in these words.
pub fn run(
    command: GameCommand,
    words: &Words,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), CliError> {
    match command {
        GameCommand::Play(play) => play.run(words, input, output),
        GameCommand::Record(write) => write.run(output),
        GameCommand::Replay(replay) => replay.run(words, output),
        GameCommand::Review(review) => review.run(words, output),
        GameCommand::Show(show) => show.run(words, output),
        GameCommand::Draw(picture) => picture.run(words, output),
        GameCommand::Words(files) => files.run(words, output),
        GameCommand::Rules(rules) => rules.run(words, output),
        GameCommand::Rulings(rulings) => rulings.run(words, output),
    }
}

/// Whether somebody watches who would like to see progress.
fn somebody_watches() -> bool {
    io::stderr().is_terminal()
}

/// Through whose eyes.
fn viewer_of(name: &str, seats: usize) -> Result<Viewer, CliError> {
    match name {
        "table" => Ok(Viewer::Table),
        number => Ok(Viewer::Seat(seat_of(
            number,
            u8::try_from(seats).unwrap_or(u8::MAX),
        )?)),
    }
}

/// A seat by its number, if the table has it.
fn seat_of(number: &str, seats: u8) -> Result<Seat, CliError> {
    let seat = number
        .parse()
        .ok()
        .filter(|number| *number <= seats)
        .and_then(Seat::from_number);
    seat.ok_or_else(|| CliError::Seat {
        seat: number.to_owned(),
        seats,
    })
}
