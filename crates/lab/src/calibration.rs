//! Chooses reconstructed figures with which strong play leads to the reported scores.
//!
//! A figure is reconstructed if no source for it was found. Each game has a file in `calibration`
//! with reports and knobs; a knob changes some figures together. A candidate is the current figures
//! with some knobs moved; the rules decide whether it can be played. The search plays the same
//! games with every candidate and continues with the one that comes closest to the reports. Some
//! reports are held out and only compared afterwards, to detect overfitting. The entry points are
//! [`Calibration::load`] and [`Search`].

mod knobs;
mod reports;
mod search;

use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::Value;

pub use knobs::{Candidate, FigureChange, MovedKnob};
use knobs::{Knob, KnobEntry};
use lanai_ai::Evaluate;
use lanai_rules::figures::{Asset, Flaw};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::scoring::final_points;
use lanai_rules::{Rules as _, Seat};
pub use reports::{GameResult, Games, Measurement, Report, Statistic};
pub use search::{PlayedCandidate, Search, TriedCandidate};

/// A game with reconstructed figures that can be calibrated.
pub trait CalibratedGame: Evaluate {
    /// The name and text of the game's calibration file, which holds reports and knobs.
    const CALIBRATION_FILE: (&'static str, &'static str);

    /// Returns the points of a seat in the final scoring of a finished game.
    fn final_scoring_points(&self, seat: Seat) -> u16;
}

impl CalibratedGame for Hawaii {
    const CALIBRATION_FILE: (&'static str, &'static str) = (
        "crates/lab/calibration/hawaii.toml",
        include_str!("../calibration/hawaii.toml"),
    );

    fn final_scoring_points(&self, seat: Seat) -> u16 {
        final_points(self.figures(), &self.state().realms[seat]).total()
    }
}

impl CalibratedGame for Haleakala {
    const CALIBRATION_FILE: (&'static str, &'static str) = (
        "crates/lab/calibration/haleakala.toml",
        include_str!("../calibration/haleakala.toml"),
    );

    fn final_scoring_points(&self, seat: Seat) -> u16 {
        self.points_of(seat, Round::Second).total()
    }
}

/// The reports and knobs of a game.
pub struct Calibration<G> {
    pub reports: Vec<Report>,
    knobs: Vec<Knob>,
    /// The current figures as a JSON tree.
    figures: Value,
    game: PhantomData<fn() -> G>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalibrationFile {
    #[serde(default)]
    report: Vec<Report>,
    #[serde(default)]
    knob: Vec<KnobEntry>,
}

impl<G: CalibratedGame> Calibration<G> {
    /// Reads the calibration file of the game.
    pub fn load() -> Result<Calibration<G>, Flaw> {
        let (file, text) = G::CALIBRATION_FILE;
        Calibration::read(file, text, &*G::printed()?)
    }

    /// Reads a calibration file.
    ///
    /// Fails if no game could be compared with a report, a knob moves figures that are not
    /// reconstructed, or the rules refuse a setting.
    pub fn read(
        file: &'static str,
        text: &str,
        printed: &G::Printed,
    ) -> Result<Calibration<G>, Flaw> {
        let asset = Asset(file);
        let CalibrationFile {
            report: reports,
            knob: entries,
        } = asset.parse(text)?;
        let figures =
            serde_json::to_value(printed).map_err(|error| asset.unreadable(error.to_string()))?;
        for (report, number) in reports.iter().zip(1..) {
            report
                .check(G::TITLE)
                .map_err(|why| asset.unreadable(format!("report {number}: {why}")))?;
        }
        let mut knobs = Vec::new();
        for entry in entries {
            let name = entry.name.clone();
            knobs.push(Knob::read(entry, &figures).map_err(|why| knob_error(asset, &name, &why))?);
        }
        let calibration = Calibration {
            reports,
            knobs,
            figures,
            game: PhantomData,
        };
        for (index, knob) in calibration.knobs.iter().enumerate() {
            for setting in 0..knob.settings.len() {
                let mut settings = calibration.current_settings();
                settings[index] = setting;
                calibration
                    .build_candidate(settings)
                    .map_err(|why| knob_error(asset, &knob.name, &why))?;
            }
        }
        Ok(calibration)
    }

    /// Returns the numbers of players in the reports with this value of `held_out`, sorted.
    pub fn player_counts(&self, held_out: bool) -> Vec<u8> {
        let reports = self
            .reports
            .iter()
            .filter(|report| report.held_out == held_out);
        let mut player_counts: Vec<u8> = reports.map(|report| report.players).collect();
        player_counts.sort_unstable();
        player_counts.dedup();
        player_counts
    }

    fn current_settings(&self) -> Vec<usize> {
        self.knobs.iter().map(|knob| knob.current_setting).collect()
    }

    /// Returns the candidate with these settings, one index for each knob.
    ///
    /// Fails if the rules refuse the figures or two moved knobs share a figure.
    fn build_candidate(&self, settings: Vec<usize>) -> Result<Candidate<G>, String> {
        Candidate::new(&self.figures, &self.knobs, settings)
    }
}

fn knob_error(asset: Asset, name: &str, why: &str) -> Flaw {
    asset.unreadable(format!("knob \"{name}\": {why}"))
}
