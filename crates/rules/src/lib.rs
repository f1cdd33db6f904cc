//! The rules of the games, and the trait through which the other crates use every game.
//!
//! Playing an action on a state returns events or a refusal. Games use no clock, no files, no
//! network and no randomness of their own: all chance comes from the [`chance::Seed`] of the
//! set-up, so the same seed and actions always give the same game.
//!
//! Each game has a module; all other code is common to the games. Start at [`Rules`] and [`Title`].

pub mod chance;
pub mod choices;
pub mod figures;
pub mod numbered;
pub mod record;
pub mod ruling;

pub mod haleakala;
pub mod hawaii;

mod seats;
mod session;

pub use seats::{BySeat, MAX_SEATS, Seat, Seats};
pub use session::{CannotTakeBack, Session};

use std::{fmt, ops::RangeInclusive, sync::Arc};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use chance::{Dice, Seed};
use figures::Flaw;
use ruling::Ruling;

/// Plain data that can be sent between threads.
pub trait Data: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {}

impl<T: Clone + PartialEq + fmt::Debug + Send + Sync + 'static> Data for T {}

/// The oldest edition of the rules that can be played and replayed.
pub const FIRST_EDITION: u32 = 2;

/// The rules of one game; a value is a game in progress. Every method depends on that value alone.
pub trait Rules: Data + Eq {
    const TITLE: Title;
    /// The edition of the rules that new games use.
    ///
    /// The edition is raised whenever a rule changes. The change becomes an option: stored options
    /// without that option, such as those of a running game, keep the earlier rule.
    const EDITION: u32;
    /// Every question about the rules that was decided, in the order of the rulebook.
    ///
    /// The question, answer and reason of each ruling are translated texts (crate `text`), and a
    /// test bears its name.
    const RULINGS: &'static [Ruling];

    /// The figures printed on the components, as loaded from `assets/`.
    type Printed: Data + Serialize + DeserializeOwned;
    /// What a table can choose before the game begins.
    type Options: Data + Eq + Default + Serialize + DeserializeOwned;
    /// One decision of the seat to act.
    type Action: Data + Copy + Eq + Serialize + DeserializeOwned;
    /// One thing that happened, as everyone at the table sees it.
    type Event: Data + Eq + Serialize + DeserializeOwned;
    /// Which rule forbids an action, and what is missing.
    type Refusal: Data + Eq;
    /// What a snapshot stores. With the printed figures it suffices to restore the game.
    type State: Data + Eq + Serialize + DeserializeOwned;
    /// What one viewer may know of the game.
    type View: Data + Serialize;

    /// Returns whether games of an edition can be played and replayed.
    fn supports_edition(edition: u32) -> bool {
        (FIRST_EDITION..=Self::EDITION).contains(&edition)
    }

    /// Returns the printed figures of the current edition, or what is wrong with their file.
    fn printed() -> Result<Arc<Self::Printed>, Flaw>;

    /// Returns each preset, a named set of options, the default first.
    fn presets() -> Vec<(&'static str, Self::Options)>;

    /// Sets up a new game. Every game begins here.
    fn setup(
        printed: &Arc<Self::Printed>,
        seats: Seats,
        options: Self::Options,
        seed: Seed,
    ) -> Result<Self, UnsupportedPlayerCount>;

    /// Restores a game from a snapshot, if the snapshot keeps every invariant of a real game.
    fn restore(printed: &Arc<Self::Printed>, state: Self::State) -> Result<Self, Broken>;

    /// Returns the snapshot for the store and for records. It contains hidden parts, so no viewer
    /// may see it.
    fn state(&self) -> &Self::State;

    fn seats(&self) -> Seats;

    /// Returns who acts next, or how the game ended.
    fn status(&self) -> Status;

    /// Returns whether the seat to act is at the start of a turn, not in the middle of one.
    fn begins_turn(&self) -> bool;

    /// Returns the seat that acts after the seat to act, or `None` if public knowledge does not
    /// tell.
    fn next_seat(&self) -> Option<Seat>;

    /// Returns a copy of the game in which it is this seat's turn, to check premoves.
    ///
    /// Returns `None` in the middle of a turn, or if this seat has no turn before hidden pieces are
    /// dealt.
    fn as_if_on_turn(&self, seat: Seat) -> Option<Self>;

    /// Returns the public sum of each seat that the end of the round compares; `None` if the game
    /// has no such sums.
    fn public_sums(&self) -> Option<BySeat<u16>>;

    /// Lists every legal action of the seat to act in a fixed order, the most sensible payment
    /// first.
    ///
    /// Clears `into` first and leaves it empty only if the game is over.
    fn legal(&self, into: &mut Vec<Self::Action>);

    /// Returns a new list of the legal actions; see [`Rules::legal`].
    fn legal_actions(&self) -> Vec<Self::Action> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal
    }

