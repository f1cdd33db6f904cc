//! A trial: where choices lead, tried out on a copy of the game. A turn goes as far as its player can see ahead: it ends
//! where it passes on, or where something hidden would be shown. What the player has not chosen is filled in as most
//! would, so that one choice is enough to see a whole turn; all of it can be changed before it is done.

use std::sync::{Arc, OnceLock};

use crate::cards::game::AtTable;
use crate::cards::table::my_view;
use crate::wire::press::Way;
use lanai_host::{Advice, Turn};
use lanai_rules::{Rules, Seat, Viewer};

/// How far choices lead.
pub(crate) struct Trial<G: Rules> {
    /// The game before any of it.
    pub(crate) begin: G,
    /// The turn as it would be.
    pub(crate) turn: Turn<G>,
    /// The game after all picks, without what would reveal hidden information.
    pub(crate) seen: G,
    /// All that was decided, as a button says it.
    pub(crate) way: Way,
    /// Where there was a choice, and what became of it.
    pub(crate) decisions: Vec<Decision<G>>,
    /// Which of the picks, by their places, were not lawful.
    pub(crate) dropped: Vec<usize>,
    /// What there is to choose from, while nothing is chosen yet.
    pub(crate) open: Vec<G::Action>,
    /// What could be done at the beginning: by whatever way, the turn begins so.
    first: Arc<Legal<G>>,
}

/// The legal actions, and how each is picked; computed when first needed.
struct Legal<G: Rules> {
    actions: Vec<G::Action>,
    keys: OnceLock<Vec<Vec<String>>>,
}

impl<G: AtTable> Legal<G> {
    fn of(actions: Vec<G::Action>) -> Legal<G> {
        Legal {
            actions,
            keys: OnceLock::new(),
        }
    }

    /// What agrees with what was picked.
    fn fitting(&self, picks: &[String]) -> Vec<G::Action> {
        if picks.is_empty() {
            return self.actions.clone();
        }
        let keys = self
            .keys
            .get_or_init(|| self.actions.iter().map(G::keys).collect());
        let agrees = |keys: &[String]| keys.iter().zip(picks).all(|(key, pick)| key == pick);
        let all = self.actions.iter().zip(keys);
        all.filter(|(_, keys)| agrees(keys))
            .map(|(action, _)| *action)
            .collect()
    }
}

/// A choice on the way.
pub(crate) struct Decision<G: Rules> {
    /// What could be done.
    pub(crate) legal: Vec<G::Action>,
    pub(crate) action: G::Action,
    /// The game before it.
    pub(crate) before: G,
    /// How long the way was before it, and after it.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Follows choices as far as they are lawful, and goes on from there as most would.
pub(crate) fn follow<G: AtTable>(turn: Turn<G>, seat: Seat, way: &Way) -> Trial<G> {
    let first = Arc::new(Legal::of(turn.legal()));
    follow_from(first, turn, seat, way)
}

/// The same, where it is known what can be done first.
fn follow_from<G: AtTable>(first: Arc<Legal<G>>, turn: Turn<G>, seat: Seat, way: &Way) -> Trial<G> {
    let begin = turn.game.clone();
    let seen = turn.game.clone();
    let start = way.until(0).at(turn.table.revision);
    let decisions = Vec::new();
    let open = Vec::new();
    let mut legal = Arc::clone(&first);
    let mut trial = Trial {
        begin,
        way: start,
        turn,
        seen,
        decisions,
        dropped: Vec::new(),
        open,
        first,
    };
    let mut picks: &[String] = &way.picks;
    // A turn has a few dozen decisions at most.
    while !trial.turn.is_complete(seat) {
        let Some(action) = trial.choose(seat, &legal, &way.picks, &mut picks) else {
            trial.open.clone_from(&legal.actions);
            break;
        };
        if trial.decide(&legal.actions, action).is_none() {
            break;
        }
        legal = Arc::new(Legal::of(trial.turn.legal()));
    }
    trial
        .dropped
        .extend(way.picks.len() - picks.len()..way.picks.len());
    trial
}

impl<G: AtTable> Trial<G> {
    /// The same turn from its beginning, by another way.
    pub(crate) fn by(&self, seat: Seat, picks: Vec<String>) -> Trial<G> {
        let turn = Turn {
            game: self.begin.clone(),
            steps: Vec::new(),
            ..self.turn.clone()
        };
        follow_from(
            Arc::clone(&self.first),
            turn,
            seat,
            &Way {
                picks,
                ..self.way.clone()
            },
        )
    }

