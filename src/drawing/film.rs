//! A film: a whole game as a GIF that moves, which Discord plays.
//!
//! Pictures are made half as wide and high, each pixel from four, which is as large as a chat shows them. The first is
//! written whole; of each further one only the rectangle in which something changed, and there only what did. A film that
//! would have too many bytes is cut: every second picture goes, again and again, but never the first and the last. All that
//! is kept of a film are its bytes and two pictures, however long the game.

use gif::{ColorOutput, DecodeOptions, Encoder, EncodingError, Frame, Repeat};

use super::{Canvas, Draw, Ink, Palette, Rgb, Studio, chart, numbers::signed};
use crate::words::{Scene, Tally, Teller};

/// As many bytes as a file in a chat may have.
pub const MOST: usize = 8 << 20;

/// How long a picture is shown, and the last one, in hundredths of a second.
const TURN: u16 = 90;
const LAST: u16 = 400;

/// For so many pictures' time the board is seen as it stood at the end.
const END: usize = 3;

/// What a file and a picture in it need at most beside the squeezed pixels: palette, headers, ends.
const OF_FILE: usize = 1024;
const OF_SHOT: usize = 32;

/// A film in the making.
pub struct Film {
    most: usize,
    /// Of so many pictures one is kept.
    every: usize,
    /// How many were added.
    added: usize,
    /// The pictures that are kept, squeezed.
    shots: Vec<Frame<'static>>,
    /// What is seen after the last of them.
    screen: Option<Shown>,
    /// The newest picture, if it is not kept.
    newest: Option<Shown>,
}

/// A picture in the size of the film.
#[derive(Clone)]
struct Shown {
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// The colours, three bytes for each.
    palette: Vec<u8>,
}

impl Film {
    /// An empty film that shall have no more bytes than this.
    pub fn new(most: usize) -> Film {
        Film { most, every: 1, added: 0, shots: Vec::new(), screen: None, newest: None }
    }

    /// Adds a picture. The first one says how large the film is: another of another size is put in its middle. All are of
    /// one look.
    pub fn add(&mut self, canvas: &Canvas) {
        let mut shown = halved(canvas);
        if let Some(screen) = &self.screen {
            shown = shown.of_size(screen.width, screen.height);
        }
        self.newest = Some(shown);
        if self.added.is_multiple_of(self.every) {
            self.keep_newest();
        }
        self.added += 1;
        while self.bytes() > self.most && self.shots.len() > 2 {
            self.cut();
        }
    }

    /// The film as a file; nothing if it is empty, or if its first and last pictures alone are too many bytes.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        loop {
            self.keep_newest();
            self.shots.last_mut()?.delay = LAST;
            let file = self.file().ok()?;
            if file.len() <= self.most {
                return Some(file);
            }
            if self.shots.len() <= 2 {
                return None;
            }
            self.cut();
        }
    }

    /// How many bytes it has so far, and a few more.
    fn bytes(&self) -> usize {
        let of_shot = |shot: &Frame<'_>| shot.buffer.len() + shot.buffer.len() / 255 + OF_SHOT;
        self.shots.iter().map(of_shot).sum::<usize>() + OF_FILE
    }

    /// Puts the newest picture after those that are kept.
    fn keep_newest(&mut self) {
        let Some(shown) = self.newest.take() else { return };
        let mut shot = shown.after(self.screen.as_ref());
        shot.make_lzw_pre_encoded();
        self.shots.push(shot);
        self.screen = Some(shown);
    }

    /// Cuts every second picture out; if that is the last, it is the newest that is not kept.
    fn cut(&mut self) {
        let (Ok(file), Some(mut seen)) = (self.file(), self.screen.take()) else { return };
        let many = std::mem::take(&mut self.shots).len();
        self.every *= 2;
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let Ok(mut reader) = options.read_info(&file[..]) else { return };
        let later = self.newest.take();
        for number in 0..many {
            let Ok(Some(shot)) = reader.read_next_frame() else { break };
            seen.show(shot);
            if number % 2 == 0 || number + 1 == many {
                self.newest = Some(seen.clone());
            }
            if number % 2 == 0 {
                self.keep_newest();
            }
        }
        self.newest = later.or(self.newest.take());
    }

    fn file(&self) -> Result<Vec<u8>, EncodingError> {
        let Some(screen) = &self.screen else { return Ok(Vec::new()) };
        let mut film = Encoder::new(Vec::new(), screen.width, screen.height, &screen.palette)?;
        film.set_repeat(Repeat::Infinite)?;
        for shot in &self.shots {
            film.write_lzw_pre_encoded_frame(shot)?;
        }
        film.into_inner()
    }
}

impl Shown {
    /// The number that no pixel has, if there is one: it stands for what is not drawn.
    fn nothing(&self) -> Option<u8> {
        u8::try_from(self.palette.len() / 3).ok()
    }

    /// This picture in the middle of one of another size.
    fn of_size(self, width: u16, height: u16) -> Shown {
        if (self.width, self.height) == (width, height) {
            return self;
        }
        let row = |from: &[u8], to: &mut [u8]| {
            let (left, cut) = margins(to.len(), from.len());
            let many = from.len().min(to.len());
            to[left..left + many].copy_from_slice(&from[cut..cut + many]);
        };
        let (own, wide) = (usize::from(self.width).max(1), usize::from(width).max(1));
        let mut pixels = vec![super::Colour::from(Ink::Sea).0; wide * usize::from(height)];
        let (above, cut) = margins(height.into(), self.height.into());
        for (to, from) in
            pixels.chunks_exact_mut(wide).skip(above).zip(self.pixels.chunks_exact(own).skip(cut))
        {
            row(from, to);
        }
        Shown { width, height, pixels, palette: self.palette }
    }

