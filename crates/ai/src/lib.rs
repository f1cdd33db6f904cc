//! Computer players. A mind judges by what its seat may know and by what it may do. What is hidden it draws anew before it
//! looks ahead, or leaves out: it chooses alike in two games that its seat cannot tell apart.

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
pub use lessons::Teach;
pub use network::{ExpectedOutcome, ValueNetwork};
pub use networks::file_name as network_file_name;
pub use planner::{Evaluator, Planner, Skill, win_share};
pub use policies::Policies;
pub use review::{
    PlayedTurn, ReviewedTurn, accuracy, costliest_turns, split_into_turns, turn_count,
};
pub use turns::is_over;

use std::fmt::Debug;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::figures::Flaw;
use lanai_rules::{Rules, Seat, Seats};

/// How many iterations a turn usually gets.
const ITERATIONS: u64 = 1000;

/// What a mind gets to see when it has to decide.
pub struct Observation<'a, G: Rules> {
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Action],
}

impl<'a, G: Rules> Observation<'a, G> {
    /// What this seat sees. The legal actions are those of the game, and there is at least one.
    pub fn new(game: &'a G, seat: Seat, legal: &'a [G::Action]) -> Observation<'a, G> {
        Observation { game, seat, legal }
    }
}

/// What a mind may spend on one turn, all decisions of it together. A mind has no clock: whoever asks it says how much it
/// may think, and when to stop.
pub struct Budget<'a> {
    left: u64,
    stops: &'a (dyn Fn() -> bool + 'a),
}

impl Budget<'static> {
    /// So many iterations, whatever an iteration is to a mind. The same seed and as many of them give the same choices
    /// everywhere.
    pub const fn of_iterations(iterations: u64) -> Budget<'static> {
        Budget {
            left: iterations,
            stops: &|| false,
        }
    }

    /// What a turn gets where nobody waits for it, as in records and in simulations.
    pub const fn per_turn() -> Budget<'static> {
        Budget::of_iterations(ITERATIONS)
    }
}

impl<'a> Budget<'a> {
    /// As many iterations as there is time for: until the answer is yes, because time is up, or because nobody wants to
    /// know any more.
    pub const fn until(stops: &'a (dyn Fn() -> bool + 'a)) -> Budget<'a> {
        Budget {
            left: u64::MAX,
            stops,
        }
    }

    /// How many iterations are left, unless it is stopped before: who decides often in a turn divides them.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Takes an iteration. False if there is none: then the best choice that is known by now is the answer.
    pub fn spend(&mut self) -> bool {
        if self.left == 0 || (self.stops)() {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        true
    }
}

/// Somebody who chooses: the answer is a place in the list of legal actions. Whoever plays a whole turn asks the same mind
/// for each decision of it, so that it may plan the turn at the first.
pub trait Policy<G: Rules> {
    /// Which of the legal actions to take. There is an answer even if nothing can be spent.
    fn choose(&mut self, observation: &Observation<'_, G>, budget: &mut Budget<'_>) -> usize;
}

/// A game about which minds have an opinion.
pub trait Appraise: Rules {
    /// Which legal action of the seat to act looks best at once, by its place in the list: the first of equals.
    fn greedy_choice(&self, seat: Seat, legal: &[Self::Action]) -> usize;

    /// What the nets were taught, by the names of the files.
    const NETWORKS: &[(&'static str, &'static [u8])];

    /// How many numbers describe a position.
    const FEATURE_COUNT: usize;

    /// How far off the judgements of the two weaker levels may be, in chances to win.
    const EVALUATION_NOISE: [f32; 2];

    /// How much of the chance to win is left a turn later: less than all where a game can be drawn out.
    const DISCOUNT: f32;

    /// What the numbers of a description are about.
    type Topic: Copy + PartialEq + Debug;

    /// What a turn may be good for.
    type Reason: Copy + PartialEq + Debug + Send + Sync;

    /// Points that are scored at once.
    const IMMEDIATE_POINTS: Self::Topic;

    /// Describes a position to a seat, in numbers around nought to one, of nothing that is hidden from everybody.
    fn encode_features(&self, seat: Seat, features: &mut FeatureWriter<'_, Self::Topic>);

    /// What there is to be said of a topic, after a turn, if anything.
    fn reason(taken: &TakenTurn<'_, Self>, topic: Self::Topic) -> Option<Self::Reason>;

    /// What a turn comes down to: two of which this is the same are alike.
    fn without_details(actions: &[Self::Action]) -> Vec<Self::Action>;

    /// The points of a seat so far.
    fn points(&self, seat: Seat) -> u16;

    /// Leaves out of a list what is hardly ever better than something else in it. Never everything.
    fn prune(&self, legal: &mut Vec<Self::Action>);
}

/// The minds that can be asked for by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PolicyKind {
    /// Any legal action, each equally likely.
    Random,
    /// The action that looks best at once.
    Greedy,
    /// Plays soundly, and overlooks much: for first games.
    Keiki,
    /// Plays well, and overlooks little.
    #[default]
    Makua,
    /// Plays as well as we can make it: it looks at what the others may do.
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

    /// Those against whom people play: the weakest first.
    pub const LEVELS: [PolicyKind; 3] = [PolicyKind::Keiki, PolicyKind::Makua, PolicyKind::Kupuna];

    /// The word that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            PolicyKind::Random => "random",
            PolicyKind::Greedy => "greedy",
            PolicyKind::Keiki => "keiki",
            PolicyKind::Makua => "makua",
            PolicyKind::Kupuna => "kupuna",
        }
    }

    /// The mind of this name.
    pub fn from_name(name: &str) -> Option<PolicyKind> {
        PolicyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A mind of this kind at a table of so many. Its chance, if it uses any, comes from the seed and the seat.
    pub fn build<G: Appraise>(
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
        let skill = Skill {
            evaluation_noise,
            looks_ahead: self == PolicyKind::Kupuna,
        };
        Ok(Box::new(Planner::new(
            skill,
            networks::load::<G>(seats)?,
            seed,
            seat,
        )))
    }
}

/// Takes any legal action.
pub struct Random(Dice);

impl Random {
    /// Streams of minds are far from those of games.
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

/// Takes the action that looks best, the first of equals.
pub struct Greedy;

impl<G: Appraise> Policy<G> for Greedy {
    fn choose(&mut self, observation: &Observation<'_, G>, _: &mut Budget<'_>) -> usize {
        if observation.legal.len() == 1 {
            return 0;
        }
        observation
            .game
            .greedy_choice(observation.seat, observation.legal)
    }
}

/// Where the most stands, the first of equals.
fn first_best(worths: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (at, worth) in worths.enumerate() {
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}
