//! `lanai health`: asks a bot on this machine or in this container whether it is healthy.
//!
//! It is a health check for containers without a shell. The bot's health page decides the result.

use std::error::Error as _;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::config::Config;
use crate::error::CommandError;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Prints the bot's health page; fails if the bot has problems or does not answer.
pub async fn print_health(config: &Config) -> Result<(), CommandError> {
    let Some(address) = config.metrics else {
        return Err(CommandError::NoMetricsAddress);
    };
    let address = to_reachable_address(address);
    let (is_healthy, page) =
        load_health_page(address)
            .await
            .map_err(|error| CommandError::BotUnreachable {
                address: address.to_string(),
                why: error
                    .source()
                    .map_or_else(|| error.to_string(), ToString::to_string),
            })?;
    if is_healthy {
        return Ok(write!(io::stdout(), "{page}")?);
    }
    Err(CommandError::BotUnhealthy(
        page.trim_end().replace('\n', "; "),
    ))
}

async fn load_health_page(address: SocketAddr) -> reqwest::Result<(bool, String)> {
    // A proxy in the environment is for other machines; the bot runs on this machine.
    let client = reqwest::Client::builder()
        .no_proxy()
        .timeout(ANSWER_TIMEOUT)
        .build()?;
    let response = client
        .get(format!("http://{address}/health"))
        .send()
        .await?;
    let is_healthy = response.status().is_success();
    Ok((is_healthy, response.text().await?))
}

/// Returns where a listener on this address can be reached from the same machine.
fn to_reachable_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, address.port())
}
