//! Names are what people made of them: here they become harmless. Nobody pings, formats or turns the direction of
//! writing through a name.

use lanai_host::{ChannelId, Lesson, PersonId, Table, TableId};
use lanai_rules::Title;
use lanai_text::{Fill, Words};

/// How long a name may be, in letters.
const LONGEST: usize = 32;

/// What the players of a table are called in a message.
pub(crate) fn names(words: &Words, table: &Table) -> Vec<String> {
    table
        .seats
        .iter()
        .map(|chair| tame(words, &chair.name))
        .collect()
}

/// What they are called where nothing is formatted: in menus and in what is offered.
pub(crate) fn plain_names(words: &Words, table: &Table) -> Vec<String> {
    table
        .seats
        .iter()
        .map(|chair| plain(words, &chair.name))
        .collect()
}

/// The name of a table's game.
pub(crate) fn title(words: &Words, table: &Table) -> String {
    game(words, table.title)
}

/// The name of a game.
pub(crate) fn game(words: &Words, title: Title) -> String {
    words.say(&format!("chat-title-{}", title.name()), &[])
}

/// The name of a table: its game and its number.
pub(crate) fn numbered(words: &Words, table: &Table) -> String {
    number_of(words, table.title, table.game)
}

fn number_of(words: &Words, title: Title, number: TableId) -> String {
    words.say(
        "chat-table-number",
        &[
            ("game", game(words, title).into()),
            ("number", number.0.to_string().into()),
        ],
    )
}

/// The same with the people who sit there, for where nothing is formatted: so it is told apart from all others.
pub(crate) fn label(words: &Words, table: &Table) -> String {
    let people: Vec<String> = table
        .seats
        .iter()
        .filter(|chair| chair.person.is_some())
        .map(|chair| plain(words, &chair.name))
        .collect();
    label_of(words, table.title, table.game, &people)
}

/// The same of a table that is not there yet.
pub(crate) fn label_of(words: &Words, title: Title, number: TableId, people: &[String]) -> String {
    let fill = [
        ("table", Fill::from(number_of(words, title, number))),
        ("players", people.join(", ").into()),
    ];
    words.say("chat-table-label", &fill)
}

/// A person as they are called in a message.
pub(crate) fn mention(person: PersonId) -> Fill<'static> {
    format!("<@{}>", person.0).into()
}

/// Mentions a person, unless they were forgotten: anonymous numbers are below zero.
pub(crate) fn mention_if_known(words: &Words, person: PersonId) -> Fill<'static> {
    if person.0 < 0 {
        words.nobody().into()
    } else {
        mention(person)
    }
}

/// Returns the reason of an act. It is not stored for forgotten people.
pub(crate) fn because(words: &Words, reason: &str) -> Fill<'static> {
    let reason = if reason.is_empty() {
        words.say("chat-contest-no-reason", &[])
    } else {
        tame_text(reason)
    };
    reason.into()
}

/// A channel as one gets there from a message.
pub(crate) fn place(channel: ChannelId) -> Fill<'static> {
    format!("<#{}>", channel.0).into()
}

/// Where a table is, as one gets there from a message; a first game is nowhere that a message leads to, and
/// no more is one between servers.
pub(crate) fn place_of(words: &Words, table: &Table) -> String {
    match table.settings.lesson {
        None if table.settings.is_between() => words.say("learn-place", &[]),
        None => format!("<#{}>", table.channel.0),
        Some(Lesson::Direct) => words.say("learn-place", &[]),
        Some(Lesson::Private) => words.say("learn-place-private", &[]),
    }
}

/// A name as it may stand in a message. Whoever is forgotten has none.
pub(crate) fn tame(words: &Words, name: &str) -> String {
    if name.is_empty() {
        words.nobody()
    } else {
        tamed(name, LONGEST)
    }
}

/// Escapes a text typed by a user, or a chosen name, for a message.
pub(crate) fn tame_typed(text: &str) -> String {
    tamed(text, LONGEST)
}

/// Escapes a whole text by a user, such as a note, for a message.
pub(crate) fn tame_text(text: &str) -> String {
    tamed(text, usize::MAX)
}

fn tamed(name: &str, longest: usize) -> String {
    let mut tame = String::new();
    for letter in seen(name, longest).chars() {
        // With one of these in front Discord shows them as they are.
        if r"\*_~`|>#<[]()@:-".contains(letter) {
            tame.push('\\');
        }
        tame.push(letter);
    }
    // Neither addresses nor invitations become links: both need a slash. And no name is empty.
    let tame = tame.replace('/', "\u{2060}/");
    if tame.is_empty() {
        "?".to_owned()
    } else {
        tame
    }
}

/// Cleans a name for places without formatting or mentions: pictures and alt texts, thread names,
/// choices.
pub(crate) fn plain(words: &Words, name: &str) -> String {
    if name.is_empty() {
        return words.nobody();
    }
    let plain = seen(name, LONGEST);
    if plain.is_empty() {
        "?".to_owned()
    } else {
        plain
    }
}

/// What is seen of a name, without the blanks around it.
fn seen(name: &str, longest: usize) -> String {
    let seen: String = name.chars().filter(|letter| is_seen(*letter)).collect();
    seen.trim().chars().take(longest).collect()
}

/// Excludes invisible characters, changes of direction, and private-use characters from names.
fn is_seen(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}
