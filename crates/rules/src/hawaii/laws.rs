//! Checks invariants, above all the conservation law: every piece of the box is in exactly one
//! place.
//!
//! A snapshot that breaks an invariant is refused, and tests check them after every step.

use super::Hawaii;
use super::island::{Chieftain, Island, Place, Row};
use super::pieces::{God, Good, Tile, VillageTile};
use super::printed::ROUNDS;
use super::realm::Realm;
use super::state::Step;
use super::token::At;
use crate::{Broken, Rules};

/// An upper bound of goods and points: more than a game can bring, and too small to overflow sums.
const MAX_COUNTED: u16 = 9999;

impl Hawaii {
    pub(super) fn check_laws(&self) -> Result<(), Broken> {
        self.check_seats()?;
        self.check_agenda()?;
        self.check_tokens()?;
        self.check_tiles()?;
        self.check_islands()?;
        self.check_harvests()?;
        for realm in self.state.realms.values() {
            self.check_realm(realm)?;
        }
        let over = self.state.agenda.is_empty();
        let choices = self.legal_actions().len().min(1);
        Broken::check_equal("the seat to act has a choice", usize::from(!over), choices)
    }

    fn check_seats(&self) -> Result<(), Broken> {
        let state = &self.state;
        let seats = state.seats();
        let round = usize::from(state.round);
        Broken::check_equal(
            "the round is between 1 and 5",
            round.clamp(1, ROUNDS),
            round,
        )?;
        let lawful = Hawaii::TITLE.seats();
        let players = seats.number();
        let nearest = players.clamp(*lawful.start(), *lawful.end());
        Broken::check_equal(
            "two to five sit at the table",
            nearest.into(),
            players.into(),
        )?;
        let chieftains = state.chieftains.seats().count();
        Broken::check_equal(
            "chieftains are as many as realms",
            seats.count(),
            chieftains,
        )?;
        let ordered = seats
            .iter()
            .filter(|seat| state.order.contains(seat))
            .count();
        Broken::check_equal("the turn order names each seat", seats.count(), ordered)?;
        Broken::check_equal(
            "the turn order names each seat once",
            seats.count(),
            state.order.len(),
        )?;
        let turn = usize::from(state.turn);
        Broken::check_equal(
            "the turn belongs to a seat",
            1,
            usize::from(turn < seats.count()),
        )?;
        let strangers = state.agenda.iter().filter(|task| !seats.has(task.seat));
        Broken::check_none(
            "only seats of the table have something to settle",
            strangers,
        )?;
        let beyond = |at: &&Chieftain| matches!(at, Chieftain::Left(space) if space.index() >= seats.count());
        Broken::check_none(
            "no chieftain stands beyond the turn order",
            state.chieftains.values().filter(beyond),
        )?;
        let left = seats.iter().filter(|seat| state.has_left(*seat)).count();
        let spaces = state
            .spaces()
            .filter(|space| state.left_for(*space).is_some())
            .count();
        Broken::check_equal("chieftains who left have a space each", left, spaces)
    }

    /// Checks that chieftains move only on their player's turn, and that only a finished game has
    /// an empty agenda.
    fn check_agenda(&self) -> Result<(), Broken> {
        let state = &self.state;
        let turns = state.agenda.iter().filter(|task| task.step == Step::Turn);
        let out_of_turn =
            turns.filter(|task| task.seat != state.on_turn() || state.has_left(task.seat));
        Broken::check_none("chieftains move in turn order", out_of_turn)?;
        let goes_on = usize::from(state.round) < ROUNDS || state.count_players_left() > 0;
        let too_early = (goes_on && state.agenda.is_empty()).then_some(());
        Broken::check_none(
            "a game goes on until the last chieftain of the last round has left",
            too_early,
        )
    }

    /// Checks that each token lies in a lawful spot, at most one on a circle or under a space.
    fn check_tokens(&self) -> Result<(), Broken> {
        let state = &self.state;
        for (token, at) in state.tokens.iter() {
            let alone = state.tokens.tokens_at(|other| other == at).count() == 1;
            let lawful = match at {
                At::Bag => true,
                At::Circle(place, circle) => {
                    alone && circle <= self.printed.card(place).circles.blank
                }
                At::Cove(_) => alone,
                At::Track(space) => alone && (1..state.seats().count()).contains(&space.index()),
                At::Bought(seat) | At::Fished(seat) => state.seats().has(seat),
            };
            let unlawful = if lawful { 0 } else { token.index() + 1 };
            Broken::check_equal("each token lies in one lawful spot", 0, unlawful)?;
        }
        Ok(())
    }

