//! Checks on Discord: reachability, clock, identity, gateway sessions, permissions and commands.

use std::io;

use super::report::{Report, describe_checkup_error};
use crate::config::{Config, Secret};
use crate::key;
use lanai_discord::{
    BotIdentity, Checkup, CheckupError, GuildPermissions, Reachability, RegisteredCommands,
    ServeError, SessionQuota,
};
use lanai_store::{Address, find_application};
use lanai_text::Key;

/// The largest difference of the clocks that players would not notice in time limits.
const MAX_CLOCK_DIFFERENCE_SECS: i64 = 5;
/// If fewer sessions are left today, the bot has probably restarted again and again.
const MIN_SESSIONS_LEFT: u64 = 50;
const MAX_LISTED_NAMES: usize = 5;

pub(super) async fn check_discord(
    report: &mut Report<'_>,
    config: &Config,
    database: &Address,
) -> io::Result<()> {
    let token = config.token.as_ref().map_or("", Secret::reveal);
    let checkup = match Checkup::new(token, config.proxy.as_deref()) {
        Ok(checkup) => checkup,
        Err(why) => {
            return report_checkup_error(
                report,
                key::DOCTOR_NETWORK_WRONG,
                config.proxy.as_deref(),
                &why,
            );
        }
    };
    match checkup.measure_reachability().await {
        Ok(reachability) => report_network(report, &checkup, &reachability)?,
        // Without a connection, every other check would fail as well.
        Err(why) => {
            return report_checkup_error(
                report,
                key::DOCTOR_NETWORK_WRONG,
                Some(checkup.base_address()),
                &why,
            );
        }
    }
    if config.token.is_none() {
        return report.fail(key::DOCTOR_TOKEN_NONE, &[]);
    }
    let identity = match checkup.load_identity().await {
        Ok(identity) => identity,
        Err(CheckupError::WrongToken) => return report.fail(key::DOCTOR_TOKEN_WRONG, &[]),
        Err(why) => return report_checkup_error(report, key::DOCTOR_UNTOLD, None, &why),
    };
    report.pass(key::DOCTOR_TOKEN, &[("name", (&identity.name).into())])?;
    // An error of the database is ignored, because the local checks have reported it.
    let application = identity.application.clone();
    if let Ok(Some(owner)) = find_application(database).await
        && owner != application
    {
        let why = ServeError::ForeignDatabase { owner, application }.to_string();
        report.fail(key::DOCTOR_DATABASE_WRONG, &[("why", why.into())])?;
    }
    match checkup.load_session_quota().await {
        Ok(quota) => report_gateway(report, &quota)?,
        Err(why) => report_checkup_error(report, key::DOCTOR_GATEWAY_WRONG, None, &why)?,
    }
    report_intents(report, &identity)?;
    match checkup.load_missing_permissions().await {
        Ok(guilds) => report_permissions(report, &identity, &guilds)?,
        Err(why) => report_checkup_error(report, key::DOCTOR_UNTOLD, None, &why)?,
    }
    let Ok(dictionary) = crate::operating::load_dictionary(config) else {
        return Ok(());
    };
    match checkup
        .compare_commands(&identity.application, &dictionary)
        .await
    {
        Ok(registered) => report_commands(report, &registered),
        Err(why) => report_checkup_error(report, key::DOCTOR_UNTOLD, None, &why),
    }
}

fn report_checkup_error(
    report: &mut Report,
    key: Key,
    address: Option<&str>,
    why: &CheckupError,
) -> io::Result<()> {
    report.fail(
        key,
        &[
            ("address", address.unwrap_or("Discord").into()),
            ("why", describe_checkup_error(why).into()),
        ],
    )
}

