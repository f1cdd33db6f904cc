//! Alt texts of pictures: the most important first, in whole sentences.

use super::{Fill, Phrasebook, segment};
use crate::haleakala::board;
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{Face, Holder, Lies, Ware};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

pub(super) fn board_sentences(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
    let mut sentences = vec![
        board::headline(phrasebook, view),
        phrasebook.now(view.to_act),
    ];
    sentences.extend(
        view.players
            .iter()
            .map(|player| describe_player(phrasebook, player)),
    );
    sentences.push(phrasebook.say("draw-hal-alt-boat", &[("segment", segment(view.boat))]));
    // The boat's segment counts next; the others follow on its way.
    let boat = view.boat.index();
    let (before, after) = view.segments.split_at(boat.min(view.segments.len()));
    sentences.extend(
        after
            .iter()
            .chain(before)
            .map(|it| segment_in_short(phrasebook, view, it)),
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

/// Describes a segment. Statues are listed by player, with their sites.
fn segment_in_short(phrasebook: &Phrasebook<'_>, view: &View, it: &SegmentView) -> String {
    let mut parts = vec![cards_in_short(phrasebook, it)];
    for player in &view.players {
        let who = || Fill::from(phrasebook.who(player.seat));
        let here = |lies: Lies| lies == Lies::On(it.segment);
        let discs = player.discs.iter().filter(|(_, lies)| here(*lies));
        let discs: Vec<String> = discs.map(|(disc, _)| disc.number().to_string()).collect();
        if let [disc] = &discs[..] {
            parts.push(phrasebook.say("hal-alt-disc", &[("who", who()), ("disc", disc.into())]));
        } else if !discs.is_empty() {
            let sum = view.sum(player.seat, it.segment).into();
            let fill = [
                ("who", who()),
                ("discs", discs.join("+").into()),
                ("sum", sum),
            ];
            parts.push(phrasebook.say("hal-board-discs", &fill));
        }
        if player.invocation.is_some_and(here) {
            parts.push(phrasebook.say("hal-board-invocation", &[("who", who())]));
        }
        let sites = Terrain::ALL.into_iter().zip(it.statues);
        let sites = sites.filter(|(_, owner)| *owner == Some(player.seat));
        let sites: Vec<String> = sites
            .map(|(terrain, _)| phrasebook.terrain(terrain))
            .collect();
        if !sites.is_empty() {
            let fill = [("who", who()), ("list", sites.join(", ").into())];
            parts.push(phrasebook.say("hal-alt-statues", &fill));
        }
    }
    parts.extend((it.lava > 0).then(|| phrasebook.say("hal-board-lava", &[("n", it.lava.into())])));
    let fill = [
        ("segment", segment(it.segment)),
        ("list", phrasebook.words.apart(&parts).into()),
    ];
    phrasebook.say("hal-alt-segment", &fill)
}

/// Lists the cards of a segment, equal ones together.
fn cards_in_short(phrasebook: &Phrasebook<'_>, it: &SegmentView) -> String {
    let cards: Vec<String> = it
        .cards
        .iter()
        .flatten()
        .map(|card| phrasebook.card(*card))
        .collect();
    match &cards[..] {
        [] => phrasebook.say("board-none", &[]),
        [one, other] if one == other => format!("2 × {one}"),
        cards => cards.join(", "),
    }
}

/// Describes what a player has beside the board.
fn describe_holdings(phrasebook: &Phrasebook<'_>, view: &View, player: &PlayerView) -> String {
    let kept: Vec<String> = player
        .kept
        .iter()
        .map(|kept| phrasebook.keepsake(*kept))
        .collect();
    let fill = [
        ("who", Fill::from(phrasebook.who(player.seat))),
        ("discs", board::discs_in_hand(phrasebook, player).into()),
        ("shells", player.shells.into()),
        ("statues", player.statues_left.into()),
        ("kept", board::item_list(phrasebook, &kept).into()),
    ];
    let holds = phrasebook.say("hal-alt-holds", &fill);
    // At the end of the game, these points are already on the scoring track.
    if view.standings.is_some() {
        return format!("{holds}.");
    }
    let now = phrasebook.points(player.now.total());
    format!(
        "{holds}; {}.",
        phrasebook.say("hal-alt-now", &[("points", now.into())])
    )
}

/// Lists what is for sale and at which price, and who bought the rest.
fn display_in_short(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let mut display: Vec<String> = Vec::new();
    for (card, holder) in &view.display {
        let name = phrasebook.scoring_card(*card);
        display.push(match holder {
            Holder::Display => format!("{name} {}", view.printed.cost(Ware::Card(*card))),
            Holder::Seat(seat) => phrasebook.say(
                "hal-board-sold",
                &[("ware", name.into()), ("who", phrasebook.who(*seat).into())],
            ),
        });
    }
    let priestess = (view.priestess == Face::Up).then_some(Ware::Priestess);
    display.extend(
        priestess.map(|ware| format!("{} {}", phrasebook.ware(ware), view.printed.cost(ware))),
    );
    phrasebook.say("hal-alt-display", &[("list", display.join(", ").into())])
}

fn describe_player(phrasebook: &Phrasebook<'_>, player: &PlayerView) -> String {
    let fill = [
        ("who", Fill::from(phrasebook.who(player.seat))),
        ("points", phrasebook.points(player.points).into()),
        ("at", phrasebook.standing(player.shaman).into()),
    ];
    phrasebook.say("draw-hal-alt-player", &fill)
}
