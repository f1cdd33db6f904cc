//! Haleakala in words: names of pieces here, then what happens, what can be done, why not, and the board as text.

mod actions;
mod alt;
mod board;
mod events;

use super::{Fill, Scene, Tell};
use crate::rules::{
    Seat,
    haleakala::{
        Haleakala,
        action::{Action, Event, Refusal},
        board::{Direction, Segment, Shaman, Site, Terrain},
        pieces::{Card, Keepsake, ScoringCard, Ware},
        view::View,
    },
};

/// Somebody who can tell of a game of Haleakala.
pub type Teller<'a> = super::Teller<'a, Haleakala>;

impl Tell for Haleakala {
    fn event(teller: &Teller<'_>, event: &Event) -> String {
        teller.event(event)
    }

    fn refusal(teller: &Teller<'_>, refusal: &Refusal) -> String {
        teller.refusal(*refusal)
    }

    fn action(teller: &Teller<'_>, _view: &View, action: &Action) -> String {
        teller.action(*action)
    }

    fn question(teller: &Teller<'_>, view: &View) -> Option<String> {
        teller.question(view)
    }

    fn progress(teller: &Teller<'_>, view: &View) -> Vec<String> {
        vec![teller.headline(view), teller.piles(view)]
    }

    fn board(teller: &Teller<'_>, view: &View) -> String {
        teller.volcano(view)
    }

    fn players(teller: &Teller<'_>, view: &View) -> String {
        let players = view.players.iter().map(|player| teller.player(view, player));
        players.collect::<Vec<_>>().join("\n")
    }

    fn player(teller: &Teller<'_>, view: &View, seat: Seat) -> String {
        view.player(seat).map(|player| teller.player(view, player)).unwrap_or_default()
    }

    fn described(teller: &Teller<'_>, view: &View, _scene: Scene) -> String {
        teller.volcano_described(view)
    }
}

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
        match kept {
            Keepsake::WhitePearl => self.say("hal-card-white-pearl", &[]),
            Keepsake::BlackPearl => self.say("hal-card-black-pearl", &[]),
            Keepsake::Nautilus => self.say("hal-card-nautilus", &[]),
            Keepsake::Fish1 | Keepsake::Fish2 | Keepsake::Fish3 | Keepsake::Fish4 | Keepsake::Fish5 => {
                self.say("hal-card-fish", &[("n", kept.baskets().into())])
            }
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
        let name = match terrain {
            Terrain::Grassland => "hal-grassland",
            Terrain::Forest => "hal-forest",
            Terrain::Mountain => "hal-mountain",
        };
        self.say(name, &[])
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
        let name = match direction {
            Direction::Clockwise => "hal-clockwise",
            Direction::Counterclockwise => "hal-counterclockwise",
        };
        self.say(name, &[])
    }
}

/// The number of a segment.
fn segment(segment: Segment) -> Fill<'static> {
    segment.number().into()
}
