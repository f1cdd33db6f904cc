//! The search: moves one knob after the other as long as that brings the scores nearer to the
//! reports.

use super::{Calibrate, Calibration, Candidate, Games};

/// The price of a changed figure, so that the least change wins: ten cost as much as one report
/// that is off by one tolerance.
const PRICE: f64 = 0.1;

/// A candidate, and the games played with it.
#[derive(Clone, Debug)]
pub struct Tried<G: Calibrate> {
    pub candidate: Candidate<G>,
    pub games: Games,
    /// The sum of squared distances from the reports, plus the price of the changes.
    pub misfit: f64,
    /// The standard error of the misfit.
    pub error: f64,
}

pub struct Search<'a, G: Calibrate> {
    calibration: &'a Calibration<G>,
    tried: Vec<Tried<G>>,
    /// The index of the best candidate so far.
    taken: usize,
    over: bool,
}

impl<'a, G: Calibrate> Search<'a, G> {
    pub fn new(calibration: &'a Calibration<G>) -> Search<'a, G> {
        let over = calibration.players(false).is_empty();
        Search {
            calibration,
            tried: Vec::new(),
            taken: 0,
            over,
        }
    }

    /// Returns what to try next: first the figures in force, then each knob one setting up and down
    /// from the best so far. Empty if the search is over. Settings that break a law of the game
    /// together are left out.
    pub fn candidates(&self) -> Vec<Candidate<G>> {
        let known = |settings: &Vec<usize>| {
            self.tried
                .iter()
                .any(|it| it.candidate.settings == *settings)
        };
        let next = match self.tried.get(self.taken) {
            _ if self.over => Vec::new(),
            None => vec![self.calibration.in_force()],
            Some(taken) => self.neighbours(&taken.candidate.settings),
        };
        let new = next.into_iter().filter(|settings| !known(settings));
        new.filter_map(|settings| self.calibration.candidate(settings).ok())
            .collect()
    }

    fn neighbours(&self, settings: &[usize]) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for (at, knob) in self.calibration.knobs.iter().enumerate() {
            for next in [settings[at].checked_add(1), settings[at].checked_sub(1)] {
                if let Some(next) = next.filter(|next| *next < knob.settings.len()) {
                    let mut moved = settings.to_vec();
                    moved[at] = next;
                    all.push(moved);
                }
            }
        }
        all
    }

    /// Takes the best candidate if it is better than the best so far by more than chance is likely
    /// to explain. Otherwise, or if no report is off any more, the search is over.
    pub fn learn(&mut self, played: Vec<(Candidate<G>, Games)>) {
        let known = self.tried.len();
        for (candidate, games) in played {
            let (off, error) = self.off(&games);
            let misfit = off + PRICE * f64::from(candidate.changed());
            self.tried.push(Tried {
                candidate,
                games,
                misfit,
                error,
            });
        }
        let taken = &self.tried[self.taken];
        let new = self.tried.iter().enumerate().skip(known);
        let better = new.filter(|(_, it)| taken.misfit - it.misfit > taken.error.hypot(it.error));
        let best = better.min_by(|(_, one), (_, other)| one.misfit.total_cmp(&other.misfit));
        self.over = known > 0 && best.is_none();
        self.taken = best.map_or(self.taken, |(at, _)| at);
        self.over |= self.off(&self.tried[self.taken].games).0 <= 0.0;
    }

    /// Returns the distance from the reports that are searched by, and its standard error.
    fn off(&self, games: &Games) -> (f64, f64) {
        let mut all = 0.0;
        let mut error = 0.0_f64;
        for report in self
            .calibration
            .reports
            .iter()
            .filter(|report| !report.held_out)
        {
            if let Some(measure) = report.asks(games) {
                let off = report.off(measure.value);
                all += off.powi(2);
                error = error.hypot(2.0 * off * measure.error / report.tolerance);
            }
        }
        (all, error)
    }

    pub fn tried(&self) -> &[Tried<G>] {
        &self.tried
    }

    /// Returns the best candidate so far: the figures in force, until another is better.
    pub fn taken(&self) -> Option<&Tried<G>> {
        self.tried.get(self.taken)
    }
}
