//! "Setup (base game)".

use std::collections::HashSet;

use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::haleakala::board::Shaman;
use lanai_rules::haleakala::options::Options;
use lanai_rules::haleakala::pieces::{Card, DiscLocation, Face, Holder};
use lanai_rules::haleakala::state::{Collected, State};
use lanai_rules::{Rules, Seats, Status, Title};

use super::fixture::*;

fn set_up(options: Options, seed: u64) -> Haleakala {
    Haleakala::setup(&printed(), seats(), options, Seed::from_number(seed)).unwrap()
}

fn states(options: Options) -> impl Iterator<Item = State> {
    (0..30).map(move |seed| set_up(options, seed).state().clone())
}

#[test]
fn haleakala_is_for_two() {
    let counts: Vec<u8> = (0..=6)
        .filter(|count| Seats::of(Title::Haleakala, *count).is_ok())
        .collect();
    assert_eq!(counts, [2]);
    let five = Seats::of(Title::Hawaii, 5).unwrap();
    let refused =
        Haleakala::setup(&printed(), five, Options::base(), Seed::from_number(1)).unwrap_err();
    assert_eq!(refused.asked, 5);
}

#[test]
fn the_shamans_stand_at_huts_opposite_from_each_other() {
    for state in states(Options::base()) {
        let huts = [RED, YELLOW].map(|player| match state.players[seat(player)].shaman {
            Shaman::Hut(at) => at.number(),
            Shaman::At(site) => panic!("{site:?}"),
        });
        assert_eq!(huts[0].abs_diff(huts[1]), 3);
    }
}

#[test]
fn the_boat_lies_at_the_jetty_away_from_the_huts() {
    let figures = printed();
    assert!(!figures.huts.contains(&figures.jetty));
    assert!(states(Options::base()).all(|state| state.boat == figures.jetty));
}

#[test]
fn the_starting_player_is_drawn() {
    let starters: Vec<u8> = states(Options::base())
        .map(|state| state.start_player.number())
        .collect();
    assert!(
        starters.contains(&RED) && starters.contains(&YELLOW),
        "{starters:?}"
    );
    for seed in 0..30 {
        let game = set_up(Options::base(), seed);
        let start_player = game.state().start_player;
        assert_eq!(
            (game.status(), game.state().turn),
            (Status::ToAct(start_player), start_player)
        );
    }
}

#[test]
fn twelve_cards_lie_face_up_two_per_segment() {
    for state in states(Options::base()) {
        for cards in state.slots {
            assert!(
                cards
                    .iter()
                    .all(|card| card.is_some_and(|card| card != Card::Lava))
            );
        }
        assert_eq!(state.piles.map(|pile| pile.len()), [3, 12, 15]);
    }
}

#[test]
fn each_pile_holds_the_cards_of_its_palms() {
    let sorted = |mut cards: Vec<String>| {
        cards.sort();
        cards
    };
    for state in states(Options::base()) {
        let beside = state.slots.into_iter().flatten().flatten();
        let first: Vec<Card> = state.piles[0].into_iter().chain(beside).collect();
        for (pile, cards) in [first, state.piles[1].to_vec(), state.piles[2].to_vec()]
            .into_iter()
            .enumerate()
        {
            let all = printed()
                .pile(pile)
                .into_iter()
                .map(|card| format!("{card:?}"))
                .collect();
            assert_eq!(
                sorted(cards.into_iter().map(|card| format!("{card:?}")).collect()),
                sorted(all)
            );
        }
    }
}

#[test]
fn the_piles_are_shuffled() {
    for pile in 0..3 {
        let orders: HashSet<String> = states(Options::base())
            .map(|state| format!("{:?}{:?}", state.piles[pile], state.slots))
            .collect();
        assert_eq!(orders.len(), 30);
    }
}

#[test]
fn the_same_seed_lays_out_the_same_game() {
    assert_eq!(set_up(Options::base(), 7), set_up(Options::base(), 7));
    assert_ne!(set_up(Options::base(), 7), set_up(Options::base(), 8));
}

#[test]
fn number_discs_and_statues_are_in_front_of_the_players() {
    for state in states(Options::base()) {
        for player in state.players.values() {
            assert_eq!(player.discs, [DiscLocation::InHand; 5]);
            assert_eq!(
                (player.shells, player.points, player.kept),
                (0, 0, [Collected::No; 8])
            );
        }
        assert!(state.statues.iter().flatten().all(Option::is_none));
    }
    assert_eq!(printed().sheet.pieces.statues_each, 8);
}

#[test]
fn the_lava_discs_lie_next_to_the_board() {
    assert!(states(Options::base()).all(|state| state.lava == [0; 6]));
    assert_eq!(printed().sheet.pieces.lava_discs, 4);
}

#[test]
fn the_scoring_cards_and_the_priestess_lie_face_up() {
    for state in states(Options::base()) {
        assert_eq!(
            (state.display, state.priestess),
            ([Holder::Display; 5], Face::Up)
        );
        assert_eq!(
            (state.round, state.discarded, state.quiet),
            (Round::First, [0; 4], 0)
        );
    }
}

#[test]
fn the_tactical_variant_removes_the_eight_lava_cards() {
    for state in states(Options::tactical()) {
        assert_eq!(state.piles.map(|pile| pile.len()), [3, 8, 11]);
        assert!(!state.piles.iter().flatten().any(|card| *card == Card::Lava));
        assert!(
            state
                .players
                .values()
                .all(|player| player.invocation == DiscLocation::InHand)
        );
    }
    for state in states(Options::base()) {
        assert_eq!(
            state
                .piles
                .iter()
                .flatten()
                .filter(|card| **card == Card::Lava)
                .count(),
            8
        );
    }
}
