//! x
use lanai::minds::*;
use lanai::rules::{chance::*, hawaii::*, *};
#[test]
fn walk() {
    let printed = Hawaii::printed().unwrap();
    let mut n = 0;
    let mut longest = 0;
    let t = std::time::Instant::now();
    for g in 0..2000u64 {
        let seed = Seed::from_number(g);
        let mut game = Hawaii::setup(
            &printed,
            Seats::of(Title::Hawaii, 2 + (g % 4) as u8).unwrap(),
            Default::default(),
            seed,
        )
        .unwrap();
        game.check().unwrap();
        let mut mind = Random::new(&seed, Seat::from_number(1).unwrap());
        let mut legal = vec![];
        let mut ev = vec![];
        let mut k = 0;
        while let Status::ToAct(seat) = game.status() {
            game.legal(&mut legal);
            longest = longest.max(legal.len());
            let c = mind.choose(&Sight::new(&game, seat, &legal));
            ev.clear();
            game.play(legal[c], &mut ev).unwrap();
            game.check().unwrap();
            n += 1;
            k += 1;
            assert!(k < 3000);
        }
    }
    println!(
        "{n} decisions longest list {longest} {:?} size {}",
        t.elapsed(),
        std::mem::size_of::<state::State>()
    );
}
