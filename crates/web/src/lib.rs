//! The interactive board: a web page on which people play at their table, on the same host as the
//! bot. A move that is made here is a move in the chat, and the other way round.
//!
//! The page has no game logic. It gets the picture that the bot would send, the choices of the panel
//! as data, and the parts of the picture that they concern. This crate sends no messages; the outbox
//! does. Entry points: [`BoardServer::bind`] and [`BoardServer::serve`].

mod actions;
mod activity;
mod cache;
mod changes;
mod choices;
mod error;
mod files;
mod key;
mod page_words;
mod pictures;
mod replay;
mod review;
mod rules;
mod server;
mod session;
mod state;
mod texts;

pub use activity::ActivitySettings;
pub use server::{BoardServer, BoardServerError, BoardServices, BoardSettings};
