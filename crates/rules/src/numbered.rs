//! Pieces that are numbered: places, docks, segments, discs.
//!
//! Numbers count from 1 wherever people or files see them, and are always in range. A list with an
//! entry for each of them is indexed by them.

/// A type of such a number.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $count:expr, $what:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, serde::Serialize, serde::Deserialize,
        )]
        #[serde(into = "u8", try_from = "u8")]
        pub struct $name(u8);

        impl $name {
            /// Returns each of them, in order.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + Clone {
                (0..$count).map($name)
            }

            /// Returns the one of this number, counted from 1.
            pub fn from_number(number: u8) -> Option<$name> {
                (1..=$count).contains(&number).then(|| $name(number - 1))
            }

            /// As people count, from 1.
            pub fn number(self) -> u8 {
                self.0 + 1
            }

            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl From<$name> for u8 {
            fn from(it: $name) -> u8 {
                it.number()
            }
        }

        impl TryFrom<u8> for $name {
            type Error = $crate::numbered::OutOfRange;

            fn try_from(number: u8) -> Result<$name, Self::Error> {
                $name::from_number(number).ok_or($crate::numbered::OutOfRange { what: $what, number })
            }
        }

        /// A list with an entry for each of them.
        impl<T> std::ops::Index<$name> for [T; $count] {
            type Output = T;

            fn index(&self, at: $name) -> &T {
                &self[at.index()]
            }
        }

        impl<T> std::ops::IndexMut<$name> for [T; $count] {
            fn index_mut(&mut self, at: $name) -> &mut T {
                &mut self[at.index()]
            }
        }
    };
}

/// A number that no piece has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {what} {number}")]
pub struct OutOfRange {
    /// What was asked for.
    pub what: &'static str,
    pub number: u8,
}

pub(crate) use numbered;
