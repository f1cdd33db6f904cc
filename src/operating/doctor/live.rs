//! `lanai doctor --live CHANNEL`: all that the bot does in a channel is done there once, and the same at a porch of our own. Where
//! the answers differ, the porch is not what it should be, or Discord is not what it was.

use std::cell::RefCell;
use std::error::Error;

use super::compared::{Thing, differences};
use super::report::{Report, because};
use crate::cli::Progress;
use crate::config::{Config, Secret};
use lanai_discord::{Checkup, LIVE_STEPS, LiveOutcome, LiveStep};
use lanai_porch::{Porch, Settings, TOKEN};
use lanai_render::{Art, emoji};
use lanai_text::Words;

/// What says that the bot may not do something here.
const FORBIDDEN: u16 = 403;

/// Tries a channel out, until it is told to stop; and at the same time one of a porch that nobody else sees.
pub(super) async fn try_out(
    report: &mut Report<'_>,
    config: &Config,
    channel: u64,
    stop: impl Future<Output = ()> + Clone,
) -> Result<(), Box<dyn Error>> {
    let words = report.words;
    let channel = channel.to_string();
    let says = words.say("live-says", &[]);
    let pictures = pictures()?;
    let progress = RefCell::new(Progress::begin(words, "progress-trying", 2 * LIVE_STEPS));
    let told = || progress.borrow_mut().one_more();
    let token = config.token.as_ref().map_or("", Secret::reveal);
    let there = async {
        let checkup = Checkup::new(token, config.proxy.as_deref())?;
        checkup
            .try_out(&channel, &says, pictures.clone(), &told, stop.clone())
            .await
    };
    let porch = Porch::open(Settings::default()).await?;
    let address = format!("http://{}", porch.address());
    let here = async {
        let checkup = Checkup::new(TOKEN, Some(&address))?;
        let hall = checkup.some_channel().await?.unwrap_or_default();
        checkup
            .try_out(&hall, &says, pictures.clone(), &told, stop.clone())
            .await
    };
    let (found, expected) = tokio::join!(there, here);
    porch.close().await;
    drop(progress);
    let (found, expected) = match (found, expected) {
        (Ok(found), Ok(expected)) => (found, expected),
        (Err(why), _) | (_, Err(why)) => {
            return Ok(report.wrong("live-broken-off", &[("why", because(&why).into())])?);
        }
    };
    if found
        .steps
        .first()
        .is_some_and(|step| step.status != 200 || step.body["type"] != 0)
    {
        return Ok(report.wrong("live-no-channel", &[("channel", channel.into())])?);
    }
    tell(report, &expected, &found)
}

fn tell(
    report: &mut Report,
    expected: &LiveOutcome,
    found: &LiveOutcome,
) -> Result<(), Box<dyn Error>> {
    for step in &found.steps {
        if let Some(porch) = expected.steps.iter().find(|other| other.name == step.name) {
            compare(report, porch, step)?;
        }
    }
    if !found.finished {
        let why = found
            .broken_off
            .clone()
            .unwrap_or_else(|| report.words.say("live-stopped", &[]));
        report.wrong("live-broken-off", &[("why", why.into())])?;
    }
    if let Some(thread) = &found.left {
        report.known("live-left", &[("thread", thread.into())])?;
    }
    if found.stay > 0 {
        report.wrong("live-stay", &[("n", found.stay.into())])?;
    }
    Ok(())
}

/// Tells of a step: what the porch would have said otherwise.
fn compare(report: &mut Report, porch: &LiveStep, found: &LiveStep) -> Result<(), Box<dyn Error>> {
    let words = report.words;
    let step = words.say(found.name, &[]);
    let step = || ("step", step.clone().into());
    if found.status == FORBIDDEN && porch.status != FORBIDDEN {
        return Ok(report.known("live-forbidden", &[step()])?);
    }
    if found.status != porch.status {
        let fill = [
            step(),
            ("found", answer(found).into()),
            ("porch", answer(porch).into()),
        ];
        return Ok(report.wrong("live-other-answer", &fill)?);
    }
    let differing = differences(&porch.body, &found.body);
    let lacks_limits = porch.has_limits && !found.has_limits;
    if lacks_limits {
        report.wrong("live-no-limits", &[step()])?;
    } else if differing.is_empty() {
        report.fine("live-fine", &[step()])?;
    }
    for difference in &differing {
        let fill = [
            step(),
            ("path", (&difference.path).into()),
            ("found", told(words, &difference.found).into()),
            ("porch", told(words, &difference.porch).into()),
        ];
        report.wrong("live-differs", &fill)?;
    }
    Ok(())
}

/// The numbers of an answer: that of the web, and Discord's own if there is one.
fn answer(step: &LiveStep) -> String {
    match step.body["code"].as_u64() {
        Some(code) => format!("{}/{code}", step.status),
        None => step.status.to_string(),
    }
}

fn told(words: &Words, thing: &Thing) -> String {
    match thing {
        Thing::Missing => words.say("live-kind-nothing", &[]),
        Thing::Kind(name) => words.say(name, &[]),
        Thing::Value(value) => value.to_string(),
    }
}

/// Two that are not the same.
fn pictures() -> Result<[Vec<u8>; 2], Box<dyn Error>> {
    let [first, .., last] = Art::ALL else {
        return Err("no pieces".into());
    };
    Ok([emoji::emoji(*first)?, emoji::emoji(*last)?])
}
