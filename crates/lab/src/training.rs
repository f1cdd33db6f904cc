//! Trains a network by self-play with TD(λ).
//!
//! The games of a batch are played with the same parameters, possibly in parallel, and learned from
//! in order, so that the same seed gives the same network with any number of threads. The file
//! holds the parameters and the number of games played, so that a training can be continued. The
//! entry point is [`Training`].

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use lanai_ai::{
    Budget, Evaluate, Evaluator, ExpectedOutcome, FeatureWriter, Greedy, Observation, Policy as _,
    ValueNetwork, is_turn_over, win_share,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Seat, Seats, Status};
use serde::{Deserialize, Serialize};

use crate::benchmark::measure_win_percent;

/// How many times the strength of a network is measured during its training.
const CHECKPOINTS: u64 = 20;
/// The number of games that are played with the same parameters before learning from them.
const BATCH_SIZE: u64 = 32;
/// The share of the games, at the start of the training, that the greedy policy plays.
///
/// Games of an untrained network would be of little use for learning.
const GREEDY_GAMES_SHARE: f32 = 0.05;
/// The weight of later outcomes relative to the estimate one turn later (the λ of TD(λ)).
const LAMBDA: f32 = 0.8;
/// The share of random turns, per thousand, at the start of the training.
const FIRST_RANDOM_PER_MILLE: f32 = 60.0;
/// The share of random turns, per thousand, at the end of the training.
const LAST_RANDOM_PER_MILLE: f32 = 5.0;
const FIRST_LEARNING_RATE: f32 = 0.01;
const LAST_LEARNING_RATE: f32 = 0.0005;
/// The number of turns after which a game is continued with random turns, so that it ends.
const MAX_PLANNED_TURNS: u32 = 250;
/// The most turns of a game; a longer game is dropped.
const MAX_TURNS: u32 = 3000;

/// The settings and progress of a training, stored as JSON in the first line of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingState {
    pub players: u8,
    /// The seed of all randomness in the training.
    pub seed: Seed,
    /// The number of games in the whole training.
    pub games: u64,
    /// The number of games played so far.
    pub played: u64,
    pub history: Vec<Checkpoint>,
}

/// The strength of a network after a number of games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    pub played: u64,
    /// The mean points of a seat in the network's games against itself since the last checkpoint.
    pub points: f64,
    /// The root mean square error of the network's estimates, in points.
    #[serde(rename = "off")]
    pub rms_error: f64,
    /// The percentage of wins against greedy opponents.
    pub beats_greedy: f64,
}

/// Why the file of a training cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TrainingFileError {
    #[error("the settings of the training cannot be read: {0}")]
    Settings(#[from] serde_json::Error),
    #[error("there are not as many parameters as this network has, or not all of them are finite")]
    Parameters,
}

impl TrainingState {
    /// Returns whether both have the same settings, regardless of progress.
    pub fn is_same_training(&self, other: &TrainingState) -> bool {
        self.players == other.players && self.seed == other.seed && self.games == other.games
    }

    /// Returns the completed part of the training, from 0 to 1.
    fn completed(&self) -> f32 {
        let thousandths = self.played.saturating_mul(1000) / self.games.max(1);
        f32::from(u16::try_from(thousandths).unwrap_or(1000)) / 1000.0
    }
}

/// A network in training.
pub struct Training<G> {
    state: TrainingState,
    /// The network, shared with the evaluators of the games in progress.
    network: Arc<ValueNetwork>,
    /// The statistics collected since the last checkpoint.
    statistics: LearningStatistics,
    game: PhantomData<fn() -> G>,
}

/// The result of learning from a batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LearningStep {
    Learned,
    /// The strength was measured too, and the caller should save the file.
    Measured(Checkpoint),
}

#[derive(Default)]
struct LearningStatistics {
    examples: u32,
    /// The sum of the squared errors of the estimates, in points.
    squared_errors: f64,
    /// The sum of the final points of all seats.
    points: f64,
    seats: u32,
}

/// The features of a position and the training target for it.
struct TrainingExample {
    features: Vec<f32>,
    target: ExpectedOutcome,
}

/// A position of a seat in a game, with the network's estimate at that time.
struct VisitedPosition {
    features: Vec<f32>,
    points: f32,
    estimate: ExpectedOutcome,
}

/// The training examples of a game, and the final points of each seat.
#[derive(Default)]
pub struct SelfPlayGame {
    examples: Vec<TrainingExample>,
    points: Vec<u16>,
}

impl<G: Evaluate> Training<G> {
    pub fn new(state: TrainingState) -> Training<G> {
        let network = ValueNetwork::new(G::FEATURE_COUNT, &mut Dice::new(&state.seed, 0));
        Training {
            state,
            network: Arc::new(network),
            statistics: LearningStatistics::default(),
            game: PhantomData,
        }
    }

