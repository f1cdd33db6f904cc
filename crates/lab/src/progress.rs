//! A progress bar on the terminal; nothing if the output is redirected.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn bar(what: &'static str, of: u64) -> ProgressBar {
    let bar = ProgressBar::new(of).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(500));
    match ProgressStyle::with_template("{msg} [{wide_bar}] {human_pos} of {human_len}, {eta} to go")
    {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
