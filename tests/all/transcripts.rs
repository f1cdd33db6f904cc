//! Whole games as readable text, played again and compared line by line. They show a reader how a game goes, and
//! nothing that players read or that happens can change unnoticed.
//!
//! `UPDATE=1 cargo test transcripts` writes them anew; look at the difference before you commit it.

use std::{fmt::Write, fs, path::PathBuf};

use lanai::{
    minds::{Kind, Sight},
    rules::{
        Rules, Seats, Status, Title, Viewer,
        chance::Seed,
        hawaii::{Hawaii, options::Options},
    },
    words::{Words, hawaii::Teller},
};

/// One game as text: the board at the start of each round, every choice, and what came of it.
fn hawaii(players: u8, number: u64, kind: Kind, options: Options) -> String {
    let seed = Seed::from_number(number);
    let printed = Hawaii::printed().unwrap();
    let seats = Seats::of(Title::Hawaii, players).unwrap();
    let mut game = Hawaii::setup(&printed, seats, options, seed).unwrap();
    let words = Words::english().unwrap();
    let names: Vec<_> = ["Ana", "Ben", "Cleo", "Dan", "Eva"].map(str::to_owned).into();
    let teller = Teller { words: &words, printed: &printed, names: &names };
    let mut minds: Vec<_> = seats.iter().map(|seat| kind.mind::<Hawaii>(&seed, seat)).collect();
    let mut text = format!("Hawaii, {players} players, {} minds, seed {number}\n", kind.name());
    let (mut round, mut legal, mut events) = (0, Vec::new(), Vec::new());
    while let Status::ToAct(seat) = game.status() {
        let view = game.view(Viewer::Table);
        if view.round != round {
            round = view.round;
            write!(text, "\n{}\n\n{}\n", teller.island(&view), teller.realms(&view)).unwrap();
        }
        game.legal(&mut legal);
        let choice = minds[usize::from(seat.number()) - 1].choose(&Sight::new(&game, seat, &legal));
        let own = game.view(Viewer::Seat(seat));
        let chosen = teller.action(&own, legal[choice]);
        writeln!(text, "\n> {}, one of {}: {chosen}", teller.who(seat), legal.len()).unwrap();
        events.clear();
        game.play(legal[choice], &mut events).unwrap();
        for event in &events {
            writeln!(text, "{}", teller.event(event)).unwrap();
        }
    }
    let view = game.view(Viewer::Table);
    let end = teller.standings(&view.standings.unwrap());
    write!(text, "\n{}\n\n{end}\n", teller.realms(&view)).unwrap();
    text
}

/// Compares a text with its file, or writes the file.
fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, found).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let pairs = expected.lines().zip(found.lines()).zip(1..);
    for ((expected, found), line) in pairs {
        assert_eq!(expected, found, "{name}, line {line}: UPDATE=1 cargo test transcripts accepts it");
    }
    assert_eq!(expected.lines().count(), found.lines().count(), "{name} has another length");
}

#[test]
fn hawaii_two_greedy() {
    compare("hawaii-2-greedy.txt", &hawaii(2, 7, Kind::Greedy, Options::printed()));
}

#[test]
fn hawaii_three_random() {
    compare("hawaii-3-random.txt", &hawaii(3, 11, Kind::Random, Options::printed()));
}

#[test]
fn hawaii_four_greedy_online() {
    compare("hawaii-4-greedy-online.txt", &hawaii(4, 3, Kind::Greedy, Options::online()));
}

#[test]
fn hawaii_five_random() {
    compare("hawaii-5-random.txt", &hawaii(5, 5, Kind::Random, Options::printed()));
}

/// A title without a transcript fails here, at compile time for the `match` and at run time for the file.
#[test]
fn every_title_has_a_transcript() {
    let prefix = match Title::Hawaii {
        Title::Hawaii => "hawaii-",
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().any(|name| name.starts_with(prefix)));
}
