//! The speed of drawing: a board of 1600 x 1200 with 200 pieces and 120 labels, by `lanai_render`
//! and by a plain use of the crate `image`. The sizes of the files are printed first.

#![expect(clippy::expect_used, reason = "a bench that cannot begin may stop")]

use std::hint::black_box;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ab_glyph::{Font as _, FontRef, ScaleFont as _};
use criterion::{Criterion, criterion_group, criterion_main};
use image::{
    GenericImageView as _, ImageEncoder as _, Rgba, RgbaImage, codecs::png::PngEncoder, imageops,
};
use lanai_ai::{Budget, Evaluate, Greedy, Observation, Policy as _, Random};
use lanai_render::film::{self, GameFilm};
use lanai_render::{
    Art, Canvas, Crop, Draw, Ink, LabelledAction, Look, Piece, Size, Theme, Weight, png,
};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Seats, Status, Viewer};
use lanai_text::{Phrasebook, Scene, Words};

const SIZE: Size = Size {
    width: 1600,
    height: 1200,
};
const WIDTH: u32 = SIZE.width as u32;
const HEIGHT: u32 = SIZE.height as u32;
/// 200 squares of this height cover 73 % of the picture.
const PIECES: i32 = 200;
const PIECE_HEIGHT: u16 = 84;
const LABELS: i32 = 120;
const TEXT: u16 = 22;

const BACKDROP_SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200">
<path d="M150 640C100 300 420 90 820 110C1280 130 1520 380 1500 650C1480 980 1180 1130 790 1120C400 1110 190 920 150 640Z" fill="#74c6d6"/>
<path d="M200 640C160 340 450 140 820 155C1240 170 1460 400 1450 650C1430 940 1150 1080 790 1070C430 1060 230 900 200 640Z" fill="#f2dda4" stroke="#22303c" stroke-width="4"/>
<path d="M260 640C230 380 490 200 820 212C1190 224 1395 420 1385 650C1370 890 1110 1018 790 1010C470 1000 280 860 260 640Z" fill="#8cc26a"/>
</svg>"##;

/// The upper left corners of pieces, and the starts of labels on their baseline.
struct Plan {
    pieces: Vec<(Art, Option<Seat>, (i32, i32))>,
    labels: Vec<(String, (i32, i32))>,
}

fn plan() -> Plan {
    let pieces = (0..PIECES).map(|number| {
        let at = usize::try_from(number * 37).expect("it is positive") % Art::ALL.len();
        let seat = Seat::from_number(u8::try_from(number % 5 + 1).expect("it is small"));
        (
            Art::ALL[at],
            seat,
            (
                number % 18 * 88 + number % 7,
                number / 18 * 98 + number % 5 * 3,
            ),
        )
    });
    let labels = (0..LABELS).map(|number| {
        let name =
            Art::ALL[usize::try_from(number).expect("it is positive") % Art::ALL.len()].name();
        let text: String = name.chars().chain(" 12".chars()).take(10).collect();
        (text, (number % 12 * 130 + 12, number / 12 * 118 + 90))
    });
    Plan {
        pieces: pieces.collect(),
        labels: labels.collect(),
    }
}

/// Drawn by `lanai_render`.
struct OwnCanvas {
    theme: Theme,
    backdrop: Canvas,
}

impl OwnCanvas {
    fn open() -> OwnCanvas {
        let theme = Theme::open(Look::Calm).expect("the art is checked by tests");
        let backdrop = theme
            .render_backdrop(BACKDROP_SVG, SIZE, Ink::Sea)
            .expect("the sea is an SVG");
        OwnCanvas { theme, backdrop }
    }

    fn compose(&self, plan: &Plan) -> Canvas {
        let mut canvas = self.backdrop.clone();
        for (art, seat, (x, y)) in &plan.pieces {
            let piece = self.theme.piece(*art, PIECE_HEIGHT, *seat);
            piece.draw(&mut canvas, *x, *y);
        }
        let style = Weight::Bold.px(TEXT);
        for (text, (x, y)) in &plan.labels {
            let at = lanai_render::Point(
                f32::from(i16::try_from(*x).expect("it is small")),
                f32::from(i16::try_from(*y).expect("it is small")),
            );
            self.theme
                .fonts()
                .draw_text(&mut canvas, text, at, style, Ink::Ink);
        }
        canvas
    }
}

/// Drawn by the crate `image`.
struct ImageCanvas {
    pieces: Vec<RgbaImage>,
    backdrop: RgbaImage,
    font: FontRef<'static>,
}

