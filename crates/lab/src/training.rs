//! Training by self-play: a network plays against itself, and each position learns from what
//! followed (TD(λ)).
//!
//! Games are played in batches by the network as it is at the start of each batch, possibly in
//! parallel, and learned from in order, so that the same seed gives the same network with any
//! number of threads. The file holds all that is needed to go on later: the parameters, and how
//! many games were played.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use lanai_ai::{
    Appraise, Budget, Evaluator, ExpectedOutcome, FeatureWriter, Greedy, Observation, Planner,
    Policy, Skill, ValueNetwork, is_over, win_share,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Seat, Seats, Status};
use serde::{Deserialize, Serialize};

use crate::trial::beats_greedy;

/// How often a network is measured during its training.
const MARKS: u64 = 20;
/// The number of games between updates.
const BATCH: u64 = 32;
/// The share of games at the start that the greedy policy plays, so that there is something to
/// learn from.
const TAUGHT: f32 = 0.05;
/// The weight of later outcomes against the estimate one turn later (the λ of TD(λ)).
const LAMBDA: f32 = 0.8;
/// Random turns in a thousand, at the start and at the end.
const BY_CHANCE: (f32, f32) = (60.0, 5.0);
/// The learning rate, at the start and at the end.
const RATE: (f32, f32) = (0.01, 0.0005);
/// After so many turns, the rest of a game is played at random.
const LONG: u32 = 250;
/// A game with more turns is dropped.
const ENDLESS: u32 = 3000;

/// The settings and progress of a training, as the file's first line records them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    pub players: u8,
    /// The seed of all randomness in the training.
    pub seed: Seed,
    /// The number of games to play.
    pub games: u64,
    /// The number of games played so far.
    pub played: u64,
    pub history: Vec<Mark>,
}

/// The strength of a network after so many games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    pub played: u64,
    /// The mean points of a seat in games against itself.
    pub points: f64,
    /// The root mean square error of its estimates, in points.
    pub off: f64,
    /// The percentage of wins against greedy opponents.
    pub beats_greedy: f64,
}

/// Why a file of training cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NotTaught {
    #[error("what was taught cannot be read: {0}")]
    Course(#[from] serde_json::Error),
    #[error("there are not as many numbers as this net has, or not all of them are numbers")]
    Numbers,
}

impl Course {
    /// Returns whether both are the same training, regardless of progress.
    pub fn is_same(&self, other: &Course) -> bool {
        (self.players, self.seed, self.games) == (other.players, other.seed, other.games)
    }
}

/// A network in training.
pub struct Training<G> {
    course: Course,
    /// Shared with the policies that play with it.
    net: Arc<ValueNetwork>,
    /// Since the last measurement.
    went: Went,
    game: PhantomData<fn() -> G>,
}

/// The result of learning from a batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    Learned,
    /// The strength was measured as well: time to save the file.
    Tried(Mark),
}

/// Statistics of the games that were learned from.
#[derive(Default)]
struct Went {
    lessons: u32,
    /// The sum of squared errors, in points.
    off: f64,
    points: f64,
    seats: u32,
}

/// A position and its training target.
struct Lesson {
    inputs: Vec<f32>,
    came: ExpectedOutcome,
}

/// A position on the way, with the estimate of that time.
struct Seen {
    inputs: Vec<f32>,
    points: f32,
    expected: ExpectedOutcome,
}

