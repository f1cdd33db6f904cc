//! Executes the command line, and serves: on Discord if a token is set, otherwise on the porch.
//!
//! `lanai serve` serves on Discord only. Commands of players go to `cli`, those of operators to
//! `operating`. The entry point is [`run`]. It is in the library instead of `main.rs`, because the
//! binary would compile all async code that it awaits a second time.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use futures::FutureExt as _;

use crate::cli::CliError;
use crate::config::{Config, Secret};
use crate::error::CommandError;
use crate::key;
use crate::{cli, logs, operating};
use lanai_discord::{Bot, BotSettings, ConnectionSettings, ForeignDatabasePolicy};
use lanai_host::{Host, HostOptions, Thinking};
use lanai_metrics::MetricsPage;
use lanai_porch::{BOT_ID, CLIENT_SECRET, Porch, Settings, UrlMapping};
use lanai_store::{Address, DatabaseLock, Store};
use lanai_text::{Dictionary, Words, WordsError};
use lanai_web::{ActivitySettings, BoardServer, BoardServices, BoardSettings};
use tokio::sync::oneshot;

/// The address of Discord's API.
const DISCORD_API: &str = "https://discord.com";

/// How long a stopping program waits for requests of the board.
const BOARD_STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How many seconds the computer waits before it acts, so that players can follow.
const APPARENT_THINKING_SECS: i64 = 1;

