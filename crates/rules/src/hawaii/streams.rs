//! The random streams: everything that is drawn has its own. The numbers belong to the edition and
//! never change.

/// The places, by spot.
pub(super) const OF_PLACES: u64 = 0;
/// The first turn order.
pub(super) const OF_ORDER: u64 = 1;
/// The stacks of gods.
pub(super) const OF_GODS: u64 = 2;
/// The stack of islands: how often it was shuffled before is added.
pub(super) const OF_ISLANDS: u64 = 0x100;
/// The price tokens of a round, which is added.
pub(super) const OF_TOKENS: u64 = 0x200;
/// Stirring the cove of a round, which is added.
pub(super) const OF_COVE: u64 = 0x300;
