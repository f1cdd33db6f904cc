//! Advice: which turns are best, what each may be expected to bring, and why. It is judged by what a seat could know, and the
//! reasons come from what the judgement hangs on.

use super::inputs::Inputs;
use super::planner::{Judge, Judged, Planner};
use super::{Appraise, Budget, Expected, Skill, nets};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{Rules, Seat};

/// What is worth less than this is no reason: a point, or half a chance of a hundred.
const TOO_LITTLE: f32 = 0.005;
/// More reasons than these are not given.
const REASONS: usize = 2;
/// How many games are looked at for a verdict.
const LOOKS: u64 = 400;
/// In how many worlds what was done is compared with what would have been better.
const WORLDS: u64 = 48;

/// A turn that is advised.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<G: Appraise> {
    /// What is done, decision by decision.
    pub actions: Vec<G::Action>,
    /// What may be expected of the whole game then.
    pub expected: Expected,
    /// Why, the strongest reason first.
    pub reasons: Vec<G::Reason>,
}

/// A turn that was taken, and what happened in it.
pub struct Taken<'a, G: Rules> {
    pub seat: Seat,
    /// The game before it.
    pub before: &'a G,
    /// The game after it.
    pub after: &'a G,
    pub events: &'a [G::Event],
}

/// What somebody says of a turn who looks back at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict<G: Appraise> {
    /// What could be expected of the turn as it was taken.
    pub taken: Expected,
    /// What would have been better, if anything would.
    pub better: Option<Advice<G>>,
}

/// Whoever gives advice to a seat.
pub struct Adviser<G: Appraise> {
    planner: Planner<G>,
    seat: Seat,
}

impl<G: Appraise> Adviser<G> {
    /// Whoever advises the seat to act in this game: as well as we can. The same seed gives the same advice.
    pub fn new(game: &G, seat: Seat, seed: &Seed) -> Result<Adviser<G>, Flaw> {
        let skill = Skill {
            slips: 0.0,
            looks_ahead: true,
        };
        Ok(Adviser {
            planner: Planner::new(skill, nets::of::<G>(game.seats())?, seed, seat),
            seat,
        })
    }

