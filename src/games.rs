//! The games by themselves: nothing here knows a chat, a database or a clock. `src/lib.rs` is the map of the house.

pub mod drawing;
pub mod input;
pub mod minds;
pub mod rules;
pub mod words;