impl ImageCanvas {
    /// The same pieces and backdrop as RGBA pictures.
    fn open(ours: &OwnCanvas, plan: &Plan) -> ImageCanvas {
        let theme = &ours.theme;
        let pieces = plan
            .pieces
            .iter()
            .map(|(art, seat, _)| sprite(theme, &theme.piece(*art, PIECE_HEIGHT, *seat)));
        let mut backdrop = RgbaImage::new(WIDTH, HEIGHT);
        for (pixel, number) in backdrop.pixels_mut().zip(ours.backdrop.numbers().iter()) {
            *pixel = solid_colour(theme, *number, 255);
        }
        let font = FontRef::try_from_slice(include_bytes!("../assets/fonts/Nunito-ExtraBold.ttf"));
        ImageCanvas {
            pieces: pieces.collect(),
            backdrop,
            font: font.expect("the font is checked by tests"),
        }
    }

    fn compose(&self, plan: &Plan) -> RgbaImage {
        let mut picture = self.backdrop.clone();
        for (piece, (_, _, (x, y))) in self.pieces.iter().zip(&plan.pieces) {
            imageops::overlay(&mut picture, piece, i64::from(*x), i64::from(*y));
        }
        for (text, (x, y)) in &plan.labels {
            self.write(&mut picture, text, *x, *y);
        }
        picture
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as ordinary code does it"
    )]
    fn write(&self, picture: &mut RgbaImage, text: &str, x: i32, y: i32) {
        let font = self.font.as_scaled(f32::from(TEXT) * 1.364);
        let (mut along, mut before) = (x as f32, None);
        let [red, green, blue] = Ink::Ink.rgb(Look::Calm).0;
        for letter in text.chars() {
            let mut glyph = font.scaled_glyph(letter);
            along += before.map_or(0.0, |before| font.kern(before, glyph.id));
            glyph.position = ab_glyph::point(along, y as f32);
            along += font.h_advance(glyph.id);
            before = Some(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let bounds = outline.px_bounds();
            outline.draw(|right, down, covered| {
                let (x, y) = (
                    (bounds.min.x + right as f32) as i32,
                    (bounds.min.y + down as f32) as i32,
                );
                if let Some(pixel) = picture.get_pixel_mut_checked(x as u32, y as u32) {
                    image::Pixel::blend(pixel, &Rgba([red, green, blue, (covered * 255.0) as u8]));
                }
            });
        }
    }
}

fn solid_colour(theme: &Theme, number: u8, alpha: u8) -> Rgba<u8> {
    let [red, green, blue] = theme.palette().colours()[usize::from(number)].0;
    Rgba([red, green, blue, alpha])
}

fn sprite(theme: &Theme, piece: &Arc<Piece>) -> RgbaImage {
    RgbaImage::from_fn(piece.width(), piece.height(), |x, y| {
        let (number, covered) = piece.pixel(x, y).expect("it is inside");
        solid_colour(theme, number, covered)
    })
}

fn encode(picture: &RgbaImage) -> Vec<u8> {
    let mut file = Vec::new();
    let written = PngEncoder::new(&mut file).write_image(
        picture,
        WIDTH,
        HEIGHT,
        image::ExtendedColorType::Rgba8,
    );
    written.expect("there is room");
    file
}

