//! What one viewer may know. Texts and pictures use only this view.
//!
//! Hidden from all viewers are the numbers of fish tokens, the islands face down in the stack, the
//! gods below the tops, and the seed. Goods are hidden from all but their owner, unless the table
//! plays with open goods. Goods and sums are shown once the game is over. The list of legal actions
//! is for the seat to act alone, because it would reveal the player's goods.

use std::sync::Arc;

use serde::Serialize;

use super::action::{Action, Catch, FinalPoints};
use super::island::{Chieftain, Dock, Place, Row, Space, Spot};
use super::options::{GoodsShown, Options};
use super::pieces::{Fleet, God, Goods, Price, Tile};
use super::printed::{Gift, Printed};
use super::realm::{Building, Realm};
use super::state::Step;
use super::token::At;
use super::{Hawaii, scoring};
use crate::{Rules, Seat, Standings, Viewer};

/// The game as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    #[serde(skip)]
    pub printed: Arc<Printed>,
    pub viewer: Viewer,
    pub options: Options,
    /// The current round, 1 to 5.
    pub round: u8,
    /// The turn order of this round.
    pub order: Vec<Seat>,
    /// The spaces of the turn order.
    pub spaces: Vec<SpaceView>,
    /// The places, from the lower left, row by row.
    pub places: Vec<PlaceView>,
    pub god_stacks: [GodStackView; 2],
    /// The numbers of fish tokens in the cove.
    pub cove: Catch,
    pub docks: Vec<DockView>,
    /// The number of islands that lie face down in the stack.
    pub islands_hidden: usize,
    /// The gifts of the islands that lie face up under the stack.
    pub islands_visited: Vec<Gift>,
    /// What each player owns, in the order of the seats.
    pub realms: Vec<RealmView>,
    /// The seat to act; `None` once the game is over.
    pub to_act: Option<Seat>,
    /// What the seat to act has to decide; `None` once the game is over.
    pub step: Option<Step>,
    /// The viewer's legal actions; empty unless the viewer is the seat to act.
    pub legal: Vec<Action>,
    pub standings: Option<Standings>,
}

