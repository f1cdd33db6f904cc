//! The door: the command line goes to `cli`, and what needs a porch or a database is done here; without a command the bot
//! serves, on Discord or at the porch.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use lanai::chat::{Bot, BotSettings, ConnectionSettings};
use lanai::cli::{self, CopyArgs, Progress, StoreCommand};
use lanai::config::{self, Config, Secret};
use lanai::porch::{Porch, Settings};
use lanai::store::{Address, Compared, Copy, Held, Store, StoreError};
use lanai::tables::{Proof, Tables, Thinking};
use lanai::words::{Dictionary, NoWords};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How long the computer seems to think, in seconds.
const THINKS: i64 = 1;

fn main() -> ExitCode {
    let arguments = cli::Cli::parse();
    let outcome = match arguments.command {
        Some(cli::Command::Games(command)) => {
            cli::run(command, &mut io::stdin().lock(), &mut io::stdout().lock())
                .map_err(Box::<dyn Error>::from)
        }
        Some(cli::Command::Porch(arguments)) => served(async |config| lend(&config, &arguments).await),
        Some(cli::Command::Store(StoreCommand::Copy(arguments))) => {
            served(async |_| copy_unless_stopped(&arguments).await)
        }
        None => served(host),
    };
    let Err(trouble) = outcome else { return ExitCode::SUCCESS };
    if let Some(cli::CliError::Terminal(error)) = trouble.downcast_ref::<cli::CliError>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        // Whoever closed the pipe has seen enough.
        return ExitCode::SUCCESS;
    }
    let told =
        trouble.downcast_ref::<cli::CliError>().map_or_else(|| trouble.to_string(), cli::CliError::told);
    let _ = writeln!(io::stderr(), "lanai: {told}");
    ExitCode::FAILURE
}

/// Does what goes by the settings, and goes on until it is told to stop.
fn served(work: impl AsyncFnOnce(Config) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let config = Config::of_environment()?;
    log(config.log);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work(config))
}

/// Lets the bot serve, on Discord or at the porch.
async fn host(config: Config) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    let Some(token) = &config.token else { return sit(&config, stop).await };
    let database = Address::read(config.database.as_ref().map_or("lanai.db", Secret::reveal))?;
    let _held = Held::hold_with_others(&database).await?;
    let store = Store::at(&database).await?;
    serve(&config, token.reveal().to_owned(), config.proxy.clone(), config.limiter, store, stop).await
}

/// Opens the porch for a bot that somebody else brings, and says what that needs to find in.
async fn lend(config: &Config, arguments: &cli::PorchArgs) -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        address: arguments.address.unwrap_or(config.porch),
        bot: arguments.name.clone(),
        permissions: arguments.permissions,
        shards: arguments.shards,
        max_concurrency: arguments.max_concurrency,
        identify_every: Settings::DISCORDS_PACE,
        ..Settings::default()
    };
    let token = settings.token.clone();
    let porch = Porch::open(settings).await?;
    let address = porch.address();
    writeln!(
        io::stdout(),
        "The porch is open: visit http://{address} in your browser. Press Ctrl+C to close it.\n\
         Discord's API is at http://{address}/api/v10 and the gateway is at ws://{address}.\n\
         Its token is {token}"
    )?;
    told_to_stop().await;
    porch.close().await;
    Ok(())
}

/// Copies a database into another, until somebody stops it.
async fn copy_unless_stopped(arguments: &CopyArgs) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    tokio::select! {
        copied = copy(arguments) => copied,
        () = stop => Err("stopped before the copy was complete; run the same command again to continue".into()),
    }
}

/// Copies a database into another, and proves that everything is there: every row is the same in both, and every game
/// comes out of its log as it stands.
async fn copy(arguments: &CopyArgs) -> Result<(), Box<dyn Error>> {
    let from = Address::read(config::database_named("FROM", &arguments.from)?.reveal())?;
    let to = Address::read(config::database_named("TO", &arguments.to)?.reveal())?;
    let mut copy = Copy::begin(&from, &to).await?;
    let rows = copy.rows().await?;
    let mut progress = Progress::begin("Copying rows", rows);
    copy.run(|done| progress.at(done)).await?;
    progress = Progress::begin("Comparing rows", rows);
    let compared = copy.compare(|done| progress.at(done)).await?;
    drop(progress);
    let mut output = io::stdout();
    for table in &compared {
        writeln!(output, "{table}")?;
    }
    if let Some(Compared { table, .. }) = compared.iter().find(|table| !table.is_same()) {
        copy.leave().await?;
        return Err(format!(
            "the table {table} is not the same in {to}: run the same command again to repair it"
        )
        .into());
    }
    let tables = Tables::new(copy.store().clone());
    let mut progress = Progress::begin("Playing games again", tables.count().await?);
    let proof = tables.prove_all(|done| progress.at(done)).await?;
    drop(progress);
    tell_proof(&proof, &mut output)?;
    copy.finish().await?;
    if proof.wrong.is_empty() {
        writeln!(
            output,
            "{to} holds everything that {from} does: set LANAI_DATABASE to its address, and start the bot."
        )?;
        return Ok(());
    }
    let wrong = proof.wrong.len();
    Err(format!(
        "{to} is the same as {from}, but {wrong} of its games cannot be verified in either: see above"
    )
    .into())
}

