//! A piece: a drawing of `assets/art` at one size and in one colour, made ready to be put on a canvas.
//!
//! Row by row it is told what lies where: stretches that hide what is below are palette numbers, to be copied as they are;
//! the soft pixels along its edge are a colour and how much of it there is, to be mixed with what is below.

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::{
    canvas::Canvas,
    colour::{Ink, Rgb},
    numbers::{place, quarters, real, signed},
    palette::{Demand, Palette},
};

/// The grounds on which most soft edges lie.
const GROUNDS: [Ink; 12] = [
    Ink::Sea,
    Ink::Shallow,
    Ink::Foam,
    Ink::Sand,
    Ink::Grass,
    Ink::GrassDark,
    Ink::Forest,
    Ink::Mountain,
    Ink::Paper,
    Ink::PaperShade,
    Ink::White,
    Ink::WoodLight,
];

/// A drawing that is ready for a canvas.
pub struct Piece {
    width: i32,
    height: i32,
    /// Where the stretches of each row begin among all of them, and at last where they end.
    rows: Vec<u32>,
    stretches: Vec<Stretch>,
    /// Palette numbers of all that hides what is below.
    solid: Vec<u8>,
    /// Colours of all that does not quite, and how much of them there is.
    soft: Vec<(Rgb, u8)>,
}

/// Some pixels of a row that are all solid or all soft.
#[derive(Clone, Copy)]
struct Stretch {
    x: u16,
    length: u16,
    /// Where its pixels begin among the solid or the soft ones.
    begin: u32,
    soft: bool,
}

/// A drawing that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPicture {
    /// It is no drawing.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Nothing is seen at this size.
    #[error("it cannot be {0} pixels wide and {1} high")]
    Size(u32, u32),
}

/// A drawing as pixels, before anything is said about a palette.
pub(super) struct Raster {
    pub(super) width: u32,
    pub(super) height: u32,
    pixmap: Pixmap,
}

impl Raster {
    /// Draws an SVG as high as asked for, and as wide as that makes it.
    pub(super) fn of_height(svg: &str, height: u32) -> Result<Raster, NoPicture> {
        let tree = read(svg)?;
        let scale = real(signed(height)) / tree.size().height();
        let width = super::numbers::round(tree.size().width() * scale).max(1);
        Raster::of_tree(&tree, u32::try_from(width).unwrap_or(1), height)
    }

    /// Draws an SVG as wide and high as asked for.
    pub(super) fn of_size(svg: &str, width: u32, height: u32) -> Result<Raster, NoPicture> {
        Raster::of_tree(&read(svg)?, width, height)
    }

    fn of_tree(tree: &Tree, width: u32, height: u32) -> Result<Raster, NoPicture> {
        let mut pixmap = Pixmap::new(width, height).ok_or(NoPicture::Size(width, height))?;
        let scale = |pixels: u32, units: f32| real(signed(pixels)) / units;
        let scale =
            Transform::from_scale(scale(width, tree.size().width()), scale(height, tree.size().height()));
        resvg::render(tree, scale, &mut pixmap.as_mut());
        Ok(Raster { width, height, pixmap })
    }

    /// Its colours, and how much there is of each.
    pub(super) fn pixels(&self) -> impl Iterator<Item = (Rgb, u8)> {
        self.pixmap.pixels().iter().map(|pixel| {
            let pixel = pixel.demultiply();
            (Rgb([pixel.red(), pixel.green(), pixel.blue()]), pixel.alpha())
        })
    }

    /// Says which mixes it will need.
    pub(super) fn demand(&self, palette: &Palette, demand: &mut Demand) {
        for (colour, alpha) in self.pixels() {
            match quarters(alpha) {
                0 => {}
                255 if palette.colours()[usize::from(palette.number(colour))] == colour => {}
                255 => demand.want(colour, 4),
                alpha => {
                    for ground in GROUNDS {
                        demand.want(ground.rgb(palette.look()).toward(colour, alpha), 1);
                    }
                }
            }
        }
    }
}

fn read(svg: &str) -> Result<Tree, NoPicture> {
    Tree::from_str(svg, &Options::default()).map_err(|error| NoPicture::Unreadable(error.to_string()))
}

/// A drawing with its colours exchanged: every `#rrggbb` of it becomes what is said for it.
pub(super) fn repainted(svg: &str, other: impl Fn(Rgb) -> Option<Rgb>) -> String {
    let mut painted = String::with_capacity(svg.len());
    for (at, part) in svg.split('#').enumerate() {
        let digits = part.as_bytes().get(..6).and_then(Rgb::from_hex).filter(|_| at > 0);
        match digits.and_then(&other) {
            Some(colour) => {
                painted.push_str(&colour.to_string());
                painted.push_str(&part[6..]);
            }
            None if at > 0 => {
                painted.push('#');
                painted.push_str(part);
            }
            None => painted.push_str(part),
        }
    }
    painted
}

