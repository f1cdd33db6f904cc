//! Lists what a panel offers: whole turns, each with its price and gain and the state afterwards.
//!
//! If the variants of an action do not all fit, only the default variant is offered, and the player
//! reaches the others by changing it.

use crate::cards::game::ChatGame;
use crate::cards::turn_preview::{Decision, TurnPreview};
use crate::wire::card::MAX_MENU_OPTIONS;
use lanai_render::Art;
use lanai_rules::{Seat, Viewer};
use lanai_text::Phrasebook;

/// How many menus a panel has: one row of Discord's five is kept for buttons.
pub(crate) const MAX_MENUS: usize = 4;

/// A choice of a panel: the first action of a turn, and what the turn costs and brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer<A> {
    /// The first action of the turn.
    pub(crate) action: A,
    pub(crate) pick_keys: Vec<String>,
    pub(crate) label: String,
    /// The effect of the offered piece, if it has one.
    pub(crate) effect: Option<String>,
    /// What the turn costs and brings, and the state afterwards.
    pub(crate) outcome: String,
    pub(crate) piece: Option<Art>,
}

/// The offers of one menu.
pub(crate) struct OfferMenu<A> {
    /// The index in [`ChatGame::MENUS`].
    pub(crate) menu: usize,
    pub(crate) offers: Vec<Offer<A>>,
    /// Each variant as an offer of its own. They replace `offers` if there is room.
    variants: Vec<Offer<A>>,
}

/// The variants of an action: those offered by default, and all.
struct Variants<A> {
    defaults: Vec<Offer<A>>,
    all: Vec<Offer<A>>,
}

/// Lists what is offered in a turn.
pub(crate) struct OfferLister<'a, G: ChatGame> {
    /// The phrasebook for menus and buttons, whose names suit places without formatting.
    pub(crate) phrasebook: &'a Phrasebook<'a, G>,
    pub(crate) preview: &'a TurnPreview<G>,
    pub(crate) seat: Seat,
    /// The game before the turn, as its player sees it.
    pub(crate) start: G::View,
}

