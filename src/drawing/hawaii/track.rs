//! The scoring track around the picture: a hundred fields, clockwise from the lower left corner.

use super::super::{Ink, Pen, Point, SMALLEST, Weight};
use super::island::{HEIGHT, WIDTH};
use crate::rules::hawaii::view::{RealmView, View};

/// Fields along the upper and lower edge, and along the left and right one, the corners counted in both.
const ACROSS: u16 = 30;
const DOWN: u16 = 22;
const FIELDS: u16 = 100;
/// How wide and how high a field is.
const FIELD: Point = (53.0, 54.0);

/// Where so many stand who share a field, and how large they are.
fn shared(many: usize) -> (&'static [Point], u16) {
    match many {
        0 | 1 => (&[(0.0, 0.0)], 46),
        2 => (&[(-9.0, -9.0), (9.0, 9.0)], 34),
        3 => (&[(-12.0, -12.0), (12.0, -12.0), (0.0, 12.0)], 30),
        4 => (&[(-13.0, -13.0), (13.0, -13.0), (-13.0, 13.0), (13.0, 13.0)], 28),
        _ => (&[(-13.0, -17.0), (13.0, -17.0), (-13.0, 3.0), (13.0, 3.0), (0.0, 18.0)], 26),
    }
}

/// The middle of a field.
fn field(number: u16) -> Point {
    let (right, bottom) = (ACROSS - 1, DOWN - 1);
    let (column, line) = match number % FIELDS {
        left if left < bottom => (0, bottom - left),
        top if top < bottom + right => (top - bottom, 0),
        side if side < 2 * bottom + right => (right, side - bottom - right),
        below => (right - (below - 2 * bottom - right), bottom),
    };
    let along = |field: u16, last: u16, whole: u16, size: f32| {
        size / 2.0 + f32::from(field) / f32::from(last) * (f32::from(whole) - size)
    };
    (along(column, right, WIDTH, FIELD.0), along(line, bottom, HEIGHT, FIELD.1))
}

impl Pen<'_> {
    /// The fields of the track.
    pub(super) fn fields(&mut self) {
        for number in 0..FIELDS {
            let (x, y) = field(number);
            let ground = if number % 10 == 0 {
                Ink::Sand
            } else if number % 2 == 0 {
                Ink::Paper
            } else {
                Ink::PaperShade
            };
            self.canvas.rounded((x - 25.5, y - 26.0), (51.0, 52.0), 7.0, ground);
            if number % 5 == 0 {
                self.middle(&number.to_string(), (x, y), 48.0, Weight::Bold.at(SMALLEST), Ink::InkSoft);
            }
        }
    }

    /// Who stands where on the track.
    pub(super) fn scores(&mut self, view: &View) {
        for realm in &view.realms {
            let here = |other: &&RealmView| other.points % FIELDS == realm.points % FIELDS;
            let all = view.realms.iter().filter(here).count();
            let before = view.realms.iter().take_while(|other| other.seat != realm.seat).filter(here).count();
            let (spots, size) = shared(all);
            let ((x, y), (right, down)) = (field(realm.points), spots[before.min(spots.len() - 1)]);
            self.badge(realm.seat, (x + right, y + down), size);
            if realm.points >= FIELDS {
                let hundreds = format!("+{}", realm.points / FIELDS * FIELDS);
                self.figure(&hundreds, (x.clamp(34.0, f32::from(WIDTH) - 34.0), y + down + 20.0), SMALLEST);
            }
        }
    }
}
