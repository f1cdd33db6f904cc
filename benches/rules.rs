//! x
use lanai::minds::*;
use lanai::rules::{chance::*, hawaii::*, *};
fn main() {
    let printed = Hawaii::printed().unwrap();
    for n in 2..=5 {
        let t = std::time::Instant::now();
        let mut legal = vec![];
        let mut ev = vec![];
        let games = 300;
        let mut pts = vec![];
        let mut wins = vec![];
        let mut dec = 0;
        let mut last = vec![];
        let mut comp = [0f64; 12];
        for g in 0..games {
            let seed = Seed::from_number(g);
            let mut game =
                Hawaii::setup(&printed, Seats::of(Title::Hawaii, n).unwrap(), Default::default(), seed)
                    .unwrap();
            let mut mind = Kind::Greedy.mind::<Hawaii>(&seed, Seat::from_number(1).unwrap());
            while let Status::ToAct(seat) = game.status() {
                game.legal(&mut legal);
                let c = mind.choose(&Sight::new(&game, seat, &legal));
                ev.clear();
                game.play(legal[c], &mut ev).unwrap();
                dec += 1;
                for e in &ev {
                    match e {
                        action::Event::Scored { points, reason, .. } => {
                            comp[*reason as usize] += *points as f64
                        }
                        action::Event::FinalScoring { points, .. } => {
                            comp[6] += points.kahunas as f64;
                            comp[7] += points.irrigations as f64;
                            comp[8] += points.hulas as f64;
                            comp[9] += points.long_huts as f64;
                            comp[10] += points.laka as f64;
                            comp[11] += points.kanaloa as f64;
                        }
                        _ => {}
                    }
                }
            }
            if let Status::Over(s) = game.status() {
                let mut v: Vec<u16> = s.points.values().copied().collect();
                v.sort();
                wins.push(*v.last().unwrap() as f64);
                last.push(v[0] as f64);
                pts.extend(v.iter().map(|x| *x as f64));
            }
        }
        let m = |v: &Vec<f64>| v.iter().sum::<f64>() / v.len() as f64;
        let sd = |v: &Vec<f64>| {
            let a = m(v);
            (v.iter().map(|x| (x - a) * (x - a)).sum::<f64>() / v.len() as f64).sqrt()
        };
        let per = pts.len() as f64;
        println!(
            "{n} players: mean {:.1} sd {:.1}; winner {:.1}; last {:.1}; {} dec/game; {:.2}s; spears {:.1} dock {:.1} island {:.1} people {:.1} lono {:.1} first {:.1} | kahuna {:.1} irrig {:.1} hula {:.1} long {:.1} laka {:.1} kanaloa {:.1}",
            m(&pts),
            sd(&pts),
            m(&wins),
            m(&last),
            dec / games,
            t.elapsed().as_secs_f64(),
            comp[0] / per,
            comp[1] / per,
            comp[2] / per,
            comp[3] / per,
            comp[4] / per,
            comp[5] / per,
            comp[6] / per,
            comp[7] / per,
            comp[8] / per,
            comp[9] / per,
            comp[10] / per,
            comp[11] / per
        );
    }
}
