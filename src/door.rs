//! The door: the command line goes to `cli`, what is done with a database to `operating`, and what needs a porch is done here;
//! without a command the bot serves, on Discord or at the porch, and as `lanai serve` on Discord alone.
//!
//! It is no part of `main`, because what waits is built where it is waited for, and the whole house would be built there once more.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use futures::FutureExt as _;

use crate::config::{Config, Secret};
use crate::{cli, logs, operating};
use lanai_discord::{Bot, BotSettings, ConnectionSettings, ForeignDatabase};
use lanai_host::{Host, HostOptions, Thinking};
use lanai_metrics::MetricsPage;
use lanai_porch::{BOT_ID, Porch, Settings};
use lanai_store::{Address, Held, Store, StoreError};
use lanai_text::Words;

/// How long the computer seems to think, in seconds.
const THINKS: i64 = 1;

/// Does what is asked for at the terminal, until it is done.
pub fn open() -> ExitCode {
    let (dictionary, flawed) = match cli::dictionary() {
        Ok(dictionary) => dictionary,
        Err(error) => return failed(&error.to_string()),
    };
    let words = cli::words(&dictionary, env::args_os().skip(1));
    let arguments = cli::Cli::read(words);
    let usable = flawed
        .filter(|_| !arguments.checks_words())
        .map_or(Ok(()), |flawed| Err(cli::CliError::from(flawed)));
    let outcome = usable
        .and_then(|()| arguments.language.is_spoken(&dictionary))
        .map_err(Into::into);
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
    logs::write_fatal(told);
    ExitCode::FAILURE
}

/// Does what somebody asks for at a terminal, and tells of it in these words.
fn carried_out(command: Option<cli::Command>, words: &Words) -> Result<(), Box<dyn Error>> {
    match command {
        Some(cli::Command::Games(command)) => Ok(cli::run(
            command,
            words,
            &mut io::stdin().lock(),
            &mut io::stdout().lock(),
        )?),
        Some(cli::Command::Porch(arguments)) => {
            served(async |config| lend(&config, words, &arguments).await)
        }
        Some(cli::Command::Operating(command)) => {
            served(async |config| operating::run(command, &config, words, told_to_stop()).await)
        }
        Some(cli::Command::Away(arguments)) => served(async |config| {
            operating::stand_in(&config, words, arguments, told_to_stop()).await
        }),
        Some(cli::Command::Doctor(arguments)) => runtime()?.block_on(async {
            operating::examine(Config::from_env(), words, &arguments, told_to_stop()).await
        }),
        Some(cli::Command::Serve(arguments)) => {
            served(async |config| serve_on_discord(&config, words, &arguments).await)
        }
        Some(cli::Command::Health) => {
            let config = Config::from_env()?;
            runtime()?.block_on(operating::ask_health(&config, words))
        }
        None => served(async |config| match &config.token {
            Some(token) => host(&config, token, ForeignDatabase::Refuse).await,
            None => sit(&config, words).await,
        }),
    }
}

/// Does what goes by the settings, and goes on until it is told to stop.
fn served(
    work: impl AsyncFnOnce(Config) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let config = Config::from_env()?;
    logs::begin(config.log, config.log_format, config.token.as_ref());
    runtime()?.block_on(work(config))
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// Serves on Discord. Unlike the program without a command, it never opens a porch where the token is missing.
async fn serve_on_discord(
    config: &Config,
    words: &Words,
    arguments: &cli::ServeArgs,
) -> Result<(), Box<dyn Error>> {
    let Some(token) = &config.token else {
        return Err(words.say("serve-no-token", &[]).into());
    };
    let foreign = if arguments.adopt {
        ForeignDatabase::Adopt
    } else {
        ForeignDatabase::Refuse
    };
    host(config, token, foreign).await
}

/// Lets the bot serve on Discord.
async fn host(
    config: &Config,
    token: &Secret,
    foreign: ForeignDatabase,
) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    let page = metrics_page(config).await;
    let database = operating::database(config)?;
    let _held = Held::hold_with_others(&database).await?;
    let store = Store::at(&database).await?;
    if store.values().application().await?.is_none() {
        tracing::warn!(
            %database,
            "the database is new: if there should be games in it, LANAI_DATABASE names the wrong one"
        );
    }
    let settings = BotSettings {
        foreign_database: foreign,
        ..settings(config)
    };
    let proxy = config.proxy.clone();
    let limiter = config.limiter;
    let line = ConnectionSettings {
        token: token.reveal().to_owned(),
        proxy,
        limiter,
        settings,
    };
    serve(config, line, store, page, stop).await
}

/// Listens where the settings ask for metrics. The games matter more: if the address cannot be used, the bot serves without.
async fn metrics_page(config: &Config) -> Option<MetricsPage> {
    let page = MetricsPage::at(config.metrics?).await;
    page.inspect_err(|error| tracing::error!(%error, "the bot serves without metrics"))
        .ok()
}

