//! Pictures of games: boards, realms, choices, rules, charts, standings and statistics as PNG, and
//! films as GIF. Entry points are [`Draw`] and [`DrawRules`], with a [`Theme`] that holds palette,
//! fonts and pieces. What a viewer may know is decided by their view, not here.
//!
//! A canvas holds palette numbers, one byte for each pixel. Pieces are mostly copied; only soft
//! edges are blended, by a table. Shapes and letters are paths of `tiny-skia`.

mod area;
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
mod key;
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

pub use area::Area;
pub use art::Art;
pub use canvas::Canvas;
pub use colour::{Colour, Ink, Look, Tone};
pub use fonts::{Fonts, Outline, Style, Weight};
pub use numbers::{Point, Size};
pub use palette::Palette;
pub use piece::Piece;
pub use theme::{Theme, ThemeError};

use image::GenericImageView;

use choice_labels::{Label, draw_labels};
use numbers::{floor_to_i32, to_f32, to_px};
use pen::{
    HEIGHT, MARK_INK, MIN_FONT_SIZE, OUTLINE_WIDTH, PHONE_WIDTH, PICTURE_SIZE, Pen,
    TURN_NUMBER_RADIUS, WIDTH, arc_points, smallest_font_size,
};

use lanai_rules::Standings;
use lanai_text::{Key, Phrasebook, Scene, Tally, Tell, TellRules};

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

/// A sign on the picture of a board, which the legend explains.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardSign {
    pub key: Key,
    at: Point,
}

fn draw_sign_numbers(theme: &Theme, canvas: Canvas, signs: &[BoardSign]) -> Canvas {
    let numbers: Vec<String> = (1..=signs.len()).map(|number| number.to_string()).collect();
    let labels: Vec<Label<'_>> = signs
        .iter()
        .zip(&numbers)
        .map(|(sign, number)| Label {
            at: sign.at,
            text: number,
            is_possible: true,
        })
        .collect();
    let width = GenericImageView::width(&canvas);
    let size = smallest_font_size(to_px(to_f32(width)), PHONE_WIDTH);
    let mut pen = Pen::new(theme, canvas);
    draw_labels(&mut pen, &labels, size);
    pen.canvas
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

    /// Returns the size of a scene's picture in pixels; `None` if the game has no such scene.
    fn picture_size(view: &Self::View, scene: Scene) -> Option<Size>;

    /// Removes from a view what its viewer may do, so that the picture marks none of it.
    fn clear_legal(view: &mut Self::View);

    /// Returns the part of a scene's picture that an action concerns; `None` if the picture does not
    /// show it.
    fn find_area(view: &Self::View, action: &Self::Action, scene: Scene) -> Option<Area>;

    /// Returns the part of the board that stands for the first choice of a turn, which may be less
    /// than an action.
    fn find_start_area(view: &Self::View, action: &Self::Action) -> Option<Area> {
        Self::find_area(view, action, Scene::Board)
    }

    /// Returns what the legend of a board explains, in the order of its numbers.
    fn board_signs(view: &Self::View) -> Vec<BoardSign>;

    /// Draws the board with the numbers of its legend; `None` if the game has no board.
    fn draw_signs(
        theme: &Theme,
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
    ) -> Option<Canvas> {
        let canvas = Self::draw(theme, phrasebook, view, &[], Scene::Board)?;
        Some(draw_sign_numbers(theme, canvas, &Self::board_signs(view)))
    }

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
