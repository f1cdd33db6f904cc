//! A policy that plans whole turns.
//!
//! It samples hidden information (determinization), evaluates the position after each turn with a
//! network, and looks ahead from the best turns.

use std::collections::VecDeque;
use std::sync::Arc;

use super::feature_writer::{FeatureWriter, count_as_f32};
use super::network::{BasePosition, ValueNetwork};
use super::turns::{for_each_turn, is_turn_over};
use super::{Budget, Evaluate, ExpectedOutcome, Observation, Policy};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Seat, Standings, Status};

const MAX_CANDIDATES: usize = 16;
/// The limit of rollouts for one turn.
const MAX_ITERATIONS: u64 = 4000;
/// The number of sampled worlds for a turn that reveals something hidden.
const REVEALING_TURN_WORLDS: u8 = 6;
/// The number of turns after which a rollout ends even if the seat has not had its next turn.
const MAX_ROLLOUT_TURNS: u8 = 30;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlannerSettings {
    /// The random error, in utility, that weakens a level; zero for the strongest level.
    pub evaluation_noise: f32,
    /// Whether the opponents' replies are sampled.
    pub looks_ahead: bool,
}

/// Evaluates positions with a network.
pub struct Evaluator {
    network: Arc<ValueNetwork>,
    features: Vec<f32>,
    /// The position before the turns that are evaluated next.
    base: BasePosition,
}

impl Evaluator {
    pub fn new(network: Arc<ValueNetwork>) -> Evaluator {
        Evaluator {
            network,
            features: Vec::new(),
            base: BasePosition::new(),
        }
    }

    pub fn network(&self) -> &ValueNetwork {
        &self.network
    }

    /// Returns the expected outcome of the whole game, including the points scored so far.
    pub(super) fn evaluate<G: Evaluate>(&mut self, game: &G, seat: Seat) -> ExpectedOutcome {
        self.evaluate_with(game, seat, |network, _, features| {
            network.evaluate(features)
        })
    }

    /// Sets the position before the turns that are evaluated next.
    fn set_base<G: Evaluate>(&mut self, game: &G, seat: Seat) {
        game.encode_features(
            seat,
            &mut FeatureWriter::new(&mut self.features, G::FEATURE_COUNT),
        );
        self.network.set_base(&mut self.base, &self.features);
    }

    /// Returns the same as `evaluate` (except for rounding), but faster, one turn after the base.
    fn evaluate_after<G: Evaluate>(&mut self, game: &G, seat: Seat) -> ExpectedOutcome {
        self.evaluate_with(game, seat, ValueNetwork::evaluate_from)
    }

    fn evaluate_with<G: Evaluate>(
        &mut self,
        game: &G,
        seat: Seat,
        evaluate: impl Fn(&ValueNetwork, &BasePosition, &[f32]) -> ExpectedOutcome,
    ) -> ExpectedOutcome {
        match game.status() {
            Status::Over(standings) => ExpectedOutcome {
                points: f32::from(standings.points[seat]) / 100.0,
                win: win_share(&standings, seat),
            },
            Status::ToAct(_) => {
                game.encode_features(
                    seat,
                    &mut FeatureWriter::new(&mut self.features, G::FEATURE_COUNT),
                );
                let ExpectedOutcome { points, win } =
                    evaluate(&self.network, &self.base, &self.features);
                ExpectedOutcome {
                    points: points + f32::from(game.points(seat)) / 100.0,
                    win,
                }
            }
        }
    }

    /// Returns the expected outcome of each seat, and the sum of their chances to win.
    pub(super) fn evaluate_all_seats<G: Evaluate>(
        &mut self,
        game: &G,
    ) -> (Vec<ExpectedOutcome>, f32) {
        let all: Vec<ExpectedOutcome> = game
            .seats()
            .iter()
            .map(|seat| self.evaluate(game, seat))
            .collect();
        let chances = all.iter().map(|expected| expected.win).sum();
        (all, chances)
    }

    /// Returns the best turn of a seat in a sampled world, and the game after it.
    pub fn best_turn<G: Evaluate>(&mut self, game: &G, seat: Seat) -> Option<(Vec<G::Action>, G)> {
        let mut best: Option<(f32, Vec<G::Action>, G)> = None;
        self.set_base(game, seat);
        for_each_turn(game, &mut |turn| {
            let utility = self.evaluate_after(turn.after, seat).utility();
            if best
                .as_ref()
                .is_none_or(|(best_utility, _, _)| utility > *best_utility)
            {
                best = Some((utility, turn.actions.to_vec(), turn.after.clone()));
            }
        });
        best.map(|(_, actions, after)| (actions, after))
    }
}