    pub fn state(&self) -> &TrainingState {
        &self.state
    }

    /// Encodes the file: a line of JSON with the settings and progress, then the parameters.
    pub fn encode(&self) -> Result<Vec<u8>, TrainingFileError> {
        let mut file = serde_json::to_vec(&self.state)?;
        file.push(b'\n');
        file.extend(self.network.to_bytes());
        Ok(file)
    }

    pub fn decode(file: &[u8]) -> Result<Training<G>, TrainingFileError> {
        let line = file
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or(TrainingFileError::Parameters)?;
        let state: TrainingState = serde_json::from_slice(&file[..line])?;
        let network = ValueNetwork::from_bytes(G::FEATURE_COUNT, &file[line + 1..])
            .ok_or(TrainingFileError::Parameters)?;
        Ok(Training {
            state,
            network: Arc::new(network),
            statistics: LearningStatistics::default(),
            game: PhantomData,
        })
    }

    /// Returns the numbers of the games to play next with the current parameters; empty at the end
    /// of the training.
    pub fn next_batch(&self) -> Range<u64> {
        let TrainingState { games, played, .. } = self.state;
        played..played + BATCH_SIZE.min(games.saturating_sub(played))
    }

    /// Learns from the games of a batch, in their order.
    pub fn learn(&mut self, printed: &Arc<G::Printed>, batch: Vec<SelfPlayGame>) -> LearningStep {
        let TrainingState { games, played, .. } = self.state;
        let rate = interpolate(
            FIRST_LEARNING_RATE,
            LAST_LEARNING_RATE,
            self.state.completed(),
        );
        self.state.played = self.next_batch().end;
        for game in batch {
            self.learn_from_game(game, rate);
        }
        let checkpoints_before = played * CHECKPOINTS / games.max(1);
        if self.state.played * CHECKPOINTS / games.max(1) == checkpoints_before {
            return LearningStep::Learned;
        }
        LearningStep::Measured(self.add_checkpoint(printed))
    }

    /// Measures the network's strength and adds it to the history.
    fn add_checkpoint(&mut self, printed: &Arc<G::Printed>) -> Checkpoint {
        let statistics = std::mem::take(&mut self.statistics);
        let state = &self.state;
        let beats_greedy = match Seats::of(G::TITLE, state.players) {
            Ok(seats) => {
                measure_win_percent::<G>(&self.network, printed, seats, &state.seed, state.games)
            }
            Err(_) => 0.0,
        };
        let checkpoint = Checkpoint {
            played: state.played,
            points: statistics.points / f64::from(statistics.seats.max(1)),
            rms_error: (statistics.squared_errors / f64::from(statistics.examples.max(1))).sqrt(),
            beats_greedy,
        };
        self.state.history.push(checkpoint);
        checkpoint
    }

    fn learn_from_game(&mut self, game: SelfPlayGame, rate: f32) {
        let network = Arc::make_mut(&mut self.network);
        let statistics = &mut self.statistics;
        for TrainingExample { features, target } in game.examples {
            let error = 100.0 * network.train_step(&features, target, rate);
            statistics.squared_errors += f64::from(error * error);
            statistics.examples += 1;
        }
        statistics.points += game.points.iter().copied().map(f64::from).sum::<f64>();
        statistics.seats += u32::try_from(game.points.len()).unwrap_or(0);
    }

    /// Plays one game of the network against itself. An endless game returns no examples.
    pub fn play_game(&self, printed: &Arc<G::Printed>, number: u64) -> SelfPlayGame {
        self.try_play_game(printed, number).unwrap_or_default()
    }

    fn try_play_game(&self, printed: &Arc<G::Printed>, number: u64) -> Option<SelfPlayGame> {
        let completed = self.state.completed();
        let seed = self.state.seed.derive(number);
        let presets = G::presets();
        let preset = usize::try_from(number).unwrap_or(0) % presets.len();
        let seats = Seats::of(G::TITLE, self.state.players).ok()?;
        let mut game = G::setup(printed, seats, presets[preset].1.clone(), seed).ok()?;
        let mut player = SelfPlayer {
            evaluator: Evaluator::new(Arc::clone(&self.network)),
            dice: Dice::new(&seed, 1 << 33),
            random_per_mille: interpolate(FIRST_RANDOM_PER_MILLE, LAST_RANDOM_PER_MILLE, completed),
            is_greedy: completed < GREEDY_GAMES_SHARE,
        };
        let mut visited: Vec<Vec<VisitedPosition>> = seats.iter().map(|_| Vec::new()).collect();
        let mut turns = 0;
        while let Status::ToAct(seat) = game.status() {
            turns += 1;
            if turns > MAX_TURNS {
                return None;
            }
            game = player.play_turn(game, seat, turns > MAX_PLANNED_TURNS);
            visited[seat.index()].extend(player.evaluate_position(&game, seat));
        }
        let standings = game.status().standings()?;
        let mut result = SelfPlayGame::default();
        for (seat, visited) in seats.iter().zip(visited) {
            let outcome = ExpectedOutcome {
                points: f32::from(standings.points[seat]) / 100.0,
                win: win_share(&standings, seat),
            };
            result.points.push(standings.points[seat]);
            add_examples::<G>(visited, outcome, &mut result.examples);
        }
        Some(result)
    }
}

