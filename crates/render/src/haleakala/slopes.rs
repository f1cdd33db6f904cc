//! The slopes: statues, shamans, and the lava in the crater.

use super::easel::{Easel, LETTERS};
use super::layout;
use crate::Art;
use crate::numbers::Point;
use lanai_rules::haleakala::board::{Shaman, Site, Terrain};

/// How high they are.
const STATUE: u16 = 66;
const SHAMAN: u16 = 68;
const HUT: u16 = 76;
const LAVA: u16 = 46;

impl Easel<'_> {
    /// Everything on the slopes, from the top down: what stands nearer hides what stands behind.
    pub(super) fn slopes(&mut self) {
        self.lava();
        self.huts();
        let mut pieces = Vec::new();
        for it in &self.view.segments {
            for (terrain, owner) in Terrain::ALL.into_iter().zip(it.statues) {
                let site = Site {
                    segment: it.segment,
                    terrain,
                };
                pieces
                    .extend(owner.map(|owner| (layout::statue(site), Art::Statue, STATUE, owner)));
            }
        }
        for player in &self.view.players {
            pieces.push((
                layout::shaman(player.shaman),
                Art::Shaman,
                SHAMAN,
                player.seat,
            ));
        }
        pieces.sort_by(|(one, ..), (other, ..)| one.1.total_cmp(&other.1));
        for (Point(x, y), art, height, seat) in pieces {
            self.pen.piece(art, Point(x, y - 6.0), height, Some(seat));
        }
    }

    fn lava(&mut self) {
        for it in &self.view.segments {
            let at = layout::lava(it.segment);
            for disc in 0..it.lava {
                self.pen.piece(
                    Art::LavaDisc,
                    Point(at.0, at.1 - 6.0 * f32::from(disc)),
                    LAVA,
                    None,
                );
            }
            if it.lava > 1 {
                self.pen.figure(
                    &it.lava.to_string(),
                    Point(at.0, at.1 - 6.0 * f32::from(it.lava - 1)),
                    LETTERS,
                );
            }
        }
    }

    fn huts(&mut self) {
        let view = self.view;
        for (player, hut) in view.players.iter().zip(view.printed.huts) {
            let Point(x, y) = layout::hut(hut);
            let home = matches!(player.shaman, Shaman::Hut(_));
            let at = Point(if home { x - 20.0 } else { x }, y - 6.0);
            self.pen.piece(Art::HutShaman, at, HUT, Some(player.seat));
        }
    }
}
