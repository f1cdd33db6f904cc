//! The theme: palette, fonts and pieces of a look, shared by all pictures of that look. Pieces are
//! rendered on first use and cached.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use image::Rgb;
use resvg::tiny_skia::Color;

use super::art::Art;
use super::canvas::Canvas;
use super::colour::{Colour, Ink, Look, Tone};
use super::fonts::{FontError, Fonts};
use super::numbers::Size;
use super::palette::{ColourDemand, Palette};
use super::pen::seat_letters;
use super::piece::{Piece, SvgError, render_svg, replace_colours, to_palette_numbers};
use lanai_rules::{MAX_SEATS, Seat};

/// The height at which pieces are sampled to choose the palette.
const PALETTE_SAMPLE_HEIGHT: u32 = 56;

/// The maximum size of the cached pieces and canvases of one theme: 64 MiB for both looks together.
const MAX_CACHE_BYTES: usize = 32 << 20;

/// Palette, pieces and fonts of a look.
pub struct Theme {
    palette: Arc<Palette>,
    fonts: Fonts,
    cache: RwLock<ThemeCache>,
}

/// A piece, its height, and the seat whose colours it has.
type PieceKey = (Art, u16, Option<Seat>);

#[derive(Default)]
struct ThemeCache {
    pieces: HashMap<PieceKey, Arc<Piece>>,
    /// The cached canvases with their names, oldest first.
    canvases: Vec<(String, Canvas)>,
    bytes: usize,
}

impl ThemeCache {
    fn find_canvas(&self, key: &str) -> Option<&Canvas> {
        let mut canvases = self.canvases.iter();
        canvases
            .find(|(name, _)| name == key)
            .map(|(_, canvas)| canvas)
    }

    /// Evicts canvases, oldest first. If the pieces alone exceed the limit, clears the whole cache.
    fn evict(&mut self) {
        while self.bytes > MAX_CACHE_BYTES && !self.canvases.is_empty() {
            self.bytes -= self.canvases.remove(0).1.numbers().len();
        }
        if self.bytes > MAX_CACHE_BYTES {
            *self = ThemeCache::default();
        }
    }
}

