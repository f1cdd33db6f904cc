//! Hawaii by Gregory Daigle (Hans im Glück, 2011) for two to five players: every rule of the
//! English rulebook, compared with the French, Czech and online texts.
//!
//! The modules follow the order of the rulebook. `printed` holds the printed figures, which are
//! data; `rulings` names every question about the rules that was decided. Start at [`Hawaii`].

pub mod options;
pub mod printed;

pub mod pieces;
pub mod token;

pub mod island;
mod kinds;
pub mod realm;

pub mod state;

pub mod banker;
pub mod setup;
mod streams;

pub mod action;
pub mod boats;
pub mod payment;

mod beach;
mod purchase;
mod turn;

mod round;
pub mod scoring;

mod hidden;
mod laws;
mod rulings;
pub mod view;

use std::sync::{Arc, LazyLock};

use self::action::{Action, Event, Refusal};
use self::options::Options;
use self::pieces::{Tile, VillageTile};
use self::printed::Printed;
use self::state::State;
use self::token::{At, Laid, Token};
use self::view::View;
use super::chance::{Dice, Seed};
use super::ruling::Ruling;
use super::{
    Broken, BySeat, Rules, Seat, Seats, Status, Taken, Title, UnsupportedPlayerCount, Viewer,
    figures::Flaw,
};

/// A game of Hawaii.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hawaii {
    printed: Arc<Printed>,
    state: State,
    /// The tokens by the place where they lie, derived from the state for fast lookup.
    laid: Laid,
}

impl Hawaii {
    /// Makes a game with this state and derives [`Hawaii::laid`] from it.
    fn of(printed: &Arc<Printed>, state: State) -> Hawaii {
        Hawaii {
            printed: Arc::clone(printed),
            laid: Laid::of(&state.tokens),
            state,
        }
    }

    /// Moves a token to another spot.
    fn put_token(&mut self, token: Token, at: At) {
        let from = std::mem::replace(&mut self.state.tokens[token], at);
        self.laid.change(token, from);
        self.laid.change(token, at);
    }

    /// Returns the printed figures that this game uses.
    pub fn figures(&self) -> &Printed {
        &self.printed
    }
}

impl Rules for Hawaii {
    const TITLE: Title = Title::Hawaii;
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
            Printed::read(include_str!("../../../assets/hawaii.toml")).map(Arc::new)
        });
        STANDARD.clone()
    }

    fn presets() -> Vec<(&'static str, Options)> {
        vec![
            ("printed", Options::printed()),
            ("online", Options::online()),
        ]
    }

    fn setup(
        printed: &Arc<Printed>,
        seats: Seats,
        options: Options,
        seed: Seed,
    ) -> Result<Hawaii, UnsupportedPlayerCount> {
        let seats = Seats::of(Title::Hawaii, seats.number())?;
        Ok(setup::set_up(printed, seats, options, seed))
    }

    fn restore(printed: &Arc<Printed>, state: State) -> Result<Hawaii, Broken> {
        let game = Hawaii::of(printed, state);
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
        let mut tasks = self.state.agenda.iter().rev().map(|task| task.seat);
        let acts = tasks.next()?;
        let on_turn = || {
            self.next_on_turn()
                .map(|turn| self.state.order[usize::from(turn)])
        };
        tasks
            .find(|seat| *seat != acts)
            .or_else(on_turn)
            .filter(|next| *next != acts)
    }

    fn as_if_on_turn(&self, seat: Seat) -> Option<Hawaii> {
        let turn = (0..)
            .zip(&self.state.order)
            .find(|(_, other)| **other == seat)?
            .0;
        if !self.begins_turn() || self.state.has_left(seat) {
            return None;
        }
        let mut game = self.clone();
        game.state.agenda.clear();
        game.begin_turn(turn);
        (!game.legal_actions().is_empty()).then_some(game)
    }

    /// Returns each seat's sum of price tokens.
    ///
    /// Fish tokens are left out until the game is over, because their numbers are hidden.
    fn public_sums(&self) -> Option<BySeat<u16>> {
        let realms = self.view(Viewer::Table).realms;
        let sum = |seat| {
            realms
                .iter()
                .find(|realm| realm.seat == seat)
                .map_or(0, view::RealmView::open_sum)
        };
        Some(BySeat::new(self.seats(), sum))
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

    fn with_hidden_redealt(&self, dice: &mut Dice) -> Hawaii {
        self.with_hidden_drawn(dice)
    }

    fn reveals_hidden(event: &Event) -> bool {
        // The sums at the end of a round reveal fish tokens. `RoundBegins` comes without
        // `RoundOver` after the choice of the last irrigation.
        matches!(
            event,
            Event::GodUncovered { .. } | Event::RoundOver { .. } | Event::RoundBegins { .. }
        )
    }

    fn taken_piece(event: &Event) -> Option<Taken> {
        let (seat, tile) = match *event {
            Event::Built { seat, tile, .. } => (seat, Tile::Village(tile)),
            Event::GotBoat { seat, .. } => (seat, Tile::Boat),
            Event::GotKahunas { seat, .. } => (seat, Tile::Kahuna),
            Event::GotTikis { seat, .. } => (seat, Tile::Tiki),
            Event::Moved { .. }
            | Event::Paid { .. }
            | Event::GaveKane { .. }
            | Event::TookPrice { .. }
            | Event::Gained { .. }
            | Event::Scored { .. }
            | Event::Fished { .. }
            | Event::Launched { .. }
            | Event::Visited { .. }
            | Event::NoGift { .. }
            | Event::Declined { .. }
            | Event::Left { .. }
            | Event::GodUncovered { .. }
            | Event::Summed { .. }
            | Event::RoundOver { .. }
            | Event::RoundBegins { .. }
            | Event::FinalScoring { .. } => return None,
        };
        let kind = if let Tile::Village(VillageTile::God(_)) = tile {
            "god"
        } else {
            "tile"
        };
        Some(Taken {
            seat,
            kind,
            piece: tile.name(),
        })
    }

    fn check(&self) -> Result<(), Broken> {
        self.check_laws()
    }
}
