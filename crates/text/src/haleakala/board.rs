//! Describes the board as text, for terminals, for screen readers, and for when a picture is not
//! available.

use super::{Fill, Phrasebook, segment};
use crate::haleakala::alt;
use crate::{Scene, TellViews, key};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{DiscLocation, Face, Holder, Ware};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

impl TellViews for Haleakala {
    fn progress_lines(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
        [headline(phrasebook, view), pile_line(phrasebook, view)]
            .into_iter()
            .chain(quiet_turns_line(phrasebook, view))
            .collect()
    }

    /// Describes the round, the boat, the segments, the piles and the display.
    fn describe_board(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let mut lines = vec![
            headline(phrasebook, view),
            phrasebook.turn_sentence(view.to_act),
        ];
        lines.extend(
            view.segments
                .iter()
                .map(|segment_view| segment_line(phrasebook, view, segment_view)),
        );
        lines.extend(
            [pile_line(phrasebook, view)]
                .into_iter()
                .chain(quiet_turns_line(phrasebook, view)),
        );
        lines.push(display_line(phrasebook, view));
        lines.join("\n")
    }

    fn describe_players(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let players = view
            .players
            .iter()
            .map(|player| player_line(phrasebook, view, player));
        players.collect::<Vec<_>>().join("\n")
    }

    fn describe_player(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> String {
        view.player(seat)
            .map(|player| player_line(phrasebook, view, player))
            .unwrap_or_default()
    }

    fn describe_picture(phrasebook: &Phrasebook<'_>, view: &View, _scene: Scene) -> String {
        phrasebook.fit_alt_text(alt::board_sentences(phrasebook, view))
    }
}

pub(super) fn headline(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    phrasebook.say(
        key::HAL_BOARD_TITLE,
        &[("round", view.round.number().into())],
    )
}

pub(super) fn pile_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let [one, two, three] = view.piles;
    let piles = [
        ("one", one.into()),
        ("two", two.into()),
        ("three", three.into()),
    ];
    phrasebook.say(key::HAL_BOARD_PILES, &piles)
}

/// Returns a line with the number of turns since a player received a card, if there is a limit.
pub(super) fn quiet_turns_line(phrasebook: &Phrasebook<'_>, view: &View) -> Option<String> {
    let limit = view.options.shuffling.quiet_turns()?;
    Some(phrasebook.say(
        key::HAL_BOARD_QUIET,
        &[("n", view.quiet.min(limit).into()), ("most", limit.into())],
    ))
}

/// Returns a list of the discs in a player's hand.
pub(super) fn discs_in_hand(phrasebook: &Phrasebook<'_>, player: &PlayerView) -> String {
    let discs = player
        .discs
        .iter()
        .filter(|(_, lies)| *lies == DiscLocation::InHand);
    let discs = discs.map(|(disc, _)| disc.number().to_string());
    let invocation = (player.invocation == Some(DiscLocation::InHand))
        .then(|| phrasebook.say(key::HAL_ALT_INVOCATION, &[]));
    item_list(phrasebook, &discs.chain(invocation).collect::<Vec<_>>())
}

pub(super) fn item_list(phrasebook: &Phrasebook<'_>, items: &[String]) -> String {
    if items.is_empty() {
        phrasebook.say(key::BOARD_NONE, &[])
    } else {
        items.join(", ")
    }
}

/// Lists the wares for sale with their prices, and the buyers of the sold ones.
pub(super) fn display_line(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let mut display: Vec<String> = Vec::new();
    for (card, holder) in &view.display {
        let name = phrasebook.scoring_card(*card);
        let cost = Fill::from(view.printed.cost(Ware::Card(*card)));
        display.push(match holder {
            Holder::Display => phrasebook.say(
                key::HAL_BOARD_WARE,
                &[("ware", name.into()), ("shells", cost)],
            ),
            Holder::Seat(seat) => phrasebook.say(
                key::HAL_BOARD_SOLD,
                &[
                    ("ware", name.into()),
                    ("who", phrasebook.player_name(*seat).into()),
                ],
            ),
        });
    }
    if view.priestess == Face::Up {
        let ware = [
            ("ware", phrasebook.ware(Ware::Priestess).into()),
            ("shells", view.printed.cost(Ware::Priestess).into()),
        ];
        display.push(phrasebook.say(key::HAL_BOARD_WARE, &ware));
    }
    phrasebook.say(
        key::HAL_BOARD_DISPLAY,
        &[("list", display.join(", ").into())],
    )
}

