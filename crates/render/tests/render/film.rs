//! The film of a game: a GIF decoder sees what was drawn.

use gif::{ColorOutput, DecodeOptions, Repeat};
use image::{GenericImageView as _, Rgb};
use lanai_render::film::{self, Film, GameFilm};
use lanai_render::{Canvas, Draw, Ink, Look};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules as _, Status, Viewer};

use super::games::{NAMES, draw_turns, positions, recap, told};
use super::{motley, theme};
use lanai_testing::outside::test_size;

/// A decoded film: each frame, and its duration in hundredths of a second.
struct Seen {
    width: usize,
    pictures: Vec<(Vec<Rgb<u8>>, u16)>,
    /// The number of pixels written in each frame.
    written: Vec<usize>,
}

fn seen(file: &[u8]) -> Seen {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(file).unwrap();
    assert_eq!(reader.repeat(), Repeat::Infinite);
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut screen = vec![Rgb([0; 3]); width * height];
    let (mut pictures, mut written) = (Vec::new(), Vec::new());
    while let Some(shot) = reader.read_next_frame().unwrap() {
        let wide = usize::from(shot.width);
        for (number, pixel) in shot
            .buffer
            .chunks_exact(4)
            .enumerate()
            .filter(|(_, pixel)| pixel[3] > 0)
        {
            let (x, y) = (
                usize::from(shot.left) + number % wide,
                usize::from(shot.top) + number / wide,
            );
            screen[y * width + x] = Rgb([pixel[0], pixel[1], pixel[2]]);
        }
        pictures.push((screen.clone(), shot.delay));
        written.push(shot.buffer.len() / 4);
    }
    Seen {
        width,
        pictures,
        written,
    }
}

/// Halves a canvas in a plain way.
fn halved(canvas: &Canvas) -> Vec<Rgb<u8>> {
    let (width, height) = (canvas.width() / 2, canvas.height() / 2);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (2 * x, 2 * y)));
    let pixels = places.map(|(x, y)| {
        let four =
            [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| canvas.get_pixel(x, y));
        Rgb([0, 1, 2].map(|part| {
            let sum: u32 = four.iter().map(|colour| u32::from(colour.0[part])).sum();
            u8::try_from(sum / 4).unwrap()
        }))
    });
    pixels.collect()
}

/// Returns the percentage of pixels that differ a lot.
fn off(one: &[Rgb<u8>], other: &[Rgb<u8>]) -> usize {
    assert_eq!(one.len(), other.len());
    let far_off = one
        .iter()
        .zip(other)
        .filter(|(one, other)| (0..3).any(|part| one.0[part].abs_diff(other.0[part]) > 24));
    far_off.count() * 100 / one.len()
}

/// Returns each turn of a random game: the view after it, and its events.
fn turns<G: Draw>(players: u8) -> Vec<(G::View, Vec<G::Event>)> {
    let all = positions::<G>(players, 5, G::Options::default())
        .into_iter()
        .enumerate();
    let ends = all.filter(|(number, position)| {
        let game = &position.game;
        *number == 0 || game.begins_turn() || matches!(game.status(), Status::Over(_))
    });
    ends.map(|(_, position)| (position.game.view(Viewer::Table), position.events))
        .collect()
}

fn film<G: Draw>(players: u8, turns: &[(G::View, Vec<G::Event>)], most: usize) -> Option<Vec<u8>> {
    told::<G, _>("en", &NAMES[..players.into()], |phrasebook| {
        let mut reel = GameFilm::new(theme(Look::Calm), phrasebook, most);
        for (view, events) in turns {
            reel.add_turn(view.clone(), events.clone());
        }
        reel.finish()
    })
}

fn assert_film_is_as_drawn<G: Draw>(players: u8, width: usize) {
    let turns = turns::<G>(players);
    let some = &turns[turns.len() - test_size(5, 10)..];
    let file = film::<G>(players, some, film::MAX_FILM_BYTES).unwrap();
    let seen = seen(&file);
    assert_eq!(seen.width, width);
    // The last board is shown for longer, followed by the chart.
    assert_eq!(seen.pictures.len(), some.len() + 4);
    for ((view, events), (picture, delay)) in some.iter().zip(&seen.pictures) {
        let names = &NAMES[..players.into()];
        let board = draw_turns::<G>(names, view, std::slice::from_ref(events));
        assert_eq!(*delay, 90);
        assert_eq!(off(picture, &halved(&board)), 0);
    }
    let (chart, delay) = seen.pictures.last().unwrap();
    assert_eq!(*delay, 400);
    assert_eq!(
        chart[0],
        Ink::Sea.rgb(Look::Calm),
        "the chart is not as high as a board"
    );
    let whole = seen.written[0];
    assert!(
        seen.written[1..].iter().any(|written| written * 2 < whole),
        "only what changed"
    );
    assert!(file.len() < 2 << 20, "{} bytes", file.len());
}

