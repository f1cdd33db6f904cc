//! Hawaii in pictures.

use std::{fs, path::Path};

use lanai::{
    drawing::{
        Canvas, Look,
        hawaii::{Marks, island, realm, realms},
        png,
    },
    rules::{
        Rules as _, Seat, Seats, Status, Title, Viewer,
        chance::{Dice, Seed},
        hawaii::Hawaii,
    },
    words::{Teller, Words},
};

use super::studio;

/// A game after so many steps at random.
fn game(players: u8, seed: u64, steps: u32) -> (Hawaii, Marks) {
    let printed = Hawaii::printed().unwrap();
    let seats = Seats::of(Title::Hawaii, players).unwrap();
    let mut game = Hawaii::setup(&printed, seats, Default::default(), Seed::from_number(seed)).unwrap();
    let mut dice = Dice::new(&Seed::from_number(seed), 99);
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        let Status::ToAct(_) = game.status() else { break };
        if game.begins_turn() {
            events.clear();
        }
        game.legal(&mut legal);
        let choice = dice.below(u32::try_from(legal.len()).unwrap());
        game.play(legal[choice as usize], &mut events).unwrap();
    }
    let marks = Marks::of(&events);
    (game, marks)
}

fn keep(name: &str, canvas: &Canvas) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.png")), png::encode(canvas)).unwrap();
}

#[test]
fn look() {
    let words = Words::english().unwrap();
    let names = ["Ana", "Ben", "Chloé Dupont-Moretti", "Dan", "Emma"].map(str::to_owned);
    for (players, steps) in [(3_u8, 60_u32), (5, 250), (2, 0)] {
        let (game, marks) = game(players, 7, steps);
        let printed = Hawaii::printed().unwrap();
        let teller = Teller::<Hawaii> { words: &words, printed: &printed, names: &names };
        let Status::ToAct(seat) = game.status() else { panic!() };
        let view = game.view(if steps == 60 { Viewer::Seat(seat) } else { Viewer::Table });
        let studio = studio(Look::Calm);
        keep(&format!("island-{players}"), &island(studio, &teller, &view, &marks));
        keep(&format!("realms-{players}"), &realms(studio, &teller, &view));
        keep(&format!("realm-{players}"), &realm(studio, &teller, &view, Seat::from_number(1).unwrap()));
    }
}
