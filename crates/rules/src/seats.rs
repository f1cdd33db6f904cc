//! Seats at a table, and [`BySeat`], a map with an entry for each seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::{Title, UnsupportedPlayerCount};

/// The most seats that any game has.
pub const MAX_SEATS: usize = 5;

/// A seat at a table. The field counts from 0; people and files count from 1, by [`Seat::number`].
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Returns the number that people read: the first seat is 1.
    pub fn number(self) -> u8 {
        self.0 + 1
    }

    /// Returns the seat with this number, counted from 1, if a table can have it.
    pub fn from_number(number: u8) -> Option<Seat> {
        (1..=MAX_SEATS)
            .contains(&usize::from(number))
            .then(|| Seat(number - 1))
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.number()
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Seat, NoSuchSeat> {
        Seat::from_number(number).ok_or(NoSuchSeat(number))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// No table has a seat of this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no seat {0}; choose 1 to {most}", most = MAX_SEATS)]
pub struct NoSuchSeat(u8);

/// The number of seats at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats(u8);

impl Seats {
    /// Returns the seats of a table, if the game allows this number of players.
    pub fn of(title: Title, count: u8) -> Result<Seats, UnsupportedPlayerCount> {
        if title.seats().contains(&count) {
            Ok(Seats(count))
        } else {
            Err(UnsupportedPlayerCount {
                title,
                asked: count,
            })
        }
    }

    /// Returns the number of seats as a `u8`.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the number of seats as a `usize`.
    pub fn count(self) -> usize {
        usize::from(self.0)
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat)
    }

    /// Returns whether the table has this seat.
    pub fn has(self, seat: Seat) -> bool {
        seat.0 < self.0
    }
}

/// A map with one entry for each seat of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    transparent,
    bound(
        serialize = "T: Serialize",
        deserialize = "T: Deserialize<'de> + Default"
    )
)]
pub struct BySeat<T: Default>(ArrayVec<[T; MAX_SEATS]>);

impl<T: Default> BySeat<T> {
    pub fn new(seats: Seats, entry: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(seats.iter().map(entry).collect())
    }

    pub fn seats(&self) -> Seats {
        Seats(u8::try_from(self.0.len()).unwrap_or(u8::MAX))
    }

    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().iter().zip(self.0.iter())
    }

    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    pub fn map<U: Default>(&self, mut entry: impl FnMut(&T) -> U) -> BySeat<U> {
        BySeat(self.0.iter().map(&mut entry).collect())
    }
}

impl<T: Default> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T: Default> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
