//! Lanai.
pub mod minds;
pub mod rules;
