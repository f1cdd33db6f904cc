//! Checks that players reach the board in a browser.

use std::io;
use std::time::Duration;

use super::report::Report;
use crate::config::Config;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A file of the page, which any running Lanai with the board serves.
const FILE: &str = "/assets/main.js";

/// Checks the public address, unless no board is served.
pub(super) async fn check_board(report: &mut Report<'_>, config: &Config) -> io::Result<()> {
    match (&config.web, &config.web_url) {
        (None, None) => Ok(()),
        (None, Some(_)) => report.fail("doctor-board-no-address", &[]),
        (Some(_), None) => report.warn("doctor-board-no-url", &[]),
        (Some(_), Some(url)) => {
            let address = ("address", url.into());
            match load_file(url).await {
                Ok(()) if !url.starts_with("https://") => {
                    report.warn("doctor-board-unsafe", &[address])
                }
                Ok(()) => report.pass("doctor-board", &[address]),
                Err(why) => report.fail("doctor-board-wrong", &[address, ("why", why.into())]),
            }
        }
    }
}

/// Loads a file of the page. Returns why that failed.
async fn load_file(url: &str) -> Result<(), String> {
    let client = reqwest::Client::builder()
        .timeout(ANSWER_TIMEOUT)
        .build()
        .map_err(|error| error.to_string())?;
    let response = client.get(format!("{url}{FILE}")).send().await;
    let response = response.map_err(|error| error.to_string())?;
    let is_ours = response.headers().contains_key("content-security-policy");
    if response.status().is_success() && is_ours {
        Ok(())
    } else {
        Err(response.status().to_string())
    }
}
