//! The door: the command line goes to the desk; without a command the bot serves, on Discord or at the porch.

use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;
use lanai::{
    chat::{Bot, Line, Manners},
    config::{Config, Log},
    desk,
    porch::{Porch, Settings},
    store::{Held, Store},
    tables::Tables,
    words::Dictionary,
};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// How long the computer seems to think, in seconds.
const THINKS: i64 = 1;

fn main() -> ExitCode {
    let cli = desk::Cli::parse();
    let outcome = match cli.command {
        Some(command) => desk::run(command, &mut io::stdin().lock(), &mut io::stdout().lock())
            .map_err(Box::<dyn Error>::from),
        None => host(),
    };
    let Err(trouble) = outcome else { return ExitCode::SUCCESS };
    if let Some(desk::Trouble::Terminal(error)) = trouble.downcast_ref::<desk::Trouble>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        // Whoever closed the pipe has seen enough.
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "lanai: {trouble}");
    ExitCode::FAILURE
}

/// Serves until it is told to stop.
fn host() -> Result<(), Box<dyn Error>> {
    let config = Config::of_environment()?;
    log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match &config.token {
            Some(token) => {
                let token = token.reveal().to_owned();
                let database = config.database.clone().unwrap_or_else(|| PathBuf::from("lanai.db"));
                serve(&config, token, config.proxy.clone(), config.limiter, database).await
            }
            None => sit(&config).await,
        }
    })
}

/// Opens the porch, and the bot on it.
async fn sit(config: &Config) -> Result<(), Box<dyn Error>> {
    let settings =
        Settings { address: config.porch, channels: vec!["lanai".to_owned()], ..Settings::default() };
    let token = settings.token.clone();
    let porch = Porch::open(settings).await?;
    let address = format!("http://{}", porch.address());
    writeln!(io::stdout(), "The porch is open: visit {address} in your browser. Press Ctrl+C to close it.")?;
    // What is said at the porch is forgotten with it, and so are its tables, unless somebody wants to keep them.
    let passing = tempfile_name();
    let database = config.database.clone().unwrap_or_else(|| passing.clone());
    let served = serve(config, token, Some(address), false, database).await;
    porch.close().await;
    for ending in ["", "-wal", "-shm", ".lock"] {
        let mut name = passing.clone().into_os_string();
        name.push(ending);
        // Perhaps it was never made.
        let _ = std::fs::remove_file(name);
    }
    served
}

fn tempfile_name() -> PathBuf {
    std::env::temp_dir().join(format!("lanai-porch-{}.db", std::process::id()))
}

async fn serve(
    config: &Config,
    token: String,
    proxy: Option<String>,
    limiter: bool,
    database: PathBuf,
) -> Result<(), Box<dyn Error>> {
    let _held = Held::hold(&database)?;
    let store = Store::open(&database).await?;
    let manners = Manners {
        posts_per_second: config.posts_per_second,
        pictures_within: config.pictures_within,
        // At the porch everybody is new.
        greets: config.token.is_none(),
    };
    let line = Line { token, proxy, limiter, manners };
    let bot = Bot::new(&line, Tables::new(store.clone()).thoughtful(THINKS), Dictionary::open()?).await?;
    tracing::info!("the bot connects");
    let served = bot.run(told_to_stop()).await;
    store.close().await;
    Ok(served?)
}

/// Ctrl+C, or a polite request of the system.
async fn told_to_stop() {
    #[cfg(unix)]
    let asked = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let asked = std::future::pending::<()>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = asked => {}
    }
}

/// What is told in the log. The libraries below us tell tokens and bodies when they tell more than warnings, and the two
/// that speak to the chat tell whole messages even as warnings, so they never do, whatever is asked for.
fn log(level: Log) {
    let level = match level {
        Log::Error => tracing::Level::ERROR,
        Log::Warn => tracing::Level::WARN,
        Log::Info => tracing::Level::INFO,
        Log::Debug => tracing::Level::DEBUG,
        Log::Trace => tracing::Level::TRACE,
    };
    let others = level.min(tracing::Level::WARN);
    let filter = Targets::new()
        .with_default(others)
        .with_target("serenity", LevelFilter::OFF)
        .with_target("poise", LevelFilter::OFF)
        .with_target("lanai", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    tracing_subscriber::registry().with(filter).with(lines).init();
}