/// Opens the porch for a bot that somebody else brings, and says what that needs to find in.
async fn lend(
    config: &Config,
    words: &Words,
    arguments: &cli::PorchArgs,
) -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        address: arguments.address.unwrap_or(config.porch),
        guild: words.say("porch-name", &[]),
        bot: arguments.name.clone(),
        permissions: arguments.permissions,
        shards: arguments.shards,
        max_concurrency: arguments.max_concurrency,
        intents: arguments.intents.clone(),
        identify_interval: Settings::DISCORD_IDENTIFY_INTERVAL,
        ..Settings::default()
    };
    let token = settings.token.clone();
    let porch = Porch::open(settings).await?;
    let address = porch.address();
    let base = format!("http://{address}");
    let doors = [
        ("api", format!("{base}/api/v10").into()),
        ("gateway", format!("ws://{address}").into()),
    ];
    let mut output = io::stdout();
    writeln!(
        output,
        "{}",
        words.say("porch-open", &[("address", base.into())])
    )?;
    writeln!(output, "{}", words.say("porch-lent", &doors))?;
    writeln!(
        output,
        "{}",
        words.say("porch-token", &[("token", token.into())])
    )?;
    told_to_stop().await;
    porch.close().await;
    Ok(())
}

/// Opens the porch, and the bot on it.
async fn sit(config: &Config, words: &Words) -> Result<(), Box<dyn Error>> {
    let stop = told_to_stop();
    let (database, persist_in, _temporary_folder) = if let Some(database) = &config.database {
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
        (
            Address::File(folder.path().join("lanai.db")),
            None,
            Some(folder),
        )
    };
    let (_held, store) = open_alone(&database).await?;
    // On a porch all servers of a bot on Discord would count as left.
    if store
        .values()
        .application()
        .await?
        .is_some_and(|owner| owner != BOT_ID.to_string())
    {
        store.close().await;
        return Err(words
            .say(
                "porch-foreign-database",
                &[("file", database.to_string().into())],
            )
            .into());
    }
    let page = metrics_page(config).await;
    let porch_settings = Settings {
        address: config.porch,
        guild: words.say("porch-name", &[]),
        persist_in,
        words: config.words.clone(),
        ..Settings::for_lanai()
    };
    let token = porch_settings.token.clone();
    let porch = Porch::open(porch_settings).await?;
    let address = format!("http://{}", porch.address());
    if config.log_format == logs::Format::Json {
        tracing::info!(address, "the porch is open");
    } else {
        writeln!(
            io::stdout(),
            "{}",
            words.say("porch-open", &[("address", (&address).into())])
        )?;
    }
    // At the porch everybody is new.
    let settings = BotSettings {
        greets: true,
        ..settings(config)
    };
    let line = ConnectionSettings {
        token,
        proxy: Some(address),
        limiter: false,
        settings,
    };
    let served = serve(config, line, store, page, stop).await;
    porch.close().await;
    served
}

/// The folder in which the porch keeps what the tables belong to, as channels, people and messages: beside the file of a
/// database, or where the program starts if it is on a server.
fn beside(database: &Address) -> PathBuf {
    match database {
        Address::File(file) => [file.as_os_str(), "-porch".as_ref()]
            .into_iter()
            .collect::<OsString>()
            .into(),
        Address::Server(_) => PathBuf::from("lanai-porch"),
    }
}

/// A database that no other program serves.
async fn open_alone(database: &Address) -> Result<(Held, Store), StoreError> {
    let held = Held::hold(database).await?;
    Ok((held, Store::at(database).await?))
}

/// Returns how the bot behaves by these settings.
fn settings(config: &Config) -> BotSettings {
    BotSettings {
        posts_per_second: config.posts_per_second,
        presses: config.presses,
        pictures_within: config.pictures_within,
        shards: config.shards,
        forget_after: config
            .forget_after
            .and_then(|after| i64::try_from(after.as_secs()).ok()),
        ..BotSettings::default()
    }
}

async fn serve(
    config: &Config,
    line: ConnectionSettings,
    store: Store,
    page: Option<MetricsPage>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Box<dyn Error>> {
    let usual = Thinking::default();
    let thinking = Thinking {
        cores: config.thinking_cores.map_or(usual.cores, usize::from),
        ..usual
    };
    let options = HostOptions {
        apparent_thinking_secs: THINKS,
        thinking,
        ..HostOptions::default()
    };
    let host = Host::with_options(store.clone(), options);
    let bot = Bot::new(&line, host, operating::dictionary(config)?).await?;
    let vitals = bot.vitals();
    let feel = move || {
        let vitals = vitals.clone();
        async move { vitals.pulse().await }.boxed()
    };
    if let Some(page) = page {
        tokio::spawn(page.show(feel.clone()));
        tokio::spawn(operating::watch_clock(line.proxy.clone()));
    }
    tokio::spawn(operating::vouch(feel));
    let version = cli::version(option_env!("LANAI_COMMIT"));
    tracing::info!(version, database = store.name(), "the bot connects");
    let served = bot.run(stop.inspect(|()| operating::leaves())).await;
    store.close().await;
    served?;
    tracing::info!("the bot has stopped");
    Ok(())
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
        let interrupted = heard(SignalKind::interrupt());
        let ended = heard(SignalKind::terminate());
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
