//! `lanai calibrate`: reconstructed figures are chosen so that the computer's games end as people report theirs. It tells
//! everything that it tries; the files stay as they are.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;

use super::progress::Progress;
use super::seats::{Minds, refused};
use super::{CliError, cores};
use crate::minds::Kind;
use crate::minds::calibration::{
    Calibrate, Calibration, Candidate, Change, Ended, Games, Moved, Report, Search, Statistic, Tried,
};
use crate::rules::chance::Seed;
use crate::rules::{BySeat, Seats, Title, by_title};
use crate::words::Words;

/// A game that takes more decisions is left out.
const ENDLESS: u32 = 10_000;

/// `lanai calibrate`.
#[derive(Args, Debug)]
pub(super) struct CalibrateArgs {
    /// Which game
    #[arg(value_parser = super::named::title())]
    game: Title,
    /// How many games to play with each candidate, for each number of players that reports mention
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same search
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Who plays in all seats
    #[arg(long, default_value = "kupuna", value_parser = super::named::mind())]
    mind: Kind,
    /// How many iterations it has for each turn; with none, it does not look ahead
    #[arg(long, default_value_t = 0)]
    iterations: u64,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
}

impl CalibrateArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => self.calibrate::<G>(words, output))
    }

    fn calibrate<G: Calibrate>(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        let calibration = Calibration::<G>::standard()?;
        let searched = calibration.players(false);
        if searched.is_empty() {
            writeln!(output, "{}", words.say("calibrate-none", &[("game", self.game.name().into())]))?;
            return Ok(writeln!(output, "{}", words.say("calibrate-stay", &[]))?);
        }
        write!(output, "{}", self.heading(words, &calibration.reports))?;
        let mut search = Search::new(&calibration);
        for round in 0_u32.. {
            let candidates = search.candidates();
            if candidates.is_empty() {
                break;
            }
            let known = search.tried().len();
            search.learn(self.play_all(words, candidates, &searched)?);
            write!(output, "{}", told_round(words, round, &calibration.reports, &search, known))?;
        }
        let (Some(first), Some(taken)) = (search.tried().first(), search.taken()) else { return Ok(()) };
        let why = why_over(words, &calibration.reports, taken);
        writeln!(output, "\n{}", words.say("calibrate-over", &[("why", why.into())]))?;
        write!(output, "{}", told_changes(words, &taken.candidate))?;
        write!(output, "{}", self.held_against(words, &calibration, [first, taken])?)?;
        Ok(())
    }

    /// What the reports that were held out say to the figures in force, and to those that were taken.
    fn held_against<G: Calibrate>(
        &self,
        words: &Words,
        calibration: &Calibration<G>,
        candidates: [&Tried<G>; 2],
    ) -> Result<String, CliError> {
        let candidates = candidates.map(|tried| tried.candidate.clone()).to_vec();
        let played = self.play_all(words, candidates, &calibration.players(true))?;
        let mut text = format!("\n{}\n", words.say("calibrate-held-out", &[]));
        for (number, report) in numbered(&calibration.reports, true) {
            let said = |at: usize| played.get(at).map(|(_, games)| judged(words, report, games));
            let fill = [
                ("n", number.into()),
                ("asked", asked(words, report).into()),
                ("before", said(0).unwrap_or_default().into()),
                ("after", said(1).unwrap_or_default().into()),
            ];
            let _ = writeln!(text, "  {}", words.say("calibrate-before-after", &fill));
        }
        Ok(text)
    }

    fn heading(&self, words: &Words, reports: &[Report]) -> String {
        let fill = [
            ("game", self.game.name().into()),
            ("games", self.games.into()),
            ("mind", self.mind.name().into()),
            ("iterations", self.iterations.into()),
        ];
        let mut text =
            format!("{}\n{}\n", words.say("calibrate-head", &fill), words.say("calibrate-by", &[]));
        for (number, report) in numbered(reports, false) {
            let fill = [
                ("n", number.into()),
                ("asked", asked(words, report).into()),
                ("source", (&report.source).into()),
            ];
            let _ = writeln!(text, "  {}", words.say("calibrate-report", &fill));
        }
        text
    }

    /// The same games with every candidate.
    fn play_all<G: Calibrate>(
        &self,
        words: &Words,
        candidates: Vec<Candidate<G>>,
        players: &[u8],
    ) -> Result<Vec<(Candidate<G>, Games)>, CliError> {
        let mut progress = Progress::begin(
            words,
            "progress-candidates",
            u64::try_from(candidates.len()).unwrap_or(u64::MAX),
        );
        let mut all = Vec::with_capacity(candidates.len());
        for (candidate, done) in candidates.into_iter().zip(1..) {
            let mut games = Games::new();
            for players in players {
                let seats = Seats::of(G::TITLE, *players)?;
                let played = cores::each(0..self.games, self.cores, |number| {
                    self.play(&candidate, seats, self.seed.numbered(number))
                })?;
                let ended = played.into_iter().filter_map(Result::transpose);
                games.insert(*players, ended.collect::<Result<_, _>>()?);
            }
            all.push((candidate, games));
            progress.at(done);
        }
        Ok(all)
    }

    fn play<G: Calibrate>(
        &self,
        candidate: &Candidate<G>,
        seats: Seats,
        seed: Seed,
    ) -> Result<Option<Ended>, CliError> {
        let mut game = G::setup(&candidate.printed, seats, G::Options::default(), seed)?;
        let mut minds = Minds::new(BySeat::new(seats, |_| self.mind), &seed, self.iterations)?;
        let mut events = Vec::new();
        for _ in 0..ENDLESS {
            let Some((_, action)) = minds.choose(&game) else { break };
            events.clear();
            game.play(action, &mut events).map_err(refused)?;
        }
        Ok(Ended::of(&game))
    }
}

