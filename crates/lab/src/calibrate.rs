//! `lanai-lab calibrate`: searches for reconstructed figures with which the computer's games end
//! the way people report theirs. It lists everything it tried and changes no file.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use lanai_ai::{Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::{BySeat, Seats, Title, by_title};

use crate::calibration::{
    Calibrate as Calibratable, Calibration, Candidate, Change, Ended, Games, Moved, Report, Search,
    Statistic, Tried,
};
use crate::{Result, parallel, progress, seats};

/// A game with more decisions is left out.
const MAX_DECISIONS: u32 = 10_000;

#[derive(Args, Debug)]
pub struct Calibrate {
    /// Which game
    #[arg(value_parser = crate::title())]
    game: Title,
    /// How many games to play with each candidate, for each number of players that reports mention
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same search
    #[arg(long, default_value = "1", value_parser = crate::seed)]
    seed: Seed,
    /// Who plays in all seats
    #[arg(long, default_value = "kupuna", value_parser = crate::mind())]
    mind: PolicyKind,
    /// How many iterations it has for each turn; with none, it does not look ahead
    #[arg(long, default_value_t = 0)]
    iterations: u64,
    /// How many cores to use; the result is the same
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
}

impl Calibrate {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        by_title!(self.game, G => self.calibrate::<G>(output))
    }

    fn calibrate<G: Calibratable>(&self, output: &mut dyn Write) -> Result<()> {
        let calibration = Calibration::<G>::standard()?;
        let searched = calibration.players(false);
        if searched.is_empty() {
            let game = self.game.name();
            writeln!(
                output,
                "There are no reports of how games of {game} end, so there is nothing to search by."
            )?;
            return Ok(());
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
            write!(
                output,
                "{}",
                round_as_text(round, &calibration.reports, &search, known)
            )?;
        }
        let (Some(first), Some(taken)) = (search.tried().first(), search.taken()) else {
            return Ok(());
        };
        writeln!(
            output,
            "\nThe search is over: {}.",
            why_over(&calibration.reports, taken)
        )?;
        write!(output, "{}", changes_as_text(&taken.candidate))?;
        write!(
            output,
            "{}",
            self.held_against(&calibration, [first, taken])?
        )?;
        Ok(())
    }

    /// Compares the figures in force and those that were taken with the reports that were held out.
    fn held_against<G: Calibratable>(
        &self,
        calibration: &Calibration<G>,
        candidates: [&Tried<G>; 2],
    ) -> Result<String> {
        let candidates = candidates.map(|tried| tried.candidate.clone()).to_vec();
        let played = self.play_all(candidates, &calibration.players(true))?;
        let mut text = "\nReports that were held out: before and after\n".to_owned();
        for (number, report) in numbered(&calibration.reports, true) {
            let judged: Vec<String> = played
                .iter()
                .map(|(_, games)| judged(report, games))
                .collect();
            writeln!(
                text,
                "  [{number}] {}: {}",
                asked(report),
                judged.join("; then ")
            )?;
        }
        Ok(text)
    }

    fn heading(&self, reports: &[Report]) -> String {
        let mut text = format!(
            "{}: {} games of each kind with every candidate, {} in all seats with {} iterations a turn\nSearched by:\n",
            self.game.name(),
            self.games,
            self.mind.name(),
            self.iterations
        );
        for (number, report) in numbered(reports, false) {
            let _ = writeln!(text, "  [{number}] {} ({})", asked(report), report.source);
        }
        text
    }

    /// Plays the same games with every candidate.
    fn play_all<G: Calibratable>(
        &self,
        candidates: Vec<Candidate<G>>,
        players: &[u8],
    ) -> Result<Vec<(Candidate<G>, Games)>> {
        let bar = progress::bar(
            "Candidates",
            u64::try_from(candidates.len()).unwrap_or(u64::MAX),
        );
        let mut all = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let mut games = Games::new();
            for players in players {
                let seats = seats(G::TITLE, *players)?;
                let played = parallel::each(0..self.games, self.cores, |number| {
                    self.play(&candidate, seats, self.seed.numbered(number))
                })?;
                let played: Vec<Option<Ended>> =
                    played.into_iter().collect::<std::result::Result<_, _>>()?;
                games.insert(*players, played.into_iter().flatten().collect());
            }
            all.push((candidate, games));
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(all)
    }

    fn play<G: Calibratable>(
        &self,
        candidate: &Candidate<G>,
        seats: Seats,
        seed: Seed,
    ) -> std::result::Result<Option<Ended>, String> {
        let mut game = G::setup(&candidate.printed, seats, G::Options::default(), seed)
            .map_err(|error| error.to_string())?;
        let mut minds = Policies::new(BySeat::new(seats, |_| self.mind), &seed, self.iterations)
            .map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        for _ in 0..MAX_DECISIONS {
            let Some((_, action)) = minds.choose(&game) else {
                break;
            };
            events.clear();
            game.play(action, &mut events)
                .map_err(|refusal| format!("a legal action was refused: {refusal:?}"))?;
        }
        Ok(Ended::of(&game))
    }
}

