//! Draws text on a canvas, in three weights of one font family.
//!
//! Each letter is rendered once for each size, weight and quarter-pixel offset, and cached as
//! coverage. A character that the fonts lack is drawn as a small box. Invisible characters are left
//! out, and so are direction marks, which would reverse a name.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, PoisonError, RwLock};

use ab_glyph::{Font as _, FontRef, GlyphId, OutlineCurve};
use resvg::tiny_skia::{Path, PathBuilder, Transform};

use super::canvas::Canvas;
use super::canvas::shapes::{frame_outline, stroke_outline};
use super::colour::Ink;
use super::mask::Mask;
use super::numbers::{PixelOffset, Point, floor_to_i32, round_to_i32, to_px, to_quarter_steps};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weight {
    Text,
    Bold,
    Heavy,
}

impl Weight {
    pub const ALL: [Weight; 3] = [Weight::Text, Weight::Bold, Weight::Heavy];

    /// Returns the style of this weight at a font size in pixels.
    pub const fn px(self, size: u16) -> Style {
        Style { weight: self, size }
    }

    fn open_font(self) -> Result<FontRef<'static>, FontError> {
        let file: &[u8] = match self {
            Weight::Text => include_bytes!("../../../assets/fonts/Nunito-SemiBold.ttf"),
            Weight::Bold => include_bytes!("../../../assets/fonts/Nunito-ExtraBold.ttf"),
            Weight::Heavy => include_bytes!("../../../assets/fonts/Nunito-Black.ttf"),
        };
        FontRef::try_from_slice(file).map_err(|_| FontError(self))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    pub weight: Weight,
    /// The font size (em) in pixels; capitals have 0.7 times this height.
    pub size: u16,
}

impl Style {
    fn share_of_size(self, share: f32) -> f32 {
        f32::from(self.size) * share
    }

    /// Returns the height of capitals and digits in pixels.
    pub fn capital_height(self) -> f32 {
        self.share_of_size(0.705)
    }

    /// Returns the distance between two baselines in pixels.
    pub fn line_height(self) -> f32 {
        self.share_of_size(1.25)
    }

    /// Returns the style at another font size.
    pub fn with_size(self, size: u16) -> Style {
        Style { size, ..self }
    }
}

/// The outline of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    pub ink: Ink,
    pub width: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the font for the weight {0:?} cannot be read")]
pub struct FontError(Weight);

/// A letter in a style, its subpixel offset in quarters, and the width of its outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GlyphKey {
    letter: char,
    style: Style,
    quarters: u8,
    halo: u8,
}

const MAX_CACHE_BYTES: usize = 16 << 20;

#[derive(Default)]
struct GlyphCache {
    masks: HashMap<GlyphKey, Arc<Mask>>,
    bytes: usize,
}

/// The fonts of all weights, with a cache of rendered letters.
pub struct Fonts {
    fonts: [FontRef<'static>; 3],
    cache: RwLock<GlyphCache>,
}

impl Fonts {
    pub fn open() -> Result<Fonts, FontError> {
        Ok(Fonts {
            fonts: [
                Weight::Text.open_font()?,
                Weight::Bold.open_font()?,
                Weight::Heavy.open_font()?,
            ],
            cache: RwLock::default(),
        })
    }

    fn font(&self, weight: Weight) -> &FontRef<'static> {
        &self.fonts[weight as usize]
    }

    pub fn has_glyph(&self, letter: char) -> bool {
        self.font(Weight::Text).glyph_id(letter) != GlyphId(0)
    }

    pub fn text_width(&self, text: &str, style: Style) -> f32 {
        self.lay_out(text, style, |_, _| {})
    }

    /// Draws text from a point on its baseline. Returns the x coordinate of the text's right end.
    pub fn draw_text(
        &self,
        canvas: &mut Canvas,
        text: &str,
        at: Point,
        style: Style,
        ink: Ink,
    ) -> f32 {
        at.0 + self.draw_glyphs(canvas, text, at, style, 0, ink)
    }

