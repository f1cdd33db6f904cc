//! The rules as pictures: a game on one sheet, and the pieces of a topic with their names.

use super::{
    Art, Canvas, HEIGHT, Ink, PHONE, Pen, Point, SMALLEST, Studio, WIDTH, Weight, pixels, real,
    smallest,
};
use lanai_rules::Seat;
use lanai_text::Words;

/// Draws a sample at a centre and with a height.
pub(super) type Sample = Box<dyn Fn(&mut Pen<'_>, Point, f32)>;

/// Returns a piece as a sample, in the colours of the first seat if it is tinted.
pub(super) fn piece_sample(art: Art) -> Sample {
    Box::new(move |pen, at, high| pen.draw_piece(art, at, pixels(high), Some(Seat::default())))
}

/// Draws a game on one sheet: three parts, each with a heading, its lines, and a sample beside each
/// line.
pub(super) fn render_sheet(
    studio: &Studio,
    parts: [(String, Vec<String>); 3],
    samples: [Vec<Sample>; 3],
) -> Canvas {
    const MARGIN: f32 = 16.0;
    const HEAD: f32 = 112.0;
    const WORDS: f32 = 142.0;
    let mut pen = Pen {
        studio,
        canvas: studio.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea),
    };
    let wide = (f32::from(WIDTH) - MARGIN) / real(parts.len()) - MARGIN;
    let high = f32::from(HEIGHT) - 36.0;
    for (number, ((title, lines), samples)) in parts.into_iter().zip(samples).enumerate() {
        let left = MARGIN + real(number) * (wide + MARGIN);
        pen.draw_card(Point(left, MARGIN), Point(wide, high), Ink::Paper);
        let middle = Point(left + wide / 2.0, MARGIN + HEAD / 2.0);
        pen.draw_text_centred_within(&title, middle, wide - 40.0, Weight::Heavy.at(52), Ink::Ink);
        let step = (high - HEAD - 10.0) / real(lines.len().max(1));
        for (line, (text, sample)) in lines.iter().zip(samples).enumerate() {
            let y = MARGIN + HEAD + step * (real(line) + 0.5);
            sample(&mut pen, Point(left + WORDS / 2.0, y), 96.0);
            draw_wrapped_text(
                &mut pen,
                text,
                Point(left + WORDS, y),
                Point(wide - WORDS - 18.0, step - 6.0),
            );
        }
    }
    pen.canvas
}

/// Draws samples side by side with captions. Also returns the text that describes the picture.
pub(super) fn render_shelf(
    studio: &Studio,
    words: &Words,
    shown: &[(Sample, String)],
) -> (Canvas, String) {
    const WIDE: u16 = 1080;
    const IN_A_ROW: usize = 5;
    const PIECE: f32 = 168.0;
    let style = Weight::Bold.at(smallest(WIDE, PHONE) + 3);
    let rows = shown.len().div_ceil(IN_A_ROW).max(1);
    let in_a_row = shown.len().div_ceil(rows).max(1);
    let step = f32::from(WIDE) / real(in_a_row);
    let captions: Vec<Vec<String>> = shown
        .iter()
        .map(|(_, text)| studio.letters().wrap(text, step - 24.0, style))
        .collect();
    let most = captions.iter().map(Vec::len).max().unwrap_or(0);
    let high = 24.0 + PIECE + style.leading() * real(most) + 22.0;
    let canvas = studio.canvas(
        WIDE.into(),
        pixels(high * real(rows)).into(),
        Ink::PaperShade,
    );
    let mut pen = Pen { studio, canvas };
    for (number, ((sample, _), caption)) in shown.iter().zip(captions).enumerate() {
        let row = number / in_a_row;
        let column = number % in_a_row;
        let x = step * (real(column) + 0.5);
        let top = high * real(row) + 20.0;
        sample(&mut pen, Point(x, top + PIECE / 2.0), PIECE);
        for (line, text) in caption.into_iter().enumerate() {
            let y = top + PIECE + style.leading() * (real(line) + 0.6) + 6.0;
            pen.draw_text_centred(&text, Point(x, y), style, Ink::Ink);
        }
    }
    let called: Vec<&str> = shown
        .iter()
        .map(|(_, text)| text.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    (
        pen.canvas,
        words.say("alt-rules-topic", &[("list", called.join(", ").into())]),
    )
}

/// Draws wrapped text, vertically centred, and smaller only if it does not fit.
fn draw_wrapped_text(pen: &mut Pen<'_>, text: &str, Point(x, y): Point, Point(wide, high): Point) {
    let letters = pen.studio.letters();
    let sizes = (SMALLEST - 6..=SMALLEST + 2)
        .rev()
        .map(|size| Weight::Bold.at(size));
    let fits = |style: &super::Style| {
        style.leading() * real(letters.wrap(text, wide, *style).len()) <= high
    };
    let style = sizes
        .into_iter()
        .find(fits)
        .unwrap_or(Weight::Bold.at(SMALLEST - 6));
    let lines = letters.wrap(text, wide, style);
    let first = y - style.leading() * (real(lines.len()) - 1.0) / 2.0;
    for (number, line) in lines.iter().enumerate() {
        let at = Point(x, first + style.leading() * real(number));
        pen.draw_text(line, at, wide, style, Ink::Ink);
    }
}