    /// The best turns, no two of them alike, the best first.
    pub fn best(&mut self, game: &G, most: usize, budget: &mut Budget<'_>) -> Vec<Advice<G>> {
        let world = self.planner.imagine(game);
        let mut judged = self.candidates(&world, budget);
        judged.truncate(most);
        self.told(&world, judged)
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// What is to be said of a turn that was taken.
    pub fn verdict(&mut self, game: &G, taken: &[G::Action]) -> Verdict<G> {
        let world = self.planner.imagine(game);
        let other = self
            .candidates(&world, &mut Budget::of_iterations(LOOKS))
            .into_iter()
            .find(|judged| judged.actions != taken);
        // What it seemed to be worth when it was chosen is no fair measure: both are looked at anew.
        let pair = [taken.to_vec()]
            .into_iter()
            .chain(other.map(|other| other.actions));
        let mut pair: Vec<Judged<G>> = pair.map(Judged::unseen).collect();
        self.planner.look_into(
            WORLDS,
            &mut pair,
            &world,
            self.seat,
            &mut Budget::of_iterations(u64::MAX),
        );
        let mut told = self.told(&world, pair).into_iter();
        let taken = told
            .next()
            .map(|advice| advice.expected)
            .unwrap_or_default();
        Verdict {
            taken,
            better: told
                .next()
                .filter(|other| other.expected.worth() > taken.worth()),
        }
    }

    /// A game as it may be, and all turns in it as they look at first sight, the best first.
    pub(super) fn at_once(&mut self, game: &G) -> (G, Vec<Judged<G>>) {
        let world = self.planner.imagine(game);
        let judged = self.planner.at_once(&world, self.seat);
        (world, judged)
    }

    /// A turn as it is told.
    pub(super) fn advised(&mut self, world: &G, judged: Option<Judged<G>>) -> Option<Advice<G>> {
        self.told(world, judged.into_iter().collect()).pop()
    }

    fn candidates(&mut self, world: &G, budget: &mut Budget<'_>) -> Vec<Judged<G>> {
        let mut judged = self.planner.at_once(world, self.seat);
        unlike(&mut judged);
        self.planner.ahead(&mut judged, world, self.seat, budget);
        judged
    }

    /// Turns as they are told: with chances that are one when all seats are taken together, and with reasons.
    fn told(&mut self, world: &G, judged: Vec<Judged<G>>) -> Vec<Advice<G>> {
        let (_, chances) = self.planner.judge().all_expect(world);
        let tell = |judged: Judged<G>| {
            let mut after = world.clone();
            let events = after.play_on(&judged.actions);
            // What nobody can foresee came as it was imagined, and is no reason.
            let events = G::foreseen(&events);
            let taken = Taken {
                seat: self.seat,
                before: world,
                after: &after,
                events,
            };
            let reasons = self.reasons(&taken);
            Advice {
                actions: judged.actions,
                expected: judged.expected.of_all(chances),
                reasons,
            }
        };
        judged.into_iter().map(tell).collect()
    }

    /// Why a turn is good: what would be lost if all were as before that a topic is about.
    fn reasons(&mut self, taken: &Taken<'_, G>) -> Vec<G::Reason> {
        let [before, after] = [taken.before, taken.after].map(|game| Looks::of(game, self.seat));
        let net = self.planner.judge().net();
        let whole = net.expects(&after.numbers).worth();
        let points = taken
            .after
            .points(self.seat)
            .saturating_sub(taken.before.points(self.seat));
        let at_once = Expected {
            points: f32::from(points) / 100.0,
            win: 0.0,
        };
        let mut gains = vec![(at_once.worth(), G::AT_ONCE)];
        for topic in after.topics() {
            gains.push((
                whole - net.expects(&after.as_before(&before, topic)).worth(),
                topic,
            ));
        }
        gains.retain(|(gain, _)| *gain > TOO_LITTLE);
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
        reasons.truncate(REASONS);
        reasons
    }
}

/// Of turns that are alike only the best stays.
fn unlike<G: Appraise>(judged: &mut Vec<Judged<G>>) {
    let mut known: Vec<Vec<G::Action>> = Vec::new();
    judged.retain(|judged| {
        let gist = G::gist(&judged.actions);
        let new = !known.contains(&gist);
        known.extend(new.then_some(gist));
        new
    });
}

/// What a position looks like, and what of it is about what.
struct Looks<T> {
    numbers: Vec<f32>,
    begins: Vec<(usize, T)>,
}

impl<T: Copy + PartialEq> Looks<T> {
    fn of<G: Appraise<Topic = T>>(game: &G, seat: Seat) -> Looks<T> {
        let mut looks = Looks {
            numbers: Vec::new(),
            begins: Vec::new(),
        };
        game.describe(
            seat,
            &mut Inputs::noting(&mut looks.numbers, G::INPUTS, &mut looks.begins),
        );
        looks
    }

    fn topics(&self) -> Vec<T> {
        let mut topics: Vec<T> = Vec::new();
        for (_, topic) in &self.begins {
            if !topics.contains(topic) {
                topics.push(*topic);
            }
        }
        topics
    }

    /// Which numbers are about a topic, part by part.
    fn parts(&self, topic: T) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let ends = self
            .begins
            .iter()
            .skip(1)
            .map(|(begin, _)| *begin)
            .chain([self.numbers.len()]);
        let parts = self.begins.iter().zip(ends);
        parts
            .filter(move |((_, about), _)| *about == topic)
            .map(|((begin, _), end)| *begin..end)
    }

    /// The same, but for one topic as before.
    fn as_before(&self, before: &Looks<T>, topic: T) -> Vec<f32> {
        let mut numbers = self.numbers.clone();
        for (now, then) in self.parts(topic).zip(before.parts(topic)) {
            numbers[now].copy_from_slice(&before.numbers[then]);
        }
        numbers
    }
}

/// The chance of each seat to win, of a hundred.
pub fn chances<G: Appraise>(game: &G) -> Result<Vec<u16>, Flaw> {
    let (all, chances) = Judge::new(nets::of::<G>(game.seats())?).all_expect(game);
    Ok(all
        .into_iter()
        .map(|expected| expected.of_all(chances).percent())
        .collect())
}
