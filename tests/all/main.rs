//! All tests of the house, in one binary.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets something unexpected has to stop, and says where"
)]

mod chance;
mod laws;
mod records;
mod session;
mod tidy;
