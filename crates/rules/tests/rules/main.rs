//! The rules, sentence by sentence of the rulebooks.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod chance;
mod haleakala;
mod hawaii;
mod laws;
mod records;
mod transcripts;
