//! The weights of the greedy policy for Hawaii, in points. They were found by self-play.

/// The value of a shell before the last round.
pub(super) const SHELL: f32 = 0.95;
/// The value of a foot before the last round.
pub(super) const FOOT: f32 = 1.354;
/// The value of a fruit before the last round.
pub(super) const FRUIT: f32 = 2.584;
/// The share of the values of shells, feet and fruits that is left in the last round.
pub(super) const LAST: f32 = 0.36;
/// The share of the lowest reward of a round that a sum just below the needed one is worth.
pub(super) const NEAR_MISS: f32 = 1.0;
/// The excess over the needed sum at which the points for the first rank count in full.
pub(super) const SPREAD: f32 = 54.482;
/// The cost of taking a fish token, besides its feet.
pub(super) const FISHING: f32 = 0.738;
/// The value of a space nearer to the front of the next turn order.
pub(super) const SPACE: f32 = 0.81;
/// The number of tiles that a village is expected to gain in each round to come, by row.
pub(super) const HOPE: [f32; 5] = [0.61, 2.19, 0.27, 0.6, 0.47];
/// The number of columns by which the tikis are expected to come nearer in each round.
pub(super) const TIKI_HOPE: f32 = 0.407;
/// The chance that a realm without a tiki gets one.
pub(super) const FIRST_TIKI: f32 = 0.599;
/// The exponent of a village's chance to reach a tiki; a higher one favours near villages.
pub(super) const DOUBT: f32 = 2.552;
/// The value of a village that reaches a tiki, for each round to come.
pub(super) const VILLAGE: f32 = 0.296;
/// The share of a village's expected growth that counts for its hula dancer.
pub(super) const HULA_GROWTH_SHARE: f32 = 0.599;
/// The value of an irrigation that still lacks fruit tiles, for each round to come.
pub(super) const DRY_IRRIGATION: f32 = 0.911;
/// The value of a fruit tile without an irrigation, for each of the next two rounds.
pub(super) const DRY_FRUIT: f32 = 1.345;
/// The value of each tiki, up to four.
pub(super) const TIKI: f32 = 0.45;
/// The value of a boat ashore in this round.
pub(super) const BOAT_NOW: f32 = 1.2;
/// The value of a boat, up to three, for each round to come.
pub(super) const BOAT_LATER: f32 = 1.63;
/// The value of a boat's printed foot for each round to come.
pub(super) const BOAT_FOOT: f32 = 1.458;
/// The value of a shell hut or KANE for each round to come; twice as much on side II.
pub(super) const SHELL_HUT: f32 = 1.148;
/// The value of a foot hut for each round to come; twice as much on side II.
pub(super) const FOOT_HUT: f32 = 1.094;
/// The value of a fruit tile for each round to come; twice as much on side II.
pub(super) const FRUIT_TILE: f32 = 1.283;
/// The value of a spear hut or KU for each round; twice as much on side II.
pub(super) const SPEARS: f32 = 1.2;
/// The value of an exchange hut for each round; twice as much on side II.
pub(super) const EXCHANGE: f32 = 0.519;
/// The value of a surfer for each round; twice as much on side II.
pub(super) const SURFER: f32 = 1.0;
/// The base value of PELE for each round; it counts twice on side I, three times on side II.
pub(super) const PELE: f32 = 0.659;
/// The value of LONO for each round; twice as much on side II.
pub(super) const LONO: f32 = 1.259;
/// The number of fruits that LAKA is expected to gain in each round to come.
pub(super) const LAKA: f32 = 0.599;
/// The number of boats and surfers that KANALOA is expected to gain in each round to come.
pub(super) const KANALOA: f32 = 0.068;
