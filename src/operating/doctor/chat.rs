//! What the doctor hears from Discord: whether it answers, what time it is there, who the bot is, where, and with which rights
//! and commands.

use std::io;

use super::report::{Report, because};
use crate::config::{Config, Secret};
use lanai_discord::{
    CannotServe, Checkup, GuildPermissions, Itself, NotTold, Reached, RegisteredCommands, Sessions,
};
use lanai_store::{Address, application_of};

/// So many seconds are noticed in time limits.
const TOO_FAR_OFF: i64 = 5;
/// So few sessions mean that the bot comes again and again.
const FEW_SESSIONS: u64 = 50;
/// So many names are told.
const NAMED: usize = 5;

pub(super) async fn examine(
    report: &mut Report<'_>,
    config: &Config,
    database: &Address,
) -> io::Result<()> {
    let token = config.token.as_ref().map_or("", Secret::reveal);
    let checkup = match Checkup::new(token, config.proxy.as_deref()) {
        Ok(checkup) => checkup,
        Err(why) => {
            return not_told(
                report,
                "doctor-network-wrong",
                config.proxy.as_deref(),
                &why,
            );
        }
    };
    match checkup.reached().await {
        Ok(reached) => network(report, &checkup, &reached)?,
        // Nobody else will be heard either.
        Err(why) => {
            return not_told(
                report,
                "doctor-network-wrong",
                Some(checkup.address()),
                &why,
            );
        }
    }
    if config.token.is_none() {
        return report.wrong("doctor-token-none", &[]);
    }
    let itself = match checkup.itself().await {
        Ok(itself) => itself,
        Err(NotTold::WrongToken) => return report.wrong("doctor-token-wrong", &[]),
        Err(why) => return not_told(report, "doctor-untold", None, &why),
    };
    report.fine("doctor-token", &[("name", (&itself.name).into())])?;
    // What else is wrong with the database was told before.
    let application = itself.application.clone();
    if let Ok(Some(owner)) = application_of(database).await
        && owner != application
    {
        let why = CannotServe::ForeignDatabase { owner, application }.to_string();
        report.wrong("doctor-database-wrong", &[("why", why.into())])?;
    }
    match checkup.sessions().await {
        Ok(sessions) => gateway(report, &sessions)?,
        Err(why) => not_told(report, "doctor-gateway-wrong", None, &why)?,
    }
    intents(report, &itself)?;
    match checkup.rights().await {
        Ok(guilds) => permissions(report, &itself, &guilds)?,
        Err(why) => not_told(report, "doctor-untold", None, &why)?,
    }
    let Ok(dictionary) = crate::operating::dictionary(config) else {
        return Ok(());
    };
    match checkup.commands(&itself.application, &dictionary).await {
        Ok(registered) => commands(report, &registered),
        Err(why) => not_told(report, "doctor-untold", None, &why),
    }
}

fn not_told(
    report: &mut Report,
    name: &str,
    address: Option<&str>,
    why: &NotTold,
) -> io::Result<()> {
    report.wrong(
        name,
        &[
            ("address", address.unwrap_or("Discord").into()),
            ("why", because(why).into()),
        ],
    )
}

fn network(report: &mut Report, checkup: &Checkup, reached: &Reached) -> io::Result<()> {
    let took = u64::try_from(reached.took.as_millis()).unwrap_or(u64::MAX);
    report.fine(
        "doctor-network",
        &[("address", checkup.address().into()), ("ms", took.into())],
    )?;
    let Some(ahead) = reached.clock_ahead else {
        return report.known("doctor-clock-untold", &[]);
    };
    let fill = [("n", ahead.unsigned_abs().into())];
    match ahead {
        _ if ahead > TOO_FAR_OFF => report.wrong("doctor-clock-fast", &fill),
        _ if ahead < -TOO_FAR_OFF => report.wrong("doctor-clock-slow", &fill),
        _ => report.fine("doctor-clock", &[]),
    }
}

fn gateway(report: &mut Report, sessions: &Sessions) -> io::Result<()> {
    let Sessions {
        address,
        remaining,
        total,
    } = sessions;
    let fill = [
        ("address", address.into()),
        ("left", (*remaining).into()),
        ("total", (*total).into()),
    ];
    if *remaining < FEW_SESSIONS.min(*total) {
        report.wrong("doctor-gateway-few", &fill)
    } else {
        report.fine("doctor-gateway", &fill)
    }
}

fn intents(report: &mut Report, itself: &Itself) -> io::Result<()> {
    if itself.watching.is_empty() {
        return report.fine("doctor-intents", &[]);
    }
    report.fine(
        "doctor-intents-more",
        &[("list", itself.watching.join(", ").into())],
    )
}

fn permissions(
    report: &mut Report,
    itself: &Itself,
    guilds: &[GuildPermissions],
) -> io::Result<()> {
    let lacking: Vec<&GuildPermissions> = guilds
        .iter()
        .filter(|guild| !guild.missing.is_empty())
        .collect();
    let n = lacking.len();
    let all = guilds.len();
    if guilds.is_empty() {
        return report.known(
            "doctor-permissions-nowhere",
            &[("link", invitation(itself).into())],
        );
    }
    if lacking.is_empty() {
        return report.fine("doctor-permissions", &[("n", all.into())]);
    }
    let named = lacking.iter().take(NAMED);
    let named = named.map(|guild| format!("{} ({})", guild.guild, guild.missing.join(", ")));
    let list = named.collect::<Vec<_>>().join("; ");
    let fill = [
        ("n", n.into()),
        ("all", all.into()),
        ("list", list.into()),
        ("link", invitation(itself).into()),
    ];
    // Elsewhere somebody else may have decided so; if it is so everywhere, the link was wrong.
    if n == all {
        report.wrong("doctor-permissions-missing", &fill)
    } else {
        report.known("doctor-permissions-missing", &fill)
    }
}

/// Where the bot is invited with all it needs.
fn invitation(itself: &Itself) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
        itself.application,
        Checkup::needed()
    )
}

fn commands(report: &mut Report, registered: &RegisteredCommands) -> io::Result<()> {
    let RegisteredCommands { wanted, other } = registered;
    if other.is_empty() {
        return report.fine("doctor-commands", &[("n", (*wanted).into())]);
    }
    let list = other
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    report.known(
        "doctor-commands-other",
        &[("n", other.len().into()), ("list", list.into())],
    )
}