/// An embedded font or piece that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ThemeError {
    #[error(transparent)]
    Fonts(#[from] FontError),
    #[error("the piece {0}: {1}")]
    Piece(&'static str, SvgError),
}

impl Theme {
    /// Reads all fonts and pieces, and chooses the palette of the look.
    pub fn open(look: Look) -> Result<Theme, ThemeError> {
        let mut demand = ColourDemand::common(look);
        for art in Art::ALL {
            for seat in art.seat_variants() {
                let drawing = render_svg(
                    &recoloured_svg(*art, seat, look),
                    None,
                    PALETTE_SAMPLE_HEIGHT,
                    Color::TRANSPARENT,
                );
                demand.add_drawing(
                    &drawing.map_err(|why| ThemeError::Piece(art.name(), why))?,
                    look,
                );
            }
        }
        let palette = Arc::new(Palette::new(look, &demand));
        Ok(Theme {
            palette,
            fonts: Fonts::open()?,
            cache: RwLock::default(),
        })
    }

    /// Returns the letter of each seat in pictures, for players with these names.
    pub fn seat_letters(&self, names: &[String]) -> Vec<char> {
        seat_letters(&self.fonts, names)[..names.len().min(MAX_SEATS)].to_vec()
    }

    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    pub fn canvas(&self, width: u32, height: u32, ground: impl Into<Colour>) -> Canvas {
        Canvas::new(&self.palette, width, height, ground)
    }

    /// Returns a piece rendered at a height in pixels, in the colours of the seat if it is tinted.
    pub fn piece(&self, art: Art, height: u16, seat: Option<Seat>) -> Arc<Piece> {
        let key = (art, height, seat.filter(|_| art.is_tinted()));
        let cached = self
            .cache
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .pieces
            .get(&key)
            .cloned();
        cached.unwrap_or_else(|| self.render_and_cache(key))
    }

    fn render_and_cache(&self, key: PieceKey) -> Arc<Piece> {
        let (art, height, seat) = key;
        let svg = recoloured_svg(art, seat, self.palette.look());
        let drawing = render_svg(&svg, None, height.into(), Color::TRANSPARENT);
        // Every piece was read when the theme was opened, so only a height of 0 can fail.
        let piece = drawing.map_or_else(
            |_| Piece::default(),
            |drawing| Piece::new(drawing, &self.palette),
        );
        let piece = Arc::new(piece);
        let mut cached = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        if cached.pieces.insert(key, Arc::clone(&piece)).is_none() {
            cached.bytes += piece.bytes();
            cached.evict();
        }
        piece
    }

    /// Returns a copy of the cached canvas with this key, or draws and caches it on first use.
    pub(super) fn cached_canvas(&self, key: &str, draw: impl FnOnce() -> Canvas) -> Canvas {
        let cached = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        let found = cached.find_canvas(key).cloned();
        drop(cached);
        found.unwrap_or_else(|| {
            let canvas = draw();
            let mut cached = self.cache.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have drawn it meanwhile.
            if cached.find_canvas(key).is_none() {
                cached.canvases.push((key.to_owned(), canvas.clone()));
                cached.bytes += canvas.numbers().len();
                cached.evict();
            }
            canvas
        })
    }

    /// Draws an SVG (in the inks of the calm look) on a new canvas of this look, stretched to fill
    /// it.
    pub fn render_backdrop(&self, svg: &str, size: Size, ground: Ink) -> Result<Canvas, SvgError> {
        let look = self.palette.look();
        let svg = replace_colours(svg, |colour| ink_in_look(colour, look));
        let [red, green, blue] = ground.rgb(look).0;
        let drawing = render_svg(
            &svg,
            Some(size.width.into()),
            size.height.into(),
            Color::from_rgba8(red, green, blue, 255),
        )?;
        Ok(Canvas::from_numbers(
            &self.palette,
            to_palette_numbers(drawing, &self.palette),
        ))
    }

    /// Like [`Theme::render_backdrop`], at a scale. If the SVG is invalid, the canvas stays plain.
    pub(super) fn ground_canvas(&self, svg: &str, size: Size, scale: f32, ground: Ink) -> Canvas {
        let pixels = size.scaled(scale);
        let drawn = self.render_backdrop(svg, pixels, ground);
        drawn
            .unwrap_or_else(|_| self.canvas(pixels.width.into(), pixels.height.into(), ground))
            .with_scale(scale)
    }

    /// Returns the number of cached pieces and canvases, and their total size in bytes.
    pub fn cache_size(&self) -> (usize, usize) {
        let cached = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        (cached.pieces.len() + cached.canvases.len(), cached.bytes)
    }
}

/// Returns the SVG of a piece in the colours of a seat and a look. Without a seat, tinted parts are
/// stone grey.
pub(super) fn recoloured_svg(art: Art, seat: Option<Seat>, look: Look) -> String {
    replace_colours(art.svg(), |colour| {
        let tone = Tone::ALL
            .into_iter()
            .find(|tone| tone.placeholder() == colour);
        tone.map_or_else(
            || ink_in_look(colour, look),
            |tone| Some(tone_colour(tone, seat, look)),
        )
    })
}

fn tone_colour(tone: Tone, seat: Option<Seat>, look: Look) -> Rgb<u8> {
    let stone = match tone {
        Tone::Main => Ink::Stone,
        Tone::Dark => Ink::StoneDark,
        Tone::Light => Ink::Grey,
    };
    seat.map_or(stone.rgb(look), |seat| tone.rgb(seat, look))
}

/// Translates an ink of the calm look into another look.
fn ink_in_look(colour: Rgb<u8>, look: Look) -> Option<Rgb<u8>> {
    Ink::ALL
        .iter()
        .find(|ink| ink.rgb(Look::Calm) == colour)
        .map(|ink| ink.rgb(look))
}
