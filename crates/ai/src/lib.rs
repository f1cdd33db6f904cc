//! Computer players: policies that play, advice to players, and reviews of games.
//!
//! A policy uses only what its seat may know: hidden information is sampled or left out, so a
//! policy chooses alike in two games that its seat cannot tell apart. The entry points are
//! [`PolicyKind`], [`Adviser`] and [`PlayedTurn::review`].

mod advice;
pub mod haleakala;
pub mod hawaii;

mod feature_writer;
mod lessons;
mod network;
mod networks;
mod planner;
mod policies;
mod review;
mod turns;

pub use advice::{Advice, Adviser, TakenTurn, Verdict, win_chances};
pub use feature_writer::FeatureWriter;
pub use lessons::{LessonPart, LessonStep, Teach, play_until_part};
pub use network::{ExpectedOutcome, ValueNetwork};
pub use networks::file_name as network_file_name;
pub use planner::{Evaluator, Planner, PlannerSettings, win_share};
pub use policies::Policies;
pub use review::{
    PlayedTurn, ReviewedTurn, accuracy, costliest_turns, split_into_turns, turn_count,
};
pub use turns::is_turn_over;

use std::fmt::Debug;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::figures::Flaw;
use lanai_rules::{Rules, Seat, Seats};

/// The default number of iterations (rollouts) for a turn.
const ITERATIONS_PER_TURN: u64 = 1000;

/// The game, the seat and the legal actions on which a policy decides.
pub struct Observation<'a, G: Rules> {
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Action],
}

impl<'a, G: Rules> Observation<'a, G> {
    /// Creates an observation. `legal` must be the game's list of legal actions and not empty.
    pub fn new(game: &'a G, seat: Seat, legal: &'a [G::Action]) -> Observation<'a, G> {
        Observation { game, seat, legal }
    }
}

/// The limit of thinking for all decisions of one turn.
///
/// A policy has no clock, so the caller limits the iterations or tells when to stop.
pub struct Budget<'a> {
    left: u64,
    should_stop: &'a (dyn Fn() -> bool + 'a),
}

impl Budget<'static> {
    /// Creates a budget of this number of iterations.
    ///
    /// The same seed and budget give the same choices on every machine.
    pub const fn of_iterations(iterations: u64) -> Budget<'static> {
        Budget {
            left: iterations,
            should_stop: &|| false,
        }
    }

    /// Creates the default budget of a turn, for records and simulations.
    pub const fn per_turn() -> Budget<'static> {
        Budget::of_iterations(ITERATIONS_PER_TURN)
    }
}

impl<'a> Budget<'a> {
    /// Creates a budget with unlimited iterations that ends as soon as `should_stop` returns true.
    pub const fn until(should_stop: &'a (dyn Fn() -> bool + 'a)) -> Budget<'a> {
        Budget {
            left: u64::MAX,
            should_stop,
        }
    }

    /// Returns the number of remaining iterations; `should_stop` may end the budget earlier.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Spends one iteration. Returns false if none is left; the policy must then answer with the
    /// best choice so far.
    pub fn spend(&mut self) -> bool {
        if self.left == 0 || (self.should_stop)() {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        true
    }
}

/// Chooses among legal actions.
///
/// The same policy is asked for every decision of a turn, so it may plan the turn at the first
/// decision.
pub trait Policy<G: Rules> {
    /// Returns the index of the chosen action in the legal actions, even if the budget is empty.
    fn choose(&mut self, observation: &Observation<'_, G>, budget: &mut Budget<'_>) -> usize;
}

/// A game that computer players can evaluate.
pub trait Evaluate: Rules {
    /// Returns the index of the best legal action by the heuristic; of equally good ones, the
    /// first.
    fn greedy_choice(&self, seat: Seat, legal: &[Self::Action]) -> usize;

    /// The name and contents of each file with a trained network.
    const NETWORKS: &[(&'static str, &'static [u8])];

    /// The number of features of a position.
    const FEATURE_COUNT: usize;

    /// The random error of evaluations at the two weaker levels, Keiki and Makua, in utility.
    const EVALUATION_NOISE: [f32; 2];

    /// The factor of the winning chance for each turn of delay; below one if a game can be drawn
    /// out.
    const DISCOUNT: f32;

    /// The subject of a group of features, to which reasons refer.
    type Topic: Copy + PartialEq + Debug;

