//! `lanai-lab calibrate`: searches for reconstructed figures with which games between computer
//! players end as players report their own games.
//!
//! The command prints every candidate that it tries, and changes no file.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use lanai_ai::{Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::{BySeat, Seats, Title, by_title};

use crate::calibration::{
    CalibratedGame, Calibration, Candidate, FigureChange, GameResult, Games, Measurement,
    MovedKnob, PlayedCandidate, Report, Search, Statistic, TriedCandidate,
};
use crate::{Result, parallel, progress, seats_for};

/// A game with more decisions is left out of the statistics.
const MAX_DECISIONS: u32 = 10_000;

#[derive(Args, Debug)]
pub struct Calibrate {
    /// Which game
    #[arg(value_parser = crate::title_parser())]
    game: Title,
    /// How many games to play with each candidate, for each number of players that reports mention
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// A number, or 64 hexadecimal digits: the same seed gives the same search
    #[arg(long, default_value = "1", value_parser = crate::parse_seed)]
    seed: Seed,
    /// Who plays in all seats
    #[arg(long, default_value = "kupuna", value_parser = crate::policy_parser())]
    policy: PolicyKind,
    /// How many iterations the policy has for each turn; with none, it does not look ahead
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

    fn calibrate<G: CalibratedGame>(&self, output: &mut dyn Write) -> Result<()> {
        let calibration = Calibration::<G>::load()?;
        let player_counts = calibration.player_counts(false);
        if player_counts.is_empty() {
            let game = self.game.name();
            writeln!(
                output,
                "There are no reports of how games of {game} end, so there is nothing to search by."
            )?;
            return Ok(());
        }
        write!(output, "{}", self.format_heading(&calibration.reports))?;
        let mut search = Search::new(&calibration);
        for round in 0_u32.. {
            let candidates = search.next_candidates();
            if candidates.is_empty() {
                break;
            }
            let known_count = search.tried().len();
            search.add_results(self.play_candidates(candidates, &player_counts)?);
            write!(
                output,
                "{}",
                format_round(round, &calibration.reports, &search, known_count)
            )?;
        }
        let (Some(first), Some(best)) = (search.tried().first(), search.best()) else {
            return Ok(());
        };
        writeln!(
            output,
            "\nThe search is over: {}.",
            describe_end(&calibration.reports, best)
        )?;
        write!(output, "{}", format_changes(&best.candidate))?;
        write!(
            output,
            "{}",
            self.compare_with_held_out(&calibration, [first, best])?
        )?;
        Ok(())
    }

    /// Compares the current and the best figures with the reports that were held out.
    fn compare_with_held_out<G: CalibratedGame>(
        &self,
        calibration: &Calibration<G>,
        candidates: [&TriedCandidate<G>; 2],
    ) -> Result<String> {
        let candidates = candidates.map(|tried| tried.candidate.clone()).to_vec();
        let played = self.play_candidates(candidates, &calibration.player_counts(true))?;
        let mut text = "\nReports that were held out: before and after\n".to_owned();
        for (number, report) in numbered_reports(&calibration.reports, true) {
            let deviations: Vec<String> = played
                .iter()
                .map(|played| describe_deviation(report, &played.games))
                .collect();
            writeln!(
                text,
                "  [{number}] {}: {}",
                describe_report(report),
                deviations.join("; then ")
            )?;
        }
        Ok(text)
    }

    fn format_heading(&self, reports: &[Report]) -> String {
        let mut text = format!(
            "{}: {} games of each kind with every candidate, {} in all seats with {} iterations a turn\nSearched by:\n",
            self.game.name(),
            self.games,
            self.policy.name(),
            self.iterations
        );
        for (number, report) in numbered_reports(reports, false) {
            let _ = writeln!(
                text,
                "  [{number}] {} ({})",
                describe_report(report),
                report.source
            );
        }
        text
    }

    /// Plays the same games with every candidate, for each number of players.
    fn play_candidates<G: CalibratedGame>(
        &self,
        candidates: Vec<Candidate<G>>,
        players: &[u8],
    ) -> Result<Vec<PlayedCandidate<G>>> {
        let progress_bar = progress::start_bar(
            "Candidates",
            u64::try_from(candidates.len()).unwrap_or(u64::MAX),
        );
        let mut results = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let mut games = Games::new();
            for players in players {
                let seats = seats_for(G::TITLE, *players)?;
                let played = parallel::map_in_order(0..self.games, self.cores, |number| {
                    self.play_game(&candidate, seats, self.seed.derive(number))
                })?;
                let played: Vec<Option<GameResult>> =
                    played.into_iter().collect::<std::result::Result<_, _>>()?;
                games.insert(*players, played.into_iter().flatten().collect());
            }
            results.push(PlayedCandidate { candidate, games });
            progress_bar.inc(1);
        }
        progress_bar.finish_and_clear();
        Ok(results)
    }

    fn play_game<G: CalibratedGame>(
        &self,
        candidate: &Candidate<G>,
        seats: Seats,
        seed: Seed,
    ) -> std::result::Result<Option<GameResult>, String> {
        let mut game = G::setup(&candidate.printed, seats, G::Options::default(), seed)
            .map_err(|error| error.to_string())?;
        let mut policies =
            Policies::new(BySeat::new(seats, |_| self.policy), &seed, self.iterations)
                .map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        for _ in 0..MAX_DECISIONS {
            let Some((_, action)) = policies.choose(&game) else {
                break;
            };
            events.clear();
            game.play(action, &mut events)
                .map_err(|refusal| format!("a legal action was refused: {refusal:?}"))?;
        }
        Ok(GameResult::from_game(&game))
    }
}

