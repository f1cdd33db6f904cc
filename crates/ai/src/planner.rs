//! A mind that plans whole turns: it imagines the game as it could be, judges by a net where each turn leads, and looks
//! ahead from the best of them.

use std::collections::VecDeque;
use std::sync::Arc;

use super::inputs::{Inputs, count};
use super::net::{Ground, ValueNetwork};
use super::turns::{for_each_turn, is_over};
use super::{Appraise, Budget, Expected, Observation, Policy};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Seat, Standings, Status};

/// How many turns are looked ahead from at first.
const WIDTH: usize = 16;
/// More than so many games are not looked at for one turn.
const ENOUGH: u64 = 4000;
/// In how many worlds a turn is judged after which something hidden is seen.
const WORLDS: u8 = 6;
/// A game is followed for at most so many turns, where one's own does not come.
const FAR: u8 = 30;

/// How well somebody plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// How far off each judgement may be: people overlook things.
    pub slips: f32,
    /// Whether what the others may do is looked at.
    pub looks_ahead: bool,
}

/// How a net judges positions.
pub struct Judge {
    net: Arc<ValueNetwork>,
    inputs: Vec<f32>,
    /// The position before the turns that are judged.
    ground: Ground,
}

impl Judge {
    pub fn new(net: Arc<ValueNetwork>) -> Judge {
        Judge {
            net,
            inputs: Vec::new(),
            ground: Ground::new(),
        }
    }

    pub fn net(&self) -> &ValueNetwork {
        &self.net
    }

    /// What a seat may expect of the whole game: points in hundreds, and the chance to be first.
    pub(super) fn expects<G: Appraise>(&mut self, game: &G, seat: Seat) -> Expected {
        self.by(game, seat, |net, _, inputs| net.expects(inputs))
    }

    /// Turns from here are judged next.
    fn stand_on<G: Appraise>(&mut self, game: &G, seat: Seat) {
        game.describe(seat, &mut Inputs::new(&mut self.inputs, G::INPUTS));
        self.net.stand_on(&mut self.ground, &self.inputs);
    }

    /// The same as `expects` after a turn from where it stands, and sooner known.
    fn expects_after<G: Appraise>(&mut self, game: &G, seat: Seat) -> Expected {
        self.by(game, seat, ValueNetwork::expects_from)
    }

    fn by<G: Appraise>(
        &mut self,
        game: &G,
        seat: Seat,
        expects: impl Fn(&ValueNetwork, &Ground, &[f32]) -> Expected,
    ) -> Expected {
        match game.status() {
            Status::Over(standings) => Expected {
                points: f32::from(standings.points[seat]) / 100.0,
                win: won(&standings, seat),
            },
            Status::ToAct(_) => {
                game.describe(seat, &mut Inputs::new(&mut self.inputs, G::INPUTS));
                let Expected { points, win } = expects(&self.net, &self.ground, &self.inputs);
                Expected {
                    points: points + f32::from(game.points(seat)) / 100.0,
                    win,
                }
            }
        }
    }

    /// What each seat may expect, and what their chances come to.
    pub(super) fn all_expect<G: Appraise>(&mut self, game: &G) -> (Vec<Expected>, f32) {
        let all: Vec<Expected> = game
            .seats()
            .iter()
            .map(|seat| self.expects(game, seat))
            .collect();
        let chances = all.iter().map(|expected| expected.win).sum();
        (all, chances)
    }

    /// The turn of a seat that leads furthest in the game as it is imagined, and the game after it.
    pub fn best<G: Appraise>(&mut self, game: &G, seat: Seat) -> Option<(Vec<G::Action>, G)> {
        let mut best: Option<(f32, Vec<G::Action>, G)> = None;
        self.stand_on(game, seat);
        for_each_turn(game, &mut |turn| {
            let worth = self.expects_after(turn.after, seat).worth();
            if best.as_ref().is_none_or(|(most, _, _)| worth > *most) {
                best = Some((worth, turn.actions.to_vec(), turn.after.clone()));
            }
        });
        best.map(|(_, actions, after)| (actions, after))
    }
}

