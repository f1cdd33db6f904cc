use lanai::{
    drawing::{
        Look, Studio,
        haleakala::{Marks, volcano},
        png,
    },
    minds::{Mind as _, Random, Sight},
    rules::{
        Rules as _, Seat, Seats, Status, Title, Viewer,
        chance::Seed,
        haleakala::{Haleakala, action::Event, options::Options},
    },
    words::{Language, Words, haleakala::Teller},
};
fn main() {
    let out = std::env::args().nth(1).unwrap();
    let printed = Haleakala::printed().unwrap();
    let studios = Look::ALL.map(|look| Studio::open(look).unwrap());
    for (number, options, language, look, names) in [
        (1u64, Options::base(), Language::English, 0, ["Keiki", "Makuakane of the long slopes"]),
        (2, Options::tactical(), Language::French, 0, ["Anne-Sophie 🌺", "Tom"]),
        (3, Options::base(), Language::English, 1, ["Keiki", "Makuakane of the long slopes"]),
    ] {
        let seed = Seed::from_number(number);
        let seats = Seats::of(Title::Haleakala, 2).unwrap();
        let mut game = Haleakala::setup(&printed, seats, options, seed).unwrap();
        let mut mind = Random::new(&seed, Seat::default());
        let words = Words::of(language).unwrap();
        let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
        let teller = Teller { words: &words, printed: &printed, names: &names };
        let (mut legal, mut events, mut turn): (Vec<_>, Vec<Event>, u32) = (vec![], vec![], 0);
        let mut viewer = Viewer::Table;
        loop {
            if turn % 30 == 0
                || !matches!(game.status(), Status::ToAct(_))
                || events.iter().any(|e| matches!(e, Event::Scored { .. }))
            {
                let t = std::time::Instant::now();
                let canvas = volcano(&studios[look], &teller, &game.view(viewer), &Marks::of(&events));
                let a = t.elapsed();
                let file = png::encode(&canvas);
                println!("{number} {turn}: {a:?}, both {:?}, {} bytes", t.elapsed(), file.len());
                std::fs::write(format!("{out}/{number}-{turn:03}.png"), file).unwrap();
            }
            let Status::ToAct(seat) = game.status() else { break };
            if game.begins_turn() {
                events.clear();
            }
            game.legal(&mut legal);
            let action = legal[mind.choose(&Sight::new(&game, seat, &legal))];
            game.play(action, &mut events).unwrap();
            turn += 1;
            viewer = match game.status() {
                Status::ToAct(s) if turn % 60 == 30 => Viewer::Seat(s),
                _ => Viewer::Table,
            };
        }
    }
}