/// Computes the targets for the positions of a seat, from the last to the first.
///
/// A target mixes the estimate one turn later with the target of that position.
fn add_examples<G: Evaluate>(
    visited: Vec<VisitedPosition>,
    outcome: ExpectedOutcome,
    examples: &mut Vec<TrainingExample>,
) {
    let mut later = outcome;
    for VisitedPosition {
        features,
        points,
        estimate,
    } in visited.into_iter().rev()
    {
        later.win *= G::DISCOUNT;
        examples.push(TrainingExample {
            features,
            target: ExpectedOutcome {
                points: later.points - points,
                win: later.win,
            },
        });
        later = ExpectedOutcome {
            points: LAMBDA * later.points + (1.0 - LAMBDA) * (points + estimate.points),
            win: LAMBDA * later.win + (1.0 - LAMBDA) * estimate.win,
        };
    }
}

/// A player for all seats of a training game.
struct SelfPlayer {
    evaluator: Evaluator,
    dice: Dice,
    random_per_mille: f32,
    is_greedy: bool,
}

impl SelfPlayer {
    fn play_turn<G: Evaluate>(&mut self, game: G, seat: Seat, is_too_long: bool) -> G {
        let per_mille = f32::from(u16::try_from(self.dice.below(1000)).unwrap_or_default());
        if per_mille < self.random_per_mille || is_too_long {
            return self.play_random_decisions(game, seat);
        }
        if self.is_greedy {
            return play_decisions(game, seat, |game, legal| {
                let observation = Observation::new(game, seat, legal);
                Greedy.choose(&observation, &mut Budget::per_turn())
            });
        }
        let with_hidden_redealt = game.with_hidden_redealt(&mut self.dice);
        match self.evaluator.best_turn(&with_hidden_redealt, seat) {
            Some((actions, _)) => self.play_plan(game, seat, &actions),
            None => game,
        }
    }

    /// Plays a planned turn in the real game. If an action is illegal there, random actions
    /// complete the turn.
    fn play_plan<G: Evaluate>(&mut self, mut game: G, seat: Seat, actions: &[G::Action]) -> G {
        game.play_on(actions);
        if is_turn_over(&game, seat) {
            game
        } else {
            self.play_random_decisions(game, seat)
        }
    }

    fn play_random_decisions<G: Evaluate>(&mut self, game: G, seat: Seat) -> G {
        play_decisions(game, seat, |_, legal| {
            let bound = u32::try_from(legal.len()).unwrap_or(u32::MAX);
            usize::try_from(self.dice.below(bound)).unwrap_or(0)
        })
    }

    /// Returns a seat's features, points and estimate; `None` once the game is over.
    fn evaluate_position<G: Evaluate>(&mut self, game: &G, seat: Seat) -> Option<VisitedPosition> {
        game.status().to_act()?;
        let mut features = Vec::new();
        game.encode_features(
            seat,
            &mut FeatureWriter::new(&mut features, G::FEATURE_COUNT),
        );
        let estimate = self.evaluator.network().evaluate(&features);
        Some(VisitedPosition {
            estimate,
            points: f32::from(game.points(seat)) / 100.0,
            features,
        })
    }
}

/// Plays the decisions of a seat to the end of its turn, each chosen by `choose`.
fn play_decisions<G: Evaluate>(
    mut game: G,
    seat: Seat,
    mut choose: impl FnMut(&G, &[G::Action]) -> usize,
) -> G {
    let mut legal = Vec::new();
    let mut events = Vec::new();
    loop {
        game.legal(&mut legal);
        let Some(action) = legal.get(choose(&game, &legal)) else {
            return game;
        };
        if game.play(*action, &mut events).is_err() || is_turn_over(&game, seat) {
            return game;
        }
        events.clear();
    }
}

/// Returns the linear interpolation between the values at the start and the end of the training.
fn interpolate(first: f32, last: f32, completed: f32) -> f32 {
    first + (last - first) * completed
}