impl<G: Appraise> Training<G> {
    pub fn new(course: Course) -> Training<G> {
        let net = Arc::new(ValueNetwork::new(
            G::FEATURE_COUNT,
            &mut Dice::new(&course.seed, 0),
        ));
        Training {
            course,
            net,
            went: Went::default(),
            game: PhantomData,
        }
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Builds a policy with the network as it is.
    pub fn mind(&self, skill: Skill, seed: &Seed, seat: Seat) -> Box<dyn Policy<G>> {
        Box::new(Planner::new(skill, Arc::clone(&self.net), seed, seat))
    }

    /// Encodes the file: a line of JSON with the settings and progress, then the parameters.
    pub fn write(&self) -> Result<Vec<u8>, NotTaught> {
        let mut file = serde_json::to_vec(&self.course)?;
        file.push(b'\n');
        file.extend(self.net.to_bytes());
        Ok(file)
    }

    pub fn read(file: &[u8]) -> Result<Training<G>, NotTaught> {
        let line = file
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or(NotTaught::Numbers)?;
        let course: Course = serde_json::from_slice(&file[..line])?;
        let net = ValueNetwork::from_bytes(G::FEATURE_COUNT, &file[line + 1..])
            .ok_or(NotTaught::Numbers)?;
        Ok(Training {
            course,
            net: Arc::new(net),
            went: Went::default(),
            game: PhantomData,
        })
    }

    /// Returns the numbers of the games to play next with the current network; empty when the
    /// training is over.
    pub fn batch(&self) -> Range<u64> {
        let Course { games, played, .. } = self.course;
        played..played + BATCH.min(games.saturating_sub(played))
    }

    /// Learns from the games of a batch, in their order.
    pub fn learn(&mut self, printed: &Arc<G::Printed>, batch: Vec<Finished>) -> Progress {
        let Course { games, played, .. } = self.course;
        let rate = RATE.0 + (RATE.1 - RATE.0) * share(played, games);
        self.course.played = self.batch().end;
        for finished in batch {
            self.learn_from(finished, rate);
        }
        let marks = |played| played * MARKS / games.max(1);
        if marks(self.course.played) == marks(played) {
            return Progress::Learned;
        }
        Progress::Tried(self.mark(printed))
    }

    /// Measures the strength and adds it to the history.
    fn mark(&mut self, printed: &Arc<G::Printed>) -> Mark {
        let Went {
            lessons,
            off,
            points,
            seats,
        } = std::mem::take(&mut self.went);
        let Course {
            players,
            seed,
            games,
            ..
        } = &self.course;
        let beats_greedy = Seats::of(G::TITLE, *players).map_or(0.0, |seats| {
            beats_greedy::<G>(&self.net, printed, seats, seed, *games)
        });
        let mark = Mark {
            played: self.course.played,
            points: points / f64::from(seats.max(1)),
            off: (off / f64::from(lessons.max(1))).sqrt(),
            beats_greedy,
        };
        self.course.history.push(mark);
        mark
    }

    fn learn_from(&mut self, Finished { lessons, points }: Finished, rate: f32) {
        let net = Arc::make_mut(&mut self.net);
        let went = &mut self.went;
        for Lesson { inputs, came } in lessons {
            let off = 100.0 * net.train_step(&inputs, came, rate);
            went.off += f64::from(off * off);
            went.lessons += 1;
        }
        went.points += points.iter().copied().map(f64::from).sum::<f64>();
        went.seats += u32::try_from(points.len()).unwrap_or(0);
    }

    /// Plays one game of the network against itself, and returns its lessons.
    pub fn play(&self, printed: &Arc<G::Printed>, number: u64) -> Finished {
        let done = share(self.course.played, self.course.games);
        let seed = self.course.seed.numbered(number);
        let presets = G::presets();
        let preset = usize::try_from(number).unwrap_or(0) % presets.len();
        let seats = Seats::of(G::TITLE, self.course.players).ok();
        let set_up =
            seats.and_then(|seats| G::setup(printed, seats, presets[preset].1.clone(), seed).ok());
        let Some(mut game) = set_up else {
            return Finished::default();
        };
        let taught = done < TAUGHT;
        let mut player = Player {
            judge: Evaluator::new(Arc::clone(&self.net)),
            dice: Dice::new(&seed, 1 << 33),
            by_chance: BY_CHANCE.0 + (BY_CHANCE.1 - BY_CHANCE.0) * done,
            taught,
        };
        let mut trails: Vec<Vec<Seen>> = game.seats().iter().map(|_| Vec::new()).collect();
        let mut turns = 0;
        while let Status::ToAct(seat) = game.status() {
            turns += 1;
            if turns > ENDLESS {
                return Finished::default();
            }
            game = player.turn(game, seat, turns > LONG);
            trails[seat.index()].extend(player.observe(&game, seat));
        }
        let Status::Over(standings) = game.status() else {
            return Finished::default();
        };
        let mut end = Finished::default();
        for seat in game.seats().iter() {
            let last = ExpectedOutcome {
                points: f32::from(standings.points[seat]) / 100.0,
                win: win_share(&standings, seat),
            };
            end.points.push(standings.points[seat]);
            learnt::<G>(
                std::mem::take(&mut trails[seat.index()]),
                last,
                &mut end.lessons,
            );
        }
        end
    }
}

/// The lessons of a game, and the final points.
#[derive(Default)]
pub struct Finished {
    lessons: Vec<Lesson>,
    points: Vec<u16>,
}

/// Computes the targets for the positions of a seat, from the last to the first: a mix of the next
/// estimate and of the final outcome.
fn learnt<G: Appraise>(seen: Vec<Seen>, last: ExpectedOutcome, lessons: &mut Vec<Lesson>) {
    let mut came = last;
    for Seen {
        inputs,
        points,
        expected,
    } in seen.into_iter().rev()
    {
        came.win *= G::DISCOUNT;
        lessons.push(Lesson {
            inputs,
            came: ExpectedOutcome {
                points: came.points - points,
                win: came.win,
            },
        });
        let mix = |later: f32, now: f32| LAMBDA * later + (1.0 - LAMBDA) * now;
        came = ExpectedOutcome {
            points: mix(came.points, points + expected.points),
            win: mix(came.win, expected.win),
        };
    }
}

/// Plays all seats of a training game.
struct Player {
    judge: Evaluator,
    dice: Dice,
    by_chance: f32,
    taught: bool,
}

impl Player {
    fn turn<G: Appraise>(&mut self, game: G, seat: Seat, hurries: bool) -> G {
        let chance =
            f32::from(u16::try_from(self.dice.below(1000)).unwrap_or_default()) < self.by_chance;
        if chance || hurries || self.taught {
            return self.decisions(game, seat, chance || hurries);
        }
        let world = game.imagined(&mut self.dice);
        match self.judge.best_turn(&world, seat) {
            Some((actions, _)) => self.carry_out(game, seat, &actions),
            None => game,
        }
    }

