//! Fits text into a width by making it smaller, shortening it or wrapping it.

use super::fonts::{Fonts, Style};

impl Fonts {
    /// Returns the text and its style at the largest size that fits, but at least `smallest`. If no
    /// size fits, the text is shortened.
    pub fn fit_text(
        &self,
        text: &str,
        max_width: f32,
        style: Style,
        smallest: u16,
    ) -> (String, Style) {
        let smallest = smallest.min(style.size);
        for size in (smallest..=style.size).rev() {
            if self.text_width(text, style.with_size(size)) <= max_width {
                return (text.to_owned(), style.with_size(size));
            }
        }
        (
            self.shorten_text(text, max_width, style.with_size(smallest)),
            style.with_size(smallest),
        )
    }

    /// Returns the text, or its longest beginning that fits together with an ellipsis.
    pub fn shorten_text(&self, text: &str, max_width: f32, style: Style) -> String {
        if self.text_width(text, style) <= max_width {
            return text.to_owned();
        }
        let ends = text.char_indices().map(|(at, _)| at).rev();
        let shorter = ends.map(|end| format!("{}…", text[..end].trim_end()));
        let mut fitting = shorter.filter(|short| self.text_width(short, style) <= max_width);
        fitting.next().unwrap_or_default()
    }

    /// Wraps the text into lines. A word that is wider than a line is broken.
    pub fn wrap_text(&self, text: &str, max_width: f32, style: Style) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let joined = lines.last().map(|line| format!("{line} {word}"));
            match joined.filter(|joined| self.text_width(joined, style) <= max_width) {
                Some(joined) => {
                    lines.pop();
                    lines.push(joined);
                }
                None => self.push_word_lines(word, max_width, style, &mut lines),
            }
        }
        lines
    }

    fn push_word_lines(&self, word: &str, max_width: f32, style: Style, lines: &mut Vec<String>) {
        let mut line = String::new();
        for letter in word.chars() {
            line.push(letter);
            if line.chars().nth(1).is_some() && self.text_width(&line, style) > max_width {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
        lines.push(line);
    }
}
