//! Pieces: all can be drawn, and a canvas gets what a plain way to draw would put there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lanai_render::emoji::{EMOJI_SIDE, encode_emoji};
use lanai_render::{Art, Ink, Look, Piece, Theme, Tone};
use lanai_rules::Seat;

use super::{PLACES, motley, pixels_of, theme};

/// The heights at which layouts use pieces, roughly, and all that may be cached.
const HEIGHTS: [u16; 9] = [24, 32, 44, 56, 64, 80, 96, 120, 160];
const MAX_BYTES: usize = 40 << 20;

fn all_seats() -> impl Iterator<Item = Seat> {
    (1..=5).map(|number| Seat::from_number(number).unwrap())
}

#[test]
fn every_file_is_a_piece_and_every_piece_a_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/art");
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names
        .filter_map(|name| name.strip_suffix(".svg").map(str::to_owned))
        .collect();
    let pieces: BTreeSet<String> = Art::ALL.iter().map(|art| art.name().to_owned()).collect();
    assert_eq!(files, pieces);
    assert_eq!(pieces.len(), Art::ALL.len());
}

#[test]
fn every_piece_is_seen_at_every_height_and_all_of_them_find_room() {
    for look in Look::ALL {
        let theme = Theme::open(look).unwrap();
        for art in Art::ALL {
            for height in HEIGHTS {
                for seat in all_seats().filter(|seat| art.is_tinted() || seat.number() == 1) {
                    let piece = theme.piece(*art, height, Some(seat));
                    assert_eq!(piece.height(), u32::from(height), "{art:?}");
                    assert!(piece.width() * 2 > piece.height(), "{art:?}");
                    let seen = all(&piece).filter(|(_, (_, covered))| *covered > 0).count();
                    assert!(
                        seen * 8 > usize::from(height).pow(2),
                        "{art:?} at {height}: {seen}"
                    );
                }
            }
        }
        let (pieces, bytes) = theme.cache_size();
        assert!(pieces >= Art::ALL.len() * HEIGHTS.len());
        assert!(
            bytes < MAX_BYTES,
            "{look:?}: {pieces} pieces take {bytes} bytes"
        );
    }
}

fn all(piece: &Piece) -> impl Iterator<Item = ((u32, u32), (u8, u8))> {
    let places = (0..piece.height()).flat_map(|y| (0..piece.width()).map(move |x| (x, y)));
    places.map(|(x, y)| ((x, y), piece.pixel(x, y).unwrap()))
}

#[test]
fn a_piece_is_cut_at_every_border_and_mixed_at_every_edge() {
    let theme = theme(Look::Calm);
    let piece = theme.piece(Art::Chief3, 20, Seat::from_number(2));
    let (mut solid, mut soft) = (0, 0);
    for (left, top, ..) in PLACES {
        let before = motley(32, 24);
        let mut after = before.clone();
        piece.draw(&mut after, left, top);
        for (((x, y), is), below) in pixels_of(&after).into_iter().zip(before.numbers().iter()) {
            let colour = |number: u8| theme.palette().colours()[usize::from(number)];
            let at =
                |place: i32, begin: i32| u32::try_from(i64::from(place) - i64::from(begin)).ok();
            let pixel = at(x, left)
                .zip(at(y, top))
                .and_then(|(x, y)| piece.pixel(x, y));
            let number = match pixel {
                None | Some((_, 0)) => *below,
                Some((number, 255)) => number,
                Some((number, covered)) => theme.palette().blend(*below, colour(number), covered),
            };
            assert_eq!(is, colour(number), "{x}, {y} for {left}, {top}");
        }
    }
    for (_, pixel) in all(&piece) {
        solid += usize::from(pixel.1 == 255);
        soft += usize::from((1..255).contains(&pixel.1));
    }
    assert!(solid > 100 && soft > 20, "{solid} solid, {soft} soft");
}

