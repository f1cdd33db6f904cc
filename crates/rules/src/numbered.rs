//! Types for numbered pieces: places, docks, segments, discs.
//!
//! Players and files count from 1; a value is always in range. An array with one entry for each
//! piece is indexed by the type itself.

/// Defines the type of a piece that is numbered from 1 to `$count`.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $count:expr, $what:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, serde::Serialize, serde::Deserialize,
        )]
        #[serde(into = "u8", try_from = "u8")]
        pub struct $name(u8);

        impl $name {
            /// Returns all values in ascending order.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + Clone {
                (0..$count).map($name)
            }

            /// Returns the value with this number, counted from 1; `None` if it is out of range.
            pub fn from_number(number: u8) -> Option<$name> {
                (1..=$count).contains(&number).then(|| $name(number - 1))
            }

            /// Returns the number that people read, counted from 1.
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

        /// An array with one entry for each value.
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

/// A number that is out of range for its kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {what} {number}")]
pub struct OutOfRange {
    /// The kind of piece, such as "segment".
    pub what: &'static str,
    pub number: u8,
}

pub(crate) use numbered;