    type Reason: Copy + PartialEq + Debug + Send + Sync;

    /// The topic of the points scored in the turn itself.
    const IMMEDIATE_POINTS: Self::Topic;

    /// Writes the features of a position as a seat sees it, without hidden information.
    fn encode_features(&self, seat: Seat, features: &mut FeatureWriter<'_, Self::Topic>);

    /// Returns the reason that a topic gives for a turn, if any.
    fn reason(taken: &TakenTurn<'_, Self>, topic: Self::Topic) -> Option<Self::Reason>;

    /// Returns a turn without its details; two turns with the same result count as similar.
    fn without_details(actions: &[Self::Action]) -> Vec<Self::Action>;

    /// Returns the points that a seat has scored so far.
    fn points(&self, seat: Seat) -> u16;

    /// Drops actions that are hardly ever better than another legal action, but never all of them.
    fn prune(&self, legal: &mut Vec<Self::Action>);
}

/// The policies that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PolicyKind {
    /// Takes any legal action, each with the same chance.
    Random,
    /// Takes the best action by the heuristic, without looking ahead.
    Greedy,
    /// Plans turns with a large random error; for first games.
    Keiki,
    /// Plans turns with a small random error.
    #[default]
    Makua,
    /// Plans turns without random error, and samples the opponents' replies.
    Kupuna,
}

impl PolicyKind {
    pub const ALL: [PolicyKind; 5] = [
        PolicyKind::Random,
        PolicyKind::Greedy,
        PolicyKind::Keiki,
        PolicyKind::Makua,
        PolicyKind::Kupuna,
    ];

    /// The levels offered to players, the weakest first.
    pub const LEVELS: [PolicyKind; 3] = [PolicyKind::Keiki, PolicyKind::Makua, PolicyKind::Kupuna];

    /// Returns the name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            PolicyKind::Random => "random",
            PolicyKind::Greedy => "greedy",
            PolicyKind::Keiki => "keiki",
            PolicyKind::Makua => "makua",
            PolicyKind::Kupuna => "kupuna",
        }
    }

    pub fn from_name(name: &str) -> Option<PolicyKind> {
        PolicyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Builds the policy for a seat. All its randomness comes from the seed and the seat.
    pub fn build<G: Evaluate>(
        self,
        seed: &Seed,
        seats: Seats,
        seat: Seat,
    ) -> Result<Box<dyn Policy<G>>, Flaw> {
        let evaluation_noise = match self {
            PolicyKind::Random => return Ok(Box::new(Random::new(seed, seat))),
            PolicyKind::Greedy => return Ok(Box::new(Greedy)),
            PolicyKind::Keiki => G::EVALUATION_NOISE[0],
            PolicyKind::Makua => G::EVALUATION_NOISE[1],
            PolicyKind::Kupuna => 0.0,
        };
        let settings = PlannerSettings {
            evaluation_noise,
            looks_ahead: self == PolicyKind::Kupuna,
        };
        Ok(Box::new(Planner::new(
            settings,
            networks::load::<G>(seats)?,
            seed,
            seat,
        )))
    }
}

/// A policy that takes any legal action, each with the same chance.
pub struct Random(Dice);

impl Random {
    /// Creates the policy for a seat. The numbers of its random streams are never used by games.
    pub fn new(seed: &Seed, seat: Seat) -> Random {
        Random(Dice::new(seed, (1 << 32) + u64::from(seat.number())))
    }
}

impl<G: Rules> Policy<G> for Random {
    fn choose(&mut self, observation: &Observation<'_, G>, _: &mut Budget<'_>) -> usize {
        let bound = u32::try_from(observation.legal.len()).unwrap_or(u32::MAX);
        usize::try_from(self.0.below(bound)).unwrap_or(0)
    }
}

/// A policy that takes the best action by the heuristic; of equally good ones, the first.
pub struct Greedy;

impl<G: Evaluate> Policy<G> for Greedy {
    fn choose(&mut self, observation: &Observation<'_, G>, _: &mut Budget<'_>) -> usize {
        if observation.legal.len() == 1 {
            return 0;
        }
        observation
            .game
            .greedy_choice(observation.seat, observation.legal)
    }
}

/// Returns the index of the highest value; of equal ones, the first.
fn index_of_highest(values: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (at, value) in values.enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    best.0
}
