//! The labels of choices in Haleakala.

use crate::key;
use crate::labels::without_command;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::pieces::{Disc, DiscLocation};
use lanai_rules::haleakala::view::View;
use lanai_text::TellActions;
use lanai_text::haleakala::Phrasebook;

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are worded as in the list of choices"
)]
pub(super) fn choice_label(phrasebook: &Phrasebook<'_>, view: &View, action: Action) -> String {
    let words = phrasebook.words;
    match action {
        Action::Place { disc, at } => {
            let name = if at == view.boat {
                key::PANEL_CHOICE_PLACE_BOAT
            } else {
                key::PANEL_CHOICE_PLACE
            };
            let fill = [
                ("disc", disc.number().into()),
                ("segment", at.number().into()),
            ];
            words.say(name, &fill)
        }
        Action::Invoke { disc } => {
            words.say(key::PANEL_CHOICE_INVOKE, &[("disc", disc.number().into())])
        }
        Action::Take { disc } => {
            let at = beach_of_disc(view, disc).map_or(0, Segment::number);
            let fill = [("disc", disc.number().into()), ("segment", at.into())];
            words.say(key::PANEL_CHOICE_TAKE, &fill)
        }
        Action::Boat => words.say(key::PANEL_KIND_BOAT, &[]),
        Action::Walk(site) => phrasebook.site(site),
        Action::Choose(card) => phrasebook.card(card),
        _ => without_command(&Haleakala::describe_action(phrasebook, view, &action)),
    }
}

/// Returns the beach that has this disc of the player to act.
fn beach_of_disc(view: &View, disc: Disc) -> Option<Segment> {
    let player = view.to_act.and_then(|seat| view.player(seat))?;
    player.discs.iter().find_map(|(other, lies)| match lies {
        DiscLocation::On(at) if *other == disc => Some(*at),
        DiscLocation::On(_) | DiscLocation::InHand => None,
    })
}
