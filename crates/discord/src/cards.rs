//! Turns tables and their news into cards, the messages of the bot before they are sent.
//!
//! This module sends and stores nothing, and uses only the wire layer. Entry points:
//! [`Composer`](composer::Composer) and [`news_card`](news::news_card).

pub(crate) mod composer;
pub(crate) mod contest_card;
pub(crate) mod guild_settings;
pub(crate) mod invitation;
pub(crate) mod lesson;
pub(crate) mod newcomer_buttons;
pub(crate) mod news;
pub(crate) mod note;
pub(crate) mod panel;
pub(crate) mod pictures;
pub(crate) mod premove;
pub(crate) mod rating;
pub(crate) mod refusals;
pub(crate) mod reminders;
pub(crate) mod set_up;
pub(crate) mod settings_menus;
pub(crate) mod signs;
pub(crate) mod status;
pub(crate) mod summary;
pub(crate) mod table;
