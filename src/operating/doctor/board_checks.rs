//! Checks that players reach the board in a browser.

use std::io;
use std::time::Duration;

use super::report::Report;
use crate::config::Config;
use crate::key;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A file of the page, which any running Lanai with the board serves.
const FILE: &str = "/assets/main.js";

/// Checks the public address, unless no board is served.
pub(super) async fn check_board(report: &mut Report<'_>, config: &Config) -> io::Result<()> {
    match (&config.web, &config.web_url) {
        (None, None) => Ok(()),
        (None, Some(_)) => report.fail(key::DOCTOR_BOARD_NO_ADDRESS, &[]),
        (Some(_), None) => report.warn(key::DOCTOR_BOARD_NO_URL, &[]),
        (Some(_), Some(url)) => {
            let address = ("address", url.into());
            match load_file(url).await {
                Ok(()) if !url.starts_with("https://") => {
                    report.warn(key::DOCTOR_BOARD_UNSAFE, &[address])
                }
                Ok(()) => report.pass(key::DOCTOR_BOARD, &[address]),
                Err(why) => report.fail(key::DOCTOR_BOARD_WRONG, &[address, ("why", why.into())]),
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
