//! Marks for pictures of pieces within sentences. A mark is a private-use character before the name
//! of a piece; the sender of the text replaces it by a small picture, or removes it.

/// The pieces that sentences name, by the names of their files in `assets/art`.
const PIECE_NAMES: [&str; 48] = [
    "banana",
    "boat",
    "breadfruit",
    "card-black-pearl",
    "card-fish-1",
    "card-fish-2",
    "card-fish-3",
    "card-fish-4",
    "card-fish-5",
    "card-lava",
    "card-nautilus",
    "card-priestess",
    "card-shell",
    "card-statue",
    "card-white-pearl",
    "coconut",
    "exchange-hut",
    "fish-1",
    "fish-2",
    "fish-3",
    "fishing-boat",
    "foot",
    "foot-hut",
    "fruit",
    "hula",
    "irrigation",
    "kahuna",
    "kanaloa",
    "kane",
    "ku",
    "laka",
    "long-hut",
    "lono",
    "one-boat",
    "pele",
    "score-butterflies",
    "score-forest",
    "score-majority",
    "score-mountain",
    "score-priestess",
    "score-segment",
    "shell",
    "shell-hut",
    "spear-hut",
    "surfer",
    "taro",
    "tiki",
    "two-boat",
];

/// The mark of the first piece: the first character of Unicode's private use area.
const FIRST_MARK: u32 = 0xe000;

pub(super) fn mark_of_piece(name: &str) -> Option<char> {
    let place = PIECE_NAMES.iter().position(|known| *known == name)?;
    char::from_u32(FIRST_MARK + u32::try_from(place).ok()?)
}

pub fn is_piece(name: &str) -> bool {
    PIECE_NAMES.contains(&name)
}

/// Returns the piece that a mark stands for.
fn piece_of_mark(letter: char) -> Option<&'static str> {
    let place = u32::from(letter).checked_sub(FIRST_MARK)?;
    PIECE_NAMES.get(usize::try_from(place).ok()?).copied()
}

/// Removes all marks, each with the space after it.
pub fn remove_marks(text: &str) -> String {
    replace_marks(text, |_| None)
}

/// Returns the width of a text in characters; a picture counts as three.
pub fn display_width(text: &str) -> usize {
    text.chars()
        .map(|letter| {
            if piece_of_mark(letter).is_some() {
                3
            } else {
                1
            }
        })
        .sum()
}

/// Replaces each mark by the picture of its piece. A mark without a picture is removed with the
/// space after it.
pub fn replace_marks(text: &str, picture: impl Fn(&'static str) -> Option<String>) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(name) = piece_of_mark(letter) else {
            replaced.push(letter);
            continue;
        };
        match picture(name) {
            Some(picture) => replaced.push_str(&picture),
            None => drop(letters.next_if_eq(&' ')),
        }
    }
    replaced
}
