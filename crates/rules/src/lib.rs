//! The contract: what a game is to everything around it.
//!
//! A state and an action go in; events or a refusal come out. Nothing here knows a clock, a file, a network or
//! a source of chance of its own: a game draws from the [`chance::Seed`] it was set up with, so that the same
//! seed and the same actions always give the same game.
//!
//! Nothing here serves one game alone.

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

pub use seats::{BySeat, MOST_SEATS, Seat, Seats};
pub use session::{CannotTakeBack, Session};

use std::{fmt, ops::RangeInclusive, sync::Arc};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use chance::{Dice, Seed};
use figures::Flaw;
use ruling::Ruling;

/// What a game is made of: plain data, which any thread may hold.
pub trait Data: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {}

impl<T: Clone + PartialEq + fmt::Debug + Send + Sync + 'static> Data for T {}

/// The first edition of the rules of either game that is known.
pub const FIRST_EDITION: u32 = 2;

/// A game as the host sees it. Everything here is pure.
pub trait Rules: Data + Eq {
    /// Which game this is.
    const TITLE: Title;
    /// The edition of the rules by which new games are played. Raised whenever a rule changes. The change is then a choice in
    /// the options: options that do not name it, as those of a running game, keep the rule with which the game began.
    const EDITION: u32;
    /// Every point that was decided. What is asked, what we play and why is among the words, and each has a test of its name.
    const RULINGS: &'static [Ruling];

    /// What is printed on the components: the figures that live in `assets/`.
    type Printed: Data + Serialize + DeserializeOwned;
    /// What a table may choose before the game begins.
    type Options: Data + Eq + Default + Serialize + DeserializeOwned;
    /// One decision of one seat.
    type Action: Data + Copy + Eq + Serialize + DeserializeOwned;
    /// One thing that happened, as everybody at the table may see it.
    type Event: Data + Eq + Serialize + DeserializeOwned;
    /// Which rule forbids an action, and what is missing.
    type Refusal: Data + Eq;
    /// What a snapshot keeps; together with the printed figures it is the whole game.
    type State: Data + Eq + Serialize + DeserializeOwned;
    /// What one viewer may know.
    type View: Data + Serialize;

    /// Whether games of an edition can be played and replayed.
    fn plays(edition: u32) -> bool {
        (FIRST_EDITION..=Self::EDITION).contains(&edition)
    }

    /// The figures of this edition, or what is wrong with the file that holds them.
    fn printed() -> Result<Arc<Self::Printed>, Flaw>;

    /// Options that have a name; the default comes first.
    fn presets() -> Vec<(&'static str, Self::Options)>;

    /// The only way to begin a game.
    fn setup(
        printed: &Arc<Self::Printed>,
        seats: Seats,
        options: Self::Options,
        seed: Seed,
    ) -> Result<Self, CannotSetUp>;

    /// A game from its snapshot, if the snapshot keeps every law that a real game keeps.
    fn restore(printed: &Arc<Self::Printed>, state: Self::State) -> Result<Self, Broken>;

    /// The snapshot, hidden parts included: for the store and for records, never for a viewer.
    fn state(&self) -> &Self::State;

    /// How many sit at the table.
    fn seats(&self) -> Seats;

    /// Who decides next, or how it ended.
    fn status(&self) -> Status;

    /// Whether the seat to act has a whole turn before it, and not something on the way.
    fn begins_turn(&self) -> bool;

    /// Who decides after the seat to act, as far as everybody can see now; nobody if that cannot be told.
    fn next_seat(&self) -> Option<Seat>;

    /// The game as it would be were it this seat's turn now, for whoever thinks ahead; nothing in the middle of a turn, or if
    /// this seat takes no turn before hidden things are laid out anew.
    fn as_if_on_turn(&self, seat: Seat) -> Option<Self>;

    /// How far each seat is, as everybody sees it, in what is compared between them later; nothing if nothing is.
    fn race(&self) -> Option<BySeat<u16>>;

    /// Every action that the seat to act may take, in a fixed order, the most sensible payment first.
    /// The list is cleared first; it is empty exactly when the game is over.
    fn legal(&self, into: &mut Vec<Self::Action>);

    /// The same in a list of its own.
    fn legal_actions(&self) -> Vec<Self::Action> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal
    }

