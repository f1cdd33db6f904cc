//! Haleakala in words: names of pieces here, then what happens, what can be done, why not, and the board as text.

mod actions;
mod alt;
mod board;
mod events;

use super::Fill;
use crate::rules::haleakala::{
    Haleakala,
    board::{Direction, Segment, Shaman, Site, Terrain},
    pieces::{Card, Keepsake, ScoringCard, Ware},
};

/// Somebody who can tell of a game of Haleakala.
pub type Teller<'a> = super::Teller<'a, Haleakala>;

impl Teller<'_> {
    /// A card.
    pub fn card(&self, card: Card) -> String {
        match card {
            Card::Statue => self.say("hal-card-statue", &[]),
            Card::Priestess => self.say("hal-card-priestess", &[]),
            Card::Shell => self.say("hal-card-shell", &[]),
            Card::Lava => self.say("hal-card-lava", &[]),
            Card::Kept(kept) => self.keepsake(kept),
        }
    }

    /// A card that is collected.
    pub fn keepsake(&self, kept: Keepsake) -> String {
        match kept.baskets() {
            0 => self.say(&format!("hal-card-{}", kept.name()), &[]),
            baskets => self.say("hal-card-fish", &[("n", baskets.into())]),
        }
    }

    /// A scoring card.
    pub fn scoring_card(&self, card: ScoringCard) -> String {
        let name = match card {
            ScoringCard::Butterflies => "hal-scoring-butterflies",
            ScoringCard::StatueMajority => "hal-scoring-majority",
            ScoringCard::CompleteSegment => "hal-scoring-segment",
            ScoringCard::Forest => "hal-scoring-forest",
            ScoringCard::Mountain => "hal-scoring-mountain",
        };
        self.say(name, &[])
    }

    /// Something on the display.
    pub fn ware(&self, ware: Ware) -> String {
        match ware {
            Ware::Card(card) => self.scoring_card(card),
            Ware::Priestess => self.say("hal-card-priestess", &[]),
        }
    }

    /// A terrain.
    pub fn terrain(&self, terrain: Terrain) -> String {
        self.say(&format!("hal-{}", terrain.name()), &[])
    }

    /// A site, as in "forest 3".
    pub fn site(&self, site: Site) -> String {
        let fill = [("terrain", Fill::from(self.terrain(site.terrain))), ("segment", segment(site.segment))];
        self.say("hal-site", &fill)
    }

    /// Where a shaman stands.
    pub fn standing(&self, shaman: Shaman) -> String {
        match shaman {
            Shaman::Hut(at) => self.say("hal-hut", &[("segment", segment(at))]),
            Shaman::At(site) => self.site(site),
        }
    }

    /// A way around the volcano.
    pub fn direction(&self, direction: Direction) -> String {
        self.say(&format!("hal-{}", direction.name()), &[])
    }
}

/// The number of a segment.
fn segment(segment: Segment) -> Fill<'static> {
    segment.number().into()
}
