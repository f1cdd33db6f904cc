//! Traces: what is drawn over the volcano, where something happened and where the viewer may choose something now.

use std::f32::consts::{PI, TAU};

use super::{easel::Easel, layout, market, marks::Marks};
use crate::{MARK, Point, on_arc, real};
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::board::{Segment, Shaman};
use lanai_rules::haleakala::pieces::Card;

/// In how many steps a walk is drawn, and how far it stays away from where it begins and ends.
const STEPS: i32 = 48;
const AWAY: f32 = 30.0;

/// The box around a card of the board.
const CARD: Point = Point(74.0, 102.0);

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "much of what happens leaves no trace on the volcano"
)]
impl Easel<'_> {
    /// Draws what happened.
    pub(super) fn traces(&mut self, marks: &Marks) {
        for (_, event) in &marks.events {
            if let Some((at, radius)) = self
                .thing(event)
                .filter(|_| self.is_ringed(event, marks.numbered()))
            {
                self.pen.ringed(at, radius - 3.0);
            }
            match *event {
                Event::Walked { from, to, .. } => {
                    self.walk(layout::shaman(from), layout::shaman(Shaman::At(to)));
                }
                Event::Sailed { from, to } => self.wake(from, to),
                Event::Laid { card, at } => {
                    if let Some(corner) = self.card_corner(card, at) {
                        self.pen.framed(corner, CARD, 15.0);
                    }
                }
                Event::Destroyed { site, .. } => self.pen.crossed(layout::statue(site)),
                Event::LavaMoved { from, to, .. } => {
                    self.pen.way(
                        &[layout::outside_lava(from), layout::outside_lava(to)],
                        MARK,
                    );
                }
                _ => {}
            }
        }
    }

    /// What an event is about: its middle and its radius.
    pub(super) fn thing(&self, event: &Event) -> Option<(Point, f32)> {
        Some(match *event {
            Event::Placed { seat, disc, at } => {
                let disc = self.disc_spot(seat, disc, at).map(|spot| (spot, 36.0));
                disc.unwrap_or((layout::number(at), 39.0))
            }
            Event::TookBack { from: at, .. } | Event::DiscsBack { at } => {
                (layout::number(at), 39.0)
            }
            Event::Walked { to, .. } => (layout::shaman(Shaman::At(to)), 38.0),
            Event::Sailed { to, .. } => (layout::boat(to), 48.0),
            Event::Built { site, .. } | Event::Destroyed { site, .. } => {
                (layout::statue(site), 43.0)
            }
            Event::LavaMoved { to: at, .. } | Event::LavaRose { at, .. } => {
                (layout::lava(at), 33.0)
            }
            Event::Bought { ware, .. } => (market::at(ware), 71.0),
            _ => return None,
        })
    }

    /// Whether a ring is drawn around what an event is about: in later turns it may have gone.
    pub(super) fn is_ringed(&self, event: &Event, later: bool) -> bool {
        let segments = &self.view.segments;
        match *event {
            Event::Placed { seat, disc, at } => self.disc_spot(seat, disc, at).is_some(),
            Event::Built { site, .. } => {
                !later || segments[site.segment.index()].statues[site.terrain.index()].is_some()
            }
            Event::LavaRose { at, .. } => !later || segments[at.index()].lava > 0,
            Event::TookBack { .. }
            | Event::DiscsBack { .. }
            | Event::LavaMoved { .. }
            | Event::Bought { .. } => true,
            _ => false,
        }
    }
}

impl Easel<'_> {
    /// The upper left corner of the box around a card that lies at a segment.
    pub(super) fn card_corner(&self, card: Card, at: Segment) -> Option<Point> {
        let slot = self.view.segments[at.index()]
            .cards
            .iter()
            .position(|other| *other == Some(card))?;
        let Point(x, y) = layout::card(at, slot);
        Some(Point(x - CARD.0 / 2.0, y - CARD.1 / 2.0))
    }

    /// The way of a shaman: it bends around the crater, as nobody walks across.
    fn walk(&mut self, from: Point, to: Point) {
        let [Point(begin, begin_out), Point(end, end_out)] =
            [layout::seen_from_middle(from), layout::seen_from_middle(to)];
        let turn = (end - begin + PI).rem_euclid(TAU) - PI;
        let points: Vec<Point> = (0..=STEPS)
            .map(|step| real(step) / real(STEPS))
            .map(|share| {
                layout::polar(
                    begin + turn * share,
                    begin_out + (end_out - begin_out) * share,
                )
            })
            .filter(|Point(x, y)| {
                [from, to]
                    .iter()
                    .all(|end| (x - end.0).hypot(y - end.1) > AWAY)
            })
            .collect();
        self.pen.way(&points, MARK);
    }

    /// The way of the boat, outside of all cards.
    fn wake(&mut self, from: Segment, to: Segment) {
        let begin = layout::angle(from);
        let way = (layout::angle(to) - begin).rem_euclid(TAU);
        self.pen.way(
            &on_arc(
                layout::MIDDLE,
                layout::WAKE,
                Point(begin, begin + way - 0.04),
            ),
            MARK,
        );
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
                    let Point(x, y) = market::at(ware);
                    self.pen
                        .dash_framed(Point(x - 52.0, y - 52.0), Point(104.0, 104.0));
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