fn numbered(reports: &[Report], held_out: bool) -> impl Iterator<Item = (usize, &Report)> {
    (1..)
        .zip(reports)
        .filter(move |(_, report)| report.held_out == held_out)
}

fn asked(report: &Report) -> String {
    let what = match report.of {
        Statistic::Anybody => "the points of a player",
        Statistic::Winner => "the winner's points",
        Statistic::Middle => "the points of the players in the middle",
        Statistic::Last => "the points of the last",
        Statistic::WinnersEnd => "what the last scoring adds for the winner",
        Statistic::EndOverLead => {
            "what the last scoring adds for the winner, less the most that any player had before it"
        }
        Statistic::Best => "the most points of all games",
    };
    let bounds = match (report.from, report.to) {
        (Some(from), Some(to)) if from < to => format!("{from} to {to}"),
        (Some(from), Some(_)) => from.to_string(),
        (Some(from), None) => format!("{from} or more"),
        (None, to) => format!("{} at most", to.unwrap_or_default()),
    };
    format!(
        "of {} players, {what}: {bounds}, give or take {}",
        report.players, report.tolerance
    )
}

/// Formats the measured value for a report, with its standard error.
fn cell(report: &Report, games: &Games) -> String {
    let said = report.asks(games);
    said.map_or_else(
        || "-".to_owned(),
        |said| format!("{:.1} ({:.1})", said.value, said.error),
    )
}

fn judged(report: &Report, games: &Games) -> String {
    let off = report
        .asks(games)
        .map_or(0.0, |said| report.off(said.value));
    let said = cell(report, games);
    if off > 0.0 {
        format!("{said}, off by {off:.1} times that")
    } else {
        format!("{said}, as reported")
    }
}

/// Formats a round of the search as a table: the candidates, and the best so far.
fn round_as_text<G: Calibratable>(
    round: u32,
    reports: &[Report],
    search: &Search<'_, G>,
    known: usize,
) -> String {
    let mut text = format!("\nRound {round}\n{:>13}  {:>7}", "misfit", "figures");
    for (number, _) in numbered(reports, false) {
        let _ = write!(text, "  {:>12}", format!("[{number}]"));
    }
    text += "  what differs from now\n";
    for Tried {
        candidate,
        games,
        misfit,
        error,
    } in &search.tried()[known..]
    {
        let _ = write!(
            text,
            "{:>13}  {:>7}",
            format!("{misfit:.2} ({error:.2})"),
            candidate.changed()
        );
        for (_, report) in numbered(reports, false) {
            let _ = write!(text, "  {:>12}", cell(report, games));
        }
        let _ = writeln!(text, "  {}", moved(candidate));
    }
    if let Some(taken) = search.taken() {
        let _ = writeln!(
            text,
            "Taken: {} (misfit {:.2})",
            moved(&taken.candidate),
            taken.misfit
        );
    }
    text
}

fn moved<G: Calibratable>(candidate: &Candidate<G>) -> String {
    let moved: Vec<&str> = candidate
        .moved
        .iter()
        .map(|moved| moved.to.as_str())
        .collect();
    if moved.is_empty() {
        "nothing".to_owned()
    } else {
        moved.join("; ")
    }
}

fn why_over<G: Calibratable>(reports: &[Report], taken: &Tried<G>) -> String {
    let is_off = |report: &Report| {
        report
            .asks(&taken.games)
            .is_some_and(|said| report.off(said.value) > 0.0)
    };
    let off: Vec<String> = numbered(reports, false)
        .filter(|(_, report)| is_off(report))
        .map(|(number, _)| format!("[{number}]"))
        .collect();
    if off.is_empty() {
        "everything is as reported".to_owned()
    } else {
        format!(
            "no knob lowers the misfit by more than chance would; still off: {}",
            off.join(", ")
        )
    }
}

/// Formats the changes that were found, with their reasons.
fn changes_as_text<G: Calibratable>(candidate: &Candidate<G>) -> String {
    let mut text = String::new();
    if candidate.changes.is_empty() {
        text += "No figure changes.\n";
    }
    for Moved { knob, to, reason } in &candidate.moved {
        let _ = writeln!(text, "  {knob}: {to} ({reason})");
    }
    for Change { path, from, to } in &candidate.changes {
        let _ = writeln!(text, "  {path} = {to} (now {from})");
    }
    text
}
