//! Draws the labels of choices on a board, and crops the board to the part that the choices
//! concern.

use image::GenericImageView as _;

use super::numbers::{Size, to_i32, to_index};
use super::{Canvas, Ink, MARK_INK, Pen, Point, Weight, floor_to_i32, to_f32};

/// A label: its position, its text, and whether its action may be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Label<'a> {
    pub(super) at: Point,
    pub(super) text: &'a str,
    pub(super) is_possible: bool,
}

/// The maximum width of a picture of choices, in pixels: more than twice as wide as a phone shows
/// it. A player gets two or more of these pictures in a turn, so the size of their files matters.
const MAX_CHOICES_WIDTH: u16 = 760;

/// Draws each label once at its position. Labels that share a position are drawn side by side.
pub(super) fn draw_labels(pen: &mut Pen<'_>, labels: &[Label<'_>], size: u16) {
    let mut drawn: Vec<Label<'_>> = Vec::new();
    for label in labels {
        if !drawn.contains(label) {
            let Point(x, y) = label.at;
            let before = drawn.iter().filter(|other| other.at == label.at).count();
            draw_label(
                pen,
                *label,
                Point(x + 1.25 * f32::from(size) * to_f32(before), y),
                size,
            );
            drawn.push(*label);
        }
    }
}

fn draw_label(pen: &mut Pen<'_>, label: Label<'_>, Point(x, y): Point, size: u16) {
    let text = label.text;
    let ground = if label.is_possible {
        MARK_INK
    } else {
        Ink::StoneDark
    };
    let style = Weight::Heavy.px(size);
    let half_height = f32::from(size) * 0.66;
    let half_width =
        (pen.theme.fonts().text_width(text, style) / 2.0 + half_height / 2.0).max(half_height);
    let layers = [(0.0, Ink::Ink), (2.0, Ink::White), (5.0, ground)];
    pen.draw_nested_rects(
        Point(x - half_width, y - half_height),
        Point(2.0 * half_width, 2.0 * half_height),
        half_height,
        layers,
    );
    pen.draw_text_centred(text, Point(x, y), style, Ink::White);
}

/// Cuts out a part of a picture, with free room of a height below it. It copies row by row, because
/// `imageops::replace` takes as long as all of the drawing.
pub(super) fn crop_with_room(whole: &Canvas, corner: Point, size: Size, room: u16) -> Canvas {
    let scale = whole.to_pixels(1.0);
    let Point(left, top) = whole.scale_point(corner);
    let visible = size.scaled(scale);
    let total = Size {
        height: size.height + room,
        ..size
    }
    .scaled(scale);
    let mut part = Canvas::new(
        whole.palette(),
        total.width.into(),
        total.height.into(),
        Ink::Paper,
    )
    .with_scale(scale);
    let [left, top, wide, of] = [
        floor_to_i32(left),
        floor_to_i32(top),
        to_i32(visible.width),
        to_i32(whole.width()),
    ]
    .map(to_index);
    let rows = whole.numbers().chunks_exact(of.max(1)).skip(top);
    for (y, row) in (0..to_i32(visible.height)).zip(rows) {
        if let Some((part, _)) = part.row_mut(y) {
            part.iter_mut()
                .take(wide)
                .zip(&row[left.min(of)..])
                .for_each(|(to, from)| *to = *from);
        }
    }
    part
}

/// Copies a picture into another one of the same width, with its upper edge at `top`.
pub(super) fn paste_below(whole: &mut Canvas, top: u16, part: &Canvas) {
    let top = floor_to_i32(whole.to_pixels(f32::from(top)));
    let width = to_index(to_i32(part.width())).max(1);
    for (y, row) in (top..).zip(part.numbers().chunks_exact(width)) {
        if let Some((pixels, _)) = whole.row_mut(y) {
            pixels
                .iter_mut()
                .zip(row)
                .for_each(|(to, from)| *to = *from);
        }
    }
}

/// Returns the scale of a picture of choices of this width, at most 1: wide ones are made smaller.
///
/// The scale is a multiple of an eighth, which makes files a tenth smaller, because edges fall on
/// whole pixels more often.
pub(super) fn choices_scale(width: u16) -> f32 {
    f32::from((8 * MAX_CHOICES_WIDTH / width).min(8)) / 8.0
}
