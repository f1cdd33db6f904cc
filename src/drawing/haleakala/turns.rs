//! Several turns on one volcano: whose each was, and its number beside what it began with, where it hides nothing else.

use std::f32::consts::TAU;

use super::{
    easel::{Easel, MARK, Spot},
    layout::{self, HEIGHT, SHEETS},
    market,
    marks::{Mark, Marks},
};
use crate::{
    drawing::{
        Ink,
        numbers::real,
        pen::{NUMBERED, on_arc},
    },
    rules::{
        Seat,
        haleakala::{
            action::Event,
            board::{Segment, Shaman, Site, Terrain},
            pieces::Lies,
        },
    },
};

/// A round thing: its middle and its radius.
type Thing = (Spot, f32);

/// In how many steps of which length a number is moved away from what it is about, to hide nothing.
const STEPS: i32 = 10;
const STEP: f32 = 8.0;

/// Who acted in each turn. A boat that sails alone is nobody's; but both seats begin turns one after the other.
pub(super) fn actors(turns: &[Vec<Event>]) -> Vec<Option<Seat>> {
    let begun: Vec<usize> = (0..turns.len()).filter(|turn| begins(&turns[*turn])).collect();
    let known = begun.iter().enumerate().find_map(|(place, turn)| Some((place, actor(&turns[*turn])?)));
    let by_turns = |turn: usize| {
        let ((place, seat), own) = (known?, begun.binary_search(&turn).ok()?);
        if place % 2 == own % 2 { Some(seat) } else { other(seat) }
    };
    turns.iter().enumerate().map(|(turn, events)| actor(events).or_else(|| by_turns(turn))).collect()
}

fn other(seat: Seat) -> Option<Seat> {
    Seat::from_number(3_u8.checked_sub(seat.number())?)
}

/// Whether a turn begins with these events, and not something that had to be settled in one.
fn begins(events: &[Event]) -> bool {
    let first = events.first();
    first.is_some_and(|it| matches!(it, Event::Placed { .. } | Event::TookBack { .. } | Event::Sailed { .. }))
}

/// Who did what happened first, if that says it.
fn actor(events: &[Event]) -> Option<Seat> {
    match *events.first()? {
        Event::Placed { seat, .. }
        | Event::Invoked { seat, .. }
        | Event::TookBack { seat, .. }
        | Event::Walked { seat, .. }
        | Event::Received { seat, .. }
        | Event::NothingLeft { seat }
        | Event::Built { seat, .. }
        | Event::InVain { seat, .. }
        | Event::LavaMoved { seat, .. }
        | Event::LavaLeft { seat }
        | Event::InvocationBack { seat }
        | Event::Bought { seat, .. }
        | Event::BoughtNothing { seat } => Some(seat),
        Event::Sailed { .. }
        | Event::DiscsBack { .. }
        | Event::Laid { .. }
        | Event::LavaRose { .. }
        | Event::NoLavaLeft { .. }
        | Event::ScoringBegins { .. }
        | Event::Destroyed { .. }
        | Event::Scored { .. }
        | Event::SecondRound => None,
    }
}

impl Easel<'_> {
    /// The numbers of several turns, each beside the first that is seen of it.
    pub(super) fn numbers(&mut self, marks: &Marks) {
        let mut things = self.things();
        for (turn, seat) in (1..).zip(&marks.turns) {
            let mut own = marks.marks.iter().filter(|(other, _)| *other == turn);
            let Some((middle, radius)) = own.find_map(|(_, mark)| self.thing(*mark)) else { continue };
            let at = beside((middle, radius), &things);
            // A tail tells what it is about.
            let far = (at.0 - middle.0).hypot(at.1 - middle.1).max(1.0);
            let tip =
                (middle.0 + (at.0 - middle.0) * radius / far, middle.1 + (at.1 - middle.1) * radius / far);
            for (thick, ink) in [(14.0, Ink::White), (8.0, MARK)] {
                self.pen.canvas.line(at, tip, thick, ink);
            }
            self.pen.numbered(turn, *seat, at, NUMBERED);
            things.push((at, NUMBERED));
        }
    }

    /// What a mark is about.
    fn thing(&self, mark: Mark) -> Option<Thing> {
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

    /// All that should not be hidden.
    fn things(&self) -> Vec<Thing> {
        let view = self.view;
        let mut things = vec![(layout::boat(view.boat), 48.0)];
        for it in &view.segments {
            things.extend([(layout::number(it.segment), 37.0), (layout::lava(it.segment), 26.0)]);
            for slot in (0..it.cards.len()).filter(|slot| it.cards[*slot].is_some()) {
                let (x, y) = layout::card(it.segment, slot);
                things.extend([-18.0, 0.0, 18.0].map(|down| ((x, y + down), 34.0)));
            }
            for (terrain, _) in Terrain::ALL.into_iter().zip(it.statues).filter(|(_, owner)| owner.is_some())
            {
                things.push((layout::statue(Site { segment: it.segment, terrain }), 38.0));
            }
        }
        for (player, hut) in view.players.iter().zip(view.printed.huts()) {
            things.extend([(layout::shaman(player.shaman), 38.0), (layout::hut(hut), 42.0)]);
            things.extend(Segment::all().flat_map(|segment| self.on_beach(player.seat, segment)));
        }
        things
    }

    /// The discs of a colour on a beach, and their sum.
    fn on_beach(&self, seat: Seat, at: Segment) -> Vec<Thing> {
        let player = self.view.player(seat);
        let discs = player.into_iter().flat_map(|player| player.discs.iter());
        let discs = discs.filter(|(_, lies)| *lies == Lies::On(at));
        let mut things: Vec<Thing> =
            discs.filter_map(|(disc, _)| Some((self.disc_spot(seat, *disc, at)?, 32.0))).collect();
        if !things.is_empty() {
            let (x, y) = layout::sum(seat, at);
            things.extend([-24.0, 0.0, 24.0].map(|right| ((x + right, y), 27.0)));
        }
        things
    }
}

/// Where a number stands beside a thing: as near as it can without hiding another.
fn beside((middle, radius): Thing, things: &[Thing]) -> Spot {
    let circles = (0..STEPS).map(|step| radius + NUMBERED - 6.0 + STEP * real(step));
    let spots = circles.flat_map(|out| {
        let around = on_arc(middle, out, (-TAU / 8.0, TAU * 7.0 / 8.0));
        around.into_iter().map(move |spot| (spot, out))
    });
    let cost = |((x, y), out): (Spot, f32)| {
        let near = |((other_x, other_y), other): &Thing| {
            (other + NUMBERED + 2.0 - (x - other_x).hypot(y - other_y)).max(0.0)
        };
        let outside = [NUMBERED - x, x + NUMBERED - SHEETS, NUMBERED - y, y + NUMBERED - height()];
        let hidden: f32 = things.iter().filter(|(at, _)| *at != middle).map(near).sum();
        20.0 * (hidden + outside.into_iter().map(|over| over.max(0.0)).sum::<f32>()) + out
    };
    let costs = spots.map(|spot| (cost(spot), spot.0));
    costs.min_by(|(one, _), (other, _)| one.total_cmp(other)).map_or(middle, |(_, spot)| spot)
}

fn height() -> f32 {
    u16::try_from(HEIGHT).map_or(0.0, f32::from)
}
