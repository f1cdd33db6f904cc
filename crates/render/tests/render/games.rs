//! Laws of the pictures of both games: every position can be drawn, nothing hidden is visible, and
//! descriptions are short.

use std::{fs, path::PathBuf, sync::LazyLock};

use image::GenericImageView as _;
use lanai_ai::{Budget, Observation, Policy as _, Random};
use lanai_render::{Canvas, Draw, Look, png};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::options::GoodsShown;
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::{Rules, Seat, Seats, Status, Viewer};
use lanai_text::{Dictionary, Key, MAX_ALT_TEXT_UTF16, Phrasebook, Scene, Tell, Words};

use super::theme;
use lanai_testing::outside::test_size;
use lanai_testing::resampling::Resample;

pub(crate) const NAMES: [&str; 5] = [
    "Keiki",
    "Makuakane of the long slopes",
    "Chloé",
    "Dan",
    "Emma",
];
pub(crate) const LONG: [&str; 5] = [
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "🌋🌺 Ka‘ahumanu-Li‘iuokalani 🏝️👩🏽‍🚒",
    "🏝️",
    "a name of exactly thirty letters",
    "E",
];

/// Short names with the letters that the badges of the long names have.
pub(crate) const SHORT: [&str; 5] = ["W", "K", "A", "N", "E"];

static WORDS: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::open().unwrap());

/// A position of a random game, with the number of decisions and the events of the turn.
pub(crate) struct Position<G: Rules> {
    pub(crate) number: usize,
    pub(crate) game: G,
    pub(crate) events: Vec<G::Event>,
}

/// Every position of a random game.
pub(crate) fn positions<G: Rules>(players: u8, seed: u64, options: G::Options) -> Vec<Position<G>> {
    let seed = Seed::from_number(seed);
    let seats = Seats::of(G::TITLE, players).unwrap();
    let mut game = G::setup(&G::printed().unwrap(), seats, options, seed).unwrap();
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let mut all = vec![Position {
        number: 0,
        game: game.clone(),
        events: vec![],
    }];
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::per_turn(),
        )];
        if game.begins_turn() {
            events.clear();
        }
        game.play(action, &mut events).unwrap();
        all.push(Position {
            number: all.len(),
            game: game.clone(),
            events: events.clone(),
        });
    }
    all
}

pub(crate) fn told<G: Tell, T>(
    language: &str,
    names: &[&str],
    tell: impl FnOnce(&Phrasebook<'_, G>) -> T,
) -> T {
    let printed = G::printed().unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    tell(&Phrasebook {
        words: WORDS.for_locale(language),
        printed: &printed,
        names: &names,
    })
}

pub(crate) fn draw<G: Draw>(
    look: Look,
    language: &str,
    names: &[&str],
    view: &G::View,
    events: &[G::Event],
    scene: Scene,
) -> Canvas {
    let turns = [events.to_vec()];
    told(language, names, |phrasebook| {
        G::draw(theme(look), phrasebook, view, &turns, scene)
    })
    .unwrap()
}

/// The board with the marks of several turns.
pub(crate) fn recap<G: Draw>(view: &G::View, turns: &[Vec<G::Event>]) -> Canvas {
    draw_turns::<G>(&NAMES, view, turns)
}

pub(crate) fn draw_turns<G: Draw>(
    names: &[&str],
    view: &G::View,
    turns: &[Vec<G::Event>],
) -> Canvas {
    let theme = theme(Look::Calm);
    told("en", names, |phrasebook| {
        G::draw(theme, phrasebook, view, turns, Scene::Board)
    })
    .unwrap()
}

pub(crate) fn draw_plain<G: Draw>(view: &G::View, events: &[G::Event], scene: Scene) -> Canvas {
    draw::<G>(Look::Calm, "en", &NAMES, view, events, scene)
}

pub(crate) fn described<G: Tell>(
    language: &str,
    names: &[&str],
    view: &G::View,
    scene: Scene,
) -> String {
    told::<G, _>(language, names, |phrasebook| {
        G::describe_picture(phrasebook, view, scene)
    })
}

/// Saves a picture for inspection.
pub(crate) fn save(name: &str, canvas: &Canvas) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), png::encode(canvas)).unwrap();
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// Returns all viewers of a table.
fn viewers(players: u8) -> Vec<Viewer> {
    let seats = (1..=players).map(|number| Viewer::Seat(seat(number)));
    seats.chain([Viewer::Table]).collect()
}

// --- Laws ---