    /// Carries out a plan in the real game; what is illegal there is decided at random.
    fn carry_out<G: Appraise>(&mut self, mut game: G, seat: Seat, actions: &[G::Action]) -> G {
        game.play_on(actions);
        if is_over(&game, seat) {
            game
        } else {
            self.decisions(game, seat, true)
        }
    }

    fn decisions<G: Appraise>(&mut self, mut game: G, seat: Seat, by_chance: bool) -> G {
        let mut legal = Vec::new();
        let mut events = Vec::new();
        loop {
            game.legal(&mut legal);
            let choice = if by_chance {
                let bound = u32::try_from(legal.len()).unwrap_or(u32::MAX);
                usize::try_from(self.dice.below(bound)).unwrap_or(0)
            } else {
                Greedy.choose(
                    &Observation::new(&game, seat, &legal),
                    &mut Budget::per_turn(),
                )
            };
            let done = legal
                .get(choice)
                .is_none_or(|action| game.play(*action, &mut events).is_err());
            if done || is_over(&game, seat) {
                return game;
            }
            events.clear();
        }
    }

    fn observe<G: Appraise>(&mut self, game: &G, seat: Seat) -> Option<Seen> {
        game.status().to_act()?;
        let mut inputs = Vec::new();
        game.encode_features(seat, &mut FeatureWriter::new(&mut inputs, G::FEATURE_COUNT));
        let expected = self.judge.net().evaluate(&inputs);
        Some(Seen {
            expected,
            points: f32::from(game.points(seat)) / 100.0,
            inputs,
        })
    }
}

/// Returns the progress of a training, from 0 to 1.
fn share(part: u64, whole: u64) -> f32 {
    let thousandths = part.saturating_mul(1000) / whole.max(1);
    f32::from(u16::try_from(thousandths).unwrap_or(1000)) / 1000.0
}
