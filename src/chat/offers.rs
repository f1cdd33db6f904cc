//! What the panel offers: whole turns, each with what it costs, what it brings, and where its player stands afterwards.
//! Where something can be done in several ways, and all of them together would be too many, the usual way stands for them
//! all; the others are a change away.

use super::card::MENU;
use super::game::{AtTable, Choice};
use super::names::plain_names;
use super::table::my_view;
use super::trial::{Decision, Trial};
use crate::rules::{Seat, Viewer};
use crate::words::{Teller, Words};

/// So many menus stand in one panel: the fifth line is for buttons.
pub(super) const MENUS: usize = 4;

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer<A> {
    /// The action that it begins with.
    pub(super) action: A,
    /// What is picked with it.
    pub(super) picks: Vec<String>,
    /// What people read.
    pub(super) choice: Choice,
}

/// What a panel offers in one menu.
pub(super) struct Listed<A> {
    /// Which of the menus of the game it is.
    pub(super) menu: usize,
    /// What is offered, in order.
    pub(super) offers: Vec<Offer<A>>,
    /// The other way to offer it: each way on its own, or the usual ones for all.
    others: Vec<Offer<A>>,
}

/// All that is offered while nothing is chosen yet, menu by menu.
pub(super) fn offers<G: AtTable>(words: &Words, trial: &Trial<G>, seat: Seat) -> Vec<Listed<G::Action>> {
    let view = my_view(&trial.turn, seat);
    let mut open = trial.open.clone();
    open.sort_by_key(|action| G::rank(&view, action));
    let mut menus: Vec<Listed<G::Action>> = Vec::new();
    for action in open {
        let menu = G::rank(&view, &action).0;
        let [usual, all] = ways(words, trial, seat, action);
        match menus.last_mut().filter(|last| last.menu == menu) {
            Some(last) => {
                last.offers.extend(usual);
                last.others.extend(all);
            }
            None => menus.push(Listed { menu, offers: usual, others: all }),
        }
    }
    let lines = |offers: &[Offer<G::Action>]| offers.len().div_ceil(MENU);
    let mut taken: usize = menus.iter().map(|menu| lines(&menu.offers)).sum();
    // Those that need the least room are told at length first.
    let mut by_length: Vec<&mut Listed<G::Action>> = menus.iter_mut().collect();
    by_length.sort_by_key(|menu| menu.others.len());
    for Listed { offers, others, .. } in by_length {
        let more = lines(others) - lines(offers);
        if taken + more <= MENUS {
            taken += more;
            std::mem::swap(offers, others);
        }
    }
    menus
}

/// The ways in which an action can go on, as far as that is offered together with it: first the usual ones, which leave
/// to a change what they have in common with others, then all.
fn ways<G: AtTable>(
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
    action: G::Action,
) -> [Vec<Offer<G::Action>>; 2] {
    let (behind, picks) = (&trial.way.picks, G::keys(&action));
    let led = trial.by(seat, [behind.as_slice(), &picks].concat());
    let first = read(words, trial, &trial.turn.game, seat, &action);
    let about = outlook(words, &led, seat, [first.about.clone()]);
    let alone = Offer { action, picks, choice: Choice { label: first.label.clone(), about } };
    let Some(joined) = led.decisions.iter().skip(1).find(|decision| G::joins(&decision.action)) else {
        return [vec![alone.clone()], vec![alone]];
    };
    let view = joined.before.view(Viewer::Seat(seat));
    let mut seconds = joined.legal.clone();
    seconds.sort_by_key(|second| G::rank(&view, second));
    let way = |second: &G::Action| {
        let whole = [&led.way.picks[..joined.from], &G::keys(second)].concat();
        let picks = whole[behind.len()..].to_vec();
        let choice = G::join(&first, read(words, trial, &joined.before, seat, second));
        let about = outlook(words, &trial.by(seat, whole), seat, [choice.about]);
        Offer { action, picks, choice: Choice { label: choice.label, about } }
    };
    let all: Vec<Offer<G::Action>> = seconds.iter().map(way).collect();
    // Of a tile, the side and the token can be changed; of a walk, where it leads.
    let kept = joined.from - behind.len() + G::keys(&joined.action).len().saturating_sub(2);
    let kind = |offer: &Offer<G::Action>| offer.picks[..kept].to_vec();
    let mut usual: Vec<Offer<G::Action>> = Vec::new();
    for offer in &all {
        let short = Offer { picks: kind(offer), ..offer.clone() };
        if !usual.iter().any(|known| known.picks == short.picks) {
            usual.push(short);
        }
    }
    if kept == joined.from - behind.len() {
        usual = vec![alone];
    }
    [usual, all]
}

/// What else could be done at a decision; the rest of the way stays as it is, as far as it can.
pub(super) fn changes<G: AtTable>(
    words: &Words,
    trial: &Trial<G>,
    decision: &Decision<G>,
    seat: Seat,
) -> Vec<Offer<G::Action>> {
    let (behind, ahead) = (&trial.way.picks[..decision.from], &trial.way.picks[decision.to..]);
    let change = |action: &G::Action| {
        let picks = [&G::keys(action), ahead].concat();
        let done = trial.by(seat, [behind, &picks].concat());
        let choice = read(words, trial, &decision.before, seat, action);
        let about = outlook(words, &done, seat, [choice.about]);
        Offer { action: *action, picks, choice: Choice { label: choice.label, about } }
    };
    decision.legal.iter().filter(|action| **action != decision.action).map(change).collect()
}

/// A choice as people read it, in the game as it is then.
fn read<G: AtTable>(words: &Words, trial: &Trial<G>, game: &G, seat: Seat, action: &G::Action) -> Choice {
    let names = plain_names(&trial.turn.table);
    let teller = Teller::<G> { words, printed: &trial.turn.printed, names: &names };
    G::choice(&teller, &game.view(Viewer::Seat(seat)), action)
}

/// What is to be known of an offer: what it is about, and what comes of it.
fn outlook<G: AtTable, const N: usize>(
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
    parts: [String; N],
) -> String {
    let names = plain_names(&trial.turn.table);
    let teller = Teller::<G> { words, printed: &trial.turn.printed, names: &names };
    let outcome = G::outcome(&teller, &trial.begin.view(Viewer::Seat(seat)), &trial.events(), seat);
    let parts: Vec<String> = parts.into_iter().chain(outcome).filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}
