//! The weights of the greedy policy for Hawaii, in points: opinions, found by self-play.

/// The value of a shell, a foot and a fruit before the last round.
pub(super) const SHELL: f32 = 0.95;
/// See [`SHELL`].
pub(super) const FOOT: f32 = 1.354;
/// See [`SHELL`].
pub(super) const FRUIT: f32 = 2.584;
/// The share of that value left in the last round.
pub(super) const LAST: f32 = 0.36;
/// The share of a round's points that a sum just below the threshold is worth.
pub(super) const NEAR_MISS: f32 = 1.0;
/// The excess over the threshold with which a seat is surely the first.
pub(super) const SPREAD: f32 = 54.482;
/// The cost of fishing a token, beside its feet.
pub(super) const FISHING: f32 = 0.738;
/// The value of a space nearer to the front of the next round.
pub(super) const SPACE: f32 = 0.81;
/// Tiles that each village hopes to gain in a round that is still to come.
pub(super) const HOPE: [f32; 5] = [0.61, 2.19, 0.27, 0.6, 0.47];
/// Columns that the tikis hope to come nearer in a round.
pub(super) const TIKI_HOPE: f32 = 0.407;
/// The chance that a realm without a tiki gets one.
pub(super) const FIRST_TIKI: f32 = 0.599;
/// An exponent: the higher, the less likely a long way is against a short one.
pub(super) const DOUBT: f32 = 2.552;
/// The value of a village that reaches a tiki, for each round to come.
pub(super) const VILLAGE: f32 = 0.296;
/// The share of a village's hoped-for growth that counts for its hula dancer.
pub(super) const GROWTH: f32 = 0.599;
/// The value of an irrigation that still lacks fruit tiles, for each round to come.
pub(super) const DRY_IRRIGATION: f32 = 0.911;
/// The value of a fruit tile that still lacks an irrigation.
pub(super) const DRY_FRUIT: f32 = 1.345;
pub(super) const TIKI: f32 = 0.45;
/// The value of a boat in this round.
pub(super) const BOAT_NOW: f32 = 1.2;
/// The value of a boat for each round to come.
pub(super) const BOAT_LATER: f32 = 1.63;
/// The value of a boat's printed foot for each round to come.
pub(super) const BOAT_FOOT: f32 = 1.458;
/// The value of tiles for each round to come, by level.
pub(super) const SHELL_HUT: f32 = 1.148;
/// See [`SHELL_HUT`].
pub(super) const FOOT_HUT: f32 = 1.094;
/// See [`SHELL_HUT`].
pub(super) const FRUIT_TILE: f32 = 1.283;
/// See [`SHELL_HUT`].
pub(super) const SPEARS: f32 = 1.2;
/// See [`SHELL_HUT`].
pub(super) const EXCHANGE: f32 = 0.519;
/// See [`SHELL_HUT`].
pub(super) const SURFER: f32 = 1.0;
/// See [`SHELL_HUT`].
pub(super) const PELE: f32 = 0.659;
/// See [`SHELL_HUT`].
pub(super) const LONO: f32 = 1.259;
/// Fruits that LAKA hopes for in each round to come.
pub(super) const LAKA: f32 = 0.599;
/// Boats and surfers that KANALOA hopes for in each round to come.
pub(super) const KANALOA: f32 = 0.068;
