//! `lanai-lab simulate`: plays many games between policies, and reports their speed and results.

use std::collections::BTreeMap;
use std::io::Write;
use std::mem::discriminant;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use lanai_ai::{Budget, Evaluate, Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::{BySeat, Rules, Seat, Standings, Status, by_title};
use serde::Serialize;

use crate::ladder::{self, LadderEntry};
use crate::rating::{Duel, share_of_win};
use crate::{Result, TableArgs, progress};

#[derive(Args, Debug)]
pub struct Simulate {
    #[command(flatten)]
    table: TableArgs,
    /// A number, or 64 hexadecimal digits: the same seed gives the same result
    #[arg(long, default_value = "1", value_parser = crate::parse_seed)]
    seed: Seed,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// How many cores to use
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    cores: u16,
    /// How many iterations a policy has for each turn
    #[arg(long, default_value_t = Budget::per_turn().left())]
    iterations: u64,
    /// Play each policy against each other one: one seat for the first, all other seats for the second
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
    policies: Vec<&'static str>,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions: Distribution,
    points: Distribution,
    winner: Distribution,
    points_by_seat: Vec<f64>,
    wins_by_seat: Vec<u32>,
    /// The percentage of wins by place in the starting order; a shared win counts in part.
    percent_by_start: Vec<f64>,
    duels: Vec<Duel>,
    actions: BTreeMap<String, u64>,
}

#[derive(Serialize, Debug, Default)]
struct Distribution {
    mean: f64,
    standard_deviation: f64,
    minimum: f64,
    percentile_10: f64,
    median: f64,
    percentile_90: f64,
    maximum: f64,
}

impl Simulate {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let (json, text) = by_title!(self.table.game, G => {
            if self.ladder {
                let entries = self.run_ladder::<G>()?;
                (serde_json::to_string_pretty(&entries)?, ladder::format_table(&entries))
            } else {
                let report = self.play_and_report::<G>()?;
                (serde_json::to_string_pretty(&report)?, report.format_text())
            }
        });
        let text = if self.json { &json } else { text.trim_end() };
        Ok(writeln!(output, "{text}")?)
    }

    fn play_and_report<G: Evaluate>(&self) -> Result<Report> {
        let by_seat = self.table.policies_by_seat()?;
        let started = Instant::now();
        let bar = progress::start_bar("Games", self.games.into());
        let statistics = self.play_games::<G>(by_seat, &bar)?;
        bar.finish_and_clear();
        Ok(statistics.into_report(by_seat, started.elapsed().as_secs_f64()))
    }

    fn run_ladder<G: Evaluate>(&self) -> Result<Vec<LadderEntry>> {
        let seatings = ladder::list_seatings(self.table.seats()?, &self.table.policies);
        let games = u64::try_from(seatings.len()).unwrap_or_default() * u64::from(self.games);
        let bar = progress::start_bar("Games", games);
        let mut entries = Vec::new();
        for by_seat in seatings {
            let statistics = self.play_games::<G>(by_seat, &bar)?;
            entries.push(LadderEntry::from_games(by_seat, &statistics.results));
        }
        bar.finish_and_clear();
        Ok(entries)
    }

    fn play_games<G: Evaluate>(
        &self,
        by_seat: BySeat<PolicyKind>,
        bar: &ProgressBar,
    ) -> Result<Statistics<G>> {
        let printed = G::printed()?;
        let options = self.table.parse_options::<G>()?;
        let next_number = AtomicU32::new(0);
        let mut statistics = Statistics::<G>::default();
        // Each thread takes the next game when it has finished one, because the lengths of games
        // differ.
        let play_until_done =
            |sender: &mpsc::Sender<std::result::Result<Statistics<G>, String>>| {
                loop {
                    let number = next_number.fetch_add(1, Ordering::Relaxed);
                    if number >= self.games {
                        return;
                    }
                    let seed = self.seed.derive(u64::from(number));
                    let result = G::setup(&printed, by_seat.seats(), options.clone(), seed)
                        .map_err(|error| error.to_string())
                        .and_then(|game| {
                            let policies = Policies::new(by_seat, &seed, self.iterations)
                                .map_err(|error| error.to_string())?;
                            Statistics::from_game(game, policies)
                        });
                    // Sending fails once another game has failed and the receiver is dropped.
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.cores {
                let sender = sender.clone();
                let play_until_done = &play_until_done;
                scope.spawn(move || play_until_done(&sender));
            }
            drop(sender);
            for result in receiver {
                statistics.merge(result?);
                bar.inc(1);
            }
            Ok::<(), String>(())
        })?;
        Ok(statistics)
    }
}