/// Compares with the drawing itself, blended with the ground without a palette.
#[test]
fn a_piece_looks_like_its_drawing() {
    use resvg::{tiny_skia, usvg};
    let theme = theme(Look::Calm);
    for art in Art::ALL.iter().filter(|art| !art.is_tinted()) {
        let path = format!(
            "{}/../../assets/art/{}.svg",
            env!("CARGO_MANIFEST_DIR"),
            art.name()
        );
        let tree = usvg::Tree::from_str(
            &fs::read_to_string(path).unwrap(),
            &usvg::Options::default(),
        )
        .unwrap();
        for ground in [Ink::Sea, Ink::Paper, Ink::Grass] {
            let piece = theme.piece(*art, 80, None);
            let width = piece.width();
            let mut canvas = theme.canvas(width, 80, ground);
            piece.draw(&mut canvas, 0, 0);
            let mut plain = tiny_skia::Pixmap::new(width, 80).unwrap();
            let [red, green, blue] = ground.rgb(Look::Calm).0;
            plain.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
            let scale = 80.0 / tree.size().height();
            resvg::render(
                &tree,
                tiny_skia::Transform::from_scale(scale, scale),
                &mut plain.as_mut(),
            );
            let (mut off, mut worst) = (0, 0);
            for ((_, is), plain) in pixels_of(&canvas).into_iter().zip(plain.pixels()) {
                let parts = [plain.red(), plain.green(), plain.blue()];
                let most = (0..3).map(|at| is.0[at].abs_diff(parts[at])).max().unwrap();
                off += usize::from(most > 40);
                worst = worst.max(most);
            }
            let share = off * 1000 / pixels_of(&canvas).len();
            assert!(
                share <= 12 && worst < 90,
                "{art:?} on {ground:?}: {share} of 1000 are off, at worst {worst}"
            );
        }
    }
}

#[test]
fn a_piece_has_the_colours_of_its_seat_and_of_nobody_else() {
    for look in Look::ALL {
        let theme = theme(look);
        let number = |seat: Seat, tone: Tone| theme.palette().find_nearest(tone.rgb(seat, look));
        for art in Art::ALL.iter().filter(|art| art.is_tinted()) {
            for seat in all_seats() {
                let piece = theme.piece(*art, 96, Some(seat));
                let count = |of: Seat| {
                    let main = (number(of, Tone::Main), 255);
                    all(&piece).filter(|(_, pixel)| *pixel == main).count()
                };
                let own = count(seat);
                assert!(own > 200, "{art:?} of seat {seat}: {own}");
                // A soft edge may pass through another seat's colour for a few pixels.
                for other in all_seats().filter(|other| *other != seat) {
                    assert!(
                        count(other) * 20 < own,
                        "{art:?} of seat {seat}: {} of {other}",
                        count(other)
                    );
                }
            }
            assert!(theme.piece(*art, 96, None).bytes() > 1000, "of nobody");
        }
    }
}

/// An emoji fills its square and is not clipped.
#[test]
fn every_piece_fits_the_square_of_an_emoji() {
    for art in Art::ALL {
        let file = encode_emoji(*art).unwrap();
        assert!(file.len() < 64 << 10, "{art:?}: {} bytes", file.len());
        let drawn = image::load_from_memory(&file).unwrap().into_rgba8();
        assert_eq!(drawn.dimensions(), (EMOJI_SIDE, EMOJI_SIDE));
        let seen: Vec<(u32, u32)> = drawn
            .enumerate_pixels()
            .filter(|(.., pixel)| pixel.0[3] > 0)
            .map(|(x, y, _)| (x, y))
            .collect();
        let [left, right] = [
            seen.iter().map(|at| at.0).min(),
            seen.iter().map(|at| at.0).max(),
        ];
        let [top, bottom] = [
            seen.iter().map(|at| at.1).min(),
            seen.iter().map(|at| at.1).max(),
        ];
        let [wide, high] =
            [(left, right), (top, bottom)].map(|(from, to)| to.unwrap() - from.unwrap() + 1);
        assert!(left > Some(0) && top > Some(0), "{art:?} is cut off");
        assert!(
            right < Some(EMOJI_SIDE - 1) && bottom < Some(EMOJI_SIDE - 1),
            "{art:?} is cut off"
        );
        assert!(
            wide.max(high) >= EMOJI_SIDE - 12,
            "{art:?} is {wide} × {high}"
        );
    }
}
