//! Alt texts of pictures, in whole sentences with the most important first.

use super::{Fill, Phrasebook, segment};
use crate::haleakala::board;
use crate::key;
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{DiscLocation, Face, Holder, Ware};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

pub(super) fn board_sentences(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
    let mut sentences = vec![
        board::headline(phrasebook, view),
        phrasebook.turn_sentence(view.to_act),
    ];
    sentences.extend(
        view.players
            .iter()
            .map(|player| describe_player(phrasebook, player)),
    );
    sentences.push(phrasebook.say(key::DRAW_HAL_ALT_BOAT, &[("segment", segment(view.boat))]));
    // The boat's segment comes first; the others follow in the order in which the boat passes them.
    let boat = view.boat.index();
    let (before, after) = view.segments.split_at(boat.min(view.segments.len()));
    sentences.extend(
        after
            .iter()
            .chain(before)
            .map(|segment_view| segment_in_short(phrasebook, view, segment_view)),
    );
    sentences.extend(
        view.players
            .iter()
            .map(|player| describe_holdings(phrasebook, view, player)),
    );
    sentences.push(display_in_short(phrasebook, view));
    sentences.push(board::pile_line(phrasebook, view));
    sentences.extend(board::quiet_turns_line(phrasebook, view));
    sentences
}

/// Describes a segment in one sentence. Statues are listed by player, with their sites.
fn segment_in_short(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    segment_view: &SegmentView,
) -> String {
    let mut parts = vec![cards_in_short(phrasebook, segment_view)];
    for player in &view.players {
        let who = ("who", Fill::from(phrasebook.player_name(player.seat)));
        let on_segment = DiscLocation::On(segment_view.segment);
        let discs = player.discs.iter().filter(|(_, lies)| *lies == on_segment);
        let discs: Vec<String> = discs.map(|(disc, _)| disc.number().to_string()).collect();
        if let [disc] = &discs[..] {
            parts.push(phrasebook.say(key::HAL_ALT_DISC, &[who.clone(), ("disc", disc.into())]));
        } else if !discs.is_empty() {
            let sum = view.sum(player.seat, segment_view.segment).into();
            let fill = [who.clone(), ("discs", discs.join("+").into()), ("sum", sum)];
            parts.push(phrasebook.say(key::HAL_BOARD_DISCS, &fill));
        }
        if player.invocation == Some(on_segment) {
            parts.push(phrasebook.say(key::HAL_BOARD_INVOCATION, std::slice::from_ref(&who)));
        }
        let sites = Terrain::ALL.into_iter().zip(segment_view.statues);
        let sites = sites.filter(|(_, owner)| *owner == Some(player.seat));
        let sites: Vec<String> = sites
            .map(|(terrain, _)| phrasebook.terrain(terrain))
            .collect();
        if !sites.is_empty() {
            let fill = [who, ("list", sites.join(", ").into())];
            parts.push(phrasebook.say(key::HAL_ALT_STATUES, &fill));
        }
    }
    parts.extend(
        (segment_view.lava > 0)
            .then(|| phrasebook.say(key::HAL_BOARD_LAVA, &[("n", segment_view.lava.into())])),
    );
    let fill = [
        ("segment", segment(segment_view.segment)),
        ("list", phrasebook.words.join_parts(&parts).into()),
    ];
    phrasebook.say(key::HAL_ALT_SEGMENT, &fill)
}

/// Lists the cards of a segment; equal cards are counted together.
fn cards_in_short(phrasebook: &Phrasebook<'_>, segment_view: &SegmentView) -> String {
    let cards: Vec<String> = segment_view
        .cards
        .iter()
        .flatten()
        .map(|card| phrasebook.card(*card))
        .collect();
    match &cards[..] {
        [] => phrasebook.say(key::BOARD_NONE, &[]),
        [one, other] if one == other => format!("2 × {one}"),
        cards => cards.join(", "),
    }
}

/// Describes what a player has off the board: discs in hand, cards, and the points for a scoring
/// now.
fn describe_holdings(phrasebook: &Phrasebook<'_>, view: &View, player: &PlayerView) -> String {
    let kept: Vec<String> = player
        .kept
        .iter()
        .map(|kept| phrasebook.keepsake(*kept))
        .collect();
    let fill = [
        ("who", Fill::from(phrasebook.player_name(player.seat))),
        ("discs", board::discs_in_hand(phrasebook, player).into()),
        ("shells", player.shells.into()),
        ("statues", player.statues_left.into()),
        ("kept", board::item_list(phrasebook, &kept).into()),
    ];
    let holds = phrasebook.say(key::HAL_ALT_HOLDS, &fill);
    // At the end of the game, these points are already on the scoring track.
    if view.standings.is_some() {
        return format!("{holds}.");
    }
    let now = phrasebook.points(player.now.total());
    format!(
        "{holds}; {}.",
        phrasebook.say(key::HAL_ALT_NOW, &[("points", now.into())])
    )
}

/// Lists the wares for sale with their prices, and the buyers of the sold ones.
fn display_in_short(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let mut display: Vec<String> = Vec::new();
    for (card, holder) in &view.display {
        let name = phrasebook.scoring_card(*card);
        display.push(match holder {
            Holder::Display => format!("{name} {}", view.printed.cost(Ware::Card(*card))),
            Holder::Seat(seat) => phrasebook.say(
                key::HAL_BOARD_SOLD,
                &[
                    ("ware", name.into()),
                    ("who", phrasebook.player_name(*seat).into()),
                ],
            ),
        });
    }
    let priestess = (view.priestess == Face::Up).then_some(Ware::Priestess);
    display.extend(
        priestess.map(|ware| format!("{} {}", phrasebook.ware(ware), view.printed.cost(ware))),
    );
    phrasebook.say(key::HAL_ALT_DISPLAY, &[("list", display.join(", ").into())])
}

fn describe_player(phrasebook: &Phrasebook<'_>, player: &PlayerView) -> String {
    let fill = [
        ("who", Fill::from(phrasebook.player_name(player.seat))),
        ("points", phrasebook.points(player.points).into()),
        ("at", phrasebook.shaman_place(player.shaman).into()),
    ];
    phrasebook.say(key::DRAW_HAL_ALT_PLAYER, &fill)
}
