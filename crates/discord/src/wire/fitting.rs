//! Texts as long as they may be: what is too long ends, or begins, where that hurts least.

/// How many letters the words of a message may have.
pub(crate) const TEXT: usize = 2000;

/// At most so many letters, whole lines where that is possible.
pub(crate) fn fit(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let whole = cut
        .rfind('\n')
        .filter(|at| *at > cut.len() / 2)
        .unwrap_or(cut.len());
    format!("{}…", cut[..whole].trim_end())
}

/// At most so many letters of the end, whole words where that is possible.
pub(crate) fn fit_end(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().skip(length - most.saturating_sub(1)).collect();
    let whole = cut.find(char::is_whitespace).unwrap_or(0);
    format!("…{}", cut[whole..].trim_start())
}

/// A text in parts of at most so many letters, each of whole lines.
pub(crate) fn parts(text: &str, most: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines() {
        match parts
            .last_mut()
            .filter(|part| part.chars().count() + 1 + line.chars().count() <= most)
        {
            Some(part) => {
                part.push('\n');
                part.push_str(line);
            }
            None => parts.push(line.to_owned()),
        }
    }
    parts
}

/// Joins a text and its last line within the limit of a message.
///
/// If they are too long, the text is cut at its beginning: the outcome and the next player matter
/// most.
pub(crate) fn ending_in(words: &str, last: &str) -> String {
    if words.is_empty() {
        return last.to_owned();
    }
    let room = TEXT.saturating_sub(last.chars().count() + 1);
    format!("{}\n{last}", fit_end(words, room))
}
