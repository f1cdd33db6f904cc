//! Advises players: finds the best turns, the expected outcome of each, and the reasons.
//!
//! Advice uses only what the seat could know. The entry point is [`Adviser`].

use super::feature_writer::{FeatureWriter, TopicStart};
use super::planner::{Candidate, Evaluator, Planner};
use super::{
    Budget, Evaluate, ExpectedOutcome, LessonPart, LessonStep, PlannerSettings, Teach, networks,
};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{Rules, Seat};

/// The utility that a topic must gain to be a reason: one point, or half a percent of winning
/// chance.
const MIN_REASON_GAIN: f32 = 0.005;
const MAX_REASONS: usize = 2;
const VERDICT_ITERATIONS: u64 = 400;
/// The number of sampled worlds in which the turn taken is compared with the better one.
const VERDICT_WORLDS: u64 = 48;

/// A recommended turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<G: Evaluate> {
    pub actions: Vec<G::Action>,
    /// The expected outcome of the whole game after the turn.
    pub expected: ExpectedOutcome,
    /// The reasons for the turn, the strongest first.
    pub reasons: Vec<G::Reason>,
}

/// A turn that was taken, with the game before and after it, and its events.
pub struct TakenTurn<'a, G: Rules> {
    pub seat: Seat,
    pub before: &'a G,
    pub after: &'a G,
    pub events: &'a [G::Event],
}

/// How a turn compares with the best alternative.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict<G: Evaluate> {
    pub taken: ExpectedOutcome,
    /// The best alternative; `None` if the turn taken is at least as good.
    pub better: Option<Advice<G>>,
}

/// Gives advice to one seat.
pub struct Adviser<G: Evaluate> {
    planner: Planner<G>,
    seat: Seat,
}

impl<G: Evaluate> Adviser<G> {
    /// Creates an adviser of full strength for a seat. The same seed gives the same advice.
    pub fn new(game: &G, seat: Seat, seed: &Seed) -> Result<Adviser<G>, Flaw> {
        let settings = PlannerSettings {
            evaluation_noise: 0.0,
            looks_ahead: true,
        };
        Ok(Adviser {
            planner: Planner::new(settings, networks::load::<G>(game.seats())?, seed, seat),
            seat,
        })
    }

    /// Returns the best turns, best first; of turns that differ only in details, only the best one.
    pub fn best_turns(
        &mut self,
        game: &G,
        max_turns: usize,
        budget: &mut Budget<'_>,
    ) -> Vec<Advice<G>> {
        let world = self.planner.sample_world(game);
        let mut candidates = self.rank_turns(&world, budget);
        candidates.truncate(max_turns);
        self.explain(&world, candidates)
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Compares a turn that was taken with the best alternative.
    pub fn verdict(&mut self, game: &G, taken: &[G::Action]) -> Verdict<G> {
        let world = self.planner.sample_world(game);
        let other = self
            .rank_turns(&world, &mut Budget::of_iterations(VERDICT_ITERATIONS))
            .into_iter()
            .find(|candidate| candidate.actions != taken);
        // The alternative was chosen for its high estimate, which is therefore biased, so both
        // turns are sampled again.
        let mut pair = vec![Candidate::new(taken.to_vec())];
        pair.extend(other.map(|other| Candidate::new(other.actions)));
        self.planner.sample_outcomes(
            VERDICT_WORLDS,
            &mut pair,
            &world,
            self.seat,
            &mut Budget::of_iterations(u64::MAX),
        );
        let mut advice = self.explain(&world, pair).into_iter();
        let taken = advice
            .next()
            .map(|advice| advice.expected)
            .unwrap_or_default();
        Verdict {
            taken,
            better: advice
                .next()
                .filter(|other| other.expected.utility() > taken.utility()),
        }
    }

    /// Samples a world and evaluates every turn in it without looking ahead, best first.
    pub(super) fn evaluate_turns(&mut self, game: &G) -> (G, Vec<Candidate<G>>) {
        let world = self.planner.sample_world(game);
        let candidates = self.planner.evaluate_turns(&world, self.seat);
        (world, candidates)
    }

    pub(super) fn explain_one(
        &mut self,
        world: &G,
        candidates: Option<Candidate<G>>,
    ) -> Option<Advice<G>> {
        self.explain(world, candidates.into_iter().collect()).pop()
    }

    fn rank_turns(&mut self, world: &G, budget: &mut Budget<'_>) -> Vec<Candidate<G>> {
        let mut candidates = self.planner.evaluate_turns(world, self.seat);
        remove_similar(&mut candidates);
        self.planner
            .look_ahead(&mut candidates, world, self.seat, budget);
        candidates
    }

    /// Adds reasons, and scales the chances to win so that the chances of all seats add up to one.
    fn explain(&mut self, world: &G, candidates: Vec<Candidate<G>>) -> Vec<Advice<G>> {
        let (_, chances) = self.planner.evaluator().evaluate_all_seats(world);
        let mut advice = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let mut after = world.clone();
            let events = after.play_on(&candidate.actions);
            let taken = TakenTurn {
                seat: self.seat,
                before: world,
                after: &after,
                // The player cannot foresee chance events of the sampled world, so they are no
                // reason.
                events: G::foreseeable_events(&events),
            };
            let reasons = self.find_reasons(&taken);
            advice.push(Advice {
                actions: candidate.actions,
                expected: candidate.expected.scaled_to(chances),
                reasons,
            });
        }
        advice
    }