/// A turn and its estimated outcome.
pub(super) struct Candidate<G: Evaluate> {
    pub(super) actions: Vec<G::Action>,
    pub(super) expected: ExpectedOutcome,
    /// The random error that is added to the estimate's utility.
    noise: f32,
    /// Whether this turn reveals something hidden, so that the estimate is for one sampled world
    /// only.
    reveals: bool,
    /// The sum of the outcomes of all rollouts, and the number of rollouts.
    rollouts: (ExpectedOutcome, f32),
}

impl<G: Evaluate> Candidate<G> {
    pub(super) fn new(actions: Vec<G::Action>) -> Candidate<G> {
        let nothing = ExpectedOutcome::default();
        Candidate {
            actions,
            expected: nothing,
            noise: 0.0,
            reveals: false,
            rollouts: (nothing, 0.0),
        }
    }

    fn noisy_utility(&self) -> f32 {
        self.expected.utility() + self.noise
    }
}

/// A policy that plans whole turns.
pub struct Planner<G: Evaluate> {
    settings: PlannerSettings,
    evaluator: Evaluator,
    dice: Dice,
    /// The remaining decisions of a planned turn: the expected legal actions and the index of the
    /// chosen one.
    plan: VecDeque<(Vec<G::Action>, usize)>,
}

impl<G: Evaluate> Planner<G> {
    pub fn new(
        settings: PlannerSettings,
        network: Arc<ValueNetwork>,
        seed: &Seed,
        seat: Seat,
    ) -> Planner<G> {
        let dice = Dice::new(seed, (1 << 32) + u64::from(seat.number()));
        Planner {
            settings,
            evaluator: Evaluator::new(network),
            dice,
            plan: VecDeque::new(),
        }
    }

    /// Returns all turns of a seat, or the most promising ones after looking ahead, best first.
    pub(super) fn rank_turns(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) -> Vec<Candidate<G>> {
        let mut candidates = self.evaluate_turns(game, seat);
        if self.settings.looks_ahead {
            self.look_ahead(&mut candidates, game, seat, budget);
        }
        candidates
    }

    pub(super) fn sample_world(&mut self, game: &G) -> G {
        game.with_hidden_redealt(&mut self.dice)
    }

    pub(super) fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// Returns every turn of a seat, evaluated with the network alone, best first.
    pub(super) fn evaluate_turns(&mut self, game: &G, seat: Seat) -> Vec<Candidate<G>> {
        let evaluator = &mut self.evaluator;
        let dice = &mut self.dice;
        let evaluation_noise = self.settings.evaluation_noise;
        let mut candidates = Vec::new();
        evaluator.set_base(game, seat);
        for_each_turn(game, &mut |turn| {
            candidates.push(Candidate {
                expected: evaluator.evaluate_after(turn.after, seat),
                noise: evaluation_noise * sample_noise(dice),
                reveals: turn.reveals,
                ..Candidate::new(turn.actions.to_vec())
            });
        });
        sort_by_utility(&mut candidates);
        // A revealing turn was evaluated in only one possible world, so such turns among the best
        // are averaged over several sampled worlds.
        let mut final_count = 0;
        while final_count < candidates.len().min(MAX_CANDIDATES) {
            if !candidates[final_count].reveals {
                final_count += 1;
                continue;
            }
            let mut averaged = candidates.remove(final_count);
            averaged.expected = self.average_over_worlds(&averaged, game, seat);
            averaged.reveals = false;
            let at = candidates
                .partition_point(|other| other.noisy_utility() >= averaged.noisy_utility());
            candidates.insert(at.max(final_count), averaged);
        }
        candidates
    }

    fn average_over_worlds(
        &mut self,
        candidate: &Candidate<G>,
        game: &G,
        seat: Seat,
    ) -> ExpectedOutcome {
        let mut sum = candidate.expected;
        let mut number = 1.0;
        for _ in 1..REVEALING_TURN_WORLDS {
            let world = game.with_hidden_redealt(&mut self.dice);
            let after = self.play_turn(world, seat, &candidate.actions);
            sum += self.evaluator.evaluate(&after, seat);
            number += 1.0;
        }
        sum / number
    }

    /// Plays a turn. If an action is illegal in this world, the network chooses the remaining ones.
    fn play_turn(&mut self, mut game: G, seat: Seat, actions: &[G::Action]) -> G {
        game.play_on(actions);
        if is_turn_over(&game, seat) {
            return game;
        }
        match self.evaluator.best_turn(&game, seat) {
            Some((_, after)) => after,
            None => game,
        }
    }

