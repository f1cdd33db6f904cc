//! The pictures of choices.

use image::GenericImageView as _;
use lanai_render::{Canvas, Crop, Draw, LabelledAction, Look};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::{Rules, Status, Viewer};

use super::games::{NAMES, positions, save, told};
use super::{golden, theme};
use lanai_testing::resampling::Resample;

type Pointers<G> = Vec<LabelledAction<<G as Rules>::Action>>;

fn choices<G: Draw>(view: &G::View, done: &[G::Event], pointers: &Pointers<G>) -> Canvas {
    seen::<G>(view, done, pointers, Crop::Close)
}

fn seen<G: Draw>(view: &G::View, done: &[G::Event], pointers: &Pointers<G>, crop: Crop) -> Canvas {
    let theme = theme(Look::Calm);
    told("en", &NAMES, |phrasebook| {
        G::draw_choices(theme, phrasebook, view, done, pointers, crop)
    })
    .unwrap()
}

/// Returns all legal actions, each with a letter, or a number after Z.
fn lettered<G: Rules>(game: &G) -> Pointers<G> {
    let mut legal = Vec::new();
    game.legal(&mut legal);
    let label = |at: usize| match u8::try_from(at) {
        Ok(at @ 0..26) => char::from(b'A' + at).to_string(),
        _ => at.to_string(),
    };
    legal
        .into_iter()
        .enumerate()
        .map(|(at, action)| LabelledAction {
            action,
            label: label(at),
            is_possible: true,
        })
        .collect()
}

/// Positions that a player cannot distinguish look the same to them, and every picture fits a
/// phone.
fn shows_nothing_hidden<G: Draw + Resample>(name: &str, players: u8, options: G::Options) {
    let mut dice = Dice::new(&Seed::from_number(3), 9);
    let mut marked = 0;
    for position in positions::<G>(players, 8, options).iter().step_by(11) {
        let Status::ToAct(seat) = position.game.status() else {
            continue;
        };
        let viewer = Viewer::Seat(seat);
        let other = position.game.resample(viewer, &mut dice);
        let [pointers, same] = [&position.game, &other].map(lettered);
        assert!(pointers == same, "{name}, position {}", position.number);
        let [one, two] = [&position.game, &other].map(|game| game.view(viewer));
        let [picture, same] =
            [&one, &two].map(|view| choices::<G>(view, &position.events, &pointers));
        assert!(
            picture.numbers() == same.numbers(),
            "{name}, position {}",
            position.number
        );
        let [whole, same] =
            [&one, &two].map(|view| seen::<G>(view, &position.events, &pointers, Crop::Whole));
        assert!(
            whole.numbers() == same.numbers(),
            "{name}, position {}",
            position.number
        );
        let (width, height) = whole.dimensions();
        assert!(
            width >= 1176 && width * 11 >= height * 10,
            "{name}: {width} x {height}"
        );
        let (width, height) = picture.dimensions();
        assert!(
            width <= 760 && width * 10 >= height * 11,
            "{name}: {width} x {height}"
        );
        let bare = choices::<G>(&one, &position.events, &vec![]);
        marked += usize::from(
            bare.dimensions() != (width, height) || bare.numbers() != picture.numbers(),
        );
        if position.number % 33 == 0 {
            save(
                &format!("choices-{name}-{:03}.png", position.number),
                &picture,
            );
            save(
                &format!("choices-{name}-{:03}-whole.png", position.number),
                &whole,
            );
        }
    }
    assert!(marked > 5, "{name}: {marked}");
}

#[test]
fn choices_of_haleakala_show_nothing_hidden() {
    shows_nothing_hidden::<Haleakala>("volcano", 2, haleakala::options::Options::base());
    shows_nothing_hidden::<Haleakala>("tactical", 2, haleakala::options::Options::tactical());
}

#[test]
fn choices_of_hawaii_show_nothing_hidden() {
    shows_nothing_hidden::<Hawaii>("two", 2, hawaii::options::Options::default());
    shows_nothing_hidden::<Hawaii>("five", 5, hawaii::options::Options::default());
}

/// A label at one place is drawn once for all choices that have it; another label gives another
/// picture.
#[test]
fn choices_at_one_spot_with_one_label_have_one() {
    use lanai_rules::hawaii::action::{Action, Catch};
    let position = positions::<Hawaii>(2, 1, hawaii::options::Options::default()).swap_remove(0);
    let Status::ToAct(seat) = position.game.status() else {
        panic!("it has begun")
    };
    let view = position.game.view(Viewer::Seat(seat));
    let fish = |catch: [u8; 3], label: &str| LabelledAction {
        action: Action::Fish(Catch(catch)),
        label: label.to_owned(),
        is_possible: true,
    };
    let picture = |pointers: Pointers<Hawaii>| choices::<Hawaii>(&view, &[], &pointers);
    let one = picture(vec![fish([1, 0, 0], "A")]);
    let same = picture(vec![fish([1, 0, 0], "A"), fish([0, 1, 0], "A")]);
    assert!(one.numbers() == same.numbers());
    let two = picture(vec![fish([1, 0, 0], "A"), fish([0, 1, 0], "B")]);
    assert!(one.numbers() != two.numbers());
}

/// Returns the first position with a decision of a kind, as the deciding player sees it.
fn compare<G: Draw>(
    name: &str,
    players: u8,
    skip: usize,
    crop: Crop,
    kind: fn(&G::Action) -> bool,
) {
    for position in positions::<G>(players, 1, G::Options::default())
        .into_iter()
        .skip(skip)
    {
        let pointers = lettered(&position.game);
        let Status::ToAct(seat) = position.game.status() else {
            continue;
        };
        if pointers.iter().any(|pointer| kind(&pointer.action)) {
            let view = position.game.view(Viewer::Seat(seat));
            let picture = seen::<G>(&view, &position.events, &pointers, crop);
            save(&format!("{name}.png"), &picture);
            return golden::compare(name, &picture);
        }
    }
    panic!("there is no {name}");
}

#[test]
fn the_pictures_of_choices_are_those_that_were_looked_at() {
    use lanai_rules::haleakala::action::Action as OfVolcano;
    use lanai_rules::hawaii::action::Action as OfIsland;
    let near = Crop::Close;
    compare::<Hawaii>("choices-walk", 3, 60, near, |action| {
        matches!(action, OfIsland::Move(_))
    });
    compare::<Hawaii>("choices-five", 5, 120, near, |action| {
        matches!(action, OfIsland::Move(_))
    });
    compare::<Hawaii>("choices-island", 2, 40, Crop::Whole, |action| {
        matches!(action, OfIsland::Move(_))
    });
    compare::<Hawaii>("choices-buy", 3, 90, near, |action| {
        matches!(action, OfIsland::Buy { .. })
    });
    compare::<Hawaii>("choices-build", 3, 120, near, |action| {
        matches!(action, OfIsland::Build(_))
    });
    compare::<Haleakala>("choices-place", 2, 80, near, |action| {
        matches!(action, OfVolcano::Place { .. })
    });
    compare::<Haleakala>("choices-slopes", 2, 90, near, |action| {
        matches!(action, OfVolcano::Walk(_))
    });
    compare::<Haleakala>("choices-card", 2, 60, near, |action| {
        matches!(action, OfVolcano::Choose(_))
    });
    compare::<Haleakala>("choices-lava", 2, 60, near, |action| {
        matches!(action, OfVolcano::Lava { .. })
    });
    compare::<Haleakala>("choices-display", 2, 60, near, |action| {
        matches!(action, OfVolcano::Buy(_))
    });
}
