//! Paying: the three currencies, exchange huts, and what a walk must leave.

use lanai_rules::hawaii::action::{Action, Refusal};
use lanai_rules::hawaii::payment::{Bill, ExchangeHuts, Means};
use lanai_rules::hawaii::pieces::{Good, Goods};

use super::fixture::*;

/// All payments of so many shells or feet that are lawful with these means.
fn payments(bill: Bill, purse: Goods, one: u8, two: u8) -> Vec<(u16, u16, u16)> {
    let means = Means {
        purse,
        huts: ExchangeHuts { one, two },
        huts_last: false,
    };
    let mut paid: Vec<_> = listed(bill, means)
        .iter()
        .map(|it| (it.shells, it.feet, it.fruits))
        .collect();
    paid.sort_unstable();
    paid
}

fn listed(bill: Bill, means: Means) -> Vec<Goods> {
    let mut listed = Vec::new();
    bill.for_each_payment(means, |paid| listed.push(paid));
    listed
}

#[test]
fn tiles_are_paid_with_shells() {
    assert_eq!(payments(Bill::shells(4), goods(9, 9, 0), 0, 0), [(4, 0, 0)]);
}

#[test]
fn moves_fish_and_islands_are_paid_with_feet() {
    assert_eq!(payments(Bill::feet(4), goods(9, 9, 0), 0, 0), [(0, 4, 0)]);
}

/// "When a player buys a place tile and the price token shows 4 shells, he can pay 4 fruits instead."
#[test]
fn four_fruits_pay_for_four_shells() {
    let mut game = Table::of(2)
        .purse(RED, 13, 7, 4)
        .price("gods", 4)
        .top_gods("lono", "ku")
        .play();
    game.walks("gods")
        .pays(0, 1, 0)
        .buys("lono", 4, I)
        .pays(0, 0, 4);
    assert_eq!(game.purse(RED), (13, 6, 0));
}

/// "When a player moves his chieftain 2 spaces, he can pay 2 fruits instead of 2 feet."
#[test]
fn two_fruits_pay_for_two_feet() {
    let mut game = Table::of(2).purse(RED, 13, 7, 2).price("kahunas", 4).play();
    game.walks("kahunas").pays(0, 0, 2);
    assert_eq!(game.purse(RED), (13, 7, 0));
}

#[test]
fn fruits_pay_for_fish() {
    let mut game = Table::of(2).purse(RED, 0, 0, 2).cove(&[2, 3]).play();
    game.fishes([2, 0, 0]);
    assert_eq!(game.purse(RED), (0, 0, 0));
}

#[test]
fn fruits_pay_for_islands() {
    let mut game = Table::of(2).purse(RED, 0, 0, 3).boat(RED, I).play();
    game.sails(1);
    assert_eq!(game.purse(RED), (0, 0, 0));
}

/// "A player may not, however, mix commodities when paying."
#[test]
fn two_shells_and_two_fruits_do_not_pay_for_four() {
    assert_eq!(
        payments(Bill::shells(4), goods(9, 9, 9), 0, 0),
        [(0, 0, 4), (4, 0, 0)]
    );
    let mut game = Table::of(2)
        .purse(RED, 13, 7, 4)
        .price("gods", 4)
        .top_gods("lono", "ku")
        .play();
    game.walks("gods").pays(0, 1, 0).buys("lono", 4, I);
    game.refuses(
        pay(2, 0, 2),
        Refusal::Mixed {
            turned: 2,
            exchange_capacity: 0,
        },
    );
}

#[test]
fn a_payment_with_no_alternative_is_asked_for_as_well() {
    let mut game = Table::of(2).price("gods", 4).top_gods("lono", "ku").play();
    game.does_only(walk("gods"));
    assert_eq!(game.legal(), [pay(0, 1, 0)]);
    game.does_only(pay(0, 1, 0))
        .does_only(buy("lono", plain(4), I));
    assert_eq!(game.legal(), [pay(4, 0, 0)]);
    game.does_only(pay(4, 0, 0));
    assert_eq!((game.to_act(), game.purse(RED)), (GREEN, (9, 6, 0)));
}

#[test]
fn a_payment_with_alternatives_is_asked_for() {
    let mut game = Table::of(2).purse(RED, 9, 7, 4).price("gods", 4).play();
    game.walks("gods");
    assert_eq!(
        game.legal(),
        [pay(0, 1, 0), pay(0, 0, 1)],
        "the most sensible first"
    );
}

// --- Exchange huts ---

#[test]
fn exchange_hut_i_exchanges_one() {
    let paid = payments(Bill::shells(3), goods(9, 9, 9), 1, 0);
    let mixed = [
        (0, 0, 3),
        (0, 1, 2),
        (1, 0, 2),
        (2, 0, 1),
        (2, 1, 0),
        (3, 0, 0),
    ];
    assert_eq!(paid, mixed);
}

#[test]
fn exchange_hut_ii_exchanges_two() {
    let paid = payments(Bill::feet(4), goods(9, 9, 9), 0, 1);
    assert!(
        paid.iter()
            .all(|(_, feet, fruits)| 4 - feet.max(fruits) <= 2),
        "{paid:?}"
    );
    for two in [(2, 2, 0), (1, 2, 1), (0, 2, 2), (2, 0, 2), (1, 1, 2)] {
        assert!(paid.contains(&two), "{two:?}");
    }
    assert!(!paid.contains(&(3, 1, 0)), "three are too many");
}

#[test]
fn exchange_huts_add_up() {
    assert!(payments(Bill::feet(4), goods(9, 9, 9), 1, 1).contains(&(3, 1, 0)));
    assert!(payments(Bill::feet(2), goods(2, 0, 0), 2, 0).contains(&(2, 0, 0)));
}

