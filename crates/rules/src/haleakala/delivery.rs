//! Rulebook section "Distributing cards": who gets the cards where the boat stops, what the cards
//! do, and refilling the empty spaces.

use super::Haleakala;
use super::action::{Action, Event, LavaFrom, Refusal, Round};
use super::board::Shaman;
use super::options::Lava;
use super::pieces::{Card, DiscLocation, Face, Holder, Ware};
use super::state::{Collected, Step};
use crate::Seat;

impl Haleakala {
    /// Handles the arrival of the boat: invocation discs come back, the game may end, and cards are
    /// distributed.
    pub(super) fn arrive(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let here = self.state.boat;
        for owner in self.state.seats().iter() {
            if self.state.players[owner].invocation == DiscLocation::On(here) {
                self.invocation_back(owner, events);
            }
        }
        if self.cards_here().next().is_none() {
            // Spaces stay empty only when the last pile is exhausted: "there are no cards left and
            // the boat is moved to a segment with no cards".
            self.begin_scoring(seat, Round::Second, events);
            return;
        }
        self.distribute(seat);
    }

    /// Puts the tasks of a delivery on the agenda, if either player has discs beside the boat.
    ///
    /// The player with the higher sum chooses a card. The other player, if the sum is not zero,
    /// gets the card that is left, unless both cards are the same or there is only one.
    fn distribute(&mut self, seat: Seat) {
        let here = self.state.boat;
        let other = self.state.other(seat);
        let [own, others] = [seat, other].map(|seat| self.state.sum(seat, here));
        if own == 0 && others == 0 {
            return;
        }
        let (first, second) = if own > others {
            (seat, other)
        } else {
            (other, seat)
        };
        self.state.push_task(seat, Step::Refill);
        self.state.push_task(seat, Step::DiscsBack);
        if self.state.sum(second, here) > 0 {
            let step = if self.only_card().is_none() {
                Step::Choose
            } else {
                Step::Nothing
            };
            self.state.push_task(second, step);
        }
        self.state.push_task(first, Step::Choose);
    }

    pub(super) fn check_card_choice(&self, card: Card) -> Result<(), Refusal> {
        if self.cards_here().any(|here| here == card) {
            Ok(())
        } else {
            Err(Refusal::NoSuchCard { card })
        }
    }

    /// Lists the cards that can be chosen; of two equal cards only one.
    pub(super) fn list_cards(&self, into: &mut Vec<Action>) {
        for card in self.cards_here() {
            if !into.contains(&Action::Choose(card)) {
                into.push(Action::Choose(card));
            }
        }
    }

    /// Returns the card that a player must receive if there is only one kind; `None` if there is a
    /// choice.
    pub(super) fn only_card(&self) -> Option<Card> {
        let mut cards = self.cards_here();
        let first = cards.next()?;
        cards.all(|card| card == first).then_some(first)
    }

    /// Gives a card to a player and carries out its action.
    ///
    /// Rulebook: "Place the card in front of you and take its action, if possible."
    pub(super) fn receive(&mut self, seat: Seat, card: Card, events: &mut Vec<Event>) {
        let at = self.state.boat;
        let slot = self.state.slots[at]
            .iter_mut()
            .find(|slot| **slot == Some(card));
        if let Some(slot) = slot {
            *slot = None;
        }
        self.state.quiet = 0;
        events.push(Event::Received { seat, card, at });
        match card {
            Card::Statue => self.build(seat, events),
            Card::Priestess => {
                self.state.discard(card);
                self.call_priestess(seat, events);
            }
            Card::Shell => {
                self.state.players[seat].shells += 1;
                self.state.push_task(seat, Step::Purchase);
            }
            Card::Kept(kept) => self.state.players[seat].kept[kept.index()] = Collected::Yes,
            // A drawn lava card is discarded at once, so it is never received.
            Card::Lava => {}
        }
    }

    // --- Rulebook: "Building a statue" ---

