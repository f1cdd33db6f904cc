//! What a picture of the island points at: the last turn, as everybody saw it.

use crate::rules::{
    Seat,
    hawaii::{
        action::Event,
        island::{Chieftain, Dock, Place},
        pieces::Tile,
    },
};

/// What happened last: who acted, where from and to, and what was taken where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// Where a chieftain walked from and to.
    pub(super) walks: Vec<(Seat, Chieftain, Chieftain)>,
    /// Where a price token was taken.
    pub(super) bought_at: Vec<Place>,
    /// What was bought.
    pub(super) tiles: Vec<Tile>,
    /// Which docks were sailed to.
    pub(super) docks: Vec<Dock>,
    /// Whether somebody fished.
    pub(super) fished: bool,
}

impl Marks {
    /// What these events were, in the order in which they happened.
    pub(super) fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Marks {
        let mut marks = Marks::default();
        for event in events {
            marks.note(event);
        }
        marks
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most of what happens leaves no trace on the island")]
    fn note(&mut self, event: &Event) {
        match event {
            Event::Moved { seat, from, to } => self.walks.push((*seat, *from, *to)),
            Event::TookPrice { place, .. } => self.bought_at.push(*place),
            Event::Built { tile, .. } => self.tiles.push((*tile).into()),
            Event::GotBoat { .. } => self.tiles.push(Tile::Boat),
            Event::GotKahunas { .. } => self.tiles.push(Tile::Kahuna),
            Event::GotTikis { .. } => self.tiles.push(Tile::Tiki),
            Event::Visited { dock, .. } => self.docks.push(*dock),
            Event::Fished { .. } => self.fished = true,
            Event::RoundBegins { .. } => *self = Marks::default(),
            _ => {}
        }
    }
}
