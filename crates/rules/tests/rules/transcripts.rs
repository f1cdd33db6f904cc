//! Whole games as readable text, played again and compared line by line. They show a reader how a game goes, and
//! nothing that players read or that happens can change unnoticed.
//!
//! `UPDATE=1 cargo test transcripts` updates them; look at the difference before you commit it.

use std::{fmt::Write, fs, path::PathBuf};

use lanai_ai::{Budget, Evaluate, Observation, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::{Seats, Status, Title, Viewer};
use lanai_text::{Phrasebook, Tell, Words};

/// One game as text: the board at the start and whenever the table changes, every choice, and what came of it.
fn transcript<G: Evaluate + Tell>(
    players: u8,
    number: u64,
    kind: PolicyKind,
    options: G::Options,
    page: impl Fn(&G::View) -> u8,
) -> String {
    let seed = Seed::from_number(number);
    let printed = G::printed().unwrap();
    let seats = Seats::of(G::TITLE, players).unwrap();
    let mut game = G::setup(&printed, seats, options, seed).unwrap();
    let words = Words::english().unwrap();
    let names: Vec<_> = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
        .map(str::to_owned)
        .into();
    let phrasebook = Phrasebook {
        words: &words,
        printed: &*printed,
        names: &names,
    };
    let mut minds: Vec<_> = seats
        .iter()
        .map(|seat| kind.build::<G>(&seed, seats, seat).unwrap())
        .collect();
    let mut text = format!(
        "{}, {players} players, {} minds, seed {number}\n",
        G::TITLE.name(),
        kind.name()
    );
    let (mut shown, mut legal, mut events) = (None, Vec::new(), Vec::new());
    while let Status::ToAct(seat) = game.status() {
        let view = game.view(Viewer::Table);
        if shown != Some(page(&view)) {
            shown = Some(page(&view));
            write!(
                text,
                "\n{}\n\n{}\n",
                G::describe_board(&phrasebook, &view),
                G::describe_players(&phrasebook, &view)
            )
            .unwrap();
        }
        game.legal(&mut legal);
        let choice = minds[usize::from(seat.number()) - 1].choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::per_turn(),
        );
        let own = game.view(Viewer::Seat(seat));
        let chosen = G::describe_action(&phrasebook, &own, &legal[choice]);
        writeln!(
            text,
            "\n> {}, one of {}: {chosen}",
            phrasebook.player_name(seat),
            legal.len()
        )
        .unwrap();
        events.clear();
        game.play(legal[choice], &mut events).unwrap();
        for event in &events {
            writeln!(text, "{}", G::describe_event(&phrasebook, event)).unwrap();
        }
    }
    let Status::Over(standings) = game.status() else {
        unreachable!("the game is over")
    };
    let view = game.view(Viewer::Table);
    let end = phrasebook.standings(&standings);
    write!(
        text,
        "\n{}\n\n{}\n\n{end}\n",
        G::describe_board(&phrasebook, &view),
        G::describe_players(&phrasebook, &view)
    )
    .unwrap();
    text
}

/// A game of Hawaii, the board at the start of each round.
fn hawaii(players: u8, number: u64, kind: PolicyKind, options: hawaii::options::Options) -> String {
    transcript::<Hawaii>(players, number, kind, options, |view| view.round)
}

/// A game of Haleakala, the board at the start of each round.
fn haleakala(number: u64, kind: PolicyKind, options: haleakala::options::Options) -> String {
    transcript::<Haleakala>(2, number, kind, options, |view| match view.round {
        haleakala::action::Round::First => 1,
        haleakala::action::Round::Second => 2,
    })
}

/// Compares a text with its file, or writes the file.
fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/transcripts")
        .join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, found).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let pairs = expected.lines().zip(found.lines()).zip(1..);
    for ((expected, found), line) in pairs {
        assert_eq!(
            expected, found,
            "{name}, line {line}: UPDATE=1 cargo test transcripts accepts it"
        );
    }
    assert_eq!(
        expected.lines().count(),
        found.lines().count(),
        "{name} has another length"
    );
}

#[test]
fn hawaii_two_greedy() {
    compare(
        "hawaii-2-greedy.txt",
        &hawaii(2, 7, PolicyKind::Greedy, Options::printed()),
    );
}

#[test]
fn hawaii_three_random() {
    compare(
        "hawaii-3-random.txt",
        &hawaii(3, 11, PolicyKind::Random, Options::printed()),
    );
}

#[test]
fn hawaii_four_greedy_online() {
    compare(
        "hawaii-4-greedy-online.txt",
        &hawaii(4, 3, PolicyKind::Greedy, Options::online()),
    );
}

#[test]
fn hawaii_five_random() {
    compare(
        "hawaii-5-random.txt",
        &hawaii(5, 5, PolicyKind::Random, Options::printed()),
    );
}

#[test]
fn haleakala_greedy() {
    compare(
        "haleakala-greedy.txt",
        &haleakala(2, PolicyKind::Greedy, haleakala::options::Options::base()),
    );
}

#[test]
fn haleakala_greedy_tactical() {
    let options = haleakala::options::Options::tactical();
    compare(
        "haleakala-greedy-tactical.txt",
        &haleakala(4, PolicyKind::Greedy, options),
    );
}

#[test]
fn haleakala_random() {
    compare(
        "haleakala-random.txt",
        &haleakala(6, PolicyKind::Random, haleakala::options::Options::base()),
    );
}

/// A title without a transcript fails here.
#[test]
fn every_title_has_a_transcript() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<_> = names.collect();
    for title in Title::ALL {
        assert!(
            names.iter().any(|name| name.starts_with(title.name())),
            "{}",
            title.name()
        );
    }
}
