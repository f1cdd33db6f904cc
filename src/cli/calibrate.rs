//! `lanai calibrate`: reconstructed figures are chosen so that the computer's games end as people report theirs. It tells
//! everything that it tries; the files stay as they are.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;

use super::progress::Progress;
use super::seats::{Minds, refused};
use super::{CliError, cores, read_mind, read_seed};
use crate::minds::Kind;
use crate::minds::calibration::{
    Calibrate, Calibration, Candidate, Change, Ended, Games, Moved, Report, Search, Statistic, Tried,
};
use crate::rules::chance::Seed;
use crate::rules::{BySeat, Seats, Title, by_title};

/// A game that takes more decisions is left out.
const ENDLESS: u32 = 10_000;

/// `lanai calibrate`.
#[derive(Args, Debug)]
pub(super) struct CalibrateArgs {
    /// Which game
    game: Title,
    /// How many games to play with each candidate, for each number of players that reports mention
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same search
    #[arg(long, default_value = "1", value_parser = read_seed)]
    seed: Seed,
    /// Who plays in all seats
    #[arg(long, default_value = "kupuna", value_parser = read_mind)]
    mind: Kind,
    /// How many iterations it has for each turn; with none, it does not look ahead
    #[arg(long, default_value_t = 0)]
    iterations: u64,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
}

