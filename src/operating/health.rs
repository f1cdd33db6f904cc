//! `lanai health`: asks a bot that runs on this machine, or in this container, whether all is well. It is a health check for
//! places without a shell; what is checked is decided by the bot's own page.

use std::error::Error;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::config::Config;
use lanai_text::Words;

/// How long the bot may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Prints what the bot's health page says; an error unless all is well.
pub async fn ask_health(config: &Config, words: &Words) -> Result<(), Box<dyn Error>> {
    let Some(address) = config.metrics else {
        return Err(words.say("health-no-address", &[]).into());
    };
    let address = reachable(address);
    let no_answer = |error: reqwest::Error| {
        let why = error
            .source()
            .map_or_else(|| error.to_string(), ToString::to_string);
        words.say(
            "health-no-answer",
            &[("address", address.to_string().into()), ("why", why.into())],
        )
    };
    // The bot is never behind the machine's own proxy.
    let client = reqwest::Client::builder()
        .no_proxy()
        .timeout(ANSWER_TIMEOUT)
        .build()
        .map_err(no_answer)?;
    let answer = client
        .get(format!("http://{address}/health"))
        .send()
        .await
        .map_err(no_answer)?;
    let is_well = answer.status().is_success();
    let said = answer.text().await.map_err(no_answer)?;
    if is_well {
        return Ok(write!(io::stdout(), "{said}")?);
    }
    Err(said.trim_end().replace('\n', "; ").into())
}

/// Returns where a listener on this address can be reached from the same machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, address.port())
}