    /// Looks ahead by sequential halving: more and more rollouts for fewer and fewer candidates.
    ///
    /// First drops all candidates but the most promising `MAX_CANDIDATES`.
    pub(super) fn look_ahead(
        &mut self,
        candidates: &mut Vec<Candidate<G>>,
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) {
        candidates.truncate(MAX_CANDIDATES);
        let mut remaining = candidates.len();
        let mut rollouts_left = budget.left().min(MAX_ITERATIONS);
        while remaining > 1 {
            let halvings = u64::from(remaining.next_power_of_two().trailing_zeros());
            let candidate_count = u64::try_from(remaining).unwrap_or(u64::MAX);
            let worlds = (rollouts_left / halvings / candidate_count).max(1);
            let completed =
                self.sample_outcomes(worlds, &mut candidates[..remaining], game, seat, budget);
            // All remaining candidates had the same number of rollouts, so sorting is fair even if
            // the budget ran out.
            sort_by_utility(&mut candidates[..remaining]);
            if !completed {
                return;
            }
            rollouts_left = rollouts_left.saturating_sub(worlds * candidate_count);
            remaining = remaining.div_ceil(2);
        }
    }

    /// Runs a rollout of every candidate in each of the sampled worlds. Returns false if the budget
    /// ran out.
    pub(super) fn sample_outcomes(
        &mut self,
        worlds: u64,
        candidates: &mut [Candidate<G>],
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) -> bool {
        for _ in 0..worlds {
            let world = game.with_hidden_redealt(&mut self.dice);
            let mut outcomes = Vec::with_capacity(candidates.len());
            for candidate in candidates.iter() {
                if !budget.spend() {
                    return false;
                }
                let after = self.play_turn(world.clone(), seat, &candidate.actions);
                outcomes.push(self.rollout(after, seat));
            }
            for (candidate, outcome) in candidates.iter_mut().zip(outcomes) {
                candidate.rollouts.0 += outcome;
                candidate.rollouts.1 += 1.0;
                candidate.expected = candidate.rollouts.0 / candidate.rollouts.1;
            }
        }
        true
    }

    /// Plays all seats' best turns until `seat` has had its next turn, then evaluates the position.
    fn rollout(&mut self, mut game: G, seat: Seat) -> ExpectedOutcome {
        for _ in 0..MAX_ROLLOUT_TURNS {
            let Some(next) = game.status().to_act() else {
                break;
            };
            let Some((_, after)) = self.evaluator.best_turn(&game, next) else {
                break;
            };
            game = after;
            if next == seat {
                break;
            }
        }
        self.evaluator.evaluate(&game, seat)
    }

    /// Stores a turn as a plan: the legal actions and the choice of each decision in the sampled
    /// world.
    fn set_plan(&mut self, game: &G, actions: &[G::Action]) {
        let mut game = game.clone();
        let mut events = Vec::new();
        self.plan.clear();
        for action in actions {
            let legal = game.legal_actions();
            let Some(choice) = legal.iter().position(|other| other == action) else {
                return;
            };
            self.plan.push_back((legal, choice));
            if game.play(*action, &mut events).is_err() {
                return;
            }
        }
    }
}

impl<G: Evaluate> Policy<G> for Planner<G> {
    fn choose(&mut self, observation: &Observation<'_, G>, budget: &mut Budget<'_>) -> usize {
        match self.plan.pop_front() {
            Some((legal, choice)) if legal == observation.legal => return choice,
            // The legal actions differ because something hidden was revealed or a new turn begins.
            _ => self.plan.clear(),
        }
        if observation.legal.len() == 1 {
            return 0;
        }
        let world = observation.game.with_hidden_redealt(&mut self.dice);
        if let Some(best) = self.rank_turns(&world, observation.seat, budget).first() {
            self.set_plan(&world, &best.actions);
        }
        self.plan.pop_front().map_or(0, |(_, choice)| choice)
    }
}

/// Returns a random error between minus one and one, triangularly distributed around zero.
fn sample_noise(dice: &mut Dice) -> f32 {
    random_fraction(dice) - random_fraction(dice)
}

fn random_fraction(dice: &mut Dice) -> f32 {
    f32::from(u16::try_from(dice.below(1 << 16)).unwrap_or_default()) / 65_536.0
}

/// Returns the share of a seat in the win: 1 for a sole winner, less for a tie, 0 for a loser.
pub fn win_share(standings: &Standings, seat: Seat) -> f32 {
    if standings.rank(seat) == 1 {
        1.0 / count_as_f32(standings.winners().count())
    } else {
        0.0
    }
}

fn sort_by_utility<G: Evaluate>(candidates: &mut [Candidate<G>]) {
    candidates.sort_by(|one, other| other.noisy_utility().total_cmp(&one.noisy_utility()));
}
