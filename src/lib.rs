//! Lanai.
pub mod minds;
pub mod rules;
pub mod words;
