//! Pictures of games: boards, realms, choices, rules, charts, standings and statistics as PNG, and
//! films as GIF. Entry points are [`Draw`] and [`DrawRules`], with a [`Theme`] that holds palette,
//! fonts and pieces. What a viewer may know is decided by their view, not here.
//!
//! A canvas holds palette numbers, one byte for each pixel. Pieces are mostly copied; only soft
//! edges are blended, by a table. Shapes and letters are paths of `tiny-skia`.

pub mod art;
pub mod bracket;
pub mod canvas;
pub mod chart;
mod choice_labels;
pub mod colour;
pub mod emoji;
pub mod film;
pub mod fonts;
pub mod haleakala;
pub mod hawaii;
mod mask;
mod numbers;
pub mod palette;
mod pen;
pub mod piece;
pub mod png;
mod primer;
pub mod ranks;
pub mod standings;
pub mod stats;
mod stencils;
pub mod theme;

pub use art::Art;
pub use canvas::Canvas;
pub use colour::{Colour, Ink, Look, Tone};
pub use fonts::{Fonts, Outline, Style, Weight};
pub use numbers::{Point, Size};
pub use palette::Palette;
pub use piece::Piece;
pub use theme::{Theme, ThemeError};

use numbers::{floor_to_i32, to_f32, to_px};
use pen::{
    HEIGHT, MARK_INK, MIN_FONT_SIZE, OUTLINE_WIDTH, PHONE_WIDTH, PICTURE_SIZE, Pen,
    TURN_NUMBER_RADIUS, WIDTH, arc_points, smallest_font_size,
};

use lanai_rules::Standings;
use lanai_text::{Phrasebook, Scene, Tally, Tell, TellRules};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crop {
    Close,
    Whole,
}

/// An action, and the label at its place on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledAction<A> {
    pub action: A,
    pub label: String,
    /// Whether the action may be chosen now. If not, its label is grey.
    pub is_possible: bool,
}

pub trait Draw: Tell {
    /// Draws a scene as one viewer may know it, or returns `None` if the game has no such scene.
    ///
    /// `turns` has the events of each turn, oldest first. A single turn is marked as the last one;
    /// several are numbered from 1.
    fn draw(
        theme: &Theme,
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        turns: &[Vec<Self::Event>],
        scene: Scene,
    ) -> Option<Canvas>;

    /// Draws a player's choices: the board, or the part that they concern, with a label at each
    /// choice.
    ///
    /// The view is that of the choosing player, and `earlier_events` has the events of the choices
    /// that the player has already made in this turn. Several choices may share a label. Returns
    /// `None` if the game has no such picture.
    fn draw_choices(
        theme: &Theme,
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        earlier_events: &[Self::Event],
        action_labels: &[LabelledAction<Self::Action>],
        crop: Crop,
    ) -> Option<Canvas>;

    /// Changes a view as if the game had ended now, with these standings.
    fn end_early(view: &mut Self::View, standings: Option<Standings>);

    /// Returns the round and the points of all seats, from which the chart of the game is drawn.
    fn tally_points(view: &Self::View) -> Tally;
}

/// A game whose rules can be drawn.
pub trait DrawRules: Draw + TellRules {
    /// Draws the whole game on one sheet: a turn, a round, and what brings points.
    fn draw_sheet(
        theme: &Theme,
        phrasebook: &Phrasebook<'_, Self>,
        options: &Self::Options,
    ) -> Canvas;

    /// Draws the pieces of a topic with their names, and returns a description. Returns `None` for
    /// a topic without pieces.
    fn draw_topic(
        theme: &Theme,
        phrasebook: &Phrasebook<'_, Self>,
        topic: &str,
    ) -> Option<(Canvas, String)>;
}
