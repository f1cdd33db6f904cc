//! What a player can choose in a turn, step by step, and where each choice leads.
//!
//! The panel of the bot and the board in a browser offer the same choices, so both are built on this
//! crate. It knows no message and no page. Entry points: [`follow_path`], which plays the choices so
//! far on a copy of the game, and [`OfferLister`], which lists what can be chosen next.

mod game;
mod haleakala;
mod hawaii;
mod key;
mod labels;
mod names;
mod offers;
mod path;
mod pictures;
mod refusals;
mod review_texts;
mod spot_marks;
mod table_texts;
mod times;
mod turn_preview;
mod turn_texts;

pub use game::{ActionOption, BoardButton, PanelGame, Suggestion};
pub use labels::{label_text, seat_view, spot_letter, without_command};
pub use names::{MAX_NAME_CHARS, plain_name, plain_player_names, title_name, visible_chars};
pub use offers::{Offer, OfferLister};
pub use path::PanelPath;
pub use pictures::{PictureContext, PictureOptions, PictureRenderer};
pub use refusals::explain_plain_refusal;
pub use review_texts::{
    ReviewedTurnText, describe_review, describe_reviewed_turn, describe_turn_cost,
};
pub use spot_marks::SpotMarks;
pub use table_texts::TableTexts;
pub use times::{format_duration, format_moment, format_rough_duration};
pub use turn_preview::{Decision, TurnPreview, follow_advice, follow_path};
pub use turn_texts::{
    TurnAuthor, describe_briefly, describe_status, describe_turn, explain_advice,
};
