//! Pointers: the labels of choices, where they stand on a board; and the part of a board that they are about.

use image::GenericImageView as _;

use super::numbers::{place, signed};
use super::shrinking::shrunk;
use super::{Canvas, Ink, MARK, Pen, Point, Weight, real};

/// A label and where it stands.
pub(super) type Label<'a> = (Point, &'a str);

/// No picture for whoever chooses is wider than this.
const WIDEST: u32 = 1180;

impl Pen<'_> {
    /// Labels in letters of this size, each once where it stands. Those of one spot lie side by side.
    pub(super) fn labels(&mut self, labels: &[Label<'_>], size: u16) {
        let mut drawn: Vec<Label<'_>> = Vec::new();
        for label in labels {
            if !drawn.contains(label) {
                let (x, y) = label.0;
                let before = drawn.iter().filter(|(spot, _)| *spot == label.0).count();
                self.label(label.1, (x + 1.25 * f32::from(size) * real(before), y), size);
                drawn.push(*label);
            }
        }
    }

    /// A label that is seen on any ground and looks like no piece.
    fn label(&mut self, text: &str, (x, y): Point, size: u16) {
        let (style, high) = (Weight::Heavy.at(size), f32::from(size) * 0.66);
        let half = (self.studio.letters().width(text, style) / 2.0 + high / 2.0).max(high);
        let layers = [(0.0, Ink::Ink), (2.0, Ink::White), (5.0, MARK)];
        self.nested((x - half, y - high), (2.0 * half, 2.0 * high), high, layers);
        self.centred(text, (x, y), style, Ink::White);
    }
}

/// A part of a picture with so much room at its right and below it. Row by row: `imageops::replace` looks at each pixel, which
/// takes as long as all that is drawn on them.
pub(super) fn part(whole: &Canvas, corner: (u32, u32), size: (u32, u32), room: (u32, u32)) -> Canvas {
    let mut part = Canvas::new(whole.palette(), size.0 + room.0, size.1 + room.1, Ink::Paper);
    let [left, wide, of] = [corner.0, size.0, whole.width()].map(|length| place(signed(length)));
    let rows = whole.numbers().chunks_exact(of.max(1)).skip(place(signed(corner.1)));
    for (y, row) in (0..signed(size.1)).zip(rows) {
        if let Some((part, _)) = part.row(y) {
            part.iter_mut().take(wide).zip(&row[left.min(of)..]).for_each(|(to, from)| *to = *from);
        }
    }
    part
}

/// A picture no wider than one for whoever chooses shall be.
pub(super) fn narrowed(canvas: Canvas) -> Canvas {
    let (width, height) = canvas.dimensions();
    if width <= WIDEST {
        return canvas;
    }
    shrunk(&canvas, (WIDEST, height * WIDEST / width))
}