/// The reports that are held out, or the others, with the numbers by which they are told.
fn numbered(reports: &[Report], held_out: bool) -> impl Iterator<Item = (usize, &Report)> {
    (1..).zip(reports).filter(move |(_, report)| report.held_out == held_out)
}

/// What a report asks for.
fn asked(words: &Words, report: &Report) -> String {
    let what = match report.of {
        Statistic::Anybody => "calibrate-anybody",
        Statistic::Winner => "calibrate-winner",
        Statistic::Middle => "calibrate-middle",
        Statistic::Last => "calibrate-last",
        Statistic::WinnersEnd => "calibrate-winners-end",
        Statistic::EndOverLead => "calibrate-end-over-lead",
        Statistic::Best => "calibrate-best",
    };
    let bound =
        |name: &str, key: &'static str, figure: f64| words.say(name, &[(key, figure.to_string().into())]);
    let bounds = match (report.from, report.to) {
        (Some(from), Some(to)) if from < to => words
            .say("calibrate-from-to", &[("from", from.to_string().into()), ("to", to.to_string().into())]),
        (Some(from), Some(_)) => from.to_string(),
        (Some(from), None) => bound("calibrate-from", "from", from),
        (None, to) => bound("calibrate-to", "to", to.unwrap_or_default()),
    };
    let fill = [
        ("players", report.players.into()),
        ("what", words.say(what, &[]).into()),
        ("bounds", bounds.into()),
        ("tolerance", report.tolerance.to_string().into()),
    ];
    words.say("calibrate-asked", &fill)
}

/// What games say to a report, with the standard error.
fn cell(words: &Words, report: &Report, games: &Games) -> String {
    let said = report.asks(games);
    said.map_or_else(
        || "-".to_owned(),
        |said| format!("{} ({})", words.decimal(said.value, 1), words.decimal(said.error, 1)),
    )
}

/// The same, and how far it is off.
fn judged(words: &Words, report: &Report, games: &Games) -> String {
    let off = report.asks(games).map_or(0.0, |said| report.off(said.value));
    let name = if off > 0.0 { "calibrate-off" } else { "calibrate-as-reported" };
    words.say(name, &[("said", cell(words, report, games).into()), ("off", words.decimal(off, 1).into())])
}

/// A round of the search as a table: everything that was tried in it, and what is taken now.
fn told_round<G: Calibrate>(
    words: &Words,
    round: u32,
    reports: &[Report],
    search: &Search<'_, G>,
    known: usize,
) -> String {
    let say = |name: &str| words.say(name, &[]);
    let mut text = format!("\n{}\n", words.say("calibrate-round", &[("n", round.into())]));
    let _ = write!(text, "{:>13}  {:>7}", say("calibrate-misfit"), say("calibrate-figures"));
    for (number, _) in numbered(reports, false) {
        let _ = write!(text, "  {:>12}", format!("[{number}]"));
    }
    let _ = writeln!(text, "  {}", say("calibrate-differs"));
    for Tried { candidate, games, misfit, error } in &search.tried()[known..] {
        let _ = write!(
            text,
            "{:>13}  {:>7}",
            format!("{} ({})", words.decimal(*misfit, 2), words.decimal(*error, 2)),
            candidate.changed()
        );
        for (_, report) in numbered(reports, false) {
            let _ = write!(text, "  {:>12}", cell(words, report, games));
        }
        let _ = writeln!(text, "  {}", moved(words, candidate));
    }
    if let Some(taken) = search.taken() {
        let misfit = words.decimal(taken.misfit, 2);
        let fill = [("what", moved(words, &taken.candidate).into()), ("misfit", misfit.into())];
        let _ = writeln!(text, "{}", words.say("calibrate-taken", &fill));
    }
    text
}

fn moved<G: Calibrate>(words: &Words, candidate: &Candidate<G>) -> String {
    let moved: Vec<&str> = candidate.moved.iter().map(|moved| moved.to.as_str()).collect();
    if moved.is_empty() { words.say("calibrate-nothing", &[]) } else { moved.join("; ") }
}

/// Why nothing else is tried.
fn why_over<G: Calibrate>(words: &Words, reports: &[Report], taken: &Tried<G>) -> String {
    let is_off = |report: &Report| report.asks(&taken.games).is_some_and(|said| report.off(said.value) > 0.0);
    let off: Vec<String> = numbered(reports, false)
        .filter(|(_, report)| is_off(report))
        .map(|(number, _)| format!("[{number}]"))
        .collect();
    if off.is_empty() {
        words.say("calibrate-all-right", &[])
    } else {
        words.say("calibrate-no-knob", &[("list", off.join(", ").into())])
    }
}

/// What was found, figure by figure, and what it goes by.
fn told_changes<G: Calibrate>(words: &Words, candidate: &Candidate<G>) -> String {
    let mut text = String::new();
    if candidate.changes.is_empty() {
        let _ = writeln!(text, "{}", words.say("calibrate-no-change", &[]));
    }
    for Moved { knob, to, reason } in &candidate.moved {
        let fill = [("knob", knob.into()), ("to", to.into()), ("reason", reason.into())];
        let _ = writeln!(text, "  {}", words.say("calibrate-knob", &fill));
    }
    for Change { path, from, to } in &candidate.changes {
        let fill = [("path", path.into()), ("from", from.to_string().into()), ("to", to.to_string().into())];
        let _ = writeln!(text, "  {}", words.say("calibrate-change", &fill));
    }
    text
}
