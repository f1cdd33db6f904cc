//! Shortens texts to Discord's limits, at the place where the least is lost.

/// The most characters that Discord takes as the text of a message.
pub(crate) const MAX_MESSAGE_CHARS: usize = 2000;

/// Shortens a text to its first `max_chars`, to whole lines if these keep more than half.
pub(crate) fn truncate(text: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    let cut: String = text.chars().take(max_chars.saturating_sub(1)).collect();
    let end = cut
        .rfind('\n')
        .filter(|at| *at > cut.len() / 2)
        .unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

/// Shortens a text to its last `max_chars`, to whole words where that is possible.
pub(crate) fn truncate_start(text: &str, max_chars: usize) -> String {
    let length = text.chars().count();
    if length <= max_chars {
        return text.to_owned();
    }
    let dropped = length - max_chars.saturating_sub(1);
    let cut: String = text.chars().skip(dropped).collect();
    let start = cut.find(char::is_whitespace).unwrap_or(0);
    format!("…{}", cut[start..].trim_start())
}

/// Splits a text into parts of at most `max_chars`, each of whole lines.
///
/// A line that is longer becomes a part of its own, and stays as long.
pub(crate) fn split_into_parts(text: &str, max_chars: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines() {
        match parts.last_mut() {
            Some(part) if part.chars().count() + 1 + line.chars().count() <= max_chars => {
                part.push('\n');
                part.push_str(line);
            }
            Some(_) | None => parts.push(line.to_owned()),
        }
    }
    parts
}

/// Joins a text and its last line within the limit of a message.
///
/// If both together are too long, the text is cut at its beginning, because the outcome and the
/// next player, which are at the end, matter most.
pub(crate) fn append_last_line(text: &str, last_line: &str) -> String {
    if text.is_empty() {
        return last_line.to_owned();
    }
    let room = MAX_MESSAGE_CHARS.saturating_sub(last_line.chars().count() + 1);
    format!("{}\n{last_line}", truncate_start(text, room))
}