    /// Takes one action of the seat to act and appends what happened. A refusal changes nothing.
    fn play(
        &mut self,
        action: Self::Action,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// Takes one action after the other, as far as they are lawful, and returns what happened.
    fn play_on(&mut self, actions: &[Self::Action]) -> Vec<Self::Event> {
        let mut events = Vec::new();
        for action in actions {
            if self.play(*action, &mut events).is_err() {
                break;
            }
        }
        events
    }

    /// What this viewer may know, and nothing else.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Another game that nobody at the table could tell from this one: what is hidden from everybody is drawn anew, and so
    /// is all chance to come, by these dice and nothing else: two games that look the same are imagined the same. What people saw come and go stays, such as goods behind a screen: whoever counted along knows
    /// how many there are.
    fn imagined(&self, dice: &mut Dice) -> Self;

    /// Whether this event shows something that was hidden before: no take back crosses it.
    fn uncovers(event: &Self::Event) -> bool;

    /// The piece that somebody took or built here, if they did: what they like is counted by it.
    fn taken(event: &Self::Event) -> Option<Taken>;

    /// Of what happened what could be foreseen: all up to where something hidden was seen.
    fn foreseen(events: &[Self::Event]) -> &[Self::Event] {
        let end = events.iter().position(Self::uncovers);
        &events[..end.unwrap_or(events.len())]
    }

    /// The laws of conservation: every piece of the box is in exactly one place.
    fn check(&self) -> Result<(), Broken>;
}

/// The games that the house knows. Where a stored title chooses a type there is one `match` over this.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Title {
    /// Hawaii by Gregory Daigle, 2011.
    Hawaii,
    /// Haleakala by Florian Racky and Marc Klerner, 2015.
    Haleakala,
}

impl Title {
    /// All of them.
    pub const ALL: [Title; 2] = [Title::Hawaii, Title::Haleakala];

    /// The name by which commands and files call it.
    pub fn name(self) -> &'static str {
        match self {
            Title::Hawaii => "hawaii",
            Title::Haleakala => "haleakala",
        }
    }

    /// The game of this name.
    pub fn named(name: &str) -> Option<Title> {
        Title::ALL.into_iter().find(|title| title.name() == name)
    }

    /// How many may play it.
    pub fn seats(self) -> RangeInclusive<u8> {
        match self {
            Title::Hawaii => 2..=5,
            Title::Haleakala => 2..=2,
        }
    }

    /// How many play it if nobody says: three, if it is for three.
    pub fn usual_seats(self) -> u8 {
        3.clamp(*self.seats().start(), *self.seats().end())
    }
}

/// The one `match` by which a title chooses the type of its game. A third game is a line here, and the compiler says
/// what else it needs.
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

/// Through whose eyes a game is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player: what lies open, and their own secrets.
    Seat(Seat),
    /// Anybody who looks on: only what lies open.
    Table,
}

impl Viewer {
    /// Whether this viewer sits here.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// Who decides next, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat decides.
    ToAct(Seat),
    /// Nobody decides any more.
    Over(Standings),
}

impl Status {
    /// Who decides, while anybody does.
    pub fn to_act(self) -> Option<Seat> {
        if let Status::ToAct(seat) = self {
            Some(seat)
        } else {
            None
        }
    }

    /// How it ended, if it did.
    pub fn standings(self) -> Option<Standings> {
        if let Status::Over(standings) = self {
            Some(standings)
        } else {
            None
        }
    }
}

/// The end of a game: points, what broke ties, and the rank of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standings {
    /// Points of each seat.
    pub points: BySeat<u16>,
    /// What decides between equal points; zero where the table plays without.
    pub tie_break: BySeat<u16>,
}

impl Standings {
    /// The standings of a game that was decided without its points; `None` if nobody has won.
    pub fn won_by(seats: Seats, winners: &[Seat]) -> Option<Standings> {
        let points = BySeat::new(seats, |seat| u16::from(winners.contains(&seat)));
        let tie_break = BySeat::new(seats, |_| 0);
        (!winners.is_empty()).then_some(Standings { points, tie_break })
    }

    /// 1 for the winner; equal seats share a rank, and the next rank is left out.
    pub fn rank(&self, seat: Seat) -> usize {
        let key = |seat| (self.points[seat], self.tie_break[seat]);
        1 + self
            .points
            .seats()
            .iter()
            .filter(|other| key(*other) > key(seat))
            .count()
    }

    /// All seats, the best first.
    pub fn ranked(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.points.seats().iter().collect();
        seats.sort_by_key(|seat| self.rank(*seat));
        seats
    }

    /// Everybody who shares the first rank.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.points
            .seats()
            .iter()
            .filter(|seat| self.rank(*seat) == 1)
    }
}

/// A piece that somebody took or built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Who.
    pub seat: Seat,
    /// Of which kind it is, by its name: of each kind of a game one likes some more than others.
    pub kind: &'static str,
    /// Its name.
    pub piece: &'static str,
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub struct CannotSetUp {
    /// The game.
    pub title: Title,
    /// How many wanted to play.
    pub asked: u8,
}

/// A law that a state breaks: the state was edited, or we have a fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law}: expected {expected}, found {found}")]
pub struct Broken {
    /// What must hold.
    pub law: &'static str,
    /// The figure that it names.
    pub expected: u32,
    /// The figure that was found.
    pub found: u32,
}

impl Broken {
    /// Fails unless the two figures are the same.
    pub fn unless_equal(law: &'static str, expected: usize, found: usize) -> Result<(), Broken> {
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

    /// Fails if there is anything that breaks the law.
    fn if_any(law: &'static str, breaking: impl IntoIterator) -> Result<(), Broken> {
        Broken::unless_equal(law, 0, breaking.into_iter().count())
    }
}