struct Statistics<G: Rules> {
    /// The number of decisions in each game.
    decisions: Vec<f64>,
    /// For each game, the seats in the order of their first turns.
    starting_orders: Vec<Vec<Seat>>,
    results: Vec<Standings>,
    /// For each kind of action, one example and how often it occurred.
    actions: Vec<(G::Action, u64)>,
}

impl<G: Evaluate> Default for Statistics<G> {
    fn default() -> Statistics<G> {
        Statistics {
            decisions: Vec::new(),
            starting_orders: Vec::new(),
            results: Vec::new(),
            actions: Vec::new(),
        }
    }
}

impl<G: Evaluate> Statistics<G> {
    /// Plays a game to its end and returns its statistics.
    fn from_game(
        mut game: G,
        mut policies: Policies<G>,
    ) -> std::result::Result<Statistics<G>, String> {
        let mut statistics = Statistics::default();
        let mut events = Vec::new();
        let mut decisions = 0_u32;
        let mut starting_order = Vec::new();
        while let Some((seat, action)) = policies.choose(&game) {
            if !starting_order.contains(&seat) {
                starting_order.push(seat);
            }
            statistics.count_action(action, 1);
            decisions += 1;
            events.clear();
            game.play(action, &mut events)
                .map_err(|refusal| format!("a legal action was refused: {refusal:?}"))?;
        }
        statistics.decisions.push(f64::from(decisions));
        if let Status::Over(standings) = game.status() {
            statistics.results.push(standings);
            statistics.starting_orders.push(starting_order);
        }
        Ok(statistics)
    }

    fn merge(&mut self, other: Statistics<G>) {
        self.decisions.extend(other.decisions);
        self.starting_orders.extend(other.starting_orders);
        self.results.extend(other.results);
        for (action, count) in other.actions {
            self.count_action(action, count);
        }
    }

    fn count_action(&mut self, action: G::Action, times: u64) {
        let variant = discriminant(&action);
        match self
            .actions
            .iter_mut()
            .find(|(known, _)| discriminant(known) == variant)
        {
            Some((_, count)) => *count += times,
            None => self.actions.push((action, times)),
        }
    }

    /// Returns the percentage of games won from a place (from 0) in the starting order.
    fn win_percent_by_start(&self, place: usize) -> f64 {
        let mut sum = 0.0;
        for (standings, starting_order) in self.results.iter().zip(&self.starting_orders) {
            if let Some(seat) = starting_order.get(place) {
                sum += share_of_win(standings, *seat);
            }
        }
        100.0 * sum / f64::from(u32::try_from(self.results.len().max(1)).unwrap_or(u32::MAX))
    }

    fn mean_points(&self, seat: Seat) -> f64 {
        let games = u32::try_from(self.decisions.len().max(1)).unwrap_or(u32::MAX);
        let mut sum = 0.0;
        for standings in &self.results {
            sum += f64::from(standings.points[seat]);
        }
        sum / f64::from(games)
    }

    fn count_wins(&self, seat: Seat) -> u32 {
        self.results
            .iter()
            .map(|standings| u32::from(standings.rank(seat) == 1))
            .sum()
    }

