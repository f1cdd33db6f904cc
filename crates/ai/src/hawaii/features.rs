//! The features of a Hawaii position: the seat's realm, its two strongest opponents and the island.
//! They are facts that a human player would consider; the number sides of fish tokens are
//! estimated.

use crate::feature_writer::{FeatureWriter, count_as_f32};
use lanai_rules::hawaii::action::FinalPoints;
use lanai_rules::hawaii::island::{Chieftain, Dock, PLACES, Place, Row, Space};
use lanai_rules::hawaii::pieces::{God, Good, Hut, Tile, VillageTile};
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::hawaii::realm::{Building, Realm};
use lanai_rules::hawaii::scoring::{final_points, nearest_tiki};
use lanai_rules::hawaii::state::State;
use lanai_rules::hawaii::token::At;
use lanai_rules::hawaii::{Hawaii, boats};
use lanai_rules::{BySeat, Rules as _, Seat};

const OWN_FEATURES: usize = 115;
const OPPONENT_FEATURES: usize = 40;
const MAX_OPPONENTS: usize = 2;
const ISLAND_FEATURES: usize = 60;

pub(super) const FEATURE_COUNT: usize =
    OWN_FEATURES + MAX_OPPONENTS * OPPONENT_FEATURES + ISLAND_FEATURES;

/// The average worth of a token that shows one, two or three fish.
const FISH_TOKEN_VALUES: [f32; 3] = [2.5, 4.0, 5.5];
/// The most tikis that a realm can have, used to score all villages that could still reach a tiki.
const MAX_TIKIS: u8 = 7;
/// A length beyond any village, for realms without a tiki.
const UNREACHABLE_LENGTH: f32 = 99.0;

/// The subject of a group of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HawaiiTopic {
    /// The points scored in the turn itself.
    ImmediatePoints,
    /// The round, and whether the seat has left it.
    Time,
    Goods,
    People,
    Boats,
    /// Kahunas and tikis.
    Signs,
    /// The lengths of the villages.
    Villages,
    /// The points that the final scoring would bring.
    Scoring,
    /// The income and the abilities of the tiles.
    Tiles,
    Others,
    Order,
    /// The tiles and tokens available on the island.
    Island,
}

pub(super) fn encode_features(
    game: &Hawaii,
    seat: Seat,
    features: &mut FeatureWriter<'_, HawaiiTopic>,
) {
    let state = game.state();
    let printed = game.figures();
    let encoder = HawaiiEncoder {
        game,
        state,
        printed,
        seat,
        tokens: PriceTokens::new(state, printed),
    };
    encoder.encode_own_realm(features);
    features.pad_to(OWN_FEATURES);
    let mut others: Vec<Seat> = encoder.others().collect();
    others.sort_by_key(|other| std::cmp::Reverse(encoder.prospects(*other)));
    for place in 0..MAX_OPPONENTS {
        features.begin_topic(HawaiiTopic::Others);
        if let Some(other) = others.get(place) {
            encoder.encode_opponent(*other, features);
        }
        features.pad_to(OWN_FEATURES + OPPONENT_FEATURES * (place + 1));
    }
    encoder.encode_island(features);
    features.pad_to(FEATURE_COUNT);
}

struct HawaiiEncoder<'a> {
    game: &'a Hawaii,
    state: &'a State,
    printed: &'a Printed,
    seat: Seat,
    tokens: PriceTokens,
}

/// A summary of the price tokens.
struct PriceTokens {
    /// The expected sum of each seat's tokens: exact for open tokens, estimated for fish tokens.
    expected_sums: BySeat<f32>,
    /// The lowest price at each place, and the number of tokens there; zero if none is left.
    prices: [(u8, u8); PLACES],
    /// The expected sum of the tokens in the cove.
    cove: f32,
}

impl PriceTokens {
    fn new(state: &State, printed: &Printed) -> PriceTokens {
        let expected_sums = BySeat::new(state.seats(), |_| 0.0);
        let mut tokens = PriceTokens {
            expected_sums,
            prices: [(0, 0); PLACES],
            cove: 0.0,
        };
        for (token, at) in state.tokens.iter() {
            let face = printed.face(token);
            match at {
                At::Bought(seat) => tokens.expected_sums[seat] += f32::from(face.price.worth),
                At::Fished(seat) => tokens.expected_sums[seat] += fish_worth(face.fish),
                At::Cove(_) => tokens.cove += fish_worth(face.fish),
                At::Circle(place, _) => {
                    let (least, number) = &mut tokens.prices[place.index()];
                    *least = if *number == 0 {
                        face.price.worth
                    } else {
                        face.price.worth.min(*least)
                    };
                    *number += 1;
                }
                At::Bag | At::Track(_) => {}
            }
        }
        tokens
    }
}