/// A turn and what may be expected of it.
pub(super) struct Judged<G: Appraise> {
    /// What is done, decision by decision.
    pub(super) actions: Vec<G::Action>,
    /// What may be expected, as far as it is known by now.
    pub(super) expected: Expected,
    /// By how much it is taken for better than that.
    slip: f32,
    /// Whether that is a promise of one world only.
    uncovers: bool,
    /// What was expected in all worlds that were looked into together, and how many they are.
    seen: (Expected, f32),
}

impl<G: Appraise> Judged<G> {
    /// A turn of which nothing is known yet.
    pub(super) fn unseen(actions: Vec<G::Action>) -> Judged<G> {
        let nothing = Expected::default();
        Judged {
            actions,
            expected: nothing,
            slip: 0.0,
            uncovers: false,
            seen: (nothing, 0.0),
        }
    }

    fn worth(&self) -> f32 {
        self.expected.worth() + self.slip
    }
}

/// A mind that plans whole turns.
pub struct Planner<G: Appraise> {
    skill: Skill,
    judge: Judge,
    dice: Dice,
    /// What is still to be done of a turn: where exactly these actions are legal, this one is taken.
    plan: VecDeque<(Vec<G::Action>, usize)>,
}

impl<G: Appraise> Planner<G> {
    pub fn new(skill: Skill, net: Arc<ValueNetwork>, seed: &Seed, seat: Seat) -> Planner<G> {
        let dice = Dice::new(seed, (1 << 32) + u64::from(seat.number()));
        Planner {
            skill,
            judge: Judge::new(net),
            dice,
            plan: VecDeque::new(),
        }
    }

    /// The turns of a seat, the best first.
    pub(super) fn judged(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) -> Vec<Judged<G>> {
        let mut judged = self.at_once(game, seat);
        if self.skill.looks_ahead {
            self.ahead(&mut judged, game, seat, budget);
        }
        judged
    }

    /// The game as it could be.
    pub(super) fn imagine(&mut self, game: &G) -> G {
        game.imagined(&mut self.dice)
    }

    pub(super) fn judge(&mut self) -> &mut Judge {
        &mut self.judge
    }

    /// As the net judges where they lead.
    pub(super) fn at_once(&mut self, game: &G, seat: Seat) -> Vec<Judged<G>> {
        let judge = &mut self.judge;
        let dice = &mut self.dice;
        let slips = self.skill.slips;
        let mut judged = Vec::new();
        judge.stand_on(game, seat);
        for_each_turn(game, &mut |turn| {
            judged.push(Judged {
                expected: judge.expects_after(turn.after, seat),
                slip: slips * slip(dice),
                uncovers: turn.uncovers,
                ..Judged::unseen(turn.actions.to_vec())
            });
        });
        sort(&mut judged);
        // The best of what could lie hidden is no promise: such turns are judged in other worlds too, as far as they matter.
        let mut settled = 0;
        while settled < judged.len().min(WIDTH) {
            if !judged[settled].uncovers {
                settled += 1;
                continue;
            }
            let mut again = judged.remove(settled);
            again.expected = self.in_worlds(&again, game, seat);
            again.uncovers = false;
            let at = judged.partition_point(|other| other.worth() >= again.worth());
            judged.insert(at.max(settled), again);
        }
        judged
    }

    /// What may be expected of a turn on the average, whatever it uncovers.
    fn in_worlds(&mut self, judged: &Judged<G>, game: &G, seat: Seat) -> Expected {
        let mut sum = judged.expected;
        let mut number = 1.0;
        for _ in 1..WORLDS {
            let world = game.imagined(&mut self.dice);
            let after = self.after(world, seat, &judged.actions);
            sum += self.judge.expects(&after, seat);
            number += 1.0;
        }
        sum / number
    }

