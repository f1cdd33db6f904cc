//! How a net learns: it plays against itself, and each position learns from what came of it.
//!
//! Games are played in batches by the net as it is at the beginning of each, side by side if somebody likes; then it learns
//! from them in their order. So the same seed gives the same net on any number of cores. All that is needed to go on later
//! stands in the file: the numbers of the net and how many games it has played.

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

/// How often on its way a net is tried.
const MARKS: u64 = 20;
/// How many games the net plays before it learns from them.
const BATCH: u64 = 32;
/// In this share of the games the greedy mind plays: so there is something to begin with.
const TAUGHT: f32 = 0.05;
/// How much of what came later counts, against what was expected a turn later.
const LAMBDA: f32 = 0.8;
/// Of a thousand turns so many are made by chance, at first and at last.
const BY_CHANCE: (f32, f32) = (60.0, 5.0);
/// How long a step is, at first and at last.
const RATE: (f32, f32) = (0.01, 0.0005);
/// After so many turns chance ends a game that nobody ends.
const LONG: u32 = 250;
/// A game that even chance does not end teaches nothing.
const ENDLESS: u32 = 3000;

/// What a net was taught, as the file says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// How many play.
    pub players: u8,
    /// All chance of the course.
    pub seed: Seed,
    /// How many games it takes.
    pub games: u64,
    /// How many of them are played.
    pub played: u64,
    /// How well it played on the way.
    pub history: Vec<Mark>,
}

/// How well a net played after so many games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// After how many games.
    pub played: u64,
    /// How many points a seat made in games against itself.
    pub points: f64,
    /// By how many points it was off where it said how many are to come.
    pub off: f64,
    /// In how many of a hundred games it was first against greedy others.
    pub beats_greedy: f64,
}

/// Why a file does not hold what a net was taught.
#[derive(Debug, thiserror::Error)]
pub enum NotTaught {
    /// The line that says what was taught.
    #[error("what was taught cannot be read: {0}")]
    Course(#[from] serde_json::Error),
    /// The numbers.
    #[error("there are not as many numbers as this net has, or not all of them are numbers")]
    Numbers,
}

impl Course {
    /// Whether it is the same course, however far both are.
    pub fn is_same(&self, other: &Course) -> bool {
        (self.players, self.seed, self.games) == (other.players, other.seed, other.games)
    }
}

/// A net that learns a game.
pub struct Training<G> {
    course: Course,
    /// Whoever plays with what was learned so far shares it.
    net: Arc<ValueNetwork>,
    /// How it went since it was tried last.
    went: Went,
    game: PhantomData<fn() -> G>,
}

/// How far a batch of games brought it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// It learned.
    Learned,
    /// It was tried besides: time to write it down.
    Tried(Mark),
}

/// How games went that it learned from.
#[derive(Default)]
struct Went {
    /// How many positions were learned from.
    lessons: u32,
    /// By how many points what was expected was off, squared, in all of them.
    off: f64,
    /// The points of all seats.
    points: f64,
    /// Of how many seats.
    seats: u32,
}

/// A position, and what came of it.
struct Lesson {
    inputs: Vec<f32>,
    came: ExpectedOutcome,
}

/// A position on the way, as it was seen.
struct Seen {
    inputs: Vec<f32>,
    points: f32,
    expected: ExpectedOutcome,
}

impl<G: Appraise> Training<G> {
    /// A course from its beginning.
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

    /// How far it is.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// A mind that plays with what was learned so far.
    pub fn mind(&self, skill: Skill, seed: &Seed, seat: Seat) -> Box<dyn Policy<G>> {
        Box::new(Planner::new(skill, Arc::clone(&self.net), seed, seat))
    }

    /// What stands in the file: a line that says what was taught, then the numbers of the net.
    pub fn write(&self) -> Result<Vec<u8>, NotTaught> {
        let mut file = serde_json::to_vec(&self.course)?;
        file.push(b'\n');
        file.extend(self.net.to_bytes());
        Ok(file)
    }

    /// A course as it was written down.
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

    /// The numbers of the games that are played next, by the net as it is; none if the course is over.
    pub fn batch(&self) -> Range<u64> {
        let Course { games, played, .. } = self.course;
        played..played + BATCH.min(games.saturating_sub(played))
    }

    /// Learns from the games of a batch, which are in their order.
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

    /// How good it is by now is noted down.
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

    /// One game of the net against itself, in what each position saw come of it.
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

/// What a game teaches, and how it ended.
#[derive(Default)]
pub struct Finished {
    lessons: Vec<Lesson>,
    points: Vec<u16>,
}

/// What the positions of a seat learn from each other, from the last to the first: each expects what the next one expected,
/// and what came in the end.
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

/// Whoever plays all seats of a game from which a net learns.
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

    /// What was planned is done in the game as it is; what cannot be done there is decided by chance.
    fn carry_out<G: Appraise>(&mut self, mut game: G, seat: Seat, actions: &[G::Action]) -> G {
        game.play_on(actions);
        if is_over(&game, seat) {
            game
        } else {
            self.decisions(game, seat, true)
        }
    }

    /// A turn, decision by decision.
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

/// How much of a course is done.
fn share(part: u64, whole: u64) -> f32 {
    let thousandths = part.saturating_mul(1000) / whole.max(1);
    f32::from(u16::try_from(thousandths).unwrap_or(1000)) / 1000.0
}
