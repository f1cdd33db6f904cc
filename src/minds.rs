//! Computer players. A mind sees what its seat may know and what it may do, never the state: [`Sight`] gives
//! out views only.

pub mod haleakala;
pub mod hawaii;

use crate::rules::chance::{Dice, Seed};
use crate::rules::{Rules, Seat, Viewer};

/// How many iterations a turn usually gets.
const ITERATIONS: u64 = 1000;

/// What a mind gets to see when it has to decide.
pub struct Sight<'a, G: Rules> {
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Action],
}

impl<'a, G: Rules> Sight<'a, G> {
    /// What this seat sees. The legal actions are those of the game, and there is at least one.
    pub fn new(game: &'a G, seat: Seat, legal: &'a [G::Action]) -> Sight<'a, G> {
        Sight { game, seat, legal }
    }

    /// What the seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(Viewer::Seat(self.seat))
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
    pub const fn of(iterations: u64) -> Budget<'static> {
        Budget { left: iterations, stops: &|| false }
    }

    /// What a turn gets where nobody waits for it, as in records and in simulations.
    pub const fn usual() -> Budget<'static> {
        Budget::of(ITERATIONS)
    }
}

impl<'a> Budget<'a> {
    /// As many iterations as there is time for: until the answer is yes, because time is up, or because nobody wants to
    /// know any more.
    pub const fn until(stops: &'a (dyn Fn() -> bool + 'a)) -> Budget<'a> {
        Budget { left: u64::MAX, stops }
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
pub trait Mind<G: Rules> {
    /// Which of the legal actions to take. There is an answer even if nothing can be spent.
    fn choose(&mut self, sight: &Sight<'_, G>, budget: &mut Budget<'_>) -> usize;
}

/// A game about which minds have an opinion.
pub trait Appraise: Rules {
    /// How good each legal action of the seat to act looks, in the order of the list.
    fn appraise(view: &Self::View, seat: Seat, legal: &[Self::Action]) -> Vec<f64>;
}

/// The minds that can be asked for by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// Any legal action, each equally likely.
    Random,
    /// The action that looks best at once.
    #[default]
    Greedy,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 2] = [Kind::Random, Kind::Greedy];

    /// The word that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
        }
    }

    /// A mind of this kind. Its chance, if it uses any, comes from the seed and the seat.
    pub fn mind<G: Appraise>(self, seed: &Seed, seat: Seat) -> Box<dyn Mind<G>> {
        match self {
            Kind::Random => Box::new(Random::new(seed, seat)),
            Kind::Greedy => Box::new(Greedy),
        }
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

impl<G: Rules> Mind<G> for Random {
    fn choose(&mut self, sight: &Sight<'_, G>, _: &mut Budget<'_>) -> usize {
        let bound = u32::try_from(sight.legal.len()).unwrap_or(u32::MAX);
        usize::try_from(self.0.below(bound)).unwrap_or(0)
    }
}

/// Takes the action that looks best, the first of equals.
pub struct Greedy;

impl<G: Appraise> Mind<G> for Greedy {
    fn choose(&mut self, sight: &Sight<'_, G>, _: &mut Budget<'_>) -> usize {
        if sight.legal.len() == 1 {
            return 0;
        }
        let worth = G::appraise(&sight.view(), sight.seat, sight.legal);
        let mut best = 0;
        for (index, worth_here) in worth.iter().enumerate() {
            if *worth_here > worth[best] {
                best = index;
            }
        }
        best
    }
}
