//! What the panel offers: whole turns, each with what it costs, what it brings, and where its player stands afterwards.
//! Where something can be done in several ways, and all of them together would be too many, the usual way stands for them
//! all; the others are a change away.

use crate::cards::game::AtTable;
use crate::cards::trial::{Decision, Trial};
use crate::wire::card::MENU;
use lanai_render::Art;
use lanai_rules::{Seat, Viewer};
use lanai_text::Phrasebook;

/// So many menus stand in one panel: the fifth line is for buttons.
pub(crate) const MENUS: usize = 4;

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer<A> {
    /// The action that it begins with.
    pub(crate) action: A,
    pub(crate) picks: Vec<String>,
    pub(crate) label: String,
    /// What the piece does that it is about, if it is about one.
    pub(crate) does: Option<String>,
    /// What it costs and brings, and where its player stands afterwards.
    pub(crate) about: String,
    /// The piece that it is about, if there is one.
    pub(crate) piece: Option<Art>,
}

/// What a panel offers in one menu.
pub(crate) struct Listed<A> {
    /// Which of the menus of the game it is.
    pub(crate) menu: usize,
    /// What is offered, in order.
    pub(crate) offers: Vec<Offer<A>>,
    /// The other way to offer it: each way on its own, or the usual ones for all.
    others: Vec<Offer<A>>,
}

/// Lists what is offered in a turn.
pub(crate) struct Lister<'a, G: AtTable> {
    /// With the names as they stand where nothing is formatted.
    pub(crate) phrasebook: &'a Phrasebook<'a, G>,
    pub(crate) trial: &'a Trial<G>,
    pub(crate) seat: Seat,
    /// The game before any of the turn, as its player sees it.
    pub(crate) begin: G::View,
}

impl<G: AtTable> Lister<'_, G> {
    /// All that is offered while nothing is chosen yet, menu by menu.
    pub(crate) fn offers(&self) -> Vec<Listed<G::Action>> {
        let view = self.view(&self.trial.turn.game);
        let mut open = self.trial.open.clone();
        open.sort_by_key(|action| G::rank(&view, action));
        let mut menus: Vec<Listed<G::Action>> = Vec::new();
        for action in open {
            let menu = G::rank(&view, &action).0;
            let [usual, all] = self.ways(&view, action);
            match menus.last_mut().filter(|last| last.menu == menu) {
                Some(last) => {
                    last.offers.extend(usual);
                    last.others.extend(all);
                }
                None => menus.push(Listed {
                    menu,
                    offers: usual,
                    others: all,
                }),
            }
        }
        at_length(&mut menus);
        menus
    }

    /// The ways in which an action can go on, as far as that is offered together with it: first the usual ones, which
    /// leave to a change what they have in common with others, then all.
    fn ways(&self, view: &G::View, action: G::Action) -> [Vec<Offer<G::Action>>; 2] {
        let behind = self.trial.way.picks.len();
        let first = G::choice(self.phrasebook, view, &action);
        let (alone, led) = self.offer(action, behind, first.clone(), G::keys(&action));
        let Some(joined) = led
            .decisions
            .iter()
            .skip(1)
            .find(|decision| G::joins(&decision.action))
        else {
            return [vec![alone.clone()], vec![alone]];
        };
        let view = self.view(&joined.before);
        let mut seconds = joined.legal.clone();
        seconds.sort_by_key(|second| G::rank(&view, second));
        let way = |second: &G::Action| {
            let label = G::join(&first, G::choice(self.phrasebook, &view, second));
            let picks = [&led.way.picks[behind..joined.from], &G::keys(second)].concat();
            let offer = self.offer(action, behind, label, picks).0;
            let does = G::meaning(self.phrasebook, &view, second);
            Offer {
                piece: G::piece(&view, second).or(offer.piece),
                does: does.or(offer.does),
                ..offer
            }
        };
        let all: Vec<Offer<G::Action>> = seconds.iter().map(way).collect();
        // Of a tile, the side and the token can be changed; of a walk, where it leads.
        let kept = G::keys(&joined.action).len().saturating_sub(2);
        if kept == 0 {
            return [vec![alone], all];
        }
        let mut usual: Vec<Offer<G::Action>> = Vec::new();
        for offer in &all {
            let picks = &offer.picks[..joined.from - behind + kept];
            if !usual.iter().any(|known| known.picks == picks) {
                usual.push(Offer {
                    picks: picks.to_vec(),
                    ..offer.clone()
                });
            }
        }
        [usual, all]
    }

    /// What else could be done at a decision; the rest of the way stays as it is, as far as it can.
    pub(crate) fn changes(&self, decision: &Decision<G>) -> Vec<Offer<G::Action>> {
        let view = self.view(&decision.before);
        let ahead = &self.trial.way.picks[decision.to..];
        let others = decision
            .legal
            .iter()
            .filter(|action| **action != decision.action);
        let change = |action: &G::Action| {
            let keys = G::keys(action);
            let picks = [&keys, ahead].concat();
            let label = G::choice(self.phrasebook, &view, action);
            let (offer, led) = self.offer(*action, decision.from, label, picks);
            self.without_filled_in(offer, &led, decision, keys.len())
        };
        others.map(change).collect()
    }

    /// An offer without the picks that it makes unlawful, but for those that the player made: only these are missed.
    fn without_filled_in(
        &self,
        offer: Offer<G::Action>,
        led: &Trial<G>,
        changed: &Decision<G>,
        keys: usize,
    ) -> Offer<G::Action> {
        let is_missed =
            |at: usize| at < keys || self.trial.is_deliberate(self.seat, changed.to + at - keys);
        let is_kept = |at: usize| !led.dropped.contains(&(changed.from + at)) || is_missed(at);
        let picks = offer
            .picks
            .into_iter()
            .enumerate()
            .filter(|(at, _)| is_kept(*at));
        Offer {
            picks: picks.map(|(_, pick)| pick).collect(),
            ..offer
        }
    }

    /// An offer of what is picked after so much of the way, and where it leads.
    fn offer(
        &self,
        action: G::Action,
        behind: usize,
        label: String,
        picks: Vec<String>,
    ) -> (Offer<G::Action>, Trial<G>) {
        let led = self.trial.by(
            self.seat,
            [&self.trial.way.picks[..behind], &picks].concat(),
        );
        let about = G::outcome(
            self.phrasebook,
            &self.begin,
            &led.turn.foreseen(),
            self.seat,
        )
        .join(" · ");
        let piece = G::piece(&self.begin, &action);
        let does = G::meaning(self.phrasebook, &self.begin, &action);
        (
            Offer {
                action,
                picks,
                label,
                does,
                about,
                piece,
            },
            led,
        )
    }

    fn view(&self, game: &G) -> G::View {
        game.view(Viewer::Seat(self.seat))
    }
}

/// Lists every way on its own where there is room; the menus that need the least come first.
fn at_length<A>(menus: &mut [Listed<A>]) {
    let lines = |offers: &[Offer<A>]| offers.len().div_ceil(MENU);
    let mut taken: usize = menus.iter().map(|menu| lines(&menu.offers)).sum();
    let mut by_length: Vec<&mut Listed<A>> = menus.iter_mut().collect();
    by_length.sort_by_key(|menu| menu.others.len());
    for Listed { offers, others, .. } in by_length {
        let more = lines(others) - lines(offers);
        if taken + more <= MENUS {
            taken += more;
            std::mem::swap(offers, others);
        }
    }
}
