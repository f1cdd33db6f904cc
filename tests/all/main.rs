//! One test binary; each module says what it proves.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod hawaii;

mod desk;
mod steady;
mod transcripts;
mod words;
