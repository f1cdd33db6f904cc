//! Pieces beside their words. Where a chat can show a small picture within a sentence, words that know how set a mark before
//! what they name, and whoever sends the sentence puts the picture in its place, or nothing. A mark is one letter that no
//! language has and no name keeps.

/// The pieces that sentences name, as the files of `assets/art` are called.
const NAMES: [&str; 48] = [
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

/// The first of the letters that nobody has given a meaning.
const FIRST: u32 = 0xe000;

/// The letter that stands for a piece.
pub(super) fn mark(name: &str) -> Option<char> {
    let place = NAMES.iter().position(|known| *known == name)?;
    char::from_u32(FIRST + u32::try_from(place).ok()?)
}

/// Whether sentences name this piece.
pub fn is_piece(name: &str) -> bool {
    NAMES.contains(&name)
}

/// The piece for which a letter stands, if it is a mark: the name of its file in `assets/art`.
fn marked(letter: char) -> Option<&'static str> {
    let place = u32::from(letter).checked_sub(FIRST)?;
    NAMES.get(usize::try_from(place).ok()?).copied()
}

/// A text without marks, and without the gap after each.
pub fn unmarked(text: &str) -> String {
    with_marks(text, |_| None)
}

/// How many letters wide a text is: a piece takes as much room as three.
pub fn width(text: &str) -> usize {
    text.chars()
        .map(|letter| if marked(letter).is_some() { 3 } else { 1 })
        .sum()
}

/// A text with something in place of its marks; with nothing, and without the gap, where there is nothing for one.
pub fn with_marks(text: &str, picture: impl Fn(&'static str) -> Option<String>) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(name) = marked(letter) else {
            shown.push(letter);
            continue;
        };
        match picture(name) {
            Some(picture) => shown.push_str(&picture),
            None => drop(letters.next_if_eq(&' ')),
        }
    }
    shown
}