impl Piece {
    /// A piece of which nothing is seen.
    pub(super) fn nothing() -> Piece {
        Piece { width: 0, height: 0, rows: vec![0], stretches: vec![], solid: vec![], soft: vec![] }
    }

    /// A drawing made ready for the canvases of a palette.
    pub(super) fn new(raster: &Raster, palette: &Palette) -> Piece {
        let mut piece = Piece::nothing();
        (piece.width, piece.height) = (signed(raster.width), signed(raster.height));
        let mut pixels = raster.pixels();
        for _ in 0..raster.height {
            for x in 0..u16::try_from(raster.width).unwrap_or(u16::MAX) {
                let Some((colour, alpha)) = pixels.next() else { break };
                piece.push(x, colour, alpha, palette);
            }
            piece.rows.push(u32::try_from(piece.stretches.len()).unwrap_or(u32::MAX));
        }
        piece.stretches.shrink_to_fit();
        piece.solid.shrink_to_fit();
        piece.soft.shrink_to_fit();
        piece
    }

    fn push(&mut self, x: u16, colour: Rgb, alpha: u8, palette: &Palette) {
        let alpha = quarters(alpha);
        if alpha == 0 {
            return;
        }
        let soft = alpha < 255;
        let begin = if soft { self.soft.len() } else { self.solid.len() };
        if soft {
            self.soft.push((colour, alpha));
        } else {
            self.solid.push(palette.number(colour));
        }
        let in_row = self.rows.last().is_some_and(|begin| place_of(*begin) < self.stretches.len());
        let last = self.stretches.last_mut();
        if let Some(last) = last.filter(|last| in_row && last.soft == soft && last.x + last.length == x) {
            last.length += 1;
        } else {
            let begin = u32::try_from(begin).unwrap_or(u32::MAX);
            self.stretches.push(Stretch { x, length: 1, begin, soft });
        }
    }

    /// How wide it is.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Piece>()
            + size_of_val(&self.rows[..])
            + size_of_val(&self.stretches[..])
            + size_of_val(&self.solid[..])
            + size_of_val(&self.soft[..])
    }

    /// What a pixel of it is: a palette number that hides what is below, or a colour and how much of it there is.
    pub fn pixel(&self, x: i32, y: i32) -> Pixel {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        let row = if inside { self.row(y) } else { &[] };
        for stretch in row {
            if let Ok(at) = usize::try_from(x - i32::from(stretch.x))
                && at < usize::from(stretch.length)
            {
                let at = place_of(stretch.begin) + at;
                let (colour, alpha) = if stretch.soft { self.soft[at] } else { (Rgb::default(), 0) };
                return if stretch.soft { Pixel::Soft(colour, alpha) } else { Pixel::Solid(self.solid[at]) };
            }
        }
        Pixel::Nothing
    }

    fn row(&self, y: i32) -> &[Stretch] {
        &self.stretches[place_of(self.rows[place(y)])..place_of(self.rows[place(y) + 1])]
    }
}

/// A pixel of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pixel {
    /// What is below is seen.
    Nothing,
    /// A palette number.
    Solid(u8),
    /// A colour, and how many 255ths of it there are.
    Soft(Rgb, u8),
}

fn place_of(begin: u32) -> usize {
    usize::try_from(begin).unwrap_or(usize::MAX)
}

impl Canvas {
    /// Puts a piece on the canvas, its upper left corner at a point.
    pub fn stamp(&mut self, piece: &Piece, x: i32, y: i32) {
        let palette = std::sync::Arc::clone(&self.palette);
        for row in self.rows(y, piece.height) {
            for stretch in piece.row(row - y) {
                let left = x.saturating_add(i32::from(stretch.x));
                let (pixels, cut) = self.row(row, left, i32::from(stretch.length));
                let begin = place_of(stretch.begin) + cut;
                if stretch.soft {
                    for (pixel, (colour, alpha)) in pixels.iter_mut().zip(&piece.soft[begin..]) {
                        *pixel = palette.blend(*pixel, *colour, *alpha);
                    }
                } else {
                    pixels.copy_from_slice(&piece.solid[begin..][..pixels.len()]);
                }
            }
        }
    }

    /// Puts a piece on the canvas with its middle at a point.
    pub fn stamp_at(&mut self, piece: &Piece, (x, y): (i32, i32)) {
        self.stamp(piece, x.saturating_sub(piece.width / 2), y.saturating_sub(piece.height / 2));
    }
}
