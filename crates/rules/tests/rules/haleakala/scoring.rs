//! "The volcano erupts" and "Scoring points": each figure of a scoring. The first and the second scoring are in
//! `rounds`.

use lanai_rules::haleakala::action::{Event, Round, ScoredPoints};
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{Face, Keepsake, ScoringCard};
use lanai_rules::haleakala::scoring;
use lanai_rules::{Rules as _, Viewer};

use super::fixture::*;

/// The first scoring, brought about by red in segment 4; red receives the statue card in vain.
fn scores(table: Table) -> Play {
    let table = table
        .left(1, &[])
        .left(2, &[Shell])
        .cards(4, [Statue, kept(WhitePearl)]);
    let mut game = table
        .edit(|state| state.priestess = Face::Down)
        .disc(RED, 1, 4)
        .play();
    game.places(2, 2).chooses(Statue);
    assert_eq!(game.state().round, Round::Second);
    game
}

// --- "The volcano erupts" ---

/// All three sites of a segment are built, and so many lava discs are on its crater.
fn after_eruption(discs: u8) -> [bool; 3] {
    let table = Terrain::ALL
        .into_iter()
        .fold(Table::base(), |table, on| table.statue(YELLOW, 6, on));
    let game = scores(table.lava(6, discs));
    assert_eq!(game.lava(), [0; 6], "the lava discs are removed");
    Terrain::ALL.map(|terrain| game.stands(YELLOW, 6, terrain))
}

#[test]
fn one_disc_goes_to_the_mountain_two_to_the_forest_three_to_the_grassland() {
    assert_eq!(after_eruption(0), [true, true, true]);
    assert_eq!(after_eruption(1), [true, true, false]);
    assert_eq!(after_eruption(2), [true, false, false]);
    assert_eq!(after_eruption(3), [false, false, false]);
}

#[test]
fn the_fourth_disc_does_nothing() {
    assert_eq!(after_eruption(4), [false, false, false]);
}

#[test]
fn lava_stays_in_its_segment() {
    let table = [1, 2, 3]
        .into_iter()
        .fold(Table::base(), |table, at| table.statue(RED, at, Mountain));
    let game = scores(table.lava(2, 3));
    assert!(
        game.stands(RED, 1, Mountain)
            && !game.stands(RED, 2, Mountain)
            && game.stands(RED, 3, Mountain)
    );
    assert!(game.happened(Event::Destroyed {
        seat: seat(RED),
        site: site(2, Mountain)
    }));
}

/// "Yellow loses a Statue from the Mountain and Grassland space each."
#[test]
fn example_yellow_loses_a_statue_from_mountain_and_grassland() {
    let table = Table::base()
        .statue(YELLOW, 5, Mountain)
        .statue(YELLOW, 5, Grassland)
        .lava(5, 3);
    let game = scores(table);
    assert_eq!(game.state().statues_of(seat(YELLOW)), 0);
    let destroyed: Vec<&Event> = game
        .events
        .iter()
        .filter(|event| matches!(event, Event::Destroyed { .. }))
        .collect();
    assert_eq!(destroyed.len(), 2);
}

#[test]
fn shamans_dodge_the_lava_and_their_statues_do_not() {
    let game = scores(
        Table::base()
            .shaman(RED, 6, Mountain)
            .statue(RED, 6, Mountain)
            .lava(6, 1),
    );
    assert!(game.shaman_is_at(RED, 6, Mountain) && !game.stands(RED, 6, Mountain));
}

#[test]
fn a_destroyed_statue_can_be_reused() {
    let table = (1..=6).fold(Table::base(), |table, at| table.statue(RED, at, Grassland));
    let table = table
        .statue(RED, 1, Forest)
        .statue(RED, 2, Forest)
        .lava(2, 2)
        .shaman(RED, 3, Forest);
    let mut game = scores(table.cards(5, [Statue, Statue]).disc(RED, 3, 5));
    assert_eq!(game.state().statues_of(seat(RED)), 7);
    game.places(1, 4);
    assert!(game.stands(RED, 3, Forest), "the eighth stands again");
}

#[test]
fn the_volcano_erupts_before_points_are_counted() {
    let game = scores(
        Table::base()
            .statue(RED, 6, Mountain)
            .statue(RED, 1, Mountain)
            .lava(6, 1),
    );
    assert_eq!(game.player(RED).points, 3);
}