fn numbered_reports(reports: &[Report], held_out: bool) -> impl Iterator<Item = (usize, &Report)> {
    (1..)
        .zip(reports)
        .filter(move |(_, report)| report.held_out == held_out)
}

fn describe_report(report: &Report) -> String {
    let subject = match report.statistic {
        Statistic::Anybody => "the points of a player",
        Statistic::Winner => "the winner's points",
        Statistic::Middle => "the points of the players in the middle",
        Statistic::Last => "the points of the last player",
        Statistic::WinnerFinalScoring => "the winner's points in the final scoring",
        Statistic::FinalScoringOverLead => {
            "the winner's points in the final scoring, minus the most that any player had before it"
        }
        Statistic::Best => "the most points in any game",
    };
    let bounds = match (report.lower_bound, report.upper_bound) {
        (Some(lower), Some(upper)) if lower < upper => format!("{lower} to {upper}"),
        (Some(lower), Some(_)) => lower.to_string(),
        (Some(lower), None) => format!("{lower} or more"),
        (None, upper) => format!("{} at most", upper.unwrap_or_default()),
    };
    format!(
        "of {} players, {subject}: {bounds}, with a tolerance of {}",
        report.players, report.tolerance
    )
}

/// Formats the measured value for a report, with its standard error.
fn format_measurement(report: &Report, games: &Games) -> String {
    match report.measure(games) {
        Some(Measurement {
            value,
            standard_error,
        }) => format!("{value:.1} ({standard_error:.1})"),
        None => "-".to_owned(),
    }
}

fn describe_deviation(report: &Report, games: &Games) -> String {
    let deviation = measure_deviation(report, games);
    let measurement = format_measurement(report, games);
    if deviation > 0.0 {
        format!("{measurement}, which deviates by {deviation:.1} tolerances")
    } else {
        format!("{measurement}, as reported")
    }
}

/// Returns how far the games deviate from the report, in tolerances; zero without games.
fn measure_deviation(report: &Report, games: &Games) -> f64 {
    match report.measure(games) {
        Some(measurement) => report.deviation(measurement.value),
        None => 0.0,
    }
}

/// Formats a round of the search: a table of the candidates after `known_count`, and the best so
/// far.
fn format_round<G: CalibratedGame>(
    round: u32,
    reports: &[Report],
    search: &Search<'_, G>,
    known_count: usize,
) -> String {
    let mut text = format!("\nRound {round}\n{:>13}  {:>7}", "misfit", "figures");
    for (number, _) in numbered_reports(reports, false) {
        let _ = write!(text, "  {:>12}", format!("[{number}]"));
    }
    text += "  changes\n";
    for TriedCandidate {
        candidate,
        games,
        misfit,
        standard_error,
    } in &search.tried()[known_count..]
    {
        let _ = write!(
            text,
            "{:>13}  {:>7}",
            format!("{misfit:.2} ({standard_error:.2})"),
            candidate.count_changed_figures()
        );
        for (_, report) in numbered_reports(reports, false) {
            let _ = write!(text, "  {:>12}", format_measurement(report, games));
        }
        let _ = writeln!(text, "  {}", describe_moved_knobs(candidate));
    }
    if let Some(best) = search.best() {
        let _ = writeln!(
            text,
            "Best so far: {} (misfit {:.2})",
            describe_moved_knobs(&best.candidate),
            best.misfit
        );
    }
    text
}

fn describe_moved_knobs<G: CalibratedGame>(candidate: &Candidate<G>) -> String {
    if candidate.moved.is_empty() {
        return "nothing".to_owned();
    }
    let settings: Vec<&str> = candidate
        .moved
        .iter()
        .map(|knob| knob.setting.as_str())
        .collect();
    settings.join("; ")
}

fn describe_end<G: CalibratedGame>(reports: &[Report], best: &TriedCandidate<G>) -> String {
    let deviating: Vec<String> = numbered_reports(reports, false)
        .filter(|(_, report)| measure_deviation(report, &best.games) > 0.0)
        .map(|(number, _)| format!("[{number}]"))
        .collect();
    if deviating.is_empty() {
        "all reports are met".to_owned()
    } else {
        format!(
            "no knob lowers the misfit by more than chance would; reports that still deviate: {}",
            deviating.join(", ")
        )
    }
}

/// Formats the moved knobs with their reasons, and the changed figures.
fn format_changes<G: CalibratedGame>(candidate: &Candidate<G>) -> String {
    let mut text = String::new();
    if candidate.changes.is_empty() {
        text += "No figure changes.\n";
    }
    for MovedKnob {
        knob,
        setting,
        reason,
    } in &candidate.moved
    {
        let _ = writeln!(text, "  {knob}: {setting} ({reason})");
    }
    for FigureChange { path, from, to } in &candidate.changes {
        let _ = writeln!(text, "  {path} = {to} (now {from})");
    }
    text
}
