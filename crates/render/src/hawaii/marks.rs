//! Marks of the island: the public events of the last turn or turns.

use super::gains::Gain;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::island::{Chieftain, Dock, Place, Space};
use lanai_rules::hawaii::pieces::Tile;

/// What happened in a turn or turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// Whether there are several turns, which are told apart by numbers.
    numbered: bool,
    done: Vec<MarkedAct>,
    gains: Vec<(Seat, Gain)>,
}

/// An act of a seat, and the number of its turn, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MarkedAct {
    turn: usize,
    seat: Seat,
    mark: Act,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Walked(Chieftain, Chieftain),
    Left(Space),
    Paid(Place),
    Got(Tile),
    Visited(Dock),
    Fished,
}

/// The way of a chieftain in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    pub(super) turn: usize,
    pub(super) seat: Seat,
    pub(super) from: Chieftain,
    pub(super) to: Chieftain,
}

impl Marks {
    /// Collects the marks of turns in their order. For a single turn, only each seat's last walk
    /// remains, and nothing of an earlier round.
    pub(super) fn from_turns(turns: &[Vec<Event>]) -> Marks {
        let mut marks = Marks {
            numbered: turns.len() > 1,
            ..Marks::default()
        };
        for (turn, events) in (1..).zip(turns) {
            for event in events {
                marks.record(turn, event);
            }
        }
        marks
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most of what happens leaves no trace on the island"
    )]
    fn record(&mut self, turn: usize, event: &Event) {
        self.gains.extend(Gain::from_event(event));
        let (seat, mark) = match event {
            Event::Moved { seat, from, to } => {
                self.done.retain(|done| self.numbered || done.seat != *seat);
                (*seat, Act::Walked(*from, *to))
            }
            Event::Left { seat, space, .. } => (*seat, Act::Left(*space)),
            Event::TookPrice { seat, place, .. } => (*seat, Act::Paid(*place)),
            Event::Built { seat, tile, .. } => (*seat, Act::Got((*tile).into())),
            Event::GotBoat { seat, .. } => (*seat, Act::Got(Tile::Boat)),
            Event::GotKahunas { seat, .. } => (*seat, Act::Got(Tile::Kahuna)),
            Event::GotTikis { seat, .. } => (*seat, Act::Got(Tile::Tiki)),
            Event::Visited { seat, dock, .. } => (*seat, Act::Visited(*dock)),
            Event::Fished { seat, .. } => (*seat, Act::Fished),
            Event::RoundBegins { .. } => {
                self.gains.retain(|_| self.numbered);
                return self.done.retain(|_| self.numbered);
            }
            _ => return,
        };
        self.done.push(MarkedAct { turn, seat, mark });
    }

    /// Returns the gains of a seat, with its points summed up at the end.
    pub(super) fn gains_of(&self, seat: Seat) -> Vec<Gain> {
        let own = || {
            self.gains
                .iter()
                .filter(|(to, _)| *to == seat)
                .map(|(_, came)| *came)
        };
        let points = own().filter_map(|it| {
            if let Gain::Points(points) = it {
                Some(points)
            } else {
                None
            }
        });
        let sum: u16 = points.sum();
        let pieces = own().filter(|it| !matches!(it, Gain::Points(_)));
        pieces
            .chain((sum > 0).then_some(Gain::Points(sum)))
            .collect()
    }

    /// Whether there are several turns, which have numbers.
    pub(super) fn has_several_turns(&self) -> bool {
        self.numbered
    }

    pub(super) fn walks(&self) -> impl Iterator<Item = Walk> {
        self.done
            .iter()
            .filter_map(|&MarkedAct { turn, seat, mark }| {
                let Act::Walked(from, to) = mark else {
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

    /// Returns where each turn led its chieftain, which is where its number is drawn.
    pub(super) fn turn_ends(&self) -> Vec<(usize, Seat, Chieftain)> {
        let mut ends: Vec<(usize, Seat, Chieftain)> = Vec::new();
        for MarkedAct { turn, seat, mark } in &self.done {
            let end = match mark {
                Act::Walked(_, to) => *to,
                Act::Left(space) => Chieftain::Left(*space),
                Act::Paid(_) | Act::Got(_) | Act::Visited(_) | Act::Fished => continue,
            };
            ends.retain(|(other, ..)| other != turn);
            ends.push((*turn, *seat, end));
        }
        ends
    }

    fn has(&self, wanted: Act) -> bool {
        self.done.iter().any(|done| done.mark == wanted)
    }

    /// Whether anything was bought, caught or visited.
    pub(super) fn has_purchases(&self) -> bool {
        self.done
            .iter()
            .any(|done| matches!(done.mark, Act::Paid(_) | Act::Visited(_) | Act::Fished))
    }

    /// Whether a price token was taken from a place.
    pub(super) fn was_paid_at(&self, place: Place) -> bool {
        self.has(Act::Paid(place))
    }

    /// Whether a tile was bought at a place, and not brought by an island.
    pub(super) fn was_bought_at(&self, tile: Tile, place: Place) -> bool {
        let by = |wanted: Act| self.done.iter().filter(move |done| done.mark == wanted);
        by(Act::Got(tile)).any(|buyer| {
            by(Act::Paid(place)).any(|payer| (payer.turn, payer.seat) == (buyer.turn, buyer.seat))
        })
    }

    pub(super) fn was_visited(&self, dock: Dock) -> bool {
        self.has(Act::Visited(dock))
    }

    pub(super) fn was_fished(&self) -> bool {
        self.has(Act::Fished)
    }
}