impl HawaiiEncoder<'_> {
    fn realm(&self, seat: Seat) -> &Realm {
        &self.state.realms[seat]
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let me = self.seat;
        self.state.seats().iter().filter(move |seat| *seat != me)
    }

    /// Returns the points that a seat would have if the game ended now.
    fn prospects(&self, seat: Seat) -> u16 {
        let realm = self.realm(seat);
        realm.points + final_points(self.printed, realm).total()
    }

    // --- The seat's own realm ---

    fn encode_own_realm(&self, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        let realm = self.realm(self.seat);
        let to_come = f32::from(5 - self.state.round);
        features.begin_topic(HawaiiTopic::Time);
        features.push_one_hot(usize::from(self.state.round) - 1, 5);
        features.push_flag(self.state.has_left(self.seat));
        features.begin_topic(HawaiiTopic::Goods);
        for good in Good::ALL {
            let number = realm.goods[good];
            features.push_scaled(number, 10.0);
            features.push_scaled(number.min(3), 3.0);
            features.push_scaled(f32::from(number) * to_come, 40.0);
        }
        features.begin_topic(HawaiiTopic::People);
        self.encode_favour(features);
        features.begin_topic(HawaiiTopic::Boats);
        features.push_scaled(realm.ashore.total(), 4.0);
        features.push_scaled(realm.boats().one, 3.0);
        features.push_scaled(realm.boats().two, 3.0);
        features.push_scaled(boats::room(self.printed.effects(), realm.ashore), 8.0);
        self.encode_villages(realm, features);
        features.begin_topic(HawaiiTopic::Scoring);
        let mut scored = *realm;
        scored.tikis = MAX_TIKIS;
        for points in [
            final_points(self.printed, realm),
            final_points(self.printed, &scored),
        ] {
            let FinalPoints {
                kahunas,
                irrigations,
                hulas,
                long_huts,
                laka,
                kanaloa,
            } = points;
            for part in [kahunas, irrigations, hulas, long_huts, laka, kanaloa] {
                features.push_scaled(part, 20.0);
            }
        }
        features.begin_topic(HawaiiTopic::Tiles);
        encode_tiles(realm, to_come, features);
    }

    fn encode_favour(&self, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        let sum = self.tokens.expected_sums[self.seat];
        let needed = f32::from(self.game.needed(self.seat));
        features.push_scaled(sum, 20.0);
        features.push_scaled((sum - needed).clamp(-20.0, 20.0), 10.0);
        features.push_flag(sum >= needed);
        features.push_flag(sum + 3.0 >= needed);
        let best = self
            .others()
            .map(|other| self.tokens.expected_sums[other])
            .fold(0.0, f32::max);
        features.push_scaled((sum - best).clamp(-15.0, 15.0), 10.0);
        features.push_flag(sum >= needed && sum > best);
    }

    fn encode_villages(&self, realm: &Realm, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        let nearest = nearest_tiki(self.printed, realm).map_or(UNREACHABLE_LENGTH, count_as_f32);
        features.begin_topic(HawaiiTopic::Signs);
        features.push_scaled(realm.kahunas, 5.0);
        features.push_one_hot(usize::from(realm.tikis.min(6)), 7);
        features.begin_topic(HawaiiTopic::Villages);
        let mut reach = 0_u8;
        for row in Row::all() {
            let length = count_as_f32(realm.length(self.printed, row));
            let reaches = length > 0.0 && length >= nearest;
            features.push_scaled(length, 8.0);
            features.push_flag(reaches);
            features.push_scaled((nearest - length).clamp(0.0, 8.0), 8.0);
            features.push_flag(row.number() <= realm.kahunas);
            reach += u8::from(reaches);
        }
        features.push_scaled(reach, 5.0);
    }

    // --- Opponents ---

    fn encode_opponent(&self, other: Seat, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        let mine = self.realm(self.seat);
        let realm = self.realm(other);
        features.push_flag(true);
        features.push_flag(self.state.has_left(other));
        for (own, others) in [
            (self.prospects(self.seat), self.prospects(other)),
            (mine.points, realm.points),
        ] {
            let lead = (f32::from(own) - f32::from(others)).clamp(-80.0, 80.0);
            features.push_scaled(lead, 40.0);
        }
        for good in Good::ALL {
            features.push_scaled(realm.goods[good], 10.0);
        }
        let sum = self.tokens.expected_sums[other];
        let needed = f32::from(self.game.needed(other));
        features.push_scaled(sum, 20.0);
        features.push_flag(sum >= needed);
        features.push_scaled(
            (self.tokens.expected_sums[self.seat] - sum).clamp(-15.0, 15.0),
            10.0,
        );
        let nearest = nearest_tiki(self.printed, realm).map_or(UNREACHABLE_LENGTH, count_as_f32);
        features.push_scaled(realm.kahunas, 5.0);
        features.push_scaled(realm.tikis, 6.0);
        for row in Row::all() {
            let length = count_as_f32(realm.length(self.printed, row));
            features.push_scaled(length, 8.0);
            features.push_flag(length > 0.0 && length >= nearest);
        }
        let mut scored = *realm;
        scored.tikis = MAX_TIKIS;
        features.push_scaled(final_points(self.printed, realm).total(), 40.0);
        features.push_scaled(final_points(self.printed, &scored).total(), 60.0);
        let harvest = realm.harvest(self.printed.effects());
        for good in Good::ALL {
            features.push_scaled(harvest[good], 5.0);
        }
        features.push_scaled(realm.boats().total(), 4.0);
        features.push_scaled(boats::room(self.printed.effects(), realm.ashore), 8.0);
        for tile in [
            VillageTile::Hula,
            VillageTile::Surfer,
            VillageTile::Irrigation,
        ] {
            features.push_flag(realm.has(tile));
        }
    }

    // --- The island ---

    fn encode_island(&self, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        let state = self.state;
        features.begin_topic(HawaiiTopic::Order);
        features.push_scaled(count_as_f32(state.count_players_left()), 5.0);
        let place = state
            .order
            .iter()
            .position(|seat| *seat == self.seat)
            .unwrap_or(0);
        features.push_scaled(count_as_f32(place), 4.0);
        let space = if let Chieftain::Left(space) = state.chieftains[self.seat] {
            Some(space)
        } else {
            None
        };
        features.push_scaled(space.map_or(0, Space::number), 5.0);
        features.push_flag(space == Some(Space::default()));
        features.push_flag(state.left_for(Space::default()).is_none());
        features.begin_topic(HawaiiTopic::Island);
        let current_spot = match state.chieftains[self.seat] {
            Chieftain::Place(place) => Some(state.places.spot(place)),
            Chieftain::Beach | Chieftain::Cove | Chieftain::Dock(_) | Chieftain::Left(_) => None,
        };
        let ways = &self.printed.ways;
        for place in Place::all() {
            let spot = state.places.spot(place);
            let steps = current_spot.map_or_else(
                || ways.from_beach(spot),
                |current_spot| ways.steps(current_spot, spot).max(1),
            );
            let (least, number) = self.tokens.prices[place.index()];
            features.push_scaled(least, 6.0);
            features.push_scaled(number, 3.0);
            features.push_scaled(if number > 0 { steps } else { 0 }, 6.0);
        }
        features.push_scaled(self.tokens.cove, 15.0);
        features.push_flag(current_spot.is_some());
        Dock::all().for_each(|dock| features.push_flag(state.docks[dock].is_some()));
        let villages = [VillageTile::Hula, VillageTile::Irrigation].map(Tile::Village);
        for tile in [Tile::Kahuna, Tile::Tiki, Tile::Boat]
            .into_iter()
            .chain(villages)
        {
            features.push_scaled(state.stacks[tile], 8.0);
        }
    }
}

