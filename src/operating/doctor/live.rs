//! `lanai doctor --live CHANNEL`: runs a trial in a channel, and the same trial on a porch.
//!
//! A difference shows that the porch does not emulate Discord correctly, or that Discord changed.

use std::cell::RefCell;

use super::comparison::{FoundValue, find_differences};
use super::report::{Report, describe_checkup_error};
use crate::cli::Progress;
use crate::config::{Config, Secret};
use crate::error::CommandError;
use crate::key;
use lanai_discord::{Checkup, TRIAL_STEP_COUNT, TrialOutcome, TrialStep};
use lanai_porch::{Porch, Settings, TOKEN};
use lanai_render::{Art, emoji};
use lanai_text::Words;

/// The HTTP status for a missing permission.
const FORBIDDEN: u16 = 403;

/// Runs the trial in a channel, and at the same time on a new porch, until `stop` resolves.
pub(super) async fn try_channel(
    report: &mut Report<'_>,
    config: &Config,
    channel: u64,
    stop: impl Future<Output = ()> + Clone,
) -> Result<(), CommandError> {
    let words = report.words;
    let channel = channel.to_string();
    let text = words.say(key::LIVE_SAYS, &[]);
    let [first, .., last] = Art::ALL else {
        return Err(CommandError::TrialPicture("no pieces".to_owned()));
    };
    let pictures = [draw_piece(*first)?, draw_piece(*last)?];
    let progress = RefCell::new(Progress::start(
        words,
        key::PROGRESS_TRYING,
        2 * TRIAL_STEP_COUNT,
    ));
    let on_step = || progress.borrow_mut().increment();
    let token = config.token.as_ref().map_or("", Secret::reveal);
    let discord_trial = async {
        let checkup = Checkup::new(token, config.proxy.as_deref())?;
        checkup
            .try_channel(&channel, &text, pictures.clone(), &on_step, stop.clone())
            .await
    };
    let porch = Porch::open(Settings::default()).await?;
    let address = format!("http://{}", porch.address());
    let porch_trial = async {
        let checkup = Checkup::new(TOKEN, Some(&address))?;
        let channel = checkup.find_any_channel().await?.unwrap_or_default();
        checkup
            .try_channel(&channel, &text, pictures.clone(), &on_step, stop.clone())
            .await
    };
    let outcomes = tokio::join!(discord_trial, porch_trial);
    porch.close().await;
    drop(progress);
    let (discord, porch) = match outcomes {
        (Ok(discord), Ok(porch)) => (discord, porch),
        (Err(error), _) | (_, Err(error)) => {
            let why = describe_checkup_error(&error);
            return Ok(report.fail(key::LIVE_BROKEN_OFF, &[("why", why.into())])?);
        }
    };
    if discord
        .steps
        .first()
        .is_some_and(|step| step.status != 200 || step.body["type"] != 0)
    {
        return Ok(report.fail(key::LIVE_NO_CHANNEL, &[("channel", channel.into())])?);
    }
    report_trial(report, &porch, &discord)
}

fn draw_piece(art: Art) -> Result<Vec<u8>, CommandError> {
    emoji::encode_emoji(art).map_err(|error| CommandError::TrialPicture(error.to_string()))
}

fn report_trial(
    report: &mut Report,
    porch: &TrialOutcome,
    discord: &TrialOutcome,
) -> Result<(), CommandError> {
    for step in &discord.steps {
        if let Some(porch_step) = porch.steps.iter().find(|other| other.key == step.key) {
            report_step(report, porch_step, step)?;
        }
    }
    if !discord.is_finished {
        let why = match &discord.failure {
            Some(failure) => failure.clone(),
            None => report.words.say(key::LIVE_STOPPED, &[]),
        };
        report.fail(key::LIVE_BROKEN_OFF, &[("why", why.into())])?;
    }
    if let Some(thread) = &discord.archived_thread {
        report.warn(key::LIVE_LEFT, &[("thread", thread.into())])?;
    }
    if discord.undeleted_messages > 0 {
        report.fail(key::LIVE_STAY, &[("n", discord.undeleted_messages.into())])?;
    }
    Ok(())
}

/// Reports how the porch's answer to a step differs from Discord's.
fn report_step(
    report: &mut Report,
    porch: &TrialStep,
    discord: &TrialStep,
) -> Result<(), CommandError> {
    let words = report.words;
    let step = words.say(discord.key, &[]);
    if discord.status == FORBIDDEN && porch.status != FORBIDDEN {
        return Ok(report.warn(key::LIVE_FORBIDDEN, &[("step", step.into())])?);
    }
    if discord.status != porch.status {
        let arguments = [
            ("step", step.into()),
            ("found", format_status(discord).into()),
            ("porch", format_status(porch).into()),
        ];
        return Ok(report.fail(key::LIVE_OTHER_ANSWER, &arguments)?);
    }
    let differences = find_differences(&porch.body, &discord.body);
    if porch.has_limits && !discord.has_limits {
        report.fail(key::LIVE_NO_LIMITS, &[("step", (&step).into())])?;
    } else if differences.is_empty() {
        report.pass(key::LIVE_FINE, &[("step", (&step).into())])?;
    }
    for difference in &differences {
        let arguments = [
            ("step", (&step).into()),
            ("path", (&difference.path).into()),
            ("found", describe_value(words, &difference.discord).into()),
            ("porch", describe_value(words, &difference.porch).into()),
        ];
        report.fail(key::LIVE_DIFFERS, &arguments)?;
    }
    Ok(())
}

/// Formats the HTTP status, with Discord's error code if there is one.
fn format_status(step: &TrialStep) -> String {
    match step.body["code"].as_u64() {
        Some(code) => format!("{}/{code}", step.status),
        None => step.status.to_string(),
    }
}

fn describe_value(words: &Words, value: &FoundValue) -> String {
    match value {
        FoundValue::Missing => words.say(key::LIVE_KIND_NOTHING, &[]),
        FoundValue::Kind(key) => words.say(*key, &[]),
        FoundValue::Value(value) => value.to_string(),
    }
}
