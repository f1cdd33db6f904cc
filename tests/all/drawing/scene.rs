//! A scene like a board, left under `target` to be looked at.

use std::{fs, path::PathBuf};

use lanai::drawing::colour::letter_on;
use lanai::drawing::{Art, Canvas, Colour, Ink, Look, Studio, Tone, Weight, png};
use lanai::rules::Seat;

use super::studio;

const SEA: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200">
<path d="M150 640C100 300 420 90 820 110C1280 130 1520 380 1500 650C1480 980 1180 1130 790 1120C400 1110 190 920 150 640Z" fill="#74c6d6"/>
<path d="M200 640C160 340 450 140 820 155C1240 170 1460 400 1450 650C1430 940 1150 1080 790 1070C430 1060 230 900 200 640Z" fill="#f2dda4" stroke="#22303c" stroke-width="4"/>
<path d="M260 640C230 380 490 200 820 212C1190 224 1395 420 1385 650C1370 890 1110 1018 790 1010C470 1000 280 860 260 640Z" fill="#8cc26a"/>
</svg>"##;

fn scene(studio: &Studio) -> Canvas {
    let look = studio.palette().look();
    let mut canvas = studio.backdrop(SEA, (1600, 1200), Ink::Sea).unwrap();
    for (number, art) in Art::ALL.iter().enumerate() {
        let (column, row) = (i32::try_from(number % 12).unwrap(), i32::try_from(number / 12).unwrap());
        let seat = Seat::from_number(u8::try_from(number % 5 + 1).unwrap());
        let (x, y) = (110 + column * 124, 80 + row * 125);
        let piece = studio.piece(*art, 84, seat);
        canvas.stamp_at(&piece, (x, y));
        let style = Weight::Text.at(17);
        let (name, style) = studio.letters().fit(art.name(), 118.0, style, 12);
        studio.letters().haloed(
            &mut canvas,
            &name,
            (x as f32, y as f32 + 54.0),
            style,
            Ink::Ink,
            (Ink::White, 3),
        );
    }
    for seat in (1..=5).map(|number| Seat::from_number(number).unwrap()) {
        let x = 250 + i32::from(seat.number()) * 180;
        let name = format!("chief-{seat}");
        let art = Art::ALL.iter().find(|art| art.name() == name).unwrap();
        canvas.stamp_at(&studio.piece(*art, 110, Some(seat)), (x, 1130));
        let letter = letter_on(Tone::Main.rgb(seat, look), look);
        studio.letters().centred(&mut canvas, "K", (x as f32, 1146.0), Weight::Heavy.at(34), letter);
        let (corner, size) = ((x as f32 + 58.0, 1100.0), (90.0, 60.0));
        canvas.rounded(corner, size, 14.0, Colour::of(seat, Tone::Light));
        canvas.frame(corner, size, 14.0, 4.0, Colour::of(seat, Tone::Dark));
        studio.letters().centred(
            &mut canvas,
            "25 →",
            (x as f32 + 103.0, 1130.0),
            Weight::Bold.at(26),
            Ink::Ink,
        );
    }
    canvas.dashes(&[(40.0, 1180.0), (1560.0, 1100.0)], 5.0, (22.0, 14.0), Ink::White);
    canvas.ring((1480.0, 1110.0), 44.0, 7.0, Ink::Lava);
    canvas
}

#[test]
fn a_scene_can_be_looked_at() {
    let folder = PathBuf::from(
        std::env::var_os("CARGO_TARGET_TMPDIR").unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into()),
    );
    fs::create_dir_all(&folder).unwrap();
    for look in Look::ALL {
        let file = png::encode(&scene(studio(look)));
        let name = format!("scene-{look:?}.png").to_lowercase();
        assert!(file.len() < 300 << 10, "{name}: {} bytes", file.len());
        fs::write(folder.join(name), file).unwrap();
    }
}
