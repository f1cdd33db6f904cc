//! Marks: what happened in the last turn or several, and what the viewer may choose now.

use std::f32::consts::{PI, TAU};

use super::{
    easel::{Easel, MARK, Spot},
    layout, market,
    turns::actors,
};
use crate::{
    drawing::{numbers::real, pen::on_arc},
    rules::{
        Seat,
        haleakala::{
            action::{Action, Event},
            board::{Segment, Shaman, Site},
            pieces::{Card, Disc, Lies, Ware},
        },
    },
};

/// In how many steps a walk is drawn, and how far it stays away from where it begins and ends.
const STEPS: i32 = 48;
const AWAY: f32 = 40.0;

/// What happened in a turn or several, as far as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// Each with the number of its turn.
    pub(super) marks: Vec<(usize, Mark)>,
    /// Who acted in each turn, as far as it can be told; nobody if it is one alone, which has no number.
    pub(super) turns: Vec<Option<Seat>>,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Placed(Seat, Disc, Segment),
    Cleared(Segment),
    Walked(Shaman, Site),
    Sailed(Segment, Segment),
    Laid(Card, Segment),
    Built(Site),
    Destroyed(Site),
    LavaMoved(Segment, Segment),
    LavaRose(Segment),
    Bought(Ware),
    Scored(Seat, u16),
}

impl Marks {
    /// The marks of these turns.
    pub(super) fn of(turns: &[Vec<Event>]) -> Marks {
        let of_turn = |(turn, events): (usize, &Vec<Event>)| {
            events.iter().filter_map(mark).map(move |mark| (turn, mark)).collect::<Vec<_>>()
        };
        let marks = (1..).zip(turns).flat_map(of_turn).collect();
        Marks { marks, turns: if turns.len() > 1 { actors(turns) } else { Vec::new() } }
    }

    /// Whether turns are told apart by numbers.
    fn numbered(&self) -> bool {
        !self.turns.is_empty()
    }

    /// What a seat scored.
    pub(super) fn scored(&self, seat: Seat) -> Option<u16> {
        let points = self.marks.iter().filter_map(|(_, mark)| {
            if let Mark::Scored(scorer, points) = mark { (*scorer == seat).then_some(*points) } else { None }
        });
        points.reduce(|sum, points| sum + points)
    }
}

fn mark(event: &Event) -> Option<Mark> {
    Some(match *event {
        Event::Placed { seat, disc, at } => Mark::Placed(seat, disc, at),
        Event::TookBack { from: at, .. } | Event::DiscsBack { at } => Mark::Cleared(at),
        Event::Walked { from, to, .. } => Mark::Walked(from, to),
        Event::Sailed { from, to } => Mark::Sailed(from, to),
        Event::Laid { card, at } => Mark::Laid(card, at),
        Event::Built { site, .. } => Mark::Built(site),
        Event::Destroyed { site, .. } => Mark::Destroyed(site),
        Event::LavaMoved { from, to, .. } => Mark::LavaMoved(from, to),
        Event::LavaRose { at, .. } => Mark::LavaRose(at),
        Event::Bought { ware, .. } => Mark::Bought(ware),
        Event::Scored { seat, points } => Mark::Scored(seat, points.total()),
        Event::Invoked { .. }
        | Event::Received { .. }
        | Event::NothingLeft { .. }
        | Event::InVain { .. }
        | Event::LavaLeft { .. }
        | Event::InvocationBack { .. }
        | Event::BoughtNothing { .. }
        | Event::NoLavaLeft { .. }
        | Event::ScoringBegins { .. }
        | Event::SecondRound => return None,
    })
}

