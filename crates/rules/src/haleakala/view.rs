//! What one viewer may know. Texts and pictures use only this view.
//!
//! Everything is public except the seed and the order of the piles.

use std::sync::Arc;

use serde::Serialize;

use super::Haleakala;
use super::action::{Action, Round, ScoredPoints};
use super::board::{Segment, Shaman};
use super::options::{Lava, Options};
use super::pieces::{Card, Disc, DiscLocation, Face, Holder, Keepsake, ScoringCard};
use super::printed::Printed;
use super::state::{Collected, Step};
use crate::{Rules, Seat, Standings, Viewer};

/// The game as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    #[serde(skip)]
    pub printed: Arc<Printed>,
    pub viewer: Viewer,
    pub options: Options,
    /// The current round: before or after the first scoring.
    pub round: Round,
    /// The player who had the first turn.
    #[serde(rename = "starter")]
    pub start_player: Seat,
    /// The number of turns in a row in which no player received a card.
    pub quiet: u16,
    /// The segment in whose water the boat lies.
    pub boat: Segment,
    /// The segments, clockwise.
    pub segments: Vec<SegmentView>,
    /// The number of cards left in each pile.
    pub piles: [usize; 3],
    pub display: Vec<(ScoringCard, Holder)>,
    /// Whether the lava priestess on the display can still be bought in this round.
    pub priestess: Face,
    /// The number of lava discs beside the board.
    pub lava_left: u8,
    /// What each player has, in the order of the seats.
    pub players: Vec<PlayerView>,
    /// The seat to act; `None` once the game is over.
    pub to_act: Option<Seat>,
    /// What the seat to act has to decide; `None` once the game is over.
    pub step: Option<Step>,
    /// The viewer's legal actions; empty unless the viewer is the seat to act.
    pub legal: Vec<Action>,
    pub standings: Option<Standings>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SegmentView {
    pub segment: Segment,
    pub cards: [Option<Card>; 2],
    /// The number of lava discs on the segment's crater.
    pub lava: u8,
    /// The owners of the statues on grassland, forest and mountain.
    pub statues: [Option<Seat>; 3],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerView {
    pub seat: Seat,
    /// Points on the scoring track.
    pub points: u16,
    /// Where the shaman stands.
    pub shaman: Shaman,
    /// Where each number disc lies.
    pub discs: Vec<(Disc, DiscLocation)>,
    /// Where the invocation disc lies; `None` in the base game.
    pub invocation: Option<DiscLocation>,
    /// Shells in hand.
    pub shells: u8,
    /// The cards that the player collected.
    pub kept: Vec<Keepsake>,
    /// The number of statues that are not yet built.
    pub statues_left: u16,
    /// What a scoring would bring now if the volcano did not erupt.
    pub now: ScoredPoints,
}

impl View {
    pub(super) fn of(game: &Haleakala, viewer: Viewer) -> View {
        let state = &game.state;
        let to_act = game.status().to_act();
        let mine = to_act.is_some_and(|seat| viewer.is(seat));
        let segment = |segment: Segment| SegmentView {
            segment,
            cards: state.slots[segment],
            lava: state.lava[segment],
            statues: state.statues[segment],
        };
        View {
            printed: Arc::clone(&game.printed),
            viewer,
            options: state.options,
            round: state.round,
            start_player: state.start_player,
            quiet: state.quiet,
            boat: state.boat,
            segments: Segment::all().map(segment).collect(),
            piles: [0, 1, 2].map(|pile| state.piles[pile].len()),
            display: ScoringCard::ALL
                .map(|card| (card, state.holder(card)))
                .to_vec(),
            priestess: state.priestess,
            lava_left: game.printed.sheet.pieces.lava_discs - state.lava_out(),
            players: state
                .seats()
                .iter()
                .map(|seat| player_view(game, seat))
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

    pub fn player(&self, seat: Seat) -> Option<&PlayerView> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// Returns the sum of a player's number discs on a beach.
    pub fn sum(&self, seat: Seat, at: Segment) -> u8 {
        let discs = self
            .player(seat)
            .into_iter()
            .flat_map(|player| &player.discs);
        discs
            .filter(|(_, lies)| *lies == DiscLocation::On(at))
            .map(|(disc, _)| disc.number())
            .sum()
    }
}

impl PlayerView {
    /// Returns the number of baskets of fish on the player's cards.
    pub fn baskets(&self) -> u16 {
        self.kept.iter().map(|kept| kept.baskets()).sum()
    }
}

fn player_view(game: &Haleakala, seat: Seat) -> PlayerView {
    let state = &game.state;
    let player = &state.players[seat];
    let kept = Keepsake::ALL
        .into_iter()
        .zip(player.kept)
        .filter(|(_, has)| *has == Collected::Yes);
    let statues = u16::from(game.printed.sheet.pieces.statues_each);
    PlayerView {
        seat,
        points: player.points,
        shaman: player.shaman,
        discs: Disc::all().zip(player.discs).collect(),
        invocation: (state.options.lava == Lava::Invoked).then_some(player.invocation),
        shells: player.shells,
        kept: kept.map(|(kept, _)| kept).collect(),
        statues_left: statues - state.statues_of(seat),
        now: game.points_of(seat, state.round),
    }
}
