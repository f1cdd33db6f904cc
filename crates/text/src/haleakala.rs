//! Sentences about Haleakala. This module names its pieces; its submodules describe events,
//! actions, refusals, rules and the board.

mod actions;
mod alt;
mod board;
mod brief;
mod events;
mod outcomes;
mod reasons;
mod topics;

use super::{Fill, Key};
use crate::key;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::board::{Direction, Segment, Shaman, Site, Terrain};
use lanai_rules::haleakala::pieces::{Card, Keepsake, ScoringCard, Ware};

/// A phrasebook whose sentences are about Haleakala.
pub type Phrasebook<'a> = super::Phrasebook<'a, Haleakala>;

impl Phrasebook<'_> {
    pub fn card(&self, card: Card) -> String {
        let Card::Kept(kept) = card else {
            let piece = if card == Card::Priestess {
                "card-priestess".to_owned()
            } else {
                format!("card-{}", card.name())
            };
            return self.words.mark_piece(&piece, self.card_name(card.name()));
        };
        self.keepsake(kept)
    }

    /// Returns the name of a card with its indefinite article.
    pub fn a_card(&self, card: Card) -> String {
        let (piece, name) = match card {
            Card::Kept(kept) if kept.baskets() > 0 => return self.keepsake(kept),
            Card::Kept(kept) => (format!("card-{}", kept.name()), kept.name()),
            Card::Priestess => ("card-priestess".to_owned(), card.name()),
            Card::Statue | Card::Shell | Card::Lava => {
                (format!("card-{}", card.name()), card.name())
            }
        };
        self.words
            .mark_piece(&piece, self.say(key::HAL_A_CARD.member(name), &[]))
    }

    /// Returns the name of a collected card; cards with fish are named by their baskets.
    pub fn keepsake(&self, kept: Keepsake) -> String {
        let name = match kept.baskets() {
            0 => self.card_name(kept.name()),
            baskets => self.say(key::HAL_CARD_FISH, &[("n", baskets.into())]),
        };
        self.words
            .mark_piece(&format!("card-{}", kept.name()), name)
    }

    pub fn scoring_card(&self, card: ScoringCard) -> String {
        self.ware(Ware::Card(card))
    }

    /// Returns the name of a ware in the display.
    pub fn ware(&self, ware: Ware) -> String {
        let piece = match ware {
            Ware::Card(ScoringCard::Butterflies) => "score-butterflies",
            Ware::Card(ScoringCard::StatueMajority) => "score-majority",
            Ware::Card(ScoringCard::CompleteSegment) => "score-segment",
            Ware::Card(ScoringCard::Forest) => "score-forest",
            Ware::Card(ScoringCard::Mountain) => "score-mountain",
            Ware::Priestess => "score-priestess",
        };
        self.words.mark_piece(piece, self.card_name(ware.name()))
    }

    fn card_name(&self, name: &str) -> String {
        self.say(key::HAL_CARD.member(name), &[])
    }

    pub fn terrain(&self, terrain: Terrain) -> String {
        self.say(terrain_key(terrain), &[])
    }

    /// Returns the name of a site, as in "forest 3".
    pub fn site(&self, site: Site) -> String {
        let fill = [
            ("terrain", Fill::from(self.terrain(site.terrain))),
            ("segment", segment(site.segment)),
        ];
        self.say(key::HAL_SITE, &fill)
    }

    pub fn shaman_place(&self, shaman: Shaman) -> String {
        match shaman {
            Shaman::Hut(at) => self.say(key::HAL_HUT, &[("segment", segment(at))]),
            Shaman::At(site) => self.site(site),
        }
    }

    /// Returns the name of a direction around the volcano.
    pub fn direction(&self, direction: Direction) -> String {
        let key = match direction {
            Direction::Clockwise => key::HAL_CLOCKWISE,
            Direction::Counterclockwise => key::HAL_COUNTERCLOCKWISE,
        };
        self.say(key, &[])
    }
}

pub(crate) fn terrain_key(terrain: Terrain) -> Key {
    match terrain {
        Terrain::Grassland => key::HAL_GRASSLAND,
        Terrain::Forest => key::HAL_FOREST,
        Terrain::Mountain => key::HAL_MOUNTAIN,
    }
}

/// Returns the number of a segment as a value for sentences.
fn segment(segment: Segment) -> Fill<'static> {
    segment.number().into()
}