impl Easel<'_> {
    /// Draws what happened.
    pub(super) fn marks(&mut self, marks: &Marks) {
        for (_, mark) in &marks.marks {
            match *mark {
                Mark::Built(_) | Mark::LavaRose(_) if marks.numbered() && !self.is_there(*mark) => {}
                Mark::Placed(seat, disc, at) => {
                    if let Some(spot) = self.disc_spot(seat, disc, at) {
                        self.pen.ringed(spot, 33.0);
                    }
                }
                Mark::Cleared(at) => self.pen.ringed(layout::number(at), 36.0),
                Mark::Walked(from, to) => {
                    self.walk(layout::shaman(from), layout::shaman(Shaman::At(to)));
                }
                Mark::Sailed(from, to) => self.wake(from, to),
                Mark::Laid(card, at) => self.laid(card, at),
                Mark::Built(site) => self.pen.ringed(layout::statue(site), 40.0),
                Mark::Destroyed(site) => self.pen.crossed(layout::statue(site)),
                Mark::LavaMoved(from, to) => {
                    self.pen.ringed(layout::lava(to), 30.0);
                    self.pen.way(&[layout::outside_lava(from), layout::outside_lava(to)], MARK);
                }
                Mark::LavaRose(at) => self.pen.ringed(layout::lava(at), 30.0),
                Mark::Bought(ware) => self.pen.ringed(market::at(ware), 68.0),
                Mark::Scored(..) => {}
            }
        }
    }

    /// Whether what a mark points at is still where it was: in later turns it may have gone.
    fn is_there(&self, mark: Mark) -> bool {
        let view = self.view;
        match mark {
            Mark::Built(site) => view.segments[site.segment.index()].statues[site.terrain.index()].is_some(),
            Mark::LavaRose(at) => view.segments[at.index()].lava > 0,
            Mark::Placed(..)
            | Mark::Cleared(_)
            | Mark::Walked(..)
            | Mark::Sailed(..)
            | Mark::Laid(..)
            | Mark::Destroyed(_)
            | Mark::LavaMoved(..)
            | Mark::Bought(_)
            | Mark::Scored(..) => true,
        }
    }

    /// Where a disc lies on a beach, if it still does.
    pub(super) fn disc_spot(&self, seat: Seat, disc: Disc, at: Segment) -> Option<Spot> {
        let player = self.view.player(seat)?;
        let on: Vec<Disc> =
            player.discs.iter().filter(|(_, lies)| *lies == Lies::On(at)).map(|(disc, _)| *disc).collect();
        let place = on.iter().position(|other| *other == disc)?;
        let all = on.len() + usize::from(player.invocation == Some(Lies::On(at)));
        Some(layout::disc(seat, at, place, all))
    }

    /// Where a disc of a seat lies, on whichever beach.
    fn disc_anywhere(&self, seat: Seat, disc: Disc) -> Option<Spot> {
        let player = self.view.player(seat)?;
        player.discs.iter().find_map(|(other, lies)| match lies {
            Lies::On(at) if *other == disc => self.disc_spot(seat, disc, *at),
            Lies::On(_) | Lies::InHand => None,
        })
    }

    /// A ring around a card that is new on the board.
    fn laid(&mut self, card: Card, at: Segment) {
        let cards = self.view.segments[at.index()].cards;
        if let Some(slot) = cards.iter().position(|other| *other == Some(card)) {
            let (corner, size) = around_card(at, slot);
            self.pen.framed(corner, size, 15.0);
        }
    }

    /// The way of a shaman: it bends around the crater, as nobody walks across.
    fn walk(&mut self, from: Spot, to: Spot) {
        let [(begin, begin_out), (end, end_out)] =
            [layout::seen_from_middle(from), layout::seen_from_middle(to)];
        let turn = (end - begin + PI).rem_euclid(TAU) - PI;
        let points: Vec<Spot> = (0..=STEPS)
            .map(|step| real(step) / real(STEPS))
            .map(|share| layout::polar(begin + turn * share, begin_out + (end_out - begin_out) * share))
            .filter(|(x, y)| [from, to].iter().all(|end| (x - end.0).hypot(y - end.1) > AWAY))
            .collect();
        self.pen.way(&points, MARK);
    }

    /// The way of the boat, outside of all cards.
    fn wake(&mut self, from: Segment, to: Segment) {
        let begin = layout::angle(from);
        let way = (layout::angle(to) - begin).rem_euclid(TAU);
        self.pen.way(&on_arc(layout::MIDDLE, layout::WAKE, (begin, begin + way - 0.04)), MARK);
    }

    /// Rings around what the viewer may choose.
    pub(super) fn goals(&mut self) {
        let view = self.view;
        let mut beaches = Vec::new();
        for action in &view.legal {
            match *action {
                Action::Place { at, .. } if !beaches.contains(&at) => {
                    beaches.push(at);
                    self.pen.dashed(layout::number(at), 36.0);
                }
                Action::Walk(site) => self.pen.dashed(layout::shaman(Shaman::At(site)), 34.0),
                Action::Choose(card) => {
                    let cards = view.segments[view.boat.index()].cards;
                    if let Some(slot) = cards.iter().position(|other| *other == Some(card)) {
                        let (corner, size) = around_card(view.boat, slot);
                        self.pen.dash_framed(corner, size);
                    }
                }
                Action::Lava { from, .. } => self.pen.dashed(layout::lava(from), 30.0),
                Action::Buy(ware) => {
                    let (x, y) = market::at(ware);
                    self.pen.dash_framed((x - 58.0, y - 58.0), (116.0, 116.0));
                }
                Action::Boat => self.pen.dashed(layout::boat(view.boat.clockwise(1)), 44.0),
                Action::Take { disc, .. } => {
                    let lies = view.to_act.and_then(|seat| self.disc_anywhere(seat, disc));
                    if let Some(spot) = lies {
                        self.pen.dashed(spot, 33.0);
                    }
                }
                Action::Place { .. }
                | Action::Invoke { .. }
                | Action::Stay
                | Action::LeaveLava
                | Action::BuyNothing => {}
            }
        }
    }
}

/// The box around a card of the board.
fn around_card(at: Segment, slot: usize) -> (Spot, Spot) {
    let (x, y) = layout::card(at, slot);
    ((x - 37.0, y - 51.0), (74.0, 102.0))
}
