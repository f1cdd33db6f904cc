//! `lanai-lab simulate`: plays many games between policies, and reports their speed and results.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use lanai_ai::{Appraise, Budget, Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::{BySeat, Rules, Seat, Standings, Status, by_title};
use serde::Serialize;

use crate::ladder::{self, Rung};
use crate::rating::{Duel, first};
use crate::{Result, TableArgs, progress};

#[derive(Args, Debug)]
pub struct Simulate {
    #[command(flatten)]
    table: TableArgs,
    /// A number, or 64 hexadecimal digits: the same seed gives the same result
    #[arg(long, default_value = "1", value_parser = crate::seed)]
    seed: Seed,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// How many cores to use
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
    /// How many iterations a mind has for each turn
    #[arg(long, default_value_t = Budget::per_turn().left())]
    iterations: u64,
    /// Play each mind against each other one: one seat for the first, all other seats for the second
    #[arg(long)]
    ladder: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Debug)]
struct Report {
    title: &'static str,
    players: u8,
    games: u32,
    minds: Vec<&'static str>,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions: Spread,
    points: Spread,
    winner: Spread,
    points_by_seat: Vec<f64>,
    wins_by_seat: Vec<u32>,
    /// The percentage of wins by starting order; a shared win counts in part.
    percent_by_start: Vec<f64>,
    duels: Vec<Duel>,
    actions: BTreeMap<String, u64>,
}

/// Mean and spread of some figures.
#[derive(Serialize, Debug, Default)]
struct Spread {
    mean: f64,
    deviation: f64,
    least: f64,
    tenth: f64,
    median: f64,
    ninetieth: f64,
    most: f64,
}

impl Simulate {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let (json, text) = by_title!(self.table.game, G => {
            if self.ladder {
                let ladder = self.climb::<G>()?;
                (serde_json::to_string_pretty(&ladder)?, ladder::as_text(&ladder))
            } else {
                let report = self.report::<G>()?;
                (serde_json::to_string_pretty(&report)?, report.as_text())
            }
        });
        Ok(writeln!(
            output,
            "{}",
            if self.json { &json } else { text.trim_end() }
        )?)
    }

    fn report<G: Appraise>(&self) -> Result<Report> {
        let kinds = self.table.minds()?;
        let began = Instant::now();
        let bar = progress::bar("Games", self.games.into());
        let statistics = self.play::<G>(kinds, &bar)?;
        bar.finish_and_clear();
        Ok(statistics.report(kinds, began.elapsed().as_secs_f64()))
    }

    fn climb<G: Appraise>(&self) -> Result<Vec<Rung>> {
        let pairs = ladder::pairs(self.table.seats()?, &self.table.minds);
        let games = u64::try_from(pairs.len()).unwrap_or_default() * u64::from(self.games);
        let bar = progress::bar("Games", games);
        let mut rungs = Vec::new();
        for kinds in pairs {
            rungs.push(Rung::of(kinds, &self.play::<G>(kinds, &bar)?.ended));
        }
        bar.finish_and_clear();
        Ok(rungs)
    }

    fn play<G: Appraise>(
        &self,
        kinds: BySeat<PolicyKind>,
        bar: &ProgressBar,
    ) -> Result<Statistics<G>> {
        let printed = G::printed()?;
        let options = self.table.options::<G>()?;
        let next = AtomicU32::new(0);
        let mut statistics = Statistics::<G>::default();
        let play_some = |played: &mpsc::Sender<std::result::Result<Statistics<G>, String>>| {
            let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            for number in numbers.take_while(|number| *number < self.games) {
                let seed = self.seed.numbered(u64::from(number));
                let one = G::setup(&printed, kinds.seats(), options.clone(), seed)
                    .map_err(|error| error.to_string())
                    .and_then(|game| {
                        let minds = Policies::new(kinds, &seed, self.iterations)
                            .map_err(|flaw| flaw.to_string())?;
                        Statistics::of(game, minds)
                    });
                // The receiver is gone after a failure.
                if played.send(one).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let (played, heard) = mpsc::channel();
            for _ in 0..self.cores {
                let played = played.clone();
                let play_some = &play_some;
                scope.spawn(move || play_some(&played));
            }
            drop(played);
            for one in heard {
                statistics.add(one?);
                bar.inc(1);
            }
            Ok::<(), String>(())
        })?;
        Ok(statistics)
    }
}

/// Counters of the games played.
struct Statistics<G: Rules> {
    decisions: Vec<f64>,
    /// For each game, the seats in the order of their first turns.
    began: Vec<Vec<Seat>>,
    ended: Vec<Standings>,
    actions: Vec<(std::mem::Discriminant<G::Action>, G::Action, u64)>,
}

impl<G: Appraise> Default for Statistics<G> {
    fn default() -> Statistics<G> {
        Statistics {
            decisions: Vec::new(),
            began: Vec::new(),
            ended: Vec::new(),
            actions: Vec::new(),
        }
    }
}

impl<G: Appraise> Statistics<G> {
    /// Plays one game and counts.
    fn of(mut game: G, mut minds: Policies<G>) -> std::result::Result<Statistics<G>, String> {
        let mut statistics = Statistics::default();
        let mut events = Vec::new();
        let mut decisions = 0_u32;
        let mut began = Vec::new();
        while let Some((seat, action)) = minds.choose(&game) {
            if !began.contains(&seat) {
                began.push(seat);
            }
            statistics.count(action, 1);
            decisions += 1;
            events.clear();
            game.play(action, &mut events)
                .map_err(|refusal| format!("a legal action was refused: {refusal:?}"))?;
        }
        statistics.decisions.push(f64::from(decisions));
        if let Status::Over(standings) = game.status() {
            statistics.ended.push(standings);
            statistics.began.push(began);
        }
        Ok(statistics)
    }