    /// What has to be drawn where something else was seen before.
    fn after(&self, before: Option<&Shown>) -> Frame<'static> {
        let whole = Frame {
            delay: TURN,
            width: self.width,
            height: self.height,
            buffer: self.pixels.clone().into(),
            ..Frame::default()
        };
        let Some(before) = before else { return whole };
        let wide = usize::from(self.width).max(1);
        let rows = || self.pixels.chunks_exact(wide).zip(before.pixels.chunks_exact(wide));
        let differs = |(own, other): &(&[u8], &[u8])| own != other;
        let top = rows().position(|pair| differs(&pair)).unwrap_or(0);
        let bottom = rows().rposition(|pair| differs(&pair)).unwrap_or(0);
        let column = |(own, other): (&[u8], &[u8])| {
            let differs = |(own, other): (&u8, &u8)| own != other;
            Some((own.iter().zip(other).position(differs)?, own.iter().zip(other).rposition(differs)?))
        };
        let columns = rows().filter_map(column);
        // If nothing changed, it is a pixel as it was.
        let (left, right) =
            columns.reduce(|(left, right), (from, to)| (left.min(from), right.max(to))).unwrap_or_default();
        let nothing = self.nothing();
        let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for (own, other) in rows().skip(top).take(bottom - top + 1) {
            let pixels = own[left..=right].iter().zip(&other[left..=right]);
            buffer
                .extend(pixels.map(|(own, other)| if own == other { nothing.unwrap_or(*own) } else { *own }));
        }
        let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        Frame {
            left: narrow(left),
            top: narrow(top),
            width: narrow(right - left + 1),
            height: narrow(bottom - top + 1),
            transparent: nothing,
            buffer: buffer.into(),
            ..whole
        }
    }

    /// Draws what changed.
    fn show(&mut self, shot: &Frame<'_>) {
        let wide = usize::from(self.width).max(1);
        let rows = self.pixels.chunks_exact_mut(wide).skip(shot.top.into());
        for (row, changed) in rows.zip(shot.buffer.chunks_exact(usize::from(shot.width).max(1))) {
            for (pixel, changed) in row.iter_mut().skip(shot.left.into()).zip(changed) {
                if shot.transparent != Some(*changed) {
                    *pixel = *changed;
                }
            }
        }
    }
}

/// Where something begins that is put in the middle of something longer, and how much is cut of what is not.
fn margins(whole: usize, part: usize) -> (usize, usize) {
    (whole.saturating_sub(part) / 2, part.saturating_sub(whole) / 2)
}

/// A canvas half as wide and high. What it has too much for the format is cut.
fn halved(canvas: &Canvas) -> Shown {
    let half = |length: u32| u16::try_from(length / 2).unwrap_or(u16::MAX);
    let (width, height) = (half(canvas.width()), half(canvas.height()));
    let row = super::numbers::place(signed(canvas.width())).max(1);
    let rows = canvas.pixels().chunks_exact(2 * row).take(height.into());
    let pixels = rows.flat_map(|rows| {
        let (upper, lower) = rows.split_at(row);
        let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2)).take(width.into());
        pairs.map(|(upper, lower)| mean(canvas.palette(), [upper[0], upper[1], lower[0], lower[1]]))
    });
    let pixels = pixels.collect();
    let palette = canvas.palette().colours().iter().flat_map(|colour| colour.0).collect();
    Shown { width, height, pixels, palette }
}

/// The colour of four pixels seen from afar.
fn mean(palette: &Palette, four: [u8; 4]) -> u8 {
    if four == [four[0]; 4] {
        return four[0];
    }
    let sum = |part: usize| {
        four.map(|pixel| u32::from(palette.colours()[usize::from(pixel)].0[part])).iter().sum::<u32>()
    };
    let part = |part: usize| u8::try_from((sum(part) + 2) / 4).unwrap_or(u8::MAX);
    palette.near(Rgb([part(0), part(1), part(2)]))
}

/// The film of a game: one picture for each turn, with its marks.
pub struct Reel<'a, G: Draw> {
    studio: &'a Studio,
    teller: &'a Teller<'a, G>,
    film: Film,
    course: Vec<Tally>,
    end: Option<G::View>,
}

impl<'a, G: Draw> Reel<'a, G> {
    /// A film that shall have no more bytes than this.
    pub fn new(studio: &'a Studio, teller: &'a Teller<'a, G>, most: usize) -> Reel<'a, G> {
        Reel { studio, teller, film: Film::new(most), course: Vec::new(), end: None }
    }

    /// How it stands after a turn, and what happened in it; first of all after the set-up, where nothing did.
    pub fn turn(&mut self, view: G::View, events: Vec<G::Event>) {
        self.board(&view, &[events]);
        self.course.push(G::tally(&view));
        self.end = Some(view);
    }

    /// The film as a file. It ends with the board as it stands, and the chart of the points. Nothing if there was no turn, or
    /// too little room for two pictures.
    pub fn end(mut self) -> Option<Vec<u8>> {
        let view = self.end.take()?;
        for _ in 0..END {
            self.board(&view, &[]);
        }
        self.film.add(&chart::scores(self.studio, self.teller, &self.course));
        self.film.finish()
    }

    fn board(&mut self, view: &G::View, turns: &[Vec<G::Event>]) {
        if let Some(canvas) = G::draw(self.studio, self.teller, view, turns, Scene::Board) {
            self.film.add(&canvas);
        }
    }
}
