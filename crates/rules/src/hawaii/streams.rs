//! The numbers of the random streams, one for each thing that is drawn. They are part of the
//! edition of the rules and never change.

/// The stream that shuffles the places.
pub(super) const OF_PLACES: u64 = 0;
/// The stream that draws the first turn order.
pub(super) const OF_ORDER: u64 = 1;
/// The stream that shuffles the gods.
pub(super) const OF_GODS: u64 = 2;
/// The stream of the first shuffle of the islands; each later shuffle has the next number.
pub(super) const OF_ISLANDS: u64 = 0x100;
/// The base of the streams that draw a round's price tokens; the round's number is added.
pub(super) const OF_TOKENS: u64 = 0x200;
/// The base of the streams that shuffle a round's cove; the round's number is added.
pub(super) const OF_COVE: u64 = 0x300;
