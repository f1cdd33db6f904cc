//! The pictures of Hawaii.

use lanai_render::{Canvas, Draw as _, Look};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::view::View;
use lanai_rules::{Rules as _, Viewer};
use lanai_text::Scene;

use super::games::{
    LONG, NAMES, Position, SHORT, described, draw, draw_plain, positions, save, seat, told,
};
use super::{golden, pixels_of, theme};

fn island(view: &View, events: &[Event]) -> Canvas {
    draw_plain::<Hawaii>(view, events, Scene::Board)
}

fn game(players: u8, seed: u64) -> Vec<Position<Hawaii>> {
    positions(players, seed, Options::default())
}

/// Names are only in their column of the players' lines.
#[test]
fn long_names_stay_in_their_place() {
    for position in game(5, 4).into_iter().step_by(90) {
        let view = position.game.view(Viewer::Table);
        let [short, long] = [SHORT, LONG].map(|names| {
            draw::<Hawaii>(
                Look::Calm,
                "en",
                &names,
                &view,
                &position.events,
                Scene::Board,
            )
        });
        save(&format!("long-island-{:03}.png", position.number), &long);
        let differs = pixels_of(&short)
            .into_iter()
            .zip(pixels_of(&long))
            .filter(|((_, one), (_, two))| one != two);
        let places: Vec<(i32, i32)> = differs.map(|((at, _), _)| at).collect();
        let outside = places
            .iter()
            .find(|(x, y)| !(90..290).contains(x) || *y < 882);
        assert_eq!(outside, None, "position {}", position.number);
        assert!(places.len() > 500, "names are seen");
    }
}

/// Each kind of event with a mark changes the picture.
#[test]
fn the_last_turn_leaves_its_marks() {
    let mut seen = [0; 5];
    for Position { game, events, .. } in
        [6, 7].into_iter().flat_map(|seed| game(3, seed)).step_by(3)
    {
        let view = game.view(Viewer::Table);
        for (number, event) in events.iter().enumerate() {
            let kinds = [
                matches!(event, Event::Moved { from, to, .. } if from != to),
                matches!(event, Event::TookPrice { .. }),
                matches!(event, Event::Built { .. }),
                matches!(event, Event::Visited { .. }),
                matches!(event, Event::Fished { .. }),
            ];
            let Some(kind) = kinds.iter().position(|is| *is) else {
                continue;
            };
            let [before, after] = [number, number + 1].map(|many| island(&view, &events[..many]));
            // The gift of an island has no mark on the board, but one on the player's card.
            assert!(before.numbers() != after.numbers(), "{event:?}");
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

/// Points are printed in full, also above a hundred, and nowhere else.
#[test]
fn points_are_told_on_the_line_of_their_player() {
    let start = game(2, 1).swap_remove(0);
    let view = start.game.view(Viewer::Table);
    let [few, many] = [21, 121].map(|points| {
        let mut view = view.clone();
        view.realms[0].points = points;
        pixels_of(&island(&view, &[]))
    });
    let differs = few
        .into_iter()
        .zip(many)
        .filter(|((_, one), (_, two))| one != two);
    let places: Vec<(i32, i32)> = differs.map(|((at, _), _)| at).collect();
    assert!(places.len() > 200, "{}", places.len());
    let outside = places
        .iter()
        .find(|(x, y)| !(290..388).contains(x) || !(882..934).contains(y));
    assert_eq!(outside, None);
}

#[test]
fn descriptions_of_realms_tell_of_villages_and_goods() {
    let position = game(3, 2).swap_remove(110);
    let own = position.game.view(Viewer::Seat(seat(1)));
    let text = described::<Hawaii>("en", &NAMES, &own, Scene::Realm(seat(1)));
    assert!(
        text.contains("village 1: printed hut") && text.contains("in hand: "),
        "{text}"
    );
    assert!(!text.contains(NAMES[1]), "{text}");
    let all = described::<Hawaii>("en", &NAMES, &own, Scene::Realms);
    assert_eq!(all.matches("in hand: ").count(), 1, "{all}");
}

#[test]
fn the_pictures_are_those_that_were_looked_at() {
    let position = game(3, 1).swap_remove(110);
    let view = position.game.view(Viewer::Seat(seat(1)));
    golden::compare("island", &island(&view, &position.events));
    let signs = told("en", &NAMES, |phrasebook| {
        Hawaii::draw_signs(theme(Look::Calm), phrasebook, &view)
    });
    golden::compare("island-signs", &signs.unwrap());
    golden::compare(
        "realm",
        &draw_plain::<Hawaii>(&view, &position.events, Scene::Realm(seat(1))),
    );
    golden::compare(
        "realms",
        &draw_plain::<Hawaii>(&view, &position.events, Scene::Realms),
    );
}
