//! The rules of Haleakala in short: topics, the printed figures in them, and the effect of each
//! card.

use super::{Fill, Phrasebook};
use crate::{Figures, TellRules, key};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::pieces::{Card, Keepsake, ScoringCard, Ware};
use lanai_rules::haleakala::printed::Printed;
use lanai_rules::haleakala::view::View;

// Topics that stand for several cards: all cards with fish, and both pearls.
const FISH: &str = "fish";
const PEARLS: &str = "pearls";

impl TellRules for Haleakala {
    const TOPICS: [&'static [&'static str]; 2] = [
        &[
            "aim", "setup", "turn", "discs", "boat", "cards", "shaman", "lava", "shells",
            "scoring", "end", "tactical", "signs",
        ],
        &[
            "statue",
            "lava-priestess",
            "shell",
            FISH,
            PEARLS,
            "nautilus",
            "butterflies",
            "statue-majority",
            "complete-segment",
            "forest-statues",
            "mountain-statues",
        ],
    ];

    const SHEET: [&'static [&'static str]; 3] = [
        &["place", "boat", "take", "sums"],
        &["choose", "build", "shell", "lava", "rounds"],
        &["statues", "fish", "pearls", "cards"],
    ];

    fn printed_figures(phrasebook: &Phrasebook<'_>) -> Figures {
        let sheet = &phrasebook.printed.sheet;
        let figures: [(&str, Fill<'static>); 8] = [
            ("grassland", sheet.points.grassland.into()),
            ("forest", sheet.points.forest.into()),
            ("mountain", sheet.points.mountain.into()),
            ("fish", phrasebook.points(sheet.points.most_fish).into()),
            ("shell", phrasebook.points(sheet.points.shell_left).into()),
            ("statues", sheet.pieces.statues_each.into()),
            ("discs", sheet.pieces.lava_discs.into()),
            ("jetty", phrasebook.printed.jetty.number().into()),
        ];
        figures
            .map(|(name, figure)| (name.to_owned(), figure))
            .to_vec()
    }

    fn topic_piece_name(phrasebook: &Phrasebook<'_>, topic: &str) -> Option<String> {
        let ware = Ware::ALL.into_iter().find(|ware| ware.name() == topic);
        let card = [
            Card::Statue,
            Card::Shell,
            Card::Priestess,
            Card::Kept(Keepsake::Nautilus),
        ];
        let card = card.into_iter().find(|card| card.name() == topic);
        card.map(|card| phrasebook.card(card))
            .or_else(|| ware.map(|ware| phrasebook.ware(ware)))
    }

    fn has_reconstructed_figures(printed: &Printed, topic: &str) -> bool {
        // Both name the segment of the jetty.
        ["setup", "boat"].contains(&topic) && printed.sheet.board.is_reconstructed()
    }

    fn topic_lines(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<String> {
        let kept: &[Keepsake] = match topic {
            FISH => &Keepsake::ALL[..5],
            PEARLS => &[Keepsake::WhitePearl, Keepsake::BlackPearl],
            "nautilus" => &[Keepsake::Nautilus],
            _ => &[],
        };
        if !kept.is_empty() {
            let cards = kept.iter().map(|kept| Card::Kept(*kept));
            return cards.map(|card| card_line(phrasebook, card)).collect();
        }
        let acting = [Card::Statue, Card::Shell, Card::Priestess]
            .into_iter()
            .find(|card| card.name() == topic);
        let mut lines: Vec<String> = acting
            .map(|card| card_line(phrasebook, card))
            .into_iter()
            .collect();
        if let Some(ware) = Ware::ALL.into_iter().find(|ware| ware.name() == topic) {
            if acting.is_none() {
                lines.push(effect_line(
                    phrasebook,
                    phrasebook.ware(ware),
                    describe_ware(phrasebook, ware),
                ));
            }
            let shells = Fill::from(phrasebook.printed.cost(ware));
            lines.push(phrasebook.say(key::TOPIC_HALEAKALA_COST, &[("shells", shells)]));
        }
        lines
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are about no card"
    )]
    fn describe_action_effect(
        phrasebook: &Phrasebook<'_>,
        _view: &View,
        action: &Action,
    ) -> Option<String> {
        match *action {
            Action::Choose(card) => Some(describe_card(phrasebook, card)),
            Action::Buy(ware) => Some(describe_ware(phrasebook, ware)),
            _ => None,
        }
    }
}

fn card_line(phrasebook: &Phrasebook<'_>, card: Card) -> String {
    effect_line(
        phrasebook,
        phrasebook.card(card),
        describe_card(phrasebook, card),
    )
}

fn effect_line(phrasebook: &Phrasebook<'_>, name: String, effect: String) -> String {
    let fill = [("tile", Fill::from(name)), ("does", effect.into())];
    phrasebook.say(key::TOPIC_DOES, &fill)
}

/// Returns one line about what a card does.
pub(super) fn describe_card(phrasebook: &Phrasebook<'_>, card: Card) -> String {
    let worth = &phrasebook.printed.sheet.points;

    let Card::Kept(kept) = card else {
        let fill = [("points", phrasebook.points(worth.shell_left).into())];
        return phrasebook.say(key::HAL_DOES.member(card.name()), &fill);
    };
    let does = match kept {
        Keepsake::WhitePearl => phrasebook.say(
            key::HAL_DOES_PEARL,
            &[
                ("points", phrasebook.points(worth.white_pearl).into()),
                ("both", phrasebook.points(worth.both_pearls).into()),
            ],
        ),
        Keepsake::BlackPearl => phrasebook.say(
            key::HAL_DOES_PEARL,
            &[
                ("points", phrasebook.points(worth.black_pearl).into()),
                ("both", phrasebook.points(worth.both_pearls).into()),
            ],
        ),
        Keepsake::Nautilus => phrasebook.say(
            key::HAL_DOES_NAUTILUS,
            &[("points", phrasebook.points(worth.nautilus).into())],
        ),
        Keepsake::Fish1 | Keepsake::Fish2 | Keepsake::Fish3 | Keepsake::Fish4 | Keepsake::Fish5 => {
            phrasebook.say(
                key::HAL_DOES_FISH,
                &[("points", phrasebook.points(worth.most_fish).into())],
            )
        }
    };
    if phrasebook.printed.has_butterfly(kept) {
        phrasebook.say(key::HAL_DOES_BUTTERFLY, &[("does", does.into())])
    } else {
        does
    }
}

/// Returns one line about what a ware in the display does.
pub(super) fn describe_ware(phrasebook: &Phrasebook<'_>, ware: Ware) -> String {
    let worth = &phrasebook.printed.sheet.points;
    let points = match ware {
        Ware::Priestess => return describe_card(phrasebook, Card::Priestess),
        Ware::Card(ScoringCard::Butterflies) => worth.butterfly,
        Ware::Card(ScoringCard::StatueMajority) => worth.majority,
        Ware::Card(ScoringCard::CompleteSegment) => worth.complete_segment,
        Ware::Card(ScoringCard::Forest) => worth.forest_card,
        Ware::Card(ScoringCard::Mountain) => worth.mountain_card,
    };
    phrasebook.say(
        key::HAL_DOES.member(ware.name()),
        &[("points", phrasebook.points(points).into())],
    )
}