    /// The game after a turn. What cannot be done in this world is decided anew.
    fn after(&mut self, mut game: G, seat: Seat, actions: &[G::Action]) -> G {
        game.play_on(actions);
        if is_over(&game, seat) {
            return game;
        }
        match self.judge.best(&game, seat) {
            Some((_, after)) => after,
            None => game,
        }
    }

    /// What the others may answer to the best turns, and what can be done then: in ever more worlds for ever fewer turns. The
    /// others are forgotten.
    pub(super) fn ahead(
        &mut self,
        judged: &mut Vec<Judged<G>>,
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) {
        judged.truncate(WIDTH);
        let mut keeps = judged.len();
        let mut tries = budget.left().min(ENOUGH);
        while keeps > 1 {
            let halvings = u64::from(keeps.next_power_of_two().trailing_zeros());
            let each = u64::try_from(keeps).unwrap_or(u64::MAX);
            let worlds = (tries / halvings / each).max(1);
            let enough = self.look_into(worlds, &mut judged[..keeps], game, seat, budget);
            // Each was tried as often as the others, however often that was.
            sort(&mut judged[..keeps]);
            if !enough {
                return;
            }
            tries = tries.saturating_sub(worlds * each);
            keeps = keeps.div_ceil(2);
        }
    }

    /// Looks what comes of each of some turns in so many worlds, the same for all. False if there was not enough to spend.
    pub(super) fn look_into(
        &mut self,
        worlds: u64,
        judged: &mut [Judged<G>],
        game: &G,
        seat: Seat,
        budget: &mut Budget<'_>,
    ) -> bool {
        for _ in 0..worlds {
            let world = game.imagined(&mut self.dice);
            let each = judged.iter().map(|judged| {
                let after = budget
                    .spend()
                    .then(|| self.after(world.clone(), seat, &judged.actions))?;
                Some(self.follow(after, seat))
            });
            let Some(came) = each.collect::<Option<Vec<Expected>>>() else {
                return false;
            };
            for (judged, came) in judged.iter_mut().zip(came) {
                judged.seen.0 += came;
                judged.seen.1 += 1.0;
                judged.expected = judged.seen.0 / judged.seen.1;
            }
        }
        true
    }

    /// What comes of a game after the others' turns and one's own next.
    fn follow(&mut self, mut game: G, seat: Seat) -> Expected {
        for _ in 0..FAR {
            let Some(next) = game.status().to_act() else {
                break;
            };
            let Some((_, after)) = self.judge.best(&game, next) else {
                break;
            };
            game = after;
            if next == seat {
                break;
            }
        }
        self.judge.expects(&game, seat)
    }

    /// How a turn is carried out, decision by decision, in the game as it is imagined.
    fn plan(&mut self, game: &G, actions: &[G::Action]) {
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

impl<G: Appraise> Policy<G> for Planner<G> {
    fn choose(&mut self, sight: &Observation<'_, G>, budget: &mut Budget<'_>) -> usize {
        match self.plan.pop_front() {
            Some((legal, choice)) if legal == sight.legal => return choice,
            // Something came to light, or a new turn begins.
            _ => self.plan.clear(),
        }
        if sight.legal.len() == 1 {
            return 0;
        }
        let world = sight.imagined(&mut self.dice);
        if let Some(best) = self.judged(&world, sight.seat, budget).first() {
            self.plan(&world, &best.actions);
        }
        self.plan.pop_front().map_or(0, |(_, choice)| choice)
    }
}

/// How far off a judgement is: from minus one to one, near nought most of the time.
fn slip(dice: &mut Dice) -> f32 {
    let mut any = || f32::from(u16::try_from(dice.below(1 << 16)).unwrap_or_default()) / 65_536.0;
    any() - any()
}

/// The share of a seat in being first.
pub fn won(standings: &Standings, seat: Seat) -> f32 {
    if standings.rank(seat) == 1 {
        1.0 / count(standings.winners().count())
    } else {
        0.0
    }
}

fn sort<G: Appraise>(judged: &mut [Judged<G>]) {
    judged.sort_by(|one, other| other.worth().total_cmp(&one.worth()));
}
