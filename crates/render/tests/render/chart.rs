//! The chart of a game's points.

use image::GenericImageView as _;
use lanai_render::{Canvas, Draw, Look, chart};
use lanai_rules::Viewer;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_text::Tally;

use super::games::{LONG, NAMES, positions, told};
use super::{golden, theme};

fn draw_chart<G: Draw>(names: &[&str], course: &[Tally]) -> Canvas {
    told::<G, _>("en", names, |phrasebook| {
        chart::render_chart(theme(Look::Calm), phrasebook, course)
    })
}

fn described<G: Draw>(names: &[&str], course: &[Tally]) -> String {
    told::<G, _>("en", names, |phrasebook| phrasebook.describe_chart(course))
}

fn course<G: Draw>(players: u8, seed: u64) -> Vec<Tally> {
    let all = positions::<G>(players, seed, G::Options::default());
    all.iter()
        .map(|position| G::tally_points(&position.game.view(Viewer::Table)))
        .collect()
}

#[test]
fn the_chart_of_a_game_is_the_one_that_was_looked_at() {
    golden::compare(
        "scores",
        &draw_chart::<Hawaii>(&NAMES, &course::<Hawaii>(5, 1)),
    );
}

fn tally(round: u8, points: [u16; 2]) -> Tally {
    Tally {
        round,
        points: points.to_vec(),
        chances: Vec::new(),
    }
}

/// Charts of games that have hardly begun, without points or with equal points, do not divide by
/// zero.
#[test]
fn the_shortest_courses_have_a_chart() {
    let whole = course::<Haleakala>(2, 3);
    let courses = [
        vec![],
        vec![tally(1, [0, 0])],
        vec![tally(1, [0, 0]), tally(1, [3, 0])],
        vec![tally(1, [999, 999]); 4],
        whole.clone(),
    ];
    for course in &courses {
        let chart = draw_chart::<Haleakala>(&LONG[..2], course);
        assert_eq!((chart.width(), chart.height()), (1650, 1050));
    }
    assert!(
        draw_chart::<Haleakala>(&NAMES[..2], &courses[1]).numbers()
            != draw_chart::<Haleakala>(&NAMES[..2], &whole).numbers()
    );
}

/// Points of the end of a round count in that round, although the next one has begun.
#[test]
fn a_chart_is_described_by_what_each_had_after_each_round() {
    let course = [
        tally(1, [0, 0]),
        tally(1, [2, 0]),
        tally(2, [10, 5]),
        tally(2, [11, 5]),
        tally(2, [40, 50]),
    ];
    let told = described::<Haleakala>(&["Ana", "Ben"], &course);
    assert_eq!(
        told,
        "Points over the game, round by round. Ana: 10, 40. Ben: 5, 50."
    );
}
