//! Marks: the public events of the last turn or turns, as a picture of the island shows them.

use super::gains::Gain;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::island::{Chieftain, Dock, Place, Row, Space};
use lanai_rules::hawaii::pieces::Tile;

/// The marks of one turn, or of several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// Whether there are several turns; only then do marks carry the numbers of their turns.
    has_several_turns: bool,
    entries: Vec<SeatMark>,
    gains: Vec<(Seat, Gain)>,
}

/// A mark, the seat that caused it, and the number of its turn, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatMark {
    turn: usize,
    seat: Seat,
    mark: Mark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Walked(Chieftain, Chieftain),
    Left(Space),
    Paid(Place),
    Got(Tile),
    /// A tile was built in this village.
    Built(Row),
    Visited(Dock),
    Fished,
}

/// The walk of a chieftain in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    pub(super) turn: usize,
    pub(super) seat: Seat,
    pub(super) from: Chieftain,
    pub(super) to: Chieftain,
}

impl Marks {
    /// Collects the marks of turns in their order. For a single turn, a walk replaces all earlier
    /// marks of its seat, and marks from before a new round are dropped.
    pub(super) fn from_turns(turns: &[Vec<Event>]) -> Marks {
        let mut marks = Marks {
            has_several_turns: turns.len() > 1,
            ..Marks::default()
        };
        for (turn, events) in (1..).zip(turns) {
            for event in events {
                marks.record_event(turn, event);
            }
        }
        marks
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most of what happens leaves no trace on the island"
    )]
    fn record_event(&mut self, turn: usize, event: &Event) {
        self.gains.extend(Gain::from_event(event));
        let (seat, mark) = match event {
            Event::Moved { seat, from, to } => {
                self.entries
                    .retain(|mark| self.has_several_turns || mark.seat != *seat);
                (*seat, Mark::Walked(*from, *to))
            }
            Event::Left { seat, space, .. } => (*seat, Mark::Left(*space)),
            Event::TookPrice { seat, place, .. } => (*seat, Mark::Paid(*place)),
            Event::Built {
                seat, tile, row, ..
            } => {
                let seat = *seat;
                let mark = Mark::Built(*row);
                self.entries.push(SeatMark { turn, seat, mark });
                (seat, Mark::Got((*tile).into()))
            }
            Event::GotBoat { seat, .. } => (*seat, Mark::Got(Tile::Boat)),
            Event::GotKahunas { seat, .. } => (*seat, Mark::Got(Tile::Kahuna)),
            Event::GotTikis { seat, .. } => (*seat, Mark::Got(Tile::Tiki)),
            Event::Visited { seat, dock, .. } => (*seat, Mark::Visited(*dock)),
            Event::Fished { seat, .. } => (*seat, Mark::Fished),
            Event::RoundBegins { .. } => {
                self.gains.retain(|_| self.has_several_turns);
                return self.entries.retain(|_| self.has_several_turns);
            }
            _ => return,
        };
        self.entries.push(SeatMark { turn, seat, mark });
    }

    /// Returns the gains of a seat; its points are summed up in one gain at the end.
    pub(super) fn gains_of(&self, seat: Seat) -> Vec<Gain> {
        let mut gains = Vec::new();
        let mut sum = 0;
        for (_, gain) in self.gains.iter().filter(|(to, _)| *to == seat) {
            match gain {
                Gain::Points(points) => sum += points,
                Gain::Tile(..) | Gain::Pieces(..) => gains.push(*gain),
            }
        }
        if sum > 0 {
            gains.push(Gain::Points(sum));
        }
        gains
    }

    /// Returns whether there are several turns; only then are turns numbered.
    pub(super) fn has_several_turns(&self) -> bool {
        self.has_several_turns
    }

    pub(super) fn walks(&self) -> impl Iterator<Item = Walk> {
        self.entries
            .iter()
            .filter_map(|&SeatMark { turn, seat, mark }| {
                let Mark::Walked(from, to) = mark else {
                    return None;
                };
                (from != to).then_some(Walk {
                    turn,
                    seat,
                    from,
                    to,
                })
            })
    }

    /// Returns where each turn's chieftain ended, which is where the number of the turn is drawn.
    pub(super) fn turn_ends(&self) -> Vec<(usize, Seat, Chieftain)> {
        let mut ends: Vec<(usize, Seat, Chieftain)> = Vec::new();
        for SeatMark { turn, seat, mark } in &self.entries {
            let end = match mark {
                Mark::Walked(_, to) => *to,
                Mark::Left(space) => Chieftain::Left(*space),
                Mark::Paid(_) | Mark::Got(_) | Mark::Built(_) | Mark::Visited(_) | Mark::Fished => {
                    continue;
                }
            };
            ends.retain(|(other, ..)| other != turn);
            ends.push((*turn, *seat, end));
        }
        ends
    }

    fn has_mark(&self, wanted: Mark) -> bool {
        self.entries.iter().any(|mark| mark.mark == wanted)
    }

    /// Returns whether anything was bought, caught or visited.
    pub(super) fn has_purchases(&self) -> bool {
        self.entries
            .iter()
            .any(|mark| matches!(mark.mark, Mark::Paid(_) | Mark::Visited(_) | Mark::Fished))
    }

    /// Returns the place at which a seat took a price token last.
    pub(super) fn last_purchase(&self, seat: Seat) -> Option<Place> {
        let own = self.entries.iter().rev().filter(|mark| mark.seat == seat);
        own.map(|mark| mark.mark).find_map(|mark| match mark {
            Mark::Paid(place) => Some(place),
            Mark::Walked(..)
            | Mark::Left(_)
            | Mark::Got(_)
            | Mark::Built(_)
            | Mark::Visited(_)
            | Mark::Fished => None,
        })
    }

    /// Returns whether a seat built a tile in a village.
    pub(super) fn was_built_in(&self, seat: Seat, row: Row) -> bool {
        let mut own = self.entries.iter().filter(|mark| mark.seat == seat);
        own.any(|mark| mark.mark == Mark::Built(row))
    }

    /// Returns whether a price token was taken from a place.
    pub(super) fn took_token_at(&self, place: Place) -> bool {
        self.has_mark(Mark::Paid(place))
    }

    /// Returns whether a tile was bought at this place, rather than given by an island.
    pub(super) fn was_bought_at(&self, tile: Tile, place: Place) -> bool {
        let mut tiles = self
            .entries
            .iter()
            .filter(|mark| mark.mark == Mark::Got(tile));
        tiles.any(|got| {
            self.entries.contains(&SeatMark {
                mark: Mark::Paid(place),
                ..*got
            })
        })
    }

    pub(super) fn was_visited(&self, dock: Dock) -> bool {
        self.has_mark(Mark::Visited(dock))
    }

    pub(super) fn was_fished(&self) -> bool {
        self.has_mark(Mark::Fished)
    }
}
