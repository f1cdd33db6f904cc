//! `lanai review`: reviews a record, and shows the costliest turns with better alternatives.

use std::path::PathBuf;

use clap::Args;

use super::progress::Progress;
use super::records::{distinct_names, read_title, record_error};
use super::{CliError, files};
use crate::key;
use lanai_ai::{Evaluate, ReviewedTurn, accuracy, costliest_turns, split_into_turns, turn_count};
use lanai_rules::record::Record;
use lanai_rules::{Seats, by_title};
use lanai_text::{Fill, Key, Phrasebook, Tell, TellReasons, Words};

#[derive(Args, Debug)]
pub(super) struct ReviewArgs {
    /// The record
    file: PathBuf,
    /// How many of each player's costliest turns to show
    #[arg(long, default_value_t = 3)]
    turns: usize,
}

impl ReviewArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        output: &mut dyn std::io::Write,
    ) -> Result<(), CliError> {
        let text = files::read_text(&self.file)?;
        let report =
            by_title!(read_title(&self.file, &text)?, G => self.review::<G>(words, &text)?);
        Ok(writeln!(output, "{}", files::sanitize(&report))?)
    }

    fn review<G: Evaluate + Tell + TellReasons>(
        &self,
        words: &Words,
        text: &str,
    ) -> Result<String, CliError> {
        let record = Record::<G>::read(text).map_err(|fault| record_error(&self.file, fault))?;
        let mut start = None;
        record
            .replay_watched(None, |game: &G, _: &[G::Event]| {
                start.get_or_insert_with(|| game.clone());
            })
            .map_err(|fault| record_error(&self.file, fault))?;
        let start =
            start.ok_or_else(|| CliError::Bug("a record without a beginning".to_owned()))?;
        let actions: Vec<G::Action> = record.steps.iter().map(|step| step.action).collect();
        let turns = split_into_turns(&start, &actions);
        let total = u64::try_from(turns.len()).unwrap_or_default();
        let mut progress = Progress::start(words, key::PROGRESS_TURNS, total);
        let mut reviewed: Vec<ReviewedTurn<G>> = Vec::with_capacity(turns.len());
        for turn in turns {
            reviewed.push(turn.review()?);
            progress.increment();
        }
        drop(progress);
        let names = distinct_names(&record.seats);
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &record.printed,
            names: &names,
        };
        Ok(self.format_report(&phrasebook, start.seats(), &reviewed))
    }

    fn format_report<G: Evaluate + Tell + TellReasons>(
        &self,
        phrasebook: &Phrasebook<'_, G>,
        seats: Seats,
        reviewed: &[ReviewedTurn<G>],
    ) -> String {
        let words = phrasebook.words;
        let mut lines = vec![words.say(key::REVIEW_HEAD, &[("n", turn_count(reviewed).into())])];
        for seat in seats.iter() {
            let who = ("who", Fill::from(phrasebook.player_name(seat)));
            let line = match accuracy(reviewed, seat) {
                Some(percent) => words.say(
                    key::REVIEW_ACCURACY,
                    &[who, ("accuracy", format!("{percent:.0}").into())],
                ),
                None => words.say(key::REVIEW_NO_CHOICE, &[who]),
            };
            lines.push(format!("  {line}"));
        }
        for turn in costliest_turns(reviewed, seats, self.turns) {
            lines.extend(describe_turn(phrasebook, turn));
        }
        lines.join("\n")
    }
}

/// Describes a turn, its cost, and the better turn with the reasons for it.
fn describe_turn<G: Evaluate + Tell + TellReasons>(
    phrasebook: &Phrasebook<'_, G>,
    reviewed: &ReviewedTurn<G>,
) -> Vec<String> {
    let words = phrasebook.words;
    let cost = reviewed.cost();
    let cost_arguments = [
        ("chance", cost.percent().into()),
        ("points", cost.whole_points().into()),
    ];
    let arguments = [
        ("n", reviewed.turn.number.into()),
        ("who", phrasebook.player_name(reviewed.turn.seat).into()),
        (
            "cost",
            words.say(key::CHAT_REVIEW_COST, &cost_arguments).into(),
        ),
    ];
    let before = &reviewed.turn.before;
    let mut lines = vec![
        String::new(),
        words.say(key::REVIEW_TURN, &arguments),
        describe_actions(
            phrasebook,
            key::REVIEW_PLAYED,
            before,
            &reviewed.turn.actions,
        ),
    ];
    let Some(better) = reviewed
        .verdict
        .as_ref()
        .and_then(|verdict| verdict.better.as_ref())
    else {
        return lines;
    };
    lines.push(describe_actions(
        phrasebook,
        key::REVIEW_BETTER,
        before,
        &better.actions,
    ));
    let reasons: Vec<String> = better
        .reasons
        .iter()
        .map(|reason| G::explain_reason(phrasebook, reason))
        .collect();
    if !reasons.is_empty() {
        let list = [("list", words.join_list(&reasons).into())];
        lines.push(format!("  {}", words.say(key::REVIEW_WHY, &list)));
    }
    lines
}

fn describe_actions<G: Evaluate + Tell>(
    phrasebook: &Phrasebook<'_, G>,
    key: Key,
    before: &G,
    actions: &[G::Action],
) -> String {
    let events = before.clone().play_on(actions);
    let turn = phrasebook.tell_events(G::foreseeable_events(&events));
    let sentence = phrasebook.words.say(key, &[("turn", turn.into())]);
    format!("  {sentence}")
}
