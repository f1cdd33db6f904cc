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
    marks: Vec<(Seat, Mark)>,
}

/// One thing that a seat did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Walked(Chieftain, Chieftain),
    Paid(Place),
    Got(Tile),
    Visited(Dock),
    Fished,
}

impl Marks {
    /// What these events were, in the order in which they happened. Of each seat only the last turn counts.
    pub(super) fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Marks {
        let mut marks = Marks::default();
        for event in events {
            marks.note(event);
        }
        marks
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most of what happens leaves no trace on the island")]
    fn note(&mut self, event: &Event) {
        let (seat, mark) = match event {
            Event::Moved { seat, from, to } => {
                self.marks.retain(|(who, _)| who != seat);
                (*seat, Mark::Walked(*from, *to))
            }
            Event::TookPrice { seat, place, .. } => (*seat, Mark::Paid(*place)),
            Event::Built { seat, tile, .. } => (*seat, Mark::Got((*tile).into())),
            Event::GotBoat { seat, .. } => (*seat, Mark::Got(Tile::Boat)),
            Event::GotKahunas { seat, .. } => (*seat, Mark::Got(Tile::Kahuna)),
            Event::GotTikis { seat, .. } => (*seat, Mark::Got(Tile::Tiki)),
            Event::Visited { seat, dock, .. } => (*seat, Mark::Visited(*dock)),
            Event::Fished { seat, .. } => (*seat, Mark::Fished),
            Event::RoundBegins { .. } => return self.marks.clear(),
            _ => return,
        };
        self.marks.push((seat, mark));
    }

    /// Who walked, from where and where to.
    pub(super) fn walks(&self) -> impl Iterator<Item = (Seat, Chieftain, Chieftain)> {
        self.marks.iter().filter_map(|(seat, mark)| match mark {
            Mark::Walked(from, to) if from != to => Some((*seat, *from, *to)),
            Mark::Walked(..) | Mark::Paid(_) | Mark::Got(_) | Mark::Visited(_) | Mark::Fished => None,
        })
    }

    /// Whether a price token was taken from a place.
    pub(super) fn paid_at(&self, place: Place) -> bool {
        self.marks.iter().any(|(_, mark)| *mark == Mark::Paid(place))
    }

    /// Whether a tile was bought at a place, and not brought by an island.
    pub(super) fn bought(&self, tile: Tile, place: Place) -> bool {
        let by = |wanted: Mark| self.marks.iter().filter(move |(_, mark)| *mark == wanted);
        by(Mark::Got(tile)).any(|(buyer, _)| by(Mark::Paid(place)).any(|(payer, _)| payer == buyer))
    }

    pub(super) fn visited(&self, dock: Dock) -> bool {
        self.marks.iter().any(|(_, mark)| *mark == Mark::Visited(dock))
    }

    pub(super) fn fished(&self) -> bool {
        self.marks.iter().any(|(_, mark)| *mark == Mark::Fished)
    }
}
