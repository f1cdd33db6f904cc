//! The rules as pictures: a game explained on one sheet, and the pieces of a topic with their
//! names.

use super::{
    Art, Canvas, HEIGHT, Ink, MIN_FONT_SIZE, PHONE_WIDTH, Pen, Point, Theme, WIDTH, Weight,
    smallest_font_size, to_f32, to_px,
};
use crate::key;
use lanai_rules::Seat;
use lanai_text::{SheetPart, Words};

/// A function that draws a sample, given its centre and its height.
pub(super) type DrawSample = Box<dyn Fn(&mut Pen<'_>, Point, f32)>;

/// A sample and the caption below it.
pub(super) struct CaptionedSample {
    draw: DrawSample,
    caption: String,
}

impl CaptionedSample {
    pub(super) fn new(draw: DrawSample, caption: String) -> CaptionedSample {
        CaptionedSample { draw, caption }
    }
}

/// Returns a piece as a sample, in the colours of the first seat if it is tinted.
pub(super) fn piece_sample(art: Art) -> DrawSample {
    Box::new(move |pen, at, height| pen.draw_piece(art, at, to_px(height), Some(Seat::default())))
}

/// Draws the rules of a game on one sheet: three parts, each with a heading, its lines, and a sample
/// beside each line.
pub(super) fn render_sheet(
    theme: &Theme,
    parts: [SheetPart; 3],
    samples: [Vec<DrawSample>; 3],
) -> Canvas {
    const MARGIN: f32 = 16.0;
    const HEAD_HEIGHT: f32 = 112.0;
    const TEXT_LEFT: f32 = 142.0;
    let canvas = theme.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea);
    let mut pen = Pen::new(theme, canvas);
    let width = (f32::from(WIDTH) - MARGIN) / to_f32(parts.len()) - MARGIN;
    let height = f32::from(HEIGHT) - 36.0;
    for (number, (part, samples)) in parts.into_iter().zip(samples).enumerate() {
        let left = MARGIN + to_f32(number) * (width + MARGIN);
        pen.draw_card(Point(left, MARGIN), Point(width, height), Ink::Paper);
        let middle = Point(left + width / 2.0, MARGIN + HEAD_HEIGHT / 2.0);
        pen.draw_text_centred_within(
            &part.title,
            middle,
            width - 40.0,
            Weight::Heavy.px(52),
            Ink::Ink,
        );
        let step = (height - HEAD_HEIGHT - 10.0) / to_f32(part.lines.len().max(1));
        for (line, (text, sample)) in part.lines.iter().zip(samples).enumerate() {
            let y = MARGIN + HEAD_HEIGHT + step * (to_f32(line) + 0.5);
            sample(&mut pen, Point(left + TEXT_LEFT / 2.0, y), 96.0);
            draw_wrapped_text(
                &mut pen,
                text,
                Point(left + TEXT_LEFT, y),
                Point(width - TEXT_LEFT - 18.0, step - 6.0),
            );
        }
    }
    pen.canvas
}

/// Draws samples in rows of at most five, with captions, and describes the picture in a text.
pub(super) fn render_samples(
    theme: &Theme,
    words: &Words,
    samples: &[CaptionedSample],
) -> (Canvas, String) {
    const WIDE: u16 = 1080;
    const IN_A_ROW: usize = 5;
    const PIECE: f32 = 168.0;
    let style = Weight::Bold.px(smallest_font_size(WIDE, PHONE_WIDTH) + 3);
    let rows = samples.len().div_ceil(IN_A_ROW).max(1);
    let in_a_row = samples.len().div_ceil(rows).max(1);
    let step = f32::from(WIDE) / to_f32(in_a_row);
    let captions: Vec<Vec<String>> = samples
        .iter()
        .map(|sample| theme.fonts().wrap_text(&sample.caption, step - 24.0, style))
        .collect();
    let max_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
    let height = 24.0 + PIECE + style.line_height() * to_f32(max_lines) + 22.0;
    let canvas = theme.canvas(
        WIDE.into(),
        to_px(height * to_f32(rows)).into(),
        Ink::PaperShade,
    );
    let mut pen = Pen::new(theme, canvas);
    for (number, (sample, caption)) in samples.iter().zip(captions).enumerate() {
        let row = number / in_a_row;
        let column = number % in_a_row;
        let x = step * (to_f32(column) + 0.5);
        let top = height * to_f32(row) + 20.0;
        (sample.draw)(&mut pen, Point(x, top + PIECE / 2.0), PIECE);
        for (line, text) in caption.into_iter().enumerate() {
            let y = top + PIECE + style.line_height() * (to_f32(line) + 0.6) + 6.0;
            pen.draw_text_centred(&text, Point(x, y), style, Ink::Ink);
        }
    }
    let captions: Vec<&str> = samples
        .iter()
        .map(|sample| sample.caption.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    (
        pen.canvas,
        words.say(
            key::ALT_RULES_TOPIC,
            &[("list", captions.join(", ").into())],
        ),
    )
}

/// Draws wrapped text, vertically centred; its font is made smaller only if it does not fit.
fn draw_wrapped_text(
    pen: &mut Pen<'_>,
    text: &str,
    Point(x, y): Point,
    Point(width, height): Point,
) {
    let fonts = pen.theme.fonts();
    let mut style = Weight::Bold.px(MIN_FONT_SIZE + 2);
    let mut lines = fonts.wrap_text(text, width, style);
    while style.line_height() * to_f32(lines.len()) > height && style.size > MIN_FONT_SIZE - 6 {
        style = style.with_size(style.size - 1);
        lines = fonts.wrap_text(text, width, style);
    }
    let first = y - style.line_height() * (to_f32(lines.len()) - 1.0) / 2.0;
    for (number, line) in lines.iter().enumerate() {
        let at = Point(x, first + style.line_height() * to_f32(number));
        pen.draw_text(line, at, width, style, Ink::Ink);
    }
}
