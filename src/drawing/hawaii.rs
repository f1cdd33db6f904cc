//! Hawaii in pictures: the island, one realm, and all realms on one sheet. Each is made from a view, and so shows what
//! its viewer may know and nothing else.

mod island;
mod marks;
mod places;
mod realm;
mod sea;
mod side;
mod tiles;
mod track;

pub use island::island;
pub use marks::Marks;
pub use realm::{realm, realms};
