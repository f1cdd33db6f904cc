//! "Moving the shaman": up to two steps, at most one of them up.

use lanai_rules::haleakala::action::{Action, Refusal};
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

/// Where red's shaman can go after a disc was put far from the boat.
fn reach(table: Table) -> Vec<(u8, Terrain)> {
    let mut game = table.boat(3).play();
    game.places(1, 6);
    assert_eq!(game.step(), Some(Step::Shaman));
    let legal = game.legal();
    assert_eq!(legal[0], Action::Stay, "he may always stay");
    let mut sites = Vec::new();
    for action in &legal[1..] {
        let Action::Walk(site) = action else {
            panic!("{action:?}")
        };
        sites.push((site.segment.number(), site.terrain));
    }
    sites
}

/// Red at a site, yellow's shaman out of the way.
fn from(at: u8, terrain: Terrain) -> Vec<(u8, Terrain)> {
    reach(Table::base().shaman(RED, at, terrain))
}

fn sorted(mut sites: Vec<(u8, Terrain)>) -> Vec<(u8, Terrain)> {
    sites.sort_unstable();
    sites
}

#[test]
fn on_your_first_turn_you_can_only_move_to_the_grassland() {
    // The hut of red is in segment 1, whose neighbours are 2 and 6.
    assert_eq!(
        sorted(reach(Table::base())),
        [(1, Grassland), (2, Grassland), (6, Grassland)]
    );
}

#[test]
fn the_other_hut_reaches_its_own_grassland() {
    let mut game = Table::base().turn_of(YELLOW).play();
    game.places(1, 6);
    let expected = [3, 4, 5].map(|at| walk(at, Grassland));
    assert_eq!(game.legal()[1..], expected);
}

#[test]
fn from_grassland() {
    let expected = [
        (1, Forest),
        (2, Grassland),
        (2, Forest),
        (3, Grassland),
        (5, Grassland),
        (6, Grassland),
        (6, Forest),
    ];
    assert_eq!(sorted(from(1, Grassland)), expected);
}

#[test]
fn from_forest() {
    let expected = [
        (1, Grassland),
        (1, Forest),
        (2, Forest),
        (4, Forest),
        (5, Grassland),
        (5, Forest),
        (5, Mountain),
        (6, Grassland),
        (6, Mountain),
    ];
    assert_eq!(
        sorted(from(6, Forest)),
        sorted([&expected[..], &[(1, Mountain)]].concat())
    );
}

#[test]
fn a_shaman_can_move_two_spaces_downhill() {
    let expected = [
        (1, Mountain),
        (2, Forest),
        (2, Mountain),
        (3, Grassland),
        (3, Forest),
        (4, Forest),
        (4, Mountain),
        (5, Mountain),
    ];
    assert_eq!(sorted(from(3, Mountain)), expected);
}

#[test]
fn a_shaman_can_move_at_most_one_space_uphill() {
    let mut game = Table::base().shaman(RED, 1, Grassland).play();
    game.places(1, 6);
    for at in 1..=6 {
        game.refuses(walk(at, Mountain), Refusal::TooFar);
    }
    game.walks(2, Forest);
    assert!(game.shaman_is_at(RED, 2, Forest));
}

#[test]
fn every_reach_is_the_same_in_each_segment() {
    for terrain in Terrain::ALL {
        let numbers = [7, 10, 8][terrain.index()];
        for at in 1..=6 {
            assert_eq!(from(at, terrain).len(), numbers, "{at} {terrain:?}");
        }
    }
}

#[test]
fn a_walk_goes_both_ways() {
    // Two steps that go down or around can be walked back only if they went down once at most.
    for at in 1..=6 {
        for terrain in Terrain::ALL {
            for (to, on) in from(at, terrain) {
                let two_down = terrain.index() == on.index() + 2;
                assert_eq!(
                    from(to, on).contains(&(at, terrain)),
                    !two_down,
                    "{at} {terrain:?} {to} {on:?}"
                );
            }
        }
    }
}

#[test]
fn a_shaman_cannot_end_where_the_other_stands_but_passes_him() {
    let table = || {
        Table::base()
            .shaman(RED, 1, Grassland)
            .shaman(YELLOW, 2, Grassland)
    };
    let sites = reach(table());
    assert!(!sites.contains(&(2, Grassland)));
    assert!(sites.contains(&(3, Grassland)), "the way leads past yellow");
    let mut game = table().play();
    game.places(1, 6)
        .refuses(walk(2, Grassland), Refusal::OtherShaman)
        .walks(3, Grassland);
    assert!(game.shaman_is_at(RED, 3, Grassland));
}

#[test]
fn a_shaman_passes_the_other_uphill_and_downhill() {
    let mut up = Table::base()
        .shaman(RED, 1, Forest)
        .shaman(YELLOW, 1, Mountain)
        .play();
    up.places(1, 6).walks(2, Mountain);
    let mut down = Table::base()
        .shaman(RED, 5, Mountain)
        .shaman(YELLOW, 5, Forest)
        .play();
    down.places(1, 6).walks(5, Grassland);
    assert!(down.shaman_is_at(RED, 5, Grassland));
}

#[test]
fn a_shaman_moves_to_and_through_spaces_with_statues() {
    let plain = sorted(from(1, Grassland));
    let mut table = Table::base().shaman(RED, 1, Grassland);
    for (at, player) in (1..=6).zip([RED, YELLOW, RED, YELLOW, RED, YELLOW]) {
        table = table
            .statue(player, at, Grassland)
            .statue(player, at, Forest);
    }
    assert_eq!(sorted(reach(table)), plain);
}

#[test]
fn a_shaman_may_stay() {
    let mut game = Table::base().shaman(RED, 1, Forest).play();
    game.places(1, 6)
        .refuses(walk(1, Forest), Refusal::TooFar)
        .stays();
    assert!(game.shaman_is_at(RED, 1, Forest));
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

#[test]
fn nobody_walks_without_a_disc() {
    let mut game = Table::base().play();
    game.refuses(walk(1, Grassland), Refusal::SomethingElseFirst);
    game.refuses(Action::Stay, Refusal::SomethingElseFirst);
}
