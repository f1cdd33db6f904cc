//! What one viewer may know. Words, pictures and computer players are made from this alone.
//!
//! Hidden from everyone: numbers of fish tokens, islands in the stack, gods below the tops, and the
//! seed. Hidden from all but their owner, unless the table plays with open goods: goods, and the
//! list of legal actions, which would reveal what is in a purse.

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
    /// 1 to 5.
    pub round: u8,
    /// The turn order of this round.
    pub order: Vec<Seat>,
    /// The spaces of the turn order.
    pub spaces: Vec<SpaceView>,
    /// The places, from the lower left, row by row.
    pub places: Vec<PlaceView>,
    pub god_stacks: [GodStackView; 2],
    /// Fish tokens in the cove.
    pub cove: Catch,
    pub docks: Vec<DockView>,
    /// How many islands lie face down.
    pub islands_hidden: usize,
    /// What the islands give that lie face up under the stack.
    pub islands_visited: Vec<Gift>,
    /// What every player has.
    pub realms: Vec<RealmView>,
    /// The seat to act; `None` once the game is over.
    pub to_act: Option<Seat>,
    /// The open decision.
    pub step: Option<Step>,
    /// The viewer's legal actions, if it is their turn to act.
    pub legal: Vec<Action>,
    pub standings: Option<Standings>,
}

/// A space of the turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpaceView {
    pub space: Space,
    /// The token that lies there.
    pub price: Option<Price>,
    /// Whose chieftain stands there.
    pub taken_by: Option<Seat>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceView {
    /// Where it lies.
    pub spot: Spot,
    pub place: Place,
    /// What it sells, and how many are left; of the gods, the tops, each once.
    pub wares: Vec<(Tile, u8)>,
    /// The circle with a number first, then the others.
    pub circles: Vec<CircleView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GodStackView {
    /// The one that is seen and sold.
    pub top: Option<God>,
    /// How many lie there, the top among them.
    pub left: usize,
}

/// A purchase circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CircleView {
    /// The number printed in it.
    pub number: Option<u8>,
    /// The token on it.
    pub price: Option<Price>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DockView {
    pub dock: Dock,
    /// What the way costs.
    pub feet: u8,
    /// What the way is worth.
    pub points: u8,
    /// What the island gives, unless it was visited in this round.
    pub gift: Option<Gift>,
}

/// What a player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RealmView {
    /// Whose it is.
    pub seat: Seat,
    /// Where the chieftain stands.
    pub chieftain: Chieftain,
    /// On the scoring track.
    pub points: u16,
    /// Shells, feet and fruits, where the viewer may know them.
    pub goods: Option<Goods>,
    /// The villages, from the top.
    pub villages: Vec<VillageView>,
    /// Kahunas, from the first village down.
    pub kahunas: u8,
    /// Tikis, from the right.
    pub tikis: u8,
    /// Boats that can still be launched.
    pub ashore: Fleet,
    /// Boats that were launched in this round.
    pub launched: Fleet,
    /// Price tokens of this round.
    pub prices: Vec<Price>,
    /// Fish tokens of this round.
    pub fish: Catch,
    /// The sum of all price and fish tokens of this round. `None` until the game is over, because
    /// the numbers of fish tokens are hidden.
    pub final_sum: Option<u16>,
    /// The number that pleases the people, less what surfers take off.
    pub needed: u16,
    /// What the realm would be worth if the game ended now.
    pub at_the_end: FinalPoints,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VillageView {
    pub row: Row,
    /// How many tiles long, the printed hut included.
    pub length: usize,
    /// Its tiles, left to right, without the printed hut.
    pub tiles: Vec<Building>,
    /// Whether it reaches a tiki.
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

    /// Returns the viewer's open decision, if it is their turn to act.
    pub fn my_step(&self) -> Option<Step> {
        self.step
            .filter(|_| self.to_act.is_some_and(|seat| self.viewer.is(seat)))
    }

    /// Returns what a player has.
    pub fn realm(&self, seat: Seat) -> Option<&RealmView> {
        self.realms.iter().find(|realm| realm.seat == seat)
    }

    /// Returns what the token under a space of the turn order shows.
    pub fn space_price(&self, space: Space) -> Option<Price> {
        self.spaces
            .iter()
            .find(|it| it.space == space)
            .and_then(|it| it.price)
    }

    /// Returns a place, as it lies on the island.
    pub fn place(&self, place: Place) -> Option<&PlaceView> {
        self.places.iter().find(|view| view.place == place)
    }
}

impl RealmView {
    /// Returns the sum of the numbers that lie open in front of its owner: fish tokens are turned
    /// over only at the end of a round.
    pub fn open_sum(&self) -> u16 {
        self.final_sum
            .unwrap_or_else(|| self.prices.iter().map(|price| u16::from(price.worth)).sum())
    }
}

/// Returns the price that the token on this spot shows.
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
