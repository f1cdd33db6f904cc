//! The weights of the greedy policy for Hawaii, in points: opinions, found by self-play.

/// A shell, a foot and a fruit before the last round.
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
/// A space nearer to the front of the next round.
pub(super) const SPACE: f32 = 0.81;
/// Tiles that each village hopes to gain in a round that is still to come.
pub(super) const HOPE: [f32; 5] = [0.61, 2.19, 0.27, 0.6, 0.47];
/// Columns that the tikis hope to come nearer in a round.
pub(super) const TIKI_HOPE: f32 = 0.407;
/// How likely a realm without a tiki is to get one.
pub(super) const FIRST_TIKI: f32 = 0.599;
/// How much less likely a long way is than a short one.
pub(super) const DOUBT: f32 = 2.552;
/// A village that reaches a tiki, in each round to come.
pub(super) const VILLAGE: f32 = 0.296;
/// How much of the hope for a village its hula dancer shares.
pub(super) const GROWTH: f32 = 0.599;
/// An irrigation that still lacks fruit tiles, in each round to come.
pub(super) const DRY_IRRIGATION: f32 = 0.911;
/// A fruit tile that still lacks an irrigation.
pub(super) const DRY_FRUIT: f32 = 1.345;
pub(super) const TIKI: f32 = 0.45;
/// A boat in this round.
pub(super) const BOAT_NOW: f32 = 1.2;
/// A boat in each round to come.
pub(super) const BOAT_LATER: f32 = 1.63;
/// A boat's printed foot in each round to come.
pub(super) const BOAT_FOOT: f32 = 1.458;
/// What tiles bring in each round to come, for each level.
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
