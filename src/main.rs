//! The door: the command line goes to `cli`, and what needs a porch or a database is done here; without a command the bot
//! serves, on Discord or at the porch.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lanai::chat::{Bot, BotSettings, ConnectionSettings};
use lanai::cli::{self, CopyArgs, Progress, RecountArgs, StoreCommand};
use lanai::config::{self, Config, Secret};
use lanai::porch::{Porch, Settings};
use lanai::store::{Address, Compared, Copy, GameId, Held, Recount, Store, StoreError};
use lanai::tables::{Proof, Tables, Thinking};
use lanai::words::{Dictionary, NoWords, Words};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How long the computer seems to think, in seconds.
const THINKS: i64 = 1;

fn main() -> ExitCode {
    let (dictionary, flawed) = match cli::dictionary() {
        Ok(dictionary) => dictionary,
        Err(error) => return failed(&error.to_string()),
    };
    let words = cli::words(&dictionary, env::args_os().skip(1));
    let arguments = cli::Cli::read(words);
    let usable = flawed
        .filter(|_| !arguments.checks_words())
        .map_or(Ok(()), |flawed| Err(cli::CliError::from(flawed)));
    let outcome = usable.and_then(|()| arguments.language.is_spoken(&dictionary)).map_err(Into::into);
    let Err(trouble) = outcome.and_then(|()| carried_out(arguments.command, words)) else {
        return ExitCode::SUCCESS;
    };
    match trouble.downcast_ref::<cli::CliError>() {
        // Whoever closed the pipe has seen enough.
        Some(cli::CliError::Terminal(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Some(error) => failed(&error.told(words)),
        None => failed(&trouble.to_string()),
    }
}

fn failed(told: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "lanai: {told}");
    ExitCode::FAILURE
}

/// Does what somebody asks for at a terminal, and tells of it in these words.
fn carried_out(command: Option<cli::Command>, words: &Words) -> Result<(), Box<dyn Error>> {
    match command {
        Some(cli::Command::Games(command)) => {
            Ok(cli::run(command, words, &mut io::stdin().lock(), &mut io::stdout().lock())?)
        }
        Some(cli::Command::Porch(arguments)) => served(async |config| lend(&config, words, &arguments).await),
        Some(cli::Command::Store(StoreCommand::Copy(arguments))) => {
            served(async |_| copy_unless_stopped(words, &arguments).await)
        }
        Some(cli::Command::Store(StoreCommand::Recount(arguments))) => {
            served(async |_| recount_unless_stopped(words, &arguments).await)
        }
        None => served(async |config| host(config, words).await),
    }
}

/// Does what goes by the settings, and goes on until it is told to stop.
fn served(work: impl AsyncFnOnce(Config) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let config = Config::of_environment()?;
    log(config.log);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work(config))
}

/// Lets the bot serve, on Discord or at the porch.
async fn host(config: Config, words: &Words) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    let Some(token) = &config.token else { return sit(&config, words, stop).await };
    let database = Address::read(config.database.as_ref().map_or("lanai.db", Secret::reveal))?;
    let _held = Held::hold_with_others(&database).await?;
    let store = Store::at(&database).await?;
    serve(&config, token.reveal().to_owned(), config.proxy.clone(), config.limiter, store, stop).await
}

/// Opens the porch for a bot that somebody else brings, and says what that needs to find in.
async fn lend(config: &Config, words: &Words, arguments: &cli::PorchArgs) -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        address: arguments.address.unwrap_or(config.porch),
        server: words.say("porch-name", &[]),
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
    let base = format!("http://{address}");
    let doors = [("api", format!("{base}/api/v10").into()), ("gateway", format!("ws://{address}").into())];
    let mut output = io::stdout();
    writeln!(output, "{}", words.say("porch-open", &[("address", base.into())]))?;
    writeln!(output, "{}", words.say("porch-lent", &doors))?;
    writeln!(output, "{}", words.say("porch-token", &[("token", token.into())]))?;
    told_to_stop().await;
    porch.close().await;
    Ok(())
}

/// Copies a database into another, until somebody stops it.
async fn copy_unless_stopped(words: &Words, arguments: &CopyArgs) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    tokio::select! {
        copied = copy(words, arguments) => copied,
        () = stop => Err(words.say("copy-stopped", &[]).into()),
    }
}