    /// Plays one action of the seat to act and appends its events. A refusal changes nothing.
    fn play(
        &mut self,
        action: Self::Action,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// Plays actions in order until one is refused, and returns the events.
    fn play_on(&mut self, actions: &[Self::Action]) -> Vec<Self::Event> {
        let mut events = Vec::new();
        for action in actions {
            if self.play(*action, &mut events).is_err() {
                break;
            }
        }
        events
    }

    /// Returns exactly what this viewer may know of the game.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Returns a game that looks the same to every player, with everything hidden drawn again.
    ///
    /// Everything hidden from all players, and all future chance, is drawn from `dice` alone, so
    /// two games that look the same give the same result. What players saw come and go, such as
    /// goods behind a screen, stays: a player who counted knows how many there are.
    fn with_hidden_redealt(&self, dice: &mut Dice) -> Self;

    /// Returns whether an event shows something that was hidden, and so cannot be taken back.
    fn reveals_hidden(event: &Self::Event) -> bool;

    /// Returns the piece that a player took or built in this event, for statistics.
    fn taken_piece(event: &Self::Event) -> Option<Taken>;

    /// Returns the events before the first one that reveals something hidden.
    fn foreseeable_events(events: &[Self::Event]) -> &[Self::Event] {
        let end = events.iter().position(Self::reveals_hidden);
        &events[..end.unwrap_or(events.len())]
    }

    /// Checks the invariants, above all that every piece of the box is in exactly one place.
    fn check(&self) -> Result<(), Broken>;
}

/// The games that Lanai knows. [`by_title!`] maps a title to the type of its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Title {
    /// Hawaii by Gregory Daigle, 2011.
    Hawaii,
    /// Haleakala by Florian Racky and Marc Klerner, 2015.
    Haleakala,
}

impl Title {
    pub const ALL: [Title; 2] = [Title::Hawaii, Title::Haleakala];

    /// Returns the name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Title::Hawaii => "hawaii",
            Title::Haleakala => "haleakala",
        }
    }

    pub fn from_name(name: &str) -> Option<Title> {
        Title::ALL.into_iter().find(|title| title.name() == name)
    }

    /// Returns the numbers of players that the game allows.
    pub fn seats(self) -> RangeInclusive<u8> {
        match self {
            Title::Hawaii => 2..=5,
            Title::Haleakala => 2..=2,
        }
    }

    /// Returns the default number of seats: three, or the nearest number that the game allows.
    pub fn usual_seats(self) -> u8 {
        3.clamp(*self.seats().start(), *self.seats().end())
    }
}

/// Evaluates an expression in which a name stands for the type of the game with this title.
///
/// A new game needs a new arm here.
#[macro_export]
macro_rules! by_title {
    ($title:expr, $game:ident => $body:expr) => {
        match $title {
            $crate::Title::Hawaii => {
                type $game = $crate::hawaii::Hawaii;
                $body
            }
            $crate::Title::Haleakala => {
                type $game = $crate::haleakala::Haleakala;
                $body
            }
        }
    };
}

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player, who sees everything public and the player's own hidden things.
    Seat(Seat),
    /// A spectator, who sees only what is public.
    Table,
}

impl Viewer {
    /// Returns whether the viewer is the player on this seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// Who acts next, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    ToAct(Seat),
    Over(Standings),
}

impl Status {
    /// Returns the seat to act, unless the game is over.
    pub fn to_act(self) -> Option<Seat> {
        if let Status::ToAct(seat) = self {
            Some(seat)
        } else {
            None
        }
    }

    /// Returns the result, if the game is over.
    pub fn standings(self) -> Option<Standings> {
        if let Status::Over(standings) = self {
            Some(standings)
        } else {
            None
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standings {
    pub points: BySeat<u16>,
    /// Decides between equal points; zero for every seat if the options exclude a tie-break.
    pub tie_break: BySeat<u16>,
}

impl Standings {
    /// Returns the standings of a game that was decided without points; `None` if there is no
    /// winner.
    pub fn won_by(seats: Seats, winners: &[Seat]) -> Option<Standings> {
        let points = BySeat::new(seats, |seat| u16::from(winners.contains(&seat)));
        let tie_break = BySeat::new(seats, |_| 0);
        (!winners.is_empty()).then_some(Standings { points, tie_break })
    }

    /// Returns the rank of a seat, 1 for the winner. Two seats that tie for rank 1 are followed by
    /// rank 3.
    pub fn rank(&self, seat: Seat) -> usize {
        let key = |seat| (self.points[seat], self.tie_break[seat]);
        1 + self
            .points
            .seats()
            .iter()
            .filter(|other| key(*other) > key(seat))
            .count()
    }

    /// Returns all seats, best first.
    pub fn ranked(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.points.seats().iter().collect();
        seats.sort_by_key(|seat| self.rank(*seat));
        seats
    }

    /// Returns all seats with the first rank.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.points
            .seats()
            .iter()
            .filter(|seat| self.rank(*seat) == 1)
    }
}

/// A piece that a player took or built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    pub seat: Seat,
    /// The group of pieces that statistics compare with each other, such as `card` or `ware`.
    pub kind: &'static str,
    pub piece: &'static str,
}

/// The game cannot be played by this number of players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub struct UnsupportedPlayerCount {
    pub title: Title,
    pub asked: u8,
}

/// An invariant that a state breaks: the state was edited, or there is a bug.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law}: expected {expected}, found {found}")]
pub struct Broken {
    pub law: &'static str,
    pub expected: u32,
    pub found: u32,
}

impl Broken {
    /// Returns an error with the law's name unless the two figures are the same.
    pub fn check_equal(law: &'static str, expected: usize, found: usize) -> Result<(), Broken> {
        let narrow = |figure| u32::try_from(figure).unwrap_or(u32::MAX);
        let broken = Broken {
            law,
            expected: narrow(expected),
            found: narrow(found),
        };
        if expected == found {
            Ok(())
        } else {
            Err(broken)
        }
    }

    /// Returns an error with the number of items in `breaking` unless there are none.
    fn check_none(law: &'static str, breaking: impl IntoIterator) -> Result<(), Broken> {
        Broken::check_equal(law, 0, breaking.into_iter().count())
    }
}
