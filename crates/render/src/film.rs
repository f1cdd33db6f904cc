//! A film: a whole game as an animated GIF, which Discord plays.
//!
//! Pictures are drawn at half their width and height, still larger than Discord shows them. The
//! first frame is complete; each further one has only the rectangle that changed. A film with too
//! many bytes is thinned out: every second frame is dropped, but never the first and the last.
//! Memory holds only the compressed frames and two pictures, however long the game is.

use gif::{ColorOutput, DecodeOptions, Encoder, EncodingError, Frame, Repeat};
use image::{GenericImageView as _, GrayImage, Luma, Rgb, imageops};

use super::{Canvas, Draw, Ink, Palette, Theme, chart};
use lanai_text::{Phrasebook, Scene, Tally};

/// The largest film, below the 10 MiB that Discord accepts for a file of a message.
pub const MAX_FILM_BYTES: usize = 8 << 20;

// The duration of a frame, and of the last one.
const TURN_CENTISECS: u16 = 90;
const LAST_CENTISECS: u16 = 400;

/// The number of frames that show the final board.
const END_FRAMES: usize = 3;

// Upper bounds of what a file and a frame need beside the compressed pixels.
const FILE_OVERHEAD_BYTES: usize = 1024;
const FRAME_OVERHEAD_BYTES: usize = 32;

pub struct Film {
    max_bytes: usize,
    /// One in `interval` added pictures becomes a frame; thinning out doubles the interval.
    interval: usize,
    added_count: usize,
    /// The frames so far, compressed.
    frames: Vec<Frame<'static>>,
    /// The picture that the film shows after its last frame; the next frame is compared with it.
    screen: Option<Canvas>,
    /// The newest picture, if it has not become a frame yet.
    newest: Option<Canvas>,
}

impl Film {
    pub fn new(max_bytes: usize) -> Film {
        Film {
            max_bytes,
            interval: 1,
            added_count: 0,
            frames: Vec::new(),
            screen: None,
            newest: None,
        }
    }

    /// Adds a picture. The first one determines the size of the film, in which later ones are
    /// centred, smaller if they do not fit. All pictures must have the same look.
    pub fn add(&mut self, canvas: &Canvas) {
        let mut shown = half_size(canvas);
        let (width, height) = self.screen.as_ref().unwrap_or(&shown).dimensions();
        if shown.width() > width || shown.height() > height {
            shown = shrink_to_fit(&shown, width, height);
        }
        self.newest = Some(centre_on_size(shown, width, height));
        if self.added_count.is_multiple_of(self.interval) {
            self.keep_newest();
        }
        self.added_count += 1;
        while self.estimated_bytes() > self.max_bytes && self.frames.len() > 2 {
            self.drop_every_second_frame();
        }
    }

    /// Returns the GIF, or `None` if the film is empty or exceeds its limit even with two frames.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        loop {
            self.keep_newest();
            self.frames.last_mut()?.delay = LAST_CENTISECS;
            let file = self.encode().ok()?;
            if file.len() <= self.max_bytes {
                return Some(file);
            }
            if self.frames.len() <= 2 {
                return None;
            }
            self.drop_every_second_frame();
        }
    }

    /// Returns an upper bound of the size of the file in bytes.
    fn estimated_bytes(&self) -> usize {
        let frames = self
            .frames
            .iter()
            .map(|frame| frame.buffer.len() + frame.buffer.len() / 255 + FRAME_OVERHEAD_BYTES);
        frames.sum::<usize>() + FILE_OVERHEAD_BYTES
    }

    fn keep_newest(&mut self) {
        let Some(shown) = self.newest.take() else {
            return;
        };
        let mut frame = changed_part(&shown, self.screen.as_ref());
        frame.make_lzw_pre_encoded();
        self.frames.push(frame);
        self.screen = Some(shown);
    }

    /// Drops every second frame. The last picture is not lost: it remains in `newest`.
    fn drop_every_second_frame(&mut self) {
        let (Ok(file), Some(mut screen)) = (self.encode(), self.screen.take()) else {
            return;
        };
        let count = std::mem::take(&mut self.frames).len();
        self.interval *= 2;
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let Ok(mut reader) = options.read_info(&file[..]) else {
            return;
        };
        let later = self.newest.take();
        for number in 0..count {
            let Ok(Some(frame)) = reader.read_next_frame() else {
                break;
            };
            apply_changes(&mut screen, frame);
            if number % 2 == 0 || number + 1 == count {
                self.newest = Some(screen.clone());
            }
            if number % 2 == 0 {
                self.keep_newest();
            }
        }
        self.newest = later.or(self.newest.take());
    }

    fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        let Some(screen) = &self.screen else {
            return Ok(Vec::new());
        };
        let (width, height) = screen.dimensions();
        let mut film = Encoder::new(
            Vec::new(),
            to_u16(width),
            to_u16(height),
            &screen.palette().to_bytes(),
        )?;
        film.set_repeat(Repeat::Infinite)?;
        for frame in &self.frames {
            film.write_lzw_pre_encoded_frame(frame)?;
        }
        film.into_inner()
    }
}

/// Returns a canvas of half the width and height. This is written by hand because most pixels equal
/// their neighbours: with `imageops::thumbnail`, a film takes a third longer.
fn half_size(canvas: &Canvas) -> Canvas {
    let numbers = canvas.numbers();
    let palette = canvas.palette();
    let width = (canvas.width() / 2).min(u16::MAX.into());
    let height = (canvas.height() / 2).min(u16::MAX.into());
    let halved = GrayImage::from_fn(width, height, |x, y| {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(right, down)| numbers.get_pixel(2 * x + right, 2 * y + down).0[0]);
        Luma([mean_colour(palette, four)])
    });
    Canvas::from_numbers(palette, halved)
}

