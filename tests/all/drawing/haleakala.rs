//! The picture of Haleakala.

use std::{fs, path::PathBuf};

use lanai::{
    drawing::{
        Canvas, Look,
        haleakala::{Marks, volcano},
        png,
    },
    minds::{Mind as _, Random, Sight},
    rules::{
        Rules as _, Seat, Seats, Status, Title, Viewer,
        chance::Seed,
        haleakala::{Haleakala, action::Event, options::Options, view::View},
    },
    words::{Language, Words, haleakala::Teller},
};

use super::studio;

/// Where pictures are left to be looked at.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("haleakala");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn draw(look: Look, language: Language, names: &[&str], view: &View, events: &[Event]) -> Canvas {
    let words = Words::of(language).unwrap();
    let printed = Haleakala::printed().unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let teller = Teller { words: &words, printed: &printed, names: &names };
    volcano(studio(look), &teller, view, &Marks::of(events))
}

/// Plays at random and shows every position with the events that led to it.
fn play(seed: u64, options: Options, mut show: impl FnMut(usize, &Haleakala, &[Event])) {
    let seed = Seed::from_number(seed);
    let seats = Seats::of(Title::Haleakala, 2).unwrap();
    let mut game = Haleakala::setup(&Haleakala::printed().unwrap(), seats, options, seed).unwrap();
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events, mut turns) = (Vec::new(), Vec::new(), 0);
    show(turns, &game, &events);
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(&Sight::new(&game, seat, &legal))];
        if game.begins_turn() {
            events.clear();
        }
        game.play(action, &mut events).unwrap();
        turns += 1;
        show(turns, &game, &events);
    }
}

#[test]
fn a_game_can_be_looked_at() {
    let save = |name: &str, canvas: &Canvas| {
        fs::write(folder().join(name), png::encode(canvas)).unwrap();
    };
    let names = ["Keiki", "Makuakane of the long slopes"];
    for (seed, options) in [(1, Options::base()), (2, Options::tactical())] {
        let mut last = None;
        play(seed, options, |turn, game, events| {
            if turn % 60 == 0 {
                let viewer = match game.status() {
                    Status::ToAct(seat) if turn % 120 == 60 => Viewer::Seat(seat),
                    _ => Viewer::Table,
                };
                let view = game.view(viewer);
                let canvas = draw(Look::Calm, Language::English, &names, &view, events);
                save(&format!("game-{seed}-{turn:03}.png"), &canvas);
            }
            last = Some((game.clone(), events.to_vec()));
        });
        let (game, events) = last.unwrap();
        let view = game.view(Viewer::Table);
        save(
            &format!("game-{seed}-end.png"),
            &draw(Look::Contrast, Language::French, &names, &view, &events),
        );
    }
}
