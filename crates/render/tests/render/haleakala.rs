//! The picture of Haleakala.

use lanai_render::{Canvas, Draw as _, Look};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event;
use lanai_rules::haleakala::options::Options;
use lanai_rules::haleakala::view::View;
use lanai_rules::{Rules as _, Viewer};
use lanai_text::Scene;

use super::games::{
    LONG, NAMES, Position, SHORT, described, draw, draw_plain, positions, save, seat, told,
};
use super::{golden, pixels_of, theme};

fn plain(view: &View, events: &[Event]) -> Canvas {
    draw_plain::<Haleakala>(view, events, Scene::Board)
}

fn game(seed: u64) -> Vec<Position<Haleakala>> {
    positions(2, seed, Options::base())
}

/// Names are only in the heads of the two sheets, between badge and points.
#[test]
fn long_names_and_emoji_stay_in_their_place() {
    let heads = [(1190..1590, 14..102), (1190..1590, 375..463)];
    for position in game(4).into_iter().step_by(90) {
        let view = position.game.view(Viewer::Table);
        let [short, long] = [SHORT, LONG]
            .map(|names| [names[0], names[1]])
            .map(|names| {
                draw::<Haleakala>(
                    Look::Calm,
                    "en",
                    &names,
                    &view,
                    &position.events,
                    Scene::Board,
                )
            });
        save(&format!("long-{:03}.png", position.number), &long);
        let mut differ = [0, 0];
        for ((at, one), (_, other)) in pixels_of(&short).into_iter().zip(pixels_of(&long)) {
            if one != other {
                let head = heads
                    .iter()
                    .position(|(x, y)| x.contains(&at.0) && y.contains(&at.1));
                differ[head.unwrap_or_else(|| panic!("{at:?} in position {}", position.number))] +=
                    1;
            }
        }
        assert!(
            differ.iter().all(|pixels| *pixels > 500),
            "names are seen: {differ:?}"
        );
    }
}

/// Each kind of event with a mark changes the picture.
#[test]
fn the_last_turn_leaves_its_marks() {
    let mut seen = [0; 4];
    for Position { game, events, .. } in game(6).into_iter().step_by(3) {
        let view = game.view(Viewer::Table);
        let bare = plain(&view, &[]);
        for event in &events {
            let kinds = [
                matches!(event, Event::Walked { .. }),
                matches!(event, Event::Sailed { .. }),
                matches!(event, Event::Built { .. }),
                matches!(event, Event::LavaRose { .. }),
            ];
            let Some(kind) = kinds.iter().position(|is| *is) else {
                continue;
            };
            assert!(
                plain(&view, &[*event]).numbers() != bare.numbers(),
                "{event:?}"
            );
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

#[test]
fn the_description_tells_of_boat_and_points() {
    for Position { game, .. } in game(7).into_iter().step_by(5) {
        let view = game.view(Viewer::Table);
        let text = described::<Haleakala>("en", &["Keiki", "Makua"], &view, Scene::Board);
        let boat = format!("The boat is at segment {}.", view.boat.number());
        assert!(text.contains(&boat), "{text}");
        let points = view
            .players
            .iter()
            .map(|player| format!("{} point", player.points));
        assert!(
            points.into_iter().all(|points| text.contains(&points)),
            "{text}"
        );
    }
}

#[test]
fn the_picture_is_the_one_that_was_looked_at() {
    let position = game(1).swap_remove(300);
    let view = position.game.view(Viewer::Seat(seat(1)));
    golden::compare("haleakala", &plain(&view, &position.events));
    let signs = told("en", &NAMES, |phrasebook| {
        Haleakala::draw_signs(theme(Look::Calm), phrasebook, &view)
    });
    golden::compare("haleakala-signs", &signs.unwrap());
}
