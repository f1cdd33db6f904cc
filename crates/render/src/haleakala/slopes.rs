//! The slopes: statues, shamans, and the lava in the crater.

use super::drawing::{BoardDrawing, LETTERS};
use super::layout;
use crate::Art;
use crate::numbers::Point;
use lanai_rules::haleakala::board::{Shaman, Site, Terrain};

/// The heights of the pieces.
const STATUE: u16 = 66;
const SHAMAN: u16 = 68;
const HUT: u16 = 76;
const LAVA: u16 = 46;

/// Everything on the slopes, from the top down: what stands nearer hides what stands behind.
pub(super) fn draw_slopes(drawing: &mut BoardDrawing<'_>) {
    draw_lava(drawing);
    draw_huts(drawing);
    let mut pieces = Vec::new();
    for it in &drawing.view.segments {
        for (terrain, owner) in Terrain::ALL.into_iter().zip(it.statues) {
            let site = Site {
                segment: it.segment,
                terrain,
            };
            pieces.extend(
                owner.map(|owner| (layout::statue_position(site), Art::Statue, STATUE, owner)),
            );
        }
    }
    for player in &drawing.view.players {
        pieces.push((
            layout::shaman_position(player.shaman),
            Art::Shaman,
            SHAMAN,
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
    for it in &drawing.view.segments {
        let at = layout::lava_position(it.segment);
        for disc in 0..it.lava {
            drawing.pen.draw_piece(
                Art::LavaDisc,
                Point(at.0, at.1 - 6.0 * f32::from(disc)),
                LAVA,
                None,
            );
        }
        if it.lava > 1 {
            drawing.pen.draw_outlined_number(
                &it.lava.to_string(),
                Point(at.0, at.1 - 6.0 * f32::from(it.lava - 1)),
                LETTERS,
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
            .draw_piece(Art::HutShaman, at, HUT, Some(player.seat));
    }
}
