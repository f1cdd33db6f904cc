//! x
use lanai::minds::*;
use lanai::rules::{chance::*, hawaii::*, *};
fn main() {
    let printed = Hawaii::printed().unwrap();
    for _ in 0..3 {
        let mut n = 0;
        let t = std::time::Instant::now();
        let mut legal = vec![];
        let mut ev = vec![];
        let games = 10000;
        for g in 0..games {
            let seed = Seed::from_number(g);
            let mut game =
                Hawaii::setup(&printed, Seats::of(Title::Hawaii, 4).unwrap(), Default::default(), seed)
                    .unwrap();
            let mut mind = Random::new(&seed, Seat::from_number(1).unwrap());
            while let Status::ToAct(seat) = game.status() {
                game.legal(&mut legal);
                let c = mind.choose(&Sight::new(&game, seat, &legal));
                ev.clear();
                game.play(legal[c], &mut ev).unwrap();
                n += 1;
            }
        }
        let s = t.elapsed().as_secs_f64();
        println!("{:.0} games/s {:.0} decisions/s, {} per game", games as f64 / s, n as f64 / s, n / games);
    }
}
