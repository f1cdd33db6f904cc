//! Random legal walks through any game, and what the laws do with them.

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{Hawaii, options};
use lanai_rules::{Rules, Seat, Seats, Status, Viewer};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use serde::Serialize;

use lanai_testing::outside::test_size;
use lanai_testing::resampling::Resample;

/// A game of which tests know what a table may choose.
pub(crate) trait Tried: Resample {
    /// No walk takes longer.
    const MAX_DECISIONS: usize;

    /// Any options.
    fn any_options() -> BoxedStrategy<Self::Options>;
}

impl Tried for Hawaii {
    const MAX_DECISIONS: usize = 1_000;

    fn any_options() -> BoxedStrategy<options::Options> {
        use options::{Exchange, FirstSpace, GoodsShown, Ranking, Rows, TieBreak, TikiSpaces};
        let goods = prop_oneof![Just(GoodsShown::Hidden), Just(GoodsShown::Open)];
        let tikis = prop_oneof![Just(TikiSpaces::Six), Just(TikiSpaces::Seven)];
        let first = prop_oneof![Just(FirstSpace::Scores), Just(FirstSpace::ScoresNothing)];
        let ties = prop_oneof![Just(TieBreak::GoodsLeft), Just(TieBreak::Shared)];
        let rows = prop_oneof![Just(Rows::WithoutGaps), Just(Rows::MayBeSkipped)];
        let exchange = prop_oneof![Just(Exchange::OncePerTurn), Just(Exchange::EachPayment)];
        let ranking = prop_oneof![Just(Ranking::ThoseWhoScore), Just(Ranking::Everyone)];
        (goods, tikis, first, ties, rows, exchange, ranking)
            .prop_map(
                |(goods, tikis, last_first_space, tie_break, rows, exchange, ranking)| {
                    options::Options {
                        goods,
                        tikis,
                        last_first_space,
                        tie_break,
                        rows,
                        exchange,
                        ranking,
                    }
                },
            )
            .boxed()
    }
}

impl Tried for Haleakala {
    /// No rule forbids to shuffle discs around for long.
    const MAX_DECISIONS: usize = 10_000;

    fn any_options() -> BoxedStrategy<haleakala::options::Options> {
        use haleakala::options::{Lava, Options, Priestess, Shuffling};
        let lava = prop_oneof![Just(Lava::Drawn), Just(Lava::Invoked)];
        let priestess = prop_oneof![Just(Priestess::MustAct), Just(Priestess::MayDecline)];
        let shuffling = prop_oneof![Just(Shuffling::Unlimited), Just(Shuffling::FortyTurns)];
        (lava, priestess, shuffling)
            .prop_map(|(lava, priestess, shuffling)| Options {
                lava,
                priestess,
                shuffling,
            })
            .boxed()
    }
}

/// Which walk to take. All of it follows from these few numbers, and a shorter walk is a simpler example.
#[derive(Clone, Debug)]
pub(crate) struct Plan<G: Rules> {
    pub(crate) seats: u8,
    pub(crate) options: G::Options,
    pub(crate) seed: u64,
    /// Seed of the one who walks.
    pub(crate) walker: u64,
    /// How much he prefers what is listed first: otherwise rounds would be short, and realms poor.
    lean: u32,
    /// How many decisions at most.
    pub(crate) steps: usize,
}

/// One decision of a walk.
pub(crate) struct Stride<G: Rules> {
    pub(crate) before: G,
    pub(crate) seat: Seat,
    pub(crate) legal: Vec<G::Action>,
    pub(crate) action: G::Action,
    pub(crate) events: Vec<G::Event>,
    pub(crate) after: G,
}

impl<G: Rules> Plan<G> {
    /// The game before the first decision.
    pub(crate) fn begin(&self) -> G {
        let seats = Seats::of(G::TITLE, self.seats).unwrap();
        let seed = Seed::from_number(self.seed);
        G::setup(&G::printed().unwrap(), seats, self.options.clone(), seed).unwrap()
    }

    /// Every decision.
    pub(crate) fn strides(&self) -> Vec<Stride<G>> {
        let mut dice = Dice::new(&Seed::from_number(self.walker), 0);
        let mut game = self.begin();
        let mut strides = Vec::new();
        while let Status::ToAct(seat) = game.status()
            && strides.len() < self.steps
        {
            let mut legal = Vec::new();
            game.legal(&mut legal);
            let bound = u32::try_from(legal.len()).unwrap();
            let choice = (0..=self.lean).map(|_| dice.below(bound)).min().unwrap();
            let action = legal[choice as usize];
            let before = game.clone();
            let mut events = Vec::new();
            game.play(action, &mut events).unwrap();
            strides.push(Stride {
                before,
                seat,
                legal,
                action,
                events,
                after: game.clone(),
            });
        }
        strides
    }

    /// Every position, the first and the last included.
    pub(crate) fn positions(&self) -> Vec<G> {
        let after = self.strides().into_iter().map(|stride| stride.after);
        std::iter::once(self.begin()).chain(after).collect()
    }

    /// A walk through another game of the same kind.
    pub(crate) fn another(&self) -> Plan<G> {
        Plan {
            seed: self.seed + 1,
            walker: self.walker + 1,
            steps: 300,
            ..self.clone()
        }
    }
}

/// Holds a law against so many walks, of any length.
pub(crate) fn on_plans<G: Tried>(cases: u32, law: impl Fn(Plan<G>) -> TestCaseResult) {
    run(cases, plans(0..500_usize), law);
}

/// Holds a law against so many walks that stop only at the end.
pub(crate) fn on_whole_games<G: Tried>(cases: u32, law: impl Fn(Plan<G>) -> TestCaseResult) {
    run(cases, plans(Just(G::MAX_DECISIONS)), law);
}

fn plans<G: Tried>(steps: impl Strategy<Value = usize>) -> impl Strategy<Value = Plan<G>> {
    let of_small_numbers = (G::TITLE.seats(), 0..100_000_u64, 0..100_000_u64, 0..4_u32);
    (of_small_numbers, G::any_options(), steps).prop_map(
        |((seats, seed, walker, lean), options, steps)| Plan {
            seats,
            options,
            seed,
            walker,
            lean,
            steps,
        },
    )
}

fn run<T: Strategy>(cases: u32, strategy: T, law: impl Fn(T::Value) -> TestCaseResult) {
    let usual = Config::default();
    // A third of them with every change.
    let part = u32::try_from(test_size(768, 256)).unwrap();
    let cases = (cases * usual.cases / part).max(1);
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..usual
    });
    runner
        .run(&strategy, law)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Any of them, if there are any.
pub(crate) fn pick<T: Copy>(dice: &mut Dice, list: &[T]) -> Option<T> {
    let bound = u32::try_from(list.len()).unwrap();
    list.get(dice.below(bound) as usize).copied()
}

/// Everybody through whose eyes a game can be seen.
pub(crate) fn viewers<G: Rules>(game: &G) -> impl Iterator<Item = Viewer> + use<G> {
    game.seats().iter().map(Viewer::Seat).chain([Viewer::Table])
}

pub(crate) fn to_json(it: &impl Serialize) -> String {
    serde_json::to_string(it).unwrap()
}