/// Returns the palette number nearest to the mean colour of four pixels.
fn mean_colour(palette: &Palette, four: [u8; 4]) -> u8 {
    if four == [four[0]; 4] {
        return four[0];
    }
    let colours = four.map(|number| palette.colour(number).0);
    let mean = [0, 1, 2].map(|channel| {
        let sum: u32 = colours
            .iter()
            .map(|colour| u32::from(colour[channel]))
            .sum();
        u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX)
    });
    palette.find_near(Rgb(mean))
}

fn shrink_to_fit(canvas: &Canvas, max_width: u32, max_height: u32) -> Canvas {
    let (width, height) = canvas.dimensions();
    let fitting_width = max_width.min(width * max_height / height);
    let fitting_height = max_height.min(height * max_width / width);
    let palette = canvas.palette();
    let thumbnail = imageops::thumbnail(canvas, fitting_width.max(1), fitting_height.max(1));
    let numbers = GrayImage::from_fn(thumbnail.width(), thumbnail.height(), |x, y| {
        Luma([palette.find_near(*thumbnail.get_pixel(x, y))])
    });
    Canvas::from_numbers(palette, numbers)
}

fn centre_on_size(canvas: Canvas, width: u32, height: u32) -> Canvas {
    if canvas.dimensions() == (width, height) {
        return canvas;
    }
    let mut whole = Canvas::new(canvas.palette(), width, height, Ink::Sea);
    let left = (i64::from(width) - i64::from(canvas.width())) / 2;
    let top = (i64::from(height) - i64::from(canvas.height())) / 2;
    imageops::replace(whole.numbers_mut(), canvas.numbers(), left, top);
    whole
}

/// Returns a frame with the smallest rectangle that changed.
fn changed_part(canvas: &Canvas, before: Option<&Canvas>) -> Frame<'static> {
    let numbers = canvas.numbers();
    let Some(before) = before.map(Canvas::numbers) else {
        return new_frame(numbers, 0, 0, None);
    };
    let differ = numbers
        .enumerate_pixels()
        .zip(before.pixels())
        .filter(|((.., own), other)| own != other);
    let places = differ.map(|((x, y, _), _)| (x, y, x, y));
    let bounds = places.reduce(|one, (x, y, ..)| (one.0.min(x), one.1, one.2.max(x), y));
    // If nothing changed, the frame is one unchanged pixel.
    let (left, top, right, bottom) = bounds.unwrap_or_default();
    // No pixel has this number, so it marks transparent pixels, which stay unchanged.
    let transparent = u8::try_from(Palette::SIZE).ok();
    let mut changes = numbers.clone();
    for (own, other) in changes.iter_mut().zip(before.iter()) {
        *own = transparent.filter(|_| own == other).unwrap_or(*own);
    }
    let changes = imageops::crop_imm(&changes, left, top, right - left + 1, bottom - top + 1);
    new_frame(&changes.to_image(), left, top, transparent)
}

/// Draws the changed pixels of a frame over a canvas.
fn apply_changes(canvas: &mut Canvas, frame: &Frame<'_>) {
    let width = usize::from(frame.width).max(1);
    let left = usize::from(frame.left);
    let rows = canvas.numbers_mut().rows_mut().skip(frame.top.into());
    for (row, changes) in rows.zip(frame.buffer.chunks_exact(width)) {
        let pairs = row.skip(left).zip(changes);
        for (pixel, number) in pairs.filter(|(_, number)| frame.transparent != Some(**number)) {
            *pixel = Luma([*number]);
        }
    }
}

fn new_frame(numbers: &GrayImage, left: u32, top: u32, transparent: Option<u8>) -> Frame<'static> {
    Frame {
        delay: TURN_CENTISECS,
        left: to_u16(left),
        top: to_u16(top),
        width: to_u16(numbers.width()),
        height: to_u16(numbers.height()),
        transparent,
        buffer: numbers.as_raw().clone().into(),
        ..Frame::default()
    }
}

fn to_u16(length: u32) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

/// Makes the film of a game: one frame for each turn, with the marks of that turn.
pub struct GameFilm<'a, G: Draw> {
    theme: &'a Theme,
    phrasebook: &'a Phrasebook<'a, G>,
    film: Film,
    tallies: Vec<Tally>,
    end: Option<G::View>,
}

impl<'a, G: Draw> GameFilm<'a, G> {
    pub fn new(
        theme: &'a Theme,
        phrasebook: &'a Phrasebook<'a, G>,
        max_bytes: usize,
    ) -> GameFilm<'a, G> {
        GameFilm {
            theme,
            phrasebook,
            film: Film::new(max_bytes),
            tallies: Vec::new(),
            end: None,
        }
    }

    /// Adds the board after a turn, marked with the events of that turn. The first call is for the
    /// set-up and has no events.
    pub fn add_turn(&mut self, view: G::View, events: Vec<G::Event>) {
        self.add_board(&view, &[events]);
        self.tallies.push(G::tally_points(&view));
        self.end = Some(view);
    }

    /// Returns the GIF, which ends with the final board and the chart of points. Returns `None` if
    /// there was no turn, or if the film exceeds its limit even with two frames.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        let view = self.end.take()?;
        for _ in 0..END_FRAMES {
            self.add_board(&view, &[]);
        }
        self.film.add(&chart::render_chart(
            self.theme,
            self.phrasebook,
            &self.tallies,
        ));
        self.film.finish()
    }

    fn add_board(&mut self, view: &G::View, turns: &[Vec<G::Event>]) {
        if let Some(canvas) = G::draw(self.theme, self.phrasebook, view, turns, Scene::Board) {
            self.film.add(&canvas);
        }
    }
}
