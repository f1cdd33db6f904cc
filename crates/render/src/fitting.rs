//! Fits text by making it smaller, shortening it or wrapping it.

use super::letters::{Letters, Style};

impl Letters {
    /// Returns the text and the largest style, down to the smallest size, at which it fits. If none
    /// does, the text is shortened.
    pub fn fit(&self, text: &str, most: f32, style: Style, smallest: u16) -> (String, Style) {
        let smallest = smallest.min(style.size);
        for size in (smallest..=style.size).rev() {
            if self.width(text, style.sized(size)) <= most {
                return (text.to_owned(), style.sized(size));
            }
        }
        (
            self.shorten(text, most, style.sized(smallest)),
            style.sized(smallest),
        )
    }

    /// Returns the text, or as much of it as fits and an ellipsis.
    pub fn shorten(&self, text: &str, most: f32, style: Style) -> String {
        if self.width(text, style) <= most {
            return text.to_owned();
        }
        let ends = text.char_indices().map(|(at, _)| at).rev();
        let shorter = ends.map(|end| format!("{}…", text[..end].trim_end()));
        let mut fitting = shorter.filter(|short| self.width(short, style) <= most);
        fitting.next().unwrap_or_default()
    }

    /// Wraps the text. A word that is wider than a line is broken.
    pub fn wrap(&self, text: &str, most: f32, style: Style) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let joined = lines.last().map(|line| format!("{line} {word}"));
            match joined.filter(|joined| self.width(joined, style) <= most) {
                Some(joined) => {
                    lines.pop();
                    lines.push(joined);
                }
                None => self.lines_of_word(word, most, style, &mut lines),
            }
        }
        lines
    }

    fn lines_of_word(&self, word: &str, most: f32, style: Style, lines: &mut Vec<String>) {
        let mut line = String::new();
        for letter in word.chars() {
            line.push(letter);
            if line.chars().nth(1).is_some() && self.width(&line, style) > most {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
        lines.push(line);
    }
}
