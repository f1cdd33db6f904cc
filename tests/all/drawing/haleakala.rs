//! The picture of Haleakala: every position can be drawn, nothing hidden is seen, and what is long fits.

use std::{fs, path::PathBuf, sync::LazyLock};

use lanai::{
    drawing::{
        Canvas, Look,
        haleakala::{Marks, volcano},
        png,
    },
    minds::{Mind as _, Random, Sight},
    rules::{
        Rules as _, Seat, Seats, Status, Title, Viewer,
        chance::{Dice, Seed},
        haleakala::{Haleakala, action::Event, options::Options, view::View},
    },
    words::{Dictionary, Language, haleakala::LONGEST_ALT, haleakala::Teller},
};

use super::{golden, pixels, studio};

const NAMES: [&str; 2] = ["Keiki", "Makuakane of the long slopes"];
const LONG: [&str; 2] = ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "🌋🌺 Ka‘ahumanu-Li‘iuokalani 🏝️👩🏽‍🚒"];

static WORDS: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::open().unwrap());

/// What is done with somebody who can tell of the game.
fn told<T>(language: Language, names: [&str; 2], tell: impl FnOnce(&Teller<'_>) -> T) -> T {
    let printed = Haleakala::printed().unwrap();
    let names = names.map(str::to_owned);
    tell(&Teller { words: WORDS.words(language), printed: &printed, names: &names })
}

fn draw(look: Look, language: Language, names: [&str; 2], view: &View, events: &[Event]) -> Canvas {
    told(language, names, |teller| volcano(studio(look), teller, view, &Marks::of(events)))
}

fn plain(view: &View, events: &[Event]) -> Canvas {
    draw(Look::Calm, Language::English, NAMES, view, events)
}

fn alt(language: Language, names: [&str; 2], view: &View) -> String {
    told(language, names, |teller| teller.picture(view))
}

/// A position of a random game: how many decisions were taken, and the events of the turn.
struct Position {
    number: usize,
    game: Haleakala,
    events: Vec<Event>,
}

/// Every position of a random game, until somebody has seen enough.
fn positions(seed: u64, options: Options) -> Vec<Position> {
    let seed = Seed::from_number(seed);
    let seats = Seats::of(Title::Haleakala, 2).unwrap();
    let mut game = Haleakala::setup(&Haleakala::printed().unwrap(), seats, options, seed).unwrap();
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let mut all = vec![Position { number: 0, game: game.clone(), events: vec![] }];
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(&Sight::new(&game, seat, &legal))];
        if game.begins_turn() {
            events.clear();
        }
        game.play(action, &mut events).unwrap();
        all.push(Position { number: all.len(), game: game.clone(), events: events.clone() });
    }
    all
}

/// Where pictures are left to be looked at.
fn save(name: &str, canvas: &Canvas) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("haleakala");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), png::encode(canvas)).unwrap();
}

/// Who may look at a position: by turns a seat or the table, so that many are tried in little time.
fn viewer(number: usize) -> Viewer {
    let seats = [1, 2].map(|seat| Viewer::Seat(Seat::from_number(seat).unwrap()));
    [seats[0], seats[1], Viewer::Table][number % 3]
}

#[test]
fn every_position_is_drawn_and_shows_nothing_hidden() {
    for (seed, options) in [(1, Options::base()), (2, Options::tactical())] {
        let mut dice = Dice::new(&Seed::from_number(seed), 9);
        for Position { number, game, events } in positions(seed, options) {
            let viewer = viewer(number);
            let other = game.resample(viewer, &mut dice);
            let [one, two] = [&game, &other].map(|game| game.view(viewer));
            let [picture, same] = [&one, &two].map(|view| plain(view, &events));
            assert!(picture.pixels() == same.pixels(), "game {seed}, position {number}");
            let [told, again] = [&one, &two].map(|view| alt(Language::English, NAMES, view));
            assert_eq!(told, again, "game {seed}, position {number}");
            if number % 60 == 0 {
                save(&format!("{seed}-{number:03}.png"), &picture);
                let size = png::encode(&picture).len();
                assert!(size < 300 << 10, "game {seed}, position {number}: {size} bytes");
            }
        }
    }
}

