//! Drawing: a game as a picture, from a view ([`Draw`]), and what pictures are made of. Colours and their palette, a
//! canvas of palette indices, pieces from `assets/art`, letters from `assets/fonts`, and writers of PNG and, for a [`film`], of GIF.
//!
//! All of it stands on the crate `image`. A canvas is a grey picture whose greys are numbers of a palette, and to the operations
//! of `image` it is one in red, green and blue. To put a piece on it is mostly to copy bytes; only soft edges are mixed, and
//! go back to a number by a table. Shapes and letters are paths of `tiny-skia`. What leaves is an indexed PNG, a quarter of
//! the bytes to compress. All that is slow is done once, in the [`Studio`].

pub mod art;
pub mod canvas;
pub mod chart;
pub mod colour;
pub mod emoji;
pub mod film;
mod fitting;
pub mod haleakala;
pub mod hawaii;
pub mod letters;
mod mask;
mod numbers;
pub mod palette;
mod pen;
pub mod piece;
pub mod png;
mod pointers;
mod primer;
pub mod ranks;
mod shapes;
pub mod standings;
pub mod stats;
mod stencils;
pub mod studio;

pub use art::Art;
pub use canvas::Canvas;
pub use colour::{Colour, Ink, Look, Tone};
pub use letters::{Letters, Style, Weight};
pub use numbers::Point;
pub use palette::Palette;
pub use piece::Piece;
pub use studio::{NoStudio, Studio};

// What all pictures are drawn with.
use numbers::{floor, pixels, real};
use pen::{HEIGHT, MARK, NUMBERED, PHONE, Pen, SMALLEST, WIDTH, arc_points, smallest};

use lanai_rules::Standings;
use lanai_text::{Phrasebook, Scene, Tally, Tell, TellRules};

/// How much of a board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crop {
    /// The part that a choice is about.
    Close,
    Whole,
}

/// A game that can be drawn.
pub trait Draw: Tell {
    /// A scene of it as one viewer may know it, with marks of what happened; nothing if the game has no such scene.
    ///
    /// Each entry of `turns` is what happened in one turn, the oldest first. One alone is marked as the last turn; if
    /// there are more, each that left its mark on the board has its number there, counted from 1.
    fn draw(
        studio: &Studio,
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        turns: &[Vec<Self::Event>],
        scene: Scene,
    ) -> Option<Canvas>;

    /// What somebody sees who has to choose: the part of the board that the choices are about, each marked with its label
    /// where it stands, and what they have to choose with. It is read on a phone. Several choices may have one label. Or
    /// else the whole board with the same labels, for whoever opens it.
    ///
    /// The view is of whoever chooses, `done` is what they chose before. Nothing if the game has no such picture.
    fn draw_choices(
        studio: &Studio,
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        done: &[Self::Event],
        pointers: &[(Self::Action, String)],
        crop: Crop,
    ) -> Option<Canvas>;

    /// Changes a view to that of a game that ended before it was played to its end, with these standings.
    fn end_early(view: &mut Self::View, standings: Option<Standings>);

    /// Which round it is, and the points of all seats: of these a chart of the game is made.
    fn tally(view: &Self::View) -> Tally;
}

/// A game of which the rules can be drawn.
pub trait DrawRules: Draw + TellRules {
    /// The whole game on one sheet: a turn, a round, and what brings points.
    fn draw_sheet(
        studio: &Studio,
        phrasebook: &Phrasebook<'_, Self>,
        options: &Self::Options,
    ) -> Canvas;

    /// The pieces that a topic is about, each with what it is called, and what is seen there; nothing if it is about none.
    fn draw_topic(
        studio: &Studio,
        phrasebook: &Phrasebook<'_, Self>,
        topic: &str,
    ) -> Option<(Canvas, String)>;
}
