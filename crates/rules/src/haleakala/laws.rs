//! Checks invariants, above all the conservation law: every piece of the box is in exactly one
//! place.
//!
//! A snapshot that breaks an invariant is refused, and tests check them after every step.

use super::Haleakala;
use super::action::Round;
use super::board::{Segment, Shaman};
use super::options::Lava;
use super::pieces::{Card, DiscLocation, Holder, Keepsake};
use super::printed::Pile;
use super::state::{Collected, Step};
use crate::{Broken, Rules, Seat};

/// An upper bound of a player's points, far above what a game can bring.
const MANY: u16 = 9_999;

impl Haleakala {
    pub(super) fn check_laws(&self) -> Result<(), Broken> {
        let state = &self.state;
        Broken::check_equal("two sit at the table", 2, state.seats().count())?;
        let strangers = [state.start_player, state.turn]
            .into_iter()
            .chain(state.agenda.iter().map(|task| task.seat));
        let strangers = strangers.filter(|seat| !state.seats().has(*seat));
        Broken::check_none("only the two at the table play", strangers)?;
        for (pile, cards) in state.piles.iter().enumerate() {
            let beyond = cards.len().saturating_sub(self.printed.pile(pile).len());
            Broken::check_equal("no pile is higher than it was", 0, beyond)?;
        }
        self.check_cards()?;
        self.check_pieces()?;
        self.check_rounds()?;
        self.check_agenda()
    }

    /// Checks that spaces are filled while cards are left, and that each round ends with its pile.
    fn check_rounds(&self) -> Result<(), Broken> {
        let state = &self.state;
        let awaits = |step: Step| state.agenda.iter().any(|task| task.step == step);
        let empty = Segment::all()
            .filter(|at| *at != state.boat || !awaits(Step::Refill))
            .flat_map(|at| state.slots[at])
            .filter(Option::is_none);
        let empty = if state.current_pile().is_some() {
            empty.count()
        } else {
            0
        };
        Broken::check_equal("spaces stay empty only when no cards are left", 0, empty)?;
        let ended = match state.round {
            Round::First => state.piles[1].is_empty() && !awaits(Step::Scoring),
            Round::Second => !state.piles[0].is_empty() || !state.piles[1].is_empty(),
        };
        Broken::check_equal(
            "the first round lasts as long as the second pile",
            0,
            usize::from(ended),
        )?;
        let goes_on = match state.round {
            Round::First => !state.piles[1].is_empty(),
            Round::Second => state.current_pile().is_some(),
        };
        let too_early = usize::from(goes_on && awaits(Step::Scoring));
        Broken::check_equal("a scoring comes at the end of its round", 0, too_early)
    }

    /// Checks that every card is in a pile, beside the board, discarded or with a player.
    fn check_cards(&self) -> Result<(), Broken> {
        let state = &self.state;
        let tokens_at = |card: Card| {
            let piles = state.piles.iter().flatten();
            piles
                .chain(state.slots.iter().flatten().flatten())
                .filter(|other| **other == card)
                .count()
        };
        let piles = &self.printed.sheet.pile;
        let all = |many: fn(&Pile) -> u8| {
            piles
                .iter()
                .map(|pile| usize::from(many(pile)))
                .sum::<usize>()
        };
        let in_hand: usize = state
            .players
            .values()
            .map(|player| usize::from(player.shells))
            .sum();
        let lava = if state.options.lava == Lava::Drawn {
            all(|pile| pile.lava)
        } else {
            0
        };
        let kinds = [
            ("statue cards", Card::Statue, all(|pile| pile.statue), 0),
            (
                "priestesses",
                Card::Priestess,
                all(|pile| pile.priestess),
                0,
            ),
            ("shells", Card::Shell, all(|pile| pile.shell), in_hand),
            ("lava cards", Card::Lava, lava, 0),
        ];
        for ((law, card, all, in_hand), discarded) in kinds.into_iter().zip(state.discarded) {
            Broken::check_equal(law, all, tokens_at(card) + usize::from(discarded) + in_hand)?;
        }
        let beside = state
            .slots
            .iter()
            .flatten()
            .filter(|slot| **slot == Some(Card::Lava));
        Broken::check_none("no lava card lies beside the board", beside)?;
        for kept in Keepsake::ALL {
            let owners = state
                .players
                .values()
                .filter(|player| player.kept[kept.index()] == Collected::Yes)
                .count();
            Broken::check_equal(
                "each collected card is in one place",
                1,
                tokens_at(Card::Kept(kept)) + owners,
            )?;
        }
        Ok(())
    }

