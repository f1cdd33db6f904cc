//! Parts of a picture, for a page that lays buttons over it.

use crate::numbers::{Point, Size};

/// A rectangle in a picture, in fractions of the picture's width and height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    /// Returns the area of a rectangle in a picture of this size.
    pub(crate) fn of_rect(corner: Point, size: Point, picture: Point) -> Area {
        Area {
            left: corner.0 / picture.0,
            top: corner.1 / picture.1,
            width: size.0 / picture.0,
            height: size.1 / picture.1,
        }
    }

    /// Returns the area of a square around a point.
    pub(crate) fn around(Point(x, y): Point, side: f32, picture: Point) -> Area {
        let corner = Point(x - side / 2.0, y - side / 2.0);
        Area::of_rect(corner, Point(side, side), picture)
    }
}

impl From<Size> for Point {
    fn from(size: Size) -> Point {
        Point(size.width.into(), size.height.into())
    }
}
