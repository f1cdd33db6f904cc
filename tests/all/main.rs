//! One test binary; each module says what it proves.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod desk;
mod steady;
mod transcripts;
mod words;