    /// Finds the reasons of the topics that gain most in a turn.
    ///
    /// A topic's gain is what the evaluation loses when the features of that topic alone are reset
    /// to those before the turn.
    fn find_reasons(&mut self, taken: &TakenTurn<'_, G>) -> Vec<G::Reason> {
        let [before, after] =
            [taken.before, taken.after].map(|game| EncodedPosition::new(game, self.seat));
        let network = self.planner.evaluator().network();
        let whole = network.evaluate(&after.features).utility();
        let points = taken
            .after
            .points(self.seat)
            .saturating_sub(taken.before.points(self.seat));
        let immediate = ExpectedOutcome {
            points: f32::from(points) / 100.0,
            win: 0.0,
        };
        let mut gains = vec![(immediate.utility(), G::IMMEDIATE_POINTS)];
        for topic in after.topics() {
            gains.push((
                whole
                    - network
                        .evaluate(&after.with_topic_from(&before, topic))
                        .utility(),
                topic,
            ));
        }
        gains.retain(|(gain, _)| *gain > MIN_REASON_GAIN);
        gains.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut reasons: Vec<G::Reason> = Vec::new();
        for reason in gains
            .into_iter()
            .filter_map(|(_, topic)| G::reason(taken, topic))
        {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons.truncate(MAX_REASONS);
        reasons
    }
}

/// Keeps only the best of the turns that differ in nothing but details.
fn remove_similar<G: Evaluate>(candidates: &mut Vec<Candidate<G>>) {
    let mut known: Vec<Vec<G::Action>> = Vec::new();
    candidates.retain(|candidate| {
        let turn = G::without_details(&candidate.actions);
        let is_new = !known.contains(&turn);
        if is_new {
            known.push(turn);
        }
        is_new
    });
}

impl<G: Teach> Adviser<G> {
    /// Returns the next step and the best turn that demonstrates it.
    ///
    /// It is the first unseen step that can be demonstrated now. If there is none, returns the last
    /// step and the best turn.
    pub fn next_lesson(
        &mut self,
        game: &G,
        part: LessonPart,
        turns: &[Vec<G::Event>],
    ) -> (LessonStep, Option<Advice<G>>) {
        let seat = self.seat();
        let (world, judged) = self.evaluate_turns(game);
        let outcomes: Vec<Vec<G::Event>> = judged
            .iter()
            .map(|judged| world.clone().play_on(&judged.actions))
            .collect();
        let find_example = |step: &str| {
            outcomes
                .iter()
                .position(|events| G::demonstrates(step, seat, events))
        };
        let Some((last, earlier)) = G::steps(part).split_last() else {
            return (LessonStep::default(), None);
        };
        let unseen: Vec<&str> = earlier
            .iter()
            .copied()
            .filter(|step| !G::has_seen(step, seat, turns))
            .collect();
        let next = unseen
            .iter()
            .find_map(|step| Some((*step, find_example(step)?)));
        let (name, example) = match next {
            Some((step, example)) => (step, Some(example)),
            None => (*last, find_example(last)),
        };
        let number = 1 + earlier.len() - unseen.len();
        let is_out_of_turn = name == *last && !unseen.is_empty();
        let step = LessonStep {
            name,
            number: (G::has_numbered_steps(part) && !is_out_of_turn).then_some(number),
        };
        let example = judged.into_iter().nth(example.unwrap_or_default());
        (step, self.explain_one(&world, example))
    }
}

/// The features of a position, and the topic of each range of features.
struct EncodedPosition<T> {
    features: Vec<f32>,
    topic_starts: Vec<TopicStart<T>>,
}

impl<T: Copy + PartialEq> EncodedPosition<T> {
    fn new<G: Evaluate<Topic = T>>(game: &G, seat: Seat) -> EncodedPosition<T> {
        let mut position = EncodedPosition {
            features: Vec::new(),
            topic_starts: Vec::new(),
        };
        game.encode_features(
            seat,
            &mut FeatureWriter::with_topics(
                &mut position.features,
                G::FEATURE_COUNT,
                &mut position.topic_starts,
            ),
        );
        position
    }

    fn topics(&self) -> Vec<T> {
        let mut topics: Vec<T> = Vec::new();
        for start in &self.topic_starts {
            if !topics.contains(&start.topic) {
                topics.push(start.topic);
            }
        }
        topics
    }

    fn topic_ranges(&self, topic: T) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let ends = self
            .topic_starts
            .iter()
            .skip(1)
            .map(|start| start.begin)
            .chain([self.features.len()]);
        let parts = self.topic_starts.iter().zip(ends);
        parts
            .filter(move |(start, _)| start.topic == topic)
            .map(|(start, end)| start.begin..end)
    }

    /// Returns the features with those of one topic replaced by those of an earlier position.
    fn with_topic_from(&self, before: &EncodedPosition<T>, topic: T) -> Vec<f32> {
        let mut features = self.features.clone();
        for (now, then) in self.topic_ranges(topic).zip(before.topic_ranges(topic)) {
            features[now].copy_from_slice(&before.features[then]);
        }
        features
    }
}

/// Returns the chance of each seat to win in percent, in the order of the seats.
pub fn win_chances<G: Evaluate>(game: &G) -> Result<Vec<u16>, Flaw> {
    let (all, chances) =
        Evaluator::new(networks::load::<G>(game.seats())?).evaluate_all_seats(game);
    Ok(all
        .into_iter()
        .map(|expected| expected.scaled_to(chances).percent())
        .collect())
}