impl<G: ChatGame> OfferLister<'_, G> {
    /// Lists the offers of the first decision, menu by menu.
    pub(crate) fn list_offers(&self) -> Vec<OfferMenu<G::Action>> {
        let view = self.view(&self.preview.turn.game);
        let mut actions = self.preview.open_choices.clone();
        actions.sort_by_key(|action| G::menu_position(&view, action));
        let mut menus: Vec<OfferMenu<G::Action>> = Vec::new();
        for action in actions {
            let menu = G::menu_position(&view, &action).0;
            let Variants { defaults, all } = self.list_variants(&view, action);
            match menus.last_mut().filter(|last| last.menu == menu) {
                Some(last) => {
                    last.offers.extend(defaults);
                    last.variants.extend(all);
                }
                None => menus.push(OfferMenu {
                    menu,
                    offers: defaults,
                    variants: all,
                }),
            }
        }
        expand_variants(&mut menus);
        menus
    }

    /// Lists the turns that begin with an action and are offered as variants of it.
    fn list_variants(&self, view: &G::View, action: G::Action) -> Variants<G::Action> {
        let position = self.preview.path.pick_keys.len();
        let first_label = G::choice_label(self.phrasebook, view, &action);
        let keys = G::action_keys(&action);
        let (single, preview) = self.offer(action, position, first_label.clone(), keys);
        let joined = preview
            .decisions
            .iter()
            .skip(1)
            .find(|decision| G::joins_previous(&decision.action));
        let Some(joined) = joined else {
            return Variants {
                defaults: vec![single.clone()],
                all: vec![single],
            };
        };
        let view = self.view(&joined.before);
        let mut seconds = joined.legal.clone();
        seconds.sort_by_key(|second| G::menu_position(&view, second));
        let mut all = Vec::new();
        for second in &seconds {
            let second_label = G::choice_label(self.phrasebook, &view, second);
            let label = G::joined_label(&first_label, second_label);
            let between = &preview.path.pick_keys[position..joined.start];
            let pick_keys = [between, &G::action_keys(second)].concat();
            let (mut offer, _) = self.offer(action, position, label, pick_keys);
            offer.effect =
                G::describe_action_effect(self.phrasebook, &view, second).or(offer.effect);
            offer.piece = G::piece_art(&view, second).or(offer.piece);
            all.push(offer);
        }
        // The last two keys of a tile, its side and its token, may be left to a later change.
        // Walks have no such keys.
        let fixed_keys = G::action_keys(&joined.action).len().saturating_sub(2);
        if fixed_keys == 0 {
            return Variants {
                defaults: vec![single],
                all,
            };
        }
        let mut defaults: Vec<Offer<G::Action>> = Vec::new();
        for offer in &all {
            let pick_keys = &offer.pick_keys[..joined.start - position + fixed_keys];
            if !defaults.iter().any(|known| known.pick_keys == pick_keys) {
                defaults.push(Offer {
                    pick_keys: pick_keys.to_vec(),
                    ..offer.clone()
                });
            }
        }
        Variants { defaults, all }
    }

    /// Lists the alternatives of a decision. Later picks of the path are kept where possible.
    pub(crate) fn list_changes(&self, decision: &Decision<G>) -> Vec<Offer<G::Action>> {
        let view = self.view(&decision.before);
        let later_pick_keys = &self.preview.path.pick_keys[decision.end..];
        let mut offers = Vec::new();
        for action in &decision.legal {
            if *action == decision.action {
                continue;
            }
            let keys = G::action_keys(action);
            let pick_keys = [&keys, later_pick_keys].concat();
            let label = G::choice_label(self.phrasebook, &view, action);
            let (mut offer, preview) = self.offer(*action, decision.start, label, pick_keys);
            offer.pick_keys =
                self.drop_illegal_defaults(offer.pick_keys, &preview, decision, keys.len());
            offers.push(offer);
        }
        offers
    }

    /// Drops default picks that the change makes illegal.
    ///
    /// Deliberate picks stay on the path even if they are illegal, because the player would miss
    /// them.
    fn drop_illegal_defaults(
        &self,
        pick_keys: Vec<String>,
        preview: &TurnPreview<G>,
        changed: &Decision<G>,
        changed_keys: usize,
    ) -> Vec<String> {
        let mut remaining = Vec::new();
        for (at, pick) in pick_keys.into_iter().enumerate() {
            let is_legal = !preview.illegal_positions.contains(&(changed.start + at));
            if is_legal
                || at < changed_keys
                || self
                    .preview
                    .is_deliberate(self.seat, changed.end + at - changed_keys)
            {
                remaining.push(pick);
            }
        }
        remaining
    }

    /// Returns an offer that replaces the path from `position` on, and the offer's preview.
    fn offer(
        &self,
        action: G::Action,
        position: usize,
        label: String,
        pick_keys: Vec<String>,
    ) -> (Offer<G::Action>, TurnPreview<G>) {
        let path = [&self.preview.path.pick_keys[..position], &pick_keys].concat();
        let preview = self.preview.with_pick_keys(self.seat, path);
        let events = preview.turn.foreseeable_events();
        let outcome = G::outcome_parts(self.phrasebook, &self.start, &events, self.seat);
        let offer = Offer {
            action,
            pick_keys,
            label,
            effect: G::describe_action_effect(self.phrasebook, &self.start, &action),
            outcome: outcome.join(" · "),
            piece: G::piece_art(&self.start, &action),
        };
        (offer, preview)
    }

    fn view(&self, game: &G) -> G::View {
        game.view(Viewer::Seat(self.seat))
    }
}

/// Offers each variant separately where there is room, in menus with few variants first.
fn expand_variants<A>(menus: &mut [OfferMenu<A>]) {
    let mut used: usize = menus.iter().map(|menu| count_menus(&menu.offers)).sum();
    let mut by_length: Vec<&mut OfferMenu<A>> = menus.iter_mut().collect();
    by_length.sort_by_key(|menu| menu.variants.len());
    for menu in by_length {
        let added = count_menus(&menu.variants) - count_menus(&menu.offers);
        if used + added <= MAX_MENUS {
            used += added;
            std::mem::swap(&mut menu.offers, &mut menu.variants);
        }
    }
}

fn count_menus<A>(offers: &[Offer<A>]) -> usize {
    offers.len().div_ceil(MAX_MENU_OPTIONS)
}
