//! The colours of the seats, for all kinds of colour vision: as seen without one kind of cones,
//! after Machado, Oliveira and Fernandes (2009), and compared by CIEDE2000, where a difference of 2
//! is just visible side by side and one of 10 at a glance.

use image::Rgb;
use lanai_render::colour::{contrast_ratio, readable_ink};
use lanai_render::{Ink, Look, Tone};
use lanai_rules::Seat;

type Matrix = [[f64; 3]; 3];

const EYES: [(&str, Matrix); 4] = [
    (
        "all cones",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "no long cones",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "no middle cones",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "no short cones",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * x + row[1] * y + row[2] * z)
}

fn to_linear_light(colour: Rgb<u8>) -> [f64; 3] {
    colour.0.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Converts light to L*a*b*.
fn lab(light: [f64; 3]) -> [f64; 3] {
    const XYZ: Matrix = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    let [x, y, z] = times(&XYZ, light);
    let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(|part| {
        if part > 216.0 / 24_389.0 {
            part.cbrt()
        } else {
            part * 24_389.0 / 27.0 / 116.0 + 16.0 / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn chroma_weight(chroma: f64) -> f64 {
    (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt()
}

/// Returns the CIEDE2000 difference, after Sharma, Wu and Dalal (2005).
fn colour_distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let chroma = f64::midpoint(one[1].hypot(one[2]), other[1].hypot(other[2]));
    let stretch = 1.0 + 0.5 * (1.0 - chroma_weight(chroma));
    let [(c1, h1), (c2, h2)] = [one, other].map(|[_, a, b]| {
        let a = a * stretch;
        let hue = if a == 0.0 && b == 0.0 {
            0.0
        } else {
            b.atan2(a).to_degrees().rem_euclid(360.0)
        };
        (a.hypot(b), hue)
    });
    let turn = if c1 * c2 == 0.0 {
        0.0
    } else {
        (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0
    };
    let (light, chroma) = (f64::midpoint(one[0], other[0]), f64::midpoint(c1, c2));
    let hue = match (h1 - h2).abs() {
        _ if c1 * c2 == 0.0 => h1 + h2,
        apart if apart <= 180.0 => f64::midpoint(h1, h2),
        _ if h1 + h2 < 360.0 => f64::midpoint(h1, h2) + 180.0,
        _ => f64::midpoint(h1, h2) - 180.0,
    };
    let wave = |times: f64, off: f64| (times * hue + off).to_radians().cos();
    let t = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0)
        - 0.20 * wave(4.0, -63.0);
    let bent = (light - 50.0).powi(2);
    let by_light = (other[0] - one[0]) / (1.0 + 0.015 * bent / (20.0 + bent).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let by_hue =
        2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * t);
    let blue = 60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp();
    let turned = -blue.to_radians().sin() * 2.0 * chroma_weight(chroma);
    (by_light.powi(2) + by_chroma.powi(2) + by_hue.powi(2) + turned * by_chroma * by_hue).sqrt()
}

/// Checks pairs of colours published with the formula.
#[test]
fn distances_are_those_of_the_formula() {
    let published = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0000),
        ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
        ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
        (
            [60.2574, -34.0099, 36.2677],
            [60.4626, -34.1751, 39.4387],
            1.2644,
        ),
        (
            [22.7233, 20.0904, -46.694],
            [23.0331, 14.973, -42.5619],
            2.0373,
        ),
        (
            [6.7747, -0.2908, -2.4247],
            [5.8714, -0.0985, -2.2286],
            0.6377,
        ),
        ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ];
    for (one, other, expected) in published {
        for got in [colour_distance(one, other), colour_distance(other, one)] {
            assert!(
                (got - expected).abs() < 1e-4,
                "{one:?} {other:?}: {got}, not {expected}"
            );
        }
    }
}

fn all_seats() -> Vec<Seat> {
    (1..=5)
        .map(|number| Seat::from_number(number).unwrap())
        .collect()
}

/// Returns the smallest difference between two seats, and which they are.
fn closest(look: Look) -> (f64, String) {
    let seats = all_seats();
    let mut all = Vec::new();
    for (name, eyes) in EYES {
        let mut seen = Vec::new();
        for seat in &seats {
            let light = times(&eyes, to_linear_light(Tone::Main.rgb(*seat, look)));
            seen.push((seat, lab(light.map(|part| part.clamp(0.0, 1.0)))));
        }
        for (index, (one, one_lab)) in seen.iter().enumerate() {
            for (other, other_lab) in &seen[index + 1..] {
                all.push((
                    colour_distance(*one_lab, *other_lab),
                    format!("seats {one} and {other}, {name}"),
                ));
            }
        }
    }
    all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

#[test]
fn no_two_seats_look_alike_to_any_eyes() {
    for (look, least) in [(Look::Calm, 30.0), (Look::Contrast, 31.5)] {
        let (distance, where_) = closest(look);
        assert!(
            distance >= least,
            "{look:?}: {distance:.2} between {where_}"
        );
    }
}

#[test]
fn letters_are_read_on_every_seat_and_every_seat_within_one_of_its_outlines() {
    for look in Look::ALL {
        for seat in all_seats() {
            let main = Tone::Main.rgb(seat, look);
            let letter = contrast_ratio(main, readable_ink(main, look).rgb(look));
            assert!(letter >= 4.5, "{look:?}, seat {seat}: {letter}");
            let outline = contrast_ratio(main, Ink::White.rgb(look))
                .max(contrast_ratio(main, Ink::Ink.rgb(look)));
            assert!(outline >= 4.5, "{look:?}, seat {seat}: {outline}");
            assert!(contrast_ratio(Ink::White.rgb(look), Ink::Ink.rgb(look)) >= 12.0);
        }
    }
}

#[test]
fn the_three_colours_of_a_seat_are_told_apart() {
    for look in Look::ALL {
        for seat in all_seats() {
            let steps = [(Tone::Dark, Tone::Main), (Tone::Main, Tone::Light)];
            for (dark, pale) in steps {
                let [dark_lab, pale_lab] =
                    [dark, pale].map(|tone| lab(to_linear_light(tone.rgb(seat, look))));
                let far = colour_distance(dark_lab, pale_lab);
                assert!(
                    far >= 5.0,
                    "{look:?}, seat {seat}, {dark:?} and {pale:?}: {far:.1}"
                );
            }
        }
    }
}