    fn into_report(mut self, by_seat: BySeat<PolicyKind>, seconds: f64) -> Report {
        let games = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
        // Without games, `sum` would return -0.
        let decisions: f64 = self
            .decisions
            .iter()
            .fold(0.0, |sum, decisions| sum + decisions);
        let mut points = Vec::new();
        let mut winner_points = Vec::new();
        for standings in &self.results {
            points.extend(standings.points.values().copied().map(f64::from));
            let best = standings.points.values().copied().max();
            winner_points.push(f64::from(best.unwrap_or_default()));
        }
        let seats = by_seat.seats();
        Report {
            title: G::TITLE.name(),
            players: seats.number(),
            games,
            policies: by_seat
                .values()
                .map(|policy| PolicyKind::name(*policy))
                .collect(),
            seconds,
            games_per_second: f64::from(games) / seconds,
            decisions_per_second: decisions / seconds,
            decisions: Distribution::from_values(&mut self.decisions),
            points: Distribution::from_values(&mut points),
            winner: Distribution::from_values(&mut winner_points),
            points_by_seat: seats.iter().map(|seat| self.mean_points(seat)).collect(),
            wins_by_seat: seats.iter().map(|seat| self.count_wins(seat)).collect(),
            percent_by_start: (0..seats.count())
                .map(|place| self.win_percent_by_start(place))
                .collect(),
            duels: Duel::compare_all(by_seat, &self.results),
            actions: self
                .actions
                .iter()
                .map(|(action, count)| (variant_name(action), *count))
                .collect(),
        }
    }
}

/// Returns the name that records use for an action's variant.
fn variant_name(action: &impl Serialize) -> String {
    match serde_json::to_value(action) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        Ok(_) | Err(_) => String::new(),
    }
}

impl Distribution {
    fn from_values(values: &mut [f64]) -> Distribution {
        if values.is_empty() {
            return Distribution::default();
        }
        values.sort_by(f64::total_cmp);
        let number = f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX));
        let mean = values.iter().sum::<f64>() / number;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Distribution {
            mean,
            standard_deviation: (squares / number).sqrt(),
            minimum: percentile(values, 0),
            percentile_10: percentile(values, 10),
            median: percentile(values, 50),
            percentile_90: percentile(values, 90),
            maximum: percentile(values, 100),
        }
    }

    fn format_text(&self) -> String {
        format!(
            "mean {:.1}, standard deviation {:.1}, from {:.0} to {:.0}; one tenth up to {:.0}, half up to {:.0}, nine tenths up to {:.0}",
            self.mean,
            self.standard_deviation,
            self.minimum,
            self.maximum,
            self.percentile_10,
            self.median,
            self.percentile_90
        )
    }
}

/// Returns the nearest-rank percentile of sorted values.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent).div_ceil(100).saturating_sub(1)]
}

impl Report {
    fn format_text(&self) -> String {
        let wins: Vec<_> = self.wins_by_seat.iter().map(ToString::to_string).collect();
        let mut lines = vec![
            format!(
                "{} games of {} with {} players ({})",
                self.games,
                self.title,
                self.players,
                self.policies.join(", ")
            ),
            format!(
                "{:.2} s: {:.0} games and {:.0} decisions per second",
                self.seconds, self.games_per_second, self.decisions_per_second
            ),
            format!("decisions in a game: {}", self.decisions.format_text()),
            format!("points of a player: {}", self.points.format_text()),
            format!("points of a winner: {}", self.winner.format_text()),
            format!(
                "points by seat: {}; wins by seat: {}",
                join_numbers(&self.points_by_seat),
                wins.join(" / ")
            ),
            format!(
                "wins by starting order: {} %",
                join_numbers(&self.percent_by_start)
            ),
        ];
        lines.extend(self.duels.iter().map(Duel::format_text));
        lines.push("actions:".to_owned());
        for (action, count) in &self.actions {
            lines.push(format!("  {action:<10} {count}"));
        }
        lines.join("\n")
    }
}

fn join_numbers(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers
        .iter()
        .map(|number| format!("{number:.1}"))
        .collect();
    numbers.join(" / ")
}
