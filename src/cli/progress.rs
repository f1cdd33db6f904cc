//! How far something long is: a bar for somebody at a terminal, else a line now and then.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::somebody_watches;

/// How often a line is written where nobody sees a bar.
const PAUSE: Duration = Duration::from_secs(10);
/// What a bar shows.
const BAR: &str = "{msg} [{wide_bar}] {human_pos} of {human_len}, {eta} to go";

/// How far something long is. It goes to the terminal beside what is told, so that this can be kept in a file.
pub struct Progress {
    what: &'static str,
    of: u64,
    done: u64,
    bar: Option<ProgressBar>,
    next: Instant,
}

impl Progress {
    /// Something begins that has so many parts.
    pub fn begin(what: &'static str, of: u64) -> Progress {
        let bar = somebody_watches().then(|| {
            let bar = ProgressBar::new(of).with_message(what);
            match ProgressStyle::with_template(BAR) {
                Ok(style) => bar.with_style(style.progress_chars("=> ")),
                Err(_) => bar,
            }
        });
        Progress { what, of, done: 0, bar, next: Instant::now() + PAUSE }
    }

    /// So many parts are done.
    pub fn at(&mut self, done: u64) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if Instant::now() >= self.next {
            self.next += PAUSE;
            // Nobody has to read it.
            let _ = writeln!(io::stderr(), "{}: {done} of {}", self.what, self.of);
        }
    }

    /// One part more is done.
    pub fn one_more(&mut self) {
        self.at(self.done + 1);
    }
}

/// What is told afterwards stands where the bar was.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