// --- "Scoring points" ---

fn points(table: Table, player: u8) -> ScoredPoints {
    let game = scores(table);
    let [red, yellow] = game.scored()[..] else {
        panic!("both score once")
    };
    assert_eq!((red.0, yellow.0), (RED, YELLOW));
    for (player, points) in [red, yellow] {
        assert_eq!(game.player(player).points, points.total());
    }
    if player == RED { red.1 } else { yellow.1 }
}

#[test]
fn statues_score_by_their_terrain() {
    for (terrain, worth) in [(Mountain, 3), (Forest, 2), (Grassland, 1)] {
        let table = Table::base()
            .statue(RED, 6, terrain)
            .statue(RED, 3, terrain)
            .statue(YELLOW, 1, terrain);
        let game = scores(table);
        assert_eq!(
            (game.player(RED).points, game.player(YELLOW).points),
            (2 * worth, worth)
        );
    }
}

#[test]
fn more_baskets_of_fish_score_three_points() {
    let fish = |red: &[Keepsake], yellow: &[Keepsake]| {
        let game = scores(Table::base().has(RED, red).has(YELLOW, yellow));
        (game.player(RED).points, game.player(YELLOW).points)
    };
    assert_eq!(fish(&[Fish1], &[]), (3, 0));
    assert_eq!(fish(&[Fish1, Fish2], &[Fish4]), (0, 3));
    assert_eq!(fish(&[Fish5], &[Fish1, Fish3]), (3, 0));
    assert_eq!(fish(&[], &[]), (0, 0));
    assert_eq!(
        fish(&[Fish1, Fish4], &[Fish5]),
        (0, 0),
        "nobody scores them if both have as many"
    );
}

#[test]
fn pearls_are_worth_one_two_and_together_four() {
    // The white pearl lies in segment 4 otherwise.
    let pearls = |has: &[Keepsake]| {
        let table = Table::base()
            .has(YELLOW, has)
            .left(1, &[])
            .left(2, &[Shell]);
        let mut game = table.cards(4, [Statue, Priestess]).disc(RED, 1, 4).play();
        game.places(2, 2).chooses(Statue);
        game.scored()[1].1
    };
    for (has, worth) in [
        (&[][..], 0),
        (&[WhitePearl], 1),
        (&[BlackPearl], 2),
        (&[WhitePearl, BlackPearl], 4),
    ] {
        assert_eq!(
            pearls(has),
            ScoredPoints {
                pearls: worth,
                ..ScoredPoints::default()
            }
        );
    }
}

#[test]
fn each_of_two_owners_scores_one_pearl() {
    let game = Table::base()
        .has(RED, &[WhitePearl])
        .has(YELLOW, &[BlackPearl])
        .play();
    let points = |player| game.game().points_of(seat(player), Round::First).pearls;
    assert_eq!((points(RED), points(YELLOW)), (1, 2));
}

#[test]
fn nautilus_and_shells_count_only_in_the_second_scoring() {
    let game = Table::base()
        .has(RED, &[Nautilus])
        .shells(RED, 3)
        .shells(YELLOW, 1)
        .play();
    let points = |player, round| game.game().points_of(seat(player), round);
    assert_eq!(points(RED, Round::First), ScoredPoints::default());
    let expected = ScoredPoints {
        nautilus: 3,
        shells: 3,
        ..ScoredPoints::default()
    };
    assert_eq!(
        (
            points(RED, Round::Second),
            points(YELLOW, Round::Second).shells
        ),
        (expected, 1)
    );
}

// --- Scoring cards ---

fn card_points(table: Table, card: ScoringCard) -> u16 {
    let scored = points(table.bought(RED, card), RED);
    let others: u16 = scored.cards.iter().sum();
    assert_eq!(others, scored.cards[card.index()], "no other card scores");
    scored.cards[card.index()]
}

#[test]
fn butterflies() {
    let with = |keepsakes: &[Keepsake]| card_points(Table::base().has(RED, keepsakes), Butterflies);
    assert_eq!(with(&[]), 0);
    assert_eq!(with(&[Fish3, BlackPearl]), 0, "these two show none");
    for one in [Fish1, Fish2, Fish4, Fish5, Nautilus] {
        assert_eq!(with(&[one]), 1, "{one:?}");
    }
    assert_eq!(with(&[Fish1, Fish2, Fish3, Fish4, Fish5, Nautilus]), 5);
    let all = Table::base()
        .has(RED, &Keepsake::ALL)
        .bought(RED, Butterflies)
        .play();
    assert_eq!(all.game().card_points(seat(RED), Butterflies), 6);
}