fn report_network(
    report: &mut Report,
    checkup: &Checkup,
    reachability: &Reachability,
) -> io::Result<()> {
    let millis = u64::try_from(reachability.response_time.as_millis()).unwrap_or(u64::MAX);
    report.pass(
        key::DOCTOR_NETWORK,
        &[
            ("address", checkup.base_address().into()),
            ("ms", millis.into()),
        ],
    )?;
    let Some(ahead) = reachability.clock_ahead_secs else {
        return report.warn(key::DOCTOR_CLOCK_UNTOLD, &[]);
    };
    let arguments = [("n", ahead.unsigned_abs().into())];
    match ahead {
        _ if ahead > MAX_CLOCK_DIFFERENCE_SECS => report.fail(key::DOCTOR_CLOCK_FAST, &arguments),
        _ if ahead < -MAX_CLOCK_DIFFERENCE_SECS => report.fail(key::DOCTOR_CLOCK_SLOW, &arguments),
        _ => report.pass(key::DOCTOR_CLOCK, &[]),
    }
}

fn report_gateway(report: &mut Report, quota: &SessionQuota) -> io::Result<()> {
    let arguments = [
        ("address", (&quota.address).into()),
        ("left", quota.remaining.into()),
        ("total", quota.total_per_day.into()),
    ];
    if quota.remaining < MIN_SESSIONS_LEFT.min(quota.total_per_day) {
        report.fail(key::DOCTOR_GATEWAY_FEW, &arguments)
    } else {
        report.pass(key::DOCTOR_GATEWAY, &arguments)
    }
}

fn report_intents(report: &mut Report, identity: &BotIdentity) -> io::Result<()> {
    if identity.unused_intents.is_empty() {
        return report.pass(key::DOCTOR_INTENTS, &[]);
    }
    report.pass(
        key::DOCTOR_INTENTS_MORE,
        &[("list", identity.unused_intents.join(", ").into())],
    )
}

fn report_permissions(
    report: &mut Report,
    identity: &BotIdentity,
    guilds: &[GuildPermissions],
) -> io::Result<()> {
    let incomplete: Vec<&GuildPermissions> = guilds
        .iter()
        .filter(|guild| !guild.missing.is_empty())
        .collect();
    let incomplete_count = incomplete.len();
    let guild_count = guilds.len();
    if guilds.is_empty() {
        return report.warn(
            key::DOCTOR_PERMISSIONS_NOWHERE,
            &[("link", invitation_link(identity).into())],
        );
    }
    if incomplete.is_empty() {
        return report.pass(key::DOCTOR_PERMISSIONS, &[("n", guild_count.into())]);
    }
    let list = incomplete
        .iter()
        .take(MAX_LISTED_NAMES)
        .map(|guild| format!("{} ({})", guild.guild_name, guild.missing.join(", ")))
        .collect::<Vec<_>>()
        .join("; ");
    let arguments = [
        ("n", incomplete_count.into()),
        ("all", guild_count.into()),
        ("list", list.into()),
        ("link", invitation_link(identity).into()),
    ];
    // In some guilds, permissions may be missing on purpose. If they are missing in all guilds,
    // the link of the invitation was wrong.
    if incomplete_count == guild_count {
        report.fail(key::DOCTOR_PERMISSIONS_MISSING, &arguments)
    } else {
        report.warn(key::DOCTOR_PERMISSIONS_MISSING, &arguments)
    }
}

/// Returns a link that invites the bot with all permissions that it needs.
fn invitation_link(identity: &BotIdentity) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
        identity.application,
        Checkup::needed_permission_bits()
    )
}

fn report_commands(report: &mut Report, registered: &RegisteredCommands) -> io::Result<()> {
    if registered.differing.is_empty() {
        return report.pass(
            key::DOCTOR_COMMANDS,
            &[("n", registered.expected_count.into())],
        );
    }
    let list = registered
        .differing
        .iter()
        .take(MAX_LISTED_NAMES)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    report.warn(
        key::DOCTOR_COMMANDS_OTHER,
        &[
            ("n", registered.differing.len().into()),
            ("list", list.into()),
        ],
    )
}
