//! Support for the tests of all crates: databases, small disks, resampled games and prepared
//! tables.
//!
//! This crate contains no tests. The parts that need the store or the host are features, so that
//! the tests of other crates do not build them.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![allow(missing_docs, clippy::missing_panics_doc)]

#[cfg(feature = "store")]
pub mod disks;
pub mod folders;
#[cfg(feature = "store")]
pub mod homes;
pub mod outside;
pub mod resampling;
#[cfg(feature = "host")]
pub mod scenes;