#[test]
fn statue_majority() {
    let with = |red: &[(u8, Terrain)], yellow: &[(u8, Terrain)]| {
        let table = red
            .iter()
            .fold(Table::base(), |table, (at, on)| table.statue(RED, *at, *on));
        let table = yellow
            .iter()
            .fold(table, |table, (at, on)| table.statue(YELLOW, *at, *on));
        card_points(table, StatueMajority)
    };
    assert_eq!(with(&[], &[]), 0, "nobody has more of nothing");
    assert_eq!(with(&[(1, Forest)], &[]), 2);
    assert_eq!(
        with(&[(1, Forest)], &[(2, Forest)]),
        0,
        "equally many are no majority"
    );
    assert_eq!(
        with(&[(1, Forest), (3, Forest)], &[(2, Forest), (2, Mountain)]),
        2
    );
    assert_eq!(with(&[(1, Grassland), (1, Forest), (1, Mountain)], &[]), 6);
    assert_eq!(
        with(&[(1, Grassland)], &[(2, Grassland), (3, Grassland)]),
        0
    );
}

#[test]
fn complete_segment() {
    let built = |table: Table, player, at| {
        Terrain::ALL
            .into_iter()
            .fold(table, |table, on| table.statue(player, at, on))
    };
    assert_eq!(card_points(Table::base(), CompleteSegment), 0);
    assert_eq!(
        card_points(built(Table::base(), RED, 3), CompleteSegment),
        4
    );
    assert_eq!(
        card_points(built(built(Table::base(), RED, 3), RED, 6), CompleteSegment),
        8
    );
    assert_eq!(
        card_points(built(Table::base(), YELLOW, 3), CompleteSegment),
        0
    );
    let shared = built(Table::base(), RED, 3).statue(YELLOW, 3, Forest);
    assert_eq!(card_points(shared, CompleteSegment), 0);
    assert_eq!(
        card_points(built(Table::base(), RED, 3).lava(3, 1), CompleteSegment),
        0,
        "lava comes first"
    );
}

#[test]
fn forest_and_mountain_statues_score_again() {
    let table = || {
        let table = Table::base()
            .statue(RED, 1, Forest)
            .statue(RED, 2, Forest)
            .statue(YELLOW, 3, Forest);
        table
            .statue(RED, 1, Mountain)
            .statue(YELLOW, 3, Mountain)
            .statue(RED, 1, Grassland)
    };
    assert_eq!(
        (
            card_points(table(), ForestCard),
            card_points(table(), MountainCard)
        ),
        (4, 3)
    );
}

#[test]
fn statues_can_be_scored_by_several_cards() {
    let table = Terrain::ALL
        .into_iter()
        .fold(Table::base(), |table, on| table.statue(RED, 3, on));
    let table = [StatueMajority, CompleteSegment, ForestCard, MountainCard]
        .into_iter()
        .fold(table, |table, card| table.bought(RED, card));
    let scored = points(table, RED);
    assert_eq!((scored.statues, scored.cards), (6, [0, 6, 4, 2, 3]));
    assert_eq!(scored.total(), 21);
}

#[test]
fn only_the_owner_scores_a_card() {
    let table = Table::base()
        .statue(RED, 1, Forest)
        .bought(YELLOW, ForestCard);
    assert_eq!(points(table, RED).cards, [0; 5]);
    let table = Table::base()
        .statue(RED, 1, Forest)
        .bought(YELLOW, ForestCard);
    assert_eq!(points(table, YELLOW).cards, [0; 5]);
}

#[test]
fn baskets_are_added_up() {
    let game = Table::base()
        .has(RED, &[Fish1, Fish2, Fish5])
        .has(YELLOW, &[Fish3, WhitePearl])
        .play();
    let baskets = [RED, YELLOW].map(|player| scoring::baskets(game.state(), seat(player)));
    assert_eq!(baskets, [8, 3]);
    let view = game.game().view(Viewer::Table);
    let seen = [RED, YELLOW].map(|player| view.player(seat(player)).unwrap().baskets());
    assert_eq!(seen, baskets);
}
