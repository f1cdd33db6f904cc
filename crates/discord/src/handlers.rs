//! The handlers: what commands, buttons and modals do, a module for each feature.
//!
//! They use the layers below (delivery, cards and wire) and never the session.

pub(crate) mod admin;
pub(crate) mod admin_log;
pub(crate) mod agreements;
pub(crate) mod board_links;
pub(crate) mod closing;
pub(crate) mod commands;
pub(crate) mod contests;
pub(crate) mod greetings;
pub(crate) mod help;
pub(crate) mod hints;
pub(crate) mod history;
pub(crate) mod invitations;
pub(crate) mod lesson_cards;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod lookback;
pub(crate) mod matchmaking;
pub(crate) mod notes;
pub(crate) mod play;
pub(crate) mod premove_panels;
pub(crate) mod premoves;
pub(crate) mod presses;
pub(crate) mod privacy;
pub(crate) mod ratings;
pub(crate) mod registry;
pub(crate) mod relocation;
pub(crate) mod rematches;
pub(crate) mod reminders;
pub(crate) mod reviews;
pub(crate) mod rules;
pub(crate) mod stats;
pub(crate) mod table_opening;
pub(crate) mod watching;
