//! Lanai, the porch of a Hawaiian house where people sit and play: this page is the map of the house.
//!
//! A Discord bot that hosts Hawaii and Haleakala. Without a token it opens a Discord in a box, the porch, and the bot
//! cannot tell the difference.
//!
//! # Rooms
//!
//! | room | what it is for | may import of ours |
//! |---|---|---|
//! | [`rules`] | the contract of a game, the dice, records; no clock, no files, no chance of its own | itself |
//! | [`rules::hawaii`] | Hawaii, in the order of its rulebook | the shared words of `rules` |
//! | [`rules::haleakala`] | Haleakala, in the order of its rules | the shared words of `rules` |
//! | [`minds`] | computer players: functions of a view and a list of legal actions | `rules` |
//! | [`drawing`] | pictures: colours, canvas, pieces, letters, PNG and GIF; and the boards made of them | `rules`, `words` |
//! | [`words`] | events, refusals and views as sentences | views, events and refusals of `rules` |
//! | [`input`] | what a player says, read against a view | `rules`, `minds`, `words` |
//! | [`store`] | all SQL: tables, seats, logs, notices; one guard for every write | nothing |
//! | [`tables`] | the host: open, join, start, play, take back, resign; the days between turns; what has to be said of it | `rules`, `minds`, `store` |
//! | [`chat`] | Discord, by serenity and poise: commands, panel, lobby, gallery, outbox, what stands in a channel | `tables`, `drawing`, `input`, `words`, `rules` |
//! | [`porch`] | a Discord in a box, for bots of any library, and a page for people to sit at; it can keep its world in a folder | nothing |
//! | [`config`] | settings from the environment | nothing |
//! | [`cli`] | the command line | `rules`, `minds`, `words`, `input`, `drawing` |
//!
//! To find a thing, look for the same noun in each room: `rules/hawaii`, `minds/hawaii`, `words/hawaii`,
//! `input/hawaii`, `drawing/hawaii`. What is printed on the components is in `assets/*.toml`, and what the
//! rules leave open in `assets/rulings`; what players read is in `assets/words`; what they see is drawn with the pieces of
//! `assets/art` and the letters of `assets/fonts`; the page of the porch is `assets/porch`.
//!
//! The code tour of what is kept begins in `migrations/0001_tables.sql`, and goes on in `0002_days.sql` and `0004_starting.sql`.
//!
//! # What always holds
//!
//! - A state and an action go in, events or a refusal come out: [`rules::Rules::play`]. A refusal changes nothing.
//! - Everything a player may do comes from [`rules::Rules::legal`], and one judge serves it and `play`: no rule is
//!   written twice.
//! - Words, pictures and minds are made from a view, what one viewer may know, and never from a state. Nobody's view
//!   tells what that viewer cannot know, not even by which choices somebody else has.
//! - All chance comes from one seed, each purpose from a stream of its own: the same seed and the same actions are
//!   the same game, for ever. A record proves it: `docs/records.md`.
//! - Every piece is in exactly one place: [`rules::Rules::check`].
//! - Printed figures are data with a source. Points on which texts differ are rulings or options, with a name. A game keeps
//!   the rules by which it began: what a later edition changed is a ruling in its options ([`rules::Rules::EDITION`]).
//!
//! The arrows of the table, and the lengths of files and functions, are checked by a test.
//!
//! - All writing goes through one door of the store; a connection that may not be clean is thrown away. What cannot be read
//!   or written is an error, never a default.
//! - Every change to a table is one transaction, guarded by the revision that its writer has seen; each press or command
//!   counts once; what has to be told is written with it and sent after it, once: [`tables::Tables`].
//! - Nothing is kept in memory that a restart would lose. Buttons carry all that is needed to act on them.
//! - Time comes in through one clock: [`tables::Clock`]. What happens between moves is planned by a pure function of how things
//!   stand now ([`tables::Waiting::plan`]), written under a guard of its own, and judged once more when it is said: nobody is
//!   reminded of what is done, and nobody twice, however long we were away.
//! - Logs never hold a token, a message, or anything hidden.
//!
//! # A walk through one move
//!
//! Somebody says `/move to:gods` in a thread.
//!
//! 1. serenity hears of it, poise calls the command (`chat/commands/verbs.rs`), which says the line `move gods` to the
//!    house (`chat/play.rs`).
//! 2. The table of the channel is read, and its game restored from the snapshot: a [`tables::Turn`].
//! 3. `input/hawaii.rs` reads the line against the player's view: a [`rules::hawaii::action::Action::Move`].
//! 4. `rules/hawaii/turn.rs` judges it: is there a token, a tile that finds a spot, and something left to buy it
//!    with? If not, a [`rules::hawaii::action::Refusal`] says what is missing and `words` makes a sentence of it.
//! 5. The walk happens, and the agenda receives what has to be settled: pay the walk, then shop. What leaves no
//!    choice, and everybody can see that, is settled at once; what the line leaves open is settled sensibly.
//! 6. [`tables::Tables::settle`] lets the computer act if it is next, and writes entries, snapshot and news in one
//!    transaction.
//! 7. The player reads privately what came of it, with the panel for what comes next (`chat/panel.rs`). When the turn
//!    is done the outbox tells it in public and calls whoever is next (`chat/outbox.rs`, `chat/telling.rs`), with the board
//!    and all realms drawn beside the work of the bot (`chat/gallery.rs`), or in words if that fails. The buttons of the
//!    message before go, and the message that says how the table stands is changed (`chat/status.rs`).
//! 8. With the move it was written whom the table waits for now (`tables/next.rs`). When the plan of that comes due,
//!    `tables/scheduler.rs` reminds, ends a pause, or lets the computer play; `chat/reminding.rs` says it.

pub mod chat;
pub mod cli;
pub mod config;
pub mod drawing;
pub mod input;
pub mod minds;
pub mod porch;
pub mod rules;
pub mod store;
pub mod tables;
pub mod words;