    fn check_pieces(&self) -> Result<(), Broken> {
        let state = &self.state;
        let lava: usize = state.lava.iter().map(|discs| usize::from(*discs)).sum();
        let pieces = &self.printed.sheet.pieces;
        let beyond = lava.saturating_sub(usize::from(pieces.lava_discs));
        Broken::check_equal("lava discs are no more than the box holds", 0, beyond)?;
        let strangers = state
            .statues
            .iter()
            .flatten()
            .flatten()
            .filter(|seat| !state.seats().has(**seat));
        Broken::check_none("statues are of one of the two colours", strangers)?;
        let is_stranger =
            |it: &&Holder| matches!(it, Holder::Seat(seat) if !state.seats().has(*seat));
        let bought = state.display.iter().filter(is_stranger);
        Broken::check_none("scoring cards are on the display or bought", bought)?;
        for (seat, player) in state.players.iter() {
            let beyond = state
                .statues_of(seat)
                .saturating_sub(u16::from(pieces.statues_each));
            Broken::check_equal("statues are no more than the box holds", 0, beyond.into())?;
            Broken::check_equal(
                "points are countable",
                0,
                player.points.saturating_sub(MANY).into(),
            )?;
            let lies =
                player.invocation != DiscLocation::InHand && state.options.lava == Lava::Drawn;
            Broken::check_equal(
                "invocation discs stay in the box in the base game",
                0,
                usize::from(lies),
            )?;
            self.check_sums(seat)?;
            let own = self.printed.huts[seat.index() % 2];
            let strange = matches!(player.shaman, Shaman::Hut(hut) if hut != own);
            Broken::check_equal(
                "a shaman on the beach is in his own hut",
                0,
                usize::from(strange),
            )?;
        }
        let mut shamans = state.players.values().map(|player| player.shaman);
        Broken::check_equal(
            "shamans stand apart",
            0,
            usize::from(shamans.next() == shamans.next()),
        )
    }

    /// Checks that the two sums on every beach with discs differ.
    fn check_sums(&self, seat: Seat) -> Result<(), Broken> {
        let other = self.state.other(seat);
        let equal = Segment::all().filter(|at| {
            let sum = self.state.sum(seat, *at);
            sum > 0 && sum == self.state.sum(other, *at)
        });
        Broken::check_none("the sums of a beach differ", equal)
    }

    fn check_agenda(&self) -> Result<(), Broken> {
        let state = &self.state;
        let over = state.agenda.is_empty();
        let finished = state.round == Round::Second && state.current_pile().is_none();
        Broken::check_equal(
            "a game ends only when all cards are laid",
            0,
            usize::from(over && !finished),
        )?;
        let steps: Vec<Step> = state.agenda.iter().map(|task| task.step).collect();
        Broken::check_equal(
            "what has to be settled is in order",
            1,
            usize::from(is_possible_agenda(&steps)),
        )?;
        let choices = steps.iter().filter(|step| **step == Step::Choose).count();
        let missing = choices.saturating_sub(self.cards_here().count());
        Broken::check_equal("there are as many cards as choices", 0, missing)?;
        if let Some(task) = state
            .agenda
            .last()
            .filter(|task| matches!(task.step, Step::Turn | Step::Shaman))
        {
            Broken::check_equal(
                "the turn is of who is on turn",
                1,
                usize::from(task.seat == state.turn),
            )?;
        }
        Broken::check_equal(
            "the seat to act has a choice",
            usize::from(!over),
            self.legal_actions().len().min(1),
        )
    }
}

/// Returns whether an agenda (the next step last) can occur in a game.
///
/// It is a turn; a delivery, in which the second card is chosen after the first is carried out; or
/// a scoring, before which both players may buy.
fn is_possible_agenda(agenda: &[Step]) -> bool {
    use Step::{Choose, DiscsBack, Nothing, Priestess, Purchase, Refill, Scoring, Shaman, Turn};
    match agenda {
        [] | [Turn | Shaman] => true,
        [Refill, DiscsBack, left @ ..] => {
            matches!(
                left,
                [Choose | Purchase | Priestess] | [Choose | Nothing, Choose | Purchase | Priestess]
            )
        }
        [Refill, Scoring, left @ ..] | [Scoring, left @ ..] => {
            matches!(
                left,
                [Purchase | Priestess] | [Purchase, Purchase | Priestess]
            )
        }
        _ => false,
    }
}
