//! Masks: how much of each pixel a letter covers, and how that comes onto a canvas.

use super::{
    canvas::Canvas,
    colour::Colour,
    numbers::{coverage, place, quarters, real, signed},
};

/// How much of each pixel of a box is covered. The box lies at a place as seen from where the letter stands.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Mask {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    covered: Vec<u8>,
}

impl Mask {
    /// A box in which nothing is covered.
    pub(super) fn new(left: i32, top: i32, width: i32, height: i32) -> Mask {
        let (width, height) = (width.max(0), height.max(0));
        Mask { left, top, width, height, covered: vec![0; place(width) * place(height)] }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.covered.len()
    }

    /// Says how much of a pixel is covered.
    pub(super) fn set(&mut self, x: u32, y: u32, share: f32) {
        let at = place(signed(y)) * place(self.width) + place(signed(x));
        if let Some(covered) = self.covered.get_mut(at).filter(|_| signed(x) < self.width) {
            *covered = quarters(coverage(share.clamp(0.0, 1.0)));
        }
    }

    /// Covers the border of the box.
    pub(super) fn frame(&mut self, thick: i32) {
        for y in 0..self.height {
            for x in 0..self.width {
                let inside = x.min(y).min(self.width - 1 - x).min(self.height - 1 - y) >= thick;
                self.covered[place(y) * place(self.width) + place(x)] = if inside { 0 } else { 255 };
            }
        }
    }

    fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside { self.covered[place(y) * place(self.width) + place(x)] } else { 0 }
    }

    /// The same, so many pixels wider on all sides.
    pub(super) fn widened(self, by: u8) -> Mask {
        if by == 0 {
            return self;
        }
        let by = i32::from(by);
        let mut wide = Mask::new(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by);
        let nearby: Vec<(i32, i32, f32)> = (-by..=by)
            .flat_map(|y| {
                (-by..=by).map(move |x| (x, y, (real(by) + 0.5 - real(x).hypot(real(y))).clamp(0.0, 1.0)))
            })
            .filter(|(_, _, share)| *share > 0.0)
            .collect();
        for y in 0..wide.height {
            for x in 0..wide.width {
                let shares = nearby.iter().map(|(right, down, share)| {
                    f32::from(self.at(x - by + right, y - by + down)) / 255.0 * share
                });
                wide.covered[place(y) * place(wide.width) + place(x)] =
                    quarters(coverage(shares.fold(0.0, f32::max)));
            }
        }
        wide
    }
}

impl Canvas {
    /// Colours what a mask covers, where its letter stands at a point.
    pub(super) fn cover(&mut self, mask: &Mask, x: i32, y: i32, colour: Colour) {
        let palette = std::sync::Arc::clone(&self.palette);
        let above = (colour, palette.rgb(colour));
        let (left, top) = (x.saturating_add(mask.left), y.saturating_add(mask.top));
        for row in self.rows(top, mask.height) {
            let from = place(row - top) * place(mask.width);
            let (pixels, cut) = self.row(row, left, mask.width);
            for (pixel, covered) in pixels.iter_mut().zip(&mask.covered[from + cut..]) {
                Canvas::mix(&palette, pixel, above, *covered);
            }
        }
    }
}
