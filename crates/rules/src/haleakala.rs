//! Haleakala by Florian Racky and Marc Klerner (Feuerland, 2015) for two players: the base game and
//! the tactical variant.
//!
//! The modules follow the order of the rulebook. `printed` holds the printed figures, which are
//! data; `rulings` names every question about the rules that was decided. Start at [`Haleakala`].

pub mod options;
pub mod printed;

pub mod board;
pub mod pieces;

pub mod state;

pub mod setup;

pub mod action;

mod beaches;
mod delivery;
mod lava;
mod turn;

pub mod scoring;

mod laws;
mod rulings;
pub mod view;

use std::sync::{Arc, LazyLock};

use self::action::{Action, Event, LavaFrom, Refusal};
use self::options::Options;
use self::printed::Printed;
use self::state::State;
use self::view::View;
use super::chance::{Dice, Seed, shuffle};
use super::ruling::Ruling;
use super::{
    Broken, BySeat, Rules, Seat, Seats, Status, Taken, Title, UnsupportedPlayerCount, Viewer,
    figures::Flaw,
};

/// A game of Haleakala.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Haleakala {
    printed: Arc<Printed>,
    state: State,
}

impl Haleakala {
    /// Returns the printed figures that this game uses.
    pub fn figures(&self) -> &Printed {
        &self.printed
    }
}

impl Rules for Haleakala {
    const TITLE: Title = Title::Haleakala;
    const EDITION: u32 = 2;
    const RULINGS: &'static [Ruling] = rulings::RULINGS;

    type Printed = Printed;
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;
    type State = State;
    type View = View;

    fn printed() -> Result<Arc<Printed>, Flaw> {
        static STANDARD: LazyLock<Result<Arc<Printed>, Flaw>> = LazyLock::new(|| {
            Printed::read(include_str!("../../../assets/haleakala.toml")).map(Arc::new)
        });
        STANDARD.clone()
    }

    fn presets() -> Vec<(&'static str, Options)> {
        vec![("base", Options::base()), ("tactical", Options::tactical())]
    }

    fn setup(
        printed: &Arc<Printed>,
        seats: Seats,
        options: Options,
        seed: Seed,
    ) -> Result<Haleakala, UnsupportedPlayerCount> {
        let seats = Seats::of(Title::Haleakala, seats.number())?;
        Ok(setup::set_up(printed, seats, options, seed))
    }

    fn restore(printed: &Arc<Printed>, state: State) -> Result<Haleakala, Broken> {
        let game = Haleakala {
            printed: Arc::clone(printed),
            state,
        };
        game.check()?;
        Ok(game)
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn seats(&self) -> Seats {
        self.state.seats()
    }

    fn status(&self) -> Status {
        match self.state.agenda.last() {
            Some(task) => Status::ToAct(task.seat),
            None => Status::Over(scoring::standings(&self.state)),
        }
    }

    fn begins_turn(&self) -> bool {
        self.state
            .agenda
            .last()
            .is_some_and(|task| task.step == state::Step::Turn)
    }

    fn next_seat(&self) -> Option<Seat> {
        self.state
            .agenda
            .last()
            .map(|task| self.state.other(task.seat))
    }

    fn as_if_on_turn(&self, seat: Seat) -> Option<Haleakala> {
        if !self.begins_turn() || !self.seats().has(seat) {
            return None;
        }
        let mut game = self.clone();
        game.state.agenda.clear();
        game.state.turn = seat;
        game.state.push_task(seat, state::Step::Turn);
        (!game.legal_actions().is_empty()).then_some(game)
    }

    /// Returns `None`: the end of a round compares no sums.
    fn public_sums(&self) -> Option<BySeat<u16>> {
        None
    }

    fn legal(&self, into: &mut Vec<Action>) {
        self.list_legal(into);
    }

    fn play(&mut self, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.check_action(action)?;
        self.carry_out(action, events);
        self.settle(events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    /// Draws a new seed and shuffles the piles; nothing else is hidden.
    fn with_hidden_redealt(&self, dice: &mut Dice) -> Haleakala {
        let mut other = self.clone();
        other.state.seed = dice.seed();
        other
            .state
            .piles
            .iter_mut()
            .for_each(|pile| shuffle(pile, dice));
        other
    }

    fn reveals_hidden(event: &Event) -> bool {
        matches!(
            event,
            Event::Laid { .. }
                | Event::LavaRose {
                    from: LavaFrom::Card,
                    ..
                }
                | Event::NoLavaLeft {
                    from: LavaFrom::Card,
                    ..
                }
        )
    }

    fn taken_piece(event: &Event) -> Option<Taken> {
        let (seat, kind, piece) = match *event {
            Event::Received { seat, card, .. } => (seat, "card", card.name()),
            Event::Bought { seat, ware, .. } => (seat, "ware", ware.name()),
            Event::Placed { .. }
            | Event::Invoked { .. }
            | Event::TookBack { .. }
            | Event::Walked { .. }
            | Event::Sailed { .. }
            | Event::NothingLeft { .. }
            | Event::Built { .. }
            | Event::InVain { .. }
            | Event::LavaMoved { .. }
            | Event::LavaLeft { .. }
            | Event::InvocationBack { .. }
            | Event::BoughtNothing { .. }
            | Event::DiscsBack { .. }
            | Event::Laid { .. }
            | Event::LavaRose { .. }
            | Event::NoLavaLeft { .. }
            | Event::ScoringBegins { .. }
            | Event::Destroyed { .. }
            | Event::Scored { .. }
            | Event::SecondRound => return None,
        };
        Some(Taken { seat, kind, piece })
    }

    fn check(&self) -> Result<(), Broken> {
        self.check_laws()
    }
}
