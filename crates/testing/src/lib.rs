//! Support for the tests of all crates: databases, small disks, games dealt again, and tables in a given state.
//!
//! It holds no tests. What needs the store or the host is a feature, so that tests of other crates do not build them.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![allow(missing_docs, clippy::missing_panics_doc)]

#[cfg(feature = "store")]
pub mod disks;
#[cfg(feature = "store")]
pub mod homes;
pub mod outside;
pub mod resampling;
#[cfg(feature = "host")]
pub mod scenes;
