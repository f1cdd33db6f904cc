//! Calibration: reconstructed figures, which could not be read off a component, are chosen so that
//! strong play brings the scores that people report.
//!
//! The reports and the knobs that may be moved are data: one file for each game in `calibration`. A
//! candidate is the figures in force with some knobs moved, and the laws of the game decide whether
//! it can be played. The search plays the same games with every candidate and goes on with the one
//! that comes closest to the reports. Some reports are held out and only checked afterwards, so that
//! overfitting shows.

mod knobs;
mod reports;
mod search;

use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::Value;

pub use knobs::{Candidate, Change, Moved};
use knobs::{Knob, KnobCard};
use lanai_ai::Appraise;
use lanai_rules::figures::{Asset, Flaw};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::scoring::final_points;
use lanai_rules::{Rules as _, Seat};
pub use reports::{Ended, Games, Report, Statistic};
pub use search::{Search, Tried};

/// A game with reconstructed figures that can be calibrated.
pub trait Calibrate: Appraise {
    /// The name and text of the calibration file: reports and knobs.
    const REPORTS: (&'static str, &'static str);

    /// Returns the points that the last scoring brought to a seat. The game is over.
    fn at_the_end(&self, seat: Seat) -> u16;
}

impl Calibrate for Hawaii {
    const REPORTS: (&'static str, &'static str) = (
        "crates/lab/calibration/hawaii.toml",
        include_str!("../calibration/hawaii.toml"),
    );

    fn at_the_end(&self, seat: Seat) -> u16 {
        final_points(self.figures(), &self.state().realms[seat]).total()
    }
}

impl Calibrate for Haleakala {
    const REPORTS: (&'static str, &'static str) = (
        "crates/lab/calibration/haleakala.toml",
        include_str!("../calibration/haleakala.toml"),
    );

    fn at_the_end(&self, seat: Seat) -> u16 {
        self.points_of(seat, Round::Second).total()
    }
}

/// The reports and knobs of a game.
pub struct Calibration<G> {
    pub reports: Vec<Report>,
    knobs: Vec<Knob>,
    /// The figures in force, as a tree.
    tree: Value,
    game: PhantomData<fn() -> G>,
}

/// The calibration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default)]
    report: Vec<Report>,
    #[serde(default)]
    knob: Vec<KnobCard>,
}

impl<G: Calibrate> Calibration<G> {
    /// Reads the calibration file of the game.
    pub fn standard() -> Result<Calibration<G>, Flaw> {
        let (file, text) = G::REPORTS;
        Calibration::read(file, text, &*G::printed()?)
    }

    /// Reads a calibration file. Fails if a report asks for what no game can show, a knob moves
    /// figures that are not reconstructed, or a setting cannot be played.
    pub fn read(
        file: &'static str,
        text: &str,
        printed: &G::Printed,
    ) -> Result<Calibration<G>, Flaw> {
        let asset = Asset(file);
        let Sheet {
            report: reports,
            knob: cards,
        } = asset.parse(text)?;
        let tree =
            serde_json::to_value(printed).map_err(|error| asset.unreadable(error.to_string()))?;
        for (report, number) in reports.iter().zip(1..) {
            report
                .check(G::TITLE)
                .map_err(|why| asset.unreadable(format!("report {number}: {why}")))?;
        }
        let wrong = |name: &str, why: String| asset.unreadable(format!("knob \"{name}\": {why}"));
        let mut knobs = Vec::new();
        for card in cards {
            let name = card.name.clone();
            knobs.push(Knob::read(card, &tree).map_err(|why| wrong(&name, why))?);
        }
        let calibration = Calibration {
            reports,
            knobs,
            tree,
            game: PhantomData,
        };
        for (at, knob) in calibration.knobs.iter().enumerate() {
            for setting in 0..knob.settings.len() {
                let mut settings = calibration.in_force();
                settings[at] = setting;
                calibration
                    .candidate(settings)
                    .map_err(|why| wrong(&knob.name, why))?;
            }
        }
        Ok(calibration)
    }

    /// Returns the numbers of players in the reports that are held out, or in the others.
    pub fn players(&self, held_out: bool) -> Vec<u8> {
        let reports = self
            .reports
            .iter()
            .filter(|report| report.held_out == held_out);
        let mut players: Vec<u8> = reports.map(|report| report.players).collect();
        players.sort_unstable();
        players.dedup();
        players
    }

    fn in_force(&self) -> Vec<usize> {
        self.knobs.iter().map(|knob| knob.in_force).collect()
    }

    /// Returns the figures for these settings; fails if they break a law of the game or two knobs
    /// move the same figure.
    fn candidate(&self, settings: Vec<usize>) -> Result<Candidate<G>, String> {
        Candidate::new(&self.tree, &self.knobs, settings)
    }
}
