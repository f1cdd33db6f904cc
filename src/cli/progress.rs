//! Shows the progress of long work on standard error: a bar on a terminal, otherwise some lines.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::key;
use lanai_text::{Key, Words};

const LINE_INTERVAL: Duration = Duration::from_secs(10);
/// The arguments of the translated template of a bar, and their placeholders in `indicatif`.
const BAR_FIELDS: [(&str, &str); 5] = [
    ("what", "{msg}"),
    ("bar", "{wide_bar}"),
    ("done", "{human_pos}"),
    ("of", "{human_len}"),
    ("left", "{eta}"),
];

/// Shows how much of a long task is done.
///
/// It writes to standard error, so that the output of the command can be redirected to a file.
pub struct Progress<'a> {
    words: &'a Words,
    label: String,
    total: u64,
    done: u64,
    bar: Option<ProgressBar>,
    next_line: Instant,
}

impl<'a> Progress<'a> {
    /// Starts a task of `total` parts. `label_key` is the key of the task's description.
    pub fn start(words: &'a Words, label_key: Key, total: u64) -> Progress<'a> {
        let label = words.say(label_key, &[]);
        let bar = if io::stderr().is_terminal() {
            Some(styled_bar(words, &label, total))
        } else {
            None
        };
        Progress {
            words,
            label,
            total,
            done: 0,
            bar,
            next_line: Instant::now() + LINE_INTERVAL,
        }
    }

    pub fn set_done(&mut self, done: u64) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if Instant::now() >= self.next_line {
            self.next_line += LINE_INTERVAL;
            let arguments = [
                ("what", (&self.label).into()),
                ("done", done.into()),
                ("of", self.total.into()),
            ];
            let line = self.words.say(key::PROGRESS_LINE, &arguments);
            // The work goes on even if standard error is closed.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    pub fn increment(&mut self) {
        self.set_done(self.done + 1);
    }
}

fn styled_bar(words: &Words, label: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total).with_message(label.to_owned());
    let fields = BAR_FIELDS.map(|(name, field)| (name, field.into()));
    match ProgressStyle::with_template(&words.say(key::PROGRESS_BAR, &fields)) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Clears the bar, so that the next output takes its place.
impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