    /// Draws text centred at a point; vertically, the capitals are centred.
    pub fn draw_centred(&self, canvas: &mut Canvas, text: &str, at: Point, style: Style, ink: Ink) {
        self.draw_glyphs(
            canvas,
            text,
            self.centred_start(text, at, style),
            style,
            0,
            ink,
        );
    }

    /// Draws text that ends at a point on its baseline.
    pub fn draw_right_aligned(
        &self,
        canvas: &mut Canvas,
        text: &str,
        Point(x, y): Point,
        style: Style,
        ink: Ink,
    ) {
        self.draw_glyphs(
            canvas,
            text,
            Point(x - self.text_width(text, style), y),
            style,
            0,
            ink,
        );
    }

    /// Like [`Fonts::draw_centred`], with an outline that keeps the text readable on every ground.
    pub fn draw_outlined(
        &self,
        canvas: &mut Canvas,
        text: &str,
        at: Point,
        style: Style,
        ink: Ink,
        outline: Outline,
    ) {
        let begin = self.centred_start(text, at, style);
        self.draw_glyphs(canvas, text, begin, style, outline.width, outline.ink);
        self.draw_glyphs(canvas, text, begin, style, 0, ink);
    }

    /// Returns the point on the baseline where text must start to be centred at a point.
    fn centred_start(&self, text: &str, Point(x, y): Point, style: Style) -> Point {
        Point(
            x - self.text_width(text, style) / 2.0,
            y + style.capital_height() / 2.0,
        )
    }

    fn draw_glyphs(
        &self,
        canvas: &mut Canvas,
        text: &str,
        at: Point,
        style: Style,
        halo: u8,
        ink: Ink,
    ) -> f32 {
        let Point(x, y) = canvas.scale_point(at);
        let shown = style.with_size(to_px(canvas.to_pixels(style.size.into())));
        let halo = u8::try_from(round_to_i32(canvas.to_pixels(halo.into()))).unwrap_or(0);
        self.lay_out(text, style, |letter, along| {
            let at = ((x + canvas.to_pixels(along)) * 4.0).round() / 4.0;
            let quarters = u8::try_from(round_to_i32((at - at.floor()) * 4.0)).unwrap_or(0);
            let mask = self.glyph_mask(GlyphKey {
                letter,
                style: shown,
                quarters,
                halo,
            });
            let offset = PixelOffset {
                x: floor_to_i32(at),
                y: round_to_i32(y),
            };
            mask.paint(canvas, offset, ink.into());
        })
    }

    /// Calls `show` with each letter and its x offset. Returns the width of the text.
    fn lay_out(&self, text: &str, style: Style, mut show: impl FnMut(char, f32)) -> f32 {
        let font = self.font(style.weight);
        let scale = f32::from(style.size) / font.units_per_em().unwrap_or(1000.0);
        let mut along = 0.0;
        let mut before = None;
        for letter in text.chars().filter_map(visible_char) {
            let id = font.glyph_id(letter);
            along += before.map_or(0.0, |before| font.kern_unscaled(before, id)) * scale;
            show(letter, along);
            along += if id == GlyphId(0) {
                style.share_of_size(MISSING_GLYPH_BOX.0)
            } else {
                font.h_advance_unscaled(id) * scale
            };
            before = Some(id);
        }
        along
    }

    fn glyph_mask(&self, key: GlyphKey) -> Arc<Mask> {
        let cache = self
            .cache
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .masks
            .get(&key)
            .cloned();
        cache.unwrap_or_else(|| self.render_and_cache(key))
    }

    fn render_and_cache(&self, key: GlyphKey) -> Arc<Mask> {
        let mask = Arc::new(self.render_glyph(key).unwrap_or_default());
        let mut cache = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        if cache.bytes > MAX_CACHE_BYTES {
            *cache = GlyphCache::default();
        }
        cache.bytes += mask.byte_len() + size_of::<(GlyphKey, Mask)>();
        cache.masks.insert(key, Arc::clone(&mask));
        mask
    }

