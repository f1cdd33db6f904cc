//! The command line, for players, for operators, and for programs that check Lanai.
//!
//! Each subcommand has a file. An error is one sentence that says what to do. The entry points are
//! [`Cli`] and [`run_game_command`].

mod draw;
mod files;
mod help;
mod language;
mod operating;
mod play;
mod progress;
mod records;
mod replay;
mod review;
mod rules;
mod value_parsers;
mod words;

pub use files::sanitize_line;
pub use help::setting_key;
pub use language::{Language, load_dictionary, select_words};
pub use operating::{
    AwayArgs, BackupArgs, CopyArgs, DoctorArgs, MigrateArgs, OperatingCommand, RestoreArgs,
    StoreCommand, VerifyArgs,
};
pub use progress::Progress;

use std::io::{self, BufRead, Write};
use std::net::SocketAddr;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::key;
use lanai_ai::PolicyKind;
use lanai_porch::PrivilegedIntent;
use lanai_render::ThemeError;
use lanai_rules::chance::Seed;
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::figures::Flaw;
use lanai_rules::record::Fault;
use lanai_rules::{BySeat, Rules, Seat, Seats, Title, UnsupportedPlayerCount, Viewer, choices};
use lanai_text::{Key, Words, WordsError};

/// The parsed command line. Its help is translated: see `help`.
#[derive(Parser, Debug)]
#[command(name = "lanai", version = version(option_env!("LANAI_COMMIT")))]
pub struct Cli {
    #[command(flatten)]
    pub language: Language,
    /// Without a command, the program serves.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Returns the version, with the commit that it was built from if that is known.
pub fn version(commit: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match commit {
        None | Some("") => version.to_owned(),
        Some(commit) => format!("{version} ({commit})"),
    }
}

impl Cli {
    /// Parses the arguments of this process. Prints help or errors and exits where clap does.
    pub fn parse_or_exit(words: &Words) -> Cli {
        let matches = help::localize(Cli::command(), words).get_matches();
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Returns whether the command works with flawed translations, because it checks them.
    pub fn accepts_flawed_words(&self) -> bool {
        matches!(
            self.command,
            Some(Command::Games(GameCommand::Words(_)) | Command::Doctor(_))
        )
    }
}

/// The commands. `app` executes those that need a porch or a database.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the porch for another bot
    Porch(PorchArgs),
    /// Serve on Discord; without a token, refuse to start
    Serve(ServeArgs),
    /// Ask a running bot whether all is well
    Health,
    /// Check everything that the bot needs to run
    Doctor(DoctorArgs),
    /// Answer users that the bot is away
    Away(AwayArgs),
    #[command(flatten)]
    Operating(OperatingCommand),
    #[command(flatten)]
    Games(GameCommand),
}

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Take over a database that belongs to another bot
    #[arg(long)]
    pub adopt: bool,
}

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
    #[arg(long, value_delimiter = ',', value_parser = value_parsers::intent_parser())]
    pub intents: Vec<PrivilegedIntent>,
    /// Switch Activities on, and show the one whose server is at this URL on this machine
    #[arg(long, value_name = "URL")]
    pub activity: Option<String>,
}

/// The commands that need neither a porch nor a database.
#[derive(Subcommand, Debug)]
#[expect(
    private_interfaces,
    reason = "only this module reads the arguments of a command"
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

/// The arguments with which a game begins.
#[derive(Args, Debug)]
struct GameArgs {
    /// Which game
    #[arg(value_parser = value_parsers::title_parser())]
    game: Title,
    /// How many players; if left out, 3, or as many as the game needs
    #[arg(long)]
    players: Option<u8>,
    /// Rules to play by: presets (Hawaii: printed, online; Haleakala: base, tactical) and single choices, such as online,goods=hidden
    #[arg(long, default_value = "")]
    options: String,
    /// Who plays: random, greedy, keiki, makua or kupuna; one for all seats, or one for each, separated by commas
    // The id `minds` is the key of the translated help.
    #[arg(id = "minds", long = "policies", value_name = "POLICIES", default_value = "makua", value_delimiter = ',', value_parser = value_parsers::policy_parser())]
    policies: Vec<PolicyKind>,
}

impl GameArgs {
    /// Returns the number of players in the arguments, or the usual number of the game.
    fn player_count(&self) -> u8 {
        self.players.unwrap_or_else(|| self.game.usual_seats())
    }

    fn seats<G: Rules>(&self) -> Result<Seats, CliError> {
        Ok(Seats::of(G::TITLE, self.player_count())?)
    }

    /// Returns the policy of each seat.
    fn policies_by_seat<G: Rules>(&self) -> Result<BySeat<PolicyKind>, CliError> {
        let seats = self.seats::<G>()?;
        match self.policies.as_slice() {
            [policy] => Ok(BySeat::new(seats, |_| *policy)),
            policies if policies.len() == seats.count() => {
                Ok(BySeat::new(seats, |seat| policies[seat.index()]))
            }
            policies => Err(CliError::PolicyCountMismatch {
                policies: policies.len(),
                players: self.player_count(),
            }),
        }
    }

    /// Parses the rules to play by.
    fn parse_options<G: Rules>(&self) -> Result<G::Options, CliError> {
        Ok(choices::read::<G>(&self.options)?)
    }
}