/// The list is complete: it agrees with the judge on every payment there is.
#[test]
fn every_lawful_payment_is_listed_once() {
    let purse = goods(5, 4, 3);
    for bill in [
        Bill::shells(5),
        Bill::feet(4),
        Bill::walk(3, 4),
        Bill::feet(1),
    ] {
        for (one, two) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 3)] {
            let means = Means {
                purse,
                huts: ExchangeHuts { one, two },
                huts_last: false,
            };
            let listed = listed(bill, means);
            for shells in 0..=6 {
                for feet in 0..=6 {
                    for fruits in 0..=6 {
                        let paid = goods(shells, feet, fruits);
                        let times = listed.iter().filter(|other| **other == paid).count();
                        assert_eq!(
                            times,
                            usize::from(bill.check_payment(means, paid).is_ok()),
                            "{bill:?} {paid:?}"
                        );
                    }
                }
            }
            assert_eq!(listed.is_empty(), bill.check_payable(means).is_err());
        }
    }
}

#[test]
fn each_exchange_hut_helps_once_per_turn() {
    // A shell turns into the foot of the walk; the purchase needs it again.
    let table = || {
        Table::of(2)
            .build(RED, 1, "exchange-hut", I)
            .price("gods", 4)
            .top_gods("lono", "ku")
    };
    let mut game = table().purse(RED, 5, 0, 0).play();
    game.walks("gods").buys("lono", 4, I);
    assert_eq!(game.purse(RED), (0, 0, 0));
    let mut game = table().purse(RED, 4, 1, 0).play();
    game.walks("gods");
    assert_eq!(
        game.legal(),
        [buy("lono", plain(4), I), buy("ku", plain(4), I)]
    );
    let mut short = table().purse(RED, 4, 0, 0).play();
    short.refuses(walk("gods"), Refusal::NothingLeftToBuyWith { missing: 1 });
}

#[test]
fn in_the_next_turn_it_helps_again() {
    let table = Table::of(2)
        .out(GREEN, 1)
        .build(RED, 1, "exchange-hut", I)
        .purse(RED, 20, 0, 0);
    let mut game = table
        .price("gods", 2)
        .price("tikis", 2)
        .top_gods("lono", "ku")
        .play();
    game.walks("gods")
        .buys("lono", 2, I)
        .walks("tikis")
        .buys("tiki", 2, I);
    assert_eq!(game.purse(RED), (20 - 1 - 2 - 1 - 2, 0, 0));
}

/// Three steps and a price of four, with three shells, two feet and two fruits: both payments must be mixed.
fn two_mixed_payments(table: Table) -> Table {
    table.purse(RED, 3, 2, 2).price("shells-and-feet", 4)
}

#[test]
fn another_hut_may_help_with_the_second_payment() {
    let one = Table::of(2).build(RED, 1, "exchange-hut", I);
    let mut game = two_mixed_payments(one).play();
    game.refuses(
        walk("shells-and-feet"),
        Refusal::NothingLeftToBuyWith { missing: 1 },
    );
    let two = Table::of(2)
        .build(RED, 1, "exchange-hut", I)
        .build(RED, 2, "exchange-hut", I);
    let mut game = two_mixed_payments(two).play();
    game.walks("shells-and-feet")
        .pays(0, 2, 1)
        .buys("shell-hut", 4, I);
    assert_eq!(game.purse(RED), (0, 0, 0));
}

/// "And cannot split its benefits."
#[test]
fn a_hut_for_two_that_turned_one_is_spent() {
    let one = Table::of(2).build(RED, 1, "exchange-hut", II);
    let mut game = two_mixed_payments(one).play();
    game.refuses(
        walk("shells-and-feet"),
        Refusal::NothingLeftToBuyWith { missing: 1 },
    );
}

#[test]
fn an_exchange_hut_does_not_help_in_the_turn_it_is_bought() {
    let table = Table::of(2)
        .purse(RED, 2, 9, 0)
        .price("spears-and-exchange", 3);
    table.play().refuses(
        Action::Move(place("spears-and-exchange")),
        Refusal::NothingLeftToBuyWith { missing: 1 },
    );
}

// --- What a walk must leave ---

#[test]
fn a_walk_must_leave_enough_to_buy_the_cheapest() {
    // Fruits are all there is: one for the walk, two for the token of two.
    let table = |fruits| Table::of(2).purse(RED, 0, 0, fruits).price("kahunas", 2);
    table(4).play().walks("kahunas").buys("kahuna", 2, I);
    table(3).play().refuses(
        walk("kahunas"),
        Refusal::NothingLeftToBuyWith { missing: 1 },
    );
}

#[test]
fn a_payment_for_a_walk_that_leaves_too_little_is_refused() {
    let mut game = Table::of(2).purse(RED, 1, 2, 3).price("kahunas", 3).play();
    game.walks("kahunas");
    assert_eq!(
        game.purse(RED),
        (1, 0, 3),
        "two fruits would leave one fruit and one shell for a price of 3"
    );
}

#[test]
fn what_is_missing_is_told_by_the_best_way_to_pay() {
    let means = |purse, one| Means {
        purse,
        huts: ExchangeHuts { one, two: 0 },
        huts_last: false,
    };
    let missing = |purse, one| Bill::shells(6).check_payable(means(purse, one));
    let too_little = |missing| {
        Err(Refusal::TooLittle {
            good: Good::Shell,
            missing,
        })
    };
    assert_eq!(
        missing(goods(2, 9, 3), 0),
        too_little(3),
        "six fruits are nearer than six shells"
    );
    assert_eq!(missing(goods(4, 9, 3), 0), too_little(2));
    assert_eq!(missing(goods(4, 9, 3), 1), too_little(1));
    assert_eq!(missing(goods(4, 9, 3), 2), Ok(()));
}
