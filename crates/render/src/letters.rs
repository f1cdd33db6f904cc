//! Text on a canvas, in three weights of one font family.
//!
//! Each letter is rendered once for each size, weight and quarter-pixel offset, and cached as
//! coverage. A character that the fonts lack is a small box. Invisible characters, and those that
//! would reverse a name, are left out.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, PoisonError, RwLock};

use ab_glyph::{Font as _, FontRef, GlyphId, OutlineCurve};
use resvg::tiny_skia::{Path, PathBuilder, Transform};

use super::canvas::Canvas;
use super::colour::Ink;
use super::mask::Mask;
use super::numbers::{Point, floor, pixels, quarters, round};
use super::shapes::{framed, stroked};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weight {
    Text,
    Bold,
    Heavy,
}

impl Weight {
    pub const ALL: [Weight; 3] = [Weight::Text, Weight::Bold, Weight::Heavy];

    /// Returns the style of this weight at a font size in pixels.
    pub const fn at(self, size: u16) -> Style {
        Style { weight: self, size }
    }

    const fn file(self) -> &'static [u8] {
        match self {
            Weight::Text => include_bytes!("../../../assets/fonts/Nunito-SemiBold.ttf"),
            Weight::Bold => include_bytes!("../../../assets/fonts/Nunito-ExtraBold.ttf"),
            Weight::Heavy => include_bytes!("../../../assets/fonts/Nunito-Black.ttf"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    pub weight: Weight,
    /// The font size (em) in pixels; capitals are 0.7 of it high.
    pub size: u16,
}

impl Style {
    fn part(self, share: f32) -> f32 {
        f32::from(self.size) * share
    }

    /// Returns the height of capitals and digits.
    pub fn capitals(self) -> f32 {
        self.part(0.705)
    }

    /// Returns the line height.
    pub fn leading(self) -> f32 {
        self.part(1.25)
    }

    /// Returns the style at another font size.
    pub fn sized(self, size: u16) -> Style {
        Style { size, ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the font for the weight {0:?} cannot be read")]
pub struct NoLetters(Weight);

/// A letter in a style, its subpixel offset in quarters, and the width of its outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    letter: char,
    style: Style,
    quarters: u8,
    halo: u8,
}

const MOST_KEPT: usize = 16 << 20;

#[derive(Default)]
struct Kept {
    masks: HashMap<Key, Arc<Mask>>,
    bytes: usize,
}

/// The fonts of all weights, with a cache of rendered letters.
pub struct Letters {
    fonts: [FontRef<'static>; 3],
    kept: RwLock<Kept>,
}

impl Letters {
    pub fn open() -> Result<Letters, NoLetters> {
        let font =
            |weight: Weight| FontRef::try_from_slice(weight.file()).map_err(|_| NoLetters(weight));
        let fonts = [
            font(Weight::Text)?,
            font(Weight::Bold)?,
            font(Weight::Heavy)?,
        ];
        Ok(Letters {
            fonts,
            kept: RwLock::default(),
        })
    }

    fn font(&self, weight: Weight) -> &FontRef<'static> {
        &self.fonts[weight as usize]
    }

    pub fn has(&self, letter: char) -> bool {
        self.font(Weight::Text).glyph_id(letter) != GlyphId(0)
    }

    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.walk(text, style, |_, _| {})
    }

    /// Draws text from a point on its baseline. Returns its right end.
    pub fn draw(&self, canvas: &mut Canvas, text: &str, at: Point, style: Style, ink: Ink) -> f32 {
        at.0 + self.put(canvas, text, at, style, 0, ink)
    }

    /// Draws text around a point, vertically centred by the height of capitals.
    pub fn centred(&self, canvas: &mut Canvas, text: &str, at: Point, style: Style, ink: Ink) {
        self.put(canvas, text, self.around(text, at, style), style, 0, ink);
    }

    /// Draws text that ends at a point on its baseline.
    pub fn ending(
        &self,
        canvas: &mut Canvas,
        text: &str,
        Point(x, y): Point,
        style: Style,
        ink: Ink,
    ) {
        self.put(
            canvas,
            text,
            Point(x - self.width(text, style), y),
            style,
            0,
            ink,
        );
    }

    /// Like [`Letters::centred`], with an outline (its ink and width), which keeps it readable on
    /// every ground.
    pub fn haloed(
        &self,
        canvas: &mut Canvas,
        text: &str,
        at: Point,
        style: Style,
        ink: Ink,
        halo: (Ink, u8),
    ) {
        let begin = self.around(text, at, style);
        self.put(canvas, text, begin, style, halo.1, halo.0);
        self.put(canvas, text, begin, style, 0, ink);
    }

    /// Returns the start on the baseline of text that is centred at a point.
    fn around(&self, text: &str, Point(x, y): Point, style: Style) -> Point {
        Point(
            x - self.width(text, style) / 2.0,
            y + style.capitals() / 2.0,
        )
    }

    fn put(
        &self,
        canvas: &mut Canvas,
        text: &str,
        at: Point,
        style: Style,
        halo: u8,
        ink: Ink,
    ) -> f32 {
        let (Point(x, y), shown) = (
            canvas.scale_point(at),
            style.sized(pixels(canvas.to_pixels(style.size.into()))),
        );
        let halo = u8::try_from(round(canvas.to_pixels(halo.into()))).unwrap_or(0);
        self.walk(text, style, |letter, along| {
            let at = ((x + canvas.to_pixels(along)) * 4.0).round() / 4.0;
            let quarters = u8::try_from(round((at - at.floor()) * 4.0)).unwrap_or(0);
            let mask = self.mask(Key {
                letter,
                style: shown,
                quarters,
                halo,
            });
            canvas.cover(&mask, (floor(at), round(y)), ink.into());
        })
    }

    /// Calls `show` with each letter and its offset. Returns the width of the text.
    fn walk(&self, text: &str, style: Style, mut show: impl FnMut(char, f32)) -> f32 {
        let font = self.font(style.weight);
        let scale = f32::from(style.size) / font.units_per_em().unwrap_or(1000.0);
        let mut along = 0.0;
        let mut before = None;
        for letter in text.chars().filter_map(seen) {
            let id = font.glyph_id(letter);
            along += before.map_or(0.0, |before| font.kern_unscaled(before, id)) * scale;
            show(letter, along);
            along += if id == GlyphId(0) {
                style.part(BOX.0)
            } else {
                font.h_advance_unscaled(id) * scale
            };
            before = Some(id);
        }
        along
    }

    fn mask(&self, key: Key) -> Arc<Mask> {
        let kept = self
            .kept
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .masks
            .get(&key)
            .cloned();
        kept.unwrap_or_else(|| self.keep(key))
    }

    fn keep(&self, key: Key) -> Arc<Mask> {
        let mask = Arc::new(self.shape(key).unwrap_or_default());
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes > MOST_KEPT {
            *kept = Kept::default();
        }
        kept.bytes += mask.bytes() + size_of::<(Key, Mask)>();
        kept.masks.insert(key, Arc::clone(&mask));
        mask
    }

    /// Renders a letter or its outline; `None` for a blank.
    fn shape(&self, key: Key) -> Option<Mask> {
        let outline = self.outline(key)?;
        let halo = (key.halo > 0).then(|| stroked(&outline, 2.0 * f32::from(key.halo)));
        Mask::of(&halo.unwrap_or(Some(outline))?, quarters)
    }

    fn outline(&self, key: Key) -> Option<Path> {
        let font = self.font(key.style.weight);
        let id = font.glyph_id(key.letter);
        if id == GlyphId(0) {
            return lacking(key.style);
        }
        let mut path = PathBuilder::new();
        let mut pen = None;
        for curve in font.outline(id)?.curves {
            let (OutlineCurve::Line(begin, end)
            | OutlineCurve::Quad(begin, _, end)
            | OutlineCurve::Cubic(begin, .., end)) = curve;
            if pen != Some(begin) {
                path.move_to(begin.x, begin.y);
            }
            match curve {
                OutlineCurve::Line(..) => path.line_to(end.x, end.y),
                OutlineCurve::Quad(_, bend, _) => path.quad_to(bend.x, bend.y, end.x, end.y),
                OutlineCurve::Cubic(_, one, two, _) => {
                    path.cubic_to(one.x, one.y, two.x, two.y, end.x, end.y);
                }
            }
            pen = Some(end);
        }
        let scale = key.style.part(1.0 / font.units_per_em().unwrap_or(1000.0));
        let along = f32::from(key.quarters) / 4.0;
        // In a font, y grows upward.
        path.finish()?
            .transform(Transform::from_row(scale, 0.0, 0.0, -scale, along, 0.0))
    }
}

/// The box for a missing character: its advance, width, height and line width, as parts of the font
/// size.
const BOX: (f32, f32, f32, f32) = (0.62, 0.5, 0.66, 0.07);

fn lacking(style: Style) -> Option<Path> {
    let [wide, high, thick] = [BOX.1, BOX.2, BOX.3].map(|share| style.part(share).round());
    let left = ((style.part(BOX.0) - wide) / 2.0).round();
    framed(Point(left, -high), Point(wide, high), 0.0, thick.max(1.0))
}

/// Joiners, invisible characters, direction marks and skin tones.
const UNSEEN: [RangeInclusive<char>; 10] = [
    '\u{ad}'..='\u{ad}',
    '\u{61c}'..='\u{61c}',
    '\u{180e}'..='\u{180e}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{1f3fb}'..='\u{1f3ff}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Returns the character to draw: every blank becomes a space, and invisible characters become
/// `None`.
fn seen(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' | '\r' | '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => {
            Some(' ')
        }
        hidden if hidden.is_control() || UNSEEN.iter().any(|range| range.contains(&hidden)) => None,
        letter => Some(letter),
    }
}