    /// Renders a letter, or its outline if the key has one. Returns `None` for a blank.
    fn render_glyph(&self, key: GlyphKey) -> Option<Mask> {
        let outline = self.glyph_outline(key)?;
        let halo = (key.halo > 0).then(|| stroke_outline(&outline, 2.0 * f32::from(key.halo)));
        Mask::render(&halo.unwrap_or(Some(outline))?, to_quarter_steps)
    }

    fn glyph_outline(&self, key: GlyphKey) -> Option<Path> {
        let font = self.font(key.style.weight);
        let id = font.glyph_id(key.letter);
        if id == GlyphId(0) {
            return missing_glyph_box(key.style);
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
        let scale = key
            .style
            .share_of_size(1.0 / font.units_per_em().unwrap_or(1000.0));
        let along = f32::from(key.quarters) / 4.0;
        // In a font y grows upward, on a canvas downward.
        path.finish()?
            .transform(Transform::from_row(scale, 0.0, 0.0, -scale, along, 0.0))
    }
}

/// Fits text into a width by making it smaller, shortening it or wrapping it.
impl Fonts {
    /// Returns the text and its style at the largest size that fits, but at least `smallest`. If no
    /// size fits, the text is shortened.
    pub fn fit_text(
        &self,
        text: &str,
        max_width: f32,
        style: Style,
        smallest: u16,
    ) -> (String, Style) {
        let smallest = smallest.min(style.size);
        for size in (smallest..=style.size).rev() {
            if self.text_width(text, style.with_size(size)) <= max_width {
                return (text.to_owned(), style.with_size(size));
            }
        }
        (
            self.shorten_text(text, max_width, style.with_size(smallest)),
            style.with_size(smallest),
        )
    }

    /// Returns the text, or its longest beginning that fits together with an ellipsis.
    pub fn shorten_text(&self, text: &str, max_width: f32, style: Style) -> String {
        if self.text_width(text, style) <= max_width {
            return text.to_owned();
        }
        let ends = text.char_indices().map(|(at, _)| at).rev();
        let shorter = ends.map(|end| format!("{}…", text[..end].trim_end()));
        let mut fitting = shorter.filter(|short| self.text_width(short, style) <= max_width);
        fitting.next().unwrap_or_default()
    }

    /// Wraps the text into lines. A word that is wider than a line is broken.
    pub fn wrap_text(&self, text: &str, max_width: f32, style: Style) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let joined = lines.last().map(|line| format!("{line} {word}"));
            match joined.filter(|joined| self.text_width(joined, style) <= max_width) {
                Some(joined) => {
                    lines.pop();
                    lines.push(joined);
                }
                None => self.push_word_lines(word, max_width, style, &mut lines),
            }
        }
        lines
    }

    fn push_word_lines(&self, word: &str, max_width: f32, style: Style, lines: &mut Vec<String>) {
        let mut line = String::new();
        for letter in word.chars() {
            line.push(letter);
            if line.chars().nth(1).is_some() && self.text_width(&line, style) > max_width {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
        lines.push(line);
    }
}

/// The box for a missing character: its advance, width, height and line width, as parts of the font
/// size.
const MISSING_GLYPH_BOX: (f32, f32, f32, f32) = (0.62, 0.5, 0.66, 0.07);

fn missing_glyph_box(style: Style) -> Option<Path> {
    let [width, height, thick] = [
        MISSING_GLYPH_BOX.1,
        MISSING_GLYPH_BOX.2,
        MISSING_GLYPH_BOX.3,
    ]
    .map(|share| style.share_of_size(share).round());
    let left = ((style.share_of_size(MISSING_GLYPH_BOX.0) - width) / 2.0).round();
    frame_outline(
        Point(left, -height),
        Point(width, height),
        0.0,
        thick.max(1.0),
    )
}

/// The characters that are not drawn: joiners, invisible characters, direction marks, skin tones.
const INVISIBLE_CHARS: [RangeInclusive<char>; 10] = [
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
fn visible_char(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' | '\r' | '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => {
            Some(' ')
        }
        hidden
            if hidden.is_control()
                || INVISIBLE_CHARS.iter().any(|range| range.contains(&hidden)) =>
        {
            None
        }
        letter => Some(letter),
    }
}