/// Copies a database into another, and proves that everything is there: every row is the same in both, and every game
/// comes out of its log as it stands.
async fn copy(words: &Words, arguments: &CopyArgs) -> Result<(), Box<dyn Error>> {
    let from = Address::read(config::database_named("FROM", &arguments.from)?.reveal())?;
    let to = Address::read(config::database_named("TO", &arguments.to)?.reveal())?;
    let mut copy = Copy::begin(&from, &to).await?;
    let rows = copy.rows().await?;
    let mut progress = Progress::begin(words, "progress-copying", rows);
    copy.run(|done| progress.at(done)).await?;
    progress = Progress::begin(words, "progress-comparing", rows);
    let compared = copy.compare(|done| progress.at(done)).await?;
    drop(progress);
    let mut output = io::stdout();
    for table in &compared {
        writeln!(output, "{}", told(words, table))?;
    }
    if let Some(Compared { table, .. }) = compared.iter().find(|table| !table.is_same()) {
        copy.leave().await?;
        let fill = [("table", (*table).into()), ("to", to.to_string().into())];
        return Err(words.say("copy-differs", &fill).into());
    }
    let tables = Tables::new(copy.store().clone());
    let mut progress = Progress::begin(words, "progress-replaying", tables.count().await?);
    let proof = tables.prove_all(|done| progress.at(done)).await?;
    drop(progress);
    tell_proof(words, &proof, &mut output)?;
    copy.finish().await?;
    let both = [("from", from.to_string().into()), ("to", to.to_string().into())];
    if proof.wrong.is_empty() {
        writeln!(output, "{}", words.say("copy-done", &both))?;
        return Ok(());
    }
    let [from, to] = both;
    Err(words.say("copy-unproven", &[from, to, ("n", proof.wrong.len().into())]).into())
}

/// What became of a table of the database.
fn told(words: &Words, compared: &Compared) -> String {
    let Compared { table, rows: [from, to], digests: [before, after], differs_at } = compared;
    let table = ("table", format!("{table:<11}").into());
    if compared.is_same() {
        let fill = [table, ("rows", format!("{from:>9}").into()), ("digest", before.into())];
        return words.say("copy-same", &fill);
    }
    let place = differs_at.clone().unwrap_or_else(|| words.say("copy-end", &[]));
    let fill = [
        table,
        ("place", place.into()),
        ("from", from.to_string().into()),
        ("to", to.to_string().into()),
        ("before", before.into()),
        ("after", after.into()),
    ];
    words.say("copy-differs-at", &fill)
}

fn tell_proof(words: &Words, proof: &Proof, output: &mut impl Write) -> io::Result<()> {
    let Proof { proven, not_begun, other_editions, wrong } = proof;
    writeln!(output, "{}", words.say("copy-proven", &[("n", (*proven).into())]))?;
    if *not_begun > 0 {
        writeln!(output, "{}", words.say("copy-not-begun", &[("n", (*not_begun).into())]))?;
    }
    for (game, edition) in other_editions {
        let fill = [("table", game.0.to_string().into()), ("edition", (*edition).into())];
        writeln!(output, "{}", words.say("copy-other-edition", &fill))?;
    }
    wrong.iter().try_for_each(|trouble| writeln!(output, "{trouble}"))
}

/// Counts ratings anew, until somebody stops it.
async fn recount_unless_stopped(words: &Words, arguments: &RecountArgs) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    tokio::select! {
        counted = recount(words, arguments) => counted,
        () = stop => Err(words.say("recount-stopped", &[]).into()),
    }
}

/// Counts all ratings anew, without the games that are taken out, and says which these are.
async fn recount(words: &Words, arguments: &RecountArgs) -> Result<(), Box<dyn Error>> {
    let RecountArgs { database, without, with } = arguments;
    let database = Address::read(config::database_named("DATABASE", database)?.reveal())?;
    let both = |name, game: i64| words.say(name, &[("game", game.to_string().into())]);
    if let Some(game) = without.iter().find(|game| with.contains(game)) {
        return Err(both("recount-both", *game).into());
    }
    let struck = without.iter().map(|game| (GameId(*game), true));
    let struck: Vec<_> = struck.chain(with.iter().map(|game| (GameId(*game), false))).collect();
    let recount = Recount::begin(&database).await?;
    let tables = Tables::new(recount.store().clone());
    for (game, _) in &struck {
        if !tables.is_to_count(*game).await? {
            return Err(both("recount-unknown", game.0).into());
        }
    }
    let games = tables.to_count().await?;
    let mut progress = Progress::begin(words, "progress-counting", games);
    tables.count_anew(&struck, |done| progress.at(done)).await?;
    drop(progress);
    let out = tables.struck().await?;
    recount.finish().await?;
    let mut output = io::stdout();
    writeln!(output, "{}", words.say("recount-done", &[("n", (games - out.len() as u64).into())]))?;
    if !out.is_empty() {
        let named: Vec<String> = out.iter().map(|game| game.0.to_string()).collect();
        let fill = [("n", out.len().into()), ("games", named.join(", ").into())];
        writeln!(output, "{}", words.say("recount-struck", &fill))?;
    }
    Ok(())
}

/// Opens the porch, and the bot on it.
async fn sit(
    config: &Config,
    words: &Words,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Box<dyn Error>> {
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
        server: words.say("porch-name", &[]),
        channels: vec!["lanai".to_owned()],
        kept,
        words: config.words.clone(),
        ..Settings::default()
    };
    let token = settings.token.clone();
    let (_held, store) = open_alone(&database).await?;
    let porch = Porch::open(settings).await?;
    let address = format!("http://{}", porch.address());
    writeln!(io::stdout(), "{}", words.say("porch-open", &[("address", (&address).into())]))?;
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
        forget_after: config.forget_after.and_then(|after| i64::try_from(after.as_secs()).ok()),
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
