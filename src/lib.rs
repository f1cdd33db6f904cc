//! Lanai.
pub mod desk;
pub mod minds;
pub mod rules;
pub mod words;