/// Executes the command line of this process, and returns its exit code.
pub fn run() -> ExitCode {
    let (dictionary, words_error) = match cli::load_dictionary() {
        Ok(loaded) => loaded,
        Err(error) => return report_failure(&error.to_string()),
    };
    let words = cli::select_words(&dictionary, env::args_os().skip(1));
    let cli = cli::Cli::parse_or_exit(words);
    match check_language_and_execute(cli, &dictionary, words_error, words) {
        Ok(()) => ExitCode::SUCCESS,
        // The program that reads the output has closed the pipe, as `head` does, which is no error.
        Err(CommandError::Cli(CliError::OutputUnwritable(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => report_failure(&error.to_sentence(words)),
    }
}

fn report_failure(message: &str) -> ExitCode {
    logs::write_fatal(message);
    ExitCode::FAILURE
}

fn check_language_and_execute(
    cli: cli::Cli,
    dictionary: &Dictionary,
    words_error: Option<WordsError>,
    words: &Words,
) -> Result<(), CommandError> {
    if let Some(words_error) = words_error
        && !cli.accepts_flawed_words()
    {
        return Err(CliError::from(words_error).into());
    }
    cli.language.check_known(dictionary)?;
    execute(cli.command, words)
}

fn execute(command: Option<cli::Command>, words: &Words) -> Result<(), CommandError> {
    match command {
        Some(cli::Command::Games(command)) => Ok(cli::run_game_command(
            command,
            words,
            &mut io::stdin().lock(),
            &mut io::stdout().lock(),
        )?),
        Some(cli::Command::Porch(arguments)) => {
            with_config(async |config| open_porch_for_other_bot(&config, words, &arguments).await)
        }
        Some(cli::Command::Operating(command)) => with_config(async |config| {
            operating::run(command, &config, words, shutdown_signal()).await
        }),
        Some(cli::Command::Away(arguments)) => with_config(async |config| {
            operating::run_maintenance_responder(&config, words, arguments, shutdown_signal()).await
        }),
        Some(cli::Command::Doctor(arguments)) => build_runtime()?.block_on(async {
            operating::diagnose(Config::from_env(), words, &arguments, shutdown_signal()).await
        }),
        Some(cli::Command::Serve(arguments)) => {
            with_config(async |config| serve_on_discord(&config, &arguments).await)
        }
        Some(cli::Command::Health) => {
            let config = Config::from_env()?;
            build_runtime()?.block_on(operating::print_health(&config))
        }
        None => with_config(async |config| match &config.token {
            Some(token) => serve_with_token(&config, token, ForeignDatabasePolicy::Refuse).await,
            None => serve_on_porch(&config, words).await,
        }),
    }
}

/// Loads the settings, starts the log, and runs `work` to completion.
fn with_config(
    work: impl AsyncFnOnce(Config) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let config = Config::from_env()?;
    logs::init(config.log, config.log_format, config.token.as_ref());
    build_runtime()?.block_on(work(config))
}

fn build_runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// Serves on Discord; fails without a token, whereas `lanai` without a command opens the porch.
async fn serve_on_discord(config: &Config, arguments: &cli::ServeArgs) -> Result<(), CommandError> {
    let Some(token) = &config.token else {
        return Err(CommandError::ServeWithoutToken);
    };
    let foreign_database = if arguments.adopt {
        ForeignDatabasePolicy::Adopt
    } else {
        ForeignDatabasePolicy::Refuse
    };
    serve_with_token(config, token, foreign_database).await
}

async fn serve_with_token(
    config: &Config,
    token: &Secret,
    foreign_database: ForeignDatabasePolicy,
) -> Result<(), CommandError> {
    let stop = shutdown_signal();
    let metrics_page = open_metrics_page(config).await;
    let database = operating::database_address(config)?;
    let _lock = DatabaseLock::acquire_shared(&database).await?;
    let store = Store::connect(&database).await?;
    if store.values().application().await?.is_none() {
        tracing::warn!(
            %database,
            "the database is new: if there should be games in it, LANAI_DATABASE names the wrong one"
        );
    }
    let connection = ConnectionSettings {
        token: token.reveal().to_owned(),
        proxy: config.proxy.clone(),
        limiter: config.limiter,
        settings: BotSettings {
            foreign_database,
            ..bot_settings(config)
        },
    };
    let board = match config.web {
        Some(address) => bind_board(config, address).await,
        None => None,
    };
    serve(
        config,
        connection,
        store,
        Pages {
            metrics: metrics_page,
            board,
            activity_origin: None,
        },
        stop,
    )
    .await
}

/// The pages that a process serves beside the bot.
struct Pages {
    metrics: Option<MetricsPage>,
    board: Option<BoardServer>,
    /// The origin of Activities on the porch; `None` on Discord.
    activity_origin: Option<String>,
}

/// Binds the address of the board. The bot serves even if that fails.
async fn bind_board(config: &Config, address: SocketAddr) -> Option<BoardServer> {
    let settings = BoardSettings {
        address,
        public_url: config
            .web_url
            .as_ref()
            .map(|url| url.trim_end_matches('/').to_owned()),
    };
    match BoardServer::bind(settings).await {
        Ok(board) => Some(board),
        Err(error) => {
            tracing::error!(%error, "the bot serves without the board");
            None
        }
    }
}

/// Returns the address of the board beside a porch: the next port, or any if the porch's is any.
fn default_board_address(porch: SocketAddr) -> SocketAddr {
    let port = match porch.port() {
        0 => 0,
        port => port.wrapping_add(1),
    };
    SocketAddr::new(porch.ip(), port)
}

/// Opens the metrics page if the settings ask for it. The bot serves even if that fails.
async fn open_metrics_page(config: &Config) -> Option<MetricsPage> {
    match MetricsPage::bind(config.metrics?).await {
        Ok(page) => Some(page),
        Err(error) => {
            tracing::error!(%error, "the bot serves without metrics");
            None
        }
    }
}

/// Opens the porch for another bot, and prints how that bot connects to the porch.
async fn open_porch_for_other_bot(
    config: &Config,
    words: &Words,
    arguments: &cli::PorchArgs,
) -> Result<(), CommandError> {
    let settings = Settings {
        address: arguments.address.unwrap_or(config.porch),
        guild: words.say(key::PORCH_NAME, &[]),
        bot: arguments.name.clone(),
        permissions: arguments.permissions,
        shards: arguments.shards,
        max_concurrency: arguments.max_concurrency,
        intents: arguments.intents.clone(),
        activities: arguments.activity.is_some(),
        url_mappings: arguments
            .activity
            .iter()
            .map(|url| UrlMapping::root(url))
            .collect(),
        identify_interval: Settings::DISCORD_IDENTIFY_INTERVAL,
        ..Settings::default()
    };
    let token = [("token", settings.token.clone().into())];
    let porch = Porch::open(settings).await?;
    let address = porch.address();
    let page = [("address", format!("http://{address}").into())];
    let endpoints = [
        ("api", format!("http://{address}/api/v10").into()),
        ("gateway", format!("ws://{address}").into()),
    ];
    let mut output = io::stdout();
    writeln!(output, "{}", words.say(key::PORCH_OPEN, &page))?;
    writeln!(output, "{}", words.say(key::PORCH_LENT, &endpoints))?;
    writeln!(output, "{}", words.say(key::PORCH_TOKEN, &token))?;
    shutdown_signal().await;
    porch.close().await;
    Ok(())
}

/// Opens the porch and serves Lanai on it.
async fn serve_on_porch(config: &Config, words: &Words) -> Result<(), CommandError> {
    let stop = shutdown_signal();
    let (database, persist_in, _temporary_folder) = if let Some(database) = &config.database {
        let database = Address::parse(database.reveal())?;
        let folder = porch_folder_of(&database);
        (database, Some(folder), None)
    } else {
        // Without a database setting, the tables are deleted at the end, like the porch's messages.
        // The folder has a random name and is closed to other users of the machine.
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.prefix("lanai-porch-").tempdir()?;
        let database = Address::File(folder.path().join("lanai.db"));
        (database, None, Some(folder))
    };
    let _lock = DatabaseLock::acquire(&database).await?;
    let store = Store::connect(&database).await?;
    // A database of a bot on Discord is refused: on the porch, all its guilds would count as left.
    if let Some(owner) = store.values().application().await?
        && owner != BOT_ID.to_string()
    {
        store.close().await;
        return Err(CommandError::ForeignPorchDatabase(database.to_string()));
    }
    let metrics_page = open_metrics_page(config).await;
    let board_address = config
        .web
        .unwrap_or_else(|| default_board_address(config.porch));
    let board = bind_board(config, board_address).await;
    let porch_settings = Settings {
        address: config.porch,
        guild: words.say(key::PORCH_NAME, &[]),
        persist_in,
        words: config.words.clone(),
        // With a client secret, the board opens as an Activity, as it would on Discord.
        activities: config.client_secret.is_some(),
        url_mappings: board
            .iter()
            .map(|board| UrlMapping::root(&format!("http://{}", board.address())))
            .collect(),
        client_secret: match &config.client_secret {
            Some(secret) => secret.reveal().to_owned(),
            None => CLIENT_SECRET.to_owned(),
        },
        ..Settings::for_lanai()
    };
    let token = porch_settings.token.clone();
    let porch = Porch::open(porch_settings).await?;
    let port = porch.address().port();
    let address = format!("http://{}", porch.address());
    if config.log_format == logs::LogFormat::Json {
        tracing::info!(address, "the porch is open");
    } else {
        let page = [("address", (&address).into())];
        let mut lines = words.say(key::PORCH_OPEN, &page) + "\n";
        if config.database.is_none() {
            lines += &(words.say(key::PORCH_FORGETS, &[]) + "\n");
        }
        // In one piece, for readers that close the pipe after the first line.
        io::stdout().write_all(lines.as_bytes())?;
    }
    let connection = ConnectionSettings {
        token,
        proxy: Some(address),
        limiter: false,
        settings: BotSettings {
            // The bot is new to the users of the porch, so it greets them in each guild.
            greets_guilds: true,
            ..bot_settings(config)
        },
    };
    let pages = Pages {
        metrics: metrics_page,
        board,
        activity_origin: Some(format!("http://{BOT_ID}.localhost:{port}")),
    };
    let result = serve(config, connection, store, pages, stop).await;
    porch.close().await;
    result
}

/// Returns the folder for the porch's channels, users and messages.
///
/// It is next to the database file, or in the current folder if the database is on a server.
fn porch_folder_of(database: &Address) -> PathBuf {
    match database {
        Address::File(file) => {
            let mut folder: OsString = file.into();
            folder.push("-porch");
            folder.into()
        }
        Address::Server(_) => PathBuf::from("lanai-porch"),
    }
}

fn bot_settings(config: &Config) -> BotSettings {
    BotSettings {
        posts_per_second: config.posts_per_second,
        interactions_per_window: config.interactions_per_window,
        pictures_within: config.pictures_within,
        shards: config.shards,
        forget_after: config
            .forget_after
            .and_then(|after| i64::try_from(after.as_secs()).ok()),
        ..BotSettings::default()
    }
}

/// Serves until `stop` resolves.
async fn serve(
    config: &Config,
    mut connection: ConnectionSettings,
    store: Store,
    pages: Pages,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), CommandError> {
    let mut thinking = Thinking::default();
    if let Some(cores) = config.thinking_cores {
        thinking.cores = cores.into();
    }
    let options = HostOptions {
        apparent_thinking_secs: APPARENT_THINKING_SECS,
        thinking,
        ..HostOptions::default()
    };
    let host = Host::with_options(store.clone(), options);
    connection.settings.board_url = pages
        .board
        .as_ref()
        .map(|board| board.public_url().to_owned());
    connection.settings.has_activity = config.client_secret.is_some();
    let bot = Bot::new(&connection, host, operating::load_dictionary(config)?).await?;
    let health_monitor = bot.health_monitor();
    let check_health = move || {
        let health_monitor = health_monitor.clone();
        async move { health_monitor.load_report().await }.boxed()
    };
    if let Some(page) = pages.metrics {
        tokio::spawn(page.serve(check_health.clone()));
        tokio::spawn(operating::watch_clock(connection.proxy.clone()));
    }
    let mut open_board = None;
    if let Some(board) = pages.board {
        let (host, dictionary, renderer) = bot.board_parts();
        let activity = config.client_secret.as_ref().map(|secret| {
            let application = bot.application_id().to_owned();
            ActivitySettings {
                discord: connection
                    .proxy
                    .clone()
                    .unwrap_or_else(|| DISCORD_API.to_owned()),
                origin: pages
                    .activity_origin
                    .unwrap_or_else(|| ActivitySettings::discord_origin(&application)),
                application,
                client_secret: secret.reveal().to_owned(),
                bot_token: connection.token.clone(),
            }
        });
        let services = BoardServices {
            host,
            dictionary,
            renderer,
            activity,
        };
        let (stop_board, board_stopped) = oneshot::channel::<()>();
        let stop = board_stopped.map(drop);
        open_board = Some((stop_board, tokio::spawn(board.serve(services, stop))));
    }
    tokio::spawn(operating::notify_service_manager(check_health));
    let version = cli::version(option_env!("LANAI_COMMIT"));
    tracing::info!(version, database = store.name(), "the bot connects");
    let result = bot
        .run(stop.inspect(|()| operating::notify_stopping()))
        .await;
    if let Some((stop_board, board)) = open_board {
        drop(stop_board);
        if tokio::time::timeout(BOARD_STOP_TIMEOUT, board)
            .await
            .is_err()
        {
            tracing::warn!("requests of the board were not answered before the end");
        }
    }
    store.close().await;
    result?;
    tracing::info!("the bot has stopped");
    Ok(())
}

/// Resolves on Ctrl+C or when the system asks the program to end.
///
/// Signals are noticed from the call of this function on, not only once the future is awaited, so
/// that a program that is stopped while it starts ends in an orderly way.
fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let stopped = {
        use tokio::signal::unix::SignalKind;
        let interrupted = wait_for_signal(SignalKind::interrupt());
        let terminated = wait_for_signal(SignalKind::terminate());
        async {
            tokio::select! {
                () = interrupted => {}
                () = terminated => {}
            }
        }
    };
    #[cfg(not(unix))]
    let stopped = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    stopped
}

#[cfg(unix)]
fn wait_for_signal(
    kind: tokio::signal::unix::SignalKind,
) -> impl Future<Output = ()> + Send + 'static {
    let signal = tokio::signal::unix::signal(kind);
    async {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    }
}