fn fish_worth(fish: u8) -> f32 {
    FISH_TOKEN_VALUES
        .get(usize::from(fish).wrapping_sub(1))
        .copied()
        .unwrap_or_default()
}

/// Encodes the tiles; the numbers of all but the gods also multiplied by the rounds to come.
fn encode_tiles(realm: &Realm, to_come: f32, features: &mut FeatureWriter<'_, HawaiiTopic>) {
    let huts = [Hut::Shell, Hut::Foot, Hut::Spear, Hut::Exchange, Hut::Long]
        .map(|hut| tile_weight(realm, |tile| tile == VillageTile::Hut(hut)));
    let rest = [
        tile_weight(realm, |tile| matches!(tile, VillageTile::Fruit(_))),
        tile_weight(realm, |tile| tile == VillageTile::Irrigation),
        tile_weight(realm, |tile| tile == VillageTile::Surfer),
        tile_weight(realm, |tile| tile == VillageTile::Hula),
    ];
    for number in huts.into_iter().chain(rest) {
        features.push_scaled(number, 4.0);
        features.push_scaled(number * to_come, 10.0);
    }
    for god in [
        God::Ku,
        God::Kane,
        God::Pele,
        God::Lono,
        God::Laka,
        God::Kanaloa,
    ] {
        features.push_scaled(
            tile_weight(realm, |tile| tile == VillageTile::God(god)),
            2.0,
        );
    }
    let fruits = Row::all().map(|row| {
        let village = &realm.villages[row];
        let tiles = village
            .tiles()
            .filter(|building| matches!(building.tile, VillageTile::Fruit(_)));
        let is_irrigated = village.has_kind(VillageTile::Irrigation);
        count_as_f32(tiles.count()) * if is_irrigated { 1.0 } else { 0.3 }
    });
    features.push_scaled(fruits.fold(0.0, f32::max), 4.0);
}

/// Returns the number of matching tiles; tiles on side II count twice.
fn tile_weight(realm: &Realm, matches: impl Fn(VillageTile) -> bool) -> f32 {
    let all = realm.buildings().filter(|building| matches(building.tile));
    all.map(|Building { level, .. }| f32::from(level.times()))
        .sum()
}
