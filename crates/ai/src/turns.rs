//! Whole turns: everything that a seat may do until another seat acts.

use super::Appraise;
use lanai_rules::Seat;

const MAX_TURNS: usize = 1200;

/// A turn, and the game after it.
pub(super) struct Turn<'a, G: Appraise> {
    pub(super) actions: &'a [G::Action],
    /// If the turn reveals something hidden, this is one possible result.
    pub(super) after: &'a G,
    pub(super) reveals: bool,
}

/// Visits each turn of the seat to act, except for pruned choices.
pub(super) fn for_each_turn<G: Appraise>(game: &G, visit: &mut dyn FnMut(Turn<'_, G>)) {
    let mut search = TurnSearch {
        so_far: Vec::new(),
        left: MAX_TURNS,
        events: Vec::new(),
        visit,
    };
    if let Some(seat) = game.status().to_act() {
        search.extend(game, seat, false);
    }
}

/// Returns whether a turn of this seat is over.
pub fn is_over<G: Appraise>(game: &G, seat: Seat) -> bool {
    game.status().to_act() != Some(seat) || game.begins_turn()
}

struct TurnSearch<'a, G: Appraise> {
    so_far: Vec<G::Action>,
    left: usize,
    events: Vec<G::Event>,
    visit: &'a mut dyn FnMut(Turn<'_, G>),
}

impl<G: Appraise> TurnSearch<'_, G> {
    fn extend(&mut self, game: &G, seat: Seat, revealed: bool) {
        let mut legal = game.legal_actions();
        game.prune(&mut legal);
        for action in legal {
            let mut after = game.clone();
            self.events.clear();
            if self.left == 0 || after.play(action, &mut self.events).is_err() {
                return;
            }
            let reveals = revealed || self.events.iter().any(G::uncovers);
            self.so_far.push(action);
            if is_over(&after, seat) {
                self.left -= 1;
                (self.visit)(Turn {
                    actions: &self.so_far,
                    after: &after,
                    reveals,
                });
            } else {
                self.extend(&after, seat, reveals);
            }
            self.so_far.pop();
        }
    }
}
