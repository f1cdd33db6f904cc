//! The studio: palette, fonts and pieces of a look, shared by all its pictures. Pieces are rendered
//! at first use and cached.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use image::Rgb;
use resvg::tiny_skia::Color;

use super::art::Art;
use super::canvas::Canvas;
use super::colour::{Colour, Ink, Look, Tone};
use super::letters::{Letters, NoLetters};
use super::numbers::scaled_pixels;
use super::palette::{Demand, Palette};
use super::piece::{NoPicture, Piece, drawn, numbered, repainted};
use lanai_rules::Seat;

/// The height at which pieces are sampled to choose the palette.
const SAMPLE: u32 = 56;

/// The limit of cached pieces and canvases; 64 MiB for both looks together.
const MOST_KEPT: usize = 32 << 20;

/// Palette, pieces and letters of a look.
pub struct Studio {
    palette: Arc<Palette>,
    letters: Letters,
    kept: RwLock<Kept>,
}

/// A piece, its height, and the seat whose colours it has.
type Key = (Art, u16, Option<Seat>);

#[derive(Default)]
struct Kept {
    pieces: HashMap<Key, Arc<Piece>>,
    /// By name, oldest first.
    canvases: Vec<(String, Canvas)>,
    bytes: usize,
}

impl Kept {
    /// Evicts canvases, oldest first, and everything if the pieces alone are too many.
    fn shrink(&mut self) {
        while self.bytes > MOST_KEPT && !self.canvases.is_empty() {
            self.bytes -= self.canvases.remove(0).1.numbers().len();
        }
        if self.bytes > MOST_KEPT {
            *self = Kept::default();
        }
    }
}

/// An embedded font or piece that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoStudio {
    #[error(transparent)]
    Letters(#[from] NoLetters),
    #[error("the piece {0}: {1}")]
    Piece(&'static str, NoPicture),
}

impl Studio {
    /// Reads all fonts and pieces, and chooses the palette of the look.
    pub fn open(look: Look) -> Result<Studio, NoStudio> {
        let mut demand = Demand::common(look);
        for art in Art::ALL {
            for seat in art.seats() {
                let drawing = drawn(
                    &painted(*art, seat, look),
                    (None, SAMPLE),
                    Color::TRANSPARENT,
                );
                demand.draw(
                    &drawing.map_err(|why| NoStudio::Piece(art.name(), why))?,
                    look,
                );
            }
        }
        let palette = Arc::new(Palette::new(look, &demand));
        Ok(Studio {
            palette,
            letters: Letters::open()?,
            kept: RwLock::default(),
        })
    }

    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    pub fn letters(&self) -> &Letters {
        &self.letters
    }

    pub fn canvas(&self, width: u32, height: u32, ground: impl Into<Colour>) -> Canvas {
        Canvas::new(&self.palette, width, height, ground)
    }

    /// Returns a piece of a height in pixels, in the colours of a seat if it is tinted.
    pub fn piece(&self, art: Art, height: u16, seat: Option<Seat>) -> Arc<Piece> {
        let key = (art, height, seat.filter(|_| art.is_tinted()));
        let kept = self
            .kept
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .pieces
            .get(&key)
            .cloned();
        kept.unwrap_or_else(|| self.keep(key))
    }

    fn keep(&self, key: Key) -> Arc<Piece> {
        let (art, height, seat) = key;
        let svg = painted(art, seat, self.palette.look());
        let drawing = drawn(&svg, (None, height.into()), Color::TRANSPARENT);
        // Every piece was read when the studio was opened, so only a height of 0 can fail.
        let piece = drawing.map_or_else(
            |_| Piece::default(),
            |drawing| Piece::new(drawing, &self.palette),
        );
        let piece = Arc::new(piece);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.pieces.insert(key, Arc::clone(&piece)).is_none() {
            kept.bytes += piece.bytes();
            kept.shrink();
        }
        piece
    }

    /// Returns a copy of the cached canvas of this name, and draws it at first use.
    pub(super) fn cached_canvas(&self, key: &str, draw: impl FnOnce() -> Canvas) -> Canvas {
        let found = |kept: &Kept| {
            kept.canvases
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, canvas)| canvas.clone())
        };
        let kept = found(&self.kept.read().unwrap_or_else(PoisonError::into_inner));
        kept.unwrap_or_else(|| {
            let canvas = draw();
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have drawn it meanwhile.
            if found(&kept).is_none() {
                kept.canvases.push((key.to_owned(), canvas.clone()));
                kept.bytes += canvas.numbers().len();
                kept.shrink();
            }
            canvas
        })
    }

    /// Draws an SVG in the inks of the calm look on a canvas, stretched to fill it.
    pub fn backdrop(&self, svg: &str, size: (u32, u32), ground: Ink) -> Result<Canvas, NoPicture> {
        let look = self.palette.look();
        let svg = repainted(svg, |colour| in_look(colour, look));
        let [red, green, blue] = ground.rgb(look).0;
        let drawing = drawn(
            &svg,
            (Some(size.0), size.1),
            Color::from_rgba8(red, green, blue, 255),
        )?;
        Ok(Canvas::from_numbers(
            &self.palette,
            numbered(drawing, &self.palette),
        ))
    }

    /// Like [`Studio::backdrop`], at a scale; falls back to a plain ground.
    pub(super) fn ground(&self, svg: &str, size: (u16, u16), scale: f32, ground: Ink) -> Canvas {
        let (wide, high) = scaled_pixels(size, scale);
        let drawn = self.backdrop(svg, (wide, high), ground);
        drawn
            .unwrap_or_else(|_| self.canvas(wide, high, ground))
            .with_scale(scale)
    }

    /// Returns the number of cached pieces and canvases, and their bytes.
    pub fn kept(&self) -> (usize, usize) {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        (kept.pieces.len() + kept.canvases.len(), kept.bytes)
    }
}

/// Returns the SVG of a piece in the colours of a seat and a look. Without a seat it is stone grey.
pub(super) fn painted(art: Art, seat: Option<Seat>, look: Look) -> String {
    repainted(art.svg(), |colour| {
        let tone = Tone::ALL
            .into_iter()
            .find(|tone| tone.placeholder() == colour);
        tone.map_or_else(
            || in_look(colour, look),
            |tone| Some(tint(tone, seat, look)),
        )
    })
}

fn tint(tone: Tone, seat: Option<Seat>, look: Look) -> Rgb<u8> {
    let stone = match tone {
        Tone::Main => Ink::Stone,
        Tone::Dark => Ink::StoneDark,
        Tone::Light => Ink::Grey,
    };
    seat.map_or(stone.rgb(look), |seat| tone.rgb(seat, look))
}

/// Translates an ink of the calm look into another look.
fn in_look(colour: Rgb<u8>, look: Look) -> Option<Rgb<u8>> {
    Ink::ALL
        .iter()
        .find(|ink| ink.rgb(Look::Calm) == colour)
        .map(|ink| ink.rgb(look))
}