fn pictures(criterion: &mut Criterion) {
    let plan = plan();
    let ours = OwnCanvas::open();
    let canvas = ours.compose(&plan);
    let usual = ImageCanvas::open(&ours, &plan);
    let overlaid = usual.compose(&plan);
    print_line(&format!(
        "ours: {} bytes; `image`: {} bytes",
        png::encode(&canvas).len(),
        encode(&overlaid).len()
    ));
    let mut group = criterion.benchmark_group("a board");
    group.sample_size(20);
    group.bench_function("compose", |bencher| {
        bencher.iter(|| ours.compose(black_box(&plan)));
    });
    group.bench_function("encode", |bencher| {
        bencher.iter(|| png::encode(black_box(&canvas)));
    });
    group.bench_function("both", |bencher| {
        bencher.iter(|| png::encode(&ours.compose(black_box(&plan))));
    });
    group.bench_function("compose by `image`", |bencher| {
        bencher.iter(|| usual.compose(black_box(&plan)));
    });
    group.bench_function("encode by `image`", |bencher| {
        bencher.iter(|| encode(black_box(&overlaid)));
    });
    group.bench_function("both by `image`", |bencher| {
        bencher.iter(|| encode(&usual.compose(black_box(&plan))));
    });
    group.finish();
    let mut group = criterion.benchmark_group("once");
    group.sample_size(10);
    group.bench_function("open a theme", |bencher| {
        bencher.iter(|| Theme::open(Look::Calm));
    });
    group.bench_function("the first board", |bencher: &mut criterion::Bencher<'_>| {
        bencher.iter_batched(
            OwnCanvas::open,
            |ours| ours.compose(&plan),
            criterion::BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// A late position: the public view, and the events of the last turn.
fn late_position<G: Rules>(players: u8, steps: u32) -> (G::View, Vec<G::Event>) {
    let seed = Seed::from_number(1);
    let printed = G::printed().expect("the figures are checked by tests");
    let seats = Seats::of(G::TITLE, players).expect("the game is for so many");
    let mut game =
        G::setup(&printed, seats, G::Options::default(), seed).expect("the game is for so many");
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        game.legal(&mut legal);
        let Status::ToAct(seat) = game.status() else {
            break;
        };
        let action = legal[mind.choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::per_turn(),
        )];
        if game.begins_turn() {
            events.clear();
        }
        assert!(
            game.play(action, &mut events).is_ok(),
            "listed actions are lawful"
        );
    }
    (game.view(Viewer::Table), events)
}

/// Measures from a view to the picture, and to the encoded bytes.
fn scene<G: Draw>(
    criterion: &mut Criterion,
    theme: &Theme,
    name: &str,
    players: u8,
    steps: u32,
    scene: Scene,
) {
    let words = Words::english().expect("the words are checked by tests");
    let names = ["Keiki", "Makuakane", "Leilani", "Noa", "Malia"].map(str::to_owned);
    let printed = G::printed().expect("the figures are checked by tests");
    let phrasebook = Phrasebook::<G> {
        words: &words,
        printed: &printed,
        names: &names,
    };
    let (view, events) = late_position::<G>(players, steps);
    let turns = [events];
    let draw = || {
        G::draw(theme, &phrasebook, black_box(&view), &turns, scene)
            .expect("the game has this scene")
    };
    let canvas = draw();
    print_line(&format!(
        "{name}: {} x {}, {} bytes",
        canvas.width(),
        canvas.height(),
        png::encode(&canvas).len()
    ));
    let mut group = criterion.benchmark_group(name);
    group.bench_function("compose", |bencher| bencher.iter(draw));
    group.bench_function("encode", |bencher| {
        bencher.iter(|| png::encode(black_box(&canvas)));
    });
    group.bench_function("both", |bencher| bencher.iter(|| png::encode(&draw())));
    group.finish();
}

/// All turns of a game: the view after each, and its events.
fn turns<G: Evaluate>(players: u8) -> Vec<(G::View, Vec<G::Event>)> {
    let seed = Seed::from_number(7);
    let printed = G::printed().expect("the figures are checked by tests");
    let seats = Seats::of(G::TITLE, players).expect("the game is for so many");
    let mut game =
        G::setup(&printed, seats, G::Options::default(), seed).expect("the game is for so many");
    let mut mind = Greedy;
    let mut turns = vec![(game.view(Viewer::Table), Vec::new())];
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::per_turn(),
        )];
        assert!(
            game.play(action, &mut events).is_ok(),
            "listed actions are lawful"
        );
        if game.begins_turn() || matches!(game.status(), Status::Over(_)) {
            turns.push((game.view(Viewer::Table), std::mem::take(&mut events)));
        }
    }
    turns
}

/// The film of a whole game, and the picture of its last turns.
fn film<G: Draw + Evaluate>(criterion: &mut Criterion, theme: &Theme, name: &str, players: u8) {
    let words = Words::english().expect("the words are checked by tests");
    let names = ["Keiki", "Makuakane", "Leilani", "Noa", "Malia"].map(str::to_owned);
    let printed = G::printed().expect("the figures are checked by tests");
    let phrasebook = Phrasebook::<G> {
        words: &words,
        printed: &printed,
        names: &names[..players.into()],
    };
    let turns = turns::<G>(players);
    let film = || {
        let mut reel = GameFilm::new(theme, &phrasebook, film::MAX_FILM_BYTES);
        for (view, events) in &turns {
            reel.add_turn(view.clone(), events.clone());
        }
        reel.finish().expect("there is room")
    };
    print_line(&format!(
        "film of {name}: {} turns, {} bytes",
        turns.len() - 1,
        film().len()
    ));
    let (view, _) = &turns[turns.len() / 2];
    let recent: Vec<Vec<G::Event>> = turns[turns.len() / 2 - 5..=turns.len() / 2]
        .iter()
        .map(|(_, events)| events.clone())
        .collect();
    let mut group = criterion.benchmark_group(format!("film of {name}"));
    group.sample_size(10);
    group.bench_function("whole", |bencher| bencher.iter(film));
    group.bench_function("six turns on one board", |bencher| {
        bencher.iter(|| G::draw(theme, &phrasebook, black_box(view), &recent, Scene::Board));
    });
    group.finish();
}

