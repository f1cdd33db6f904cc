//! Computer players: they know no more than their seat, the same seed gives the same choices, each
//! level is better than the one below, and training does not depend on how it is run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod steady;
mod twins;

use lanai_ai::{
    Advice, Adviser, Budget, Evaluate, Observation, PolicyKind, accuracy, costliest_turns,
    split_into_turns, win_chances,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Seats, Status};

use lanai_testing::outside::test_size;

/// The budget of the best level for a turn in these tests.
const LITTLE: u64 = 48;

fn set_up<G: Rules>(players: u8, options: G::Options, seed: Seed) -> G {
    let seats = Seats::of(G::TITLE, players).unwrap();
    G::setup(&G::printed().unwrap(), seats, options, seed).unwrap()
}

/// Returns the first choice of a policy of this kind.
fn choice<G: Evaluate>(game: &G, kind: PolicyKind, seed: &Seed) -> G::Action {
    let seat = game.status().to_act().unwrap();
    let legal = game.legal_actions();
    let mut mind = kind.build::<G>(seed, game.seats(), seat).unwrap();
    legal[mind.choose(
        &Observation::new(game, seat, &legal),
        &mut Budget::of_iterations(LITTLE),
    )]
}

/// Returns every n-th position of a random game.
fn positions<G: Rules>(
    players: u8,
    options: G::Options,
    every: u32,
    mut look: impl FnMut(&G, &mut Dice),
) {
    let seed = Seed::from_number(u64::from(players));
    let (mut game, mut dice) = (set_up::<G>(players, options, seed), Dice::new(&seed, 77));
    let mut decisions = 0;
    while game.status().to_act().is_some() {
        decisions += 1;
        if decisions % every == 0 {
            look(&game, &mut dice);
        }
        let legal = game.legal_actions();
        let number = dice.below(u32::try_from(legal.len()).unwrap());
        game.play(legal[usize::try_from(number).unwrap()], &mut Vec::new())
            .unwrap();
    }
}

fn sees_no_more_than_its_seat<G: Evaluate>(every: u32) {
    for players in G::TITLE.seats() {
        for (_, options) in G::presets() {
            let mut seen = 0;
            positions::<G>(players, options, every, |game, dice| {
                let other = game.with_hidden_redealt(dice);
                let seat = game.status().to_act().unwrap();
                assert_eq!(
                    serde_json::to_value(game.legal_actions()).unwrap(),
                    serde_json::to_value(other.legal_actions()).unwrap()
                );
                other.check().unwrap();
                seen += u32::from(*game.state() != *other.state());
                for kind in PolicyKind::ALL {
                    let chance = dice.seed();
                    let here = choice(game, kind, &chance);
                    assert_eq!(
                        here,
                        choice(&other, kind, &chance),
                        "{} of seat {seat}",
                        kind.name()
                    );
                    assert_eq!(
                        here,
                        choice(game, kind, &chance),
                        "{} does not do the same again",
                        kind.name()
                    );
                }
            });
            assert!(seen > 3, "hardly anything was hidden");
        }
    }
}

#[test]
fn a_mind_of_hawaii_knows_no_more_than_its_seat() {
    sees_no_more_than_its_seat::<Hawaii>(23);
}

#[test]
fn a_mind_of_haleakala_knows_no_more_than_its_seat() {
    sees_no_more_than_its_seat::<Haleakala>(31);
}

/// Returns the share of wins of one kind among opponents of another, over all seats.
fn share<G: Evaluate>(
    players: u8,
    options: &G::Options,
    one: PolicyKind,
    others: PolicyKind,
    games: u64,
) -> f64 {
    let mut win_share = 0.0;
    for number in 0..games {
        let seed = Seed::from_number(5000 + number);
        let mut game = set_up::<G>(players, options.clone(), seed);
        let seats = game.seats();
        let mine = seats
            .iter()
            .nth(usize::try_from(number).unwrap() % seats.count())
            .unwrap();
        let mut minds: Vec<_> = seats
            .iter()
            .map(|seat| {
                let kind = if seat == mine { one } else { others };
                kind.build::<G>(&seed, seats, seat).unwrap()
            })
            .collect();
        // Few games need as many decisions; one that goes on has no winner.
        for _ in 0..3000 {
            let Status::ToAct(seat) = game.status() else {
                break;
            };
            let legal = game.legal_actions();
            let acting = &mut minds[seat.index()];
            let action = legal[acting.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::of_iterations(0),
            )];
            game.play(action, &mut Vec::new()).unwrap();
        }
        if let Status::Over(standings) = game.status()
            && standings.rank(mine) == 1
        {
            win_share += 1.0 / f64::from(u32::try_from(standings.winners().count()).unwrap());
        }
    }
    win_share / f64::from(u32::try_from(games).unwrap())
}

