//! Names of people and games for places without formatting, such as pictures and pages.

use crate::key;
use lanai_host::Table;
use lanai_rules::Title;
use lanai_text::Words;

/// The longest part of a name that is shown.
pub const MAX_NAME_CHARS: usize = 32;

/// Returns the names of a table's players for menus, pictures and pages.
pub fn plain_player_names(words: &Words, table: &Table) -> Vec<String> {
    table
        .seats
        .iter()
        .map(|player| plain_name(words, &player.name))
        .collect()
}

pub fn title_name(words: &Words, title: Title) -> String {
    words.say(key::TITLE.member(title.name()), &[])
}

/// Cleans a name for places without formatting or mentions.
///
/// Such places are pictures and their alternative texts, the names of threads, and choices.
pub fn plain_name(words: &Words, name: &str) -> String {
    if name.is_empty() {
        return words.unknown_person();
    }
    let plain = visible_chars(name, MAX_NAME_CHARS);
    if plain.is_empty() {
        "?".to_owned()
    } else {
        plain
    }
}

/// Removes invisible characters and surrounding blanks, and shortens the text.
pub fn visible_chars(text: &str, max_chars: usize) -> String {
    let visible: String = text.chars().filter(|letter| is_visible(*letter)).collect();
    visible.trim().chars().take(max_chars).collect()
}

/// Returns false for control, direction, blank and private-use characters.
fn is_visible(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}