/// Positions that a viewer cannot tell apart have the same picture and description.
fn shows_nothing_hidden<G: Draw + Resample>(
    name: &str,
    players: u8,
    options: G::Options,
    scenes: &[Scene],
) {
    let mut dice = Dice::new(&Seed::from_number(7), 9);
    let viewers = viewers(players);
    for Position {
        number,
        game,
        events,
    } in positions::<G>(players, u64::from(players), options)
    {
        if number / 8 % test_size(2, 1) != 0 {
            continue;
        }
        // Viewers and scenes alternate, so that many are tried in a short time.
        let viewer = viewers[number % viewers.len()];
        let scene = scenes[number / viewers.len() % scenes.len()];
        let other = game.resample(viewer, &mut dice);
        let [one, two] = [&game, &other].map(|game| game.view(viewer));
        let [picture, same] = [&one, &two].map(|view| draw_plain::<G>(view, &events, scene));
        assert!(
            picture.numbers() == same.numbers(),
            "{name}, position {number}"
        );
        let [told, again] = [&one, &two].map(|view| described::<G>("en", &NAMES, view, scene));
        assert_eq!(told, again, "{name}, position {number}");
        if number % 60 == 0 {
            save(&format!("{name}-{number:03}.png"), &picture);
            let size = png::encode(&picture).len();
            assert!(size < 400 << 10, "{name}, position {number}: {size} bytes");
        }
    }
}

#[test]
fn pictures_of_haleakala_show_nothing_hidden() {
    let scenes = [Scene::Board];
    shows_nothing_hidden::<Haleakala>("volcano", 2, haleakala::options::Options::base(), &scenes);
    shows_nothing_hidden::<Haleakala>(
        "tactical",
        2,
        haleakala::options::Options::tactical(),
        &scenes,
    );
}

#[test]
fn pictures_of_hawaii_show_nothing_hidden() {
    let hidden = hawaii::options::Options {
        goods: GoodsShown::Hidden,
        ..Default::default()
    };
    for (name, players, options) in [
        ("two", 2, hidden),
        ("four", 4, hawaii::options::Options::default()),
        ("five", 5, hidden),
    ] {
        let scenes = [
            Scene::Board,
            Scene::Realm(seat(1)),
            Scene::Realms,
            Scene::Realm(seat(2)),
        ];
        shows_nothing_hidden::<Hawaii>(name, players, options, &scenes);
    }
}

/// Labels are in the viewer's language, and both looks can be drawn.
fn has_looks_and_languages<G: Draw>(players: u8, scene: Scene) {
    for Position {
        number,
        game,
        events,
    } in positions::<G>(players, 3, G::Options::default())
        .iter()
        .step_by(70)
    {
        let view = game.view(Viewer::Table);
        let picture = |look, language| draw::<G>(look, language, &NAMES, &view, events, scene);
        let calm = picture(Look::Calm, "en");
        let bold = picture(Look::Contrast, "fr");
        save(
            &format!("contrast-{}-{number:03}.png", G::TITLE.name()),
            &bold,
        );
        assert!(
            calm.numbers() != picture(Look::Calm, "fr").numbers(),
            "position {number}"
        );
        let pixels = (calm.width(), calm.height());
        assert_eq!(pixels, (bold.width(), bold.height()));
    }
}

#[test]
fn every_look_and_language_has_its_pictures() {
    has_looks_and_languages::<Haleakala>(2, Scene::Board);
    has_looks_and_languages::<Hawaii>(3, Scene::Board);
    has_looks_and_languages::<Hawaii>(3, Scene::Realms);
}

/// Only the deciding player sees the choices.
fn shows_goals_to_whoever_decides<G: Draw>(players: u8, options: &G::Options, scenes: &[Scene]) {
    for scene in scenes {
        let mut marked = 0;
        for position in positions::<G>(players, 5, options.clone())
            .into_iter()
            .step_by(2)
        {
            let Status::ToAct(acts) = position.game.status() else {
                continue;
            };
            let other = seat(if acts.number() == 1 { 2 } else { 1 });
            let [table, own, others] = [Viewer::Table, Viewer::Seat(acts), Viewer::Seat(other)]
                .map(|viewer| {
                    draw_plain::<G>(&position.game.view(viewer), &position.events, *scene)
                });
            assert!(
                table.numbers() == others.numbers(),
                "position {}",
                position.number
            );
            marked += usize::from(table.numbers() != own.numbers());
        }
        assert!(marked > 2, "{scene:?}: {marked}");
    }
}

#[test]
fn goals_are_shown_to_whoever_decides() {
    shows_goals_to_whoever_decides::<Haleakala>(
        2,
        &haleakala::options::Options::base(),
        &[Scene::Board],
    );
    // With open goods, a player sees no more than the table, except for their choices.
    let open = hawaii::options::Options {
        goods: GoodsShown::Open,
        ..Default::default()
    };
    shows_goals_to_whoever_decides::<Hawaii>(2, &open, &[Scene::Board, Scene::Realms]);
}

/// Descriptions are whole sentences within Discord's limit, and begin with what matters.
fn is_described_in_short<G: Tell>(players: u8, scenes: &[Scene], begins: &str) {
    for Position { number, game, .. } in positions::<G>(players, 7, G::Options::default())
        .iter()
        .step_by(7)
    {
        let view = game.view(Viewer::Seat(seat(1)));
        for (language, names) in WORDS
            .languages()
            .iter()
            .flat_map(|words| [(words.tag(), NAMES), (words.tag(), LONG)])
        {
            for scene in scenes {
                let text = described::<G>(language, &names, &view, *scene);
                assert!(
                    text.encode_utf16().count() <= MAX_ALT_TEXT_UTF16,
                    "position {number}: {text}"
                );
                assert!(
                    text.ends_with('.') && !text.contains('['),
                    "position {number}: {text}"
                );
                if !matches!(scene, Scene::Realm(_)) {
                    let missing = names
                        .iter()
                        .take(players.into())
                        .find(|name| !text.contains(**name));
                    assert_eq!(missing, None, "position {number}: {text}");
                }
            }
        }
        let text = described::<G>("en", &NAMES, &view, scenes[0]);
        assert!(text.starts_with(begins), "{text}");
    }
}