#[test]
fn every_look_and_language_has_a_picture() {
    for Position { number, game, events } in positions(3, Options::base()).into_iter().step_by(70) {
        let view = game.view(Viewer::Table);
        let pictures = Look::ALL.map(|look| {
            Language::ALL.iter().map(|it| draw(look, *it, NAMES, &view, &events)).collect::<Vec<_>>()
        });
        // The word for the round is in the language of whoever looks.
        assert!(pictures[0][0].pixels() != pictures[0][1].pixels(), "position {number}");
        save(&format!("contrast-{number:03}.png"), &pictures[1][1]);
    }
}

/// Names stand in the heads of the two sheets, between the badge and the points, and nowhere else.
#[test]
fn long_names_and_emoji_stay_in_their_place() {
    let heads = [(1272..1540, 24..116), (1272..1540, 432..524)];
    for position in positions(4, Options::base()).into_iter().step_by(90) {
        let view = position.game.view(Viewer::Table);
        let [short, long] = [["A", "B"], LONG]
            .map(|names| draw(Look::Calm, Language::English, names, &view, &position.events));
        save(&format!("long-{:03}.png", position.number), &long);
        let mut differ = [0, 0];
        for ((at, one), (_, other)) in pixels(&short).into_iter().zip(pixels(&long)) {
            if one != other {
                let head = heads.iter().position(|(x, y)| x.contains(&at.0) && y.contains(&at.1));
                differ[head.unwrap_or_else(|| panic!("{at:?} in position {}", position.number))] += 1;
            }
        }
        assert!(differ.iter().all(|pixels| *pixels > 500), "names are seen: {differ:?}");
    }
}

/// Whoever has to decide sees rings around what there is to choose; nobody else does.
#[test]
fn goals_are_shown_to_whoever_decides() {
    let mut ringed = 0;
    for position in positions(5, Options::base()).into_iter().step_by(25) {
        let Status::ToAct(seat) = position.game.status() else { continue };
        let other = if seat.number() == 1 { 2 } else { 1 };
        let other = Viewer::Seat(Seat::from_number(other).unwrap());
        let [table, own, others] = [Viewer::Table, Viewer::Seat(seat), other]
            .map(|viewer| plain(&position.game.view(viewer), &position.events));
        assert!(table.pixels() == others.pixels(), "position {}", position.number);
        ringed += usize::from(table.pixels() != own.pixels());
    }
    assert!(ringed > 5, "{ringed}");
}

/// Each kind of event that has a mark changes the picture.
#[test]
fn the_last_turn_leaves_its_marks() {
    let mut seen = [0; 4];
    for Position { game, events, .. } in positions(6, Options::base()).into_iter().step_by(3) {
        let view = game.view(Viewer::Table);
        let bare = plain(&view, &[]);
        for event in &events {
            let kinds = [
                matches!(event, Event::Walked { .. }),
                matches!(event, Event::Sailed { .. }),
                matches!(event, Event::Built { .. }),
                matches!(event, Event::LavaRose { .. }),
            ];
            let Some(kind) = kinds.iter().position(|is| *is) else { continue };
            assert!(plain(&view, &[*event]).pixels() != bare.pixels(), "{event:?}");
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

#[test]
fn the_alternative_text_begins_with_what_counts_and_is_never_too_long() {
    for Position { number, game, .. } in positions(7, Options::tactical()).into_iter().step_by(5) {
        let view = game.view(Viewer::Table);
        for language in Language::ALL {
            for names in [NAMES, LONG] {
                let text = alt(*language, names, &view);
                assert!(text.encode_utf16().count() <= LONGEST_ALT, "position {number}: {text}");
                assert!(text.ends_with('.'), "position {number}: {text}");
                for name in names {
                    assert!(text.contains(name), "position {number}: {text}");
                }
            }
        }
        let text = alt(Language::English, NAMES, &view);
        let boat = format!("The boat lies at segment {}.", view.boat.number());
        assert!(text.starts_with("Haleakala, round") && text.contains(&boat), "{text}");
        let points = view.players.iter().map(|player| format!("{} point", player.points));
        assert!(points.into_iter().all(|points| text.contains(&points)), "{text}");
    }
}

#[test]
fn the_picture_is_the_one_that_was_looked_at() {
    let position = positions(1, Options::base()).swap_remove(300);
    let view = position.game.view(viewer(0));
    golden::compare("haleakala", &plain(&view, &position.events));
}