    /// Builds a statue where the shaman stands, if the site is empty and a statue is left.
    fn build(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.state.discard(Card::Statue);
        let left = self.printed.sheet.pieces.statues_each;
        if let Shaman::At(site) = self.state.players[seat].shaman
            && self.state.statue(site).is_none()
            && self.state.statues_of(seat) < u16::from(left)
        {
            self.state.statues[site.segment][site.terrain.index()] = Some(seat);
            events.push(Event::Built { seat, site });
        } else {
            events.push(Event::InVain {
                seat,
                card: Card::Statue,
            });
        }
    }

    // --- Rulebook: "Shell cards", "Lava priestess on scoring board", "Scoring cards" ---

    pub(super) fn check_purchase(&self, seat: Seat, ware: Ware) -> Result<(), Refusal> {
        match ware {
            Ware::Card(card) if self.state.holder(card) != Holder::Display => {
                return Err(Refusal::Sold { card });
            }
            Ware::Priestess if self.state.priestess == Face::Down => {
                return Err(Refusal::PriestessGone);
            }
            Ware::Card(_) | Ware::Priestess => {}
        }
        match self
            .printed
            .cost(ware)
            .saturating_sub(self.state.players[seat].shells)
        {
            0 => Ok(()),
            missing => Err(Refusal::TooFewShells { missing }),
        }
    }

    /// Lists the legal purchases, and the action of buying nothing.
    pub(super) fn list_wares(&self, seat: Seat, into: &mut Vec<Action>) {
        let wares = Ware::ALL
            .into_iter()
            .filter(|ware| self.check_purchase(seat, *ware).is_ok());
        into.extend(wares.map(Action::Buy));
        into.push(Action::BuyNothing);
    }

    pub(super) fn can_buy_anything(&self, seat: Seat) -> bool {
        Ware::ALL
            .iter()
            .any(|ware| self.check_purchase(seat, *ware).is_ok())
    }

    pub(super) fn buy(&mut self, seat: Seat, ware: Ware, events: &mut Vec<Event>) {
        let shells = self.printed.cost(ware);
        self.state.players[seat].shells -= shells;
        for _ in 0..shells {
            self.state.discard(Card::Shell);
        }
        events.push(Event::Bought { seat, ware, shells });
        match ware {
            Ware::Card(card) => self.state.display[card.index()] = Holder::Seat(seat),
            Ware::Priestess => {
                self.state.priestess = Face::Down;
                self.call_priestess(seat, events);
            }
        }
    }

    // --- Rulebook: "Take your number discs back", "Add new palm tree cards" ---

    pub(super) fn return_discs(&mut self, events: &mut Vec<Event>) {
        let at = self.state.boat;
        for seat in self.state.seats().iter() {
            let discs = self.state.players[seat].discs.iter_mut();
            discs
                .filter(|lies| **lies == DiscLocation::On(at))
                .for_each(|lies| *lies = DiscLocation::InHand);
        }
        events.push(Event::DiscsBack { at });
    }

    /// Refills the empty spaces from the first pile that is not empty.
    ///
    /// When the second pile is exhausted, the first scoring comes at once; spaces that are still
    /// empty are filled after it.
    pub(super) fn refill(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let here = self.state.boat;
        while let Some(slot) = self.state.slots[here].iter().position(Option::is_none) {
            let Some(pile) = self.state.current_pile() else {
                return;
            };
            let Some(card) = self.state.piles[pile].pop() else {
                return;
            };
            if card == Card::Lava {
                self.state.discard(card);
                self.raise_lava(LavaFrom::Card, events);
            } else {
                self.state.slots[here][slot] = Some(card);
                events.push(Event::Laid { card, at: here });
            }
            let ends_round = pile == 1 && self.state.piles[1].is_empty();
            if ends_round && self.state.round == Round::First {
                self.state.push_task(seat, Step::Refill);
                self.begin_scoring(seat, Round::First, events);
                return;
            }
        }
    }

    /// Starts a scoring. In the base game each player may buy one thing from the display before it,
    /// beginning with `seat`, the player whose turn caused the scoring.
    fn begin_scoring(&mut self, seat: Seat, round: Round, events: &mut Vec<Event>) {
        events.push(Event::ScoringBegins { round });
        self.state.push_task(seat, Step::Scoring);
        if self.state.options.lava == Lava::Drawn {
            self.state.push_task(self.state.other(seat), Step::Purchase);
            self.state.push_task(seat, Step::Purchase);
        }
    }
}