    fn add(&mut self, other: Statistics<G>) {
        self.decisions.extend(other.decisions);
        self.began.extend(other.began);
        self.ended.extend(other.ended);
        other
            .actions
            .into_iter()
            .for_each(|(_, action, count)| self.count(action, count));
    }

    fn count(&mut self, action: G::Action, times: u64) {
        let kind = std::mem::discriminant(&action);
        match self.actions.iter_mut().find(|(known, _, _)| *known == kind) {
            Some((_, _, count)) => *count += times,
            None => self.actions.push((kind, action, times)),
        }
    }

    /// Returns the percentage of games won from a place in the starting order.
    fn percent_of(&self, place: usize) -> f64 {
        let games = self.ended.iter().zip(&self.began);
        let shares = games
            .map(|(standings, began)| began.get(place).map_or(0.0, |seat| first(standings, *seat)));
        100.0 * shares.sum::<f64>()
            / f64::from(u32::try_from(self.ended.len().max(1)).unwrap_or(u32::MAX))
    }

    fn report(mut self, kinds: BySeat<PolicyKind>, seconds: f64) -> Report {
        let games = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
        let decisions: f64 = self
            .decisions
            .iter()
            .fold(0.0, |sum, decisions| sum + decisions);
        let points =
            |standings: &Standings| standings.points.values().copied().map(f64::from).collect();
        let points: Vec<Vec<f64>> = self.ended.iter().map(points).collect();
        let best = |points: &Vec<f64>| points.iter().copied().reduce(f64::max).unwrap_or_default();
        let mean = |seat: Seat| {
            let points = self
                .ended
                .iter()
                .map(|standings| f64::from(standings.points[seat]));
            points.fold(0.0, |sum, points| sum + points) / f64::from(games.max(1))
        };
        let wins = |seat| {
            self.ended
                .iter()
                .map(|standings| u32::from(standings.rank(seat) == 1))
                .sum()
        };
        Report {
            title: G::TITLE.name(),
            players: kinds.seats().number(),
            games,
            minds: kinds.values().map(|kind| PolicyKind::name(*kind)).collect(),
            seconds,
            games_per_second: f64::from(games) / seconds,
            decisions_per_second: decisions / seconds,
            decisions: Spread::of(&mut self.decisions),
            points: Spread::of(&mut points.concat()),
            winner: Spread::of(&mut points.iter().map(best).collect::<Vec<_>>()),
            points_by_seat: kinds.seats().iter().map(mean).collect(),
            wins_by_seat: kinds.seats().iter().map(wins).collect(),
            percent_by_start: (0..kinds.seats().count())
                .map(|place| self.percent_of(place))
                .collect(),
            duels: Duel::all(kinds, &self.ended),
            actions: self
                .actions
                .iter()
                .map(|(_, action, count)| (kind_of(action), *count))
                .collect(),
        }
    }
}

/// Returns the name of an action's variant in files.
fn kind_of(action: &impl Serialize) -> String {
    match serde_json::to_value(action) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(tree)) => tree.keys().next().cloned().unwrap_or_default(),
        Ok(_) | Err(_) => String::new(),
    }
}

impl Spread {
    fn of(figures: &mut [f64]) -> Spread {
        if figures.is_empty() {
            return Spread::default();
        }
        figures.sort_by(f64::total_cmp);
        let number = f64::from(u32::try_from(figures.len()).unwrap_or(u32::MAX));
        let mean = figures.iter().sum::<f64>() / number;
        let variance = figures
            .iter()
            .map(|figure| (figure - mean).powi(2))
            .sum::<f64>()
            / number;
        // The nearest-rank percentile.
        let at =
            |hundredth: usize| figures[(figures.len() * hundredth).div_ceil(100).saturating_sub(1)];
        Spread {
            mean,
            deviation: variance.sqrt(),
            least: at(0),
            tenth: at(10),
            median: at(50),
            ninetieth: at(90),
            most: at(100),
        }
    }

    fn as_text(&self) -> String {
        format!(
            "mean {:.1}, standard deviation {:.1}, from {:.0} to {:.0}; one tenth up to {:.0}, half up to {:.0}, nine tenths up to {:.0}",
            self.mean,
            self.deviation,
            self.least,
            self.most,
            self.tenth,
            self.median,
            self.ninetieth
        )
    }
}

impl Report {
    fn as_text(&self) -> String {
        let parts = |figures: &[f64]| {
            let figures: Vec<_> = figures
                .iter()
                .map(|figure| format!("{figure:.1}"))
                .collect();
            figures.join(" / ")
        };
        let wins: Vec<_> = self.wins_by_seat.iter().map(ToString::to_string).collect();
        let mut lines = vec![
            format!(
                "{} games of {} with {} players ({})",
                self.games,
                self.title,
                self.players,
                self.minds.join(", ")
            ),
            format!(
                "{:.2} s: {:.0} games and {:.0} decisions per second",
                self.seconds, self.games_per_second, self.decisions_per_second
            ),
            format!("decisions in a game: {}", self.decisions.as_text()),
            format!("points of a player: {}", self.points.as_text()),
            format!("points of a winner: {}", self.winner.as_text()),
            format!(
                "points by seat: {}; wins by seat: {}",
                parts(&self.points_by_seat),
                wins.join(" / ")
            ),
            format!(
                "wins by starting order: {} %",
                parts(&self.percent_by_start)
            ),
        ];
        lines.extend(self.duels.iter().map(Duel::as_text));
        lines.push("actions:".to_owned());
        lines.extend(
            self.actions
                .iter()
                .map(|(action, count)| format!("  {action:<10} {count}")),
        );
        lines.join("\n")
    }
}
