//! Searches for figures by moving one knob at a time while the scores come closer to the reports.

use super::reports::Measurement;
use super::{CalibratedGame, Calibration, Candidate, Games};

/// The penalty for each changed figure, so that the smallest sufficient change wins. Ten changes
/// cost as much as one report that deviates by one tolerance.
const CHANGE_PENALTY: f64 = 0.1;

/// A candidate and the games played with it.
#[derive(Clone, Debug)]
pub struct PlayedCandidate<G: CalibratedGame> {
    pub candidate: Candidate<G>,
    pub games: Games,
}

/// A candidate whose games were compared with the reports.
#[derive(Clone, Debug)]
pub struct TriedCandidate<G: CalibratedGame> {
    pub candidate: Candidate<G>,
    pub games: Games,
    /// The sum of the squared deviations from the reports, plus the penalty for the changes.
    pub misfit: f64,
    /// The standard error of the misfit.
    pub standard_error: f64,
}

pub struct Search<'a, G: CalibratedGame> {
    calibration: &'a Calibration<G>,
    tried: Vec<TriedCandidate<G>>,
    /// The index of the best candidate so far.
    best: usize,
    is_over: bool,
}

impl<'a, G: CalibratedGame> Search<'a, G> {
    pub fn new(calibration: &'a Calibration<G>) -> Search<'a, G> {
        let is_over = calibration.player_counts(false).is_empty();
        Search {
            calibration,
            tried: Vec::new(),
            best: 0,
            is_over,
        }
    }

    /// Returns the candidates to try next; empty if the search is over.
    ///
    /// The first candidate is the current figures. After that, each knob is moved one setting up
    /// and down from the best candidate. Combinations that the rules refuse are left out.
    pub fn next_candidates(&self) -> Vec<Candidate<G>> {
        if self.is_over {
            return Vec::new();
        }
        let next = match self.tried.get(self.best) {
            None => vec![self.calibration.current_settings()],
            Some(best) => self.neighbours(&best.candidate.settings),
        };
        next.into_iter()
            .filter(|settings| {
                self.tried
                    .iter()
                    .all(|tried| tried.candidate.settings != *settings)
            })
            .filter_map(|settings| self.calibration.build_candidate(settings).ok())
            .collect()
    }

    fn neighbours(&self, settings: &[usize]) -> Vec<Vec<usize>> {
        let mut neighbours = Vec::new();
        for (index, knob) in self.calibration.knobs.iter().enumerate() {
            for moved in [
                settings[index].checked_add(1),
                settings[index].checked_sub(1),
            ] {
                if let Some(moved) = moved.filter(|moved| *moved < knob.settings.len()) {
                    let mut neighbour = settings.to_vec();
                    neighbour[index] = moved;
                    neighbours.push(neighbour);
                }
            }
        }
        neighbours
    }

    /// Adds the games of new candidates, and selects the best candidate.
    ///
    /// A candidate becomes the best one if it is better by more than chance is likely to explain.
    /// If no new candidate is better, or no report deviates any more, the search is over.
    pub fn add_results(&mut self, results: Vec<PlayedCandidate<G>>) {
        let known_count = self.tried.len();
        for PlayedCandidate { candidate, games } in results {
            let fit = self.fit(&games);
            let penalty = CHANGE_PENALTY * f64::from(candidate.count_changed_figures());
            self.tried.push(TriedCandidate {
                candidate,
                games,
                misfit: fit.value + penalty,
                standard_error: fit.standard_error,
            });
        }
        let best = &self.tried[self.best];
        let better = self
            .tried
            .iter()
            .enumerate()
            .skip(known_count)
            .filter(|(_, tried)| {
                best.misfit - tried.misfit > best.standard_error.hypot(tried.standard_error)
            })
            .min_by(|(_, one), (_, other)| one.misfit.total_cmp(&other.misfit))
            .map(|(index, _)| index);
        self.is_over = known_count > 0 && better.is_none();
        self.best = better.unwrap_or(self.best);
        self.is_over |= self.fit(&self.tried[self.best].games).value <= 0.0;
    }

    /// Returns the sum of the squared deviations from the reports that are not held out.
    fn fit(&self, games: &Games) -> Measurement {
        let mut fit = Measurement::default();
        for report in self
            .calibration
            .reports
            .iter()
            .filter(|report| !report.held_out)
        {
            if let Some(measurement) = report.measure(games) {
                let deviation = report.deviation(measurement.value);
                fit.value += deviation.powi(2);
                fit.standard_error = fit
                    .standard_error
                    .hypot(2.0 * deviation * measurement.standard_error / report.tolerance);
            }
        }
        fit
    }

    pub fn tried(&self) -> &[TriedCandidate<G>] {
        &self.tried
    }

    /// Returns the best candidate so far; `None` before the first results.
    pub fn best(&self) -> Option<&TriedCandidate<G>> {
        self.tried.get(self.best)
    }
}
