//! The slopes: statues, shamans, and the lava in the crater.

use super::drawing::{BOARD_FONT_SIZE, BoardDrawing};
use super::layout;
use crate::Art;
use crate::numbers::Point;
use lanai_rules::haleakala::board::{Shaman, Site, Terrain};

// The heights of the pieces.
const STATUE_HEIGHT: u16 = 66;
const SHAMAN_HEIGHT: u16 = 68;
const HUT_HEIGHT: u16 = 76;
const LAVA_HEIGHT: u16 = 46;

/// Draws lava and huts, then statues and shamans, the nearer ones over the farther ones.
pub(super) fn draw_slopes(drawing: &mut BoardDrawing<'_>) {
    draw_lava(drawing);
    draw_huts(drawing);
    let mut pieces = Vec::new();
    for segment_view in &drawing.view.segments {
        for (terrain, owner) in Terrain::ALL.into_iter().zip(segment_view.statues) {
            let site = Site {
                segment: segment_view.segment,
                terrain,
            };
            pieces.extend(owner.map(|owner| {
                (
                    layout::statue_position(site),
                    Art::Statue,
                    STATUE_HEIGHT,
                    owner,
                )
            }));
        }
    }
    for player in &drawing.view.players {
        pieces.push((
            layout::shaman_position(player.shaman),
            Art::Shaman,
            SHAMAN_HEIGHT,
            player.seat,
        ));
    }
    pieces.sort_by(|(one, ..), (other, ..)| one.1.total_cmp(&other.1));
    for (Point(x, y), art, height, seat) in pieces {
        drawing
            .pen
            .draw_piece(art, Point(x, y - 6.0), height, Some(seat));
    }
}

fn draw_lava(drawing: &mut BoardDrawing<'_>) {
    for segment_view in &drawing.view.segments {
        let at = layout::lava_position(segment_view.segment);
        for disc in 0..segment_view.lava {
            drawing.pen.draw_piece(
                Art::LavaDisc,
                Point(at.0, at.1 - 6.0 * f32::from(disc)),
                LAVA_HEIGHT,
                None,
            );
        }
        if segment_view.lava > 1 {
            drawing.pen.draw_outlined_number(
                &segment_view.lava.to_string(),
                Point(at.0, at.1 - 6.0 * f32::from(segment_view.lava - 1)),
                BOARD_FONT_SIZE,
            );
        }
    }
}

fn draw_huts(drawing: &mut BoardDrawing<'_>) {
    let view = drawing.view;
    for (player, hut) in view.players.iter().zip(view.printed.huts) {
        let Point(x, y) = layout::hut_position(hut);
        let home = matches!(player.shaman, Shaman::Hut(_));
        let at = Point(if home { x - 20.0 } else { x }, y - 6.0);
        drawing
            .pen
            .draw_piece(Art::HutShaman, at, HUT_HEIGHT, Some(player.seat));
    }
}
