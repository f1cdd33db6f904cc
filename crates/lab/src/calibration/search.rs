//! The search: from the figures in force one knob after the other is moved, as long as that brings the scores nearer to
//! what people report.

use super::{Calibrate, Calibration, Candidate, Games};

/// What a changed figure costs, so that the least change wins: ten of them as much as one report that is off by one tolerance.
const PRICE: f64 = 0.1;

/// A candidate, and the games that were played with it.
#[derive(Clone, Debug)]
pub struct Tried<G: Calibrate> {
    /// The figures.
    pub candidate: Candidate<G>,
    /// How games with them ended.
    pub games: Games,
    /// How far that is from what people report: the squares of all distances, and the price of the changes.
    pub misfit: f64,
    /// How far the misfit may be off by chance: its standard error.
    pub error: f64,
}

/// A search on its way.
pub struct Search<'a, G: Calibrate> {
    calibration: &'a Calibration<G>,
    tried: Vec<Tried<G>>,
    /// Which of them is taken by now.
    taken: usize,
    over: bool,
}

impl<'a, G: Calibrate> Search<'a, G> {
    /// A search that has not begun.
    pub fn new(calibration: &'a Calibration<G>) -> Search<'a, G> {
        let over = calibration.players(false).is_empty();
        Search {
            calibration,
            tried: Vec::new(),
            taken: 0,
            over,
        }
    }

    /// What has to be tried next: first the figures in force, then each knob one setting on and one back from what is
    /// taken by now. Nothing if the search is over. What breaks a law of the game together is no candidate.
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

    /// How games with some candidates ended. The best of them is taken if it is better than what was taken before, and by more
    /// than chance is likely to do; if none is, or if nothing is off any more, the search is over.
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

    /// How far games are from the reports that are searched by, and how far that may be off by chance.
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

    /// Everything that was tried, in order.
    pub fn tried(&self) -> &[Tried<G>] {
        &self.tried
    }

    /// What is taken by now: the figures in force, until something is better.
    pub fn taken(&self) -> Option<&Tried<G>> {
        self.tried.get(self.taken)
    }
}
