//! Lanai, the porch of a Hawaiian house where people sit and play: this page is the map of the house.
//!
//! Today it holds the rules of both games as a pure library, computer players, words, a desk at which to play,
//! simulate and record games, and the store on which tables will stand. Rooms for tables, pictures, chat and the porch
//! are still to be built.
//!
//! # Rooms
//!
//! | room | what it is for | may import of ours |
//! |---|---|---|
//! | [`rules`] | the contract of a game, the dice, records; no clock, no files, no chance of its own | itself |
//! | [`rules::hawaii`] | Hawaii, in the order of its rulebook | the shared words of `rules` |
//! | [`rules::haleakala`] | Haleakala, in the order of its rules | the shared words of `rules` |
//! | [`minds`] | computer players: functions of a view and a list of legal actions | `rules` |
//! | [`words`] | events, refusals and views as sentences | views, events and refusals of `rules` |
//! | [`verbs`] | what a player says, read against a view | `rules`, `minds`, `words` |
//! | [`store`] | all SQL: tables, seats, logs, notices; one guard for every write | nothing |
//! | [`tables`] | the host: open, join, start, play, take back, resign, and what has to be said of it | `rules`, `minds`, `store` |
//! | [`desk`] | the command line | `rules`, `minds`, `words`, `verbs` |
//!
//! To find a thing, look for the same noun in each room: `rules/hawaii`, `minds/hawaii`, `words/hawaii`,
//! `verbs/hawaii`. What is printed on the components is in `assets/*.toml`; what players read is in
//! `assets/words`.
//!
//! The code tour of what is kept begins in `migrations/0001_tables.sql`.
//!
//! # What always holds
//!
//! - A state and an action go in, events or a refusal come out: [`rules::Rules::play`]. A refusal changes nothing.
//! - Everything a player may do comes from [`rules::Rules::legal`], and one judge serves it and `play`: no rule is
//!   written twice.
//! - Words and minds are made from a view, what one viewer may know, and never from a state. Nobody's view
//!   tells what that viewer cannot know, not even by which choices somebody else has.
//! - All chance comes from one seed, each purpose from a stream of its own: the same seed and the same actions are
//!   the same game, for ever. A record proves it.
//! - Every piece is in exactly one place: [`rules::Rules::check`].
//! - Printed figures are data with a source. Points on which texts differ are rulings or options, with a name.
//!
//! The arrows of the table, and the lengths of files and functions, are checked by a test.
//!
//! # A walk through one move
//!
//! Somebody types `move gods` at the desk.
//!
//! 1. `verbs/hawaii.rs` reads the line against the player's view: a [`rules::hawaii::action::Action::Move`].
//! 2. [`rules::Session`] keeps the game as it was, for taking back, and hands the action to
//!    [`rules::Rules::play`].
//! 3. `rules/hawaii/turn.rs` judges it: is there a token, a tile that finds a spot, and something left to buy it
//!    with? If not, a [`rules::hawaii::action::Refusal`] says what is missing and `words` makes a sentence of it.
//! 4. The walk happens, and the agenda receives what has to be settled: pay the walk, then shop. What leaves no
//!    choice, and everybody can see that, is settled at once; the rest, every payment among it, waits for the next
//!    action.
//! 5. The events become sentences in `words/hawaii/events.rs`, and the desk asks what to buy.

pub mod chat;
pub mod config;
pub mod desk;
pub mod minds;
pub mod porch;
pub mod rules;
pub mod store;
pub mod tables;
pub mod verbs;
pub mod words;
