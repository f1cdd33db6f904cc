//! Traces: what is drawn over the volcano, where something happened and where the viewer may choose something now.

use std::f32::consts::{PI, TAU};

use super::{
    easel::Easel,
    layout, market,
    marks::{Mark, Marks},
};
use crate::{
    drawing::{
        numbers::real,
        pen::{MARK, Point, on_arc},
    },
    rules::haleakala::{
        action::Action,
        board::{Segment, Shaman},
        pieces::Card,
    },
};

/// In how many steps a walk is drawn, and how far it stays away from where it begins and ends.
const STEPS: i32 = 48;
const AWAY: f32 = 40.0;

/// The box around a card of the board.
const CARD: Point = (74.0, 102.0);

impl Easel<'_> {
    /// Draws what happened.
    pub(super) fn traces(&mut self, marks: &Marks) {
        for (_, mark) in &marks.marks {
            if let Some((at, radius)) = self.thing(*mark).filter(|_| self.is_ringed(*mark, marks.numbered()))
            {
                self.pen.ringed(at, radius - 3.0);
            }
            match *mark {
                Mark::Walked(from, to) => self.walk(layout::shaman(from), layout::shaman(Shaman::At(to))),
                Mark::Sailed(from, to) => self.wake(from, to),
                Mark::Laid(card, at) => {
                    if let Some(corner) = self.card_corner(card, at) {
                        self.pen.framed(corner, CARD, 15.0);
                    }
                }
                Mark::Destroyed(site) => self.pen.crossed(layout::statue(site)),
                Mark::LavaMoved(from, to) => {
                    self.pen.way(&[layout::outside_lava(from), layout::outside_lava(to)], MARK);
                }
                Mark::Placed(..)
                | Mark::Cleared(_)
                | Mark::Built(_)
                | Mark::LavaRose(_)
                | Mark::Bought(_)
                | Mark::Scored(..) => {}
            }
        }
    }

    /// What a mark is about: its middle and its radius.
    pub(super) fn thing(&self, mark: Mark) -> Option<(Point, f32)> {
        match mark {
            Mark::Placed(seat, disc, at) => {
                let disc = self.disc_spot(seat, disc, at).map(|spot| (spot, 36.0));
                Some(disc.unwrap_or((layout::number(at), 39.0)))
            }
            Mark::Cleared(at) => Some((layout::number(at), 39.0)),
            Mark::Walked(_, to) => Some((layout::shaman(Shaman::At(to)), 38.0)),
            Mark::Sailed(_, to) => Some((layout::boat(to), 48.0)),
            Mark::Built(site) | Mark::Destroyed(site) => Some((layout::statue(site), 43.0)),
            Mark::LavaMoved(_, at) | Mark::LavaRose(at) => Some((layout::lava(at), 33.0)),
            Mark::Bought(ware) => Some((market::at(ware), 71.0)),
            Mark::Laid(..) | Mark::Scored(..) => None,
        }
    }

    /// Whether a ring is drawn around what a mark is about: in later turns it may have gone.
    fn is_ringed(&self, mark: Mark, later: bool) -> bool {
        let segments = &self.view.segments;
        match mark {
            Mark::Placed(seat, disc, at) => self.disc_spot(seat, disc, at).is_some(),
            Mark::Built(site) => {
                !later || segments[site.segment.index()].statues[site.terrain.index()].is_some()
            }
            Mark::LavaRose(at) => !later || segments[at.index()].lava > 0,
            Mark::Cleared(_) | Mark::LavaMoved(..) | Mark::Bought(_) => true,
            Mark::Walked(..) | Mark::Sailed(..) | Mark::Laid(..) | Mark::Destroyed(_) | Mark::Scored(..) => {
                false
            }
        }
    }

    /// The upper left corner of the box around a card that lies at a segment.
    fn card_corner(&self, card: Card, at: Segment) -> Option<Point> {
        let slot = self.view.segments[at.index()].cards.iter().position(|other| *other == Some(card))?;
        let (x, y) = layout::card(at, slot);
        Some((x - CARD.0 / 2.0, y - CARD.1 / 2.0))
    }

    /// The way of a shaman: it bends around the crater, as nobody walks across.
    fn walk(&mut self, from: Point, to: Point) {
        let [(begin, begin_out), (end, end_out)] =
            [layout::seen_from_middle(from), layout::seen_from_middle(to)];
        let turn = (end - begin + PI).rem_euclid(TAU) - PI;
        let points: Vec<Point> = (0..=STEPS)
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
                    if let Some(corner) = self.card_corner(card, view.boat) {
                        self.pen.dash_framed(corner, CARD);
                    }
                }
                Action::Lava { from, .. } => self.pen.dashed(layout::lava(from), 30.0),
                Action::Buy(ware) => {
                    let (x, y) = market::at(ware);
                    self.pen.dash_framed((x - 58.0, y - 58.0), (116.0, 116.0));
                }
                Action::Boat => self.pen.dashed(layout::boat(view.boat.clockwise(1)), 44.0),
                Action::Take { disc, .. } => {
                    let on = |seat| Segment::all().find_map(|at| self.disc_spot(seat, disc, at));
                    if let Some(spot) = view.to_act.and_then(on) {
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