pub(super) fn segment_line(
    phrasebook: &Phrasebook<'_>,
    view: &View,
    segment_view: &SegmentView,
) -> String {
    let cards = item_list(
        phrasebook,
        &segment_view
            .cards
            .iter()
            .flatten()
            .map(|card| phrasebook.card(*card))
            .collect::<Vec<_>>(),
    );
    let mut parts = vec![phrasebook.say(
        key::HAL_BOARD_SEGMENT,
        &[
            ("segment", segment(segment_view.segment)),
            ("cards", cards.into()),
        ],
    )];
    for player in &view.players {
        let discs = player
            .discs
            .iter()
            .filter(|(_, lies)| *lies == DiscLocation::On(segment_view.segment));
        let discs: Vec<_> = discs.map(|(disc, _)| disc.number().to_string()).collect();
        if !discs.is_empty() {
            let sum = view.sum(player.seat, segment_view.segment);
            let fill = [
                ("who", Fill::from(phrasebook.player_name(player.seat))),
                ("discs", discs.join("+").into()),
                ("sum", sum.into()),
            ];
            parts.push(phrasebook.say(key::HAL_BOARD_DISCS, &fill));
        }
        if player.invocation == Some(DiscLocation::On(segment_view.segment)) {
            parts.push(phrasebook.say(
                key::HAL_BOARD_INVOCATION,
                &[("who", phrasebook.player_name(player.seat).into())],
            ));
        }
    }
    for (terrain, owner) in Terrain::ALL.into_iter().zip(segment_view.statues) {
        if let Some(owner) = owner {
            let fill = [
                ("who", Fill::from(phrasebook.player_name(owner))),
                ("terrain", phrasebook.terrain(terrain).into()),
            ];
            parts.push(phrasebook.say(key::HAL_BOARD_STATUE, &fill));
        }
    }
    if segment_view.lava > 0 {
        parts.push(phrasebook.say(key::HAL_BOARD_LAVA, &[("n", segment_view.lava.into())]));
    }
    if view.boat == segment_view.segment {
        parts.push(phrasebook.say(key::HAL_BOARD_BOAT, &[]));
    }
    phrasebook.words.join_parts(&parts)
}

/// Describes a player's points, shaman, discs in hand, shells and collected cards.
pub(super) fn player_line(phrasebook: &Phrasebook<'_>, view: &View, player: &PlayerView) -> String {
    let kept: Vec<String> = player
        .kept
        .iter()
        .map(|kept| phrasebook.keepsake(*kept))
        .collect();
    let fill = [
        ("who", Fill::from(phrasebook.player_name(player.seat))),
        ("seat", player.seat.number().into()),
        ("points", phrasebook.points(player.points).into()),
        ("at", phrasebook.shaman_place(player.shaman).into()),
        ("discs", discs_in_hand(phrasebook, player).into()),
        ("shells", player.shells.into()),
        ("kept", item_list(phrasebook, &kept).into()),
        ("statues", player.statues_left.into()),
    ];
    let line = phrasebook.say(key::HAL_BOARD_PLAYER, &fill);
    // At the end of the game, these points are already on the scoring track.
    if view.standings.is_some() {
        return line;
    }
    let now = phrasebook.points(player.now.total());
    format!(
        "{line}; {}",
        phrasebook.say(key::HAL_BOARD_NOW, &[("points", now.into())])
    )
}
