//! Listing and playing actions allocates nothing once the caller's lists have grown, by an
//! allocator that counts.

use lanai_ai::{Budget, Observation, Policy, Random};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Seats, Status};

/// Returns the number of allocations for listing and playing a random game after its setup.
fn allocations<G: Rules>(number: u64) -> u64 {
    let printed = G::printed().unwrap();
    let seats = Seats::of(G::TITLE, *G::TITLE.seats().end()).unwrap();
    let seed = Seed::from_number(number);
    let mut game = G::setup(&printed, seats, G::Options::default(), seed).unwrap();
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events) = (Vec::with_capacity(512), Vec::with_capacity(512));
    let counted = allocation_counter::measure(|| {
        while let Status::ToAct(seat) = game.status() {
            game.legal(&mut legal);
            let choice = mind.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::per_turn(),
            );
            events.clear();
            assert!(game.play(legal[choice], &mut events).is_ok());
        }
    });
    counted.count_total
}

#[test]
fn hawaii_plays_without_allocating() {
    for number in 0..20 {
        assert_eq!(allocations::<Hawaii>(number), 0, "game {number}");
    }
}

#[test]
fn haleakala_plays_without_allocating() {
    for number in 0..20 {
        assert_eq!(allocations::<Haleakala>(number), 0, "game {number}");
    }
}

/// Checks that the counter itself works.
#[test]
fn an_allocation_is_noticed() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 64])));
    assert_eq!(counted.count_total, 1);
}