    /// The next action: as it was picked, or else as most would; nothing if it has to be chosen first. A pick that is not
    /// lawful is passed over; those after it are kept for what they fit.
    fn choose(
        &mut self,
        seat: Seat,
        legal: &Legal<G>,
        all: &[String],
        picks: &mut &[String],
    ) -> Option<G::Action> {
        // What follows the first choice belongs to it alone.
        let furthest = if self.decisions.is_empty() {
            0
        } else {
            picks.len()
        };
        let from = (0..=furthest)
            .find(|from| *from == picks.len() || !legal.fitting(&picks[*from..]).is_empty());
        let picked = from.filter(|from| *from < picks.len());
        if let Some(skipped) = picked {
            let begin = all.len() - picks.len();
            self.dropped.extend(begin..begin + skipped);
            *picks = &picks[skipped..];
        } else if self.decisions.is_empty() {
            self.dropped.extend(all.len() - picks.len()..all.len());
            *picks = &[];
        }
        let fitting = if picked.is_some() {
            legal.fitting(picks)
        } else {
            legal.actions.clone()
        };
        // A kind of thing to do is not yet a choice.
        if fitting.len() > 1 && self.decisions.is_empty() && picks.len() < 2 {
            *picks = &[];
            return None;
        }
        let action = match fitting.as_slice() {
            [only] => *only,
            several => G::usual(&my_view(&self.turn, seat), several)?,
        };
        if picked.is_some() {
            *picks = &picks[G::keys(&action).len().min(picks.len())..];
        }
        Some(action)
    }

    /// Whether all that was picked could be done.
    pub(crate) fn is_whole(&self) -> bool {
        self.dropped.is_empty()
    }

    /// Whether a pick of its way, by its place, was made otherwise than most would.
    pub(crate) fn is_deliberate(&self, seat: Seat, pick: usize) -> bool {
        let made = self
            .decisions
            .iter()
            .find(|decision| (decision.from..decision.to).contains(&pick));
        made.is_some_and(|decision| {
            let view = decision.before.view(Viewer::Seat(seat));
            G::usual(&view, &decision.legal) != Some(decision.action)
        })
    }

    /// Takes an action and notes what else there was to choose from.
    fn decide(&mut self, legal: &[G::Action], action: G::Action) -> Option<()> {
        let from = self.way.picks.len();
        let before = self.turn.game.clone();
        self.turn.play(action).ok()?;
        if !self.turn.uncovers() {
            self.seen = self.turn.game.clone();
        }
        self.way.picks.extend(G::keys(&action));
        let to = self.way.picks.len();
        if legal.len() > 1 {
            self.decisions.push(Decision {
                legal: legal.to_vec(),
                action,
                before,
                from,
                to,
            });
        }
        Some(())
    }
}

/// The way through the panel that leads to a turn, and what happens on it, up to where something hidden would be seen.
pub(crate) fn as_far_as_seen<G: AtTable>(
    turn: &Turn<G>,
    begin: &Way,
    advice: &Advice<G>,
) -> (Way, Vec<G::Event>) {
    let mut game = turn.game.clone();
    let mut picks = Vec::new();
    let mut events = Vec::new();
    for action in &advice.actions {
        if events.iter().any(G::uncovers) || game.play(*action, &mut events).is_err() {
            break;
        }
        picks.extend(G::keys(action));
    }
    (begin.with(&picks), G::foreseen(&events).to_vec())
}