/// Returns the error for a refused action, a bug: policies choose from legal actions only.
fn illegal_action_error(refusal: impl std::fmt::Debug) -> CliError {
    CliError::Bug(format!("a listed action was refused: {refusal:?}"))
}

fn parse_seed(words: &Words, text: &str) -> Result<Seed, String> {
    Seed::read(text).map_err(|_| words.say(key::TERMINAL_NO_SEED, &[]))
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum CliError {
    SetUp(#[from] UnsupportedPlayerCount),
    Figures(#[from] Flaw),
    /// The translations cannot be read.
    Words(#[from] WordsError),
    Record {
        file: String,
        fault: Fault,
    },
    File {
        file: String,
        error: io::Error,
    },
    /// The file for a new record exists already.
    FileExists(String),
    /// The output would overwrite the record.
    OutputIsInput(String),
    /// The output cannot be written.
    OutputUnwritable(#[from] io::Error),
    /// The input cannot be read.
    InputUnreadable(io::Error),
    NoSuchGameOption(#[from] NoSuchChoice),
    /// The number of policies does not match the number of players.
    PolicyCountMismatch {
        policies: usize,
        players: u8,
    },
    /// The table does not have the seat.
    NoSuchSeat {
        seat: String,
        seats: u8,
    },
    /// The game does not have the picture.
    NoSuchPicture(Title),
    /// The argument that says whose realm to draw is missing.
    RealmWithoutSeat,
    UnknownLanguage {
        asked: String,
        known: String,
    },
    /// The number of errors in files with translations.
    FlawedWords(usize),
    Theme(#[from] ThemeError),
    /// What should be impossible, for a report of the bug.
    Bug(String),
}

impl CliError {
    /// Describes the error, without control characters from the contents of a file.
    pub fn to_sentence(&self, words: &Words) -> String {
        files::sanitize(&self.describe(words))
    }

    fn describe(&self, words: &Words) -> String {
        match self {
            CliError::SetUp(error) => words.explain_set_up_error(error),
            CliError::Figures(flaw) => {
                say_with_reason(words, key::TERMINAL_BAD_FIGURES, flaw.to_string())
            }
            CliError::Words(error) => error.to_string(),
            CliError::Record { file, fault } => say_with_file_and_reason(
                words,
                key::TERMINAL_IN_FILE,
                file,
                words.explain_fault(fault),
            ),
            CliError::File { file, error } => {
                say_with_file_and_reason(words, key::TERMINAL_IN_FILE, file, error.to_string())
            }
            CliError::FileExists(file) => say_with_file(words, key::TERMINAL_EXISTS, file),
            CliError::OutputIsInput(file) => say_with_file(words, key::TERMINAL_SAME_FILE, file),
            CliError::OutputUnwritable(error) => {
                say_with_reason(words, key::TERMINAL_REQUIRED, error.to_string())
            }
            CliError::InputUnreadable(error) => {
                say_with_reason(words, key::TERMINAL_LISTENING, error.to_string())
            }
            CliError::NoSuchGameOption(error) => words.explain_choice_error(error, str::to_owned),
            CliError::PolicyCountMismatch { policies, players } => words.say(
                key::TERMINAL_MINDS,
                &[
                    ("minds", (*policies).into()),
                    ("players", (*players).into()),
                ],
            ),
            CliError::NoSuchSeat { seat, seats } => words.say(
                key::TERMINAL_NO_SEAT,
                &[("seat", seat.into()), ("seats", (*seats).into())],
            ),
            CliError::NoSuchPicture(title) => {
                words.say(key::TERMINAL_NO_PICTURE.member(title.name()), &[])
            }
            CliError::RealmWithoutSeat => words.say(key::TERMINAL_WHOSE_REALM, &[]),
            CliError::UnknownLanguage { asked, known } => words.say(
                key::TERMINAL_NO_LANGUAGE,
                &[("asked", asked.into()), ("known", known.into())],
            ),
            CliError::FlawedWords(wrong) => {
                words.say(key::TERMINAL_FLAWED_WORDS, &[("n", (*wrong).into())])
            }
            CliError::Theme(error) => {
                say_with_reason(words, key::TERMINAL_THEME, error.to_string())
            }
            CliError::Bug(why) => say_with_reason(words, key::TERMINAL_OURS, why.clone()),
        }
    }
}

fn say_with_reason(words: &Words, key: Key, why: String) -> String {
    words.say(key, &[("why", why.into())])
}

fn say_with_file(words: &Words, key: Key, file: &String) -> String {
    words.say(key, &[("file", file.into())])
}

fn say_with_file_and_reason(words: &Words, key: Key, file: &String, why: String) -> String {
    words.say(key, &[("file", file.into()), ("why", why.into())])
}

/// Executes a command and writes its output in the language of the user.
pub fn run_game_command(
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

fn parse_viewer(name: &str, seats: usize) -> Result<Viewer, CliError> {
    match name {
        "table" => Ok(Viewer::Table),
        number => Ok(Viewer::Seat(parse_seat(
            number,
            u8::try_from(seats).unwrap_or(u8::MAX),
        )?)),
    }
}

fn parse_seat(number: &str, seats: u8) -> Result<Seat, CliError> {
    number
        .parse()
        .ok()
        .filter(|number| *number <= seats)
        .and_then(Seat::from_number)
        .ok_or_else(|| CliError::NoSuchSeat {
            seat: number.to_owned(),
            seats,
        })
}