fn tell_proof(proof: &Proof, output: &mut impl Write) -> io::Result<()> {
    let Proof { proven, not_begun, other_editions, wrong } = proof;
    writeln!(output, "{proven} games were replayed from their logs, and all match what is stored")?;
    if *not_begun > 0 {
        writeln!(output, "{not_begun} tables have no game to replay, because it never started")?;
    }
    for (game, edition) in other_editions {
        let game = game.0;
        writeln!(
            output,
            "table {game} was not replayed: this program does not know edition {edition} of the rules"
        )?;
    }
    wrong.iter().try_for_each(|trouble| writeln!(output, "{trouble}"))
}

/// Opens the porch, and the bot on it.
async fn sit(config: &Config, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Box<dyn Error>> {
    let (database, kept, _passing) = if let Some(database) = &config.database {
        let database = Address::read(database.reveal())?;
        let beside = beside(&database);
        (database, Some(beside), None)
    } else {
        // What is said at the porch is forgotten with it, and so are its tables. Until then they lie in a folder whose
        // name nobody can guess, and into which nobody else can look.
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.prefix("lanai-porch-").tempdir()?;
        (Address::File(folder.path().join("lanai.db")), None, Some(folder))
    };
    let settings = Settings {
        address: config.porch,
        channels: vec!["lanai".to_owned()],
        kept,
        words: config.words.clone(),
        ..Settings::default()
    };
    let token = settings.token.clone();
    let (_held, store) = open_alone(&database).await?;
    let porch = Porch::open(settings).await?;
    let address = format!("http://{}", porch.address());
    writeln!(io::stdout(), "The porch is open: visit {address} in your browser. Press Ctrl+C to close it.")?;
    let served = serve(config, token, Some(address), false, store, stop).await;
    porch.close().await;
    served
}

/// The folder in which the porch keeps what the tables belong to, as channels, people and messages: beside the file of a
/// database, or where the program starts if it is on a server.
fn beside(database: &Address) -> PathBuf {
    match database {
        Address::File(file) => [file.as_os_str(), "-porch".as_ref()].into_iter().collect::<OsString>().into(),
        Address::Server(_) => PathBuf::from("lanai-porch"),
    }
}

/// A database that no other program serves.
async fn open_alone(database: &Address) -> Result<(Held, Store), StoreError> {
    let held = Held::hold(database).await?;
    Ok((held, Store::at(database).await?))
}

async fn serve(
    config: &Config,
    token: String,
    proxy: Option<String>,
    limiter: bool,
    store: Store,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Box<dyn Error>> {
    let settings = BotSettings {
        posts_per_second: config.posts_per_second,
        pictures_within: config.pictures_within,
        // At the porch everybody is new.
        greets: config.token.is_none(),
        shards: config.shards,
        ..BotSettings::default()
    };
    let line = ConnectionSettings { token, proxy, limiter, settings };
    let usual = Thinking::default();
    let thinking = Thinking { cores: config.thinking_cores.map_or(usual.cores, usize::from), ..usual };
    let tables = Tables::new(store.clone()).thoughtful(THINKS).thinking(thinking);
    let bot = Bot::new(&line, tables, dictionary(config)?).await?;
    tracing::info!("the bot connects");
    let served = bot.run(stop).await;
    store.close().await;
    Ok(served?)
}

/// All languages, those that were put beside the program included.
fn dictionary(config: &Config) -> Result<Dictionary, NoWords> {
    let ours = Dictionary::open()?;
    let Some(folder) = &config.words else { return Ok(ours) };
    let (all, gaps) = ours.and(folder)?;
    for (language, sentences) in gaps.iter().filter(|(_, sentences)| *sentences > 0) {
        tracing::warn!(language, sentences, "sentences are missing, and are said in English");
    }
    Ok(all)
}

/// Ctrl+C, or a polite request of the system. They are listened for from the moment at which this is called, so that whoever
/// stops at once is heard too, and all is cleared away.
fn told_to_stop() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let asked = {
        use tokio::signal::unix::{SignalKind, signal};
        let heard = |kind| {
            let signal = signal(kind);
            async {
                match signal {
                    Ok(mut signal) => {
                        signal.recv().await;
                    }
                    Err(_) => std::future::pending().await,
                }
            }
        };
        let (interrupted, ended) = (heard(SignalKind::interrupt()), heard(SignalKind::terminate()));
        async {
            tokio::select! {
                () = interrupted => {}
                () = ended => {}
            }
        }
    };
    #[cfg(not(unix))]
    let asked = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    asked
}

/// What is told in the log. The libraries below us tell tokens and bodies when they tell more than warnings, and the two
/// that speak to the chat tell whole messages even as warnings, so they never do, whatever is asked for.
fn log(level: tracing::Level) {
    let others = level.min(tracing::Level::WARN);
    let filter = Targets::new()
        .with_default(others)
        .with_target("serenity", LevelFilter::OFF)
        .with_target("poise", LevelFilter::OFF)
        .with_target("lanai", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    tracing_subscriber::registry().with(filter).with(lines).init();
}
