//! What can be done, as a command and what it means. Commands are English in every language: where a sentence names
//! pieces, a language that has other names for them takes the command from `typed`.

use super::{Fill, Teller, segment};
use crate::rules::haleakala::{
    action::Action,
    board::{Direction, Segment, Site, Terrain},
    pieces::{Card, Keepsake, ScoringCard, Ware},
    state::Step,
    view::View,
};

impl Teller<'_> {
    /// What an action would be.
    pub fn action(&self, action: Action) -> String {
        let (name, fill): (&str, Vec<(&str, Fill<'_>)>) = match action {
            Action::Place { disc, at } => {
                ("place", vec![("disc", disc.number().into()), ("segment", segment(at))])
            }
            Action::Invoke { disc } => ("invoke", vec![("disc", disc.number().into())]),
            Action::Take { disc } => ("take", vec![("disc", disc.number().into())]),
            Action::Boat => ("boat", vec![]),
            Action::Walk(site) => {
                ("walk", vec![("site", self.site(site).into()), ("typed", typed_walk(site).into())])
            }
            Action::Stay => ("stay", vec![]),
            Action::Choose(card) => {
                ("choose", vec![("card", self.card(card).into()), ("typed", typed_choice(card).into())])
            }
            Action::Lava { from, direction } => {
                let typed = typed_lava(from, direction).into();
                let direction = self.direction(direction).into();
                ("lava", vec![("segment", segment(from)), ("direction", direction), ("typed", typed)])
            }
            Action::LeaveLava => ("leave-lava", vec![]),
            Action::Buy(ware) => {
                let shells = self.printed.cost(ware).into();
                let typed = typed_purchase(ware).into();
                ("buy", vec![("ware", self.ware(ware).into()), ("shells", shells), ("typed", typed)])
            }
            Action::BuyNothing => ("buy-nothing", vec![]),
        };
        self.say(&format!("hal-action-{name}"), &fill)
    }

    /// What the viewer is asked, if anything.
    pub fn question(&self, view: &View) -> Option<String> {
        let name = match view.my_step()? {
            Step::Turn => "play-turn",
            Step::Shaman => "hal-play-shaman",
            Step::Choose => "hal-play-choose",
            Step::Priestess => "hal-play-priestess",
            Step::Purchase => "hal-play-purchase",
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => return None,
        };
        Some(self.say(name, &[]))
    }
}

fn typed_walk(site: Site) -> String {
    let terrain = match site.terrain {
        Terrain::Grassland => "grassland",
        Terrain::Forest => "forest",
        Terrain::Mountain => "mountain",
    };
    format!("move {terrain} {}", site.segment.number())
}

fn typed_choice(card: Card) -> String {
    let name = match card {
        Card::Statue => "statue",
        Card::Priestess => "lava priestess",
        Card::Shell => "shell",
        Card::Lava => "lava",
        Card::Kept(Keepsake::WhitePearl) => "white pearl",
        Card::Kept(Keepsake::BlackPearl) => "black pearl",
        Card::Kept(Keepsake::Nautilus) => "nautilus",
        Card::Kept(fish) => return format!("take fish {}", fish.baskets()),
    };
    format!("take {name}")
}

fn typed_lava(from: Segment, direction: Direction) -> String {
    let direction = match direction {
        Direction::Clockwise => "clockwise",
        Direction::Counterclockwise => "counterclockwise",
    };
    format!("lava {} {direction}", from.number())
}

fn typed_purchase(ware: Ware) -> String {
    let name = match ware {
        Ware::Card(ScoringCard::Butterflies) => "butterflies",
        Ware::Card(ScoringCard::StatueMajority) => "statue majority",
        Ware::Card(ScoringCard::CompleteSegment) => "complete segment",
        Ware::Card(ScoringCard::Forest) => "forest statues",
        Ware::Card(ScoringCard::Mountain) => "mountain statues",
        Ware::Priestess => "lava priestess",
    };
    format!("buy {name}")
}
