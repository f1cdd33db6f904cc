//! Shows a progress bar on the terminal; it is hidden if the output is redirected.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn start_bar(label: &'static str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total).with_message(label);
    bar.enable_steady_tick(Duration::from_millis(500));
    match ProgressStyle::with_template("{msg} [{wide_bar}] {human_pos} of {human_len}, {eta} to go")
    {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