/// A space of the turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpaceView {
    pub space: Space,
    /// The number side of the token that lies there.
    pub price: Option<Price>,
    /// The player whose chieftain stands there.
    pub taken_by: Option<Seat>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceView {
    /// The spot on which the place lies.
    pub spot: Spot,
    pub place: Place,
    /// The tiles that the place sells, and how many are left; of the gods, each visible one once.
    pub wares: Vec<(Tile, u8)>,
    /// The purchase circles, the one with a number first.
    pub circles: Vec<CircleView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GodStackView {
    /// The god on top, who is visible and for sale; `None` if the stack is empty.
    pub top: Option<God>,
    /// The number of gods in the stack, the top included.
    pub left: usize,
}

/// A purchase circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CircleView {
    /// The number printed in the circle; `None` for a blank circle.
    pub number: Option<u8>,
    /// The number side of the token on the circle.
    pub price: Option<Price>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DockView {
    pub dock: Dock,
    /// The cost of a visit in feet.
    pub feet: u8,
    /// The points of a visit.
    pub points: u8,
    /// The island's gift; `None` once the island was visited in this round.
    pub gift: Option<Gift>,
}

/// What a player owns, as the viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RealmView {
    /// The owner of the realm.
    pub seat: Seat,
    /// Where the chieftain stands.
    pub chieftain: Chieftain,
    /// Points on the scoring track.
    pub points: u16,
    /// Shells, feet and fruits; `None` if the viewer may not know them.
    pub goods: Option<Goods>,
    /// The villages, from the top row down.
    pub villages: Vec<VillageView>,
    /// The number of kahunas; they stand at the heads of the villages from the first down.
    pub kahunas: u8,
    /// The number of tikis; they fill their spaces from the right.
    pub tikis: u8,
    /// Boats that can still be launched.
    pub ashore: Fleet,
    /// Boats that were launched in this round.
    pub launched: Fleet,
    /// The price tokens taken in this round.
    pub prices: Vec<Price>,
    /// The fish tokens taken in this round.
    pub fish: Catch,
    /// The sum of the price and fish tokens of the last round. `None` until the game is over,
    /// because the numbers behind the fish are hidden.
    pub final_sum: Option<u16>,
    /// The sum that pleases the people, already lowered by the surfers.
    pub needed: u16,
    /// The points that the realm would score in a final scoring now.
    pub at_the_end: FinalPoints,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VillageView {
    pub row: Row,
    /// The number of tiles, the printed hut included.
    pub length: usize,
    /// The tiles from left to right, without the printed hut.
    pub tiles: Vec<Building>,
    /// Whether the village reaches a tiki.
    pub scored: bool,
}

impl View {
    pub(super) fn of(game: &Hawaii, viewer: Viewer) -> View {
        let state = &game.state;
        let to_act = game.status().to_act();
        let mine = to_act.is_some_and(|seat| viewer.is(seat));
        View {
            printed: Arc::clone(&game.printed),
            viewer,
            options: state.options,
            round: state.round,
            order: state.order.to_vec(),
            spaces: state
                .spaces()
                .map(|space| space_view(game, space))
                .collect(),
            places: state
                .places
                .iter()
                .map(|(spot, place)| place_view(game, spot, place))
                .collect(),
            god_stacks: state.gods.0.map(|god| GodStackView {
                top: god.last().copied(),
                left: god.len(),
            }),
            cove: catch(game, |at| matches!(at, At::Cove(_))),
            docks: Dock::all().map(|dock| dock_view(game, dock)).collect(),
            islands_hidden: state.islands.hidden.len(),
            islands_visited: state
                .islands
                .visited
                .iter()
                .map(|island| game.printed.gift(*island))
                .collect(),
            realms: state
                .seats()
                .iter()
                .map(|seat| realm_view(game, seat, viewer))
                .collect(),
            to_act,
            step: state.agenda.last().map(|task| task.step),
            legal: if mine {
                game.legal_actions()
            } else {
                Vec::new()
            },
            standings: game.status().standings(),
        }
    }

    /// Returns what the viewer has to decide, if they are the seat to act.
    pub fn my_step(&self) -> Option<Step> {
        self.step
            .filter(|_| self.to_act.is_some_and(|seat| self.viewer.is(seat)))
    }

    /// Returns what the player of this seat owns.
    pub fn realm(&self, seat: Seat) -> Option<&RealmView> {
        self.realms.iter().find(|realm| realm.seat == seat)
    }

    /// Returns the price on the token under a space of the turn order, if a token lies there.
    pub fn space_price(&self, space: Space) -> Option<Price> {
        self.spaces
            .iter()
            .find(|it| it.space == space)
            .and_then(|it| it.price)
    }

    /// Returns what lies at a place. A view contains all ten places, so this is never `None`.
    pub fn place(&self, place: Place) -> Option<&PlaceView> {
        self.places.iter().find(|view| view.place == place)
    }
}

impl RealmView {
    /// Returns the sum of price tokens; fish tokens are included only once the game is over.
    pub fn open_sum(&self) -> u16 {
        self.final_sum
            .unwrap_or_else(|| self.prices.iter().map(|price| u16::from(price.worth)).sum())
    }
}

/// Returns the price on the token at this spot; `None` if no token lies there.
fn price_at(game: &Hawaii, spot: At) -> Option<Price> {
    game.state
        .tokens
        .tokens_at(|at| at == spot)
        .next()
        .map(|token| game.printed.face(token).price)
}

fn space_view(game: &Hawaii, space: Space) -> SpaceView {
    SpaceView {
        space,
        price: price_at(game, At::Track(space)),
        taken_by: game.state.left_for(space),
    }
}

fn place_view(game: &Hawaii, spot: Spot, place: Place) -> PlaceView {
    let circles = &game.printed.card(place).circles;
    let circle = |circle: u8| CircleView {
        number: (circle == 0).then_some(circles.number),
        price: price_at(game, At::Circle(place, circle)),
    };
    let mut wares = Vec::new();
    game.for_each_ware(place, |tile| wares.push((tile, game.tiles_left(tile))));
    PlaceView {
        spot,
        place,
        wares,
        circles: (0..=circles.blank).map(circle).collect(),
    }
}

fn dock_view(game: &Hawaii, dock: Dock) -> DockView {
    let card = game.printed.dock(dock);
    let gift = game.state.docks[dock].map(|island| game.printed.gift(island));
    DockView {
        dock,
        feet: card.feet,
        points: card.points,
        gift,
    }
}

fn catch(game: &Hawaii, at: impl FnMut(At) -> bool) -> Catch {
    let mut catch = Catch::default();
    for token in game.state.tokens.tokens_at(at) {
        catch.0[usize::from(game.printed.face(token).fish) - 1] += 1;
    }
    catch
}

fn realm_view(game: &Hawaii, seat: Seat, viewer: Viewer) -> RealmView {
    let realm = &game.state.realms[seat];
    let shown = viewer.is(seat)
        || game.state.options.goods == GoodsShown::Open
        || game.state.agenda.is_empty();
    let bought = game.state.tokens.tokens_at(|at| at == At::Bought(seat));
    RealmView {
        seat,
        chieftain: game.state.chieftains[seat],
        points: realm.points,
        goods: shown.then_some(realm.goods),
        villages: Row::all()
            .map(|row| village_view(game, realm, row))
            .collect(),
        kahunas: realm.kahunas,
        tikis: realm.tikis,
        ashore: realm.ashore,
        launched: realm.launched,
        prices: bought.map(|token| game.printed.face(token).price).collect(),
        fish: catch(game, |at| at == At::Fished(seat)),
        final_sum: game
            .state
            .agenda
            .is_empty()
            .then(|| game.sum_of_tokens(seat)),
        needed: game.needed(seat),
        at_the_end: scoring::final_points(&game.printed, realm),
    }
}

fn village_view(game: &Hawaii, realm: &Realm, row: Row) -> VillageView {
    VillageView {
        row,
        length: realm.length(&game.printed, row),
        tiles: realm.villages[row].tiles().collect(),
        scored: scoring::is_scored(&game.printed, realm, row),
    }
}
