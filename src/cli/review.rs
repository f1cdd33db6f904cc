//! `lanai review`: a record is looked through, and the turns that cost most are told with what would have been better.

use std::path::PathBuf;

use clap::Args;

use super::progress::Progress;
use super::records::{title_of, told_apart, trouble};
use super::{CliError, files};
use lanai_ai::{Appraise, ReviewedTurn, accuracy, costliest_turns, split_into_turns, turn_count};
use lanai_rules::record::Record;
use lanai_rules::{Seats, by_title};
use lanai_text::{Fill, Phrasebook, Tell, TellReasons, Words};

/// `lanai review`.
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
        let text = files::read(&self.file)?;
        let told = by_title!(title_of(&self.file, &text)?, G => self.review::<G>(words, &text)?);
        Ok(writeln!(output, "{}", files::defused(&told))?)
    }

    fn review<G: Appraise + Tell + TellReasons>(
        &self,
        words: &Words,
        text: &str,
    ) -> Result<String, CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let mut start = None;
        let watch = |game: &G, _: &[G::Event]| {
            start.get_or_insert_with(|| game.clone());
        };
        record
            .replay_watched(None, watch)
            .map_err(|fault| trouble(&self.file, fault))?;
        let start =
            start.ok_or_else(|| CliError::Ours("a record without a beginning".to_owned()))?;
        let actions: Vec<G::Action> = record.steps.iter().map(|step| step.action).collect();
        let turns = split_into_turns(&start, &actions);
        let mut progress = Progress::begin(
            words,
            "progress-turns",
            u64::try_from(turns.len()).unwrap_or_default(),
        );
        let mut judged: Vec<ReviewedTurn<G>> = Vec::with_capacity(turns.len());
        for (turn, done) in turns.into_iter().zip(1..) {
            judged.push(turn.review()?);
            progress.at(done);
        }
        drop(progress);
        let names = told_apart(&record.seats);
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &record.printed,
            names: &names,
        };
        Ok(self.told(&phrasebook, start.seats(), &judged))
    }

    fn told<G: Appraise + Tell + TellReasons>(
        &self,
        phrasebook: &Phrasebook<'_, G>,
        seats: Seats,
        judged: &[ReviewedTurn<G>],
    ) -> String {
        let words = phrasebook.words;
        let mut lines = vec![words.say("review-head", &[("n", turn_count(judged).into())])];
        for seat in seats.iter() {
            let who = ("who", Fill::from(phrasebook.who(seat)));
            let told = match accuracy(judged, seat) {
                Some(part) => words.say(
                    "review-accuracy",
                    &[who, ("accuracy", format!("{part:.0}").into())],
                ),
                None => words.say("review-no-choice", &[who]),
            };
            lines.push(format!("  {told}"));
        }
        let pages = costliest_turns(judged, seats, self.turns);
        lines.extend(
            pages
                .into_iter()
                .flat_map(|page| told_turn(phrasebook, page)),
        );
        lines.join("\n")
    }
}

/// A turn, what it cost, and what would have been better.
fn told_turn<G: Appraise + Tell + TellReasons>(
    phrasebook: &Phrasebook<'_, G>,
    page: &ReviewedTurn<G>,
) -> Vec<String> {
    let words = phrasebook.words;
    let cost = page.cost();
    let line = |name: &str, actions: &[G::Action]| {
        let events = page.turn.before.clone().play_on(actions);
        let turn = phrasebook.story(G::foreseen(&events));
        format!("  {}", words.say(name, &[("turn", turn.into())]))
    };
    let parts = [
        ("chance", cost.percent().into()),
        ("points", cost.whole_points().into()),
    ];
    let cost = words.say("chat-review-cost", &parts);
    let who = phrasebook.who(page.turn.seat);
    let fill = [
        ("n", page.turn.number.into()),
        ("who", who.into()),
        ("cost", cost.into()),
    ];
    let mut lines = vec![
        String::new(),
        words.say("review-turn", &fill),
        line("review-played", &page.turn.actions),
    ];
    if let Some(better) = page
        .verdict
        .as_ref()
        .and_then(|verdict| verdict.better.as_ref())
    {
        lines.push(line("review-better", &better.actions));
        let reasons: Vec<String> = better
            .reasons
            .iter()
            .map(|reason| G::why(phrasebook, reason))
            .collect();
        if !reasons.is_empty() {
            let list = words.list(&reasons);
            lines.push(format!(
                "  {}",
                words.say("review-why", &[("list", list.into())])
            ));
        }
    }
    lines
}
