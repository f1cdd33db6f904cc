//! Typed lines of both games in all languages: each is a legal action or refused in a sentence.

use std::sync::LazyLock;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::{Seat, Seats, Viewer, choices};
use lanai_text::input::{self, Request, TypedGame};
use lanai_text::{Dictionary, Phrasebook, Words};

use super::{Target, assert_sentence};

pub(super) const TARGET: Target = Target {
    name: "lines",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    "move ",
    "fish ",
    "sail ",
    "wait",
    "pass ",
    "buy ",
    "pay ",
    "launch ",
    "pick ",
    "build ",
    "row ",
    "village ",
    "harvest ",
    "offer ",
    "decline",
    "choose ",
    "place ",
    "invoke ",
    "take ",
    "boat",
    "walk ",
    "stay",
    "lava ",
    "clockwise",
    "segment ",
    "forest",
    "disc ",
    "leave",
    "shells ",
    "fruits ",
    "feet ",
    "gods",
    "ku",
    "kane",
    "tiki",
    "kahuna",
    "surfer",
    "irrigation",
    "statue",
    "white-pearl",
    "for ",
    "with ",
    "on ",
    "side two",
    "and ",
    ",",
    "-",
    "lava=invoked",
    "goods=open,",
    "tactical",
];

/// A game in which lines are typed.
struct Position<G: TypedGame> {
    game: G,
    seat: Seat,
    view: G::View,
    legal: Vec<G::Action>,
}

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::open().unwrap());
static HAWAII: LazyLock<Vec<Position<Hawaii>>> =
    LazyLock::new(|| positions(3, hawaii::options::Options::default()));
static HALEAKALA: LazyLock<Vec<Position<Haleakala>>> =
    LazyLock::new(|| positions(2, haleakala::options::Options::tactical()));

/// Every third position of a game.
fn positions<G: TypedGame>(seats: u8, options: G::Options) -> Vec<Position<G>> {
    let seats = Seats::of(G::TITLE, seats).unwrap();
    let mut game = G::setup(&G::printed().unwrap(), seats, options, Seed::from_number(3)).unwrap();
    let (mut dice, mut positions) = (Dice::new(&Seed::from_number(4), 0), Vec::new());
    for step in 0..240 {
        let Some(seat) = game.status().to_act() else {
            break;
        };
        let legal = game.legal_actions();
        let bound = u32::try_from(legal.len()).unwrap();
        let action = legal[dice.below(bound).min(dice.below(bound)) as usize];
        if step % 3 == 0 {
            let view = game.view(Viewer::Seat(seat));
            positions.push(Position {
                game: game.clone(),
                seat,
                view,
                legal,
            });
        }
        game.play(action, &mut Vec::new()).unwrap();
    }
    positions
}

/// Two letters say where and in which language, the rest is what was typed.
fn run(bytes: &[u8]) {
    let [place, language, line @ ..] = bytes else {
        return;
    };
    let (place, line) = (usize::from(*place), String::from_utf8_lossy(line));
    let words = &DICTIONARY.languages()[usize::from(*language) / 2 % DICTIONARY.languages().len()];
    if language % 2 == 0 {
        check_line(&HAWAII[place % HAWAII.len()], words, &line);
    } else {
        check_line(&HALEAKALA[place % HALEAKALA.len()], words, &line);
    }
}

fn check_line<G: TypedGame>(position: &Position<G>, words: &Words, line: &str) {
    let Position {
        game,
        seat,
        view,
        legal,
    } = position;
    match input::parse_line::<G>(words, line, view, legal) {
        Err(unclear) => assert_sentence(&unclear.explain(words)),
        Ok(Request::Act(intent)) => match input::resolve_intent(game, *seat, &intent) {
            Ok(actions) => {
                let mut after = game.clone();
                let mut events = Vec::new();
                for action in &actions {
                    assert!(
                        after.legal_actions().contains(action),
                        "{line:?}: {action:?} is not listed"
                    );
                    after.play(*action, &mut events).unwrap();
                }
                assert!(!actions.is_empty(), "{line:?} does nothing");
                after.check().unwrap();
            }
            Err(not_done) => {
                let printed = G::printed().unwrap();
                let phrasebook = Phrasebook::<G> {
                    words,
                    printed: &printed,
                    names: &[],
                };
                assert_sentence(&not_done.explain(&phrasebook, *seat));
            }
        },
        Ok(_) => {}
    }
    match choices::read::<G>(line) {
        Ok(options) => assert_eq!(
            choices::read::<G>(&choices::write::<G>(&options)),
            Ok(options)
        ),
        Err(no) => assert_sentence(&words.explain_choice_error(&no, str::to_owned)),
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let lines = [
        "move gods",
        "/move tikis buy tiki 3 pay shells",
        "fish 1 2 0",
        "sail 2",
        "pass 1",
        "buy shell-hut side two",
        "pay 3 shells 1 fruit",
        "launch fishing",
        "choose 1",
        "build 2",
        "harvest fruit",
        "offer 2 shells",
        "undo",
        "place 3 4",
        "invoke 2",
        "take 1",
        "boat",
        "walk 2 forest",
        "choose fish-3",
        "lava 3 clockwise",
        "buy forest",
        "help",
        "move kahunas for 4 spears",
        "goods=open,tikis=seven",
        "lava=invoked",
        "wait",
        "decline",
        "stay",
    ];
    let place = |at: usize| u8::try_from(at * 37 % 256).unwrap();
    lines
        .into_iter()
        .chain(lines)
        .enumerate()
        .map(|(at, line): (usize, &str)| {
            [[place(at), place(at / 3)].as_slice(), line.as_bytes()].concat()
        })
        .collect()
}