/// Without a budget kupuna does not look ahead; it must be better still if it does.
fn each_level_is_better_than_the_one_below<G: Evaluate>(players: u8, least: [f64; 3]) {
    let games = u64::try_from(test_size(24, 60)).unwrap();
    for (name, options) in G::presets() {
        let share = |one, other| share::<G>(players, &options, one, other, games);
        let shares = [
            share(PolicyKind::Keiki, PolicyKind::Random),
            share(PolicyKind::Makua, PolicyKind::Keiki),
            share(PolicyKind::Kupuna, PolicyKind::Greedy),
        ];
        let enough = shares
            .iter()
            .zip(&least)
            .all(|(share, least)| share >= least);
        assert!(
            enough,
            "{name} with {players}: {shares:?}, and not {least:?}"
        );
    }
}

#[test]
fn each_level_of_hawaii_is_better_than_the_one_below() {
    each_level_is_better_than_the_one_below::<Hawaii>(2, [0.9, 0.65, 0.8]);
    each_level_is_better_than_the_one_below::<Hawaii>(4, [0.8, 0.35, 0.5]);
}

#[test]
fn each_level_of_haleakala_is_better_than_the_one_below() {
    each_level_is_better_than_the_one_below::<Haleakala>(2, [0.9, 0.65, 0.6]);
}

#[test]
fn a_table_can_be_played_by_each_level_for_any_number() {
    fn plays<G: Evaluate>() {
        for players in G::TITLE.seats() {
            for kind in PolicyKind::LEVELS {
                let mut game = set_up::<G>(players, G::Options::default(), Seed::from_number(3));
                let first = choice(&game, kind, &Seed::from_number(4));
                game.play(first, &mut Vec::new()).unwrap();
            }
        }
    }
    plays::<Hawaii>();
    plays::<Haleakala>();
}

// --- Advice ---

/// Returns the advice for the player to act.
fn advice<G: Evaluate>(game: &G, seed: &Seed) -> Vec<Advice<G>> {
    let seat = game.status().to_act().unwrap();
    Adviser::new(game, seat, seed)
        .unwrap()
        .best_turns(game, 3, &mut Budget::of_iterations(LITTLE))
}

fn advises_what_the_seat_can_know<G: Evaluate>(every: u32) {
    for players in G::TITLE.seats() {
        let (mut reasons, mut turns) = (0, 0);
        positions::<G>(players, G::Options::default(), every, |game, dice| {
            let (other, seed) = (game.with_hidden_redealt(dice), dice.seed());
            let advised = advice(game, &seed);
            assert_eq!(
                advised,
                advice(&other, &seed),
                "the same to whoever sees the same"
            );
            assert!((1..=3).contains(&advised.len()));
            let gists: Vec<_> = advised
                .iter()
                .map(|advice| G::without_details(&advice.actions))
                .collect();
            assert!(
                (1..gists.len()).all(|at| !gists[..at].contains(&gists[at])),
                "two are alike: {gists:?}"
            );
            for Advice {
                actions,
                expected,
                reasons: why,
            } in advised
            {
                assert!(game.legal_actions().contains(&actions[0]));
                assert!(
                    (0.0..=1.0).contains(&expected.win) && expected.points >= 0.0,
                    "{expected:?}"
                );
                turns += 1;
                reasons += why.len();
            }
            let all: u16 = win_chances(game).unwrap().into_iter().sum();
            assert!(
                (97..=103).contains(&all),
                "chances come to {all} of a hundred"
            );
        });
        assert!(
            reasons > 5,
            "hardly any reasons with {players}: {reasons} for {turns} turns"
        );
    }
}

#[test]
fn advice_for_hawaii_knows_no_more_than_its_seat() {
    advises_what_the_seat_can_know::<Hawaii>(29);
}

#[test]
fn advice_for_haleakala_knows_no_more_than_its_seat() {
    advises_what_the_seat_can_know::<Haleakala>(67);
}

