//! How far something long is: a bar for somebody at a terminal, else a line now and then.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::somebody_watches;
use lanai_text::Words;

/// How often a line is written where nobody sees a bar.
const PAUSE: Duration = Duration::from_secs(10);
/// What a bar shows, as its library writes it.
const BAR: [(&str, &str); 5] = [
    ("what", "{msg}"),
    ("bar", "{wide_bar}"),
    ("done", "{human_pos}"),
    ("of", "{human_len}"),
    ("left", "{eta}"),
];

/// How far something long is. It goes to the terminal beside what is told, so that this can be kept in a file.
pub struct Progress<'a> {
    words: &'a Words,
    what: String,
    of: u64,
    done: u64,
    bar: Option<ProgressBar>,
    next: Instant,
}

impl<'a> Progress<'a> {
    /// Something begins that has so many parts; what, the words know by this name.
    pub fn begin(words: &'a Words, name: &str, of: u64) -> Progress<'a> {
        let what = words.say(name, &[]);
        let bar = somebody_watches().then(|| {
            let bar = ProgressBar::new(of).with_message(what.clone());
            match ProgressStyle::with_template(
                &words.say("progress-bar", &BAR.map(|(name, part)| (name, part.into()))),
            ) {
                Ok(style) => bar.with_style(style.progress_chars("=> ")),
                Err(_) => bar,
            }
        });
        Progress {
            words,
            what,
            of,
            done: 0,
            bar,
            next: Instant::now() + PAUSE,
        }
    }

    /// So many parts are done.
    pub fn at(&mut self, done: u64) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if Instant::now() >= self.next {
            self.next += PAUSE;
            // Nobody has to read it.
            let fill = [
                ("what", (&self.what).into()),
                ("done", done.into()),
                ("of", self.of.into()),
            ];
            let _ = writeln!(io::stderr(), "{}", self.words.say("progress-line", &fill));
        }
    }

    /// One part more is done.
    pub fn one_more(&mut self) {
        self.at(self.done + 1);
    }
}

/// What is told afterwards stands where the bar was.
impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