fn films(criterion: &mut Criterion) {
    let theme = Theme::open(Look::Calm).expect("the art is checked by tests");
    film::<Hawaii>(criterion, &theme, "Hawaii", 3);
    film::<Haleakala>(criterion, &theme, "Haleakala", 2);
}

/// Reports time and bytes of pictures: median, 90th percentile and maximum.
#[derive(Default)]
struct Measurements {
    times: Vec<f64>,
    bytes: Vec<usize>,
}

impl Measurements {
    /// Returns the shortest of several runs.
    fn take(&mut self, draw: impl Fn() -> Canvas) {
        let mut least = Duration::MAX;
        for _ in 0..20 {
            let begun = Instant::now();
            let bytes = black_box(png::encode(&draw())).len();
            let took = begun.elapsed();
            if took < least {
                least = took;
            }
            if self.bytes.len() == self.times.len() {
                self.bytes.push(bytes);
            }
        }
        self.times.push(least.as_secs_f64() * 1000.0);
    }

    fn tell(mut self, name: &str) {
        self.times.sort_by(f64::total_cmp);
        self.bytes.sort_unstable();
        let at = |share: usize| (self.times.len() - 1) * share / 100;
        let (times, bytes) = (
            [50, 90, 100].map(|share| self.times[at(share)]),
            [50, 90, 100].map(|share| self.bytes[at(share)] / 1000),
        );
        print_line(&format!(
            "{name}: {} pictures, {:.1}, {:.1}, {:.1} ms, {} {} {} kB",
            self.times.len(),
            times[0],
            times[1],
            times[2],
            bytes[0],
            bytes[1],
            bytes[2]
        ));
    }
}

/// The pictures of choices in six random games, at every seventeenth position.
fn panels<G: Draw>(theme: &Theme, name: &str, players: u8) {
    let words = Words::english().expect("the words are checked by tests");
    let names = ["Keiki", "Makuakane", "Leilani", "Noa", "Malia"].map(str::to_owned);
    let printed = G::printed().expect("the figures are checked by tests");
    let phrasebook = Phrasebook::<G> {
        words: &words,
        printed: &printed,
        names: &names,
    };
    let seats = Seats::of(G::TITLE, players).expect("the game is for so many");
    let (mut taken, mut legal) = (Measurements::default(), Vec::new());
    for seed in (1..=6).map(Seed::from_number) {
        let mut game = G::setup(&printed, seats, G::Options::default(), seed)
            .expect("the game is for so many");
        let mut mind = Random::new(&seed, Seat::default());
        for step in 0.. {
            game.legal(&mut legal);
            let Status::ToAct(seat) = game.status() else {
                break;
            };
            if step % 17 == 0 {
                let view = game.view(Viewer::Seat(seat));
                let labels = legal.iter().enumerate().map(|(at, action)| LabelledAction {
                    action: *action,
                    label: (at + 1).to_string(),
                    is_possible: true,
                });
                let pointers: Vec<LabelledAction<G::Action>> = labels.collect();
                let draw =
                    || G::draw_choices(theme, &phrasebook, &view, &[], &pointers, Crop::Close);
                taken.take(|| draw().expect("the game has this picture"));
            }
            let action = legal[mind.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::per_turn(),
            )];
            assert!(
                game.play(action, &mut Vec::new()).is_ok(),
                "listed actions are lawful"
            );
        }
    }
    taken.tell(&format!("panels of {name}"));
}

fn all_panels(_: &mut Criterion) {
    let theme = Theme::open(Look::Calm).expect("the art is checked by tests");
    for players in [2, 3, 5] {
        panels::<Hawaii>(&theme, &format!("Hawaii for {players}"), players);
    }
    panels::<Haleakala>(&theme, "Haleakala", 2);
    let (pieces, bytes) = theme.cache_size();
    print_line(&format!("kept: {pieces} pieces, {bytes} bytes"));
}

fn boards(criterion: &mut Criterion) {
    let theme = Theme::open(Look::Calm).expect("the art is checked by tests");
    scene::<Hawaii>(criterion, &theme, "island", 3, 200, Scene::Board);
    for players in 2..=5 {
        scene::<Hawaii>(
            criterion,
            &theme,
            &format!("realms of {players}"),
            players,
            200,
            Scene::Realms,
        );
    }
    scene::<Haleakala>(criterion, &theme, "volcano", 2, 300, Scene::Board);
    let (pieces, bytes) = theme.cache_size();
    print_line(&format!("kept: {pieces} pieces, {bytes} bytes"));
}

fn print_line(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("stdout is open");
}

criterion_group!(benches, pictures, boards, all_panels, films);
criterion_main!(benches);
