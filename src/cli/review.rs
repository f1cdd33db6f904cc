//! `lanai review`: a record is looked through, and the turns that cost most are told with what would have been better.

use std::path::PathBuf;

use clap::Args;

use super::language::Language;
use super::progress::Progress;
use super::records::{title_of, told_apart, trouble};
use super::{CliError, files};
use crate::minds::{Appraise, Judgement, accuracy, costliest, turns_of};
use crate::rules::record::Record;
use crate::rules::{Seats, by_title};
use crate::words::{Tell, TellReasons, Teller};

/// `lanai review`.
#[derive(Args, Debug)]
pub(super) struct ReviewArgs {
    /// The record
    file: PathBuf,
    /// How many of each player's costliest turns to show
    #[arg(long, default_value_t = 3)]
    turns: usize,
    #[command(flatten)]
    language: Language,
}

impl ReviewArgs {
    pub(super) fn run(&self, output: &mut dyn std::io::Write) -> Result<(), CliError> {
        let text = files::read(&self.file)?;
        let told = by_title!(title_of(&self.file, &text)?, G => self.review::<G>(&text)?);
        Ok(writeln!(output, "{}", files::defused(&told))?)
    }

    fn review<G: Appraise + Tell + TellReasons>(&self, text: &str) -> Result<String, CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let mut start = None;
        let watch = |game: &G, _: &[G::Event]| {
            start.get_or_insert_with(|| game.clone());
        };
        record.replay_watched(None, watch).map_err(|fault| trouble(&self.file, fault))?;
        let start = start.ok_or_else(|| CliError::Ours("a record without a beginning".to_owned()))?;
        let actions: Vec<G::Action> = record.steps.iter().map(|step| step.action).collect();
        let turns = turns_of(&start, &actions);
        let mut progress = Progress::begin("turns", u64::try_from(turns.len()).unwrap_or_default());
        let mut judged: Vec<Judgement<G>> = Vec::with_capacity(turns.len());
        for (turn, done) in turns.into_iter().zip(1..) {
            judged.push(turn.judged()?);
            progress.at(done);
        }
        drop(progress);
        let words = self.language.words()?;
        let names = told_apart(&record.seats);
        let teller = Teller::<G> { words: &words, printed: &record.printed, names: &names };
        Ok(self.told(&teller, start.seats(), &judged))
    }

    fn told<G: Appraise + Tell + TellReasons>(
        &self,
        teller: &Teller<'_, G>,
        seats: Seats,
        judged: &[Judgement<G>],
    ) -> String {
        let mut lines =
            vec![format!("{} turns, each judged by what its player could know at the time.", judged.len())];
        for seat in seats.iter() {
            let accuracy = accuracy(judged, seat).map_or("no choice".to_owned(), |part| format!("{part:.0}"));
            lines.push(format!("  {}: accuracy {accuracy}", teller.who(seat)));
        }
        let pages = costliest(judged, seats, self.turns);
        lines.extend(pages.into_iter().flat_map(|page| told_turn(teller, page)));
        lines.join("\n")
    }
}

/// A turn, what it cost, and what would have been better.
fn told_turn<G: Appraise + Tell + TellReasons>(teller: &Teller<'_, G>, page: &Judgement<G>) -> Vec<String> {
    let (who, cost) = (teller.who(page.past.seat), page.cost());
    let (chances, points) = (100.0 * cost.win, 100.0 * cost.points);
    let told = |actions: &[G::Action]| {
        let events = page.past.before.clone().play_on(actions);
        teller.story(G::foreseen(&events))
    };
    let mut lines = vec![
        String::new(),
        format!("Turn {}, {who}: {chances:.0}% of the chance to win, {points:.0} points", page.past.number),
        format!("  played: {}", told(&page.past.actions)),
    ];
    if let Some(better) = page.verdict.as_ref().and_then(|verdict| verdict.better.as_ref()) {
        lines.push(format!("  better: {}", told(&better.actions)));
        let reasons: Vec<String> = better.reasons.iter().map(|reason| G::why(teller, reason)).collect();
        if !reasons.is_empty() {
            lines.push(format!("  It {}.", teller.words.list(&reasons)));
        }
    }
    lines
}