#[test]
fn a_film_shows_what_was_drawn() {
    assert_film_is_as_drawn::<Hawaii>(3, 588);
    assert_film_is_as_drawn::<Haleakala>(2, 825);
}

/// The first and the last frame are kept however small the limit is.
fn keeps_to_its_bytes<G: Draw>(players: u8) {
    let turns = turns::<G>(players);
    let some = &turns[turns.len() - 40..];
    let whole = film::<G>(players, some, film::MAX_FILM_BYTES).unwrap();
    let all = seen(&whole).pictures;
    let (mut fewest, mut films) = (all.len(), 0);
    for part in [2, 4, 6] {
        let most = whole.len() / part;
        let Some(file) = film::<G>(players, some, most) else {
            continue;
        };
        assert!(file.len() <= most, "{} of {most}", file.len());
        let kept = seen(&file).pictures;
        assert!(
            kept.len() < all.len() && kept.len() <= fewest,
            "{} after {fewest}",
            kept.len()
        );
        assert!(kept[0].0 == all[0].0, "the first");
        assert!(kept[kept.len() - 1] == all[all.len() - 1], "the last");
        // The remaining frames are in order, and none is new.
        let mut places = all.iter().map(|(picture, _)| picture);
        assert!(
            kept.iter()
                .all(|(picture, _)| places.any(|other| other == picture))
        );
        (fewest, films) = (kept.len(), films + 1);
    }
    assert!(
        films > 1 && fewest < all.len() / 3,
        "{fewest} of {} in {films}",
        all.len()
    );
    assert_eq!(
        film::<G>(players, some, 2000),
        None,
        "not even two pictures have room"
    );
}

#[test]
fn a_film_keeps_to_its_bytes_and_to_its_first_and_last_pictures() {
    keeps_to_its_bytes::<Haleakala>(2);
    if test_size(0, 1) == 1 {
        keeps_to_its_bytes::<Hawaii>(2);
    }
}

#[test]
fn a_film_of_one_picture_or_none_or_of_odd_sizes() {
    assert_eq!(Film::new(film::MAX_FILM_BYTES).finish(), None);
    let mut one = Film::new(film::MAX_FILM_BYTES);
    one.add(&motley(33, 21));
    let seen_one = seen(&one.finish().unwrap());
    assert_eq!(
        (
            seen_one.width,
            seen_one.pictures.len(),
            seen_one.pictures[0].1
        ),
        (16, 1, 400)
    );
    // The same again, with a smaller and a larger frame.
    let mut film = Film::new(film::MAX_FILM_BYTES);
    for size in [(33, 21), (33, 21), (12, 8), (60, 50)] {
        film.add(&motley(size.0, size.1));
    }
    let seen = seen(&film.finish().unwrap());
    assert_eq!(seen.written, [160, 1, 160, 120]);
    assert!(seen.pictures[0].0 == seen.pictures[1].0);
    let sea = Ink::Sea.rgb(Look::Calm);
    assert_eq!(seen.pictures[2].0[0], sea, "around the smaller one");
}

/// A frame composed of all before it equals the picture drawn alone.
#[test]
fn pictures_do_not_leave_traces() {
    let all = positions::<Hawaii>(3, 8, lanai_rules::hawaii::options::Options::default());
    let boards: Vec<Canvas> = (all.iter().step_by(9))
        .map(|position| {
            recap::<Hawaii>(
                &position.game.view(Viewer::Table),
                std::slice::from_ref(&position.events),
            )
        })
        .collect();
    let mut whole = Film::new(film::MAX_FILM_BYTES);
    for board in &boards {
        whole.add(board);
    }
    let mut alone = Film::new(film::MAX_FILM_BYTES);
    alone.add(&boards[boards.len() - 1]);
    let [whole, alone] =
        [whole, alone].map(|film| seen(&film.finish().unwrap()).pictures.pop().unwrap());
    assert!(whole == alone);
}