#[test]
fn descriptions_begin_with_what_counts_and_are_never_too_long() {
    is_described_in_short::<Haleakala>(2, &[Scene::Board], "Haleakala, round");
    let scenes = [Scene::Board, Scene::Realms, Scene::Realm(seat(1))];
    is_described_in_short::<Hawaii>(5, &scenes, "The island of Hawaii, round");
}

/// Names as people have them.
const USUAL: [&str; 5] = ["Ana", "Ben", "Chloé", "Dan", "Emma"];

fn needed_of_the_island(
    phrasebook: &Phrasebook<'_, Hawaii>,
    view: &hawaii::view::View,
) -> Vec<String> {
    let cove = (1_u8..).zip(view.cove.0).filter(|(_, number)| *number > 0);
    let mut needed: Vec<String> = cove
        .map(|(fish, number)| format!("{number} × {fish}"))
        .collect();
    for dock in &view.docks {
        needed.push(format!("{}, {}, ", dock.feet, dock.points));
        needed.extend(dock.gift.map(|gift| phrasebook.gift(gift)));
    }
    for place in &view.places {
        needed.push(phrasebook.place(place.place));
        needed.extend(place.wares.iter().map(|(_, left)| left.to_string()));
        needed.extend(
            place
                .circles
                .iter()
                .filter_map(|circle| circle.price)
                .map(|price| phrasebook.price(price)),
        );
    }
    for space in view.spaces.iter().filter_map(|space| space.price) {
        needed.push(phrasebook.price(space));
    }
    for realm in &view.realms {
        let who = &phrasebook.names[usize::from(realm.seat.number()) - 1];
        let at = if let Chieftain::Place(place) = realm.chieftain {
            phrasebook.place(place)
        } else {
            phrasebook.chieftain_place(realm.chieftain)
        };
        needed.extend([
            who.clone(),
            format!("{}, {at}, ", phrasebook.points(realm.points)),
        ]);
        needed.extend((realm.kahunas > 0).then(|| phrasebook.kahunas(realm.kahunas)));
        needed.extend((realm.tikis > 0).then(|| phrasebook.tikis(realm.tikis)));
    }
    needed
}

fn needed_of_the_volcano(
    phrasebook: &Phrasebook<'_, Haleakala>,
    view: &haleakala::view::View,
) -> Vec<String> {
    let mut needed: Vec<String> = view
        .display
        .iter()
        .map(|(card, _)| phrasebook.scoring_card(*card))
        .collect();
    for segment in &view.segments {
        needed.extend(
            segment
                .cards
                .iter()
                .flatten()
                .map(|card| phrasebook.card(*card)),
        );
    }
    for player in &view.players {
        needed.push(phrasebook.points(player.points));
        needed.push(phrasebook.shaman_place(player.shaman));
        needed.extend(player.kept.iter().map(|kept| phrasebook.keepsake(*kept)));
    }
    needed
}

/// The description of a board has all that is needed, or says where the rest is. Returns how many
/// descriptions, of how many, say so.
fn nothing_is_left_out<G: Tell>(
    language: &str,
    players: u8,
    needed: impl Fn(&Phrasebook<'_, G>, &G::View) -> Vec<String>,
) -> (usize, usize) {
    let rest = WORDS.for_locale(language).say(Key::named("alt-rest"), &[]);
    let (mut all, mut cut) = (0, 0);
    for Position { number, game, .. } in positions::<G>(players, 11, G::Options::default())
        .iter()
        .step_by(5)
    {
        let view = game.view(Viewer::Table);
        told::<G, _>(language, &USUAL, |phrasebook| {
            let text = G::describe_picture(phrasebook, &view, Scene::Board);
            all += 1;
            if text.ends_with(&rest) {
                cut += 1;
                return;
            }
            for piece in needed(phrasebook, &view) {
                assert!(
                    text.contains(&piece),
                    "{players}, position {number}: no {piece} in {text}"
                );
            }
        });
    }
    (cut, all)
}

#[test]
fn the_description_of_a_board_leaves_nothing_out() {
    for language in WORDS.languages().iter().map(Words::tag) {
        for players in 2..=5 {
            let (cut, all) = nothing_is_left_out(language, players, needed_of_the_island);
            // French takes more characters: with five players, the figures of the round do not fit.
            let room = language == "en" || players < 5;
            assert!(
                cut <= if room { 0 } else { all / 5 },
                "{players} in {language:?}: {cut} of {all}"
            );
        }
        let (cut, all) = nothing_is_left_out(language, 2, needed_of_the_volcano);
        let room = language == "en";
        assert!(
            cut <= if room { 0 } else { all / 2 },
            "Haleakala in {language:?}: {cut} of {all}"
        );
    }
}
