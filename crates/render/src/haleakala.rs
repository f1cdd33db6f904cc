//! Pictures of Haleakala: the volcano from above, and beside it both players and the display.
//!
//! `layout` has all positions, `island` draws the ground, `slopes` and `shore` the pieces on it,
//! and `sheets` and `market` what is beside it. `marks` collects the events to be marked, `traces`
//! and `turns` draw their marks, and `legend` explains them.

mod areas;
mod choices;
mod drawing;
mod island;
mod layout;
mod legend;
mod market;
mod marks;
mod primer;
mod sheets;
mod shore;
mod signs;
mod slopes;
mod traces;
mod turns;

use super::{
    Area, BoardSign, Canvas, Crop, Draw, Ink, LabelledAction, PICTURE_SIZE, Pen, Size, Theme,
};
use crate::haleakala::legend::draw_legend;
use crate::haleakala::market::{Display, draw_corners, draw_display};
use crate::haleakala::sheets::draw_player_sheets;
use crate::haleakala::shore::draw_shore;
use crate::haleakala::slopes::draw_slopes;
use crate::haleakala::traces::{draw_choices, draw_traces};
use crate::haleakala::turns::draw_turn_numbers;
use drawing::BoardDrawing;
use lanai_rules::Standings;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;
use lanai_text::{Scene, Tally};
pub use market::ware_art;
use marks::Marks;
pub use shore::card_art;

impl Draw for Haleakala {
    fn draw(
        theme: &Theme,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        turns: &[Vec<Event>],
        scene: Scene,
    ) -> Option<Canvas> {
        match scene {
            Scene::Board => {
                let marks = Marks::from_turns(turns);
                Some(draw_whole_board(theme, phrasebook, view, &marks).pen.canvas)
            }
            Scene::Realm(_) | Scene::Realms => None,
        }
    }

    fn draw_choices(
        theme: &Theme,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        earlier_events: &[Event],
        action_labels: &[LabelledAction<Action>],
        crop: Crop,
    ) -> Option<Canvas> {
        let draw = match crop {
            Crop::Close => choices::render_close,
            Crop::Whole => choices::render_whole_picture,
        };
        Some(draw(
            theme,
            phrasebook,
            view,
            &Marks::from_turns(&[earlier_events.to_vec()]),
            action_labels,
        ))
    }

    fn picture_size(_view: &View, scene: Scene) -> Option<Size> {
        match scene {
            Scene::Board => Some(PICTURE_SIZE),
            Scene::Realm(_) | Scene::Realms => None,
        }
    }

    fn clear_legal(view: &mut View) {
        view.legal.clear();
    }

    fn find_area(view: &View, action: &Action, scene: Scene) -> Option<Area> {
        match scene {
            Scene::Board => areas::find_on_volcano(view, *action),
            Scene::Realm(_) | Scene::Realms => None,
        }
    }

    fn find_start_area(view: &View, action: &Action) -> Option<Area> {
        areas::find_start(view, *action)
    }

    fn board_signs(view: &View) -> Vec<BoardSign> {
        signs::board_signs(view)
    }

    fn end_early(view: &mut View, standings: Option<Standings>) {
        view.to_act = None;
        view.legal.clear();
        view.standings = standings;
    }

    fn tally_points(view: &View) -> Tally {
        let points = view.players.iter().map(|player| player.points).collect();
        Tally {
            round: view.round.number(),
            points,
            chances: Vec::new(),
        }
    }
}

/// Draws the board as one viewer may know it, with the marks of the last turn or turns.
///
/// If the viewer has to decide, rings mark what they may choose.
fn draw_whole_board<'a>(
    theme: &'a Theme,
    phrasebook: &'a Phrasebook<'_>,
    view: &'a View,
    marks: &Marks,
) -> BoardDrawing<'a> {
    let mut drawing = static_board(theme, phrasebook, view, 1.0);
    draw_player_sheets(&mut drawing, marks);
    draw_legend(&mut drawing, marks);
    draw_volcano(&mut drawing, marks);
    draw_turn_numbers(&mut drawing, marks);
    drawing
}

/// Returns the parts of the board that never change, from the cache of the theme.
fn static_board<'a>(
    theme: &'a Theme,
    phrasebook: &'a Phrasebook<'_>,
    view: &'a View,
    scale: f32,
) -> BoardDrawing<'a> {
    let jetty = view.printed.jetty;
    let key = format!("haleakala {} at {scale}", jetty.number());
    let canvas = theme.cached_canvas(&key, || {
        theme.ground_canvas(&island::island_svg(jetty), PICTURE_SIZE, scale, Ink::Sea)
    });
    BoardDrawing {
        pen: Pen::for_players(theme, canvas, phrasebook.names),
        phrasebook,
        view,
        display: Display {
            left: layout::SHEETS_LEFT,
            width: layout::SHEET_WIDTH,
        },
    }
}

/// Draws everything on the volcano, around it and on the display, with marks.
fn draw_volcano(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    draw_slopes(drawing);
    draw_shore(drawing);
    draw_corners(drawing);
    draw_display(drawing);
    draw_choices(drawing);
    draw_traces(drawing, marks);
}