impl CalibrateArgs {
    pub(super) fn run(&self, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => self.calibrate::<G>(output))
    }

    fn calibrate<G: Calibrate>(&self, output: &mut dyn Write) -> Result<(), CliError> {
        let calibration = Calibration::<G>::standard()?;
        let searched = calibration.players(false);
        if searched.is_empty() {
            let title = self.game.name();
            writeln!(
                output,
                "There are no reports of how games of {title} end, so there is nothing to search by."
            )?;
            return Ok(writeln!(output, "All figures stay as they are.")?);
        }
        write!(output, "{}", self.heading(&calibration.reports))?;
        let mut search = Search::new(&calibration);
        for round in 0_u32.. {
            let candidates = search.candidates();
            if candidates.is_empty() {
                break;
            }
            let known = search.tried().len();
            search.learn(self.play_all(candidates, &searched)?);
            write!(output, "{}", told_round(round, &calibration.reports, &search, known))?;
        }
        let (Some(first), Some(taken)) = (search.tried().first(), search.taken()) else { return Ok(()) };
        writeln!(output, "\nThe search is over: {}.", why_over(&calibration.reports, taken))?;
        write!(output, "{}", told_changes(&taken.candidate))?;
        self.hold_against(&calibration, first, taken, output)
    }

    /// What the reports that were held out say to the figures in force, and to those that were taken.
    fn hold_against<G: Calibrate>(
        &self,
        calibration: &Calibration<G>,
        first: &Tried<G>,
        taken: &Tried<G>,
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        let candidates = vec![first.candidate.clone(), taken.candidate.clone()];
        let played = self.play_all(candidates, &calibration.players(true))?;
        writeln!(output, "\nReports that were held out: before and after")?;
        for (number, report) in numbered(&calibration.reports, true) {
            let said: Vec<String> = played.iter().map(|(_, games)| judged(report, games)).collect();
            writeln!(output, "  [{number}] {}: {}", asked(report), said.join("; then "))?;
        }
        Ok(())
    }

    fn heading(&self, reports: &[Report]) -> String {
        let CalibrateArgs { games, mind, iterations, .. } = self;
        let mut text = format!(
            "{}: {games} games of each kind with every candidate, {} in all seats with {iterations} iterations a turn\n\
             Searched by:\n",
            self.game.name(),
            mind.name()
        );
        for (number, report) in numbered(reports, false) {
            let _ = writeln!(text, "  [{number}] {} ({})", asked(report), report.source);
        }
        text
    }

    /// The same games with every candidate.
    fn play_all<G: Calibrate>(
        &self,
        candidates: Vec<Candidate<G>>,
        players: &[u8],
    ) -> Result<Vec<(Candidate<G>, Games)>, CliError> {
        let mut progress = Progress::begin("Candidates", u64::try_from(candidates.len()).unwrap_or(u64::MAX));
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
fn asked(report: &Report) -> String {
    let of = match report.of {
        Statistic::Anybody => "the points of a player",
        Statistic::Winner => "the winner's points",
        Statistic::Middle => "the points of whoever is between",
        Statistic::Last => "the points of the last",
        Statistic::WinnersEnd => "what the last scoring brings to the winner",
        Statistic::EndOverLead => {
            "what the last scoring brings to the winner, less the most that anybody had before it"
        }
        Statistic::Best => "the most points of all games",
    };
    let bounds = match (report.from, report.to) {
        (Some(from), Some(to)) if from < to => format!("{from} to {to}"),
        (Some(from), Some(_)) => from.to_string(),
        (Some(from), None) => format!("{from} or more"),
        (None, to) => format!("{} at most", to.unwrap_or_default()),
    };
    format!("of {} players, {of}: {bounds}, give or take {}", report.players, report.tolerance)
}

/// What games say to a report, with the standard error.
fn cell(report: &Report, games: &Games) -> String {
    report.asks(games).map_or_else(|| "-".to_owned(), |said| format!("{:.1} ({:.1})", said.value, said.error))
}

/// The same, and how far it is off.
fn judged(report: &Report, games: &Games) -> String {
    let off = report.asks(games).map_or(0.0, |said| report.off(said.value));
    let off = if off > 0.0 { format!("off by {off:.1} times that") } else { "as reported".to_owned() };
    format!("{}, {off}", cell(report, games))
}

/// A round of the search as a table: everything that was tried in it, and what is taken now.
fn told_round<G: Calibrate>(round: u32, reports: &[Report], search: &Search<'_, G>, known: usize) -> String {
    let mut text = format!("\nRound {round}\n misfit  figures");
    for (number, _) in numbered(reports, false) {
        let _ = write!(text, "  {:>12}", format!("[{number}]"));
    }
    text.push_str("  what differs from now\n");
    for Tried { candidate, games, misfit, error } in &search.tried()[known..] {
        let _ = write!(text, "{:>13}  {:>7}", format!("{misfit:.2} ({error:.2})"), candidate.changed());
        for (_, report) in numbered(reports, false) {
            let _ = write!(text, "  {:>12}", cell(report, games));
        }
        let _ = writeln!(text, "  {}", moved(candidate));
    }
    if let Some(taken) = search.taken() {
        let _ = writeln!(text, "Taken: {} (misfit {:.2})", moved(&taken.candidate), taken.misfit);
    }
    text
}

fn moved<G: Calibrate>(candidate: &Candidate<G>) -> String {
    let moved: Vec<&str> = candidate.moved.iter().map(|moved| moved.to.as_str()).collect();
    if moved.is_empty() { "nothing".to_owned() } else { moved.join("; ") }
}

/// Why nothing else is tried.
fn why_over<G: Calibrate>(reports: &[Report], taken: &Tried<G>) -> String {
    let is_off = |report: &Report| report.asks(&taken.games).is_some_and(|said| report.off(said.value) > 0.0);
    let off: Vec<String> = numbered(reports, false)
        .filter(|(_, report)| is_off(report))
        .map(|(number, _)| format!("[{number}]"))
        .collect();
    if off.is_empty() {
        "everything is as reported".to_owned()
    } else {
        format!("no knob lowers the misfit by more than chance would; still off: {}", off.join(", "))
    }
}

/// What was found, figure by figure, and what it goes by.
fn told_changes<G: Calibrate>(candidate: &Candidate<G>) -> String {
    let mut text = String::new();
    if candidate.changes.is_empty() {
        text.push_str("No figure changes.\n");
    }
    for Moved { knob, to, reason } in &candidate.moved {
        let _ = writeln!(text, "  {knob}: {to} ({reason})");
    }
    for Change { path, from, to } in &candidate.changes {
        let _ = writeln!(text, "  {path} = {to} (now {from})");
    }
    text
}
