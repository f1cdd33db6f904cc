//! The panel: a whole turn by buttons and menus alone. Each press goes one stage further; everything that was chosen so
//! far stands in the ids of the buttons and is tried out on a copy of the game, so that nothing is written before
//! the last press and nothing is lost by a restart. The trial ends where the turn passes on or something hidden would be
//! seen: then comes the confirmation, which tells only what the player could know beforehand.

use std::{iter::Peekable, sync::Arc};

use super::card::{Button, Card, MENU, Menu, Row, Weight, ending_in};
use super::game::{AtTable, PanelStep, open_events};
use super::names::{names, plain_names};
use super::press::{Press, Way};
use super::table::{my_view, story};
use crate::rules::{Rules, Seat};
use crate::tables::Turn;
use crate::words::{Teller, Words};

/// Up to so many choices are buttons; more are a menu.
const BUTTONS: usize = 4;
/// The longest label that a button shows well on a telephone.
const BUTTON_LABEL: usize = 38;

/// How far choices lead.
pub(super) struct Trial<G: Rules> {
    /// The turn as it would be.
    pub(super) turn: Turn<G>,
    /// All stages so far, those among them that left no choice.
    way: Way,
    /// How many stages were chosen before each choice of the player.
    stops: Vec<usize>,
    /// What was chosen, as people read it.
    chosen: Vec<String>,
    /// Whether all choices that were asked for were there.
    pub(super) whole: bool,
    /// What there is to choose; nothing if the turn is complete.
    open: Vec<PanelStep>,
}

/// Follows choices as far as they are lawful.
pub(super) fn follow<G: AtTable>(words: &Words, turn: Turn<G>, seat: Seat, way: &Way) -> Trial<G> {
    let mut trial = Trial {
        way: way.until(0).at(turn.table.revision),
        turn,
        stops: Vec::new(),
        chosen: Vec::new(),
        whole: true,
        open: Vec::new(),
    };
    let mut picks = way.picks.iter().peekable();
    // A turn has a few dozen stages at most.
    while trial.open.is_empty() && !trial.is_complete(seat) {
        let Some(action) = trial.narrow(words, seat, &mut picks) else { break };
        if trial.turn.play(action).is_err() {
            break;
        }
    }
    trial.whole &= picks.next().is_none();
    trial
}

impl<G: AtTable> Trial<G> {
    /// Whether nothing is left to choose: the turn passes on, or something hidden is seen, or the same player's next turn
    /// begins because all others have left the round.
    pub(super) fn is_complete(&self, seat: Seat) -> bool {
        let next_turn = || !self.turn.steps.is_empty() && self.turn.game.begins_turn();
        self.turn.uncovers() || self.turn.to_act() != Some(seat) || next_turn()
    }