/// Reasons are true.
#[test]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "these are tried; the others are read off what happened"
)]
fn a_reason_tells_what_is_so() {
    use lanai_ai::hawaii::HawaiiReason;
    use lanai_rules::hawaii::token::At;
    let (mut reached, mut pleased, mut closed) = (0, 0, 0);
    for number in 0..3 {
        let seed = Seed::from_number(40 + number);
        let mut game = set_up::<Hawaii>(2, <Hawaii as Rules>::Options::default(), seed);
        while let Some(seat) = game.status().to_act() {
            let before = game.clone();
            let best = advice(&before, &seed).swap_remove(0);
            let mut events = Vec::new();
            for action in best.actions {
                if game.play(action, &mut events).is_err() {
                    break;
                }
            }
            let length = |game: &Hawaii, row| {
                let realm = game.state().realms[seat];
                (
                    u16::try_from(realm.length(game.figures(), row)).unwrap(),
                    realm.tikis,
                )
            };
            for reason in best.reasons {
                match reason {
                    HawaiiReason::Reaches(row) => {
                        let (length, tikis) = length(&game, row);
                        let columns =
                            &game.figures().sheet.realm.tikis.columns[..usize::from(tikis)];
                        assert!(columns.iter().any(|column| u16::from(*column) <= length));
                        reached += 1;
                    }
                    HawaiiReason::Pleases => pleased += 1,
                    HawaiiReason::Last(tile) => assert_eq!(game.state().stacks[tile], 0),
                    HawaiiReason::Closes(place) => {
                        let here = game.state().tokens.iter().filter(
                            |(_, at)| matches!(at, At::Circle(there, _) if *there == place),
                        );
                        assert_eq!(here.count(), 0);
                        closed += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(
        reached + pleased > 3 && closed > 3,
        "{reached} {pleased} {closed}"
    );
}

/// In a game of two, one seat follows the advice and the other plays at random. The review tells
/// them apart.
fn a_review_tells_who_played_well<G: Evaluate>() {
    let seed = Seed::from_number(77);
    let start = set_up::<G>(2, G::Options::default(), seed);
    let (mut game, mut actions) = (start.clone(), Vec::new());
    let seats = game.seats();
    let mut minds: Vec<_> = seats
        .iter()
        .map(|seat| {
            let kind = if seat.number() == 1 {
                PolicyKind::Kupuna
            } else {
                PolicyKind::Random
            };
            kind.build::<G>(&seed, seats, seat).unwrap()
        })
        .collect();
    for _ in 0..test_size(40, 120) {
        let Some(seat) = game.status().to_act() else {
            break;
        };
        let legal = game.legal_actions();
        let choice = minds[seat.index()].choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::of_iterations(LITTLE),
        );
        actions.push(legal[choice]);
        game.play(legal[choice], &mut Vec::new()).unwrap();
    }
    let turns = split_into_turns(&start, &actions);
    assert_eq!(
        turns.iter().map(|turn| turn.actions.len()).sum::<usize>(),
        actions.len()
    );
    let judged: Vec<_> = turns
        .into_iter()
        .map(|turn| turn.review().unwrap())
        .collect();
    let [good, bad] =
        [1, 2].map(|number| accuracy(&judged, Seat::from_number(number).unwrap()).unwrap());
    assert!(good > 85.0 && good > bad + 10.0, "{good} and {bad}");
    let costly = costliest_turns(&judged, seats, 3);
    assert!(
        costly.is_sorted_by_key(|turn| turn.turn.number),
        "in the order of the game"
    );
    let costly: Vec<_> = costly
        .into_iter()
        .filter(|turn| turn.turn.seat.number() == 2)
        .collect();
    assert_eq!(costly.len(), 3);
    for turn in costly {
        let better = turn.verdict.as_ref().unwrap().better.as_ref().unwrap();
        assert_ne!(better.actions, turn.turn.actions);
    }
}

#[test]
fn a_review_of_hawaii_tells_who_played_well() {
    a_review_tells_who_played_well::<Hawaii>();
}

#[test]
fn a_review_of_haleakala_tells_who_played_well() {
    a_review_tells_who_played_well::<Haleakala>();
}

/// Incomes and payments are public, so a player can work out what is behind each screen. A
/// determinized game must keep these goods.
#[test]
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else moves goods")]
fn goods_can_be_counted_along() {
    use lanai_rules::BySeat;
    use lanai_rules::hawaii::action::Event;
    for players in 2..=5 {
        for (name, options) in Hawaii::presets() {
            let seed = Seed::from_number(90 + u64::from(players));
            let (mut game, mut dice) = (
                set_up::<Hawaii>(players, options, seed),
                Dice::new(&seed, 78),
            );
            let seats = game.seats();
            // Starting goods are printed, with a few more fruits for later seats.
            let mut counted = BySeat::new(seats, |seat| game.state().realms[seat].goods);
            let printed = counted.values().map(|goods| (goods.shells, goods.feet));
            assert_eq!(printed.collect::<std::collections::BTreeSet<_>>().len(), 1);
            while game.status().to_act().is_some() {
                let legal = game.legal_actions();
                let number = dice.below(u32::try_from(legal.len()).unwrap());
                let mut events = Vec::new();
                game.play(legal[usize::try_from(number).unwrap()], &mut events)
                    .unwrap();
                for event in events {
                    match event {
                        Event::Gained { seat, goods, .. } => counted[seat] += goods,
                        Event::Paid { seat, goods } | Event::GaveKane { seat, goods } => {
                            counted[seat] -= goods;
                        }
                        _ => {}
                    }
                }
                for seat in seats.iter() {
                    let has = game.state().realms[seat].goods;
                    assert_eq!(counted[seat], has, "{name} with {players}: {seat}");
                    assert_eq!(
                        game.with_hidden_redealt(&mut dice).state().realms[seat].goods,
                        has
                    );
                }
            }
        }
    }
}
