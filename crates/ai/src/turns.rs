//! Enumerates whole turns: all actions of a seat until another seat acts or a new turn begins.

use super::Evaluate;
use lanai_rules::Seat;

const MAX_VISITED_TURNS: usize = 1200;

/// A complete turn, with the game after it.
pub(super) struct Turn<'a, G: Evaluate> {
    pub(super) actions: &'a [G::Action],
    /// The game after the turn; only one possible result if the turn reveals something hidden.
    pub(super) after: &'a G,
    pub(super) reveals: bool,
}

/// Calls `visit` with each turn of the seat to act that needs no pruned action.
///
/// Stops after `MAX_VISITED_TURNS` turns.
pub(super) fn for_each_turn<G: Evaluate>(game: &G, visit: &mut dyn FnMut(Turn<'_, G>)) {
    let mut search = TurnSearch {
        actions: Vec::new(),
        turns_left: MAX_VISITED_TURNS,
        events: Vec::new(),
        visit,
    };
    if let Some(seat) = game.status().to_act() {
        search.search_from(game, seat, false);
    }
}

/// Returns whether a turn of this seat is over: another seat acts, the game ends, or a turn begins.
pub fn is_turn_over<G: Evaluate>(game: &G, seat: Seat) -> bool {
    game.status().to_act() != Some(seat) || game.begins_turn()
}

struct TurnSearch<'a, G: Evaluate> {
    actions: Vec<G::Action>,
    turns_left: usize,
    events: Vec<G::Event>,
    visit: &'a mut dyn FnMut(Turn<'_, G>),
}

impl<G: Evaluate> TurnSearch<'_, G> {
    fn search_from(&mut self, game: &G, seat: Seat, revealed: bool) {
        let mut legal = game.legal_actions();
        game.prune(&mut legal);
        for action in legal {
            let mut after = game.clone();
            self.events.clear();
            if self.turns_left == 0 || after.play(action, &mut self.events).is_err() {
                return;
            }
            let reveals = revealed || self.events.iter().any(G::reveals_hidden);
            self.actions.push(action);
            if is_turn_over(&after, seat) {
                self.turns_left -= 1;
                (self.visit)(Turn {
                    actions: &self.actions,
                    after: &after,
                    reveals,
                });
            } else {
                self.search_from(&after, seat, reveals);
            }
            self.actions.pop();
        }
    }
}
