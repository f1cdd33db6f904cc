//! Whole turns: all that a seat may do until somebody else acts.

use super::Appraise;
use lanai_rules::Seat;

/// More turns than these are not looked at.
const MOST: usize = 1200;

/// A turn, and the game after it.
pub(super) struct Turn<'a, G: Appraise> {
    /// What is done, decision by decision.
    pub(super) actions: &'a [G::Action],
    /// What comes of it. Where something hidden came to light, that is one way in which it could lie.
    pub(super) after: &'a G,
    /// Whether something hidden came to light.
    pub(super) uncovers: bool,
}

/// Shows each turn that a seat may take from here to the end of its turn, but for what is hardly ever better than something
/// else.
pub(super) fn for_each_turn<G: Appraise>(game: &G, show: &mut dyn FnMut(Turn<'_, G>)) {
    let mut search = Search {
        so_far: Vec::new(),
        left: MOST,
        events: Vec::new(),
        show,
    };
    if let Some(seat) = game.status().to_act() {
        search.follow(game, seat, false);
    }
}

/// Whether a turn of this seat is over.
pub fn is_over<G: Appraise>(game: &G, seat: Seat) -> bool {
    game.status().to_act() != Some(seat) || game.begins_turn()
}

struct Search<'a, G: Appraise> {
    so_far: Vec<G::Action>,
    left: usize,
    events: Vec<G::Event>,
    show: &'a mut dyn FnMut(Turn<'_, G>),
}

impl<G: Appraise> Search<'_, G> {
    fn follow(&mut self, game: &G, seat: Seat, uncovered: bool) {
        let mut legal = game.legal_actions();
        game.narrow(&mut legal);
        for action in legal {
            let mut after = game.clone();
            self.events.clear();
            if self.left == 0 || after.play(action, &mut self.events).is_err() {
                return;
            }
            let uncovers = uncovered || self.events.iter().any(G::uncovers);
            self.so_far.push(action);
            if is_over(&after, seat) {
                self.left -= 1;
                (self.show)(Turn {
                    actions: &self.so_far,
                    after: &after,
                    uncovers,
                });
            } else {
                self.follow(&after, seat, uncovers);
            }
            self.so_far.pop();
        }
    }
}