    /// Narrows the next action down stage by stage; nothing if a choice is open.
    fn narrow<'a>(
        &mut self,
        words: &Words,
        seat: Seat,
        picks: &mut Peekable<impl Iterator<Item = &'a String>>,
    ) -> Option<G::Action> {
        let teller = Teller::<G> {
            words,
            printed: &Arc::clone(&self.turn.printed),
            names: &plain_names(&self.turn.table),
        };
        let view = my_view(&self.turn, seat);
        let legal = self.turn.legal();
        let mut left: Vec<(G::Action, Vec<PanelStep>)> =
            legal.into_iter().map(|action| (action, G::panel_steps(&teller, &view, &action))).collect();
        for depth in 0.. {
            let mut groups: Vec<PanelStep> = Vec::new();
            for stage in left.iter().filter_map(|(_, stages)| stages.get(depth)) {
                if !groups.iter().any(|known| known.key == stage.key) {
                    groups.push(stage.clone());
                }
            }
            if groups.is_empty() {
                return left.first().map(|(action, _)| *action);
            }
            let stage = match (groups.as_slice(), picks.next()) {
                ([only], None) => only.clone(),
                (_, None) => {
                    self.open = groups;
                    return None;
                }
                (_, Some(pick)) => {
                    let Some(stage) = groups.iter().find(|stage| stage.key == *pick).cloned() else {
                        self.whole = false;
                        self.open = groups;
                        return None;
                    };
                    if groups.len() > 1 {
                        self.stops.push(self.way.picks.len());
                        self.chosen.push(stage.label.clone());
                    }
                    stage
                }
            };
            self.way.picks.push(stage.key.clone());
            left.retain(|(_, stages)| stages.get(depth).is_some_and(|it| it.key == stage.key));
        }
        None
    }

    // --- What the player sees ---

    /// The panel at this point.
    pub(super) fn card(&self, words: &Words, seat: Seat, page: usize, before: Option<String>) -> Card {
        if self.open.is_empty() {
            self.confirmation(words, seat, before)
        } else {
            self.menu(words, seat, page, before)
        }
    }

    fn menu(&self, words: &Words, seat: Seat, page: usize, before: Option<String>) -> Card {
        let teller = Teller::<G> { words, printed: &self.turn.printed, names: &names(&self.turn.table) };
        let view = my_view(&self.turn, seat);
        let mut lines: Vec<String> = self.trail(words).into_iter().collect();
        lines.extend(G::question(&teller, &view));
        lines.extend(G::purse(&teller, &view, seat));
        let short = self.open.iter().all(|stage| stage.label.chars().count() <= BUTTON_LABEL);
        let mut card = Card::words(ending_in(&before.unwrap_or_default(), &lines.join("\n")));
        let first = page.saturating_mul(MENU).min(self.open.len().saturating_sub(1) / MENU * MENU);
        if self.open.len() <= BUTTONS && short {
            let button = |stage: &PanelStep| {
                Button::new(Press::Pick(self.way.and(&stage.key), 0).id(), stage.label.clone(), Weight::Main)
            };
            card = card.buttons(&self.open.iter().map(button).collect::<Vec<_>>());
        } else {
            let here = self.open.iter().skip(first).take(MENU);
            card.rows.push(Row::Menu(Menu {
                id: Press::Pick(self.way.clone(), first / MENU).id(),
                placeholder: words.say("chat-menu", &[("n", self.open.len().into())]),
                options: here.map(|stage| (stage.key.clone(), stage.label.clone())).collect(),
            }));
        }
        let mut others = self.ways_back(words);
        if first + MENU < self.open.len() {
            let id = Press::Pick(self.way.clone(), first / MENU + 1).id();
            others.push(Button::new(id, words.say("chat-button-more", &[]), Weight::Usual));
        }
        card.buttons(&others)
    }

    /// What the turn will be, what it costs and brings, and one button to do it.
    fn confirmation(&self, words: &Words, seat: Seat, before: Option<String>) -> Card {
        let teller = Teller::<G> { words, printed: &self.turn.printed, names: &names(&self.turn.table) };
        // What comes after the first hidden thing is not told: the player could not know it.
        let events = open_events::<G>(self.turn.steps.iter().flat_map(|step| &step.events));
        let mut lines: Vec<String> = before.into_iter().collect();
        lines.push(words.say("chat-confirm", &[("story", story(words, &self.turn, &events).into())]));
        lines.extend(G::sum_up(&teller, &events, seat));
        if !self.turn.uncovers() {
            lines.extend(G::purse(&teller, &my_view(&self.turn, seat), seat));
        }
        let confirm =
            Button::new(Press::Do(self.way.clone()).id(), words.say("chat-button-do", &[]), Weight::Main);
        let mut buttons = vec![confirm];
        buttons.extend(self.ways_back(words));
        Card::words(lines.join("\n")).buttons(&buttons)
    }

    fn trail(&self, words: &Words) -> Option<String> {
        let trail = self.chosen.join(" › ");
        (!trail.is_empty()).then(|| words.say("chat-trail", &[("trail", trail.into())]))
    }

    /// One choice back, and back to the beginning.
    fn ways_back(&self, words: &Words) -> Vec<Button> {
        let button =
            |way: Way, name: &str| Button::new(Press::Pick(way, 0).id(), words.say(name, &[]), Weight::Usual);
        match self.stops.as_slice() {
            [] => Vec::new(),
            [only] => vec![button(self.way.until(*only), "chat-button-back")],
            [.., last] => {
                vec![
                    button(self.way.until(*last), "chat-button-back"),
                    button(self.way.until(0), "chat-button-anew"),
                ]
            }
        }
    }
}