    fn check_tiles(&self) -> Result<(), Broken> {
        for tile in Tile::all() {
            let supply = usize::from(self.printed.tile_count(tile));
            let left = match tile {
                Tile::Village(VillageTile::God(god)) => self
                    .state
                    .gods
                    .0
                    .iter()
                    .flatten()
                    .filter(|other| **other == god)
                    .count(),
                Tile::Village(_) | Tile::Boat | Tile::Kahuna | Tile::Tiki => {
                    usize::from(self.state.stacks[tile])
                }
            };
            let owned: usize = self
                .state
                .realms
                .values()
                .map(|realm| owned(realm, tile))
                .sum();
            Broken::check_equal(tile.name(), supply, left + owned)?;
        }
        Ok(())
    }

    fn check_islands(&self) -> Result<(), Broken> {
        let state = &self.state;
        for place in Place::all() {
            let spots = state
                .places
                .iter()
                .filter(|(_, there)| *there == place)
                .count();
            Broken::check_equal("each place lies on one spot", 1, spots)?;
        }
        for island in Island::all() {
            let docks = state.docks.iter().flatten();
            let all = docks
                .chain(&state.islands.hidden)
                .chain(&state.islands.visited);
            let places = all.filter(|other| **other == island).count();
            Broken::check_equal("each island is in one place", 1, places)?;
        }
        Ok(())
    }

    /// Checks that no player may choose more goods than the player's irrigations bring.
    fn check_harvests(&self) -> Result<(), Broken> {
        for task in &self.state.agenda {
            if let Step::Harvest { left } = task.step {
                let most = self.realm(task.seat).free_harvests(self.printed.effects());
                let law = "harvests to choose are no more than irrigations bring";
                Broken::check_equal(law, left.clamp(1, most.max(1)).into(), left.into())?;
            }
        }
        Ok(())
    }

    fn check_realm(&self, realm: &Realm) -> Result<(), Broken> {
        Broken::check_equal("one fishing boat", 1, realm.boats().fishing.into())?;
        for figure in Good::ALL
            .map(|good| realm.goods[good])
            .into_iter()
            .chain([realm.points])
        {
            let counted = figure.min(MAX_COUNTED);
            Broken::check_equal(
                "goods and points can be counted",
                counted.into(),
                figure.into(),
            )?;
        }
        let spaces = self.printed.sheet.realm.kahunas.points.len();
        let beyond = usize::from(realm.kahunas).saturating_sub(spaces);
        Broken::check_equal("kahunas have a space each", 0, beyond)?;
        let beyond = realm.tikis.saturating_sub(self.state.options.tikis.count());
        Broken::check_equal("tikis have a space each", 0, beyond.into())?;
        for god in God::ALL {
            let copies = realm
                .buildings()
                .filter(|it| it.tile == VillageTile::God(god))
                .count();
            Broken::check_equal("each god once in a realm", copies.min(1), copies)?;
        }
        for row in Row::all() {
            let tiles: Vec<_> = realm.villages[row]
                .tiles()
                .map(|it| kind(it.tile))
                .collect();
            let kinds = (0..tiles.len())
                .filter(|at| !tiles[..*at].contains(&tiles[*at]))
                .count();
            Broken::check_equal("no kind twice in a village", tiles.len(), kinds)?;
        }
        Ok(())
    }
}

/// Maps all gods to one tile, because they count as the same kind in a village.
fn kind(tile: VillageTile) -> VillageTile {
    if matches!(tile, VillageTile::God(_)) {
        VillageTile::God(God::Ku)
    } else {
        tile
    }
}

fn owned(realm: &Realm, tile: Tile) -> usize {
    match tile {
        Tile::Village(tile) => realm
            .buildings()
            .filter(|building| building.tile == tile)
            .count(),
        Tile::Boat => usize::from(realm.boats().one) + usize::from(realm.boats().two),
        Tile::Kahuna => usize::from(realm.kahunas),
        Tile::Tiki => usize::from(realm.tikis),
    }
}
